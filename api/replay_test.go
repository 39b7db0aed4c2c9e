package api

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

func recordedGames(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// table is two programs at a game.
type table struct {
	t       *testing.T
	path    string
	players map[string]*client
}

func (s *testSite) sit(t *testing.T, variant string, white, black *client) *table {
	t.Helper()
	return &table{t, "/api/v1/games/" + itoa(s.game(variant, "per-move 3d", white, black)), map[string]*client{"white": white, "black": black}}
}

// act has whoever is to act do it, and returns the game afterwards.
func (g *table) act(state map[string]any, text string) map[string]any {
	g.t.Helper()
	return g.players[state["toAct"].(string)].must(http.StatusOK, "POST", g.path+"/acts", map[string]any{"ply": state["ply"], "act": text})
}

// state is the game as a stranger sees it.
func (g *table) state() map[string]any {
	g.t.Helper()
	return g.players["white"].site.visitor().must(http.StatusOK, "GET", g.path, nil)
}

// Games that people have played, move by move, through two accounts.
func TestRecordedDraughtsGames(t *testing.T) {
	for _, variant := range []string{"international", "checkers"} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			s, _ := newDocumentedSite(t)
			anna, bert := s.program("Anna"), s.program("Bert")
			for i, line := range recordedGames(t, "../rules/draughts/testdata/games-"+variant+".txt") {
				moves := strings.Fields(line)
				result := moves[len(moves)-1]
				moves = moves[:len(moves)-1]
				g := s.sit(t, variant, anna, bert)
				state := g.state()
				for ply, move := range moves {
					if state["ply"] != float64(ply) || state["status"] != "running" {
						t.Fatalf("game %d before %s: %v at ply %v", i+1, move, state["status"], state["ply"])
					}
					state = g.act(state, move)
				}
				// The records do not say how the games ended.
				switch result {
				case "1/2-1/2":
					anna.must(http.StatusOK, "POST", g.path+"/acts", map[string]any{"ply": len(moves), "act": "offer-draw"})
					bert.must(http.StatusOK, "POST", g.path+"/acts", map[string]any{"ply": len(moves), "act": "accept-draw"})
				case "1-0":
					bert.must(http.StatusOK, "POST", g.path+"/acts", map[string]any{"ply": len(moves), "act": "resign"})
				case "0-1":
					anna.must(http.StatusOK, "POST", g.path+"/acts", map[string]any{"ply": len(moves), "act": "resign"})
				}
				state = g.state()
				if state["status"] != "finished" || state["result"].(map[string]any)["score"] != result {
					t.Errorf("game %d: %v, want %s", i+1, state["result"], result)
				}
				if list := g.moves(); strings.Join(list, " ") != strings.Join(moves, " ") {
					t.Errorf("game %d is recorded as %v", i+1, list)
				}
			}
		})
	}
}

// moves are the texts of a game's moves.
func (g *table) moves() []string {
	g.t.Helper()
	var texts []string
	for _, m := range g.players["white"].must(http.StatusOK, "GET", g.path+"/moves", nil)["moves"].([]any) {
		texts = append(texts, m.(map[string]any)["act"].(string))
	}
	return texts
}

// The games are the first ones of matches to 64 points, in which every throw
// but the opening's is asked for, and so can be made to come up as recorded.
func TestRecordedBackgammonGames(t *testing.T) {
	t.Parallel()
	s, _ := newDocumentedSite(t)
	players := map[string]*client{"white": s.program("Anna"), "black": s.program("Bert")}
	for i, line := range recordedGames(t, "../rules/backgammon/testdata/games.txt")[:8] {
		turns := strings.Split(line, " ; ")
		throwOf := func(turn int) []int { return []int{int(turns[turn][0] - '0'), int(turns[turn][1] - '0')} }
		first := throwOf(0)
		slices.SortFunc(first, func(a, b int) int { return b - a }) // who throws the higher number begins
		g := s.match(players["white"], players["black"], map[string]any{"length": 64}, first...)
		state := g.state()
		sides := []string{"white", "black"}
		for turn, text := range turns {
			if turn > 0 {
				state = g.roll(state, throwOf(turn)...)
			}
			_, play, _ := strings.Cut(text, ":")
			if play == "pass" {
				continue // the server passes by itself
			}
			if state["ply"].(float64) >= float64(2*turn+2) {
				continue // the only play, by the order that stands from the start
			}
			if state["toAct"] != sides[turn%2] || len(state["dice"].([]any)) != 2 {
				t.Fatalf("game %d, turn %d: %v to act with %v, want to play %s", i+1, turn+1, state["toAct"], state["dice"], text)
			}
			state = g.act(state, play)
		}
		winner := sides[(len(turns)-1)%2]
		match := state["match"].(map[string]any)
		if score := match["score"].(map[string]any); match["game"] != 2.0 || score[winner] == 0.0 || state["status"] != "running" {
			t.Errorf("game %d: %v, want a win of %s", i+1, match, winner)
		}
		if list := g.moves()[:2*len(turns)]; list[len(list)-1] == "pass" || !strings.Contains(list[len(list)-1], "off") {
			t.Errorf("game %d ends with %s", i+1, list[len(list)-1])
		}
		g.proved()
	}
}
