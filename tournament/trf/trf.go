// Package trf reads and writes tournament report files: TRF16 and TRF26 of
// FIDE (C.02.03, annexes), with the extensions of JaVaFo (XX…) and of
// bbpPairings (BB…).
//
// A file is text in fixed columns, one record a line, its kind in columns 1
// to 3. Read makes a tournament.Field of it and reports, by line and column,
// whatever cannot be read or contradicts itself. Records that it does not know
// are kept as they are. What Write writes reads back as the same File.
package trf

import (
	"errors"
	"fmt"
	"strings"

	"crownpost/tournament"
)

// File is a tournament report.
type File struct {
	// Header are the records of free text, in the order of the file: name and
	// place, dates, arbiters, the codes of TRF26 for system and tie-breaks.
	Header []Text
	Field  tournament.Field
	// Kept are the lines of records that mean nothing to a Field, as they were:
	// teams, national data, comments, unknown ones.
	Kept []string
	// Dialect is that of the records around the players.
	Dialect Dialect
}

// Text is a record of free text.
type Text struct {
	Code string // "012"
	Text string // from column 5 on
}

// Codes of records of text.
const (
	Name      = "012"
	City      = "022"
	StartDate = "042" // YYYY/MM/DD
	Type      = "092" // in words
	System    = "192" // as a code, such as FIDE_DUTCH_2026
	TieBreaks = "202" // codes of those behind the points
	Order     = "212" // codes of the whole order, first PTS
)

// Colourless is the system of a Swiss in which colours do not matter, as in
// backgammon. FIDE has no code for it. Other programs refuse to pair such a file,
// which is right: they would give colours by preference.
const Colourless = "CUSTOM_SWISS_COLOURLESS"

// texts are the codes of all records of text.
const texts = "012 022 032 042 052 062 072 082 092 102 112 122 132 172 182 192 202 212 222"

// Dialect is the way in which a file says what the FIDE format of 2016 has no
// records for.
type Dialect int8

// The dialects.
const (
	// TRF16 with the records of JaVaFo and bbpPairings.
	TRF16 Dialect = iota
	// TRF26 as FIDE approved it in 2025.
	TRF26
)

// Text is the text of the first record with a code, "" when there is none.
func (f *File) Text(code string) string {
	for _, t := range f.Header {
		if t.Code == code {
			return strings.TrimSpace(t.Text)
		}
	}
	return ""
}

// TieBreaks are the codes of the tie-breaks that the file names in record 202
// or 212, without the points.
func (f *File) TieBreaks() []string {
	list := f.Text(TieBreaks)
	if list == "" {
		list = f.Text(Order)
	}
	codes := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	if len(codes) > 0 && codes[0] == "PTS" {
		codes = codes[1:]
	}
	return codes
}

// Kinds of errors.
var (
	// ErrFormat is text that is not as the format has it.
	ErrFormat = errors.New("format")
	// ErrContradiction is text that contradicts other text of the file.
	ErrContradiction = errors.New("contradiction")
	// ErrTooBig is a value that has no room in its columns.
	ErrTooBig = errors.New("no room in the columns")
)

// Error is something wrong at a place of a file.
type Error struct {
	// Line and Column number from 1; columns are characters.
	Line, Column int
	Problem      string // in English
	// Err is ErrFormat or ErrContradiction.
	Err error
}

// Error returns the place and the problem.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

// Unwrap returns the kind of the error.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all that is wrong with a file, by line and column.
type Errors []*Error

// Error lists the problems, one a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single errors.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}
