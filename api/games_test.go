package api

import (
	"net/http"
	"testing"
)

func TestAGameIsPlayedOverJSONToItsEnd(t *testing.T) {
	for _, variant := range []string{"international", "checkers", "table", "backgammon"} {
		t.Run(variant, func(t *testing.T) {
			s := newSite(t)
			players := map[string]*client{"white": s.program("Anna"), "black": s.program("Bert")}
			path := "/api/v1/games/" + itoa(s.game(variant, "per-move 3d", players["white"], players["black"]))
			for range 5000 {
				g := players["white"].must(http.StatusOK, "GET", path, nil)
				if g["status"] != "running" {
					if g["result"] == nil {
						t.Error("an ended game has no result")
					}
					return
				}
				legal := g["legal"].([]any)
				players[g["toAct"].(string)].must(http.StatusOK, "POST", path+"/acts", map[string]any{
					"ply": g["ply"], "act": legal[len(legal)/2],
				})
			}
			t.Fatal("the game does not end")
		})
	}
}

func TestARefusedMoveTeachesTheRule(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	path := "/api/v1/games/" + itoa(s.game("international", "per-move 3d", anna, bert)) + "/acts"
	anna.must(http.StatusOK, "POST", path, map[string]any{"ply": 0, "act": "32-28"})
	bert.must(http.StatusOK, "POST", path, map[string]any{"ply": 1, "act": "19-23"})
	p := anna.must(http.StatusUnprocessableEntity, "POST", path, map[string]any{"ply": 2, "act": "31-27"})
	if p["rule"] != "capture-compulsory" || p["detail"] != "capture is compulsory: 28x19" {
		t.Errorf("refusal %v", p)
	}
}
