package api

import (
	"bytes"
	"html/template"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// imports sends the form that imports games, the text as a field or as a file.
func (c *client) imports(text string, asFile bool, more ...string) answer {
	c.site.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	put := func(name, value string) {
		if err := w.WriteField(name, value); err != nil {
			c.site.t.Fatal(err)
		}
	}
	put("from", "pdn")
	put("visibility", "link")
	for i := 0; i+1 < len(more); i += 2 {
		put(more[i], more[i+1])
	}
	if asFile {
		file, err := w.CreateFormFile("file", "games.pdn")
		if err == nil {
			_, err = file.Write([]byte(text))
		}
		if err != nil {
			c.site.t.Fatal(err)
		}
	} else {
		put("pdn", text)
	}
	if err := w.Close(); err != nil {
		c.site.t.Fatal(err)
	}
	return c.do("POST", "/studies", w.FormDataContentType(), body.String())
}

// study is the address of the study that a form made.
func (a answer) study(t testing.TB) string {
	t.Helper()
	address := a.header.Get("Location")
	if a.status != http.StatusSeeOther || !strings.HasPrefix(address, "/studies/") {
		t.Fatalf("%d to %q\n%s", a.status, address, a.body)
	}
	return address
}

// shows checks what a page says, and with a leading "-" what it does not.
func (c *client) shows(path string, texts ...string) string {
	c.site.t.Helper()
	a := c.get(path)
	if a.status != http.StatusOK {
		c.site.t.Fatalf("%s: %d\n%s", path, a.status, a.body)
	}
	a.says(c.site.t, texts...)
	return a.body
}

func (a answer) says(t testing.TB, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if text, absent := strings.CutPrefix(text, "-"); strings.Contains(a.body, text) == absent {
			t.Errorf("%q should be there: %v\n%s", text, !absent, a.body)
		}
	}
}

const annotated = `[Event "Club <b>evening"]
[White "Wit"]
[Black "Zwart"]
[Result "2-0"]
[GameType "20"]

{By the book.} 1. 32-28 {[%clk 1:55:21] solid} 19-23!? (1... 18-23 $16 2. 38-32 (2. 33-29) 12-18) 2. 28x19 14x23 2-0

[White "A"]
[Black "B"]
[GameType "25"]

1. c3-d4 d6-c5 *
`

func TestAnImportedStudy(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for _, asFile := range []bool{false, true} {
		address := anna.imports(annotated, asFile).study(t)
		page := anna.shows(address, "Club &lt;b&gt;evening", "Wit – Zwart 2-0", "A – B", "By the book.", "solid", "1:55:21", `>19-23</bdi>!?</a>`, "±",
			`id="node-1" href="`+address+`?node=1"`, `<th scope="row">White</th><td>Wit</td>`, "-[%clk")
		if strings.Count(page, `class="variations"`) != 2 {
			t.Errorf("%d variations", strings.Count(page, `class="variations"`))
		}
		// 0 start, 1 32-28, 2 19-23, 3 18-23, 4 38-32, 5 33-29, 6 12-18, 7 28x19, 8 14x23
		anna.shows(address+"?node=6", "W:W28,31,32,33,34,35,36,37,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,13,14,15,16,17,18,19,20,23",
			`href="`+address+`?node=4" rel="prev"`, `id="node-6" href="`+address+`?node=6" aria-current="true"`)
		anna.shows(address+"?node=1", `>Then:`, `href="`+address+`?node=2" rel="next"`, `href="`+address+`?node=8" rel="last"`)
		anna.shows(address+"?game=2&node=1", "c3-d4", "Russian draughts", `href="`+address+`?game=2" rel="first"`)
		anna.shows(address+"?node=99&view=black", `href="`+address+`?view=white"`)
		if a := anna.get(address + "?game=3"); a.status != http.StatusNotFound {
			t.Errorf("no such game: %d", a.status)
		}
		file := anna.get(address + "/pdn")
		if file.header.Get("Content-Disposition") != `attachment; filename="club-bevening.pdn"` || !strings.HasPrefix(file.header.Get("Content-Type"), pdnType) {
			t.Errorf("%v", file.header)
		}
		file.says(t, `[Event "Club <b>evening"]`, "(1... 18-23 $16 2.\n38-32 (2. 33-29) 2... 12-18)", `[GameType "25,W,8,8,A0,0"]`, "1. c3-d4")
		// What was written is read again.
		again := anna.imports(file.body, true).study(t)
		if other := anna.get(again + "/pdn"); other.body != file.body {
			t.Errorf("written anew:\n%s\nbefore:\n%s", other.body, file.body)
		}
	}
}

