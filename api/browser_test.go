package api

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"crownpost/api/config"
	"crownpost/rules"
)

// Short games with many captures, each to its end.
const (
	// Black wins by taking everything, with kings and captures of several pieces.
	internationalGame = "33-28 18-23 32-27 23x21 39-33 21-26 37-32 26x30 35x24 20x29 43-39 17-21 48-43 21-26 36-31 26x48 " +
		"39-34 48x30 44-39 30x32 49-44 32-38 47-42 38x36 46-41 36x47 40-34 29x49 45-40 49x35 50-44 35x49"
	// White wins by taking everything.
	checkersGame = "10-15 23-19 11-16 19x10 6x15 24-20 2-6 20x2 3-7 2x18 9-14 18x2 12-16 22-18 1-6 2x9 5x23 26x3 4-8 3x12"
)

// TestTwoPeoplePlayWholeGames signs two people up, who play a game of each
// rule sheet to its end, with the mouse.
func TestTwoPeoplePlayWholeGames(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna, bert := s.window(browser, t, "Anna"), s.window(browser, t, "Bert")
	anna.signsUp()
	bert.signsUp()
	both := []*reader{anna, bert}

	// begin starts a game in which Anna has White, and leaves both looking at
	// it. Anna's home page shows it without being asked for again.
	accepts := bert.accepts
	begin := func(t *testing.T, variant string) (path string) {
		anna.t, bert.t = t, t
		anna.offers(variant, "white")
		anna.open("/")
		ask[bool](anna, `window.sameVisit = true`)
		s.clock.pass(time.Second)
		path = accepts()
		link := fmt.Sprintf(`main h3 a[href=%q]`, path)
		anna.waits("the new game", first(link)+" !== null && window.sameVisit === true")
		anna.goes(func() { anna.click(link) })
		for _, r := range both {
			ask[bool](r, `window.sameVisit = true`)
		}
		return path
	}
	// over checks what both are shown at the end: the one who waited has not
	// loaded the page again.
	over := func(score, reason string, sums ...string) {
		for _, r := range both {
			r.t.Helper()
			r.waits("the result", `document.querySelector("#status.over") !== null`)
			r.reads("#status", score, reason)
			r.reads(".changes", sums...)
			if !ask[bool](r, `window.sameVisit === true`) {
				r.t.Errorf("%s's page was loaded again", r.name)
			}
		}
	}
	// history checks a player's page as the other one sees it.
	history := func(r *reader, of, pool, rating string, game string, row ...string) {
		r.t.Helper()
		r.open("/players/" + of)
		r.reads(".pools", rating)
		r.reads(fmt.Sprintf(`.history tr:has(a[href=%q])`, game), append(row, pool)...)
	}

	for _, c := range []struct {
		name, variant, game, score, reason string
		black                              bool // moves first
		sums, anna, bert                   []string
	}{
		{
			name: "international draughts", variant: "international", game: internationalGame,
			score: "0–1", reason: "Bert won: Anna has no pieces left",
			sums: []string{"1500.000 + 40 × (0 − 0.500000) = 1480.000", "1500.000 + 40 × (1 − 0.500000) = 1520.000"},
			anna: []string{"1480", "Lost", "−20.0", "16 moves"}, bert: []string{"1520", "Won", "+20.0", "16 moves"},
		},
		{
			name: "American checkers", variant: "checkers", game: checkersGame, black: true,
			score: "1–0", reason: "Anna won: Bert has no pieces left",
			sums: []string{"1500.000 + 40 × (1 − 0.500000) = 1520.000", "1500.000 + 40 × (0 − 0.500000) = 1480.000"},
			anna: []string{"1520", "Won", "+20.0", "10 moves"}, bert: []string{"1480", "Lost", "−20.0", "10 moves"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := begin(t, c.variant)
			toMove := 0
			if c.black {
				toMove = 1
			}
			many := map[gesture]int{}
			for i, move := range strings.Fields(c.game) {
				how := gesture(i % 3)
				if m := both[toMove].moves(move, how); len(m.Path) > 2 {
					many[how]++
				}
				toMove = 1 - toMove
			}
			for how := byTargets; how <= bySquares; how++ {
				if many[how] == 0 {
					t.Errorf("no capture of several pieces was made by gesture %d", how)
				}
			}
			over(c.score, c.reason, c.sums...)
			history(bert, "Anna", "", c.anna[0], path, c.anna[1:]...)
			history(anna, "Bert", "", c.bert[0], path, c.bert[1:]...)
		})
	}

	t.Run("table", func(t *testing.T) {
		accepts = func() string { return bert.acceptsWith(3, rules.Black, 6, 5) }
		path := begin(t, "table")
		for _, r := range both {
			r.playsByHand()
			ask[bool](r, `window.sameVisit = true`)
		}
		races(anna, bert, func(i int, r *reader, side rules.Side, play string) {
			if i == 0 { // the other die first, and the last step again
				steps := r.awaits(play).Steps
				r.press("Swap the dice")
				r.steps("white", [3]int{13, 8, 5}, byTargets)
				r.steps("white", [3]int{8, 2, 6}, byTargets)
				r.press("Undo")
				r.steps("white", [3]int{8, 2, 6}, byDrag)
				r.press("Undo")
				r.press("Undo")
				if len(steps) != 2 {
					t.Errorf("%s has the steps %v", play, steps)
				}
			}
			r.awaits(play)
			r.next(i, side, play)
			r.plays(side.String(), play, gesture(i%2))
		})
		over("1–0", "Anna won by bearing off all checkers (counts 4)", "")
		history(bert, "Anna", "Table", "15", path, "Won", "+")
		history(anna, "Bert", "Table", "14", path, "Lost", "−")
	})
}

