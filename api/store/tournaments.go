package store

const tournamentView = `SELECT t.*, a.name AS organiser_name,
		(SELECT count(*) FROM entrants e WHERE e.tournament_id = t.id AND e.status IN ('entered', 'active')) AS entrants,
		(SELECT count(*) FROM entrants e WHERE e.tournament_id = t.id AND e.status = 'waiting') AS queue,
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

// Touch raises the version of a tournament whose row is otherwise unchanged,
// also where the transaction has raised it before.
func (tx *Tx) Touch(t *Tournament) error {
	return tx.row("UPDATE tournaments SET version = version + 1 WHERE id = ? RETURNING version", t.ID).scan(&t.Version)
}

const entrantView = `SELECT e.*, COALESCE(a.name, e.name) AS shown, COALESCE(r.rating, 0) AS current
	FROM entrants e JOIN tournaments t ON t.id = e.tournament_id LEFT JOIN accounts a ON a.id = e.account_id
	LEFT JOIN ratings r ON r.account_id = e.account_id AND r.pool = t.variant `

// Entrant returns an entry to a tournament.
func (r *Reader) Entrant(id int64) (*Entrant, error) {
	return one[Entrant](r, "SELECT * FROM entrants WHERE id = ?", id)
}

// EntrantOf returns an account's entry to a tournament.
func (r *Reader) EntrantOf(tournament, account int64) (*Entrant, error) {
	return one[Entrant](r, "SELECT * FROM entrants WHERE tournament_id = ? AND account_id = ?", tournament, account)
}

// Entrants lists who entered a tournament, those on the waiting list last: by
// seat, and before the start in the order of entry.
func (r *Reader) Entrants(tournament int64) ([]EntrantView, error) {
	return many[EntrantView](r, entrantView+`WHERE e.tournament_id = ?
		ORDER BY CASE WHEN e.status = 'waiting' THEN 1 ELSE 0 END, COALESCE(e.seat, ?), e.entered_at, e.id`, tournament, noDeadline)
}

// EntrantsByID lists entrants of any tournaments.
func (r *Reader) EntrantsByID(ids []int64) ([]EntrantView, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return many[EntrantView](r, entrantView+"WHERE e.id IN ?", ids)
}

// CountEntrants is how many entrants of a tournament have a status.
func (r *Reader) CountEntrants(tournament int64, status string) (n int, err error) {
	err = r.row("SELECT count(*) FROM entrants WHERE tournament_id = ? AND status = ?", tournament, status).scan(&n)
	return n, err
}

// EntriesOf lists the tournaments that an account has entered and not left,
// the newest first.
func (r *Reader) EntriesOf(account int64) ([]TournamentView, error) {
	return many[TournamentView](r, tournamentView+`WHERE t.id IN
		(SELECT tournament_id FROM entrants WHERE account_id = ? AND left_at IS NULL) ORDER BY t.id DESC`, account)
}

// AddEntrant inserts e and sets its ID. ErrDuplicate: the account has entered
// before.
func (tx *Tx) AddEntrant(e *Entrant) error { return tx.create(e) }

// UpdateEntrant writes everything but who it is and the time of entry.
func (tx *Tx) UpdateEntrant(e *Entrant) error {
	return tx.mustChange(`UPDATE entrants SET name = ?, title = ?, federation = ?, number = ?, seat = ?, status = ?, rating = ?,
		from_round = ?, left_round = ?, checked_in_at = ?, left_at = ?, share = ?, share_source = ? WHERE id = ?`,
		e.Name, e.Title, e.Federation, e.Number, orNull(e.Seat), e.Status, e.Rating,
		e.FromRound, e.LeftRound, stamp(e.CheckedInAt), stamp(e.LeftAt), e.Share, e.ShareSource, e.ID)
}

// RemoveEntrant deletes an entry that nothing refers to, as before the start.
func (tx *Tx) RemoveEntrant(id int64) error {
	return tx.mustChange("DELETE FROM entrants WHERE id = ?", id)
}

// Pairings lists the games, byes and rulings of a tournament by stage, round
// and board.
func (r *Reader) Pairings(tournament int64) ([]Pairing, error) {
	return many[Pairing](r, "SELECT * FROM pairings WHERE tournament_id = ? ORDER BY stage, round, board, id", tournament)
}

// Pairing returns a pairing.
func (r *Reader) Pairing(id int64) (*Pairing, error) {
	return one[Pairing](r, "SELECT * FROM pairings WHERE id = ?", id)
}

// PairingOf returns the pairing that a game on the site is played for.
func (r *Reader) PairingOf(game int64) (*Pairing, error) {
	return one[Pairing](r, "SELECT * FROM pairings WHERE game_id = ?", game)
}

// AddPairing inserts p and sets its ID; one that has an ID keeps it, as when it
// comes back after it was removed. ErrDuplicate: the board has a game, the
// player a bye, or the match a ruling.
func (tx *Tx) AddPairing(p *Pairing) error { return tx.create(p) }

// UpdatePairing writes everything but the tournament and the time of creation.
func (tx *Tx) UpdatePairing(p *Pairing) error {
	return tx.mustChange(`UPDATE pairings SET stage = ?, round = ?, board = ?, white_id = ?, black_id = ?, kind = ?, result = ?, forfeit = ?,
		score_white = ?, score_black = ?, deferred = ?, ruled = ?, game_id = ?, ended_at = ?,
		due_at = ?, extended = ? WHERE id = ?`,
		p.Stage, p.Round, p.Board, p.WhiteID, orNull(p.BlackID), p.Kind, p.Result, p.Forfeit,
		p.ScoreWhite, p.ScoreBlack, p.Deferred, p.Ruled, orNull(p.GameID), stamp(p.EndedAt),
		stamp(p.DueAt), p.Extended, p.ID)
}

// RemovePairing deletes a pairing.
func (tx *Tx) RemovePairing(id int64) error {
	return tx.mustChange("DELETE FROM pairings WHERE id = ?", id)
}

// Officials lists the accounts that may direct a tournament besides its
// organiser, by name.
func (r *Reader) Officials(tournament int64) ([]Account, error) {
	return many[Account](r, `SELECT a.* FROM accounts a JOIN officials o ON o.account_id = a.id
		WHERE o.tournament_id = ? ORDER BY a.name_key`, tournament)
}

// Directs reports whether an account is one of a tournament's officials.
func (r *Reader) Directs(tournament, account int64) (bool, error) {
	var n int
	err := r.row("SELECT count(*) FROM officials WHERE tournament_id = ? AND account_id = ?", tournament, account).scan(&n)
	return n > 0, err
}

// AddOfficial lets an account direct a tournament, RemoveOfficial no longer.
func (tx *Tx) AddOfficial(tournament, account int64) error {
	_, err := tx.exec("INSERT INTO officials (tournament_id, account_id) VALUES (?, ?) ON CONFLICT DO NOTHING", tournament, account)
	return err
}

// RemoveOfficial takes back what AddOfficial gave.
func (tx *Tx) RemoveOfficial(tournament, account int64) error {
	_, err := tx.exec("DELETE FROM officials WHERE tournament_id = ? AND account_id = ?", tournament, account)
	return err
}

// LogTournament inserts a line of the public log and sets its ID. ErrDuplicate:
// the entry that it undoes has been undone.
func (tx *Tx) LogTournament(e *TournamentEntry) error { return tx.create(e) }

// TournamentLog lists a tournament's log, the oldest line first, without what
// undoes it.
func (r *Reader) TournamentLog(tournament int64) ([]EntryView, error) {
	return many[EntryView](r, `SELECT l.id, l.tournament_id, l.at, l.account_id, l.act, l.detail, l.reason, l.undoes, l.author,
			(l.undo <> '' AND NOT EXISTS (SELECT 1 FROM tournament_log u WHERE u.undoes = l.id)) AS can_undo,
			COALESCE(a.name, l.author) AS account_name
		FROM tournament_log l LEFT JOIN accounts a ON a.id = l.account_id
		WHERE l.tournament_id = ? ORDER BY l.id`, tournament)
}

// Templates lists the templates and series of an account by name.
func (r *Reader) Templates(account int64) ([]Template, error) {
	return many[Template](r, "SELECT * FROM templates WHERE account_id = ? ORDER BY name, id", account)
}

// Template returns a template.
func (r *Reader) Template(id int64) (*Template, error) {
	return one[Template](r, "SELECT * FROM templates WHERE id = ?", id)
}

// TemplateForUpdate returns a template that no other transaction can change
// meanwhile.
func (tx *Tx) TemplateForUpdate(id int64) (*Template, error) {
	return one[Template](tx.Reader, "SELECT * FROM templates WHERE id = ?"+tx.lock(), id)
}

// CreateTemplate inserts t and sets its ID. ErrDuplicate: its owner has one of
// the name.
func (tx *Tx) CreateTemplate(t *Template) error { return tx.create(t) }

// UpdateTemplate writes every field but CreatedAt, and raises Version.
func (tx *Tx) UpdateTemplate(t *Template) error { return update(tx, t, t.ID, &t.Version) }

// RemoveTemplate deletes a template; what it made stays.
func (tx *Tx) RemoveTemplate(id int64) error {
	return tx.mustChange("DELETE FROM templates WHERE id = ?", id)
}

// SeriesTournaments lists what a series has made, the newest first.
func (r *Reader) SeriesTournaments(template int64) ([]TournamentView, error) {
	return many[TournamentView](r, tournamentView+"WHERE t.series_id = ? ORDER BY t.id DESC", template)
}

// LadderEvents lists the log of a ladder, the oldest event first.
func (r *Reader) LadderEvents(tournament int64) ([]LadderEvent, error) {
	return many[LadderEvent](r, "SELECT * FROM ladder_events WHERE tournament_id = ? ORDER BY id", tournament)
}

// AddLadderEvent appends to the log of a ladder and sets e.ID.
func (tx *Tx) AddLadderEvent(e *LadderEvent) error { return tx.create(e) }
