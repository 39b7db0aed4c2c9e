package draughts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"crownpost/rules"
)

// joinSquares writes square numbers one after the other.
func joinSquares(squares []int, separator string) string {
	texts := make([]string, len(squares))
	for i, n := range squares {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, separator)
}

func TestSpellingsOfAMove(t *testing.T) {
	quiet := mustVariant(t, "international").Start()
	capture := mustParse(t, "international", "W:W37:B12,21,31")
	straight := mustParse(t, "international", "W:WK46:B37,19")
	for _, test := range []struct {
		pos        rules.Position
		text, want string
	}{
		{quiet, "32-28", "32-28"},
		{quiet, " 32 - 28 ", "32-28"},
		{quiet, "32 28", "32-28"},
		{quiet, "032-0028", "32-28"},
		{quiet, "32–28", "32-28"},
		{quiet, "32‑28", "32-28"},
		{quiet, "32—28", "32-28"},
		{quiet, "32−28", "32-28"},
		{quiet, "32x28", "32-28"},
		{quiet, "3228", "32-28"},
		{capture, "37x8", "37x8"},
		{capture, "37:8", "37x8"},
		{capture, "37 X 8", "37x8"},
		{capture, "37-8", "37x8"},
		{capture, "37×26×17×8", "37x8"},
		{capture, "37x26x8", "37x8"},
		{capture, "37x17x8", "37x8"},
		{straight, "46x14", "46x14"},
		{straight, "46x32x14", "46x14"},
		{straight, "46x28x23x14", "46x14"}, // squares passed, no turns
	} {
		played, err := test.pos.Play(test.text, nil)
		if err != nil || played.Text != test.want {
			t.Errorf("%q: %q, %v", test.text, played.Text, err)
		}
	}
}

func TestSpellingsOfAMoveWhereSquaresHaveLetters(t *testing.T) {
	russian := mustVariant(t, "russian").Start()
	capture := mustParse(t, "russian", "W:Wc1,g1:Bd2,f4,g7,h8")
	turkish := mustVariant(t, "turkish").Start()
	for _, test := range []struct {
		pos        rules.Position
		text, want string
	}{
		{russian, "c3-d4", "c3-d4"},
		{russian, "C3-D4", "c3-d4"},
		{russian, "c3d4", "c3-d4"},
		{russian, " c3 : d4 ", "c3-d4"},
		{russian, "cd4", "c3-d4"},
		{russian, "c-d4", "c3-d4"},
		{russian, "22-18", "c3-d4"}, // by rows
		{russian, "2218", "c3-d4"},
		{capture, "c1:e3:g5", "c1:g5"},
		{capture, "c1xe3xg5", "c1:g5"},
		{capture, "c1e3g5", "c1:g5"},
		{capture, "c1:g5", "c1:g5"},
		{capture, "cg5", "c1:g5"},
		{capture, "c:g5", "c1:g5"},
		{capture, "30x23x16", "c1:g5"},
		{turkish, "a3a4", "a3-a4"},
		{turkish, "41-33", "a3-a4"},
	} {
		played, err := test.pos.Play(test.text, nil)
		if err != nil || played.Text != test.want {
			t.Errorf("%q: %q, %v", test.text, played.Text, err)
		}
	}
}

