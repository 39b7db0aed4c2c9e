package director

import "crownpost/tournament/tiebreak"

// Table is how the players of a contest stand.
type Table struct {
	// Stage is empty for a whole Swiss or round robin, the number of a section,
	// Final; of a draw "main", "consolation" or "last-chance".
	Stage string
	// Codes are the tie-breaks behind the points, in the order of Row.Values;
	// draws have none.
	Codes []tiebreak.Code
	Rows  []Row
	// Provisional says that there is more to be played. Only what is finished
	// counts.
	Provisional bool
}

// Row is one player's line of a Table.
type Row struct {
	// Rank is the place, shared by those whom nothing parts; 0 for those taken out
	// of the standings and, in a draw, still in.
	Rank int
	// Player is the ID of who sits on the seat.
	Player int64
	Seat   int
	Points tiebreak.Value
	// Values are by Table.Codes; the opponents of their terms are seats.
	Values []tiebreak.Value
	// Played are the finished games, forfeits among them, Won those of them
	// that were won.
	Played, Won int
	// Left says that the player has left, Annulled that his games do not count.
	Left, Annulled bool
	// In says that he still plays in the contest of a draw; LastMatch is the
	// last match that he came to.
	In        bool
	LastMatch int
}
