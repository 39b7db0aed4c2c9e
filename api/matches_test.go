package api

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crownpost/api/store/storetest"
	"crownpost/rules"
	"crownpost/rules/dice"
)

// match starts a casual match of backgammon in which white has White, with the
// opening throw given; more are further terms.
func (s *testSite) match(white, black *client, more map[string]any, opening ...int) *table {
	s.t.Helper()
	body := map[string]any{"variant": "backgammon", "clock": "per-move 3d", "rated": false, "colour": "white"}
	maps.Copy(body, more)
	seek := white.must(http.StatusCreated, "POST", "/api/v1/seeks", body)
	var share any
	if len(opening) > 0 {
		share = map[string]any{"share": s.shareToAccept(int64(seek["id"].(float64)), rules.Black, opening...)}
	}
	started := black.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(seek["id"])+"/accept", share)
	return &table{s.t.(*testing.T), "/api/v1/games/" + number(started["game"]), map[string]*client{"white": white, "black": black}}
}

// sideNamed is the side of its name in JSON.
func sideNamed(name any) rules.Side {
	if name == "white" {
		return rules.White
	}
	return rules.Black
}

func (g *table) id() int64 {
	var id int64
	_, err := fmt.Sscanf(g.path, "/api/v1/games/%d", &id)
	if err != nil {
		g.t.Fatal(err)
	}
	return id
}

// throwing has whoever is to act do it with a share that has the next roll
// come up as wanted, and returns the game afterwards.
func (g *table) throwing(state map[string]any, text string, want ...int) map[string]any {
	g.t.Helper()
	who := g.players[state["toAct"].(string)]
	return who.must(http.StatusOK, "POST", g.path+"/acts", map[string]any{
		"ply": state["ply"], "act": text, "share": who.site.shareFor(g.id(), sideNamed(state["toAct"]), text, want...),
	})
}

// roll asks for a roll that comes up as wanted.
func (g *table) roll(state map[string]any, want ...int) map[string]any {
	g.t.Helper()
	return g.throwing(state, "roll", want...)
}

// refused sends an act that must be refused, and returns the rule. The game
// stays as it was.
func (g *table) refused(side, text string) string {
	g.t.Helper()
	before := g.state()
	a := g.players[side].call("POST", g.path+"/acts", map[string]any{"ply": before["ply"], "act": text})
	if a.status < 400 || a.status >= 500 {
		g.t.Fatalf("%s by %s: %d\n%s", text, side, a.status, a.body)
	}
	if after := g.state(); fmt.Sprint(after) != fmt.Sprint(before) {
		g.t.Errorf("%s was refused, and %v became %v", text, before, after)
	}
	p := a.json(g.t)
	if rule, ok := p["rule"].(string); ok {
		return rule
	}
	return p["code"].(string)
}

// proof is the published proof of the dice so far.
func (g *table) proof() dice.Proof {
	g.t.Helper()
	a := g.players["white"].site.visitor().get(strings.TrimPrefix(g.path, "/api/v1")+"/dice.json").want(g.t, 200)
	proof, err := dice.ReadProof(strings.NewReader(a.body))
	if err != nil {
		g.t.Fatal(err)
	}
	return proof
}

// proved fails the test if the dice of a match are not proved, or are not the
// ones that were played.
func (g *table) proved() dice.Proof {
	g.t.Helper()
	proof := g.proof()
	if err := dice.Verify(proof); err != nil {
		g.t.Errorf("the dice are not proved: %v", err)
	}
	rolls := 0
	for _, m := range g.players["white"].must(http.StatusOK, "GET", g.path+"/moves", nil)["moves"].([]any) {
		m := m.(map[string]any)
		if m["act"] != "roll" {
			continue
		}
		if rolls == len(proof.Rolls) || fmt.Sprint(proof.Rolls[rolls].Dice) != fmt.Sprint(m["dice"]) {
			g.t.Fatalf("roll %d is %v, which is not the one proved", rolls+1, m["dice"])
		}
		rolls++
	}
	if rolls != len(proof.Rolls) {
		g.t.Errorf("%d rolls, %d proved", rolls, len(proof.Rolls))
	}
	return proof
}

