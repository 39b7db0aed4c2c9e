package api

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/tournament"
	"crownpost/tournament/archive"
	"crownpost/tournament/director"
	"crownpost/tournament/report"
	"crownpost/tournament/trf"
)

// boardEvent is an event over the board that a test plays; Olga organises it.
type boardEvent struct {
	*testSite
	olga *client
	by   int64
	id   int64
	lots *rand.Rand
}

func newBoardEvent(t *testing.T, in play.TournamentInput, players int) *boardEvent {
	t.Helper()
	e := &boardEvent{testSite: newSite(t), lots: rand.New(rand.NewPCG(7, 7))}
	e.olga = e.program("Olga")
	a, err := e.Store.Read(t.Context()).AccountByName(account.NameKey("Olga"))
	if err != nil {
		t.Fatal(err)
	}
	e.by = a.ID
	in.Name, in.Variant, in.OverBoard, in.MaxPlayers = "Autumn open", "international", true, 64
	if e.id, err = e.Play.CreateTournament(t.Context(), e.by, in); err != nil {
		t.Fatal(err)
	}
	for i := range players {
		e.add(string(rune('A'+i)) + " player")
	}
	e.ok(e.Play.StartTournament(t.Context(), e.by, e.id))
	e.runTasks()
	return e
}

func (e *boardEvent) ok(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *boardEvent) add(name string) {
	e.t.Helper()
	_, err := e.Play.AddPlayer(e.t.Context(), e.by, e.id, play.PersonInput{
		Name: name, Title: "CM", Federation: "NED", Number: "NL-" + name[:1], Rating: 1400 + e.lots.IntN(600),
	}, "came to play")
	e.ok(err)
}

func (e *boardEvent) pairings() []store.Pairing {
	e.t.Helper()
	rows, err := e.Store.Read(e.t.Context()).Pairings(e.id)
	e.ok(err)
	return rows
}

func (e *boardEvent) tournament() *store.TournamentView {
	e.t.Helper()
	t, err := e.Store.Read(e.t.Context()).Tournament(e.id)
	e.ok(err)
	return t
}

// seated is the entrant of a seat.
func (e *boardEvent) seated(seat int) int64 {
	e.t.Helper()
	entrants, err := e.Store.Read(e.t.Context()).Entrants(e.id)
	e.ok(err)
	return entrants[slices.IndexFunc(entrants, func(e store.EntrantView) bool { return e.Seat == seat })].ID
}

// play enters the results of some of the games that wait for one.
func (e *boardEvent) play(most int) {
	e.t.Helper()
	for _, p := range e.pairings() {
		if p.Kind != "game" || p.Result != "" || most == 0 {
			continue
		}
		most--
		in := play.ResultInput{Result: []string{"1-0", "0-1", "½-½"}[e.lots.IntN(3)], Reason: "score sheet"}
		if e.lots.IntN(10) == 0 {
			in.Result, in.Forfeit = []string{"1-0", "0-0"}[e.lots.IntN(2)], true
		}
		e.ok(e.Play.SetResult(e.t.Context(), e.by, e.id, p.ID, in))
	}
	e.runTasks()
}

// at is an address of the event.
func (e *boardEvent) at(rest string) string { return "/tournaments/" + itoa(e.id) + "/" + rest }

// report downloads the report and fails unless it is paired by the rules.
func (e *boardEvent) report(query string) *trf.File {
	e.t.Helper()
	a := e.visitor().get(e.at("event.trf" + query))
	if a.status != http.StatusOK {
		e.t.Fatalf("%d %s", a.status, a.body)
	}
	f, err := trf.Read([]byte(a.body), trf.Options{Strict: true})
	if err != nil {
		e.t.Fatalf("%v\n%s", err, a.body)
	}
	if differences, err := report.Check(f); err != nil || len(differences) > 0 {
		e.t.Fatalf("%v, %v\n%s", differences, err, a.body)
	}
	return f
}

