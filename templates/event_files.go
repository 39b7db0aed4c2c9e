package templates

import (
	"fmt"
	"net/url"
)

// EventFilesPage is "/tournaments/{id}/files".
type EventFilesPage struct {
	Layout
	ID   int64
	Name string
	// Views are the pages of the tournament; a ladder has none.
	Views []Link
	// Report says that there is one, Tables that there are standings, Games and
	// Matches which files of games there are.
	Report, Tables, Games, Matches bool
	// Playing says that the event runs; Rounds have been opened.
	Playing bool
	Rounds  int
	// Stages have a cross-table; the empty one is the whole event.
	Stages []string
	// Imported are the names of files that the event was imported with.
	Imported []string
}

// Address is that of a file or page of the event.
func (p EventFilesPage) Address(of string) string { return fmt.Sprintf("/tournaments/%d/%s", p.ID, of) }

// CrossTable is the address of a stage's cross-table.
func (p EventFilesPage) CrossTable(stage string) string {
	if stage == "" {
		return p.Address("cross-table.csv")
	}
	return p.Address("cross-table.csv?stage=" + url.QueryEscape(stage))
}

// ImportPage is "/tournaments/import". The form posts there: file, trf, name,
// variant, rounds, and do ("preview" or "create").
type ImportPage struct {
	Layout
	Form     Form
	Variants []string
	// MaxReport and MaxArchive are in megabytes.
	MaxReport, MaxArchive int
	// Preview is what the file has, nil before it was read.
	Preview *ImportPreview
}

// ImportPreview is what an event would be made of.
type ImportPreview struct {
	Name string
	// Format is that of a tournament; of a report "swiss" or "round-robin".
	Format  string
	Players int
	// Played rounds have been paired, of Rounds; 0 of what has no rounds yet.
	Played, Rounds int
	Games          int
	// Open says that the event has not begun, Over that nothing is played any more.
	Open, Over bool
	// Archive says that it was a file, which the form does not bring again.
	Archive   bool
	TieBreaks []string
	// Notes are sentences, in English as the reader of reports writes them.
	Notes []string
}

// PrintPage is "/tournaments/{id}/print": a list for the wall, or score sheets.
type PrintPage struct {
	Layout
	ID      int64
	Name    string
	Variant string
	// What is "pairings", "table" or "sheets".
	What string
	// Round is 0 for a draw, which has matches in place of rounds.
	Round int
	// Choices are the rounds that can be chosen.
	Choices []int
	Boards  []PrintBoard
	Tables  []PrintTable
	// Example is a move in the notation of the variant.
	Example string
}

// PrintBoard is a game, or a bye with White alone.
type PrintBoard struct {
	// Stage is empty outside of groups.
	Stage string
	Board int
	White PrintPlayer
	Black PrintPlayer
	// Kind is that of the pairing; Result is "1–0" or empty.
	Kind   string
	Result string
}

// PrintPlayer is a player as he stands on paper.
type PrintPlayer struct {
	Seat   int
	Name   string
	Rating int
	Points string
}

// PrintTable is a table of standings.
type PrintTable struct {
	Stage     string
	TieBreaks []string
	Rows      []PrintRow
}

// PrintRow is a line of it; Rank is 0 for those who have no place.
type PrintRow struct {
	Rank   int
	Player PrintPlayer
	Values []string
}

// Lines are the numbers of moves on a score sheet: two columns side by side.
func (p PrintPage) Lines() [][2]int {
	const rows = 30
	var lines [][2]int
	for i := range rows {
		lines = append(lines, [2]int{i + 1, rows + i + 1})
	}
	return lines
}

func (EventFilesPage) file() string { return "tournament-files" }
func (ImportPage) file() string     { return "tournament-import" }
func (PrintPage) file() string      { return "tournament-print" }
