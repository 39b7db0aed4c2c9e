package api

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"crownpost/rules/draughts"
	"crownpost/rules/draughts/openings"
)

// seekOn is the body of a seek that has White, with changes.
func seekOn(variant string, rated bool, more map[string]any) map[string]any {
	body := map[string]any{"variant": variant, "clock": "per-move 3d", "rated": rated, "colour": "white"}
	for name, v := range more {
		body[name] = v
	}
	return body
}

// begun offers a game and has it accepted.
func (s *testSite) begun(white, black *client, body map[string]any) map[string]any {
	s.t.Helper()
	seek := white.must(http.StatusCreated, "POST", "/api/v1/seeks", body)
	started := black.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(seek["id"])+"/accept", nil)
	return s.gameAt(started["game"])
}

func (s *testSite) gameAt(id any) map[string]any {
	s.t.Helper()
	return s.visitor().must(http.StatusOK, "GET", "/api/v1/games/"+number(id), nil)
}

// sound fails the test if rows contradict each other.
func (s *testSite) sound() {
	s.t.Helper()
	found, err := s.Store.Read(s.t.Context()).Check()
	if err != nil || len(found) > 0 {
		s.t.Errorf("%v %v", found, err)
	}
}

var drawnSeed = regexp.MustCompile(`^drawn ([0-9a-f]{32}): `)

// checkDraw repeats the draw that a game publishes.
func checkDraw(t *testing.T, g map[string]any) {
	t.Helper()
	o, _ := g["opening"].(map[string]any)
	seedText := drawnSeed.FindStringSubmatch(fmt.Sprint(o["draw"]))
	if seedText == nil {
		t.Fatalf("no draw: %v", g["opening"])
	}
	var seed openings.Seed
	if _, err := hex.Decode(seed[:], []byte(seedText[1])); err != nil {
		t.Fatal(err)
	}
	table, _ := openings.Lookup(g["variant"].(string), o["table"].(string))
	ballot, proof := openings.Draw(table, seed)
	if ballot.String() != o["ballot"] || proof != o["draw"] {
		t.Errorf("drawn %s, published %v", ballot, o)
	}
	if turn := strings.ToUpper(g["toAct"].(string)[:1]); g["ply"] != 0.0 || !strings.HasPrefix(ballot.Start, turn) || g["start"] != g["position"] {
		t.Errorf("%v is to act from %v, the ballot is %s", g["toAct"], g["start"], ballot.Start)
	}
}

func TestAGameFromABallot(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	anna.must(http.StatusCreated, "POST", "/api/v1/seeks", seekOn("checkers", true, map[string]any{"opening": "3-move"}))
	open := s.visitor().must(http.StatusOK, "GET", "/api/v1/seeks", nil)["seeks"].([]any)[0].(map[string]any)
	if open["opening"] != "3-move" || open["pair"] != nil || open["start"] != nil {
		t.Errorf("%v", open)
	}
	s.visitor().get("/lobby").want(t, 200).shows(t, "Three-move ballot")
	g := s.gameAt(bert.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(open["id"])+"/accept", nil)["game"])
	checkDraw(t, g)
	if g["pairOf"] != nil || g["rated"] != true {
		t.Errorf("%v", g)
	}
	path := "/games/" + number(g["id"])
	o := g["opening"].(map[string]any)
	s.visitor().get(path).want(t, 200).shows(t, "Three-move ballot", o["ballot"].(string), o["draw"].(string), "/openings/checkers/3-move", g["start"].(string))

	// Three moves of the ballot, then Red has made the last: White begins.
	players := map[string]*client{"white": anna, "black": bert}
	for ply := range 4 {
		move := g["legal"].([]any)[0]
		g = players[g["toAct"].(string)].must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": ply, "act": move})
	}
	s.visitor().get(path+"?ply=1").want(t, 200)
	// A move that was made is repeated, in another spelling.
	first := s.visitor().must(200, "GET", "/api/v1"+path+"/moves", nil)["moves"].([]any)[0].(map[string]any)
	players[first["side"].(string)].must(http.StatusOK, "POST", "/api/v1"+path+"/acts",
		map[string]any{"ply": 0, "act": strings.NewReplacer("-", " ", "x", " ").Replace(first["act"].(string))})
	anna.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 4, "act": "resign"})
	if won := s.visitor().must(200, "GET", "/api/v1/players/Bert", nil)["ratings"].(map[string]any)["checkers"].(map[string]any); won["wins"] != 1.0 {
		t.Errorf("not rated: %v", won)
	}
	s.sound()

	// The rematch is from a ballot that is drawn anew.
	bert.must(http.StatusAccepted, "POST", "/api/v1"+path+"/rematch", nil)
	again := s.gameAt(anna.must(http.StatusCreated, "POST", "/api/v1"+path+"/rematch", nil)["game"])
	checkDraw(t, again)
	if again["opening"].(map[string]any)["draw"] == o["draw"] || again["white"].(map[string]any)["name"] != "Bert" {
		t.Errorf("%v", again)
	}
}

