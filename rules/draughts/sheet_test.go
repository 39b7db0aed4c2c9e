package draughts

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

// mustParse reads a position, which must be valid.
func mustParse(t testing.TB, variant, text string) rules.Position {
	t.Helper()
	pos, err := mustVariant(t, variant).Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return pos
}

// play makes moves, which must be legal, and returns the position reached.
func play(t testing.TB, pos rules.Position, moves ...string) rules.Position {
	t.Helper()
	for _, text := range strings.Fields(strings.Join(moves, " ")) {
		played, err := pos.Play(text, nil)
		if err != nil {
			t.Fatalf("%s in %s: %v", text, pos, err)
		}
		pos = played.Position
	}
	return pos
}

// refused returns the refusal of a move, which must be refused.
func refused(t testing.TB, pos rules.Position, move string) *rules.Refusal {
	t.Helper()
	before := pos.String()
	played, err := pos.Play(move, nil)
	var r *rules.Refusal
	switch {
	case err == nil:
		t.Fatalf("%s is accepted in %s as %s", move, pos, played.Text)
	case !errors.As(err, &r):
		t.Fatalf("%s: %v is no refusal", move, err)
	case pos.String() != before:
		t.Fatalf("%s changed the position", move)
	}
	return r
}

func texts(pos rules.Position) []string {
	var list []string
	for _, act := range pos.Legal() {
		list = append(list, act.Text)
	}
	return list
}

func wantMoves(t *testing.T, pos rules.Position, want string) {
	t.Helper()
	got, moves := texts(pos), strings.Fields(want)
	slices.Sort(got)
	slices.Sort(moves)
	if !slices.Equal(got, moves) {
		t.Errorf("%s: moves %v, want %v", pos.Notation(), got, moves)
	}
}

func wantOutcome(t *testing.T, pos rules.Position, winner rules.Side, why rules.Reason) {
	t.Helper()
	o, over := pos.Outcome()
	value := 1
	if winner == rules.NoSide {
		value = 0
	}
	if !over || o.Winner != winner || o.Reason != why || o.Value != value {
		t.Errorf("%s: outcome %+v, over %v; want winner %v by %s", pos, o, over, winner, why)
	}
	if over && (len(pos.Legal()) > 0 || pos.ToAct() != rules.NoSide) {
		t.Errorf("%s: over, but %v may play %v", pos, pos.ToAct(), texts(pos))
	}
}

func wantRunning(t *testing.T, pos rules.Position) {
	t.Helper()
	if o, over := pos.Outcome(); over {
		t.Fatalf("%s: over by %+v", pos, o)
	}
}

func wantRefusal(t *testing.T, pos rules.Position, move, rule, message string) *rules.Refusal {
	t.Helper()
	r := refused(t, pos, move)
	if r.Rule != rule || r.Message != message {
		t.Errorf("%s in %s: refused by %s, %q; want %s, %q", move, pos.Notation(), r.Rule, r.Message, rule, message)
	}
	return r
}

func TestD1ASquareAtEachPlayersLeftHandCornerIsDark(t *testing.T) {
	l, _ := LayoutOf("international")
	if l.Width != 10 || l.Height != 10 || len(l.Places) != 51 {
		t.Fatalf("%dx%d, %d squares", l.Width, l.Height, len(l.Places)-1)
	}
	if l.Places[46] != (Place{0, 9}) || l.Places[5] != (Place{9, 0}) || l.Places[1] != (Place{1, 0}) {
		t.Errorf("corners at %v and %v, square 1 at %v", l.Places[46], l.Places[5], l.Places[1])
	}
	for n, p := range l.Places[1:] {
		if (p.Column+p.Row)%2 != 1 {
			t.Errorf("square %d is light", n+1)
		}
	}
}

// wantStart asserts that each side has men on the rows nearest to it.
func wantStart(t *testing.T, variant string, men int) {
	t.Helper()
	v := mustVariant(t, variant)
	count := map[rules.Side]int{}
	for _, p := range Pieces(v.Start()) {
		count[p.Side]++
		side := rules.Black
		if p.Square > v.Squares()-men {
			side = rules.White
		}
		if p.King || p.Side != side {
			t.Errorf("start: %+v", p)
		}
	}
	if count[rules.White] != men || count[rules.Black] != men {
		t.Errorf("start: %v men", count)
	}
}

func TestD2TwentyMenASideOnFourRows(t *testing.T) { wantStart(t, "international", 20) }

func TestD3TheRulesDoNotDependOnTheBoardsSize(t *testing.T) {
	// International rules on 64 squares with 12 men a side are Brazilian draughts.
	row := mustVariant(t, "international").ruleRow
	row.board, row.rows = board{8, 8, false}, 3
	v := newVariant(row)
	for i, want := range []uint64{7, 49, 302, 1469, 7473, 37628, 187302, 907830} {
		if got := v.Perft(v.start, i+1, Count{}); got != want {
			t.Errorf("depth %d: %d, want %d", i+1, got, want)
		}
	}
}

