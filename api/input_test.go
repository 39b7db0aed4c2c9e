package api

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/store"
)

// scene is a site with one of everything. Anna and Bert play; Carol has
// nothing to do with it. Rita is an administrator.
type scene struct {
	*testSite
	programs, browsers map[string]*client
	// ids fill the braces of addresses.
	ids map[string]string
}

func newScene(t testing.TB) *scene {
	t.Helper()
	site, _ := newDocumentedSite(t)
	s := &scene{site, map[string]*client{}, map[string]*client{}, map[string]string{}}
	for _, name := range []string{"Anna", "Bert", "Carol", "Rita"} {
		s.programs[name] = s.program(name)
		s.browsers[name] = s.visitor()
		if a := s.browsers[name].post("/login", url.Values{"name": {name}, "password": {password}}); a.status != http.StatusSeeOther {
			t.Fatalf("log-in: %d", a.status)
		}
	}
	rita, err := s.Store.Read(t.Context()).AccountByName(account.NameKey("Rita"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Play.SetRole(t.Context(), rita.ID, store.Admin); err != nil {
		t.Fatal(err)
	}
	s.programs[""], s.browsers[""] = s.visitor(), s.visitor()
	anna, bert := s.programs["Anna"], s.programs["Bert"]
	seek := func(c *client, more map[string]any) map[string]any {
		body := map[string]any{"variant": "international", "clock": "per-move 3d", "rated": true, "colour": "white"}
		maps.Copy(body, more)
		return c.must(http.StatusCreated, "POST", "/api/v1/seeks", body)
	}
	s.ids["seek"] = number(seek(anna, nil)["id"])
	s.ids["challenge"] = number(seek(anna, map[string]any{"opponent": "Bert"})["id"])
	link := seek(anna, map[string]any{"link": true})
	s.ids["linked"] = number(link["id"])
	s.ids["invitation"] = strings.TrimPrefix(link["link"].(string), "http://crownpost.test/invite/")
	finished := s.game("international", "per-move 3d", anna, bert)
	s.ids["finished"] = itoa(finished)
	for ply, move := range []string{"32-28", "19-23", "resign"} {
		[]*client{anna, bert}[ply%2].must(http.StatusOK, "POST", "/api/v1/games/"+itoa(finished)+"/acts", map[string]any{"ply": ply, "act": move})
	}
	game := s.game("international", "per-move 3d", anna, bert)
	s.ids["game"] = itoa(game)
	for ply, move := range []string{"32-28", "19-23"} {
		[]*client{anna, bert}[ply%2].must(http.StatusOK, "POST", "/api/v1/games/"+itoa(game)+"/acts", map[string]any{"ply": ply, "act": move})
	}
	offered := s.game("international", "per-move 3d", anna, bert)
	s.ids["offered"] = itoa(offered)
	o := bert.must(http.StatusOK, "POST", "/api/v1/games/"+itoa(offered)+"/acts", map[string]any{"ply": 0, "act": "offer-draw"})
	s.ids["offer"] = number(o["offer"].(map[string]any)["id"])
	s.ids["match"] = itoa(s.game("backgammon", "per-move 3d", anna, bert))
	event := anna.must(http.StatusCreated, "POST", "/api/v1/tournaments", map[string]any{"name": "Spring", "variant": "table", "clock": "per-move 3d"})
	s.ids["tournament"] = number(event["id"])
	for _, c := range []*client{anna, bert} {
		c.must(http.StatusNoContent, "POST", "/api/v1/tournaments/"+s.ids["tournament"]+"/enter", nil)
	}
	s.ladder()
	s.desks()
	s.events()
	s.templates()
	for _, row := range anna.must(http.StatusOK, "GET", "/api/v1/sessions", nil)["sessions"].([]any) {
		if row := row.(map[string]any); row["kind"] == store.PageSession {
			s.ids["session"] = row["id"].(string)
		}
	}
	made := func(fen string) string {
		return anna.must(http.StatusCreated, "POST", "/api/v1/studies", map[string]any{
			"title": "Ending", "visibility": "link", "variant": "international", "fen": fen,
		})["id"].(string)
	}
	s.ids["study"] = made("W:WK5:B30,45")
	s.ids["line"] = anna.must(http.StatusCreated, "POST", "/api/v1/studies", map[string]any{"visibility": "link", "pdn": "1. 32-28 19-23 *"})["id"].(string)
	s.ids["mail"] = "no-such-secret"
	return s
}

var (
	brace    = regexp.MustCompile(`\{(\w+)\}`)
	quotedID = regexp.MustCompile(`"(\{\w+\})"`)
)

// fill puts the scene's ids into the braces of a text.
func (s *scene) fill(text string) string {
	return brace.ReplaceAllStringFunc(text, func(name string) string {
		id, ok := s.ids[name[1:len(name)-1]]
		if !ok {
			s.t.Fatalf("no %s in the scene", name)
		}
		return id
	})
}

// foreign is a request by someone whose it is not.
type foreign struct {
	who    string // "" is nobody
	at     string // the row's address if empty
	status int
	body   fields // the row's input if nil
	field  string // whose sentence the answer must have, if any
}

// fields are the input of a form or a JSON object.
type fields map[string]any

// inputRow is a route that changes something, with input that it would accept
// and input that it must refuse. Everything is Anna's, unless said otherwise.
type inputRow struct {
	route string
	// at is the address with names of the scene's ids in braces.
	at string
	// who may send it; "" is anybody.
	who string
	// good is accepted; nil is a route without input.
	good fields
	// needed fields cannot be left out.
	needed []string
	// bad values of a field are refused with a sentence for it.
	bad map[string][]any
	// foreign requests are refused.
	foreign []foreign
	// refused is the status of refused input if it is not 422.
	refused int
	// counted says that wrong passwords are counted.
	counted bool
	// takes is how many bytes the route takes if it is not the usual number.
	takes int
}

// The terms of a game, which seeks and tournaments have in common.
var (
	badVariants = []any{"chess", "International", ""}
	badClocks   = []any{"", "fast", "per-move", "per-move 0d", "per-move 3", "per-move -3d", "fischer 1d", "total 1000000d", "per-move 3d bank"}
	// Of checkers with a ballot, and of table.
	badOptions  = []any{fields{"huff": "yes"}, fields{"": ""}}
	badOpenings = []any{"fmjd-64", "x", "../tables"}
	badStarts   = []any{"x", "W:W32:B1", "4HPwATDgc/ABMA"}

	badShares = []any{"x", strings.Repeat("0", 30), strings.Repeat("0", 33), strings.Repeat("0", 130), strings.Repeat("g", 32)}
)

func inputRows() []inputRow {
	long := strings.Repeat("x", 3000)
	badNames := []any{"", "ab", "x y", "<script>", "admin", "-anna-", strings.Repeat("n", 21), "Аnna", "123", long}
	badMails := []any{"", "anna", "@example.org", "anna@", "a b@example.org", strings.Repeat("a", 250) + "@example.org"}
	badPasswords := []any{"", "short", "password", strings.Repeat("p", 300)}
	strangers := func(status int) []foreign { return []foreign{{who: "Carol", status: status}, {who: "", status: 401}} }
	plies := []any{-1, 1.5, 1e30}
	// Terms of matches that Anna cannot offer.
	matches := func(field string, more fields) foreign {
		body := fields{"variant": "backgammon", "clock": "per-move 3d", "rated": false}
		maps.Copy(body, more)
		return foreign{who: "Anna", status: 422, body: body, field: field}
	}
	acts := []any{"", strings.Repeat("1-2 ", 100), "castle", "1-99", "99999999999-1"}
	return slices.Concat(ladderRows(), deskRows(), newTournamentRows(), tournamentInputRows(), eventFileRows(), []inputRow{
		// Programs.
		{
			route: "POST /api/v1/accounts", good: fields{"name": "Dora", "email": "dora@example.org", "password": password, "invitation": ""},
			needed: []string{"name", "email", "password"},
			bad:    map[string][]any{"name": append(badNames, "Anna", "ANNA", "anna "), "email": badMails, "password": append(badPasswords, "dora@example.org")},
		},
		{
			route: "POST /api/v1/sessions", good: fields{"name": "Anna", "password": password}, needed: []string{"name", "password"},
			bad: map[string][]any{"name": {""}, "password": {""}}, counted: true,
			foreign: []foreign{{status: 401, body: fields{"name": "Anna", "password": "not hers"}}, {status: 401, body: fields{"name": "Nobody", "password": password}}},
		},
		{
			route: "POST /api/v1/sessions/refresh", good: fields{"refreshToken": "x"}, needed: []string{"refreshToken"},
			bad:     map[string][]any{"refreshToken": {""}},
			foreign: []foreign{{status: 401, body: fields{"refreshToken": "s.t"}}, {status: 401, body: fields{"refreshToken": long}}},
		},
		{route: "DELETE /api/v1/sessions/:id", at: "/api/v1/sessions/{session}", who: "Anna", foreign: strangers(404)},
		{
			route: "POST /api/v1/account/leave", who: "Anna", good: fields{"from": "2026-12-10T00:00:00Z", "days": 3}, needed: []string{"days"},
			bad: map[string][]any{
				"from": {"2026-11-30T00:00:00Z", "2028-01-01T00:00:00Z", "0001-01-02T00:00:00Z", "9999-12-31T00:00:00Z"},
				"days": {-1, 60, 1 << 40},
			},
			foreign: []foreign{{who: "", status: 401}, {who: "Anna", status: 400, body: fields{"from": "tomorrow"}}},
		},
		{route: "DELETE /api/v1/account/leave", who: "Anna", foreign: []foreign{{who: "", status: 401}}},
		{
			route: "POST /api/v1/seeks", who: "Anna", needed: []string{"variant", "clock", "rated"},
			good: fields{
				"variant": "checkers", "clock": "per-move 3d", "rated": true, "colour": "white", "opponent": "Bert", "link": false,
				"options": fields{}, "opening": "3-move", "start": "", "pair": false, "length": 0, "money": 0,
			},
			bad: map[string][]any{
				"variant": badVariants, "clock": badClocks, "colour": {"green", ""}, "opponent": {"Nobody", "Anna", long},
				"options": badOptions, "opening": badOpenings, "start": badStarts, "length": {1, -1}, "money": {1},
			},
			foreign: []foreign{
				{who: "", status: 401}, {who: "Anna", status: 422, body: fields{"variant": "table", "clock": "none", "rated": true}, field: "rated"},
				matches("length", fields{"length": 65}), matches("length", fields{"length": -1}), matches("length", fields{"length": 5, "money": 3}),
				matches("money", fields{"money": 26}), matches("money", fields{"money": -1}), matches("money", fields{"money": 3, "variant": "table"}),
				matches("rated", fields{"money": 3, "rated": true}), matches("rated", fields{"length": 3, "rated": true, "options": fields{"crawford": "off"}}),
				matches("rated", fields{"start": "4HPwATDgc/ABMA", "rated": true}),
				matches("options", fields{"options": fields{"crawford": "off"}}), matches("options", fields{"length": 5, "options": fields{"jacoby": "on"}}),
				matches("options", fields{"money": 5, "options": fields{"jacoby": "maybe"}}), matches("options", fields{"options": fields{"draws": "cbd"}}),
				matches("start", fields{"start": "4HPwATDgc/ABMB"}), matches("start", fields{"start": "W:W31:B20"}),
				matches("start", fields{"start": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10", "length": 7}),
				matches("opening", fields{"opening": "3-move"}),
			},
		},
		{
			route: "POST /api/v1/seeks/:id/accept", at: "/api/v1/seeks/{challenge}/accept", who: "Bert",
			foreign: append(strangers(404),
				foreign{who: "Bert", status: 422, body: fields{"share": badShares[1]}, field: "share"},
				foreign{who: "Bert", status: 400, body: fields{"dice": "66"}},
				foreign{who: "Anna", status: 403},                                        // one's own
				foreign{who: "Carol", at: "/api/v1/seeks/{linked}/accept", status: 404}), // without the link
		},
		{
			route: "POST /api/v1/seeks/:id/decline", at: "/api/v1/seeks/{challenge}/decline", who: "Bert",
			foreign: append(strangers(404), foreign{who: "Anna", status: 403}, foreign{who: "Bert", at: "/api/v1/seeks/{seek}/decline", status: 403}),
		},
		{
			route: "DELETE /api/v1/seeks/:id", at: "/api/v1/seeks/{seek}", who: "Anna",
			foreign: append(strangers(403), foreign{who: "Carol", at: "/api/v1/seeks/{challenge}", status: 404}, foreign{who: "Bert", at: "/api/v1/seeks/{linked}", status: 404}),
		},
		{
			route: "POST /api/v1/games/:id/acts", at: "/api/v1/games/{game}/acts", who: "Anna",
			good: fields{"ply": 2, "act": "28x19", "offer": 0, "offerDraw": false, "share": ""}, needed: []string{"ply", "act"},
			bad: map[string][]any{"ply": plies[:1], "act": acts[:2], "share": badShares},
			foreign: append(strangers(403),
				foreign{who: "Bert", status: 409},
				foreign{who: "Anna", status: 422, body: fields{"ply": 2, "act": "castle"}},
				foreign{who: "Anna", status: 422, body: fields{"ply": 2, "act": "99999999999-1"}},
				foreign{who: "Anna", status: 422, body: fields{"ply": 2, "act": "31-27"}},
				foreign{who: "Anna", status: 422, body: fields{"ply": 2, "act": "claim-draw"}},
				foreign{who: "Anna", status: 422, body: fields{"ply": 2, "act": "abort"}},
				foreign{who: "Anna", status: 409, body: fields{"ply": 7, "act": "28x19"}},
				foreign{who: "Anna", status: 409, body: fields{"ply": 2, "act": "accept-draw"}},
				foreign{who: "Anna", status: 409, body: fields{"ply": 2, "act": "accept-draw", "offer": "{offer}"}}, // of another game
				foreign{who: "Carol", status: 403, body: fields{"ply": 0, "act": "accept-draw", "offer": "{offer}"}, at: "/api/v1/games/{offered}/acts"},
				foreign{who: "Bert", status: 409, body: fields{"ply": 0, "act": "accept-draw", "offer": "{offer}"}, at: "/api/v1/games/{offered}/acts"},
				foreign{who: "Anna", status: 409, body: fields{"ply": 3, "act": "resign"}, at: "/api/v1/games/{finished}/acts"}),
		},
		{
			route: "POST /api/v1/games/:id/orders", at: "/api/v1/games/{match}/orders", who: "Anna",
			good: fields{"roll": true, "forced": false, "bearOff": true}, needed: []string{"roll", "forced", "bearOff"},
			foreign: append(strangers(403), foreign{who: "Anna", at: "/api/v1/games/{game}/orders", status: 404}),
		},
		{
			route: "POST /api/v1/games/:id/rematch", at: "/api/v1/games/{finished}/rematch", who: "Anna",
			foreign: append(strangers(403), foreign{who: "Anna", at: "/api/v1/games/{game}/rematch", status: 403}),
		},
		{route: "POST /api/v1/tournaments/:id/enter", at: "/api/v1/tournaments/{tournament}/enter", who: "Carol",
			foreign: []foreign{{who: "", status: 401}, {who: "Carol", status: 422, body: fields{"share": badShares[1]}, field: "share"}}},
		{route: "POST /api/v1/tournaments/:id/withdraw", at: "/api/v1/tournaments/{tournament}/withdraw", who: "Anna", foreign: strangers(409)},
		{
			route: "POST /api/v1/tournaments/:id/start", at: "/api/v1/tournaments/{tournament}/start", who: "Anna",
			foreign: append(strangers(403), foreign{who: "Bert", status: 403}),
		},
		{
			route: "POST /api/v1/tournaments/:id/cancel", at: "/api/v1/tournaments/{tournament}/cancel", who: "Anna",
			foreign: append(strangers(403), foreign{who: "Bert", status: 403}),
		},
		{
			route: "POST /api/v1/studies", who: "Anna", takes: 4 << 20, needed: []string{"visibility"},
			good: fields{"title": "Games", "visibility": "public", "variant": "international", "pdn": "1. 32-28 19-23 *", "skipUnreadable": false, "fen": "", "game": 0},
			bad: map[string][]any{
				"title": {strings.Repeat("n", 81)}, "visibility": {"", "friends"}, "variant": {"chess", "table"},
				"pdn": {"", "1. 32-26 *", "nonsense", "1. 32-28 {", strings.Repeat("1. 32-28 * ", 501), strings.Repeat("x", 1<<20+1)},
			},
			foreign: []foreign{
				{who: "", status: 401},
				{who: "Anna", status: 422, body: fields{"title": "Both", "visibility": "link", "pdn": "1. 32-28 *", "fen": "W:W31:B20"}},
				{who: "Anna", status: 422, body: fields{"title": "x", "visibility": "link", "variant": "international", "fen": "W:W31:B55"}},
				{who: "Anna", status: 422, body: fields{"title": "x", "visibility": "link", "fen": "W:W31:B20"}},
				{who: "Anna", status: 422, body: fields{"title": "x", "visibility": "link", "game": 999999}},
			},
		},
		{
			route: "PATCH /api/v1/studies/:id", at: "/api/v1/studies/{study}", who: "Anna", good: fields{"title": "Other", "visibility": "private"},
			needed: []string{"title", "visibility"}, bad: map[string][]any{"title": {"", " ", strings.Repeat("n", 81)}, "visibility": {"", "friends"}}, foreign: strangers(403),
		},
		{route: "DELETE /api/v1/studies/:id", at: "/api/v1/studies/{study}", who: "Anna", foreign: strangers(403)},

		// Pages.
		{
			route: "POST /studies", who: "Anna", takes: 4 << 20, needed: []string{"from", "visibility", "pdn"},
			good: fields{"from": "pdn", "title": "Games", "visibility": "public", "variant": "", "pdn": "1. 32-28 19-23 *", "skip": "yes", "fen": "", "game": ""},
			bad: map[string][]any{
				"from": {"", "mail"}, "title": {strings.Repeat("n", 81)}, "visibility": {"", "friends"}, "variant": {"chess", "table"},
				"pdn": {"", " \n", "1. 32-26 *", "nonsense", "1. 32-28 {", strings.Repeat("1. 32-28 * ", 501), strings.Repeat("x", 1<<20+1)},
			},
			foreign: []foreign{
				{who: "", status: 401},
				{who: "Anna", status: 422, body: fields{"from": "position", "title": "x", "visibility": "link", "variant": "international", "fen": "W:W31:B55"}},
				{who: "Anna", status: 422, body: fields{"from": "position", "title": "x", "visibility": "link", "variant": "international", "fen": ""}},
				{who: "Anna", status: 422, body: fields{"from": "game", "title": "x", "visibility": "link", "game": "{game}"}}, // still being played
				{who: "Anna", status: 422, body: fields{"from": "game", "title": "x", "visibility": "link", "game": "many"}},
				{who: "Anna", status: 404, body: fields{"from": "game", "title": "x", "visibility": "link", "game": "999999"}},
			},
		},
		{
			route: "POST /admin/ratings", who: "Rita", takes: 4 << 20, needed: []string{"pool", "list"},
			good: fields{"pool": "international", "list": "id,name,rating\r\n17,Carol,1850"},
			bad: map[string][]any{
				"pool": {"", "chess"},
				"list": {"", "17,Carol", "17,Carol,x", "17,Carol,1850\n17,Bert,1700", "17,Carol,0", ",Carol,1850", "17;,1850", "\"17,Carol,1850", strings.Repeat("1,n,1\n", 1<<18)},
			},
			foreign: strangers(403),
		},
		{
			route: "POST /studies/:id", at: "/studies/{study}", who: "Anna", good: fields{"title": "Other", "visibility": "private"},
			needed: []string{"title", "visibility"}, bad: map[string][]any{"title": {"", " ", strings.Repeat("n", 81)}, "visibility": {"", "friends"}}, foreign: strangers(403),
		},
		{
			route: "POST /studies/:id/moves", at: "/studies/{study}/moves", who: "Anna", good: fields{"game": "1", "node": "0", "act": "5-10", "view": "black"},
			needed: []string{"game", "node", "act"}, bad: map[string][]any{"game": {"", "one"}, "node": {"", "1e3"}, "act": {"", "castle", "5-6", strings.Repeat("1-2 ", 400)}},
			foreign: append(strangers(403), foreign{who: "Anna", status: 404, body: fields{"game": "2", "node": "0", "act": "5-10"}},
				foreign{who: "Anna", status: 404, body: fields{"game": "1", "node": "7", "act": "5-10"}}),
		},
		{
			route: "POST /studies/:id/cut", at: "/studies/{line}/cut", who: "Anna", good: fields{"game": "1", "node": "1", "act": "32-28", "view": "black"},
			needed: []string{"game", "node", "act"}, bad: map[string][]any{"game": {"", "one"}, "node": {"", "1e3"}, "act": {"", "19-23"}},
			foreign: append(strangers(403), foreign{who: "Anna", status: 404, body: fields{"game": "1", "node": "0", "act": "32-28"}}),
		},
		{route: "POST /studies/:id/delete", at: "/studies/{study}/delete", who: "Anna", foreign: strangers(403)},
		{
			route: "POST /seeks", who: "Anna", needed: []string{"variant", "clock", "rated"},
			good: fields{"variant": "table", "clock": "custom", "customClock": "per-move 36h", "rated": "yes", "colour": "white", "audience": "player", "opponent": "Bert",
				"opening": "", "start": "", "pair": "yes", "shown": "table", "length": "3", "money": ""},
			bad: map[string][]any{
				"variant": badVariants, "clock": badClocks, "customClock": badClocks, "rated": {"", "maybe"}, "colour": {"green"},
				"audience": {"friends"}, "opponent": {"", "Nobody", "Anna", long}, "opening": badOpenings, "start": badStarts,
				"length": {"0", "65", "-3", "many", "1e1", "money"},
			},
			foreign: []foreign{
				{who: "", status: 401},
				matches("", fields{"rated": "no", "length": "money"}), matches("", fields{"rated": "no", "length": "money", "money": "26"}),
				matches("", fields{"rated": "no", "length": "money", "money": "many"}),
			},
		},
		{
			route: "POST /seeks/:id/accept", at: "/seeks/{challenge}/accept", who: "Bert",
			foreign: append(strangers(404), foreign{who: "Anna", status: 403}, foreign{who: "Bert", status: 422, body: fields{"share": "x"}}, foreign{who: "Carol", at: "/seeks/{linked}/accept", status: 404}),
		},
		{route: "POST /seeks/:id/decline", at: "/seeks/{challenge}/decline", who: "Bert", foreign: append(strangers(404), foreign{who: "Anna", status: 403})},
		{route: "POST /seeks/:id/cancel", at: "/seeks/{seek}/cancel", who: "Anna", foreign: append(strangers(403), foreign{who: "Carol", at: "/seeks/{challenge}/cancel", status: 404})},
		{
			route: "POST /invite/:token", at: "/invite/{invitation}", who: "Bert",
			foreign: []foreign{{who: "Anna", status: 403}, {who: "Bert", status: 422, body: fields{"share": "x"}}, {who: "Bert", at: "/invite/no-such-secret", status: 404}, {who: "Bert", at: "/invite/" + long, status: 404}},
		},
		{
			route: "POST /games/:id/acts", at: "/games/{game}/acts", who: "Anna",
			good: fields{"ply": "2", "act": "28x19", "offer": "", "offerDraw": "", "share": ""}, needed: []string{"ply", "act"},
			bad: map[string][]any{"share": badShares, "ply": {"", "-1", "1.5", "two", "99999999999999999999"}, "act": {"", strings.Repeat("1-2 ", 100), "castle"}, "offer": {"mine", "1e3"}},
			foreign: append(strangers(403),
				foreign{who: "Bert", status: 409},
				foreign{who: "Anna", status: 409, body: fields{"ply": "7", "act": "28x19"}},
				foreign{who: "Anna", status: 409, body: fields{"ply": "2", "act": "accept-draw", "offer": "{offer}"}},
				foreign{who: "Carol", status: 403, body: fields{"ply": "0", "act": "accept-draw", "offer": "{offer}"}, at: "/games/{offered}/acts"}),
		},
		{
			route: "POST /games/:id/orders", at: "/games/{match}/orders", who: "Anna",
			good: fields{"roll": "yes", "forced": "no", "bearOff": "yes"}, needed: []string{"roll", "forced", "bearOff"},
			bad:     map[string][]any{"roll": {"", "maybe"}, "forced": {"on"}, "bearOff": {"1"}},
			foreign: append(strangers(403), foreign{who: "Anna", at: "/games/{game}/orders", status: 404}),
		},
		{
			route: "POST /games/:id/rematch", at: "/games/{finished}/rematch", who: "Anna",
			foreign: append(strangers(403), foreign{who: "Anna", at: "/games/{game}/rematch", status: 403}),
		},
		{route: "POST /tournaments/:id/enter", at: "/tournaments/{tournament}/enter", who: "Carol",
			foreign: []foreign{{who: "", status: 401}, {who: "Carol", status: 422, body: fields{"share": "x"}}}},
		{route: "POST /tournaments/:id/withdraw", at: "/tournaments/{tournament}/withdraw", who: "Anna", foreign: strangers(409)},
		{route: "POST /tournaments/:id/start", at: "/tournaments/{tournament}/start", who: "Anna", foreign: append(strangers(403), foreign{who: "Bert", status: 403})},
		{route: "POST /tournaments/:id/cancel", at: "/tournaments/{tournament}/cancel", who: "Anna", foreign: append(strangers(403), foreign{who: "Bert", status: 403})},
		{
			route: "POST /signup", good: fields{"name": "Dora", "email": "dora@example.org", "password": password, "next": "", "invitation": ""},
			needed: []string{"name", "email", "password"},
			bad:    map[string][]any{"name": append(badNames, "Anna", "anna"), "email": badMails, "password": badPasswords},
		},
		{
			route: "POST /login", good: fields{"name": "Anna", "password": password, "next": ""}, needed: []string{"name", "password"}, refused: 401, counted: true,
			bad: map[string][]any{"name": {"", "Nobody"}, "password": {"", "not hers"}},
		},
		{route: "POST /logout", who: "Anna"},
		{route: "POST /session", takes: 4 << 20},
		{route: "POST /session/renew"},
		{route: "POST /forgot", good: fields{"email": "anna@example.org"}, needed: []string{"email"}, bad: map[string][]any{"email": badMails}},
		{
			route: "POST /reset/:token", at: "/reset/{mail}", good: fields{"password": password, "repeat": password}, needed: []string{"password"},
			bad:     map[string][]any{"repeat": {"", "another one"}},
			foreign: []foreign{{status: 409}, {status: 409, at: "/reset/" + long}},
		},
		{route: "POST /verify/:token", at: "/verify/{mail}", foreign: []foreign{{status: 409}, {status: 409, at: "/verify/" + long}}},
		{
			route: "POST /settings/password", who: "Anna", good: fields{"current": password, "password": "another-corner-8", "repeat": "another-corner-8"},
			needed: []string{"current", "password", "repeat"}, counted: true,
			bad: map[string][]any{"current": {"", "not hers"}, "password": {"", "short"}, "repeat": {"", "another one"}}, foreign: []foreign{{who: "", status: 401}},
		},
		{
			route: "POST /settings/email", who: "Anna", good: fields{"email": "new@example.org", "password": password}, needed: []string{"email", "password"}, counted: true,
			bad: map[string][]any{"email": badMails, "password": {"", "not hers"}}, foreign: []foreign{{who: "", status: 401}},
		},
		{
			route: "POST /settings/preferences", who: "Anna", good: fields{"theme": "dark", "confirmMoves": "yes", "language": "en"}, needed: []string{"theme"},
			bad: map[string][]any{"theme": {"", "pink"}}, foreign: []foreign{{who: "", status: 401}},
		},
		{
			route: "POST /settings/leave", who: "Anna", good: fields{"from": "2026-12-10T00:00", "days": "3"}, needed: []string{"days"},
			bad: map[string][]any{
				"from": {"tomorrow", "2026-11-30T00:00", "2028-01-01T00:00", "2026-13-01T00:00"}, "days": {"0", "-1", "60", "many", "1.5", "99999999999999999999"},
			},
			foreign: []foreign{{who: "", status: 401}},
		},
		{route: "POST /settings/leave/end", who: "Anna", foreign: []foreign{{who: "", status: 401}}},
		{
			route: "POST /settings/close", who: "Anna", good: fields{"password": password, "confirm": "yes"}, needed: []string{"password", "confirm"}, counted: true,
			bad: map[string][]any{"password": {"", "not hers"}, "confirm": {"", "no"}}, foreign: []foreign{{who: "", status: 401}},
		},
		{route: "POST /settings/resend", who: "Anna", foreign: []foreign{{who: "", status: 401}}},
		{route: "POST /settings/sessions/revoke-others", who: "Anna", foreign: []foreign{{who: "", status: 401}}},
		{route: "POST /settings/sessions/:id/revoke", at: "/settings/sessions/{session}/revoke", who: "Anna", foreign: strangers(404)},
	})
}

func (r inputRow) json() bool { return strings.Contains(r.route, " /api/") }

func (r inputRow) method() string { return r.route[:strings.Index(r.route, " ")] }

func (r inputRow) address() string {
	if r.at != "" {
		return r.at
	}
	return r.route[strings.Index(r.route, " ")+1:]
}

func (r inputRow) mediaType() string {
	if r.json() {
		return "application/json"
	}
	return "application/x-www-form-urlencoded"
}

// encode writes fields as the row's route takes them.
func (r inputRow) encode(s *scene, f fields) string {
	if r.json() {
		text, err := json.Marshal(f)
		if err != nil {
			s.t.Fatal(err)
		}
		return s.fill(quotedID.ReplaceAllString(string(text), "$1"))
	}
	values := url.Values{}
	for name, v := range f {
		values.Set(name, s.fill(fmt.Sprint(v)))
	}
	return values.Encode()
}

func (f fields) with(name string, v any) fields {
	more := maps.Clone(f)
	more[name] = v
	return more
}

func (f fields) without(name string) fields {
	less := maps.Clone(f)
	delete(less, name)
	return less
}

// attempt is a request that must be refused.
type attempt struct {
	name      string
	who       string
	at        string
	mediaType string
	body      string
	chunked   bool
	status    []int
	// field is whose sentence the answer must have, if any.
	field string
}

// attempts are all requests that a row says must be refused.
func (r inputRow) attempts(s *scene) []attempt {
	var all []attempt
	add := func(a attempt) {
		if a.who == "" {
			a.who = r.who
		}
		if a.at == "" {
			a.at = r.address()
		}
		if a.mediaType == "" {
			a.mediaType = r.mediaType()
		}
		all = append(all, a)
	}
	huge := strings.Repeat("x", max(r.takes, 256<<10)+44<<10)
	if r.good == nil {
		add(attempt{name: "an oversized body", body: huge, status: []int{413}})
	} else {
		r.addBodies(s, huge, add)
		r.addFields(s, add)
	}
	if strings.Contains(r.route, ":id") && !strings.Contains(r.route, "sessions/:id") {
		body := ""
		if r.good != nil {
			body = r.encode(s, r.good)
		}
		for _, id := range []string{"0", "-1", "9223372036854775807", "9223372036854775808", "999999", "abc", "1.5", "%00", "%FF", "01", "+1", "1%20", "1e3"} {
			add(attempt{name: "id " + id, at: brace.ReplaceAllString(r.address(), id), body: body, status: []int{404}})
		}
	}
	for i, f := range r.foreign {
		input := f.body
		if input == nil {
			input = r.good
		}
		body := ""
		if input != nil {
			body = r.encode(s, input)
		}
		a := attempt{name: fmt.Sprintf("foreign %d by %q", i, f.who), at: f.at, body: body, status: []int{f.status}, field: f.field}
		add(a)
		all[len(all)-1].who = f.who
	}
	return all
}

func (r inputRow) addBodies(s *scene, huge string, add func(attempt)) {
	good := r.encode(s, r.good)
	add(attempt{name: "no body", body: "", status: []int{400, 422, 409, r.refused}})
	add(attempt{name: "an oversized body", body: huge, status: []int{413}})
	add(attempt{name: "an oversized body of unknown length", body: huge, chunked: true, status: []int{413}})
	for _, other := range []string{"text/plain", "application/octet-stream", "application/jsonx", "nonsense", " "} {
		add(attempt{name: "type " + other, mediaType: other, body: good, status: []int{415}})
	}
	if !r.json() {
		add(attempt{name: "JSON", mediaType: "application/json", body: `{"name":"x"}`, status: []int{415}})
		add(attempt{name: "a broken escape", body: good + "&x=%zz", status: []int{400}})
		add(attempt{name: "a broken multipart body", mediaType: "multipart/form-data; boundary=x", body: good, status: []int{400}})
		return
	}
	add(attempt{name: "a form", mediaType: "application/x-www-form-urlencoded", body: "name=x", status: []int{415}})
	for _, body := range []string{"{", "[]", `"text"`, "1", good + good, good + "x", "{'name':1}", `{"name":"x",}`, good[:len(good)-1], `{"a":` + strings.Repeat("[", 20000)} {
		add(attempt{name: "body " + body[:min(len(body), 30)], body: body, status: []int{400}})
	}
	add(attempt{name: "null", body: "null", status: []int{422}})
	add(attempt{name: "an unknown field", body: strings.Replace(good, "{", `{"odd":1,`, 1), status: []int{400}})
	add(attempt{name: "invalid UTF-8", body: strings.Replace(good, "{", "{\"odd\":\"\xff\",", 1), status: []int{400}})
}

func (r inputRow) addFields(s *scene, add func(attempt)) {
	refused := []int{422}
	if r.refused != 0 {
		refused = []int{r.refused}
	}
	for _, name := range r.needed {
		add(attempt{name: "without " + name, body: r.encode(s, r.good.without(name)), status: refused, field: name})
	}
	for _, name := range slices.Sorted(maps.Keys(r.bad)) {
		for _, v := range r.bad[name] {
			text := fmt.Sprint(v)
			add(attempt{name: name + " " + text[:min(len(text), 30)], body: r.encode(s, r.good.with(name, v)), status: refused, field: name})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.good)) {
		if _, isText := r.good[name].(string); isText {
			for _, c := range []string{"\x00", "\x07", "\x1b[31m", "\u0085"} {
				add(attempt{name: fmt.Sprintf("%s with %q", name, c), body: r.encode(s, r.good.with(name, "a"+c+"b")), status: []int{400, 422}, field: name})
			}
		}
		if r.json() {
			for _, v := range []any{fields{}, []any{1}, 1.5, "text", true} {
				if fmt.Sprintf("%T", v) == fmt.Sprintf("%T", r.good[name]) {
					continue
				}
				add(attempt{name: fmt.Sprintf("%s %v", name, v), body: r.encode(s, r.good.with(name, v)), status: []int{400, 422}})
			}
		} else {
			add(attempt{name: name + " not in UTF-8", body: r.encode(s, r.good.without(name)) + "&" + name + "=%ff", status: []int{400, 422}})
		}
	}
}

var sentenceInPage = regexp.MustCompile(`<p class="(?:flash )?(?:error|lead)"[^>]*>\s*[^<\s]|class="flash error refusal"|class="flash error summary"[^>]*>\s*<(?:p>|ul><li><a [^>]*>)\s*[^<\s]`)

// checkRefusal says whether an answer tells what was wrong.
func (a attempt) checkRefusal(t *testing.T, r inputRow, got answer) {
	if !slices.Contains(a.status, got.status) {
		t.Errorf("%d, want %d\n%s", got.status, a.status, got.body)
		return
	}
	if !r.json() {
		if !sentenceInPage.MatchString(got.body) {
			t.Errorf("%d, and the page says nothing:\n%s", got.status, got.body)
		}
		return
	}
	p := got.json(t)
	if p["detail"] == nil || p["detail"] == "" || got.header.Get("Content-Type") != problemType {
		t.Errorf("no problem: %s", got.body)
	}
	if told, _ := p["fields"].(map[string]any); a.field != "" && got.status == 422 && told[a.field] == nil {
		t.Errorf("no sentence for %s: %s", a.field, got.body)
	}
}

// chunks hides a body's length.
type chunks struct{ io.Reader }

func (s *scene) send(r inputRow, a attempt) answer {
	s.t.Helper()
	clients := s.browsers
	if r.json() {
		clients = s.programs
	}
	c := clients[a.who]
	if !a.chunked {
		mediaType := a.mediaType
		if a.body == "" && r.good == nil {
			mediaType = ""
		}
		return c.do(r.method(), s.fill(a.at), mediaType, a.body)
	}
	req, err := http.NewRequest(r.method(), s.http.URL+s.fill(a.at), chunks{strings.NewReader(a.body)})
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", a.mediaType)
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.http.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(body)}
}

func TestRefusedInputChangesNothingAndIsExplained(t *testing.T) {
	for _, r := range inputRows() {
		t.Run(r.route, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			var except []string
			if r.counted {
				except = append(except, "login_failures")
			}
			before := s.dump()
			for _, a := range r.attempts(s) {
				// Each attempt stands for itself: none is slowed down by the others.
				s.mails = account.NewLimiter(time.Minute, 10, 10)
				if r.counted {
					s.forgive(t)
				}
				t.Run(a.name, func(t *testing.T) {
					a.checkRefusal(t, r, s.send(r, a))
					before = s.compare(t, before, except...)
				})
			}
		})
	}
}

// forgive forgets wrong passwords.
func (s *scene) forgive(t *testing.T) {
	t.Helper()
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.ClearLoginFailure("account:1") })
	if err != nil {
		t.Fatal(err)
	}
}

