package api

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/backgammon/mat"
	"crownpost/rules/backgammon/sgf"
	"crownpost/rules/catalog"
	"crownpost/rules/dice"
)

// matchTerms are what the matches of these tests are played by.
type matchTerms struct {
	variant       string
	length, money int
	options       map[string]string
}

// playMatch plays a match to its end, or so many acts of it, at random: most
// doubles are taken, and some games are resigned.
func (s *testSite) playMatch(terms matchTerms, white, black *client, seed uint64, most int) int64 {
	s.t.Helper()
	seek := map[string]any{"variant": terms.variant, "clock": "per-move 3d", "rated": len(terms.options) == 0, "colour": "white"}
	if terms.length > 0 {
		seek["length"] = terms.length
	}
	if terms.money > 0 {
		seek["money"], seek["rated"] = terms.money, false
	}
	if len(terms.options) > 0 {
		seek["options"] = terms.options
	}
	made := white.must(http.StatusCreated, "POST", "/api/v1/seeks", seek)
	started := black.must(http.StatusOK, "POST", "/api/v1/seeks/"+number(made["id"])+"/accept", nil)
	id := int64(started["game"].(float64))
	at := "/api/v1/games/" + itoa(id)
	random := rand.New(rand.NewPCG(seed, 0))
	g := white.must(http.StatusOK, "GET", at, nil)
	for range most {
		if g["result"] != nil {
			return id
		}
		legal, match := g["legal"].([]any), g["match"].(map[string]any)
		act := legal[random.IntN(len(legal))].(string)
		levels := match["mayResign"].([]any)
		switch {
		case match["phase"] == "resigning":
			act = "accept"
		case match["mayDouble"].(bool) && random.IntN(5) > 0:
			act = "roll"
		case act == "drop" && random.IntN(3) > 0:
			act = "take"
		case len(levels) > 0 && random.IntN(120) == 0:
			act = fmt.Sprintf("resign %v", levels[random.IntN(len(levels))])
		}
		player := white
		if g["toAct"] == "black" {
			player = black
		}
		g = player.must(http.StatusOK, "POST", at+"/acts", map[string]any{"ply": g["ply"], "act": act})
	}
	return id
}

// stored are the acts of a match, and the state behind them.
func (s *testSite) stored(id int64) (acts []string, state string) {
	s.t.Helper()
	read := s.Store.Read(s.t.Context())
	row, err := read.Game(id)
	if err != nil {
		s.t.Fatal(err)
	}
	moves, err := read.Moves(id)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, m := range moves {
		acts = append(acts, m.Side.String()+" "+m.Act)
	}
	return acts, row.Position
}

func readMat(t testing.TB, text string) *backgammon.Transcript {
	t.Helper()
	matches, err := mat.Parse(text)
	if err != nil || len(matches) != 1 {
		t.Fatalf("%d matches, %v\n%s", len(matches), err, text)
	}
	return matches[0]
}

// isMatch says whether a file tells the match with these acts and this state.
func isMatch(t testing.TB, match *backgammon.Transcript, acts []string, state string) {
	t.Helper()
	r := match.Replay()
	var played []string
	for _, p := range r.Acts {
		played = append(played, p.Side.String()+" "+p.Text)
	}
	if r.Problem != nil || len(r.Remarks) > 0 || !slices.Equal(played, acts) || r.End.String() != state {
		t.Errorf("%v, %v\n%v\n%v\nis not\n%v\n%v", r.Problem, r.Remarks, played, r.End, acts, state)
	}
}

// matchesToExport are matches of all kinds. GNU Backgammon plays those with
// gnubg, and loses plays in front of a beaver when it reads .mat, its own too.
var matchesToExport = []struct {
	name  string
	terms matchTerms
	most  int
	gnubg bool
}{
	{"a match of backgammon", matchTerms{variant: "backgammon", length: 3}, 5000, true},
	{"a match that goes on", matchTerms{variant: "backgammon", length: 7}, 90, true},
	{"a match without the Crawford rule", matchTerms{variant: "backgammon", length: 2, options: map[string]string{"crawford": "off"}}, 5000, true},
	{"games for money", matchTerms{variant: "backgammon", money: 2, options: map[string]string{"jacoby": "on", "beavers": "on", "automatic-doubles": "on"}}, 5000, false},
	{"nackgammon", matchTerms{variant: "nackgammon", length: 3}, 150, true},
	{"hypergammon", matchTerms{variant: "hypergammon", length: 3}, 5000, true},
	{"table", matchTerms{variant: "table", length: 5}, 300, false},
	{"portes", matchTerms{variant: "portes", length: 2}, 300, false},
	{"acey-deucey", matchTerms{variant: "acey-deucey", length: 1}, 150, false},
}

