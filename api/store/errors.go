package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// What a statement or a transaction can fail with. Everything else is a fault.
var (
	// ErrNotFound: there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrDuplicate: a row with this unique key exists.
	ErrDuplicate = errors.New("duplicate key")
	// ErrReference: the row names another that does not exist.
	ErrReference = errors.New("no such reference")
	// ErrConflict: the row was written since it was read.
	ErrConflict = errors.New("version conflict")
	// ErrInvalid: the schema forbids the row.
	ErrInvalid = errors.New("invalid row")
	// ErrFull: the disk is full. Nothing was written; reads go on.
	ErrFull = errors.New("disk full")
	// ErrBusy: the database could not be had in time. From Write it means
	// that nothing was written, unless the connection to PostgreSQL broke
	// during the commit: then a repetition of the request tells.
	ErrBusy = errors.New("database busy")
	// ErrClosed: the store has been closed.
	ErrClosed = errors.New("store closed")
)

// PanicError is what Write returns when its function panicked. The
// transaction was rolled back.
type PanicError struct {
	Value any
	Stack []byte
}

// Error returns the panic's value and stack.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// errRetry is a transaction that PostgreSQL gave up to let another through.
var errRetry = errors.New("serialization failure")

// translate gives the errors of the three drivers one name. The cause stays
// in the chain.
func translate(err error) error {
	if err == nil {
		return nil
	}
	if name := nameOf(err); name != nil && !errors.Is(err, name) {
		return fmt.Errorf("%w: %w", name, err)
	}
	return err
}

func nameOf(err error) error {
	if code, ok := sqliteCode(err); ok {
		return sqliteName(code)
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return postgresName(pg.Code)
	}
	var dial *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound), errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case errors.Is(err, gorm.ErrDuplicatedKey):
		return ErrDuplicate
	case errors.Is(err, gorm.ErrForeignKeyViolated):
		return ErrReference
	case errors.Is(err, gorm.ErrCheckConstraintViolated):
		return ErrInvalid
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, driver.ErrBadConn),
		errors.As(err, &dial), errors.As(err, &network):
		return ErrBusy
	}
	return nil
}

// sqliteName follows https://www.sqlite.org/rescode.html.
func sqliteName(code int) error {
	switch code {
	case 1555, 2067: // SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE
		return ErrDuplicate
	case 787: // SQLITE_CONSTRAINT_FOREIGNKEY
		return ErrReference
	case 275, 1299, 3091: // SQLITE_CONSTRAINT_CHECK, _NOTNULL, _DATATYPE
		return ErrInvalid
	}
	switch code & 0xff {
	case 5, 6: // SQLITE_BUSY, SQLITE_LOCKED
		return ErrBusy
	case 13: // SQLITE_FULL
		return ErrFull
	}
	return nil
}

// postgresName follows appendix A of the PostgreSQL manual.
func postgresName(code string) error {
	switch code {
	case "23505": // unique_violation
		return ErrDuplicate
	case "23503": // foreign_key_violation
		return ErrReference
	case "23514", "23502", "22021": // check, not null, encoding
		return ErrInvalid
	case "53100": // disk_full
		return ErrFull
	case "40001", "40P01": // serialization_failure, deadlock_detected
		return errRetry
	case "55P03": // lock_not_available
		return ErrBusy
	}
	if strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53") {
		return ErrBusy // operator intervention, connection, resources
	}
	return nil
}

// fatal says whether an error may have ended SQLite's transaction, after
// which a statement would run, and stay, by itself
// (https://www.sqlite.org/lang_transaction.html, section 3).
func fatal(err error) bool {
	code, ok := sqliteCode(err)
	if !ok {
		return false
	}
	switch code & 0xff {
	case 5, 7, 8, 9, 10, 11, 13, 14, 26:
		// BUSY, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB
		return true
	}
	return false
}
