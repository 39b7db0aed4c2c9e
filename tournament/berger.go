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
// (FIDE C.05, annex 1). With an odd n one player rests in every round. A
// double round robin repeats the rounds with colours reversed; the last two
// rounds of its first half change places, so that nobody has the same colour
// three times in a row. There are no rounds for fewer than two players.
func Pairings(n int, double bool) [][]Pairing {
	if n < 2 {
		return nil
	}
	size := n + n%2 // with an odd field the last number is the one who rests
	rounds := make([][]Pairing, 0, 2*size)
	for round := 1; round < size; round++ {
		rounds = append(rounds, bergerRound(n, size, round))
	}
	if !double {
		return rounds
	}
	second := make([][]Pairing, len(rounds))
	for i, round := range rounds {
		for _, p := range round {
			second[i] = append(second[i], Pairing{p.Board, p.Black, p.White})
		}
	}
	if last := len(rounds) - 1; last > 0 {
		rounds[last-1], rounds[last] = rounds[last], rounds[last-1]
	}
	return append(rounds, second...)
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
