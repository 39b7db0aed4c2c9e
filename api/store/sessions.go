package store

import (
	"errors"
	"time"
)

// Session returns a session with its account. Whether it has expired is for
// the caller to see. (For the cast see gameRow.)
func (r *Reader) Session(id string) (*SessionView, error) {
	var v SessionView
	s, a := &v.Session, &v.Account
	err := r.row(`SELECT s.id, s.account_id, s.kind, s.refresh_hash, s.previous_hash, s.rotated_at,
			s.created_at, s.used_at, s.expires_at, s.agent,
			a.id, a.name, a.name_key, COALESCE(a.email, ''), COALESCE(a.email_key, ''), a.email_verified_at,
			a.password_hash, a.role, a.generation, a.locale, a.theme, a.confirm_moves,
			a.created_at, a.closed_at, a.version
		FROM sessions s JOIN accounts a ON a.id = s.account_id
		WHERE s.id = CAST(? AS TEXT)`, id).scan(
		&s.ID, &s.AccountID, &s.Kind, &s.RefreshHash, &s.PreviousHash, scanTime{&s.RotatedAt},
		scanTime{&s.CreatedAt}, scanTime{&s.UsedAt}, scanTime{&s.ExpiresAt}, &s.Agent,
		&a.ID, &a.Name, &a.NameKey, &a.Email, &a.EmailKey, scanTime{&a.EmailVerifiedAt},
		&a.PasswordHash, &a.Role, &a.Generation, &a.Locale, &a.Theme, &a.ConfirmMoves,
		scanTime{&a.CreatedAt}, scanTime{&a.ClosedAt}, &a.Version)
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// Sessions lists an account's sessions, the last used first.
func (r *Reader) Sessions(account int64) ([]Session, error) {
	return many[Session](r, "SELECT * FROM sessions WHERE account_id = ? ORDER BY used_at DESC, id", account)
}

// CreateSession inserts s.
func (tx *Tx) CreateSession(s *Session) error { return tx.create(s) }

// RotateSession replaces the refresh hash from by to, which lasts until
// expires, and remembers from. It answers false if from is not in force.
func (tx *Tx) RotateSession(id, from, to string, expires time.Time) (bool, error) {
	n, err := tx.exec(`UPDATE sessions SET refresh_hash = ?, previous_hash = refresh_hash,
			rotated_at = ?, used_at = ?, expires_at = ?
		WHERE id = ? AND refresh_hash = ?`, to, stamp(tx.now), stamp(tx.now), stamp(expires), id, from)
	return n == 1, err
}

// TouchSession notes that the session was used now.
func (tx *Tx) TouchSession(id string) error {
	_, err := tx.exec("UPDATE sessions SET used_at = ? WHERE id = ?", stamp(tx.now), id)
	return err
}

// DeleteSession ends one session of the account. ErrNotFound: it has no such session.
func (tx *Tx) DeleteSession(account int64, id string) error {
	n, err := tx.exec("DELETE FROM sessions WHERE id = ? AND account_id = ?", id, account)
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// DeleteOtherSessions ends every session of the account but one.
func (tx *Tx) DeleteOtherSessions(account int64, keep string) error {
	_, err := tx.exec("DELETE FROM sessions WHERE account_id = ? AND id <> ?", account, keep)
	return err
}

// DeleteSessions ends every session of the account.
func (tx *Tx) DeleteSessions(account int64) error {
	_, err := tx.exec("DELETE FROM sessions WHERE account_id = ?", account)
	return err
}

// CreateToken inserts t and sets its ID. Except for invitations only the
// newest token of a kind counts: the account's older ones are deleted.
func (tx *Tx) CreateToken(t *Token) error {
	if t.Kind != InviteToken {
		if _, err := tx.exec("DELETE FROM tokens WHERE account_id = ? AND kind = ?", t.AccountID, t.Kind); err != nil {
			return err
		}
	}
	return tx.create(t)
}

// Token returns a token that could be taken at the given time.
func (r *Reader) Token(kind, hash string, now time.Time) (*Token, error) {
	return one[Token](r, "SELECT * FROM tokens WHERE hash = ? AND kind = ? AND used_at IS NULL AND expires_at > ?",
		hash, kind, stamp(now))
}

// TakeToken uses a token up. ErrNotFound: there is none, or it has been used
// or has expired.
func (tx *Tx) TakeToken(kind, hash string) (*Token, error) {
	t, err := tx.Token(kind, hash, tx.now)
	if err != nil {
		return nil, err
	}
	n, err := tx.exec("UPDATE tokens SET used_at = ? WHERE id = ? AND used_at IS NULL", stamp(tx.now), t.ID)
	if err == nil && n == 0 {
		return nil, ErrNotFound // another was faster
	}
	t.UsedAt = tx.now
	return t, err
}

// DeletePrivate deletes what only the account itself has use for: its sessions,
// tokens and kept replies, and the studies that are not public.
func (tx *Tx) DeletePrivate(account int64) error {
	for _, query := range []string{
		"DELETE FROM sessions WHERE account_id = ?",
		"DELETE FROM tokens WHERE account_id = ?",
		"DELETE FROM replies WHERE account_id = ?",
		"DELETE FROM templates WHERE account_id = ?",
		"DELETE FROM leaves WHERE account_id = ?",
	} {
		if _, err := tx.exec(query, account); err != nil {
			return err
		}
	}
	return tx.deleteStudies(account)
}

// keepExpired is how long used tokens, counts of failed log-ins and replies are kept.
const keepExpired = 7 * 24 * time.Hour

// DeleteExpired deletes sessions and tokens that have expired, and counts of
// failed log-ins and replies older than a week; open seeks past their time
// become expired.
func (tx *Tx) DeleteExpired() error {
	now, old := stamp(tx.now), stamp(tx.now.Add(-keepExpired))
	for _, s := range []struct {
		query string
		arg   any
	}{
		{"DELETE FROM sessions WHERE expires_at <= ?", now},
		{"DELETE FROM tokens WHERE expires_at <= ?", old},
		{"DELETE FROM login_failures WHERE last_at <= ?", old},
		{"DELETE FROM replies WHERE at <= ?", old},
		{"UPDATE seeks SET status = 'expired', version = version + 1 WHERE status = 'open' AND expires_at <= ?", now},
	} {
		if _, err := tx.exec(s.query, s.arg); err != nil {
			return err
		}
	}
	return nil
}

// PendingEmail is the address that an account has been asked to confirm, ""
// when there is none.
func (r *Reader) PendingEmail(account int64, now time.Time) (string, error) {
	var email string
	err := r.row(`SELECT COALESCE(email, '') FROM tokens
		WHERE account_id = ? AND kind = ? AND used_at IS NULL AND expires_at > ?
		ORDER BY id DESC LIMIT 1`, account, VerifyToken, stamp(now)).scan(&email)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return email, err
}