// A capture is written with its turns, or the squares behind what it takes,
// where another one has the same ends (PDN 3.0).
func TestMovesAreWrittenInTheWayOfTheirVariant(t *testing.T) {
	for _, test := range []struct{ variant, fen, want string }{
		{"international", "W:WK47:B14,19,29,31,42", "47x38x20x9x36 47x38x24x13x36"},
		{"russian", "W:Wa3,a5,b2,e3,g3,h2,h4,Kf8:Bc5,e5,g5,g7,h8", "h4:b6 f8:b4 f8:h6:f4:d6:b4"},
		{"czech", "W:Wc3:Bd4", "c3xe5"},
		{"turkish", "W:Wd4:Bd5", "d4xd6"},
		{"thai", "B:W23:B18", "18-27"},
		{"spantsiretti", "W:Wc3:Bd4", "c3:e5"},
		{"spanish", "W:W10:B14", "10x19"},
	} {
		v := mustVariant(t, test.variant)
		b := mustBoard(t, v, test.fen)
		legal := v.AppendMoves(nil, &b)
		var got []string
		for _, m := range legal {
			got = append(got, v.Text(&b, m, legal))
		}
		slices.Sort(got)
		want := strings.Fields(test.want)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s %s: %v, want %v", test.variant, test.fen, got, want)
		}
	}
}

