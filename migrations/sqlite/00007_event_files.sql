-- The files that an event was imported with: the report or the games, as they
-- came, each compressed with gzip; size is what it then unpacks to. Author is
-- who acted elsewhere, in a line of the log that was imported.

-- +goose Up
CREATE TABLE event_files (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    name          TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    size          INTEGER NOT NULL CHECK (size >= 0),
    body          BLOB    NOT NULL,
    PRIMARY KEY (tournament_id, name)
) STRICT;
ALTER TABLE tournament_log ADD COLUMN author TEXT NOT NULL DEFAULT '' CHECK (author = '' OR account_id IS NULL);

-- +goose Down
ALTER TABLE tournament_log DROP COLUMN author;
DROP TABLE event_files;
