package draughts

import (
	"math/bits"
	"strconv"

	"crownpost/rules"
)

// cells is how many cells the largest board needs.
const cells = 80

// noCell is the neighbour of a cell at the edge.
const noCell = 255

// geometry is the board of a variant: where its squares are, what they are
// called, and which are beside each other.
type geometry struct {
	squares set          // the cells that are playing squares
	crown   [2]set       // by side: the row on which its men become kings
	number  [cells]uint8 // square number of a cell, 0 for none
	cell    []uint8      // cell of a square number; entry 0 is unused
	places  []Place      // place of a square number; entry 0 is unused
	names   []string     // name of a square number; entry 0 is unused
	// lettering is the square number by column and rank, 0 for none, where
	// squares are called "c3".
	lettering [12][13]uint8
	next      [8][cells]uint8
	wide      bool // cells above 63 are in use
}

// Place is a square's place, counted from 0 at the top left, White at the
// bottom.
type Place struct{ Column, Row int }

// direction is a way to go from a square: an index of geometry.next. The
// diagonals come first. Along rows and columns the next square of a board on
// which only the dark ones are played is two away.
type direction uint8

const (
	northWest direction = iota
	northEast
	southWest
	southEast
	north
	west
	east
	south
)

// opposite is the way back.
func (d direction) opposite() direction { return d ^ 3 }

var headings = [8]Place{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, -1}, {-1, 0}, {1, 0}, {0, 1}}

// diagonalCell is the cell of the playing square i of row y, see Board.
func diagonalCell(y, i int) uint8 { return uint8(y/2*13 + y%2*6 + i) }

func newGeometry(b board, w ways, n notation) geometry {
	g := geometry{cell: []uint8{0}, places: []Place{{}}, names: []string{""}, wide: b.width > 10}
	at := map[Place]uint8{}
	var byRows []Place
	for y := range b.height {
		for x := range b.width {
			p := Place{x, y}
			switch {
			case w == straights:
				at[p] = uint8(y*b.width + x)
			case (x+y+b.height-1)%2 == 0 && !b.mirrored:
				at[p] = diagonalCell(y, x/2)
			case (x+y+b.height)%2 == 0 && b.mirrored:
				at[p] = diagonalCell(y, b.width/2-1-x/2)
			default:
				continue
			}
			byRows = append(byRows, p)
		}
	}
	for i := range byRows {
		p := byRows[i]
		if n.first == bottomRight && !n.algebraic {
			p = byRows[len(byRows)-1-i]
		}
		c := at[p]
		g.number[c] = uint8(i + 1)
		g.cell = append(g.cell, c)
		g.places = append(g.places, p)
		g.names = append(g.names, n.name(b, p, i+1))
		g.lettering[p.Column][n.rank(b, p)] = uint8(i + 1)
		g.squares = g.squares.with(c)
		switch p.Row {
		case 0:
			g.crown[rules.White] = g.crown[rules.White].with(c)
		case b.height - 1:
			g.crown[rules.Black] = g.crown[rules.Black].with(c)
		}
	}
	for d, h := range headings {
		for c := range g.next[d] {
			g.next[d][c] = noCell
		}
		switch diagonal := direction(d) < north; {
		case diagonal == (w == straights) && w != eightWays:
			continue
		case !diagonal && w == eightWays:
			h.Column, h.Row = 2*h.Column, 2*h.Row
		}
		for p, c := range at {
			if other, ok := at[Place{p.Column + h.Column, p.Row + h.Row}]; ok {
				g.next[d][c] = other
			}
		}
	}
	return g
}

// name is what the square with the given number and place is called.
func (n notation) name(b board, p Place, number int) string {
	if !n.algebraic {
		return strconv.Itoa(number)
	}
	return string(rune('a'+p.Column)) + strconv.Itoa(n.rank(b, p))
}

// rank counts the rows from the side of a1.
func (n notation) rank(b board, p Place) int {
	if n.first == topLeft {
		return p.Row + 1
	}
	return b.height - p.Row
}

// Squares is how many playing squares the board has; they are numbered from 1.
func (g *geometry) Squares() int { return len(g.cell) - 1 }

// Square is the number of the playing square at a cell, 0 if there is none:
// the official number, or where squares are called "c3" the number by rows from
// the top left.
func (g *geometry) Square(cell uint8) int {
	if cell >= cells {
		return 0
	}
	return int(g.number[cell])
}

// Name is what the square with a number is called: "32" or "c3".
func (g *geometry) Name(square int) string {
	if square < 1 || square >= len(g.names) {
		return ""
	}
	return g.names[square]
}

// SquareNamed is the number of the square that is called name, in lower case
// and without leading zeros.
func (g *geometry) SquareNamed(name string) (square int, ok bool) {
	for n := 1; n < len(g.names); n++ {
		if g.names[n] == name {
			return n, true
		}
	}
	return 0, false
}

// numbers lists the square numbers of a set in ascending order of cells.
func (g *geometry) numbers(s set) []int {
	var list []int
	for ; !s.empty(); s = s.dropFirst() {
		list = append(list, g.Square(s.first()))
	}
	return list
}

// set is a set of cells.
type set struct{ low, high uint64 }

// cellSet is one cell. A shift by 64 or more leaves nothing.
func cellSet(c uint8) set { return set{1 << c, 1 << (c - 64)} }

// has is false for noCell.
func (s set) has(c uint8) bool { return (s.low>>c|s.high>>(c-64))&1 != 0 }

func (s set) with(c uint8) set { return s.or(cellSet(c)) }

func (s set) or(t set) set     { return set{s.low | t.low, s.high | t.high} }
func (s set) and(t set) set    { return set{s.low & t.low, s.high & t.high} }
func (s set) andNot(t set) set { return set{s.low &^ t.low, s.high &^ t.high} }
func (s set) empty() bool      { return s.low|s.high == 0 }
func (s set) count() int       { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// first is the lowest cell of a set that is not empty.
func (s set) first() uint8 {
	if s.low != 0 {
		return uint8(bits.TrailingZeros64(s.low))
	}
	return uint8(64 + bits.TrailingZeros64(s.high))
}

// dropFirst is the set without its lowest cell.
func (s set) dropFirst() set {
	if s.low != 0 {
		s.low &= s.low - 1
	} else {
		s.high &= s.high - 1
	}
	return s
}
