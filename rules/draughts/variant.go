// Package draughts plays the draughts family: one engine, with every variant a
// row of rule switches. It generates moves, reads and writes positions (FEN)
// and moves, applies the draw rules, and says why a move is refused.
package draughts

import (
	"fmt"

	"crownpost/rules"
)

// Variant is one set of draughts rules. It implements rules.Variant, and
// generates moves on a bare Board for callers that need speed. Values are
// immutable.
type Variant struct {
	ruleRow
	geometry
	start  Board
	base   *Variant          // the same with the defaults of all options
	chosen map[string]string // the options that are not the default; nil for base
	// What follows from the row:
	terms   []term // the draw law made ready
	repeats bool   // a term counts repetitions
	calms   bool   // a term counts plies since a capture
	roads   []set  // the main roads
	// No limit for certain material holds with more pieces than these.
	weakest, together int // of the weaker side, of both
}

// ruleRow is what tells one variant from another.
type ruleRow struct {
	key        string
	board      board
	rows       int        // rows of men on each side
	behind     int        // empty rows behind them
	starts     rules.Side // who makes the first move
	ways       ways       // along which pieces move and capture
	king       kingRange
	backward   bool // men capture backward too
	spareKings bool // a man cannot capture a king
	priority   priority
	passing    passing
	lifts      bool // captured pieces leave at once, not when the move is over
	halts      bool // whoever takes a king last stops right behind it
	kingRuns   int  // how often in a row a king may move without a capture while men are left; 0: no limit
	objective  objective
	notation   notation
	draws      law
	options    []option
}

// board is the shape of a board, in squares, light ones included.
type board struct {
	width, height int
	mirrored      bool // the bottom right corner is a playing square, not the left one
}

// ways are the directions in which pieces move and capture.
type ways int8

const (
	diagonals ways = iota
	eightWays      // move on diagonals; capture on them, and over two squares along rows and columns
	straights      // rows and columns, every square is played on; men also sideways
)

// kingRange is how far a king goes.
type kingRange int8

const (
	short   kingRange = iota // one square
	flying                   // any distance; behind a captured piece any free square
	landing                  // any distance, but it lands right behind a captured piece
)

// passing is what happens to a man that reaches the last row while it
// captures.
type passing int8

const (
	stays passing = iota // it goes on as a man, and is crowned only if it ends there
	stops                // it is crowned, and the move is over; such men never capture backward, so no way leads on
	flies                // it is crowned, and goes on as a king
)

// objective is what a player wins by.
type objective int8

const (
	toBlock objective = iota // leaving the opponent without a move
	toLose                   // having no move oneself
	toCrown                  // having the first king
)

// priority says which captures must be chosen: those with the highest sum of
// what is listed here. The zero value leaves every capture free.
type priority struct {
	man, king int  // for each piece taken
	captor    int  // once, if a king captures
	first     int  // for a king taken, divided by 2 for each piece taken before it
	kingsOnly bool // when a king can capture, men may not
}

var (
	anyCapture = priority{}
	mostPieces = priority{man: 1, king: 1}
	// Most pieces, then most kings (FPD, ley de la calidad).
	mostKings = priority{man: 1 << 5, king: 1<<5 + 1}
	// Most pieces, by a king, most kings, kings first (FID 6.6 to 6.9).
	italianOrder = priority{man: 1 << 20, king: 1<<20 + 1<<13, captor: 1 << 18, first: 1 << 12}
	// A king counts a little less than two men; of equals, by a king.
	frisianValue = priority{man: 200, king: 398, captor: 1}
	kingCaptures = priority{kingsOnly: true} // FMJD Czech rules
)

// notation is how squares are called, and the game's number in PDN.
type notation struct {
	gameType  int // PDN 3.0, or lidraughts' from 96 on; 0 for none
	algebraic bool
	first     corner // where 1 or a1 is
	separator string // between the squares of a capture; "x" if empty
}

// corner is a corner of the board with White at the bottom.
type corner int8

const (
	topLeft corner = iota
	bottomRight
	bottomLeft
)

