// Package groups runs sections and what comes after them: players are divided
// into sections of equal strength, each a round robin; the best of each go on
// to a final, which is a round robin or a knockout seeded from the sections.
//
// New divides a Plan; Draw.At puts a Record of games into it and answers from
// that alone, in whatever order the games were stored. Players are named by
// seats of the whole event, numbered from 1 by strength. The package is pure.
package groups

import (
	"errors"
	"fmt"

	"crownpost/tournament"
)

// Ties say who goes on when several players could be the last one to.
type Ties string

// The ties. The zero value is BreakThenAll.
const (
	// BreakThenAll asks the tie-breaks; whom they leave level all go on.
	BreakThenAll Ties = "break-then-all"
	// BreakThenSeed asks the tie-breaks, then takes the lower seats, so that
	// there are never more than planned.
	BreakThenSeed Ties = "break-then-seed"
	// All lets everybody go on who has the points of the last place, as is the
	// custom of correspondence play.
	All Ties = "all"
)

// Final is the form of what comes after the sections.
type Final string

// The finals.
const (
	Knockout   Final = "knockout"
	RoundRobin Final = "round-robin"
)

// Plan is what is decided before the draw.
type Plan struct {
	// Seats is the number of players, Sections that of sections, with at least
	// two players each.
	Seats    int `json:"seats"`
	Sections int `json:"sections"`
	// Separate are keys by seat, the first for seat 1, such as a club or a
	// country: players with one key come into different sections as far as
	// possible. An empty key, and a missing one, is none.
	Separate []string `json:"separate,omitempty"`
	// Advance is how many of each section go on. Best is how many more do, the
	// best of those who come next in their sections.
	Advance int  `json:"advance"`
	Best    int  `json:"best,omitempty"`
	Ties    Ties `json:"ties,omitempty"`
	// TieBreaks, Law, Cycles and Pairs are those of each section and of a final
	// round robin, as in tournament.Event.
	TieBreaks []tournament.TieBreak `json:"tieBreaks,omitempty"`
	Law       tournament.Law        `json:"law,omitempty"`
	Cycles    int                   `json:"cycles,omitempty"`
	Pairs     bool                  `json:"pairs,omitempty"`
	Final     Final                 `json:"final"`
	// CarryOver keeps the games of players of one section: they do not meet
	// again in a final round robin.
	CarryOver bool `json:"carryOver,omitempty"`
}

// Errors of New.
var (
	// ErrSections is a number of sections that leaves one with less than two
	// players, or no section.
	ErrSections = errors.New("number of sections does not fit")
	// ErrAdvance is a number of players to go on that is not below the size of
	// the smallest section, or that leaves fewer than two for the final; or as
	// many more as there are sections.
	ErrAdvance = errors.New("number of players who advance does not fit")
	// ErrPlan is a choice that there is not, or that does not go with another.
	ErrPlan = errors.New("choices do not go together")
)

// Sections is the number of sections that so many players need if none may
// have more than size.
func Sections(players, size int) int { return (players + size - 1) / size }

// Draw is a plan with its sections. It does not change.
type Draw struct {
	Plan Plan
	// Sections are the seats of each, the strongest first.
	Sections [][]int
}

// New divides the seats of a plan into sections. Errors: ErrSections,
// ErrAdvance, ErrPlan.
func New(plan Plan) (*Draw, error) {
	if plan.Sections < 1 || plan.Seats < 2*plan.Sections {
		return nil, fmt.Errorf("%d sections of %d players: %w", plan.Sections, plan.Seats, ErrSections)
	}
	if plan.Advance < 1 || plan.Advance >= plan.Seats/plan.Sections || plan.Advance*plan.Sections < 2 {
		return nil, fmt.Errorf("%d of each section: %w", plan.Advance, ErrAdvance)
	}
	if plan.Best < 0 || plan.Best >= plan.Sections {
		return nil, fmt.Errorf("%d more of %d sections: %w", plan.Best, plan.Sections, ErrAdvance)
	}
	switch plan.Ties {
	case "", BreakThenAll, BreakThenSeed, All:
	default:
		return nil, fmt.Errorf("ties %q: %w", plan.Ties, ErrPlan)
	}
	switch {
	case plan.Final != Knockout && plan.Final != RoundRobin:
		return nil, fmt.Errorf("final %q: %w", plan.Final, ErrPlan)
	case plan.Final == Knockout && plan.CarryOver:
		return nil, fmt.Errorf("results carried into a knockout: %w", ErrPlan)
	}
	return &Draw{Plan: plan, Sections: plan.snake()}, nil
}

// snake divides the seats: row by row, the first row from the first section to
// the last, the second one back, and so on (formats.md 3). Sizes differ by one
// at most.
func (p Plan) snake() [][]int {
	sections := make([][]int, p.Sections)
	keys := make([]map[string]int, p.Sections)
	for i := range keys {
		keys[i] = map[string]int{}
	}
	for first := 1; first <= p.Seats; first += p.Sections {
		row := make([]int, p.Sections) // by section; 0 is nobody
		for i := range row {
			place := i
			if (first/p.Sections)%2 == 1 {
				place = len(row) - 1 - i
			}
			if seat := first + i; seat <= p.Seats {
				row[place] = seat
			}
		}
		p.separate(row, keys)
		for i, seat := range row {
			if seat > 0 {
				sections[i] = append(sections[i], seat)
				keys[i][p.key(seat)]++
			}
		}
	}
	return sections
}

// key is what a seat is to be kept apart by.
func (p Plan) key(seat int) string {
	if seat < 1 || seat > len(p.Separate) {
		return ""
	}
	return p.Separate[seat-1]
}

// separate swaps seats of a row, near ones first, as long as fewer of them are
// together with seats of the same key. Strength is the same whatever the order
// within a row.
func (p Plan) separate(row []int, keys []map[string]int) {
	clashes := func(seat, section int) int {
		if key := p.key(seat); key != "" {
			return keys[section][key]
		}
		return 0
	}
	if len(p.Separate) == 0 {
		return
	}
	for better := true; better; {
		better = false
		for distance := 1; distance < len(row); distance++ {
			for i := 0; i+distance < len(row); i++ {
				j := i + distance
				if clashes(row[i], j)+clashes(row[j], i) < clashes(row[i], i)+clashes(row[j], j) {
					row[i], row[j] = row[j], row[i]
					better = true
				}
			}
		}
	}
}
