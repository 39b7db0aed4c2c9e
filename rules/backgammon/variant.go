// Package backgammon plays the games of the backgammon family: matches,
// positions, legal plays, their notation and what a win counts.
//
// Each side numbers the points from its own side of the board: it moves from
// 24 down to 1, bears off to 0 and enters from the bar, which counts as 25.
// One side's point p is the other's 25-p.
package backgammon

import (
	"fmt"
	"slices"

	"crownpost/rules"
)

// checkers is the number of checkers a side begins with.
const checkers = 15

// MaxLength is the most points a match is played to, MaxGames the most games a
// session for money has.
const (
	MaxLength = 64
	MaxGames  = 25
)

// kind is a game of the family, whatever a match of it is played to.
type kind struct {
	key   string
	start Men
	moves movement
	// value is what a win counts against a loser whose checkers stand so.
	value func(loser Men) int
	// levels are what a game can be resigned at, in rising order.
	levels []int
	// cube says that the game is played with a doubling cube.
	cube bool
	// throwsAnew says that the winner of the opening throw begins with a throw
	// of both dice, and not with the dice that lie.
	throwsAnew bool
	// winnerBegins says that the winner of a game begins the next one of the
	// match, with a throw of both dice.
	winnerBegins bool
	// pins says that checkers can lie pinned (Men.Pinned).
	pins bool
	// enters says that all checkers start off the board and those that were hit
	// are told from those not entered yet (Men.Hit), and that a turn can go on
	// with a double of the player's choice: acey-deucey.
	enters bool
	// chains says that a turn can go on with the next higher double: gulbara.
	chains  bool
	options []rules.Option
}

// terms are what the players of a game agree on. The zero choices are the
// defaults.
type terms struct {
	// length is the points that win the match, 0 in games for money.
	length int
	// games is the number of games for money, 0 for any number.
	games int
	// choice is the index of the value chosen, by the index of the option.
	choice [maxOptions]uint8
}

const maxOptions = 4

// Variant is one set of rules, with the length of the match and the options
// that were chosen.
type Variant struct {
	*kind
	terms
}

// cubeOptions are the options of the games with a cube: the first is for
// matches, the others for money.
var cubeOptions = []rules.Option{
	{Key: crawfordRule, Values: []string{"on", "off"}},
	{Key: jacoby, Values: []string{"off", "on"}},
	{Key: beavers, Values: []string{"off", "on"}},
	{Key: automaticDoubles, Values: []string{"off", "on"}},
}

// Keys of options.
const (
	crawfordRule     = "crawford"
	jacoby           = "jacoby"
	beavers          = "beavers"
	automaticDoubles = "automatic-doubles"
	openingThrow     = "opening"
	scoring          = "scoring"
)

// The set-ups, and the levels of resignations.
var (
	standard = menOf(map[int]int{24: 2, 13: 5, 8: 3, 6: 5})
	nack     = menOf(map[int]int{24: 2, 23: 2, 13: 4, 8: 3, 6: 4})
	hyper    = menOf(map[int]int{24: 1, 23: 1, 22: 1})
	onePoint = menOf(map[int]int{24: checkers})
	waiting  = menOf(map[int]int{Bar: checkers})

	twoLevels   = []int{1, 2}
	threeLevels = []int{1, 2, 3}
)

// variants are all of the family, in the order in which they are offered.
var variants = []*Variant{
	variant(kind{key: "backgammon", start: standard, moves: backgammonMoves{}, value: backgammonValue, levels: threeLevels, cube: true, options: cubeOptions}),
	variant(kind{key: "table", start: standard, moves: backgammonMoves{}, value: tableValue, levels: []int{1, 2, 4, 8}, options: []rules.Option{
		{Key: openingThrow, Values: []string{"played", "again"}},
	}}),
	variant(kind{key: "nackgammon", start: nack, moves: backgammonMoves{}, value: backgammonValue, levels: threeLevels, cube: true, options: cubeOptions}),
	variant(kind{key: "hypergammon", start: hyper, moves: backgammonMoves{}, value: backgammonValue, levels: threeLevels, cube: true, options: cubeOptions}),
	variant(kind{key: "longgammon", start: onePoint, moves: backgammonMoves{}, value: backgammonValue, levels: threeLevels, cube: true, options: cubeOptions}),
	variant(kind{key: "tavla", start: standard, moves: tavlaMoves{}, value: marsValue, levels: twoLevels, throwsAnew: true}),
	variant(kind{key: "portes", start: standard, moves: backgammonMoves{}, value: marsValue, levels: twoLevels, throwsAnew: true, winnerBegins: true}),
	variant(kind{key: "plakoto", start: onePoint, moves: plakotoMoves{}, value: marsValue, levels: twoLevels, throwsAnew: true, pins: true}),
	variant(kind{key: "fevga", start: onePoint, moves: fevgaMoves{}, value: marsValue, levels: twoLevels, throwsAnew: true}),
	variant(kind{key: "narde", start: onePoint, moves: nardeMoves{}, value: marsValue, levels: twoLevels, throwsAnew: true}),
	variant(kind{key: "gulbara", start: onePoint, moves: gulbaraMoves{}, value: marsValue, levels: twoLevels, throwsAnew: true, chains: true}),
	variant(kind{key: "acey-deucey", start: waiting, moves: aceyMoves{}, value: leftValue, levels: upTo(Bar * checkers), enters: true, options: []rules.Option{
		{Key: scoring, Values: []string{"checkers", "pips", "one"}},
	}}),
}

