package pdn

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Options are how a Reader reads.
type Options struct {
	// Strict takes the reading grammar of PDN 3.0 and nothing else.
	Strict bool
}

// Reader reads the games of a file one after the other.
type Reader struct {
	lexer
	games  int
	tagged bool // the last game had tags
	// ended says that a strict reader has seen the separator behind the last
	// game, or that there was no game yet.
	ended bool
}

// NewReader returns a Reader of r's games. It reads ahead by some kilobytes,
// and holds one game's text at a time.
func NewReader(r io.Reader, options Options) *Reader {
	return &Reader{lexer: lexer{source: newSource(r), strict: options.Strict}, ended: true}
}

// Parse reads all games of a text. It stops at the first error, an *Error.
func Parse(text string, options Options) ([]*Game, error) {
	r := NewReader(strings.NewReader(text), options)
	var games []*Game
	for {
		game, err := r.Next()
		switch {
		case err == io.EOF:
			return games, nil
		case err != nil:
			return games, err
		}
		games = append(games, game)
	}
}

// Next returns the next game, and io.EOF behind the last one. A game that
// cannot be read is answered with an *Error, and the call after it goes on
// behind that game; any other error is that of the file and final.
func (r *Reader) Next() (*Game, error) {
	for r.scan(); r.remnant(); r.scan() {
	}
	if r.failed != nil {
		return nil, fmt.Errorf("PDN file: %w", r.failed)
	}
	if len(r.tokens) == 0 && !r.overlong {
		if r.strict && r.games == 0 {
			r.games++
			return nil, &Error{Game: 1, Pos: r.pos, Problem: "there is no game"}
		}
		return nil, io.EOF
	}
	r.games++
	game, err := r.game()
	if err != nil {
		err.Game = r.games
		return nil, err
	}
	return game, nil
}

// remnant says whether what was scanned is no game: moves behind the result of
// a game, in a file whose games have tags, without tags and a move number.
func (r *Reader) remnant() bool {
	if len(r.tokens) == 0 || r.strict || r.overlong {
		return false
	}
	tagged := r.tagged
	r.tagged = r.tags > 0
	return tagged && r.tokens[0].kind == moveToken
}

// parser makes the tree of one game from its tokens. Its methods that fail
// panic with an *Error, which game returns.
type parser struct {
	*Reader
	text  string
	at    int
	depth int
	moves int    // move tokens
	match []int  // of an opening bracket: the token that closes it
	prose []bool // the bracket is a comment
}

func (p *parser) fail(at Pos, format string, args ...any) {
	panic(&Error{Pos: at, Problem: fmt.Sprintf(format, args...)})
}

func (r *Reader) game() (game *Game, err *Error) {
	p := &parser{Reader: r, text: string(r.text[r.start:r.at])}
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case *Error:
			game, err = nil, failed
		default:
			panic(failed)
		}
		if r.overlong {
			r.skipToTags()
		}
	}()
	if r.overlong || len(p.text) > MaxGame {
		p.fail(r.tokens[0].Pos, "the game is longer than %d bytes", MaxGame)
	}
	p.check()
	game = &Game{Number: r.games, Pos: r.tokens[0].Pos}
	p.tags(game)
	p.brackets()
	game.Main = p.line()
	p.closing(game)
	return game, nil
}

// check refuses what no game may contain, and for a strict reader what is not
// in the grammar.
func (p *parser) check() {
	separated := p.ended
	p.ended = p.tokens[len(p.tokens)-1].kind == resultToken
	for _, t := range p.tokens {
		switch {
		case t.kind != wordToken || p.text[t.from] != '}':
		case p.nested != (Pos{}):
			p.fail(p.nested, "a comment begins within a comment")
		default:
			p.fail(t.Pos, "a comment ends that has not begun")
		}
	}
	for i, t := range p.tokens {
		source := p.source(t)
		switch {
		case !t.ended && t.kind == commentToken:
			p.fail(t.Pos, "the comment is not closed")
		case !t.ended:
			p.fail(t.Pos, "the tag is not closed")
		case !p.strict:
		case t.loose:
			p.fail(t.Pos, "%s is not in the grammar of PDN 3.0", quoted(source))
		case t.kind == numberToken && (i+1 == len(p.tokens) || p.tokens[i+1].kind != moveToken && p.tokens[i+1].kind != unknownToken):
			p.fail(t.Pos, "a move is missing behind its number")
		case t.kind == strengthToken && (i == 0 || p.tokens[i-1].kind != moveToken && p.tokens[i-1].kind != unknownToken):
			p.fail(t.Pos, "a move is missing in front of %s", quoted(source))
		}
	}
	if !p.strict {
		return
	}
	switch first := p.tokens[0]; {
	case !separated:
		p.fail(first.Pos, "a result or * is missing between the games")
	case first.kind == resultToken:
		p.fail(first.Pos, "there is no game in front of %s", quoted(p.source(first)))
	case p.latin:
		p.fail(first.Pos, "the file is not UTF-8")
	}
}

