package tournament

import (
	"reflect"
	"slices"
	"testing"
)

// rounds makes records, a letter a round: w and b are games won with that
// colour, + a forfeit win, U H F Z byes, a dot nothing.
func rounds(letters string) []Record {
	var records []Record
	points := DefaultPoints()
	for _, c := range letters {
		r := map[rune]Record{
			'w': {Kind: Win, Opponent: 9, Colour: White},
			'b': {Kind: Win, Opponent: 9, Colour: Black},
			'+': {Kind: ForfeitWin, Opponent: 9},
			'U': {Kind: PairingBye}, 'H': {Kind: HalfBye}, 'F': {Kind: FullBye}, 'Z': {Kind: ZeroBye},
		}[c]
		r.Points = points.For(r.Kind)
		records = append(records, r)
	}
	return records
}

func TestAbsencesDoNotMakeARound(t *testing.T) {
	for _, c := range []struct {
		name    string
		players []string
		want    int
	}{
		{"no players", nil, 0},
		{"nothing recorded", []string{"", "."}, 0},
		{"games", []string{"w", "bw"}, 2},
		{"byes asked for", []string{"wH", "bF", "bZ"}, 1},
		{"a bye of the pairing", []string{"wU", "bH"}, 2},
		{"a forfeit", []string{"wH", "b+"}, 2},
	} {
		var f Field
		for i, records := range c.players {
			f.Players = append(f.Players, Player{ID: i + 1, Records: rounds(records)})
		}
		if got := f.PlayedRounds(); got != c.want {
			t.Errorf("%s: %d rounds, want %d", c.name, got, c.want)
		}
	}
}

func TestAFieldAsItWasBeforeARound(t *testing.T) {
	f := Field{Points: DefaultPoints(), Players: []Player{
		{ID: 1, Records: rounds("wbw")},
		{ID: 2, Records: rounds("bHb")},
		{ID: 3, Records: rounds("b.w")},
		{ID: 4, Records: rounds("wUb")},
		{ID: 5},
		{ID: 6, Records: rounds("wb.Z")},
	}}
	for round, want := range map[int][]string{
		1: {"", "", "", "", "Z", ""},
		2: {"w", "bH", "bZ", "w", ".Z", "w"},
		4: {"wbw", "bHb", "b.w", "wUb", "", "wb.Z"},
	} {
		before := f.Before(round)
		for i, p := range before.Players {
			if len(want[i])+len(p.Records) > 0 && !reflect.DeepEqual(p.Records, rounds(want[i])) {
				t.Errorf("round %d, player %d: %v, want %s", round, p.ID, p.Records, want[i])
			}
		}
	}
	if len(f.Players[0].Records) != 3 {
		t.Error("the field itself has changed")
	}
}

func TestScoresCountRoundsAndAdjustment(t *testing.T) {
	p := Player{Records: rounds("wHF"), Adjustment: -5, Virtual: []Tenths{10, 5}}
	if p.Score(0) != -5 || p.Score(2) != 10 || p.Score(9) != 20 {
		t.Errorf("scores %d %d %d", p.Score(0), p.Score(2), p.Score(9))
	}
	if p.VirtualIn(0) != 0 || p.VirtualIn(2) != 5 || p.VirtualIn(3) != 0 || p.Record(4) != (Record{}) {
		t.Error("a round that there is not has something")
	}
}

func TestRoundOneTellsTheInitialColour(t *testing.T) {
	for _, c := range []struct {
		name    string
		initial Colour
		players []string
		want    Colour
	}{
		{"it was drawn", Black, []string{"w", "b"}, Black},
		{"the first player has it", NoColour, []string{"b", "w"}, Black},
		{"the second has the other one", NoColour, []string{"+", "w"}, Black},
		{"who is absent has no number", NoColour, []string{"Z", "w", "b"}, White},
		{"nobody has a colour", NoColour, []string{"+", "H", ""}, NoColour},
	} {
		f := Field{Initial: c.initial}
		for i, records := range c.players {
			f.Players = append(f.Players, Player{ID: i + 1, Records: rounds(records)})
		}
		slices.Reverse(f.Players)
		if got := f.FirstColour(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// FIDE C.04.7: the group is rounded up to an even number.
func TestTheBakuGroup(t *testing.T) {
	for players, want := range map[int]int{4: 2, 5: 4, 6: 4, 7: 4, 8: 4, 9: 6, 10: 6, 161: 82} {
		f := Field{Points: DefaultPoints(), Rounds: 9}
		for id := players; id > 0; id-- {
			f.Players = append(f.Players, Player{ID: id})
		}
		f.Baku()
		group := 0
		for _, p := range f.Players {
			if p.Virtual == nil {
				continue
			}
			group = max(group, p.ID)
			if !slices.Equal(p.Virtual, []Tenths{10, 10, 10, 5, 5}) {
				t.Errorf("%d players: virtual points %v", players, p.Virtual)
			}
		}
		if group != want {
			t.Errorf("%d players: group of %d, want %d", players, group, want)
		}
	}
}

func TestAProhibitionHoldsInItsRounds(t *testing.T) {
	for _, c := range []struct {
		first, last, round int
		want               bool
	}{{1, 0, 7, true}, {2, 4, 1, false}, {2, 4, 2, true}, {2, 4, 4, true}, {2, 4, 5, false}} {
		if got := (Forbidden{First: c.first, Last: c.last}).In(c.round); got != c.want {
			t.Errorf("rounds %d to %d, round %d: %v", c.first, c.last, c.round, got)
		}
	}
}
