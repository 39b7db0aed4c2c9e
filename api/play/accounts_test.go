package play

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
)

const secretWords = "correct horse battery"

// posted is a mail that was written, with what the text was made of.
type posted struct {
	Letter
	kind string
	data map[string]string
}

// withMail has a club write mail.
func (c *club) withMail(configured bool) *club {
	c.MailConfigured = configured
	c.Mail = func(kind, _ string, data map[string]string) (string, string) {
		text, _ := json.Marshal(data)
		return kind, string(text)
	}
	return c
}

// post writes and removes all mail that is due.
func (c *club) post() []posted {
	c.t.Helper()
	ctx := context.Background()
	tasks, err := c.Store.Read(ctx).DueTasks(c.Now(), 100)
	if err != nil {
		c.t.Fatal(err)
	}
	var all []posted
	for _, task := range tasks {
		if task.Kind != TaskMail {
			continue
		}
		letter, err := c.WriteLetter(ctx, task.Payload)
		if err != nil {
			c.t.Fatal(err)
		}
		if letter != nil {
			p := posted{Letter: *letter, kind: letter.Subject}
			if err := json.Unmarshal([]byte(letter.Text), &p.data); err != nil {
				c.t.Fatal(err)
			}
			all = append(all, p)
		}
		if err := c.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteTask(task.ID) }); err != nil {
			c.t.Fatal(err)
		}
	}
	return all
}

// link returns the secret in the only mail that is due, which must be of the
// kind and go to the address.
func (c *club) link(kind, to string) string {
	c.t.Helper()
	all := c.post()
	if len(all) != 1 || all[0].kind != kind || all[0].To != to || all[0].data["token"] == "" {
		c.t.Fatalf("mail %+v; want one of kind %s to %s", all, kind, to)
	}
	return all[0].data["token"]
}

func (c *club) signUp(name, email string) (int64, error) {
	return c.SignUp(context.Background(), SignUpInput{Name: name, Email: email, Password: secretWords})
}

// join signs someone up who has no quarrel.
func (c *club) join(name string) int64 {
	c.t.Helper()
	id, err := c.signUp(name, name+"@example.org")
	if err != nil {
		c.t.Fatal(err)
	}
	c.people[name] = id
	return id
}

func (c *club) logIn(name, password string) (Tokens, error) {
	return c.LogIn(context.Background(), LogInInput{Name: name, Password: password, Address: "192.0.2.1", Agent: "Test", Kind: store.PageSession})
}

// enter logs someone in who can.
func (c *club) enter(name string) Tokens {
	c.t.Helper()
	tokens, err := c.logIn(name, secretWords)
	if err != nil {
		c.t.Fatal(err)
	}
	return tokens
}

