package api

import (
	"context"
	"net/http"
	"testing"

	"crownpost/api/play"
	"crownpost/rules"
)

func TestOnlyASingleGameListsItsLegalActs(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, nil, 3, 1)
	path := "/games/" + itoa(g.id())
	listed := func(list string) {
		t.Helper()
		games := anna.must(http.StatusOK, "GET", "/api/v1"+list, nil)["games"].([]any)
		if len(games) != 1 {
			t.Fatalf("%s has %d games", list, len(games))
		}
		if legal, there := games[0].(map[string]any)["legal"]; there {
			t.Errorf("%s lists %v", list, legal)
		}
	}
	state := g.state()
	if n := len(state["legal"].([]any)); n < 2 {
		t.Errorf("%d legal acts of a game that runs", n)
	}
	listed("/games")
	orders := anna.must(http.StatusOK, "POST", "/api/v1"+path+"/orders", map[string]any{"roll": false, "forced": true, "bearOff": false})
	stale := anna.must(http.StatusConflict, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 0, "act": "8/5 6/5"})["game"].(map[string]any)
	for name, one := range map[string]map[string]any{"after orders": orders, "beside a conflict": stale} {
		if len(one["legal"].([]any)) != len(state["legal"].([]any)) {
			t.Errorf("%s: %v", name, one["legal"])
		}
	}
	over := g.act(state, "resign")
	if legal, there := over["legal"].([]any); !there || len(legal) > 0 {
		t.Errorf("legal acts of a game that is over: %v", over["legal"])
	}
	listed("/players/Anna/games")
}

// counting counts how often legal acts are asked for.
type counting struct {
	rules.Position
	asked *int
}

func (c counting) Legal() []rules.Act {
	*c.asked++
	return c.Position.Legal()
}

func TestAGameInAListIsNotAskedForItsLegalActs(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	view, err := s.Store.Read(context.Background()).Game(s.game("international", "per-move 3d", anna, bert))
	if err != nil {
		t.Fatal(err)
	}
	table, err := play.NewTable(view)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	table.State.Position = counting{table.State.Position, &asked}
	for _, tt := range []struct {
		name string
		show func() error
		want int
	}{
		{"in a list", func() error { _, err := s.newGameJSON(table, view.WhiteID); return err }, 0},
		{"by itself", func() error { _, err := s.newWholeGameJSON(table, view.WhiteID); return err }, 1},
	} {
		asked = 0
		if err := tt.show(); err != nil || asked != tt.want {
			t.Errorf("%s: asked %d times, want %d; %v", tt.name, asked, tt.want, err)
		}
	}
}
