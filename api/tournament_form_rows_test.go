package api

import (
	"net/http"
	"strings"
)

// templates keeps one of Anna's.
func (s *scene) templates() {
	s.t.Helper()
	anna := s.browsers["Anna"]
	anna.post("/tournaments/templates", newEvent("template", "Mondays")).want(s.t, http.StatusSeeOther)
	a, err := s.Store.Read(s.t.Context()).AccountByName("anna")
	if err != nil {
		s.t.Fatal(err)
	}
	own, err := s.Store.Read(s.t.Context()).Templates(a.ID)
	if err != nil || len(own) != 1 {
		s.t.Fatal(err, own)
	}
	s.ids["template"] = itoa(own[0].ID)
}

// newTournamentRows are the forms of tournaments, templates and series.
func newTournamentRows() []inputRow {
	good := fields{
		"name": "Autumn", "description": "All are welcome.\r\nBring friends.", "variant": "checkers", "clock": "per-move 3d", "customClock": "",
		"rated": "no", "ratingMode": "event", "format": "swiss", "rounds": "5", "accelerated": "yes", "colours": "yes", "halfByes": "1", "scoring": "2-1-0",
		"tieBreakSet": "own", "tieBreaks": "BH/C1, SB", "limit": "30", "atLeast": "4", "waitingList": "yes", "whenFull": "", "seating": "random",
		"minRating": "1000", "maxRating": "2000", "minGames": "3", "starts": "2027-01-01T10:00", "checkIn": "30m", "roundTime": "30d", "unfinished": "pairing-draw", "leave": "none",
		"opening": "3-move", "start": "", "pair": "", "shown": "checkers", "ballotPer": "round", "expected": "20",
	}
	bad := map[string][]any{
		"name": {"", "ab", strings.Repeat("n", 81)}, "description": {strings.Repeat("x", 3000)}, "variant": badVariants, "clock": append(badClocks, "none", "custom"),
		"rated": {"", "maybe"}, "ratingMode": {"sometimes"}, "format": {"arena", "Swiss"}, "rounds": {"0", "100", "many", "-1", "1.5"},
		"colours": {"red"}, "halfByes": {"-1", "100"}, "scoring": {"4-1-0", "score"}, "tieBreakSet": {"x", "BH"}, "tieBreaks": {"XX", "BH/Z", "BH/C0"},
		"limit": {"1", "1001", "many", "-5"}, "atLeast": {"31", "x"}, "seating": {"age"}, "minRating": {"-1", "5000"}, "maxRating": {"900", "5000"}, "minGames": {"-1", "20000"},
		"starts": {"tomorrow", "2020-01-01T00:00", "2027-13-01T00:00"}, "checkIn": {"soon", "20d"}, "roundTime": {"", "soon", "400d", "-1"}, "unfinished": {"never"}, "leave": {"some", "yes"},
		"opening": badOpenings, "start": badStarts, "ballotPer": {"board"}, "length": {"5", "many"},
	}
	of := func(format string, more ...string) fields {
		f := fields{"name": "Autumn", "variant": "backgammon", "clock": "per-move 3d", "rated": "no", "length": "5", "format": format}
		for i := 0; i+1 < len(more); i += 2 {
			f[more[i]] = more[i+1]
		}
		return f
	}
	refused := []foreign{{who: "", status: 401}}
	for _, f := range []fields{
		of("round-robin", "cycles", "0"), of("round-robin", "cycles", "9"), of("round-robin", "schedule", "swiss"), of("round-robin", "withdrawal", "never"), of("round-robin", "limit", "65"),
		of("groups", "sectionSize", "2", "advance", "2"), of("groups", "advance", "x"), of("groups", "ties", "x"), of("groups", "final", "swiss"), of("groups", "scoring", "3-1-0"),
		of("knockout", "match", "2"), of("knockout", "extra", "10"), of("knockout", "tie", "x"), of("double-elimination", "reset", "x"), of("double-elimination", "losersLength", "65"),
		of("progressive", "consolationLength", "0"), of("progressive", "lastChanceLength", "x"),
		of("ladder", "reach", "0"), of("ladder", "challenges", "x"), of("ladder", "movement", "x"), of("ladder", "answer", "x"), of("ladder", "idle", "-1"),
		of("swiss", "unfinished", "draw", "roundTime", "9d"), of("swiss", "whenFull", "yes"), of("swiss", "checkIn", "1h"),
	} {
		refused = append(refused, foreign{who: "Anna", status: 422, body: f})
	}
	strangers := []foreign{{who: "", status: 401}, {who: "Carol", status: 404}}
	return []inputRow{
		{route: "POST /tournaments", who: "Anna", needed: []string{"name", "variant", "clock", "rated", "roundTime"}, good: good, bad: bad, foreign: refused},
		{
			route: "POST /tournaments/templates", who: "Anna", needed: []string{"name", "variant", "clock", "rated"},
			good: good.with("template", "Fridays"), bad: map[string][]any{"template": {strings.Repeat("n", 81)}}, foreign: refused[:4],
		},
		{
			route: "POST /tournaments/templates/:id/rename", at: "/tournaments/templates/{template}/rename", who: "Anna",
			good: fields{"template": "Tuesdays"}, needed: []string{"template"}, bad: map[string][]any{"template": {"", " ", strings.Repeat("n", 81)}}, foreign: strangers,
		},
		{route: "POST /tournaments/templates/:id/delete", at: "/tournaments/templates/{template}/delete", who: "Anna", foreign: strangers},
		{
			route: "POST /tournaments/templates/:id/series", at: "/tournaments/templates/{template}/series", who: "Anna",
			good: fields{"every": "7d", "next": "2027-01-01T10:00", "lead": "2"}, needed: []string{"next"},
			bad: map[string][]any{
				"every": {"often", "1h", "1000d"}, "next": {"", "soon", "2020-01-01T00:00", "2040-01-01T00:00"}, "lead": {"-1", "61", "x"},
			},
			foreign: strangers,
		},
	}
}
