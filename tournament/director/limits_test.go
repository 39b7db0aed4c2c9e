package director

import (
	"errors"
	"math"
	"testing"

	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
	"crownpost/tournament/ladder"
)

// A plan out of all proportion is refused before anything is worked out from it.
func TestPlansAreBounded(t *testing.T) {
	const huge = math.MaxInt / 2
	many := make([]string, MaxTieBreaks+1)
	for i := range many {
		many[i] = "BH"
	}
	for name, plan := range map[string]Plan{
		"rounds":               {Format: Swiss, Rounds: huge},
		"rounds, accelerated":  {Format: Swiss, Rounds: huge, Accelerated: true},
		"tie-breaks":           {Format: Swiss, Rounds: 5, TieBreaks: many},
		"cycles":               {Format: RoundRobin, Cycles: huge},
		"games of a match":     {Format: Knockout, Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {{Games: huge}}}}},
		"sections":             {Format: Groups, Groups: &groups.Plan{Sections: huge, Advance: 1, Final: groups.Knockout}},
		"a thousand sections":  {Format: Groups, Groups: &groups.Plan{Sections: 1000, Advance: 1, Final: groups.Knockout}},
		"who goes on":          {Format: Groups, Groups: &groups.Plan{Sections: 2, Advance: huge, Final: groups.Knockout}},
		"size of a section":    {Format: Groups, SectionSize: huge, Groups: &groups.Plan{Advance: 1, Final: groups.Knockout}},
		"reach of a ladder":    {Format: Ladder, Ladder: &ladder.Rules{Reach: huge}},
		"idleness on a ladder": {Format: Ladder, Ladder: &ladder.Rules{Idle: huge}},
	} {
		if err := plan.Check(0); !errors.Is(err, ErrPlan) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