func TestD4LightStarts(t *testing.T) {
	if side := mustVariant(t, "international").Start().ToAct(); side != rules.White {
		t.Errorf("%v starts", side)
	}
}

func TestD5WhoCannotPlayLoses(t *testing.T) {
	wantOutcome(t, mustParse(t, "international", "W:W36:B27,31"), rules.Black, rules.Blocked)
	wantOutcome(t, play(t, mustParse(t, "international", "W:W28:B23"), "28x19"), rules.White, rules.NoPieces)
}

func TestD6AManMovesOneSquareDiagonallyForward(t *testing.T) {
	pos := mustParse(t, "international", "W:W33:B1")
	wantMoves(t, pos, "33-28 33-29")
	wantRefusal(t, pos, "33-39", refusedManForward, "a man moves forward only")
	wantRefusal(t, pos, "33-24", refusedManOneSquare, "a man moves one square")
	wantRefusal(t, pos, "33-23", refusedNotDiagonal, "33 and 23 are not on one diagonal")
	wantMoves(t, mustParse(t, "international", "B:W50:B18"), "18-22 18-23")
}

func TestD7AManOnTheLastRowBecomesAKing(t *testing.T) {
	pos := play(t, mustParse(t, "international", "W:W7:B30"), "7-2")
	if pos.Notation() != "B:WK2:B30" {
		t.Error(pos.Notation())
	}
	// A man that only passes over the last row stays one (FMJD 4.15).
	pos = play(t, mustParse(t, "international", "W:W15:B9,10,41"), "15x13")
	if pos.Notation() != "B:W13:B41" {
		t.Error(pos.Notation())
	}
}

func TestD8ANewKingMovesAfterTheOpponentHasPlayed(t *testing.T) {
	pos := play(t, mustParse(t, "international", "W:W11:B7,30"), "11x2")
	if pos.ToAct() != rules.Black || pos.Notation() != "B:WK2:B30" {
		t.Fatalf("%s", pos)
	}
	wantMoves(t, play(t, pos, "30-34"), "2-7 2-11 2-16 2-8 2-13 2-19 2-24 2-30 2-35")
}

func TestD9AKingMovesAnyNumberOfEmptySquares(t *testing.T) {
	pos := mustParse(t, "international", "W:WK28,44:B1")
	if n := len(texts(pos)); n != 15+2 {
		t.Errorf("%d moves: %v", n, texts(pos))
	}
	wantRefusal(t, pos, "28-50", refusedBlocked, "the way from 28 to 50 is blocked on 44")
	wantRefusal(t, pos, "28-44", refusedOccupied, "square 44 is occupied")
}

func TestD10AManCapturesForwardAndBackward(t *testing.T) {
	wantMoves(t, mustParse(t, "international", "W:W28:B22,23,32,33"), "28x17 28x19 28x37 28x39")
	wantMoves(t, mustParse(t, "international", "W:W28:B22,17,23,19,32,37,33"), "28x39")
}

func TestD11CapturesChainAndCapturedPiecesLeaveAtTheEnd(t *testing.T) {
	pos := play(t, mustParse(t, "international", "W:W37:B12,21,31,1"), "37x8")
	if pos.Notation() != "B:W8:B1" {
		t.Error(pos.Notation())
	}
	// A piece that was jumped blocks the way until the move is over (FMJD 4.8).
	wantMoves(t, mustParse(t, "international", "W:WK41,49:B9,10,12,19,38"), "41x43")
}

func TestD12AKingCapturesAtADistanceAndLandsAnywhereBehind(t *testing.T) {
	wantMoves(t, mustParse(t, "international", "W:WK46:B23"), "46x19 46x14 46x10 46x5")
}

func TestD13CapturingIsCompulsory(t *testing.T) {
	pos := mustParse(t, "international", "W:W28,50:B22,23")
	r := wantRefusal(t, pos, "50-45", refusedCapture, "capture is compulsory: 28x17 or 28x19")
	if !slices.Equal(r.Squares, []int{28}) || !slices.Equal(r.Legal, []string{"28x17", "28x19"}) {
		t.Errorf("%+v", r)
	}
}

func TestD14TheMostPiecesMustBeTaken(t *testing.T) {
	pos := mustParse(t, "international", "W:W28,48:B22,12,23,42,32")
	wantMoves(t, pos, "28x8")
	wantRefusal(t, pos, "28x19", refusedMoreThanOne, "this capture takes 1 piece, 2 are possible: 28x8")
	pos = mustParse(t, "international", "W:W48:B24,K31,34,K42,43")
	wantMoves(t, pos, "48x19")
	wantRefusal(t, pos, "48x26", refusedMostPieces, "this capture takes 2 pieces, 3 are possible: 48x19")
}

