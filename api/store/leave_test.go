package store_test

import (
	"testing"
	"time"

	"crownpost/api/store"
)

func TestLeaves(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error {
			_, err := tx.LastLeave(ann.ID)
			return err
		})
		leave := func(a *store.Account, from, to time.Duration) *store.Leave {
			l := &store.Leave{AccountID: a.ID, FromAt: noon.Add(from), ToAt: noon.Add(to), CreatedAt: noon}
			b.do(func(tx *store.Tx) error { return tx.CreateLeave(l) })
			return l
		}
		second, first := leave(ann, 20*time.Hour, 30*time.Hour), leave(ann, time.Hour, 5*time.Hour)
		other := leave(bob, 2*time.Hour, 3*time.Hour)
		equal(b, "in their order", got[[]store.Leave](b)(b.read().Leaves(ann.ID)), []store.Leave{*first, *second})
		equal(b, "the last", got[*store.Leave](b)(b.read().LastLeave(ann.ID)), second)
		equal(b, "at 2:59", got[map[int64]store.Leave](b)(b.read().LeavesAt(noon.Add(3*time.Hour-time.Millisecond), bob.ID)), map[int64]store.Leave{bob.ID: *other})
		equal(b, "at 3:00", len(got[map[int64]store.Leave](b)(b.read().LeavesAt(noon.Add(3*time.Hour), bob.ID))), 0)
		equal(b, "of nobody", len(got[map[int64]store.Leave](b)(b.read().LeavesAt(noon))), 0)

		second.ToAt = noon.Add(25 * time.Hour)
		b.do(func(tx *store.Tx) error { return tx.EndLeave(second.ID, second.ToAt) })
		equal(b, "ended early", got[*store.Leave](b)(b.read().LastLeave(ann.ID)), second)
		b.do(func(tx *store.Tx) error { return tx.DeleteLeave(second.ID) })
		equal(b, "given up", got[[]store.Leave](b)(b.read().Leaves(ann.ID)), []store.Leave{*first})
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error { return tx.EndLeave(first.ID, noon) })
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error {
			return tx.CreateLeave(&store.Leave{AccountID: ann.ID, FromAt: noon.Add(1), ToAt: noon.Add(-time.Hour), CreatedAt: noon})
		})
		b.refuse(store.ErrReference, func(tx *store.Tx) error {
			return tx.CreateLeave(&store.Leave{AccountID: bob.ID + 1, FromAt: noon, ToAt: noon, CreatedAt: noon})
		})
		b.do(func(tx *store.Tx) error { return tx.DeletePrivate(ann.ID) })
		equal(b, "of a closed account", len(got[[]store.Leave](b)(b.read().Leaves(ann.ID))), 0)
	})
}

func TestLeavesOfAGame(t *testing.T) {
	onBoth(t, func(b *bench) {
		g := b.game(b.account("ann"), b.account("bob"))
		g.LeaveWhiteFrom, g.LeaveWhiteTo = noon, noon.Add(time.Hour)
		b.do(func(tx *store.Tx) error {
			l := &store.Leave{AccountID: g.WhiteID, FromAt: g.LeaveWhiteFrom, ToAt: g.LeaveWhiteTo, CreatedAt: noon}
			if err := tx.CreateLeave(l); err != nil {
				return err
			}
			return tx.SetLeaves(g)
		})
		move := *g // UpdateGame leaves them alone
		move.LeaveWhiteFrom, move.LeaveWhiteTo = time.Time{}, time.Time{}
		move.Used, move.Given = time.Minute, time.Second
		b.do(func(tx *store.Tx) error { return tx.UpdateGame(&move) })
		row := got[*store.GameView](b)(b.read().Game(g.ID))
		if !row.LeaveWhiteFrom.Equal(g.LeaveWhiteFrom) || !row.LeaveWhiteTo.Equal(g.LeaveWhiteTo) || !row.LeaveBlackFrom.IsZero() {
			t.Errorf("leaves %+v", row.Game)
		}
		if row.Used != time.Minute || row.Given != time.Second {
			t.Errorf("used %v, given %v", row.Used, row.Given)
		}
	})
}
