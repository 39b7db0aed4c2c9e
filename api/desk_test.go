package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
)

// boardEvent starts an event over the board that an account directs, with players
// named P1, P2 and so on, and returns its number and those of the players.
func (s *testSite) boardEvent(by string, players int, plan director.Plan) (id int64, entrants []int64) {
	s.t.Helper()
	ctx := context.Background()
	a, err := s.Store.Read(ctx).AccountByName(account.NameKey(by))
	check := func(err error) {
		s.t.Helper()
		if err != nil {
			s.t.Fatal(err)
		}
	}
	check(err)
	id, err = s.Play.CreateTournament(ctx, a.ID, play.TournamentInput{
		Name: "Club cup", Variant: "international", Format: plan.Format, Plan: plan, OverBoard: true, MaxPlayers: players + 4,
		RoundTime: 10 * 24 * time.Hour,
	})
	check(err)
	check(s.Store.Write(ctx, func(tx *store.Tx) error { // the colour is drawn otherwise
		row, err := tx.TournamentForUpdate(id)
		if err != nil {
			return err
		}
		own, err := play.PlanOf(row)
		if err != nil {
			return err
		}
		own.Initial = tournament.White
		text, err := json.Marshal(own)
		if err != nil {
			return err
		}
		row.Plan = string(text)
		return tx.UpdateTournament(row)
	}))
	for n := range players {
		entrant, err := s.Play.AddPlayer(ctx, a.ID, id, play.PersonInput{Name: fmt.Sprintf("P%d", n+1)}, "entry by letter")
		check(err)
		entrants = append(entrants, entrant)
	}
	check(s.Play.StartTournament(ctx, a.ID, id))
	return id, entrants
}

// pairingsIn are the pairings of a round.
func (s *testSite) pairingsIn(event int64, round int) []store.Pairing {
	s.t.Helper()
	all, err := s.Store.Read(context.Background()).Pairings(event)
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(p store.Pairing) bool { return p.Round != round })
}

// proceed lets an event go on, as the runner would.
func (s *testSite) proceed(event int64) {
	s.t.Helper()
	if err := s.Play.Proceed(context.Background(), itoa(event)); err != nil {
		s.t.Fatal(err)
	}
}

// lastAct is the newest line of an event's log that can be taken back.
func (s *testSite) lastAct(event int64) string {
	s.t.Helper()
	log, err := s.Store.Read(context.Background()).TournamentLog(event)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range slices.Backward(log) {
		if e.CanUndo {
			return itoa(e.ID)
		}
	}
	s.t.Fatal("nothing can be taken back")
	return ""
}

func swissPlan(rounds int) director.Plan {
	return director.Plan{Format: director.Swiss, Rounds: rounds}
}

func knockoutPlan() director.Plan {
	return director.Plan{Format: director.Knockout, Bracket: &bracket.Plan{}}
}

// duel starts a round robin of two accounts on the site, directed by the first.
func (s *testSite) duel(first, second *client) (event int64) {
	s.t.Helper()
	made := first.must(http.StatusCreated, "POST", "/api/v1/tournaments", map[string]any{"name": "Duel", "variant": "international", "clock": "per-move 3d"})
	at := "/api/v1/tournaments/" + number(made["id"])
	for _, c := range []*client{first, second} {
		c.must(http.StatusNoContent, "POST", at+"/enter", nil)
	}
	first.must(http.StatusNoContent, "POST", at+"/start", nil)
	return int64(made["id"].(float64))
}

// desks adds events to the scene that Anna directs.
func (s *scene) desks() {
	s.t.Helper()
	event, players := s.boardEvent("Anna", 4, swissPlan(3))
	s.ids["deskEvent"] = itoa(event)
	for i, p := range players {
		s.ids[fmt.Sprintf("deskPlayer%d", i+1)] = itoa(p)
	}
	s.ids["deskGame"] = itoa(s.pairingsIn(event, 1)[0].ID)
	s.programs["Anna"].must(http.StatusNoContent, "POST", "/api/v1/tournaments/"+s.ids["deskEvent"]+"/desk/tie-breaks",
		map[string]any{"tieBreaks": []string{"WIN"}, "reason": "as announced"})
	s.ids["deskAct"] = s.lastAct(event)
	cup, seeds := s.boardEvent("Anna", 4, knockoutPlan())
	s.ids["deskCup"], s.ids["deskSeed"] = itoa(cup), itoa(seeds[0])
	duel := s.duel(s.programs["Anna"], s.programs["Bert"])
	game := s.pairingsIn(duel, 1)[0]
	s.ids["duel"], s.ids["duelGame"], s.ids["duelWhite"] = itoa(duel), itoa(game.ID), itoa(game.WhiteID)
}

