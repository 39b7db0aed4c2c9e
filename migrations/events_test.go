package migrations

import (
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"
)

func TestVersion5MakesEntrantsAndPairingsOfRoundRobins(t *testing.T) {
	upgradeTo5(t, openSQLite(t, filepath.Join(t.TempDir(), "x.db")), goose.DialectSQLite3, SQLite)
}

func TestVersion5MakesEntrantsAndPairingsOfRoundRobinsOnPostgres(t *testing.T) {
	upgradeTo5(t, openPostgres(t), goose.DialectPostgres, Postgres)
}

// upgradeTo5 checks what becomes of a round robin that is played round by round,
// of one of pairs that has ended and of one that is open, what version 5 refuses,
// and that the way back keeps who entered.
func upgradeTo5(t *testing.T, db *sql.DB, dialect goose.Dialect, folder Dialect) {
	dir, err := fs.Sub(files, string(folder))
	must(t, err)
	p, err := provider(db, dialect, dir)
	must(t, err)
	_, err = p.UpTo(background, 4)
	must(t, err)
	for _, statement := range roundRobins() {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	_, err = p.UpTo(background, 5)
	must(t, err)
	for _, want := range []struct {
		what, query string
		lines       []string
	}{
		{"tournaments", "SELECT id || ' ' || format || ' ' || status || ' ' || plan || ' ' || rating_mode || ' ' || unfinished FROM tournaments ORDER BY id", []string{
			`1 round-robin running {"cycles":1} game organiser`,
			`2 round-robin finished {"cycles":1,"pairs":true,"atOnce":true,"law":"annul-all"} game organiser`,
			`3 round-robin open {"cycles":2} game organiser`,
		}},
		{"entrants in the order of entry", `SELECT tournament_id || ' ' || a.name || ' ' || COALESCE(seat, 0) || ' ' || e.status || ' ' || rating || ' ' ||
			left_round || ' ' || COALESCE(left_at, 0) || ' ' || share_source || ' ' || e.name FROM entrants e JOIN accounts a ON a.id = e.account_id
			ORDER BY tournament_id, e.id`, []string{
			"1 Carl 1 active 1700000 0 0  ", "1 Anna 2 active 1600000 0 0 player ", "1 Bert 3 withdrawn 1500000 2 60  ",
			"2 Anna 1 active 1600000 0 0  ", "2 Bert 2 active 1500000 0 0  ",
			"3 Dora 0 entered 1000000 0 0  ",
		}},
		{"pairings", `SELECT p.tournament_id || ' ' || round || ' ' || board || ' ' || w.name || '-' || b.name || ' ' || result || ' ' ||
			CASE WHEN forfeit THEN 'forfeit' ELSE 'played' END || ' ' || game_id || ' ' || p.created_at || ' ' || COALESCE(p.ended_at, 0)
			FROM pairings p JOIN entrants ew ON ew.id = white_id JOIN accounts w ON w.id = ew.account_id
			JOIN entrants eb ON eb.id = black_id JOIN accounts b ON b.id = eb.account_id WHERE stage = '' AND kind = 'game' ORDER BY p.id`, []string{
			"1 1 1 Anna-Bert 1-0 played 1 10 50", "1 2 1 Carl-Anna  played 2 10 0", "1 3 1 Bert-Carl 0-1 forfeit 3 10 50",
			"2 1 1 Anna-Bert ½-½ played 4 10 50", "2 1 2 Bert-Anna 0-0 forfeit 5 10 50",
		}},
	} {
		if d := cmp.Diff(want.lines, query(t, db, want.query)); d != "" {
			t.Errorf("%s (-want +got):\n%s", want.what, d)
		}
	}
	refusedBy5(t, db)
	_, err = p.DownTo(background, 4)
	must(t, err)
	left := query(t, db, "SELECT tournament_id || ' ' || account_id || ' ' || COALESCE(seat, 0) || ' ' || status FROM entrants ORDER BY tournament_id, account_id")
	if d := cmp.Diff([]string{"1 1 2 active", "1 2 3 withdrawn", "1 3 1 active", "2 1 1 active", "2 2 2 active", "3 4 0 entered"}, left); d != "" {
		t.Errorf("entrants of version 4 again (-want +got):\n%s", d)
	}
}

// refusedBy5 checks what version 5 does not store.
func refusedBy5(t *testing.T, db *sql.DB) {
	t.Helper()
	const entrant = "INSERT INTO entrants (tournament_id, account_id, name, status, rating, entered_at) VALUES "
	const pairing = `INSERT INTO pairings (tournament_id, stage, round, board, white_id, black_id, kind, result, forfeit, created_at)
		SELECT 1, '', 9, %s, min(id), %s, '%s', '%s', %s, 1 FROM entrants WHERE tournament_id = 1`
	for name, statement := range map[string]string{
		"an account that enters twice":         entrant + "(1, 1, '', 'entered', 1, 1)",
		"an account under another name":        entrant + "(3, 1, 'Anna', 'entered', 1, 1)",
		"a person without a name":              entrant + "(3, NULL, '', 'entered', 1, 1)",
		"one who left at no time":              entrant + "(3, NULL, 'Emil', 'withdrawn', 1, 1)",
		"a game against nobody":                fmt.Sprintf(pairing, "1", "NULL", "game", "", "FALSE"),
		"a game against oneself":               fmt.Sprintf(pairing, "1", "min(id)", "game", "", "FALSE"),
		"a game without a board":               fmt.Sprintf(pairing, "0", "max(id)", "game", "", "FALSE"),
		"a bye on a board":                     fmt.Sprintf(pairing, "1", "NULL", "half-bye", "", "FALSE"),
		"a bye for two":                        fmt.Sprintf(pairing, "0", "max(id)", "half-bye", "", "FALSE"),
		"a forfeit without a result":           fmt.Sprintf(pairing, "1", "max(id)", "game", "", "TRUE"),
		"a result that there is not":           fmt.Sprintf(pairing, "1", "max(id)", "game", "2-0", "FALSE"),
		"a format that there is not":           "UPDATE tournaments SET format = 'arena' WHERE id = 3",
		"a rule that there is not":             "UPDATE tournaments SET unfinished = 'blitz' WHERE id = 3",
		"a second game on a board":             "INSERT INTO pairings (tournament_id, stage, round, board, white_id, black_id, kind, result, forfeit, created_at) SELECT 1, '', 1, 1, white_id, black_id, 'game', '', FALSE, 1 FROM pairings WHERE game_id = 1",
		"a game that is played for two":        "UPDATE pairings SET game_id = 1 WHERE game_id = 2",
		"a template that is due and no series": "INSERT INTO templates (account_id, name, settings, next_at, created_at, version) VALUES (1, 'Cup', '{}', 1, 1, 0)",
	} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("%s is stored", name)
		}
	}
	for name, statement := range map[string]string{
		"a person without an account": entrant + "(3, NULL, 'Emil', 'entered', 1, 1)",
		"a bye":                       fmt.Sprintf(pairing, "0", "NULL", "half-bye", "", "FALSE"),
		"a ruling":                    fmt.Sprintf(pairing, "0", "max(id)", "walkover", "1-0", "FALSE"),
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Errorf("%s is not stored: %v", name, err)
		}
	}
}

