package director

import (
	"errors"
	"slices"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
)

func TestAPlanIsChecked(t *testing.T) {
	sections := func(sections, advance int) *groups.Plan {
		return &groups.Plan{Sections: sections, Advance: advance, Final: groups.Knockout}
	}
	for _, c := range []struct {
		name    string
		plan    Plan
		players int
		field   string // "" for a plan that fits
	}{
		{"a Swiss", Plan{Format: Swiss, Rounds: 7}, 8, ""},
		{"a Swiss of which the players are not known", Plan{Format: Swiss, Rounds: 30}, 0, ""},
		{"a Swiss with a rematch", Plan{Format: Swiss, Rounds: 8}, 8, "rounds"},
		{"a Swiss in which the bye lasts for one more round", Plan{Format: Swiss, Rounds: 7}, 7, ""},
		{"a Swiss without rounds", Plan{Format: Swiss}, 0, "rounds"},
		{"fewer than no byes", Plan{Format: Swiss, Rounds: 3, HalfByes: -1}, 0, "halfByes"},
		{"acceleration by draws of a third", Plan{Format: Swiss, Rounds: 3, Accelerated: true, Scoring: ThreeOne}, 0, "accelerated"},
		{"Buchholz in a Swiss", Plan{Format: Swiss, Rounds: 3, TieBreaks: []string{"BH/C1", "SOLK/FT"}}, 8, ""},
		{"Buchholz in a round robin", Plan{Format: RoundRobin, TieBreaks: []string{"SB", "BH"}}, 8, "tieBreaks"},
		{"a tie-break that there is not", Plan{Format: RoundRobin, TieBreaks: []string{"XX"}}, 8, "tieBreaks"},
		{"eight cycles", Plan{Format: RoundRobin, Cycles: 8}, 4, ""},
		{"nine cycles", Plan{Format: RoundRobin, Cycles: 9}, 4, "cycles"},
		{"a law that there is not", Plan{Format: RoundRobin, Law: "none"}, 4, "law"},
		{"points of another game", Plan{Format: RoundRobin, Scoring: "5-1"}, 4, "scoring"},
		{"by score, without a length", Plan{Format: RoundRobin, Scoring: ByScore}, 4, "length"},
		{"a ladder without rules", Plan{Format: Ladder}, 4, "ladder"},
		{"no format", Plan{}, 4, "format"},
		{"a knockout", Plan{Format: Knockout}, 5, ""},
		{"a knockout of one", Plan{Format: Knockout}, 1, "bracket"},
		{"a knockout of pairs", Plan{Format: Knockout, Pairs: true}, 8, "pairs"},
		{"a knockout with a second final", Plan{Format: Knockout, Bracket: &bracket.Plan{Reset: true}}, 8, "bracket"},
		{"terms out of range, early", Plan{Format: Knockout, Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {{Games: -1}}}}}, 0, "bracket"},
		{"a consolation that does not fit", Plan{Format: Progressive, Bracket: &bracket.Plan{Consolation: bracket.Shift{{1}, {2}, {3}, {4}, {5}}}}, 8, "bracket"},
		{"the same, while that is not known", Plan{Format: Progressive, Bracket: &bracket.Plan{Consolation: bracket.Shift{{1}, {2}, {3}, {4}, {5}}}}, 0, ""},
		{"two sections", Plan{Format: Groups, Groups: sections(2, 2)}, 8, ""},
		{"sections that are not planned", Plan{Format: Groups}, 8, "groups"},
		{"sections that are too small", Plan{Format: Groups, Groups: sections(3, 2)}, 8, "groups"},
		{"the same, while that is not known", Plan{Format: Groups, Groups: sections(3, 2)}, 0, ""},
		{"Buchholz in groups", Plan{Format: Groups, Groups: sections(2, 2), TieBreaks: []string{"ARO"}}, 8, "tieBreaks"},
		{"three points for a win in groups", Plan{Format: Groups, Groups: sections(2, 2), Scoring: ThreeOne}, 8, "scoring"},
	} {
		err := c.plan.Check(c.players)
		var plan *PlanError
		switch {
		case c.field == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.field != "" && (!errors.As(err, &plan) || !errors.Is(err, ErrPlan) || plan.Field != c.field):
			t.Errorf("%s: %v, want %s", c.name, err, c.field)
		}
	}
}

func TestAnEventStartsOnce(t *testing.T) {
	e := entered(Plan{Format: RoundRobin}, 4)
	e.Players[1].Status = tournament.Withdrawn
	e.Players[3].Rating = 2500
	order := ByRating(e.Candidates())
	if !slices.Equal(order, []int{2, 0, 1}) {
		t.Fatalf("%v", order)
	}
	for _, wrong := range [][]int{nil, {0, 1}, {0, 1, 1}, {0, 1, 3}, {0, 1, 2, 3}} {
		if _, err := e.Start(wrong); !errors.Is(err, ErrOrder) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	started, err := e.Start(order)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{2, 0, 3, 1} {
		if p := started.Players[i]; p.Seat != want || (want > 0) != (p.Status == tournament.Active) {
			t.Errorf("%+v, want seat %d", p, want)
		}
	}
	if e.Players[0].Seat != 0 || e.Rounds() != 0 || started.Rounds() != 3 {
		t.Errorf("%+v, %d rounds", e.Players, started.Rounds())
	}
	if _, err := started.Start(order); !errors.Is(err, ErrStarted) {
		t.Errorf("%v", err)
	}
	if _, err := e.Next(); !errors.Is(err, ErrNotStarted) {
		t.Errorf("%v", err)
	}
	if _, err := entered(Plan{Format: RoundRobin}, 1).Start([]int{0}); !errors.Is(err, ErrNotEnoughPlayers) {
		t.Errorf("%v", err)
	}
}

func TestPlayersOfOneClubComeIntoDifferentSections(t *testing.T) {
	e := entered(Plan{Format: Groups, Groups: &groups.Plan{Sections: 2, Advance: 1, Final: groups.Knockout}}, 8)
	for i := range e.Players {
		e.Players[i].Key = []string{"A", "", "", "A", "", "B", "B", ""}[i]
	}
	e, err := e.Start(ByRating(e.Candidates()))
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Sections()
	if err != nil {
		t.Fatal(err)
	}
	for _, seats := range s.Draw.Sections {
		keys := map[string]int{}
		for _, seat := range seats {
			keys[e.Players[seat-1].Key]++
		}
		if keys["A"] != 1 || keys["B"] != 1 {
			t.Errorf("%v", s.Draw.Sections)
		}
	}
}
