package store

import "time"

// Leaves lists the leaves of an account in their order, given-up ones not.
func (r *Reader) Leaves(account int64) ([]Leave, error) {
	return many[Leave](r, "SELECT * FROM leaves WHERE account_id = ? ORDER BY from_at, id", account)
}

// LastLeave returns the last leave of an account, which may be over;
// ErrNotFound: there has been none.
func (r *Reader) LastLeave(account int64) (*Leave, error) {
	return one[Leave](r, "SELECT * FROM leaves WHERE account_id = ? ORDER BY to_at DESC, id DESC LIMIT 1", account)
}

// LeavesAt lists the leaves that are on at now or to come, by account.
func (r *Reader) LeavesAt(now time.Time, accounts ...int64) (map[int64]Leave, error) {
	leaves := map[int64]Leave{}
	if len(accounts) == 0 {
		return leaves, nil
	}
	list, err := many[Leave](r, "SELECT * FROM leaves WHERE to_at > ? AND account_id IN ?", stamp(now), accounts)
	for _, l := range list {
		leaves[l.AccountID] = l
	}
	return leaves, err
}

// CreateLeave inserts l and sets its ID.
func (tx *Tx) CreateLeave(l *Leave) error { return tx.create(l) }

// EndLeave lets a leave end at an instant.
func (tx *Tx) EndLeave(id int64, at time.Time) error {
	return tx.mustChange("UPDATE leaves SET to_at = ? WHERE id = ?", stamp(at), id)
}

// DeleteLeave removes a leave that never began.
func (tx *Tx) DeleteLeave(id int64) error {
	return tx.mustChange("DELETE FROM leaves WHERE id = ?", id)
}

// SetLeaves writes the leaves of a game's players, which UpdateGame leaves alone.
func (tx *Tx) SetLeaves(g *Game) error {
	return tx.mustChange(`UPDATE games SET leave_white_from = ?, leave_white_to = ?, leave_black_from = ?, leave_black_to = ?
		WHERE id = ?`, stamp(g.LeaveWhiteFrom), stamp(g.LeaveWhiteTo), stamp(g.LeaveBlackFrom), stamp(g.LeaveBlackTo), g.ID)
}