func TestTwoGamesWithColoursSwapped(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	one := s.begun(anna, bert, seekOn("checkers", true, map[string]any{"opening": "2-move", "pair": true}))
	two := s.gameAt(one["pairOf"])
	checkPair := func(one, two map[string]any) {
		t.Helper()
		checkDraw(t, one)
		checkDraw(t, two)
		if one["pairOf"] != two["id"] || two["pairOf"] != one["id"] || one["start"] != two["start"] ||
			one["opening"].(map[string]any)["draw"] != two["opening"].(map[string]any)["draw"] ||
			one["white"].(map[string]any)["name"] != two["black"].(map[string]any)["name"] {
			t.Errorf("no pair:\n%v\n%v", one, two)
		}
	}
	checkPair(one, two)
	if one["white"].(map[string]any)["name"] != "Anna" {
		t.Errorf("Anna asked for white: %v", one["white"])
	}
	address := func(g map[string]any) string { return "/games/" + number(g["id"]) }
	s.visitor().get(address(one)).want(t, 200).shows(t, `href="`+address(two)+`"`, "two at once, colours swapped")
	s.visitor().get(address(two)).want(t, 200).shows(t, `href="`+address(one)+`"`)

	// Each game is rated by itself.
	for _, g := range []map[string]any{one, two} {
		for ply := range 2 {
			now := s.gameAt(g["id"])
			mover := map[string]*client{"Anna": anna, "Bert": bert}[now[now["toAct"].(string)].(map[string]any)["name"].(string)]
			mover.must(http.StatusOK, "POST", "/api/v1"+address(g)+"/acts", map[string]any{"ply": ply, "act": now["legal"].([]any)[0]})
		}
		anna.must(http.StatusOK, "POST", "/api/v1"+address(g)+"/acts", map[string]any{"ply": 2, "act": "resign"})
	}
	if lost := s.visitor().must(200, "GET", "/api/v1/players/Anna", nil)["ratings"].(map[string]any)["checkers"].(map[string]any); lost["losses"] != 2.0 {
		t.Errorf("%v", lost)
	}

	// Asked for on either page, the rematch is one, and of two games again.
	page := s.visitor()
	page.post("/login", url.Values{"name": {"Anna"}, "password": {password}}).want(t, 303)
	bert.must(http.StatusAccepted, "POST", "/api/v1"+address(two)+"/rematch", nil)
	for _, g := range []map[string]any{one, two} {
		page.get(address(g)).want(t, 200).shows(t, "/accept")
	}
	next := s.gameAt(anna.must(http.StatusCreated, "POST", "/api/v1"+address(one)+"/rematch", nil)["game"])
	if same := bert.must(http.StatusCreated, "POST", "/api/v1"+address(two)+"/rematch", nil); same["game"] != next["id"] {
		t.Errorf("two rematches: %v and %v", same["game"], next["id"])
	}
	checkPair(next, s.gameAt(next["pairOf"]))
	if next["white"].(map[string]any)["name"] != "Bert" {
		t.Errorf("colours are not swapped: %v", next["white"])
	}
	s.sound()
}

