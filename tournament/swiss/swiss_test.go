package swiss

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"crownpost/tournament"
)

// fieldOf has players with the records of a tournament report file each.
func fieldOf(rounds int, players ...[]string) tournament.Field {
	f := tournament.Field{Rounds: rounds, Points: tournament.DefaultPoints(), Initial: tournament.White}
	for i, words := range players {
		p := tournament.Player{ID: i + 1}
		for _, word := range words {
			p.Records = append(p.Records, record(f.Points, word))
		}
		f.Players = append(f.Players, p)
	}
	return f
}

func TestPairRefuses(t *testing.T) {
	drawn := fieldOf(3, nil, nil)
	undrawn, old, twice := drawn, drawn, drawn
	undrawn.Initial = tournament.NoColour
	old.Edition = tournament.Edition2017
	twice.Players = []tournament.Player{{ID: 1}, {ID: 1}}
	for name, c := range map[string]struct {
		field tournament.Field
		round int
		want  error
	}{
		"a field without an initial colour":  {undrawn, 1, ErrInitial},
		"rules of another year":              {old, 1, ErrEdition},
		"two players with one number":        {twice, 1, ErrPlayers},
		"a round before the first":           {drawn, 0, ErrRound},
		"a player who has met everybody":     {fieldOf(3, []string{"2w1"}, []string{"1b0"}), 2, ErrNoPairing},
		"a player alone who had the bye":     {fieldOf(3, []string{"U"}), 2, ErrNoPairing},
		"a player alone after a forfeit win": {fieldOf(3, []string{"2w+"}, []string{"1b-", "Z"}), 2, ErrNoPairing},
	} {
		if _, err := Pair(c.field, c.round); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestPairAnswers(t *testing.T) {
	colourless := fieldOf(3, []string{"2w1"}, []string{"1b0"}, []string{"4w1"}, []string{"3b0"})
	colourless.Colourless, colourless.Initial = true, tournament.NoColour
	for name, c := range map[string]struct {
		field tournament.Field
		round int
		want  string
	}{
		"the halves meet in round 1":                           {fieldOf(3, nil, nil, nil, nil), 1, "1-3 4-2"},
		"the last has the bye":                                 {fieldOf(3, nil, nil, nil), 1, "1-2 3-0"},
		"one player alone has the bye":                         {fieldOf(3, nil), 1, "1-0"},
		"nobody plays in an empty field":                       {fieldOf(3), 1, ""},
		"a pair that was forfeited may meet again":             {fieldOf(3, []string{"2w+"}, []string{"1b-"}), 2, "1-2"},
		"without colours the higher ranked is named first":     {colourless, 2, "1-3 2-4"},
		"who never took part has no number, so 2 counts first": {fieldOf(3, []string{"Z"}, nil, nil), 1, "2-3"},
	} {
		if got := text(Pair(c.field, c.round)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestOptionsOfTheOrganiser(t *testing.T) {
	met := fieldOf(5, []string{"2w1"}, []string{"1b0"})
	forbidden := fieldOf(5, nil, nil)
	forbidden.Forbidden = []tournament.Forbidden{{Players: []int{1, 2}, First: 1}}
	byes := fieldOf(5, []string{"U"})
	colours := fieldOf(9, []string{"3w0", "4w1", "Z"}, []string{"4w0", "3w1", "Z"},
		[]string{"1b1", "2b0", "Z", "Z"}, []string{"2b1", "1b0", "Z", "Z"})
	for name, c := range map[string]struct {
		field   tournament.Field
		round   int
		options []Option
		allowed Option
		want    string
	}{
		"two who have met":                {met, 2, []Option{EndEvent, AllowRematch}, AllowRematch, "2-1"},
		"two who are kept apart":          {forbidden, 1, []Option{EndEvent, AllowForbidden}, AllowForbidden, "1-2"},
		"one who had the bye":             {byes, 2, []Option{EndEvent, AllowSecondBye}, AllowSecondBye, "1-0"},
		"two who are both due one colour": {colours, 4, []Option{EndEvent, AllowColours}, AllowColours, "2-1"},
	} {
		_, err := Pair(c.field, c.round)
		var impossible *Impossible
		if !errors.As(err, &impossible) || !slices.Equal(impossible.Options, c.options) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := text(PairAllowing(c.field, c.round, c.allowed)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestRematchesAreFewAndLongAgo(t *testing.T) {
	// All three have met 1; 2 and 3 have met, in round 1.
	f := fieldOf(9,
		[]string{"4w1", "3w1", "2w1"}, []string{"3w1", "4w1", "1b0"},
		[]string{"2b0", "1b0", "4w1"}, []string{"1b0", "2b0", "3b0"})
	r, err := PairAllowing(f, 4, AllowRematch)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Pairings {
		if pair := [2]int{min(p.White, p.Black), max(p.White, p.Black)}; pair != [2]int{1, 4} && pair != [2]int{2, 3} {
			t.Errorf("%d meets %d, but round 1 is longest ago", p.White, p.Black)
		}
	}
}

func TestWhatAnOptionAllowsIsPaired(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	tried := map[Option]int{}
	for range 1500 {
		f := randomField(random, 2+random.IntN(9))
		for round := 1; ; round++ {
			absences(random, &f, round)
			r, err := Pair(f, round)
			var impossible *Impossible
			if !errors.As(err, &impossible) {
				play(random, &f, round, r)
				continue
			}
			for _, o := range impossible.Options[1:] {
				tried[o]++
				r, err := PairAllowing(f, round, o)
				if err != nil || 2*len(r.Pairings)+min(r.Bye, 1) != impossible.Players {
					t.Fatalf("%v: %s, %v", o, text(r, err), f)
				}
			}
			break
		}
	}
	for o := AllowForbidden; o <= AllowRematch; o++ {
		if tried[o] == 0 {
			t.Errorf("nowhere was it enough to %v", o)
		}
	}
}

func TestAccelerateTakesHalfRoundedUpToEven(t *testing.T) {
	for players, want := range map[int]int{1: 1, 4: 2, 5: 4, 6: 4, 8: 4, 9: 6, 10: 6, 12: 6, 161: 82} {
		f, err := Accelerate(fieldOf(9, make([][]string, players)...))
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, p := range f.Players {
			if p.Virtual != nil {
				got++
				if want := []tournament.Tenths{10, 10, 10, 5, 5}; !slices.Equal(p.Virtual, want) {
					t.Errorf("%d players: virtual points %v, want %v", players, p.Virtual, want)
				}
			}
		}
		if got != want {
			t.Errorf("%d players: %d are accelerated, want %d", players, got, want)
		}
	}
	f := fieldOf(9, nil, nil)
	f.Points.Draw = 3
	if _, err := Accelerate(f); !errors.Is(err, ErrBaku) {
		t.Errorf("draws that are not half a win: %v", err)
	}
}

func TestAcceleratedEventsHaveTheirVirtualPoints(t *testing.T) {
	seen := 0
	for _, e := range readEvents(t) {
		if e.name[:4] != "baku" {
			continue
		}
		seen++
		f, err := Accelerate(e.field)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range f.Players {
			for round := 1; round <= f.Rounds; round++ {
				if got, want := p.VirtualIn(round), e.field.Players[i].VirtualIn(round); got != want {
					t.Errorf("%s: player %d round %d has %d, want %d", e.name, p.ID, round, got, want)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no event is accelerated")
	}
}

func TestExplainNamesWhatSpokeAgainstTheFirstOpponent(t *testing.T) {
	both := fieldOf(5, []string{"3w1", "Z"}, []string{"4b1", "Z"}, []string{"1b0", "Z"}, []string{"2w0", "Z"})
	colours := fieldOf(5,
		[]string{"5w1"}, []string{"6b1"}, []string{"7w1"}, []string{"8b1"},
		[]string{"1b0"}, []string{"2w0"}, []string{"3b0"}, []string{"4w0"})
	for name, c := range map[string]struct {
		field     tournament.Field
		round     int
		pair      [2]int
		instead   int
		criterion Criterion
	}{
		"the first opponent is taken when nothing speaks against him": {both, 3, [2]int{1, 2}, 0, InOrder},
		"a preference of colours":                                     {colours, 2, [2]int{4, 1}, 3, C12},
	} {
		r, err := Explain(c.field, c.round)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, p := range r.Pairings {
			if p.White == c.pair[0] && p.Black == c.pair[1] || p.White == c.pair[1] && p.Black == c.pair[0] {
				found = true
				if p.Reason.Instead != c.instead || p.Reason.Criterion != c.criterion {
					t.Errorf("%s: instead of %d, %v", name, p.Reason.Instead, p.Reason.Criterion)
				}
			}
		}
		if !found {
			t.Errorf("%s: %v is no pair of %s", name, c.pair, text(r, nil))
		}
	}
}

func TestExplainPairsAsPairDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	reasons := map[Criterion]int{}
	for range 150 {
		f := randomField(random, 6+random.IntN(20))
		for round := 1; round <= f.Rounds; round++ {
			absences(random, &f, round)
			plain, err := Pair(f, round)
			explained, other := Explain(f, round)
			if text(plain, err) != text(explained, other) {
				t.Fatalf("%s, explained %s", text(plain, err), text(explained, other))
			}
			if err != nil {
				break
			}
			for _, p := range explained.Pairings {
				if p.Reason.Instead != 0 {
					reasons[p.Reason.Criterion]++
				}
			}
			play(random, &f, round, plain)
		}
	}
	for _, c := range []Criterion{C1, C3, C4, C6, C12, C14} {
		if reasons[c] == 0 {
			t.Errorf("nothing was decided by %v", c)
		}
	}
	t.Log(reasons)
}

func ExamplePair() {
	f := tournament.Field{
		Players: []tournament.Player{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}, {ID: 5}},
		Rounds:  5, Points: tournament.DefaultPoints(), Initial: tournament.White,
	}
	round, err := Pair(f, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range round.Pairings {
		fmt.Printf("%d-%d: %v\n", p.White, p.Black, p.Reason.Colour)
	}
	fmt.Println("bye:", round.Bye)
	// Output:
	// 1-3: nobody has a preference: the initial colour and the starting number decided
	// 4-2: nobody has a preference: the initial colour and the starting number decided
	// bye: 5
}
