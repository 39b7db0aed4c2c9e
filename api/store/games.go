package store

import (
	"errors"
	"strings"
	"time"

	"crownpost/rules"
)

// A GameView is read from gameView by GORM and from gameRow by Reader.game.
// SQLite plans a join anew at every use when a parameter by itself is compared
// with a column; that of the cast is planned once.
const (
	gameView = "SELECT g.*, " + viewColumns + viewTables
	gameRow  = `SELECT g.id, g.variant, g.family, g.control, g.rated, g.status, g.white_id, g.black_id, g.position, g.notation,
		g.ply, g.to_act, g.dice, g.acted_white, g.acted_black, g.turn_since, g.left_white, g.left_black, g.deadline_at,
		g.offer_id, g.offer_by, g.offer_ply, g.offer_from_white, g.offer_from_black, g.winner, g.reason, g.value, g.rated_reason,
		g.tournament_id, g.round, g.board, g.rematch_of, g.colour_draw, g.created_at, g.updated_at, g.ended_at, g.version,
		g.options, g.opening, g.ballot, g.opening_draw, g.start, g.pair_of, g.length, g.money, g.orders_white, g.orders_black, g.held,
		g.used, g.given, g.no_leave, g.leave_white_from, g.leave_white_to, g.leave_black_from, g.leave_black_to,
		` + viewColumns + viewTables + "WHERE g.id = CAST(? AS BIGINT)"

	viewColumns = `w.name AS white_name, b.name AS black_name,
		COALESCE(rw.rating, 0) AS white_rating, COALESCE(rw.games, 0) AS white_games,
		COALESCE(rw.experience, 0) AS white_experience,
		COALESCE(rb.rating, 0) AS black_rating, COALESCE(rb.games, 0) AS black_games,
		COALESCE(rb.experience, 0) AS black_experience,
		COALESCE(t.name, '') AS tournament_name `
	viewTables = `FROM games g JOIN accounts w ON w.id = g.white_id JOIN accounts b ON b.id = g.black_id
		LEFT JOIN ratings rw ON rw.account_id = g.white_id AND rw.pool = g.variant
		LEFT JOIN ratings rb ON rb.account_id = g.black_id AND rb.pool = g.variant
		LEFT JOIN tournaments t ON t.id = g.tournament_id `
)

// Game returns a game with its players' names and ratings.
func (r *Reader) Game(id int64) (*GameView, error) { return r.game(gameRow, id) }

// GameForUpdate is Game for a game that no other transaction can change
// meanwhile.
func (tx *Tx) GameForUpdate(id int64) (*GameView, error) {
	lock := tx.lock()
	if lock != "" {
		lock += " OF g"
	}
	return tx.game(gameRow+lock, id)
}

func (r *Reader) game(query string, id int64) (*GameView, error) {
	var g GameView
	err := r.row(query, id).scan(
		&g.ID, &g.Variant, &g.Family, &g.Control, &g.Rated, &g.Status, &g.WhiteID, &g.BlackID, &g.Position, &g.Notation,
		&g.Ply, &g.ToAct, &g.Dice, &g.ActedWhite, &g.ActedBlack,
		scanTime{&g.TurnSince}, scanDuration{&g.LeftWhite}, scanDuration{&g.LeftBlack}, scanTime{&g.DeadlineAt},
		&g.OfferID, &g.OfferBy, &g.OfferPly, &g.OfferFromWhite, &g.OfferFromBlack,
		&g.Winner, &g.Reason, &g.Value, &g.RatedReason,
		scanID{&g.TournamentID}, &g.Round, &g.Board, scanID{&g.RematchOf}, &g.ColourDraw,
		scanTime{&g.CreatedAt}, scanTime{&g.UpdatedAt}, scanTime{&g.EndedAt}, &g.Version,
		&g.Options, &g.Opening, &g.Ballot, &g.OpeningDraw, &g.Start, scanID{&g.PairOf},
		&g.Length, &g.Money, &g.OrdersWhite, &g.OrdersBlack, scanDuration{&g.Held},
		scanDuration{&g.Used}, scanDuration{&g.Given}, &g.NoLeave,
		scanTime{&g.LeaveWhiteFrom}, scanTime{&g.LeaveWhiteTo}, scanTime{&g.LeaveBlackFrom}, scanTime{&g.LeaveBlackTo},
		&g.WhiteName, &g.BlackName, &g.WhiteRating, &g.WhiteGames, &g.WhiteExperience,
		&g.BlackRating, &g.BlackGames, &g.BlackExperience, &g.TournamentName)
	if err != nil {
		return nil, err
	}
	return &g, nil
}