func TestReadingAPlainMoveDoesNotAllocate(t *testing.T) {
	for _, test := range []struct{ variant, text string }{{"international", "32-28"}, {"russian", "c3-d4"}} {
		v := mustVariant(t, test.variant)
		b := v.StartBoard()
		legal := v.AppendMoves(nil, &b)
		if n := testing.AllocsPerRun(10, func() {
			if m, err := v.ReadMove(&b, legal, test.text); err != nil || m.Captures() {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s %s: %v allocations", test.variant, test.text, n)
		}
	}
}

func TestRefusals(t *testing.T) {
	start := mustVariant(t, "international").Start()
	capture := mustParse(t, "international", "W:W37,50:B12,21,31")
	for _, test := range []struct {
		name          string
		pos           rules.Position
		text, rule    string
		message, hint string // hint: the first legal move offered
	}{
		{"an odd number of digits", start, "32280", refusedNoSquare, "there is no square 32280; they are 1 to 50", "31-26"},
		{"words", start, "resign", refusedText, "“resign” is not a move; write it like 31-26", "31-26"},
		{"nothing", start, "", refusedText, "“” is not a move; write it like 31-26", "31-26"},
		{"a long text", start, strings.Repeat("9", 1100), refusedText, "“" + strings.Repeat("9", 40) + "…” is not a move; write it like 31-26", "31-26"},
		{"bytes that are no text", start, "\xff\x00<b>", refusedText, "“<b>” is not a move; write it like 31-26", "31-26"},
		{"an open end", start, "32-", refusedText, "“32-” is not a move; write it like 31-26", "31-26"},
		{"two separators", start, "32--28", refusedText, "“32--28” is not a move; write it like 31-26", "31-26"},
		{"a square off the board", start, "32-51", refusedNoSquare, "there is no square 51; they are 1 to 50", "31-26"},
		{"an empty start", start, "28-23", refusedEmpty, "square 28 is empty", "31-26"},
		{"the opponent's piece", start, "20-25", refusedNotYours, "the piece on 20 is not yours", "31-26"},
		{"an occupied end", start, "37-32", refusedOccupied, "square 32 is occupied", "31-26"},
		{"a jump over nothing", start, "32-23", refusedManOneSquare, "a man moves one square", "32-27"},
		{"an end off the diagonals", start, "37-27", refusedNotDiagonal, "37 and 27 are not on one diagonal", "31-26"},
		{"squares between without a capture", start, "32-28-23", refusedNothingToTake, "32x28x23 captures nothing; a move without a capture has a start and an end", "32-27"},
		{"a route that does not exist", capture, "37x27x8", refusedRoute, "no capture runs 37x27x8: 37x8", "37x8"},
		{"squares out of order", capture, "37x17x26x8", refusedRoute, "no capture runs 37x17x26x8: 37x8", "37x8"},
		{"a quiet move where one must capture", capture, "50-45", refusedCapture, "capture is compulsory: 37x8", "37x8"},
		{"any move after the end", mustParse(t, "international", "W:W36:B27,31"), "36-31", refusedGameOver, "the game is over", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := wantRefusal(t, test.pos, test.text, test.rule, test.message)
			hint := ""
			if len(r.Legal) > 0 {
				hint = r.Legal[0]
			}
			if hint != test.hint {
				t.Errorf("offers %q first, want %q", hint, test.hint)
			}
		})
	}
}

// Every sentence's placeholders are the arguments it is given, so that a
// translation can rely on them.
func TestRefusalArgumentsFillTheSentences(t *testing.T) {
	placeholder := regexp.MustCompile(`\{(\w+)\}`)
	check := func(r *rules.Refusal) {
		var want, got []string
		for _, m := range placeholder.FindAllStringSubmatch(Refusals[r.Rule], -1) {
			want = append(want, m[1])
		}
		for name := range r.Args {
			got = append(got, name)
		}
		slices.Sort(want)
		slices.Sort(got)
		if Refusals[r.Rule] == "" || !slices.Equal(got, want) || strings.ContainsAny(r.Message, "{}") || !utf8.ValidString(r.Message) {
			t.Errorf("%s: arguments %v, sentence %q, message %q", r.Rule, got, Refusals[r.Rule], r.Message)
		}
	}
	for _, fen := range []string{
		"W:WK4:B13,20,32,37", "W:W37:B12,21,31", "W:W48:B24,K31,34,K42,43", "W:W28:B12,22,23", "W:WK28,44,33:B1,6",
		"W:W36:B27,31", "W:W31-50:B1-20",
	} {
		pos := mustParse(t, "international", fen)
		for _, text := range []string{
			"x", "28-51", "1-2", "2-3", "4x15", "4x5", "37x26", "37x27x8", "48x26", "28x19", "28-22", "28-28", "28-29",
			"28-50", "28-44", "28-6", "44-40-35", "44-35", "44-50", "33-24", "28-12", "32-28-22",
		} {
			if _, err := pos.Play(text, nil); err != nil {
				check(err.(*rules.Refusal))
			}
		}
	}
	check(refused(t, mustParse(t, "checkers", "W:W18:B23"), "18x27"))
	check(refused(t, mustParse(t, "checkers", "W:WK18:B1"), "18-9"))
}

func FuzzFEN(f *testing.F) {
	for _, text := range []string{
		"W:W31-50:B1-20", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "W:WK1-5:B20.", `[FEN "W:W31:B20"]`,
		"W:W:W31:B20", "B:W50:B", "W:WK47,K48:BK3,K4:H4:M48-43,4-10,43-48,10-4", "W:WK1:BK49:H3:D3", "W:W31:B20:H0:F1",
		"W:Wh6:Bg7,c5,KD2", "W:Wa2,Ka8:Bh7", "W:W43-72:B1-30", "B:Wh8:Ba1", "W:WK5:BK46:+2+1", "W:W21-K32:B.",
		"W:WKa1,h4:BKb8,Kd8:H3:E7:Oending-moves=together", "W:WKc1,Ke1,Kg1:BKh8:H8:D8:E8:R8", "W:WK47,36:BK3,5:H3:F40:+347+1",
		"W:WKa1,b3:BKh8,Kg8:H9:C30:Ma1-a2,h8-h7:Olone-man=king-wins,no-capture=25-moves",
		"w : w 31 , 32 : b k 3", "", "W", "W:", "W:W99:B1", "?:W31:B20",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range variants {
			pos, err := v.Parse(text)
			if err != nil {
				fen, ok := err.(*FENError)
				if !ok || fen.Offset < 0 || fen.Offset > len(text) {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			state := pos.String()
			again, err := v.Parse(state)
			if err != nil || again.String() != state || len(state) > maxText {
				t.Fatalf("%q: %q read back as %v, %v", text, state, again, err)
			}
			if plain, err := v.Parse(pos.Notation()); err != nil || plain.Notation() != pos.Notation() {
				t.Fatalf("%q: %q read back as %v, %v", text, pos.Notation(), plain, err)
			}
		}
	})
}
