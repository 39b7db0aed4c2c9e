-- Times are milliseconds since 1970 in UTC, durations milliseconds, ratings
-- thousandths of a point. Sides are 0 (White), 1 (Black) and -1 (nobody).

-- +goose Up
CREATE TABLE accounts (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    name              TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    name_key          TEXT    NOT NULL CHECK (name_key <> ''),
    email             TEXT    CHECK (length(email) BETWEEN 3 AND 254),
    email_key         TEXT    CHECK (email_key <> ''),
    email_verified_at INTEGER,
    password_hash     TEXT    NOT NULL,
    role              TEXT    NOT NULL CHECK (role IN ('player', 'moderator', 'admin')),
    generation        INTEGER NOT NULL CHECK (generation >= 0),
    locale            TEXT    NOT NULL,
    theme             TEXT    NOT NULL,
    confirm_moves     INTEGER NOT NULL CHECK (confirm_moves IN (0, 1)),
    created_at        INTEGER NOT NULL,
    closed_at         INTEGER,
    version           INTEGER NOT NULL CHECK (version >= 0),
    CHECK ((email IS NULL) = (email_key IS NULL))
) STRICT;
CREATE UNIQUE INDEX accounts_name_key ON accounts (name_key);
CREATE UNIQUE INDEX accounts_email_key ON accounts (email_key);

