package store

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// ListedRating is a line of a rating list that was imported. NameKey is the key
// by which accounts are found; several lines may have the same.
type ListedRating struct {
	Pool    string
	ListID  string
	Name    string
	NameKey string
	// Rating is thousandths of a point.
	Rating     int64
	ImportedAt time.Time `gorm:"serializer:millis"`
}

// ListedRating returns the line of a pool's list with a name's key. ErrNotFound:
// there is none, or more than one.
func (r *Reader) ListedRating(pool, nameKey string) (*ListedRating, error) {
	list, err := many[ListedRating](r, "SELECT * FROM rating_list WHERE pool = ? AND name_key = ? LIMIT 2", pool, nameKey)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, ErrNotFound
	}
	return &list[0], nil
}

// ListedRatingOf returns the line of a pool's list with a player's number in it.
func (r *Reader) ListedRatingOf(pool, listID string) (*ListedRating, error) {
	return one[ListedRating](r, "SELECT * FROM rating_list WHERE pool = ? AND list_id = ?", pool, listID)
}

// SaveList inserts lines of a rating list, or replaces those with the same pool
// and ListID. A line that is stored as it is keeps its ImportedAt. Changed is
// how many were not. No two lines may have the same ListID.
func (tx *Tx) SaveList(lines []ListedRating) (changed int, err error) {
	for chunk := range slices.Chunk(lines, statementRows) {
		args := make([]any, 0, 6*len(chunk))
		for _, l := range chunk {
			args = append(args, l.Pool, l.ListID, l.Name, l.NameKey, l.Rating, stamp(l.ImportedAt))
		}
		n, err := tx.exec(`INSERT INTO rating_list (pool, list_id, name, name_key, rating, imported_at) VALUES `+
			strings.Repeat("(?, ?, ?, ?, ?, ?), ", len(chunk)-1)+`(?, ?, ?, ?, ?, ?)
			ON CONFLICT (pool, list_id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
				rating = excluded.rating, imported_at = excluded.imported_at
			WHERE rating_list.name <> excluded.name OR rating_list.rating <> excluded.rating`, args...)
		if err != nil {
			return 0, err
		}
		changed += int(n)
	}
	return changed, nil
}

// AccountsByKeys finds open accounts by the keys of their names.
func (r *Reader) AccountsByKeys(keys []string) (map[string]int64, error) {
	found := map[string]int64{}
	for chunk := range slices.Chunk(keys, statementRows) {
		list, err := many[struct {
			NameKey string
			ID      int64
		}](r, "SELECT name_key, id FROM accounts WHERE closed_at IS NULL AND name_key IN ?", chunk)
		if err != nil {
			return nil, err
		}
		for _, a := range list {
			found[a.NameKey] = a.ID
		}
	}
	return found, nil
}

// RatingsForUpdateOf returns the ratings that accounts have in a pool. No other
// transaction can change them meanwhile.
func (tx *Tx) RatingsForUpdateOf(pool string, accounts []int64) (map[int64]*Rating, error) {
	accounts = slices.Sorted(slices.Values(accounts))
	ratings := map[int64]*Rating{}
	for chunk := range slices.Chunk(accounts, statementRows) {
		list, err := many[Rating](tx.Reader,
			"SELECT * FROM ratings WHERE pool = ? AND account_id IN ? ORDER BY account_id"+tx.lock(), pool, chunk)
		if err != nil {
			return nil, err
		}
		maps.Copy(ratings, byAccount(list))
	}
	return ratings, nil
}

// SetListed makes a rating from a list the one with which an account enters a
// pool. ErrConflict: the account has a rated game there.
func (tx *Tx) SetListed(account int64, pool string, rating int64) error {
	return tx.mustChange(`INSERT INTO ratings
			(account_id, pool, rating, games, wins, draws, losses, experience, peak, updated_at, version, listed)
			VALUES (?, ?, ?, 0, 0, 0, 0, 0, ?, ?, 0, ?)
		ON CONFLICT (account_id, pool) DO UPDATE SET rating = excluded.rating, peak = excluded.peak,
			updated_at = excluded.updated_at, version = ratings.version + 1, listed = excluded.listed
		WHERE ratings.games = 0`, account, pool, rating, rating, stamp(tx.now), rating)
}
