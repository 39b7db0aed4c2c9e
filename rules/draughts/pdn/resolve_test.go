package pdn

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

// texts are the moves of plies as their variant writes them, with those of
// their variations in brackets.
func texts(plies []Ply) []string {
	var list []string
	for i := range plies {
		if plies[i].Played() {
			list = append(list, plies[i].Text)
		}
		for _, v := range plies[i].Variations {
			list = append(list, "("+strings.Join(texts(v), " ")+")")
		}
	}
	return list
}

func readOne(t *testing.T, text string) *Game {
	t.Helper()
	games, err := Parse(text, Options{})
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	return games[0]
}

func TestGamesArePlayedThrough(t *testing.T) {
	for _, test := range []struct{ name, text, variant, want string }{
		{"the first variant in which the game is legal is international draughts", "32-28 19-23 28x19 14x23", "international", "32-28 19-23 28x19 14x23"},
		{"a game of English draughts", "11-15 22-18 15x22 25x18", "checkers", "11-15 22-18 15x22 25x18"},
		{"captures written like moves", "9-13 22-18 11-16 18-14 10-17 21-14", "checkers", "9-13 22-18 11-16 18-14 10x17 21x14"},
		{"an Italian game", "[Bianco \"A\"] 1. 21-17 9-13 2. 22-18 13x22 3. 26x19 10-14 4. 19x10 5x14", "italian", "21-17 9-13 22-18 13x22 26x19 10-14 19x10 5x14"},
		{"squares above 50", "44-38 25-31 50-44", "canadian", "44-38 25-31 50-44"},
		{"squares with letters", "1. c3-d4 b6-a5 2. d4-c5 d6xb4 3. a3xc5", "russian", "c3-d4 b6-a5 d4-c5 d6:b4 a3:c5"},
		{"squares of rows and columns", "1. f3-f4 e6-e5 2. d3-d4 a6-a5", "turkish", "f3-f4 e6-e5 d3-d4 a6-a5"},
		{"the game's type", "[GameType \"40\"] 34-30 20-25 31-26 25x34 39x30", "frisian", "34-30 20-25 31-26 25x34 39x30"},
		{"a type whose notation is wrong", "[GameType \"20,W,10,10,N1,0\"] 32-28", "international", "32-28"},
		{"a type with several variants", "[GameType \"23,B,8,8,A1,1\"]", "jamaican", ""},
		{"a type with several variants and a name", "[GameType \"20\"] [Variant \"Killer\"] 32-28", "killer", "32-28"},
		{"a type that is not known", "[GameType \"77\"] [Variant \"Frisian\"] 32-28", "frisian", "32-28"},
		{"lidraughts' names", "[Variant \"Frysk!\"]", "frysk", ""},
		{"lidraughts' types", "[GameType \"98\"] 31-27 18-22 27x18", "antidraughts", "31-27 18-22 27x18"},
		{"a position of lidraughts", "[GameType \"99\"] [FEN \"B:W31:B1\"] 1-7", "international", "1-7"},
		{"letters seen from who begins", "[Variant \"American/English\"] 1. c3-d4 b6-c5 2. d4xb6 a7xc5", "checkers", "11-15 24-19 15x24 28x19"},
		{"letters seen from White", "[Variant \"English\"] 1. f6-e5 g3-f4 2. e5xg3 h2xf4", "checkers", "11-15 24-19 15x24 28x19"},
		{"a position with letters", "[Variant \"American/English\"] [FEN \"B:Wg3:Bc3,e3\"] 1. c3-d4", "checkers", "11-15"},
		{"pool where White begins", "[GameType \"23,W,8,8,A0,0\"] 1. c3-d4 b6-a5", "pool", "22-18 9-13"},
		{"a capture in pieces", "[GameType \"21\"] [FEN \"B:W15,22,32:B11\"] 1. 11x18 {first} 18x25 {second} 2. 32-28", "checkers", "11x25 32-28"},
		{"a capture in three pieces, numbered as plies", "[FEN \"B:W7,15,23:B3\"] [GameType \"21\"] 1. 3x10 10x19 2. 19x26", "checkers", "3x26"},
		{"squares passed that are no turns", "[FEN \"W:WK46:B41,23\"] [GameType \"20\"] 46x32x19", "international", "46x19"},
		{"the short form", "[GameType \"25\"] 1. cd4 fg5 2. gh4 bc5 3. db6 ac5", "russian", "c3-d4 f6-g5 g3-h4 b6-c5 d4:b6 a7:c5"},
		{"a short form that the rest decides", "[GameType \"25\"] [FEN \"W:WKa1,Ka7:Bh4\"] 1. ad4 hg3 2. ab6", "russian", "a1-d4 h4-g3 a7-b6"},
		{"a short form that the rest decides the other way", "[GameType \"25\"] [FEN \"W:WKa1,Ka7:Bh4\"] 1. ad4 hg3 2. ab2", "russian", "a7-d4 h4-g3 a1-b2"},
		{"a capture that the rest decides", "[FEN \"W:WK47:B14,19,29,31,42\"] 47x36 19-23", "international", "47x38x20x9x36 19-23"},
		{"a capture that the rest decides the other way", "[FEN \"W:WK47:B14,19,29,31,42\"] 47x36 14-20", "international", "47x38x24x13x36 14-20"},
		{"numbers where squares have letters", "[GameType \"25\"] [FEN \"W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4.\"] 1. c3-d4", "russian", "c3-d4"},
		{"a position whose side is not known", "[FEN \"?:W29,13,11:B22,4,2\"] 1. 22-26", "checkers", "22-26"},
		{"a man on its last row is a king", "[GameType \"21\"] [FEN \"W:W1:B12\"] 1. 1-6", "checkers", "1-6"},
		{"an empty board", "[FEN \"W::.\"] 1/2-1/2", "international", ""},
		{"variations", "1. 32-28 (1. 33-28 18-23 (1... 19-23 2. 28x19) 2. 39-33) 19-23 (18-23)", "international",
			"32-28 (33-28 18-23 (19-23 28x19) 39-33) 19-23 (18-23)"},
		{"a variation of a capture in pieces", "[GameType \"21\"] [FEN \"B:W15,22,32:B11\"] 1. 11x18 18x25 (1. 11x25 32-27)", "checkers", "11x25 (11x25 32-27)"},
		{"positions set up", "1. 31-26 17-21 /FEN \"B:B16-20:W31,32\"/ 19-23 (20-25) 32-28", "international", "31-26 17-21 19-23 (20-25) 32-28"},
		{"a variation of a position set up", "1. 31-26 /FEN \"W:B1-10:W31,32\"/ (32-28) 31-27", "international", "31-26 (32-28) 31-27"},
		{"a null move", "1. 31-26 /FEN \"W::\"/ 26-21", "international", "31-26 26-21"},
		{"moves that are not known", "[FEN \"B:W31-50:B1-20\"] 1. ... 19-23 2. 33-28 3. ...", "international", "19-23 33-28"},
		{"draws by rule do not end a game", "[FEN \"W:WK1:BK50\"] [GameType \"20\"] " + strings.Repeat("1-6 50-45 6-1 45-50 ", 20), "international",
			strings.TrimSpace(strings.Repeat("1-6 50-45 6-1 45-50 ", 20))},
	} {
		t.Run(test.name, func(t *testing.T) {
			resolved, err := Resolve(readOne(t, test.text), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(texts(resolved.Main), " "); resolved.Variant.Key() != test.variant || got != test.want {
				t.Errorf("%s: %s\nwant %s: %s", resolved.Variant.Key(), got, test.variant, test.want)
			}
		})
	}
}

func TestWhatIsNotLegalIsPlaced(t *testing.T) {
	for _, test := range []struct {
		name, text string
		ply        int
		at         Pos
		problem    string
	}{
		{"a capture is due", "[GameType \"20\"]\n1. 32-28 19-23\n2. 33-29 *", 3, Pos{3, 4}, "33-29: capture is compulsory: 28x19"},
		{"the variant that goes furthest counts", "1. 11-15 22-18 2. 15x22 26x18 *", 4, Pos{1, 25}, "26x18: "},
		{"in a variation", "1. 32-28 19-23 (1... 1-2) *", 2, Pos{1, 22}, "in a variation: 1-2: "},
		{"in a variation within a variation", "1. 32-28 (1. 33-28 19-23 (1... 1-2)) *", 2, Pos{1, 32}, "in a variation: 1-2: "},
		{"a position that cannot be read", "[GameType \"20\"]\n[FEN \"W:W99:B1\"]\n*", 0, Pos{2, 1}, "FEN: position, offset 3: there is no square 99, they are 1 to 50"},
		{"a position set up that cannot be read", "1. 32-28 /FEN \"W:Wx\"/ *", 2, Pos{1, 10}, "FEN: position, offset 3: unexpected \"x\""},
		{"a short form that stays ambiguous", "[GameType \"25\"] [FEN \"W:WKa1,Ka7:Bh4\"] 1. ad4 hg3", 1, Pos{1, 43}, "ad4 is ambiguous: a1-d4, a7-d4"},
		{"one leg of a capture", "[GameType \"21\"] [FEN \"B:W15,22,32:B11\"] 1. 11x18 32-28", 1, Pos{1, 44}, "11x18: 11x18 is not the whole capture: 11x25"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Resolve(readOne(t, test.text), nil)
			var bad *Error
			if !errors.As(err, &bad) {
				t.Fatalf("error %v", err)
			}
			if bad.Game != 1 || bad.Ply != test.ply || bad.Pos != test.at || !strings.HasPrefix(bad.Problem, test.problem) {
				t.Errorf("%v, want ply %d, %v, %s", bad, test.ply, test.at, test.problem)
			}
			if bad.Unwrap() == nil {
				t.Error("no cause")
			}
		})
	}
	_, err := Resolve(readOne(t, "[GameType \"20\"]\n1. 33-33 *"), nil)
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Rule == "" {
		t.Errorf("error %v", err)
	}
	if want := "game 1, ply 1, line 2, column 4: "; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%q, want %q", err, want)
	}
}

