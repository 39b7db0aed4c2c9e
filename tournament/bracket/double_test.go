package bracket

import (
	"fmt"
	"slices"
	"testing"
)

func TestTheDrawOfADoubleElimination(t *testing.T) {
	for _, c := range []struct {
		name                      string
		plan                      Plan
		main, losers, final, last string
	}{
		{"two players meet up to three times", Plan{Seats: 2, Reset: true}, "1-2", "", "w1-l1", "l2-w2"},
		{"four", Plan{Seats: 4}, "1-4 2-3 | w1-w2", "l1-l2 | l4-w3", "w4-w5", ""},
		{
			"losers of the second round of eight drop in reverse", Plan{Seats: 8, Reset: true},
			"1-8 4-5 2-7 3-6 | w1-w2 w3-w4 | w7-w8",
			"l1-l2 l3-l4 | l8-w5 l7-w6 | w9-w10 | l12-w11", "w12-w13", "l14-w14",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.plan.Format = DoubleElimination
			d := drawn(t, c.plan).Draw
			expect(t, "main", pairs(d, Main), c.main)
			expect(t, "losers", pairs(d, Losers), c.losers)
			expect(t, "grand final", pairs(d, GrandFinal), c.final)
			expect(t, "reset", pairs(d, Reset), c.last)
		})
	}
}

func TestDrops(t *testing.T) {
	list := from(LoserOf, []int{1, 2, 3, 4, 5, 6, 7, 8})
	for drop, want := range map[Drop][]int{
		Natural:     {1, 2, 3, 4, 5, 6, 7, 8},
		Reverse:     {8, 7, 6, 5, 4, 3, 2, 1},
		Half:        {5, 6, 7, 8, 1, 2, 3, 4},
		ReverseHalf: {4, 3, 2, 1, 8, 7, 6, 5},
	} {
		if got := drop.permute(list); !slices.Equal(got, from(LoserOf, want)) {
			t.Errorf("%s: %v", drop, got)
		}
	}
	for rounds, want := range map[int]string{
		1: "[]", 2: "[nat]", 3: "[rev nat]", 4: "[rev nat nat]", 5: "[rev half nat nat]",
		6: "[rev half revhalf nat nat]", 7: "[rev half revhalf nat nat nat]",
	} {
		if got := fmt.Sprint(BestDrops(rounds)); got != want {
			t.Errorf("%d rounds: %s, want %s", rounds, got, want)
		}
	}
}

func TestDoubleEliminationTakesTwoDefeats(t *testing.T) {
	for _, c := range []struct {
		name    string
		seats   int
		reset   bool
		who     func(Game) int
		matches int
		places  string
	}{
		{"the favourites win a field of eight", 8, true, favourite, 14, "1.1 2.2 3.3 4.4 5.5,6 7.7,8"},
		{"the favourites win a field of five", 5, true, favourite, 8, "1.1 2.2 3.3 4.4 5.5"},
		{"the favourites win a field of six", 6, true, favourite, 10, "1.1 2.2 3.3 4.4 5.5,6"},
		{"the favourites win a field of seven", 7, true, favourite, 12, "1.1 2.2 3.3 4.4 5.5,6 7.7"},
		{"outsiders do", 4, true, outsider, 6, "1.4 2.3 3.2 4.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := playOut(t, drawn(t, Plan{Format: DoubleElimination, Seats: c.seats, Reset: c.reset}), c.who)
			if got := playedMatches(s); got != c.matches {
				t.Errorf("%d matches, want %d", got, c.matches)
			}
			expect(t, "places", places(s.Standings(Main)), c.places)
		})
	}
}

// The grand final goes to whom has lost before: with the reset there is another
// match, without it there is none.
func TestTheResetMatch(t *testing.T) {
	upset := func(g Game) int {
		if g.Match == 6 {
			return 2
		}
		return favourite(g)
	}
	for _, c := range []struct {
		name     string
		reset    bool
		matches  int
		champion int
	}{
		{"with a reset the grand final is played again", true, 7, 1},
		{"without one it decides", false, 6, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := playOut(t, drawn(t, Plan{Format: DoubleElimination, Seats: 4, Reset: c.reset}), upset)
			if got := playedMatches(s); got != c.matches || s.Champion(Main) != c.champion {
				t.Errorf("%d matches, champion %d; want %d and %d", got, s.Champion(Main), c.matches, c.champion)
			}
		})
	}
}

// Of five players in eight places three have byes: losers' round 1 has one
// match without anybody in it, and the empty slot goes on.
func TestEmptySlotsGoOn(t *testing.T) {
	s := drawn(t, Plan{Format: DoubleElimination, Seats: 5})
	s = playRound(t, s, favourite)
	empty := s.Fixtures[slices.IndexFunc(s.Fixtures, func(f Fixture) bool {
		return f.Stage == Losers && f.Round == 1 && f.Board == 2
	})]
	if !empty.Decided() || empty.How != ByAbsence || empty.Winning != 0 || empty.Losing != 0 {
		t.Errorf("match of two byes: %+v", empty)
	}
	next := s.Fixtures[empty.Winner-1]
	if next.Decided() || !next.Known[1] || next.Seats[1] != 0 {
		t.Errorf("match behind it: %+v", next)
	}
	s = playRound(t, s, favourite)
	if next = s.Fixtures[next.ID-1]; next.How != ByBye || next.Winning == 0 {
		t.Errorf("after the next round: %+v", next)
	}
}

// The longest way of eight is through all losers' rounds, the grand final and
// the reset.
func TestRoundsLeftOfADoubleElimination(t *testing.T) {
	s := drawn(t, Plan{Format: DoubleElimination, Seats: 8, Reset: true})
	for _, want := range []int{7, 6, 5, 4, 3, 2, 0} {
		if got := s.RoundsLeft(); got != want {
			t.Errorf("%d rounds left, want %d", got, want)
		}
		s = playRound(t, s, favourite)
	}
}
