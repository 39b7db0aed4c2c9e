package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRulesReplayPlaysMatchesThrough(t *testing.T) {
	const head = " 3 point match\n\n Game 1\n Alice : 0                      Bob : 0\n"
	dir := t.TempDir()
	files := map[string]string{
		"good.mat":    head + "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops\n                                  Wins 1 point\n\n Game 2\n Alice : 0                      Bob : 1\n  1) 31: 8/5 6/5\n",
		"saved.txt":   "; [Site \"?\"]\n\n" + head + "  1) 31: 8/5 6/5\n",
		"illegal.mat": head + "  1) 31: 8/5 6/5                62: 24/18 13/12\n",
		"score.mat":   head + "  1) 31: 8/5 6/5\n      Wins 1 point\n\n Game 2\n Alice : 0                      Bob : 1\n  1) 31: 8/5 6/5\n",
		"notes.mat":   "hello\n",
		"game.sgf":    "(;FF[4]GM[6]MI[length:3][game:0];W[31hefe];B[62agln])\n",
		"saved":       " (\n;GM[6];W[31hefe])\n",
		"go.sgf":      "(;GM[1];B[pd])",
		"draughts":    "[Event \"1 point match\"]\n1. 32-28 19-23 *\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name, args string
		status     int
		want       []string
		remarks    string
	}{
		{"a match", "good.mat", exitDone, []string{"games 2 plies 4 illegal 0"}, ""},
		{"a match by its text", "saved.txt", exitDone, []string{"games 1 plies 1 illegal 0"}, ""},
		{"a match in SGF", "game.sgf saved", exitDone, []string{"games 2 plies 3 illegal 0"}, ""},
		{"matches and games of draughts", "good.mat draughts game.sgf", exitDone, []string{"games 4 plies 8 illegal 0"}, ""},
		{"a play against the rules", "illegal.mat", exitNo, []string{
			"illegal.mat: game 1, ply 2: 62: 24/18 13/12: 13/12 is not a number of the throw 6-2 that is left to play (line 5, column 33)",
			"games 1 plies 1 illegal 1",
		}, ""},
		{"a score that contradicts the games", "score.mat", exitDone, []string{"games 2 plies 2 illegal 0"},
			"score.mat: game 2, line 8, column 2: the score is 1 to 0 by the games before, not 0 to 1\n"},
		{"files that are something else", "notes.mat go.sgf", exitNo, []string{
			"notes.mat: game 1, ply 0: not a .mat file: \"7 point match\" is expected (line 1, column 1)",
			"go.sgf: game 1, ply 0: not a game of backgammon: GM[6] is expected (line 1, column 1)",
			"games 2 plies 0 illegal 2",
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := []string{"replay"}
			for _, name := range strings.Fields(test.args) {
				args = append(args, filepath.Join(dir, name))
			}
			status, out, errs := rulesCommand("", args...)
			out = strings.ReplaceAll(out, dir+string(filepath.Separator), "")
			errs = strings.ReplaceAll(errs, dir+string(filepath.Separator), "")
			if want := strings.Join(append(test.want, ""), "\n"); status != test.status || out != want || errs != test.remarks {
				t.Errorf("status %d, %q, %q, want %d, %q", status, out, errs, test.status, want)
			}
		})
	}
}