func TestACasualGameFromAPosition(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.begun(anna, bert, seekOn("international", false, map[string]any{"start": " B:W32, 33 ,K50:B1-3:H12:F30. ", "pair": true}))
	const fen = "B:W32,33,K50:B1,2,3"
	if g["start"] != fen || g["position"] != fen || g["toAct"] != "black" || g["opening"] != nil || g["pairOf"] == nil {
		t.Errorf("%v", g)
	}
	path := "/games/" + number(g["id"])
	s.visitor().get(path).want(t, 200).shows(t, fen)
	bert.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 0, "act": "3-9"})
	anna.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 1, "act": "32-28"})
	s.visitor().get(path+"?ply=1").want(t, 200).shows(t, "W:W32,33,K50:B1,2,9")
	anna.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 2, "act": "resign"})
	anna.must(http.StatusAccepted, "POST", "/api/v1"+path+"/rematch", nil)
	again := s.gameAt(bert.must(http.StatusCreated, "POST", "/api/v1"+path+"/rematch", nil)["game"])
	if again["start"] != fen || again["pairOf"] == nil {
		t.Errorf("%v", again)
	}
	s.sound()
}

func TestRefusedBeginnings(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	for _, c := range []struct {
		name    string
		variant string
		rated   bool
		more    map[string]any
		field   string
		says    string
	}{
		{"a table of another game", "international", true, map[string]any{"opening": "3-move"}, "opening", "no such opening table"},
		{"a table that does not exist", "checkers", true, map[string]any{"opening": "x"}, "opening", "no such opening table"},
		{"a ballot and a position", "checkers", false, map[string]any{"opening": "3-move", "start": "W:W32:B1"}, "start", "not both"},
		{"a rated game from a position", "checkers", true, map[string]any{"start": "W:W32:B1"}, "rated", "standard position or from an official opening"},
		{"a square that does not exist", "checkers", false, map[string]any{"start": "W:W33:B1"}, "start", "At character 4: "},
		{"no position at all", "checkers", false, map[string]any{"start": "hello"}, "start", "At character 1: the side to move must be W or B"},
		{"a position without pieces of one side", "checkers", false, map[string]any{"start": "W:W32:B"}, "start", "over at once"},
		{"a position where nothing can move", "checkers", false, map[string]any{"start": "W:W12:B8,3"}, "start", "over at once"},
		{"backgammon from no Position ID", "backgammon", false, map[string]any{"start": "4HPwATDgc/ABM!"}, "start", "cannot be read"},
		{"a rated match from a position", "backgammon", true, map[string]any{"start": "4HPwATDgc/ABMA", "length": 3}, "rated", "standard position or from an official opening"},
		{"a match of another length than the position's", "backgammon", false,
			map[string]any{"start": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10", "length": 7}, "start", "another match"},
		{"a rule that nobody knows", "checkers", false, map[string]any{"options": map[string]any{"huff": "yes"}}, "options", "no such rule"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, path := range []string{"/api/v1/seeks", "/api/v1/tournaments"} {
				body := seekOn(c.variant, c.rated, c.more)
				if path != "/api/v1/seeks" {
					delete(body, "colour")
					body["name"] = "Refused"
				}
				told := anna.must(http.StatusUnprocessableEntity, "POST", path, body)["fields"].(map[string]any)
				if says, _ := told[c.field].(string); !strings.Contains(says, c.says) || len(told) != 1 {
					t.Errorf("%s: %v, want %q for %s", path, told, c.says, c.field)
				}
			}
		})
	}
}

// Without a script the form is asked for again for another game, with
// everything that was entered.
func TestTheFormOffersWhatTheGameHas(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	if page := anna.get("/lobby").want(t, 200); strings.Contains(page.body, `name="opening"`) || !strings.Contains(page.body, `formaction="/lobby#field-variant"`) {
		t.Error("international draughts has no opening tables")
	}
	anna.get("/lobby?variant=checkers&clock=custom&customClock=per-move+36h&colour=black&opponent=Bert&audience=player").want(t, 200).
		shows(t, `<option value="3-move">`, `value="per-move 36h"`, `value="black" checked`, `value="Bert"`)
	anna.get("/tournaments/new?variant=checkers&name=Cup&opening=2-move&ballotPer=pairing").want(t, 200).
		shows(t, `<option value="2-move" selected>`, `value="pairing" checked`, `value="Cup"`, `formaction="/tournaments/new#field-variant"`)
	anna.get("/lobby?variant=backgammon").want(t, 200).shows(t, `name="start"`, `name="length"`, `name="money"`)
	form := url.Values{"variant": {"checkers"}, "clock": {"per-move 3d"}, "rated": {"no"}, "colour": {"white"}, "audience": {"all"}, "shown": {"checkers"}}
	with := func(pairs ...string) url.Values {
		v := url.Values{}
		for name, values := range form {
			v[name] = values
		}
		for i := 0; i < len(pairs); i += 2 {
			v.Set(pairs[i], pairs[i+1])
		}
		return v
	}
	anna.post("/seeks", with("opening", "3-move", "pair", "yes")).want(t, 303)
	anna.get("/lobby").shows(t, "Three-move ballot · two at once, colours swapped")
	anna.post("/seeks", with("start", "W:W32:B1")).want(t, 303)
	anna.get("/lobby").shows(t, "from a position", "White moves first.", "<code>W:W32:B1</code>", `class="mini"`)
	s.visitor().get("/").shows(t, "<code>W:W32:B1</code>")
	anna.post("/seeks", with("start", "W:W32,B1")).want(t, 422).shows(t, "At character 7", `value="W:W32,B1"`)
	anna.post("/seeks", with("opening", "x")).want(t, 422).
		shows(t, "no such opening table", `<a href="#field-opening">`, `role="alert" tabindex="-1" autofocus`)
	anna.post("/seeks", with("opening", "3-move", "variant", "international")).want(t, 303)
	anna.get("/lobby").shows(t, "without what this game does not have: Three-move ballot.")
	anna.get("/lobby?shown=checkers&variant=backgammon&opening=3-move&start=W:W32:B1").want(t, 200).
		shows(t, "does not have this, so it is left out: Three-move ballot, ")
	anna.post("/seeks", with("start", "W:W32:B1", "rated", "yes")).want(t, 422).
		shows(t, "A rated game begins", `id="field-rated" aria-describedby="field-rated-error"`, `<a href="#field-rated">`)
	link := anna.post("/seeks", with("audience", "link", "opening", "11-man")).want(t, 303).header.Get("Location")
	s.visitor().get("/invite/"+invited(t, link)).want(t, 200).shows(t, "Eleven-man ballot")
	link = anna.post("/seeks", with("audience", "link", "start", "B:W31,32:B1")).want(t, 303).header.Get("Location")
	s.visitor().get("/invite/"+invited(t, link)).want(t, 200).
		shows(t, "<code>B:W31,32:B1</code>", "Red moves first.", `class="mini"`)
}

func TestAnOpeningTableIsListed(t *testing.T) {
	s := newSite(t)
	lines := strings.Split(s.visitor().get("/openings/checkers/3-move.txt").want(t, 200).body, "\n")
	if len(lines) != 157 || lines[0] != "1\t1\t9-13 21-17 5-9\tW:W17,22-32:B1-4,6-13" || !strings.HasPrefix(lines[145], "146\t162\t12-16 21-17 16-19\t") {
		t.Errorf("%d lines, %q, %q", len(lines), lines[0], lines[145])
	}
	s.visitor().get("/openings/checkers/3-move").want(t, 200).shows(t, `<nav class="site-nav"`, `href="/help/openings"`, "156 ballots",
		`<tr id="place-146"><td data-label="Place">146</td><td data-label="Printed number">162</td>`, "12-16 21-17 16-19", "To move")
	for _, v := range draughts.Variants() {
		for _, table := range openings.For(v.Key()) {
			s.visitor().get("/openings/"+v.Key()+"/"+table.Key).want(t, 200).shows(t, table.Ballots[0].Start)
		}
	}
	s.visitor().get("/help/openings").want(t, 200).shows(t, "/openings/russian/fmjd-64", ".txt")
	s.visitor().get("/openings/checkers/fmjd-64").want(t, 404)
	s.visitor().get("/openings/chess/3-move").want(t, 404)
}

func TestBallotsOfATournament(t *testing.T) {
	for _, c := range []struct {
		name, per string
		pair      bool
		games     int // a round
		draws     int
	}{
		{"one for each round", "round", false, 2, 1},
		{"one for each pairing", "pairing", false, 2, 2},
		{"one for each round, two games of each pairing", "round", true, 4, 1},
		{"one for each pairing, two games of each", "pairing", true, 4, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newDocumentedSite(t)
			people := s.crowd("Anna", "Bert", "Carol", "Dora")
			changes := []string{"variant", "checkers", "opening", "3-move", "ballotPer", c.per}
			if c.pair {
				changes = append(changes, "pair", "yes")
			}
			path := people["Anna"].post("/tournaments", newEvent(changes...)).want(t, 303).header.Get("Location")
			for _, player := range people {
				player.post(path+"/enter", nil).want(t, 303)
			}
			people["Anna"].post(path+"/start", nil).want(t, 303)
			event := s.event(path)
			if event["opening"] != "3-move" || event["ballotPer"] != c.per || (event["pair"] == true) != c.pair {
				t.Errorf("%v", event)
			}
			all := map[any]bool{}
			for round := 1; round <= 3; round++ {
				draws := map[any]int{}
				games := gamesOf(s.event(path))
				for _, g := range games {
					one := s.gameAt(g["id"])
					checkDraw(t, one)
					draw := one["opening"].(map[string]any)["draw"]
					draws[draw]++
					if all[draw] {
						t.Errorf("round %d: drawn before: %v", round, draw)
					}
					if other := one["pairOf"]; (other != nil) != c.pair || c.pair && s.gameAt(other)["opening"].(map[string]any)["draw"] != draw {
						t.Errorf("%v", one)
					}
				}
				if len(games) != c.games || len(draws) != c.draws {
					t.Errorf("round %d: %d games from %d draws, want %d from %d", round, len(games), len(draws), c.games, c.draws)
				}
				for draw := range draws {
					all[draw] = true
				}
				for i, g := range games {
					s.resignAfterOneMoveEach(t, people, g, []string{"white", "black"}[i%2])
				}
				s.runTasks()
			}
			if event = s.event(path); event["status"] != "finished" {
				t.Errorf("status %v", event["status"])
			}
			points := 0.0
			for _, row := range standingsOf(event) {
				points += row["points"].(float64)
				if row["played"] != float64(3*c.games/2) {
					t.Errorf("%v", row)
				}
			}
			if points != float64(3*c.games) {
				t.Errorf("%v points in %d games", points, 3*c.games)
			}
			page := s.visitor().get(path).want(t, 200).shows(t, "Three-move ballot")
			if shown := strings.Contains(page.body, "Round 1 · Ballot "); shown != (c.per == "round") {
				t.Errorf("the round's ballot is shown: %v", shown)
			}
			if shown := strings.Contains(page.body, "both games"); shown != c.pair {
				t.Errorf("the sum is shown: %v", shown)
			}
			s.sound()
		})
	}
}