func TestAVariantGivenIsThatOfGamesThatDoNotNameTheirs(t *testing.T) {
	for text, want := range map[string]string{
		"32-28 19-23":                      "frisian",
		"[GameType \"20\"] 32-28":          "international",
		"[Variant \"Breakthrough\"] 32-28": "breakthrough",
		"[Event \"x\"] *":                  "frisian",
	} {
		resolved, err := Resolve(readOne(t, text), variantOf(t, "frisian"))
		if err != nil || resolved.Variant.Key() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAmbiguousMovesTakeBoundedWork plays games in which every move fits two
// kings, and so does the rest.
func TestAmbiguousMovesTakeBoundedWork(t *testing.T) {
	for _, n := range []int{50, 500, 5000} {
		text := "[GameType \"25\"] [FEN \"W:WKa1,Ka7,Ka5:BKh8,Kh2,Kh4\"] " + strings.Repeat("ab6 hg3 ab4 hg5 ", n) + "xx1"
		g := readOne(t, strings.TrimSuffix(text, "xx1"))
		_, work, err := resolve(g, nil, context.Background().Err)
		if limit := 2 * (effort + effortPerNode*len(g.Main.Nodes)); err == nil || work > limit+2 {
			t.Errorf("%d plies: moves generated %d times, %v", 4*n, work, err)
		}
	}
}

func TestRandomGamesOfEveryVariantComeBack(t *testing.T) {
	c := chance(7)
	for _, key := range keys {
		v := variantOf(t, key)
		for i := range 12 {
			b, fen := v.StartBoard(), ""
			if i%3 == 2 { // from a position on the way, either side to move
				for range 5 + c.below(12) {
					legal := v.AppendMoves(nil, &b)
					if len(legal) == 0 {
						break
					}
					b = v.Play(b, legal[c.below(len(legal))])
				}
				fen = v.FEN(b)
			}
			moves := playout(v, b, &c, 150)
			record := Record{Variant: v, FEN: fen, Moves: moves, Result: "1/2-1/2", Tags: []Tag{{Name: "White", Value: "A \"B\" C\\"}}}
			g := record.Game()
			checkWritten(t, g)
			games, err := Parse(g.String(), Options{Strict: key != "spantsiretti" && len(moves) > 0})
			if err != nil {
				t.Fatalf("%s: %v in\n%s", key, err, g)
			}
			resolved, err := Resolve(games[0], nil)
			if err != nil {
				t.Fatalf("%s: %v in\n%s", key, err, g)
			}
			if got := texts(resolved.Main); resolved.Variant.Key() != key || !slices.Equal(got, moves) {
				t.Fatalf("%s: %q as %s, want %q", key, got, resolved.Variant.Key(), moves)
			}
			if len(moves) > 0 && resolved.Main[0].Before != b {
				t.Errorf("%s: the start is %s, want %s", key, v.FEN(resolved.Main[0].Before), v.FEN(b))
			}
			if want := [...]string{"1/2-1/2", "1-1"}[strings.Count("international killer canadian ", key+" ")]; games[0].Tag("Result") != want && key != "malaysian" {
				t.Errorf("%s: result %s, want %s", key, games[0].Tag("Result"), want)
			}
			checkPlayed(t, games[0])
		}
	}
}

func TestResolvingStopsWhenItIsTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := ResolveWithin(ctx, readOne(t, "1. 32-28 19-23"), nil)
	var bad *Error
	if !errors.As(err, &bad) || !errors.Is(err, context.Canceled) || bad.Line != 1 {
		t.Errorf("%v", err)
	}
}
