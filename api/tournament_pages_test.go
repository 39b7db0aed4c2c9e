package api

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// announced is a tournament that has begun with players.
func announced(t *testing.T, s *testSite, body map[string]any, players ...string) (string, map[string]*client) {
	t.Helper()
	people := map[string]*client{}
	for _, name := range players {
		people[name] = s.program(name)
	}
	organiser := people[players[0]]
	terms := map[string]any{"name": "Cup", "variant": "international", "clock": "per-move 3d"}
	for key, value := range body {
		terms[key] = value
	}
	path := "/tournaments/" + number(organiser.must(http.StatusCreated, "POST", "/api/v1/tournaments", terms)["id"])
	for _, name := range players {
		people[name].must(http.StatusNoContent, "POST", "/api/v1"+path+"/enter", nil)
	}
	organiser.must(http.StatusNoContent, "POST", "/api/v1"+path+"/start", nil)
	return path, people
}

// resigned ends a game by play: both move, then a side resigns.
func resigned(people map[string]*client, g map[string]any, loser string) {
	path := "/api/v1/games/" + number(g["id"]) + "/acts"
	for ply, side := range []string{"white", "black"} {
		act := []string{"32-28", "19-23"}[ply]
		people[g[side].(string)].must(http.StatusOK, "POST", path, map[string]any{"ply": ply, "act": act})
	}
	people[loser].must(http.StatusOK, "POST", path, map[string]any{"ply": 2, "act": "resign"})
}

// weaker is who loses a game: whose name comes later.
func weaker(g map[string]any) string { return max(g["white"].(string), g["black"].(string)) }

var hrefs = regexp.MustCompile(`href="(/tournaments/\d+[^"#]*)`)

// crawled are the pages of a tournament that its pages lead to, with their
// texts. Files and forms are left aside.
func crawled(t *testing.T, reader *client, path string) map[string]string {
	t.Helper()
	pages, next := map[string]string{}, []string{path}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if _, seen := pages[at]; seen || strings.Contains(at, "files") || strings.Contains(at, "print") || strings.Contains(at, "pdn") || strings.Contains(at, "desk") {
			continue
		}
		pages[at] = reader.get(at).want(t, http.StatusOK).body
		for _, found := range hrefs.FindAllStringSubmatch(pages[at], -1) {
			next = append(next, found[1])
		}
	}
	return pages
}

// signedIn is a person who has an account and logs in on the pages.
func (s *testSite) signedIn(name string) *client {
	s.t.Helper()
	c := s.visitor()
	c.name = name
	c.post("/login", url.Values{"name": {name}, "password": {password}}).want(s.t, http.StatusSeeOther)
	return c
}

func TestEveryPageOfEveryFormat(t *testing.T) {
	five := []string{"Anna", "Bert", "Carol", "Dora", "Emil"}
	for _, c := range []struct {
		name    string
		body    map[string]any
		players []string
		has     []string // pages behind the tournament's address, each with what it says
	}{
		{"a Swiss", map[string]any{"format": "swiss", "plan": map[string]any{"rounds": 3}}, five,
			[]string{"/table R1", "/wall Wall chart", "/rounds/1 bye of the pairing", "/rounds/1/why The bye goes to", "/standings/1 Buchholz", "/players/1 Games"}},
		{"a Swiss of two games each", map[string]any{"format": "swiss", "pair": true, "plan": map[string]any{"rounds": 3}}, five, []string{"/rounds/1 both games"}},
		{"a round robin at once", map[string]any{"plan": map[string]any{"atOnce": true}}, five, []string{"/table Cross table", "/rounds/5 does not play"}},
		{"a knockout", map[string]any{"format": "knockout", "plan": map[string]any{"bracket": map[string]any{"thirdPlace": true}}}, five,
			[]string{"/draw winner of match", "/draw loser of match", "/draw bye", "/draw Match for the third place", "/players/1 Match"}},
		{"a double elimination", map[string]any{"format": "double-elimination", "plan": map[string]any{"bracket": map[string]any{"reset": true}}}, five,
			[]string{"/draw Winners’ bracket", "/draw Losers’ bracket", "/draw Grand final", "/draw loser to match"}},
		{"a knockout with consolation", map[string]any{"format": "progressive", "plan": map[string]any{}}, five, []string{"/draw Consolation"}},
		{"groups", map[string]any{"format": "groups", "plan": map[string]any{"atOnce": true, "groups": map[string]any{"sections": 2, "advance": 1, "final": "knockout"}}}, five,
			[]string{" Section 2", "/table Section 1", "/rounds/1 Section 2"}},
		{"groups and a final round robin", map[string]any{"format": "groups", "plan": map[string]any{"atOnce": true, "groups": map[string]any{"sections": 2, "advance": 1, "final": "round-robin"}}}, five,
			[]string{"/rounds/4 Final, Round 4"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newDocumentedSite(t)
			path, people := announced(t, s, c.body, c.players...)
			reader := s.visitor()
			signedIn := []*client{s.signedIn(c.players[0]), s.signedIn(c.players[1])} // the organiser, who plays, and a player
			crawled(t, reader, path)
			crawled(t, signedIn[0], path)
			for range 20 {
				games := gamesOf(s.event(path))
				if len(games) == 0 {
					break
				}
				for _, g := range games {
					resigned(people, g, weaker(g))
				}
				s.runTasks()
				crawled(t, reader, path)
			}
			if e := s.event(path); e["status"] != "finished" {
				t.Fatalf("status %v", e["status"])
			}
			pages := crawled(t, reader, path)
			for _, own := range signedIn {
				crawled(t, own, path)
			}
			for _, want := range c.has {
				at, text, _ := strings.Cut(want, " ")
				if c.name == "a knockout" && at == "/draw" && text != "bye" && text != "Match for the third place" {
					continue // all are known by now
				}
				if !strings.Contains(pages[path+at], text) {
					t.Errorf("%s does not say %q", path+at, text)
				}
			}
			if !strings.Contains(pages[path], "won by") {
				t.Error("nobody has won")
			}
			s.sound()
		})
	}
}

