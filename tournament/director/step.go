package director

import "slices"

// Step is what is to be done with an event.
type Step struct {
	// Round is the one that it opens, as Event.Round counts; 0 where it opens
	// none.
	Round int
	// Pairings are the games and byes to be created, with the result where one is
	// decided without play.
	Pairings []Pairing
	// Drops are the IDs of pairings that these replace.
	Drops []int64
	// Lots are to be drawn, one a match: rulings of kind Lot without a result.
	Lots []Pairing
	// Warnings are sentences on what is against the rules of a round that was
	// paired by hand.
	Warnings []string
	// Over says that the event has come to its end, with every result that counts:
	// games of a match that is decided without them may still run. Deserted says
	// that it ended for want of players.
	Over, Deserted bool
}

// form is what each format answers.
type form interface {
	rounds() int
	round() int
	roundsLeft() int
	next() (Step, error)
	standings() ([]Table, error)
}

func (e Event) form() (form, error) {
	if !e.started() {
		return nil, ErrNotStarted
	}
	switch e.Plan.Format {
	case Swiss:
		return swissEvent{e}, nil
	case RoundRobin:
		return e.roundRobin(), nil
	case Groups:
		return e.sections()
	case Knockout, DoubleElimination, Progressive:
		return e.knockout()
	}
	return nil, ErrFormat
}

// Rounds is the number of rounds, 0 before the start: of a draw the longest line
// of matches, of groups those of the sections and of the final as it is
// planned.
func (e Event) Rounds() int {
	f, err := e.form()
	if err != nil {
		return 0
	}
	return f.rounds()
}

// Round is the latest round that has been opened, 0 for none; of a draw how many
// matches one after another play has come to. The rounds of the final of groups
// go on after those of the sections.
func (e Event) Round() int {
	f, err := e.form()
	if err != nil {
		return 0
	}
	return f.round()
}

// RoundsLeft is the latest number of rounds that are still to be played one
// after another, those being played among them.
func (e Event) RoundsLeft() int {
	f, err := e.form()
	if err != nil {
		return 0
	}
	return f.roundsLeft()
}

// Next is what is to be begun now; what is in Pairings is never given again.
// Where all games of a round are decided without play, the next round follows
// when it is asked again. Errors: ErrNotStarted; swiss.ErrNoPairing, as a
// *swiss.Impossible; bracket.ErrBegun where pairings contradict results.
func (e Event) Next() (Step, error) {
	before, err := e.form()
	if err != nil {
		return Step{}, err
	}
	step, err := before.next()
	if err != nil || len(step.Pairings) == 0 {
		return step, err
	}
	e.Pairings = slices.Concat(e.Pairings, step.Pairings)
	after, err := e.form()
	if err != nil {
		return Step{}, err
	}
	if round := after.round(); round > before.round() {
		step.Round = round
	}
	return step, nil
}