// resignAfterOneMoveEach ends a game: both move, then the loser resigns.
func (s *testSite) resignAfterOneMoveEach(t *testing.T, people map[string]*client, g map[string]any, loser string) {
	t.Helper()
	path := "/games/" + number(g["id"])
	for ply := range 2 {
		now := s.gameAt(g["id"])
		mover := people[g[now["toAct"].(string)].(string)]
		mover.post(path+"/acts", url.Values{"ply": {fmt.Sprint(ply)}, "act": {now["legal"].([]any)[0].(string)}}).want(t, 303)
	}
	people[g[loser].(string)].post(path+"/acts", url.Values{"ply": {"2"}, "act": {"resign"}}).want(t, 303)
}

func TestAPairCountsTwiceAndIsForfeitedTogether(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert", "Carol")
	anna := people["Anna"]
	anna.post("/tournaments", newEvent("pair", "yes", "cycles", "2")).want(t, 422).shows(t, "both colours against everybody already")
	anna.post("/tournaments", newEvent("variant", "checkers", "opening", "3-move", "ballotPer", "board")).want(t, 422)
	path := anna.post("/tournaments", newEvent("pair", "yes", "schedule", "at-once", "withdrawal", "forfeit-all")).want(t, 303).header.Get("Location")
	for _, player := range people {
		player.post(path+"/enter", nil).want(t, 303)
	}
	anna.post(path+"/start", nil).want(t, 303)
	if games := gamesOf(s.event(path)); len(games) != 6 {
		t.Fatalf("%d games", len(games))
	}
	people["Carol"].post(path+"/withdraw", nil).want(t, 303)
	games := gamesOf(s.event(path))
	if len(games) != 2 || games[0]["pairOf"] != games[1]["id"] {
		t.Fatalf("%v", games)
	}
	for _, g := range games {
		decide(t, people, g, "Bert")
	}
	s.runTasks()
	event := s.event(path)
	first := standingsOf(event)[0]
	if event["status"] != "finished" || first["name"] != "Anna" || first["points"] != 4.0 {
		t.Errorf("%v: %v", event["status"], first)
	}
	s.visitor().get(path).want(t, 200).shows(t, "both games")
	s.sound()
}

