package sgf

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
	"crownpost/rules/backgammon/mat"
)

// matchFiles is where real files are, which are not part of the tree.
const matchFiles = "/work/shared/vectors/backgammon/matches/"

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

func TestTheFilesOfGNUBackgammonAgreeWithTheirMat(t *testing.T) {
	files, err := filepath.Glob(matchFiles + "*.sgf")
	if err != nil || len(files) == 0 {
		t.Skip("the match files are not here: ", err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		match := readOne(t, string(text))
		r := match.Replay()
		if r.Problem != nil || len(r.Remarks) > 0 || r.End.Phase() != backgammon.Over {
			t.Errorf("%s: %v, %v", path, r.Problem, r.Remarks)
		}
		other, err := os.ReadFile(strings.TrimSuffix(path, ".sgf") + ".mat")
		if err != nil {
			t.Fatal(err)
		}
		same, err := mat.Parse(string(other))
		if err != nil {
			t.Fatal(err)
		}
		if !sameActs(r, same[0].Replay()) || match.Players != same[0].Players {
			t.Errorf("%s: another match than in its .mat file", path)
		}
		again := readOne(t, written(t, r.Canonical(match)))
		if !sameActs(r, again.Replay()) || again.Players != match.Players {
			t.Errorf("%s: written, it is another match", path)
		}
	}
}

const root = "(;FF[4]GM[6]CA[UTF-8]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Bert]RU[Crawford]"

func TestWhatIsRead(t *testing.T) {
	for _, test := range []struct {
		name, text string
		plies      int
		score      [2]int
		state      string
	}{
		{"moves of both sides", root + ";W[31hefe];B[62agln])", 2, [2]int{}, "white to roll"},
		{"a double and a take", root + ";W[31hefe];B[double];W[take])", 3, [2]int{}, "black to roll"},
		{"a resignation", root + "RE[W+2R];W[31hefe])", 1, [2]int{2, 0}, "opening"},
		{"the throw of a game that goes on", root + ";W[31hefe];PL[B]DI[62])", 2, [2]int{}, "black to play 6-2"},
		{"the throw in front of its move", root + ";PL[W]DI[31];W[31hefe])", 1, [2]int{}, "black to roll"},
		{"beavers", "(;GM[6]MI[length:0][game:0]PW[A]PB[B]RU[Jacoby];W[31hefe];B[double];W[double];B[take])", 4, [2]int{}, "black to roll"},
		{"blanks, comments, analysis and escapes", " ( ;GM[6] C[a \\] ; b] PW[A\\\\B]\n ; W[31hefe] A[0][x E 1] C[x]\n)\n", 1, [2]int{}, "black to roll"},
	} {
		r := readOne(t, test.text).Replay()
		if r.Problem != nil || len(r.Remarks) > 0 || r.Plies != test.plies || r.End.Score() != test.score || !strings.Contains(r.End.String(), test.state) {
			t.Errorf("%s: %v, %v, %d entries: %v", test.name, r.Problem, r.Remarks, r.Plies, r.End)
		}
	}
	match := readOne(t, root+";W[31hefe](;B[62agln](;W[52mrmh])(;W[64xr]))(;B[63as](;W[21mk])))")
	if entries := match.Games[0].Entries; len(entries) != 3 || entries[1].Dice != [2]int{6, 2} || entries[2].Dice != [2]int{5, 2} {
		t.Errorf("of variations the first is taken: %+v", entries)
	}
}

func TestGamesMakeMatches(t *testing.T) {
	game := func(number, players string) string {
		return "(;GM[6]MI[length:3][game:" + number + "]" + players + ";W[31hefe])\n"
	}
	const anna, carl = "PW[Anna]PB[Bert]", "PW[Carl]PB[Bert]"
	for _, test := range []struct {
		name, text string
		games      []int
	}{
		{"one match", game("0", anna) + game("1", anna) + game("2", anna), []int{3}},
		{"two matches", game("0", anna) + game("1", anna) + game("0", anna), []int{2, 1}},
		{"other players", game("0", anna) + game("1", carl), []int{1, 1}},
		{"no numbers", game("x", anna) + game("x", anna), []int{1, 1}},
	} {
		matches, err := Parse(test.text)
		var games []int
		for _, m := range matches {
			games = append(games, len(m.Games))
		}
		if err != nil || !slices.Equal(games, test.games) {
			t.Errorf("%s: %v, %v", test.name, games, err)
		}
	}
}

// unreadable are texts that are no games of backgammon in SGF, with the place
// that is told.
var unreadable = []struct {
	name, text   string
	line, column int
}{
	{"nothing", "", 1, 1},
	{"another format", "3 point match", 1, 1},
	{"another game", "(;GM[1]SZ[19];B[pd])", 1, 1},
	{"no node", "()", 1, 1},
	{"an open value", "(;GM[6]\nPW[Anna)", 2, 3},
	{"an open tree", "(;GM[6];W[31hefe]", 1, 18},
	{"a property without a value", "(;GM[6];W)", 1, 10},
	{"a word between", "(;GM[6] hello)", 1, 14},
	{"a move that is none", "(;GM[6];W[31hefe]\n;B[pass])", 2, 2},
	{"a point that is none", "(;GM[6];W[31hE])", 1, 9},
	{"a position that is set up", "(;GM[6];AE[a:y]AW[a])", 1, 9},
	{"a cube that is set up", "(;GM[6];W[31hefe];CV[2])", 1, 19},
	{"a variant that is not there", "(;GM[6]RU[Hypergammon1])", 1, 1},
	{"a match too long", "(;GM[6]MI[length:100])", 1, 1},
	{"a session too long", "(;GM[6]MI[length:0][games:27])", 1, 1},
	{"something behind the game", "(;GM[6];W[31hefe])\n\nx", 3, 1},
}

func TestWhatIsNoSGFIsToldByLineAndColumn(t *testing.T) {
	for _, test := range unreadable {
		_, err := Parse(test.text)
		bad, ok := errors.AsType[*backgammon.TranscriptError](err)
		if !ok || bad.Line != test.line || bad.Column != test.column {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestWhatIsPlayedIsTold(t *testing.T) {
	for _, test := range []struct{ variant, choices, want string }{
		{"backgammon", "", "RU[Crawford]"},
		{"backgammon", "crawford=off", "RU[crawford=off]"},
		{"table", "opening=again", "RU[opening=again:Table]"},
	} {
		v, ok := backgammon.Lookup(test.variant)
		if !ok {
			t.Fatal(test.variant)
		}
		v, err := v.Match(5).WithChoices(test.choices)
		if err != nil {
			t.Fatal(err)
		}
		match := &backgammon.Transcript{
			Variant: v, Players: [2]string{"An]na", `Be\rt`},
			Tags:  []backgammon.Tag{{Key: "EventDate", Value: "2026.11.30"}},
			Games: []backgammon.GameRecord{{Number: 1, Result: backgammon.Result{Winner: rules.NoSide}}},
		}
		text := written(t, match)
		again := readOne(t, text)
		if !strings.Contains(text, test.want) || again.Variant.Key() != test.variant || again.Variant.Choices() != test.choices ||
			again.Variant.Length() != 5 || again.Players != match.Players || !slices.Equal(again.Tags, match.Tags) {
			t.Errorf("%s %s: %s", test.variant, test.choices, text)
		}
	}
	v, _ := backgammon.Lookup("backgammon")
	session := &backgammon.Transcript{Variant: v.Money(3), Games: []backgammon.GameRecord{{Result: backgammon.Result{Winner: rules.NoSide}}}}
	if again := readOne(t, written(t, session)); again.Variant.Length() != 0 || again.Variant.Games() != 3 {
		t.Errorf("a session of games: %s", written(t, session))
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	v, _ := backgammon.Lookup("backgammon")
	match := &backgammon.Transcript{Variant: v, Games: []backgammon.GameRecord{{
		Entries: []backgammon.Entry{{Dice: [2]int{6, 5}, Play: "24/18/13"}},
	}}}
	if err := Write(io.Discard, match); !errors.Is(err, ErrPlay) {
		t.Error(err)
	}
}

func FuzzSGF(f *testing.F) {
	for _, test := range unreadable {
		f.Add(test.text)
	}
	for _, text := range []string{
		root + ";W[31hefe];B[62agln])",
		root + "RE[W+2R];W[31hefe](;B[double];W[take])(;B[62agln]))",
		"(;GM[6]MI[length:0][game:0]PW[A]PB[B]RU[Jacoby:automatic-doubles=on]RE[B+4];W[31hefe];B[double];W[double];B[take];PL[B]DI[62])(;GM[6]MI[length:0][game:1][ws:0][bs:4]PW[A]PB[B])",
		"(;GM[6]C[\\]\\\\]RU[Table:opening=again]W[61]\xff)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		matches, err := Parse(text)
		if err != nil {
			bad, ok := errors.AsType[*backgammon.TranscriptError](err)
			if !ok || bad.Line < 1 || bad.Column < 1 || bad.Problem == "" {
				t.Fatalf("%v", err)
			}
		}
		for _, match := range matches {
			r := match.Replay()
			if r.Problem != nil && (r.Problem.Line < 1 || r.Problem.Column < 1) {
				t.Fatalf("%v", r.Problem)
			}
			canonical := r.Canonical(match)
			if len(canonical.Games) == 0 {
				continue
			}
			again := readOne(t, written(t, canonical))
			if second := again.Replay(); second.Problem != nil || second.End.Board() != r.End.Board() {
				t.Fatalf("%v in\n%s", second.Problem, written(t, canonical))
			}
		}
	})
}
