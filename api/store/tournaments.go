package store

import "time"

const tournamentView = `SELECT t.*, a.name AS organiser_name,
		(SELECT count(*) FROM entrants e WHERE e.tournament_id = t.id AND e.left_at IS NULL) AS entrants,
		CASE WHEN t.ended_at IS NULL THEN '' ELSE t.dice_seed END AS revealed_seed
	FROM tournaments t JOIN accounts a ON a.id = t.organiser_id `

// Tournament returns a tournament with its organiser's name and its size.
func (r *Reader) Tournament(id int64) (*TournamentView, error) {
	return one[TournamentView](r, tournamentView+"WHERE t.id = ?", id)
}

// Tournaments lists the tournaments in a state, the newest first; those that
// are open in the order in which they start.
func (r *Reader) Tournaments(status string, offset, limit int) ([]TournamentView, error) {
	const page = " LIMIT ? OFFSET ?"
	if status == TournamentOpen {
		return many[TournamentView](r, tournamentView+"WHERE t.status = ? ORDER BY COALESCE(t.starts_at, ?), t.id"+page,
			status, noDeadline, limit, offset)
	}
	return many[TournamentView](r, tournamentView+"WHERE t.status = ? ORDER BY t.id DESC"+page, status, limit, offset)
}

// DueTournaments lists the ids of open tournaments whose start has come.
func (r *Reader) DueTournaments(now time.Time) ([]int64, error) {
	return many[int64](r, "SELECT id FROM tournaments WHERE status = 'open' AND starts_at <= ? ORDER BY starts_at, id", stamp(now))
}

// CreateTournament inserts t and sets its ID.
func (tx *Tx) CreateTournament(t *Tournament) error { return tx.create(t) }

// TournamentForUpdate returns a tournament that no other transaction can
// change meanwhile. Its games may be counted only under this lock.
func (tx *Tx) TournamentForUpdate(id int64) (*Tournament, error) {
	return one[Tournament](tx.Reader, "SELECT * FROM tournaments WHERE id = ?"+tx.lock(), id)
}

// EventSeed returns the seed of a tournament's dice, empty where its games draw
// their chains. Only a transaction reads it, to make a chain.
func (tx *Tx) EventSeed(id int64) (seed string, err error) {
	err = tx.row("SELECT dice_seed FROM tournaments WHERE id = ?", id).scan(&seed)
	return seed, err
}

// UpdateTournament writes every field but CreatedAt and DiceSeed, and raises
// Version.
func (tx *Tx) UpdateTournament(t *Tournament) error { return update(tx, t, t.ID, &t.Version) }

// Entrant returns an account's entry to a tournament.
func (r *Reader) Entrant(tournament, account int64) (*Entrant, error) {
	return one[Entrant](r, "SELECT * FROM entrants WHERE tournament_id = ? AND account_id = ?", tournament, account)
}

// Entrants lists who entered a tournament: by seat, and before the start in
// the order of entry.
func (r *Reader) Entrants(tournament int64) ([]EntrantView, error) {
	return many[EntrantView](r, `SELECT e.*, a.name, COALESCE(r.rating, 0) AS current
		FROM entrants e JOIN accounts a ON a.id = e.account_id JOIN tournaments t ON t.id = e.tournament_id
		LEFT JOIN ratings r ON r.account_id = e.account_id AND r.pool = t.variant
		WHERE e.tournament_id = ? ORDER BY COALESCE(e.seat, ?), e.entered_at, e.account_id`, tournament, noDeadline)
}

// EntriesOf lists the tournaments that an account has entered and not left,
// the newest first.
func (r *Reader) EntriesOf(account int64) ([]TournamentView, error) {
	return many[TournamentView](r, tournamentView+`WHERE t.id IN
		(SELECT tournament_id FROM entrants WHERE account_id = ? AND left_at IS NULL) ORDER BY t.id DESC`, account)
}

// AddEntrant inserts e. ErrDuplicate: the account has entered before.
func (tx *Tx) AddEntrant(e *Entrant) error { return tx.create(e) }

// UpdateEntrant writes seat, status, rating and when the player left.
func (tx *Tx) UpdateEntrant(e *Entrant) error {
	n, err := tx.exec(`UPDATE entrants SET seat = ?, status = ?, rating = ?, left_at = ?
		WHERE tournament_id = ? AND account_id = ?`,
		orNull(e.Seat), e.Status, e.Rating, stamp(e.LeftAt), e.TournamentID, e.AccountID)
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// RemoveEntrant deletes an entry, as before the start.
func (tx *Tx) RemoveEntrant(tournament, account int64) error {
	n, err := tx.exec("DELETE FROM entrants WHERE tournament_id = ? AND account_id = ?", tournament, account)
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// LogTournament inserts a line of the public log and sets its ID.
func (tx *Tx) LogTournament(e *TournamentEntry) error { return tx.create(e) }

// TournamentLog lists a tournament's log, the oldest line first.
func (r *Reader) TournamentLog(tournament int64) ([]EntryView, error) {
	return many[EntryView](r, `SELECT l.*, COALESCE(a.name, '') AS account_name
		FROM tournament_log l LEFT JOIN accounts a ON a.id = l.account_id
		WHERE l.tournament_id = ? ORDER BY l.id`, tournament)
}
