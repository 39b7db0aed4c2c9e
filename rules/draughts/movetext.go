package draughts

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxMoveText is the longest text of a move that is read, in bytes: more than
// the longest capture with every square it passes.
const maxMoveText = 512

// separators may stand between the squares of a move: any of them, since the
// squares alone say whether the move captures. The dashes are those that word
// processors and phones make of a hyphen.
const separators = "-xX:×\u2010\u2011\u2012\u2013\u2014\u2212"

// readSquares splits the text of a move into the squares it names, two at
// least; ok is false if it is no such text. Squares may be divided by one of
// the separators, spaces, or both, and have leading zeros. The numbers are
// not checked against a board; one that is too large for any is 999.
func readSquares(text string) (squares []int, ok bool) {
	if len(text) > maxMoveText {
		return nil, false
	}
	text = strings.TrimSpace(text)
	for {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		if digits == 0 {
			return nil, false
		}
		n := 0
		for _, c := range text[:digits] {
			n = min(n*10+int(c-'0'), 999)
		}
		squares = append(squares, n)
		rest := strings.TrimLeft(text[digits:], " \t")
		if rest == "" {
			return squares, len(squares) >= 2
		}
		if c, size := utf8.DecodeRuneInString(rest); strings.ContainsRune(separators, c) {
			rest = strings.TrimLeft(rest[size:], " \t")
		}
		text = rest
	}
}

// fit says how far the squares of a text agree with a move.
type fit int

const (
	differs fit = iota
	begins      // they stop before the capture is complete
	whole       // they name its start, its end, and squares between in order
	exact       // they are the squares it is written with in full, which no other move shares
)

// fit compares the squares of a text with a move of b.
func (v *Variant) fit(b *Board, m Move, squares []int) fit {
	end := squares[len(squares)-1]
	if squares[0] != v.Square(m.From) {
		return differs
	}
	if len(squares) == 2 && end == v.Square(m.To) {
		return whole
	}
	best := differs
	if m.Captures() {
		v.routes(b, m, func(hops []hop) bool {
			touched := v.touched(m, hops)
			between := touched[:len(touched)-1]
			switch {
			case slices.Equal(squares, v.path(m, hops)):
				best = exact
			case end == v.Square(m.To) && inOrder(squares[1:len(squares)-1], between):
				best = max(best, whole)
			case inOrder(squares[1:], between):
				best = max(best, begins)
			}
			return best != exact
		})
	}
	return best
}

// inOrder says whether all of some occur in list in their order.
func inOrder(some, list []int) bool {
	for _, n := range some {
		i := slices.Index(list, n)
		if i < 0 {
			return false
		}
		list = list[i+1:]
	}
	return true
}