// matchOf is where a match stands.
func matchOf(state map[string]any) map[string]any { return state["match"].(map[string]any) }

// playOut plays the first play, or the act that a player would otherwise have
// to think about, until the match is over.
func (g *table) playOut(acts int) map[string]any {
	g.t.Helper()
	state := g.state()
	for range acts {
		if state["status"] != "running" {
			return state
		}
		legal := state["legal"].([]any)
		state = g.act(state, legal[len(legal)/2].(string))
	}
	g.t.Fatalf("the match does not end: %v", matchOf(state))
	return nil
}

func TestTheCommitmentStandsBeforeTheShares(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	for _, pair := range []bool{false, true} {
		seek := anna.must(http.StatusCreated, "POST", "/api/v1/seeks", seekOn("backgammon", true, map[string]any{"length": 3, "pair": pair}))
		offered := s.visitor().must(http.StatusOK, "GET", "/api/v1/seeks", nil)["seeks"].([]any)[0].(map[string]any)
		if fmt.Sprint(offered["commitments"]) != fmt.Sprint(seek["commitments"]) || offered["length"] != 3.0 {
			t.Fatalf("%v is offered as %v", seek, offered)
		}
		game := s.gameAt(bert.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(seek["id"])+"/accept", nil)["game"])
		games := []any{game["id"]}
		if pair {
			games = append(games, game["pairOf"])
		}
		if n := len(seek["commitments"].([]any)); n != len(games) {
			t.Fatalf("%d commitments of %d games", n, len(games))
		}
		for i, id := range games {
			g := &table{t, "/api/v1/games/" + number(id), map[string]*client{"white": anna, "black": bert}}
			proof := g.proved()
			if len(proof.Chains) != 1 || proof.Chains[0].Commitment.String() != seek["commitments"].([]any)[i] || proof.Match != number(id) {
				t.Errorf("%v was promised, %v is proved", seek["commitments"], proof.Chains)
			}
		}
	}
	s.sound()
}

func TestSharesComeFromBothSides(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	seek := anna.must(http.StatusCreated, "POST", "/api/v1/seeks", seekOn("backgammon", false, map[string]any{"length": 5}))
	typed := func(c string) string { return strings.Repeat(c, 32) }
	started := bert.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(seek["id"])+"/accept", map[string]any{"share": typed("A")})
	g := &table{t, "/api/v1/games/" + number(started["game"]), map[string]*client{"white": anna, "black": bert}}
	send := func(status int, share string) map[string]any {
		t.Helper()
		state := g.state()
		body := map[string]any{"ply": state["ply"], "act": state["legal"].([]any)[0]}
		if share != "" {
			body["share"] = share
		}
		return g.players[state["toAct"].(string)].must(status, "POST", g.path+"/acts", body)
	}
	first := g.state()["toAct"].(string)
	send(200, typed("b")) // the one who begins plays
	if told := send(422, typed("a")); told["fields"].(map[string]any)["share"] == nil {
		t.Errorf("a share counts once: %v", told)
	}
	if told := send(422, typed("b")); told["fields"].(map[string]any)["share"] == nil {
		t.Errorf("the opponent's share counts once: %v", told)
	}
	send(200, typed("c")) // the other one asks for the roll
	send(200, typed("d")) // and plays
	send(200, "")         // the first one rolls, without a share
	rolls := g.proved().Rolls
	if len(rolls) != 3 {
		t.Fatalf("%d rolls", len(rolls))
	}
	for i, want := range []struct{ opponent, roller string }{{typed("a") + " player", " none"}, {typed("b") + " player", typed("c") + " player"}, {typed("d") + " player", "* server"}} {
		show := func(share dice.Share) string {
			text, err := share.Bytes.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			if share.From == dice.FromServer && len(share.Bytes) == dice.MinShare {
				text = []byte("*")
			}
			return fmt.Sprintf("%s %s", text, share.From)
		}
		if got := show(rolls[i].Opponent); got != want.opponent {
			t.Errorf("roll %d (%s began): opponent %q, want %q", i+1, first, got, want.opponent)
		}
		if got := show(rolls[i].Roller); got != want.roller {
			t.Errorf("roll %d (%s began): roller %q, want %q", i+1, first, got, want.roller)
		}
	}
	if !rolls[0].Opening || rolls[1].Opening {
		t.Errorf("openings %v, %v", rolls[0].Opening, rolls[1].Opening)
	}
}

