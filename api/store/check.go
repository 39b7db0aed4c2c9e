package store

import "fmt"

// invariants are what holds between the rows beyond the schema's checks. Each
// query finds the ids for which it does not.
var invariants = []struct{ broken, query string }{
	{"game %d: ply is not the number of its moves", `
		SELECT g.id FROM games g
		LEFT JOIN (SELECT game_id, count(*) AS n, max(ply) AS last FROM moves GROUP BY game_id) m ON m.game_id = g.id
		WHERE g.ply <> COALESCE(m.n, 0) OR g.ply <> COALESCE(m.last + 1, 0)`},
	{"game %d: runs on a clock without a deadline", `
		SELECT id FROM games WHERE status = 'running' AND control <> 'none' AND deadline_at IS NULL`},
	{"game %d: its clocks stand for a leave that its player has not", `
		SELECT g.id FROM games g WHERE g.status = 'running' AND (
			g.leave_white_from IS NOT NULL AND (g.no_leave OR NOT EXISTS (SELECT 1 FROM leaves l
				WHERE l.account_id = g.white_id AND l.from_at = g.leave_white_from AND l.to_at = g.leave_white_to))
			OR g.leave_black_from IS NOT NULL AND (g.no_leave OR NOT EXISTS (SELECT 1 FROM leaves l
				WHERE l.account_id = g.black_id AND l.from_at = g.leave_black_from AND l.to_at = g.leave_black_to)))`},
	{"game %d: rated, but without two rating changes", `
		SELECT g.id FROM games g WHERE g.status = 'finished' AND g.rated AND g.rated_reason = ''
		AND (SELECT count(*) FROM rating_changes c WHERE c.game_id = g.id) <> 2`},
	{"game %d: has rating changes but was not rated", `
		SELECT DISTINCT g.id FROM rating_changes c JOIN games g ON g.id = c.game_id
		WHERE g.status <> 'finished' OR NOT g.rated OR g.rated_reason <> ''`},
	{"game %d: rating change of someone who did not play", `
		SELECT DISTINCT g.id FROM rating_changes c JOIN games g ON g.id = c.game_id
		WHERE NOT (c.account_id = g.white_id AND c.opponent_id = g.black_id
			OR c.account_id = g.black_id AND c.opponent_id = g.white_id)`},
	{"rating change %d: does not start where the one before ended", `
		SELECT id FROM (SELECT id, before, lag(after) OVER (PARTITION BY account_id, pool ORDER BY id) AS was
			FROM rating_changes) c WHERE was <> before`},
	{"account %d: a rating is not the sum of its changes", `
		SELECT r.account_id FROM ratings r
		LEFT JOIN (SELECT account_id, pool, count(*) AS n, max(id) AS last FROM rating_changes
			GROUP BY account_id, pool) s ON s.account_id = r.account_id AND s.pool = r.pool
		LEFT JOIN rating_changes c ON c.id = s.last
		WHERE r.games <> COALESCE(s.n, 0) OR c.after <> r.rating`},
	{"account %d: wins, draws and losses are not those of its changes", `
		SELECT r.account_id FROM ratings r JOIN (SELECT account_id, pool, sum(CASE score WHEN 2 THEN 1 ELSE 0 END) AS won,
			sum(CASE score WHEN 1 THEN 1 ELSE 0 END) AS drawn FROM rating_changes GROUP BY account_id, pool) s
			ON s.account_id = r.account_id AND s.pool = r.pool
		WHERE r.wins <> s.won OR r.draws <> s.drawn`},
	{"account %d: its first change is not from the rating with which it entered the pool", `
		SELECT r.account_id FROM ratings r JOIN (SELECT account_id, pool, min(id) AS first FROM rating_changes
			GROUP BY account_id, pool) s ON s.account_id = r.account_id AND s.pool = r.pool
		JOIN rating_changes c ON c.id = s.first WHERE c.before <> COALESCE(r.listed, 1500000)`},
	{"game %d: waits to be rated with a tournament that has ended", `
		SELECT g.id FROM games g JOIN tournaments t ON t.id = g.tournament_id
		WHERE g.status = 'finished' AND g.rated_reason = 'event' AND t.ended_at IS NOT NULL`},
	{"game %d: has no pairing in its tournament, or other players than that", `
		SELECT g.id FROM games g LEFT JOIN pairings p ON p.game_id = g.id AND p.tournament_id = g.tournament_id
		LEFT JOIN entrants w ON w.id = p.white_id LEFT JOIN entrants b ON b.id = p.black_id
		WHERE g.tournament_id IS NOT NULL AND (p.id IS NULL AND g.status <> 'aborted'
			OR w.account_id <> g.white_id OR b.account_id <> g.black_id)`},
	{"pairing %d: of an entrant of another tournament", `
		SELECT p.id FROM pairings p JOIN entrants e ON e.id IN (p.white_id, p.black_id) WHERE e.tournament_id <> p.tournament_id`},
	{"pairing %d: has not the result of its game", `
		SELECT p.id FROM pairings p JOIN games g ON g.id = p.game_id WHERE NOT p.ruled AND p.result <>
			CASE WHEN g.status = 'running' THEN '' WHEN g.status = 'aborted' THEN '0-0'
				WHEN g.winner = 0 THEN '1-0' WHEN g.winner = 1 THEN '0-1' ELSE '½-½' END`},
	{"pairing %d: a player has another pairing in the round", `
		SELECT p.id FROM pairings p JOIN tournaments t ON t.id = p.tournament_id
		JOIN pairings o ON o.tournament_id = p.tournament_id AND o.stage = p.stage AND o.round = p.round AND o.id < p.id
			AND (o.white_id IN (p.white_id, p.black_id) OR o.black_id IN (p.white_id, p.black_id))
		WHERE (t.format IN ('swiss', 'round-robin') OR t.format = 'groups' AND p.stage <> 'final')
			AND NOT (p.kind = 'game' AND o.kind = 'game' AND o.white_id = p.black_id AND o.black_id = p.white_id)`},
	{"pairing %d: of a round that its tournament has not reached", `
		SELECT p.id FROM pairings p JOIN tournaments t ON t.id = p.tournament_id
		WHERE t.format IN ('swiss', 'round-robin') AND p.kind IN ('game', 'pairing-bye') AND p.round > t.round`},
	{"entrant %d: has neither a game nor a bye in a round that was paired", `
		SELECT DISTINCT e.id FROM entrants e JOIN tournaments t ON t.id = e.tournament_id
		JOIN (SELECT DISTINCT tournament_id, round FROM pairings WHERE kind IN ('game', 'pairing-bye')) r ON r.tournament_id = t.id
		LEFT JOIN pairings p ON p.tournament_id = t.id AND p.stage = '' AND p.round = r.round AND (p.white_id = e.id OR p.black_id = e.id)
		WHERE t.format = 'swiss' AND e.seat IS NOT NULL AND p.id IS NULL
			AND e.from_round <= r.round AND (e.left_round = 0 OR r.round < e.left_round)`},
	{"entrant %d: has no seat in a tournament that has started, or one before the start", `
		SELECT e.id FROM entrants e JOIN tournaments t ON t.id = e.tournament_id
		WHERE t.format <> 'ladder' AND (e.seat IS NULL) <> (e.status IN ('waiting', 'entered'))
			OR e.status NOT IN ('waiting', 'entered') AND t.status = 'open' OR e.status = 'entered' AND t.status IN ('running', 'finished')`},
	{"entrant %d: sits on the seat of another", `
		SELECT e.id FROM entrants e JOIN entrants o ON o.tournament_id = e.tournament_id AND o.seat = e.seat AND o.id < e.id
		WHERE e.left_at IS NULL AND o.left_at IS NULL`},
	{"game %d: is played for a tournament that is over", `
		SELECT g.id FROM games g JOIN tournaments t ON t.id = g.tournament_id
		WHERE g.status = 'running' AND t.status IN ('finished', 'cancelled') AND t.format IN ('swiss', 'round-robin')`},
	{"game %d: is not the other game of its other game, with colours swapped from the same position", `
		SELECT g.id FROM games g JOIN games o ON o.id = g.pair_of
		WHERE COALESCE(o.pair_of, 0) <> g.id OR o.white_id <> g.black_id OR o.black_id <> g.white_id
		OR o.variant <> g.variant OR o.start <> g.start OR o.opening_draw <> g.opening_draw`},
	{"game %d: begins otherwise than its tournament says", `
		SELECT g.id FROM games g JOIN tournaments t ON t.id = g.tournament_id
		WHERE g.opening <> t.opening OR g.options <> t.options
			OR g.length <> t.length AND t.format NOT IN ('knockout', 'double-elimination', 'progressive', 'groups')`},
	{"game %d: rated by another length", `
		SELECT DISTINCT g.id FROM rating_changes c JOIN games g ON g.id = c.game_id WHERE c.length <> g.length`},
	{"game %d: a proved roll is not the one that was played", `
		SELECT DISTINCT r.game_id FROM dice_rolls r LEFT JOIN moves m ON m.game_id = r.game_id AND m.ply = r.ply
		WHERE m.game_id IS NULL OR m.act <> 'roll' OR m.dice <> r.dice OR m.side <> r.side`},
	{"game %d: its proved rolls are not numbered one by one", `
		SELECT game_id FROM dice_rolls GROUP BY game_id HAVING count(*) <> max(number)`},
	{"game %d: a roll was not proved after the first that was", `
		SELECT m.game_id FROM moves m JOIN (SELECT game_id, min(ply) AS first, count(*) AS n FROM dice_rolls GROUP BY game_id) r
			ON r.game_id = m.game_id AND m.ply >= r.first
		WHERE m.act = 'roll' GROUP BY m.game_id, r.n HAVING count(*) <> r.n`},
	{"game %d: a roll is on no chain of the game's, or beyond its end", `
		SELECT DISTINCT r.game_id FROM dice_rolls r LEFT JOIN dice_chains c ON c.game_id = r.game_id AND c.number = r.chain
		WHERE c.id IS NULL OR r.place > c.length`},
	{"game %d: a share was used twice", `
		SELECT game_id FROM (SELECT game_id, opponent_share AS share FROM dice_rolls WHERE opponent_share <> ''
			UNION ALL SELECT game_id, roller_share FROM dice_rolls WHERE roller_share <> '') s
		GROUP BY game_id, share HAVING count(*) > 1`},
}

// Check looks for rows that contradict each other and returns a sentence for
// each; none when all is well. On SQLite it also checks the file. It reads
// everything.
func (r *Reader) Check() ([]string, error) {
	var found []string
	for _, v := range invariants {
		ids, err := many[int64](r, v.query)
		if err != nil {
			return nil, fmt.Errorf("check %q: %w", v.broken, err)
		}
		for _, id := range ids {
			found = append(found, fmt.Sprintf(v.broken, id))
		}
	}
	if r.postgres {
		return found, nil
	}
	file, err := many[string](r, "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
	if err != nil {
		return nil, fmt.Errorf("check file: %w", err)
	}
	keys, err := many[string](r, `SELECT "table" || ' row ' || COALESCE(rowid, 0) || ': no such row in ' || parent FROM pragma_foreign_key_check`)
	if err != nil {
		return nil, fmt.Errorf("check references: %w", err)
	}
	return append(append(found, file...), keys...), nil
}
