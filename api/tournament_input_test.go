package api

import (
	"net/http"
	"strings"
	"time"
)

// events adds to the scene a Swiss of Anna, Bert and Emil that has begun, and a
// round robin for which Anna and Bert can check in.
func (s *scene) events() {
	s.t.Helper()
	anna, bert, emil := s.programs["Anna"], s.programs["Bert"], s.program("Emil")
	announce := func(name string, body map[string]any, players ...*client) {
		event := anna.must(http.StatusCreated, "POST", "/api/v1/tournaments", body)
		s.ids[name] = number(event["id"])
		for _, c := range players {
			c.must(http.StatusNoContent, "POST", "/api/v1/tournaments/"+s.ids[name]+"/enter", nil)
		}
	}
	announce("swiss", map[string]any{
		"name": "Swiss", "variant": "checkers", "clock": "per-move 3d", "format": "swiss", "plan": map[string]any{"rounds": 3, "halfByes": 1},
	}, anna, bert, emil)
	anna.must(http.StatusNoContent, "POST", "/api/v1/tournaments/"+s.ids["swiss"]+"/start", nil)
	announce("hourly", map[string]any{
		"name": "Hourly", "variant": "checkers", "clock": "per-move 3d", "starts": s.Now().Add(time.Hour), "checkIn": "2h",
	}, anna, bert)
}

// tournamentInputRows are the routes of tournaments that programs announce, and
// of players in them.
func tournamentInputRows() []inputRow {
	rows := []inputRow{
		{
			route: "POST /api/v1/tournaments", who: "Anna", needed: []string{"name", "variant", "clock"},
			good: fields{
				"name": "Autumn", "description": "All are welcome.\nBring friends.", "variant": "checkers", "clock": "per-move 3d", "rated": false,
				"ratingMode": "game", "format": "round-robin", "plan": fields{"cycles": 1, "atOnce": true, "tieBreaks": []any{"SB", "DE"}}, "overBoard": false,
				"limit": 8, "atLeast": 4, "seating": "rating", "starts": "2027-01-01T00:00:00Z", "startWhenFull": false, "waitingList": true,
				"checkIn": "1d12h", "minRating": 1000, "maxRating": 2000, "minGames": 0, "roundTime": 2_000_000, "unfinished": "organiser", "noLeave": true,
				"options": fields{}, "opening": "3-move", "start": "", "pair": true, "ballotPer": "pairing", "length": 0, "money": 0,
			},
			bad: map[string][]any{
				"name": {"", "ab", "   ", strings.Repeat("n", 81)}, "description": {strings.Repeat("x", 3000)}, "variant": badVariants, "clock": append(badClocks, "none"),
				"ratingMode": {"sometimes"}, "limit": {-1, 1, 1001, 1 << 40}, "atLeast": {9}, "seating": {"age"}, "starts": {"2020-01-01T00:00:00Z"},
				"checkIn": {"soon", -1, "30d"}, "minRating": {-1, 5000}, "maxRating": {-1, 900, 5000}, "minGames": {-1, 20_000},
				"roundTime": {"", "1y", -3, "2000d", true}, "unfinished": {"never", "pairing-draw"},
				"options": badOptions, "opening": badOpenings, "start": badStarts, "ballotPer": {"board"}, "length": {1}, "money": {1},
			},
			foreign: []foreign{
				{who: "", status: 401}, {who: "Anna", status: 400, body: fields{"starts": "tomorrow"}},
				{who: "Anna", status: 400, body: fields{"name": "Autumn", "plan": fields{"round": 3}}},
				{who: "Anna", status: 400, body: fields{"name": "Autumn", "noLeave": "yes"}},
				{who: "Anna", status: 422, field: "format", body: fields{"name": "Autumn", "variant": "checkers", "clock": "per-move 3d", "format": "arena"}},
				{who: "Anna", status: 422, field: "rounds", body: fields{"name": "Autumn", "variant": "checkers", "clock": "per-move 3d", "format": "swiss"}},
				{who: "Anna", status: 422, field: "tieBreaks", body: fields{"name": "Autumn", "variant": "checkers", "clock": "per-move 3d", "plan": fields{"tieBreaks": []any{"BH"}}}},
				{who: "Anna", status: 422, field: "length", body: fields{"name": "Autumn", "variant": "backgammon", "clock": "per-move 3d", "length": 65}},
				{who: "Anna", status: 422, field: "money", body: fields{"name": "Autumn", "variant": "backgammon", "clock": "per-move 3d", "rated": false, "money": 3}},
			},
		},
	}
	for _, base := range []string{"/api/v1", ""} {
		route, at := "POST "+base+"/tournaments/:id/", base+"/tournaments/"
		rounds := []any{0, -1, 1, 4}
		if base == "" {
			rounds = []any{"", "two", "0", "1", "4"}
		}
		rows = append(rows,
			inputRow{route: route + "check-in", at: at + "{hourly}/check-in", who: "Bert",
				foreign: []foreign{{who: "", status: 401}, {who: "Carol", status: 409}, {who: "Anna", at: at + "{swiss}/check-in", status: 409}}},
			inputRow{
				route: route + "bye", at: at + "{swiss}/bye", who: "Bert", good: fields{"round": 2}, needed: []string{"round"}, bad: map[string][]any{"round": rounds},
				foreign: []foreign{{who: "", status: 401}, {who: "Carol", status: 403}, {who: "Anna", at: at + "{hourly}/bye", status: 422}},
			},
		)
	}
	return rows
}
