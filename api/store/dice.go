package store

import (
	"errors"

	"crownpost/rules"
)

// chainColumns are those of a DiceChain: all but the seed.
const chainColumns = "SELECT id, seek_id, game_id, number, commitment, length, created_at FROM dice_chains "

// GameChains lists the dice chains of a game by number.
func (r *Reader) GameChains(game int64) ([]DiceChain, error) {
	return many[DiceChain](r, chainColumns+"WHERE game_id = ? ORDER BY number", game)
}

// SeekChains lists the dice chains drawn with a seek: one for each game.
func (r *Reader) SeekChains(seek int64) ([]DiceChain, error) {
	return many[DiceChain](r, chainColumns+"WHERE seek_id = ? ORDER BY id", seek)
}

// CreateChain inserts c with its seed (32 bytes in hexadecimal) and sets its
// ID. ErrDuplicate: the game has a chain of that number.
func (tx *Tx) CreateChain(c *DiceChain, seed string) error {
	return tx.row(`INSERT INTO dice_chains (seek_id, game_id, number, commitment, seed, length, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		orNull(c.SeekID), orNull(c.GameID), c.Number, c.Commitment, seed, c.Length, stamp(c.CreatedAt)).scan(&c.ID)
}

// GiveChain gives a chain that was drawn with a seek to the game that has
// begun. ErrConflict: it has its game.
func (tx *Tx) GiveChain(chain, game int64) error {
	return tx.mustChange("UPDATE dice_chains SET game_id = ? WHERE id = ? AND game_id IS NULL", game, chain)
}

// DiceState is what the next roll of a game is made from.
type DiceState struct {
	// Number, Length and Seed are those of the chain in use, zero if the game
	// has none.
	Number int
	Length int
	Seed   string
	// Place is the last link used of that chain, Rolls the number of rolls
	// proved.
	Place int
	Rolls int
	// Shares are those that no roll has used, by side.
	Shares [2]DiceShare
}

// DiceState returns the secrets of a game's dice. Only a transaction reads
// them, to make a roll.
func (tx *Tx) DiceState(game int64) (s DiceState, err error) {
	err = tx.row(`SELECT c.number, c.length, c.seed,
			CASE WHEN r.chain = c.number THEN r.place ELSE 0 END, COALESCE(r.number, 0)
		FROM dice_chains c
		LEFT JOIN dice_rolls r ON r.game_id = c.game_id AND r.number = (SELECT max(number) FROM dice_rolls WHERE game_id = ?)
		WHERE c.game_id = ? ORDER BY c.number DESC LIMIT 1`, game, game).
		scan(&s.Number, &s.Length, &s.Seed, &s.Place, &s.Rolls)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return s, err
	}
	s.Shares, err = tx.DiceShares(game)
	return s, err
}

// ShareUsed says whether a roll of a game has used a share.
func (tx *Tx) ShareUsed(game int64, share string) (bool, error) {
	var rolls int
	err := tx.row("SELECT count(*) FROM dice_rolls WHERE game_id = ? AND (opponent_share = ? OR roller_share = ?)",
		game, share, share).scan(&rolls)
	return rolls > 0, err
}

// AddRoll inserts d. ErrDuplicate: the roll has been made.
func (tx *Tx) AddRoll(d *DiceRoll) error {
	_, err := tx.exec(`INSERT INTO dice_rolls (game_id, number, chain, place, match_game, ply, side, opening,
			opponent_share, opponent_source, roller_share, roller_source, link, dice, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.GameID, d.Number, d.Chain, d.Place, d.MatchGame, d.Ply, int64(d.Side), d.Opening,
		d.OpponentShare, d.OpponentSource, d.RollerShare, d.RollerSource, d.Link, d.Dice, stamp(d.At))
	return err
}

// DiceRolls lists the proved rolls of a game in order.
func (r *Reader) DiceRolls(game int64) ([]DiceRoll, error) {
	return many[DiceRoll](r, "SELECT * FROM dice_rolls WHERE game_id = ? ORDER BY number", game)
}

// DiceRollsAfter lists rolls of all games, each game's in order, behind a game
// and a number: 0 and 0 begin.
func (r *Reader) DiceRollsAfter(game int64, number, limit int) ([]DiceRoll, error) {
	return many[DiceRoll](r, "SELECT * FROM dice_rolls WHERE (game_id, number) > (?, ?) ORDER BY game_id, number LIMIT ?",
		game, number, limit)
}

// DiceShares returns the unused share of each side of a game.
func (r *Reader) DiceShares(game int64) (shares [2]DiceShare, err error) {
	rows, err := many[struct {
		Side rules.Side
		DiceShare
	}](r, "SELECT side, share, source FROM dice_shares WHERE game_id = ?", game)
	for _, row := range rows {
		shares[row.Side] = row.DiceShare
	}
	return shares, err
}

// SetDiceShare keeps a share of side until a roll uses it, in place of the one
// before; the zero value removes that.
func (tx *Tx) SetDiceShare(game int64, side rules.Side, s DiceShare) error {
	if s == (DiceShare{}) {
		_, err := tx.exec("DELETE FROM dice_shares WHERE game_id = ? AND side = ?", game, int64(side))
		return err
	}
	_, err := tx.exec(`INSERT INTO dice_shares (game_id, side, share, source) VALUES (?, ?, ?, ?)
		ON CONFLICT (game_id, side) DO UPDATE SET share = excluded.share, source = excluded.source`,
		game, int64(side), s.Share, s.Source)
	return err
}

// DiceStatistics returns the statistics published for a day ("2026-11-30",
// UTC), or without one those of the last day. ErrNotFound: there are none.
func (r *Reader) DiceStatistics(day string) (of, body string, err error) {
	query, args := "SELECT day, body FROM dice_statistics ORDER BY day DESC LIMIT 1", []any(nil)
	if day != "" {
		query, args = "SELECT day, body FROM dice_statistics WHERE day = ?", []any{day}
	}
	err = r.row(query, args...).scan(&of, &body)
	return of, body, err
}

// PutDiceStatistics publishes the statistics of a day. ErrDuplicate: they are
// published.
func (tx *Tx) PutDiceStatistics(day, body string) error {
	_, err := tx.exec("INSERT INTO dice_statistics (day, body) VALUES (?, ?)", day, body)
	return err
}
