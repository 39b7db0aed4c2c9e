package draughts

import (
	"fmt"
	"strings"

	"crownpost/rules"
)

// maxText is the longest text of a position that is read, in bytes.
const maxText = 4096

// FENError says why and where the text of a position cannot be read.
type FENError struct {
	Offset  int    // in bytes from the start of the text
	Problem string // in English
}

// Error returns the offset and the problem.
func (e *FENError) Error() string {
	return fmt.Sprintf("position, offset %d: %s", e.Offset, e.Problem)
}

// FEN writes a board in PDN 3.0 form, squares in ascending order and without
// ranges, as every program reads it: "W:W28,K33:B12,18".
func (v *Variant) FEN(b Board) string {
	var text strings.Builder
	text.WriteString(sideLetter[b.Turn&1])
	for side := range sideLetter {
		text.WriteByte(':')
		text.WriteString(sideLetter[side])
		separator := ""
		for n := 1; n <= v.Squares(); n++ {
			c := v.cell[n]
			if !b.pieces(rules.Side(side)).has(c) {
				continue
			}
			text.WriteString(separator)
			if b.kings().has(c) {
				text.WriteByte('K')
			}
			text.WriteString(v.names[n])
			separator = ","
		}
	}
	return text.String()
}

var sideLetter = [2]string{"W", "B"}

// ParseFEN reads a board, liberally: ranges ("W31-50", and for kings "K1-5" or "K1-K5"),
// either order of the colours, small letters, spaces, a final dot, the tag
// around it ([FEN "…"]), the side to move written twice, and the counters that
// some sites append (":H12:F30"). Where squares have letters, their numbers by
// rows are read too. An unknown side to move ("?") is the one that starts a
// game. A side may be without pieces, but not both. The error is a *FENError.
func (v *Variant) ParseFEN(text string) (Board, error) {
	_, b, _, err := v.parse(text)
	return b, err
}

// ParseSetUp is ParseFEN for a position that somebody has set up: a side may
// have no more pieces than the game is played with on such a board. Kings by
// the dozen have so many ways to capture that they could hold up a server.
func (v *Variant) ParseSetUp(text string) (Board, error) {
	b, err := v.ParseFEN(text)
	if err != nil {
		return b, err
	}
	most := v.start.pieces(rules.White).count()
	if v.ways != straights {
		most = max(most, v.board.width/2*(v.board.height/2-1))
	}
	for side := range sideLetter {
		if n := b.pieces(rules.Side(side)).count(); n > most {
			return Board{}, &FENError{Problem: fmt.Sprintf("%s has %d pieces, %d are the most", rules.Side(side), n, most)}
		}
	}
	return b, nil
}

// Parse reads a state written by Position.String, with the options it was
// played with, or a FEN as ParseFEN does, with those of v.
// The error is a *FENError.
func (v *Variant) Parse(text string) (rules.Position, error) {
	w, b, c, err := v.parse(text)
	if err != nil {
		return nil, err
	}
	return w.newPosition(b, c), nil
}

// reader walks over the text of a position. Its methods that fail panic with
// a *FENError, which parse returns.
type reader struct {
	text string
	at   int
	end  int
}

func (r *reader) fail(at int, format string, args ...any) {
	panic(&FENError{Offset: at, Problem: fmt.Sprintf(format, args...)})
}

// peek skips spaces and returns the next byte in upper case, 0 at the end.
func (r *reader) peek() byte {
	for r.at < r.end && (r.text[r.at] == ' ' || r.text[r.at] == '\t') {
		r.at++
	}
	if r.at == r.end {
		return 0
	}
	if c := r.text[r.at]; 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return r.text[r.at]
}

// accept takes the next byte if it is c.
func (r *reader) accept(c byte) bool {
	if r.peek() != c || c == 0 {
		return false
	}
	r.at++
	return true
}

// integer takes a number of at most limit.
func (r *reader) integer(what string, limit int) int {
	c := r.peek()
	start, n := r.at, 0
	if c < '0' || c > '9' {
		r.fail(start, "%s is missing", what)
	}
	for r.at < r.end && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		if n = n*10 + int(r.text[r.at]-'0'); n > limit {
			r.fail(start, "%s is over %d", what, limit)
		}
		r.at++
	}
	return n
}

