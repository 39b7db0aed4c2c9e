package store_test

import (
	"errors"
	"testing"
	"time"

	"crownpost/api/store"
)

func TestAccounts(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann := b.account("ann")
		for what, find := range map[string]func() (*store.Account, error){
			"by id":    func() (*store.Account, error) { return b.read().Account(ann.ID) },
			"by name":  func() (*store.Account, error) { return b.read().AccountByName("ann-key") },
			"by email": func() (*store.Account, error) { return b.read().AccountByEmail("ann@example.org") },
		} {
			a, err := find()
			must(b, err)
			equal(b, what, a, ann)
		}
		_, err := b.read().Account(99)
		isError(b, err, store.ErrNotFound)
		_, err = b.read().AccountByName("nobody")
		isError(b, err, store.ErrNotFound)

		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error {
			return tx.CreateAccount(&store.Account{Name: "Ann", NameKey: "ann-key", Role: store.Player, CreatedAt: b.now})
		})
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error {
			return tx.CreateAccount(&store.Account{Name: "Bob", NameKey: "bob", Role: "king", CreatedAt: b.now})
		})
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error { // no CreatedAt
			return tx.CreateAccount(&store.Account{Name: "Bob", NameKey: "bob", Role: store.Player})
		})
		// Guests have no address, and may be many.
		for _, name := range []string{"guest1", "guest2"} {
			b.do(func(tx *store.Tx) error {
				return tx.CreateAccount(&store.Account{Name: name, NameKey: name, Role: store.Player, CreatedAt: b.now})
			})
		}
		equal(b, "count", got[int](b)(b.read().CountAccounts()), 3)
		b.do(func(tx *store.Tx) error { return tx.LockAccounts(3, 1, 2, 1) })
	})
}

func TestUpdateWritesEveryFieldAndItsZeroValue(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann := b.account("ann")
		full := *ann
		full.Name, full.NameKey, full.Email, full.EmailKey = "Anna", "anna", "x@y.z", "x@y.z"
		full.EmailVerifiedAt, full.ClosedAt = noon.Add(time.Millisecond), noon.Add(time.Hour)
		full.PasswordHash, full.Role, full.Generation, full.Locale, full.Theme, full.ConfirmMoves = "new", store.Admin, 3, "ms", "light", true
		b.do(func(tx *store.Tx) error { return tx.UpdateAccount(&full) })
		equal(b, "version", full.Version, 1)
		equal(b, "full", got[*store.Account](b)(b.read().Account(ann.ID)), &full)

		empty := store.Account{ID: ann.ID, Name: "x", NameKey: "x", Role: store.Player, CreatedAt: ann.CreatedAt, Version: 1}
		b.do(func(tx *store.Tx) error { return tx.UpdateAccount(&empty) })
		equal(b, "empty", got[*store.Account](b)(b.read().Account(ann.ID)), &empty)

		stale := full
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateAccount(&stale) })
		equal(b, "version after a conflict", stale.Version, full.Version)
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateAccount(&store.Account{ID: 77}) })
	})
}

func TestSessions(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		session := func(id string, of *store.Account) *store.Session {
			s := &store.Session{ID: id, AccountID: of.ID, Kind: store.PageSession, RefreshHash: "r1" + id, Agent: "Lynx",
				CreatedAt: b.now, UsedAt: b.now, ExpiresAt: b.now.Add(time.Hour)}
			b.do(func(tx *store.Tx) error { return tx.CreateSession(s) })
			return s
		}
		first := session("first", ann)
		v := got[*store.SessionView](b)(b.read().Session("first"))
		equal(b, "session", v, &store.SessionView{Session: *first, Account: *ann})
		_, err := b.read().Session("none")
		isError(b, err, store.ErrNotFound)

		b.now = b.now.Add(time.Minute)
		var ok bool
		b.do(func(tx *store.Tx) (err error) {
			ok, err = tx.RotateSession("first", "r1first", "r2", b.now.Add(2*time.Hour))
			return err
		})
		equal(b, "rotated", ok, true)
		b.do(func(tx *store.Tx) (err error) {
			ok, err = tx.RotateSession("first", "r1first", "r3", b.now)
			return err
		})
		equal(b, "rotated with an old hash", ok, false)
		v = got[*store.SessionView](b)(b.read().Session("first"))
		first.RefreshHash, first.PreviousHash, first.RotatedAt, first.UsedAt, first.ExpiresAt = "r2", "r1first", b.now, b.now, b.now.Add(2*time.Hour)
		equal(b, "session after rotation", &v.Session, first)

		session("second", ann)
		session("third", ann)
		session("bobs", bob)
		b.now = b.now.Add(time.Minute)
		b.do(func(tx *store.Tx) error { return tx.TouchSession("third") })
		count := func() int { return len(got[[]store.Session](b)(b.read().Sessions(ann.ID))) }
		equal(b, "first of the list", got[[]store.Session](b)(b.read().Sessions(ann.ID))[0].ID, "third")
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error { return tx.DeleteSession(bob.ID, "third") })
		b.do(func(tx *store.Tx) error { return tx.DeleteSession(ann.ID, "third") })
		equal(b, "one less", count(), 2)
		b.do(func(tx *store.Tx) error { return tx.DeleteOtherSessions(ann.ID, "first") })
		equal(b, "one left", count(), 1)
		b.do(func(tx *store.Tx) error { return tx.DeleteSessions(ann.ID) })
		equal(b, "none left", count(), 0)
		b.now = b.now.Add(3 * time.Hour)
		b.do(func(tx *store.Tx) error { return tx.DeleteExpired() })
		_, err = b.read().Session("bobs")
		isError(b, err, store.ErrNotFound)
	})
}

