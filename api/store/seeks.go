package store

import "time"

const seekView = `SELECT s.*, a.name AS account_name, COALESCE(o.name, '') AS opponent_name,
		COALESCE(r.rating, 0) AS rating, COALESCE(r.games, 0) AS rated_games, COALESCE(r.experience, 0) AS experience,
		COALESCE((SELECT commitment FROM dice_chains c WHERE c.seek_id = s.id ORDER BY c.id LIMIT 1), '') AS commitment,
		COALESCE((SELECT commitment FROM dice_chains c WHERE c.seek_id = s.id ORDER BY c.id LIMIT 1 OFFSET 1), '') AS pair_commitment
	FROM seeks s JOIN accounts a ON a.id = s.account_id
	LEFT JOIN accounts o ON o.id = s.opponent_id
	LEFT JOIN ratings r ON r.account_id = s.account_id AND r.pool = s.variant `

// SeekByID returns a seek in any state.
func (r *Reader) SeekByID(id int64) (*SeekView, error) {
	return one[SeekView](r, seekView+"WHERE s.id = ?", id)
}

// SeekByLink returns the seek that a link was made for, in any state.
func (r *Reader) SeekByLink(hash string) (*SeekView, error) {
	return one[SeekView](r, seekView+"WHERE s.link_hash = ?", hash)
}

// Lobby lists the open seeks that anybody may accept, the newest first.
func (r *Reader) Lobby(now time.Time, limit int) ([]SeekView, error) {
	return many[SeekView](r, seekView+`WHERE s.status = 'open' AND s.kind = 'open' AND s.expires_at > ?
		ORDER BY s.id DESC LIMIT ?`, stamp(now), limit)
}

// RematchSeek returns the rematch of a game that is offered or has been made.
func (r *Reader) RematchSeek(game int64) (*Seek, error) {
	return one[Seek](r, "SELECT * FROM seeks WHERE rematch_of = ? AND status IN ('open', 'accepted')", game)
}

// SeeksOf lists the open seeks of an account and those addressed to it, the
// newest first.
func (r *Reader) SeeksOf(account int64, now time.Time) ([]SeekView, error) {
	return many[SeekView](r, seekView+`WHERE s.id IN (
			SELECT id FROM seeks WHERE account_id = ? AND status = 'open'
			UNION ALL SELECT id FROM seeks WHERE opponent_id = ? AND status = 'open')
		AND s.expires_at > ? ORDER BY s.id DESC`, account, account, stamp(now))
}

// CreateSeek inserts s and sets its ID. ErrDuplicate: the rematch has been
// offered already.
func (tx *Tx) CreateSeek(s *Seek) error { return tx.create(s) }

// SeekForUpdate returns a seek that no other transaction can change meanwhile.
func (tx *Tx) SeekForUpdate(id int64) (*Seek, error) {
	return one[Seek](tx.Reader, "SELECT * FROM seeks WHERE id = ?"+tx.lock(), id)
}

// UpdateSeek writes every field but CreatedAt, and raises Version.
func (tx *Tx) UpdateSeek(s *Seek) error { return update(tx, s, s.ID, &s.Version) }

// CancelSeeks cancels the open seeks of an account and declines those
// addressed to it.
func (tx *Tx) CancelSeeks(account int64) error {
	_, err := tx.exec(`UPDATE seeks SET version = version + 1,
			status = CASE WHEN account_id = ? THEN 'cancelled' ELSE 'declined' END
		WHERE status = 'open' AND (account_id = ? OR opponent_id = ?)`, account, account, account)
	return err
}
