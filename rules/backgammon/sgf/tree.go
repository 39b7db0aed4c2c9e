package sgf

import (
	"strings"
	"unicode/utf8"

	"crownpost/rules/backgammon"
)

// property is one property of a node.
type property struct {
	name   string
	values []string
	backgammon.Place
}

// value is the first value, "" if there is none.
func (p *property) value() string {
	if len(p.values) == 0 {
		return ""
	}
	return p.values[0]
}

type node []property

// scanner reads the main lines of the trees of a file.
type scanner struct {
	text  string
	at    int // offset
	place backgammon.Place
}

// failed is an error at the scanner's place.
func (s *scanner) failed(problem string) error { return failedAt(s.place, problem) }

func failedAt(place backgammon.Place, problem string) error {
	return &backgammon.TranscriptError{Place: place, Problem: problem}
}

// next moves on by one character.
func (s *scanner) next() {
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	s.at += size
	s.place.Column++
	if r == '\n' {
		s.place.Line, s.place.Column = s.place.Line+1, 1
	}
}

// peek is the next byte behind blanks, 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n\v\f", s.text[s.at]) >= 0 {
		s.next()
	}
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// tree reads the main line of the next game tree: of variations the first one
// is taken, and the others are passed over.
func (s *scanner) tree() ([]node, error) {
	if s.peek() != '(' {
		return nil, s.failed(`not an SGF file: "(;" is expected`)
	}
	s.next()
	var line []node
	depth, passing, closed := 1, 0, false // passing: the depth of a variation passed over
	for depth > 0 {
		switch s.peek() {
		case '(':
			depth++
			if closed && passing == 0 {
				passing = depth
			}
			s.next()
		case ')':
			if depth == passing {
				passing = 0
			}
			depth--
			closed = true
			s.next()
		case ';':
			s.next()
			n, err := s.node()
			if err != nil {
				return nil, err
			}
			if passing == 0 {
				line = append(line, n)
			}
		case 0:
			return nil, s.failed("the file ends within a game")
		default:
			return nil, s.failed(`a node, which begins with ";", is expected`)
		}
	}
	return line, nil
}

func (s *scanner) node() (n node, err error) {
	for c := s.peek(); 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'; c = s.peek() {
		p := property{Place: s.place}
		// Small letters in a name are those of older versions, and left out.
		for ; 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'; c = s.peek() {
			if c <= 'Z' {
				p.name += string(c)
			}
			s.next()
		}
		if c != '[' {
			return nil, s.failed("the value of a property, in [ ], is expected")
		}
		for s.peek() == '[' {
			value, err := s.value()
			if err != nil {
				return nil, err
			}
			p.values = append(p.values, value)
		}
		n = append(n, p)
	}
	return n, nil
}

func (s *scanner) value() (string, error) {
	begin := s.place
	s.next()
	var b strings.Builder
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ']':
			s.next()
			return b.String(), nil
		case '\\':
			s.next()
		}
		from := s.at
		if from < len(s.text) {
			s.next()
		}
		b.WriteString(s.text[from:s.at])
	}
	return "", failedAt(begin, "a value is not closed")
}
