package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"crownpost/api/store"
)

// newEvent is the form of a tournament, with changes.
func newEvent(changes ...string) url.Values {
	v := url.Values{
		"name": {"Spring open"}, "description": {"Everybody is welcome."}, "variant": {"international"}, "clock": {"per-move 3d"}, "rated": {"yes"},
		"cycles": {"1"}, "schedule": {"rounds"}, "limit": {""}, "starts": {""}, "withdrawal": {"half"},
	}
	for i := 0; i < len(changes); i += 2 {
		v.Set(changes[i], changes[i+1])
	}
	return v
}

// event reads a tournament as programs do.
func (s *testSite) event(path string) map[string]any {
	s.t.Helper()
	return s.visitor().must(http.StatusOK, "GET", "/api/v1"+path, nil)
}

// standingsOf are the lines of a tournament's first table.
func standingsOf(event map[string]any) []map[string]any {
	var rows []map[string]any
	for _, row := range event["standings"].([]any)[0].(map[string]any)["rows"].([]any) {
		rows = append(rows, row.(map[string]any))
	}
	return rows
}

// valueIn is a tie-break of a line, nil where there is none.
func valueIn(row map[string]any, code string) any {
	return row["values"].(map[string]any)[code].(map[string]any)["value"]
}

// gamesOf are a tournament's games that are being played.
func gamesOf(event map[string]any) []map[string]any {
	var running []map[string]any
	games, _ := event["games"].([]any)
	for _, g := range games {
		if g := g.(map[string]any); g["result"] == "*" {
			running = append(running, g)
		}
	}
	return running
}

// decide ends a game: both move, and the loser resigns.
func decide(t *testing.T, players map[string]*client, g map[string]any, loser string) {
	t.Helper()
	white, black := players[g["white"].(string)], players[g["black"].(string)]
	path := "/games/" + number(g["id"]) + "/acts"
	white.post(path, url.Values{"ply": {"0"}, "act": {"32-28"}}).want(t, http.StatusSeeOther)
	black.post(path, url.Values{"ply": {"1"}, "act": {"19-23"}}).want(t, http.StatusSeeOther)
	players[loser].post(path, url.Values{"ply": {"2"}, "act": {"resign"}}).want(t, http.StatusSeeOther)
}

func (s *testSite) crowd(names ...string) map[string]*client {
	s.t.Helper()
	people := map[string]*client{}
	for _, name := range names {
		people[name] = s.browser(name)
	}
	return people
}

func TestATournamentRoundByRoundOnThePages(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert", "Carol", "Dora")
	anna := people["Anna"]
	anna.get("/tournaments/new").want(t, 200)
	path := anna.post("/tournaments", newEvent()).want(t, 303).header.Get("Location")
	s.visitor().get(path).want(t, 200).shows(t, "Spring open", "Everybody is welcome.", "round by round")
	anna.post(path+"/start", nil).want(t, 422).shows(t, "It needs at least 2 players to start.")
	for _, name := range []string{"Anna", "Bert", "Carol", "Dora"} {
		people[name].post(path+"/enter", nil).want(t, 303, path)
		people[name].post(path+"/enter", nil).want(t, 303, path) // twice is once
	}
	people["Bert"].post(path+"/start", nil).want(t, 403)
	anna.post(path+"/start", nil).want(t, 303, path)
	anna.post(path+"/start", nil).want(t, 303, path)
	s.browser("Emil").post(path+"/enter", nil).want(t, 409)

	strength := map[string]int{"Anna": 4, "Bert": 3, "Carol": 2, "Dora": 1}
	for round := 1; round <= 3; round++ {
		games := gamesOf(s.event(path))
		if len(games) != 2 || s.event(path)["round"] != float64(round) {
			t.Fatalf("round %d: %d games in round %v", round, len(games), s.event(path)["round"])
		}
		for _, g := range games {
			loser := g["white"].(string)
			if strength[g["black"].(string)] < strength[loser] {
				loser = g["black"].(string)
			}
			decide(t, people, g, loser)
		}
		s.runTasks()
	}
	final := s.event(path)
	var table []string
	for _, row := range standingsOf(final) {
		table = append(table, fmt.Sprintf("%v %v %v %v", row["rank"], row["name"], row["points"], valueIn(row, "SB")))
	}
	want := "1 Anna 3 3, 2 Bert 2 1, 3 Carol 1 0, 4 Dora 0 0"
	if got := strings.Join(table, ", "); got != want || final["status"] != "finished" {
		t.Errorf("%v: %s, want %s", final["status"], got, want)
	}
	page := s.visitor().get(path).want(t, 200).shows(t, "won by", "Round 3")
	if strings.Contains(page.body, "/enter") || strings.Contains(page.body, "being played") {
		t.Error("the final page offers what is over")
	}
	people["Bert"].post(path+"/withdraw", nil).want(t, 409)
	anna.post(path+"/cancel", nil).want(t, 409)
	s.visitor().get("/tournaments").want(t, 200).shows(t, "Spring open")
	if r := s.visitor().must(200, "GET", "/api/v1/players/Anna", nil)["ratings"].(map[string]any)["international"].(map[string]any); r["wins"] != 3.0 {
		t.Errorf("ratings %v", r)
	}
}

