package pdn

import (
	"errors"
	"io"
	"unicode"
	"unicode/utf8"
)

// chunk is how many bytes are read at a time.
const chunk = 8 << 10

// source is the text of a file, of which it holds the game being read. The
// text becomes UTF-8 without a byte order mark: a byte that is not, is a
// character of Latin-1. Its line ends become "\n", and control characters
// other than tabs spaces.
type source struct {
	from io.Reader
	text []byte // the game being read, and what was read beyond it
	// start and at are the offsets in text of the game's start and of the
	// place that is read next; pos is where that is in the file.
	start, at int
	pos       Pos
	over      bool  // nothing more can be read
	failed    error // why, if it is not the end of the file
	overlong  bool  // the game has reached MaxGame
	raw       []byte
	kept      int  // bytes of raw that are not yet in text
	afterCR   bool // the last byte was a carriage return
	begun     bool
	latin     bool // there are bytes that are not UTF-8
	work      int  // bytes looked at, for the test of linear time
}

func newSource(r io.Reader) source {
	return source{from: r, pos: Pos{1, 1}, raw: make([]byte, chunk)}
}

// peek returns the byte n places ahead, 0 beyond the end.
func (s *source) peek(n int) byte {
	s.work++
	for s.at+n >= len(s.text) {
		if !s.fill() {
			return 0
		}
	}
	return s.text[s.at+n]
}

// fill reads more of the file; it is false at its end, and where the game has
// become too long.
func (s *source) fill() bool {
	if s.over || s.overlong {
		return false
	}
	if len(s.text)-s.start > MaxGame {
		s.overlong = true
		return false
	}
	if s.start > 0 {
		s.text = append(s.text[:0], s.text[s.start:]...)
		s.at -= s.start
		s.start = 0
	}
	before := len(s.text)
	for len(s.text) == before && !s.over {
		n, err := s.from.Read(s.raw[s.kept:])
		s.kept += n
		if err != nil {
			s.over = true
			if !errors.Is(err, io.EOF) {
				s.failed = err
			}
		}
		s.decode()
	}
	return len(s.text) > before
}

// decode moves what was read from raw to text.
func (s *source) decode() {
	raw := s.raw[:s.kept]
	if !s.begun && (len(raw) >= 3 || s.over) {
		s.begun = true
		if len(raw) >= 3 && string(raw[:3]) == "\uFEFF" {
			raw = raw[3:]
		}
	}
	for s.begun && len(raw) > 0 {
		if c := raw[0]; c < utf8.RuneSelf {
			if c == '\n' && s.afterCR {
				s.afterCR = false
				raw = raw[1:]
				continue
			}
			switch s.afterCR = c == '\r'; {
			case c == '\r':
				c = '\n'
			case c < ' ' && c != '\n' && c != '\t' || c == 0x7F:
				c = ' '
			}
			s.text = append(s.text, c)
			raw = raw[1:]
			continue
		}
		if !utf8.FullRune(raw) && !s.over {
			break
		}
		s.afterCR = false
		c, size := utf8.DecodeRune(raw)
		if c == utf8.RuneError && size == 1 {
			s.latin = true
			c = rune(raw[0])
		}
		if unicode.IsControl(c) {
			c = ' '
		}
		s.text = utf8.AppendRune(s.text, c)
		raw = raw[size:]
	}
	s.kept = copy(s.raw, raw)
}

// take moves on by n bytes, which must have been peeked at.
func (s *source) take(n int) {
	s.work += n
	for _, c := range s.text[s.at : s.at+n] {
		switch {
		case c == '\n':
			s.pos.Line++
			s.pos.Column = 1
		case c&0xC0 != 0x80:
			s.pos.Column++
		}
	}
	s.at += n
}

// cut begins a new game at the place that is read next.
func (s *source) cut() {
	s.start = s.at
	s.overlong = false
}

// skipToTags moves on to the next line that begins with a tag, or to the end.
func (s *source) skipToTags() {
	for s.cut(); s.peek(0) != 0; {
		for s.peek(0) != 0 && s.peek(0) != '\n' {
			s.take(1)
			s.cut()
		}
		if s.peek(0) == '\n' {
			s.take(1)
			s.cut()
		}
		if s.tagAhead(0) {
			return
		}
	}
}

// tagAhead says whether a tag begins n bytes ahead: [Name "
func (s *source) tagAhead(n int) bool {
	if s.peek(n) != '[' {
		return false
	}
	n++
	for s.peek(n) == ' ' {
		n++
	}
	name := n
	for isNameByte(s.peek(n)) {
		n++
	}
	if n == name {
		return false
	}
	for c := s.peek(n); c == ' ' || c == '\t'; c = s.peek(n) {
		n++
	}
	return s.peek(n) == '"'
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isSpace(c byte) bool  { return c == ' ' || c == '\n' || c == '\t' }

// isNameByte says whether a byte may stand in the name of a tag. Letters
// beyond ASCII may, for the tags that are not English.
func isNameByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c >= utf8.RuneSelf }
