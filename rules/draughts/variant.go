// Package draughts plays the draughts family: one engine, with every variant a
// row of rule switches. It generates moves, reads and writes positions (FEN)
// and moves, applies the draw rules, and says why a move is refused.
package draughts

import (
	"crownpost/rules"
)

// Variant is one set of draughts rules. It implements rules.Variant, and
// generates moves on a bare Board for callers that need speed. Values are
// immutable.
type Variant struct {
	ruleRow

	squares uint64    // the playing squares
	crown   [2]uint64 // by side: the row on which its men become kings
	number  [64]uint8 // square number of a cell, 0 for none
	cell    []uint8   // cell of a square number; entry 0 is unused
	start   Board
}

// ruleRow is what tells one variant from another.
type ruleRow struct {
	key           string
	width, height int
	rows          int        // rows of men on each side
	starts        rules.Side // who makes the first move
	flying        bool       // kings move and capture over any distance
	backward      bool       // men capture backward too
	majority      bool       // the capture of most pieces is compulsory
	draws         drawLaw
}

// drawLaw holds the limits of a variant's draw rules. Repetitions count every
// occurrence of a position with the same side to move, the first included.
// Everything else is counted in plies, one move of one side.
type drawLaw struct {
	repeats, repeatsEnd int // a claim from the first, automatic at the second
	quiet, quietEnd     int // likewise, for plies without a capture or a man's move
	three, two          int // three, or at most two pieces against a lone king; 0: no such rule
}

// The variants, as a table. Sources: FMJD annex 1 (arts. 3, 4 and 6) for
// international, the WCDF rules (1.1-1.32) for checkers.
var variants = []*Variant{
	newVariant(ruleRow{
		key: "international", width: 10, height: 10, rows: 4, starts: rules.White,
		flying: true, backward: true, majority: true,
		draws: drawLaw{repeats: 3, repeatsEnd: 3, quiet: 50, quietEnd: 50, three: 32, two: 10},
	}),
	newVariant(ruleRow{
		key: "checkers", width: 8, height: 8, rows: 3, starts: rules.Black,
		draws: drawLaw{repeats: 3, repeatsEnd: 5, quiet: 80, quietEnd: 160},
	}),
}

// Variants returns every variant of the family, in the order in which they
// are offered.
func Variants() []rules.Variant {
	list := make([]rules.Variant, len(variants))
	for i, v := range variants {
		list[i] = v
	}
	return list
}

// Lookup returns the variant with the given key; ok is false if there is none.
func Lookup(key string) (v *Variant, ok bool) {
	for _, v := range variants {
		if v.key == key {
			return v, true
		}
	}
	return nil, false
}

func newVariant(row ruleRow) *Variant {
	v := &Variant{ruleRow: row, cell: []uint8{0}}
	perRow := row.width / 2
	for n := range perRow * row.height {
		y := n / perRow
		c := cellAt(y, n%perRow)
		bit := uint64(1) << c
		v.number[c] = uint8(n + 1)
		v.cell = append(v.cell, c)
		v.squares |= bit
		switch y {
		case 0:
			v.crown[rules.White] |= bit
		case row.height - 1:
			v.crown[rules.Black] |= bit
		}
		switch {
		case y < row.rows:
			v.start.Black |= bit
		case y >= row.height-row.rows:
			v.start.White |= bit
		}
	}
	v.start.Turn = row.starts
	return v
}

// Key is the variant's name in addresses, the API and the database.
func (v *Variant) Key() string { return v.key }

// Family is rules.Draughts.
func (v *Variant) Family() rules.Family { return rules.Draughts }

// Start is the standard position.
func (v *Variant) Start() rules.Position { return v.newPosition(v.start, counts{}) }

// StartBoard is the board of the standard position.
func (v *Variant) StartBoard() Board { return v.start }

// Squares is how many playing squares the board has; they are numbered from 1.
func (v *Variant) Squares() int { return len(v.cell) - 1 }

// Square is the number of the playing square at a cell, 0 if there is none.
func (v *Variant) Square(cell uint8) int { return int(v.number[cell&63]) }
