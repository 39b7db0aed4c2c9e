-- Games that begin elsewhere than in the standard position, by other rules than
-- the standard ones, or two at a time. Options are "key=value,key=value", what
-- is not the standard alone. A start is the state that the first move was made
-- from, empty for the standard position.

-- +goose Up
ALTER TABLE games ADD COLUMN options TEXT NOT NULL DEFAULT '' CHECK (options = '' OR NOT rated);
ALTER TABLE games ADD COLUMN opening TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN ballot TEXT NOT NULL DEFAULT '' CHECK ((ballot = '') = (opening = ''));
ALTER TABLE games ADD COLUMN opening_draw TEXT NOT NULL DEFAULT '' CHECK ((opening_draw = '') = (opening = ''));
ALTER TABLE games ADD COLUMN start TEXT NOT NULL DEFAULT ''
    CHECK ((start <> '' OR (opening = '' AND options = '')) AND (start = '' OR opening <> '' OR NOT rated));
ALTER TABLE games ADD COLUMN pair_of BIGINT REFERENCES games (id) CHECK (pair_of <> id);

ALTER TABLE seeks ADD COLUMN options TEXT NOT NULL DEFAULT '' CHECK (options = '' OR NOT rated);
ALTER TABLE seeks ADD COLUMN opening TEXT NOT NULL DEFAULT '';
ALTER TABLE seeks ADD COLUMN start TEXT NOT NULL DEFAULT '' CHECK (start = '' OR (opening = '' AND NOT rated));
ALTER TABLE seeks ADD COLUMN pair BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE tournaments ADD COLUMN options TEXT NOT NULL DEFAULT '' CHECK (options = '' OR NOT rated);
ALTER TABLE tournaments ADD COLUMN opening TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN ballot_per TEXT NOT NULL DEFAULT ''
    CHECK (ballot_per IN ('', 'round', 'pairing') AND (ballot_per = '') = (opening = ''));
ALTER TABLE tournaments ADD COLUMN start TEXT NOT NULL DEFAULT '' CHECK (start = '' OR (opening = '' AND NOT rated));
ALTER TABLE tournaments ADD COLUMN pair BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE tournaments DROP COLUMN pair;
ALTER TABLE tournaments DROP COLUMN start;
ALTER TABLE tournaments DROP COLUMN ballot_per;
ALTER TABLE tournaments DROP COLUMN opening;
ALTER TABLE tournaments DROP COLUMN options;
ALTER TABLE seeks DROP COLUMN pair;
ALTER TABLE seeks DROP COLUMN start;
ALTER TABLE seeks DROP COLUMN opening;
ALTER TABLE seeks DROP COLUMN options;
ALTER TABLE games DROP COLUMN pair_of;
ALTER TABLE games DROP COLUMN start;
ALTER TABLE games DROP COLUMN opening_draw;
ALTER TABLE games DROP COLUMN ballot;
ALTER TABLE games DROP COLUMN opening;
ALTER TABLE games DROP COLUMN options;
