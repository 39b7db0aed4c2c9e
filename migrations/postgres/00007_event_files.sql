-- The files that an event was imported with: the report or the games, as they
-- came, each compressed with gzip; size is what it then unpacks to. Author is
-- who acted elsewhere, in a line of the log that was imported.

-- +goose Up
CREATE TABLE event_files (
    tournament_id BIGINT  NOT NULL REFERENCES tournaments (id),
    name          TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    size          BIGINT  NOT NULL CHECK (size >= 0),
    body          BYTEA   NOT NULL,
    PRIMARY KEY (tournament_id, name)
);
ALTER TABLE tournament_log ADD COLUMN author TEXT NOT NULL DEFAULT '' CHECK (author = '' OR account_id IS NULL);

-- +goose Down
ALTER TABLE tournament_log DROP COLUMN author;
DROP TABLE event_files;
