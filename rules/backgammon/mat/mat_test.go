package mat

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// matchFiles is where real files are, which are not part of the tree.
const matchFiles = "/work/shared/vectors/backgammon/"

// corpus are those files.
func corpus(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, dir := range []string{"matches", "human"} {
		names, err := filepath.Glob(filepath.Join(matchFiles, dir, "*.mat"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, names...)
	}
	if len(files) == 0 {
		t.Skip("the match files are not here")
	}
	return files
}

func readFile(t testing.TB, path string) *backgammon.Transcript {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readOne(t, string(text))
}

func readOne(t testing.TB, text string) *backgammon.Transcript {
	t.Helper()
	matches, err := Parse(text)
	if err != nil || len(matches) != 1 {
		t.Fatalf("%d matches, %v in\n%s", len(matches), err, text)
	}
	return matches[0]
}

func written(t testing.TB, match *backgammon.Transcript) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, match); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sameActs says whether two replays have the same acts and states.
func sameActs(a, b *backgammon.Replay) bool {
	return slices.EqualFunc(a.Acts, b.Acts, func(x, y rules.Played) bool {
		return x.Text == y.Text && x.Side == y.Side && x.Position == y.Position
	})
}

func TestTheMatchFilesAreLegal(t *testing.T) {
	for _, path := range corpus(t) {
		match := readFile(t, path)
		r := match.Replay()
		if r.Problem != nil {
			t.Errorf("%s: %v", path, r.Problem)
		}
		for _, remark := range r.Remarks {
			t.Errorf("%s: %v", path, remark)
		}
		if score := r.End.Score(); r.End.Phase() != backgammon.Over || max(score[0], score[1]) < r.End.Length() {
			t.Errorf("%s: the match is not over at %v", path, score)
		}
		text := written(t, r.Canonical(match))
		again := readOne(t, text)
		if !sameActs(again.Replay(), r) || again.Players != match.Players {
			t.Errorf("%s: written, it is another match:\n%s", path, text)
		}
		if second := written(t, again); second != text {
			t.Errorf("%s: written again, it is\n%s\nand not\n%s", path, second, text)
		}
	}
}

func TestGNUBackgammonsLayout(t *testing.T) {
	match := readFile(t, filepath.Join(matchFiles, "matches", "m04-len5.mat"))
	want, err := os.ReadFile(filepath.Join(matchFiles, "matches", "m04-len5.mat"))
	if err != nil {
		t.Skip(err)
	}
	trimmed := func(text string) (lines []string) {
		_, text, _ = strings.Cut(text, " point match")
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, " \n")
			lines = append(lines, strings.TrimSuffix(line, " and the match"))
		}
		return lines
	}
	match.Tags = nil
	got, expected := trimmed(written(t, match)), trimmed(string(want))
	for i, line := range expected {
		if i >= len(got) && line != "" || i < len(got) && got[i] != line {
			t.Fatalf("line %d: %q is not %q", i, got[min(i, len(got)-1)], line)
		}
	}
}

const begun = "; [Site \"?\"]\n\n 3 point match\n\n Game 1\n Alice : 0                      Bob : 0\n"