// deskRows are the routes of the desk.
func deskRows() []inputRow {
	reasons := []any{"", "x", "  ", strings.Repeat("r", 201)}
	refused := func(more ...foreign) []foreign {
		return append([]foreign{{who: "Bert", status: 403}, {who: "Carol", status: 403}, {who: "", status: 401}}, more...)
	}
	missing := foreign{who: "Anna", status: 404}
	row := func(act, event string, good fields, needed ...string) inputRow {
		r := inputRow{
			route: "POST /api/v1/tournaments/:id/desk/" + act, at: "/api/v1/tournaments/{" + event + "}/desk/" + act, who: "Anna",
			good: good, needed: needed, foreign: refused(),
		}
		if _, has := good["reason"]; has {
			r.bad = map[string][]any{"reason": reasons}
			r.needed = append(r.needed, "reason")
		}
		if _, has := good["player"]; has && event == "deskEvent" {
			missing.body = good.with("player", 999_999)
			r.foreign = append(r.foreign, missing)
		}
		return r
	}
	pairs := []any{[]any{"{deskPlayer1}", "{deskPlayer2}"}, []any{"{deskPlayer3}", "{deskPlayer4}"}}
	rows := []inputRow{
		row("results", "deskEvent", fields{"results": []any{fields{"pairing": "{deskGame}", "result": "1-0"}}, "reason": "as played"}, "results"),
		row("expel", "deskEvent", fields{"player": "{deskPlayer1}", "reason": "had help"}, "player"),
		row("remove", "deskEvent", fields{"player": "{deskPlayer1}", "reason": "is ill"}, "player"),
		row("add", "deskEvent", fields{"name": "Jan", "reason": "train was late"}, "name"),
		row("substitute", "deskEvent", fields{"player": "{deskPlayer1}", "name": "Jan", "reason": "is ill"}, "player", "name"),
		row("bye", "deskEvent", fields{"player": "{deskPlayer1}", "round": 2, "kind": "half-bye", "reason": "wedding"}, "player", "round", "kind"),
		row("pair", "deskEvent", fields{"round": 1, "pairs": pairs, "byes": []any{}, "reason": "neighbours"}, "round", "pairs"),
		row("swap", "deskEvent", fields{"first": "{deskPlayer1}", "second": "{deskPlayer2}", "reason": "accident"}, "first", "second"),
		row("time", "duel", fields{"pairing": "{duelGame}", "player": "{duelWhite}", "time": "2d", "reason": "no network"}, "pairing", "player", "time"),
		row("extend", "deskEvent", fields{"time": "2d", "reason": "holiday"}, "time"),
		row("rule", "deskCup", fields{"stage": "", "match": 1, "kind": "walkover", "winner": "{deskSeed}", "reason": "did not come"}, "match", "winner"),
		row("tie-breaks", "deskEvent", fields{"tieBreaks": []any{"SB"}, "reason": "as announced"}),
		row("end", "deskEvent", fields{"reason": "fire alarm"}),
		row("undo", "deskEvent", fields{"entry": "{deskAct}", "reason": "by mistake"}, "entry"),
		row("message", "deskEvent", fields{"text": "Welcome."}, "text"),
		row("official", "deskEvent", fields{"name": "Bert"}, "name"),
		row("official-remove", "deskEvent", fields{"official": 2}, "official"),
		// What these need is made by their own tests.
		row("repair", "deskEvent", fields{"round": 1, "reason": "accident"}, "round"),
		row("add-list", "deskEvent", fields{"people": []any{fields{"name": "Jan"}}}, "people"),
		row("set-aside", "deskEvent", fields{"options": []any{"rematch"}, "reason": "they agree"}, "options"),
	}
	for i := range rows {
		r := &rows[i]
		bad := func(field string, values ...any) {
			if r.bad == nil {
				r.bad = map[string][]any{}
			}
			r.bad[field] = append(r.bad[field], values...)
		}
		switch act := r.route[strings.LastIndexByte(r.route, '/')+1:]; act {
		case "results":
			for _, result := range []string{"2-0", "*", "1–0"} {
				r.foreign = append(r.foreign, foreign{who: "Anna", status: 422, field: "result",
					body: fields{"results": []any{fields{"pairing": "{deskGame}", "result": result}}, "reason": "as played"}})
			}
			r.foreign = append(r.foreign, foreign{who: "Anna", status: 404,
				body: fields{"results": []any{fields{"pairing": 999_999, "result": "1-0"}}, "reason": "as played"}})
		case "add", "substitute":
			bad("name", strings.Repeat("n", 101))
			r.foreign = append(r.foreign, foreign{who: "Anna", status: 422, body: r.good.with("account", "Nobody"), field: "account"})
		case "bye":
			bad("kind", "pairing-bye", "half")
			r.foreign = append(r.foreign, foreign{who: "Anna", status: 422, body: r.good.with("round", 9)})
		case "time", "extend":
			bad("time", "fast", "0d", "70d", "-1d")
		case "rule":
			bad("match", 99, -1)
			bad("kind", "knockout")
			bad("winner", 999_999)
		case "message":
			bad("text", "x", strings.Repeat("x", 2001))
		case "official":
			bad("name", "Nobody", "Anna")
		case "tie-breaks":
			bad("tieBreaks", []any{"XYZ"})
		case "undo":
			r.foreign = append(r.foreign, foreign{who: "Anna", status: 404, body: r.good.with("entry", 999_999)})
		case "set-aside":
			bad("options", []any{"everything"})
		}
	}
	return append(rows, inputRow{
		route: "POST /tournaments/:id/desk", at: "/tournaments/{deskEvent}/desk", who: "Anna",
		good:   fields{"act": "expel", "player": "{deskPlayer1}", "reason": "had help"},
		needed: []string{"act", "player", "reason"}, bad: map[string][]any{"act": {"", "burn"}, "reason": reasons, "player": {"", "x", "1e30"}},
		foreign: refused(),
	})
}