// TestOtherVariantsArePlayedByClicking plays games of other draughts variants
// to their ends, from positions in which two captures share their start and
// their end: a click on a square that only one of them visits decides.
func TestOtherVariantsArePlayedByClicking(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	readers := map[string]*reader{"W": s.window(browser, t, "Anna"), "B": s.window(browser, t, "Bert")}
	for _, r := range readers {
		r.signsUp()
	}
	program := func(name string) *client {
		c := s.visitor()
		c.name = name
		c.logIn()
		return c
	}
	anna, bert := program("Anna"), program("Bert")
	for _, c := range []struct{ variant, start, moves, score string }{
		{ // a man that becomes a king on the way
			"russian", "W:Wh4,c3,d2,f2,h2:Bb8,c7,e7,g7,c5,g5",
			"h4:f6:d8:b6:d4:h8 b8-a7 h8-d4 a7-b6 d4:a7", "1–0",
		},
		{ // a mirrored board
			"italian", "B:W18,19,20,26,27,28,31:B1,3,9,10,13,14",
			"14x21x30 20-15 30x14 28-23 14-19 31-27 19x28 27-23 28x12", "0–1",
		},
		{ // a king's capture that crosses its own way
			"canadian", "B:WK8,20,22,23,29,32,55,61,66:BK71",
			"71x25x9x28x17 55-49 17x67 8-19 67-56 49x62", "1–0",
		},
		{ // pieces leave at once
			"turkish", "B:Wb7,c4,h4,f3,g2:BKa7,e7",
			"a7xc7xc2xh2xh8 f3-g3 e7-e6 g3-f3 h8-c8 f3-f4 c8-f8 f4-f5 f8xf2", "0–1",
		},
	} {
		t.Run(c.variant, func(t *testing.T) {
			seek := anna.must(http.StatusCreated, "POST", "/api/v1/seeks", map[string]any{
				"variant": c.variant, "clock": "per-move 3d", "rated": false, "colour": "white", "start": c.start,
			})
			game := bert.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(seek["id"])+"/accept", nil)
			for _, r := range readers {
				r.t = t
				r.open("/games/" + number(game["game"]))
			}
			toMove := c.start[:1]
			for i, move := range strings.Fields(c.moves) {
				if r := readers[toMove]; i == 0 {
					r.divides(move)
				} else {
					r.moves(move, gesture(i%3))
				}
				toMove = map[string]string{"W": "B", "B": "W"}[toMove]
			}
			for _, r := range readers {
				r.waits("the result", `document.querySelector("#status.over") !== null`)
				r.reads("#status", c.score)
			}
		})
	}
}