func TestAllGamesOfADoubleRoundRobinAtOnce(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert", "Carol")
	path := people["Anna"].post("/tournaments", newEvent("schedule", "at-once", "cycles", "2", "rated", "no")).want(t, 303).header.Get("Location")
	for _, c := range people {
		c.post(path+"/enter", nil).want(t, 303)
	}
	people["Anna"].post(path+"/start", nil).want(t, 303)
	games := gamesOf(s.event(path))
	if len(games) != 6 {
		t.Fatalf("%d games, want 6", len(games))
	}
	colours := map[string]int{}
	for _, g := range games {
		colours[g["white"].(string)]++
		decide(t, people, g, g["black"].(string))
	}
	for name, n := range colours {
		if n != 2 {
			t.Errorf("%s has white %d times", name, n)
		}
	}
	s.runTasks()
	if e := s.event(path); e["status"] != "finished" {
		t.Errorf("status %v", e["status"])
	}
	if r := s.visitor().must(200, "GET", "/api/v1/players/Anna", nil)["ratings"].(map[string]any); len(r) != 0 {
		t.Errorf("a casual tournament is rated: %v", r)
	}
}

func TestWithdrawal(t *testing.T) {
	for _, tc := range []struct {
		rule, says string
		annulled   bool
	}{
		{"half", "taken out of the standings; later", true},
		{"forfeit-all", "are forfeit losses", false},
		{"annul-all", "taken out of the standings with all results", true},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			s, _ := newDocumentedSite(t)
			people := s.crowd("Anna", "Bert", "Carol", "Dora")
			path := people["Anna"].post("/tournaments", newEvent("schedule", "at-once", "withdrawal", tc.rule)).want(t, 303).header.Get("Location")
			for _, c := range people {
				c.post(path+"/enter", nil).want(t, 303)
			}
			s.visitor().get(path).shows(t, tc.says)
			people["Anna"].post(path+"/start", nil).want(t, 303)
			for _, g := range gamesOf(s.event(path)) {
				if g["white"] == "Dora" && g["black"] == "Anna" || g["white"] == "Anna" && g["black"] == "Dora" {
					decide(t, people, g, "Anna")
				}
			}
			people["Dora"].post(path+"/withdraw", nil).want(t, 303, path)
			people["Dora"].post(path+"/withdraw", nil).want(t, 303, path)
			e := s.event(path)
			if left := gamesOf(e); len(left) != 3 {
				t.Errorf("%d games go on, want 3", len(left))
			}
			for _, row := range standingsOf(e) {
				if row["name"] == "Dora" && (row["annulled"] == true) != tc.annulled {
					t.Errorf("Dora: %v", row)
				}
			}
			s.visitor().get(path).shows(t, "Dora")
			for _, g := range gamesOf(e) {
				decide(t, people, g, g["black"].(string))
			}
			s.runTasks()
			if e := s.event(path); e["status"] != "finished" {
				t.Errorf("status %v", e["status"])
			}
		})
	}
}

func TestLeavingBeforeTheStartLeavesNoTrace(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert")
	path := people["Anna"].post("/tournaments", newEvent("limit", "2")).want(t, 303).header.Get("Location")
	people["Bert"].post(path+"/enter", nil).want(t, 303)
	people["Bert"].post(path+"/withdraw", nil).want(t, 303)
	people["Bert"].post(path+"/withdraw", nil).want(t, 409)
	if e := s.event(path); e["entrants"] != 0.0 || len(e["players"].([]any)) > 0 {
		t.Errorf("%v", e)
	}
	for _, c := range people {
		c.post(path+"/enter", nil).want(t, 303)
	}
	s.browser("Carol").post(path+"/enter", nil).want(t, 422).shows(t, "The tournament is full: it takes 2 players.")
}

