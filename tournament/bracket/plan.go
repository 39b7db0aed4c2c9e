// Package bracket runs knockouts: single and double elimination, a match for
// the third place, and the consolation and last chance of backgammon.
//
// A Plan is drawn once: New makes a Draw, the list of all matches, each with
// two slots that are fed by a seat, by the winner or the loser of an earlier
// match, or by nobody. A Record is what happened since: games, rulings, and who
// has left. Draw.At puts the two together and answers everything else: what to
// begin now, who is out, how everybody stands. It depends on what is in the
// record and never on the order in which it came, so a correction is answered
// by asking again.
//
// Players are named by seats, numbered from 1 by strength; a substitute takes
// over a seat. The package is pure: it draws no lots and reads no clock.
package bracket

import (
	"errors"
	"fmt"
	"slices"

	"crownpost/tournament"
)

// Format is the form of the main contest.
type Format string

// The formats.
const (
	// Knockout lets the loser of a match drop out of the main contest.
	Knockout Format = "knockout"
	// DoubleElimination lets a player drop out with his second defeat.
	DoubleElimination Format = "double-elimination"
)

// Stage is a part of a draw.
type Stage string

// The stages.
const (
	// Main is the knockout, in double elimination the winners' bracket.
	Main Stage = "main"
	// Losers is the losers' bracket of a double elimination.
	Losers Stage = "losers"
	// GrandFinal is between the winners of the two brackets, Reset the second
	// match after a defeat of him who had none.
	GrandFinal Stage = "grand-final"
	Reset      Stage = "reset"
	ThirdPlace Stage = "third-place"
	// Consolation is for losers of the main stage, LastChance for those of the
	// consolation.
	Consolation Stage = "consolation"
	LastChance  Stage = "last-chance"
)

// Contest is the stage whose winner a match of s helps to find: each of Main,
// Consolation and LastChance has one.
func (s Stage) Contest() Stage {
	if s == Consolation || s == LastChance {
		return s
	}
	return Main
}

// Plan is what is decided before the draw.
type Plan struct {
	Format Format `json:"format"`
	// Seats is the number of players, 2 to MaxSeats; seat 1 is the highest seed.
	Seats int `json:"seats"`
	// Order is the first round from top to bottom, with 0 for byes, as
	// tournament.SeedOrder, which it is when empty, and Drawn make it.
	Order []int `json:"order,omitempty"`
	// ThirdPlace lets the losers of the semi-finals play for it; it is for
	// knockouts.
	ThirdPlace bool `json:"thirdPlace,omitempty"`
	// Reset lets the grand final be played again when it is the first defeat of
	// who lost it; without it one match decides.
	Reset bool `json:"reset,omitempty"`
	// Drops are the orders in which the losers of the winners' rounds 2, 3 … come
	// into the losers' bracket; BestDrops when empty.
	Drops []Drop `json:"drops,omitempty"`
	// Consolation and LastChance say who enters which of their rounds; none
	// when empty. The letters of the last chance are those of the consolation's
	// rounds, which go on after those of the main stage. They are for
	// knockouts.
	Consolation Shift `json:"consolation,omitempty"`
	LastChance  Shift `json:"lastChance,omitempty"`
	// Terms are those of the rounds of a stage; the last ones hold for all that
	// follow. A stage without any has single games.
	Terms map[Stage][]Terms `json:"terms,omitempty"`
}

// MaxSeats is the largest field.
const MaxSeats = 4096

// Errors of New.
var (
	// ErrSeats is a number of players below 2 or above MaxSeats.
	ErrSeats = errors.New("number of players is out of range")
	// ErrOrder is a first round that does not have every seat once, or lets two
	// byes meet.
	ErrOrder = errors.New("first round is not a draw of the seats")
	// ErrPlan is a choice that does not go with another one.
	ErrPlan = errors.New("choices do not go together")
)

// Drawn is the first round of a draw by lot: lots are the seats in the order in
// which they were drawn. Who is drawn first stands where the first seed would.
func Drawn(lots []int) []int {
	order := tournament.SeedOrder(len(lots))
	for i, place := range order {
		if place > 0 {
			order[i] = lots[place-1]
		}
	}
	return order
}

// terms are those of a round of a stage, numbered from 1.
func (p Plan) terms(stage Stage, round int) Terms {
	all := p.Terms[stage]
	if len(all) == 0 {
		return Terms{}
	}
	return all[min(round, len(all))-1]
}

// check fills in what a plan leaves open.
func (p *Plan) check() error {
	if p.Seats < 2 || p.Seats > MaxSeats {
		return fmt.Errorf("%d players: %w", p.Seats, ErrSeats)
	}
	if len(p.Order) == 0 {
		p.Order = tournament.SeedOrder(p.Seats)
	}
	if err := checkOrder(p.Order, p.Seats); err != nil {
		return err
	}
	for stage, terms := range p.Terms {
		for _, t := range terms {
			if !t.valid() {
				return fmt.Errorf("terms of %s: %w", stage, ErrTerms)
			}
		}
	}
	switch p.Format {
	case Knockout:
		if p.Reset || len(p.Drops) > 0 {
			return fmt.Errorf("knockout with a losers' bracket: %w", ErrPlan)
		}
		if semi := log2(len(p.Order)) - 1; p.ThirdPlace && p.Consolation.has(semi) {
			return fmt.Errorf("third place and a consolation for losers of the semi-finals: %w", ErrPlan)
		}
		if len(p.LastChance) > 0 && len(p.Consolation) == 0 {
			return fmt.Errorf("last chance without a consolation: %w", ErrPlan)
		}
	case DoubleElimination:
		if p.ThirdPlace || len(p.Consolation)+len(p.LastChance) > 0 {
			return fmt.Errorf("double elimination with a third place or a consolation: %w", ErrPlan)
		}
	default:
		return fmt.Errorf("format %q: %w", p.Format, ErrPlan)
	}
	return nil
}

// checkOrder tells whether an order has each of n seats once, in a power of two
// of places that is not larger than it must be, and no two byes meet.
func checkOrder(order []int, n int) error {
	if len(order) != 1<<ceilLog2(n) {
		return fmt.Errorf("%d places for %d seats: %w", len(order), n, ErrOrder)
	}
	seated := slices.DeleteFunc(slices.Clone(order), func(seat int) bool { return seat == 0 })
	slices.Sort(seated)
	for i, seat := range seated {
		if seat != i+1 {
			return fmt.Errorf("seat %d: %w", i+1, ErrOrder)
		}
	}
	if len(seated) != n {
		return fmt.Errorf("%d of %d seats: %w", len(seated), n, ErrOrder)
	}
	for i := 0; i < len(order); i += 2 {
		if order[i] == 0 && order[i+1] == 0 {
			return fmt.Errorf("two byes meet at place %d: %w", i+1, ErrOrder)
		}
	}
	return nil
}