func TestAMatchAsAFileIsTheSameMatch(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	for i, test := range matchesToExport {
		t.Run(test.name, func(t *testing.T) {
			if _, offered := catalog.Lookup(test.terms.variant); !offered {
				t.Skip("not offered")
			}
			id := s.playMatch(test.terms, anna, bert, uint64(i), test.most)
			acts, state := s.stored(id)
			text := s.visitor().get("/games/" + itoa(id) + "/mat")
			if text.status != http.StatusOK || text.header.Get("Content-Type") != matType ||
				text.header.Get("Content-Disposition") != fmt.Sprintf(`attachment; filename="match-%d.mat"`, id) {
				t.Fatalf("%d %v\n%s", text.status, text.header, text.body)
			}
			match := readMat(t, text.body)
			isMatch(t, match, acts, state)
			if match.Players != [2]string{"Anna", "Bert"} || match.Tag("Site") != s.address("/games/"+itoa(id)) || match.Tag("EventDate") != "2026.12.01" {
				t.Errorf("%v %v", match.Players, match.Tags)
			}
			tree := anna.get("/api/v1/games/" + itoa(id) + "/sgf")
			if tree.status != http.StatusOK || tree.header.Get("Content-Type") != sgfType {
				t.Fatalf("%d %v\n%s", tree.status, tree.header, tree.body)
			}
			matches, err := sgf.Parse(tree.body)
			if err != nil || len(matches) != 1 {
				t.Fatalf("%d matches, %v\n%s", len(matches), err, tree.body)
			}
			isMatch(t, matches[0], acts, state)
			isMatchData(t, s.visitor().get("/games/"+itoa(id)+"/match.json"), test.terms, acts, state)
			if test.gnubg {
				isMatchInGNUBackgammon(t, match, text.body, tree.body)
			}
		})
	}
}

// isMatchData says whether match.json tells the match, and proves its dice.
func isMatchData(t *testing.T, a answer, terms matchTerms, acts []string, state string) {
	t.Helper()
	var file matchFileJSON
	if err := json.Unmarshal([]byte(a.body), &file); err != nil || a.status != http.StatusOK {
		t.Fatalf("%d %v\n%s", a.status, err, a.body)
	}
	v, _ := backgammon.Lookup(file.Variant)
	with, err := v.With(file.Options)
	if err != nil {
		t.Fatal(err)
	}
	if v = with.(*backgammon.Variant).Money(file.Money); file.Length > 0 {
		v = v.Match(file.Length)
	}
	position, made := v.Start(), []string(nil)
	for _, act := range file.Acts {
		thrown := act.Dice
		played, err := position.Play(act.Act, func(rules.Roll) rules.Dice {
			return func() int { die := thrown[0]; thrown = thrown[1:]; return die }
		})
		if err != nil {
			t.Fatalf("%s: %v", act.Act, err)
		}
		position, made = played.Position, append(made, act.Side+" "+act.Act)
	}
	if file.Format != matchFormat || file.Variant != terms.variant || file.Length != terms.length || file.Money != terms.money ||
		!slices.Equal(made, acts) || position.String() != state || file.State != state {
		t.Errorf("another match:\n%s", a.body)
	}
	if err := dice.Verify(file.Dice); err != nil || len(file.Dice.Rolls) == 0 {
		t.Errorf("%d rolls: %v", len(file.Dice.Rolls), err)
	}
}

// startGNUBackgammon finds the program. Without it the test is skipped, and
// fails where the program is a must.
func startGNUBackgammon(t *testing.T) string {
	t.Helper()
	for _, path := range []string{os.Getenv("GNUBG"), "/usr/games/gnubg"} {
		if _, err := os.Stat(path); path != "" && err == nil {
			return path
		}
	}
	if os.Getenv("CROWNPOST_CI") != "" {
		t.Fatal("no GNU Backgammon")
	}
	t.Skip("no GNU Backgammon, so the files are not tried out")
	return ""
}

