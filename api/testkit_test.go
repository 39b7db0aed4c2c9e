package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/config"
	"crownpost/api/notify"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/api/store/storetest"
)

// password is everybody's.
const password = "quiet-corner-7"

// testClock is a clock that a test moves.
type testClock struct{ at atomic.Int64 }

func (c *testClock) Now() time.Time       { return time.UnixMilli(c.at.Load()).UTC() }
func (c *testClock) pass(d time.Duration) { c.at.Add(d.Milliseconds()) }

// testSite is the whole server on a fresh database, answering over loopback.
type testSite struct {
	*Server
	clock  *testClock
	t      testing.TB
	http   *httptest.Server
	stop   chan struct{}
	logged *logBuffer
}

// logBuffer keeps what the server logs, for tests that look for what must not
// be in it.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// newSite starts a site. Changes, if any, are made to it before it answers.
func newSite(t testing.TB, changes ...func(*Server)) *testSite {
	t.Helper()
	clock := &testClock{}
	clock.at.Store(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC).UnixMilli())
	return newSiteAt(t, clock, clock.Now, changes...)
}

func newSiteAt(t testing.TB, clock *testClock, now func() time.Time, changes ...func(*Server)) *testSite {
	t.Helper()
	db := storetest.OpenConfig(t, store.Config{Now: now})
	keys, err := account.OpenKeyring(t.TempDir(), now())
	if err != nil {
		t.Fatal(err)
	}
	logged := &logBuffer{}
	log := slog.New(slog.NewTextHandler(logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	hub := notify.NewHub()
	base := &url.URL{Scheme: "http", Host: "crownpost.test"}
	s := &testSite{clock: clock, t: t, stop: make(chan struct{}), logged: logged}
	s.Server = &Server{
		Config: config.Config{BaseURL: base, Registration: config.Open},
		Store:  db, Hub: hub, Log: log, Now: now, Stopping: s.stop,
		Play: &play.Service{
			Store: db, Hasher: account.NewHasherCost(64, 1), Keys: keys, Log: log, Ring: hub.Ring,
			Registration: play.RegistrationOpen, LeaveDays: 30, Mail: newMails(base),
		},
	}
	for _, change := range changes {
		change(s.Server)
	}
	s.http = httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		close(s.stop)
		hub.Close()
		s.http.Close()
	})
	return s
}

// restart stops the server and starts one that knows nothing but the database
// and the keys.
func (s *testSite) restart() {
	s.http.Close()
	old := s.Server
	service := *old.Play
	s.Server = &Server{
		Config: old.Config, Store: old.Store, Play: &service, Hub: old.Hub, Log: old.Log, Now: old.Now, Stopping: old.Stopping,
	}
	s.http = httptest.NewServer(s.Handler())
}

// runTasks works the due tasks off, as the runner would.
func (s *testSite) runTasks() {
	s.t.Helper()
	ctx := context.Background()
	tasks, err := s.Store.Read(ctx).DueTasks(s.Now(), 100)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, task := range tasks {
		if do := s.Play.Tasks()[task.Kind]; do != nil {
			if err := do(ctx, task.Payload); err != nil {
				s.t.Fatal(err)
			}
		}
		if err := s.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteTask(task.ID) }); err != nil {
			s.t.Fatal(err)
		}
	}
}

// client is a browser or a program: it keeps cookies, follows no redirects,
// and sends its token if it has one.
type client struct {
	site  *testSite
	http  *http.Client
	name  string
	token string
}

func (s *testSite) visitor() *client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &client{site: s, http: &http.Client{
		Jar: jar, Transport: s.http.Client().Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// program signs a person up and logs in with a token.
func (s *testSite) program(name string) *client {
	s.t.Helper()
	c := s.visitor()
	c.name = name
	c.must(http.StatusCreated, "POST", "/api/v1/accounts", map[string]any{
		"name": name, "email": strings.ToLower(name) + "@example.org", "password": password,
	})
	c.logIn()
	return c
}

func (c *client) logIn() {
	c.site.t.Helper()
	c.token = ""
	tokens := c.must(http.StatusCreated, "POST", "/api/v1/sessions", map[string]any{"name": c.name, "password": password})
	c.token = tokens["token"].(string)
}

// browser signs a person up on the pages.
func (s *testSite) browser(name string) *client {
	s.t.Helper()
	c := s.visitor()
	c.name = name
	a := c.post("/signup", url.Values{
		"name": {name}, "email": {strings.ToLower(name) + "@example.org"}, "password": {password},
	})
	if a.status != http.StatusSeeOther {
		s.t.Fatalf("sign-up of %s: %d\n%s", name, a.status, a.body)
	}
	return c
}

// answer is what a request was answered.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) json(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("answer %d is not JSON: %v\n%s", a.status, err, a.body)
	}
	return v
}

// do sends a request with a body of the given type.
func (c *client) do(method, path, contentType, body string, headers ...string) answer {
	c.site.t.Helper()
	r, err := http.NewRequest(method, c.site.http.URL+path, strings.NewReader(body))
	if err != nil {
		c.site.t.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := c.http.Do(r)
	if err != nil {
		c.site.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.site.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(text)}
}

func (c *client) get(path string) answer { c.site.t.Helper(); return c.do("GET", path, "", "") }

func (c *client) post(path string, values url.Values) answer {
	c.site.t.Helper()
	return c.do("POST", path, "application/x-www-form-urlencoded", values.Encode())
}

// call sends JSON; a nil body sends none.
func (c *client) call(method, path string, body any) answer {
	c.site.t.Helper()
	if body == nil {
		return c.do(method, path, "", "")
	}
	text, err := json.Marshal(body)
	if err != nil {
		c.site.t.Fatal(err)
	}
	return c.do(method, path, "application/json", string(text))
}

// must is call with the status that is expected; it returns the answer's JSON.
func (c *client) must(status int, method, path string, body any) map[string]any {
	c.site.t.Helper()
	a := c.call(method, path, body)
	if a.status != status {
		c.site.t.Fatalf("%s %s: %d, want %d\n%s", method, path, a.status, status, a.body)
	}
	if a.body == "" {
		return nil
	}
	return a.json(c.site.t)
}

// game starts a game between two programs, white having White.
func (s *testSite) game(variant, control string, white, black *client) int64 {
	s.t.Helper()
	seek := white.must(http.StatusCreated, "POST", "/api/v1/seeks", map[string]any{
		"variant": variant, "clock": control, "rated": true, "colour": "white",
	})
	started := black.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(seek["id"])+"/accept", nil)
	return int64(started["game"].(float64))
}

func number(v any) string { return itoa(int64(v.(float64))) }