func TestWhoSeesAStudy(t *testing.T) {
	s := newSite(t)
	anna, bert, nobody := s.browser("Anna"), s.browser("Bert"), s.visitor()
	create := func(visibility string) string {
		return anna.post("/studies", url.Values{"from": {"position"}, "title": {"Ending " + visibility}, "visibility": {visibility},
			"variant": {"international"}, "fen": {"W:WK5:B30,45"}}).study(t)
	}
	open, linked, private := create("public"), create("link"), create("private")
	for address, seen := range map[string]bool{open: true, linked: true, private: false} {
		for _, c := range []*client{bert, nobody} {
			for _, path := range []string{address, address + "/pdn"} {
				if a := c.get(path); (a.status == http.StatusOK) != seen || !seen && a.status != http.StatusNotFound {
					t.Errorf("%s for %q: %d", path, c.name, a.status)
				}
			}
			if a := c.get(address); seen {
				a.says(t, "-Delete this study", "-Add a move", "-Title and visibility")
			}
		}
	}
	nobody.shows("/studies", "Ending public", "-Ending link", "-Ending private")
	nobody.shows("/studies?variant=checkers", "-Ending public")
	anna.shows("/studies?variant=nonsense", "Ending public", "Ending link", "Ending private", "My studies")
	anna.shows("/studies?owner=me", "Ending private")
	nobody.shows("/studies?owner=me&after=nonsense", "Ending public")

	change := url.Values{"title": {"Mine"}, "visibility": {"public"}}
	for address, status := range map[string]int{open: 403, linked: 403, private: 404} {
		for _, path := range []string{address, address + "/delete"} {
			if a := bert.post(path, change); a.status != status {
				t.Errorf("%s: %d, want %d", path, a.status, status)
			}
		}
		if a := bert.post(address+"/moves", url.Values{"game": {"1"}, "node": {"0"}, "act": {"5-10"}}); a.status != status {
			t.Errorf("%s/moves: %d, want %d", address, a.status, status)
		}
	}
	if a := anna.post(private, change); a.status != http.StatusSeeOther {
		t.Errorf("renaming: %d", a.status)
	}
	bert.shows(private, "<bdi>Mine</bdi>")
	if a := anna.post(private, url.Values{"title": {" "}, "visibility": {"public"}}); a.status != 422 {
		t.Errorf("no title: %d", a.status)
	} else {
		a.says(t, "A title has 1 to 80 characters.")
	}
	if a := anna.post(private+"/delete", nil); a.status != http.StatusSeeOther || anna.get(private).status != http.StatusNotFound {
		t.Errorf("deleting: %d", a.status)
	}
}

func TestRefusedImports(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for _, tc := range []struct {
		name, text string
		says       []string
	}{
		{"an illegal move", "1. 32-28 19-23\n2. 28x19 13x25", []string{"Line 2, column 10: 13x25", "-games can be read", "-Leave out"}},
		{"one of two games", "[White \"A\"]\n\n1. 32-28 *\n\n[White \"B\"]\n\n1. 32-26 *\n", []string{"Game 2, line 7, column 4: 32-26", "Of 2 games 1 can be read.", "Leave out the games"}},
		{"a comment that is not closed", "1. 32-28 {and so on", []string{"Line 1, column 10", "not closed"}},
		{"a comment in a comment", "1. 32-28 {a {b} c}", []string{"Line 1, column 13"}},
		{"variations two hundred deep", "1. 32-28 " + strings.Repeat("(1. 33-28 ", 200) + strings.Repeat(")", 200), []string{"Line 1, column"}},
		{"a file that is no text", "1. 32-28 \x00\x01 *", []string{"Line 1, column 10 has a character that stands in no text."}},
		{"UTF-16", "\xff\xfe1\x00.\x00", []string{"has a character that stands in no text."}},
		{"too many games", strings.Repeat("1. 32-28 *\n", 501), []string{"There are more than 500 games in this text."}},
		{"too long a text", strings.Repeat("1. 32-28 * ", 1<<20/11+1), []string{"This text is longer than 1 MiB."}},
		{"a game of too many moves", "1. 32-28 " + strings.Repeat("(33-28) ", 5000), []string{"Line 1, column 1: the game has more than 5000 moves"}},
		{"nothing", " \n", []string{"Please fill this in."}},
		{"no square of this board", "[GameType \"20\"]\n1. 32-99 *", []string{"Line 2, column 4"}},
		{"an unreadable position", "[GameType \"20\"] [FEN \"W:W55:B1\"]\n*", []string{"Line 1, column 17", "55"}},
	} {
		for _, asFile := range []bool{false, true} {
			t.Run(tc.name, func(t *testing.T) {
				a := anna.imports(tc.text, asFile, "title", "Kept <title>")
				if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, `id="field-pdn-error"`) {
					t.Errorf("%d\n%s", a.status, a.body)
				}
				a.says(t, append(tc.says, "Kept &lt;title&gt;")...)
				if first, _, _ := strings.Cut(strings.TrimSpace(tc.text), "\n"); len(first) > 0 && len(first) < 40 && !strings.Contains(first, "\x00") && !strings.Contains(first, "\xff") {
					a.says(t, template.HTMLEscapeString(first)) // the text is not lost
				}
			})
		}
	}
}

