package pdn

import (
	"strings"
	"unicode/utf8"
)

type kind uint8

const (
	tagToken kind = iota
	numberToken
	moveToken
	unknownToken
	setupToken
	strengthToken
	nagToken
	commentToken
	openToken
	closeToken
	resultToken
	wordToken // what is none of these; may stand in a comment in ( )
)

// token is a piece of a game's text, from offset from to offset to.
type token struct {
	kind     kind
	loose    bool // not in the grammar of PDN 3.0
	ended    bool // comments, tags and setups: the closing mark is there
	from, to int
	Pos
}

// lexer splits a game's text into tokens. It also finds where the game ends:
// at a result or "*", or where the tags of another game begin.
type lexer struct {
	source
	strict bool
	tokens []token
	depth  int // open ( )
	tags   int
	body   bool // something else than tags was seen
	// nested is where the last comment has an opening brace within.
	nested Pos
}

// scan reads the tokens of the next game; there are none at the end of the
// file.
func (l *lexer) scan() {
	l.cut()
	l.tokens, l.depth, l.tags, l.body, l.nested = l.tokens[:0], 0, 0, false, Pos{}
	lines := 0 // line ends since the last token
	for {
		lines += l.spaces()
		c := l.peek(0)
		if c == 0 {
			return
		}
		if c == '[' && l.endsBeforeTag(lines) {
			return
		}
		if l.body && l.depth == 0 && lines > 0 && l.bareFEN() {
			return
		}
		lines = 0
		if l.next(c); len(l.tokens) == 0 {
			continue
		}
		if last := l.tokens[len(l.tokens)-1]; last.kind == resultToken && l.depth == 0 {
			if len(l.tokens) == 1 && !l.strict {
				l.tokens, l.body = l.tokens[:0], false // a result of no game
				continue
			}
			return
		}
	}
}

// endsBeforeTag says whether the [ that comes next belongs to another game.
// lines is how many line ends stand before it.
func (l *lexer) endsBeforeTag(lines int) bool {
	switch {
	case l.depth > 0 && !l.strict:
		return lines > 0 && l.tagAhead(0)
	case l.body:
		return true
	}
	return !l.strict && lines > 1 && l.tags > 0 && l.repeatsTag()
}

// repeatsTag says whether the tag that comes next has the name of the game's
// first one.
func (l *lexer) repeatsTag() bool {
	first := l.text[l.start+l.tokens[0].from:]
	for n := 0; ; n++ {
		c := l.peek(n)
		if n >= len(first) || c != first[n] {
			return false
		}
		if n > 0 && !isNameByte(c) {
			return true
		}
	}
}

// spaces takes spaces and line comments, and returns how many line ends were
// among them. A \n written as two characters counts as one too.
func (l *lexer) spaces() (lines int) {
	for {
		if len(l.tokens) == 0 {
			l.cut()
		}
		switch c := l.peek(0); {
		case c == '\n':
			lines++
			l.take(1)
		case isSpace(c):
			l.take(1)
		case c == '\\' && l.peek(1) == 'n' && !l.strict:
			lines++
			l.take(2)
		case c == '%':
			l.restOfLine()
		case c == 0xC2 && l.peek(1) == 0xA0 && !l.strict: // no-break space
			l.take(2)
		case c == '.' && isSpace(l.peek(1)) && !l.strict:
			l.take(1)
		default:
			return lines
		}
	}
}

func (l *lexer) restOfLine() {
	for c := l.peek(0); c != 0 && c != '\n'; c = l.peek(0) {
		l.take(1)
	}
}

// add takes n bytes as a token.
func (l *lexer) add(k kind, n int, loose bool) *token {
	from := l.at - l.start
	l.tokens = append(l.tokens, token{
		kind: k, loose: loose, ended: true, from: from, to: from + n, Pos: l.pos,
	})
	l.take(n)
	if k != tagToken {
		l.body = true
	}
	return &l.tokens[len(l.tokens)-1]
}

// next takes the token that begins with c.
func (l *lexer) next(c byte) {
	switch {
	case c == '[' && l.depth == 0:
		l.tag()
	case c == '{':
		l.comment()
	case c == ';':
		n := 1
		for d := l.peek(n); d != 0 && d != '\n'; d = l.peek(n) {
			n++
		}
		l.add(commentToken, n, true)
	case c == '(':
		n := 1
		for l.peek(n) == '!' || l.peek(n) == '?' {
			n++
		}
		if n > 1 && l.peek(n) == ')' {
			l.add(strengthToken, n+1, false)
			return
		}
		l.add(openToken, 1, false)
		l.depth++
	case c == ')':
		l.add(closeToken, 1, false)
		l.depth = max(l.depth-1, 0)
	case c == '!' || c == '?':
		n := 1
		for l.peek(n) == '!' || l.peek(n) == '?' {
			n++
		}
		l.add(strengthToken, n, false)
	case c == '$' && isDigit(l.peek(1)):
		n := 2
		for isDigit(l.peek(n)) {
			n++
		}
		l.add(nagToken, n, false)
	case c == '/':
		l.setup()
	case c == '*':
		l.star()
	case l.bareFEN():
		n := 0
		for d := l.peek(n); d != 0 && d != '\n'; d = l.peek(n) {
			n++
		}
		l.add(setupToken, n, true)
	case c == '.' && l.peek(1) == '.' && l.peek(2) == '.':
		l.add(unknownToken, 3, false)
	case c == 0xE2 && l.peek(1) == 0x80 && l.peek(2) == 0xA6: // …
		l.add(unknownToken, 3, true)
	case c == '-':
		n := 1
		for l.peek(n) == '-' {
			n++
		}
		if d := l.peek(n); d != 0 && !isSpace(d) && d != ')' {
			l.word()
			return
		}
		l.add(unknownToken, n, true)
	case isDigit(c) || c == 0xC2 && l.peek(1) == 0xBD: // ½
		l.digits()
	case isLetter(c):
		l.letters()
	default:
		l.word()
	}
}

