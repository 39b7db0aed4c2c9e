package store

import (
	"fmt"
	"slices"
	"time"

	"crownpost/rules"
)

// Kinds of correction.
const (
	VoidCorrection   = "void"   // the game counts no longer
	ResultCorrection = "result" // it has another result
)

// RatingCorrection says why the ratings of a pool were computed again from a
// game on. Changes is how many changes of ratings that altered.
type RatingCorrection struct {
	ID      int64
	Pool    string
	GameID  int64
	Kind    string
	Reason  string
	Changes int
	At      time.Time `gorm:"serializer:millis"`
}

// SupersededChange is what a change of a rating was before a correction.
type SupersededChange struct {
	ID             int64
	CorrectionID   int64
	ChangeID       int64
	GameID         int64
	AccountID      int64
	OpponentID     int64
	Before         int64
	After          int64
	OpponentBefore int64
	Expected       int64
	K              int64
	Score          int
	Formula        string
	Experience     int
	At             time.Time `gorm:"serializer:millis"`
	TournamentID   int64     `gorm:"serializer:absent"`
}

// RatingCorrection returns a correction.
func (r *Reader) RatingCorrection(id int64) (*RatingCorrection, error) {
	return one[RatingCorrection](r, "SELECT * FROM rating_corrections WHERE id = ?", id)
}

// Superseded lists what the changes of a game were before corrections, the
// oldest first.
func (r *Reader) Superseded(game int64) ([]SupersededChange, error) {
	return many[SupersededChange](r, "SELECT * FROM superseded_changes WHERE game_id = ? ORDER BY id", game)
}

// PoolForUpdate returns all ratings of a pool by account. No other transaction
// can change them meanwhile.
func (tx *Tx) PoolForUpdate(pool string) (map[int64]*Rating, error) {
	list, err := many[Rating](tx.Reader, "SELECT * FROM ratings WHERE pool = ? ORDER BY account_id"+tx.lock(), pool)
	return byAccount(list), err
}

// ChangesFrom lists the changes of a pool from an id on, in the order in which
// they were made.
func (r *Reader) ChangesFrom(pool string, id int64) ([]RatingChange, error) {
	return many[RatingChange](r, "SELECT * FROM rating_changes WHERE pool = ? AND id >= ? ORDER BY id", pool, id)
}

// PeakBefore is the highest rating that the changes before an id left an
// account with in a pool, 0 if there are none. Of an event rated as a whole only
// the last one counts.
func (r *Reader) PeakBefore(account int64, pool string, id int64) (peak int64, err error) {
	err = r.row(`SELECT COALESCE(max(after), 0) FROM (SELECT after, tournament_id,
			lead(tournament_id) OVER (ORDER BY id) AS next FROM rating_changes
			WHERE account_id = ? AND pool = ? AND id < ?) c
		WHERE tournament_id IS NULL OR next IS NULL OR next <> tournament_id`, account, pool, id).scan(&peak)
	return peak, err
}

// AddCorrection inserts c and sets its ID.
func (tx *Tx) AddCorrection(c *RatingCorrection) error { return tx.create(c) }

// statementRows is how many rows one statement takes, so that their values stay
// below what either database allows.
const statementRows = 500

// Supersede keeps changes as they are stored under a correction, before they
// are replaced or removed.
func (tx *Tx) Supersede(correction int64, changes []int64) error {
	for ids := range slices.Chunk(changes, statementRows) {
		err := tx.db.Exec(`INSERT INTO superseded_changes (correction_id, change_id, game_id, account_id, opponent_id,
				before, after, opponent_before, expected, k, score, formula, experience, at, tournament_id)
			SELECT ?, id, game_id, account_id, opponent_id,
				before, after, opponent_before, expected, k, score, formula, experience, at, tournament_id
			FROM rating_changes WHERE id IN ? ORDER BY id`, correction, ids).Error
		if err != nil {
			return tx.fail(err)
		}
	}
	return nil
}

// ReplaceChange writes what a change of a rating is after a correction: its
// numbers and CorrectionID.
func (tx *Tx) ReplaceChange(c *RatingChange) error {
	return tx.mustChange(`UPDATE rating_changes SET before = ?, after = ?, delta = ?, opponent_before = ?, expected = ?, k = ?,
			score = ?, formula = ?, experience = ?, correction_id = ? WHERE id = ?`,
		c.Before, c.After, c.Delta, c.OpponentBefore, c.Expected, c.K, c.Score, c.Formula, c.Experience, orNull(c.CorrectionID), c.ID)
}

// RemoveChanges deletes the changes of a game that counts no longer.
func (tx *Tx) RemoveChanges(game int64) error {
	_, err := tx.exec("DELETE FROM rating_changes WHERE game_id = ?", game)
	return err
}

// SetRatedReason writes why a finished game was not rated, "" if it was.
func (tx *Tx) SetRatedReason(game int64, reason string) error {
	n, err := tx.exec("UPDATE games SET rated_reason = ? WHERE id = ?", reason, game)
	if err == nil && n == 0 {
		return fmt.Errorf("game %d: %w", game, ErrNotFound)
	}
	return err
}

// EventChanges lists the changes of a tournament that was rated as a whole, each
// account's together in the order of the games.
func (r *Reader) EventChanges(tournament int64) ([]RatingChange, error) {
	return many[RatingChange](r, "SELECT * FROM rating_changes WHERE tournament_id = ? ORDER BY account_id, id", tournament)
}

// UnratedIn lists the accounts that had no rating but the usual one of the pool
// when a tournament was rated as a whole.
func (r *Reader) UnratedIn(tournament int64) ([]int64, error) {
	return many[int64](r, `SELECT s.account_id FROM
			(SELECT account_id, pool, min(id) AS first FROM rating_changes WHERE tournament_id = ? GROUP BY account_id, pool) s
		JOIN ratings r ON r.account_id = s.account_id AND r.pool = s.pool
		WHERE r.listed IS NULL AND NOT EXISTS
			(SELECT 1 FROM rating_changes o WHERE o.account_id = s.account_id AND o.pool = s.pool AND o.id < s.first)
		ORDER BY s.account_id`, tournament)
}

// GamesNotRated lists the finished games of a tournament that were not rated for
// a reason, by id.
func (r *Reader) GamesNotRated(tournament int64, reason string) ([]Game, error) {
	return many[Game](r, `SELECT * FROM games WHERE tournament_id = ? AND status = 'finished' AND rated AND rated_reason = ?
		ORDER BY id`, tournament, reason)
}

func byAccount(list []Rating) map[int64]*Rating {
	ratings := make(map[int64]*Rating, len(list))
	for i := range list {
		ratings[list[i].AccountID] = &list[i]
	}
	return ratings
}

// SetResult corrects the status and the result of a game that is over. The row
// is otherwise as it was.
func (tx *Tx) SetResult(game int64, status string, winner rules.Side, value int) error {
	return tx.mustChange("UPDATE games SET status = ?, winner = ?, value = ?, version = version + 1 WHERE id = ? AND status <> 'running'",
		status, int64(winner), value, game)
}