// TestTheDiceAreTheSame throws and then reloads, plays what is not legal, looks
// from another device, starts the server anew and asks twice at once (B028).
func TestTheDiceAreTheSame(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, map[string]any{"length": 5}, 3, 1)
	state := g.act(g.state(), "8/5 6/5")
	if state["dice"] != nil || matchOf(state)["mayDouble"] != true {
		t.Fatalf("a cube decision was skipped: %v", state)
	}
	var wait sync.WaitGroup
	answers := make([]answer, 4)
	for i := range answers {
		wait.Go(func() {
			answers[i] = bert.call("POST", g.path+"/acts", map[string]any{
				"ply": state["ply"], "act": "roll", "share": strings.Repeat(fmt.Sprint(i), 32),
			})
		})
	}
	wait.Wait()
	thrown := ""
	for _, a := range answers {
		if a.status != 200 {
			t.Fatalf("a request to roll: %d %s", a.status, a.body)
		}
		if got := fmt.Sprint(a.json(t)["dice"]); thrown != "" && got != thrown {
			t.Errorf("one request shows %s, another %s", thrown, got)
		} else {
			thrown = got
		}
	}
	same := func(when string, dice any) {
		t.Helper()
		if fmt.Sprint(dice) != thrown {
			t.Errorf("%s: %v, not %s", when, dice, thrown)
		}
	}
	same("reloaded", g.state()["dice"])
	g.refused("black", "24/1")
	same("after an illegal play", g.state()["dice"])
	browser := s.visitor()
	browser.post("/login", url.Values{"name": {"Bert"}, "password": {password}}).want(t, 303)
	browser.get(strings.TrimPrefix(g.path, "/api/v1")).want(t, 200)
	bert.logIn()
	same("on another device", bert.must(200, "GET", g.path, nil)["dice"])
	bert.must(200, "POST", g.path+"/acts", map[string]any{"ply": g.state()["ply"], "act": "roll"})
	same("asked for again", g.state()["dice"])
	s.restart()
	same("after a restart", g.state()["dice"])
	bert.must(200, "POST", g.path+"/acts", map[string]any{"ply": g.state()["ply"], "act": "roll", "share": strings.Repeat("e", 32)})
	same("asked for again after a restart", g.state()["dice"])
	if rolls := g.proved().Rolls; len(rolls) != 2 {
		t.Errorf("%d rolls", len(rolls))
	}
	s.sound()
}

func TestAMatchIsPlayedAndProved(t *testing.T) {
	for _, more := range []map[string]any{
		{"length": 3}, {"length": 1}, {"money": 2}, {"money": 1, "options": map[string]any{"jacoby": "on", "beavers": "on", "automatic-doubles": "on"}},
		{"length": 2, "options": map[string]any{"crawford": "off"}}, {"variant": "table", "length": 3},
		{"variant": "table", "options": map[string]any{"opening": "again"}},
	} {
		t.Run(fmt.Sprint(more), func(t *testing.T) {
			s, _ := newDocumentedSite(t)
			anna, bert := s.program("Anna"), s.program("Bert")
			g := s.match(anna, bert, more)
			state := g.playOut(4000)
			if state["result"] == nil || matchOf(state)["phase"] != "over" {
				t.Fatalf("%v", state)
			}
			proof := g.proved()
			games := matchOf(state)["game"].(float64)
			if last := proof.Rolls[len(proof.Rolls)-1]; float64(last.Game) != games {
				t.Errorf("the last roll is of game %d, the match has %v", last.Game, games)
			}
			if length, _ := more["length"].(int); length > 1 && state["result"].(map[string]any)["value"] != 1.0 {
				t.Errorf("a match counts %v", state["result"])
			}
			s.visitor().get(strings.TrimPrefix(g.path, "/api/v1")).want(t, 200)
			anna.must(202, "POST", g.path+"/rematch", nil)
			next := s.gameAt(bert.must(201, "POST", g.path+"/rematch", map[string]any{"share": strings.Repeat("5", 32)})["game"])
			if next["length"] != state["length"] || next["money"] != state["money"] || fmt.Sprint(next["options"]) != fmt.Sprint(state["options"]) {
				t.Errorf("the rematch is on other terms: %v", next)
			}
			s.sound()
		})
	}
}