// source is the text of a token.
func (p *parser) source(t token) string { return p.text[t.from:t.to] }

// quoted is the start of a text, fit to be shown.
func quoted(text string) string {
	if runes := []rune(text); len(runes) > 20 {
		text = string(runes[:20]) + "…"
	}
	return strconv.Quote(text)
}

// tags reads the tags.
func (p *parser) tags(game *Game) {
	for p.at < len(p.tokens) && p.tokens[p.at].kind == tagToken {
		t := p.tokens[p.at]
		p.at++
		if len(game.Tags) == MaxTags {
			p.fail(t.Pos, "there are more than %d tags", MaxTags)
		}
		source := strings.TrimSpace(strings.Trim(p.source(t), "[]"))
		end := 0
		for end < len(source) && isNameByte(source[end]) {
			end++
		}
		name, value := source[:end], oneLine.Replace(strings.TrimSpace(source[end:]))
		switch {
		case name == "":
			p.fail(t.Pos, "a tag has no name")
		case value != "" && value[0] == '"':
			value = unescape(strings.TrimSuffix(value[1:], `"`))
		}
		game.Tags = append(game.Tags, Tag{Name: name, Value: value, Pos: t.Pos})
	}
	if p.at < len(p.tokens) && len(game.Tags) == 0 {
		if t := p.tokens[p.at]; t.kind == setupToken && p.text[t.from] != '/' {
			game.Tags = []Tag{{Name: "FEN", Value: strings.Join(strings.Fields(p.source(t)), " "), Pos: t.Pos}}
			p.at++
		}
	}
}

// oneLine makes spaces of what would break a tag in two.
var oneLine = strings.NewReplacer("\n", " ", "\t", " ")

// unescape reads a tag's value: \" is a quote and \\ a backslash, and any
// other backslash stands for itself.
func unescape(value string) string { return unescaped.Replace(value) }

var unescaped = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// brackets matches the brackets, and decides which are comments: those that
// contain a word, or no move.
func (p *parser) brackets() {
	var open []int
	var moves []bool // by token: the bracket contains a move
	for i, t := range p.tokens {
		switch t.kind {
		case moveToken:
			p.moves++
		case openToken:
			if p.match == nil {
				p.match, p.prose = make([]int, len(p.tokens)), make([]bool, len(p.tokens))
				moves = make([]bool, len(p.tokens))
			}
			open = append(open, i)
			continue
		case closeToken:
			if len(open) == 0 {
				p.fail(t.Pos, "a ) stands without its (")
			}
			last := open[len(open)-1]
			p.match[last] = i
			p.prose[last] = p.prose[last] || !moves[last]
			if p.strict && (p.prose[last] || i == last+1) {
				p.fail(p.tokens[last].Pos, "a variation without moves")
			}
			open = open[:len(open)-1]
			continue
		}
		if len(open) == 0 {
			continue
		}
		switch last := open[len(open)-1]; t.kind {
		case moveToken, unknownToken, setupToken:
			moves[last] = true
		case wordToken, resultToken, tagToken:
			p.prose[last] = true
		}
	}
	if len(open) > 0 {
		p.fail(p.tokens[open[len(open)-1]].Pos, "a ( is not closed")
	}
}

