package store

// TournamentEntry returns a line of a tournament's log, with what it takes to
// take it back.
func (r *Reader) TournamentEntry(id int64) (*TournamentEntry, error) {
	return one[TournamentEntry](r, "SELECT * FROM tournament_log WHERE id = ?", id)
}

// Undone reports whether a line of a tournament's log has been taken back.
func (r *Reader) Undone(entry int64) (bool, error) {
	var n int
	err := r.row("SELECT count(*) FROM tournament_log WHERE undoes = ?", entry).scan(&n)
	return n > 0, err
}

// ReopenGame writes a game that has ended as one that runs: status, clocks,
// deadline and offer. It raises Version and sets UpdatedAt to now. ErrConflict: the
// game was changed, or runs.
func (tx *Tx) ReopenGame(g *Game) error {
	err := tx.mustChange(`UPDATE games SET status = 'running', winner = -1, reason = '', value = 0, ended_at = NULL, to_act = ?,
		turn_since = ?, left_white = ?, left_black = ?, deadline_at = ?, offer_id = ?, offer_by = ?, offer_ply = ?, held = ?, used = ?, given = ?,
		rated_reason = '', updated_at = ?, version = ? WHERE id = ? AND version = ? AND status <> 'running'`,
		int64(g.ToAct), stamp(g.TurnSince), g.LeftWhite.Milliseconds(), g.LeftBlack.Milliseconds(), stamp(g.DeadlineAt),
		g.OfferID, int64(g.OfferBy), g.OfferPly, g.Held.Milliseconds(), g.Used.Milliseconds(), g.Given.Milliseconds(), stamp(tx.now), g.Version+1, g.ID, g.Version)
	if err == nil {
		g.Version++
		g.UpdatedAt = tx.now
	}
	return err
}

// GameOfRound returns a game on the site of a round of a tournament, ErrNotFound
// where none has begun.
func (r *Reader) GameOfRound(tournament int64, stage string, round int) (*Game, error) {
	return one[Game](r, `SELECT g.* FROM games g JOIN pairings p ON p.game_id = g.id
		WHERE p.tournament_id = ? AND p.stage = ? AND p.round = ? ORDER BY g.id LIMIT 1`, tournament, stage, round)
}

// LogOf lists the lines of the logs of the tournaments that an account has
// entered.
func (r *Reader) LogOf(account int64) ([]TournamentEntry, error) {
	return many[TournamentEntry](r, `SELECT * FROM tournament_log
		WHERE tournament_id IN (SELECT tournament_id FROM entrants WHERE account_id = ?) ORDER BY id`, account)
}

// RewriteLog changes the words of a line of a log, as when somebody named in it
// has closed the account.
func (tx *Tx) RewriteLog(id int64, detail, reason string) error {
	return tx.mustChange("UPDATE tournament_log SET detail = ?, reason = ? WHERE id = ?", detail, reason, id)
}