// roundRobins are the rows of version 4: Carl entered first, Bert left in round
// 2, the fourth person waits for a tournament that is open.
func roundRobins() []string {
	rows := []string{`INSERT INTO accounts (id, name, name_key, password_hash, role, generation, locale, theme, confirm_moves, created_at, version) VALUES
			(1, 'Anna', 'anna', 'h', 'player', 0, 'en', '', FALSE, 1, 0), (2, 'Bert', 'bert', 'h', 'player', 0, 'en', '', FALSE, 1, 0),
			(3, 'Carl', 'carl', 'h', 'player', 0, 'en', '', FALSE, 1, 0), (4, 'Dora', 'dora', 'h', 'player', 0, 'en', '', FALSE, 1, 0)`}
	for _, row := range []string{
		"1, 'One', 1, 'rounds', 'default', FALSE, 'running', 2, 3, NULL", "2, 'Two', 1, 'all', 'annul-all', TRUE, 'finished', 1, 1, 70",
		"3, 'Three', 2, 'rounds', 'default', FALSE, 'open', 0, 0, NULL",
	} {
		rows = append(rows, `INSERT INTO tournaments (id, name, cycles, pace, withdrawal, pair, status, round, rounds, ended_at,
			description, organiser_id, variant, control, rated, format, max_players, min_players, seating, created_at, version)
			VALUES (`+row+`, '', 1, 'checkers', 'per-move 3d', TRUE, 'round-robin', 8, 2, 'rating', 1, 3)`)
	}
	for _, row := range []string{
		"1, 1, 2, 'active', 1600000, 6, NULL, '" + fmt.Sprintf("%032d", 7) + "', 'player'", "1, 2, 3, 'withdrawn', 1500000, 7, 60, '', ''", "1, 3, 1, 'active', 1700000, 5, NULL, '', ''",
		"2, 1, 1, 'active', 1600000, 5, NULL, '', ''", "2, 2, 2, 'active', 1500000, 6, NULL, '', ''",
		"3, 4, NULL, 'entered', 1000000, 5, NULL, '', ''",
	} {
		rows = append(rows, "INSERT INTO entrants (tournament_id, account_id, seat, status, rating, entered_at, left_at, share, share_source) VALUES ("+row+")")
	}
	for _, row := range []string{
		"1, 1, 1, 1, 1, 2, 'finished', 0, 1, 'resignation', 50, -1, NULL", "2, 1, 2, 1, 3, 1, 'running', -1, 0, '', NULL, 0, NULL",
		"3, 1, 3, 1, 2, 3, 'finished', 1, 1, 'forfeit', 50, -1, NULL",
		"4, 2, 1, 1, 1, 2, 'finished', -1, 0, 'agreement', 50, -1, NULL", "5, 2, 1, 2, 2, 1, 'aborted', -1, 0, 'annulled', 50, -1, 4",
	} {
		rows = append(rows, `INSERT INTO games (id, tournament_id, round, board, white_id, black_id, status, winner, value, reason, ended_at, to_act, pair_of,
			variant, family, control, rated, position, notation, ply, dice, acted_white, acted_black, turn_since, left_white, left_black,
			offer_id, offer_by, offer_ply, offer_from_white, offer_from_black, rated_reason, colour_draw, created_at, updated_at, version)
			VALUES (`+row+`, 'checkers', 'draughts', 'per-move 3d', TRUE, 'p', 'n', 4, '', TRUE, TRUE, 5, 6, 7, 0, -1, 0, 0, 0, '', 'drawn', 10, 11, 4)`)
	}
	return rows
}
