package draughts

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"crownpost/rules"
)

// The failures of other programs, by their number in the project's list.

func TestB001TwoCapturesWithTheSameEndsStayApart(t *testing.T) {
	pos := mustParse(t, "international", "W:WK4:B13,20,32,37")
	wantMoves(t, pos, "4x27x38x15 4x31x42x15")
	r := wantRefusal(t, pos, "4x15", refusedAmbiguous, "4x15 is ambiguous: 4x27x38x15 or 4x31x42x15")
	slices.Sort(r.Squares)
	if !slices.Equal(r.Squares, []int{27, 31, 38, 42}) || !slices.Equal(r.Legal, []string{"4x27x38x15", "4x31x42x15"}) {
		t.Errorf("%+v", r)
	}
	if args, _ := json.Marshal(r.Args); string(args) != `{"move":"4x15","moves":["4x27x38x15","4x31x42x15"]}` {
		t.Errorf("args %s", args)
	}
	if after := play(t, pos, "4x31x42x15").Notation(); after != "B:WK15:B32" {
		t.Error(after)
	}
}

func TestB003AManCapturesBackwardWhereTheRulesSaySo(t *testing.T) {
	pos := mustParse(t, "international", "W:W28:B33")
	wantMoves(t, pos, "28x39")
	wantRefusal(t, pos, "28-22", refusedCapture, "capture is compulsory: 28x39")
	wantMoves(t, mustParse(t, "checkers", "W:W14:B18"), "14-9 14-10")
}

func TestB005OnlyKingMovesWithoutACaptureCount(t *testing.T) {
	at48 := mustParse(t, "international", "W:WK47,K48,K49,36:BK3,K4,K5,14:H48")
	quiet := func(pos rules.Position) int {
		for _, c := range pos.Counts() {
			if c.Rule == rules.NoProgress {
				return c.Now
			}
		}
		return 0
	}
	if pos := play(t, at48, "36-31"); quiet(pos) != 0 {
		t.Errorf("after a man's move: %v", pos.Counts())
	}
	capture := mustParse(t, "international", "W:WK47,K48,K46,36:BK3,K4,14:H48")
	if pos := play(t, capture, "46x10"); quiet(pos) != 0 {
		t.Errorf("after a capture: %v", pos.Counts())
	}
	pos := play(t, at48, "49-44")
	if wantRunning(t, pos); quiet(pos) != 49 {
		t.Errorf("after 49 plies: %v", pos.Counts())
	}
	wantOutcome(t, play(t, pos, "4-13"), rules.NoSide, rules.NoProgress)
}

func TestB012WhoIsBlockedLosesAtOnce(t *testing.T) {
	wantOutcome(t, mustParse(t, "international", "W:W36:B27,31"), rules.Black, rules.Blocked)
}

func TestB014FewPiecesEndInADrawInTime(t *testing.T) {
	few := func(pos rules.Position) string {
		text := ""
		for _, c := range pos.Counts() {
			if c.Rule == rules.FewPieces {
				data, _ := json.Marshal([]int{c.Now, c.Limit})
				text = string(data)
			}
		}
		return text
	}
	t.Run("one king each have five moves each", func(t *testing.T) {
		pos := play(t, mustParse(t, "international", "W:WK1:BK49"), "1-18 49-44 18-34 44-50 34-29 50-44 29-12 44-6 12-45")
		if wantRunning(t, pos); few(pos) != "[9,10]" {
			t.Error(few(pos))
		}
		wantOutcome(t, play(t, pos, "6-50"), rules.NoSide, rules.FewPieces)
	})
	t.Run("two against one king have five moves each", func(t *testing.T) {
		pos := mustParse(t, "international", "W:WK1,31:BK49:H7:D9")
		wantOutcome(t, play(t, pos, "31-27"), rules.NoSide, rules.FewPieces)
	})
	t.Run("three against one king have sixteen moves each, whatever a man does", func(t *testing.T) {
		pos := mustParse(t, "international", "W:WK1,7,31:BK49:H0:D29")
		pos = play(t, pos, "7-2 49-44")
		if wantRunning(t, pos); few(pos) != "[31,32]" {
			t.Error(few(pos))
		}
		wantOutcome(t, play(t, pos, "31-27"), rules.NoSide, rules.FewPieces)
	})
	t.Run("the move that makes the material is not counted, and five gives way to sixteen", func(t *testing.T) {
		pos := play(t, mustParse(t, "international", "B:WK1,K6,K26:BK49,K37,5"), "5-10")
		if few(pos) != "" {
			t.Errorf("before: %s", few(pos))
		}
		pos = play(t, mustParse(t, "international", "W:WK46,K6,K26:BK49,14"), "46x5")
		if few(pos) != "[0,32]" {
			t.Errorf("three against one: %s", few(pos))
		}
		pos = play(t, mustParse(t, "international", "B:WK46,K6,K26,14:BK5:H0:D30"), "5x41")
		if few(pos) != "[0,32]" {
			t.Errorf("a fourth piece taken: %s", few(pos))
		}
		pos = play(t, mustParse(t, "international", "B:WK47,K6,14:BK5:H30:D30"), "5x37")
		if few(pos) != "[0,10]" {
			t.Errorf("two against one: %s", few(pos))
		}
	})
	t.Run("a lone man has no such limit, nor has checkers", func(t *testing.T) {
		for variant, fen := range map[string]string{"international": "W:WK1:B20", "checkers": "W:WK1:BK30"} {
			if pos := mustParse(t, variant, fen); few(pos) != "" {
				t.Errorf("%s: %s", variant, few(pos))
			}
		}
	})
}

