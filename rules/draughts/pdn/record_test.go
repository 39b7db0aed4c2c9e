package pdn

import (
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