func TestDoublesAndResignations(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, map[string]any{"length": 7}, 3, 1)
	g.act(g.state(), "8/5 6/5")
	for text, who := range map[string]string{"take": "black", "double": "white", "beaver": "black", "resign 4": "black", "resign 0": "black", "accept": "black"} {
		g.refused(who, text)
	}
	state := g.act(g.state(), "double")
	if m := matchOf(state); m["phase"] != "doubled" || state["toAct"] != "white" {
		t.Fatalf("doubled: %v", m)
	}
	for _, text := range []string{"roll", "double", "beaver", "accept"} {
		g.refused("white", text)
	}
	g.refused("black", "take")
	state = g.throwing(state, "take", 6, 5) // White's share goes into Black's throw
	cube := matchOf(state)["cube"].(map[string]any)
	if cube["value"] != 2.0 || cube["owner"] != "white" || fmt.Sprint(state["dice"]) != "[6 5]" {
		t.Fatalf("taken: %v, dice %v", cube, state["dice"])
	}

	// A level that the position can still cost may be refused; clock and dice
	// stay (B032).
	if levels := fmt.Sprint(matchOf(state)["mayResign"]); levels != "[1 2 3]" {
		t.Errorf("black may resign at %s", levels)
	}
	deadline, thrown := state["deadline"], state["dice"]
	left := state["black"].(map[string]any)["remainingSeconds"]
	state = g.act(state, "resign 1")
	if m := matchOf(state); m["offered"] != 1.0 || m["phase"] != "resigning" || state["toAct"] != "white" {
		t.Fatalf("offered: %v", m)
	}
	g.refused("black", "refuse")
	state = g.act(state, "refuse")
	if fmt.Sprint(state["dice"]) != fmt.Sprint(thrown) || state["deadline"] != deadline || state["black"].(map[string]any)["remainingSeconds"] != left {
		t.Errorf("refused: %v until %v, was %v until %v", state["dice"], state["deadline"], thrown, deadline)
	}
	g.refused("black", "resign 1") // it has been refused
	state = g.act(g.act(state, "resign 2"), "accept")
	if score := matchOf(state)["score"]; fmt.Sprint(score) != "map[black:0 white:4]" {
		t.Errorf("a gammon with the cube at 2: %v", score)
	}
	if matchOf(state)["game"] != 2.0 || state["dice"] == nil {
		t.Errorf("the next game has not begun: %v", matchOf(state))
	}
	// The whole match at once.
	state = bert.must(200, "POST", g.path+"/acts", map[string]any{"ply": state["ply"], "act": "resign"})
	if result := state["result"].(map[string]any); result["winner"] != "white" || result["value"] != 1.0 || result["reason"] != "resignation" {
		t.Errorf("%v", result)
	}
	g.over("map[black:0 white:7]")
	g.proved()
	s.sound()
}

// over fails the test if a match that is over is anywhere shown as going on, or
// with another score.
func (g *table) over(score string) {
	g.t.Helper()
	state := g.state()
	m := matchOf(state)
	if fmt.Sprint(m["score"]) != score || m["phase"] != "over" || m["mayDouble"] != false || len(m["mayResign"].([]any)) > 0 ||
		m["offered"] != nil || state["dice"] != nil || len(state["legal"].([]any)) > 0 {
		g.t.Errorf("the match is over: %v, want the score %s", state, score)
	}
	var white, black int
	if _, err := fmt.Sscanf(score, "map[black:%d white:%d]", &black, &white); err != nil {
		g.t.Fatal(err)
	}
	points := fmt.Sprintf("%d–%d", white, black)
	site := g.players["white"].site
	if err := site.Play.SettleDue(g.t.Context(), g.id()); err != nil { // a loss on time is stored
		g.t.Fatal(err)
	}
	visitor := site.visitor()
	for _, address := range []string{strings.TrimPrefix(g.path, "/api/v1"), "/players/Anna"} {
		if page := visitor.get(address).want(g.t, 200).body; !strings.Contains(page, points) {
			g.t.Errorf("%s does not say %s", address, points)
		}
	}
}

