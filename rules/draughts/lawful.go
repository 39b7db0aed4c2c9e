package draughts

import (
	"slices"

	"crownpost/rules"
)

// Lawful returns the board of a draughts position and its legal moves, in a
// fixed order: none once the game is over, be it by a draw rule, and without
// those that the limit on a king's moves forbids. ok is false for a position
// of another family.
func Lawful(pos rules.Position) (b Board, legal []Move, ok bool) {
	p, ok := pos.(*position)
	if !ok {
		return Board{}, nil, false
	}
	return p.board, slices.Clone(p.moves), true
}

// PerftByLaw counts the sequences of depth plies from a draughts position as
// Perft does, but by the whole law: a game that is over has no more moves. It
// is slow.
func PerftByLaw(pos rules.Position, depth int, how Count) uint64 {
	p, ok := pos.(*position)
	if !ok {
		return 0
	}
	return p.perft(depth, how)
}

func (p *position) perft(depth int, how Count) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 && !how.Routes {
		return uint64(len(p.moves))
	}
	var nodes uint64
	for _, m := range p.moves {
		n := uint64(1)
		if how.Routes {
			n = uint64(p.v.Routes(&p.board, m))
		}
		if depth > 1 {
			n *= p.next(m).perft(depth-1, how)
		}
		nodes += n
	}
	return nodes
}
