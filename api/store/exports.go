package store

// What an export reads: the games of a tournament in pieces, and what belongs
// to several games at once.

// TournamentPlace is a place in a tournament's games. The zero place is before
// the first.
type TournamentPlace struct{ Round, Board int }

// Place is where g is among the games of its tournament.
func (g *Game) Place() TournamentPlace { return TournamentPlace{g.Round, g.Board} }

// TournamentGamesAfter lists games of a tournament behind a place, by round
// and board.
func (r *Reader) TournamentGamesAfter(tournament int64, after TournamentPlace, limit int) ([]GameView, error) {
	return many[GameView](r, gameView+"WHERE g.tournament_id = ? AND (g.round, g.board) > (?, ?) ORDER BY g.round, g.board LIMIT ?",
		tournament, after.Round, after.Board, limit)
}

// MovesOf lists the moves of several games, each game's in order.
func (r *Reader) MovesOf(games []int64) (map[int64][]Move, error) {
	rows, err := many[Move](r, "SELECT * FROM moves WHERE game_id IN ? ORDER BY game_id, ply", games)
	if err != nil {
		return nil, err
	}
	moves := make(map[int64][]Move, len(games))
	for _, m := range rows {
		moves[m.GameID] = append(moves[m.GameID], m)
	}
	return moves, nil
}

// ChangesOf lists what several games did to the ratings.
func (r *Reader) ChangesOf(games []int64) (map[int64][]RatingChange, error) {
	rows, err := many[RatingChange](r, "SELECT * FROM rating_changes WHERE game_id IN ? ORDER BY id", games)
	if err != nil {
		return nil, err
	}
	changes := make(map[int64][]RatingChange, len(games))
	for _, c := range rows {
		changes[c.GameID] = append(changes[c.GameID], c)
	}
	return changes, nil
}