// The input of the rows is refused for what is wrong with it alone.
func TestGoodInputIsAccepted(t *testing.T) {
	for _, r := range inputRows() {
		switch r.route {
		case "POST /api/v1/sessions/refresh", "POST /reset/:token", "POST /verify/:token":
			continue // need a secret of their own
		case "POST /tournaments/:id/challenges/:challenge/claim", "POST /api/v1/tournaments/:id/challenges/:challenge/claim":
			continue // needs time to pass
		case "POST /api/v1/tournaments/:id/desk/repair", "POST /api/v1/tournaments/:id/desk/add-list", "POST /api/v1/tournaments/:id/desk/set-aside":
			continue // need a round that should be otherwise
		}
		t.Run(r.route, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			body := ""
			if r.good != nil {
				body = r.encode(s, r.good)
			}
			if a := s.send(r, attempt{who: r.who, at: r.address(), mediaType: r.mediaType(), body: body}); a.status >= 400 {
				t.Errorf("%d\n%s", a.status, a.body)
			}
		})
	}
}

func TestEveryRouteThatChangesSomethingHasARow(t *testing.T) {
	rows := map[string]bool{}
	for _, r := range inputRows() {
		rows[r.route] = true
	}
	for _, r := range routesOf(t) {
		route := r.Method + " " + r.Path
		if r.Method == http.MethodGet || r.Method == echo.RouteNotFound {
			continue
		}
		if !rows[route] {
			t.Errorf("%s has no row", route)
		}
		delete(rows, route)
	}
	for route := range rows {
		t.Errorf("%s is no route", route)
	}
}