func TestACasualTournamentFromAPosition(t *testing.T) {
	s, _ := newDocumentedSite(t)
	people := s.crowd("Anna", "Bert")
	path := people["Anna"].post("/tournaments", newEvent("rated", "no", "start", "W:W32,33,K50:B1-3")).want(t, 303).header.Get("Location")
	for _, player := range people {
		player.post(path+"/enter", nil).want(t, 303)
	}
	people["Anna"].post(path+"/start", nil).want(t, 303)
	event := s.event(path)
	if g := s.gameAt(gamesOf(event)[0]["id"]); g["start"] != "W:W32,33,K50:B1,2,3" || event["start"] != g["start"] {
		t.Errorf("%v, %v", g["start"], event["start"])
	}
	s.visitor().get(path).want(t, 200).shows(t, "W:W32,33,K50:B1,2,3")
	s.sound()
}

// A game by rules that were chosen is casual, and keeps them to its end and in
// its rematch.
func TestACasualGameByChosenRules(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	chosen := map[string]any{"options": map[string]any{"draws": "cbd"}}
	told := anna.must(422, "POST", "/api/v1/seeks", seekOn("brazilian", true, chosen))["fields"].(map[string]any)
	if told["rated"] != "A rated game is played by the standard rules." {
		t.Errorf("%v", told)
	}
	told = anna.must(422, "POST", "/api/v1/seeks", seekOn("brazilian", false, map[string]any{"options": map[string]any{"draws": "mine"}}))["fields"].(map[string]any)
	if told["options"] != "This is not one of the choices for “draws”." {
		t.Errorf("%v", told)
	}
	g := s.begun(anna, bert, seekOn("brazilian", false, chosen))
	if o, _ := g["options"].(map[string]any); len(o) != 1 || o["draws"] != "cbd" || g["start"] != nil {
		t.Errorf("%v, %v", g["options"], g["start"])
	}
	path := "/games/" + number(g["id"])
	s.visitor().get(path).want(t, 200).shows(t, "Draw rules: ")
	anna.must(200, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 0, "act": g["legal"].([]any)[0]})
	row, err := s.Store.Read(t.Context()).Game(int64(g["id"].(float64)))
	if err != nil || row.Options != "draws=cbd" || row.Start == "" || !strings.Contains(row.Position, "O") {
		t.Errorf("%v, options %q, from %q, now %q", err, row.Options, row.Start, row.Position)
	}
	anna.must(200, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 1, "act": "resign"})
	anna.must(202, "POST", "/api/v1"+path+"/rematch", nil)
	s.visitor().get(path).want(t, 200)
	again := s.gameAt(bert.must(201, "POST", "/api/v1"+path+"/rematch", nil)["game"])
	if o, _ := again["options"].(map[string]any); o["draws"] != "cbd" || again["start"] != nil {
		t.Errorf("%v", again)
	}

	// The standard values are no choice, and a game may have both rules and a ballot.
	standard := map[string]any{"options": map[string]any{"draws": "fmjd64"}, "opening": "fmjd-64"}
	rated := s.begun(anna, bert, seekOn("brazilian", true, standard))
	if rated["options"] != nil || rated["rated"] != true {
		t.Errorf("%v", rated)
	}
	checkDraw(t, rated)
	both := s.begun(anna, bert, seekOn("brazilian", false, map[string]any{"options": map[string]any{"draws": "cbd"}, "opening": "150"}))
	checkDraw(t, both)
	if both["options"] == nil {
		t.Errorf("%v", both)
	}
	placed := s.begun(anna, bert, seekOn("brazilian", false, map[string]any{"options": map[string]any{"draws": "cbd"}, "start": "W:Wa1,Kc1:Bh8,Kf8"}))
	if placed["options"] == nil || placed["start"] == nil {
		t.Errorf("%v", placed)
	}
	s.sound()
}