func TestC1DarkCornerAtEachPlayersLeft(t *testing.T) {
	l, _ := LayoutOf("checkers")
	if l.Width != 8 || l.Height != 8 || len(l.Places) != 33 {
		t.Fatalf("%dx%d, %d squares", l.Width, l.Height, len(l.Places)-1)
	}
	// The double corners, 1 and 5 with 28 and 32, are at the right.
	for n, want := range map[int]Place{29: {0, 7}, 4: {7, 0}, 32: {6, 7}, 28: {7, 6}, 1: {1, 0}, 5: {0, 1}} {
		if l.Places[n] != want {
			t.Errorf("square %d is at %v", n, l.Places[n])
		}
	}
}

func TestC2TwelvePiecesASideOnThreeRows(t *testing.T) { wantStart(t, "checkers", 12) }

func TestC3BlackMovesFirst(t *testing.T) {
	pos := mustVariant(t, "checkers").Start()
	if pos.ToAct() != rules.Black || play(t, pos, "11-15").ToAct() != rules.White {
		t.Errorf("%v starts", pos.ToAct())
	}
}

func TestC4OneSquareDiagonallyToEmptySquares(t *testing.T) {
	pos := mustParse(t, "checkers", "W:W22,K15,18:B1")
	wantMoves(t, pos, "22-17 18-14 15-10 15-11 15-19")
	wantRefusal(t, pos, "22-18", refusedOccupied, "square 18 is occupied")
	wantRefusal(t, pos, "15-8", refusedKingOneSquare, "a king moves one square")
	wantRefusal(t, pos, "22-26", refusedManForward, "a man moves forward only")
}

func TestC5MenJumpForwardOnlyAndMayJumpAKing(t *testing.T) {
	wantMoves(t, mustParse(t, "checkers", "W:W18:BK14,22,23"), "18x9")
	wantMoves(t, mustParse(t, "checkers", "W:WK18:B14,22,23"), "18x9 18x25 18x27")
	pos := mustParse(t, "checkers", "W:W18:B23")
	wantRefusal(t, pos, "18x27", refusedManTakes, "a man captures forward only")
}

func TestC6JumpsChainOnePieceAtATimeAndNeverTwice(t *testing.T) {
	pos := mustParse(t, "checkers", "W:WK29:B25,18,10,27")
	acts := pos.Legal()
	if len(acts) != 1 || !slices.Equal(acts[0].Captured, []int{25, 18, 10}) || !slices.Equal(acts[0].Path, []int{29, 22, 15, 6}) {
		t.Fatalf("%+v", acts)
	}
	if after := play(t, pos, "29x6").Notation(); after != "B:WK6:B27" {
		t.Error(after)
	}
	// Own pieces and two in a row are not jumped.
	wantMoves(t, mustParse(t, "checkers", "W:W29,25,K24:B19,15"), "25-21 25-22 24-20 24-27 24-28")
	// Round four pieces and back: each once.
	wantMoves(t, mustParse(t, "checkers", "W:WK16:B10,11,18,19"), "16x16")
}

func TestC7JumpingIsCompulsoryToItsEndButFreeInItsChoice(t *testing.T) {
	pos := mustParse(t, "checkers", "W:W22,31:B18,26,10,17,1")
	wantMoves(t, pos, "22x13 22x6")
	wantRefusal(t, pos, "31-27", refusedCapture, "capture is compulsory: 22x6 or 22x13")
	r := wantRefusal(t, pos, "22x15", refusedIncomplete, "22x15 is not the whole capture: 22x6")
	if !slices.Equal(r.Squares, []int{6}) {
		t.Errorf("squares %v", r.Squares)
	}
}

func TestC8AManThatReachesTheLastRowStopsThere(t *testing.T) {
	pos := mustParse(t, "checkers", "W:W11:B7,6,20")
	wantMoves(t, pos, "11x2")
	if after := play(t, pos, "11x2").Notation(); after != "B:WK2:B6,20" {
		t.Error(after)
	}
}

func TestC9WhoCannotMoveLoses(t *testing.T) {
	wantOutcome(t, mustParse(t, "checkers", "W:W13:B9,6"), rules.Black, rules.Blocked)
}

func TestC12TheRefusalShowsTheCapture(t *testing.T) {
	pos := play(t, mustVariant(t, "checkers").Start(), "11-15 22-18")
	r := wantRefusal(t, pos, "8-11", refusedCapture, "capture is compulsory: 15x22")
	if !slices.Equal(r.Squares, []int{15}) || !slices.Equal(r.Legal, []string{"15x22"}) {
		t.Errorf("%+v", r)
	}
}

func TestEveryVariantAnswersForItself(t *testing.T) {
	for _, v := range Variants() {
		start := v.Start()
		if v.Family() != rules.Draughts || start.Automatic() != "" || start.Dice() != nil || len(start.Counts()) != 0 {
			t.Errorf("%s: %v %q %v %v", v.Key(), v.Family(), start.Automatic(), start.Dice(), start.Counts())
		}
		if got, ok := Lookup(v.Key()); !ok || got != v {
			t.Errorf("Lookup(%s)", v.Key())
		}
	}
	if _, ok := Lookup("chess"); ok {
		t.Error("chess is no draughts")
	}
	if _, ok := LayoutOf("chess"); ok {
		t.Error("chess has no layout here")
	}
}
