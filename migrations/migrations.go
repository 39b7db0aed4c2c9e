// Package migrations holds the schema of both databases and brings a database
// up to it. The folders sqlite and postgres have equal numbers: a migration
// says the same in both dialects.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Dialect names a database.
type Dialect string

// The databases.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// lockWait is how long a starter waits for another to finish its migrations.
const lockWait = 5 * time.Minute

// Up applies what is missing. Only one starter works at a time; the others
// wait, then find nothing left to do. An SQLite database that holds something
// is first copied beside itself, as FILE.v<version>; a copy of the same
// version is replaced.
func Up(ctx context.Context, db *sql.DB, dialect Dialect) error {
	dir, err := fs.Sub(files, string(dialect))
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if dialect == Postgres {
		return upPostgres(ctx, db, dir)
	}
	return upSQLite(ctx, db, dir)
}

func upPostgres(ctx context.Context, db *sql.DB, dir fs.FS) error {
	var schema string
	if err := db.QueryRowContext(ctx, "SELECT current_database() || '.' || current_schema()").Scan(&schema); err != nil {
		return fmt.Errorf("schema name: %w", err)
	}
	locker, err := lock.NewPostgresSessionLocker(
		lock.WithLockID(int64(crc32.ChecksumIEEE([]byte("crownpost "+schema)))),
		lock.WithLockTimeout(1, uint64(lockWait/time.Second)))
	if err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	p, err := provider(db, goose.DialectPostgres, dir, goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func upSQLite(ctx context.Context, db *sql.DB, dir fs.FS) error {
	path, err := databaseFile(ctx, db)
	if err != nil {
		return fmt.Errorf("database file: %w", err)
	}
	unlock, err := lockFile(ctx, db, path)
	if err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	defer unlock()
	p, err := provider(db, goose.DialectSQLite3, dir)
	if err != nil {
		return err
	}
	current, target, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("schema version: %w", err)
	}
	if current >= target {
		return nil
	}
	if current > 0 && path != "" {
		if err := Snapshot(ctx, db, fmt.Sprintf("%s.v%d", path, current)); err != nil {
			return fmt.Errorf("copy before upgrade: %w", err)
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// databaseFile is the path of a database, empty for one in memory. The first
// connection makes the database one with a write-ahead log; that is refused at
// once, whatever the time to wait, while another starter does the same.
func databaseFile(ctx context.Context, db *sql.DB) (path string, err error) {
	for deadline := time.Now().Add(lockWait); ; {
		err = db.QueryRowContext(ctx, "SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&path)
		if err == nil || !strings.Contains(err.Error(), "locked") || time.Now().After(deadline) {
			return path, err
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func provider(db *sql.DB, dialect goose.Dialect, dir fs.FS, more ...goose.ProviderOption) (*goose.Provider, error) {
	options := append(more, goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	p, err := goose.NewProvider(dialect, db, dir, options...)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return p, nil
}

// lockFile holds an exclusive SQLite lock on an empty file beside the
// database: unlike a lock file's mere existence it ends with the process, and
// unlike flock it works wherever SQLite does.
func lockFile(ctx context.Context, db *sql.DB, path string) (unlock func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	if err := Private(path + ".migrating"); err != nil {
		return nil, err
	}
	beside := sql.OpenDB(connector{db, path + ".migrating"})
	beside.SetMaxOpenConns(1)
	for deadline := time.Now().Add(lockWait); ; {
		_, err := beside.ExecContext(ctx, "BEGIN EXCLUSIVE")
		if err == nil {
			return func() { _ = beside.Close() }, nil
		}
		select {
		case <-ctx.Done():
			err = errors.Join(ctx.Err(), err)
		case <-time.After(50 * time.Millisecond):
			if time.Now().Before(deadline) {
				continue
			}
		}
		return nil, errors.Join(err, beside.Close())
	}
}

// Snapshot copies an SQLite database to a file that only its owner may read,
// whole or not at all; a file that is there is replaced. The error is of the
// file system or the database.
func Snapshot(ctx context.Context, db *sql.DB, to string) error {
	part := to + ".part"
	if err := remove(part); err != nil {
		return err
	}
	if err := Private(part); err != nil {
		return err
	}
	// SQLite takes a file that is there if it is empty.
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return errors.Join(err, remove(part))
	}
	if err := syncFile(part); err != nil {
		return err
	}
	return os.Rename(part, to)
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// making has what Private makes closed before anybody opens it: to close a file
// drops all locks that the process has on it.
var making sync.Mutex

// Private makes an empty file for SQLite that only its owner may read and
// write, or takes the others' rights to one that is there. The files that
// SQLite puts beside a database have the mode of the database.
func Private(path string) error {
	making.Lock()
	defer making.Unlock()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return os.Chmod(path, 0o600)
	}
	if err != nil {
		return err
	}
	return f.Close()
}
