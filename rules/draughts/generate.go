package draughts

import (
	"math/bits"
	"slices"

	"crownpost/rules"
)

// view is a board of one word as the side to move sees it.
type view struct {
	own, enemy, kings uint64
	turn              rules.Side
}

func (b *Board) view() view {
	own, enemy := b.words()
	return view{own, enemy, b.Kings, b.Turn}
}

// words returns the pieces of the side to move and of the other side, of the
// cells below 64.
func (b *Board) words() (own, enemy uint64) {
	if b.Turn == rules.White {
		return b.White, b.Black
	}
	return b.Black, b.White
}

// AppendMoves appends the legal moves of the side to move to dst and returns
// it. Draw rules are not considered, nor whether the other side has pieces.
// It allocates only when dst has no room.
func (v *Variant) AppendMoves(dst []Move, b *Board) []Move {
	return v.appendMoves(dst, b, false)
}

// appendMoves with routes set appends a capture once for every way on which it
// can take its pieces.
func (v *Variant) appendMoves(dst []Move, b *Board, routes bool) []Move {
	switch {
	case v.wide:
		return v.appendWide(dst, b, routes)
	case v.ways == straights:
		return v.appendStraight(dst, b, routes)
	}
	return v.appendView(dst, b.view(), routes)
}

// appendView is appendMoves on a board of one word with pieces on diagonals.
func (v *Variant) appendView(dst []Move, w view, routes bool) []Move {
	empty := v.squares.low &^ (w.own | w.enemy)
	men, kings := w.own&^w.kings, w.own&w.kings
	leaps, straight := v.menLeaps(w, empty)
	switch {
	case kings != 0 && v.kingsCapture(kings, w.enemy, empty):
		return v.appendCaptures(dst, w, men&(leaps.all()|straight.all()), kings, routes)
	case men&(leaps.all()|straight.all()) != 0:
		return v.appendMenCaptures(dst, w, leaps, straight, routes)
	}
	if w.turn == rules.White {
		dst = appendSteps(dst, men>>7&empty, -7)
		dst = appendSteps(dst, men>>6&empty, -6)
	} else {
		dst = appendSteps(dst, men<<6&empty, 6)
		dst = appendSteps(dst, men<<7&empty, 7)
	}
	for ; kings != 0; kings &= kings - 1 {
		from := uint8(bits.TrailingZeros64(kings))
		for _, d := range shifts[:4] {
			for to := d.step(kings&-kings) & empty; to != 0; to = d.step(to) & empty {
				dst = append(dst, Move{})
				dst[len(dst)-1] = Move{From: from, To: uint8(bits.TrailingZeros64(to))}
				if v.king == short {
					break
				}
			}
		}
	}
	return dst
}

// appendSteps appends the single steps in direction d that end on the squares
// to. It writes each move where it stays: append would copy it from the stack,
// which is several times slower.
func appendSteps(dst []Move, to uint64, d shift) []Move {
	for dst = slices.Grow(dst, bits.OnesCount64(to)); to != 0; to &= to - 1 {
		c := uint8(bits.TrailingZeros64(to))
		dst = dst[:len(dst)+1]
		dst[len(dst)-1] = Move{From: c - uint8(d), To: c}
	}
	return dst
}

// countView returns how many moves appendView would append.
func (v *Variant) countView(w view, routes bool, buf []Move) int {
	empty := v.squares.low &^ (w.own | w.enemy)
	men, kings := w.own&^w.kings, w.own&w.kings
	leaps, straight := v.menLeaps(w, empty)
	switch {
	case kings != 0 && v.kingsCapture(kings, w.enemy, empty):
		return len(v.appendCaptures(buf[:0], w, men&(leaps.all()|straight.all()), kings, routes))
	case men&(leaps.all()|straight.all()) != 0:
		return v.countMenCaptures(w, leaps, straight, routes, buf)
	}
	var n int
	if w.turn == rules.White {
		n = bits.OnesCount64(men>>7&empty) + bits.OnesCount64(men>>6&empty)
	} else {
		n = bits.OnesCount64(men<<6&empty) + bits.OnesCount64(men<<7&empty)
	}
	if kings != 0 {
		for _, d := range shifts[:4] {
			for to := d.step(kings) & empty; to != 0; to = d.step(to) & empty {
				n += bits.OnesCount64(to)
				if v.king == short {
					break
				}
			}
		}
	}
	return n
}
