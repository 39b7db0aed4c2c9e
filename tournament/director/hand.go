package director

import (
	"errors"
	"fmt"
	"slices"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
)

// Bye returns a Swiss with a bye granted to a player for a round that he has not
// begun to play; of the round that is open, Repair then pairs the others. A
// second bye for a round replaces the first and has its ID. It grants whatever
// the organiser says: what a player can ask for himself is told by Asked.
// Errors: ErrFormat; ErrNoSuchPlayer, also for who has left; ErrRound.
func (e Event) Bye(player int64, round int, k Kind) (Event, Pairing, error) {
	if e.Plan.Format != Swiss || !k.granted() {
		return e, Pairing{}, ErrFormat
	}
	i := e.player(player)
	if i < 0 || e.Players[i].Status.Left() {
		return e, Pairing{}, ErrNoSuchPlayer
	}
	s := swissEvent{e}
	if round < max(s.round(), 1) || round > e.Plan.Rounds || s.begun(round, player) {
		return e, Pairing{}, fmt.Errorf("bye in round %d: %w", round, ErrRound)
	}
	bye := Pairing{Round: round, White: player, Kind: k}
	same := func(p Pairing) bool { return p.White == player && p.Round == round && p.Kind.granted() }
	if i := slices.IndexFunc(e.Pairings, same); i >= 0 {
		bye.ID = e.Pairings[i].ID
	}
	after := e.clone()
	after.Pairings = append(slices.DeleteFunc(after.Pairings, same), bye)
	return after, bye, nil
}

// Asked is the bye that a player of a Swiss can ask for in a round: half a point
// as often as the plan allows and not in the last round, else nothing. Another
// bye in the same round, which it would replace, does not count.
func (e Event) Asked(player int64, round int) Kind {
	halves := 0
	for _, p := range e.Pairings {
		if p.White == player && p.Kind == HalfBye && p.Round != round {
			halves++
		}
	}
	if round >= e.Plan.Rounds || halves >= e.Plan.HalfByes {
		return ZeroBye
	}
	return HalfBye
}

// begun reports whether a player has a result in a round, or a game that was
// deferred.
func (e swissEvent) begun(round int, player int64) bool {
	seat := e.seats()[player]
	return slices.ContainsFunc(e.meetings(), func(m meeting) bool {
		return m.round == round && (m.white == seat || m.black == seat) && m.begun()
	})
}

// Correct returns the event with the result of a game set, corrected or taken
// back. A game of a past round of a Swiss that is open again is deferred. Errors:
// ErrNoSuchPairing; ErrTooLate when players of matches that have begun would be
// others.
func (e Event) Correct(pairing int64, r tournament.Result, forfeit bool, score [2]int) (Event, error) {
	i := slices.IndexFunc(e.Pairings, func(p Pairing) bool { return p.ID == pairing && p.Kind == Game })
	if i < 0 || r < tournament.Unfinished || r > tournament.BothLose {
		return e, ErrNoSuchPairing
	}
	after := e.clone()
	g := &after.Pairings[i]
	g.Result, g.Score = r, score
	g.Forfeit = forfeit && r != tournament.Drawn && r != tournament.Unfinished
	if e.Plan.Format == Swiss && r == tournament.Unfinished && g.Round < e.Round() {
		g.Deferred = true
	}
	return after, after.Follows(e)
}

// Follows reports ErrTooLate when an event that has been changed contradicts what
// was begun before: matches of a draw, or the final of groups.
func (e Event) Follows(before Event) error {
	f, err := e.form()
	if errors.Is(err, bracket.ErrBegun) {
		return fmt.Errorf("%w: %w", ErrTooLate, err)
	}
	if err != nil {
		return err
	}
	s, ok := f.(sectioned)
	if !ok || !s.begun {
		return nil
	}
	was, err := before.sections()
	if err != nil {
		return err
	}
	if !slices.Equal(s.qualified(), was.qualified()) {
		return fmt.Errorf("final: %w", ErrTooLate)
	}
	if _, err = s.final(); errors.Is(err, bracket.ErrBegun) {
		return fmt.Errorf("%w: %w", ErrTooLate, err)
	}
	return err
}

