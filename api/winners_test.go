package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The list of tournaments says who won, as results stand; games that were not
// played are won, but not played, in programs' answers and in files too.
func TestTheListSaysWhoWon(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna := s.program("Anna")
	event, players := s.boardEvent("Anna", 2, swissPlan(1))
	game := s.pairingsIn(event, 1)[0]
	set := func(result string) {
		t.Helper()
		anna.must(http.StatusNoContent, "POST", fmt.Sprintf("/api/v1/tournaments/%d/desk/results", event), map[string]any{
			"results": []any{map[string]any{"pairing": game.ID, "result": result, "forfeit": true}}, "reason": "as it was",
		})
	}
	shows := func(names ...string) {
		t.Helper()
		body := s.visitor().get("/tournaments").want(t, http.StatusOK).body
		_, won, _ := strings.Cut(body, "won by")
		won, _, _ = strings.Cut(won, "</p>")
		for _, name := range []string{"P1", "P2"} {
			if strings.Contains(won, name) != strings.Contains(strings.Join(names, " "), name) {
				t.Errorf("won by %q, not by %v", won, names)
			}
		}
	}
	shows()
	set("1-0")
	s.proceed(event)
	name := map[int64]string{players[0]: "P1", players[1]: "P2"}
	shows(name[game.WhiteID])
	set("0-1")
	shows(name[game.BlackID])

	told := anna.must(http.StatusOK, "GET", fmt.Sprintf("/api/v1/tournaments/%d", event), nil)
	row := told["standings"].([]any)[0].(map[string]any)["rows"].([]any)[0].(map[string]any)
	if row["played"] != 0.0 || row["wins"] != 1.0 {
		t.Errorf("a program is told of %v played and %v won", row["played"], row["wins"])
	}
	file := s.visitor().get(fmt.Sprintf("/api/v1/tournaments/%d/standings.csv", event)).want(t, http.StatusOK).body
	if !strings.Contains(file, ",0,1\r\n") {
		t.Errorf("the file has\n%s", file)
	}
}
