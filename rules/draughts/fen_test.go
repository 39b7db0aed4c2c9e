package draughts

import (
	"strings"
	"testing"
)

func TestPositionsOfEveryNotationAreRead(t *testing.T) {
	for _, test := range []struct{ variant, text, want string }{
		{"russian", "W:Wh6:Bg7,c5,d2", "W:Wh6:Bg7,c5,d2"},
		{"russian", "w:bKA1, c3 :w kh8.", "W:WKh8:Bc3,Ka1"},
		{"russian", "B:W21-32:B1-12", mustVariant(t, "russian").FEN(black(mustVariant(t, "russian").start))},
		{"russian", "W:WK32:B4", "W:WKg1:Bh8"},
		{"brazilian", "W:Wa1,c1,Ke1:BKh8:H3:F12", "W:WKe1,a1,c1:BKh8"},
		{"turkish", "B:Wa2,Ka8:Bh7", "B:WKa8,a2:Bh7"},
		{"spantsiretti", "W:Wa1,j4:Bb8,Kj8", "W:Wa1,j4:Bb8,Kj8"},
		{"jamaican", "B:Wh8:Ba1", "B:Wh8:Ba1"},
		{"canadian", "W:W43-72:B1-30", mustVariant(t, "canadian").FEN(mustVariant(t, "canadian").start)},
		{"spanish", "W:W1-12:B21-32", mustVariant(t, "spanish").FEN(mustVariant(t, "spanish").start)},
		{"frisian", "W:WK5,31:B20,K46:H3:F20:+2+1", "W:WK5,31:B20,K46"},
		{"international", "?:W31:B20", "W:W31:B20"},
		{"checkers", "?:W31:B20", "B:W31:B20"},
	} {
		v := mustVariant(t, test.variant)
		b := mustBoard(t, v, test.text)
		if want := mustBoard(t, v, test.want); b != want {
			t.Errorf("%s %s: %s, want %s", test.variant, test.text, v.FEN(b), test.want)
		}
		if again := mustBoard(t, v, v.FEN(b)); again != b {
			t.Errorf("%s: %s read back as %s", test.variant, v.FEN(b), v.FEN(again))
		}
		rows := v.ByRows()
		if again := mustBoard(t, rows, rows.FEN(b)); again != b {
			t.Errorf("%s: %s read back as %s", test.variant, rows.FEN(b), rows.FEN(again))
		}
	}
}

// black is the board with Black to move.
func black(b Board) Board {
	b.Turn = 1
	return b
}

func TestPositionsThatAreRefused(t *testing.T) {
	for _, test := range []struct {
		name, variant, text string
		offset              int
		problem             string
	}{
		{"a range of names", "russian", "W:Wa1-c1:Bh8", 5, `unexpected "-"`},
		{"a light square", "russian", "W:Wa2:Bh8", 3, "there is no square a2"},
		{"a file off the board", "russian", "W:Wc1:Bi8", 7, "there is no square i8"},
		{"a row off the board", "russian", "W:Wc9:Bh8", 3, "there is no square c9"},
		{"a name without its row", "russian", "W:Wc:Bh8", 4, "the rank is missing"},
		{"two pieces on a square by name", "russian", "W:Wc3:Bc3", 7, "there are two pieces on square c3"},
		{"a man on its last row by name", "russian", "W:Wb8:Ba1", 3, "a white man on square b8 would be a king"},
		{"a name where squares have numbers", "international", "W:Wa1:B20", 3, `unexpected "a"`},
		{"a square over 72", "canadian", "W:W73:B20", 3, "there is no square 73, they are 1 to 72"},
		{"a square over 64", "turkish", "W:W65:B20", 3, "there is no square 65, they are 1 to 64"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := mustVariant(t, test.variant).ParseFEN(test.text)
			if bad, ok := err.(*FENError); !ok || bad.Offset != test.offset || bad.Problem != test.problem {
				t.Errorf("%v, want offset %d: %s", err, test.offset, test.problem)
			}
		})
	}
}

func TestThePositionsOfTheVectorsReadBack(t *testing.T) {
	type entry struct{ Variant, FEN string }
	for _, e := range append(lines[entry](t, "bulk.jsonl"), lines[entry](t, "positions.jsonl")...) {
		v := mustVariant(t, e.Variant)
		b := mustBoard(t, v.ByRows(), e.FEN)
		if again := mustBoard(t, v, v.FEN(b)); again != b {
			t.Errorf("%s %s: %s read back as %s", e.Variant, e.FEN, v.FEN(b), v.FEN(again))
		}
		if text := v.ByRows().FEN(b); strings.Count(text, ",") != strings.Count(e.FEN, ",") {
			t.Errorf("%s %s: written as %s", e.Variant, e.FEN, text)
		}
	}
}

func TestNoMorePiecesAreSetUpThanTheGameIsPlayedWith(t *testing.T) {
	for _, test := range []struct {
		name, variant, fen string
		want               bool
	}{
		{"twenty a side on 100 squares", "international", "W:W31-50:B1-20", true},
		{"twenty-one", "international", "W:W30-50:B1-20", false},
		{"twenty where the game begins with five", "frysk", "W:W31-50:B1-20", true},
		{"thirteen of Black on 64 squares", "checkers", "B:W21-32:B1-13", false},
		{"kings count", "checkers", "W:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13:B32", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := mustVariant(t, test.variant).ParseSetUp(test.fen); (err == nil) != test.want {
				t.Errorf("%s: %v", test.fen, err)
			}
		})
	}
}
