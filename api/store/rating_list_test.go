package store_test

import (
	"fmt"
	"testing"
	"time"

	"crownpost/api/store"
)

func TestRatingLists(t *testing.T) {
	onBoth(t, func(b *bench) {
		lines := []store.ListedRating{
			{Pool: "international", ListID: "17", Name: "Ann", NameKey: "ann-key", Rating: 1850_000, ImportedAt: b.now},
			{Pool: "international", ListID: "18", Name: "Bob", NameKey: "bob-key", Rating: 1700_000, ImportedAt: b.now},
			{Pool: "international", ListID: "19", Name: "BOB", NameKey: "bob-key", Rating: 1600_000, ImportedAt: b.now},
		}
		save := func(lines []store.ListedRating) (changed int) {
			b.do(func(tx *store.Tx) (err error) { changed, err = tx.SaveList(lines); return err })
			return changed
		}
		equal(b, "new lines", save(lines), 3)
		equal(b, "by name", got[*store.ListedRating](b)(b.read().ListedRating("international", "ann-key")), &lines[0])
		equal(b, "by number", got[*store.ListedRating](b)(b.read().ListedRatingOf("international", "19")), &lines[2])
		for name, key := range map[string]string{"a name that two have": "bob-key", "a name that nobody has": "cid-key"} {
			if _, err := b.read().ListedRating("international", key); err == nil {
				b.Errorf("%s is found", name)
			}
		}
		later := []store.ListedRating{lines[0], lines[1]}
		later[0].ImportedAt, later[1].ImportedAt = b.now.Add(time.Hour), b.now.Add(time.Hour)
		later[1].Rating = 1701_000
		equal(b, "changed lines", save(later), 1)
		equal(b, "a line that stayed", got[*store.ListedRating](b)(b.read().ListedRatingOf("international", "17")), &lines[0])
		equal(b, "a line that changed", got[*store.ListedRating](b)(b.read().ListedRatingOf("international", "18")), &later[1])
		equal(b, "the list again", save(later), 0)

		many := make([]store.ListedRating, 1201)
		for i := range many {
			many[i] = store.ListedRating{Pool: "checkers", ListID: fmt.Sprint(i), Name: "n", NameKey: "n", Rating: 1, ImportedAt: b.now}
		}
		equal(b, "a long list", save(many), 1201)
		equal(b, "no list", save(nil), 0)
	})
}

func TestRatingsFromLists(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob, gone := b.account("ann"), b.account("bob"), b.account("gone")
		gone.ClosedAt = b.now
		b.do(func(tx *store.Tx) error { return tx.UpdateAccount(gone) })
		keys := []string{"ann-key", "gone-key", "nobody-key"}
		equal(b, "accounts", got[map[string]int64](b)(b.read().AccountsByKeys(keys)), map[string]int64{"ann-key": ann.ID})

		list := func(id, points int64) func(tx *store.Tx) error {
			return func(tx *store.Tx) error { return tx.SetListed(id, "international", points) }
		}
		b.do(list(ann.ID, 1850_000))
		b.do(list(ann.ID, 1900_000))
		want := store.Rating{AccountID: ann.ID, Pool: "international", Rating: 1900_000, Peak: 1900_000, Listed: 1900_000, UpdatedAt: b.now, Version: 1}
		equal(b, "rating", got[*store.Rating](b)(b.read().Rating(ann.ID, "international")), &want)
		b.do(func(tx *store.Tx) error {
			ratings, err := tx.RatingsForUpdateOf("international", []int64{bob.ID, ann.ID})
			equal(b, "those that are there", ratings, map[int64]*store.Rating{ann.ID: &want})
			return err
		})
		b.do(func(tx *store.Tx) error {
			ratings, err := tx.EnterPool("international", 1500_000, []int64{bob.ID, ann.ID})
			if err != nil {
				return err
			}
			equal(b, "of the pool", []int64{ratings[ann.ID].Rating, ratings[bob.ID].Rating}, []int64{1900_000, 1500_000})
			ratings[bob.ID].Games, ratings[bob.ID].Wins = 1, 1
			return tx.UpdateRating(ratings[bob.ID])
		})
		b.refuse(store.ErrConflict, list(bob.ID, 1850_000))
	})
}
