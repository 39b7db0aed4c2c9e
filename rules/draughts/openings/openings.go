// Package openings holds the official opening tables of draughts: ballots from
// which a game begins instead of the standard position, and the draw of one of
// them that everybody can repeat.
//
// The ballots are bare facts (numbers, moves, positions) from the data of
// pydraughts (MIT); the tests replay them with the engine. Where moves and
// position differed there (fmjd-64: II-1, XX-18, XXVII-9; 150: 2-IV) the moves
// were followed, and three-move ballot 26, which loses like its forced
// continuation, is barred: it is the eighteenth.
package openings

import (
	"embed"
	"fmt"
	"strings"
)

// Table is one official table of openings.
type Table struct {
	// Key names the table in addresses, the API and the database.
	Key string
	// Name is its name in English; translations have it as "opening.<Key>".
	Name string
	// Ballots are what is drawn from, in the table's order. They must not be
	// changed.
	Ballots []Ballot
}

// Ballot is one opening of a table.
type Ballot struct {
	// ID is the number that the table prints: "17", "XIV-22".
	ID string
	// Moves are what leads to the position, as printed: moves ("9-13 21-17",
	// "ab4 ba5"), men taken off before ("Remove 11 and 28; 8-11 24-19"), or men
	// set elsewhere ("a1-a5 b6-g5"). They are empty where the table has none.
	Moves string
	// Start is the position that the game begins from, a FEN in the variant's
	// notation.
	Start string
}

// String is the number and the moves: "17: 9-13 22-18 10-14".
func (b Ballot) String() string {
	if b.Moves == "" {
		return b.ID
	}
	return b.ID + ": " + b.Moves
}

//go:embed tables/*.txt
var files embed.FS

// The tables that have been published for a variant by its federation.
// English draughts: the two-move table and the deck of 156 three-move ballots
// (ACF, WCDF) and the eleven-man ballot; lost ballots are barred in each.
var byVariant = map[string][]Table{
	"checkers": {
		read("3-move", "Three-move ballot", "3-move", ""),
		read("2-move", "Two-move ballot", "2-move", ""),
		read("11-man", "Eleven-man ballot", "11-man-english", ""),
	},
	"italian": {
		read("11-man", "Eleven-man ballot", "11-man-italian", ""),
	},
	"russian": {
		read("fmjd-64", "FMJD-64 drawing tables", "fmjd-64", "russian"),
		read("150", "150 openings", "150", "russian"),
	},
	"brazilian": {
		read("fmjd-64", "FMJD-64 drawing tables", "fmjd-64", "brazilian"),
		read("150", "150 openings", "150", "brazilian"),
	},
}

// For returns the tables of a variant, the usual one first; none for most.
func For(variant string) []Table { return byVariant[variant] }

// Lookup returns a table of a variant; ok is false if it has none of that key.
func Lookup(variant, key string) (t Table, ok bool) {
	for _, t := range byVariant[variant] {
		if t.Key == key {
			return t, true
		}
	}
	return Table{}, false
}

// read takes a table from its file: a line a ballot, with number, moves,
// position and, where it is not of every variant that has the table, the one
// that it is of, between tabs. Lines that begin with # are remarks.
func read(key, name, file, variant string) Table {
	t := Table{Key: key, Name: name}
	text, err := files.ReadFile("tables/" + file + ".txt")
	if err != nil {
		panic(fmt.Sprintf("openings: %v", err))
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case len(fields) == 4 && fields[3] != variant:
		case len(fields) < 3:
			panic(fmt.Sprintf("openings: table %s: %q is no ballot", file, line))
		default:
			t.Ballots = append(t.Ballots, Ballot{ID: fields[0], Moves: fields[1], Start: fields[2]})
		}
	}
	return t
}
