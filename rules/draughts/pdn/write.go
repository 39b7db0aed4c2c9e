package pdn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// WriteOptions are how games are written.
type WriteOptions struct {
	Results ResultStyle
}

// lineWidth is how many characters a line of moves has at most, unless a
// single word is longer.
const lineWidth = 80

// roster are the tags that every game should have, in the order in which they
// stand first.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", resultTag}

// Write writes a game as PDN 3.0: the tags, the roster's first, the moves in
// lines of at most 80 characters, and "*", the standard's only separator of
// games. Moves are written as they are in the tree. Where a line of moves or a
// position set up has a move number it is kept, the others are counted.
func Write(w io.Writer, g *Game, options WriteOptions) error {
	var out printer
	style := options.Results
	if style == StyleByGame {
		style = g.resultStyle()
	}
	for _, t := range g.sortedTags(style) {
		fmt.Fprintf(&out.text, "[%s \"%s\"]\n", t.Name, escape(t.Value))
	}
	if out.text.Len() > 0 {
		out.text.WriteByte('\n')
	}
	first := g.starter()
	out.game(&g.Main, first, counter{number: 1, second: sideOf(g.Tag("FEN"), first) != first})
	out.put("*")
	out.flush()
	out.text.WriteString("\n\n")
	if _, err := io.WriteString(w, out.text.String()); err != nil {
		return fmt.Errorf("PDN: %w", err)
	}
	return nil
}

// String is the game as Write writes it.
func (g *Game) String() string {
	var text strings.Builder
	_ = Write(&text, g, WriteOptions{}) // a Builder does not fail
	return text.String()
}

// sortedTags are the tags in the order in which they are written, with the
// result in the style asked for.
func (g *Game) sortedTags(style ResultStyle) []Tag {
	tags := slices.DeleteFunc(slices.Clone(g.Tags), func(t Tag) bool { return t.Name == resultTag })
	empty := len(g.Main.Nodes) == 0 && len(g.Main.Tail) == 0
	if result := g.Outcome(); result != "*" || len(g.Tags) > 0 || empty {
		tags = append(tags, Tag{Name: resultTag, Value: inStyle(result, style)})
	}
	place := func(t Tag) int {
		if i := slices.Index(roster, t.Name); i >= 0 {
			return i
		}
		return len(roster)
	}
	slices.SortStableFunc(tags, func(a, b Tag) int { return place(a) - place(b) })
	return tags
}

// escape is the opposite of unescape. A backslash is doubled only where it
// would be taken for an escape.
func escape(value string) string {
	var text strings.Builder
	for i, c := range value {
		switch {
		case unicode.IsControl(c):
			c = ' '
		case c == '"':
			text.WriteByte('\\')
		case c == '\\' && (i+1 == len(value) || value[i+1] == '\\' || value[i+1] == '"'):
			text.WriteByte('\\')
		}
		text.WriteRune(c)
	}
	return text.String()
}

// starter is the side that moves first in the game's variant, "W" or "B",
// from which move numbers are counted.
func (g *Game) starter() string {
	if side, ok := g.declaredStart(); ok {
		return sideLetter[side]
	}
	if v := g.Variant(); v != nil {
		return sideLetter[v.Starts()]
	}
	return "W"
}

// sideOf is the side on move in a FEN, "W" or "B", or the one given if it does
// not say.
func sideOf(fen, otherwise string) string {
	if side := strings.ToUpper(strings.TrimSpace(fen) + " ")[:1]; side == "W" || side == "B" {
		return side
	}
	return otherwise
}

// counter is a move's number, and whether it is the second mover's.
type counter struct {
	number int
	second bool
}

func (c *counter) advance() {
	if c.second {
		c.number++
	}
	c.second = !c.second
}

// text is the number as it stands in front of a move.
func (c counter) text() string {
	if c.second {
		return strconv.Itoa(c.number) + "..."
	}
	return strconv.Itoa(c.number) + "."
}

// printer writes words in lines. The last word waits for what may have to
// stand directly behind it.
type printer struct {
	text   strings.Builder
	column int
	word   string
	open   string // brackets that the next word must stand behind directly
}

// put writes the word that waits, and lets this one wait.
func (p *printer) put(word string) {
	p.flush()
	p.word, p.open = p.open+word, ""
}

// flush writes the word that waits, on a new line where the last has no room
// and the word would not look like a tag there.
func (p *printer) flush() {
	width := utf8.RuneCountInString(p.word)
	switch {
	case p.column == 0 || width == 0:
	case p.column+1+width > lineWidth && !likeTag(p.word):
		p.text.WriteByte('\n')
		p.column = 0
	default:
		p.text.WriteByte(' ')
		p.column++
	}
	p.text.WriteString(p.word)
	p.column += width
	p.word = ""
}

// likeTag says whether a tag may begin with a word.
func likeTag(word string) bool {
	if word[0] != '[' {
		return false
	}
	n := 1
	for n < len(word) && isNameByte(word[n]) {
		n++
	}
	return n == len(word) || n > 1 && word[n] == '"'
}

func (p *printer) comments(list []Comment) {
	for _, c := range list {
		words := strings.Fields(strings.Map(func(c rune) rune {
			switch {
			case c == '}':
				return ')'
			case unicode.IsControl(c):
				return ' '
			}
			return c
		}, c.Text))
		for i, word := range words {
			if i == 0 {
				word = "{" + word
			}
			if i == len(words)-1 {
				word += "}"
			}
			p.put(word)
		}
	}
}

// game writes a line of moves; first is the side from which moves are counted.
func (p *printer) game(line *Line, first string, at counter) {
	fresh := true     // the number in the tree counts
	numbered := false // the move before stands directly in front
	for i := range line.Nodes {
		n := &line.Nodes[i]
		if fresh && n.Number > 0 {
			at = counter{n.Number, n.Dots}
		}
		p.comments(n.Before)
		before := at
		switch {
		case n.Setup != "":
			p.put(`/FEN "` + n.Setup + `"/` + n.Strength)
			at.second = sideOf(n.Setup, first) != first
			before = at
		default:
			if !numbered || !at.second {
				p.put(at.text())
			}
			p.put(n.Move + n.Strength)
			at.advance()
		}
		for _, nag := range n.NAGs {
			p.put("$" + strconv.Itoa(nag))
		}
		p.comments(n.After)
		for v := range n.Variations {
			p.variation(&n.Variations[v], first, before)
		}
		fresh = n.Setup != ""
		numbered = !fresh && len(n.Variations) == 0 && len(n.After) == 0
	}
	p.comments(line.Tail)
}

// variation writes a variation.
func (p *printer) variation(line *Line, first string, at counter) {
	p.open += "("
	p.game(line, first, at)
	p.word += ")"
}
