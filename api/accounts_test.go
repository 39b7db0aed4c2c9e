package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
)

// mails writes the mail that is due, as the runner would.
func (s *testSite) letters() []*play.Letter {
	s.t.Helper()
	ctx := context.Background()
	tasks, err := s.Store.Read(ctx).DueTasks(s.Now(), 100)
	if err != nil {
		s.t.Fatal(err)
	}
	var letters []*play.Letter
	for _, task := range tasks {
		if task.Kind != play.TaskMail {
			continue
		}
		letter, err := s.Play.WriteLetter(ctx, task.Payload)
		if err != nil {
			s.t.Fatal(err)
		}
		if letter != nil {
			letters = append(letters, letter)
		}
		if err := s.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteTask(task.ID) }); err != nil {
			s.t.Fatal(err)
		}
	}
	return letters
}

// mailedLink is the path of the link in the only mail that is due, which must
// go to the address.
func (s *testSite) mailedLink(to string) string {
	s.t.Helper()
	letters := s.letters()
	if len(letters) != 1 || letters[0].To != to {
		s.t.Fatalf("mail %+v, want one to %s", letters, to)
	}
	for _, word := range strings.Fields(letters[0].Text) {
		if path, ok := strings.CutPrefix(word, "http://crownpost.test/"); ok {
			return "/" + path
		}
	}
	s.t.Fatalf("no link in\n%s", letters[0].Text)
	return ""
}

// want fails unless an answer has the status and, for a redirect, the place.
func (a answer) want(t testing.TB, status int, location ...string) answer {
	t.Helper()
	if a.status != status || len(location) > 0 && a.header.Get("Location") != location[0] {
		t.Fatalf("%d to %q, want %d %v\n%s", a.status, a.header.Get("Location"), status, location, a.body)
	}
	return a
}

// shows fails unless a page has all texts.
func (a answer) shows(t testing.TB, texts ...string) answer {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			t.Errorf("the page does not show %q:\n%s", text, a.body)
		}
	}
	return a
}

func TestSigningUpInAndOut(t *testing.T) {
	s := newSite(t)
	anna := s.visitor()
	anna.get("/settings").want(t, 303, "/login?next=%2Fsettings")
	anna.post("/signup", url.Values{"name": {"Anna"}, "email": {"anna@example.org"}, "password": {password}, "next": {"/lobby"}}).want(t, 303, "/lobby")
	anna.get("/settings").want(t, 200).shows(t, "anna@example.org", "Anna")
	old := anna.cookie("crownpost")
	anna.post("/logout", nil).want(t, 303, "/")
	anna.get("/settings").want(t, 303, "/login?next=%2Fsettings")
	if s.visitor().do("GET", "/settings", "", "", "Cookie", "crownpost="+old).status != 303 {
		t.Error("the session goes on after the log-out")
	}
	for _, name := range []string{"Anna", "ANNA", " anna ", "anna@example.org", "Anna@Example.org", "аnnа"} {
		c := s.visitor()
		c.post("/login", url.Values{"name": {name}, "password": {password}}).want(t, 303, "/")
		c.get("/login").want(t, 303, "/")
	}
	s.visitor().post("/login", url.Values{"name": {"Anna"}, "password": {password + " "}}).want(t, 401).shows(t, "do not belong together")
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	s := newSite(t)
	anna, phone := s.browser("Anna"), s.visitor()
	phone.name = "Anna"
	phone.do("POST", "/login", "application/x-www-form-urlencoded", url.Values{"name": {"Anna"}, "password": {password}}.Encode(),
		"User-Agent", "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36").want(t, 303)
	page := anna.get("/settings").want(t, 200).shows(t, "Chrome, Android").body
	_, rest, _ := strings.Cut(page, "/settings/sessions/")
	id, _, _ := strings.Cut(rest, "/revoke")
	anna.post("/settings/sessions/"+id+"/revoke", nil).want(t, 303, "/settings")
	phone.get("/settings").want(t, 303)
	anna.post("/settings/sessions/"+id+"/revoke", nil).want(t, 404)
	for range 2 {
		phone.post("/login", url.Values{"name": {"Anna"}, "password": {password}}).want(t, 303)
	}
	anna.post("/settings/sessions/revoke-others", nil).want(t, 303, "/settings")
	phone.get("/settings").want(t, 303)
	anna.get("/settings").want(t, 200)
}

