package main

import (
	"strings"
	"testing"
)

// plakotoQuestion has a checker of the opponent pinned on the mover's 9.
const plakotoQuestion = `{"v":"plakoto","me":[0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"op":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0],` +
	`"pinMe":[],"pinOp":[15],"dice":[2,1],"first":false}`

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
			name:   "a position as an XGID",
			args:   "moves --variant backgammon --pos XGID=-BCCCC---b---------eAbbbb-:0:0:1:65:0:0:0:0:10 --dice 6-5",
			stdout: "20/14\tu7sDCADb5gMwAA\n",
		},
		{
			name:   "an XGID in a game without a cube, the top side to play",
			args:   "moves --variant table --pos XGID=aaB-----------------------:0:0:-1:00:0:0:0:0:10 --dice 2-1",
			stdout: "bar/22\tAAAgMQAAAAAAAA\n",
		},
		{
			name:   "boards from standard input, as JSON",
			args:   "moves --variant plakoto --stdin",
			stdin:  plakotoQuestion + "\n",
			stdout: `{"results":[{"me":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0],"op":[0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"pinMe":[],"pinOp":[]}]}` + "\n",
		},
		{
			name:   "a board in JSON that is impossible",
			args:   "moves --variant fevga --stdin",
			stdin:  plakotoQuestion + "\n",
			status: exitUsage,
			stdout: `{"error":"impossible position: no single checker that can be pinned on 16"}` + "\n",
			stderr: "stdin:1:1: impossible position",
		},
		{
			name:   "JSON that is no board",
			args:   "moves --variant narde --stdin",
			stdin:  `{"me":[1]}` + "\n" + `{"me":` + "\n",
			status: exitUsage,
			stdout: `{"error":"a line has the form {\"me\": [25 numbers], \"op\": [25 numbers], \"pinMe\": [], \"pinOp\": [], \"dice\": [6, 2], \"first\": false}"}` + "\n" +
				`{"error":"question: unexpected end of JSON input"}` + "\n",
			stderr: "stdin:2:1: question",
		},
		{
			name:   "the first turn of narde",
			args:   "moves --variant narde --dice 6-6",
			stdout: "24/18(2)\tAAAG/j8AAID/Pw\n",
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
