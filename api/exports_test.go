package api

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/draughts/pdn"
)

// games reads a file that was downloaded.
func (a answer) games(t testing.TB) []*pdn.Game {
	t.Helper()
	if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), pdnType) {
		t.Fatalf("%d %v\n%s", a.status, a.header, a.body)
	}
	games, err := pdn.Parse(a.body, pdn.Options{Strict: true})
	if err != nil && a.body != "" {
		t.Fatalf("%v\n%s", err, a.body)
	}
	return games
}

func TestAGameAsAFile(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	id := s.game("international", "per-move 3d bank 7d", anna, bert)
	play := func(c *client, ply int, act string) {
		t.Helper()
		s.clock.pass(90 * time.Second)
		c.must(200, "POST", "/api/v1/games/"+itoa(id)+"/acts", map[string]any{"ply": ply, "act": act})
	}
	play(anna, 0, "32-28")
	play(bert, 1, "19-23")
	for path, c := range map[string]*client{"/games/": s.visitor(), "/api/v1/games/": bert} {
		running := c.get(path + itoa(id) + "/pdn")
		running.says(t, `[Termination "unterminated"]`, `[Result "*"]`, "-WhiteRating")
		if games := running.games(t); len(games) != 1 || len(games[0].Main.Nodes) != 2 {
			t.Errorf("%s", running.body)
		}
	}
	play(anna, 2, "28x19")
	play(bert, 3, "resign")
	a := s.visitor().get("/games/" + itoa(id) + "/pdn")
	want := fmt.Sprintf(`[Event "Rated game"]
[Site "http://crownpost.test/games/%d"]
[Date "2026.12.01"]
[Round "-"]
[White "Anna"]
[Black "Bert"]
[Result "2-0"]
[WhiteRating "1500"]
[BlackRating "1500"]
[TimeControl "1/259200"]
[Clock "per-move 3d bank 7d"]
[Termination "normal"]
[UTCDate "2026.12.01"]
[UTCTime "09:00:00"]
[PlyCount "3"]
[GameType "20,W,10,10,N2,0"]

1. 32-28 {[%%clk 239:58:30] [%%emt 0:01:30]}
1... 19-23 {[%%clk 239:58:30] [%%emt 0:01:30]}
2. 28x19 {[%%clk 239:58:30] [%%emt 0:01:30]} *

`, id)
	if got := strings.ReplaceAll(a.body, "]} ", "]}\n"); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("got\n%s\nwant\n%s", a.body, want)
	}
	if got := a.header.Get("Content-Disposition"); got != fmt.Sprintf(`attachment; filename="game-%d.pdn"`, id) {
		t.Error(got)
	}
	if head := s.visitor().do("HEAD", "/games/"+itoa(id)+"/pdn", "", ""); head.status != 200 || head.body != "" {
		t.Errorf("%d %q", head.status, head.body)
	}
	table := s.game("table", "per-move 3d", anna, bert)
	s.visitor().must(404, "GET", "/api/v1/games/"+itoa(table)+"/pdn", nil)
	s.visitor().must(404, "GET", "/api/v1/games/999/pdn", nil)
}

func TestAClosedAccountInFilesOfGames(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	id := s.game("checkers", "per-move 3d", anna, bert)
	b := bert.signIn()
	b.post("/settings/close", map[string][]string{"password": {password}, "confirm": {"yes"}})
	s.visitor().get("/games/"+itoa(id)+"/pdn").says(t, `[Black "closed-2"]`, "-Bert", `[Termination "abandoned"]`)
	s.visitor().get("/players/closed-2/pdn").says(t, "-Bert")
}

