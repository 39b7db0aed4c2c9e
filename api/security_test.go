package api

import (
	"context"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"crownpost/api/account"
)

// addressOf is an address in the scene that a route's pattern answers.
func (s *scene) addressOf(route string) string {
	path := route
	for pattern, ids := range map[string]map[string]string{
		":id":      {"/games": "game", "/seeks": "seek", "/tournaments": "tournament", "sessions": "session"},
		":name":    {"": "name"},
		":token":   {"/invite": "invitation", "": "mail"},
		":variant": {"": "variant"},
		":topic":   {"": "topic"},
	} {
		for _, part := range slices.Backward(slices.Sorted(maps.Keys(ids))) { // the empty one last
			if strings.Contains(path, pattern) && strings.Contains(path, part) {
				path = strings.Replace(path, pattern, "{"+ids[part]+"}", 1)
			}
		}
	}
	s.ids["name"], s.ids["variant"], s.ids["topic"] = "Anna", "international", "clocks"
	return s.fill(strings.Replace(path, "*", "x", 1))
}

func getRoutes(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, r := range routesOf(t) {
		if r.Method == http.MethodGet {
			paths = append(paths, r.Path)
		}
	}
	slices.Sort(paths)
	return paths
}

// peek asks for an address, and of a stream reads only what it sends at once.
func (c *client) peek(method, path string) answer {
	c.site.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, c.site.http.URL+path, nil)
	if err != nil {
		c.site.t.Fatal(err)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		c.site.t.Fatal(err)
	}
	defer resp.Body.Close()
	var body []byte
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") && method == http.MethodGet {
		body = make([]byte, 256)
		n, err := resp.Body.Read(body)
		if err != nil {
			c.site.t.Fatal(err)
		}
		body = body[:n]
	} else if body, err = io.ReadAll(resp.Body); err != nil {
		c.site.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(body)}
}

func TestNoGetChangesAnythingAndEachAnswersHead(t *testing.T) {
	s := newScene(t)
	before := s.dump()
	for _, route := range getRoutes(t) {
		path := s.addressOf(route)
		for who, c := range map[string]*client{
			"nobody": s.visitor(), "a reader": s.browsers["Anna"], "a program": s.programs["Anna"], "a stranger": s.browsers["Carol"],
		} {
			got := c.peek("GET", path)
			if got.status >= 500 {
				t.Errorf("%s by %s: %d\n%s", path, who, got.status, got.body)
			}
			head := c.peek("HEAD", path)
			if head.status != got.status || head.body != "" || head.header.Get("Content-Type") != got.header.Get("Content-Type") {
				t.Errorf("%s by %s: GET %d %s, HEAD %d %s with %d bytes", path, who, got.status, got.header.Get("Content-Type"),
					head.status, head.header.Get("Content-Type"), len(head.body))
			}
		}
	}
	s.compare(t, before)
}

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	https := func(s *Server) { s.Config.BaseURL = &url.URL{Scheme: "https", Host: "crownpost.test"} }
	s := newScene(t)
	secure := newSite(t, https)
	paths := []string{"/no/such/page", "/api/v1/no-such-thing", "/static/x"}
	for _, route := range getRoutes(t) {
		paths = append(paths, s.addressOf(route))
	}
	for _, path := range paths {
		a := s.browsers["Anna"].peek("GET", path)
		csp := a.header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: %q lacks %q", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") || strings.Contains(csp, "http") {
			t.Errorf("%s: %q is not strict", path, csp)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": "",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if cache := a.header.Get("Cache-Control"); a.status == http.StatusOK && cache != "no-store" && cache != "no-cache" {
			t.Errorf("%s may be cached: %q", path, cache)
		}
		if strings.Contains(a.body, "<script>") || regexp.MustCompile(`<[^>]*\s(on\w+|style)=`).MatchString(a.body) {
			t.Errorf("%s has inline script or style", path)
		}
	}
	if hsts := secure.visitor().get("/").header.Get("Strict-Transport-Security"); hsts == "" {
		t.Error("no HSTS over https")
	}
}

