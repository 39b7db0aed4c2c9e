package director

import (
	"fmt"
	"slices"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
	"crownpost/tournament/ladder"
	"crownpost/tournament/tiebreak"
)

// Check reports the first choice of a plan that does not fit. With players 0
// their number is not known yet, and what depends on it is left to Start.
// Errors: ErrPlan, as a PlanError.
func (p Plan) Check(players int) error {
	switch {
	case !slices.Contains(Formats(), p.Format):
		return &PlanError{"format", fmt.Sprintf("there is no %q", p.Format)}
	case p.Format == Ladder && p.Ladder == nil:
		return &PlanError{"ladder", "a ladder needs its rules"}
	case p.Format == Ladder:
		return p.checkLadder()
	}
	checks := []func(int) *PlanError{p.checkScoring, p.checkLaw, p.checkTieBreaks}
	switch p.Format {
	case Swiss:
		checks = append(checks, p.checkSwiss)
	case RoundRobin:
		checks = append(checks, p.checkCycles)
	case Groups:
		checks = append(checks, p.checkCycles, p.checkGroups)
	default:
		checks = append(checks, p.checkBracket)
	}
	for _, check := range checks {
		if err := check(players); err != nil {
			return err
		}
	}
	return nil
}

// Limits of plans. They are far beyond what anybody plays and keep what is
// worked out from a plan small.
const (
	// MaxSwissRounds is the greatest number of rounds of a Swiss.
	MaxSwissRounds = 200
	// MaxSections is the greatest number of sections, MaxSectionSize that of the
	// players of one.
	MaxSections    = 500
	MaxSectionSize = 64
	// MaxTieBreaks is the greatest number of tie-breaks.
	MaxTieBreaks = 20
	// MaxLadder is the greatest count in the rules of a ladder, and MaxLadderTime
	// the longest of its times in milliseconds, ten years.
	MaxLadder     = 10_000
	MaxLadderTime = 10 * 365 * 86_400_000
)

// checkLadder looks at the rules of a ladder. Errors: a PlanError.
func (p Plan) checkLadder() error {
	r := *p.Ladder
	for _, n := range []int{r.Reach, r.Outgoing, r.Incoming, r.Fall, r.Danger, r.Best} {
		if n > MaxLadder {
			return &PlanError{"ladder", fmt.Sprintf("%d is more than %d", n, MaxLadder)}
		}
	}
	for _, t := range []int64{r.Rematch, r.Answer, r.Grace, r.Idle} {
		if t > MaxLadderTime {
			return &PlanError{"ladder", "a time of a ladder is at most ten years"}
		}
	}
	if _, err := ladder.Fold(r, nil, 0); err != nil {
		return &PlanError{"ladder", err.Error()}
	}
	return nil
}

// MaxRounds is the greatest number of rounds of a Swiss in which nobody need
// meet anybody again or rest twice; 0 for other formats.
func (p Plan) MaxRounds(players int) int {
	if p.Format != Swiss || players < 2 {
		return 0
	}
	return players - 1 + players%2
}

func (p Plan) checkScoring(int) *PlanError {
	switch {
	case !slices.Contains([]Scoring{"", Classic, TwoOne, ThreeOne, ByScore}, p.Scoring):
		return &PlanError{"scoring", fmt.Sprintf("there is no %q", p.Scoring)}
	case p.Scoring == ByScore && p.Length < 1:
		return &PlanError{"length", "scoring by points needs the length of the matches"}
	case p.Format == Groups && (p.Scoring == ThreeOne || p.Scoring == ByScore):
		return &PlanError{"scoring", "groups count a draw as half a win"}
	case p.Points != nil && (p.Format != Swiss || p.Pairs || p.Scoring != ""):
		return &PlanError{"points", "points of a file are those of single games in a Swiss without a scoring of its own"}
	case p.Points != nil && !sensible(*p.Points):
		return &PlanError{"points", "a win is worth more than a loss, a draw something between, and nothing less than 0 or more than 100"}
	case len(p.Extra) > 0 && p.Format != Swiss:
		return &PlanError{"extra", "single players have points of their own in a Swiss only"}
	case slices.ContainsFunc(p.Extra, func(x Extra) bool { return !x.sensible() }):
		return &PlanError{"extra", fmt.Sprintf("points of single players are at most 100 either way, virtual ones not below 0 and of %d rounds at most", MaxSwissRounds)}
	case p.Pairs && p.knockout():
		return &PlanError{"pairs", "the terms of a knockout say how many games a match has"}
	}
	return nil
}

// mostPoints bounds what a file says of points, in tenths.
const mostPoints = 1000

func sensible(p tournament.Points) bool {
	for _, points := range []tournament.Tenths{
		p.Win, p.Draw, p.Loss, p.ForfeitWin, p.ForfeitLoss, p.PairingBye, p.FullBye, p.HalfBye, p.ZeroBye,
	} {
		if points < 0 || points > mostPoints {
			return false
		}
	}
	return p.Win > p.Loss && p.Win >= p.Draw && p.Draw >= p.Loss
}

func (x Extra) sensible() bool {
	return max(x.Adjustment, -x.Adjustment) <= mostPoints && len(x.Virtual) <= MaxSwissRounds &&
		!slices.ContainsFunc(x.Virtual, func(v tournament.Tenths) bool { return v < 0 || v > mostPoints })
}

func (p Plan) checkLaw(int) *PlanError {
	switch p.Law {
	case "", tournament.LawHalf, tournament.LawForfeitAll, tournament.LawAnnulAll:
		return nil
	}
	return &PlanError{"law", fmt.Sprintf("there is no %q", p.Law)}
}