func TestAMatchGivenUpWhileAnAnswerIsAwaited(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	resign := func(g *table, who *client) {
		who.must(200, "POST", g.path+"/acts", map[string]any{"ply": g.state()["ply"], "act": "resign"})
	}
	// White moves first, then Black doubles.
	doubled := s.match(anna, bert, map[string]any{"length": 3}, 3, 1)
	doubled.act(doubled.act(doubled.state(), "8/5 6/5"), "double")
	resign(doubled, anna)
	doubled.over("map[black:3 white:0]")
	if page := s.visitor().get(strings.TrimPrefix(doubled.path, "/api/v1")).want(t, 200).body; strings.Contains(page, "offered") {
		t.Error("the cube is still offered")
	}
	resigned := s.match(anna, bert, map[string]any{"length": 3}, 3, 1)
	resigned.act(resigned.state(), "resign 1")
	resign(resigned, anna)
	resigned.over("map[black:3 white:0]")
}

func TestWhoWaitsIsToldForWhat(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, map[string]any{"length": 3}, 3, 1)
	page := s.visitor()
	page.post("/login", url.Values{"name": {"Bert"}, "password": {password}}).want(t, 303)
	told := func(want string) {
		t.Helper()
		ply := g.state()["ply"]
		p := bert.must(409, "POST", g.path+"/acts", map[string]any{"ply": ply, "act": "roll"})
		if p["detail"] != want || p["code"] != "not-your-turn" {
			t.Errorf("%v, want %q", p, want)
		}
		shown := page.post(strings.TrimPrefix(g.path, "/api/v1")+"/acts", url.Values{"ply": {number(ply)}, "act": {"roll"}}).want(t, 409)
		if !strings.Contains(shown.body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	told("It is not your turn.")
	state := g.act(g.act(g.state(), "8/5 6/5"), "double") // Bert waits for the answer
	told("It is not your turn: your opponent has to answer the double first.")
	g.act(g.act(state, "take"), "resign 1")
	told("It is not your turn: your opponent has to answer the resignation first.")
}

func TestStandingOrdersAreTheirOwnersAlone(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, map[string]any{"length": 5}, 3, 1)
	show := func(c *client) string { return fmt.Sprint(c.must(200, "GET", g.path, nil)["orders"]) }
	const first = "map[bearOff:false forced:true roll:false]"
	if a, b := show(anna), show(bert); a != first || b != first || show(s.visitor()) != "<nil>" {
		t.Errorf("at first %s and %s, and to others %s", a, b, show(s.visitor()))
	}
	seen := func(c *client) string {
		page := c.get(strings.TrimPrefix(g.path, "/api/v1")).want(t, 200).body
		return page + c.get(g.path).body + c.get("/api/v1/games").body + s.visitor().get("/").body
	}
	before, asAnna := s.dump(), seen(anna)
	bert.must(200, "POST", g.path+"/orders", map[string]any{"roll": true, "forced": true, "bearOff": true})
	if show(bert) != "map[bearOff:true forced:true roll:true]" || show(anna) != first {
		t.Errorf("now %s and %s", show(bert), show(anna))
	}
	if seen(anna) != asAnna {
		t.Error("the opponent sees that there are orders")
	}
	s.compare(t, before, "games")
	page := s.visitor()
	page.post("/login", url.Values{"name": {"Bert"}, "password": {password}}).want(t, 303)
	page.post(strings.TrimPrefix(g.path, "/api/v1")+"/orders", url.Values{"roll": {"yes"}, "forced": {"no"}, "bearOff": {"no"}}).want(t, 303)
	if show(bert) != "map[bearOff:false forced:false roll:true]" {
		t.Errorf("by the form: %s", show(bert))
	}

	// Black's roll is made for him; White is still asked.
	state := g.act(g.state(), "8/5 6/5")
	if state["toAct"] != "black" || state["dice"] == nil {
		t.Fatalf("the order to roll was not carried out: %v", state)
	}
	moves := anna.must(200, "GET", g.path+"/moves", nil)["moves"].([]any)
	if last := moves[len(moves)-1].(map[string]any); last["act"] != "roll" || last["automatic"] != true || last["side"] != "black" {
		t.Errorf("%v", last)
	}
	if roll := g.proved().Rolls[1]; roll.Roller.From != dice.FromNobody || roll.Opponent.From != dice.FromServer {
		t.Errorf("shares from %s and %s", roll.Opponent.From, roll.Roller.From)
	}
	state = g.act(state, state["legal"].([]any)[0].(string))
	if state["toAct"] != "white" || state["dice"] != nil {
		t.Errorf("White was not asked: %v", state)
	}
	bert.must(200, "POST", g.path+"/acts", map[string]any{"ply": state["ply"], "act": "resign"})
	bert.must(409, "POST", g.path+"/orders", map[string]any{"roll": true, "forced": true, "bearOff": true})
}