// Displaced are the games without a result that stand in the way of a change,
// refused with ErrTooLate: others come to their matches with it. A caller in whose
// event nobody has moved in them takes them out and changes the event Without
// them. There are none where something in their matches has been decided.
func (e Event) Displaced(refusal error) []int64 {
	if !errors.Is(refusal, ErrTooLate) {
		return nil
	}
	var begun *bracket.BegunError
	named := errors.As(refusal, &begun)
	stage := ""
	if e.Plan.Format == Groups {
		stage = Final
	}
	var games []int64
	for _, p := range e.Pairings {
		if p.Stage != stage || p.Kind.Bye() || named && !slices.Contains(begun.Matches, p.Round) {
			continue
		}
		if p.Kind != Game || p.Finished() {
			return nil
		}
		games = append(games, p.ID)
	}
	return games
}

// Without is the event without some of its pairings.
func (e Event) Without(pairings []int64) Event {
	after := e.clone()
	after.Pairings = slices.DeleteFunc(after.Pairings, func(p Pairing) bool { return slices.Contains(pairings, p.ID) })
	return after
}

// qualified are the seats of those in the final, in its order.
func (s sectioned) qualified() []int {
	var seats []int
	if s.state.Over() {
		stage, err := s.state.Final()
		if err != nil {
			return nil
		}
		for _, v := range stage.Players {
			seats = append(seats, v.Seat)
		}
		seats = append(seats, stage.Order...)
	}
	return seats
}

// Rule returns an event with a ruling on a match of a draw, in place of one that
// is there and with its ID; one without a kind takes that back. Errors:
// ErrFormat; ErrTooLate; bracket.ErrRecord for a ruling that says nothing.
func (e Event) Rule(p Pairing) (Event, error) {
	if !e.Plan.knockout() && (e.Plan.Format != Groups || p.Stage != Final) || p.Kind == Game || p.Kind.Bye() {
		return e, ErrFormat
	}
	after := e.clone()
	same := func(r Pairing) bool {
		return r.Stage == p.Stage && r.Round == p.Round && r.Kind != Game && !r.Kind.Bye()
	}
	if i := slices.IndexFunc(after.Pairings, same); i >= 0 {
		p.ID = after.Pairings[i].ID
	}
	after.Pairings = slices.DeleteFunc(after.Pairings, same)
	if p.Kind != "" {
		p.Board = 0
		after.Pairings = append(after.Pairings, p)
	}
	return after, after.Follows(e)
}

// Swap returns a Swiss in which two players of its latest round have changed
// places, and the pairings that change; two who play each other change colours.
// Errors: ErrFormat; ErrRound when one of them has no pairing in the round, or
// has begun it.
func (e Event) Swap(a, b int64) (Event, []Pairing, error) {
	if e.Plan.Format != Swiss {
		return e, nil, ErrFormat
	}
	s := swissEvent{e}
	round := s.round()
	after := e.clone()
	var changed []Pairing
	placed := map[int64]bool{}
	for i := range after.Pairings {
		p := &after.Pairings[i]
		if p.Round != round || p.Kind != Game && p.Kind != PairingBye {
			continue
		}
		before := *p
		for _, side := range []*int64{&p.White, &p.Black} {
			switch *side {
			case a:
				*side, placed[a] = b, true
			case b:
				*side, placed[b] = a, true
			}
		}
		if *p != before {
			changed = append(changed, *p)
		}
	}
	if a == b || !placed[a] || !placed[b] || s.begun(round, a) || s.begun(round, b) {
		return e, nil, fmt.Errorf("swap in round %d: %w", round, ErrRound)
	}
	return after, changed, nil
}
