package store_test

import (
	"testing"

	"crownpost/api/store"
	"crownpost/rules"
)

func TestRatings(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		g := b.game(ann, bob, finished(rules.White, b.now))
		_, err := b.read().Rating(ann.ID, "international")
		isError(b, err, store.ErrNotFound)
		var change, other *store.RatingChange
		b.do(func(tx *store.Tx) error {
			rb, ra, err := tx.RatingsForUpdate("international", 1500_000, bob.ID, ann.ID)
			if err != nil {
				return err
			}
			equal(b, "new", ra, &store.Rating{AccountID: ann.ID, Pool: "international", Rating: 1500_000, Peak: 1500_000, UpdatedAt: b.now})
			equal(b, "order", rb.AccountID, bob.ID)
			change = &store.RatingChange{GameID: g.ID, AccountID: ann.ID, OpponentID: bob.ID, Pool: "international",
				Before: ra.Rating, After: ra.Rating + 20_000, Delta: 20_000, OpponentBefore: rb.Rating, Expected: 500_000, K: 40_000,
				Score: 2, Formula: "elo", Experience: 1, At: b.now}
			other = &store.RatingChange{GameID: g.ID, AccountID: bob.ID, OpponentID: ann.ID, Pool: "international",
				Before: rb.Rating, After: rb.Rating - 20_000, Delta: -20_000, OpponentBefore: ra.Rating, Formula: "elo", At: b.now}
			ra.Rating, ra.Games, ra.Wins, ra.Experience, ra.Peak = change.After, 1, 1, 1, change.After
			rb.Rating, rb.Games, rb.Losses = other.After, 1, 1
			for _, r := range []*store.Rating{ra, rb} {
				if err := tx.UpdateRating(r); err != nil {
					return err
				}
			}
			if err := tx.AddRatingChange(other); err != nil {
				return err
			}
			return tx.AddRatingChange(change)
		})
		want := store.Rating{AccountID: ann.ID, Pool: "international", Rating: 1520_000, Games: 1, Wins: 1, Experience: 1,
			Peak: 1520_000, UpdatedAt: b.now, Version: 1}
		equal(b, "rating", got[*store.Rating](b)(b.read().Rating(ann.ID, "international")), &want)
		equal(b, "ratings", got[[]store.Rating](b)(b.read().Ratings(ann.ID)), []store.Rating{want})
		equal(b, "changes of the game", got[[]store.RatingChange](b)(b.read().GameChanges(g.ID)), []store.RatingChange{*change, *other})
		list := got[[]store.ChangeView](b)(b.read().RatingChanges(bob.ID, "international", store.Cursor{}, 10))
		equal(b, "changes of the account", list, []store.ChangeView{{RatingChange: *other, OpponentName: "ann", Side: rules.Black}})
		equal(b, "behind the last", len(got[[]store.ChangeView](b)(b.read().RatingChanges(bob.ID, "international", other.Cursor(), 10))), 0)
		equal(b, "leaders", got[[]store.LeaderRow](b)(b.read().Leaderboard("international", 1, 1, 0, 10)), []store.LeaderRow{{Rating: want, Name: "ann"}})
		equal(b, "rank", got[int](b)(b.read().Rank(&want, 1, 0)), 1)
		equal(b, "rank of one behind both", got[int](b)(b.read().Rank(&store.Rating{Pool: "international"}, 1, 0)), 3)
		equal(b, "in the game", got[[]store.RatingChange](b)(b.read().ChangesIn(ann.ID, []int64{g.ID})), []store.RatingChange{*change})
		equal(b, "in no game", len(got[[]store.RatingChange](b)(b.read().ChangesIn(ann.ID, nil))), 0)
		equal(b, "provisional", len(got[[]store.LeaderRow](b)(b.read().Leaderboard("international", 2, 0, 0, 10))), 0)
		view := got[*store.GameView](b)(b.read().Game(g.ID))
		equal(b, "ratings beside the game", []any{view.WhiteRating, view.WhiteGames, view.BlackRating}, []any{int64(1520_000), 1, int64(1480_000)})
		equal(b, "problems", len(got[[]string](b)(b.read().Check())), 0)

		stale := want
		stale.Version = 0
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateRating(&stale) })
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { c := *change; c.ID = 0; return tx.AddRatingChange(&c) })
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error { c := *change; c.ID, c.After = 0, 7; return tx.AddRatingChange(&c) })
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error {
			_, _, err := tx.RatingsForUpdate("international", 0, ann.ID, ann.ID)
			return err
		})
	})
}