// invited is the secret that an address of the lobby shows.
func invited(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("invited")
}

// A form that shows the choices of one game says nothing of another's length.
func TestTheLengthIsAskedFor(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for _, c := range []struct {
		name, shown, variant, length string
		status                       int
	}{
		{"draughts has no length to choose", "checkers", "backgammon", "", 422},
		{"the standard of hypergammon is not chosen for backgammon", "hypergammon", "backgammon", "1", 422},
		{"a length that was chosen counts for the other game too", "hypergammon", "backgammon", "7", 303},
		{"two games with the same standard", "backgammon", "nackgammon", "5", 303},
		{"no length is needed for draughts", "backgammon", "checkers", "5", 303},
	} {
		t.Run(c.name, func(t *testing.T) {
			form := url.Values{"variant": {c.variant}, "clock": {"per-move 3d"}, "rated": {"yes"}, "colour": {"random"}, "audience": {"all"}, "shown": {c.shown}}
			if c.length != "" {
				form.Set("length", c.length)
			}
			event := newEvent("variant", c.variant, "shown", c.shown)
			if c.length != "" {
				event.Set("length", c.length)
			}
			for path, values := range map[string]url.Values{"/seeks": form, "/tournaments": event} {
				answer := anna.post(path, values).want(t, c.status)
				if c.status == 422 {
					answer.shows(t, "Backgammon is played as matches.", `<select id="field-length"`, `name="shown" value="backgammon"`, `href="#field-length"`)
				}
			}
		})
	}
}

