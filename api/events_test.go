package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// listener reads a stream.
type listener struct {
	t      *testing.T
	lines  *bufio.Reader
	hangUp context.CancelFunc
}

// listen opens a stream, which must open within a few seconds.
func (c *client) listen(t *testing.T, path string) *listener {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.site.http.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" || resp.Header.Get("Content-Encoding") != "" {
		t.Fatalf("%s: %d %v", path, resp.StatusCode, resp.Header)
	}
	return &listener{t, bufio.NewReader(resp.Body), cancel}
}

// next is the next event's data; comments are passed over.
func (l *listener) next() string {
	l.t.Helper()
	for {
		line, err := l.lines.ReadString('\n')
		if err != nil {
			l.t.Fatalf("the stream ends: %v", err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			return strings.TrimSpace(data)
		}
	}
}

// opened reads the first line of a stream that says no version.
func (l *listener) opened() {
	l.t.Helper()
	if line, err := l.lines.ReadString('\n'); err != nil || !strings.HasPrefix(line, ":") {
		l.t.Fatalf("first line %q, %v", line, err)
	}
}

// ends fails unless the stream is closed by the server.
func (l *listener) ends() {
	l.t.Helper()
	if _, err := io.Copy(io.Discard, l.lines); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		l.t.Errorf("the stream goes on: %v", err)
	}
}

func TestAStreamTellsAGamesVersion(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	id := s.game("international", "per-move 3d", anna, bert)
	path := "/api/v1/games/" + itoa(id)
	version := func() string { return number(s.visitor().must(200, "GET", path, nil)["version"]) }
	streams := []*listener{
		s.visitor().listen(t, fmt.Sprintf("/games/%d/events", id)),
		bert.listen(t, fmt.Sprintf("/games/%d/events", id)),
	}
	for _, l := range streams {
		if got := l.next(); got != version() {
			t.Errorf("the stream opens with version %s, the game has %s", got, version())
		}
	}
	for ply, move := range []string{"32-28", "19-23"} {
		[]*client{anna, bert}[ply].must(200, "POST", path+"/acts", map[string]any{"ply": ply, "act": move})
		for _, l := range streams {
			if got := l.next(); got != version() {
				t.Errorf("after %s the stream says %s, the game has %s", move, got, version())
			}
		}
	}
	s.visitor().get("/games/99/events").want(t, 404)
	s.visitor().get("/tournaments/99/events").want(t, 404)
}

func TestStreamsRingForWhatTheirPagesShow(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	event := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Spring", "variant": "table", "clock": "per-move 3d"})
	id := number(event["id"])
	ring := func(name string, l *listener, act func()) {
		t.Helper()
		l.opened()
		act()
		if data := l.next(); data == "" {
			t.Errorf("%s: an empty version", name)
		}
		l.hangUp()
	}
	seek := map[string]any{"variant": "table", "clock": "per-move 3d", "rated": true}
	challenge := map[string]any{"variant": "table", "clock": "per-move 3d", "rated": true, "opponent": "Bert"}
	ring("lobby", s.visitor().listen(t, "/lobby/events"), func() { anna.must(201, "POST", "/api/v1/seeks", seek) })
	ring("home", s.visitor().listen(t, "/events"), func() { anna.must(201, "POST", "/api/v1/seeks", seek) })
	ring("a challenge", bert.listen(t, "/events"), func() { anna.must(201, "POST", "/api/v1/seeks", challenge) })
	ring("an entry", s.visitor().listen(t, "/tournaments/"+id+"/events"), func() { bert.must(204, "POST", "/api/v1/tournaments/"+id+"/enter", nil) })
}

func TestStreamsEnd(t *testing.T) {
	t.Run("when the server stops", func(t *testing.T) {
		stopping := make(chan struct{})
		s := newSite(t, func(s *Server) { s.Stopping = stopping })
		l := s.visitor().listen(t, "/events")
		l.opened()
		if got := s.visitor().get("/readyz").status; got != 200 {
			t.Errorf("ready before: %d", got)
		}
		close(stopping)
		l.ends()
		if got := s.visitor().get("/readyz").status; got != 503 {
			t.Errorf("ready while stopping: %d", got)
		}
	})
	t.Run("when the hub closes", func(t *testing.T) {
		s := newSite(t)
		l := s.visitor().listen(t, "/events")
		l.opened()
		s.Hub.Close()
		l.ends()
	})
	t.Run("with the session", func(t *testing.T) {
		s := newSite(t, func(s *Server) { s.heartbeat = 20 * time.Millisecond })
		page, program := s.browser("Anna"), s.visitor()
		program.name = "Anna"
		program.logIn()
		kept, ended := program.listen(t, "/events"), page.listen(t, "/events")
		kept.opened()
		ended.opened()
		page.post("/logout", url.Values{}).want(t, 303)
		ended.ends()
		for range 3 { // heartbeats
			if _, err := kept.lines.ReadString('\n'); err != nil {
				t.Errorf("the other session's stream: %v", err)
			}
		}
	})
}
