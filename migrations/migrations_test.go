package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

var background = context.Background()

func TestFoldersHaveEqualNames(t *testing.T) {
	names := func(dir string) (names []string) {
		list, err := fs.ReadDir(files, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			names = append(names, e.Name())
		}
		return names
	}
	if d := cmp.Diff(names("sqlite"), names("postgres")); d != "" {
		t.Fatal(d)
	}
}

func TestUpIsDoneOnceByManyStarters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if err := Up(background, openSQLite(t, path), SQLite); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if _, err := os.Stat(path + ".v1"); err == nil {
		t.Error("a new database was copied")
	}
}

func TestUpIsDoneOnceByManyStartersOnPostgres(t *testing.T) {
	db := openPostgres(t)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if err := Up(background, db, Postgres); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestDatabaseIsCopiedBeforeAnUpgrade(t *testing.T) {
	dir := fstest.MapFS{"00001_first.sql": {Data: []byte("-- +goose Up\nCREATE TABLE t (n INTEGER) STRICT;")}}
	path := filepath.Join(t.TempDir(), "x.db")
	db := openSQLite(t, path)
	must(t, upSQLite(background, db, dir))
	if _, err := os.Stat(path + ".v1"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("copied without need: %v", err)
	}
	columns := func(db *sql.DB) int { return len(query(t, db, "SELECT name FROM pragma_table_info('t')")) }

	// The first upgrade fails half-way and leaves everything as it was.
	for _, last := range []string{"INSERT INTO t (n) VALUES ('text');", "INSERT INTO t (n) VALUES (1);"} {
		dir["00002_second.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nALTER TABLE t ADD COLUMN m TEXT;\n" + last)}
		err := upSQLite(background, db, dir)
		if failed, want := err != nil, columns(db) == 1; failed != want {
			t.Fatalf("%d columns after %v", columns(db), err)
		}
		if info, err := os.Stat(path + ".v1"); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("a copy that others can read: %v, %v", info, err)
		}
		if n := columns(openSQLite(t, path+".v1")); n != 1 {
			t.Fatalf("%d columns in the copy", n)
		}
	}
	if n := columns(db); n != 2 {
		t.Fatalf("%d columns after the upgrade", n)
	}
}

func TestDownAndUpAgain(t *testing.T) {
	for dialect, db := range databases(t) {
		name := map[Dialect]goose.Dialect{SQLite: goose.DialectSQLite3, Postgres: goose.DialectPostgres}[dialect]
		dir, err := fs.Sub(files, string(dialect))
		must(t, err)
		p, err := provider(db, name, dir)
		must(t, err)
		_, err = p.DownTo(background, 0)
		must(t, err)
		_, err = p.Up(background)
		must(t, err)
	}
}

// TestSchemasAgree compares what both databases say of their tables.
func TestSchemasAgree(t *testing.T) {
	dbs := databases(t)
	if dbs[Postgres] == nil {
		t.Skip("CROWNPOST_TEST_POSTGRES is not set")
	}
	if d := cmp.Diff(describeSQLite(t, dbs[SQLite]), describePostgres(t, dbs[Postgres])); d != "" {
		t.Fatalf("-sqlite +postgres:\n%s", d)
	}
}

// TestEveryTableIsStrict keeps text out of SQLite's numbers.
func TestEveryTableIsStrict(t *testing.T) {
	loose := query(t, databases(t)[SQLite], `SELECT name FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%' AND name <> 'goose_db_version'`)
	if len(loose) > 0 {
		t.Fatalf("not strict: %v", loose)
	}
}

