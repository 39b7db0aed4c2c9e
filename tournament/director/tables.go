package director

import "crownpost/tournament"

// CrossTable is the games of everybody against everybody, rows and columns in
// the order of the standings.
type CrossTable struct {
	Stage string
	// Rows are those of the standings; players taken out are the last ones.
	Rows []Row
	// Cells[i][j] are the games of row i against row j, by round and board. On
	// the diagonal, and where there are none, a cell is empty.
	Cells [][][]Cell
}

// Cell is a game, or a round without one, as one of its players sees it.
type Cell struct {
	// Pairing is the ID, 0 for an absence that nobody granted.
	Pairing int64
	// Opponent is the place of the other player in the table, from 1; 0 in a round
	// without one.
	Opponent int
	Colour   tournament.Colour
	// Kind is Pending while the game is played, Unrecorded where there is nothing.
	Kind   tournament.Kind
	Points tournament.Tenths
}

// Progress is the way of everybody through the rounds, rows in the order of the
// standings.
type Progress struct {
	Stage string
	Rows  []Row
	// Rounds is the number of rounds that have been opened.
	Rounds int
	// Cells[i][r] are the games of row i in round r+1, one or with Plan.Pairs two,
	// or what came in place of them.
	Cells [][][]Cell
	// Sums[i][r] are the points of row i after round r+1.
	Sums [][]tournament.Tenths
}