// An event of seven rounds with byes, half-point byes, withdrawals, late entries,
// forfeits and acceleration has a report at every moment that is paired by the
// rules.
func TestTheReportOfAnEventWithEverythingInIt(t *testing.T) {
	e := newBoardEvent(t, play.TournamentInput{
		Format: director.Swiss, Plan: director.Plan{Rounds: 7, Accelerated: true, HalfByes: 2, Initial: tournament.Black},
	}, 17)
	for round := 1; round <= 7; round++ {
		if got := e.tournament().Round; got != round {
			t.Fatalf("round %d, want %d", got, round)
		}
		e.play(3)
		if f := e.report(""); f.Field.PlayedRounds() != round-1 {
			t.Fatalf("in round %d the report has %d rounds", round, f.Field.PlayedRounds())
		}
		if round < 6 {
			e.ok(e.Play.GrantBye(t.Context(), e.by, e.id, e.seated(round+1), round+1, "half-bye", "on holiday"))
		}
		switch round {
		case 3, 5:
			e.ok(e.Play.ExpelPlayer(t.Context(), e.by, e.id, e.seated(12-round), "did not come"))
		case 4, 6:
			e.add("Later " + itoa(int64(round)))
		}
		e.report("?edition=16")
		e.play(-1)
		if f := e.report(""); round < 7 && f.Field.PlayedRounds() != round {
			t.Fatalf("after round %d the report has %d rounds", round, f.Field.PlayedRounds())
		}
	}
	if status := e.tournament().Status; status != store.TournamentFinished {
		t.Fatalf("the event is %s", status)
	}
	f := e.report("")
	if f.Text(trf.Name) != "Autumn open" || f.Text("102") != "Olga" || len(f.Field.Players) != 19 || f.Field.Players[0].Federation != "NED" {
		t.Errorf("%+v", f.Header)
	}
	e.report("?edition=16")
	e.tables()
}

