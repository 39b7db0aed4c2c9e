package tiebreak

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crownpost/tournament"
)

// Hundredths are a value in hundredths: 41.75 is 4175.
type Hundredths int64

// String is the number without zeros at its end: "41.75", "7.5", "46".
func (h Hundredths) String() string {
	sign := ""
	if h < 0 {
		sign, h = "-", -h
	}
	text := fmt.Sprintf("%s%d.%02d", sign, h/100, h%100)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// of makes hundredths of points.
func of(points tournament.Tenths) Hundredths { return 10 * Hundredths(points) }

// Value is what a player has in one tie-break.
type Value struct {
	Number Hundredths
	// None says that there is no value: no opponent to take the mean of, or
	// nobody to encounter. It counts as the lowest one.
	None bool
	// Terms are what the value comes from, by round: those that are not Cut
	// add up to it, or it is their mean (AOB, ARO, APRO, APPO); of performance
	// ratings they are the opponents' ratings and the points made.
	Terms []Term
	// steps are further numbers that decide where the first is equal.
	steps []Hundredths
}

// Term is one round of a value.
type Term struct {
	// Round is 0 for a bonus or a penalty.
	Round int
	// Opponent is an ID; 0 in a round without one.
	Opponent int
	// Score is what the opponent brings in: points, rating or tie-break.
	Score Hundredths
	// Points are those that the player made in the round.
	Points tournament.Tenths
	// Value is what the round adds.
	Value Hundredths
	// Dummy says that the round was not played: Score is not that of an
	// opponent, but what stands for it (C.07, art. 16.4).
	Dummy bool
	// Voluntary is a round that the player chose not to play.
	Voluntary bool
	// Cut is a term that does not count.
	Cut bool
}

// total adds up the terms that count.
func total(terms []Term) Hundredths {
	var sum Hundredths
	for _, t := range terms {
		if !t.Cut {
			sum += t.Value
		}
	}
	return sum
}

// mean is the mean of the terms that count, rounded half up to a unit; ok is
// false when there are none.
func mean(terms []Term, unit Hundredths) (value Hundredths, ok bool) {
	counted := Hundredths(0)
	for _, t := range terms {
		if !t.Cut {
			counted++
		}
	}
	if counted == 0 {
		return 0, false
	}
	return halfUp(total(terms), counted*unit) * unit, true
}

// halfUp divides by a positive number, rounded half up.
func halfUp(n, d Hundredths) Hundredths {
	n, d = 2*n+d, 2*d
	quotient := n / d
	if n%d < 0 {
		quotient--
	}
	return quotient
}

// significance orders terms: by what the opponent has, then by what the round
// adds.
func significance(a, b Term) int {
	return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(a.Value, b.Value))
}

// cut marks the terms that the modifiers of a code leave out: first the least
// significant, then, of a median, as many at the upper end. Of a player who
// chose not to play, the lowest such round is cut in place of the least
// significant term if it is not worth less (C.07, art. 16.5); plainly does
// without that.
func (c Code) cut(terms []Term, plainly bool) {
	for range c.Cut + c.Median {
		least := extreme(terms, func(Term) bool { return true }, significance)
		if least < 0 {
			return
		}
		voluntary := extreme(terms, func(t Term) bool { return t.Voluntary }, significance)
		if !plainly && voluntary >= 0 && terms[voluntary].Value >= terms[least].Value {
			least = voluntary
		}
		terms[least].Cut = true
	}
	for range c.Median {
		most := extreme(terms, func(Term) bool { return true }, func(a, b Term) int { return significance(b, a) })
		if most < 0 {
			return
		}
		terms[most].Cut = true
	}
}

// extreme is the index of the first of some terms in an order among those that
// count, -1 if there are none.
func extreme(terms []Term, some func(Term) bool, order func(a, b Term) int) int {
	best := -1
	for i, t := range terms {
		if !t.Cut && some(t) && (best < 0 || order(t, terms[best]) < 0) {
			best = i
		}
	}
	return best
}

// clearCuts is a copy of terms that all count.
func clearCuts(terms []Term) []Term {
	terms = slices.Clone(terms)
	for i := range terms {
		terms[i].Cut = false
	}
	return terms
}