func TestRequestsFromOtherSitesAreRefused(t *testing.T) {
	s := newScene(t)
	before := s.dump()
	for _, r := range inputRows() {
		clients, body := s.browsers, ""
		if r.json() {
			clients = s.programs
		}
		if r.good != nil {
			body = r.encode(s, r.good)
		}
		for _, from := range [][]string{
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
			{"Sec-Fetch-Site", "cross-site", "X-HTTP-Method-Override", "GET"},
			{"Origin", "https://evil.example"},
			{"Origin", "null"},
			{"Origin", "http://crownpost.test.evil.example"},
			{"Origin", "https://crownpost.test"},
		} {
			a := clients[r.who].do(r.method(), s.fill(r.address()), r.mediaType(), body, from...)
			if a.status != http.StatusForbidden || !strings.Contains(a.body, "another site") {
				t.Errorf("%s from %v: %d", r.route, from, a.status)
			}
		}
	}
	s.compare(t, before)
}

func TestRequestsFromTheSiteItselfAreServed(t *testing.T) {
	s := newScene(t)
	for _, from := range [][]string{
		{"Sec-Fetch-Site", "same-origin", "Origin", "http://crownpost.test"},
		{"Sec-Fetch-Site", "none"},
		{"Origin", "http://crownpost.test"},
		{},
	} {
		a := s.browsers["Anna"].do("POST", "/settings/preferences", "application/x-www-form-urlencoded", "theme=dark", from...)
		if a.status != http.StatusSeeOther {
			t.Errorf("from %v: %d", from, a.status)
		}
	}
}

var changingID = regexp.MustCompile(`"requestId":"\w+"|<code>\w+</code>`)

