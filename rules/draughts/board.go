package draughts

import (
	"slices"

	"crownpost/rules"
)

// Board is a position without its history. Each playing square is one bit,
// its cell, the same in every word.
//
// Two rows of the board take 13 bits, from the top left with White at the
// bottom: of twelve columns six squares, six squares and a ghost. So every
// diagonal step is a shift by 6 or 7, every step of two squares along a row
// or column one by 1 or 13, and a step over the edge meets a ghost or leaves
// the word. A smaller board is the top left corner of that layout, and its
// other cells are ghosts too; ten columns fit one word. The squares of a
// mirrored board run from the right. Where every square is played on, the
// cells are those of an 8x8 board by rows.
type Board struct {
	White, Black uint64 // all pieces of the side, kings included
	Kings        uint64 // the kings of both sides
	// The cells from 64 on, which only a board of twelve columns has.
	WhiteHigh, BlackHigh, KingsHigh uint16
	Turn                            rules.Side
}

// Move is one move on a Board. Two moves that are equal lead to the same
// board; the route of a capture is not part of it.
type Move struct {
	From, To     uint8 // cells
	Crowns       bool  // a man became a king on a square that it passed
	CapturedHigh uint16
	Captured     uint64 // the pieces taken
}

// Captures says whether the move takes anything.
func (m Move) Captures() bool { return m.Captured != 0 || m.CapturedHigh != 0 }

func (m Move) captured() set { return set{m.Captured, uint64(m.CapturedHigh)} }

// TakenSquares lists the squares of the pieces taken, in ascending order.
func (v *Variant) TakenSquares(m Move) []int {
	list := v.numbers(m.captured())
	slices.Sort(list)
	return list
}

// put sets a piece on an empty cell.
func (b *Board) put(c uint8, side rules.Side, king bool) {
	one := cellSet(c)
	if side == rules.White {
		b.White |= one.low
		b.WhiteHigh |= uint16(one.high)
	} else {
		b.Black |= one.low
		b.BlackHigh |= uint16(one.high)
	}
	if king {
		b.Kings |= one.low
		b.KingsHigh |= uint16(one.high)
	}
}

// pieces are all pieces of a side, kings included.
func (b *Board) pieces(side rules.Side) set {
	if side == rules.White {
		return set{b.White, uint64(b.WhiteHigh)}
	}
	return set{b.Black, uint64(b.BlackHigh)}
}

// kings are the kings of both sides.
func (b *Board) kings() set { return set{b.Kings, uint64(b.KingsHigh)} }

// occupied are the pieces of both sides.
func (b *Board) occupied() set { return b.pieces(rules.White).or(b.pieces(rules.Black)) }

// sides returns the pieces of the side to move and those of the other.
func (b *Board) sides() (own, enemy set) {
	return b.pieces(b.Turn), b.pieces(b.Turn.Other())
}

// Play returns the board after m, which must be one of its moves.
func (v *Variant) Play(b Board, m Move) Board {
	if v.wide {
		v.playWide(&b, &m)
		return b
	}
	from, to := uint64(1)<<(m.From&63), uint64(1)<<(m.To&63)
	king := b.Kings&from != 0 || m.Crowns
	b.Kings &^= from | m.Captured // it may end on the square of a piece that it took
	if king {
		b.Kings |= to
	}
	if b.Turn == rules.White {
		b.White = b.White&^from | to
		b.Black &^= m.Captured
		b.Kings |= to & v.crown[rules.White].low
		b.Turn = rules.Black
	} else {
		b.Black = b.Black&^from | to
		b.White &^= m.Captured
		b.Kings |= to & v.crown[rules.Black].low
		b.Turn = rules.White
	}
	return b
}

// Promotes says whether m makes a king of a man.
func (v *Variant) Promotes(b *Board, m Move) bool {
	return !b.kings().has(m.From) && (m.Crowns || v.crown[b.Turn&1].has(m.To))
}