func TestDialects(t *testing.T) {
	for _, test := range []struct {
		name, text string
		plies      int
		score      [2]int
		over       bool
		remarks    int
	}{
		{"an empty left cell", begun + "  1)                             31: 8/5 6/5\n", 1, [2]int{}, false, 0},
		{"the lower die first", begun + "  1)                             13: 8/5 6/5\n", 1, [2]int{}, false, 0},
		{"stars, merged steps and counts", begun + "  1) 31: 8/5 6/5                62: 24/18 13/11\n  2) 44: 24/16(2)\n", 3, [2]int{}, false, 0},
		{"no star where a blot is hit", begun + "  1) 41: 24/23 13/9              63: 24/15\n  2) 42: 13/11 13/9\n", 3, [2]int{}, false, 0},
		{"a throw that nobody played", begun + "  1) 31: 8/5 6/5                62:\n", 2, [2]int{}, false, 0},
		{"a player who left", begun + "  1) 31: 8/5 6/5                62: ????\n", 2, [2]int{}, false, 0},
		{"a drop and its result in one row", begun + "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops                       Wins 1 point\n", 3, [2]int{0, 1}, false, 0},
		{"a drop and its result in a row of its own", begun + "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops\n                                  Wins 1 point\n", 3, [2]int{0, 1}, false, 0},
		{"a drop and its result behind it", begun + "  1) 31: 8/5 6/5                62: 24/18 13/11\n  2)  Doubles => 2                Drops   Wins 1 point\n", 4, [2]int{1, 0}, false, 0},
		{"a drop left out", begun + "  1) 31: 8/5 6/5                 Doubles => 2\n                                  Wins 1 point\n", 2, [2]int{0, 1}, false, 0},
		{"a resignation told by its result", begun + "  1) 31: 8/5 6/5\n      Wins 2 points\n", 1, [2]int{2, 0}, false, 0},
		{"a resignation of the side not on roll", begun + "  1) 31: 8/5 6/5\n                                  Wins 2 points\n", 1, [2]int{0, 2}, false, 0},
		{"a resignation told on both sides", begun + "  1) 31: 8/5 6/5                 Losses 3 point\n\n      Wins 3 point and the match\n", 1, [2]int{3, 0}, true, 0},
		{"a resignation told by the loser", begun + "  1) 31: 8/5 6/5                 Losses 3 point\n", 1, [2]int{3, 0}, true, 0},
		{"points that mean nothing", begun + "  1) 31: 8/5 6/5\n      Wins 4016 points\n", 1, [2]int{1, 0}, false, 1},
		{"points capped", begun + "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                     62: 24/18 13/11\n      Wins 3 points\n", 4, [2]int{4, 0}, true, 0},
		{"points not capped", begun + "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                     62: 24/18 13/11\n      Wins 4 points and the match\n", 4, [2]int{4, 0}, true, 0},
		{"a game without a result, told by the next score", begun + "  1) 31: 8/5 6/5\n\n Game 2\n Alice : 1                      Bob : 0\n  1) 31: 8/5 6/5\n", 2, [2]int{1, 0}, false, 0},
		{"a score that is not that of the games", begun + "  1) 31: 8/5 6/5\n      Wins 1 point\n\n Game 2\n Alice : 2                      Bob : 0\n  1) 31: 8/5 6/5\n", 2, [2]int{2, 0}, false, 1},
		{"a game that stops, and another one", begun + "  1) 31: 8/5 6/5\n\n Game 2\n Alice : 0                      Bob : 0\n  1) 31: 8/5 6/5                62: 24/18 13/11\n", 3, [2]int{}, false, 1},
		{"a double in what would be the Crawford game", begun + "  1) 31: 8/5 6/5\n      Wins 2 points\n\n Game 2\n Alice : 2                      Bob : 0\n  1) 31: 8/5 6/5                 Doubles => 2\n", 3, [2]int{2, 0}, false, 0},
		{"beavers, the take left out", " 0 point match\n\n Game 1\n gnubg : 0                      root : 0\n  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4                Beavers => 8\n  3)                             65: \n      Wins 16 points\n", 5, [2]int{16, 0}, false, 0},
		{"a cube turned by a tie of the opening throw", "; [Rules \"automatic-doubles=on\"]\n 0 point match\n\n Game 1\n Alice : 0                      Bob : 0\n  1) 31: 8/5 6/5                 Doubles => 4\n  2)  Drops                       Wins 2 points\n", 3, [2]int{0, 2}, false, 0},
		{"a game that a tie of the opening throw has doubled", "; [Rules \"automatic-doubles=on\"]\n 0 point match\n\n Game 1\n Alice : 0                      Bob : 0\n  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops                       Wins 1 point\n", 3, [2]int{0, 1}, false, 0},
		{"a double of a dead cube", "; [Crawford \"Off\"]\n" + begun + "  1) 31: 8/5 6/5\n      Wins 2 points\n\n Game 2\n Alice : 2                      Bob : 0\n  1)                             31: 8/5 6/5\n  2)  Doubles => 2                Takes\n", 4, [2]int{2, 0}, false, 1},
		{"an opening that the winner throws anew", "; [Variation \"table\"]\n; [Rules \"opening=again\"]\n 7 point match\n\n Game 1\n Alice : 0                      Bob : 0\n  1)                             66: 24/18(2) 13/7(2)\n", 1, [2]int{}, false, 0},
		{"a name that reaches into the right column", " 3 point match\n\n Game 1\n " + strings.Repeat("Alice ", 8) + ": 0 Bob : 0\n  1)                             31: 8/5 6/5\n", 1, [2]int{}, false, 0},
		{"no headers, capitals and a byte order mark", "\uFEFF3 POINT MATCH\r\n\r\n GAME 1\r\n Alice : 0      Bob : 0\r\n 1) 31: 8/5 6/5\r\n", 1, [2]int{}, false, 0},
	} {
		r := readOne(t, test.text).Replay()
		if r.Problem != nil || r.Plies != test.plies || r.End.Score() != test.score ||
			(r.End.Phase() == backgammon.Over) != test.over || len(r.Remarks) != test.remarks {
			t.Errorf("%s: %v, %d entries, %v, phase %d, remarks %v", test.name, r.Problem, r.Plies, r.End.Score(), r.End.Phase(), r.Remarks)
		}
		text := written(t, r.Canonical(readOne(t, test.text)))
		if again := readOne(t, text).Replay(); again.Problem != nil || again.End.Board() != r.End.Board() || again.End.Score() != r.End.Score() {
			t.Errorf("%s: %v, %v in\n%s", test.name, again.Problem, again.End, text)
		}
	}
}