// TestARoundRobinRunsToItsFinalTable holds a tournament of four, two of whom
// play on the pages.
func TestARoundRobinRunsToItsFinalTable(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna, bert := s.window(browser, t, "Anna"), s.window(browser, t, "Bert")
	anna.signsUp()
	bert.signsUp()
	carl, dora := s.program("Carl"), s.program("Dora")

	anna.open("/tournaments/new")
	anna.unfolds("#field-limit")
	anna.fills(map[string]string{
		"name": "Harbour cup", "description": "Everybody against everybody.", "variant": "checkers",
		"rated": "yes", "schedule": "rounds", "limit": "4",
	})
	anna.sends("Create")
	path := anna.path()
	anna.sends("Enter")
	bert.open("/tournaments")
	bert.goes(func() { bert.press("Harbour cup") })
	bert.sends("Enter")
	for _, c := range []*client{carl, dora} {
		c.must(http.StatusNoContent, "POST", "/api/v1"+path+"/enter", nil)
	}
	anna.open(path)
	anna.reads("main", "4 of 4 players", "Carl", "Dora")
	anna.press("Start now")
	anna.sends("Start the tournament")

	// Who loses to whom; Bert and Carl draw.
	losers := map[string]string{
		"Anna Bert": "Bert", "Anna Carl": "Anna", "Anna Dora": "Dora", "Bert Dora": "Bert", "Carl Dora": "Carl",
	}
	resign := func(name, game string, ply any) {
		switch name {
		case "Anna", "Bert":
			r := map[string]*reader{"Anna": anna, "Bert": bert}[name]
			r.open(game)
			r.press("Resign")
			r.sends("Resign the game")
			r.reads("#status", name+" resigned")
		default:
			c := map[string]*client{"Carl": carl, "Dora": dora}[name]
			c.must(http.StatusOK, "POST", "/api/v1"+game+"/acts", map[string]any{"ply": ply, "act": "resign"})
		}
	}
	for round := 1; round <= 3; round++ {
		anna.open(path)
		anna.reads(".lead", fmt.Sprintf("round %d of 3", round))
		games := ask[[]string](anna, `[...document.querySelectorAll("details[open] a.score")].map((a) => a.getAttribute("href"))`)
		if len(games) != 2 {
			t.Fatalf("round %d has games %q, want two", round, games)
		}
		for _, game := range games {
			g := carl.must(http.StatusOK, "GET", "/api/v1"+game, nil)
			white, black := g["white"].(map[string]any)["name"].(string), g["black"].(map[string]any)["name"].(string)
			if loser, ok := losers[min(white, black)+" "+max(white, black)]; ok {
				resign(loser, game, g["ply"])
				continue
			}
			bert.open(game)
			bert.press("Offer a draw")
			bert.waits("his offer", `document.querySelector(".offer") !== null`)
			g = carl.must(http.StatusOK, "GET", "/api/v1"+game, nil)
			carl.must(http.StatusOK, "POST", "/api/v1"+game+"/acts", map[string]any{"ply": g["ply"], "act": "accept-draw"})
			bert.waits("the draw", `document.querySelector("#status.over")?.textContent.includes("Draw by agreement")`)
		}
		s.clock.pass(time.Minute)
		s.runTasks()
	}
	anna.open(path)
	anna.reads(".lead", "Finished", "won by", "Anna")
	table := ask[[]string](anna, `[...document.querySelectorAll("table.cross tbody tr")].map((row) =>
		[row.cells[0], row.querySelector(".player"), row.querySelector(".points")].map((e) => e.textContent.trim()).join(" "))`)
	if got, want := strings.Join(table, ", "), "1 Anna 2, 2 Dora 2, 3 Carl 1½, 4 Bert ½"; got != want {
		t.Errorf("final table %q, want %q", got, want)
	}
	anna.open("/players/Bert?variant=checkers")
	if n := ask[int](anna, `[...document.querySelectorAll(".history tbody tr")].filter((row) => row.textContent.includes("Harbour cup")).length`); n != 3 {
		t.Errorf("Bert's history has %d games of the tournament, want 3", n)
	}
}