func TestB015RepetitionCountsTheFirstPositionToo(t *testing.T) {
	round := "48-43 4-10 43-48 10-4 "
	start := mustParse(t, "international", "W:WK47,K48:BK3,K4")
	wantRunning(t, play(t, start, round, "48-43 4-10 43-48"))
	wantOutcome(t, play(t, start, round, round), rules.NoSide, rules.Repetition)

	t.Run("also when a capture led to it", func(t *testing.T) {
		pos := play(t, mustParse(t, "international", "B:WK47,K48,9:BK3,K5,K50"), "3x14")
		if h := pos.String(); !strings.HasSuffix(h, ":H0") {
			t.Fatal(h)
		}
		round := "48-43 50-45 43-48 45-50 "
		wantRunning(t, play(t, pos, round, "48-43 50-45 43-48"))
		wantOutcome(t, play(t, pos, round, round), rules.NoSide, rules.Repetition)
	})
	t.Run("the other side to move is another position", func(t *testing.T) {
		pos := mustParse(t, "international", "W:WK47,K48:BK3,K4")
		// White loses a move by a triangle, so that the squares recur with Black to move.
		pos = play(t, pos, "48-43 4-10 43-49 10-4 49-43 4-10 43-48")
		wantRunning(t, pos)
		if c := pos.Counts(); len(c) != 1 || c[0].Rule != rules.NoProgress {
			t.Errorf("%v", c)
		}
	})
}

func TestB017ACaptureMayEndWhereItBeganAMoveMayNot(t *testing.T) {
	pos := mustParse(t, "international", "W:WK36:B10,20,31,41")
	wantMoves(t, pos, "36x36")
	acts := pos.Legal()
	if len(acts[0].Captured) != 4 || acts[0].Path[0] != 36 || acts[0].Path[4] != 36 {
		t.Errorf("%+v", acts)
	}
	if after := play(t, pos, "36x36"); after.Notation() != "B:WK36:B" {
		t.Error(after)
	}
	wantRefusal(t, mustParse(t, "international", "W:WK28:B1"), "28-28", refusedSameSquare, "the piece on 28 must move to another square")
}

func TestB018ALegOfACaptureIsNoMove(t *testing.T) {
	pos := mustParse(t, "international", "W:W37:B12,21,31")
	wantRefusal(t, pos, "37x26", refusedIncomplete, "37x26 is not the whole capture: 37x8")
	wantRefusal(t, pos, "37x26x17", refusedIncomplete, "37x26x17 is not the whole capture: 37x8")
	if after := play(t, pos, "37x26x17x8").Notation(); after != "B:W8:B" {
		t.Error(after)
	}
}

func TestB019TheMostPiecesWhateverTakesThem(t *testing.T) {
	pos := mustParse(t, "international", "W:W32,K45:B17,27,40")
	acts := pos.Legal()
	if len(acts) != 5 {
		t.Errorf("%v", texts(pos))
	}
	for _, act := range acts {
		if len(act.Captured) != 2 {
			t.Errorf("%s takes %v", act.Text, act.Captured)
		}
	}
	play(t, pos, "32x21x12")
	wantRefusal(t, pos, "45-50", refusedCapture, "capture is compulsory: "+Choices(texts(pos)).String())
	wantRefusal(t, pos, "32x21", refusedIncomplete, "32x21 is not the whole capture: 32x12")
}

