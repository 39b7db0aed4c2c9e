package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"gorm.io/gorm"
)

const (
	// writeWait bounds a write, the wait for its turn included.
	writeWait = 10 * time.Second
	// batchSize is how many writes may share one commit on SQLite.
	batchSize = 64
	// attempts is how often PostgreSQL may ask to try a write again.
	attempts = 10
)

// errGone is a write whose function left its goroutine with runtime.Goexit.
var errGone = errors.New("write abandoned by its function")

// Tx is one use case's transaction. It reads what it has written. It must not
// be kept, or used by another goroutine.
type Tx struct {
	*Reader
	now   time.Time
	after []func()
}

// Now is the time of the transaction: read once, when it had its turn, UTC
// and whole milliseconds.
func (tx *Tx) Now() time.Time { return tx.now }

// After has fn called once the transaction is committed, by the caller of
// Write. If it is not committed fn is forgotten.
func (tx *Tx) After(fn func()) { tx.after = append(tx.after, fn) }

// Write runs fn in a transaction and returns when it is on the disk. If fn
// returns an error or panics, nothing is written and that error (for a panic a
// *PanicError) is returned. The end of ctx does not cut a write in half, nor
// stop it.
//
// On SQLite many writes share one commit, first come first served, each undone
// alone if it fails. fn runs between those of others and must neither block
// nor call Write. On PostgreSQL fn may be run again when the database asks for
// it, so that only what it does through tx and After may have effects.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeWait)
	defer cancel()
	write := s.writeShared
	if s.postgres {
		write = s.writeAlone
	}
	after, err := write(ctx, fn)
	if err != nil {
		return err
	}
	for _, f := range after {
		f()
	}
	return nil
}

func (s *Store) newTx(ctx context.Context, c *conn, db *gorm.DB) *Tx {
	return &Tx{
		Reader: &Reader{ctx: ctx, conn: c, db: db, postgres: s.postgres},
		now:    s.Now(),
	}
}

// begin opens a transaction whose statements all go through the conn.
func (s *Store) begin(ctx context.Context) (*conn, *gorm.DB, error) {
	t, err := s.writeDB.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, translate(err)
	}
	c := &conn{pool: t, tx: t, statement: s.statement}
	db := s.write.Session(&gorm.Session{NewDB: true, Context: ctx})
	db.Statement.ConnPool = c
	return c, db, nil
}

// try runs fn and turns a panic into an error.
func try(tx *Tx, fn func(tx *Tx) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return fn(tx)
}