CREATE TABLE sessions (
    id            TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    kind          TEXT    NOT NULL CHECK (kind IN ('page', 'program')),
    refresh_hash  TEXT    NOT NULL,
    previous_hash TEXT    NOT NULL,
    rotated_at    INTEGER,
    created_at    INTEGER NOT NULL,
    used_at       INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL,
    agent         TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('verify', 'reset', 'email', 'invite')),
    account_id INTEGER REFERENCES accounts (id),
    hash       TEXT    NOT NULL CHECK (hash <> ''),
    email      TEXT    CHECK (email <> ''),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER,
    CHECK (kind = 'invite' OR account_id IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX tokens_hash ON tokens (hash);
CREATE INDEX tokens_account ON tokens (account_id, kind);
CREATE INDEX tokens_expires ON tokens (expires_at);

CREATE TABLE login_failures (
    key     TEXT    NOT NULL PRIMARY KEY CHECK (key <> ''),
    count   INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_failures_last ON login_failures (last_at);

CREATE TABLE tournaments (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    description  TEXT    NOT NULL CHECK (length(description) <= 20000),
    organiser_id INTEGER NOT NULL REFERENCES accounts (id),
    variant      TEXT    NOT NULL CHECK (variant <> ''),
    control      TEXT    NOT NULL CHECK (control <> ''),
    rated        INTEGER NOT NULL CHECK (rated IN (0, 1)),
    format       TEXT    NOT NULL CHECK (format IN ('round-robin')),
    cycles       INTEGER NOT NULL CHECK (cycles IN (1, 2)),
    pace         TEXT    NOT NULL CHECK (pace IN ('all', 'rounds')),
    max_players  INTEGER NOT NULL,
    min_players  INTEGER NOT NULL CHECK (min_players BETWEEN 2 AND max_players),
    withdrawal   TEXT    NOT NULL CHECK (withdrawal IN ('default', 'forfeit-all', 'annul-all')),
    seating      TEXT    NOT NULL CHECK (seating IN ('rating', 'random')),
    starts_at    INTEGER,
    status       TEXT    NOT NULL CHECK (status IN ('open', 'running', 'finished', 'cancelled')),
    round        INTEGER NOT NULL CHECK (round BETWEEN 0 AND rounds),
    rounds       INTEGER NOT NULL CHECK (rounds >= 0),
    created_at   INTEGER NOT NULL,
    started_at   INTEGER,
    ended_at     INTEGER,
    version      INTEGER NOT NULL CHECK (version >= 0),
    CHECK ((ended_at IS NOT NULL) = (status IN ('finished', 'cancelled')))
) STRICT;
CREATE INDEX tournaments_status ON tournaments (status);
CREATE INDEX tournaments_organiser ON tournaments (organiser_id);

CREATE TABLE entrants (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    seat          INTEGER CHECK (seat >= 1),
    status        TEXT    NOT NULL CHECK (status IN ('entered', 'active', 'withdrawn', 'expelled')),
    rating        INTEGER NOT NULL,
    entered_at    INTEGER NOT NULL,
    left_at       INTEGER,
    PRIMARY KEY (tournament_id, account_id),
    CHECK ((left_at IS NOT NULL) = (status IN ('withdrawn', 'expelled')))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entrants_seat ON entrants (tournament_id, seat);
CREATE INDEX entrants_account ON entrants (account_id);

CREATE TABLE tournament_log (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    at            INTEGER NOT NULL,
    account_id    INTEGER REFERENCES accounts (id),
    act           TEXT    NOT NULL CHECK (act <> ''),
    detail        TEXT    NOT NULL
) STRICT;
CREATE INDEX tournament_log_tournament ON tournament_log (tournament_id, id);

CREATE TABLE games (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    variant          TEXT    NOT NULL CHECK (variant <> ''),
    family           TEXT    NOT NULL CHECK (family <> ''),
    control          TEXT    NOT NULL CHECK (control <> ''),
    rated            INTEGER NOT NULL CHECK (rated IN (0, 1)),
    status           TEXT    NOT NULL CHECK (status IN ('running', 'finished', 'aborted')),
    white_id         INTEGER NOT NULL REFERENCES accounts (id),
    black_id         INTEGER NOT NULL REFERENCES accounts (id),
    position         TEXT    NOT NULL CHECK (position <> ''),
    notation         TEXT    NOT NULL,
    ply              INTEGER NOT NULL CHECK (ply >= 0),
    to_act           INTEGER NOT NULL CHECK (to_act IN (-1, 0, 1)),
    dice             TEXT    NOT NULL,
    acted_white      INTEGER NOT NULL CHECK (acted_white IN (0, 1)),
    acted_black      INTEGER NOT NULL CHECK (acted_black IN (0, 1)),
    turn_since       INTEGER NOT NULL,
    left_white       INTEGER NOT NULL CHECK (left_white >= 0),
    left_black       INTEGER NOT NULL CHECK (left_black >= 0),
    deadline_at      INTEGER,
    offer_id         INTEGER NOT NULL CHECK (offer_id >= 0),
    offer_by         INTEGER NOT NULL CHECK (offer_by IN (-1, 0, 1)),
    offer_ply        INTEGER NOT NULL CHECK (offer_ply >= 0),
    offer_from_white INTEGER NOT NULL CHECK (offer_from_white >= 0),
    offer_from_black INTEGER NOT NULL CHECK (offer_from_black >= 0),
    winner           INTEGER NOT NULL CHECK (winner IN (-1, 0, 1)),
    reason           TEXT    NOT NULL,
    value            INTEGER NOT NULL CHECK (value >= 0),
    rated_reason     TEXT    NOT NULL,
    tournament_id    INTEGER REFERENCES tournaments (id),
    round            INTEGER NOT NULL CHECK (round >= 0),
    board            INTEGER NOT NULL CHECK (board >= 0),
    rematch_of       INTEGER REFERENCES games (id),
    colour_draw      TEXT    NOT NULL,
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    ended_at         INTEGER,
    version          INTEGER NOT NULL CHECK (version >= 0),
    CHECK (white_id <> black_id),
    CHECK ((status = 'running') = (to_act <> -1)),
    CHECK ((status = 'running') = (ended_at IS NULL)),
    CHECK ((status = 'running') = (reason = '')),
    CHECK (status = 'running' OR deadline_at IS NULL),
    CHECK (status = 'finished' OR (winner = -1 AND value = 0)),
    CHECK ((winner = -1) = (value = 0)),
    CHECK ((offer_id = 0) = (offer_by = -1)),
    CHECK (tournament_id IS NULL OR (round >= 1 AND board >= 1))
) STRICT;
CREATE UNIQUE INDEX games_board ON games (tournament_id, round, board);
CREATE INDEX games_deadline ON games (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX games_live ON games (updated_at) WHERE status = 'running';
CREATE INDEX games_white_running ON games (white_id) WHERE status = 'running';
CREATE INDEX games_black_running ON games (black_id) WHERE status = 'running';
CREATE INDEX games_white_ended ON games (white_id, ended_at, id) WHERE status = 'finished';
CREATE INDEX games_black_ended ON games (black_id, ended_at, id) WHERE status = 'finished';
CREATE INDEX games_pair ON games (white_id, black_id, variant, id);

CREATE TABLE moves (
    game_id   INTEGER NOT NULL REFERENCES games (id),
    ply       INTEGER NOT NULL CHECK (ply >= 0),
    side      INTEGER NOT NULL CHECK (side IN (0, 1)),
    act       TEXT    NOT NULL CHECK (act <> ''),
    dice      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    spent     INTEGER NOT NULL CHECK (spent >= 0),
    automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
    PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_notes (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seq     INTEGER NOT NULL CHECK (seq >= 1),
    ply     INTEGER NOT NULL CHECK (ply >= 0),
    side    INTEGER NOT NULL CHECK (side IN (-1, 0, 1)),
    kind    TEXT    NOT NULL CHECK (kind <> ''),
    detail  TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE seeks (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    kind        TEXT    NOT NULL CHECK (kind IN ('open', 'challenge', 'link', 'rematch')),
    opponent_id INTEGER REFERENCES accounts (id),
    link_hash   TEXT    CHECK (link_hash <> ''),
    variant     TEXT    NOT NULL CHECK (variant <> ''),
    control     TEXT    NOT NULL CHECK (control <> ''),
    rated       INTEGER NOT NULL CHECK (rated IN (0, 1)),
    colour      TEXT    NOT NULL CHECK (colour IN ('random', 'white', 'black')),
    rematch_of  INTEGER REFERENCES games (id),
    status      TEXT    NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    game_id     INTEGER REFERENCES games (id),
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    version     INTEGER NOT NULL CHECK (version >= 0),
    CHECK (opponent_id <> account_id),
    CHECK ((kind IN ('challenge', 'rematch')) = (opponent_id IS NOT NULL)),
    CHECK ((kind = 'link') = (link_hash IS NOT NULL)),
    CHECK ((kind = 'rematch') = (rematch_of IS NOT NULL)),
    CHECK ((status = 'accepted') = (game_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX seeks_link ON seeks (link_hash);
-- A declined rematch may be asked for again; two at once, or a second game, may not be.
CREATE UNIQUE INDEX seeks_rematch ON seeks (rematch_of) WHERE status IN ('open', 'accepted');
CREATE INDEX seeks_open ON seeks (kind, id) WHERE status = 'open';
CREATE INDEX seeks_account ON seeks (account_id) WHERE status = 'open';
CREATE INDEX seeks_opponent ON seeks (opponent_id) WHERE status = 'open';

CREATE TABLE ratings (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    pool       TEXT    NOT NULL CHECK (pool <> ''),
    rating     INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    wins       INTEGER NOT NULL CHECK (wins >= 0),
    draws      INTEGER NOT NULL CHECK (draws >= 0),
    losses     INTEGER NOT NULL CHECK (losses >= 0),
    experience INTEGER NOT NULL CHECK (experience >= 0),
    peak       INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    version    INTEGER NOT NULL CHECK (version >= 0),
    PRIMARY KEY (account_id, pool),
    CHECK (games = wins + draws + losses)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_pool ON ratings (pool, rating);

CREATE TABLE rating_changes (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id         INTEGER NOT NULL REFERENCES games (id),
    account_id      INTEGER NOT NULL REFERENCES accounts (id),
    opponent_id     INTEGER NOT NULL REFERENCES accounts (id),
    pool            TEXT    NOT NULL CHECK (pool <> ''),
    before          INTEGER NOT NULL,
    after           INTEGER NOT NULL,
    delta           INTEGER NOT NULL,
    opponent_before INTEGER NOT NULL,
    expected        INTEGER NOT NULL CHECK (expected BETWEEN 0 AND 1000000),
    k               INTEGER NOT NULL CHECK (k >= 0),
    score           INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    formula         TEXT    NOT NULL CHECK (formula <> ''),
    length          INTEGER NOT NULL CHECK (length >= 0),
    experience      INTEGER NOT NULL CHECK (experience >= 0),
    at              INTEGER NOT NULL,
    CHECK (after = before + delta),
    CHECK (account_id <> opponent_id)
) STRICT;
CREATE UNIQUE INDEX rating_changes_game ON rating_changes (game_id, account_id);
CREATE INDEX rating_changes_account ON rating_changes (account_id, pool, at, id);

CREATE TABLE tasks (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    key        TEXT    NOT NULL CHECK (key <> ''),
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    payload    TEXT    NOT NULL,
    due_at     INTEGER,
    attempts   INTEGER NOT NULL CHECK (attempts >= 0),
    last_error TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX tasks_key ON tasks (key);
CREATE INDEX tasks_due ON tasks (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE replies (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    key        TEXT    NOT NULL CHECK (key <> ''),
    at         INTEGER NOT NULL,
    status     INTEGER NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX replies_at ON replies (at);

-- +goose Down
DROP TABLE replies;
DROP TABLE tasks;
DROP TABLE rating_changes;
DROP TABLE ratings;
DROP TABLE seeks;
DROP TABLE game_notes;
DROP TABLE moves;
DROP TABLE games;
DROP TABLE tournament_log;
DROP TABLE entrants;
DROP TABLE tournaments;
DROP TABLE login_failures;
DROP TABLE tokens;
DROP TABLE sessions;
DROP TABLE accounts;
