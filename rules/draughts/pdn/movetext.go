package pdn

import "strings"

// maxRank is the last row of the largest board, 12x12, whose files go to l.
const maxRank = 12

// separatorAhead returns the length of the separator between two squares that
// stands n bytes ahead, 0 if there is none, and whether it is that of a quiet
// move and whether it is one of PDN.
func (l *lexer) separatorAhead(n int) (length int, dash, plain bool) {
	switch c := l.peek(n); c {
	case '-':
		return 1, true, true
	case 'x', ':':
		return 1, false, true
	case 'X':
		return 1, false, false
	case 0xC3: // ×
		if l.peek(n+1) == 0x97 {
			return 2, false, false
		}
	case 0xE2: // ‐ ‑ ‒ – — and −
		switch a, b := l.peek(n+1), l.peek(n+2); {
		case a == 0x80 && 0x90 <= b && b <= 0x94, a == 0x88 && b == 0x92:
			return 3, true, false
		}
	}
	return 0, false, false
}

// spacesAhead returns the offset of the next byte that is no space.
func (l *lexer) spacesAhead(n int) int {
	for isSpace(l.peek(n)) {
		n++
	}
	return n
}

// squareAhead reads a square n bytes ahead. length is 0 if there is none.
func (l *lexer) squareAhead(n int, letters bool) (length, value int, plain bool) {
	if letters {
		file := l.peek(n)
		if file|0x20 < 'a' || file|0x20 > 'l' || l.peek(n+1) < '1' || l.peek(n+1) > '9' {
			return 0, 0, false
		}
		length, value = 2, int(l.peek(n+1)-'0')
		if c := l.peek(n + 2); isDigit(c) && value*10+int(c-'0') <= maxRank {
			length, value = 3, value*10+int(c-'0')
		}
		// The standard names the squares of eight columns. The two more of
		// Spantsiretti, which has a game type there, are taken for granted.
		return length, value, 'a' <= file && file <= 'j' && value <= 8
	}
	for isDigit(l.peek(n+length)) && length < 3 {
		value = value*10 + int(l.peek(n+length)-'0')
		length++
	}
	if length == 3 || isDigit(l.peek(n+length)) {
		return 0, 0, false
	}
	return length, value, true
}

// moveAhead reads the squares of a move, which begin with one of the given
// kind. length is 0 if there is no move; points says that it is a result: there
// is no square 0 and no move from 1 to 1.
func (l *lexer) moveAhead(letters bool) (length int, loose, points bool) {
	n, value, plain := l.squareAhead(0, letters)
	if n == 0 {
		return 0, false, false
	}
	loose = !plain
	least, most := value, value
	squares, dashes, cross := 1, 0, false
	for {
		at := l.spacesAhead(n)
		size, dash, plain := l.separatorAhead(at)
		next := l.spacesAhead(at + size)
		// A dash with spaces around stands between the first two squares only:
		// behind a move it is a move that is not known.
		if dash && squares > 1 && (at > n || next > at+size) {
			break
		}
		if size == 0 {
			if next = at; !letters || at > n {
				break
			}
			plain = squares == 1
		}
		length, value, usual := l.squareAhead(next, letters)
		if length == 0 {
			break
		}
		cross = cross || size > 0 && !dash && l.peek(at) != ':'
		loose = loose || !plain || !usual
		if dash {
			dashes++
		}
		squares++
		least, most = min(least, value), max(most, value)
		n = next + length
	}
	if squares < 2 {
		return 0, false, false
	}
	// Thai captures have dashes, all of them.
	loose = loose || dashes > 0 && dashes < squares-1
	if squares == 2 && !letters && !cross && (least == 0 && most <= 2 || least == 1 && most == 1) {
		return n, loose, true
	}
	if least == 0 {
		return 0, false, false
	}
	return n, loose, false
}

// digits takes a result, a move in numbers, or a move number.
func (l *lexer) digits() {
	n, loose, points := l.moveAhead(false)
	if half := l.halvesAhead(); half > 0 {
		n, points = half, true
	}
	switch {
	case points:
		loose = !strictResults[string(l.text[l.at:l.at+n])]
		// What follows a result directly, as in 2-0F, is part of it.
		for c := l.peek(n); c != 0 && !isSpace(c) && !strings.ContainsRune("(){}[]\\", rune(c)); c = l.peek(n) {
			n++
			loose = true
		}
		l.add(resultToken, n, loose)
		return
	case n > 0:
		if !isLetter(l.peek(n)) {
			l.add(moveToken, n, loose)
			return
		}
		// A remark stands behind the move without a space.
		l.add(moveToken, n, true)
		l.word()
		l.tokens[len(l.tokens)-1].kind = commentToken
		return
	}
	n = 0
	for isDigit(l.peek(n)) {
		n++
	}
	digits := n
	for l.peek(n) == '.' {
		n++
	}
	switch c := l.peek(n); {
	case digits > 0 && n > digits:
		dots := n - digits
		l.add(numberToken, n, dots != 1 && dots != 3)
	case digits >= 4 && digits%2 == 0 && !isLetter(c) && l.pairs(digits):
		l.add(moveToken, digits, true)
	case digits > 0 && isLetter(c) && isSpace(l.peek(n+1)): // 9n for 9.
		l.add(numberToken, n+1, true)
	case digits > 0 && (c == 0 || isSpace(c) || c == '(' || c == '{' || c == ')'):
		l.add(numberToken, digits, true)
	default:
		l.word()
	}
}

