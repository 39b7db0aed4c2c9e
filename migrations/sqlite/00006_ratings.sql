-- Ratings from lists, of events as a whole, and recalculated after a correction.
-- Listed is the rating from a list with which an account entered the pool, NULL
-- for the usual one. A change with a tournament was computed when that ended,
-- from the ratings of its start list. A correction is a game that was annulled
-- or whose result was changed after it had been rated: the changes that it made
-- other than they were name it, and what they were stays in superseded_changes.

-- +goose Up
ALTER TABLE ratings ADD COLUMN listed INTEGER CHECK (listed > 0);

CREATE TABLE rating_corrections (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    pool    TEXT    NOT NULL CHECK (pool <> ''),
    game_id INTEGER NOT NULL REFERENCES games (id),
    kind    TEXT    NOT NULL CHECK (kind IN ('void', 'result')),
    reason  TEXT    NOT NULL,
    changes INTEGER NOT NULL CHECK (changes >= 0),
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX rating_corrections_game ON rating_corrections (game_id);

ALTER TABLE rating_changes ADD COLUMN tournament_id INTEGER REFERENCES tournaments (id);
ALTER TABLE rating_changes ADD COLUMN correction_id INTEGER REFERENCES rating_corrections (id);
CREATE INDEX rating_changes_pool ON rating_changes (pool, id);
CREATE INDEX rating_changes_tournament ON rating_changes (tournament_id) WHERE tournament_id IS NOT NULL;

CREATE TABLE superseded_changes (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    correction_id   INTEGER NOT NULL REFERENCES rating_corrections (id),
    change_id       INTEGER NOT NULL,
    game_id         INTEGER NOT NULL REFERENCES games (id),
    account_id      INTEGER NOT NULL REFERENCES accounts (id),
    opponent_id     INTEGER NOT NULL REFERENCES accounts (id),
    before          INTEGER NOT NULL,
    after           INTEGER NOT NULL,
    opponent_before INTEGER NOT NULL,
    expected        INTEGER NOT NULL,
    k               INTEGER NOT NULL,
    score           INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    formula         TEXT    NOT NULL CHECK (formula <> ''),
    experience      INTEGER NOT NULL,
    at              INTEGER NOT NULL,
    tournament_id   INTEGER REFERENCES tournaments (id)
) STRICT;
CREATE INDEX superseded_changes_game ON superseded_changes (game_id, id);
CREATE UNIQUE INDEX superseded_changes_correction ON superseded_changes (correction_id, change_id);

CREATE TABLE rating_list (
    pool        TEXT    NOT NULL CHECK (pool <> ''),
    list_id     TEXT    NOT NULL CHECK (list_id <> ''),
    name        TEXT    NOT NULL CHECK (name <> ''),
    name_key    TEXT    NOT NULL,
    rating      INTEGER NOT NULL CHECK (rating > 0),
    imported_at INTEGER NOT NULL,
    PRIMARY KEY (pool, list_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_list_name ON rating_list (pool, name_key);

-- +goose Down
DROP TABLE rating_list;
DROP TABLE superseded_changes;
DROP INDEX rating_changes_tournament;
DROP INDEX rating_changes_pool;
ALTER TABLE rating_changes DROP COLUMN correction_id;
ALTER TABLE rating_changes DROP COLUMN tournament_id;
DROP TABLE rating_corrections;
ALTER TABLE ratings DROP COLUMN listed;