// The variants, as a table. Sources: FMJD annex 1 (international), WCDF
// (checkers), APCA (pool), FID (italian), FPD (spanish, portuguese), FMJD-64
// (russian, brazilian), FMJD brief rules (czech), the Frisian rules of 2011;
// game types and square names are those of PDN 3.0.
var variants = table(
	ruleRow{
		key: "international", board: board{10, 10, false}, rows: 4, starts: rules.White,
		king: flying, backward: true, priority: mostPieces, passing: stays,
		notation: notation{gameType: 20}, draws: fmjd,
	},
	ruleRow{
		key: "checkers", board: board{8, 8, false}, rows: 3, starts: rules.Black,
		king: short, passing: stops,
		notation: notation{gameType: 21}, draws: wcdf,
	},
	ruleRow{
		key: "canadian", board: board{12, 12, false}, rows: 5, starts: rules.White,
		king: flying, backward: true, priority: mostPieces, passing: stays,
		notation: notation{gameType: 27}, draws: fmjd, options: []option{fmjdOrRepetition},
	},
	ruleRow{
		key: "malaysian", board: board{12, 12, false}, rows: 5, starts: rules.White,
		king: flying, priority: mostPieces, passing: stops,
		draws: fmjd, options: []option{majority, fmjdOrRepetition},
	},
	ruleRow{
		key: "russian", board: board{8, 8, false}, rows: 3, starts: rules.White,
		king: flying, backward: true, priority: anyCapture, passing: flies,
		notation: notation{gameType: 25, algebraic: true, first: bottomLeft, separator: ":"}, draws: fmjd64, options: []option{endingMoves},
	},
	ruleRow{
		key: "brazilian", board: board{8, 8, false}, rows: 3, starts: rules.White,
		king: flying, backward: true, priority: mostPieces, passing: stays,
		notation: notation{gameType: 26, algebraic: true, first: bottomLeft}, draws: fmjd64, options: []option{fmjd64OrCBD, endingMoves},
	},
	ruleRow{
		key: "pool", board: board{8, 8, false}, rows: 3, starts: rules.Black,
		king: flying, backward: true, priority: anyCapture, passing: stays,
		notation: notation{gameType: 23}, draws: apca,
	},
	ruleRow{
		key: "jamaican", board: board{8, 8, true}, rows: 3, starts: rules.Black,
		king: flying, backward: true, priority: anyCapture, passing: stays,
		notation: notation{gameType: 23, algebraic: true, first: topLeft}, draws: apca,
	},
	ruleRow{
		key: "italian", board: board{8, 8, true}, rows: 3, starts: rules.White,
		king: short, spareKings: true, priority: italianOrder, passing: stops,
		notation: notation{gameType: 22}, draws: fid,
	},
	ruleRow{
		key: "spanish", board: board{8, 8, true}, rows: 3, starts: rules.White,
		king: flying, priority: mostKings, passing: stops,
		notation: notation{gameType: 24, first: bottomRight}, draws: fpd, options: []option{fpdOrRepetition},
	},
	ruleRow{
		key: "portuguese", board: board{8, 8, true}, rows: 3, starts: rules.White,
		king: flying, priority: mostKings, passing: stops,
		notation: notation{gameType: 28, first: bottomRight}, draws: fpd, options: []option{fpdOrRepetition},
	},
	ruleRow{
		key: "czech", board: board{8, 8, false}, rows: 3, starts: rules.White,
		king: flying, priority: kingCaptures, passing: stops,
		notation: notation{gameType: 29, algebraic: true, first: bottomLeft}, draws: cfd,
	},
	ruleRow{
		key: "turkish", board: board{8, 8, false}, rows: 2, behind: 1, starts: rules.White, ways: straights,
		king: flying, priority: mostPieces, passing: stays, lifts: true,
		notation: notation{gameType: 30, algebraic: true, first: bottomLeft}, draws: dama, options: []option{loneMan, crowning, noCapture},
	},
	ruleRow{
		key: "thai", board: board{8, 8, false}, rows: 2, starts: rules.White,
		king: landing, priority: anyCapture, passing: stops, lifts: true,
		notation: notation{gameType: 31, separator: "-"}, draws: repetition, options: []option{loneKing},
	},
	ruleRow{
		key: "frisian", board: board{10, 10, false}, rows: 4, starts: rules.White, ways: eightWays,
		king: flying, backward: true, priority: frisianValue, passing: stays, kingRuns: 3,
		notation: notation{gameType: 40}, draws: frisian, options: []option{lastKings},
	},
	ruleRow{
		key: "frysk", board: board{10, 10, false}, rows: 1, starts: rules.White, ways: eightWays,
		king: flying, backward: true, priority: frisianValue, passing: stays, kingRuns: 3,
		notation: notation{gameType: 97}, draws: frisian, options: []option{lastKings},
	},
	ruleRow{
		key: "killer", board: board{10, 10, false}, rows: 4, starts: rules.White,
		king: flying, backward: true, priority: mostPieces, passing: stays, halts: true,
		draws: fmjd,
	},
	ruleRow{
		key: "spantsiretti", board: board{10, 8, false}, rows: 3, starts: rules.White,
		king: flying, backward: true, priority: anyCapture, passing: flies,
		notation: notation{gameType: 41, algebraic: true, first: bottomLeft, separator: ":"}, draws: fmjd64, options: []option{endingMoves},
	},
	ruleRow{
		key: "antidraughts", board: board{10, 10, false}, rows: 4, starts: rules.White,
		king: flying, backward: true, priority: mostPieces, passing: stays, objective: toLose,
		notation: notation{gameType: 98}, draws: repetition,
	},
	ruleRow{
		key: "breakthrough", board: board{10, 10, false}, rows: 4, starts: rules.White,
		king: flying, backward: true, priority: mostPieces, passing: stays, objective: toCrown,
		notation: notation{gameType: 96}, draws: noDraws,
	},
)

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