func (c *club) account(id int64) *store.Account {
	c.t.Helper()
	a, err := c.Store.Read(context.Background()).Account(id)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

// welcome says whether an access token still opens anything, as a request
// would find out.
func (c *club) welcome(access string) bool {
	c.t.Helper()
	claims, err := c.Keys.Verify(access, c.Now())
	if err != nil {
		return false
	}
	v, err := c.Store.Read(context.Background()).Session(claims.Session)
	if errors.Is(err, store.ErrNotFound) {
		return false
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return v.AccountID == claims.Account && int64(v.Account.Generation) == claims.Generation &&
		v.Account.ClosedAt.IsZero() && v.ExpiresAt.After(c.Now())
}

// codes are the codes of the fields an error refuses.
func codes(err error) string {
	var all []string
	for _, i := range account.Invalids(err) {
		all = append(all, i.Field+":"+i.Code)
	}
	return strings.Join(all, " ")
}

func TestSignUpRefusesBadInput(t *testing.T) {
	c := newClub(t).withMail(true)
	c.join("damka")
	c.post()
	for _, test := range []struct {
		name string
		in   SignUpInput
		want string
	}{
		{"a taken name", SignUpInput{Name: "damka", Email: "x@example.org", Password: secretWords}, "name:name-taken"},
		{"in another case", SignUpInput{Name: "DAMKA", Email: "x@example.org", Password: secretWords}, "name:name-taken"},
		{"with spaces around it", SignUpInput{Name: " Damka ", Email: "x@example.org", Password: secretWords}, "name:name-taken"},
		{"with an invisible letter", SignUpInput{Name: "da\u200Bmka", Email: "x@example.org", Password: secretWords}, "name:name-invisible"},
		{"a taken name and a taken address", SignUpInput{Name: "damka", Email: "damka@example.org", Password: secretWords}, "name:name-taken"},
		{"nothing", SignUpInput{}, "name:name-length email:email-missing password:password-short"},
		{"the name for a password", SignUpInput{Name: "somebody", Email: "x@example.org", Password: "Somebody"}, "password:password-personal"},
		{"a megabyte", SignUpInput{Name: strings.Repeat("a", 1<<20), Email: strings.Repeat("b", 1<<20), Password: strings.Repeat("c", 1<<20)}, "name:name-length email:email-length password:password-long"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := c.SignUp(context.Background(), test.in); codes(err) != test.want {
				t.Errorf("got %v", err)
			}
		})
	}
	if n, err := c.Store.Read(context.Background()).CountAccounts(); n != 1 || err != nil {
		t.Errorf("%d accounts, %v", n, err)
	}
	if mail := c.post(); len(mail) != 0 {
		t.Errorf("mail %+v", mail)
	}
}

func TestSignUpsAtOnceMakeOneAccount(t *testing.T) {
	c := newClub(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for i, name := range []string{"Damka", "damka", "DAMKA", "damka ", "Damka", "dAMKA"} {
		all.Go(func() {
			_, err := c.signUp(name, string(rune('a'+i))+"@example.org")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				made++
			} else if codes(err) != "name:name-taken" {
				t.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	if made != 1 {
		t.Errorf("%d accounts", made)
	}
}

func TestAnAddressInUseDoesNotShow(t *testing.T) {
	for _, configured := range []bool{true, false} {
		c := newClub(t).withMail(configured)
		owner := c.join("anna")
		c.post()
		ctx := context.Background()
		id, err := c.signUp("prober", "Anna@Example.ORG")
		if err != nil || id == 0 {
			t.Fatalf("got %v, %v", id, err)
		}
		if a := c.account(id); a.Email != "" || !a.EmailVerifiedAt.IsZero() {
			t.Errorf("the prober has the address: %+v", a)
		}
		if a := c.account(owner); a.Email != "anna@example.org" {
			t.Errorf("the owner has lost it: %+v", a)
		}
		if pending, err := c.Store.Read(ctx).PendingEmail(id, c.Now()); pending != "Anna@example.org" || err != nil {
			t.Errorf("pending %q, %v", pending, err)
		}
		if mail := c.post(); len(mail) != 1 || mail[0].kind != mailEmailUsed || mail[0].To != "anna@example.org" || mail[0].data["name"] != "anna" || mail[0].data["token"] != "" {
			t.Errorf("mail %+v", mail)
		}
		if _, err := c.logIn("prober", secretWords); err != nil {
			t.Errorf("the prober cannot log in: %v", err)
		}
		t.Run("nor when it is changed to", func(t *testing.T) {
			other := c.join("other")
			c.post()
			if err := c.ChangeEmail(ctx, other, secretWords, "anna@example.org"); err != nil {
				t.Fatal(err)
			}
			kinds := map[string]string{}
			for _, m := range c.post() {
				kinds[m.kind] = m.To
			}
			if kinds[mailEmailUsed] != "anna@example.org" || kinds[mailVerify] != "" {
				t.Errorf("mail %v", kinds)
			}
			if a := c.account(owner); a.Email != "anna@example.org" {
				t.Errorf("the owner has lost it: %+v", a)
			}
			if pending, _ := c.Store.Read(ctx).PendingEmail(other, c.Now()); pending != "anna@example.org" {
				t.Errorf("pending %q", pending)
			}
		})
	}
}

func TestRegistration(t *testing.T) {
	c := newClub(t, "anna")
	ctx := context.Background()
	c.Registration = RegistrationClosed
	if _, err := c.signUp("closed", "closed@example.org"); !errors.Is(err, ErrClosedRegistration) {
		t.Errorf("closed: %v", err)
	}
	if _, err := c.CreateUser(ctx, SignUpInput{Name: "byhand", Email: "byhand@example.org", Password: secretWords}); err != nil {
		t.Errorf("closed, by the command line: %v", err)
	}
	c.Registration = RegistrationByInvitation
	secret, err := c.CreateInvitation(ctx, c.people["anna"])
	if err != nil {
		t.Fatal(err)
	}
	invited := func(name, secret string) error {
		_, err := c.SignUp(ctx, SignUpInput{Name: name, Email: name + "@example.org", Password: secretWords, Invitation: secret})
		return err
	}
	for _, wrong := range []string{"", "word", secret + "x"} {
		if err := invited("guess", wrong); !errors.Is(err, ErrClosedRegistration) {
			t.Errorf("with %q: %v", wrong, err)
		}
	}
	if err := invited("anna", secret); codes(err) != "name:name-taken" {
		t.Errorf("with a taken name: %v", err)
	}
	if err := invited("ben", secret); err != nil {
		t.Errorf("the invitation was used up by a refusal: %v", err)
	}
	if err := invited("carl", secret); !errors.Is(err, ErrClosedRegistration) {
		t.Errorf("twice: %v", err)
	}
	late, _ := c.CreateInvitation(ctx, c.people["anna"])
	c.pass(inviteLifetime)
	if err := invited("dora", late); !errors.Is(err, ErrClosedRegistration) {
		t.Errorf("late: %v", err)
	}
}

func TestLogIn(t *testing.T) {
	c := newClub(t)
	id := c.join("Damka")
	for _, name := range []string{"Damka", "damka", " DAMKA ", "damka@example.org", "DAMKA@EXAMPLE.ORG"} {
		tokens, err := c.logIn(name, secretWords)
		if err != nil || tokens.Account != id || !c.welcome(tokens.Access) {
			t.Errorf("%q: %+v, %v", name, tokens, err)
		}
	}
	closed := c.join("closed17")
	if err := c.CloseUser(context.Background(), closed); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, login, password string }{
		{"a wrong password", "Damka", "correct horse batterie"},
		{"no password", "Damka", ""},
		{"a very long one", "Damka", strings.Repeat("a", 1<<20)},
		{"an unknown name", "Nobody", secretWords},
		{"a very long name", strings.Repeat("a", 1<<20), secretWords},
		{"an unknown address", "nobody@example.org", secretWords},
		{"no name", "", secretWords},
		{"a closed account by its old name", "closed17", secretWords},
		{"a closed account by its new one", "closed-2", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if tokens, err := c.logIn(test.login, test.password); !errors.Is(err, ErrLogIn) || tokens != (Tokens{}) {
				t.Errorf("got %+v, %v", tokens, err)
			}
		})
	}
	if sessions, err := c.Store.Read(context.Background()).Sessions(id); err != nil || len(sessions) != 5 {
		t.Errorf("%d sessions, %v", len(sessions), err)
	}
}

func TestWrongLogInsSlowDown(t *testing.T) {
	var slow *SlowDownError
	for _, name := range []string{"anna", "nobody"} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.join("anna")
			for i := range account.PerAccount.Free {
				if _, err := c.logIn(name, "wrong password"); !errors.Is(err, ErrLogIn) {
					t.Fatalf("attempt %d: %v", i+1, err)
				}
			}
			_, err := c.logIn(name, secretWords)
			if !errors.As(err, &slow) || slow.Wait != account.PerAccount.First {
				t.Fatalf("the next one: %v", err)
			}
			c.pass(slow.Wait)
			_, err = c.logIn(name, secretWords)
			if name == "anna" && err != nil || name == "nobody" && !errors.Is(err, ErrLogIn) {
				t.Errorf("after the wait: %v", err)
			}
		})
	}
	t.Run("many at once", func(t *testing.T) {
		c := newClub(t)
		c.join("anna")
		var all sync.WaitGroup
		var mu sync.Mutex
		tried := 0
		for range 50 {
			all.Go(func() {
				if _, err := c.logIn("anna", "wrong password"); errors.Is(err, ErrLogIn) {
					mu.Lock()
					tried++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if tried != account.PerAccount.Free {
			t.Errorf("%d passwords were tried", tried)
		}
	})
	t.Run("many names from one address", func(t *testing.T) {
		c := newClub(t)
		c.join("anna")
		for i := range account.PerAddress.Free {
			if _, err := c.logIn("name"+string(rune('a'+i)), "wrong password"); !errors.Is(err, ErrLogIn) {
				t.Fatalf("attempt %d: %v", i+1, err)
			}
		}
		if _, err := c.logIn("anna", secretWords); !errors.As(err, &slow) {
			t.Errorf("the next one: %v", err)
		}
		elsewhere := LogInInput{Name: "anna", Password: secretWords, Address: "192.0.2.2", Kind: store.PageSession}
		if _, err := c.LogIn(context.Background(), elsewhere); err != nil {
			t.Errorf("from another address: %v", err)
		}
	})
}

func TestPasswordHashesAreRenewed(t *testing.T) {
	c := newClub(t)
	id := c.join("anna")
	before := c.account(id).PasswordHash
	c.Hasher = account.NewHasherCost(128, 1)
	first := c.enter("anna")
	after := c.account(id).PasswordHash
	if before == after || !strings.Contains(after, "m=128,") {
		t.Errorf("hash %s", after)
	}
	c.enter("anna")
	if !c.welcome(first.Access) || c.account(id).PasswordHash != after {
		t.Error("a new hash of the same password ended a session, or was made twice")
	}
}

func TestRefresh(t *testing.T) {
	c := newClub(t)
	ctx := context.Background()
	c.join("anna")
	first := c.enter("anna")

	c.pass(account.AccessLifetime + time.Minute)
	if c.welcome(first.Access) {
		t.Error("an access token outlives its time")
	}
	if access, err := c.Resume(ctx, first.Refresh); err != nil || !c.welcome(access) {
		t.Errorf("resume: %v", err)
	}
	second, err := c.Refresh(ctx, first.Refresh)
	if err != nil || second.Refresh == "" || second.Refresh == first.Refresh || !c.welcome(second.Access) {
		t.Fatalf("refresh: %+v, %v", second, err)
	}
	tab, err := c.Refresh(ctx, first.Refresh)
	if err != nil || tab.Refresh != "" || !c.welcome(tab.Access) {
		t.Errorf("a second tab: %+v, %v", tab, err)
	}
	c.pass(account.GracePeriod + time.Second)
	if _, err := c.Resume(ctx, first.Refresh); !errors.Is(err, account.ErrToken) {
		t.Errorf("resume with an old token: %v", err)
	}
	if !c.welcome(second.Access) {
		t.Error("resuming has written something")
	}
	if _, err := c.Refresh(ctx, first.Refresh); !errors.Is(err, account.ErrToken) {
		t.Errorf("an old token: %v", err)
	}
	if c.welcome(second.Access) {
		t.Error("the session of a copied token goes on")
	}
	if _, err := c.Refresh(ctx, second.Refresh); !errors.Is(err, account.ErrToken) {
		t.Errorf("the newest token of an ended session: %v", err)
	}
	for _, wrong := range []string{"", "word", first.Refresh + "x", first.Session + "." + strings.Repeat("A", 43)} {
		if _, err := c.Refresh(ctx, wrong); !errors.Is(err, account.ErrToken) {
			t.Errorf("%q: %v", wrong, err)
		}
		if _, err := c.Resume(ctx, wrong); !errors.Is(err, account.ErrToken) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	t.Run("a session ends when it is not used", func(t *testing.T) {
		tokens := c.enter("anna")
		c.pass(pageLifetime - time.Second)
		next, err := c.Refresh(ctx, tokens.Refresh)
		if err != nil {
			t.Fatal(err)
		}
		c.pass(pageLifetime)
		if _, err := c.Refresh(ctx, next.Refresh); !errors.Is(err, account.ErrToken) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("many tabs at once", func(t *testing.T) {
		tokens := c.enter("anna")
		var all sync.WaitGroup
		var mu sync.Mutex
		rotated := 0
		for range 20 {
			all.Go(func() {
				next, err := c.Refresh(ctx, tokens.Refresh)
				if err != nil || !c.welcome(next.Access) {
					t.Errorf("got %v", err)
				}
				if next.Refresh != "" {
					mu.Lock()
					rotated++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if rotated != 1 {
			t.Errorf("replaced %d times", rotated)
		}
	})
}

func TestSessionsCanBeEnded(t *testing.T) {
	c := newClub(t)
	ctx := context.Background()
	anna, ben := c.join("anna"), c.join("ben")
	one, two, three, bens := c.enter("anna"), c.enter("anna"), c.enter("anna"), c.enter("ben")
	if err := c.EndSession(ctx, ben, one.Session); !errors.Is(err, store.ErrNotFound) || !c.welcome(one.Access) {
		t.Errorf("another's: %v", err)
	}
	if err := c.EndSession(ctx, anna, one.Session); err != nil || c.welcome(one.Access) || !c.welcome(two.Access) {
		t.Errorf("one's own: %v", err)
	}
	if err := c.EndOtherSessions(ctx, anna, three.Session); err != nil || c.welcome(two.Access) || !c.welcome(three.Access) || !c.welcome(bens.Access) {
		t.Errorf("all others: %v", err)
	}
}

func TestChangePassword(t *testing.T) {
	c := newClub(t).withMail(true)
	ctx := context.Background()
	id := c.join("anna")
	c.post()
	here, there := c.enter("anna"), c.enter("anna")
	if err := c.ForgotPassword(ctx, "anna@example.org"); err != nil {
		t.Fatal(err)
	}
	forgotten := c.link(mailReset, "anna@example.org")

	if _, err := c.ChangePassword(ctx, id, here.Session, "wrong password", "another password"); codes(err) != "current:password-wrong" {
		t.Errorf("a wrong one: %v", err)
	}
	if _, err := c.ChangePassword(ctx, id, here.Session, secretWords, "short"); codes(err) != "password:password-short" {
		t.Errorf("a short one: %v", err)
	}
	if !c.welcome(there.Access) {
		t.Fatal("a refused change ended a session")
	}
	tokens, err := c.ChangePassword(ctx, id, here.Session, secretWords, "another password")
	if err != nil {
		t.Fatal(err)
	}
	if !c.welcome(tokens.Access) || c.welcome(here.Access) || c.welcome(there.Access) {
		t.Error("the changing session alone goes on, with its new token")
	}
	if _, err := c.Refresh(ctx, here.Refresh); err != nil {
		t.Errorf("the changing session cannot be refreshed: %v", err)
	}
	if _, err := c.Refresh(ctx, there.Refresh); !errors.Is(err, account.ErrToken) {
		t.Errorf("another session can: %v", err)
	}
	if _, err := c.logIn("anna", secretWords); !errors.Is(err, ErrLogIn) {
		t.Errorf("the old password: %v", err)
	}
	if _, err := c.logIn("anna", "another password"); err != nil {
		t.Errorf("the new password: %v", err)
	}
	if err := c.ResetPassword(ctx, forgotten, "a third password"); !errors.Is(err, ErrGone) {
		t.Errorf("a link from before: %v", err)
	}
	if mail := c.post(); len(mail) != 1 || mail[0].kind != mailPasswordChanged || mail[0].To != "anna@example.org" {
		t.Errorf("mail %+v", mail)
	}
}

func TestWrongPasswordsOfAnOpenSessionSlowDown(t *testing.T) {
	c := newClub(t)
	ctx := context.Background()
	id := c.join("anna")
	var err error
	for range account.PerAccount.Free + 1 {
		err = c.CloseAccount(ctx, id, "wrong password")
	}
	var slow *SlowDownError
	if !errors.As(err, &slow) || !c.account(id).ClosedAt.IsZero() {
		t.Errorf("got %v", err)
	}
}

func TestForgottenPassword(t *testing.T) {
	c := newClub(t).withMail(true)
	ctx := context.Background()
	id := c.join("anna")
	c.post()
	forgot := func() string {
		t.Helper()
		if err := c.ForgotPassword(ctx, "ANNA@example.org"); err != nil {
			t.Fatal(err)
		}
		return c.link(mailReset, "anna@example.org")
	}
	session := c.enter("anna")
	if err := c.ForgotPassword(ctx, "no address"); codes(err) != "email:email-malformed" {
		t.Errorf("no address: %v", err)
	}
	if err := c.ForgotPassword(ctx, "nobody@example.org"); err != nil {
		t.Errorf("an unknown address: %v", err)
	}
	if mail := c.post(); len(mail) != 0 {
		t.Errorf("mail %+v", mail)
	}

	older, newer := forgot(), forgot()
	if err := c.ResetPassword(ctx, older, "another password"); !errors.Is(err, ErrGone) {
		t.Errorf("the older link: %v", err)
	}
	if err := c.ResetPassword(ctx, newer, "short"); codes(err) != "password:password-short" {
		t.Errorf("a short password: %v", err)
	}
	var all sync.WaitGroup
	results := make(chan error, 5)
	for range cap(results) {
		all.Go(func() { results <- c.ResetPassword(ctx, newer, "another password") })
	}
	all.Wait()
	close(results)
	worked := 0
	for err := range results {
		if err == nil {
			worked++
		} else if !errors.Is(err, ErrGone) {
			t.Errorf("got %v", err)
		}
	}
	if worked != 1 {
		t.Errorf("the link worked %d times", worked)
	}
	if c.welcome(session.Access) {
		t.Error("a session goes on")
	}
	if _, err := c.logIn("anna", "another password"); err != nil {
		t.Errorf("the new password: %v", err)
	}
	if c.account(id).EmailVerifiedAt.IsZero() {
		t.Error("the link has not proved the address")
	}
	c.post()

	t.Run("a link does not outlive its time", func(t *testing.T) {
		link := forgot()
		c.pass(resetLifetime)
		if err := c.ResetPassword(ctx, link, "yet another password"); !errors.Is(err, ErrGone) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("nor a change of the address", func(t *testing.T) {
		link := forgot()
		if err := c.ChangeEmail(ctx, id, "another password", "anna@example.net"); err != nil {
			t.Fatal(err)
		}
		if err := c.VerifyEmail(ctx, c.link(mailVerify, "anna@example.net")); err != nil {
			t.Fatal(err)
		}
		c.post()
		if err := c.ResetPassword(ctx, link, "yet another password"); !errors.Is(err, ErrGone) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("nor the account", func(t *testing.T) {
		if err := c.ForgotPassword(ctx, "anna@example.net"); err != nil {
			t.Fatal(err)
		}
		link := c.link(mailReset, "anna@example.net")
		if err := c.CloseUser(ctx, id); err != nil {
			t.Fatal(err)
		}
		if err := c.ResetPassword(ctx, link, "yet another password"); !errors.Is(err, ErrGone) {
			t.Errorf("got %v", err)
		}
	})
}

func TestVerifyEmail(t *testing.T) {
	c := newClub(t).withMail(true)
	ctx := context.Background()
	id := c.join("anna")
	link := c.link(mailVerify, "anna@example.org")
	if !c.account(id).EmailVerifiedAt.IsZero() {
		t.Fatal("verified without the link")
	}
	if err := c.ResendVerification(ctx, id); err != nil {
		t.Fatal(err)
	}
	newer := c.link(mailVerify, "anna@example.org")
	if err := c.VerifyEmail(ctx, link); !errors.Is(err, ErrGone) {
		t.Errorf("the older link: %v", err)
	}
	if err := c.VerifyEmail(ctx, newer); err != nil || c.account(id).EmailVerifiedAt.IsZero() {
		t.Errorf("the newer link: %v", err)
	}
	if err := c.VerifyEmail(ctx, newer); !errors.Is(err, ErrGone) {
		t.Errorf("twice: %v", err)
	}
	if err := c.ResendVerification(ctx, id); err != nil || len(c.post()) != 0 {
		t.Errorf("again, once verified: %v", err)
	}

	t.Run("a new address counts once it is proved", func(t *testing.T) {
		if err := c.ChangeEmail(ctx, id, "wrong password", "new@example.org"); codes(err) != "password:password-wrong" {
			t.Errorf("with a wrong password: %v", err)
		}
		if err := c.ChangeEmail(ctx, id, secretWords, "new@example.org"); err != nil {
			t.Fatal(err)
		}
		if a := c.account(id); a.Email != "anna@example.org" {
			t.Errorf("at once: %s", a.Email)
		}
		if err := c.VerifyEmail(ctx, c.link(mailVerify, "new@example.org")); err != nil {
			t.Fatal(err)
		}
		if a := c.account(id); a.Email != "new@example.org" || a.EmailKey != "new@example.org" || a.EmailVerifiedAt.IsZero() {
			t.Errorf("got %+v", a)
		}
		if mail := c.post(); len(mail) != 1 || mail[0].kind != mailEmailChanged || mail[0].To != "anna@example.org" || mail[0].data["email"] != "new@example.org" {
			t.Errorf("mail %+v", mail)
		}
	})
	t.Run("a claim that was never proved falls", func(t *testing.T) {
		squatter, err := c.signUp("squatter", "carl@example.org")
		if err != nil {
			t.Fatal(err)
		}
		c.post()
		if err := c.ChangeEmail(ctx, id, secretWords, "dora@example.org"); err != nil {
			t.Fatal(err)
		}
		link := c.link(mailVerify, "dora@example.org")
		other, err := c.signUp("dora", "dora@example.org")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.VerifyEmail(ctx, link); err != nil {
			t.Fatal(err)
		}
		if c.account(id).Email != "dora@example.org" || c.account(other).Email != "" || c.account(squatter).Email != "carl@example.org" {
			t.Error("the address is not with who proved it")
		}
		c.post()
	})
	t.Run("of two addresses asked for the last counts", func(t *testing.T) {
		for _, address := range []string{"first@example.org", "last@example.org"} {
			if err := c.ChangeEmail(ctx, id, secretWords, address); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.VerifyEmail(ctx, c.link(mailVerify, "last@example.org")); err != nil || c.account(id).Email != "last@example.org" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a closed account has no address any more", func(t *testing.T) {
		gone := c.join("gone")
		c.post()
		if err := c.ResendVerification(ctx, gone); err != nil {
			t.Fatal(err)
		}
		link := c.link(mailVerify, "gone@example.org")
		if err := c.CloseUser(ctx, gone); err != nil {
			t.Fatal(err)
		}
		if err := c.VerifyEmail(ctx, link); !errors.Is(err, ErrGone) || c.account(gone).Email != "" {
			t.Errorf("got %v", err)
		}
	})
}

func TestWithoutAMailServer(t *testing.T) {
	c := newClub(t).withMail(false)
	id := c.join("anna")
	if err := c.ChangeEmail(context.Background(), id, secretWords, "new@example.org"); err != nil || c.account(id).Email != "new@example.org" {
		t.Errorf("a new address does not count at once: %v", err)
	}
	c.Mail = nil
	if err := c.ForgotPassword(context.Background(), "new@example.org"); err != nil {
		t.Errorf("without any mail: %v", err)
	}
}

func TestSecretsOfLinksAreNotStored(t *testing.T) {
	c := newClub(t).withMail(true)
	ctx := context.Background()
	c.join("anna")
	if err := c.ForgotPassword(ctx, "anna@example.org"); err != nil {
		t.Fatal(err)
	}
	tasks, err := c.Store.Read(ctx).DueTasks(c.Now(), 10)
	if err != nil || len(tasks) != 2 {
		t.Fatalf("%d tasks, %v", len(tasks), err)
	}
	for _, task := range tasks {
		if strings.Contains(task.Payload, "token") || len(task.Payload) > 100 {
			t.Errorf("payload %s", task.Payload)
		}
	}
}

func TestMailThatWaitsIsNotSentTwice(t *testing.T) {
	c := newClub(t).withMail(true)
	c.join("anna")
	c.post()
	for range 5 {
		if err := c.ForgotPassword(context.Background(), "anna@example.org"); err != nil {
			t.Fatal(err)
		}
	}
	c.link(mailReset, "anna@example.org")
}

func TestCloseAccount(t *testing.T) {
	c := newClub(t).withMail(true)
	ctx := context.Background()
	id := c.join("anna")
	c.post()
	session := c.enter("anna")
	if err := c.CloseAccount(ctx, id, "wrong password"); codes(err) != "password:password-wrong" || !c.welcome(session.Access) {
		t.Fatalf("a wrong password: %v", err)
	}
	if err := c.CloseAccount(ctx, id, secretWords); err != nil {
		t.Fatal(err)
	}
	a := c.account(id)
	if a.Email != "" || a.EmailKey != "" || a.PasswordHash != "" || a.ClosedAt.IsZero() || strings.Contains(a.Name, "anna") {
		t.Errorf("got %+v", a)
	}
	if c.welcome(session.Access) {
		t.Error("the session goes on")
	}
	if found, err := c.Store.Read(ctx).AccountByName(account.NameKey(a.Name)); err != nil || found.ID != id {
		t.Errorf("the closed account cannot be looked up: %v", err)
	}
	if err := c.CloseUser(ctx, id); err != nil {
		t.Errorf("twice: %v", err)
	}
	if mail := c.post(); len(mail) != 0 {
		t.Errorf("mail %+v", mail)
	}
	if again := c.join("anna"); again == id {
		t.Error("the name is not free again")
	}
}

func TestSetPasswordAndRole(t *testing.T) {
	c := newClub(t)
	ctx := context.Background()
	id := c.join("anna")
	session := c.enter("anna")
	if err := c.SetPassword(ctx, id, "another password"); err != nil || c.welcome(session.Access) {
		t.Errorf("a session survives: %v", err)
	}
	if _, err := c.logIn("anna", "another password"); err != nil {
		t.Error(err)
	}
	if err := c.SetRole(ctx, id, store.Admin); err != nil || c.account(id).Role != store.Admin {
		t.Errorf("got %v", err)
	}
	if err := c.SetRole(ctx, id, "queen"); codes(err) != "role:unknown" || c.account(id).Role != store.Admin {
		t.Errorf("an unknown role: %v", err)
	}
}

func TestCleanUp(t *testing.T) {
	c := newClub(t)
	ctx := context.Background()
	id := c.join("anna")
	c.enter("anna")
	signing := c.Keys.Newest()
	if err := c.CleanUp(ctx); err != nil || !c.Keys.Newest().Equal(signing) {
		t.Errorf("a fresh key was replaced: %v", err)
	}
	c.pass(max(keyAge, pageLifetime))
	if err := c.CleanUp(ctx); err != nil || !c.Keys.Newest().After(signing) {
		t.Errorf("an old key was not replaced: %v", err)
	}
	if sessions, err := c.Store.Read(ctx).Sessions(id); err != nil || len(sessions) != 0 {
		t.Errorf("%d sessions left, %v", len(sessions), err)
	}
	if tokens := c.enter("anna"); !c.welcome(tokens.Access) {
		t.Error("the new key does not sign")
	}
}

func TestTheNameOfAClosedAccountIsReplacedWhereItStandsAlone(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"1.2 Anna – Bert 1-0", "1.2 closed-1 – Bert 1-0"},
		{"Anna", "closed-1"},
		{"Anna, Annabel and Anna", "closed-1, Annabel and closed-1"},
		{"Joanna and Anna-Maria", "Joanna and Anna-Maria"},
		{"Paired with Anna.", "Paired with closed-1."},
		{"Bert", "Bert"},
	} {
		if got := replaceName(test.text, "Anna", "closed-1"); got != test.want {
			t.Errorf("%q became %q, want %q", test.text, got, test.want)
		}
	}
}
