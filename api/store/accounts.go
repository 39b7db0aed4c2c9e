package store

import (
	"errors"
	"time"
)

// Account returns the account with the id.
func (r *Reader) Account(id int64) (*Account, error) {
	return one[Account](r, "SELECT * FROM accounts WHERE id = ?", id)
}

// AccountByName returns the account with the name's key.
func (r *Reader) AccountByName(key string) (*Account, error) {
	return one[Account](r, "SELECT * FROM accounts WHERE name_key = ?", key)
}

// AccountByEmail returns the account with the address's key.
func (r *Reader) AccountByEmail(key string) (*Account, error) {
	return one[Account](r, "SELECT * FROM accounts WHERE email_key = ?", key)
}

// CountAccounts counts the accounts, closed ones included.
func (r *Reader) CountAccounts() (int, error) {
	var n int
	err := r.row("SELECT count(*) FROM accounts").scan(&n)
	return n, err
}

// CreateAccount inserts a and sets its ID. ErrDuplicate: name or address are taken.
func (tx *Tx) CreateAccount(a *Account) error { return tx.create(a) }

// UpdateAccount writes every field but CreatedAt, and raises Version.
func (tx *Tx) UpdateAccount(a *Account) error { return update(tx, a, a.ID, &a.Version) }

// LockAccounts keeps the accounts from being changed, locked or held by others
// until the transaction ends. Rows that refer to them may be written meanwhile.
func (tx *Tx) LockAccounts(ids ...int64) error { return tx.lockAccounts("NO KEY UPDATE", ids) }

// HoldAccounts keeps the accounts from being changed or locked by others until the
// transaction ends; others may hold them too.
func (tx *Tx) HoldAccounts(ids ...int64) error { return tx.lockAccounts("SHARE", ids) }

func (tx *Tx) lockAccounts(strength string, ids []int64) error {
	if !tx.postgres {
		return nil
	}
	_, err := many[int64](tx.Reader, "SELECT id FROM accounts WHERE id IN ? ORDER BY id FOR "+strength, ids)
	return err
}

// LoginFailure returns the count under key; Count is 0 when there is none.
func (r *Reader) LoginFailure(key string) (LoginFailure, error) {
	f := LoginFailure{Key: key}
	err := r.row("SELECT count, last_at FROM login_failures WHERE key = ?", key).scan(&f.Count, scanTime{&f.LastAt})
	if errors.Is(err, ErrNotFound) {
		return f, nil
	}
	return f, err
}

// BumpLoginFailure counts one more failure under key and returns the count. It
// starts anew when the last one is longer ago than forget.
func (tx *Tx) BumpLoginFailure(key string, forget time.Duration) (int, error) {
	var n int
	err := tx.row(`INSERT INTO login_failures (key, count, last_at) VALUES (?, 1, ?)
		ON CONFLICT (key) DO UPDATE SET last_at = excluded.last_at,
			count = CASE WHEN login_failures.last_at < ? THEN 1 ELSE login_failures.count + 1 END
		RETURNING count`, key, stamp(tx.now), stamp(tx.now.Add(-forget))).scan(&n)
	return n, err
}

// ClearLoginFailure forgets the failures under key.
func (tx *Tx) ClearLoginFailure(key string) error {
	_, err := tx.exec("DELETE FROM login_failures WHERE key = ?", key)
	return err
}
