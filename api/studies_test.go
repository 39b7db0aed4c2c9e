package api

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
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
	make := func(visibility string) string {
		return anna.post("/studies", url.Values{"from": {"position"}, "title": {"Ending " + visibility}, "visibility": {visibility},
			"variant": {"international"}, "fen": {"W:WK5:B30,45"}}).study(t)
	}
	open, linked, private := make("public"), make("link"), make("private")
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
