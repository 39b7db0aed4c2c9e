// Package backgammon plays the games of the backgammon family: positions,
// legal plays, their notation and what a win counts.
//
// Each side numbers the points from its own side of the board: it moves from
// 24 down to 1, bears off to 0 and enters from the bar, which counts as 25.
// One side's point p is the other's 25-p.
package backgammon

import (
	"fmt"

	"crownpost/rules"
)

// checkers is the number of checkers a side begins with.
const checkers = 15

// Variant is one set of rules.
type Variant struct {
	key   string
	start Men
	// value is what a win counts against a loser whose checkers stand so.
	value func(loser Men) int
}

var standard = menOf(map[int]int{24: 2, 13: 5, 8: 3, 6: 5})

var variants = []*Variant{
	{key: "backgammon", start: standard, value: backgammonValue},
	{key: "table", start: standard, value: tableValue},
}

// Variants returns the variants of the family, in the order in which they are
// offered.
func Variants() []rules.Variant {
	all := make([]rules.Variant, len(variants))
	for i, v := range variants {
		all[i] = v
	}
	return all
}

// Key returns the variant's name.
func (v *Variant) Key() string { return v.key }

// Family returns rules.Backgammon.
func (v *Variant) Family() rules.Family { return rules.Backgammon }

// Start returns the set-up, before the opening throw.
func (v *Variant) Start() rules.Position {
	return State{variant: v, men: [2]Men{v.start, v.start}, side: rules.White, phase: opening}
}

// Options returns none.
func (v *Variant) Options() []rules.Option { return nil }

// With returns v: there is nothing to choose.
func (v *Variant) With(choices map[string]string) (rules.Variant, error) {
	for key := range choices {
		return nil, fmt.Errorf("%s has no option %q", v.key, key)
	}
	return v, nil
}

// backgammonValue is 1 once the loser has borne off a checker; without, it is
// 3 (a backgammon) when he has a checker on the bar or in the winner's home,
// else 2 (a gammon).
func backgammonValue(loser Men) int {
	switch {
	case loser.On(Off) > 0:
		return 1
	case loser.highest() >= 19:
		return 3
	}
	return 2
}

// tableValue is the first line of the rule sheet that applies, worst first:
// 8 with a checker on the bar, 4 with one outside the loser's home, 2 with
// none borne off, else 1. Checkers borne off excuse nobody from the first two.
func tableValue(loser Men) int {
	switch {
	case loser.On(Bar) > 0:
		return 8
	case loser.highest() > 6:
		return 4
	case loser.On(Off) == 0:
		return 2
	}
	return 1
}