// line reads the moves up to the end of the game or the variation.
func (p *parser) line() Line {
	line := Line{Pos: p.pos}
	if p.depth == 0 {
		line.Nodes = make([]Node, 0, p.moves)
	}
	if p.at < len(p.tokens) {
		line.Pos = p.tokens[p.at].Pos
	}
	b := lineBuilder{line: &line}
	for ; p.at < len(p.tokens); p.at++ {
		t := p.tokens[p.at]
		source := p.source(t)
		switch t.kind {
		case numberToken:
			digits := strings.TrimRight(source, ".")
			n, err := strconv.Atoi(strings.TrimRight(digits, letters))
			if err != nil || n > maxNumber {
				p.fail(t.Pos, "the move number is over %d", maxNumber)
			}
			b.number(n, len(source)-len(digits) > 1)
		case moveToken:
			b.add(Node{Move: moveText(source), Pos: t.Pos})
		case unknownToken:
			b.add(Node{Move: Unknown, Pos: t.Pos})
		case setupToken:
			setup := setupText(source)
			if setup == "" {
				p.fail(t.Pos, "the position set up is missing")
			}
			b.add(Node{Setup: setup, Pos: t.Pos})
		case strengthToken:
			if len(line.Nodes) == 0 {
				p.fail(t.Pos, "a move is missing in front of %s", quoted(source))
			}
			b.last().Strength += source
		case nagToken:
			n := onlyMove
			if source != "*" {
				var err error
				if n, err = strconv.Atoi(source[1:]); err != nil || n > maxNAG {
					p.fail(t.Pos, "the annotation is over $%d", maxNAG)
				}
			}
			b.nag(n)
		case commentToken:
			switch source[0] {
			case '{':
				source = source[1 : len(source)-1]
			case ';':
				source = source[1:]
			}
			b.comment(Comment{Text: commentText(source), Pos: t.Pos})
		case openToken:
			if p.prose[p.at] {
				end := p.match[p.at]
				text := strings.NewReplacer("{", " ", "}", " ").Replace(p.text[t.to:p.tokens[end].from])
				b.comment(Comment{Text: commentText(text), Pos: t.Pos})
				p.at = end
				break
			}
			p.variation(&b, t)
		case closeToken, resultToken:
			line.Tail = b.pending.Before
			return line
		default:
			p.fail(t.Pos, "%s is not understood", quoted(source))
		}
	}
	line.Tail = b.pending.Before
	return line
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// The largest move number and annotation that are read.
const (
	maxNumber = 9999
	maxNAG    = 9999
	onlyMove  = 7 // the annotation for a forced move, in old files a "*"
)

// variation reads a variation, p standing at its opening bracket.
func (p *parser) variation(b *lineBuilder, open token) {
	if p.depth == MaxDepth {
		p.fail(open.Pos, "variations are nested more than %d deep", MaxDepth)
	}
	if len(b.line.Nodes) == 0 {
		b.add(Node{Move: Unknown, Pos: open.Pos})
	}
	p.depth++
	p.at++
	variation := p.line()
	variation.Pos = open.Pos
	p.depth--
	b.last().Variations = append(b.last().Variations, variation)
	b.apart = true
}

// closing reads what ended the game.
func (p *parser) closing(game *Game) {
	if p.at < len(p.tokens) {
		game.Result = strings.Join(strings.Fields(p.source(p.tokens[p.at])), "")
		return
	}
	// A tournament's own points, such as 4-6, look like a move.
	nodes := game.Main.Nodes
	if n := len(nodes); n > 0 && !p.strict && nodes[n-1].Number == 0 && nodes[n-1].Move != "" && nodes[n-1].Move == game.Tag(resultTag) {
		game.Result = nodes[n-1].Move
		game.Main.Nodes = nodes[:n-1]
	}
}

// lineBuilder adds to a line what stands around its moves.
type lineBuilder struct {
	line    *Line
	pending Node // what stands in front of the next move
	apart   bool // a variation stands behind the last move
}

func (b *lineBuilder) last() *Node { return &b.line.Nodes[len(b.line.Nodes)-1] }

func (b *lineBuilder) number(n int, dots bool) {
	b.pending.Number, b.pending.Dots = n, dots
}

func (b *lineBuilder) nag(n int) {
	node := &b.pending
	if len(b.line.Nodes) > 0 && b.pending.Number == 0 {
		node = b.last()
	}
	node.NAGs = append(node.NAGs, n)
}

func (b *lineBuilder) comment(c Comment) {
	switch {
	case c.Text == "":
	case b.apart || len(b.line.Nodes) == 0:
		b.pending.Before = append(b.pending.Before, c)
	default:
		b.last().After = append(b.last().After, c)
	}
}

func (b *lineBuilder) add(node Node) {
	if node.Setup == "" {
		node.Number, node.Dots = b.pending.Number, b.pending.Dots
	}
	node.Before, node.NAGs = b.pending.Before, b.pending.NAGs
	b.line.Nodes = append(b.line.Nodes, node)
	b.pending, b.apart = Node{}, false
}

// setupText is the FEN of a setup: W:W28:B19 of /FEN "W:W28:B19"/.
func setupText(source string) string {
	source = strings.Join(strings.Fields(strings.Trim(source, "/")), "")
	if len(source) >= 3 && strings.EqualFold(source[:3], "FEN") {
		source = source[3:]
	}
	return strings.Trim(source, `"`)
}

// commentText is the text of a comment with single spaces, and with nothing
// that would end it in braces.
func commentText(source string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(source, "}", ")")), " ")
}