func TestNamesAreUniqueHoweverTheyAreWritten(t *testing.T) {
	s, _ := newDocumentedSite(t)
	s.program("Damka")
	mail := 0
	signUp := func(name string) answer {
		mail++
		return s.visitor().call("POST", "/api/v1/accounts", map[string]any{"name": name, "email": fmt.Sprintf("m%d@example.org", mail), "password": password})
	}
	for _, name := range []string{"Damka", "damka", "DAMKA", " damka ", "dаmkа", "Dámka", "DAМKА", "ｄａｍｋａ"} {
		a := signUp(name)
		told, _ := a.json(t)["fields"].(map[string]any)
		if a.status != 422 || told["name"] == nil {
			t.Errorf("%q: %d %s", name, a.status, a.body)
		}
	}
	if a := signUp("da\u200bmka"); a.status != 422 {
		t.Errorf("an invisible character: %d %s", a.status, a.body)
	}
	page := s.visitor().post("/signup", url.Values{"name": {"DAMKA"}, "email": {"x@example.org"}, "password": {password}})
	page.want(t, 422).shows(t, "is taken", `aria-describedby="field-name`)
	s.visitor().get("/players/DAMKA?result=won").want(t, 301, "/players/Damka?result=won")
	if got := s.visitor().must(200, "GET", "/api/v1/players/dAMKA", nil)["name"]; got != "Damka" {
		t.Errorf("found as %v", got)
	}
	var all sync.WaitGroup
	statuses := make([]int, 12)
	for i := range statuses {
		name := []string{"Zoe", "ZOE", "zoe", "Zoë"}[i%4]
		body := fmt.Sprintf(`{"name":%q,"email":"z%d@example.org","password":%q}`, name, i, password)
		all.Go(func() { statuses[i] = s.visitor().do("POST", "/api/v1/accounts", "application/json", body).status })
	}
	all.Wait()
	slices.Sort(statuses)
	if statuses[0] != 201 || statuses[1] != 422 || statuses[11] != 422 {
		t.Errorf("at once: %v", statuses)
	}
}

func TestANameInAnotherAlphabetHasAPage(t *testing.T) {
	s, _ := newDocumentedSite(t)
	c := s.visitor()
	c.must(201, "POST", "/api/v1/accounts", map[string]any{"name": "Михаил", "email": "m@example.org", "password": password})
	c.get("/players/"+url.PathEscape("Михаил")).want(t, 200).shows(t, "Михаил")
	c.get("/players/"+url.PathEscape("МИХАИЛ")).want(t, 301, "/players/"+url.PathEscape("Михаил"))
	c.must(200, "GET", "/api/v1/players/"+url.PathEscape("михаил"), nil)
	c.must(200, "GET", "/api/v1/players/%6dихаил", nil)
}

func TestAForgottenPassword(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	s.letters()
	forgot := func(email string) { s.visitor().post("/forgot", url.Values{"email": {email}}).want(t, 200) }
	reset := func(link, password string) answer {
		return s.visitor().post(link, url.Values{"password": {password}, "repeat": {password}})
	}
	forgot("nobody@example.org")
	if letters := s.letters(); len(letters) != 0 {
		t.Errorf("mail to nobody: %+v", letters)
	}

	forgot("ANNA@example.org")
	first := s.mailedLink("anna@example.org")
	s.clock.pass(time.Minute)
	forgot("anna@example.org")
	link := s.mailedLink("anna@example.org")
	reset(first, "another-corner-8").want(t, 409) // only the newest is good
	s.visitor().get(link).want(t, 200)            // a mail scanner
	reset(link, "short").want(t, 422)
	s.visitor().post(link, url.Values{"password": {"another-corner-8"}, "repeat": {"another-corner-9"}}).want(t, 422).shows(t, "The two passwords differ.")
	reset(link, "another-corner-8").want(t, 303, "/login")
	reset(link, "a-third-corner-9").want(t, 409)
	anna.get("/settings").want(t, 303, "/login?next=%2Fsettings")
	s.visitor().post("/login", url.Values{"name": {"Anna"}, "password": {password}}).want(t, 401)
	anna.post("/login", url.Values{"name": {"Anna"}, "password": {"another-corner-8"}}).want(t, 303)
	if letters := s.letters(); len(letters) != 1 || letters[0].To != "anna@example.org" {
		t.Errorf("she is told %+v", letters)
	}

	forgot("anna@example.org")
	link = s.mailedLink("anna@example.org")
	s.clock.pass(3 * time.Hour)
	reset(link, "a-third-corner-9").want(t, 409)

	anna.post("/login", url.Values{"name": {"Anna"}, "password": {"another-corner-8"}}).want(t, 303)
	forgot("anna@example.org")
	link = s.mailedLink("anna@example.org")
	anna.post("/settings/email", url.Values{"email": {"new@example.org"}, "password": {"another-corner-8"}}).want(t, 303)
	reset(link, "a-third-corner-9").want(t, 409)
}