func TestRecordsThatAreNotLegal(t *testing.T) {
	for _, test := range []struct{ name, text, problem string }{
		{"a play against the rules", begun + "  1) 31: 8/5 6/4\n", "game 1, row 1, line 7, column 6: 31: 8/5 6/4: "},
		{"a throw that could be played", begun + "  1) 31:                        62: 24/18 13/11\n", "game 1, row 1, line 7, column 6: 31: "},
		{"the other side's turn", begun + "  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n", "game 1, row 2, line 8, column 6: 31: 8/5 6/5: it is black's turn"},
		{"a double that was not offered", begun + "  1) 31: 8/5 6/5                 Takes\n", "game 1, row 1, line 7, column 34: take: "},
		{"a double that begins the match", begun + "  1)  Doubles => 2\n", "game 1, row 1, line 7, column 7: double: the game begins with a throw"},
		{"a double as the first throw", begun + "  1) 33: 8/5 6/3\n", "game 1, row 1, line 7, column 6: 33: 8/5 6/3: the first throw of a game is no double"},
		{"a play that another program refused", begun + "  1) 31: Illegal play (8/4)\n", "game 1, row 1, line 7, column 6: 31: Illegal play (8/4): "},
		{"the Crawford rule broken", "; [Crawford \"On\"]\n" + begun + "  1) 31: 8/5 6/5\n      Wins 2 points\n\n Game 2\n Alice : 2                      Bob : 0\n  1) 31: 8/5 6/5                 Doubles => 2\n", "game 2, row 1, line 13, column 34: double: "},
		{"a game behind the match", begun + "  1) 31: 8/5 6/5\n      Wins 3 points\n\n Game 2\n Alice : 3                      Bob : 0\n  1) 31: 8/5 6/5\n", "game 2, line 10, column 2: the match is over"},
	} {
		r := readOne(t, test.text).Replay()
		if r.Problem == nil || !strings.HasPrefix(r.Problem.Error(), test.problem) {
			t.Errorf("%s: %v", test.name, r.Problem)
		}
	}
}

