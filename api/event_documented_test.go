package api

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"
)

// everyLadderAct does on ladders what programs can do there, and asks for the
// ladder of a tournament that is none.
func (s *testSite) everyLadderAct(t *testing.T, anna, bert, carol *client) {
	t.Helper()
	other := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "No ladder", "variant": "checkers", "clock": "per-move 3d"})
	anna.must(404, "GET", "/api/v1/tournaments/"+number(other["id"])+"/ladder", nil)
	anna.must(200, "POST", "/api/v1/tournaments/"+number(other["id"])+"/desk/add-list", map[string]any{"people": []any{map[string]any{"account": "Bert"}}})

	event := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{
		"name": "Ladder", "variant": "checkers", "clock": "per-move 3d", "format": "ladder",
		"plan": map[string]any{"ladder": map[string]any{"reach": 2, "declinable": true, "answer": 86_400_000}},
	})
	at := "/api/v1/tournaments/" + number(event["id"])
	for _, c := range []*client{anna, bert, carol} {
		c.must(204, "POST", at+"/enter", nil)
	}
	places := anna.must(200, "GET", at+"/ladder", nil)["places"].([]any)
	challenged := func(c *client, place int) string {
		t.Helper()
		entrant := number(places[place-1].(map[string]any)["entrant"])
		return at + "/challenges/" + number(c.must(201, "POST", at+"/challenge", map[string]any{"entrant": json.Number(entrant)})["id"])
	}
	carol.must(204, "POST", at+"/freeze", nil)
	carol.must(204, "POST", at+"/thaw", nil)
	carol.must(204, "POST", challenged(carol, 2)+"/cancel", nil)
	anna.must(204, "POST", challenged(bert, 1)+"/decline", nil) // Bert is first, Anna second
	anna.must(204, "POST", challenged(carol, 1)+"/accept", nil)
	waiting := challenged(anna, 2)
	s.clock.pass(25 * time.Hour)
	anna.logIn()
	anna.must(204, "POST", waiting+"/claim", nil)
	if changes := anna.must(200, "GET", at+"/ladder", nil)["changes"].([]any); len(changes) == 0 {
		t.Error("a challenge was claimed, and no place has changed")
	}
	bert.logIn()
	carol.logIn()
}

// everyFile takes every file of a Swiss for which its players have checked in and
// in which one has asked for a bye, and imports a report.
func (s *testSite) everyFile(t *testing.T, anna, bert, carol *client) {
	t.Helper()
	event := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{
		"name": "Swiss", "variant": "checkers", "clock": "per-move 3d", "format": "swiss",
		"starts": s.Now().Add(time.Hour), "checkIn": "2h", "plan": map[string]any{"rounds": 3, "halfByes": 1},
	})
	at := "/api/v1/tournaments/" + number(event["id"])
	for _, c := range []*client{anna, bert, carol} {
		c.must(204, "POST", at+"/enter", nil)
	}
	for _, c := range []*client{anna, bert, carol} {
		c.must(204, "POST", at+"/check-in", nil)
	}
	anna.must(204, "POST", at+"/start", nil)
	s.runTasks()
	bert.must(204, "POST", at+"/bye", map[string]any{"round": 2})
	for _, file := range []string{"archive", "event.trf", "players.csv", "pairings.csv", "standings.csv", "cross-table.csv"} {
		if a := s.visitor().get(at + "/" + file); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", file, a.status, a.body)
		}
	}
	anna.must(201, "POST", "/api/v1/tournaments/import", map[string]any{"trf": goodReport, "variant": "international", "name": "Club night"})
}