// What is not one's own to see is not there.
func TestForeignAndMissingThingsLookAlike(t *testing.T) {
	s := newScene(t)
	for _, path := range []string{
		"POST /api/v1/seeks/{challenge}/accept", "POST /api/v1/seeks/{challenge}/decline", "DELETE /api/v1/seeks/{challenge}",
		"POST /api/v1/seeks/{linked}/accept", "DELETE /api/v1/sessions/{session}",
		"POST /seeks/{challenge}/accept", "POST /seeks/{challenge}/decline", "POST /seeks/{challenge}/cancel",
		"POST /settings/sessions/{session}/revoke",
	} {
		method, path, _ := strings.Cut(path, " ")
		carol := s.browsers["Carol"]
		if strings.HasPrefix(path, "/api/") {
			carol = s.programs["Carol"]
		}
		foreign, missing := carol.do(method, s.fill(path), "", ""), carol.do(method, brace.ReplaceAllString(path, "987654"), "", "")
		same := changingID.ReplaceAllString(foreign.body, "") == changingID.ReplaceAllString(missing.body, "")
		if foreign.status != http.StatusNotFound || missing.status != foreign.status || !same {
			t.Errorf("%s: foreign %d, missing %d\n%s\n%s", path, foreign.status, missing.status, foreign.body, missing.body)
		}
	}
	for _, path := range []string{"/api/v1/games/99", "/api/v1/tournaments/99", "/api/v1/players/Nobody", "/api/v1/leaderboards/chess", "/api/v1/x", "/api/v1/games/x/moves"} {
		a := s.visitor().get(path)
		if p := a.json(t); a.status != http.StatusNotFound || p["code"] != "not-found" || p["detail"] != "There is nothing at this address." || len(p) != 6 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// Who may look at what: a private thing is in nobody else's answer.
func TestNothingPrivateIsShownToOthers(t *testing.T) {
	s := newScene(t)
	for who, c := range map[string]*client{"nobody": s.visitor(), "Carol": s.browsers["Carol"], "Carol's program": s.programs["Carol"], "Bert": s.browsers["Bert"]} {
		for _, route := range getRoutes(t) {
			if route == "/invite/:token" {
				continue
			}
			a := c.peek("GET", s.addressOf(route))
			for what, secret := range map[string]string{
				"an address": "anna@example.org", "a link": s.ids["invitation"], "a session": s.ids["session"],
			} {
				if strings.Contains(a.body, secret) {
					t.Errorf("%s shows %s %s of Anna's", route, who, what)
				}
			}
			if who != "Bert" && strings.Contains(a.body, "/seeks/"+s.ids["challenge"]+"/") {
				t.Errorf("%s shows %s a challenge to Bert", route, who)
			}
		}
	}
}

var payloads = []string{
	`</script><img src=x onerror=alert(1)>`,
	`"onmouseover="alert(1)`,
	`'><svg/onload=alert(1)>`,
	`javascript:alert(1)//<b>`,
	`{{.User}}<i>&lt;`,
}

// checkEscaped fails if a page has a text as anything but text.
func checkEscaped(t *testing.T, where, body, payload string, wanted bool) {
	t.Helper()
	if strings.Contains(body, payload) && html.EscapeString(payload) != payload {
		t.Errorf("%s has %s as it is", where, payload)
	}
	if wanted && !strings.Contains(html.UnescapeString(body), payload) {
		t.Errorf("%s does not show %s", where, payload)
	}
	for _, bad := range []string{`href="javascript:`, "<svg/", "<img src=x"} {
		if strings.Contains(body, bad) {
			t.Errorf("%s has %s", where, bad)
		}
	}
}

func TestTextsAreShownAsTexts(t *testing.T) {
	s := newScene(t)
	anna, reader := s.programs["Anna"], s.browsers["Bert"]
	for _, payload := range payloads {
		created := anna.must(http.StatusCreated, "POST", "/api/v1/tournaments", map[string]any{
			"name": payload, "description": payload, "variant": "table", "clock": "per-move 3d",
		})
		for _, path := range []string{"/", "/tournaments", "/tournaments/" + number(created["id"])} {
			checkEscaped(t, path, reader.get(path).body, payload, path != "/") // which shows a few
		}
		if a := anna.get("/api/v1/tournaments/" + number(created["id"])); a.json(t)["name"] != payload || strings.ContainsAny(a.body, "<>") {
			t.Errorf("JSON: %s", a.body)
		}
		q := url.QueryEscape(payload)
		for _, path := range []string{
			"/lobby?opponent=" + q, "/lobby?invited=" + q, "/login?next=" + q, "/signup?next=" + q + "&invitation=" + q,
			"/players/Anna?opponent=" + q + "&from=" + q + "&to=" + q + "&result=" + q + "&variant=" + q + "&pool=" + q + "&before=" + q,
			s.fill("/games/{game}?ply=") + q + "&view=" + q, "/tournaments?page=" + q, "/leaderboards?variant=" + q, "/rules/" + url.PathEscape(payload),
			"/" + url.PathEscape(payload), "/session?next=" + q, "/players/" + url.PathEscape(payload),
		} {
			checkEscaped(t, path, reader.get(path).body, payload, strings.HasPrefix(path, "/lobby?opponent"))
			checkEscaped(t, path, s.visitor().get(path).body, payload, false)
		}
		for path, values := range map[string]url.Values{
			"/signup":                    {"name": {payload}, "email": {payload}, "password": {"x"}, "next": {payload}},
			"/login":                     {"name": {payload}, "password": {"x"}, "next": {payload}},
			"/forgot":                    {"email": {payload}},
			"/seeks":                     {"variant": {payload}, "clock": {payload}, "customClock": {payload}, "rated": {"yes"}, "opponent": {payload}},
			"/tournaments":               {"name": {payload}, "description": {payload}, "variant": {payload}, "rated": {"no"}, "starts": {payload}},
			s.fill("/games/{game}/acts"): {"ply": {"2"}, "act": {payload}, "offer": {payload}},
		} {
			a := s.browsers["Anna"].post(path, values)
			if a.status < 400 {
				t.Errorf("%s took %s: %d", path, payload, a.status)
			}
			checkEscaped(t, "the answer of "+path, a.body, payload, false)
		}
	}
}

func TestLogInGoesOnToAddressesOfThisSiteAlone(t *testing.T) {
	s := newSite(t)
	s.program("Anna")
	for next, want := range map[string]string{
		"//evil.example": "/", `/\evil.example`: "/", "/%5Cevil.example": "/", "/%2F%2Fevil.example": "/", "https:evil.example": "/",
		"/\t/evil.example": "/", "javascript:alert(1)": "/", "https://evil.example/": "/", `\\evil.example`: "/", "": "/", "lobby": "/",
		"/games/12?tab=2#x": "/games/12?tab=2#x", "/lobby": "/lobby",
	} {
		if got := s.visitor().post("/login", url.Values{"name": {"Anna"}, "password": {password}, "next": {next}}).header.Get("Location"); got != want {
			t.Errorf("log-in: next %q goes to %q, want %q", next, got, want)
		}
		c := s.visitor()
		c.post("/login", url.Values{"name": {"Anna"}, "password": {password}})
		if got := c.get("/login?next=" + url.QueryEscape(next)).header.Get("Location"); got != want {
			t.Errorf("signed in: next %q goes to %q, want %q", next, got, want)
		}
		if got := c.get("/session?next=" + url.QueryEscape(next)).header.Get("Location"); got != want {
			t.Errorf("session: next %q goes to %q, want %q", next, got, want)
		}
	}
}

func TestCookies(t *testing.T) {
	for _, tc := range []struct {
		scheme, access, refresh string
		secure                  bool
	}{{"http", "crownpost", "crownpost-refresh", false}, {"https", "__Host-crownpost", "__Secure-crownpost-refresh", true}} {
		s := newSite(t, func(s *Server) { s.Config.BaseURL = &url.URL{Scheme: tc.scheme, Host: "crownpost.test"} })
		s.program("Anna")
		a := s.visitor().post("/login", url.Values{"name": {"Anna"}, "password": {password}})
		paths := map[string]string{tc.access: "/", tc.refresh: "/session"}
		for _, line := range a.header.Values("Set-Cookie") {
			cookie, err := http.ParseSetCookie(line)
			if err != nil {
				t.Fatal(err)
			}
			if cookie.Path != paths[cookie.Name] || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Secure != tc.secure || cookie.Domain != "" {
				t.Errorf("%s: %s", tc.scheme, line)
			}
			delete(paths, cookie.Name)
		}
		if len(paths) > 0 {
			t.Errorf("%s: no cookie %v", tc.scheme, paths)
		}
	}
}

func TestATokenOfAnEndedSessionIsRefused(t *testing.T) {
	for name, end := range map[string]func(s *testSite, c, other *client){
		"revoked": func(_ *testSite, c, other *client) {
			for _, row := range other.must(http.StatusOK, "GET", "/api/v1/sessions", nil)["sessions"].([]any) {
				if row := row.(map[string]any); row["current"] == false {
					other.must(http.StatusNoContent, "DELETE", "/api/v1/sessions/"+row["id"].(string), nil)
				}
			}
		},
		"expired": func(s *testSite, _, _ *client) { s.clock.pass(account.AccessLifetime + account.Leeway + time.Second) },
		"the account is closed": func(s *testSite, _, _ *client) {
			if err := s.Play.CloseUser(context.Background(), 1); err != nil {
				s.t.Fatal(err)
			}
		},
		"the password is new": func(s *testSite, _, _ *client) {
			if err := s.Play.SetPassword(context.Background(), 1, "another-corner-8"); err != nil {
				s.t.Fatal(err)
			}
		},
	} {
		s := newSite(t)
		c := s.program("Anna")
		other := s.visitor()
		other.name = "Anna"
		other.logIn()
		end(s, c, other)
		a := c.get("/api/v1/account")
		if a.status != http.StatusUnauthorized || a.header.Get("WWW-Authenticate") == "" || a.json(t)["code"] != "token" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

func TestForgedTokensAreRefused(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	parts := strings.Split(anna.token, ".")
	for name, token := range map[string]string{
		"nonsense":               "nonsense",
		"empty parts":            "..",
		"a stripped signature":   parts[0] + "." + parts[1] + ".",
		"alg none":               "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + parts[1] + ".",
		"another's signature":    parts[0] + "." + parts[1] + "." + strings.Split(bert.token, ".")[2],
		"another's payload":      parts[0] + "." + strings.Split(bert.token, ".")[1] + "." + parts[2],
		"a very long token":      strings.Repeat("a", 100_000),
		"a refresh token":        "session.secret",
		"the token with a space": anna.token + " x",
	} {
		c := s.visitor()
		c.token = token
		if a := c.get("/api/v1/account"); a.status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		cookie := s.visitor().do("GET", "/settings", "", "", "Cookie", "crownpost="+token)
		if cookie.status != http.StatusSeeOther || !strings.HasPrefix(cookie.header.Get("Location"), "/login") {
			t.Errorf("%s as a cookie: %d", name, cookie.status)
		}
	}
	// Who sends both is who the token says.
	page := s.visitor()
	page.post("/login", url.Values{"name": {"Anna"}, "password": {password}})
	page.token = bert.token
	if name := page.get("/api/v1/account").json(t)["name"]; name != "Bert" {
		t.Errorf("cookie of Anna and token of Bert: %v", name)
	}
	page.token = "nonsense"
	if a := page.get("/api/v1/account"); a.status != http.StatusUnauthorized {
		t.Errorf("cookie of Anna and a bad token: %d", a.status)
	}
}

func TestAChangedPasswordEndsTheOtherSessions(t *testing.T) {
	s := newSite(t)
	program, here, there := s.program("Anna"), s.visitor(), s.visitor()
	for _, c := range []*client{here, there} {
		c.post("/login", url.Values{"name": {"Anna"}, "password": {password}})
	}
	old := here.cookie("crownpost")
	a := here.post("/settings/password", url.Values{"current": {password}, "password": {"another-corner-8"}, "repeat": {"another-corner-8"}})
	if a.status != http.StatusSeeOther {
		t.Fatalf("%d\n%s", a.status, a.body)
	}
	if got := here.get("/settings").status; got != http.StatusOK {
		t.Errorf("who changed it: %d", got)
	}
	if got := there.get("/settings").status; got != http.StatusSeeOther {
		t.Errorf("the other browser: %d", got)
	}
	if got := program.get("/api/v1/account").status; got != http.StatusUnauthorized {
		t.Errorf("the program: %d", got)
	}
	if got := s.visitor().do("GET", "/settings", "", "", "Cookie", "crownpost="+old).status; got != http.StatusSeeOther {
		t.Errorf("the token before the change: %d", got)
	}
	if got := s.visitor().post("/login", url.Values{"name": {"Anna"}, "password": {password}}).status; got != http.StatusUnauthorized {
		t.Errorf("the old password: %d", got)
	}
}

func (c *client) cookie(name string) string {
	c.site.t.Helper()
	at, err := url.Parse(c.site.http.URL + "/session")
	if err != nil {
		c.site.t.Fatal(err)
	}
	for _, cookie := range c.http.Jar.Cookies(at) {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

func TestRefreshTokensAreUsedOnce(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	refresh := func(status int, token any) map[string]any {
		return s.visitor().must(status, "POST", "/api/v1/sessions/refresh", map[string]any{"refreshToken": token})
	}
	first := s.visitor().must(http.StatusCreated, "POST", "/api/v1/sessions", map[string]any{"name": "Anna", "password": password})
	second := refresh(http.StatusOK, first["refreshToken"])
	if second["refreshToken"] == first["refreshToken"] || second["session"] != first["session"] {
		t.Fatalf("first %v, second %v", first, second)
	}
	// The answer may have been lost: for a moment the old one is still good.
	if again := refresh(http.StatusOK, first["refreshToken"]); again["refreshToken"] != nil || again["token"] == nil {
		t.Errorf("again: %v", again)
	}
	third := refresh(http.StatusOK, second["refreshToken"])
	s.clock.pass(2 * account.GracePeriod)
	refresh(http.StatusUnauthorized, first["refreshToken"]) // somebody has copied it
	refresh(http.StatusUnauthorized, third["refreshToken"])
	anna.token = third["token"].(string)
	anna.must(http.StatusUnauthorized, "GET", "/api/v1/account", nil)
	refresh(http.StatusUnauthorized, "x.y")
}

func TestPagesRenewTheirSession(t *testing.T) {
	s := newSite(t)
	c := s.browser("Anna")
	expire := func() { s.clock.pass(account.AccessLifetime + account.Leeway + time.Second) }
	follow := func(path string) string {
		a := c.get(path)
		for range 3 {
			if a.status == http.StatusSeeOther {
				path = a.header.Get("Location")
				a = c.get(path)
			}
		}
		return fmt.Sprintf("%s %d", path, a.status)
	}
	expire()
	if got := follow("/settings?a=1&b=2"); got != "/settings?a=1&b=2 200" {
		t.Errorf("a page: %s", got)
	}
	expire()
	before := c.cookie("crownpost-refresh")
	if a := c.do("POST", "/session/renew", "", "", "Accept", "application/json"); a.status != http.StatusNoContent || c.cookie("crownpost-refresh") == before {
		t.Errorf("renewal: %d", a.status)
	}
	if got := follow("/settings"); got != "/settings 200" {
		t.Errorf("after the renewal: %s", got)
	}
	// A stream and a program's request leave the cookies alone.
	expire()
	if a := c.get("/api/v1/account"); a.status != http.StatusUnauthorized || c.cookie("crownpost-refresh") == "" {
		t.Errorf("JSON: %d, refresh cookie %q", a.status, c.cookie("crownpost-refresh"))
	}
	if a := c.get("/events"); a.status != http.StatusSeeOther || c.cookie("crownpost-refresh") == "" {
		t.Errorf("events: %d", a.status)
	}
	if got := follow("/settings"); got != "/settings 200" {
		t.Errorf("after that: %s", got)
	}
	// An old token that is presented again ends the session.
	s.clock.pass(2 * account.GracePeriod)
	stolen := s.visitor().do("POST", "/session/renew", "", "", "Cookie", "crownpost-refresh="+before)
	if stolen.status != http.StatusSeeOther || follow("/settings") != "/login?next=%2Fsettings 200" {
		t.Errorf("after a theft: %d, %s", stolen.status, follow("/settings"))
	}
}

// A form that was open for longer than an access token lives is not lost.
func TestAFormSentWithAnExpiredTokenIsKept(t *testing.T) {
	s := newSite(t)
	c := s.browser("Anna")
	s.clock.pass(account.AccessLifetime + account.Leeway + time.Second)
	values := url.Values{"variant": {"table"}, "clock": {"per-move 3d"}, "rated": {"yes"}, "colour": {"black"}, "audience": {"all"}}
	path := "/seeks"
	var seen []string
	for range 4 {
		a := c.post(path, values)
		seen = append(seen, fmt.Sprintf("%d %s", a.status, path))
		path = a.header.Get("Location")
		if a.status != http.StatusTemporaryRedirect {
			break
		}
	}
	want := []string{"307 /seeks", "307 /session?next=%2Fseeks", "303 /seeks"}
	if !slices.Equal(seen, want) || !strings.HasPrefix(path, "/lobby?") {
		t.Errorf("%v to %s, want %v", seen, path, want)
	}
	seeks := s.visitor().must(http.StatusOK, "GET", "/api/v1/seeks", nil)["seeks"].([]any)
	if len(seeks) != 1 || seeks[0].(map[string]any)["colour"] != "black" {
		t.Errorf("seeks %v", seeks)
	}
}

// Where the session is over it leads to the log-in, and from there to the page
// that the form was on.
func TestAFormSentAfterTheSession(t *testing.T) {
	s := newSite(t)
	c := s.browser("Anna")
	s.clock.pass(31 * 24 * time.Hour)
	for referer, next := range map[string]string{
		"http://crownpost.test/lobby?x=1": "%2Flobby%3Fx%3D1", s.http.URL + "/games/3": "%2Fgames%2F3",
		"https://evil.example/x": "%2F", "": "%2F", "http://crownpost.test//evil.example": "%2F",
	} {
		cookies := "crownpost=" + c.cookie("crownpost") + "; crownpost-refresh=" + c.cookie("crownpost-refresh")
		send := func(path string) answer {
			return s.visitor().do("POST", path, "application/x-www-form-urlencoded", "variant=table", "Referer", referer, "Cookie", cookies)
		}
		a := send("/seeks")
		a.want(t, http.StatusTemporaryRedirect, "/session?next=%2Fseeks")
		send(a.header.Get("Location")).want(t, http.StatusSeeOther, "/login?next="+next)
	}
	c.post("/login", url.Values{"name": {"Anna"}, "password": {password}}).want(t, http.StatusSeeOther, "/")
}

// wrongLogIn tries a wrong password and returns the status.
func (s *testSite) wrongLogIn(name string, headers ...string) int {
	s.t.Helper()
	body := fmt.Sprintf(`{"name":%q,"password":"not this one"}`, name)
	a := s.visitor().do("POST", "/api/v1/sessions", "application/json", body, headers...)
	if (a.status == http.StatusTooManyRequests) != (a.header.Get("Retry-After") != "") {
		s.t.Errorf("%d with Retry-After %q", a.status, a.header.Get("Retry-After"))
	}
	return a.status
}

func TestWrongPasswordsSlowTheAccountDown(t *testing.T) {
	for _, name := range []string{"Anna", "Nobody"} { // alike
		s := newSite(t)
		s.program("Anna")
		var got []int
		for range 7 {
			got = append(got, s.wrongLogIn(name))
		}
		if want := []int{401, 401, 401, 401, 401, 429, 429}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		s.clock.pass(3 * time.Second)
		if got := s.wrongLogIn(name); got != 401 {
			t.Errorf("%s after the wait: %d", name, got)
		}
		if got := s.wrongLogIn(name); got != 429 {
			t.Errorf("%s right after that: %d", name, got)
		}
		if name == "Nobody" {
			continue
		}
		// On the pages too, and the owner gets in after the wait.
		if a := s.visitor().post("/login", url.Values{"name": {name}, "password": {password}}); a.status != 429 || !strings.Contains(a.body, "Too many attempts") {
			t.Errorf("the page: %d", a.status)
		}
		s.clock.pass(time.Minute)
		if a := s.visitor().post("/login", url.Values{"name": {name}, "password": {password}}); a.status != 303 {
			t.Errorf("the owner after the wait: %d", a.status)
		}
	}
}

func TestWrongPasswordsSlowTheAddressDown(t *testing.T) {
	forwarded := func(i int) []string {
		address := fmt.Sprintf("198.51.100.%d", i+1)
		return []string{"X-Forwarded-For", address, "X-Real-IP", address, "Forwarded", "for=" + address}
	}
	count := func(s *testSite, headers func(i int) []string) (limited int) {
		for i := range 40 {
			if s.wrongLogIn(fmt.Sprintf("nobody%d", i), headers(i)...) == 429 {
				limited++
			}
		}
		return limited
	}
	proxied := func(s *Server) {
		s.Config.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("203.0.113.9/32")}
	}
	t.Run("headers of strangers count for nothing", func(t *testing.T) {
		if got := count(newSite(t), forwarded); got != 20 {
			t.Errorf("%d of 40 were refused, want 20", got)
		}
	})
	t.Run("people behind a proxy are told apart", func(t *testing.T) {
		if got := count(newSite(t, proxied), forwarded); got != 0 {
			t.Errorf("%d of 40 were refused, want none", got)
		}
	})
	t.Run("the nearest address that is no proxy counts", func(t *testing.T) {
		s := newSite(t, proxied)
		spoofed := func(i int) []string {
			return []string{"X-Forwarded-For", fmt.Sprintf("192.0.2.%d, 198.51.100.66, 203.0.113.9", i)}
		}
		if got := count(s, spoofed); got != 20 {
			t.Errorf("%d of 40 were refused, want 20", got)
		}
		if got := s.wrongLogIn("someone", "X-Forwarded-For", "192.0.2.1"); got != 401 {
			t.Errorf("who was named only by the attacker is limited: %d", got)
		}
	})
	t.Run("a whole network of IPv6 is one address", func(t *testing.T) {
		six := func(i int) []string {
			return []string{"X-Forwarded-For", fmt.Sprintf("2001:db8:1:1::%x", i+1)}
		}
		if got := count(newSite(t, proxied), six); got != 20 {
			t.Errorf("%d of 40 were refused, want 20", got)
		}
	})
}

func TestMailIsLimited(t *testing.T) {
	s := newSite(t)
	var got []int
	for i := range 12 {
		got = append(got, s.visitor().post("/forgot", url.Values{"email": {fmt.Sprintf("a%d@example.org", i)}}).status)
	}
	if got[9] != 200 || got[10] != 429 || got[11] != 429 {
		t.Errorf("%v", got)
	}
}

var changing = regexp.MustCompile(`<code>\w+</code>|datetime="[^"]*"`)

// Nobody learns here whether an address belongs to an account.
func TestKnownAndUnknownAddressesAreAnsweredAlike(t *testing.T) {
	for _, mail := range []bool{false, true} {
		s := newSite(t, func(s *Server) { s.Play.MailConfigured = mail })
		s.program("Anna")
		alike := func(what string, known, unknown answer) {
			t.Helper()
			for _, a := range []*answer{&known, &unknown} {
				a.header = a.header.Clone()
				for _, name := range []string{"X-Request-Id", "Date", "Set-Cookie"} {
					if name == "Set-Cookie" {
						a.header.Set("Cookies", fmt.Sprint(len(a.header.Values(name))))
					}
					a.header.Del(name)
				}
				a.body = changing.ReplaceAllString(a.body, "")
			}
			if known.status != unknown.status || known.body != unknown.body || !maps.EqualFunc(known.header, unknown.header, slices.Equal) {
				t.Errorf("%s: known %d %v\n%s\nunknown %d %v\n%s", what, known.status, known.header, known.body, unknown.status, unknown.header, unknown.body)
			}
		}
		post := func(path string, values ...string) answer {
			v := url.Values{}
			for i := 0; i < len(values); i += 2 {
				v.Set(values[i], values[i+1])
			}
			return s.visitor().post(path, v)
		}
		alike("forgot", post("/forgot", "email", "anna@example.org"), post("/forgot", "email", "zoe@example.org"))
		alike("sign-up", post("/signup", "name", "Dora", "email", "Anna@example.org", "password", password),
			post("/signup", "name", "Emil", "email", "emil@example.org", "password", password))
		known, unknown := post("/login", "name", "anna@example.org", "password", "not hers"), post("/login", "name", "zoe@example.org", "password", "not hers")
		known.body = strings.ReplaceAll(known.body, "anna@", "zoe@") // as it was typed
		alike("log-in", known, unknown)
		first := s.visitor().must(http.StatusCreated, "POST", "/api/v1/accounts", map[string]any{"name": "Fred", "email": "anna@example.org", "password": password})
		second := s.visitor().must(http.StatusCreated, "POST", "/api/v1/accounts", map[string]any{"name": "Gina", "email": "gina@example.org", "password": password})
		if len(first) != len(second) {
			t.Errorf("sign-up: known %v, unknown %v", first, second)
		}
		// The settings of the two show the same, each its own address.
		pages := map[string]string{}
		for name, email := range map[string]string{"Dora": "Anna@example.org", "Emil": "emil@example.org"} {
			c := s.visitor()
			c.post("/login", url.Values{"name": {name}, "password": {password}})
			body := strings.NewReplacer(email, "E", name, "N").Replace(c.get("/settings").body)
			pages[name] = regexp.MustCompile(`<li><div><strong>Go-http.*`).ReplaceAllString(changing.ReplaceAllString(body, ""), "session")
		}
		if pages["Dora"] != pages["Emil"] {
			t.Errorf("the settings differ:\n%s\n\n%s", pages["Dora"], pages["Emil"])
		}
	}
}

func TestTheLogHasNothingPersonal(t *testing.T) {
	s := newScene(t)
	for _, r := range inputRows() {
		body := ""
		if r.good != nil {
			body = r.encode(s, r.good)
		}
		s.send(r, attempt{who: r.who, at: r.address(), mediaType: r.mediaType(), body: body})
		s.send(r, attempt{who: r.who, at: r.address(), mediaType: r.mediaType(), body: "{"})
	}
	for _, route := range getRoutes(t) {
		s.programs["Bert"].peek("GET", s.addressOf(route))
	}
	s.wrongLogIn("Anna")
	s.visitor().get("/players/Anna?opponent=Bert")
	s.visitor().get("/login?next=/players/Anna")
	s.visitor().get("/Anna")
	log := s.logged.String()
	if !strings.Contains(log, "route=/players/:name") {
		t.Fatalf("no requests in the log:\n%.500s", log)
	}
	for what, private := range map[string]string{
		"a name": "Anna", "an address": "example.org", "a password": password, "another password": "not this one", "a link": s.ids["invitation"],
		"a token": s.programs["Anna"].token, "part of a token": s.programs["Anna"].token[:40], "a session": s.ids["session"], "a client's address": "127.0.0.1",
		"a cookie": "eyJ", "a browser": "Go-http-client",
	} {
		if i := strings.Index(log, private); i >= 0 {
			t.Errorf("%s is in the log: %s", what, log[max(0, i-300):min(len(log), i+100)])
		}
	}
	if strings.Contains(log, "level=ERROR") {
		t.Errorf("errors in the log:\n%s", log)
	}
}

func TestStaticFilesAreTheEmbeddedOnesAlone(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{
		"/static/", "/static/x/css/site.css", "/static/../go.mod", "/static/%2e%2e/go.mod", "/static/..%2fgo.mod", "/static//etc/passwd",
		"/static/\\..\\go.mod", "/static/%00",
	} {
		if a := s.visitor().get(path); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

func TestMethodsThatARouteDoesNotTake(t *testing.T) {
	s := newSite(t)
	for _, request := range []string{"POST /", "PUT /api/v1/seeks", "DELETE /api/v1/games/1", "GET /logout", "PATCH /settings", "POST /healthz", "TRACE /"} {
		method, path, _ := strings.Cut(request, " ")
		if a := s.visitor().do(method, path, "", ""); a.status != http.StatusMethodNotAllowed || a.body == "" {
			t.Errorf("%s: %d %s", request, a.status, a.body)
		}
	}
}