// unreadable are texts that are no .mat files, with the place that is told.
var unreadable = []struct {
	name, text   string
	line, column int
}{
	{"nothing", "", 1, 1},
	{"another format", "[Event \"?\"]\n1. 32-28 *\n", 1, 1},
	{"tags alone", "; [Site \"?\"]\n", 2, 1},
	{"a session too long", "; [Games \"27\"]\n 0 point match\n", 2, 2},
	{"no game", " 3 point match\n\n  1) 31: 8/5 6/5\n", 3, 3},
	{"no names", " 3 point match\n Game 1\n  1) 31: 8/5 6/5\n", 3, 3},
	{"a row that is none", begun + "  1) 71: 8/5\n", 7, 6},
	{"a word between", begun + "  1) 31: 8/5 6/5\nhello\n", 8, 1},
	{"three cells", begun + "  1) 31: 8/5 6/5      21: 13/10      22: 13/11\n", 7, 38},
	{"two results", begun + "  1) 31: 8/5 6/5\n      Wins 1 point\n      Wins 1 point\n", 9, 7},
	{"entries behind the result", begun + "      Wins 1 point\n  1) 31: 8/5 6/5\n", 8, 6},
	{"a match too long", " 100 point match\n Game 1\n A : 0  B : 0\n", 1, 2},
	{"a variant that is not there", "; [Variation \"Chess\"]\n 3 point match\n", 2, 2},
	{"an option that is not there", "; [Rules \"crawford=perhaps\"]\n 3 point match\n", 2, 2},
}

func TestWhatIsNoMatFileIsToldByLineAndColumn(t *testing.T) {
	for _, test := range unreadable {
		_, err := Parse(test.text)
		bad, ok := errors.AsType[*backgammon.TranscriptError](err)
		if !ok || bad.Line != test.line || bad.Column != test.column {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestNamesAreKept(t *testing.T) {
	match := readOne(t, begun+"  1)                             31: 8/5 6/5\n")
	for _, players := range [][2]string{
		{"A: B", "\"C\" : 3"}, {"", ""}, {strings.Repeat("long ", 10) + "name", "Bob"}, {"Zoë", "Ødegård"},
	} {
		match.Players = players
		again := readOne(t, written(t, match))
		if r := again.Replay(); r.Problem != nil || r.Plies != 1 || !sameActs(r, match.Replay()) {
			t.Errorf("%q: %v", players, r.Problem)
		}
		if again.Players != players {
			t.Errorf("%q, want %q", again.Players, players)
		}
	}
}

// GNU Backgammon reads the same values: it writes Al"ice into SGF as EV[Al"ice].
func TestValuesOfTagsAreKept(t *testing.T) {
	match := readOne(t, begun+"  1) 31: 8/5 6/5\n")
	for _, value := range []string{`Al"ice`, `Al\ice`, "Al]ice", `Al\"ice`, `A\`, `x" "y`, `Al"]ice`, `"`, `"quoted"`} {
		match.Tags = []backgammon.Tag{{Key: "Event", Value: value}}
		text := written(t, match)
		if again := readOne(t, text); again.Tag("Event") != value || !strings.Contains(text, `; [Event "`+value+`"]`) {
			t.Errorf("%q, want %q in\n%s", again.Tag("Event"), value, text)
		}
	}
}

func TestSeveralMatchesInAFile(t *testing.T) {
	one := written(t, readOne(t, begun+"  1) 31: 8/5 6/5\n"))
	matches, err := Parse(one + "\n" + one + one)
	if err != nil || len(matches) != 3 || len(matches[2].Games) != 1 {
		t.Errorf("%d, %v", len(matches), err)
	}
}

func TestWhatIsPlayedIsTold(t *testing.T) {
	for _, test := range []struct {
		tags, key, choices string
		length             int
	}{
		{"; [Variation \"NackGammon\"]\n 5 point match\n", "nackgammon", "", 5},
		{"; [Variation \"Backgammon\"]\n; [Crawford \"Off\"]\n 5 point match\n", "backgammon", "crawford=off", 5},
		{"; [Jacoby \"On\"]\n; [Beaver \"On\"]\n 0 point match\n", "backgammon", "jacoby=on,beavers=on", 0},
		{"; [Variation \"table\"]\n; [Rules \"opening=again\"]\n 7 point match\n", "table", "opening=again", 7},
	} {
		if test.key == "nackgammon" {
			if _, ok := backgammon.Lookup(test.key); !ok {
				continue
			}
		}
		match := readOne(t, test.tags)
		for range 2 {
			if v := match.Variant; v.Key() != test.key || v.Choices() != test.choices || v.Length() != test.length {
				t.Errorf("%s: %s %s %d", test.tags, v.Key(), v.Choices(), v.Length())
			}
			match = readOne(t, written(t, match))
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWritingTellsWhatFails(t *testing.T) {
	if err := Write(broken{}, readOne(t, begun)); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}