func TestAMatchLostOnTime(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	for _, c := range []struct {
		more  map[string]any
		value float64
	}{{map[string]any{"length": 5}, 1}, {map[string]any{"money": 1}, 2}} {
		g := s.match(anna, bert, c.more, 3, 1)
		g.act(g.act(g.act(g.state(), "8/5 6/5"), "double"), "take")
		s.clock.pass(73 * time.Hour)
		anna.logIn()
		bert.logIn()
		state := g.state()
		result, _ := state["result"].(map[string]any)
		if state["status"] != "finished" || result["winner"] != "white" || result["reason"] != "timeout" || result["value"] != c.value {
			t.Errorf("%v: %v", c.more, result)
		}
		if c.more["length"] != nil {
			g.over("map[black:0 white:5]")
		}
	}
}

func TestRatingsCountTheLengthOfTheMatch(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	for i, c := range []struct {
		length     int
		rating     string
		experience int
	}{{64, "1500", 64}, {1, "", 65}} {
		g := s.match(anna, bert, map[string]any{"length": c.length, "rated": true}, 3, 1)
		state := g.act(g.state(), "8/5 6/5")
		if state["dice"] == nil {
			state = g.roll(state, 6, 5)
		}
		state = g.act(state, state["legal"].([]any)[0].(string))
		anna.must(200, "POST", g.path+"/acts", map[string]any{"ply": state["ply"], "act": "resign"})
		changes, err := s.Store.Read(t.Context()).GameChanges(g.id())
		if err != nil || len(changes) != 2 {
			t.Fatalf("%v, %v", changes, err)
		}
		for _, change := range changes {
			if change.Length != c.length || change.Experience != c.experience || change.Formula != "match-length" {
				t.Errorf("game %d: %+v", i+1, change)
			}
		}
		if i == 0 { // 4 × (500 − 64) / 100 × √64 × ½
			if delta := changes[1].Delta; delta != 69_760 {
				t.Errorf("a match to 64 points moves %d thousandths", delta)
			}
		}
	}
	if a := anna.call("POST", "/api/v1/seeks", seekOn("backgammon", true, map[string]any{"length": 65})); a.status != 422 {
		t.Errorf("a match to 65 points: %d", a.status)
	}
	// Money is not rated.
	g := s.match(anna, bert, map[string]any{"money": 1})
	state := g.playOut(3000)
	if changes, err := s.Store.Read(t.Context()).GameChanges(g.id()); err != nil || len(changes) > 0 || state["rated"] != false {
		t.Errorf("%v, %v", changes, err)
	}
	s.sound()
}

// An XGID tells neither the game's number nor a refusal, and not how many games
// a session has.
func TestAPositionToBeginFromIsKeptAsItIs(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	const men = "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / "
	for _, start := range []string{
		men + "white to play 6-2, refused 1",
		men + "white to roll / match to 7, 2-1, game 4",
		men + "black to take / match to 7, 4-6, game 9, post-Crawford",
		men + "opening / match to 7, 4-2, game 5",
		men + "white to roll / money session of 5, 8-2, game 4 / cube 2 of white",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:64:1:0:0:3:10",
	} {
		body := map[string]any{"start": start}
		if strings.Contains(start, "session of 5") {
			body["money"] = 5
		}
		g := s.match(anna, bert, body)
		row, err := s.Store.Read(t.Context()).Game(g.id())
		if err != nil {
			t.Fatal(err)
		}
		if got := g.state()["start"]; got != start || row.Start != start && !strings.HasPrefix(start, "XGID") {
			t.Errorf("%s became %v, %s", start, got, row.Start)
		}
	}
}