// CreateGame inserts g and sets its ID. ErrDuplicate: the board of the round
// has its game.
func (tx *Tx) CreateGame(g *Game) error { return tx.create(g) }

// PairGames notes that two games have begun together.
func (tx *Tx) PairGames(a, b int64) error {
	for _, p := range [][2]int64{{a, b}, {b, a}} {
		if err := tx.mustChange("UPDATE games SET pair_of = ? WHERE id = ?", p[1], p[0]); err != nil {
			return err
		}
	}
	return nil
}

// UpdateGame writes what play changes in a game that runs: everything from
// Status to RatedReason except the players, and EndedAt. It raises Version and
// sets UpdatedAt to now. ErrConflict: the game was changed, or has ended.
func (tx *Tx) UpdateGame(g *Game) error {
	query := `UPDATE games SET position = ?, notation = ?, ply = ?, to_act = ?, dice = ?,
		acted_white = ?, acted_black = ?, turn_since = ?, left_white = ?, left_black = ?, deadline_at = ?,
		offer_id = ?, offer_by = ?, offer_ply = ?, offer_from_white = ?, offer_from_black = ?, held = ?, used = ?, given = ?,
		rated_reason = ?, updated_at = ?, version = ?`
	args := append(make([]any, 0, 29), g.Position, g.Notation, g.Ply, int64(g.ToAct), g.Dice,
		g.ActedWhite, g.ActedBlack, stamp(g.TurnSince), g.LeftWhite.Milliseconds(), g.LeftBlack.Milliseconds(), stamp(g.DeadlineAt),
		g.OfferID, int64(g.OfferBy), g.OfferPly, g.OfferFromWhite, g.OfferFromBlack, g.Held.Milliseconds(), g.Used.Milliseconds(), g.Given.Milliseconds(),
		g.RatedReason, stamp(tx.now), g.Version+1)
	// Most indices depend on the columns of the end, so that a move which does
	// not end the game leaves them alone: it is then written in a quarter of
	// the time.
	if g.Status != GameRunning {
		query += ", status = ?, winner = ?, reason = ?, value = ?, ended_at = ?"
		args = append(args, g.Status, int64(g.Winner), g.Reason, g.Value, stamp(g.EndedAt))
	}
	err := tx.mustChange(query+" WHERE id = ? AND version = ? AND status = 'running'", append(args, g.ID, g.Version)...)
	if err == nil {
		g.Version++
		g.UpdatedAt = tx.now
	}
	return err
}

// SetOrders writes the standing orders of side. Nobody else must notice it, so
// that Version stays; whoever calls it has the game for update.
func (tx *Tx) SetOrders(game int64, side rules.Side, orders int) error {
	column := "orders_white"
	if side == rules.Black {
		column = "orders_black"
	}
	return tx.mustChange("UPDATE games SET "+column+" = ? WHERE id = ? AND status = 'running'", orders, game)
}

