package migrations

import (
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"
)

func TestVersion8KeepsTheClocksOfRunningGames(t *testing.T) {
	upgradeTo8(t, openSQLite(t, filepath.Join(t.TempDir(), "x.db")), goose.DialectSQLite3, SQLite)
}

func TestVersion8KeepsTheClocksOfRunningGamesOnPostgres(t *testing.T) {
	upgradeTo8(t, openPostgres(t), goose.DialectPostgres, Postgres)
}

// upgradeTo8 checks that games have no leave, that time given to a running turn is
// told from what the turn has itself, what version 8 refuses, and that the way back
// keeps when turns began and end.
func upgradeTo8(t *testing.T, db *sql.DB, dialect goose.Dialect, folder Dialect) {
	const hour, day = 3_600_000, 86_400_000
	games := []struct {
		control, status, to, acted string
		deadline                   any // after the turn began; the bank of who is to act is a day
		given                      int
	}{
		{"per-move 3d", "running", "0", "TRUE, FALSE", 4 * day, 0},
		{"per-move 3d", "running", "1", "FALSE, TRUE", 6*day + 5, 2*day + 5},
		{"per-move 1d12h30m15s bank 7d", "running", "0", "TRUE, TRUE", 2*day + 13*hour, 30*60_000 - 15_000},
		{"per-move 36h", "running", "1", "TRUE, TRUE", 60 * hour, 0},
		{"per-move 90s bank 7d", "running", "0", "TRUE, TRUE", day + 90_000, 0},
		{"per-move 20d", "running", "0", "FALSE, TRUE", 15 * day, day}, // a first act
		{"per-move 20d", "running", "1", "FALSE, TRUE", 22 * day, day},
		{"fischer 10d+1d", "running", "0", "TRUE, TRUE", day, 0},
		{"none", "running", "0", "TRUE, TRUE", nil, 0},
		{"per-move 3d", "finished", "-1", "TRUE, TRUE", nil, 0},
	}
	const began = 10 * day
	dir, err := fs.Sub(files, string(folder))
	must(t, err)
	p, err := provider(db, dialect, dir)
	must(t, err)
	_, err = p.UpTo(background, 7)
	must(t, err)
	_, err = db.Exec(`INSERT INTO accounts (id, name, name_key, password_hash, role, generation, locale, theme, confirm_moves, created_at, version)
		VALUES (1, 'Anna', 'anna', 'h', 'player', 0, 'en', '', FALSE, 1, 0), (2, 'Bert', 'bert', 'h', 'player', 0, 'en', '', FALSE, 1, 0)`)
	must(t, err)
	clocks, given := []string{}, []string{}
	for i, g := range games {
		left, deadline, ended := fmt.Sprintf("%d, 0", day), "NULL", "NULL, -1, '', 0"
		if g.to == "1" {
			left = fmt.Sprintf("0, %d", day)
		}
		if g.deadline != nil {
			deadline = fmt.Sprint(began + g.deadline.(int))
		}
		if g.status == "finished" {
			ended = "50, 0, 'resignation', 1"
		}
		_, err = db.Exec(`INSERT INTO games (id, control, status, to_act, acted_white, acted_black, turn_since, left_white, left_black, deadline_at, ended_at, winner, reason, value,
			variant, family, rated, white_id, black_id, position, notation, ply, dice, offer_id, offer_by, offer_ply, offer_from_white, offer_from_black,
			rated_reason, round, board, colour_draw, created_at, updated_at, version)
			VALUES (` + strings.Join([]string{
			fmt.Sprint(i + 1), "'" + g.control + "'", "'" + g.status + "'", g.to, g.acted, fmt.Sprint(began), left, deadline, ended,
		}, ", ") + `, 'checkers', 'draughts', FALSE, 1, 2, 'p', 'n', 4, '', 0, -1, 0, 0, 0, '', 0, 0, 'drawn', 1, 2, 4)`)
		must(t, err)
		clocks = append(clocks, fmt.Sprintf("%d %d %s", i+1, began, strings.Replace(deadline, "NULL", "-", 1)))
		given = append(given, fmt.Sprintf("%d %d", i+1, g.given))
	}
	kept := func() []string {
		return query(t, db, "SELECT id || ' ' || turn_since || ' ' || COALESCE(CAST(deadline_at AS TEXT), '-') FROM games ORDER BY id")
	}
	_, err = p.UpTo(background, 8)
	must(t, err)
	if d := cmp.Diff(clocks, kept()); d != "" {
		t.Errorf("clocks (-want +got):\n%s", d)
	}
	if d := cmp.Diff(given, query(t, db, "SELECT id || ' ' || given FROM games ORDER BY id")); d != "" {
		t.Errorf("given (-want +got):\n%s", d)
	}
	if n := query(t, db, `SELECT id FROM games WHERE used <> 0 OR no_leave OR leave_white_from IS NOT NULL OR leave_white_to IS NOT NULL
		OR leave_black_from IS NOT NULL OR leave_black_to IS NOT NULL`); len(n) > 0 {
		t.Errorf("games with leave: %v", n)
	}
	for name, statement := range map[string]string{
		"a leave that ends before it begins": "INSERT INTO leaves (account_id, from_at, to_at, created_at) VALUES (1, 6, 5, 1)",
		"a leave in a game without an end":   "UPDATE games SET leave_white_from = 5 WHERE id = 1",
		"a leave in a game without a start":  "UPDATE games SET leave_black_to = 5 WHERE id = 1",
		"less than no time used":             "UPDATE games SET used = -1 WHERE id = 1",
		"less than no time given":            "UPDATE games SET given = -1 WHERE id = 1",
	} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("%s is stored", name)
		}
	}
	for _, statement := range []string{
		"INSERT INTO leaves (account_id, from_at, to_at, created_at) VALUES (1, 5, 6, 1)",
		fmt.Sprintf("UPDATE games SET used = %d, turn_since = turn_since + %d, leave_white_from = 5, leave_white_to = 6 WHERE id = 1", hour, hour),
	} {
		_, err = db.Exec(statement)
		must(t, err)
	}
	_, err = p.DownTo(background, 7)
	must(t, err)
	if d := cmp.Diff(clocks, kept()); d != "" {
		t.Errorf("clocks of version 7 again (-want +got):\n%s", d)
	}
	_, err = p.UpTo(background, 8)
	must(t, err)
	if d := cmp.Diff(given, query(t, db, "SELECT id || ' ' || given FROM games ORDER BY id")); d != "" {
		t.Errorf("given once more (-want +got):\n%s", d)
	}
}
