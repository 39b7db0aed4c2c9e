package store

import (
	"errors"
	"time"
)

// DueTasks lists the tasks whose time has come, the oldest first.
func (r *Reader) DueTasks(now time.Time, limit int) ([]Task, error) {
	return many[Task](r, "SELECT * FROM tasks WHERE due_at <= ? ORDER BY due_at, id LIMIT ?", stamp(now), limit)
}

// NextTask returns when the next task is due; ok is false if there is none.
func (r *Reader) NextTask() (t time.Time, ok bool, err error) {
	err = r.row("SELECT due_at FROM tasks WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1").scan(scanTime{&t})
	if errors.Is(err, ErrNotFound) {
		return time.Time{}, false, nil
	}
	return t, err == nil, err
}

// AddTask inserts t, unless there is a task with its key. CreatedAt is now.
func (tx *Tx) AddTask(t *Task) error {
	t.CreatedAt = tx.now
	_, err := tx.exec(`INSERT INTO tasks (key, kind, payload, due_at, attempts, last_error, created_at)
		VALUES (?, ?, ?, ?, 0, '', ?) ON CONFLICT (key) DO NOTHING`,
		t.Key, t.Kind, t.Payload, stamp(t.DueAt), stamp(tx.now))
	return err
}

// TaskForUpdate returns a task to be done in this transaction. ErrNotFound: it
// is done, or being done by another process.
func (tx *Tx) TaskForUpdate(id int64) (*Task, error) {
	lock := tx.lock()
	if lock != "" {
		lock += " SKIP LOCKED"
	}
	return one[Task](tx.Reader, "SELECT * FROM tasks WHERE id = ?"+lock, id)
}

// DeleteTask removes a task that is done.
func (tx *Tx) DeleteTask(id int64) error {
	_, err := tx.exec("DELETE FROM tasks WHERE id = ?", id)
	return err
}

// CancelTask removes the task with the key, if there is one.
func (tx *Tx) CancelTask(key string) error {
	_, err := tx.exec("DELETE FROM tasks WHERE key = ?", key)
	return err
}

// FailTask counts an attempt that failed and says when to try again. With the
// zero time the task is given up, and kept to be looked at.
func (tx *Tx) FailTask(id int64, message string, retry time.Time) error {
	n, err := tx.exec("UPDATE tasks SET attempts = attempts + 1, last_error = ?, due_at = ? WHERE id = ?",
		message, stamp(retry), id)
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// Reply returns the answer given to a request with an idempotency key.
func (r *Reader) Reply(account int64, key string) (*Reply, error) {
	return one[Reply](r, "SELECT * FROM replies WHERE account_id = ? AND key = ?", account, key)
}

// PutReply takes a key for a request. ErrDuplicate: the key has been taken.
func (tx *Tx) PutReply(p *Reply) error { return tx.create(p) }

// SetReply keeps the answer given under a key. Where no request took the key
// there is nothing to keep.
func (tx *Tx) SetReply(p *Reply) error {
	_, err := tx.exec("UPDATE replies SET status = ?, body = ? WHERE account_id = ? AND key = ?",
		p.Status, p.Body, p.AccountID, p.Key)
	return err
}
