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

-- +goose Down
ALTER TABLE tournaments DROP COLUMN no_leave;
ALTER TABLE games DROP COLUMN leave_black_to;
ALTER TABLE games DROP COLUMN leave_black_from;
ALTER TABLE games DROP COLUMN leave_white_to;
ALTER TABLE games DROP COLUMN leave_white_from;
ALTER TABLE games DROP COLUMN given;
ALTER TABLE games DROP COLUMN used;
ALTER TABLE games DROP COLUMN no_leave;
DROP TABLE leaves;
