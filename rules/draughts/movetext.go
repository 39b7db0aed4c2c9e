package draughts

import (
	"slices"
	"strings"
	"unicode/utf8"

	"crownpost/rules"
)

// Text writes a move, which must be one of the legal moves of b, as PDN 3.0
// does: start and end, and only for a capture that another one would be
// confused with every square in between on which the piece turns, or that
// lies behind a piece taken straight on.
func (v *Variant) Text(b *Board, m Move, legal []Move) string {
	if !m.ambiguous(legal) {
		return v.text(m, nil, nil) // spares the route
	}
	return v.text(m, v.route(b, m), legal)
}

func (v *Variant) text(m Move, hops []hop, legal []Move) string {
	separator := "-"
	if m.Captures() {
		separator = v.Separator()
	}
	if !m.ambiguous(legal) {
		return v.nameOf(m.From) + separator + v.nameOf(m.To)
	}
	return v.joinCells(appendPath(nil, m, hops), separator)
}

// ambiguous says whether another legal move has the same start and end.
func (m Move) ambiguous(legal []Move) bool {
	for _, other := range legal {
		if other.From == m.From && other.To == m.To && other != m {
			return true
		}
	}
	return false
}

// nameOf is what the square at a cell is called.
func (v *Variant) nameOf(cell uint8) string { return v.names[v.number[cell]] }

func (v *Variant) joinCells(list []uint8, separator string) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = v.nameOf(c)
	}
	return strings.Join(names, separator)
}

// maxMoveText is the longest text of a move that is read, in bytes.
const maxMoveText = 1024

// separators may stand between the squares of a move: any of them, since the
// squares alone say whether the move captures. The dashes are those that word
// processors and phones make of a hyphen.
const separators = "-xX:×\u2010\u2011\u2012\u2013\u2014\u2212"

// ReadMove returns the one of the legal moves of b that a text names: by its
// start and end, and of the squares passed or landed on between them any, in
// order. Squares may be divided by any separator, by spaces, or by nothing
// where they stay apart ("a3b4", and "3228" of two digits each). Where
// squares have letters, their numbers by rows from the top left are read too,
// and so is the short form that names the file of the start ("ed4"). The
// error is a *rules.Refusal, which says why the text names no legal move.
func (v *Variant) ReadMove(b *Board, legal []Move, text string) (Move, error) {
	var room [8]uint8
	squares, wrong, problem := v.readSquares(room[:0], text)
	if problem == readsWell && len(squares) == 2 {
		found, n := Move{}, 0
		for _, m := range legal {
			if m.From == squares[0] && m.To == squares[1] {
				found = m
				n++
			}
		}
		if n == 1 {
			return found, nil
		}
	}
	j := judge{v: v, b: b, legal: legal}
	m, refusal := j.read(text, slices.Clone(squares), wrong, problem)
	if refusal != nil {
		return Move{}, refusal
	}
	return m, nil
}

// problem is what may be wrong with the squares in the text of a move.
type problem int

const (
	readsWell problem = iota
	noMove            // the text does not consist of squares
	offBoard          // one is not on the board
	light             // one is not played on
)

// readSquares appends the cells of the squares that the text of a move
// names, two at least. Where there is a problem with a square, wrong is its text.
func (v *Variant) readSquares(dst []uint8, text string) (squares []uint8, wrong string, p problem) {
	rest := strings.TrimSpace(text)
	n := len(rest)
	if n > maxMoveText || n == 0 {
		return dst, "", noMove
	}
	pairs := n >= 4 && n%2 == 0 && digits(rest) == n
	lettered := v.Algebraic() && isLetter(rest[0])
	for {
		length := digits(rest)
		if pairs {
			length = 2
		}
		var cell uint8
		if lettered {
			cell, length, p = v.lettered(rest)
		} else {
			cell, p = v.numbered(rest[:length])
		}
		if p != readsWell {
			return dst, rest[:length], p
		}
		dst = append(dst, cell)
		rest = strings.TrimLeft(rest[length:], " \t")
		if rest == "" {
			break
		}
		if c, size := utf8.DecodeRuneInString(rest); strings.ContainsRune(separators, c) {
			rest = strings.TrimLeft(rest[size:], " \t")
		}
	}
	if len(dst) < 2 {
		return dst, "", noMove
	}
	return dst, "", readsWell
}