func TestB133NonsenseIsRefusedWithItsPlace(t *testing.T) {
	v := mustVariant(t, "international")
	for _, test := range []struct {
		name, text string
		offset     int
		problem    string
	}{
		{"a colour in a list", "W:WK4,WK5,55:B4", 6, `unexpected "W"`},
		{"a square over 50", "W:WK4,55:B4", 6, "there is no square 55, they are 1 to 50"},
		{"square 0", "W:W0:B4", 3, "there is no square 0, they are 1 to 50"},
		{"two pieces on a square", "W:W12:B12", 7, "there are two pieces on square 12"},
		{"a white man on its last row", "W:W4:B49", 3, "a white man on square 4 would be a king"},
		{"a black man on its last row", "W:W31:B49", 7, "a black man on square 49 would be a king"},
		{"no such side", "X:W31:B20", 0, "the side to move must be W or B"},

		{"a range that runs backward", "W:W50-31:B1", 3, "the range 50-31 runs backward"},
		{"a megabyte of commas", "W:W" + strings.Repeat(",", 1<<20), 4096, "longer than 4096 bytes"},
		{"commas", "W:W,,,", 3, "a square is missing"},
		{"SQL", `W:W31"; DROP TABLE games; --:B20`, 5, `unexpected "\""`},
		{"nothing", "", 0, "the text is empty"},
		{"no pieces", "W:W:B", 5, "there are no pieces"},
		{"a side's pieces twice", "W:W31:W32:B1", 7, "the white pieces are listed twice"},
		{"a piece captured but not removed", "W:W31:BG20", 7, `unexpected "G"`},
		{"an open tag", `[FEN "W:W31:B20`, 15, `the tag must end with "]`},
		{"another tag", `[Event "W:W31:B20"]`, 1, `the tag must read [FEN "…"]`},
		{"letters outside ASCII", "W:W33é:B20", 5, `unexpected "é"`},
		{"a count over its limit", "W:W31:B20:H51", 11, "the count H is over 50"},
		{"a history of another position", "W:WK47:BK4:H2:D2:M48-43,10-4", 18, "the moves M do not lead to this position"},
	} {
		t.Run(test.name, func(t *testing.T) {
			began := time.Now()
			_, err := v.Parse(test.text)
			fen, ok := err.(*FENError)
			if !ok || fen.Offset != test.offset || fen.Problem != test.problem {
				t.Errorf("%v, want offset %d: %s", err, test.offset, test.problem)
			}
			if spent := time.Since(began); spent > 50*time.Millisecond {
				t.Errorf("took %v", spent)
			}
		})
	}
	start := v.Start().Notation()
	for text, want := range map[string]string{
		"W:W31-50:B1-20":               start,
		`[FEN "W:W31:B20"]`:            "W:W31:B20",
		" [ FEN \"W:W31:B20.\" ] \r\n": "W:W31:B20",
		"w:b 20 , k 49:w31.":           "W:W31:B20,K49",
		"B:WK1-3,31:BK48-K50":          "B:WK1,K2,K3,31:BK48,K49,K50",
		"W:W031:B020":                  "W:W31:B20",
	} {
		pos, err := v.Parse(text)
		if err != nil || pos.Notation() != want {
			t.Errorf("%s: %v, %v", text, pos, err)
		}
	}
	wantOutcome(t, mustParse(t, "international", "B:W50:B"), rules.White, rules.NoPieces)
	wantOutcome(t, mustParse(t, "international", "W:W50:B"), rules.White, rules.NoPieces)
	wantOutcome(t, mustParse(t, "international", "W:W:B20"), rules.Black, rules.NoPieces)
}

func TestB134WhatIsWrittenReadsBack(t *testing.T) {
	for _, test := range []struct{ variant, text, want string }{
		{"international", "W:W31-50:B1-20", mustVariant(t, "international").Start().Notation()},
		{"international", "B:W50:B", "B:W50:B"},
		{"international", "W:WK1,28:BK50,20", "W:WK1,28:B20,K50"},
		{"international", "W:W:W31,K32:B1", "W:W31,K32:B1"}, // the side to move written twice
		{"checkers", "B:W21-32:B1-12", mustVariant(t, "checkers").Start().Notation()},
		{"checkers", "B:B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"},
	} {
		pos := mustParse(t, test.variant, test.text)
		if pos.Notation() != test.want {
			t.Errorf("%s: %s, want %s", test.text, pos.Notation(), test.want)
		}
		if again := mustParse(t, test.variant, pos.Notation()); again.Notation() != test.want {
			t.Errorf("%s read back: %s", test.want, again.Notation())
		}
	}
}

func TestB144TheTextOfEveryLegalActIsPlayed(t *testing.T) {
	pos := mustParse(t, "international", "W:WK4:B13,20,32,37")
	for _, act := range pos.Legal() {
		played, err := pos.Play(act.Text, nil)
		if err != nil || played.Text != act.Text || played.Side != rules.White {
			t.Errorf("%s: %+v, %v", act.Text, played, err)
		}
	}
	// One square that tells the routes apart is enough.
	if after := play(t, pos, "4x42x15").Notation(); after != "B:WK15:B32" {
		t.Error(after)
	}
}