// describeSQLite lists columns and indexes as text; so does describePostgres.
// Types are those of Go: both keep booleans their own way.
func describeSQLite(t *testing.T, db *sql.DB) []string {
	lines := query(t, db, `SELECT t.name || '.' || c.name || ' ' ||
			CASE c.type WHEN 'INTEGER' THEN 'number' ELSE lower(c.type) END ||
			CASE WHEN c."notnull" OR c.pk > 0 THEN '' ELSE ' null' END
		FROM pragma_table_list t JOIN pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'goose_db_version'`)
	lines = append(lines, query(t, db, `SELECT CASE i.origin WHEN 'pk' THEN 'primary key' ELSE i.name END || CASE WHEN i."unique" THEN ' unique' ELSE '' END
			|| CASE WHEN i.partial THEN ' partial' ELSE '' END || ' on ' || t.name || ' ' ||
			(SELECT group_concat(x.name) FROM pragma_index_info(i.name) x)
		FROM pragma_table_list t JOIN pragma_index_list(t.name) i
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'goose_db_version'`)...)
	// A key that is the row's number has no index.
	lines = append(lines, query(t, db, `SELECT 'primary key unique on ' || t.name || ' id' FROM pragma_table_list t JOIN pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.wr = 0 AND c.pk = 1 AND c.name = 'id' AND t.name <> 'goose_db_version'`)...)
	lines = append(lines, query(t, db, `SELECT t.name || '.' || f."from" || ' -> ' || f."table" || '.' || f."to"
		FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main'`)...)
	slices.Sort(lines)
	return lines
}

func describePostgres(t *testing.T, db *sql.DB) []string {
	lines := query(t, db, `SELECT table_name || '.' || column_name || ' ' ||
			CASE WHEN data_type IN ('bigint', 'boolean') THEN 'number' WHEN data_type = 'bytea' THEN 'blob' ELSE data_type END ||
			CASE is_nullable WHEN 'YES' THEN ' null' ELSE '' END
		FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'goose_db_version'`)
	lines = append(lines, query(t, db, `SELECT CASE WHEN i.indisprimary THEN 'primary key' ELSE c.relname END || CASE WHEN i.indisunique THEN ' unique' ELSE '' END
			|| CASE WHEN i.indpred IS NOT NULL THEN ' partial' ELSE '' END || ' on ' || t.relname || ' ' ||
			(SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY k(attnum, n)
				JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum)
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
		WHERE t.relnamespace = current_schema()::regnamespace AND t.relname <> 'goose_db_version'`)...)
	lines = append(lines, query(t, db, `SELECT t.relname || '.' || a.attname || ' -> ' || f.relname || '.id'
		FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
		JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.conkey[1]
		WHERE k.contype = 'f' AND t.relnamespace = current_schema()::regnamespace`)...)
	slices.Sort(lines)
	return lines
}

// databases returns a migrated database of each kind; PostgreSQL only where
// the environment names one.
func databases(t *testing.T) map[Dialect]*sql.DB {
	t.Helper()
	dbs := map[Dialect]*sql.DB{SQLite: openSQLite(t, filepath.Join(t.TempDir(), "x.db"))}
	if os.Getenv("CROWNPOST_TEST_POSTGRES") != "" || os.Getenv("CROWNPOST_CI") == "1" {
		dbs[Postgres] = openPostgres(t)
	}
	for dialect, db := range dbs {
		must(t, Up(background, db, dialect))
	}
	return dbs
}

func openSQLite(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open(sqliteDriver, path)
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func openPostgres(t *testing.T) *sql.DB {
	t.Helper()
	base := os.Getenv("CROWNPOST_TEST_POSTGRES")
	if base == "" {
		if os.Getenv("CROWNPOST_CI") == "1" {
			t.Fatal("CROWNPOST_TEST_POSTGRES is not set")
		}
		t.Skip("CROWNPOST_TEST_POSTGRES is not set")
	}
	schema := fmt.Sprintf("migrations_%d_%s", os.Getpid(), strings.ToLower(t.Name()))
	admin, err := sql.Open("pgx", base)
	must(t, err)
	_, err = admin.Exec("CREATE SCHEMA " + schema)
	must(t, err)
	t.Cleanup(func() {
		_, err := admin.Exec("DROP SCHEMA " + schema + " CASCADE")
		must(t, err)
		must(t, admin.Close())
	})
	mark := "?"
	if strings.Contains(base, "?") {
		mark = "&"
	}
	db, err := sql.Open("pgx", base+mark+"search_path="+schema)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func query(t *testing.T, db *sql.DB, q string) (lines []string) {
	t.Helper()
	rows, err := db.Query(q)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var line string
		must(t, rows.Scan(&line))
		lines = append(lines, line)
	}
	must(t, rows.Err())
	return lines
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
