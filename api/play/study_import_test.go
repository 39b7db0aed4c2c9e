package play

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzImport checks that whatever is taken into a study can be shown, and is
// what it will be when it is imported again.
func FuzzImport(f *testing.F) {
	for _, seed := range []string{
		"1. 32-28 19-23 (1... 18-23 $16 {x [%clk 1:00:00]} 2. 38-32) 2. 28x19 14x23 2-0",
		"[White \"A\"]\n[FEN \"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29.\"]\n[GameType \"21\"]\n*",
		"[GameType \"25\"] 1. c3-d4 d6-c5 (1... ba5 2. 1-2) *",
		"\xef\xbb\xbf[Event \"\x93caf\xe9\x94\"]\r\n1. 32-28 /FEN \"W:W28:B19\"/ 28-22 ... *\x1a",
		"1. 32-28 {a {b} c}", "[X \"\\\"\"] 1-1", "1. 32-28 (1. 31-26 (1. 33-28) 1-2 {y} 3-4) {z} 19-23? $999 *",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		games, err := importPDN(t.Context(), text, nil, true)
		if err != nil {
			return
		}
		for i := range games.list {
			g := &games.list[i]
			if !utf8.ValidString(g.PDN) || strings.ContainsFunc(g.PDN+g.Label, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
				t.Fatalf("%q", g.PDN)
			}
			tree, err := ReadStudyGame(t.Context(), g)
			if err != nil || tree.Problem != nil {
				t.Fatalf("%v, %v\n%s", err, tree, g.PDN)
			}
			again, err := importPDN(t.Context(), []byte(g.PDN), tree.Variant, false)
			if err != nil || len(again.list) != 1 || again.list[0].PDN != g.PDN {
				t.Fatalf("%v\n%s\nagain\n%+v", err, g.PDN, again)
			}
		}
	})
}

func TestDecoding(t *testing.T) {
	for text, want := range map[string]string{
		"caf\xe9": "café", "\x93x\x94": "“x”", "naïve": "naïve", "na\xc3\xafve \xe9": "naïve é", "": "", "\x81": "\ufffd",
	} {
		if got := string(decode([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNamesOfGames(t *testing.T) {
	for text, want := range map[string]string{
		`[White "A"][Black "B"][Result "2-0"] *`:                  "A – B 2-0",
		`[White "A"][Black "?"] *`:                                "A – ?",
		`[Black "B"] *`:                                           "? – B",
		`[Event "Cup"] *`:                                         "Cup",
		`[Event "?"][White ""] 1. 32-28 *`:                        "",
		`[White "` + strings.Repeat("n", 200) + `"][Black "B"] *`: strings.Repeat("n", longestLabel-1) + "…",
		`[GameType "21"][White "A"][Black "B"][Result "2-0"] *`:   "A – B 1-0",
	} {
		games, err := importPDN(t.Context(), []byte(text), nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := games.list[0].Label; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
