package tournament

import (
	"cmp"
	"slices"
)

// Pairing is one game of a schedule.
type Pairing struct {
	// Board numbers from 1 within the round.
	Board int
	// White and Black are seats.
	White, Black int
}

// Pairings are the rounds of a round robin of n players by the Berger tables
// (FIDE C.05, annex 1), double for two cycles: see Cycles.
func Pairings(n int, double bool) [][]Pairing {
	if double {
		return Cycles(n, 2)
	}
	return Cycles(n, 1)
}

// Cycles are the rounds in which n players meet so many times each, by the
// Berger tables (FIDE C.05, annex 1). With an odd n one player rests in every
// round. Every second cycle has the colours reversed; the last two rounds of
// each cycle that is followed by another change places (of four players in more
// than two cycles: those of every second one), so that nobody has the same
// colour three times in a row. There are no rounds for fewer than two
// players.
func Cycles(n, cycles int) [][]Pairing {
	if n < 2 {
		return nil
	}
	size := n + n%2 // with an odd field the last number is the one who rests
	var rounds [][]Pairing
	for cycle := range cycles {
		for round := 1; round < size; round++ {
			pairings := bergerRound(n, size, round)
			if cycle%2 == 1 {
				for i, p := range pairings {
					pairings[i].White, pairings[i].Black = p.Black, p.White
				}
			}
			rounds = append(rounds, pairings)
		}
		if last := len(rounds) - 1; seam(size, cycle, cycles) {
			rounds[last-1], rounds[last] = rounds[last], rounds[last-1]
		}
	}
	return rounds
}

// seam reports whether the last two rounds of a cycle, counted from 0, change
// places. With three rounds in a cycle doing so in every cycle would only move
// the three equal colours on.
func seam(size, cycle, cycles int) bool {
	switch {
	case size == 2:
		return false
	case size == 4 && cycles > 2:
		return cycle%2 == 1
	}
	return cycle+1 < cycles
}

// bergerRound is a round of the table for size players, an even number. The
// player with the highest number sits still and changes colour every round;
// the others turn around him.
func bergerRound(n, size, round int) []Pairing {
	pivot := (round + 1) / 2
	if round%2 == 0 {
		pivot += size / 2
	}
	var pairings []Pairing
	add := func(white, black int) {
		if white <= n && black <= n {
			pairings = append(pairings, Pairing{len(pairings) + 1, white, black})
		}
	}
	if round%2 == 1 {
		add(pivot, size)
	} else {
		add(size, pivot)
	}
	around := size - 1
	for i := 1; i < size/2; i++ {
		add((pivot-1+i)%around+1, (pivot-1-i+around)%around+1)
	}
	return pairings
}

// ByRating is an order for Start that gives the highest rating seat 1; equal
// ratings sit in the order of entry.
func ByRating(candidates []Entrant) []int {
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(candidates[b].Rating, candidates[a].Rating)
	})
	return order
}
