package draughts

import (
	"math/bits"

	"crownpost/rules"
)

// Piece is a man or king on the board.
type Piece struct {
	Square int
	Side   rules.Side
	King   bool
}

// Pieces lists the pieces of a draughts position by square, nil for a
// position of another family.
func Pieces(pos rules.Position) []Piece {
	p, ok := pos.(*position)
	if !ok {
		return nil
	}
	var list []Piece
	for set := p.board.White | p.board.Black; set != 0; set &= set - 1 {
		bit := set & -set
		piece := Piece{Square: p.v.Square(uint8(bits.TrailingZeros64(bit))), Side: rules.White}
		if p.board.Black&bit != 0 {
			piece.Side = rules.Black
		}
		piece.King = p.board.Kings&bit != 0
		list = append(list, piece)
	}
	return list
}

// Layout is how a board is drawn with White at the bottom.
type Layout struct {
	Width, Height int // in squares, light ones included
	// Places are the playing squares' places by their number; Places[0] is
	// unused.
	Places []Place
}

// Place is a square's place, counted from 0 at the top left.
type Place struct{ Column, Row int }

// LayoutOf returns the layout of a variant's board; ok is false if there is
// no such draughts variant.
func LayoutOf(key string) (l Layout, ok bool) {
	v, ok := Lookup(key)
	if !ok {
		return Layout{}, false
	}
	l = Layout{Width: v.width, Height: v.height, Places: make([]Place, len(v.cell))}
	for n := 1; n < len(v.cell); n++ {
		l.Places[n] = Place{Column: columnOf(v.cell[n]), Row: rowOf(v.cell[n])}
	}
	return l, true
}
