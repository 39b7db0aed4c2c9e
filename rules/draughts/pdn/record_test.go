package pdn

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestARecordIsWritten(t *testing.T) {
	for _, test := range []struct {
		name   string
		record Record
		want   string
	}{
		{"a game with clocks", Record{
			Variant: variantOf(t, "international"), Moves: []string{"32-28", "19-23", "28x19"}, Result: "1-0",
			Left: []time.Duration{time.Minute, -1}, Tags: []Tag{{Name: "White", Value: "A"}, {Name: "Event", Value: "E"}},
		}, "[Event \"E\"]\n[White \"A\"]\n[Result \"2-0\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 {[%clk 0:01:00]} 1... 19-23 2. 28x19 *\n\n"},
		{"a game from a position, still going on", Record{
			Variant: variantOf(t, "checkers"), FEN: "W:W32:B1", Moves: []string{"32-28", "1-6"},
		}, "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n[SetUp \"1\"]\n[FEN \"W:W32:B1\"]\n\n1... 32-28 2. 1-6 *\n\n"},
		{"a variant without a type", Record{Variant: variantOf(t, "malaysian"), Moves: []string{"44-38"}},
			"[Result \"*\"]\n[Variant \"malaysian\"]\n\n1. 44-38 *\n\n"},
	} {
		if got := test.record.Game().String(); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestGamesGetTheStandardsForm(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"short, split and loose moves", "[FEN \"B:W15,22,32:B11.\"]\n[GameType \"21\"]\n1. 11x18! {a} 18x25 $3 {b} (1. 11-25) 32 - 28 0-1",
			"[Result \"0-1\"]\n[FEN \"B:W15,22,32:B11\"]\n[GameType \"21,B,8,8,N1,0\"]\n[SetUp \"1\"]\n\n1. 11x25! $3 {a} {b} (1. 11x25) 1... 32-28 *\n\n"},
		{"a variant that was found", "1. cd4 bc5 2. db6 ac5", "[Result \"*\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 b6-c5 2. d4:b6 a7:c5 *\n\n"},
		{"another side that begins", "[GameType \"23,W,8,8,A0,0\"] 1. c3-d4", "[Result \"*\"]\n[GameType \"23,B,8,8,N1,0\"]\n[SetUp \"1\"]\n" +
			"[FEN \"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\"]\n\n1. 22-18 *\n\n"},
		{"letters of numbers", "[Variant \"American/English\"] 1. c3-d4", "[Result \"*\"]\n[Variant \"American/English\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 *\n\n"},
		{"positions set up", "1. 31-26 ... /FEN \"W:B1-3:W31,32.\"/ 31-27 /FEN \"W::\"/", "[Result \"*\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 31-26 ... /FEN \"W:W31,32:B1,2,3\"/ 2. 31-27 /FEN \"W::\"/ *\n\n"},
	} {
		resolved, err := Resolve(readOne(t, test.text), nil)
		if err != nil {
			t.Fatal(test.name, err)
		}
		if got := resolved.Canonical().String(); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestStudySteps(t *testing.T) {
	list, err := ReadStudy("1. 32-28 {a} (1. 33-28 $1 18-23 (1... 19-23)) 19-23! 2. 28x19 14x23 /FEN \"B:W31,26:B16-18,12\"/ {b} (17-21) 12-8 *\n\n"+
		"[GameType \"20\"] [FEN \"W:WK46:B41,23,13,2\"] 1. 46x19x8 *", nil)
	if err == nil || len(list) != 0 {
		t.Fatalf("%d games, %v", len(list), err)
	}
	list, err = ReadStudy("1. 32-28 {a} (1. 33-28 $1 18-23 (1... 19-23)) 19-23! 2. 28x19 14x23 /FEN \"B:W31,26:B16-18,12\"/ {b} (17-21) 18-23 *\n\n"+
		"[GameType \"20\"] [FEN \"W:WK46:B41,23,13,2\"] 1. 46x19x8 *", nil)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d games, %v", len(list), err)
	}
	type want struct {
		parent, depth int
		number, move  string
	}
	for i, w := range []want{
		{-1, 0, "1.", "32-28"}, {-1, 1, "1.", "33-28"}, {1, 1, "1...", "18-23"}, {1, 2, "1...", "19-23"}, {0, 0, "1...", "19-23"},
		{4, 0, "2.", "28x19"}, {5, 0, "2...", "14x23"}, {6, 0, "", ""}, {7, 1, "3...", "17-21"}, {7, 0, "3...", "18-23"},
	} {
		s := list[0].Steps()[i]
		if (want{s.Parent, s.Depth, s.Number, s.Move}) != w {
			t.Errorf("step %d: %+v, want %v", i, s, w)
		}
	}
	steps := list[0].Steps()
	if len(steps) != 10 || steps[4].Strength != "!" || steps[0].After[0].Text != "a" || steps[1].NAGs[0] != 1 ||
		steps[5].FEN != "B:W19,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20" {
		t.Errorf("%+v", steps)
	}
	if !slices.Equal(steps[5].Path, []int{28, 19}) || !slices.Equal(steps[5].Taken, []int{23}) {
		t.Errorf("28x19 by %v takes %v", steps[5].Path, steps[5].Taken)
	}
	s := list[1].Steps()[0]
	if len(s.Path) != 4 || s.Path[0] != 46 || s.Path[3] != 8 || !slices.Equal(s.Taken, []int{41, 23, 13}) {
		t.Errorf("%s by %v takes %v", s.Move, s.Path, s.Taken)
	}
	if _, err := ReadStudy("1. 32-28 nonsense", nil); err == nil || !strings.Contains(err.Error(), "line 1, column 10") {
		t.Errorf("error %v", err)
	}
}
