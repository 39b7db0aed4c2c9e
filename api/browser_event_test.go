package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crownpost/tournament/report"
	"crownpost/tournament/trf"
)

// TestAnOrganiserHoldsAnEvent is an event of eight from the form to the file:
// announced with a handful of clicks, a wrong result put right, a player lost
// on the way.
func TestAnOrganiserHoldsAnEvent(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna := s.window(browser, t, "Anna")
	anna.signsUp()
	players := map[string]*client{}
	for _, name := range []string{"Bert", "Carl", "Dora", "Emil", "Fred", "Gina", "Hugo", "Ines"} {
		players[name] = s.program(name)
	}

	// Four fields and a button: everything else has its usual choice.
	anna.open("/tournaments/new")
	anna.fills(map[string]string{"name": "Harbour open", "variant": "checkers", "format": "swiss", "rounds": "3", "rated": "yes"})
	anna.sends("Create")
	path := anna.path()
	for _, c := range players {
		c.must(http.StatusNoContent, "POST", "/api/v1"+path+"/enter", nil)
	}
	anna.open(path)
	anna.press("Start now")
	anna.sends("Start the tournament")

	type game struct{ id, white, black string }
	running := func() []game {
		var games []game
		for _, p := range players["Bert"].must(http.StatusOK, "GET", "/api/v1"+path, nil)["games"].([]any) {
			if g := p.(map[string]any); g["result"] == "*" {
				games = append(games, game{number(g["id"]), g["white"].(string), g["black"].(string)})
			}
		}
		return games
	}
	loses := func(name string, g game) {
		at := "/api/v1/games/" + g.id
		ply := players["Bert"].must(http.StatusOK, "GET", at, nil)["ply"]
		players[name].must(http.StatusOK, "POST", at+"/acts", map[string]any{"ply": ply, "act": "resign"})
	}
	closes := func() {
		s.clock.pass(time.Minute)
		s.runTasks()
	}

	// Round 1: the wrong player of the first game resigned, which the organiser
	// puts right before the round is over.
	games := running()
	if len(games) != 4 {
		t.Fatalf("round 1 has %d games, want 4", len(games))
	}
	for _, g := range games[1:] {
		loses(g.black, g)
	}
	loses(games[0].white, games[0])
	anna.open(path + "/desk?round=1")
	row := fmt.Sprintf(`tr:has(a[href="/games/%s"]) select`, games[0].id)
	result := ask[string](anna, first("main "+row)+".name")
	if got := ask[string](anna, first("main "+row)+".value"); got != "0-1" {
		t.Errorf("the game stands at %q, want 0-1", got)
	}
	anna.fills(map[string]string{result: "1-0", "reason": "The wrong player had resigned."})
	anna.sends("Store results")
	closes()
	anna.open(path)
	anna.reads("main", "round 2 of 3", "The wrong player had resigned.")

	// Round 2: somebody goes home.
	games = running()
	leaver := games[3].black
	players[leaver].must(http.StatusNoContent, "POST", "/api/v1"+path+"/withdraw", nil)
	for _, g := range running() {
		loses(g.white, g)
	}
	closes()

	// Round 3: seven are left, one has the bye.
	games = running()
	if len(games) != 3 {
		t.Fatalf("round 3 has %d games, want 3", len(games))
	}
	anna.open(path)
	anna.reads("main", "bye", leaver+" withdrew")
	for _, g := range games {
		if g.white == leaver || g.black == leaver {
			t.Errorf("%s has left and is paired", leaver)
		}
		loses(g.black, g)
	}
	closes()
	anna.open(path)
	anna.reads(".lead", "Finished", "won by")

	// The file that the page gives is that of a tournament paired by the rules.
	anna.goes(func() { anna.press("Files") })
	at := ask[string](anna, `document.querySelector('a[href*="event.trf"]').getAttribute("href")`)
	text := ask[string](anna, fmt.Sprintf(`(() => { const r = new XMLHttpRequest(); r.open("GET", %s, false); r.send(); return r.responseText })()`, quote(at)))
	file, err := trf.Read([]byte(text), trf.Options{Strict: true})
	if err != nil {
		t.Fatalf("the report: %v\n%s", err, text)
	}
	differences, err := report.Check(file)
	if err != nil || len(differences) > 0 {
		t.Errorf("the check: %v, %v\n%s", differences, err, text)
	}
	for name := range players {
		if !strings.Contains(text, name) {
			t.Errorf("%s is not in the report", name)
		}
	}
}