// inGroups are the tie-breaks that sections know.
var inGroups = map[string]tournament.TieBreak{
	tiebreak.WIN: tournament.Wins,
	tiebreak.SB:  tournament.SonnebornBerger,
	tiebreak.DE:  tournament.DirectEncounter,
	tiebreak.KS:  tournament.Koya,
}

func (p Plan) checkTieBreaks(int) *PlanError {
	if p.knockout() {
		return nil
	}
	if len(p.TieBreaks) > MaxTieBreaks {
		return &PlanError{"tieBreaks", fmt.Sprintf("there are at most %d", MaxTieBreaks)}
	}
	codes, err := p.Codes()
	if err != nil {
		return &PlanError{"tieBreaks", err.Error()}
	}
	for _, c := range codes {
		if _, err := tiebreak.Rank(tournament.Field{RoundRobin: p.Format != Swiss}, []tiebreak.Code{c}); err != nil {
			return &PlanError{"tieBreaks", err.Error()}
		}
		if p.Format == Groups && (inGroups[c.Name] == "" || c != tiebreak.Code{Name: c.Name}) {
			return &PlanError{"tieBreaks", fmt.Sprintf("%s is not known in groups", c)}
		}
	}
	return nil
}

// Codes are the tie-breaks behind the points: those that the plan names or, where
// it names none, the usual ones of its format. Errors: tiebreak.ErrCode.
func (p Plan) Codes() ([]tiebreak.Code, error) {
	if len(p.TieBreaks) == 0 {
		if p.Format == Groups {
			return []tiebreak.Code{{Name: tiebreak.WIN}, {Name: tiebreak.SB}, {Name: tiebreak.DE}}, nil
		}
		return tiebreak.Default(p.Format != Swiss), nil
	}
	var codes []tiebreak.Code
	for _, text := range p.TieBreaks {
		c, err := tiebreak.Parse(text)
		if err != nil {
			return nil, err
		}
		codes = append(codes, c)
	}
	if codes[0].Name == tiebreak.PTS {
		codes = codes[1:]
	}
	return codes, nil
}

func (p Plan) checkSwiss(players int) *PlanError {
	switch most := p.MaxRounds(players); {
	case p.Rounds < 1:
		return &PlanError{"rounds", "a Swiss has at least one round"}
	case p.Rounds > MaxSwissRounds:
		return &PlanError{"rounds", fmt.Sprintf("a Swiss has at most %d rounds", MaxSwissRounds)}
	case players > 0 && p.Rounds > most:
		return &PlanError{"rounds", fmt.Sprintf("%d players can play %d rounds without a rematch, not %d", players, most, p.Rounds)}
	case p.HalfByes < 0:
		return &PlanError{"halfByes", "a number of byes is not negative"}
	case p.Accelerated && p.Scoring == ThreeOne:
		return &PlanError{"accelerated", "acceleration needs draws worth half a win"}
	}
	return nil
}

func (p Plan) checkCycles(int) *PlanError {
	if p.Cycles < 0 || p.Cycles > MaxCycles {
		return &PlanError{"cycles", fmt.Sprintf("everybody meets everybody 1 to %d times, not %d", MaxCycles, p.Cycles)}
	}
	return nil
}

// checkBracket draws the bracket. As long as the number of players is not known
// the terms alone are looked at: the rest depends on it.
func (p Plan) checkBracket(players int) *PlanError {
	b := p.bracket(players)
	if players == 0 {
		b.Seats, b.Drops, b.Consolation, b.LastChance = 2, nil, nil, nil
	}
	if _, err := bracket.New(b); err != nil {
		return &PlanError{"bracket", err.Error()}
	}
	return nil
}

func (p Plan) checkGroups(players int) *PlanError {
	if p.Groups == nil {
		return &PlanError{"groups", "groups need a number of sections"}
	}
	switch g := p.Groups; {
	case g.Sections < 0 || g.Sections > MaxSections:
		return &PlanError{"groups", fmt.Sprintf("there are at most %d sections", MaxSections)}
	case g.Advance < 1 || g.Advance >= MaxSectionSize || g.Best < 0 || g.Best >= MaxSections:
		return &PlanError{"groups", fmt.Sprintf("1 to %d of a section go on, not %d", MaxSectionSize-1, g.Advance)}
	case p.SectionSize < 0 || p.SectionSize > MaxSectionSize:
		return &PlanError{"sectionSize", fmt.Sprintf("a section has at most %d players", MaxSectionSize)}
	case g.Final != groups.Knockout && g.Final != groups.RoundRobin:
		return &PlanError{"groups", fmt.Sprintf("the final is %q or %q, not %q", groups.Knockout, groups.RoundRobin, g.Final)}
	case p.SectionSize == 0:
	case p.SectionSize <= p.Groups.Advance:
		return &PlanError{"sectionSize", fmt.Sprintf("%d of a section go on, so it has more than that", p.Groups.Advance)}
	case players == 0:
		players = 2 * p.SectionSize
	}
	if players == 0 { // as many as the sections need
		players = p.Groups.Sections * max(p.Groups.Advance+1, 2)
	}
	if _, err := groups.New(p.groups(players)); err != nil {
		return &PlanError{"groups", err.Error()}
	}
	if p.Groups.Final == groups.Knockout {
		if _, err := bracket.New(p.final(max(p.Groups.Advance*p.Groups.Sections, 2), nil)); err != nil {
			return &PlanError{"bracket", err.Error()}
		}
	}
	return nil
}
