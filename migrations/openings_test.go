package migrations

import (
	"database/sql"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"
)

func TestVersion2KeepsTheRowsOfVersion1(t *testing.T) {
	upgradeTo2(t, openSQLite(t, filepath.Join(t.TempDir(), "x.db")), goose.DialectSQLite3, SQLite)
}

func TestVersion2KeepsTheRowsOfVersion1OnPostgres(t *testing.T) {
	upgradeTo2(t, openPostgres(t), goose.DialectPostgres, Postgres)
}

// upgradeTo2 checks that games, seeks and tournaments of version 1 have the
// standard position, the standard rules and no opening in version 2, and that
// nothing else of them changes.
func upgradeTo2(t *testing.T, db *sql.DB, dialect goose.Dialect, folder Dialect) {
	const rows = `
		INSERT INTO accounts (id, name, name_key, password_hash, role, generation, locale, theme, confirm_moves, created_at, version)
			VALUES (1, 'Anna', 'anna', 'h', 'player', 0, 'en', '', FALSE, 1, 0), (2, 'Bert', 'bert', 'h', 'player', 0, 'en', '', FALSE, 1, 0);
		INSERT INTO tournaments (id, name, description, organiser_id, variant, control, rated, format, cycles, pace, max_players, min_players,
			withdrawal, seating, status, round, rounds, created_at, version)
			VALUES (1, 'Cup', '', 1, 'checkers', 'per-move 3d', TRUE, 'round-robin', 1, 'all', 8, 2, 'default', 'rating', 'open', 0, 0, 1, 3);
		INSERT INTO games (id, variant, family, control, rated, status, white_id, black_id, position, notation, ply, to_act, dice,
			acted_white, acted_black, turn_since, left_white, left_black, deadline_at, offer_id, offer_by, offer_ply, offer_from_white,
			offer_from_black, winner, reason, value, rated_reason, round, board, colour_draw, created_at, updated_at, version)
			VALUES (1, 'checkers', 'draughts', 'per-move 3d', TRUE, 'running', 1, 2, 'p', 'n', 4, 1, '', TRUE, TRUE, 5, 6, 7, 8, 0, -1, 0, 0, 0,
			-1, '', 0, '', 0, 0, 'drawn', 1, 2, 4);
		INSERT INTO seeks (id, account_id, kind, variant, control, rated, colour, status, game_id, created_at, expires_at, version)
			VALUES (1, 1, 'open', 'checkers', 'per-move 3d', TRUE, 'random', 'accepted', 1, 1, 2, 1);`
	added := map[string]string{
		"games": "options,opening,ballot,opening_draw,start,pair_of", "seeks": "options,opening,start,pair",
		"tournaments": "options,opening,ballot_per,start,pair",
	}
	dir, err := fs.Sub(files, string(folder))
	must(t, err)
	p, err := provider(db, dialect, dir)
	must(t, err)
	_, err = p.UpTo(background, 1)
	must(t, err)
	for statement := range strings.SplitSeq(rows, ";") {
		if strings.TrimSpace(statement) != "" {
			_, err = db.Exec(statement)
			must(t, err)
		}
	}
	before := map[string]map[string]any{}
	for table := range added {
		before[table] = row(t, db, "SELECT * FROM "+table)
	}
	_, err = p.UpTo(background, 2)
	must(t, err)
	for table, columns := range added {
		after := row(t, db, "SELECT * FROM "+table+" WHERE id = 1") // pgx has planned the other one
		for column := range strings.SplitSeq(columns, ",") {
			switch v := after[column]; v {
			case "", nil, int64(0), false:
			default:
				t.Errorf("%s.%s is %v", table, column, v)
			}
			delete(after, column)
		}
		if d := cmp.Diff(before[table], after); d != "" {
			t.Errorf("%s (-before +after):\n%s", table, d)
		}
	}
}

// row is the only row that a query finds, by its columns.
func row(t *testing.T, db *sql.DB, query string) map[string]any {
	t.Helper()
	rows, err := db.Query(query)
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	if !rows.Next() {
		t.Fatalf("%s finds nothing", query)
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	must(t, rows.Scan(targets...))
	must(t, rows.Err())
	all := map[string]any{}
	for i, column := range columns {
		all[column] = values[i]
	}
	return all
}
