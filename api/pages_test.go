package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// signIn gives a program a browser's cookies as well.
func (c *client) signIn() *client {
	c.site.t.Helper()
	b := c.site.visitor()
	if a := b.post("/login", map[string][]string{"name": {c.name}, "password": {password}}); a.status != http.StatusSeeOther {
		c.site.t.Fatalf("log-in of %s: %d\n%s", c.name, a.status, a.body)
	}
	return b
}

func TestARematchIsSeenOnTheFinishedGame(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	first := "/games/" + itoa(s.game("international", "per-move 3d", anna, bert))
	anna.must(200, "POST", "/api/v1"+first+"/acts", map[string]any{"ply": 0, "act": "32-28"})
	bert.must(200, "POST", "/api/v1"+first+"/acts", map[string]any{"ply": 1, "act": "resign"})

	b := bert.signIn()
	stream := bert.listen(t, first+"/events")
	shown := stream.next()
	page := b.get(first).body
	if !strings.Contains(page, `data-version="`+shown+`"`) || !strings.Contains(page, "Offer a rematch") {
		t.Fatalf("the stream says version %s:\n%s", shown, page)
	}

	anna.must(202, "POST", "/api/v1"+first+"/rematch", nil)
	offered := stream.next()
	page = b.get(first).body
	if offered == shown || !strings.Contains(page, `data-version="`+offered+`"`) ||
		!strings.Contains(page, "Anna offers a rematch") || strings.Contains(page, "Offer a rematch") {
		t.Errorf("version %s after %s:\n%s", offered, shown, page)
	}

	next := "/games/" + number(bert.must(201, "POST", "/api/v1"+first+"/rematch", nil)["game"])
	if made := stream.next(); made == offered {
		t.Errorf("still version %s", made)
	}
	for _, who := range []*client{b, s.visitor()} {
		if page = who.get(first).body; !strings.Contains(page, `<a href="`+next+`">`) || strings.Contains(page, "offers a rematch") {
			t.Errorf("no way to the rematch:\n%s", page)
		}
	}
	if page = b.get(next).body; !strings.Contains(page, `<a href="`+first+`">`) {
		t.Errorf("no way back while the rematch runs:\n%s", page)
	}
}

func TestNobodyIsOfferedARematchWithAClosedAccount(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	game := "/games/" + itoa(s.game("checkers", "per-move 3d", anna, bert))
	anna.must(200, "POST", "/api/v1"+game+"/acts", map[string]any{"ply": 0, "act": "resign"})
	a, b := anna.signIn(), bert.signIn()
	b.post("/settings/close", map[string][]string{"password": {password}, "confirm": {"yes"}})
	if page := a.get(game).body; strings.Contains(page, "Offer a rematch") {
		t.Error("a rematch with nobody is offered")
	}
}

func TestAddressesOfFormsLeadBack(t *testing.T) {
	s := newSite(t)
	for from, to := range map[string]string{
		"/seeks": "/lobby", "/games/7/acts": "/games/7", "/games/7/rematch": "/games/7",
		"/tournaments/7/enter": "/tournaments/7", "/tournaments/7/start": "/tournaments/7",
		"/settings/password": "/settings", "/settings/close": "/settings",
	} {
		if a := s.visitor().get(from); a.status != http.StatusSeeOther || a.header.Get("Location") != to {
			t.Errorf("%s: %d to %q, want %q", from, a.status, a.header.Get("Location"), to)
		}
	}
}

func TestAUsedLinkSaysSoAtOnce(t *testing.T) {
	s := newSite(t)
	for path, back := range map[string]string{"/reset/used": "/forgot", "/verify/used": "/settings"} {
		a := s.visitor().get(path)
		if a.status != http.StatusConflict || !strings.Contains(a.body, "This link was used already or has expired") ||
			!strings.Contains(a.body, `href="`+back+`"`) {
			t.Errorf("%s: %d\n%s", path, a.status, a.body)
		}
	}
}

func TestAClientThatHasGoneIsNoError(t *testing.T) {
	s := newSite(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/lobby", nil)
	s.Handler().ServeHTTP(httptest.NewRecorder(), r)
	log := s.logged.String()
	if !strings.Contains(log, "status=499") || strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}

func TestAWrongClockOfOnesOwnIsMarkedWhereItStands(t *testing.T) {
	s := newSite(t)
	page := s.browser("Anna").post("/seeks", map[string][]string{
		"variant": {"international"}, "clock": {"custom"}, "customClock": {"3 days"}, "rated": {"yes"}, "colour": {"random"}, "audience": {"all"},
	}).body
	if !strings.Contains(page, `id="field-customClock-error"`) || strings.Contains(page, `id="field-clock-error"`) {
		t.Error(page)
	}
}

func TestAFreshBackgammonGameHasNoHistory(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	game := s.game("backgammon", "per-move 3d", anna, bert)
	page := s.visitor().get("/games/" + itoa(game)).body
	if strings.Contains(page, `rel="first"`) || strings.Contains(page, `rel="prev"`) {
		t.Error("the arrows lead to before the first throw")
	}
	state := anna.must(200, "GET", "/api/v1/games/"+itoa(game), nil)
	mover := map[string]*client{"white": anna, "black": bert}[state["toAct"].(string)]
	state = mover.must(200, "GET", "/api/v1/games/"+itoa(game), nil)
	mover.must(200, "POST", "/api/v1/games/"+itoa(game)+"/acts", map[string]any{"ply": state["ply"], "act": state["legal"].([]any)[0]})
	if page = s.visitor().get("/games/" + itoa(game)).body; !strings.Contains(page, `aria-current="true"`) ||
		!strings.Contains(page, `?ply=1" rel="prev"`) {
		t.Error("the arrows do not lead back over the one play")
	}
}

func TestAFinishedGameSaysWhatTimeWasLeft(t *testing.T) {
	s := newSite(t)
	anna, bert := s.browser("Anna"), s.browser("Bert")
	anna.post("/seeks", url.Values{"variant": {"checkers"}, "clock": {"per-move 3d"}, "rated": {"no"}, "colour": {"black"}, "opening": {"3-move"}}).want(t, 303)
	bert.get("/lobby").shows(t, `href="/rules/checkers"`)
	path := bert.post("/seeks/1/accept", nil).want(t, 303).header.Get("Location")
	anna.get(path).want(t, 200).shows(t, "Time left: ", "The ballot: ")
	anna.post(path+"/acts", url.Values{"ply": {"0"}, "act": {"abort"}}).want(t, 303)
	over := anna.get(path).want(t, 200).shows(t, "Had left:")
	if strings.Contains(over.body, "Time left: ") {
		t.Error("the clocks of a finished game still run")
	}
}

func TestTheLobbySpeaksOfOnesOwnOffer(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	anna.get("/lobby").want(t, 200).shows(t, "Nobody is waiting.", "> Black</label>")
	anna.post("/seeks", url.Values{"variant": {"international"}, "clock": {"per-move 3d"}, "rated": {"no"}}).want(t, 303)
	anna.get("/lobby?variant=checkers").want(t, 200).shows(t, "Nobody else is waiting", "> Red</label>")
}