func TestTokens(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann := b.account("ann")
		create := func(kind, hash string, of int64) {
			b.do(func(tx *store.Tx) error {
				return tx.CreateToken(&store.Token{Kind: kind, AccountID: of, Hash: hash, Email: "a@b.c",
					CreatedAt: b.now, ExpiresAt: b.now.Add(time.Hour)})
			})
		}
		take := func(kind, hash string) (token *store.Token, err error) {
			err = b.Write(background, func(tx *store.Tx) (err error) {
				token, err = tx.TakeToken(kind, hash)
				return err
			})
			return token, err
		}
		create(store.ResetToken, "old", ann.ID)
		create(store.VerifyToken, "other kind", ann.ID)
		create(store.ResetToken, "new", ann.ID)
		create(store.InviteToken, "invite1", 0)
		create(store.InviteToken, "invite2", 0)
		for _, c := range []struct {
			name, kind, hash string
			want             error
		}{
			{"the newest invalidates the older", store.ResetToken, "old", store.ErrNotFound},
			{"a token is good for its kind only", store.VerifyToken, "new", store.ErrNotFound},
			{"it works", store.ResetToken, "new", nil},
			{"once", store.ResetToken, "new", store.ErrNotFound},
			{"another kind stays", store.VerifyToken, "other kind", nil},
			{"invitations do not replace each other", store.InviteToken, "invite1", nil},
		} {
			token, err := take(c.kind, c.hash)
			if c.want != nil {
				isError(b, err, c.want)
				continue
			}
			must(b, err)
			equal(b, c.name, []any{token.Email, token.UsedAt}, []any{"a@b.c", b.now})
		}
		_, err := b.read().Token(store.InviteToken, "invite2", b.now)
		must(b, err)
		b.now = b.now.Add(time.Hour)
		_, err = take(store.InviteToken, "invite2")
		isError(b, err, store.ErrNotFound)
		b.now = b.now.Add(30 * 24 * time.Hour)
		b.do(func(tx *store.Tx) error { return tx.DeleteExpired() })
	})
}

func TestLoginFailures(t *testing.T) {
	onBoth(t, func(b *bench) {
		bump := func() (n int) {
			b.do(func(tx *store.Tx) (err error) { n, err = tx.BumpLoginFailure("account:1", time.Hour); return err })
			return n
		}
		equal(b, "none yet", got[store.LoginFailure](b)(b.read().LoginFailure("account:1")), store.LoginFailure{Key: "account:1"})
		equal(b, "first", bump(), 1)
		equal(b, "second", bump(), 2)
		equal(b, "stored", got[store.LoginFailure](b)(b.read().LoginFailure("account:1")),
			store.LoginFailure{Key: "account:1", Count: 2, LastAt: b.now})
		b.now = b.now.Add(2 * time.Hour)
		equal(b, "after a pause", bump(), 1)
		b.do(func(tx *store.Tx) error { return tx.ClearLoginFailure("account:1") })
		equal(b, "cleared", got[store.LoginFailure](b)(b.read().LoginFailure("account:1")).Count, 0)
	})
}

func TestReplies(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann := b.account("ann")
		reply := &store.Reply{AccountID: ann.ID, Key: "k", At: b.now}
		b.do(func(tx *store.Tx) error { return tx.PutReply(reply) })
		equal(b, "taken", got[*store.Reply](b)(b.read().Reply(ann.ID, "k")), reply)
		reply.Status, reply.Body = 201, `{"id":1}`
		b.do(func(tx *store.Tx) error { return tx.SetReply(reply) })
		equal(b, "reply", got[*store.Reply](b)(b.read().Reply(ann.ID, "k")), reply)
		b.do(func(tx *store.Tx) error {
			return tx.SetReply(&store.Reply{AccountID: ann.ID, Key: "never taken", Status: 201})
		})
		_, none := b.read().Reply(ann.ID, "never taken")
		isError(b, none, store.ErrNotFound)
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { return tx.PutReply(reply) })
		b.now = b.now.Add(8 * 24 * time.Hour)
		b.do(func(tx *store.Tx) error { return tx.DeleteExpired() })
		_, err := b.read().Reply(ann.ID, "k")
		isError(b, err, store.ErrNotFound)
	})
}

func TestDeletePrivate(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		for _, a := range []*store.Account{ann, bob} {
			b.do(func(tx *store.Tx) error {
				return errors.Join(
					tx.CreateSession(&store.Session{ID: a.Name, AccountID: a.ID, Kind: store.PageSession, CreatedAt: b.now, UsedAt: b.now, ExpiresAt: b.now.Add(time.Hour)}),
					tx.CreateToken(&store.Token{Kind: store.ResetToken, AccountID: a.ID, Hash: a.Name, CreatedAt: b.now, ExpiresAt: b.now.Add(time.Hour)}),
					tx.PutReply(&store.Reply{AccountID: a.ID, Key: "k", At: b.now}))
			})
		}
		b.do(func(tx *store.Tx) error { return tx.DeletePrivate(ann.ID) })
		for _, a := range []*store.Account{ann, bob} {
			_, noSession := b.read().Session(a.Name)
			_, noToken := b.read().Token(store.ResetToken, a.Name, b.now)
			_, noReply := b.read().Reply(a.ID, "k")
			for _, err := range []error{noSession, noToken, noReply} {
				if errors.Is(err, store.ErrNotFound) != (a == ann) {
					b.Errorf("%s: %v", a.Name, err)
				}
			}
		}
	})
}
