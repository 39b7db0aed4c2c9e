package bracket

import (
	"fmt"
	"math/bits"
)

// Origin is where the player of a slot comes from.
type Origin int8

// The origins.
const (
	Nobody Origin = iota
	FromSeat
	WinnerOf
	LoserOf
)

// Source is what feeds a slot.
type Source struct {
	Origin Origin
	// Seat is that of FromSeat, Match the ID of WinnerOf and LoserOf.
	Seat, Match int
}

// String is "bye", "seat 3", "winner of match 5" or "loser of match 5".
func (s Source) String() string {
	switch s.Origin {
	case FromSeat:
		return fmt.Sprintf("seat %d", s.Seat)
	case WinnerOf:
		return fmt.Sprintf("winner of match %d", s.Match)
	case LoserOf:
		return fmt.Sprintf("loser of match %d", s.Match)
	}
	return "bye"
}

// Match is one match of a draw.
type Match struct {
	// ID numbers from 1 in an order in which the matches can be played.
	ID    int
	Stage Stage
	// Round numbers from 1 within the stage, Board within the round from top to
	// bottom.
	Round, Board int
	Slots        [2]Source
	Terms        Terms
	// Winner and Loser are the IDs of the matches to which they go on, 0 where
	// they do not.
	Winner, Loser int
	// depth orders defeats: the deeper, the earlier; the last match has 0.
	depth int
}

// Draw is every match of a plan. It does not change.
type Draw struct {
	Plan Plan
	// Matches are by ID.
	Matches []Match
}

// New draws a plan. Errors: ErrSeats, ErrOrder, ErrPlan, ErrTerms, ErrDrops,
// ErrShift.
func New(plan Plan) (*Draw, error) {
	if err := plan.check(); err != nil {
		return nil, err
	}
	d := &Draw{Plan: plan}
	if plan.Format == DoubleElimination {
		if err := d.drawDouble(); err != nil {
			return nil, err
		}
	} else if err := d.drawKnockout(); err != nil {
		return nil, err
	}
	d.link()
	return d, nil
}

// Match is that of an ID.
func (d *Draw) Match(id int) (Match, bool) {
	if id < 1 || id > len(d.Matches) {
		return Match{}, false
	}
	return d.Matches[id-1], true
}

// add appends a round of matches with the given pairs of slots and returns
// their IDs.
func (d *Draw) add(stage Stage, round, depth int, slots []Source) []int {
	var ids []int
	for i := 0; i < len(slots); i += 2 {
		id := len(d.Matches) + 1
		d.Matches = append(d.Matches, Match{
			ID: id, Stage: stage, Round: round, Board: i/2 + 1, depth: depth,
			Slots: [2]Source{slots[i], slots[i+1]}, Terms: d.Plan.terms(stage, round),
		})
		ids = append(ids, id)
	}
	return ids
}

// link notes where the players of each match go on.
func (d *Draw) link() {
	for _, m := range d.Matches {
		for _, s := range m.Slots {
			switch s.Origin {
			case WinnerOf:
				d.Matches[s.Match-1].Winner = m.ID
			case LoserOf:
				d.Matches[s.Match-1].Loser = m.ID
			}
		}
	}
}

// firstRound are the slots that the order gives.
func (d *Draw) firstRound() []Source {
	slots := make([]Source, len(d.Plan.Order))
	for i, seat := range d.Plan.Order {
		if seat > 0 {
			slots[i] = Source{Origin: FromSeat, Seat: seat}
		}
	}
	return slots
}

// from are slots fed by matches.
func from(origin Origin, ids []int) []Source {
	slots := make([]Source, len(ids))
	for i, id := range ids {
		slots[i] = Source{Origin: origin, Match: id}
	}
	return slots
}

// zip takes from both lists in turn.
func zip(a, b []Source) []Source {
	slots := make([]Source, 0, 2*len(a))
	for i := range a {
		slots = append(slots, a[i], b[i])
	}
	return slots
}

// log2 is the exponent of a power of two.
func log2(n int) int { return bits.Len(uint(n)) - 1 }

// ceilLog2 is the exponent of the least power of two that is not below n.
func ceilLog2(n int) int { return bits.Len(uint(n - 1)) }
