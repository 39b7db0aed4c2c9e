package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"sync"

	"gorm.io/gorm"
)

// Reader reads. One from Store.Read sees what is committed; that of a Tx sees
// what its transaction sees. A row that does not exist is ErrNotFound, a list
// without rows is empty.
type Reader struct {
	ctx      context.Context
	conn     *conn
	db       *gorm.DB
	postgres bool
}

// Read returns a reader whose statements end with ctx.
func (s *Store) Read(ctx context.Context) *Reader {
	c := &conn{pool: s.readDB, statement: s.statement}
	db := s.read.Session(&gorm.Session{NewDB: true, Context: ctx})
	db.Statement.ConnPool = c
	return &Reader{ctx: ctx, conn: c, db: db, postgres: s.postgres}
}

// fail names an error and notes when it ends the transaction.
func (r *Reader) fail(err error) error {
	r.conn.check(err)
	return translate(err)
}

// one reads one row.
func one[T any](r *Reader, query string, args ...any) (*T, error) {
	var v T
	res := r.db.Raw(query, args...).Scan(&v)
	if res.Error != nil {
		return nil, r.fail(res.Error)
	}
	if res.RowsAffected == 0 {
		return nil, ErrNotFound
	}
	return &v, nil
}

// many reads rows.
func many[T any](r *Reader, query string, args ...any) ([]T, error) {
	var list []T
	err := r.db.Raw(query, args...).Scan(&list).Error
	return list, r.fail(err)
}

// row and exec are for statements that every move or request needs:
// they leave out GORM's reflection.

type row struct {
	reader *Reader
	rows   *sql.Rows
	err    error
}

func (r *Reader) row(query string, args ...any) row {
	rows, err := r.conn.QueryContext(r.ctx, r.bind(query), args...) //nolint:rowserrcheck // scan asks for it
	return row{r, rows, err}
}

func (w row) scan(dest ...any) error {
	if w.err != nil {
		return w.reader.fail(w.err)
	}
	defer w.rows.Close()
	if !w.rows.Next() {
		if err := w.rows.Err(); err != nil {
			return w.reader.fail(err)
		}
		return ErrNotFound
	}
	if err := w.rows.Scan(dest...); err != nil {
		return w.reader.fail(err)
	}
	return w.reader.fail(w.rows.Close())
}

func (r *Reader) exec(query string, args ...any) (affected int64, err error) {
	res, err := r.conn.ExecContext(r.ctx, r.bind(query), args...)
	if err != nil {
		return 0, r.fail(err)
	}
	affected, err = res.RowsAffected()
	return affected, r.fail(err)
}

// mustChange is exec for an update that names a version.
func (r *Reader) mustChange(query string, args ...any) error {
	n, err := r.exec(query, args...)
	if err == nil && n != 1 {
		return ErrConflict
	}
	return err
}

var bound sync.Map // statement with question marks -> with dollar signs

// bind turns the marks of parameters into PostgreSQL's.
func (r *Reader) bind(query string) string {
	if !r.postgres {
		return query
	}
	if b, ok := bound.Load(query); ok {
		return b.(string)
	}
	var b strings.Builder
	n := 0
	for _, c := range query {
		if c == '?' {
			n++
			b.WriteString("$" + strconv.Itoa(n))
		} else {
			b.WriteRune(c)
		}
	}
	bound.Store(query, b.String())
	return b.String()
}

// lock ends a select that is about to be followed by an update. On SQLite the
// transaction is the lock.
func (r *Reader) lock() string {
	if r.postgres {
		return " FOR UPDATE"
	}
	return ""
}

func (tx *Tx) create(row any) error { return tx.fail(tx.db.Create(row).Error) }

// update writes all of a row's fields but its id and when it was made, if its
// version is still the one that was read.
func update[T any](tx *Tx, row *T, id int64, version *int) error {
	was := *version
	*version++
	res := tx.db.Model(new(T)).Where("id = ? AND version = ?", id, was).
		Select("*").Omit("id", "created_at").Updates(row)
	if res.Error == nil && res.RowsAffected == 1 {
		return nil
	}
	*version = was
	if res.Error == nil {
		return ErrConflict
	}
	return tx.fail(res.Error)
}
