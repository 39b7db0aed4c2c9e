// Package storetest opens fresh, migrated databases for tests.
package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"

	"crownpost/api/store"
)

// PostgresVariable names the environment variable with the address of a
// PostgreSQL database in which the tests may make schemas.
const PostgresVariable = "CROWNPOST_TEST_POSTGRES"

// Open opens an empty SQLite database that is closed with the test. It may be
// called inside a testing/synctest bubble, and then uses the bubble's time.
func Open(t testing.TB) *store.Store { return OpenConfig(t, store.Config{}) }

// OpenConfig is Open with a configuration, whose URL is filled in.
func OpenConfig(t testing.TB, c store.Config) *store.Store {
	t.Helper()
	c.URL = filepath.Join(t.TempDir(), "crownpost.db")
	image, err := template()
	if err == nil {
		err = os.WriteFile(c.URL, image, 0o600)
	}
	if err != nil {
		t.Fatalf("template database: %v", err)
	}
	s := open(t, c)
	files.Store(s, &file{path: c.URL})
	t.Cleanup(func() {
		f, _ := files.LoadAndDelete(s)
		if db := f.(*file).db; db != nil && db.Close() != nil {
			t.Error("the dumped database does not close")
		}
	})
	return s
}

// file is the file of an open SQLite database, and a connection to dump it.
type file struct {
	path string
	db   *sql.DB
}

var files sync.Map // *store.Store -> *file

// Dump returns every row of every table of a database that Open opened, as a
// text for each table: two dumps are equal if nothing has changed. A test must
// not call it twice at once.
func Dump(t testing.TB, s *store.Store) map[string]string {
	t.Helper()
	v, ok := files.Load(s)
	if !ok {
		t.Fatal("no database that Open opened")
	}
	f := v.(*file)
	if f.db == nil {
		var err error
		if f.db, err = sql.Open(driver(), "file:"+f.path+"?mode=ro"); err != nil {
			t.Fatal(err)
		}
	}
	tables, err := dump(f.db)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// Exec changes a database that Open opened behind the store's back.
func Exec(t testing.TB, s *store.Store, statement string) {
	t.Helper()
	v, ok := files.Load(s)
	if !ok {
		t.Fatal("no database that Open opened")
	}
	db, err := sql.Open(driver(), "file:"+v.(*file).path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// driver is the name of the SQLite driver that is built in.
func driver() string {
	if slices.Contains(sql.Drivers(), "sqlite") {
		return "sqlite"
	}
	return "sqlite3" // without cgo it is there too, and does nothing
}

func dump(db *sql.DB) (map[string]string, error) {
	names, err := texts(db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		return nil, err
	}
	tables := map[string]string{}
	for _, name := range names {
		rows, err := texts(db, `SELECT * FROM "`+name+`"`) //nolint:gosec // the name is the schema's own
		if err != nil {
			return nil, err
		}
		slices.Sort(rows)
		tables[name] = strings.Join(rows, "\n")
	}
	return tables, nil
}

// texts reads each row as one text.
func texts(db *sql.DB, query string) (_ []string, err error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var all []string
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		line := make([]string, len(values))
		for i, v := range values {
			line[i] = v.String
		}
		all = append(all, strings.Join(line, " | "))
	}
	return all, rows.Err()
}

// OpenPostgres opens an empty schema of the PostgreSQL database that the
// environment names; the schema is dropped with the test. Without a name the
// test is skipped, and fails in CI.
func OpenPostgres(t testing.TB) *store.Store { return OpenPostgresConfig(t, store.Config{}) }

// OpenPostgresConfig is OpenPostgres with a configuration, whose URL is filled in.
func OpenPostgresConfig(t testing.TB, c store.Config) *store.Store {
	t.Helper()
	c.URL = PostgresURL(t)
	return open(t, c)
}

// Each runs test on SQLite and on PostgreSQL.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, Open(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, OpenPostgres(t)) })
}

func open(t testing.TB, c store.Config) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// PostgresURL makes an empty schema for the test and returns its address.
func PostgresURL(t testing.TB) string {
	t.Helper()
	base := os.Getenv(PostgresVariable)
	if base == "" {
		if os.Getenv("CROWNPOST_CI") == "1" {
			t.Fatal(PostgresVariable + " is not set")
		}
		t.Skip(PostgresVariable + " is not set")
	}
	address, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", base)
	if err != nil {
		t.Fatal(err)
	}
	schema := `"test_` + rand.Text() + `"`
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	return address.String()
}

// template is a migrated, empty database, made once.
var template = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "crownpost-template")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "crownpost.db")
	s, err := store.Open(context.Background(), store.Config{URL: path})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