// pairs says whether digits are squares of two digits each.
func (l *lexer) pairs(digits int) bool {
	if digits == 4 && string(l.text[l.at:l.at+4]) == "0101" {
		return false // the result 1-1, if anything
	}
	for n := 0; n < digits; n += 2 {
		if l.peek(n) == '0' && l.peek(n+1) == '0' {
			return false
		}
	}
	return true
}

var strictResults = map[string]bool{
	"1-0": true, "1/2-1/2": true, "0-1": true, "2-0": true, "1-1": true, "0-2": true, "0-0": true,
}

// halvesAhead returns the length of a draw written with halves, or with one,
// 0 if none comes next.
func (l *lexer) halvesAhead() int {
	n := l.halfAhead(0)
	if n == 0 {
		return 0
	}
	at := l.spacesAhead(n)
	if size, _, _ := l.separatorAhead(at); size > 0 {
		at = l.spacesAhead(at + size)
		if half := l.halfAhead(at); half > 0 {
			return at + half
		}
	}
	return n
}

// halfAhead returns the length of the half a point n bytes ahead, 0 if there
// is none.
func (l *lexer) halfAhead(n int) int {
	switch {
	case l.peek(n) == 0xC2 && l.peek(n+1) == 0xBD: // ½
		return 2
	case l.peek(n) == '1' && l.peek(n+1) == '/' && l.peek(n+2) == '2' && !isDigit(l.peek(n+3)):
		return 3
	}
	return 0
}

// letters takes a move in letters and numbers, or a word.
func (l *lexer) letters() {
	end := func(n int) bool {
		c := l.peek(n)
		return !isLetter(c) && !isDigit(c) && c < 0x80
	}
	if n, loose, _ := l.moveAhead(true); n > 0 && end(n) {
		l.add(moveToken, n, loose)
		return
	}
	// The short way: a file and a square, ed4 or e:d4.
	if file := l.peek(0) | 0x20; 'a' <= file && file <= 'l' {
		size, _, _ := l.separatorAhead(1)
		if n, _, _ := l.squareAhead(1+size, true); n > 0 && end(1+size+n) {
			l.add(moveToken, 1+size+n, true)
			return
		}
	}
	l.word()
}

// moveText is a move's text in one form: without spaces and leading zeros,
// letters small, and - or x or : between the squares.
func moveText(text string) string {
	if plainMove(text) {
		return text
	}
	text = strings.Map(func(c rune) rune {
		switch {
		case c == '×':
			return 'x'
		case '\u2010' <= c && c <= '\u2014' || c == '\u2212':
			return '-'
		case c < 0x80 && isSpace(byte(c)):
			return -1
		case 'A' <= c && c <= 'Z':
			return c + 'a' - 'A'
		}
		return c
	}, text)
	var plain strings.Builder
	if isLetter(text[0]) && !isDigit(text[1]) { // short: ed4, e:d4
		return text[:1] + strings.TrimLeft(text[1:], separators)
	}
	together := isDigit(text[0]) && !strings.ContainsAny(text, separators) // 3228
	for text != "" {
		end := 0
		for end < len(text) && isLetter(text[end]) && text[end] != 'x' {
			end++
		}
		for end < len(text) && isDigit(text[end]) && (!together || end < 2) {
			end++
		}
		plain.WriteString(strings.TrimLeft(text[:end], "0"))
		text = text[end:]
		switch {
		case text == "":
		case strings.ContainsRune(separators, rune(text[0])):
			plain.WriteByte(text[0])
			text = text[1:]
		default:
			plain.WriteByte('-')
		}
	}
	return plain.String()
}

// separators may stand between the squares of a move in its one form.
const separators = "-x:"

// plainMove says whether a move is in its one form already, as nearly all are.
func plainMove(text string) bool {
	for i, squares := 0, 1; ; squares++ {
		first := text[i]
		if 'a' <= first && first <= 'l' {
			i++
		}
		digits := i
		for i < len(text) && isDigit(text[i]) {
			i++
		}
		switch {
		case digits == i || text[digits] == '0' || isLetter(first) && first > 'l':
			return false
		case i == len(text):
			return squares > 1
		case !strings.ContainsRune(separators, rune(text[i])) || i == len(text)-1:
			return false
		}
		i++
	}
}