func TestPositionsThatNoMatchBeginsFrom(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	const men = "white 1:1 off:14 / black 23:2 13:5 8:3 6:5 / "
	for _, test := range []struct{ name, start, says string }{
		{"a resignation is offered", men + "black to play 6-2, resigning 2", "resignation"},
		{"more points than can be counted on", men + "white to roll / money session of 5, 1048576-1048576, game 3", "so few games"},
		{"more points than anybody has", men + "white to roll / money session of 5, 1001-0, game 3", "at most 1000 points"},
		{"more games than a match has", men + "white to roll / match to 64, 0-0, game 1048576", "at most in game 101"},
		{"more games than the score tells", men + "white to roll / match to 64, 2-3, game 107", "at most in game 106"},
	} {
		body := seekOn("backgammon", false, map[string]any{"start": test.start})
		if strings.Contains(test.start, "session") {
			body["money"] = 5
		}
		a := anna.call("POST", "/api/v1/seeks", body)
		if a.status != 422 || !strings.Contains(fmt.Sprint(a.json(t)["fields"].(map[string]any)["start"]), test.says) {
			t.Errorf("%s: %d %s", test.name, a.status, a.body)
		}
	}
}

func TestACasualMatchBeginsFromAPosition(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	const id = "4HPwATDgc/ABMA"
	g := s.match(anna, bert, map[string]any{"start": id, "length": 3})
	if state := g.state(); state["position"] != id || state["length"] != 3.0 || matchOf(state)["mayDouble"] != true || state["dice"] != nil {
		t.Errorf("%v", state)
	}
	state := g.roll(g.state(), 6, 4)
	if fmt.Sprint(state["dice"]) != "[6 4]" || g.proved().Rolls[0].Opening {
		t.Errorf("%v", state["dice"])
	}
	xgid := matchOf(state)["xgid"].(string)
	if xgid == "" {
		t.Fatal("no XGID")
	}
	again := s.match(anna, bert, map[string]any{"start": xgid})
	other := again.state()
	if other["length"] != 3.0 || matchOf(other)["xgid"] != xgid || fmt.Sprint(other["dice"]) != fmt.Sprint(state["dice"]) || other["start"] != xgid {
		t.Errorf("from %s: %v", xgid, other)
	}
	both := fmt.Sprint(matchOf(state)["positionId"], ":", matchOf(state)["matchId"])
	if third := s.match(anna, bert, map[string]any{"start": both}).state(); matchOf(third)["xgid"] != xgid {
		t.Errorf("from %s: %v", both, matchOf(third)["xgid"])
	}
	// What was chosen contradicts what is written.
	for _, more := range []map[string]any{{"length": 5}, {"money": 3}} {
		body := seekOn("backgammon", false, more)
		body["start"] = xgid
		if a := anna.call("POST", "/api/v1/seeks", body); a.status != 422 || a.json(t)["fields"].(map[string]any)["start"] == nil {
			t.Errorf("%v: %d %s", more, a.status, a.body)
		}
	}
	again.playOut(3000)
	again.proved()
	s.sound()
}

func TestATournamentOfMatches(t *testing.T) {
	s, _ := newDocumentedSite(t)
	players := []*client{s.program("Anna"), s.program("Bert"), s.program("Carol")}
	event := players[0].must(201, "POST", "/api/v1/tournaments", map[string]any{
		"name": "Matches", "variant": "backgammon", "clock": "per-move 3d", "length": 5,
	})
	path := "/api/v1/tournaments/" + number(event["id"])
	for i, c := range players {
		c.must(204, "POST", path+"/enter", map[string]any{"share": strings.Repeat(fmt.Sprint(i+1), 40)})
	}
	players[0].must(204, "POST", path+"/start", nil)
	state := players[0].must(200, "GET", path, nil)
	if state["length"] != 5.0 {
		t.Errorf("%v", state)
	}
	game := state["games"].([]any)[0].(map[string]any)
	row := s.gameAt(game["id"])
	g := &table{t, "/api/v1/games/" + number(game["id"]), nil}
	g.players = map[string]*client{"white": players[0]}
	opening := g.proved().Rolls[0]
	if row["length"] != 5.0 || opening.Opponent.From != dice.FromPlayer || opening.Roller.From != dice.FromPlayer || len(opening.Roller.Bytes) != 20 {
		t.Errorf("%v, opening %+v", row["length"], opening)
	}
	s.sound()
}

