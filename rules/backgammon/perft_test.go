package backgammon

import "testing"

// TestPerftAgreesWithGnubg compares with counts that GNU Backgammon and two
// more programs agree on (shared test vectors).
func TestPerftAgreesWithGnubg(t *testing.T) {
	for _, tt := range []struct {
		variant string
		want    []Layer
	}{
		{"backgammon", []Layer{{447, 406}, {183632, 163706}}},
		{"nackgammon", []Layer{{547, 497}, {293444, 263383}}},
		{"hypergammon", []Layer{{195, 144}, {28081, 20449}}},
		{"longgammon", []Layer{{59, 49}, {2894, 2398}}},
	} {
		t.Run(tt.variant, func(t *testing.T) {
			v, _ := Lookup(tt.variant)
			depth := 0
			for got := range v.Perft(v.Start().(State).turn()) {
				if got != tt.want[depth] {
					t.Errorf("depth %d: %+v, want %+v", depth+1, got, tt.want[depth])
				}
				if depth++; depth == len(tt.want) {
					return
				}
			}
		})
	}
}

// throws are the 21 throws.
func throws(yield func(dice [2]int) bool) {
	for die1 := 1; die1 <= 6; die1++ {
		for die2 := 1; die2 <= die1; die2++ {
			if !yield([2]int{die1, die2}) {
				return
			}
		}
	}
}

func TestPerftOfRelativesAgreesWithTheSlowGenerator(t *testing.T) {
	for _, key := range []string{"tavla", "plakoto", "fevga", "narde", "gulbara"} {
		v, _ := Lookup(key)
		start := v.Start().(State).turn()
		var want Layer
		distinct := map[slowGame]bool{}
		for dice := range throws {
			turn := start
			turn.Dice = dice
			results := slowRules{key, turn}.results(true)
			want.Results += len(results)
			for s := range results {
				distinct[s] = true
			}
		}
		want.Distinct = len(distinct)
		for got := range v.Perft(start) {
			if got != want {
				t.Errorf("%s: %+v, want %+v", key, got, want)
			}
			break
		}
	}
}

// TestPerftOfAceyDeuceyFollowsTheDouble has a single checker, on 6. Each throw
// has one result, and together they leave it on 2 or 1 or off: but 2-1 leads
// to 3, from where 1-1 and 3-3 bear off, 2-2 leads to 1, and the other doubles
// lead nowhere.
func TestPerftOfAceyDeuceyFollowsTheDouble(t *testing.T) {
	p := stateOf(t, "acey-deucey", "white 6:1 off:14 / black bar:15 / white to roll")
	for got := range p.variant.Perft(p.turn()) {
		if want := (Layer{20 + 3, 4}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		break
	}
}
