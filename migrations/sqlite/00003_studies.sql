-- Studies: games and positions to click through. The text of each game is PDN.

-- +goose Up
CREATE TABLE studies (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    owner_id   INTEGER NOT NULL REFERENCES accounts (id),
    title      TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    visibility TEXT    NOT NULL CHECK (visibility IN ('public', 'link', 'private')),
    variant    TEXT    NOT NULL CHECK (variant <> ''),
    games      INTEGER NOT NULL CHECK (games >= 1),
    size       INTEGER NOT NULL CHECK (size >= 0),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    version    INTEGER NOT NULL CHECK (version >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX studies_owner ON studies (owner_id, updated_at);
CREATE INDEX studies_public ON studies (updated_at, id) WHERE visibility = 'public';

CREATE TABLE study_games (
    study_id TEXT    NOT NULL REFERENCES studies (id),
    number   INTEGER NOT NULL CHECK (number >= 1),
    variant  TEXT    NOT NULL CHECK (variant <> ''),
    label    TEXT    NOT NULL,
    pdn      TEXT    NOT NULL CHECK (pdn <> ''),
    PRIMARY KEY (study_id, number)
) STRICT;

-- +goose Down
DROP TABLE study_games;
DROP TABLE studies;