// isMatchInGNUBackgammon says whether GNU Backgammon reads both files, reaches
// the same score, and writes the same plays and acts at the cube.
func isMatchInGNUBackgammon(t *testing.T, match *backgammon.Transcript, text, tree string) {
	program := startGNUBackgammon(t)
	r := match.Replay()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"match.mat": text, "match.sgf": tree,
		"mat": "import mat match.mat\nshow score\nexport match mat from-mat\n",
		"sgf": "load match match.sgf\nshow score\nexport match mat from-sgf\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range []string{"mat", "sgf"} {
		command := exec.CommandContext(t.Context(), program, "-t", "-q", "-c", format)
		command.Dir, command.Env = dir, append(os.Environ(), "HOME="+dir, "LC_ALL=C.UTF-8")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		score := r.End.Score()
		if want := fmt.Sprintf("is: Anna %d, Bert %d ", score[rules.White], score[rules.Black]); !strings.Contains(string(out), want) {
			t.Errorf("%s: %q is not in\n%s", format, want, out)
		}
		again, err := os.ReadFile(filepath.Join(dir, "from-"+format))
		if err != nil {
			t.Fatal(err)
		}
		read := readMat(t, string(again)).Replay()
		if read.Problem != nil || !slices.EqualFunc(read.Acts, r.Acts, func(a, b rules.Played) bool { return a.Text == b.Text && a.Side == b.Side }) {
			t.Errorf("%s: %v: GNU Backgammon reads another match:\n%s\nof\n%s", format, read.Problem, again, text)
		}
	}
}

func TestAMatchThatIsGivenUp(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	id := s.playMatch(matchTerms{variant: "backgammon", length: 5}, anna, bert, 1, 20)
	acts, state := s.stored(id)
	bert.must(http.StatusOK, "POST", "/api/v1/games/"+itoa(id)+"/acts", map[string]any{"ply": len(acts), "act": "resign"})
	match := readMat(t, s.visitor().get("/games/"+itoa(id)+"/mat").body)
	isMatch(t, match, acts, state)
	if match.Tag("Result") != "1-0" || match.Tag("Termination") != "normal" || match.Games[0].Result.Winner != rules.NoSide {
		t.Errorf("%v %+v", match.Tags, match.Games)
	}
	s.visitor().get("/games/"+itoa(id)+"/match.json").says(t, `"reason":"resignation"`, `"winner":"white"`)
}

func TestWhichGamesAreFilesOfMatches(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	id := itoa(s.game("international", "per-move 3d", anna, bert))
	for _, file := range []string{"mat", "sgf", "match.json"} {
		s.visitor().must(http.StatusNotFound, "GET", "/api/v1/games/"+id+"/"+file, nil)
		s.visitor().must(http.StatusNotFound, "GET", "/api/v1/games/999/"+file, nil)
	}
	match := s.playMatch(matchTerms{variant: "backgammon", length: 3}, anna, bert, 1, 10)
	if head := s.visitor().do("HEAD", "/games/"+itoa(match)+"/mat", "", ""); head.status != http.StatusOK || head.body != "" {
		t.Errorf("%d %q", head.status, head.body)
	}
}

func TestAMatchBegunFromAPositionIsInNoFileOfMatches(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	const start = "white 1:2 off:13 / black 1:2 off:13 / white to play 3-3"
	set := s.match(anna, bert, map[string]any{"start": start})
	set.playOut(10)
	id := itoa(set.id())
	for _, file := range []string{"mat", "sgf"} {
		a := s.visitor().get("/api/v1/games/" + id + "/" + file)
		if a.status != http.StatusNotFound || a.header.Get("Content-Disposition") != "" || a.json(t)["code"] != "match-set-up" {
			t.Errorf("%s: %d %v %s", file, a.status, a.header, a.body)
		}
	}
	s.visitor().shows("/games/"+id, `href="/games/`+id+`/match.json"`, "-/games/"+id+"/mat\"", "-/games/"+id+"/sgf")
	if got := s.visitor().must(http.StatusOK, "GET", "/api/v1/games/"+id+"/match.json", nil)["start"]; got != start {
		t.Errorf("it began from %v", got)
	}
	usual := s.playMatch(matchTerms{variant: "backgammon", length: 1}, anna, bert, 1, 5000)
	list := matsIn(t, s.visitor().get("/players/Anna/mat.zip"))
	if len(list) != 1 || list[0].Tag("Site") != s.address("/games/"+itoa(usual)) {
		t.Errorf("%d matches", len(list))
	}
}