// parse returns the variant too, which has the options named in the text.
func (v *Variant) parse(text string) (w *Variant, b Board, c counts, err error) {
	if len(text) > maxText {
		return v, b, c, &FENError{Offset: maxText, Problem: fmt.Sprintf("longer than %d bytes", maxText)}
	}
	defer func() {
		if failed := recover(); failed != nil {
			fen, ok := failed.(*FENError)
			if !ok {
				panic(failed)
			}
			w, b, c, err = v, Board{}, counts{}, fen
		}
	}()
	r := unwrap(text)
	switch r.peek() {
	case 'W':
		b.Turn = rules.White
	case 'B':
		b.Turn = rules.Black
	case '?':
		b.Turn = v.starts
	case 0:
		r.fail(r.at, "the text is empty")
	default:
		r.fail(r.at, "the side to move must be W or B")
	}
	r.at++
	var t tail
	for r.peek() != 0 {
		if !r.accept(':') {
			r.fail(r.at, "unexpected %q", r.rune())
		}
		kind := r.peek()
		at := r.at
		r.at++
		switch kind {
		case 'W':
			v.readPieces(r, &b, rules.White)
		case 'B':
			v.readPieces(r, &b, rules.Black)
		default:
			if t.read(v, r, kind) {
				continue
			}
			r.at = at
			if kind == 0 {
				r.fail(at, "W or B with its squares is missing")
			}
			r.fail(at, "unexpected %q", r.rune())
		}
	}
	if b.occupied().empty() {
		r.fail(r.at, "there are no pieces")
	}
	w, c = t.counts(v, r, &b)
	return w, b, c, nil
}

// unwrap sets a reader on the FEN inside a tag and before a final dot.
func unwrap(text string) *reader {
	r := &reader{text: text, end: len(text)}
	trim := func(suffix string) bool {
		s := strings.TrimRight(text[:r.end], " \t\r\n")
		r.end = len(s)
		if r.end > r.at && strings.HasSuffix(s, suffix) {
			r.end -= len(suffix)
			return true
		}
		return false
	}
	trim("")
	if r.accept('[') {
		for _, c := range []byte(`FEN"`) {
			if !r.accept(c) {
				r.fail(r.at, `the tag must read [FEN "…"]`)
			}
		}
		if !trim("]") || !trim(`"`) {
			r.fail(r.end, `the tag must end with "]`)
		}
	}
	trim(".")
	trim("")
	return r
}

// rune is the character at the reader's place, for a message.
func (r *reader) rune() string {
	for _, c := range r.text[r.at:] {
		return string(c)
	}
	return ""
}

// readPieces reads one side's list of squares. A list may follow an empty one
// of the same side, which is how the side to move comes to be written twice.
func (v *Variant) readPieces(r *reader, b *Board, side rules.Side) {
	if c := r.peek(); c == 0 || c == ':' {
		return
	}
	if !b.pieces(side).empty() {
		r.fail(r.at, "the %s pieces are listed twice", side)
	}
	for {
		king := r.accept('K')
		r.peek()
		at := r.at
		first := r.square(v)
		last := first
		if numbered := '0' <= r.text[at] && r.text[at] <= '9'; numbered && r.accept('-') {
			if king {
				r.accept('K')
			}
			if last = r.square(v); last < first {
				r.fail(at, "the range %d-%d runs backward", first, last)
			}
		}
		for n := first; n <= last; n++ {
			c := v.cell[n]
			switch {
			case b.occupied().has(c):
				r.fail(at, "there are two pieces on square %s", v.names[n])
			case !king && v.crown[side].has(c):
				r.fail(at, "a %s man on square %s would be a king", side, v.names[n])
			}
			b.put(c, side, king)
		}
		if !r.accept(',') {
			return
		}
	}
}

// square reads the name of a square, or its number.
func (r *reader) square(v *Variant) int {
	c := r.peek()
	at := r.at
	if v.Algebraic() && 'A' <= c && c <= 'Z' {
		r.at++
		column, rank := int(c-'A'), r.integer("the rank", 99)
		if column >= v.board.width || rank < 1 || rank > v.board.height || v.lettering[column][rank] == 0 {
			r.fail(at, "there is no square %s", strings.ToLower(r.text[at:r.at]))
		}
		return int(v.lettering[column][rank])
	}
	if c < '0' || c > '9' {
		if c == 0 || c == ',' || c == ':' {
			r.fail(at, "a square is missing")
		}
		r.fail(at, "unexpected %q", r.rune())
	}
	n := r.integer("the square", 999)
	if n < 1 || n > v.Squares() {
		r.fail(at, "there is no square %d, they are 1 to %d", n, v.Squares())
	}
	return n
}