// tables looks at the tables of an event with a cross-table.
func (e *boardEvent) tables() {
	e.t.Helper()
	for path, rows := range map[string]int{"players.csv": 20, "standings.csv": 20, "cross-table.csv": 20, "pairings.csv": 1 + len(e.pairings())} {
		a := e.visitor().get(e.at(path))
		lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(a.body, "\ufeff"))).ReadAll()
		if !strings.HasPrefix(a.body, "\ufeff") || err != nil || len(lines) != rows || a.header.Get("Content-Type") != csvType {
			e.t.Errorf("%s: %d lines, %v, %s", path, len(lines), err, a.header)
		}
	}
	for _, path := range []string{"files", "print", "print?what=pairings&round=2", "print?what=table", "print?what=sheets&round=1"} {
		if a := e.visitor().get(e.at(path)); a.status != http.StatusOK {
			e.t.Errorf("%s: %d", path, a.status)
		}
	}
	for _, path := range []string{"print?what=poster", "print?round=8", "print?round=x", "files/event.trf", "files/../x", "cross-table.csv?stage=2"} {
		if a := e.visitor().get(e.at(path)); a.status != http.StatusNotFound {
			e.t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := e.visitor().get(e.at("event.trf?edition=6")); a.status != http.StatusUnprocessableEntity {
		e.t.Errorf("an edition that there is not: %d", a.status)
	}
}

func TestTheReportOfARoundRobinHasItsStandings(t *testing.T) {
	e := newBoardEvent(t, play.TournamentInput{Format: director.RoundRobin}, 6)
	e.play(-1)
	e.play(-1)
	if f := e.report(""); !f.Field.RoundRobin || len(f.Field.Players) != 6 {
		t.Errorf("%+v", f.Header)
	}
}

func TestAKnockoutHasNoReportButAnArchive(t *testing.T) {
	e := newBoardEvent(t, play.TournamentInput{Format: director.Knockout}, 5)
	for range 4 {
		e.play(-1)
	}
	if a := e.visitor().get(e.at("event.trf")); a.status != http.StatusNotFound || !strings.Contains(a.body, "a Swiss or a round robin") {
		t.Errorf("%d %s", a.status, a.body)
	}
	for _, path := range []string{"files", "print?what=table", "print?what=sheets", "standings.csv", "players.csv", "pairings.csv"} {
		if a := e.visitor().get(e.at(path)); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if table := e.visitor().get(e.at("pairings.csv")).body; !strings.Contains(table, "\nmain,3,7,1,") {
		t.Errorf("the final is not round 3 of the main contest, match 7:\n%s", table)
	}
	e.comesBack(func(a, b string) {
		if a != b {
			t.Errorf("standings %s, imported %s", a, b)
		}
	})
}

// unzipped are the files of an archive.
func unzipped(t *testing.T, body string) map[string]string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

// comesBack imports the archive of the event and compares what both export; same
// gets the tables of the two.
func (e *boardEvent) comesBack(same func(a, b string)) {
	t := e.t.(*testing.T)
	t.Helper()
	first := e.olga.get(e.at("archive"))
	if first.status != http.StatusOK {
		t.Fatalf("%d %s", first.status, first.body)
	}
	a := e.olga.must(http.StatusCreated, "POST", "/api/v1/tournaments/import", map[string]any{"archive": base64.StdEncoding.EncodeToString([]byte(first.body))})
	again := "/tournaments/" + number(a["id"]) + "/"
	second := e.olga.get(again + "archive")
	x, y := unzipped(t, first.body), unzipped(t, second.body)
	one, err := archive.Decode([]byte(x[archive.EventFile]))
	e.ok(err)
	two, err := archive.Decode([]byte(y[archive.EventFile]))
	e.ok(err)
	two.Log = two.Log[:len(one.Log)] // without the import
	two.Exported, two.Site = one.Exported, one.Site
	if d := cmp.Diff(one, two); d != "" {
		t.Errorf("(-first +second):\n%s", d)
	}
	delete(x, archive.EventFile)
	delete(y, archive.EventFile)
	if d := cmp.Diff(x, y); d != "" {
		t.Errorf("(-first +second):\n%s", d)
	}
	same(e.olga.get(e.at("standings.csv")).body, e.olga.get(again+"standings.csv").body)
	for _, page := range []string{"", "files"} {
		if a := e.olga.get(strings.TrimSuffix(again, "/") + strings.TrimSuffix("/"+page, "/")); a.status != http.StatusOK {
			t.Errorf("%s: %d", page, a.status)
		}
	}
}

// Games that were played here come with the archive, and are there where it is
// imported.
func TestAnArchiveBringsItsGames(t *testing.T) {
	for variant, file := range map[string]string{"international": "games.pdn", "backgammon": "matches/1.json"} {
		t.Run(variant, func(t *testing.T) {
			site := newSite(t)
			anna, bert := site.program("Anna"), site.program("Bert")
			made := anna.must(http.StatusCreated, "POST", "/api/v1/tournaments", map[string]any{"name": "Duel", "variant": variant, "clock": "per-move 3d", "limit": 8})
			at := "/api/v1/tournaments/" + number(made["id"])
			for _, c := range []*client{anna, bert} {
				c.must(http.StatusNoContent, "POST", at+"/enter", nil)
			}
			anna.must(http.StatusNoContent, "POST", at+"/start", nil)
			game := "/api/v1/games/" + number(gamesOf(site.event(strings.TrimPrefix(at, "/api/v1")))[0]["id"])
			g := anna.must(http.StatusOK, "GET", game, nil)
			side := g[g["toAct"].(string)].(map[string]any)
			act := g["legal"].([]any)[0]
			if variant == "international" {
				act = "resign"
			}
			map[string]*client{"Anna": anna, "Bert": bert}[side["name"].(string)].must(
				http.StatusOK, "POST", game+"/acts", map[string]any{"ply": g["ply"], "act": act})
			site.runTasks()
			e := &boardEvent{testSite: site, olga: anna}
			var err error
			e.id, err = pathNumber(at)
			e.ok(err)
			files := unzipped(t, anna.get(e.at("archive")).body)
			if files[file] == "" || files[archive.ReportFile] == "" {
				t.Fatalf("%v", files)
			}
			a := anna.do("POST", "/api/v1/tournaments/import", "application/json",
				`{"archive": "`+base64.StdEncoding.EncodeToString([]byte(anna.get(e.at("archive")).body))+`"}`)
			if a.status != http.StatusCreated {
				t.Fatalf("%d %s", a.status, a.body)
			}
			imported := "/tournaments/" + number(a.json(t)["id"])
			if got := anna.get(imported + "/files/" + file); got.status != http.StatusOK || got.body != files[file] {
				t.Errorf("%d %s", got.status, got.body)
			}
			download := map[string]string{"international": "/pdn", "backgammon": "/mat.zip"}[variant]
			if got := anna.get(imported + download); got.status != http.StatusOK || got.body == "" {
				t.Errorf("%d", got.status)
			}
			if page := anna.get(imported + "/files"); page.status != http.StatusOK || !strings.Contains(page.body, file) {
				t.Errorf("%d", page.status)
			}
		})
	}
}

// A report is looked at before an event is made of it, and pages say by line and
// column what is wrong with one.
func TestAReportIsImportedOnThePage(t *testing.T) {
	site := newSite(t)
	if a := site.visitor().get("/tournaments/import"); a.status != http.StatusSeeOther && a.status != http.StatusUnauthorized {
		t.Errorf("without an account: %d", a.status)
	}
	olga := site.browser("Olga")
	if a := olga.get("/tournaments/import"); a.status != http.StatusOK {
		t.Errorf("%d", a.status)
	}
	values := url.Values{"trf": {strings.ReplaceAll(goodReport, "\n", "\r\n")}, "variant": {"checkers"}, "name": {"Club night"}, "do": {"preview"}}
	a := olga.post("/tournaments/import", values)
	if a.status != http.StatusOK || !strings.Contains(a.body, "1 of 2 paired") {
		t.Errorf("%d %s", a.status, a.body)
	}
	values.Set("trf", strings.Replace(goodReport, "1.0", "0.5", 1))
	a = olga.post("/tournaments/import", values)
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "line 3, column 81: 0.5 points, but the rounds give 1.0") {
		t.Errorf("%d %s", a.status, a.body)
	}
	values.Set("trf", goodReport)
	values.Set("do", "create")
	a = olga.post("/tournaments/import", values)
	if a.status != http.StatusSeeOther {
		t.Fatalf("%d %s", a.status, a.body)
	}
	site.runTasks()
	if page := olga.get(a.header.Get("Location")); page.status != http.StatusOK || !strings.Contains(page.body, "Club night") {
		t.Errorf("%d", page.status)
	}
	if again := olga.post("/tournaments/import", values); again.header.Get("Location") != a.header.Get("Location") {
		t.Errorf("the same form again made %q, want %q", again.header.Get("Location"), a.header.Get("Location"))
	}
}

// upload posts the form of an import with a file.
func (c *client) upload(values map[string]string, file string) answer {
	c.site.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range values {
		if err := form.WriteField(name, value); err != nil {
			c.site.t.Fatal(err)
		}
	}
	w, err := form.CreateFormFile("file", "event.zip")
	if err != nil {
		c.site.t.Fatal(err)
	}
	if _, err := io.WriteString(w, file); err != nil {
		c.site.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		c.site.t.Fatal(err)
	}
	return c.do("POST", "/tournaments/import", form.FormDataContentType(), body.String())
}

// An archive, too, is looked at before an event is made of it; a form that is
// sent again makes no second one unless it gives another name.
func TestAnArchiveIsImportedOnThePage(t *testing.T) {
	e := newBoardEvent(t, play.TournamentInput{Format: director.Knockout}, 4)
	e.play(-1)
	zipped := e.olga.get(e.at("archive")).body
	nils := e.browser("Nils")
	looked := nils.upload(map[string]string{"do": "preview", "name": "Winter open"}, zipped)
	for _, want := range []string{"<bdi>Winter open</bdi>", "<dd>4</dd>", "<dd>3</dd>", "choose the file again"} {
		if looked.status != http.StatusOK || !strings.Contains(looked.body, want) {
			t.Errorf("%d, no %q in %s", looked.status, want, looked.body)
		}
	}
	create := map[string]string{"do": "create", "name": "Winter open"}
	made := nils.upload(create, zipped)
	address := made.header.Get("Location")
	if want := "/tournaments/" + itoa(e.id+1); made.status != http.StatusSeeOther || address != want {
		t.Fatalf("%d %q, want %q: %s", made.status, address, want, made.body)
	}
	if page := nils.get(address); !strings.Contains(page.body, "Winter open") {
		t.Error("the event has another name than the form gave it")
	}
	if again := nils.upload(create, zipped); again.header.Get("Location") != address {
		t.Errorf("the same form again made %q", again.header.Get("Location"))
	}
	if page := nils.get(address); !strings.Contains(page.body, "imported this before") {
		t.Error("nothing says that the event was imported before")
	}
	create["name"] = "Winter open 2"
	if other := nils.upload(create, zipped); other.status != http.StatusSeeOther || other.header.Get("Location") == address {
		t.Errorf("%d %q", other.status, other.header.Get("Location"))
	}
	create["name"] = "ab"
	if short := nils.upload(create, zipped); short.status != http.StatusUnprocessableEntity || !strings.Contains(short.body, "field-name") {
		t.Errorf("%d", short.status)
	}
}

func TestCellsAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"Anna": "Anna", "": "", "=1+1": "'=1+1", "+31": "'+31", "-x": "'-x", "@here": "'@here", "\tx": "'\tx", "a=b": "a=b",
	} {
		if got := cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// pathNumber is the number at the end of an address.
func pathNumber(at string) (int64, error) {
	return strconv.ParseInt(at[strings.LastIndexByte(at, '/')+1:], 10, 64)
}
