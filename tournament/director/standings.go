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

// Standings are how everybody stands: one table a contest or section, those of
// sections before that of their final. Errors: ErrNotStarted.
func (e Event) Standings() ([]Table, error) {
	f, err := e.form()
	if err != nil {
		return nil, err
	}
	return f.standings()
}

func (e swissEvent) standings() ([]Table, error) {
	codes, err := e.Plan.Codes()
	if err != nil {
		return nil, err
	}
	ranked, err := tiebreak.Rank(e.field(), codes)
	if err != nil {
		return nil, err
	}
	table := Table{Codes: codes, Provisional: e.roundsLeft() > 0}
	holders := e.holders()
	rows := make([]Row, len(holders)) // by seat
	for _, g := range games(e.of("")) {
		for _, seat := range []int{g.white, g.black} {
			rows[seat-1].count(g, seat)
		}
	}
	for _, r := range ranked.Rows {
		row, holder := rows[r.Player-1], holders[r.Player-1]
		row.Rank, row.Points, row.Values = r.Rank, r.Points, r.Values
		row.Player, row.Seat, row.Left = holder.ID, holder.Seat, holder.Status.Left()
		table.Rows = append(table.Rows, row)
	}
	return []Table{table}, nil
}
