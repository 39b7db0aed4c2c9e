package main

import (
	"strings"
	"testing"
)

func TestRulesPositionDrawsTheBoard(t *testing.T) {
	const board = `
  13 14 15 16 17 18      19 20 21 22 23 24
 +------------------+---+------------------+
 |                  | O | O  O  O  O  O  X |
 |                  |   | O  O  O  O  O  X |
 |                  |   |             O  X |
 |                  |   |             O    |
 |                  |   |                  |
 |                  |bar|                  |
 |                  |   |                  |
 |                  |   |                X |
 |                  |   |             X  X |
 | O                |   |    X  X     X  X |
 | O                |   | X  X  X     X  X |
 +------------------+---+------------------+
  12 11 10  9  8  7       6  5  4  3  2  1

O white: score 5, pips 95, bar 1, off 0
X black: score 5, pips 106, bar 0, off 0
`
	const ids = `
Position ID  3rYBA0DvbAEAOA
Match ID     cAngAFAAKAAE
XGID         XGID=aDC-BBA-----b------bbbbdC-:0:0:1:00:5:5:0:7:10
state        white bar:1 13:2 6:2 5:2 4:2 3:2 2:4 / black 24:3 6:1 5:2 4:2 2:3 1:4 / black to roll / match to 7, 5-5, game 3
`
	const whole = "backgammon, match to 7, game 3: black to roll\n" + board + "cube 1 in the middle\n" + ids
	for _, text := range []string{
		"XGID=aDC-BBA-----b------bbbbdC-:0:0:1:00:5:5:0:7:10",
		"3rYBA0DvbAEAOA:cAngAFAAKAAE",
	} {
		status, stdout, stderr := rulesCommand("", "position", text)
		if status != exitDone || stdout != whole || stderr != "" {
			t.Errorf("%s: status %d, %s\n%s", text, status, stderr, stdout)
		}
	}
}

func TestRulesPositionTellsTheMatch(t *testing.T) {
	for _, tt := range []struct {
		name, variant, text string
		want                []string
	}{
		{"a high stack by its number", "longgammon", "white 24:15 / black 24:15 / white to roll",
			[]string{"               15 |", "state        white 24:15 / black 24:15 / white to roll"}},
		{"the Crawford game", "backgammon", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll / match to 5, 4-1, game 4, Crawford",
			[]string{"match to 5, game 4, Crawford: white to roll", "no cube"}},
		{"a session", "backgammon", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to take / money session of 3, 4-1, game 3 / cube 2 of black",
			[]string{"game 3 of 3 for money: white to take", "cube 2 of black"}},
		{"games without an end", "backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
			[]string{"game 1 for money: black to roll"}},
		{"a game that was resigned", "backgammon", "4HPwATDgc/ABMA:cMPlACAAEAAE",
			[]string{"match to 7, game 3: the game is over, resignation\n", "Match ID     cMPlACAAEAAE\n"}},
		{"a game that White has won", "backgammon", "/38AAAAAAAAAAA",
			[]string{": the game is over, white won\n", "Position ID  /38AAAAAAAAAAA\n", "state        white"}},
		{"checkers that are all borne off", "backgammon", "AAAAAAAAAAAAAA",
			[]string{": the game is over\n", "Position ID  AAAAAAAAAAAAAA\n"}},
		{"an XGID for a game without a cube", "table", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10",
			[]string{"table, match to 5, game 1: black to roll", "no cube", "state        white 24:2"}},
		{"a pinned checker lies below", "plakoto", "white 24:14 5:1 / black 24:14 20:1 pinned:20 / white to play 3-1",
			[]string{"|    O           X |\n |                  |   |    X           X |"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, stdout, stderr := rulesCommand("", "position", "--variant", tt.variant, tt.text)
			if status != exitDone || stderr != "" {
				t.Fatalf("status %d, %s", status, stderr)
			}
			for _, want := range tt.want {
				if !strings.Contains(stdout, want) {
					t.Errorf("%q is not in\n%s", want, stdout)
				}
			}
		})
	}
}

func TestRulesPositionSaysWhatItCannotRead(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"nonsense"}, "not a Position ID"},
		{[]string{"4HPwATDgc/ABMA:nonsense"}, "not a Match ID"},
		{[]string{"XGID=-:0"}, "not an XGID"},
		{[]string{"--variant", "checkers", "4HPwATDgc/ABMA"}, `no variant "checkers" of the backgammon family`},
		{[]string{"--pos"}, "flag provided but not defined"},
	} {
		status, stdout, stderr := rulesCommand("", append([]string{"position"}, tt.args...)...)
		if status != exitUsage || stdout != "" || !strings.Contains(stderr, tt.want) {
			t.Errorf("%q: status %d, %q, %q", tt.args, status, stdout, stderr)
		}
	}
}