func variant(k kind) *Variant { return &Variant{&k, terms{length: 1}} }

// Variants returns the variants that are offered, in that order, each as a
// match to one point.
func Variants() []rules.Variant {
	all := make([]rules.Variant, len(variants))
	for i, v := range variants {
		all[i] = v
	}
	return all
}

// Lookup returns the variant with the given key, as a match to one point; ok
// is false if there is none.
func Lookup(key string) (v *Variant, ok bool) {
	for _, v := range variants {
		if v.key == key {
			return v, true
		}
	}
	return nil, false
}

// Key returns the variant's name.
func (v *Variant) Key() string { return v.key }

// Family returns rules.Backgammon.
func (v *Variant) Family() rules.Family { return rules.Backgammon }

// HasCube reports whether the variant is played with a doubling cube, in
// matches to more than one point and for money.
func (v *Variant) HasCube() bool { return v.cube }

// Length returns the points that win the match, 0 in games for money.
func (v *Variant) Length() int { return v.length }

// Games returns the number of games of a session for money, 0 if it has no
// end or if this is a match.
func (v *Variant) Games() int { return v.games }

// Match returns the variant as a match to 1 to MaxLength points. It panics
// outside of them.
func (v *Variant) Match(length int) *Variant {
	if length < 1 || length > MaxLength {
		panic(fmt.Sprintf("a match to %d points", length))
	}
	w := *v
	w.length, w.games = length, 0
	return &w
}

// Money returns the variant as a session of games in which every point
// counts: of 1 to MaxGames games, or without an end for 0, which is good for
// records alone. It panics outside of them.
func (v *Variant) Money(games int) *Variant {
	if games < 0 || games > MaxGames {
		panic(fmt.Sprintf("a session of %d games", games))
	}
	w := *v
	w.length, w.games = 0, games
	return &w
}

// Options returns what the players may choose. The options of the cube differ
// from their defaults in matches to more than one point (crawford) or in games
// for money (the others) only.
func (v *Variant) Options() []rules.Option { return v.options }

// With returns the variant with the values chosen, by key.
func (v *Variant) With(choices map[string]string) (rules.Variant, error) {
	w, err := v.with(choices)
	if err != nil {
		return nil, err
	}
	return w, nil
}

func (v *Variant) with(choices map[string]string) (*Variant, error) {
	w := *v
	for key, value := range choices {
		i := slices.IndexFunc(v.options, func(o rules.Option) bool { return o.Key == key })
		if i < 0 {
			return nil, fmt.Errorf("%s has no option %q", v.key, key)
		}
		j := slices.Index(v.options[i].Values, value)
		if j < 0 {
			return nil, fmt.Errorf("%s of %s is one of %q, not %q", key, v.key, v.options[i].Values, value)
		}
		w.choice[i] = uint8(j)
	}
	return &w, nil
}

// chosen returns the value of an option, "" if the variant has none such.
func (v *Variant) chosen(key string) string {
	for i, o := range v.options {
		if o.Key == key {
			return o.Values[v.choice[i]]
		}
	}
	return ""
}

// effective is the variant without the choices that make no difference at its
// length, so that one state has one text.
func (v *Variant) effective() Variant {
	w := *v
	for i, o := range v.options {
		switch o.Key {
		case crawfordRule:
			if v.length < 2 {
				w.choice[i] = 0
			}
		case jacoby, beavers, automaticDoubles:
			if v.length != 0 {
				w.choice[i] = 0
			}
		}
	}
	return w
}

// Start returns the set-up of the first game, before the opening throw.
func (v *Variant) Start() rules.Position {
	return State{variant: v.effective(), game: 1}.nextGame(rules.NoSide)
}

// worth is what a win counts against a loser whose checkers stand so, without
// the cube.
func (v *Variant) worth(loser Men) int {
	switch v.chosen(scoring) {
	case "pips":
		return loser.Pips()
	case "one":
		return 1
	}
	return v.value(loser)
}

// hasID reports whether a Position ID tells all of a board.
func (v *Variant) hasID() bool { return !v.pins && !v.enters && v.Across(1) == 24 }

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

// marsValue is 2, a mars, when the loser has borne off nothing, else 1.
func marsValue(loser Men) int {
	if loser.On(Off) == 0 {
		return 2
	}
	return 1
}

// leftValue is 1 for each checker that the loser has not borne off.
func leftValue(loser Men) int { return checkers - loser.On(Off) }

// upTo lists the numbers from 1 to n.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i + 1
	}
	return list
}
