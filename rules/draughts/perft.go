package draughts

import (
	"math/bits"

	"crownpost/rules"
)

// Count says how Perft counts.
type Count struct {
	// Routes counts a capture once for every order in which it can take its
	// pieces, instead of once for every result.
	Routes bool
	// EachMove generates the moves of the last ply one by one, instead of
	// counting them in bulk where no capture is possible.
	EachMove bool
}

// Perft counts the sequences of depth plies from a board. Draw rules are
// ignored; a board without moves has none.
func (v *Variant) Perft(b Board, depth int, how Count) uint64 {
	if depth <= 0 {
		return 1
	}
	return v.perft(&b, depth, how, make([]Move, 0, 64*(depth+1)))
}

// perft uses the free room of buf for the moves of this node and of those
// below it.
func (v *Variant) perft(b *Board, depth int, how Count, buf []Move) uint64 {
	if depth == 1 && !how.EachMove {
		return v.countMoves(b, how.Routes, buf)
	}
	moves := v.appendMoves(buf, b, how.Routes)
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	var next Board // outside the loop, so that it stays off the heap
	for _, m := range moves {
		next = v.Play(*b, m)
		nodes += v.perft(&next, depth-1, how, moves[len(moves):])
	}
	return nodes
}

// countMoves returns how many moves appendMoves would append.
func (v *Variant) countMoves(b *Board, routes bool, buf []Move) uint64 {
	switch {
	case v.wide:
		return v.countWide(b, routes, buf)
	case v.ways == straights:
		return v.countStraight(b, routes, buf)
	}
	own, enemy := b.words()
	empty := v.squares.low &^ (own | enemy)
	if men, kings := v.capturers(b, own, enemy, empty); men|kings != 0 {
		return uint64(len(v.appendCaptures(buf, b, men, kings, v.priority.man > 0, routes)))
	}
	var n int
	men := own &^ b.Kings
	if b.Turn == rules.White {
		n = bits.OnesCount64(men>>7&empty) + bits.OnesCount64(men>>6&empty)
	} else {
		n = bits.OnesCount64(men<<6&empty) + bits.OnesCount64(men<<7&empty)
	}
	if kings := own & b.Kings; kings != 0 {
		for _, d := range shifts {
			for set := d.step(kings) & empty; set != 0; set = d.step(set) & empty {
				n += bits.OnesCount64(set)
				if v.king == short {
					break
				}
			}
		}
	}
	return uint64(n)
}
