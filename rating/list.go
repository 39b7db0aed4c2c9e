package rating

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a rating list.
const (
	MaxList     = 1 << 20 // bytes
	MaxListID   = 40      // characters
	MaxListName = 100     // characters
	// MaxListed is the highest rating of a list, MinListed the lowest.
	MinListed Milli = 1_000
	MaxListed Milli = 5_000_000

	// maxListErrors is how many errors of a list are worth reading.
	maxListErrors = 20
)

// Listed is a line of a rating list.
type Listed struct {
	// Line is its place in the file, from 1.
	Line int
	// ID is the player's number in the list; no two lines have the same.
	ID string
	// Name is as written, without spaces around it.
	Name   string
	Rating Milli
}

// ListError is what is wrong with a line of a rating list. Column counts
// bytes from 1.
type ListError struct {
	Line, Column int
	// Problem says what was found and what was expected, within a sentence.
	Problem string
}

// Error is the place and the problem.
func (e ListError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

// ListErrors are the first errors of a list, at least one.
type ListErrors []ListError

// Error has a line for each.
func (e ListErrors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// ReadList reads a rating list: comma-separated values (RFC 4180) in UTF-8, a
// line of id, name and rating for each player. Semicolons may stand for the
// commas, and a byte order mark and the line "id,name,rating" at the beginning.
// A rating has up to three decimals. Every error is a ListErrors; none of the
// list is returned then.
func ReadList(data []byte) ([]Listed, error) {
	if len(data) > MaxList {
		return nil, ListErrors{{1, 1, fmt.Sprintf("the file has %d bytes, and a list has at most %d", len(data), MaxList)}}
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if err := checkText(data); err != nil {
		return nil, err
	}
	first, _, _ := bytes.Cut(bytes.TrimLeft(data, "\r\n"), []byte("\n"))
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	if bytes.ContainsRune(first, ';') {
		r.Comma = ';'
	}
	var list []Listed
	var wrong ListErrors
	lineOf := map[string]int{}
	for n := 0; len(wrong) < maxListErrors; n++ {
		fields, err := r.Read()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			if len(wrong) > 0 {
				return nil, wrong
			}
			if len(list) == 0 {
				return nil, ListErrors{{1, 1, "the list is empty; a line is expected for each player: id, name, rating"}}
			}
			return list, nil
		case errors.As(err, &syntax):
			// What follows cannot be told apart from the quoted text.
			line, column := syntax.Line, syntax.Column
			if syntax.StartLine < line {
				line, column = syntax.StartLine, 1
			}
			return nil, append(wrong, ListError{line, column, "a quotation mark is missing or stands within a text; it is written twice there"})
		case err != nil:
			return nil, append(wrong, ListError{1, 1, err.Error()})
		}
		if n == 0 && isHeader(fields) {
			continue
		}
		line, bad := readListed(r, fields)
		if before, twice := lineOf[line.ID]; bad == nil && twice {
			bad = at(r, 0, "the id %q stands in line %d already", line.ID, before)
		}
		if bad != nil {
			wrong = append(wrong, *bad)
			continue
		}
		lineOf[line.ID] = line.Line
		list = append(list, line)
	}
	return nil, wrong
}

// checkText refuses what is no text in UTF-8.
func checkText(data []byte) error {
	line, start := 1, 0
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return ListErrors{{line, i - start + 1, "this is not UTF-8; save the list with that encoding"}}
		case r == '\n':
			line, start = line+1, i+1
		case unicode.IsControl(r) && r != '\r' && r != '\t':
			return ListErrors{{line, i - start + 1, fmt.Sprintf("the character %U stands in no text", r)}}
		}
		i += size
	}
	return nil
}

func isHeader(fields []string) bool {
	if len(fields) != 3 {
		return false
	}
	for i, name := range []string{"id", "name", "rating"} {
		if !strings.EqualFold(strings.TrimSpace(fields[i]), name) {
			return false
		}
	}
	return true
}

// at is an error of a field of the record just read.
func at(r *csv.Reader, field int, format string, args ...any) *ListError {
	line, column := r.FieldPos(field)
	return &ListError{line, column, fmt.Sprintf(format, args...)}
}

// readListed reads the fields of a line.
func readListed(r *csv.Reader, fields []string) (Listed, *ListError) {
	line, _ := r.FieldPos(0)
	if len(fields) != 3 {
		return Listed{}, at(r, 0, "%d fields instead of three: id, name, rating", len(fields))
	}
	listed := Listed{Line: line, ID: strings.TrimSpace(fields[0]), Name: strings.TrimSpace(fields[1])}
	for i, field := range []struct {
		what, text string
		most       int
	}{{"id", listed.ID, MaxListID}, {"name", listed.Name, MaxListName}} {
		switch n := utf8.RuneCountInString(field.text); {
		case n == 0:
			return listed, at(r, i, "the %s is missing", field.what)
		case n > field.most:
			return listed, at(r, i, "the %s has %d characters, and at most %d are allowed", field.what, n, field.most)
		case strings.ContainsFunc(field.text, unicode.IsControl):
			return listed, at(r, i, "the %s goes over a line end", field.what)
		}
	}
	text := strings.TrimSpace(fields[2])
	points, ok := ParseMilli(text)
	if !ok || points < MinListed || points > MaxListed {
		return listed, at(r, 2, "%q is not a rating from 1 to %d, such as 1850 or 1850.5", text, MaxListed/1000)
	}
	listed.Rating = points
	return listed, nil
}

// ParseMilli reads a number of points without a sign, with up to three
// decimals: "1850", "1850.25". It has at most seven digits before the point.
func ParseMilli(s string) (m Milli, ok bool) {
	whole, decimals, point := strings.Cut(s, ".")
	if whole == "" || len(whole) > 7 || len(decimals) > 3 || point && decimals == "" {
		return 0, false
	}
	for _, digit := range whole + (decimals + "000")[:3] {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		m = 10*m + Milli(digit-'0')
	}
	return m, true
}