func TestOddImports(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for _, tc := range []struct {
		name, text string
		says       []string
	}{
		{"a byte order mark and line ends of Windows", "\xef\xbb\xbf[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. 32-28\r\n*\r\n", []string{"A – B", "32-28"}},
		{"Latin-1", "[White \"Andr\xe9\"]\n1. 32-28 {\x93good\x94} *", []string{"André", "“good”"}},
		{"a file of old with its end mark", "[White \"A\"] 1. 32-28 *\r\n\x1a", []string{"32-28"}},
		{"scripts in tags and comments", "[White \"</script><img src=x onerror=1>\"]\n[Event \"a \\\" onmouseover=1\"]\n1. 32-28 {<b>\"javascript:\"} *",
			[]string{"&lt;/script&gt;&lt;img src=x onerror=1&gt;", "&lt;b&gt;&#34;javascript:&#34;", "-<img src=x"}},
		{"an illegal move in a variation", "[White \"A\"] 1. 32-28 (1. 33-28 1... 20-29 {no} 2. 1-2) 19-23 *", []string{"33-28", `class="comment">20-29 no 1-2`, "19-23"}},
		{"unknown tags, moves and glyphs", "[X-Foo \"\"] [White \"A\"] [Result \"2-0F\"]\n1. 32-28 $999 19-23 2. ... *", []string{"$999", "2-0F", "…"}},
		{"a position in the middle", "[White \"A\"] 1. 32-28 /FEN \"B:W28:B19\"/ 19-23 2. 28x19 *", []string{"Position set up:", "B:W28:B19", "28x19"}},
		{"a game without moves", "[White \"A\"]\n[Black \"B\"]\n[Result \"1-1\"]\n\n1-1", []string{"A – B 1-1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			address := anna.imports(tc.text, true, "title", "Odd").study(t)
			page := anna.shows(address, tc.says...)
			again := anna.imports(anna.get(address+"/pdn").body, true, "title", "Odd").study(t)
			if other := anna.get(again + "/pdn").body; other != anna.get(address+"/pdn").body {
				t.Errorf("written anew:\n%s\n%s", other, page)
			}
		})
	}
	mixed := "[White \"A\"]\n\n1. 32-28 *\n\n[White \"B\"]\n\n1. 32-26 *\n"
	anna.shows(anna.imports(mixed, false, "skip", "yes").study(t), "A – ?", "-B – ?")
}