// matsIn are the matches in an archive.
func matsIn(t testing.TB, a answer) (list []*backgammon.Transcript) {
	t.Helper()
	archive, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil || a.status != http.StatusOK || a.header.Get("Content-Type") != zipType {
		t.Fatalf("%d %v %v", a.status, a.header, err)
	}
	for _, entry := range archive.File {
		file, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, readMat(t, string(text)))
	}
	return list
}

func TestAllMatchesOfAPlayerAsAnArchive(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	s.program("Carol")
	for i := range 2 {
		id := s.playMatch(matchTerms{variant: "backgammon", length: 3}, anna, bert, uint64(i), 12)
		acts, _ := s.stored(id)
		anna.must(http.StatusOK, "POST", "/api/v1/games/"+itoa(id)+"/acts", map[string]any{"ply": len(acts), "act": "resign"})
	}
	s.playMatch(matchTerms{variant: "backgammon", length: 3}, anna, bert, 3, 12)
	id := s.game("international", "per-move 3d", anna, bert)
	anna.must(http.StatusOK, "POST", "/api/v1/games/"+itoa(id)+"/acts", map[string]any{"ply": 0, "act": "resign"})
	a := s.visitor().get("/api/v1/players/ANNA/mat.zip")
	if list := matsIn(t, a); len(list) != 2 || list[0].Players != [2]string{"Anna", "Bert"} || len(list[0].Games) != 1 {
		t.Errorf("%d matches", len(list))
	}
	if got := a.header.Get("Content-Disposition"); got != `attachment; filename="anna.zip"` {
		t.Error(got)
	}
	for path, want := range map[string]int{"Anna/mat.zip?variant=backgammon": 2, "Bert/mat.zip?variant=table": 0, "Carol/mat.zip": 0} {
		if list := matsIn(t, s.visitor().get("/players/"+path)); len(list) != want {
			t.Errorf("%s: %d matches, want %d", path, len(list), want)
		}
	}
	s.visitor().shows("/players/Anna", `href="/players/Anna/mat.zip"`)
	s.visitor().must(http.StatusNotFound, "GET", "/api/v1/players/Anna/mat.zip?variant=checkers", nil)
	s.visitor().must(http.StatusUnprocessableEntity, "GET", "/api/v1/players/Anna/mat.zip?variant=chess", nil)
	if head := s.visitor().do("HEAD", "/players/Anna/mat.zip", "", ""); head.status != http.StatusOK || head.body != "" {
		t.Errorf("%d %q", head.status, head.body)
	}
}

func TestATournamentOfMatchesAsAnArchive(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	id := number(anna.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Winter", "variant": "table", "clock": "total 30d", "plan": map[string]any{"cycles": 2, "atOnce": true}})["id"])
	for _, c := range []*client{anna, bert} {
		c.must(204, "POST", "/api/v1/tournaments/"+id+"/enter", nil)
	}
	anna.must(204, "POST", "/api/v1/tournaments/"+id+"/start", nil)
	list := matsIn(t, s.visitor().get("/api/v1/tournaments/"+id+"/mat.zip"))
	if len(list) != 2 || list[0].Tag("Event") != "Winter" || list[1].Tag("Round") != "2" || list[0].Variant.Key() != "table" {
		t.Errorf("%d matches", len(list))
	}
	s.visitor().shows("/tournaments/"+id, `href="/tournaments/`+id+`/mat.zip"`, "-/pdn")
	other := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Draughts", "variant": "checkers", "clock": "per-move 3d"})["id"]
	s.visitor().must(404, "GET", "/api/v1/tournaments/"+number(other)+"/mat.zip", nil)
}