// TestNoSeedIsShown looks for the seeds of running games and of seeks in all
// that programs, players and strangers can read.
func TestNoSeedIsShown(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, map[string]any{"length": 3})
	g.act(g.state(), g.state()["legal"].([]any)[0].(string))
	anna.must(201, "POST", "/api/v1/seeks", seekOn("backgammon", false, nil))
	var seeds []string
	for line := range strings.Lines(storetest.Dump(t, s.Store)["dice_chains"]) {
		seeds = append(seeds, strings.Split(line, " | ")[5])
	}
	if len(seeds) != 2 || len(seeds[0]) != 64 {
		t.Fatalf("seeds %v", seeds)
	}
	page := strings.TrimPrefix(g.path, "/api/v1")
	paths := []string{"/", "/lobby", page, page + "/dice.json", g.path, g.path + "/moves", g.path + "/dice.json", "/api/v1/seeks", "/api/v1/games", "/dice"}
	for _, c := range []*client{anna, bert, s.visitor()} {
		for _, path := range paths {
			body := c.get(path).body
			if slices.ContainsFunc(seeds, func(seed string) bool { return strings.Contains(body, seed) }) {
				t.Errorf("%s shows a seed", path)
			}
		}
	}
	if strings.Contains(s.logged.String(), seeds[0]) {
		t.Error("the log has a seed")
	}
}

// TestAGameFromBeforeGetsItsChain takes a game's chain away, as from one that
// was begun before dice were proved.
func TestAGameFromBeforeGetsItsChain(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, nil, 3, 1)
	s.forgetDice(g.id())
	if proof := g.proof(); len(proof.Chains)+len(proof.Rolls) != 0 {
		t.Fatalf("%+v", proof)
	}
	g.act(g.state(), "8/5 6/5")
	proof := g.proof()
	if err := dice.Verify(proof); err != nil || len(proof.Chains) != 1 || len(proof.Rolls) != 1 || proof.Rolls[0].Opening {
		t.Errorf("%v: %+v", err, proof)
	}
	notes, err := s.Store.Read(t.Context()).Notes(g.id())
	if err != nil || len(notes) != 1 || notes[0].Detail != proof.Chains[0].Commitment.String() || notes[0].Side != rules.NoSide {
		t.Errorf("%+v, %v", notes, err)
	}
}

// forgetDice takes the proof of a game's dice out of the database.
func (s *testSite) forgetDice(game int64) {
	s.t.Helper()
	for _, table := range []string{"dice_rolls", "dice_shares", "dice_chains"} {
		storetest.Exec(s.t, s.Store, fmt.Sprintf("DELETE FROM %s WHERE game_id = %d", table, game))
	}
}

// TestAChainThatEndsIsFollowedByAnother shortens a chain to its first links.
func TestAChainThatEndsIsFollowedByAnother(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	g := s.match(anna, bert, map[string]any{"length": 3})
	var seed string
	for line := range strings.Lines(storetest.Dump(t, s.Store)["dice_chains"]) {
		seed = strings.Split(line, " | ")[5]
	}
	third := dice.Chain{Seed: parseLink(t, seed), Length: dice.ChainLength}.Link(3)
	storetest.Exec(t, s.Store, fmt.Sprintf("UPDATE dice_chains SET seed = '%v', length = 3", third))
	state := g.state()
	for range 8 {
		if n := len(g.proof().Rolls); (n >= 3) != (len(g.proof().Chains) == 2) {
			t.Fatalf("%d chains after %d rolls", len(g.proof().Chains), n)
		}
		state = g.act(state, state["legal"].([]any)[0].(string))
	}
	proof := g.proved()
	if len(proof.Rolls) < 5 || len(proof.Chains) != 2 || proof.Chains[1].FirstRoll != 4 {
		t.Errorf("%d rolls on %+v", len(proof.Rolls), proof.Chains)
	}
	s.sound()
}