func TestStudyingAGame(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	a, b := anna.signIn(), bert.signIn()
	id := s.game("international", "per-move 3d", anna, bert)
	game := "/api/v1/games/" + itoa(id) + "/acts"
	anna.must(200, "POST", game, map[string]any{"ply": 0, "act": "32-28"})
	form := url.Values{"from": {"game"}, "game": {itoa(id)}, "title": {"Our game"}, "visibility": {"link"}}
	a.shows("/games/"+itoa(id), "-Study this game", `href="/games/`+itoa(id)+`/pdn"`)
	for _, c := range []*client{a, b, s.browser("Carol")} {
		refused := c.post("/studies", form)
		if refused.status != http.StatusUnprocessableEntity {
			t.Errorf("%s may study a running game: %d", c.name, refused.status)
		}
		refused.says(t, "This game is still being played.")
	}
	s.clock.pass(25 * time.Hour)
	for _, c := range []*client{anna, bert} {
		c.logIn()
	}
	a = anna.signIn()
	bert.must(200, "POST", game, map[string]any{"ply": 1, "act": "19-23"})
	anna.must(200, "POST", game, map[string]any{"ply": 2, "act": "resign"})
	a.shows("/games/"+itoa(id), `href="/studies/new?game=`+itoa(id)+`"`)
	a.shows("/studies/new?game="+itoa(id), `value="Anna – Bert"`, `name="game" value="`+itoa(id)+`"`)
	a.shows(a.post("/studies", form).study(t), "Our game", "Anna – Bert 0-2", "32-28", `<span class="time">1 day</span>`, "-47:00:00", `<a href="/games/`+itoa(id)+`">The game here</a>`, "http://crownpost.test/games/"+itoa(id))

	table := s.game("table", "per-move 3d", anna, bert)
	form.Set("game", itoa(table))
	if refused := a.post("/studies", form); refused.status != http.StatusUnprocessableEntity {
		t.Errorf("a game of table: %d", refused.status)
	}
}

func TestAddingMovesToAStudy(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	address := anna.imports("[White \"A\"] 1. 32-28 19-23 2. 28x19 *", false).study(t)
	for _, step := range []struct{ game, node, act, to string }{
		{"1", "0", "32-28", "?node=1"}, // is there already
		{"1", "0", "33-28", "?node=2"}, // a variation at the beginning
		{"1", "2", "18-23", "?node=3"}, // which goes on
		{"1", "5", "14x23", "?node=6"}, // the main line goes on
		{"1", "1", "18-23", "?node=5"}, // a second move
		{"1", "5", "38-32", "?node=6"}, // in the middle
		{"1", "0", "31-27", "?node=4"}, // another one
		{"1", "0", "3126", "?node=5"},  // in another spelling
		{"1", "1", "19-23", "?node=6"}, // found again
	} {
		a := anna.post(address+"/moves", url.Values{"game": {step.game}, "node": {step.node}, "act": {step.act}})
		if got := a.header.Get("Location"); got != address+step.to {
			t.Fatalf("%s behind %s leads to %q, want %q\n%s", step.act, step.node, got, step.to, anna.get(address+"/pdn").body)
		}
	}
	anna.get(address+"/pdn").says(t, "1. 32-28 (1. 33-28 18-23) (1. 31-27) (1. 31-26) 1... 19-23 (1... 18-23 2. 38-32)\n2. 28x19 14x23 *")
	if stale := anna.post(address+"/moves", url.Values{"game": {"1"}, "node": {"0"}, "act": {"34-29"}, "fen": {"W:W1:B2"}}); stale.status != 409 {
		t.Errorf("a move from a page whose position has changed: %d", stale.status)
	}
	refused := anna.post(address+"/moves", url.Values{"game": {"1"}, "node": {"0"}, "act": {"32-26"}})
	if refused.status != http.StatusUnprocessableEntity {
		t.Errorf("%d", refused.status)
	}
	refused.says(t, `class="flash error" role="alert"`)
	flipped := anna.post(address+"/moves", url.Values{"game": {"1"}, "node": {"0"}, "act": {"34-29"}, "view": {"black"}})
	if got := flipped.header.Get("Location"); !strings.HasSuffix(got, "&view=black") {
		t.Errorf("leads to %q", got)
	}
}

func TestDeletingMovesOfAStudy(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for _, tc := range []struct{ name, node, act, to, left string }{
		{"the last move", "8", "14x23", "?node=7", "1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 33-29)) (1... 17-22) 2. 28x19 *"},
		{"a move of the main line gives way to the variation beside it", "2", "19-23", "?node=1", "1. 32-28 18-23 (1... 17-22) 2. 38-32 (2. 33-29) *"},
		{"the first move of a variation", "3", "18-23", "?node=1", "1. 32-28 19-23 (1... 17-22) 2. 28x19 14x23 *"},
		{"a move inside a variation", "4", "38-32", "?node=3", "1. 32-28 19-23 (1... 18-23 2. 33-29) (1... 17-22) 2. 28x19 14x23 *"},
		{"a variation of a variation", "5", "33-29", "?node=3", "1. 32-28 19-23 (1... 18-23 2. 38-32) (1... 17-22) 2. 28x19 14x23 *"},
		{"all of the game", "1", "32-28", "", "*"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			address := anna.imports("[White \"A\"] 1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 33-29)) (1... 17-22) 2. 28x19 14x23 *", false).study(t)
			anna.shows(address+"?node="+tc.node, "Delete from here", `name="act" value="`+tc.act+`"`, tc.act+" goes, with all that follows it.")
			a := anna.post(address+"/cut", url.Values{"game": {"1"}, "node": {tc.node}, "act": {tc.act}})
			if got := a.header.Get("Location"); got != address+tc.to {
				t.Errorf("leads to %q\n%s", got, a.body)
			}
			file := strings.Join(strings.Fields(anna.get(address+"/pdn").body), " ")
			if !strings.HasSuffix(file, " "+strings.TrimSpace(tc.left)) {
				t.Errorf("left is %s", file)
			}
		})
	}
	address := anna.imports(annotated, false).study(t)
	anna.shows(address, "-Delete from here")
	s.browser("Bert").shows(address+"?node=1", "-Delete from here")
}

