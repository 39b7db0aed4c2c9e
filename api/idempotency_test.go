package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"crownpost/api/play"
	"crownpost/api/store"
)

const seekJSONText = `{"variant":"table","clock":"per-move 3d","rated":true}`

// again sends JSON under an idempotency key.
func (c *client) again(key, path, body string) answer {
	c.site.t.Helper()
	return c.do("POST", path, "application/json", body, idempotencyHeader, key)
}

// seeks counts the open seeks of everybody.
func (s *testSite) seeks() int {
	s.t.Helper()
	return len(s.visitor().must(http.StatusOK, "GET", "/api/v1/seeks", nil)["seeks"].([]any))
}

func TestARepeatIsAnsweredLikeTheFirstRequest(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	const path = "/api/v1/seeks"
	first := anna.again("k1", path, seekJSONText)
	repeat := anna.again("k1", path, seekJSONText)
	if first.status != http.StatusCreated || repeat.status != first.status || repeat.body != first.body ||
		repeat.header.Get("Content-Type") != first.header.Get("Content-Type") {
		t.Fatalf("first %d %s, repeat %d %s", first.status, first.body, repeat.status, repeat.body)
	}
	if n := s.seeks(); n != 1 {
		t.Errorf("%d seeks after one and its repeat", n)
	}
	if a := anna.again("k2", path, seekJSONText); a.status != http.StatusCreated || a.body == first.body {
		t.Errorf("another key: %d %s", a.status, a.body)
	}
	if a := bert.again("k1", path, seekJSONText); a.status != http.StatusCreated || a.body == first.body {
		t.Errorf("the key of someone else: %d %s", a.status, a.body)
	}
	if n := s.seeks(); n != 3 {
		t.Errorf("%d seeks, want 3", n)
	}

	// The same key elsewhere is another key.
	id := number(first.json(t)["id"])
	for range 2 {
		if a := bert.again("k1", path+"/"+id+"/accept", ""); a.status != http.StatusOK {
			t.Errorf("accept: %d %s", a.status, a.body)
		}
	}
}

func TestARefusedRequestMayBeSentAgainUnderItsKey(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	path := "/api/v1/games/" + itoa(s.game("international", "per-move 3d", anna, bert)) + "/acts"
	if a := anna.again("k", path, `{"ply":0,"act":"32-31"}`); a.status != http.StatusUnprocessableEntity {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := anna.again("k", path, `{"ply":0,"act":"32-28"}`); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := anna.again("k", path, `{"ply":0,"act":"32-28"}`); a.status != http.StatusOK || a.json(t)["ply"] != 1.0 {
		t.Fatalf("%d %s", a.status, a.body)
	}
}

// What a late act does is the end of the game, and its answer a refusal.
func TestALateActIsAnsweredAlikeAgain(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	path := "/api/v1/games/" + itoa(s.game("international", "per-move 3d", anna, bert)) + "/acts"
	s.clock.pass(4 * 24 * 3600e9)
	anna.logIn()
	first := anna.again("k", path, `{"ply":0,"act":"32-28"}`)
	repeat := anna.again("k", path, `{"ply":0,"act":"32-28"}`)
	if first.status != http.StatusConflict || first.json(t)["code"] != "time-up" {
		t.Fatalf("%d %s", first.status, first.body)
	}
	if repeat.status != first.status || repeat.body != first.body || repeat.header.Get("Content-Type") != problemType {
		t.Errorf("first %s\nrepeat %s", first.body, repeat.body)
	}
}

func TestOneOfManyAtOnceIsCarriedOut(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	answers := make([]answer, 20)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = anna.again("k", "/api/v1/seeks", seekJSONText) })
	}
	all.Wait()
	for _, a := range answers {
		if a.status != http.StatusCreated && (a.status != http.StatusConflict || a.json(t)["code"] != "already-done") {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if n := s.seeks(); n != 1 {
		t.Errorf("%d seeks", n)
	}
}

func TestAnAnswerThatWasLostIsNotMadeUp(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	ctx := t.Context()
	id := int64(anna.must(http.StatusOK, "GET", "/api/v1/account", nil)["id"].(float64))
	_, _, err := s.Play.PostSeek(play.WithKey(ctx, "/api/v1/seeks k"), id,
		play.SeekInput{Variant: "table", Control: "per-move 3d", Rated: true, Colour: "random"})
	if err != nil {
		t.Fatal(err)
	}
	if a := anna.again("k", "/api/v1/seeks", seekJSONText); a.status != http.StatusConflict || a.json(t)["code"] != "already-done" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestNoSecretIsKeptForARepeat(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	body := strings.Replace(seekJSONText, "{", `{"link":true,`, 1)
	link := anna.again("k", "/api/v1/seeks", body).json(t)["link"].(string)
	if a := anna.again("k", "/api/v1/seeks", body); a.status != http.StatusConflict || a.json(t)["code"] != "already-done" {
		t.Errorf("%d %s", a.status, a.body)
	}
	secret := link[strings.LastIndex(link, "/")+1:]
	for table, rows := range s.dump() {
		if strings.Contains(rows, secret) {
			t.Errorf("the secret is in %s", table)
		}
	}
	// Neither are tokens, whoever asks for them.
	anna.again("k", "/api/v1/sessions", fmt.Sprintf(`{"name":"Anna","password":%q}`, password))
	if _, err := s.Store.Read(t.Context()).Reply(1, "/api/v1/sessions k"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the answer to a log-in is kept: %v", err)
	}
}

func TestBadKeys(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	for _, key := range []string{strings.Repeat("k", 65), "two words", "naïve"} {
		if a := anna.again(key, "/api/v1/seeks", seekJSONText); a.status != http.StatusBadRequest || a.json(t)["code"] != "idempotency-key" {
			t.Errorf("%q: %d %s", key, a.status, a.body)
		}
	}
	if a := anna.again(strings.Repeat("k", 64), "/api/v1/seeks", seekJSONText); a.status != http.StatusCreated {
		t.Errorf("64 characters: %d %s", a.status, a.body)
	}
	if n := s.seeks(); n != 1 {
		t.Errorf("%d seeks", n)
	}
}
