package draughts

import (
	"math/bits"

	"crownpost/rules"
)

// shift is a step in a direction, as a change of the cell: the diagonals
// first, of which the first two go up, then the rows and columns of a board on
// which only the dark squares are played.
type shift int8

var shifts = [8]shift{-7, -6, 6, 7, -13, -1, 1, 13}

// step moves all squares of a word one step.
func (d shift) step(word uint64) uint64 {
	if d < 0 {
		return word >> uint(-d&15)
	}
	return word << uint(d&15)
}

// back moves all squares of a word one step against the direction.
func (d shift) back(word uint64) uint64 { return (-d).step(word) }

// words returns the pieces of the side to move and of the other side, of the
// cells below 64.
func (b *Board) words() (own, enemy uint64) {
	if b.Turn == rules.White {
		return b.White, b.Black
	}
	return b.Black, b.White
}

// view is a board of one word as the side to move sees it.
type view struct {
	own, enemy, kings uint64
	turn              rules.Side
}

func (b *Board) view() view {
	own, enemy := b.words()
	return view{own, enemy, b.Kings, b.Turn}
}

// AppendMoves appends the legal moves of the side to move to dst and returns
// it. Draw rules are not considered, nor whether the other side has pieces.
// It allocates only when dst has no room.
func (v *Variant) AppendMoves(dst []Move, b *Board) []Move {
	return v.appendMoves(dst, b, false)
}

// appendMoves with routes set appends a capture once for every order in which
// it can take its pieces.
func (v *Variant) appendMoves(dst []Move, b *Board, routes bool) []Move {
	switch {
	case v.wide:
		return v.appendWide(dst, b, routes)
	case v.ways == straights:
		return v.appendStraight(dst, b, routes)
	}
	return v.appendNarrow(dst, b.view(), routes)
}

// appendNarrow is appendMoves on a board of one word with pieces on diagonals.
func (v *Variant) appendNarrow(dst []Move, w view, routes bool) []Move {
	empty := v.squares.low &^ (w.own | w.enemy)
	if men, kings := v.capturers(w, empty); men|kings != 0 {
		return v.appendCaptures(dst, w, men, kings, routes)
	}
	men, kings := w.own&^w.kings, w.own&w.kings
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
			to := d.step(kings&-kings) & empty
			for to != 0 {
				dst = append(dst, Move{From: from, To: uint8(bits.TrailingZeros64(to))})
				if v.king == short {
					break
				}
				to = d.step(to) & empty
			}
		}
	}
	return dst
}

// appendSteps appends the single steps in direction d that end on the squares to.
func appendSteps(dst []Move, to uint64, d shift) []Move {
	for ; to != 0; to &= to - 1 {
		c := uint8(bits.TrailingZeros64(to))
		dst = append(dst, Move{From: c - uint8(d), To: c})
	}
	return dst
}

// countNarrow returns how many moves appendNarrow would append.
func (v *Variant) countNarrow(w view, routes bool, buf []Move) int {
	empty := v.squares.low &^ (w.own | w.enemy)
	if men, kings := v.capturers(w, empty); men|kings != 0 {
		return len(v.appendCaptures(buf[:0], w, men, kings, routes))
	}
	men, kings := w.own&^w.kings, w.own&w.kings
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

// capturers returns the men and the kings of the side to move that can
// capture. Of kings that fly it returns all if any can.
func (v *Variant) capturers(w view, empty uint64) (men, kings uint64) {
	men, kings = w.own&^w.kings, w.own&w.kings
	switch {
	case kings == 0:
	case v.king == short:
		kings &= besides(w.enemy, empty, shifts[:4])
	case !ridersCapture(kings, w.enemy, empty, v.captureWays()):
		kings = 0
	}
	if kings != 0 && v.priority.kingsOnly {
		return 0, kings
	}
	takes := w.enemy
	if v.spareKings {
		takes &^= w.kings
	}
	return men & besides(takes, empty, v.menCapture(w.turn)), kings
}

// captureWays are the directions in which kings capture.
func (v *Variant) captureWays() []shift {
	if v.ways == eightWays {
		return shifts[:]
	}
	return shifts[:4]
}

// menCapture are the directions in which the men of a side capture.
func (v *Variant) menCapture(side rules.Side) []shift {
	switch {
	case v.backward:
		return v.captureWays()
	case side == rules.White:
		return shifts[:2]
	}
	return shifts[2:4]
}

// besides are the squares from which a piece could jump one of enemy.
func besides(enemy, empty uint64, ways []shift) (from uint64) {
	for _, d := range ways {
		from |= d.back(enemy & d.back(empty))
	}
	return from
}

// ridersCapture says whether any of the flying kings can capture, moving all
// of them at once along each direction.
func ridersCapture(kings, enemy, empty uint64, ways []shift) bool {
	for _, d := range ways {
		if meets(kings, empty, enemy&d.back(empty), d) != 0 {
			return true
		}
	}
	return false
}

// meets returns the pieces that kings on the squares at come upon in
// direction d.
func meets(at, empty, pieces uint64, d shift) (met uint64) {
	for at != 0 {
		at = d.step(at)
		met |= at & pieces
		at &= empty
	}
	return met
}
