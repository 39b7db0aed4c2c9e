-- Leave: times for which the clocks of an account stand. A game keeps what its
-- clocks need of the last leave of each player, unless it allows none. Used is
-- how many milliseconds of the running turn had passed before turn_since, given
-- what an official has added to it.

-- +goose Up
CREATE TABLE leaves (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    from_at    INTEGER NOT NULL,
    to_at      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    CHECK (from_at <= to_at)
) STRICT;
CREATE INDEX leaves_account ON leaves (account_id, to_at);

ALTER TABLE games ADD COLUMN no_leave INTEGER NOT NULL DEFAULT 0 CHECK (no_leave IN (0, 1));
ALTER TABLE games ADD COLUMN used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0);
ALTER TABLE games ADD COLUMN given INTEGER NOT NULL DEFAULT 0 CHECK (given >= 0);
ALTER TABLE games ADD COLUMN leave_white_from INTEGER;
ALTER TABLE games ADD COLUMN leave_white_to INTEGER CHECK ((leave_white_from IS NULL) = (leave_white_to IS NULL));
ALTER TABLE games ADD COLUMN leave_black_from INTEGER;
ALTER TABLE games ADD COLUMN leave_black_to INTEGER CHECK ((leave_black_from IS NULL) = (leave_black_to IS NULL));

ALTER TABLE tournaments ADD COLUMN no_leave INTEGER NOT NULL DEFAULT 0 CHECK (no_leave IN (0, 1));

-- What was given to a running turn has only moved its deadline so far: what lies
-- beyond its own time, 3d of "per-move 3d bank 7d", and the bank, at most 14 days for
-- a first act.
WITH days AS (SELECT id, substr(control, 10, instr(substr(control, 10) || ' ', ' ') - 1) AS rest
        FROM games WHERE status = 'running' AND control LIKE 'per-move %'),
    hours AS (SELECT id, CASE WHEN instr(rest, 'd') THEN 24 * CAST(rest AS INTEGER) ELSE 0 END AS own, substr(rest, instr(rest, 'd') + 1) AS rest FROM days),
    minutes AS (SELECT id, 60 * (own + CASE WHEN instr(rest, 'h') THEN CAST(rest AS INTEGER) ELSE 0 END) AS own, substr(rest, instr(rest, 'h') + 1) AS rest FROM hours),
    seconds AS (SELECT id, 60 * (own + CASE WHEN instr(rest, 'm') THEN CAST(rest AS INTEGER) ELSE 0 END) AS own, substr(rest, instr(rest, 'm') + 1) AS rest FROM minutes),
    turns AS (SELECT id, 1000 * (own + CAST(rest AS INTEGER)) AS own FROM seconds)
UPDATE games SET given = max(0, deadline_at - turn_since - min(own + CASE to_act WHEN 0 THEN left_white ELSE left_black END,
        CASE WHEN CASE to_act WHEN 0 THEN acted_white ELSE acted_black END THEN own + left_white + left_black ELSE 1209600000 END))
    FROM turns WHERE turns.id = games.id;

-- +goose Down
UPDATE games SET turn_since = turn_since - used WHERE used > 0;
ALTER TABLE tournaments DROP COLUMN no_leave;
ALTER TABLE games DROP COLUMN leave_black_to;
ALTER TABLE games DROP COLUMN leave_black_from;
ALTER TABLE games DROP COLUMN leave_white_to;
ALTER TABLE games DROP COLUMN leave_white_from;
ALTER TABLE games DROP COLUMN given;
ALTER TABLE games DROP COLUMN used;
ALTER TABLE games DROP COLUMN no_leave;
DROP TABLE leaves;
