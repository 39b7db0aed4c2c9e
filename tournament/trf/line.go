package trf

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"crownpost/tournament"
)

// line is one record.
type line struct {
	number int // from 1
	text   []rune
}

// code is the kind of the record; "" where column 4 is not blank.
func (l line) code() string {
	if len(l.text) < 3 || !blank(l.at(4)) && l.at(4) != '\t' {
		return ""
	}
	return string(l.text[:3])
}

// at is the character in a column, a blank behind the end.
func (l line) at(column int) rune {
	if column > len(l.text) {
		return ' '
	}
	return l.text[column-1]
}

// raw is the text in columns first to last.
func (l line) raw(first, last int) string {
	if first > len(l.text) {
		return ""
	}
	return string(l.text[first-1 : min(last, len(l.text))])
}

// field is the text in columns first to last without blanks around it.
func (l line) field(first, last int) string { return strings.TrimSpace(l.raw(first, last)) }

// rest is the text from a column on.
func (l line) rest(first int) string { return l.raw(first, len(l.text)) }

// word is a piece of a record that is written without columns.
type word struct {
	text   string
	column int
}

// words are the pieces of the record from a column on, divided by blanks and
// commas.
func (l line) words(first int) []word {
	var all []word
	for column := first; column <= len(l.text); column++ {
		c := l.at(column)
		switch {
		case blank(c) || c == ',':
		case column > first && !blank(l.at(column-1)) && l.at(column-1) != ',':
			all[len(all)-1].text += string(c)
		default:
			all = append(all, word{string(c), column})
		}
	}
	return all
}

func blank(r rune) bool { return r == ' ' }

// lines divides a file at CR, LF and CRLF. Empty lines are left out, but
// counted. Text that is not UTF-8 is taken for Windows-1252, which files of
// old programs are written in.
func lines(data []byte) []line {
	text := string(data)
	if !utf8.ValidString(text) {
		text = fromWindows1252(data)
	}
	text = strings.ReplaceAll(text, "\ufeff", "") // byte order marks
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	var all []line
	for i, one := range strings.Split(text, "\n") {
		if strings.TrimSpace(one) != "" {
			all = append(all, line{i + 1, []rune(one)})
		}
	}
	return all
}

// high1252 are the characters of Windows-1252 from 0x80 to 0x9F, where it
// differs from Latin-1.
var high1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

func fromWindows1252(data []byte) string {
	var out strings.Builder
	for _, b := range data {
		if b >= 0x80 && b < 0xA0 {
			out.WriteRune(high1252[b-0x80])
		} else {
			out.WriteRune(rune(b))
		}
	}
	return out.String()
}

// number reads a whole number without sign.
func number(text string) (int, bool) {
	if text == "" || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// tenths reads points with at most one decimal that is not 0. Programs of some
// countries write a comma for the point.
func tenths(text string) (tournament.Tenths, bool) {
	unsigned, negative := strings.CutPrefix(text, "-")
	whole, part, pointed := strings.Cut(strings.Replace(unsigned, ",", ".", 1), ".")
	if whole == "" {
		whole = "0"
	}
	part = strings.TrimRight(part, "0")
	if part == "" {
		part = "0"
	}
	w, ok := number(whole)
	p, ok2 := number(part)
	if !ok || !ok2 || len(part) > 1 || w > 99 || negative && w > 9 || unsigned == "" || pointed && len(unsigned) == 1 {
		return 0, false
	}
	points := tournament.Tenths(10*w + p)
	if negative {
		points = -points
	}
	return points, true
}

// decimal writes points with one decimal.
func decimal(t tournament.Tenths) string {
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	return sign + strconv.Itoa(int(t/10)) + "." + strconv.Itoa(int(t%10))
}
