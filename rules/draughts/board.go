package draughts

import "crownpost/rules"

// Board is a position without its history. Each playing square is one bit,
// its cell, the same in every word.
//
// Two rows of the board take 13 bits: five squares, a ghost, five squares and
// two ghosts, from the top left with White at the bottom. So every diagonal
// step is a shift by 6 or 7, and a step over the edge meets a ghost or leaves
// the word. A board smaller than 10x10 is the top left corner of that layout,
// and its other cells are ghosts too.
type Board struct {
	White, Black uint64 // all pieces of the side, kings included
	Kings        uint64 // the kings of both sides
	Turn         rules.Side
}

// Move is one move on a Board. Two moves that are equal lead to the same
// board; the route of a capture is not part of it.
type Move struct {
	From, To uint8  // cells
	Captured uint64 // the pieces taken
}

// cellAt is the cell of the playing square i (from the left) of row y (from
// the top).
func cellAt(y, i int) uint8 { return uint8(y/2*13 + y%2*6 + i) }

// rowOf and columnOf are the inverse, with the columns counted over all
// squares: in even rows the playing squares are the odd columns.
func rowOf(cell uint8) int { return int(cell)/13*2 + int(cell)%13/6 }

func columnOf(cell uint8) int {
	y := rowOf(cell)
	return 2*(int(cell)-y/2*13-y%2*6) + 1 - y%2
}

// direction is a diagonal step, as a change of the cell.
type direction int8

const (
	northWest direction = -7
	northEast direction = -6
	southWest direction = 6
	southEast direction = 7
)

var directions = [4]direction{northWest, northEast, southWest, southEast}

// across are the two directions at right angles to d.
func (d direction) across() [2]direction {
	if d == northWest || d == southEast {
		return [2]direction{northEast, southWest}
	}
	return [2]direction{northWest, southEast}
}

// step moves all squares of set one step.
func (d direction) step(set uint64) uint64 {
	if d < 0 {
		return set >> uint(-d&7)
	}
	return set << uint(d&7)
}

// sides returns the pieces of the side to move and those of the other.
func (b *Board) sides() (own, enemy uint64) {
	if b.Turn == rules.White {
		return b.White, b.Black
	}
	return b.Black, b.White
}

// Play returns the board after m, which must be one of its moves.
func (v *Variant) Play(b Board, m Move) Board {
	from, to := uint64(1)<<(m.From&63), uint64(1)<<(m.To&63)
	if b.Kings&from != 0 {
		b.Kings = b.Kings&^from | to
	}
	b.Kings &^= m.Captured
	if b.Turn == rules.White {
		b.White = b.White&^from | to
		b.Black &^= m.Captured
		b.Kings |= to & v.crown[rules.White]
		b.Turn = rules.Black
	} else {
		b.Black = b.Black&^from | to
		b.White &^= m.Captured
		b.Kings |= to & v.crown[rules.Black]
		b.Turn = rules.White
	}
	return b
}

// Promotes says whether m makes a king of a man.
func (v *Variant) Promotes(b *Board, m Move) bool {
	return b.Kings>>(m.From&63)&1 == 0 && v.crown[b.Turn&1]>>(m.To&63)&1 == 1
}
