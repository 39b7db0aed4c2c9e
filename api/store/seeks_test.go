package store_test

import (
	"fmt"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
)

func TestSeeks(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		game := b.game(ann, bob, finished(rules.White, b.now))
		seek := func(kind string, change func(s *store.Seek)) *store.Seek {
			s := &store.Seek{AccountID: ann.ID, Kind: kind, Variant: "international", Control: "per-move 3d", Rated: true,
				Colour: "random", Status: store.SeekOpen, CreatedAt: b.now, ExpiresAt: b.now.Add(time.Hour)}
			if change != nil {
				change(s)
			}
			b.do(func(tx *store.Tx) error { return tx.CreateSeek(s) })
			return s
		}
		open := seek(store.OpenSeek, nil)
		challenge := seek(store.ChallengeSeek, func(s *store.Seek) { s.OpponentID = bob.ID })
		link := seek(store.LinkSeek, func(s *store.Seek) { s.LinkHash = "secret" })
		rematch := seek(store.RematchSeek, func(s *store.Seek) { s.OpponentID, s.RematchOf = bob.ID, game.ID })

		equal(b, "by id", got[*store.SeekView](b)(b.read().SeekByID(challenge.ID)),
			&store.SeekView{Seek: *challenge, AccountName: "ann", OpponentName: "bob"})
		equal(b, "by link", got[*store.SeekView](b)(b.read().SeekByLink("secret")).Seek, *link)
		equal(b, "lobby", seekIDs(got[[]store.SeekView](b)(b.read().Lobby(b.now, 10))), fmt.Sprint(open.ID, " "))
		equal(b, "of the opponent", seekIDs(got[[]store.SeekView](b)(b.read().SeeksOf(bob.ID, b.now))), fmt.Sprint(rematch.ID, " ", challenge.ID, " "))
		equal(b, "of the seeker", len(got[[]store.SeekView](b)(b.read().SeeksOf(ann.ID, b.now))), 4)

		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { s := *rematch; s.ID = 0; return tx.CreateSeek(&s) })
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error { // a challenge without an opponent
			s := *challenge
			s.ID, s.OpponentID = 0, 0
			return tx.CreateSeek(&s)
		})
		b.do(func(tx *store.Tx) error {
			s, err := tx.SeekForUpdate(challenge.ID)
			if err != nil {
				return err
			}
			s.Status, s.GameID = store.SeekAccepted, game.ID
			return tx.UpdateSeek(s)
		})
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateSeek(challenge) })
		b.do(func(tx *store.Tx) error { return tx.CancelSeeks(bob.ID) })
		equal(b, "declined", got[*store.SeekView](b)(b.read().SeekByID(rematch.ID)).Status, store.SeekDeclined)
		again := *rematch
		again.ID = 0
		b.do(func(tx *store.Tx) error { return tx.CreateSeek(&again) })

		b.now = b.now.Add(time.Hour)
		equal(b, "lobby later", len(got[[]store.SeekView](b)(b.read().Lobby(b.now, 10))), 0)
		b.do(func(tx *store.Tx) error { return tx.DeleteExpired() })
		equal(b, "expired", got[*store.SeekView](b)(b.read().SeekByID(open.ID)).Status, store.SeekExpired)
	})
}

func seekIDs(list []store.SeekView) string {
	s := ""
	for _, v := range list {
		s += fmt.Sprint(v.ID, " ")
	}
	return s
}
