package store_test

import (
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
)

// rated makes a finished game with its changes from 1500 and sets their ids.
func (b *bench) rated(white, black *store.Account) (*store.Game, []store.RatingChange) {
	b.Helper()
	g := b.game(white, black, finished(rules.White, b.now))
	changes := []store.RatingChange{
		{GameID: g.ID, AccountID: white.ID, OpponentID: black.ID, Pool: "international", Before: 1500_000, After: 1520_000, Delta: 20_000,
			OpponentBefore: 1500_000, Expected: 500_000, K: 4000, Score: 2, Formula: "elo", At: b.now},
		{GameID: g.ID, AccountID: black.ID, OpponentID: white.ID, Pool: "international", Before: 1500_000, After: 1480_000, Delta: -20_000,
			OpponentBefore: 1500_000, Expected: 500_000, K: 4000, Formula: "elo", At: b.now},
	}
	b.do(func(tx *store.Tx) error {
		if _, err := tx.EnterPool("international", 1500_000, []int64{black.ID, white.ID}); err != nil {
			return err
		}
		for i := range changes {
			if err := tx.AddRatingChange(&changes[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return g, changes
}

func TestCorrections(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob, cid, dan := b.account("ann"), b.account("bob"), b.account("cid"), b.account("dan")
		first, before := b.rated(ann, bob)
		second, after := b.rated(cid, dan)
		c := &store.RatingCorrection{Pool: "international", GameID: first.ID, Kind: store.VoidCorrection, Reason: "analysed with a program", Changes: 3, At: b.now}
		changed := after[0]
		changed.Before, changed.After, changed.Delta, changed.K = 1510_000, 1540_000, 30_000, 2000
		b.do(func(tx *store.Tx) error {
			if err := tx.AddCorrection(c); err != nil {
				return err
			}
			changed.CorrectionID = c.ID
			if err := tx.Supersede(c.ID, []int64{before[0].ID, before[1].ID, changed.ID}); err != nil {
				return err
			}
			if err := tx.ReplaceChange(&changed); err != nil {
				return err
			}
			return tx.RemoveChanges(first.ID)
		})
		equal(b, "correction", got[*store.RatingCorrection](b)(b.read().RatingCorrection(c.ID)), c)
		equal(b, "changes of the game that was annulled", len(got[[]store.RatingChange](b)(b.read().GameChanges(first.ID))), 0)
		equal(b, "changes of the other", got[[]store.RatingChange](b)(b.read().GameChanges(second.ID)), []store.RatingChange{changed, after[1]})
		equal(b, "changes of the pool", got[[]store.RatingChange](b)(b.read().ChangesFrom("international", changed.ID)), []store.RatingChange{changed, after[1]})
		equal(b, "what it was", got[[]store.SupersededChange](b)(b.read().Superseded(second.ID)), []store.SupersededChange{{ID: 3,
			CorrectionID: c.ID, ChangeID: changed.ID, GameID: second.ID, AccountID: cid.ID, OpponentID: dan.ID, Before: 1500_000,
			After: 1520_000, OpponentBefore: 1500_000, Expected: 500_000, K: 4000, Score: 2, Formula: "elo", At: b.now}})
		equal(b, "peak", got[int64](b)(b.read().PeakBefore(cid.ID, "international", changed.ID+1)), int64(1540_000))
		equal(b, "no peak", got[int64](b)(b.read().PeakBefore(cid.ID, "international", changed.ID)), int64(0))
		b.do(func(tx *store.Tx) error {
			pool, err := tx.PoolForUpdate("international")
			if err != nil {
				return err
			}
			equal(b, "pool", len(pool), 4)
			r := pool[cid.ID]
			made := r.UpdatedAt
			b.now = b.now.Add(time.Minute)
			r.Rating, r.Games, r.Wins, r.Peak = 1540_000, 1, 1, 1540_000
			if err := tx.CorrectRating(r); err != nil {
				return err
			}
			equal(b, "time of the last game", r.UpdatedAt, made)
			return tx.SetRatedReason(second.ID, "void")
		})
		equal(b, "reason", got[*store.GameView](b)(b.read().Game(second.ID)).RatedReason, "void")
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error { return tx.SetRatedReason(99, "void") })
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.ReplaceChange(&before[0]) })
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { return tx.Supersede(c.ID, []int64{changed.ID}) })
	})
}

func TestEventChanges(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		event := b.tournament(ann)
		g := b.game(ann, bob, finished(rules.White, b.now))
		rows := []*store.RatingChange{
			{GameID: g.ID, AccountID: bob.ID, OpponentID: ann.ID, Pool: "international", Formula: "fide", At: b.now, TournamentID: event.ID},
			{GameID: g.ID, AccountID: ann.ID, OpponentID: bob.ID, Pool: "international", Formula: "fide", At: b.now, TournamentID: event.ID},
		}
		b.do(func(tx *store.Tx) error {
			for _, row := range rows {
				if err := tx.AddRatingChange(row); err != nil {
					return err
				}
			}
			return nil
		})
		equal(b, "changes", got[[]store.RatingChange](b)(b.read().EventChanges(event.ID)), []store.RatingChange{*rows[1], *rows[0]})
	})
}