// TestAGameIsPlayedWithoutScripts plays with forms and links alone.
func TestAGameIsPlayedWithoutScripts(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna, bert := s.window(browser, t, "Anna"), s.window(browser, t, "Bert")
	for _, r := range []*reader{anna, bert} {
		r.withoutScripts()
		r.signsUp()
	}
	anna.offers("backgammon", "white")
	path := bert.acceptsWith(1, rules.Black, 6, 5)
	anna.open(path)
	for _, r := range []*reader{anna, bert} {
		r.playsByHand()
	}
	races(anna, bert, func(i int, r *reader, side rules.Side, play string) {
		r.open(path)
		r.reads("#status", "Your turn")
		r.next(i, side, play)
		if ask[bool](r, `document.querySelector("select[name=act]") !== null`) {
			r.fills(map[string]string{"act": play})
			r.sends("Play")
		} else { // nothing to choose
			r.sends("Play " + play)
		}
	})
	bert.open(path)
	for _, r := range []*reader{anna, bert} {
		r.reads("#status", "Anna won by bearing off all checkers (by a gammon)")
		r.reads(".changes", "Anna 1500 → ", "Bert 1500 → ")
	}
	bert.open("/players/Anna")
	bert.reads(".history tbody", "Backgammon", "Won")
}

// TestPagesOnAPhone plays by touch on a small screen, and looks for pages that
// are wider than the narrowest one.
func TestPagesOnAPhone(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	long := strings.Repeat("W", 20)
	anna, bert := s.window(browser, t, long), s.program("Bert")
	anna.taps = true
	anna.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateTouch, chromedp.EmulateMobile))
	anna.signsUp()
	anna.offers("international", "white")
	seek := ask[string](anna, `document.querySelector('form[action^="/seeks/"]').action.match(/[0-9]+/g).at(-1)`)
	bert.must(http.StatusOK, "POST", "/api/v1/seeks/"+seek+"/accept", nil)
	anna.open("/")
	anna.press(long + " – Bert")
	anna.awaits("32-28")
	anna.touches(square(32), square(28))
	anna.sends("Confirm 32-28")
	path := anna.path()
	bert.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 1, "act": "19-23"})
	anna.awaits("28x19")
	anna.click(square(28), square(19))
	anna.sends("Confirm 28x19")

	event := bert.must(http.StatusCreated, "POST", "/api/v1/tournaments", map[string]any{
		"name": strings.Repeat("Championship", 6), "variant": "table", "clock": "per-move 3d bank 7d", "rated": true,
	})
	tournament := "/tournaments/" + number(event["id"])
	bert.must(http.StatusNoContent, "POST", "/api/v1"+tournament+"/enter", nil)
	anna.open(tournament)
	anna.sends("Enter")
	bert.must(http.StatusNoContent, "POST", "/api/v1"+tournament+"/start", nil)
	paths := []string{
		"/", "/lobby", path, path + "?ply=1&view=black", "/tournaments", "/tournaments/new", "/tournaments/templates", tournament,
		"/players/" + long, "/leaderboards", "/rules", "/rules/international", "/rules/table", "/help", "/help/clocks", "/settings",
	}
	stranger := s.window(browser, t, "A stranger")
	anna.do(chromedp.EmulateViewport(320, 640))
	stranger.do(chromedp.EmulateViewport(320, 640))
	for _, r := range []*reader{anna, stranger} {
		if r == stranger {
			paths = []string{"/", "/lobby", path, "/tournaments", tournament, "/players/Bert", "/signup", "/login", "/forgot", "/rules/backgammon"}
		}
		for _, path := range paths {
			r.open(path)
			if wide := ask[int](r, `document.scrollingElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s is %d pixels wider than the screen", path, wide)
			}
			if hidden := ask[int](r, `[...document.querySelectorAll(".site-nav a")].filter((a) => {
				const box = a.getBoundingClientRect();
				return !box.width || box.left < 0 || box.right > innerWidth;
			}).length`); hidden > 0 {
				t.Errorf("%s: %d entries of the navigation are out of sight", path, hidden)
			}
		}
	}
}

// TestPagePictures writes pictures of the demo's pages, to look at, into the
// folder that CROWNPOST_PICTURES names.
func TestPagePictures(t *testing.T) {
	folder := os.Getenv("CROWNPOST_PICTURES")
	if folder == "" {
		t.Skip("pictures are taken only when asked for")
	}
	data := t.TempDir()
	if out, err := exec.Command("go", "run", "../cmd/crownpost", "demo", "--data", data).CombinedOutput(); err != nil {
		t.Fatalf("demo: %v\n%s", err, out)
	}
	cfg, err := config.Parse([]string{"--data", data}, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	open, err := Open(t.Context(), cfg, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	s := &testSite{Server: open.Server, t: t, http: httptest.NewServer(open.Handler())}
	t.Cleanup(func() {
		open.Stop()
		s.http.Close()
		if err := open.Close(); err != nil {
			t.Error(err)
		}
	})
	browser := startChromium(t)
	stranger, member := s.window(browser, t, "Stranger"), s.window(browser, t, "Anneke")
	member.open("/login")
	member.fills(map[string]string{"name": "Anneke", "password": "crown-and-point"})
	member.sends("Log in")

	// The games to look at: those that wait for the member, and one that is over.
	pages := map[string]string{}
	games := ask[[][2]string](member, `[...document.querySelectorAll(".game-card h3 a")].map((a) =>
		[a.getAttribute("href"), a.closest(".game-card").querySelector(".meta").textContent.split(" ")[0] +
			(a.closest(".game-card").querySelector(".score") ? "-over" : a.closest(".yours") ? "-mine" : "")])`)
	for _, game := range games {
		if _, known := pages["game-"+game[1]]; !known {
			pages["game-"+game[1]] = game[0]
		}
	}
	for i, path := range []string{"", "lobby", "tournaments", "tournaments/1", "tournaments/2", "tournaments/4", "tournaments/new",
		"players/Anneke", "players/Dalia", "leaderboards", "rules", "rules/international", "rules/table", "help", "help/clocks", "settings"} {
		pages[fmt.Sprintf("%02d-%s", i, strings.ReplaceAll(path, "/", "-"))] = "/" + path
	}
	views := []struct {
		reader *reader
		who    string
		pages  map[string]string
	}{
		{member, "member", pages},
		{stranger, "stranger", map[string]string{"home": "/", "lobby": "/lobby", "signup": "/signup", "login": "/login",
			"forgot": "/forgot", "missing": "/games/999999", "game": "/games/1"}},
	}
	for _, view := range views {
		for name, path := range view.pages {
			for _, scheme := range []string{"light", "dark"} {
				for _, width := range []int64{360, 1280} {
					command(view.reader, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
						Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
					view.reader.do(chromedp.EmulateViewport(width, 800))
					view.reader.open(path)
					picture, err := chromedp.Run(view.reader.ctx, chromedp.FullScreenshot(100))
					if err != nil {
						t.Fatal(err)
					}
					file := filepath.Join(folder, fmt.Sprintf("%s-%s-%s-%d.png", view.who, name, scheme, width))
					if err := os.WriteFile(file, picture, 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	stranger.wrong = nil // a missing page is an error to the browser
}
