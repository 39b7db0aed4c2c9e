package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
)

// finish plays a game of which a resignation is the end.
func (s *testSite) finish(variant string, white, black *client) int64 {
	s.t.Helper()
	id := s.game(variant, "per-move 3d", white, black)
	path := "/api/v1/games/" + itoa(id)
	g := white.must(http.StatusOK, "GET", path, nil)
	for ply := range 2 {
		mover := map[any]*client{"white": white, "black": black}[g["toAct"]]
		g = mover.must(http.StatusOK, "POST", path+"/acts", map[string]any{"ply": ply, "act": g["legal"].([]any)[0]})
	}
	black.must(http.StatusOK, "POST", path+"/acts", map[string]any{"ply": 2, "act": "resign"})
	return id
}

// page reads a page of a player's games and where the next one begins.
func (c *client) page(name, query string) (ids []int64, next string) {
	c.site.t.Helper()
	answer := c.must(http.StatusOK, "GET", "/api/v1/players/"+name+"/games?"+query, nil)
	for _, g := range answer["games"].([]any) {
		ids = append(ids, int64(g.(map[string]any)["id"].(float64)))
	}
	next, _ = answer["next"].(string)
	return ids, next
}

// Games that end in the same millisecond, page by page, while another ends.
func TestAHistoryIsPagedWithoutGapsOrRepeats(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert, carol := s.program("Anna"), s.program("Bert"), s.program("Carol")
	var all []int64
	for i := range 2*historyPage + 7 {
		all = append(all, s.finish([]string{"international", "checkers"}[i%2], anna, []*client{bert, carol}[i%4/2]))
	}
	slices.Reverse(all) // the newest first
	var got []int64
	for before := ""; ; {
		ids, next := s.visitor().page("Anna", "before="+before)
		got = append(got, ids...)
		if len(got) == historyPage {
			s.finish("international", anna, bert) // is on no later page
		}
		if next == "" {
			break
		}
		before = next
	}
	if !slices.Equal(got, all) {
		t.Errorf("paged %v\nwant %v", got, all)
	}
	for query, want := range map[string]int{
		"variant=checkers": 53, "variant=checkers&opponent=carol": 26, "variant=international&result=won&opponent=bert": 28, "result=lost": 0,
		"from=2026-12-02": 0, "to=2026-11-30": 0, "variant=checkers&from=2026-12-01&to=2026-12-01": 53,
	} {
		n := 0
		for before := ""; ; {
			ids, next := s.visitor().page("Anna", query+"&before="+before)
			n += len(ids)
			if before = next; next == "" {
				break
			}
		}
		if n != want {
			t.Errorf("%s: %d games, want %d", query, n, want)
		}
	}
	if ids, _ := s.visitor().page("Carol", "result=lost"); len(ids) == 0 {
		t.Error("Carol has lost no game")
	}
	// The pages show the same.
	body := s.visitor().get("/players/Anna").want(t, 200).body
	for n := 1; ; n++ {
		_, older, more := strings.Cut(body, `href="/players/Anna?before=`)
		if !more {
			if n != 3 {
				t.Errorf("%d pages", n)
			}
			break
		}
		older, _, _ = strings.Cut(older, `"`)
		body = s.visitor().get("/players/Anna?before="+older).want(t, 200).body
	}
}

func TestAFilterThatCannotBeReadIsRefused(t *testing.T) {
	s, _ := newDocumentedSite(t)
	s.program("Anna")
	for query, field := range map[string]string{
		"from=1789128897": "from", "from=abc": "from", "from=2026-02-30": "from", "to=2026-9-1": "to", "from=2026-12-02&to=2026-12-01": "to",
		"result=happy": "result", "variant=chess": "variant", "opponent=Nobody": "opponent", "before=abc": "before", "before=1": "before",
		"before=99999999999999999999-1": "before",
	} {
		p := s.visitor().must(http.StatusUnprocessableEntity, "GET", "/api/v1/players/Anna/games?"+query, nil)
		if told := p["fields"].(map[string]any); told[field] == nil {
			t.Errorf("%s: %v", query, p)
		}
		s.visitor().get("/players/Anna?"+query).want(t, http.StatusOK)
	}
}

func FuzzReadCursor(f *testing.F) {
	for _, text := range []string{"", "1789128897000-17", "-1--1", "1-", "9223372036854775807-1", "1789128897000-17x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readCursor(text)
		if err != nil {
			return
		}
		if again, err := readCursor(writeCursor(c.At, c.ID)); err != nil || again != c {
			t.Errorf("%q is %v, read back as %v, %v", text, c, again, err)
		}
	})
}

// Whatever comes in is taken or refused with a reason, never a fault.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{`{"name":"a","n":1,"b":true}`, `{`, `[]`, `null`, `{"name":"\u0000"}`, `{"x":1}`, "\xff", `{"name":1}`, `{"t":"x"}`, `{}{}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(text))
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
		var in struct {
			Name string        `json:"name"`
			N    int           `json:"n"`
			B    bool          `json:"b"`
			T    *store.Cursor `json:"t"`
		}
		err := decode(echo.New().NewContext(r, httptest.NewRecorder()), &in)
		if err != nil {
			if p := explain(err); p.Status >= 500 || p.Detail == "" {
				t.Errorf("%q: %d %s", text, p.Status, p.Detail)
			}
			return
		}
		if strings.ContainsFunc(in.Name, forbidden) {
			t.Errorf("%q: name %q", text, in.Name)
		}
	})
}

func FuzzForm(f *testing.F) {
	for _, text := range []string{"name=a&x=1", "name=%zz", "name=%00", "name=%ff", "&&&", "name", strings.Repeat("a=1&", 100)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := httptest.NewRequest(http.MethodPost, "/?name=address&other=address", strings.NewReader(text))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		values, err := form(echo.New().NewContext(r, httptest.NewRecorder()), "name", "other")
		if err != nil {
			if p := explain(err); p.Status >= 500 || p.Detail == "" {
				t.Errorf("%q: %d %s", text, p.Status, p.Detail)
			}
			return
		}
		sent, _ := url.ParseQuery(text)
		for _, name := range []string{"name", "other"} {
			if fmt.Sprint(sent.Get(name)) != values[name] {
				t.Errorf("%q: %s is %q", text, name, values[name])
			}
		}
	})
}

// A game whose result is corrected tells what its change of ratings was before.
func TestCorrectedGamesTellWhatTheyChangedBefore(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	event := s.duel(anna, bert)
	p := s.pairingsIn(event, 1)[0]
	path := "/games/" + itoa(p.GameID)
	white, black := anna, bert
	if anna.must(http.StatusOK, "GET", "/api/v1"+path, nil)["white"] == "Bert" {
		white, black = bert, anna
	}
	white.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 0, "act": "32-28"})
	black.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 1, "act": "19-23"})
	black.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": 2, "act": "resign"})
	if body := s.visitor().get(path).want(t, http.StatusOK).body; strings.Contains(body, "Before the correction") {
		t.Errorf("before any correction:\n%s", body)
	}
	anna.must(http.StatusNoContent, "POST", "/api/v1/tournaments/"+itoa(event)+"/desk/results",
		map[string]any{"results": []any{map[string]any{"pairing": p.ID, "result": "0-1"}}, "reason": "resigned in the wrong game"})
	body := s.visitor().get(path).want(t, http.StatusOK).body
	for _, text := range []string{"Before the correction: 1500 → 1520 (&#43;20.0)", "Before the correction: 1500 → 1480 (−20.0)", "resigned in the wrong game"} {
		if !strings.Contains(body, text) {
			t.Errorf("no %q:\n%s", text, body)
		}
	}
}