// The next offer begins with the terms of the last one.
func TestTheFormKeepsTheTerms(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	form := url.Values{"variant": {"backgammon"}, "clock": {"custom"}, "customClock": {"per-move 36h"}, "rated": {"yes"}, "colour": {"random"},
		"audience": {"all"}, "shown": {"backgammon"}, "length": {"money"}, "money": {"3"}, "option-jacoby": {"on"}}
	next := anna.post("/seeks", form).want(t, 303).header.Get("Location")
	anna.get(next).want(t, 200).shows(t, `<option value="backgammon" selected>`, `<option value="custom" selected>`, `value="per-move 36h"`,
		`<option value="money" selected>`, `name="money" type="number" value="3"`, "Games, 1 to 25", "with the Jacoby rule", "</a>, casual")
}

func TestTheFormsOptions(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	anna.get("/lobby?variant=brazilian").want(t, 200).shows(t, `name="option-draws"`, `<option value="fmjd-64">`)
	form := url.Values{"variant": {"brazilian"}, "clock": {"per-move 3d"}, "rated": {"no"}, "colour": {"white"}, "audience": {"all"},
		"shown": {"brazilian"}, "option-draws": {"cbd"}}
	anna.post("/seeks", form).want(t, 303)
	anna.get("/lobby").shows(t, "Draw rules: ")
	form.Set("rated", "yes")
	anna.post("/seeks", form).want(t, 422).shows(t, "A rated game is played by the standard rules.", `<option value="cbd" selected>`)
	// What stood there as the standard of another game is no choice of this one.
	form.Set("variant", "checkers")
	form.Set("option-draws", "fmjd64")
	anna.post("/seeks", form).want(t, 303)
	form.Set("option-draws", "cbd")
	anna.post("/seeks", form).want(t, 303)
	anna.get("/lobby").shows(t, "without what this game does not have: Draw rules: ")
	form.Set("shown", "checkers")
	anna.post("/seeks", form).want(t, 422).shows(t, "no such rule")
}