// writeAlone runs fn in a transaction of its own.
func (s *Store) writeAlone(ctx context.Context, fn func(tx *Tx) error) (after []func(), err error) {
	for n := range attempts {
		select {
		case <-s.closing:
			return nil, ErrClosed
		default:
		}
		after, err = s.writeOnce(ctx, fn)
		if !errors.Is(err, errRetry) {
			return after, err
		}
		select {
		case <-time.After(time.Duration(n) * 5 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	return nil, fmt.Errorf("%w: %w", ErrBusy, err)
}

func (s *Store) writeOnce(ctx context.Context, fn func(tx *Tx) error) (after []func(), err error) {
	c, db, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer c.rollback() // does nothing after the commit
	tx := s.newTx(ctx, c, db)
	if err := try(tx, fn); err != nil {
		return nil, err
	}
	return tx.after, c.commit()
}

// request is a write on its way through the writer. done is sent the result
// of the shared commit, or of fn if that failed.
type request struct {
	fn    func(tx *Tx) error
	after []func()
	done  chan error
}

// writeShared hands fn to the writer. Until the writer takes it the caller may
// give up; from then on there is an answer to wait for.
func (s *Store) writeShared(ctx context.Context, fn func(tx *Tx) error) ([]func(), error) {
	r := &request{fn: fn, done: make(chan error, 1)}
	select {
	case <-s.closing:
		return nil, ErrClosed
	default:
	}
	select {
	case s.queue <- r:
		err := <-r.done
		return r.after, err
	case <-s.closing:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: no turn within %v", ErrBusy, writeWait)
	}
}

// serveWrites is SQLite's only writer.
func (s *Store) serveWrites() {
	leaving := false
	defer func() {
		if !leaving { // a function ended the goroutine
			s.writer.Go(s.serveWrites)
		}
	}()
	for {
		select {
		case r := <-s.queue:
			s.writeBatch(r)
		case <-s.closing:
			leaving = true
			return
		}
	}
}

// writeBatch runs r and whoever waits behind it in one transaction. Its
// statements have no deadline: one that is interrupted would end SQLite's
// transaction under the others.
func (s *Store) writeBatch(r *request) {
	waiting := []*request{} // done, waiting for the commit
	answer := func(err error) {
		for _, w := range waiting {
			w.done <- err
		}
		waiting = nil
	}
	c, db, err := s.begin(context.Background())
	if err != nil {
		for n := 0; r != nil && n < batchSize; n++ {
			waiting = append(waiting, r)
			r = s.next()
		}
		answer(err)
		return
	}
	defer func() {
		c.rollback()
		if r != nil { // its function ended the goroutine
			waiting = append(waiting, r)
		}
		answer(errGone)
	}()
	for n := 0; r != nil; n++ {
		ran, err := s.writeMember(c, db, r, n > 0)
		switch {
		case c.broken != nil:
			waiting, r = append(waiting, r), nil
			c.rollback()
			answer(translate(c.broken))
			return
		case !ran:
			r.done <- err
			if n == 0 {
				r = nil
				return
			}
		default:
			waiting = append(waiting, r)
		}
		r = nil
		if n+1 < batchSize {
			r = s.next()
		}
	}
	answer(c.commit())
}

// next takes the write that waits longest, nil if none does.
func (s *Store) next() *request {
	select {
	case r := <-s.queue:
		return r
	default:
		return nil
	}
}

// writeMember runs r so that it can be undone alone: behind a savepoint,
// unless the transaction is still empty.
func (s *Store) writeMember(c *conn, db *gorm.DB, r *request, savepoint bool) (ok bool, err error) {
	if savepoint {
		if err := c.exec("SAVEPOINT member"); err != nil {
			c.broken = err
			return false, err
		}
	}
	tx := s.newTx(context.Background(), c, db)
	err = try(tx, r.fn)
	r.after = tx.after
	if savepoint {
		if err != nil && c.exec("ROLLBACK TO member") != nil {
			c.broken = err
		} else if release := c.exec("RELEASE member"); release != nil {
			c.broken = release
		}
	}
	return err == nil, err
}

// conn is the one way to a transaction's or a pool's statements, GORM's and
// ours.
type conn struct {
	pool      gorm.ConnPool
	tx        *sql.Tx // nil for a pool
	statement func(string) error
	// broken is the error that may have ended the transaction; nothing runs
	// after it.
	broken error
}

func (c *conn) before(query string) error {
	if c.broken != nil {
		return c.broken
	}
	if c.statement != nil {
		return c.statement(query)
	}
	return nil
}

func (c *conn) check(err error) {
	if err != nil && c.tx != nil && fatal(err) {
		c.broken = err
	}
}

// PrepareContext implements gorm.ConnPool.
func (c *conn) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return c.pool.PrepareContext(ctx, query)
}

// ExecContext implements gorm.ConnPool.
func (c *conn) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := c.before(query); err != nil {
		return nil, err
	}
	res, err := c.pool.ExecContext(ctx, query, args...)
	c.check(err)
	return res, err
}

// QueryContext implements gorm.ConnPool.
func (c *conn) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := c.before(query); err != nil {
		return nil, err
	}
	rows, err := c.pool.QueryContext(ctx, query, args...)
	c.check(err)
	return rows, err
}

// QueryRowContext implements gorm.ConnPool. The store does not use it.
func (c *conn) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return c.pool.QueryRowContext(ctx, query, args...)
}

func (c *conn) exec(query string) error {
	_, err := c.tx.ExecContext(context.Background(), query)
	return err
}

func (c *conn) commit() error {
	if err := c.before("COMMIT"); err != nil {
		c.rollback()
		return translate(err)
	}
	if err := c.tx.Commit(); err != nil {
		c.rollback()
		return translate(err)
	}
	return nil
}

// rollback ends the transaction if it has not ended. Its error says only that
// it had.
func (c *conn) rollback() { _ = c.tx.Rollback() }