func TestTwoUsesOfALinkAtOnce(t *testing.T) {
	s := newSite(t)
	s.browser("Anna")
	s.letters()
	s.visitor().post("/forgot", url.Values{"email": {"anna@example.org"}})
	link := s.mailedLink("anna@example.org")
	var all sync.WaitGroup
	statuses := make([]int, 8)
	for i := range statuses {
		values := url.Values{"password": {fmt.Sprintf("quiet-corner-%d", 10+i)}, "repeat": {fmt.Sprintf("quiet-corner-%d", 10+i)}}
		all.Go(func() { statuses[i] = s.visitor().post(link, values).status })
	}
	all.Wait()
	slices.Sort(statuses)
	if statuses[0] != 303 || statuses[1] != 409 || statuses[7] != 409 {
		t.Errorf("%v", statuses)
	}
}

func TestAnEmailAddressIsChanged(t *testing.T) {
	change := func(c *client, email string) answer {
		return c.post("/settings/email", url.Values{"email": {email}, "password": {password}})
	}
	t.Run("where mail is sent, once it is confirmed", func(t *testing.T) {
		s := newSite(t, func(s *Server) { s.Play.MailConfigured = true })
		anna := s.browser("Anna")
		anna.post(s.mailedLink("anna@example.org"), nil).want(t, 303)
		change(anna, "new@example.org").want(t, 303, "/settings")
		anna.get("/settings").shows(t, "anna@example.org", "new@example.org")
		link := s.mailedLink("new@example.org")
		anna.get(link).want(t, 200).shows(t, "new@example.org")
		anna.post(link, nil).want(t, 303)
		anna.post(link, nil).want(t, 409)
		if page := anna.get("/settings").shows(t, "new@example.org"); strings.Contains(page.body, "anna@example.org") {
			t.Error("the old address is still there")
		}
		if letters := s.letters(); len(letters) != 1 || letters[0].To != "anna@example.org" {
			t.Errorf("the old address is told %+v", letters)
		}
	})
	t.Run("where mail goes to a folder, at once", func(t *testing.T) {
		s := newSite(t)
		anna := s.browser("Anna")
		change(anna, "new@example.org").want(t, 303, "/settings")
		anna.get("/settings").shows(t, "new@example.org")
		s.visitor().post("/login", url.Values{"name": {"new@example.org"}, "password": {password}}).want(t, 303)
	})
}

func TestWhereMailIsSentTheAddressMustBeConfirmedFirst(t *testing.T) {
	s, _ := newDocumentedSite(t, func(s *Server) { s.Play.MailConfigured = true })
	anna := s.program("Anna")
	page := s.visitor()
	page.post("/login", url.Values{"name": {"Anna"}, "password": {password}})
	seek := map[string]any{"variant": "table", "clock": "per-move 3d", "rated": true}
	form := url.Values{"variant": {"table"}, "clock": {"per-move 3d"}, "rated": {"yes"}, "audience": {"all"}}
	if code := anna.must(403, "POST", "/api/v1/seeks", seek)["code"]; code != "unverified" {
		t.Errorf("code %v", code)
	}
	page.post("/seeks", form).want(t, 403).shows(t, "Confirm your e-mail address first")
	link := s.mailedLink("anna@example.org")
	s.visitor().get(link).want(t, 200)
	anna.must(403, "POST", "/api/v1/seeks", seek) // looking is not confirming
	s.visitor().post(link, nil).want(t, 303)
	anna.must(201, "POST", "/api/v1/seeks", seek)
	page.post("/seeks", form).want(t, 303)
}

func TestWhoMaySignUp(t *testing.T) {
	site := func(r play.Registration) *testSite {
		s, _ := newDocumentedSite(t, func(s *Server) { s.Play.Registration, s.Config.Registration = r, string(r) })
		return s
	}
	values := func(name, invitation string) url.Values {
		return url.Values{"name": {name}, "email": {name + "@example.org"}, "password": {password}, "invitation": {invitation}}
	}
	t.Run("closed", func(t *testing.T) {
		s := site(play.RegistrationClosed)
		if page := s.visitor().get("/signup").want(t, 200); strings.Contains(page.body, `action="/signup"`) {
			t.Error("the page has a form")
		}
		s.visitor().post("/signup", values("Anna", "")).want(t, 403)
		s.visitor().must(403, "POST", "/api/v1/accounts", map[string]any{"name": "Anna", "email": "anna@example.org", "password": password})
	})
	t.Run("by invitation", func(t *testing.T) {
		s := site(play.RegistrationByInvitation)
		owner, err := s.Play.CreateUser(t.Context(), play.SignUpInput{Name: "Owner7", Email: "owner@example.org", Password: password})
		if err != nil {
			t.Fatal(err)
		}
		secret, err := s.Play.CreateInvitation(t.Context(), owner)
		if err != nil {
			t.Fatal(err)
		}
		if page := s.visitor().get("/signup").want(t, 200); strings.Contains(page.body, `action="/signup"`) {
			t.Error("the page has a form without an invitation")
		}
		s.visitor().get("/signup?invitation="+secret).want(t, 200).shows(t, `action="/signup"`, secret)
		s.visitor().post("/signup", values("Anna", "")).want(t, 403)
		s.visitor().post("/signup", values("Anna", "guessed")).want(t, 403)
		s.visitor().post("/signup", values("A", secret)).want(t, 422).shows(t, secret) // and may be tried again
		s.visitor().post("/signup", values("Anna", secret)).want(t, 303)
		s.visitor().must(403, "POST", "/api/v1/accounts", map[string]any{"name": "Bert", "email": "b@example.org", "password": password, "invitation": secret})
	})
}

