package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// clockOf is a player's part of a game in JSON.
func clockOf(g map[string]any, side string) map[string]any { return g[side].(map[string]any) }

// pagesOf logs a person in on the pages.
func (s *testSite) pagesOf(name string) *client {
	s.t.Helper()
	c := s.visitor()
	if a := c.post("/login", url.Values{"name": {name}, "password": {password}}); a.status != http.StatusSeeOther {
		s.t.Fatalf("log-in of %s: %d", name, a.status)
	}
	return c
}

// The time that is left stands, with the word, wherever it is shown (B042).
func TestAClockThatStandsForLeaveIsShownAlikeEverywhere(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	game := s.game("international", "per-move 3d", anna, bert)
	address := "/api/v1/games/" + itoa(game)
	s.clock.pass(21 * time.Hour) // 2 days 3 hours are left
	bert.logIn()
	page := s.pagesOf("Anna")
	page.post("/settings/leave", url.Values{"from": {""}, "days": {"10"}}).want(t, 303, "/settings/leave")
	page.get("/settings/leave").want(t, 200).shows(t, "On leave until", "2026-12-12T06:00:00Z", "End it now", "20 days")

	event := "/tournaments/" + number(bert.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Spring", "variant": "table", "clock": "per-move 3d"})["id"])
	anna.logIn()
	anna.must(204, "POST", "/api/v1"+event+"/enter", nil)
	const left, back, lost = (51 * time.Hour), "2026-12-12T06:00:00Z", "2026-12-14T09:00:00Z"
	for _, pass := range []time.Duration{0, 5 * 24 * time.Hour, 4 * 24 * time.Hour} {
		s.clock.pass(pass)
		anna.logIn()
		bert.logIn()
		listed := bert.must(200, "GET", "/api/v1/games", nil)["games"].([]any)[0].(map[string]any)
		for what, g := range map[string]map[string]any{"the game": bert.must(200, "GET", address, nil), "the list": listed} {
			white, black := clockOf(g, "white"), clockOf(g, "black")
			if white["paused"] != true || white["remainingSeconds"] != left.Seconds() || white["leave"].(map[string]any)["to"] != back || g["deadline"] != lost {
				t.Errorf("%s has %v, deadline %v", what, white, g["deadline"])
			}
			if black["paused"] != nil || black["leave"] != nil {
				t.Errorf("%s has the opponent on leave: %v", what, black)
			}
		}
		reader := s.visitor()
		reader.get("/games/"+itoa(game)).want(t, 200).shows(t, "2 days 3 hours", "paused", "On leave until", back, lost)
		reader.get("/").want(t, 200).shows(t, "2 days 3 hours left", "paused", back)
		reader.get(event+"/players").want(t, 200).shows(t, "On leave until", back)
		reader.get("/players/Anna").want(t, 200).shows(t, "On leave until", back)
	}

	// Ending it early moves the deadline to the return and what was left.
	page = s.pagesOf("Anna")
	page.post("/settings/leave/end", nil).want(t, 303, "/settings/leave")
	page.post("/settings/leave/end", nil).want(t, 303, "/settings/leave")
	g := bert.must(200, "GET", address, nil)
	if want := s.Now().Add(left).Format(time.RFC3339); g["deadline"] != want || clockOf(g, "white")["paused"] != nil {
		t.Errorf("after the return the deadline is %v, want %v; %v", g["deadline"], want, g["white"])
	}
	has := anna.must(200, "GET", "/api/v1/account/leave", nil)
	if has["leave"] != nil || len(has["past"].([]any)) != 1 || has["leftSeconds"] != (21*24*time.Hour).Seconds() {
		t.Errorf("after the return Anna has %v", has)
	}
	if a := page.get("/settings/leave").want(t, 200).shows(t, "Taken in 2026", "stops the clock in 1 of 1"); strings.Contains(a.body, "On leave") {
		t.Error("the page has her on leave")
	}
}

func TestThePageOfLeaveSaysBeforehandWhatRunsOn(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	page := s.pagesOf("Anna")
	page.get("/settings").want(t, 200).shows(t, "/settings/leave")
	s.game("international", "per-move 3d", anna, bert)
	s.game("international", "per-move 12h", anna, bert)
	page.get("/settings/leave").want(t, 200).shows(t, "30 days", "stops your clock in 1 of your 2 running games", "they are quick")
	s.clock.pass(71*time.Hour + time.Minute)
	page = s.pagesOf("Anna")
	page.get("/settings/leave").want(t, 200).shows(t, "your turn is in its last hour")
	page.post("/settings/leave", url.Values{"from": {""}, "days": {""}}).want(t, 422).shows(t, "as in 1 of your games")
	page.post("/settings/leave", url.Values{"from": {"2026-12-24T00:00"}, "days": {"7"}}).want(t, 303)
	page.get("/settings/leave").want(t, 200).shows(t, "On leave from", "2026-12-24T00:00:00Z", "2026-12-31T00:00:00Z", "Give it up")
}

func TestASiteWithoutLeaveSaysSo(t *testing.T) {
	s := newSite(t, func(s *Server) { s.Play.LeaveDays = 0 })
	page := s.browser("Anna")
	if a := page.get("/settings/leave").want(t, 200).shows(t, "This site gives no leave"); strings.Contains(a.body, "<form method=\"post\" action=\"/settings/leave\"") {
		t.Error("there is a form")
	}
	page.post("/settings/leave", url.Values{"from": {""}, "days": {""}}).want(t, 422).shows(t, "This site gives no leave.")
}
