package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRulesReplayReportsGamesThatAreNotLegal(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"good":    "1. 32-28 19-23 2. 28x19 14x23 *\n\n[GameType \"21\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n",
		"illegal": "[GameType \"20\"]\n1. 32-28 19-23 2. 33-29 *\n\n1. 34-30 20-25 *\n",
		"text":    "1. 32-28 {a {nested} comment} *\n",
		"stubs":   "[Event \"?\"]\n\n[Event \"?\"]\n[FEN \"W:W31-50:B1-20.\"] *\n",
		"loose":   "1. 3228 *\n",
		"data":    "{\"id\": 1, \"moves\": [\"32-28\"]}\n",
		"remark":  "{\"a quotation\" before the game} 1. 32-28 *\n",
		"english": "1. 11-15 22-18 *\n",
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
	}{
		{"games that are legal", "good", exitDone, []string{"games 2 plies 8 illegal 0"}},
		{"a move against the rules", "illegal", exitNo, []string{
			"illegal: game 1, ply 3: 33-29: capture is compulsory: 28x19 (line 2, column 19)",
			"games 2 plies 4 illegal 1",
		}},
		{"a game that cannot be read", "text", exitNo, []string{
			"text: game 1, ply 0: a comment begins within a comment (line 1, column 13)",
			"games 1 plies 0 illegal 1",
		}},
		{"games without moves", "stubs", exitDone, []string{"games 2 plies 0 illegal 0"}},
		{"several files", "good stubs", exitDone, []string{"games 4 plies 8 illegal 0"}},
		{"what the standard does not allow", "--strict english loose", exitNo, []string{
			"loose: game 1, ply 0: \"3228\" is not in the grammar of PDN 3.0 (line 1, column 4)",
			"games 2 plies 2 illegal 1",
		}},
		{"a variant given", "--variant international english", exitNo, []string{
			"english: game 1, ply 1: 11-15: the piece on 11 is not yours (line 1, column 4)",
			"games 1 plies 0 illegal 1",
		}},
		{"a file that is not there", "missing good", exitUsage, []string{"games 2 plies 8 illegal 0"}},
		{"a match.json among others", "data good", exitUsage, []string{"games 2 plies 8 illegal 0"}},
		{"a comment before the game", "remark", exitDone, []string{"games 1 plies 1 illegal 0"}},
		{"no file", "", exitUsage, nil},
		{"a variant that is not there", "--variant chess good", exitUsage, nil},
		{"a flag that is not there", "--loose good", exitUsage, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := []string{"replay"}
			for _, arg := range strings.Fields(test.args) {
				if _, ok := files[arg]; ok || arg == "missing" {
					arg = filepath.Join(dir, arg)
				}
				args = append(args, arg)
			}
			status, out, errs := rulesCommand("", args...)
			out = strings.ReplaceAll(out, dir+string(filepath.Separator), "")
			if want := strings.Join(append(test.want, ""), "\n"); status != test.status || out != want {
				t.Errorf("status %d, %q, want %d, %q", status, out, test.status, want)
			}
			if (errs != "") != (test.status == exitUsage) {
				t.Errorf("on standard error: %q", errs)
			}
		})
	}
	if status, out, _ := rulesCommand("", "replay", "--help"); status != exitDone || out != rulesUsage {
		t.Errorf("--help: %d, %q", status, out)
	}
}
