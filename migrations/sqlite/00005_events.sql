-- Events of every format, with or without games on the site. A plan is what the
-- format needs to know, as JSON; a board event is played over the board and has
-- results only. An entrant without an account is known by name alone. Pairings
-- are games, byes, and rulings on the matches of a draw; the result of one that
-- is ruled is the organiser's, whatever the game on the site says.

-- +goose Up
ALTER TABLE tournaments ADD COLUMN plan TEXT NOT NULL DEFAULT '{}' CHECK (plan <> '');
UPDATE tournaments SET plan = '{"cycles":' || cycles
    || CASE WHEN pair THEN ',"pairs":true' ELSE '' END
    || CASE WHEN pace = 'all' THEN ',"atOnce":true' ELSE '' END
    || CASE withdrawal WHEN 'default' THEN '' ELSE ',"law":"' || withdrawal || '"' END || '}';
ALTER TABLE tournaments DROP COLUMN format;
ALTER TABLE tournaments ADD COLUMN format TEXT NOT NULL DEFAULT 'round-robin'
    CHECK (format IN ('round-robin', 'swiss', 'knockout', 'double-elimination', 'progressive', 'groups', 'ladder'));
ALTER TABLE tournaments DROP COLUMN cycles;
ALTER TABLE tournaments DROP COLUMN pace;
ALTER TABLE tournaments DROP COLUMN withdrawal;
ALTER TABLE tournaments DROP COLUMN pair;
ALTER TABLE tournaments ADD COLUMN over_board INTEGER NOT NULL DEFAULT 0 CHECK (over_board IN (0, 1));
ALTER TABLE tournaments ADD COLUMN rating_mode TEXT NOT NULL DEFAULT 'game' CHECK (rating_mode IN ('game', 'event'));
ALTER TABLE tournaments ADD COLUMN min_rating INTEGER CHECK (min_rating >= 0);
ALTER TABLE tournaments ADD COLUMN max_rating INTEGER CHECK (max_rating >= 0);
ALTER TABLE tournaments ADD COLUMN min_games INTEGER NOT NULL DEFAULT 0 CHECK (min_games >= 0);
ALTER TABLE tournaments ADD COLUMN waiting_list INTEGER NOT NULL DEFAULT 0 CHECK (waiting_list IN (0, 1));
ALTER TABLE tournaments ADD COLUMN start_when_full INTEGER NOT NULL DEFAULT 0 CHECK (start_when_full IN (0, 1));
ALTER TABLE tournaments ADD COLUMN check_in INTEGER NOT NULL DEFAULT 0 CHECK (check_in >= 0);
ALTER TABLE tournaments ADD COLUMN round_time INTEGER NOT NULL DEFAULT 0 CHECK (round_time >= 0);
ALTER TABLE tournaments ADD COLUMN unfinished TEXT NOT NULL DEFAULT 'organiser'
    CHECK (unfinished IN ('organiser', 'extend', 'forfeit', 'draw', 'pairing-draw'));
ALTER TABLE tournaments ADD COLUMN allowed TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN stuck TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN series_id INTEGER;
ALTER TABLE tournaments ADD COLUMN source TEXT NOT NULL DEFAULT '';

CREATE TABLE players (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    account_id    INTEGER REFERENCES accounts (id),
    name          TEXT    NOT NULL CHECK (length(name) <= 100),
    title         TEXT    NOT NULL DEFAULT '' CHECK (length(title) <= 10),
    federation    TEXT    NOT NULL DEFAULT '' CHECK (length(federation) <= 10),
    number        TEXT    NOT NULL DEFAULT '' CHECK (length(number) <= 20),
    seat          INTEGER CHECK (seat >= 1),
    status        TEXT    NOT NULL CHECK (status IN ('waiting', 'entered', 'active', 'withdrawn', 'expelled')),
    rating        INTEGER NOT NULL,
    from_round    INTEGER NOT NULL DEFAULT 0 CHECK (from_round >= 0),
    left_round    INTEGER NOT NULL DEFAULT 0 CHECK (left_round >= 0),
    entered_at    INTEGER NOT NULL,
    checked_in_at INTEGER,
    left_at       INTEGER,
    share         TEXT    NOT NULL DEFAULT '' CHECK (share = '' OR (length(share) BETWEEN 32 AND 128 AND length(share) % 2 = 0)),
    share_source  TEXT    NOT NULL DEFAULT '' CHECK (share_source IN ('', 'player', 'server') AND (share_source = '') = (share = '')),
    CHECK ((left_at IS NOT NULL) = (status IN ('withdrawn', 'expelled'))),
    CHECK ((account_id IS NULL) = (name <> ''))
) STRICT;
INSERT INTO players (tournament_id, account_id, name, seat, status, rating, left_round, entered_at, left_at, share, share_source)
    SELECT e.tournament_id, account_id, '', seat, e.status, rating, CASE WHEN left_at IS NULL THEN 0 ELSE max(t.round, 1) END,
        entered_at, left_at, share, share_source
    FROM entrants e JOIN tournaments t ON t.id = e.tournament_id ORDER BY entered_at, account_id;