// AppendMove inserts m. ErrDuplicate: the ply has been played.
func (tx *Tx) AppendMove(m *Move) error {
	_, err := tx.exec(`INSERT INTO moves (game_id, ply, side, act, dice, at, spent, automatic)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		m.GameID, m.Ply, int64(m.Side), m.Act, m.Dice, stamp(m.At), m.Spent.Milliseconds(), m.Automatic)
	return err
}

// AppendNote inserts n under the next number of its game and sets Seq.
func (tx *Tx) AppendNote(n *Note) error {
	return tx.row(`INSERT INTO game_notes (game_id, seq, ply, side, kind, detail, at)
		VALUES (?, (SELECT COALESCE(max(seq), 0) + 1 FROM game_notes WHERE game_id = ?), ?, ?, ?, ?, ?)
		RETURNING seq`,
		n.GameID, n.GameID, n.Ply, int64(n.Side), n.Kind, n.Detail, stamp(n.At)).scan(&n.Seq)
}

// Move returns the move of a game with the given ply.
func (r *Reader) Move(game int64, ply int) (*Move, error) {
	return one[Move](r, "SELECT * FROM moves WHERE game_id = ? AND ply = ?", game, ply)
}

// Moves lists a game's moves in order.
func (r *Reader) Moves(game int64) ([]Move, error) {
	return many[Move](r, "SELECT * FROM moves WHERE game_id = ? ORDER BY ply", game)
}

// Notes lists a game's notes in order.
func (r *Reader) Notes(game int64) ([]Note, error) {
	return many[Note](r, "SELECT * FROM game_notes WHERE game_id = ? ORDER BY seq", game)
}

// runningOf selects the running games of a player. Each colour has its index;
// a condition on both would read every running game.
const runningOf = `SELECT id FROM games WHERE white_id = ? AND status = 'running'
	UNION ALL SELECT id FROM games WHERE black_id = ? AND status = 'running'`

// noDeadline sorts games without a deadline behind all others.
const noDeadline = int64(1) << 62

// AwaitCursor is the place of g among the running games of the account.
func (g *Game) AwaitCursor(account int64) AwaitCursor {
	c := AwaitCursor{Deadline: g.DeadlineAt, ID: g.ID}
	if g.ToAct != g.Side(account) {
		c.Waiting = 1
	}
	return c
}

// RunningGames lists a player's running games behind the cursor: those that
// wait for the player first, each group by deadline.
func (r *Reader) RunningGames(account int64, after AwaitCursor, limit int) ([]GameView, error) {
	const waiting = "CASE WHEN g.to_act = CASE WHEN g.white_id = ? THEN 0 ELSE 1 END THEN 0 ELSE 1 END"
	deadline := noDeadline
	if after == (AwaitCursor{}) {
		after.Waiting = -1
	} else if !after.Deadline.IsZero() {
		deadline = after.Deadline.UnixMilli()
	}
	return many[GameView](r, gameView+`WHERE g.id IN (`+runningOf+`)
			AND (`+waiting+`, COALESCE(g.deadline_at, ?), g.id) > (?, ?, ?)
		ORDER BY `+waiting+`, COALESCE(g.deadline_at, ?), g.id LIMIT ?`,
		account, account, account, noDeadline, after.Waiting, deadline, after.ID, account, noDeadline, limit)
}

// RunningIDs lists the ids of all running games of a player.
func (r *Reader) RunningIDs(account int64) ([]int64, error) {
	return many[int64](r, runningOf+" ORDER BY id", account, account)
}

// LiveGames lists the running games that were moved in last.
func (r *Reader) LiveGames(limit int) ([]GameView, error) {
	return many[GameView](r, gameView+"WHERE g.status = 'running' ORDER BY g.updated_at DESC, g.id DESC LIMIT ?", limit)
}

// Cursor is the place of g in a history.
func (g *Game) Cursor() Cursor { return Cursor{At: g.EndedAt, ID: g.ID} }

// History lists a player's finished games, the last ended first. Aborted
// games are not in it.
func (r *Reader) History(account int64, f HistoryFilter) ([]GameView, error) {
	if f.Limit <= 0 {
		f.Limit = 50
	}
	// By colour, as in runningOf.
	white, args := f.half(account, "white_id", "black_id", rules.White)
	black, more := f.half(account, "black_id", "white_id", rules.Black)
	args = append(append(args, more...), f.Limit)
	return many[GameView](r, gameView+"WHERE g.id IN (SELECT id FROM ("+white+") w UNION ALL SELECT id FROM ("+black+`) b)
		ORDER BY g.ended_at DESC, g.id DESC LIMIT ?`, args...)
}

// CountHistory counts the games that History lists in all, from f.Before on.
func (r *Reader) CountHistory(account int64, f HistoryFilter) (int, error) {
	white, args := f.where(account, "white_id", "black_id", rules.White)
	black, more := f.where(account, "black_id", "white_id", rules.Black)
	var n int
	err := r.row("SELECT (SELECT count(*) FROM games"+white+") + (SELECT count(*) FROM games"+black+")",
		append(args, more...)...).scan(&n)
	return n, err
}

// half selects the games in which the account has the colour me.
func (f HistoryFilter) half(account int64, me, other string, side rules.Side) (query string, args []any) {
	where, args := f.where(account, me, other, side)
	return "SELECT id FROM games" + where + " ORDER BY ended_at DESC, id DESC LIMIT ?", append(args, f.Limit)
}

// where is the condition of half.
func (f HistoryFilter) where(account int64, me, other string, side rules.Side) (condition string, args []any) {
	var b strings.Builder
	and := func(condition string, values ...any) {
		b.WriteString(" AND " + condition)
		args = append(args, values...)
	}
	b.WriteString(" WHERE status = 'finished'")
	and(me+" = ?", account)
	if f.Variant != "" {
		and("variant = ?", f.Variant)
	}
	if f.OpponentID != 0 {
		and(other+" = ?", f.OpponentID)
	}
	switch f.Result {
	case Won:
		and("winner = ?", int64(side))
	case Drawn:
		and("winner = ?", int64(rules.NoSide))
	case Lost:
		and("winner = ?", int64(side.Other()))
	}
	if !f.From.IsZero() {
		and("ended_at >= ?", stamp(f.From))
	}
	if !f.To.IsZero() {
		and("ended_at < ?", stamp(f.To))
	}
	if f.Before != (Cursor{}) {
		and("(ended_at, id) < (?, ?)", stamp(f.Before.At), f.Before.ID)
	}
	return b.String(), args
}

// HeadToHead lists a player's score against each opponent of finished games,
// the most frequent opponent first.
func (r *Reader) HeadToHead(account int64) ([]HeadToHead, error) {
	return many[HeadToHead](r, `SELECT p.opponent_id, a.name AS opponent_name,
			sum(CASE WHEN p.winner = p.side THEN 1 ELSE 0 END) AS wins,
			sum(CASE WHEN p.winner = -1 THEN 1 ELSE 0 END) AS draws,
			sum(CASE WHEN p.winner = 1 - p.side THEN 1 ELSE 0 END) AS losses
		FROM (SELECT black_id AS opponent_id, winner, 0 AS side FROM games WHERE white_id = ? AND status = 'finished'
			UNION ALL
			SELECT white_id AS opponent_id, winner, 1 AS side FROM games WHERE black_id = ? AND status = 'finished') p
		JOIN accounts a ON a.id = p.opponent_id
		GROUP BY p.opponent_id, a.name ORDER BY count(*) DESC, p.opponent_id`, account, account)
}

// ScoresAgainst lists a player's games with one opponent, a line for each
// variant.
func (r *Reader) ScoresAgainst(account, opponent int64) ([]VariantScore, error) {
	return many[VariantScore](r, `SELECT p.variant,
			sum(CASE WHEN p.status = 'finished' AND p.winner = p.side THEN 1 ELSE 0 END) AS wins,
			sum(CASE WHEN p.status = 'finished' AND p.winner = -1 THEN 1 ELSE 0 END) AS draws,
			sum(CASE WHEN p.status = 'finished' AND p.winner = 1 - p.side THEN 1 ELSE 0 END) AS losses,
			sum(CASE WHEN p.status = 'running' THEN 1 ELSE 0 END) AS running
		FROM (SELECT variant, status, winner, 0 AS side FROM games WHERE white_id = ? AND black_id = ? AND status <> 'aborted'
			UNION ALL
			SELECT variant, status, winner, 1 AS side FROM games WHERE black_id = ? AND white_id = ? AND status <> 'aborted') p
		GROUP BY p.variant ORDER BY count(*) DESC, p.variant`, account, opponent, account, opponent)
}

// CountGames counts a player's games: running, of those the ones that wait
// for the player, and finished.
func (r *Reader) CountGames(account int64) (GameCounts, error) {
	var c GameCounts
	err := r.row(`SELECT
			(SELECT count(*) FROM games WHERE white_id = ? AND status = 'running')
			+ (SELECT count(*) FROM games WHERE black_id = ? AND status = 'running'),
			(SELECT count(*) FROM games WHERE white_id = ? AND status = 'running' AND to_act = 0)
			+ (SELECT count(*) FROM games WHERE black_id = ? AND status = 'running' AND to_act = 1),
			(SELECT count(*) FROM games WHERE white_id = ? AND status = 'finished')
			+ (SELECT count(*) FROM games WHERE black_id = ? AND status = 'finished')`,
		account, account, account, account, account, account).scan(&c.Running, &c.Awaiting, &c.Finished)
	return c, err
}

// LastGame returns the last game outside tournaments that the two began in
// the variant, whatever became of it: else aborting would change the colours.
func (r *Reader) LastGame(variant string, a, b int64) (*Game, error) {
	return one[Game](r, `SELECT * FROM games WHERE id = (SELECT max(id) FROM (
			SELECT id FROM games WHERE white_id = ? AND black_id = ? AND variant = ? AND tournament_id IS NULL
			UNION ALL
			SELECT id FROM games WHERE white_id = ? AND black_id = ? AND variant = ? AND tournament_id IS NULL) p)`,
		a, b, variant, b, a, variant)
}

// DueGames lists the ids of running games whose deadline has come, the oldest
// deadline first.
func (r *Reader) DueGames(now time.Time, limit int) ([]int64, error) {
	return many[int64](r, "SELECT id FROM games WHERE deadline_at <= ? ORDER BY deadline_at, id LIMIT ?", stamp(now), limit)
}

// NextDeadline returns the earliest deadline of all running games; ok is false
// if there is none.
func (r *Reader) NextDeadline() (t time.Time, ok bool, err error) {
	err = r.row("SELECT deadline_at FROM games WHERE deadline_at IS NOT NULL ORDER BY deadline_at LIMIT 1").scan(scanTime{&t})
	if errors.Is(err, ErrNotFound) {
		return time.Time{}, false, nil
	}
	return t, err == nil, err
}

// TournamentGames lists all games of a tournament by round and board.
func (r *Reader) TournamentGames(tournament int64) ([]GameView, error) {
	return many[GameView](r, gameView+"WHERE g.tournament_id = ? ORDER BY g.round, g.board", tournament)
}

// FreeBoard is the board of a new game in a round of a tournament: the one that
// is wanted or, where another section or an earlier pairing has it, the next
// that nobody had. No two games share a place, from which their dice come.
func (r *Reader) FreeBoard(tournament int64, round, wanted int) (board int, err error) {
	err = r.row(`SELECT CASE WHEN EXISTS (SELECT 1 FROM games WHERE tournament_id = ? AND round = ? AND board = ?)
		THEN (SELECT max(board) + 1 FROM games WHERE tournament_id = ? AND round = ?) ELSE ? END`,
		tournament, round, wanted, tournament, round, wanted).scan(&board)
	return board, err
}
