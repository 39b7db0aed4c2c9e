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

func TestVersion4MakesMatchesOfGames(t *testing.T) {
	upgradeTo4(t, openSQLite(t, filepath.Join(t.TempDir(), "x.db")), goose.DialectSQLite3, SQLite)
}

func TestVersion4MakesMatchesOfGamesOnPostgres(t *testing.T) {
	upgradeTo4(t, openPostgres(t), goose.DialectPostgres, Postgres)
}

// upgradeTo4 checks that what is played with dice has become a match to one
// point, that draughts has no length, and what version 4 refuses.
func upgradeTo4(t *testing.T, db *sql.DB, dialect goose.Dialect, folder Dialect) {
	const game = `INSERT INTO games (id, variant, family, control, rated, status, white_id, black_id, position, notation, ply, to_act, dice,
			acted_white, acted_black, turn_since, left_white, left_black, deadline_at, offer_id, offer_by, offer_ply, offer_from_white,
			offer_from_black, winner, reason, value, rated_reason, round, board, colour_draw, created_at, updated_at, version`
	const values = `'per-move 3d', TRUE, 'running', 1, 2, 'p', 'n', 4, 1, '', TRUE, TRUE, 5, 6, 7, 8, 0, -1, 0, 0, 0, -1, '', 0, '', 0, 0, 'drawn', 1, 2, 4`
	rows := []string{`INSERT INTO accounts (id, name, name_key, password_hash, role, generation, locale, theme, confirm_moves, created_at, version)
			VALUES (1, 'Anna', 'anna', 'h', 'player', 0, 'en', '', FALSE, 1, 0), (2, 'Bert', 'bert', 'h', 'player', 0, 'en', '', FALSE, 1, 0)`}
	for i, variant := range []string{"checkers", "table", "backgammon"} {
		family := "backgammon"
		if i == 0 {
			family = "draughts"
		}
		id := string(rune('1' + i))
		rows = append(rows, game+") VALUES ("+id+", '"+variant+"', '"+family+"', "+values+")",
			`INSERT INTO seeks (id, account_id, kind, variant, control, rated, colour, status, created_at, expires_at, version)
				VALUES (`+id+`, 1, 'open', '`+variant+`', 'per-move 3d', TRUE, 'random', 'open', 1, 2, 1)`,
			`INSERT INTO tournaments (id, name, description, organiser_id, variant, control, rated, format, cycles, pace, max_players,
				min_players, withdrawal, seating, status, round, rounds, created_at, version) VALUES (`+id+`, 'Cup', '', 1, '`+variant+`',
				'per-move 3d', TRUE, 'round-robin', 1, 'all', 8, 2, 'default', 'rating', 'open', 0, 0, 1, 3)`)
	}
	dir, err := fs.Sub(files, string(folder))
	must(t, err)
	p, err := provider(db, dialect, dir)
	must(t, err)
	_, err = p.UpTo(background, 3)
	must(t, err)
	for _, statement := range rows {
		_, err = db.Exec(statement)
		must(t, err)
	}
	_, err = p.UpTo(background, 4)
	must(t, err)
	for _, table := range []string{"games", "seeks", "tournaments"} {
		lengths := query(t, db, "SELECT variant || ' ' || length FROM "+table+" ORDER BY id")
		if d := cmp.Diff([]string{"checkers 0", "table 1", "backgammon 1"}, lengths); d != "" {
			t.Errorf("%s (-want +got):\n%s", table, d)
		}
	}
	if d := cmp.Diff([]string{"0 0 0"}, query(t, db, "SELECT DISTINCT money || ' ' || orders_white || ' ' || orders_black FROM games")); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for name, statement := range map[string]string{
		"a rated money session":         "UPDATE games SET length = 0, money = 3 WHERE id = 3",
		"a length beside money":         "UPDATE games SET money = 3, rated = FALSE WHERE id = 3",
		"a match to 65":                 "UPDATE games SET length = 65 WHERE id = 3",
		"draughts with a length":        "UPDATE games SET length = 1 WHERE id = 1",
		"backgammon without a length":   "UPDATE games SET length = 0 WHERE id = 3",
		"orders that there are none of": "UPDATE games SET orders_white = 8 WHERE id = 3",
		"a seek of rated money":         "UPDATE seeks SET length = 0, money = 3 WHERE id = 3",
		"a tournament of 65 points":     "UPDATE tournaments SET length = 65 WHERE id = 3",
		"a seed without a commitment":   "UPDATE tournaments SET dice_seed = '" + strings.Repeat("0", 64) + "' WHERE id = 3",
		"a seed of a draughts event":    "UPDATE tournaments SET dice_seed = '" + strings.Repeat("0", 64) + "', dice_commitment = '" + strings.Repeat("1", 64) + "' WHERE id = 1",
		"a chain of nobody":             "INSERT INTO dice_chains (number, commitment, seed, length, created_at) VALUES (1, '" + strings.Repeat("0", 64) + "', '" + strings.Repeat("0", 64) + "', 8, 1)",
		"a share that is too short":     "INSERT INTO dice_shares (game_id, side, share, source) VALUES (3, 0, '00', 'player')",
		"a share from nowhere":          "INSERT INTO dice_shares (game_id, side, share, source) VALUES (3, 0, '" + strings.Repeat("0", 32) + "', '')",
	} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("%s is stored", name)
		}
	}
	_, err = db.Exec("UPDATE games SET length = 0, money = 3, rated = FALSE, orders_black = 7 WHERE id = 3")
	must(t, err)
}