func TestTitlesOfWhatHasNoName(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	const day = "1 Dec 2026"
	anna.shows(anna.imports("1. 32-28 *", false).study(t), "International draughts, "+day)
	form := url.Values{"from": {"position"}, "title": {""}, "visibility": {"link"}, "variant": {"checkers"}, "fen": {"W:W30:BK3"}}
	anna.shows(anna.post("/studies", form).study(t), "American checkers, "+day)
}

func TestWhatIsNotLegalInVariationsIsTold(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for text, want := range map[string]string{
		"1. 32-28\n(1. 33-28 1-2) 19-23 *":                   "What is not legal in its variations was kept as a comment, in one place (line 2).",
		"1. 32-28 (1. 33-28 1-2\n(1-3)) 19-23\n(1... 1-2) *": "in 2 places (lines 1, 3).",
	} {
		anna.shows(anna.imports(text, false).study(t), want)
	}
	anna.shows(anna.imports("1. 32-28 *", false).study(t), "-What is not legal")
}

func TestStudyingAGameWithOptions(t *testing.T) {
	s := newSite(t)
	white, black := s.program("Anna"), s.program("Bert")
	g := s.begun(white, black, seekOn("turkish", false, map[string]any{"options": map[string]any{"crowning": "goes-on"}}))
	acts := "/api/v1/games/" + number(g["id"]) + "/acts"
	white.must(200, "POST", acts, map[string]any{"ply": 0, "act": g["legal"].([]any)[0]})
	white.must(200, "POST", acts, map[string]any{"ply": 1, "act": "resign"})
	anna := white.signIn()
	form := url.Values{"from": {"game"}, "game": {number(g["id"])}, "title": {"Ours"}, "visibility": {"link"}}
	anna.shows(anna.post("/studies", form).study(t), "A man that reaches the last row while it captures: is a king at once, and goes on as one", "The game here")

	file := "[GameType \"30\"]\n[Rules \"crowning=goes-on\"]\n1. a3-a4 *"
	address := anna.imports(file, false).study(t)
	anna.shows(address+"?node=1", "Turkish draughts", "A man that reaches the last row while it captures: is a king at once, and goes on as one")
	if file := anna.get(address + "/pdn").body; !strings.Contains(file, `[Rules "crowning=goes-on"]`) {
		t.Error(file)
	}
	refused := anna.imports(strings.Replace(file, "goes-on", "never", 1), false)
	if refused.status != http.StatusUnprocessableEntity {
		t.Errorf("%d", refused.status)
	}
	refused.says(t, "Line 2, column 1: Rules: option crowning is")
}