func table(rows ...ruleRow) []*Variant {
	list := make([]*Variant, len(rows))
	for i, row := range rows {
		list[i] = newVariant(row)
	}
	return list
}

func newVariant(row ruleRow) *Variant {
	v := &Variant{geometry: newGeometry(row.board, row.ways, row.notation)}
	v.base, v.roads = v, v.mainRoads()
	v.setRules(row)
	for n := 1; n <= v.Squares(); n++ {
		switch c, y := v.cell[n], v.places[n].Row; {
		case y >= row.behind && y < row.behind+row.rows:
			v.start.put(c, rules.Black, false)
		case y < row.board.height-row.behind && y >= row.board.height-row.behind-row.rows:
			v.start.put(c, rules.White, false)
		}
	}
	v.start.Turn = row.starts
	return v
}

// setRules sets the row and what follows from it for the draw rules.
func (v *Variant) setRules(row ruleRow) {
	v.ruleRow, v.terms = row, row.draws.terms()
	v.repeats, v.calms, v.weakest, v.together = false, false, 0, 0
	for _, t := range v.terms {
		v.repeats = v.repeats || t.counter == occurrences
		v.calms = v.calms || t.counter == captures
		v.together = max(v.together, t.Pieces[1])
		for _, e := range t.endings {
			if t.Pieces[1] == 0 {
				v.weakest = max(v.weakest, min(e.strong.kings+e.strong.men, e.weak.kings+e.weak.men))
			}
		}
	}
}

// ByRows is the variant with its squares numbered row by row from the top
// left, White at the bottom. Boards and moves are the same ones.
func (v *Variant) ByRows() *Variant {
	row := v.base.ruleRow
	row.notation.algebraic, row.notation.first = false, topLeft
	w, _ := newVariant(row).with(v.chosen)
	return w
}

// Key is the variant's name in addresses, the API and the database.
func (v *Variant) Key() string { return v.key }

// Family is rules.Draughts.
func (v *Variant) Family() rules.Family { return rules.Draughts }

// Start is the standard position.
func (v *Variant) Start() rules.Position {
	return v.newPosition(v.start, counts{force: v.inForce(&v.start)})
}

// StartBoard is the board of the standard position.
func (v *Variant) StartBoard() Board { return v.start }

// Starts is the side that makes the first move.
func (v *Variant) Starts() rules.Side { return v.starts }

// Algebraic says that squares are called "c3", not by their numbers.
func (v *Variant) Algebraic() bool { return v.notation.algebraic }

// Separator stands between the squares of a capture.
func (v *Variant) Separator() string {
	if v.notation.separator == "" {
		return "x"
	}
	return v.notation.separator
}

// GameType is the value of PDN's tag of that name, such as "20,W,10,10,N2,0",
// and empty for a variant that has no number.
func (v *Variant) GameType() string {
	n := v.notation
	if n.gameType == 0 {
		return ""
	}
	kind, invert := "N", 0
	if n.algebraic {
		kind = "A"
	}
	if v.board.mirrored {
		invert = 1
	}
	// PDN counts corners from the side that starts: bottom left, bottom
	// right, top left, top right.
	corner := map[corner]int{bottomLeft: 0, bottomRight: 1, topLeft: 2}[n.first]
	if v.starts == rules.Black {
		corner = 3 - corner
	}
	return fmt.Sprintf("%d,%s,%d,%d,%s%d,%d", n.gameType, sideLetter[v.starts], v.board.width, v.board.height, kind, corner, invert)
}