// digits counts the digits at the start of a text.
func digits(text string) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

func isLetter(c byte) bool { return 'a' <= c|' ' && c|' ' <= 'z' }

// numbered is the cell of a square number, which is all of the text.
func (v *Variant) numbered(text string) (uint8, problem) {
	if text == "" {
		return 0, noMove
	}
	n := decimal(text)
	if n < 1 || n > v.Squares() {
		return 0, offBoard
	}
	return v.cell[n], readsWell
}

// decimal is the number that digits write; one too large for any board is 999.
func decimal(digits string) int {
	n := 0
	for i := range len(digits) {
		n = min(n*10+int(digits[i]-'0'), 999)
	}
	return n
}

// lettered is the cell of a square's name at the start of a text, and the
// name's length.
func (v *Variant) lettered(text string) (cell uint8, length int, p problem) {
	if text == "" || !isLetter(text[0]) {
		return 0, 0, noMove
	}
	n := digits(text[1:])
	if n == 0 {
		return 0, 1, noMove
	}
	column, rank := int(text[0]|' '-'a'), decimal(text[1:1+n])
	if column >= v.board.width || rank < 1 || rank > v.board.height {
		return 0, 1 + n, offBoard
	}
	square := v.lettering[column][rank]
	if square == 0 {
		return 0, 1 + n, light
	}
	return v.cell[square], 1 + n, readsWell
}

// readShort reads the short form of a move: the file of its start and its
// last square, as "ed4".
func (v *Variant) readShort(text string) (column int, to uint8, ok bool) {
	text = strings.TrimSpace(text)
	if !v.Algebraic() || len(text) < 3 || !isLetter(text[0]) {
		return 0, 0, false
	}
	end := strings.TrimLeft(text[1:], separators)
	to, length, problem := v.lettered(end)
	return int(text[0] | ' ' - 'a'), to, problem == readsWell && length == len(end)
}

// fit says how far the squares of a text agree with a move.
type fit int

const (
	differs fit = iota
	begins      // they stop before the capture is complete
	whole       // they name its start, its end, and squares between in order
	exact       // they are the squares it is written with in full, which no other move shares
)

// fit compares the squares of a text with a move of b. Where they are not its
// path, so many hops are tried once one route is known.
func (v *Variant) fit(b *Board, m Move, squares []uint8, budget int) fit {
	switch {
	case squares[0] != m.From:
		return differs
	case !m.Captures() && len(squares) == 2 && squares[1] == m.To:
		return exact
	case !m.Captures():
		return differs
	case v.follows(b, m, squares):
		return exact
	}
	best := differs
	var touched []uint8
	v.routes(b, m, budget, func(hops []hop) bool {
		touched = v.appendTouched(touched[:0], m.From, hops)
		switch passed := touched[:len(touched)-1]; {
		case runs(squares, touched):
			best = whole
		case best == differs && inOrder(squares[1:], passed):
			best = begins
		}
		return true
	})
	return best
}

// runs says whether the squares of a text name a way that touches the cells
// given, the last of which is its end.
func runs(squares, touched []uint8) bool {
	last := len(touched) - 1
	return squares[len(squares)-1] == touched[last] && inOrder(squares[1:len(squares)-1], touched[:last])
}

// inOrder says whether all of some occur in list in their order.
func inOrder(some, list []uint8) bool {
	for _, c := range some {
		i := slices.Index(list, c)
		if i < 0 {
			return false
		}
		list = list[i+1:]
	}
	return true
}

// find returns the legal move that a text names, or says why there is none.
func (p *position) find(text string) (Move, *rules.Refusal) {
	m, err := p.v.ReadMove(&p.board, p.moves, text)
	if err != nil {
		return Move{}, err.(*rules.Refusal)
	}
	return m, nil
}