// A game in which the side that begins by the rules does not has the same move
// numbers on its page, in its file and in its study.
func TestMoveNumbersWhereTheOtherSideBegins(t *testing.T) {
	s := newSite(t)
	white, black := s.program("Anna"), s.program("Bert")
	g := s.begun(white, black, seekOn("checkers", false, map[string]any{"start": "W:W21,30:B1,9"}))
	path := "/games/" + number(g["id"])
	for ply, act := range []string{"30-26", "9-14", "resign"} {
		[]*client{white, black}[ply%2].must(200, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": ply, "act": act})
	}
	anna := white.signIn()
	page := strings.Join(strings.Fields(anna.shows(path)), " ")
	if !regexp.MustCompile(`<tr><th scope="row">1</th><td></td><td><a[^>]*><bdi>30-26</bdi></a></td></tr> <tr><th scope="row">2</th><td><a[^>]*><bdi>9-14</bdi>`).MatchString(page) {
		t.Error(page)
	}
	anna.get(path+"/pdn").says(t, "1... 30-26", "2. 9-14")
	form := url.Values{"from": {"game"}, "game": {number(g["id"])}, "title": {"Ours"}, "visibility": {"link"}}
	anna.shows(anna.post("/studies", form).study(t), `<span class="number">1…</span>`, `<span class="number">2.</span>`)
}

func TestSettingUpAPosition(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	anna.shows("/studies/new?variant=checkers&fen=W:W30:BK3", "W:W30:BK3", `name="variant" value="checkers"`, `value="white-king"`)
	anna.shows("/studies/new?variant=chess&fen=nonsense", `name="variant" value="international"`)
	if a := s.visitor().get("/studies/new"); a.status != http.StatusSeeOther {
		t.Errorf("a visitor gets the form: %d", a.status)
	}
	form := url.Values{"from": {"position"}, "title": {"Ending"}, "visibility": {"link"}, "variant": {"checkers"}, "fen": {"b:w30:bk3."}}
	address := anna.post("/studies", form).study(t)
	anna.shows(address, "B:W30:BK3", "American checkers", `<option>3-7</option>`, `<th scope="row">FEN</th>`)
	form.Set("fen", "W:W30:B44")
	refused := anna.post("/studies", form)
	if refused.status != http.StatusUnprocessableEntity {
		t.Errorf("%d", refused.status)
	}
	refused.says(t, "This position cannot be read. At character", `value="W:W30:B44"`, `id="field-fen-error"`)
}

func TestStudiesOverJSON(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	made := anna.must(201, "POST", "/api/v1/studies", map[string]any{"title": "Two games", "visibility": "private", "pdn": annotated})
	at := "/api/v1/studies/" + made["id"].(string)
	study := anna.must(200, "GET", at, nil)
	if games := study["games"].([]any); len(games) != 2 || games[1].(map[string]any)["variant"] != "russian" || study["owner"] != "Anna" {
		t.Errorf("%v", study)
	}
	bert.must(404, "GET", at, nil)
	bert.must(404, "GET", at+"/pdn", nil)
	bert.must(404, "PATCH", at, map[string]any{"title": "Mine", "visibility": "public"})
	anna.must(204, "PATCH", at, map[string]any{"title": "Two", "visibility": "public"})
	bert.must(403, "DELETE", at, nil)
	list := bert.must(200, "GET", "/api/v1/studies", nil)
	if studies := list["studies"].([]any); len(studies) != 1 || studies[0].(map[string]any)["title"] != "Two" || list["next"] != nil {
		t.Errorf("%v", list)
	}
	bert.must(200, "GET", "/api/v1/studies?owner=me", nil)
	s.visitor().must(401, "GET", "/api/v1/studies?owner=me", nil)
	bert.must(422, "GET", "/api/v1/studies?after=x", nil)
	if a := bert.get(at + "/pdn"); a.status != 200 || !strings.Contains(a.body, "c3-d4") {
		t.Errorf("%d\n%s", a.status, a.body)
	}
	anna.must(204, "DELETE", at, nil)
	anna.must(404, "GET", at, nil)
}

func TestListsOfStudiesPageByPage(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna := s.program("Anna")
	for i := range 65 {
		anna.must(201, "POST", "/api/v1/studies", map[string]any{
			"title": "No. " + itoa(int64(i)), "visibility": "public", "variant": "checkers", "fen": "W:W30:BK3",
		})
		if i%4 == 0 { // several at the same moment
			s.clock.pass(time.Second)
		}
	}
	for _, query := range []string{"", "&owner=me", "&variant=checkers"} {
		seen := map[string]int{}
		after := ""
		for range 3 {
			page := anna.must(200, "GET", "/api/v1/studies?after="+after+query, nil)
			for _, row := range page["studies"].([]any) {
				seen[row.(map[string]any)["id"].(string)]++
			}
			after, _ = page["next"].(string)
		}
		if len(seen) != 65 || after != "" {
			t.Errorf("%s: %d studies seen, next %q", query, len(seen), after)
		}
	}
	a := anna.signIn()
	page := a.shows("/studies", "No. 64", "All of mine", "Older")
	older := regexp.MustCompile(`href="(/studies\?after=[^"]+)"`).FindStringSubmatch(page)
	if older == nil {
		t.Fatal(page)
	}
	a.shows(older[1], "-My studies", "-No. 64", "No. 20")
}