DROP TABLE entrants;
ALTER TABLE players RENAME TO entrants;
CREATE UNIQUE INDEX entrants_account ON entrants (account_id, tournament_id) WHERE account_id IS NOT NULL;
CREATE INDEX entrants_tournament ON entrants (tournament_id, seat);

CREATE TABLE pairings (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    stage         TEXT    NOT NULL,
    round         INTEGER NOT NULL CHECK (round >= 1),
    board         INTEGER NOT NULL CHECK (board >= 0 AND (board > 0) = (kind = 'game')),
    white_id      INTEGER NOT NULL REFERENCES entrants (id),
    black_id      INTEGER REFERENCES entrants (id) CHECK (black_id <> white_id),
    kind          TEXT    NOT NULL CHECK (kind IN ('game', 'pairing-bye', 'full-bye', 'half-bye', 'zero-bye',
                      'walkover', 'absence', 'lot', 'decision')),
    result        TEXT    NOT NULL CHECK (result IN ('', '1-0', '0-1', '½-½', '0-0')),
    forfeit       INTEGER NOT NULL CHECK (forfeit IN (0, 1)),
    score_white   INTEGER NOT NULL DEFAULT 0 CHECK (score_white >= 0),
    score_black   INTEGER NOT NULL DEFAULT 0 CHECK (score_black >= 0),
    deferred      INTEGER NOT NULL DEFAULT 0 CHECK (deferred IN (0, 1)),
    ruled         INTEGER NOT NULL DEFAULT 0 CHECK (ruled IN (0, 1)),
    game_id       INTEGER REFERENCES games (id),
    created_at    INTEGER NOT NULL,
    ended_at      INTEGER,
    due_at        INTEGER,
    extended      INTEGER NOT NULL DEFAULT 0 CHECK (extended IN (0, 1)),
    CHECK ((black_id IS NULL) = (kind LIKE '%-bye')),
    CHECK (result <> '' OR NOT forfeit)
) STRICT;
CREATE INDEX pairings_tournament ON pairings (tournament_id, stage, round, board);
CREATE INDEX pairings_white ON pairings (white_id);
CREATE INDEX pairings_black ON pairings (black_id);
CREATE UNIQUE INDEX pairings_board ON pairings (tournament_id, stage, round, board) WHERE kind = 'game';
CREATE UNIQUE INDEX pairings_game ON pairings (game_id) WHERE game_id IS NOT NULL;
CREATE UNIQUE INDEX pairings_bye ON pairings (tournament_id, round, white_id) WHERE kind LIKE '%-bye';
CREATE UNIQUE INDEX pairings_ruling ON pairings (tournament_id, stage, round) WHERE kind IN ('walkover', 'absence', 'lot', 'decision');
INSERT INTO pairings (tournament_id, stage, round, board, white_id, black_id, kind, result, forfeit, game_id, created_at, ended_at)
    SELECT g.tournament_id, '', g.round, g.board, w.id, b.id, 'game',
        CASE WHEN g.status = 'running' THEN '' WHEN g.status = 'aborted' THEN '0-0'
            WHEN g.winner = 0 THEN '1-0' WHEN g.winner = 1 THEN '0-1' ELSE '½-½' END,
        CASE WHEN g.status = 'aborted' OR g.reason IN ('forfeit', 'account-closed') THEN 1 ELSE 0 END, g.id, g.created_at, g.ended_at
    FROM games g JOIN entrants w ON w.tournament_id = g.tournament_id AND w.account_id = g.white_id
        JOIN entrants b ON b.tournament_id = g.tournament_id AND b.account_id = g.black_id
    ORDER BY g.id;

CREATE TABLE officials (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (tournament_id, account_id)
) STRICT, WITHOUT ROWID;

-- The log is append-only: taking an act back is an entry of its own, which
-- names the one that it undoes. Undo is what the act changed, as JSON.
ALTER TABLE tournament_log ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE tournament_log ADD COLUMN undo TEXT NOT NULL DEFAULT '';
ALTER TABLE tournament_log ADD COLUMN undoes INTEGER REFERENCES tournament_log (id);
CREATE UNIQUE INDEX tournament_log_undoes ON tournament_log (undoes) WHERE undoes IS NOT NULL;