// finishedGames stores games that ended, many of them at the same moment.
func (s *testSite) finishedGames(n int, change func(i int, g *store.Game)) {
	s.t.Helper()
	now := s.Now()
	for i := range n {
		g := &store.Game{
			Variant: "international", Family: "draughts", Control: "per-move 3d", Status: store.GameFinished, WhiteID: 1, BlackID: 2,
			Position: "W:W31:B20", ToAct: rules.NoSide, OfferBy: rules.NoSide, Winner: rules.White, Reason: "resignation", Value: 1,
			TurnSince: now, CreatedAt: now, UpdatedAt: now, EndedAt: now.Add(time.Duration(i/40) * time.Second),
		}
		change(i, g)
		err := s.Store.Write(s.t.Context(), func(tx *store.Tx) error {
			if err := tx.CreateGame(g); err != nil {
				return err
			}
			for ply, act := range []string{"32-28", "19-23", "28x19", "14x23"}[:g.Ply] {
				if err := tx.AppendMove(&store.Move{GameID: g.ID, Ply: ply, Side: rules.Side(ply % 2), Act: act, At: now}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

func TestAllGamesOfAPlayerAsAFile(t *testing.T) {
	s, _ := newDocumentedSite(t)
	s.program("Anna")
	s.program("Bert")
	s.program("Carol")
	s.finishedGames(130, func(i int, g *store.Game) {
		g.Ply = i % 5
		switch i % 10 {
		case 3:
			g.Variant, g.Ply = "checkers", 0
		case 4:
			g.Family, g.Variant, g.Ply, g.Length = "backgammon", "table", 0, 1
		case 5:
			g.Status, g.EndedAt, g.ToAct, g.Reason, g.Winner, g.Value = store.GameRunning, time.Time{}, rules.White, "", rules.NoSide, 0
		case 6:
			g.WhiteID = 3
		}
	})
	for query, want := range map[string]int{"": 130 - 13 - 13 - 13, "?variant=checkers": 13, "?variant=international": 130 - 4*13} {
		games := s.visitor().get("/api/v1/players/ANNA/pdn" + query).games(t)
		seen := map[string]int{}
		for _, g := range games {
			seen[g.Tag("Site")]++
			if n := len(g.Main.Nodes); g.Tag("PlyCount") != itoa(int64(n)) {
				t.Errorf("%d moves in %s", n, g.Tag("Site"))
			}
		}
		if len(games) != want || len(seen) != want {
			t.Errorf("%q: %d games, %d different ones, want %d", query, len(games), len(seen), want)
		}
	}
	a := s.visitor().get("/players/Anna/pdn?variant=checkers")
	if got := a.header.Get("Content-Disposition"); got != `attachment; filename="anna-checkers.pdn"` {
		t.Error(got)
	}
	s.visitor().shows("/players/Anna", `href="/players/Anna/pdn"`)
	s.visitor().must(404, "GET", "/api/v1/players/Anna/pdn?variant=table", nil)
	s.visitor().must(422, "GET", "/api/v1/players/Anna/pdn?variant=chess", nil)
	s.visitor().must(404, "GET", "/api/v1/players/Nobody/pdn", nil)
	if games := s.visitor().get("/players/Carol/pdn?variant=checkers").games(t); len(games) != 0 {
		t.Errorf("%d games", len(games))
	}
}

func TestATournamentAsAFile(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	id := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": `Winter "open"`, "variant": "checkers", "clock": "total 30d", "plan": map[string]any{"cycles": 2, "atOnce": true}})["id"]
	at := "/tournaments/" + number(id)
	for _, c := range []*client{anna, bert} {
		c.must(204, "POST", "/api/v1"+at+"/enter", nil)
	}
	s.visitor().shows(at, "-/pdn")
	anna.must(204, "POST", "/api/v1"+at+"/start", nil)
	s.visitor().shows(at, `href="`+at+`/pdn"`)
	games := s.visitor().get("/api/v1" + at + "/pdn").games(t)
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	for i, g := range games {
		if g.Tag("Event") != `Winter "open"` || g.Tag("Round") != itoa(int64(i+1)) || g.Tag("Board") != "1" || g.Tag("TimeControl") != "2592000" {
			t.Errorf("%v", g.Tags)
		}
	}
	s.visitor().must(404, "GET", "/api/v1/tournaments/99/pdn", nil)
	other := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Dice", "variant": "table", "clock": "per-move 3d"})["id"]
	s.visitor().must(404, "GET", "/api/v1/tournaments/"+number(other)+"/pdn", nil)
}

// A file that breaks off must not look whole.
func TestABrokenDownloadIsCutOff(t *testing.T) {
	s := newSite(t)
	s.program("Anna")
	s.program("Bert")
	s.finishedGames(60, func(i int, g *store.Game) {
		if i == 0 {
			g.Control = "nonsense"
		}
	})
	answer, err := http.Get(s.http.URL + "/players/Anna/pdn")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("the answer went to its end:\n%s", text)
	}
}