// Everybody can add up the Buchholz: with a bye and a draw, on the page and for
// programs alike.
func TestAValueOpensIntoItsSum(t *testing.T) {
	s, _ := newDocumentedSite(t)
	path, people := announced(t, s, map[string]any{"format": "swiss", "plan": map[string]any{"rounds": 2}}, "Anna", "Bert", "Carol")
	for range 2 {
		if len(standingsOf(s.event(path))) != 3 || s.event(path)["standings"].([]any)[0].(map[string]any)["provisional"] != true {
			t.Error("the table of an event that goes on is not provisional")
		}
		for _, g := range gamesOf(s.event(path)) {
			resigned(people, g, weaker(g))
		}
		s.runTasks()
	}
	event := s.event(path)
	dummies := 0
	for _, row := range standingsOf(event) {
		page := s.visitor().get(path+"/standings/"+number(row["seat"])).want(t, 200)
		for code, value := range row["values"].(map[string]any) {
			value := value.(map[string]any)
			if !slices.Contains([]string{"PTS", "BH", "BH/C1", "SB"}, code) {
				continue
			}
			sum := 0.0
			terms, _ := value["terms"].([]any)
			for _, term := range terms {
				term := term.(map[string]any)
				if term["dummy"] == true {
					dummies++
				}
				if term["cut"] != true {
					sum += term["value"].(float64)
				}
			}
			if sum != value["value"] {
				t.Errorf("%v: %s is %v, its terms make %v", row["name"], code, value["value"], sum)
			}
			if code != "PTS" {
				page.shows(t, fmt.Sprintf("(%s): %v", code, value["value"]))
			}
		}
	}
	if dummies == 0 {
		t.Error("nobody had a bye")
	}
	without := s.visitor().must(200, "GET", "/api/v1"+path+"?terms=no", nil)
	if values := standingsOf(without)[0]["values"].(map[string]any); values["PTS"] != nil || values["BH"].(map[string]any)["terms"] != nil {
		t.Errorf("terms that were not asked for: %v", values)
	}
}

func TestTournamentPagesThatThereAreNot(t *testing.T) {
	s, _ := newDocumentedSite(t)
	path, _ := announced(t, s, map[string]any{"format": "knockout"}, "Anna", "Bert", "Carol")
	for _, at := range []string{"/table", "/wall", "/rounds/1", "/rounds/x", "/rounds/1/why", "/standings/1", "/standings/9", "/players/9", "/players/01"} {
		s.visitor().get(path+at).want(t, 404)
	}
	open := s.program("Dora").must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Open", "variant": "table", "clock": "per-move 3d"})
	for _, at := range []string{"/table", "/draw", "/standings/1", "/players/1"} {
		s.visitor().get("/tournaments/"+number(open["id"])+at).want(t, 404)
	}
}

func TestTournamentsAreFound(t *testing.T) {
	s, _ := newDocumentedSite(t)
	announced(t, s, map[string]any{"format": "knockout", "name": "Knock them out"}, "Anna", "Bert")
	s.program("Dora").must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Round and round", "variant": "table", "clock": "per-move 3d"})
	for query, names := range map[string]string{
		"?format=knockout": "Knock them out", "?status=open": "Round and round", "?format=round-robin&status=running": "There is no such tournament",
		"?format=tennis&status=lost": "Running",
	} {
		s.visitor().get("/tournaments"+query).want(t, 200).shows(t, names)
	}
	list := s.visitor().must(200, "GET", "/api/v1/tournaments?format=knockout", nil)["tournaments"].([]any)
	if len(list) != 1 || list[0].(map[string]any)["name"] != "Knock them out" {
		t.Errorf("%v", list)
	}
	s.visitor().must(422, "GET", "/api/v1/tournaments?format=tennis", nil)
}