// A director enters a round over the board at once, mends it, and ends the event.
func TestADirectorRunsAnEventFromTheDesk(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.browser("Anna"), s.browser("Bert")
	event, players := s.boardEvent("Anna", 4, swissPlan(3))
	at := fmt.Sprintf("/tournaments/%d/desk", event)
	if a := bert.get(at); a.status != http.StatusForbidden {
		t.Errorf("a visitor has %d", a.status)
	}
	page := anna.get(at).want(t, http.StatusOK).body
	for _, text := range []string{"P1", "Store results", "Pair by hand", "Bring a player in", "End the event", "Write to everybody"} {
		if !strings.Contains(page, text) {
			t.Errorf("the desk has no %q", text)
		}
	}
	results := url.Values{"act": {"results"}, "round": {"1"}, "reason": {"From the board"}}
	for _, p := range s.pairingsIn(event, 1) {
		results.Set("result-"+itoa(p.ID), "1-0")
		results.Set("was-"+itoa(p.ID), "")
	}
	anna.post(at, results).want(t, http.StatusSeeOther)
	for _, p := range s.pairingsIn(event, 1) {
		if p.Result != "1-0" {
			t.Errorf("board %d has %q", p.Board, p.Result)
		}
	}
	s.proceed(event)
	if got := len(s.pairingsIn(event, 2)); got != 2 {
		t.Fatalf("%d pairings in round 2", got)
	}
	// The form of round 1 once more: what has not been changed in it stays.
	first := s.pairingsIn(event, 1)
	late := url.Values{"act": {"results"}, "round": {"1"}, "reason": {"Wrong way round"}}
	for i, p := range first {
		late.Set("was-"+itoa(p.ID), "1-0")
		late.Set("result-"+itoa(p.ID), []string{"0-1", "1-0"}[i])
	}
	anna.post(at, late).want(t, http.StatusSeeOther)
	if got := s.pairingsIn(event, 1); got[0].Result != "0-1" || got[1].Result != "1-0" {
		t.Errorf("corrected: %q and %q", got[0].Result, got[1].Result)
	}
	// A round by hand, by starting numbers.
	refused := anna.post(at, url.Values{"act": {"pair"}, "round": {"2"}, "pairs": {"1 - 2"}, "reason": {"neighbours"}}).want(t, http.StatusUnprocessableEntity).body
	if !strings.Contains(refused, "Without a place in the round: 3 ") || !strings.Contains(refused, "1 - 2</textarea>") {
		t.Errorf("two are missing:\n%s", refused)
	}
	anna.post(at, url.Values{"act": {"pair"}, "round": {"2"}, "pairs": {"2 - 1\r\n4-3\r\n"}, "reason": {"neighbours"}}).want(t, http.StatusSeeOther)
	if got := s.pairingsIn(event, 2); got[0].WhiteID != players[1] || got[1].BlackID != players[2] {
		t.Errorf("by hand: %+v", got)
	}
	anna.post(at, url.Values{"act": {"undo"}, "entry": {s.lastAct(event)}, "reason": {"they object"}}).want(t, http.StatusSeeOther)
	if got := s.pairingsIn(event, 2); got[0].WhiteID == players[1] && got[0].BlackID == players[0] {
		t.Errorf("taken back: %+v", got)
	}
	anna.post(at, url.Values{"act": {"end"}, "reason": {"fire alarm"}}).want(t, http.StatusSeeOther)
	log := anna.get(fmt.Sprintf("/tournaments/%d", event)).want(t, http.StatusOK).body
	for _, text := range []string{"From the board", "Wrong way round", "they object", "fire alarm"} {
		if !strings.Contains(log, text) {
			t.Errorf("the log does not say %q", text)
		}
	}
	anna.get(at).want(t, http.StatusOK)
	anna.get(at+"?round=1").want(t, http.StatusOK)
}