func TestATournamentIsCalledOff(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert")
	path := people["Anna"].post("/tournaments", newEvent()).want(t, 303).header.Get("Location")
	people["Bert"].post(path+"/enter", nil).want(t, 303)
	people["Bert"].post(path+"/cancel", nil).want(t, 403)
	people["Anna"].post(path+"/cancel", nil).want(t, 303, path)
	people["Anna"].post(path+"/cancel", nil).want(t, 303, path)
	people["Anna"].post(path+"/start", nil).want(t, 409)
	people["Bert"].post(path+"/enter", nil).want(t, 409)
	if e := s.event(path); e["status"] != "cancelled" || e["ended"] == nil {
		t.Errorf("%v", e)
	}
	s.visitor().get(path).want(t, 200)
}

func TestAnAdministratorMayCallOffWhatOthersOrganise(t *testing.T) {
	s := newSite(t)
	people := s.crowd("Anna", "Bert")
	path := people["Anna"].post("/tournaments", newEvent()).want(t, 303).header.Get("Location")
	people["Bert"].post(path+"/cancel", nil).want(t, 403)
	if err := s.Play.SetRole(t.Context(), 2, store.Admin); err != nil {
		t.Fatal(err)
	}
	people["Bert"].post(path+"/cancel", nil).want(t, 303, path)
}

func TestATournamentStartsAtItsHour(t *testing.T) {
	for players, status := range map[int]string{1: "cancelled", 3: "running"} {
		s, _ := newDocumentedSite(t)
		people := s.crowd("Anna", "Bert", "Carol")
		starts := s.Now().Add(2 * time.Hour).Format("2006-01-02T15:04")
		path := people["Anna"].post("/tournaments", newEvent("starts", starts)).want(t, 303).header.Get("Location")
		for _, name := range []string{"Anna", "Bert", "Carol"}[:players] {
			people[name].post(path+"/enter", nil).want(t, 303)
		}
		s.clock.pass(time.Hour)
		s.runTasks()
		if e := s.event(path); e["status"] != "open" {
			t.Errorf("an hour before: %v", e["status"])
		}
		s.clock.pass(time.Hour)
		s.runTasks()
		if e := s.event(path); e["status"] != status {
			t.Errorf("at its hour, with %d players: %v, want %s", players, e["status"], status)
		}
		s.visitor().get(path).want(t, 200)
	}
}

// With an odd number somebody rests, and a player who never moves forfeits.
func TestWhoDoesNotPlayForfeits(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert", "Carol")
	path := people["Anna"].post("/tournaments", newEvent()).want(t, 303).header.Get("Location")
	for _, c := range people {
		c.post(path+"/enter", nil).want(t, 303)
	}
	people["Anna"].post(path+"/start", nil).want(t, 303)
	s.visitor().get(path).want(t, 200).shows(t, "does not play")
	g := gamesOf(s.event(path))[0]
	s.clock.pass(4 * 24 * time.Hour)
	if err := s.Play.SettleDue(t.Context(), int64(g["id"].(float64))); err != nil {
		t.Fatal(err)
	}
	s.runTasks()
	e := s.event(path)
	if e["round"] != 2.0 {
		t.Errorf("round %v", e["round"])
	}
	lost := s.visitor().must(200, "GET", "/api/v1/games/"+number(g["id"]), nil)
	if r := lost["result"].(map[string]any); r["reason"] != "forfeit" || r["winner"] != "black" || lost["unrated"] != "no-act" {
		t.Errorf("%v", lost)
	}
}

// The organiser, impatient, and the hour itself.
func TestATournamentStartedManyTimesAtOnceStartsOnce(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert", "Carol", "Dora")
	starts := s.Now().Add(time.Minute).Format("2006-01-02T15:04")
	path := people["Anna"].post("/tournaments", newEvent("starts", starts, "schedule", "at-once")).want(t, 303).header.Get("Location")
	for _, c := range people {
		c.post(path+"/enter", nil).want(t, 303)
	}
	s.clock.pass(time.Minute)
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { people["Anna"].post(path+"/start", nil) })
		all.Go(func() {
			if err := s.Play.ScheduledStart(context.Background(), strings.TrimPrefix(path, "/tournaments/")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if e := s.event(path); e["status"] != "running" || len(gamesOf(e)) != 6 {
		t.Errorf("%v with %d games, want 6", e["status"], len(gamesOf(e)))
	}
}
