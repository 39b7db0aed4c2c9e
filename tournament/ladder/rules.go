// Package ladder keeps an order of players that changes by challenges: who
// beats somebody above him takes his place.
//
// A ladder is a log of events, in the order in which they happened. Fold plays
// it from the start, with what the passing of time does in between, so that
// everything about the ladder can be told again: a game that is voided later
// counts for nothing when the log is played once more. State.Check says whether
// an event may be appended. The package is pure; times are milliseconds that
// the caller gives.
package ladder

import (
	"errors"
	"fmt"
)

// Movement is what a challenger's win does to the order.
type Movement string

// The movements. The zero value is Shift.
const (
	// Shift gives him the place of the loser, who moves down by one with all in
	// between.
	Shift Movement = "shift"
	// Exchange lets the two change places.
	Exchange Movement = "exchange"
)

// Rules are those of a ladder; where 0 is not given a meaning it is no limit
// and no rule (formats.md 5).
type Rules struct {
	// Reach is the number of places that a challenge may go up. With Pyramid it
	// is not asked: row 1 has one place, row 2 two and so on, and a challenge
	// goes to anybody above in the own row or in the next one.
	Reach    int      `json:"reach,omitempty"`
	Pyramid  bool     `json:"pyramid,omitempty"`
	Movement Movement `json:"movement,omitempty"`
	// Outgoing and Incoming are the most challenges that a player may have open
	// at once.
	Outgoing int `json:"outgoing,omitempty"`
	Incoming int `json:"incoming,omitempty"`
	// Rematch is the time after a game in which the two may not challenge each
	// other.
	Rematch int64 `json:"rematch,omitempty"`
	// Declinable lets the challenged one decline, which has the effect of a
	// defeat.
	Declinable bool `json:"declinable,omitempty"`
	// Answer is the time after which a challenge that has not led to a game can
	// be claimed as won; Grace after that it is won by itself.
	Answer int64 `json:"answer,omitempty"`
	Grace  int64 `json:"grace,omitempty"`
	// Idle is the time without a challenge or a game after which a player falls
	// by Fall places (0 is one), and again after each further one. Who falls in
	// one of the last Danger places drops out. Neither vacation counts nor the
	// time with an open challenge. At least MinIdle.
	Idle   int64 `json:"idle,omitempty"`
	Fall   int   `json:"fall,omitempty"`
	Danger int   `json:"danger,omitempty"`
	// OldPlace gives one who returns the place that he had, but none better
	// than Best; otherwise he comes in at the bottom, as new players do.
	OldPlace bool `json:"oldPlace,omitempty"`
	Best     int  `json:"best,omitempty"`
}

// MinIdle is the least time of idleness, an hour.
const MinIdle = 3_600_000

// ErrRules are rules that make no sense.
var ErrRules = errors.New("rules of the ladder are out of range")

func (r Rules) check() error {
	switch {
	case r.Reach < 0, r.Outgoing < 0, r.Incoming < 0, r.Rematch < 0, r.Answer < 0, r.Grace < 0,
		r.Idle < 0, r.Fall < 0, r.Danger < 0, r.Best < 0:
		return fmt.Errorf("a negative number: %w", ErrRules)
	case r.Idle > 0 && r.Idle < MinIdle:
		return fmt.Errorf("idle after %d ms: %w", r.Idle, ErrRules)
	case r.Movement != "" && r.Movement != Shift && r.Movement != Exchange:
		return fmt.Errorf("movement %q: %w", r.Movement, ErrRules)
	}
	return nil
}

// reaches reports whether a challenge may go from one place up to another.
func (r Rules) reaches(from, to int) bool {
	switch {
	case to >= from:
		return false
	case r.Pyramid:
		return row(to) >= row(from)-1
	}
	return r.Reach == 0 || from-to <= r.Reach
}

// row is that of a place in a pyramid, from 1.
func row(place int) int {
	row := 1
	for ; place > row; row++ {
		place -= row
	}
	return row
}