// everyDeskAct does each act of the desk once, as a program of Anna's.
func (s *testSite) everyDeskAct(t *testing.T, anna, bert *client) {
	t.Helper()
	event, players := s.boardEvent("Anna", 5, swissPlan(5))
	at := fmt.Sprintf("/api/v1/tournaments/%d/desk/", event)
	do := func(status int, act string, body map[string]any) map[string]any {
		t.Helper()
		if body["text"] == nil && !strings.HasPrefix(act, "official") {
			body["reason"] = "as it must be"
		}
		return anna.must(status, "POST", at+act, body)
	}
	do(204, "official", map[string]any{"name": "Bert"})
	officials, err := s.Store.Read(t.Context()).Officials(event)
	if err != nil || len(officials) != 1 {
		t.Fatalf("%v, %v", officials, err)
	}
	do(204, "official-remove", map[string]any{"official": officials[0].ID})
	do(204, "message", map[string]any{"text": "Welcome."})
	do(204, "extend", map[string]any{"time": "1d"})
	do(204, "tie-breaks", map[string]any{"tieBreaks": []string{"SB"}})
	do(204, "swap", map[string]any{"first": players[0], "second": players[1]})
	undo := s.lastAct(event)
	do(204, "undo", map[string]any{"entry": json.Number(undo)})
	do(204, "swap", map[string]any{"first": players[0], "second": players[1]})
	do(204, "repair", map[string]any{"round": 1})
	added := do(200, "add", map[string]any{"name": "Jan"})
	do(204, "remove", map[string]any{"player": added["player"]})
	do(204, "bye", map[string]any{"player": players[0], "round": 2, "kind": "zero-bye"})
	paired := do(200, "pair", map[string]any{"round": 1, "pairs": [][2]int64{{players[0], players[1]}, {players[2], players[3]}}, "byes": []int64{players[4]}})
	if len(paired["warnings"].([]any)) != 0 {
		t.Errorf("warnings %v", paired)
	}
	do(204, "substitute", map[string]any{"player": players[3], "name": "Kim"})
	round := s.pairingsIn(event, 1)
	first := round[len(round)-1].ID // after the bye
	do(204, "results", map[string]any{"results": []map[string]any{{"pairing": first, "result": "½-½"}}})
	do(422, "results", map[string]any{"results": []map[string]any{{"pairing": first, "result": "2-0"}}})
	do(204, "expel", map[string]any{"player": players[4]})
	log := anna.must(200, "GET", fmt.Sprintf("/api/v1/tournaments/%d/log", event), nil)["log"].([]any)
	if last := log[len(log)-1].(map[string]any); last["act"] != "expelled" || last["reason"] != "as it must be" || last["by"] != "Anna" {
		t.Errorf("the log ends with %v", last)
	}
	bert.must(403, "POST", at+"end", map[string]any{"reason": "as it must be"})
	do(204, "end", map[string]any{})

	event, players = s.boardEvent("Anna", 4, knockoutPlan())
	at = fmt.Sprintf("/api/v1/tournaments/%d/desk/", event)
	do(204, "rule", map[string]any{"match": 1, "kind": "walkover", "winner": players[0]})

	event = s.duel(anna, bert)
	at = fmt.Sprintf("/api/v1/tournaments/%d/desk/", event)
	game := s.pairingsIn(event, 1)[0]
	do(204, "time", map[string]any{"pairing": game.ID, "player": game.WhiteID, "time": "2d"})

	event, players = s.boardEvent("Anna", 4, swissPlan(3))
	at = fmt.Sprintf("/api/v1/tournaments/%d/desk/", event)
	var results []map[string]any
	for _, p := range s.pairingsIn(event, 1) {
		results = append(results, map[string]any{"pairing": p.ID, "result": "1-0"})
	}
	met := s.pairingsIn(event, 1)[0]
	do(204, "results", map[string]any{"results": results})
	s.proceed(event)
	for _, p := range players {
		if p != met.WhiteID && p != met.BlackID {
			do(204, "remove", map[string]any{"player": p})
		}
	}
	s.proceed(event)
	do(204, "set-aside", map[string]any{"options": []string{"rematch"}})
}
