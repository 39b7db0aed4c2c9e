package draughts

import "crownpost/rules"

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
	for n := 1; n <= p.v.Squares(); n++ {
		switch c := p.v.cell[n]; {
		case p.board.pieces(rules.White).has(c):
			list = append(list, Piece{n, rules.White, p.board.kings().has(c)})
		case p.board.pieces(rules.Black).has(c):
			list = append(list, Piece{n, rules.Black, p.board.kings().has(c)})
		}
	}
	return list
}

// Layout is how a board is drawn with White at the bottom.
type Layout struct {
	Width, Height int // in squares, light ones included
	// Places are the playing squares' places by their number, and Names what
	// they are called; entry 0 is unused.
	Places []Place
	Names  []string
}

// LayoutOf returns the layout of a variant's board; ok is false if there is
// no such draughts variant.
func LayoutOf(key string) (l Layout, ok bool) {
	v, ok := Lookup(key)
	if !ok {
		return Layout{}, false
	}
	return Layout{Width: v.board.width, Height: v.board.height, Places: v.places, Names: v.names}, true
}
