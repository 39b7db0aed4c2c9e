package api

import (
	"encoding/json"
	"net/http"
)

// ladder adds a ladder to the scene: Anna, Bert and Carol from the top, the
// second challenged by the third, the first by the second, who has been accepted
// in "played" alone.
func (s *scene) ladder() {
	s.t.Helper()
	anna, bert, carol := s.programs["Anna"], s.programs["Bert"], s.programs["Carol"]
	event := anna.must(http.StatusCreated, "POST", "/api/v1/tournaments", map[string]any{
		"name": "Ladder", "variant": "checkers", "clock": "per-move 3d", "format": "ladder",
		"plan": map[string]any{"ladder": map[string]any{"reach": 2, "declinable": true, "answer": 86_400_000}},
	})
	s.ids["ladder"] = number(event["id"])
	path := "/api/v1/tournaments/" + s.ids["ladder"]
	for _, c := range []*client{anna, bert, carol} {
		c.must(http.StatusNoContent, "POST", path+"/enter", nil)
	}
	places := anna.must(http.StatusOK, "GET", path+"/ladder", nil)["places"].([]any)
	for i, name := range []string{"first", "second", "third"} {
		s.ids[name] = number(places[i].(map[string]any)["entrant"])
	}
	s.ids["open"] = number(carol.must(http.StatusCreated, "POST", path+"/challenge", json.RawMessage(`{"entrant":`+s.ids["second"]+"}"))["id"])
}

// ladderRows are the routes of ladders.
func ladderRows() []inputRow {
	var rows []inputRow
	for _, base := range []string{"/api/v1", ""} {
		at := base + "/tournaments/{ladder}/"
		route := "POST " + base + "/tournaments/:id/"
		rows = append(rows,
			inputRow{
				route: route + "challenge", at: at + "challenge", who: "Carol", good: fields{"entrant": "{first}"},
				foreign: []foreign{{who: "", status: 401}, {who: "Anna", status: 422}},
			},
			inputRow{route: route + "challenges/:challenge/accept", at: at + "challenges/{open}/accept", who: "Bert",
				foreign: []foreign{{who: "", status: 401}, {who: "Anna", status: 403}, {who: "Carol", status: 403}}},
			inputRow{route: route + "challenges/:challenge/decline", at: at + "challenges/{open}/decline", who: "Bert",
				foreign: []foreign{{who: "", status: 401}, {who: "Anna", status: 403}, {who: "Carol", status: 403}}},
			inputRow{route: route + "challenges/:challenge/cancel", at: at + "challenges/{open}/cancel", who: "Carol",
				foreign: []foreign{{who: "", status: 401}, {who: "Bert", status: 403}}},
			inputRow{route: route + "challenges/:challenge/claim", at: at + "challenges/{open}/claim", who: "Carol",
				foreign: []foreign{{who: "", status: 401}, {who: "Bert", status: 403}, {who: "Carol", status: 422}}},
			inputRow{route: route + "freeze", at: at + "freeze", who: "Anna", foreign: []foreign{{who: "", status: 401}}},
			inputRow{route: route + "thaw", at: at + "thaw", who: "Anna", foreign: []foreign{{who: "", status: 401}}},
		)
	}
	return rows
}
