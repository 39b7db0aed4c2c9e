-- Matches of the backgammon family, with dice that can be proved and standing
-- orders. A length is the points to play to, 0 in draughts and for money, which
-- is the number of games of a session. Orders are a sum: 1 to roll, 2 to play
-- forced moves, 4 to bear off. Held is how many milliseconds of its turn a side
-- had used that waits for the answer to its offer to resign a game. Seeds,
-- links, shares and commitments are hexadecimal. No seed leaves the database
-- but as links of rolls made, and that of a tournament once it has ended.

-- +goose Up
ALTER TABLE games ADD COLUMN length INTEGER NOT NULL DEFAULT 0 CHECK (length BETWEEN 0 AND 64);
UPDATE games SET length = 1 WHERE family = 'backgammon';
ALTER TABLE games ADD COLUMN money INTEGER NOT NULL DEFAULT 0
    CHECK (money BETWEEN 0 AND 25 AND (money = 0 OR rated = 0) AND (length = 0 OR money = 0)
        AND (length + money > 0) = (family = 'backgammon'));
ALTER TABLE games ADD COLUMN orders_white INTEGER NOT NULL DEFAULT 0 CHECK (orders_white BETWEEN 0 AND 7);
ALTER TABLE games ADD COLUMN orders_black INTEGER NOT NULL DEFAULT 0 CHECK (orders_black BETWEEN 0 AND 7);
ALTER TABLE games ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0);

ALTER TABLE seeks ADD COLUMN length INTEGER NOT NULL DEFAULT 0 CHECK (length BETWEEN 0 AND 64);
UPDATE seeks SET length = 1 WHERE variant IN ('backgammon', 'table');
ALTER TABLE seeks ADD COLUMN money INTEGER NOT NULL DEFAULT 0
    CHECK (money BETWEEN 0 AND 25 AND (money = 0 OR rated = 0) AND (length = 0 OR money = 0));

ALTER TABLE tournaments ADD COLUMN length INTEGER NOT NULL DEFAULT 0 CHECK (length BETWEEN 0 AND 64);
UPDATE tournaments SET length = 1 WHERE variant IN ('backgammon', 'table');

-- The chains of a tournament's games come from its seed, which is shown once the
-- tournament has ended, its commitment from the beginning. Those from before
-- have none; their games draw their chains.
ALTER TABLE tournaments ADD COLUMN dice_seed TEXT NOT NULL DEFAULT ''
    CHECK (length(dice_seed) IN (0, 64) AND (dice_seed = '' OR length > 0));
ALTER TABLE tournaments ADD COLUMN dice_commitment TEXT NOT NULL DEFAULT ''
    CHECK (length(dice_commitment) IN (0, 64) AND (dice_commitment = '') = (dice_seed = ''));

-- The first share of a player comes with the entry.
ALTER TABLE entrants ADD COLUMN share TEXT NOT NULL DEFAULT ''
    CHECK (share = '' OR (length(share) BETWEEN 32 AND 128 AND length(share) % 2 = 0));
ALTER TABLE entrants ADD COLUMN share_source TEXT NOT NULL DEFAULT ''
    CHECK (share_source IN ('', 'player', 'server') AND (share_source = '') = (share = ''));

-- A chain is drawn with the seek and given to the game when it begins; number
-- counts the chains of a match.
CREATE TABLE dice_chains (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    seek_id    INTEGER REFERENCES seeks (id),
    game_id    INTEGER REFERENCES games (id),
    number     INTEGER NOT NULL CHECK (number >= 1),
    commitment TEXT    NOT NULL CHECK (length(commitment) = 64),
    seed       TEXT    NOT NULL CHECK (length(seed) = 64),
    length     INTEGER NOT NULL CHECK (length >= 1),
    created_at INTEGER NOT NULL,
    CHECK (seek_id IS NOT NULL OR game_id IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX dice_chains_game ON dice_chains (game_id, number);
CREATE INDEX dice_chains_seek ON dice_chains (seek_id);

-- Number counts the proved rolls of a match from 1, place the links of the
-- chain. Match_game is the game within the match. White's share is the
-- roller's in an opening throw; dice contain its ties.
CREATE TABLE dice_rolls (
    game_id         INTEGER NOT NULL REFERENCES games (id),
    number          INTEGER NOT NULL CHECK (number >= 1),
    chain           INTEGER NOT NULL CHECK (chain >= 1),
    place           INTEGER NOT NULL CHECK (place >= 1),
    match_game      INTEGER NOT NULL CHECK (match_game >= 1),
    ply             INTEGER NOT NULL CHECK (ply >= 0),
    side            INTEGER NOT NULL CHECK (side IN (0, 1)),
    opening         INTEGER NOT NULL CHECK (opening IN (0, 1)),
    opponent_share  TEXT    NOT NULL CHECK (length(opponent_share) <= 128),
    opponent_source TEXT    NOT NULL CHECK (opponent_source IN ('', 'player', 'server')),
    roller_share    TEXT    NOT NULL CHECK (length(roller_share) <= 128),
    roller_source   TEXT    NOT NULL CHECK (roller_source IN ('', 'player', 'server')),
    link            TEXT    NOT NULL CHECK (length(link) = 64),
    dice            TEXT    NOT NULL CHECK (length(dice) >= 2),
    at              INTEGER NOT NULL,
    PRIMARY KEY (game_id, number),
    CHECK ((opponent_share = '') = (opponent_source = '')),
    CHECK ((roller_share = '') = (roller_source = '')),
    CHECK (opening = 1 OR length(dice) = 2)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX dice_rolls_ply ON dice_rolls (game_id, ply);
CREATE INDEX dice_rolls_at ON dice_rolls (at);

-- The share of each side that no roll has used yet.
CREATE TABLE dice_shares (
    game_id INTEGER NOT NULL REFERENCES games (id),
    side    INTEGER NOT NULL CHECK (side IN (0, 1)),
    share   TEXT    NOT NULL CHECK (length(share) BETWEEN 32 AND 128 AND length(share) % 2 = 0),
    source  TEXT    NOT NULL CHECK (source IN ('player', 'server')),
    PRIMARY KEY (game_id, side)
) STRICT, WITHOUT ROWID;

-- Day is 2026-11-30, UTC; body is JSON.
CREATE TABLE dice_statistics (
    day  TEXT NOT NULL PRIMARY KEY CHECK (length(day) = 10),
    body TEXT NOT NULL CHECK (body <> '')
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE dice_statistics;
DROP TABLE dice_shares;
DROP TABLE dice_rolls;
DROP TABLE dice_chains;
ALTER TABLE entrants DROP COLUMN share_source;
ALTER TABLE entrants DROP COLUMN share;
ALTER TABLE tournaments DROP COLUMN dice_commitment;
ALTER TABLE tournaments DROP COLUMN dice_seed;
ALTER TABLE tournaments DROP COLUMN length;
ALTER TABLE seeks DROP COLUMN money;
ALTER TABLE seeks DROP COLUMN length;
ALTER TABLE games DROP COLUMN orders_black;
ALTER TABLE games DROP COLUMN held;
ALTER TABLE games DROP COLUMN orders_white;
ALTER TABLE games DROP COLUMN money;
ALTER TABLE games DROP COLUMN length;
