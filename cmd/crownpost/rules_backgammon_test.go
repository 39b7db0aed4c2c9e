package main

import (
	"strings"
	"testing"
)

func TestRulesOfBackgammon(t *testing.T) {
	tests := []struct {
		name, args, stdin string
		status            int
		stdout, stderr    string
	}{
		{
			name:   "the only play of a position",
			args:   "moves --variant backgammon --pos 8N4ZAAbg/xMAIA --dice 6-2",
			stdout: "24/22 8/2\twv8HAAjw3hkABg\n",
		},
		{
			name:   "a position without a play",
			args:   "moves --variant table --pos 27YdAADgc/ADQA --dice 6-6",
			stdout: "",
		},
		{
			name:  "positions from standard input, in order",
			args:  "moves --variant backgammon --stdin",
			stdin: "8N4ZAAbg/xMAIA 6 2\n27YdAADgc/ADQA 6 6\n",
			stdout: `{"moves":[{"move":"24/22 8/2","position":"wv8HAAjw3hkABg"}]}` + "\n" +
				`{"moves":[]}` + "\n",
		},
		{
			name:   "a bad line does not stop the others",
			args:   "moves --variant backgammon --stdin",
			stdin:  "8N4ZAAbg/xMAIA 7 2\n27YdAADgc/ADQA 6 6\n",
			status: exitUsage,
			stdout: `{"error":"not two dice, such as 6-2: \"7-2\""}` + "\n" + `{"moves":[]}` + "\n",
			stderr: "stdin:1:16: not two dice",
		},
		{
			name:   "a line that is no question",
			args:   "moves --variant backgammon --stdin",
			stdin:  "8N4ZAAbg/xMAIA\n",
			status: exitUsage,
			stdout: `{"error":"a line has the form POSITION-ID DIE DIE"}` + "\n",
			stderr: "stdin:1:1:",
		},
		{
			name:   "dice that are missing",
			args:   "moves --variant backgammon",
			status: exitUsage,
			stderr: "--dice: not two dice",
		},
		{
			name:   "a position that is none",
			args:   "moves --variant backgammon --pos nonsense --dice 6-2",
			status: exitUsage,
			stderr: "not a Position ID",
		},
		{
			name:   "a perft without depth",
			args:   "perft --variant backgammon",
			status: exitUsage,
			stderr: "--depth",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			args := append([]string{"rules"}, strings.Fields(tt.args)...)
			status := run(args, strings.NewReader(tt.stdin), &stdout, &stderr)
			if status != tt.status || stdout.String() != tt.stdout || !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("status %d, want %d\n%s\n%s", status, tt.status, stdout.String(), stderr.String())
			}
		})
	}
}

func TestPerftOfBackgammon(t *testing.T) {
	var stdout, stderr strings.Builder
	status := run([]string{"rules", "perft", "--variant", "backgammon", "--depth", "1"}, nil, &stdout, &stderr)
	if fields := strings.Fields(stdout.String()); status != exitDone || len(fields) != 4 || strings.Join(fields[:3], " ") != "1 447 406" {
		t.Errorf("status %d: %s%s", status, stdout.String(), stderr.String())
	}
}
