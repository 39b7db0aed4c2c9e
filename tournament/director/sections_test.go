package director

import (
	"errors"
	"testing"

	"crownpost/tournament/groups"
)

func TestTheSizeOfSectionsSaysHowManyThereAre(t *testing.T) {
	for _, c := range []struct {
		name                             string
		size, advance, players, sections int
	}{
		{"one section when all fit into it", 8, 2, 8, 1},
		{"a second one for the ninth", 8, 2, 9, 2},
		{"equal sections of at most the size", 8, 2, 17, 3},
		{"no section of which everybody goes on", 4, 2, 5, 1},
		{"many sections", 5, 1, 50, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := Event{Plan: Plan{Format: Groups, SectionSize: c.size, Groups: &groups.Plan{Advance: c.advance, Final: groups.RoundRobin}}}
			order := make([]int, c.players)
			for i := range order {
				e.Players = append(e.Players, Player{ID: int64(i + 1), Status: "entered"})
				order[i] = i
			}
			if err := e.Plan.Check(0); err != nil {
				t.Fatal(err)
			}
			started, err := e.Start(order)
			if err != nil {
				t.Fatal(err)
			}
			if got := started.Plan.Groups.Sections; got != c.sections {
				t.Errorf("%d sections, want %d", got, c.sections)
			}
		})
	}
	p := Plan{Format: Groups, SectionSize: 2, Groups: &groups.Plan{Advance: 2, Final: groups.Knockout}}
	if err := p.Check(0); !errors.Is(err, ErrPlan) {
		t.Errorf("sections of 2 of which 2 go on: %v", err)
	}
}
