package store

import (
	"math"
	"slices"
)

// Rating returns an account's rating in a pool. ErrNotFound: it has none yet.
func (r *Reader) Rating(account int64, pool string) (*Rating, error) {
	return one[Rating](r, "SELECT * FROM ratings WHERE account_id = ? AND pool = ?", account, pool)
}

// Ratings lists an account's ratings by pool.
func (r *Reader) Ratings(account int64) ([]Rating, error) {
	return many[Rating](r, "SELECT * FROM ratings WHERE account_id = ? ORDER BY pool", account)
}

// RatingChanges lists an account's changes in a pool, the last first.
func (r *Reader) RatingChanges(account int64, pool string, before Cursor, limit int) ([]ChangeView, error) {
	at, id := int64(math.MaxInt64), int64(math.MaxInt64)
	if before != (Cursor{}) {
		at, id = before.At.UnixMilli(), before.ID
	}
	return many[ChangeView](r, `SELECT c.*, a.name AS opponent_name,
			CASE WHEN g.white_id = c.account_id THEN 0 ELSE 1 END AS side
		FROM rating_changes c JOIN accounts a ON a.id = c.opponent_id JOIN games g ON g.id = c.game_id
		WHERE c.account_id = ? AND c.pool = ? AND (c.at, c.id) < (?, ?)
		ORDER BY c.at DESC, c.id DESC LIMIT ?`, account, pool, at, id, limit)
}

// Cursor is the place of c in a list of changes.
func (c *RatingChange) Cursor() Cursor { return Cursor{At: c.At, ID: c.ID} }

// GameChanges lists what a game did to the ratings, White's first.
func (r *Reader) GameChanges(game int64) ([]RatingChange, error) {
	return many[RatingChange](r, `SELECT c.* FROM rating_changes c JOIN games g ON g.id = c.game_id
		WHERE c.game_id = ? ORDER BY CASE WHEN c.account_id = g.white_id THEN 0 ELSE 1 END`, game)
}

// ChangesIn lists what the games did to one account's ratings.
func (r *Reader) ChangesIn(account int64, games []int64) ([]RatingChange, error) {
	return many[RatingChange](r, "SELECT * FROM rating_changes WHERE account_id = ? AND game_id IN ?", account, games)
}

// Rank is the place of a rating on its pool's leaderboard, from 1.
func (r *Reader) Rank(rating *Rating, minGames, minExperience int) (int, error) {
	var better int
	err := r.row(`SELECT count(*) FROM ratings r JOIN accounts a ON a.id = r.account_id
		WHERE r.pool = ? AND r.games >= ? AND r.experience >= ? AND a.closed_at IS NULL
			AND (r.rating > ? OR r.rating = ? AND r.account_id < ?)`,
		rating.Pool, minGames, minExperience, rating.Rating, rating.Rating, rating.AccountID).scan(&better)
	return better + 1, err
}

// Leaderboard lists the best of a pool who have at least minGames rated games
// and the experience asked for, and whose accounts are open.
func (r *Reader) Leaderboard(pool string, minGames, minExperience, offset, limit int) ([]LeaderRow, error) {
	return many[LeaderRow](r, `SELECT r.*, a.name FROM ratings r JOIN accounts a ON a.id = r.account_id
		WHERE r.pool = ? AND r.games >= ? AND r.experience >= ? AND a.closed_at IS NULL
		ORDER BY r.rating DESC, r.account_id LIMIT ? OFFSET ?`, pool, minGames, minExperience, limit, offset)
}

// RatingsForUpdate returns the ratings of a and b, made with the rating start
// (thousandths) where they have none. No other transaction can change them
// meanwhile; both are locked in the order of the ids.
func (tx *Tx) RatingsForUpdate(pool string, start int64, a, b int64) (ra, rb *Rating, err error) {
	ratings, err := tx.EnterPool(pool, start, []int64{a, b})
	if err != nil {
		return nil, nil, err
	}
	if len(ratings) != 2 {
		return nil, nil, ErrNotFound // a and b are the same
	}
	return ratings[a], ratings[b], nil
}

// EnterPool is RatingsForUpdate of many accounts.
func (tx *Tx) EnterPool(pool string, start int64, accounts []int64) (map[int64]*Rating, error) {
	for _, id := range slices.Sorted(slices.Values(accounts)) {
		if _, err := tx.exec(`INSERT INTO ratings
			(account_id, pool, rating, games, wins, draws, losses, experience, peak, updated_at, version)
			VALUES (?, ?, ?, 0, 0, 0, 0, 0, ?, ?, 0) ON CONFLICT (account_id, pool) DO NOTHING`,
			id, pool, start, start, stamp(tx.now)); err != nil {
			return nil, err
		}
	}
	return tx.RatingsForUpdateOf(pool, accounts)
}

// UpdateRating writes every field but Listed, raises Version and sets UpdatedAt
// to now.
func (tx *Tx) UpdateRating(r *Rating) error {
	was := r.UpdatedAt
	r.UpdatedAt = tx.now
	err := tx.CorrectRating(r)
	if err != nil {
		r.UpdatedAt = was
	}
	return err
}

// CorrectRating is UpdateRating for a rating that was computed again:
// UpdatedAt, the time of the last game, stays.
func (tx *Tx) CorrectRating(r *Rating) error {
	err := tx.mustChange(`UPDATE ratings SET rating = ?, games = ?, wins = ?, draws = ?, losses = ?, experience = ?,
			peak = ?, updated_at = ?, version = ?
		WHERE account_id = ? AND pool = ? AND version = ?`,
		r.Rating, r.Games, r.Wins, r.Draws, r.Losses, r.Experience, r.Peak, stamp(r.UpdatedAt), r.Version+1,
		r.AccountID, r.Pool, r.Version)
	if err == nil {
		r.Version++
	}
	return err
}

// AddRatingChange inserts c and sets its ID. ErrDuplicate: the game has been rated.
func (tx *Tx) AddRatingChange(c *RatingChange) error { return tx.create(c) }
