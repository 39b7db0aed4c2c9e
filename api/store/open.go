// Package store keeps everything in SQLite or PostgreSQL. It is the only
// importer of GORM.
//
// Writes happen in Write, whose function gets a Tx and nothing else; reads
// that no write depends on go through Read, which on SQLite has connections
// of its own. Rows are plain structs (rows.go), list pages are one select
// each (views.go), and errors have the names of errors.go whatever the
// database.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"

	"crownpost/migrations"
)

const (
	sqliteReaders  = 4
	postgresPool   = 16
	checkpointWait = 5 * time.Second
)

// Config says where the database is.
type Config struct {
	// URL is the path of an SQLite file, which is made if it does not exist,
	// or a postgres:// address.
	URL string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Log hears of slow statements, without their values; nil is silence.
	Log *slog.Logger
	// Statement, if set, is called with every statement before it is sent,
	// "COMMIT" included, and its error fails the statement. Tests count and
	// break statements with it.
	Statement func(sql string) error
}

// Store is an open database, safe for concurrent use.
type Store struct {
	now       func() time.Time
	statement func(string) error
	postgres  bool
	path      string

	writeDB, readDB *sql.DB
	write, read     *gorm.DB

	queue   chan *request // SQLite's writer takes from it
	closing chan struct{}
	writer  sync.WaitGroup
	once    sync.Once
}

// Open migrates the database and opens it.
func Open(ctx context.Context, c Config) (*Store, error) {
	s := &Store{
		now: c.Now, statement: c.Statement, path: c.URL,
		postgres: strings.HasPrefix(c.URL, "postgres://") || strings.HasPrefix(c.URL, "postgresql://"),
		queue:    make(chan *request), closing: make(chan struct{}),
	}
	if s.now == nil {
		s.now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	open := s.openSQLite
	if s.postgres {
		open = s.openPostgres
	}
	if err := open(ctx, gormConfig(c.Log)); err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", translate(err)), s.closePools())
	}
	if !s.postgres {
		s.writer.Go(s.serveWrites)
	}
	return s, nil
}

func gormConfig(log *slog.Logger) *gorm.Config {
	return &gorm.Config{
		SkipDefaultTransaction: true, // every write is in a transaction of ours
		TranslateError:         true,
		Logger:                 slowLog{log},
		NowFunc:                func() time.Time { return time.Now().UTC() },
	}
}

func (s *Store) openSQLite(ctx context.Context, config *gorm.Config) (err error) {
	if dir := filepath.Dir(s.path); dir != "." {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("data folder: %w", err)
		}
	}
	if err := private(s.path); err != nil {
		return fmt.Errorf("database file: %w", err)
	}
	if s.writeDB, err = sql.Open(sqliteDriver, sqliteURL(s.path, true)); err != nil {
		return err
	}
	s.writeDB.SetMaxOpenConns(1)
	if err := migrations.Up(ctx, s.writeDB, migrations.SQLite); err != nil {
		return err
	}
	if _, err := s.writeDB.ExecContext(ctx, "PRAGMA journal_size_limit = 67108864"); err != nil {
		return err
	}
	if s.readDB, err = sql.Open(sqliteDriver, sqliteURL(s.path, false)); err != nil {
		return err
	}
	s.readDB.SetMaxOpenConns(sqliteReaders)
	s.readDB.SetMaxIdleConns(sqliteReaders)
	if s.write, err = gorm.Open(&sqlite.Dialector{Conn: s.writeDB}, config); err != nil {
		return err
	}
	readConfig := *config
	s.read, err = gorm.Open(&sqlite.Dialector{Conn: s.readDB}, &readConfig)
	return err
}

func (s *Store) openPostgres(ctx context.Context, config *gorm.Config) error {
	pool, err := pgx.ParseConfig(s.path)
	if err != nil {
		return fmt.Errorf("database address: %w", err)
	}
	s.writeDB = stdlib.OpenDB(*pool)
	s.readDB = s.writeDB
	s.writeDB.SetMaxOpenConns(postgresPool)
	s.writeDB.SetMaxIdleConns(postgresPool)
	if err := migrations.Up(ctx, s.writeDB, migrations.Postgres); err != nil {
		return err
	}
	s.write, err = gorm.Open(postgres.New(postgres.Config{Conn: s.writeDB}), config)
	s.read = s.write
	return err
}

// sqliteURL is the data source name of the file.
func sqliteURL(path string, write bool) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
	return (&url.URL{Scheme: "file", Opaque: escaped, RawQuery: sqliteOptions(write).Encode()}).String()
}

// Close waits for the write that is running, refuses those that are not, and
// closes the database. SQLite's log is then empty.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		close(s.closing)
		s.writer.Wait()
		err = s.closePools()
	})
	return err
}

// closePools closes the readers first: the last to close folds the log into
// the file.
func (s *Store) closePools() error {
	var errs []error
	if s.readDB != nil && s.readDB != s.writeDB {
		errs = append(errs, s.readDB.Close())
	}
	if s.writeDB != nil {
		if !s.postgres {
			ctx, cancel := context.WithTimeout(context.Background(), checkpointWait)
			defer cancel()
			// Both are a tidying up that another process may prevent.
			_, _ = s.writeDB.ExecContext(ctx, "PRAGMA optimize")
			_, _ = s.writeDB.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		}
		errs = append(errs, s.writeDB.Close())
	}
	return errors.Join(errs...)
}

// Postgres says whether the database is PostgreSQL.
func (s *Store) Postgres() bool { return s.postgres }

// Now is the store's clock, UTC and whole milliseconds, for what is decided
// without a transaction.
func (s *Store) Now() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// Ready answers nil when the database can be read.
func (s *Store) Ready(ctx context.Context) error {
	var one int
	return s.Read(ctx).row("SELECT 1").scan(&one)
}

// ErrNoBackup is the answer of Backup on PostgreSQL, which has pg_dump.
var ErrNoBackup = errors.New("backup is for SQLite; use pg_dump")

// Backup copies an SQLite database to a new file, beside running writes. The
// file is there whole or not at all.
func (s *Store) Backup(ctx context.Context, path string) error {
	if s.postgres {
		return ErrNoBackup
	}
	// A connection of its own, because a copy on the writer's would hold it up.
	db, err := sql.Open(sqliteDriver, sqliteURL(s.path, true))
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer db.Close()
	if err := migrations.Snapshot(ctx, db, path); err != nil {
		return fmt.Errorf("backup: %w", translate(err))
	}
	return nil
}

// private keeps the database from everybody but its owner: the file, which is
// made if it does not exist, and what an earlier process has left beside it.
func private(path string) error {
	for _, beside := range []string{"-wal", "-shm"} {
		if err := os.Chmod(path+beside, 0o600); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return migrations.Private(path)
}
