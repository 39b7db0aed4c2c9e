package director

import (
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
)

// everyPlan has a plan of each format, for eight players and more.
func everyPlan() []Plan {
	return []Plan{
		{Format: Swiss, Rounds: 4},
		{Format: RoundRobin},
		{Format: RoundRobin, AtOnce: true, Cycles: 2, Scoring: TwoOne},
		{Format: RoundRobin, Pairs: true},
		{Format: Knockout, Bracket: &bracket.Plan{ThirdPlace: true}},
		{Format: DoubleElimination, Bracket: &bracket.Plan{Reset: true}},
		{Format: Progressive},
		{Format: Groups, Groups: &groups.Plan{Sections: 2, Advance: 2, Final: groups.Knockout}},
		{Format: Groups, AtOnce: true, Groups: &groups.Plan{Sections: 2, Advance: 2, Final: groups.RoundRobin, CarryOver: true}},
	}
}