func TestAClosedAccount(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	page := s.visitor()
	page.post("/login", url.Values{"name": {"Anna"}, "password": {password}})
	act := func(game int64, c *client, ply int, move string) {
		c.must(200, "POST", "/api/v1/games/"+itoa(game)+"/acts", map[string]any{"ply": ply, "act": move})
	}
	begun, fresh := s.game("international", "per-move 3d", anna, bert), s.game("checkers", "per-move 3d", bert, anna)
	act(begun, anna, 0, "32-28")
	act(begun, bert, 1, "19-23")
	anna.must(201, "POST", "/api/v1/seeks", map[string]any{"variant": "table", "clock": "per-move 3d", "rated": true})
	event := bert.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Spring", "variant": "table", "clock": "per-move 3d"})
	anna.must(204, "POST", "/api/v1/tournaments/"+number(event["id"])+"/enter", nil)

	page.post("/settings/close", url.Values{"password": {password}}).want(t, 422).shows(t, "Please tick the box.")
	page.post("/settings/close", url.Values{"password": {"not hers"}, "confirm": {"yes"}}).want(t, 422).shows(t, "This is not your present password.")
	page.post("/settings/close", url.Values{"password": {password}, "confirm": {"yes"}}).want(t, 303, "/")

	page.get("/settings").want(t, 303)
	anna.must(401, "GET", "/api/v1/account", nil)
	s.visitor().post("/login", url.Values{"name": {"Anna"}, "password": {password}}).want(t, 401)
	s.visitor().post("/login", url.Values{"name": {"closed-1"}, "password": {""}}).want(t, 401)
	g := s.visitor().must(200, "GET", "/api/v1/games/"+itoa(begun), nil)
	if r := g["result"].(map[string]any); r["winner"] != "black" || r["reason"] != "account-closed" || g["white"].(map[string]any)["name"] != "closed-1" {
		t.Errorf("the game that had begun: %v", g)
	}
	if g := s.visitor().must(200, "GET", "/api/v1/games/"+itoa(fresh), nil); g["status"] != "aborted" {
		t.Errorf("the game that had not begun: %v", g)
	}
	if n := s.seeks(); n != 0 {
		t.Errorf("%d seeks are left", n)
	}
	for _, path := range []string{"/", "/games/" + itoa(begun), "/players/closed-1", "/players/Bert", "/leaderboards", "/tournaments/" + number(event["id"]), "/lobby"} {
		if a := s.visitor().get(path).want(t, 200); strings.Contains(a.body, "Anna") || strings.Contains(a.body, "anna@") {
			t.Errorf("%s shows the name or address", path)
		}
	}
	s.visitor().get("/players/Anna").want(t, 404)
	s.letters()
	for table, rows := range s.dump() {
		if strings.Contains(strings.ToLower(rows), "anna") {
			t.Errorf("the name or address is left in %s:\n%s", table, rows)
		}
	}
	bert.must(409, "POST", "/api/v1/games/"+itoa(begun)+"/rematch", nil)
	// Both may be had again.
	s.program("Anna")
}

func TestPreferences(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	anna.post("/settings/preferences", url.Values{"theme": {"dark"}}).want(t, 303, "/settings")
	anna.get("/settings").shows(t, `value="dark" checked`)
	anna.post("/settings/preferences", url.Values{"theme": {"auto"}, "confirmMoves": {"yes"}}).want(t, 303)
	anna.get("/settings").shows(t, `value="auto" checked`, `name="confirmMoves" value="yes" checked`)
}

func TestSignUpsFromOneAddressAreLimited(t *testing.T) {
	s := newSite(t)
	s.signups = account.NewLimiter(time.Minute, 2, 10)
	for i, want := range []int{201, 201, 429} {
		body := map[string]any{"name": fmt.Sprintf("Anna%d", i), "email": fmt.Sprintf("a%d@example.org", i), "password": password}
		a := s.visitor().call("POST", "/api/v1/accounts", body)
		if a.status != want || (a.header.Get("Retry-After") != "") != (want == 429) {
			t.Errorf("sign-up %d: %d %s", i+1, a.status, a.body)
		}
	}
	s.visitor().post("/signup", url.Values{"name": {"Bert"}, "email": {"b@example.org"}, "password": {password}}).want(t, http.StatusTooManyRequests)
}