// star takes a "*", which separates games. Behind a move that goes on it is a
// mark: the only move.
func (l *lexer) star() {
	mark := l.depth > 0
	if n := len(l.tokens); n > 0 && !l.strict && !mark {
		last := l.tokens[n-1]
		if last.kind == moveToken && last.to == l.at-l.start {
			ahead := 1
			for isSpace(l.peek(ahead)) {
				ahead++
			}
			c := l.peek(ahead)
			mark = c != 0 && c != '[' && c != '*'
		}
	}
	if mark {
		l.add(nagToken, 1, true)
		return
	}
	l.add(resultToken, 1, false)
}

// bareFEN says whether a FEN comes next that stands in no tag, as in files of
// positions, one a line.
func (l *lexer) bareFEN() bool {
	side := func(c byte) bool { return c == 'W' || c == 'B' }
	return !l.strict && side(l.peek(0)) && l.peek(1) == ':' && side(l.peek(2)) && l.depth == 0
}

// word takes what is no other token, to the next space or bracket.
func (l *lexer) word() {
	n := 1
	for c := l.peek(n); c != 0 && !isSpace(c) && !strings.ContainsRune("(){}", rune(c)); c = l.peek(n) {
		n++
	}
	l.add(wordToken, n, true)
}

// tag takes a tag pair. Its value may be without quotes, and may contain
// quotes that no ] follows.
func (l *lexer) tag() {
	n := 1
	blank := func() {
		for c := l.peek(n); c == ' ' || c == '\t' || l.strict && c == '\n'; c = l.peek(n) {
			n++
		}
	}
	blank()
	name := n
	for isNameByte(l.peek(n)) {
		n++
	}
	first := l.peek(name)
	loose := first < 'A' || first > 'Z'
	for i := name; i < n; i++ {
		loose = loose || l.peek(i) >= utf8.RuneSelf
	}
	blank()
	if l.peek(n) == '"' {
		n++
		for closed := false; !closed; {
			switch c := l.peek(n); {
			case c == 0 || c == '\n' && !l.strict:
				last := n - 1 // the quote may be missing: [Round "2.1]
				for isSpace(l.peek(last)) {
					last--
				}
				l.add(tagToken, n, true).ended = l.text[l.at-n+last] == ']'
				l.tags++
				return
			case c == '\\' && l.peek(n+1) != 0 && l.peek(n+1) != '\n':
				n += 2
				continue
			case c == '"':
				inside := n
				n++
				if blank(); l.peek(n) == ']' {
					closed = true
				} else {
					loose = true
					n = inside
				}
			}
			n++
		}
		l.add(tagToken, n, loose)
		l.tags++
		return
	}
	for c := l.peek(n); c != ']'; c = l.peek(n) {
		if c == 0 || c == '\n' {
			l.add(tagToken, n, true).ended = false
			return
		}
		n++
	}
	l.add(tagToken, n+1, true)
	l.tags++
}

// comment takes a comment in braces. One that is not closed ends where the
// tags of another game begin on a line of their own.
func (l *lexer) comment() {
	l.nested = Pos{}
	inner := l.pos
	for n := 1; ; n++ {
		c := l.peek(n)
		inner.Column++
		switch {
		case c == 0 || c == '[' && !l.strict && l.peek(n-1) == '\n' && l.tagAhead(n):
			l.add(commentToken, n, false).ended = false
			return
		case c == '{' && l.nested == (Pos{}):
			l.nested = inner
		case c == '}':
			l.add(commentToken, n+1, false)
			return
		case c == '\n':
			inner = Pos{inner.Line + 1, 0}
		case c&0xC0 == 0x80:
			inner.Column--
		}
	}
}

// setup takes a position set up among the moves: /FEN "W:W28:B19"/.
func (l *lexer) setup() {
	for n := 1; ; n++ {
		switch c := l.peek(n); {
		case c == '/':
			l.add(setupToken, n+1, false)
			return
		case c == 0 || c == '\n' && !l.strict:
			l.word()
			return
		}
	}
}