-- A template is a form filled in, for its owner; a series makes a tournament of
-- it again and again.
CREATE TABLE templates (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    settings   TEXT    NOT NULL CHECK (settings <> ''),
    every      INTEGER NOT NULL DEFAULT 0 CHECK (every >= 0),
    next_at    INTEGER CHECK (next_at IS NULL OR every > 0),
    made       INTEGER NOT NULL DEFAULT 0 CHECK (made >= 0),
    created_at INTEGER NOT NULL,
    version    INTEGER NOT NULL CHECK (version >= 0)
) STRICT;
CREATE UNIQUE INDEX templates_name ON templates (account_id, name);

-- The log of a ladder, from which its places follow; times are milliseconds.
CREATE TABLE ladder_events (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    at            INTEGER NOT NULL,
    kind          TEXT    NOT NULL CHECK (kind <> ''),
    player_id     INTEGER REFERENCES entrants (id),
    opponent_id   INTEGER REFERENCES entrants (id),
    challenge_id  INTEGER,
    winner_id     INTEGER REFERENCES entrants (id)
) STRICT;
CREATE INDEX ladder_events_tournament ON ladder_events (tournament_id, id);

-- +goose Down
DROP TABLE ladder_events;
DROP TABLE templates;
DROP INDEX tournament_log_undoes;
ALTER TABLE tournament_log DROP COLUMN undoes;
ALTER TABLE tournament_log DROP COLUMN undo;
ALTER TABLE tournament_log DROP COLUMN reason;
DROP TABLE officials;
DROP TABLE pairings;
CREATE TABLE players (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    seat          INTEGER CHECK (seat >= 1),
    status        TEXT    NOT NULL CHECK (status IN ('entered', 'active', 'withdrawn', 'expelled')),
    rating        INTEGER NOT NULL,
    entered_at    INTEGER NOT NULL,
    left_at       INTEGER,
    share         TEXT    NOT NULL DEFAULT '' CHECK (share = '' OR (length(share) BETWEEN 32 AND 128 AND length(share) % 2 = 0)),
    share_source  TEXT    NOT NULL DEFAULT '' CHECK (share_source IN ('', 'player', 'server') AND (share_source = '') = (share = '')),
    PRIMARY KEY (tournament_id, account_id),
    CHECK ((left_at IS NOT NULL) = (status IN ('withdrawn', 'expelled')))
) STRICT, WITHOUT ROWID;
INSERT INTO players SELECT tournament_id, account_id, seat, status, rating, entered_at, left_at, share, share_source
    FROM entrants WHERE account_id IS NOT NULL AND status <> 'waiting';
DROP TABLE entrants;
ALTER TABLE players RENAME TO entrants;
CREATE UNIQUE INDEX entrants_seat ON entrants (tournament_id, seat);
CREATE INDEX entrants_account ON entrants (account_id);
ALTER TABLE tournaments DROP COLUMN source;
ALTER TABLE tournaments DROP COLUMN series_id;
ALTER TABLE tournaments DROP COLUMN stuck;
ALTER TABLE tournaments DROP COLUMN allowed;
ALTER TABLE tournaments DROP COLUMN unfinished;
ALTER TABLE tournaments DROP COLUMN round_time;
ALTER TABLE tournaments DROP COLUMN check_in;
ALTER TABLE tournaments DROP COLUMN start_when_full;
ALTER TABLE tournaments DROP COLUMN waiting_list;
ALTER TABLE tournaments DROP COLUMN min_games;
ALTER TABLE tournaments DROP COLUMN max_rating;
ALTER TABLE tournaments DROP COLUMN min_rating;
ALTER TABLE tournaments DROP COLUMN rating_mode;
ALTER TABLE tournaments DROP COLUMN over_board;
ALTER TABLE tournaments ADD COLUMN pair INTEGER NOT NULL DEFAULT 0 CHECK (pair IN (0, 1));
ALTER TABLE tournaments ADD COLUMN withdrawal TEXT NOT NULL DEFAULT 'default' CHECK (withdrawal IN ('default', 'forfeit-all', 'annul-all'));
ALTER TABLE tournaments ADD COLUMN pace TEXT NOT NULL DEFAULT 'all' CHECK (pace IN ('all', 'rounds'));
ALTER TABLE tournaments ADD COLUMN cycles INTEGER NOT NULL DEFAULT 1 CHECK (cycles IN (1, 2));
ALTER TABLE tournaments DROP COLUMN format;
ALTER TABLE tournaments ADD COLUMN format TEXT NOT NULL DEFAULT 'round-robin' CHECK (format IN ('round-robin'));
ALTER TABLE tournaments DROP COLUMN plan;
