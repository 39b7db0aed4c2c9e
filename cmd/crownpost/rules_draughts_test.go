package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crownpost/rules/catalog"
)

// rulesCommand runs "crownpost rules" and returns what it printed.
func rulesCommand(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = runRules(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

func TestRulesPerftPrintsDepthNodesSeconds(t *testing.T) {
	for _, test := range []struct {
		args string
		want []string
	}{
		{"--variant international --depth 7", []string{"9", "81", "658", "4265", "27117", "167140", "1049442"}},
		{"--variant checkers --depth 9", []string{"7", "49", "302", "1469", "7361", "36768", "179740", "845931", "3963680"}},
		{"--variant=international --depth 3 --no-bulk --keep --squares rows", []string{"9", "81", "658"}},
		{"--variant international --fen B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46 --depth 1", []string{"14"}},
		{"--variant international --fen B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46 --depth 1 --keep", []string{"178"}},
	} {
		status, out, errs := rulesCommand("", append([]string{"perft"}, strings.Fields(test.args)...)...)
		if status != exitDone || errs != "" {
			t.Fatalf("%s: status %d, %s", test.args, status, errs)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if len(lines) != len(test.want) {
			t.Fatalf("%s: %q", test.args, out)
		}
		for i, line := range lines {
			f := strings.Fields(line)
			if len(f) != 3 || f[0] != strconv.Itoa(i+1) || f[1] != test.want[i] {
				t.Errorf("%s: %q, want %d %s", test.args, line, i+1, test.want[i])
				continue
			}
			if _, err := strconv.ParseFloat(f[2], 64); err != nil {
				t.Errorf("%s: seconds %q", test.args, f[2])
			}
		}
	}
}

func TestRulesPerftDividesAmongTheMoves(t *testing.T) {
	for _, keep := range []string{"--divide", "--divide --keep"} {
		args := "perft --variant international --fen W:WK4,K5,15,K24,K36,39,K45,K50:B12,K13,16,20,28,K29,30,44 --depth 3 " + keep
		_, out, _ := rulesCommand("", strings.Fields(args)...)
		var depth, sum int
		for line := range strings.Lines(out) {
			f := strings.Fields(line)
			n, _ := strconv.Atoi(f[1])
			if len(f) == 3 {
				depth = n
			} else {
				sum += n
			}
		}
		if depth == 0 || sum != depth {
			t.Errorf("%s: the moves add up to %d of %d:\n%s", keep, sum, depth, out)
		}
	}
}

func TestRulesMovesListsTheLegalMoves(t *testing.T) {
	status, out, errs := rulesCommand("", "moves", "--variant", "international", "--fen", "W:WK4:B13,20,32,37")
	if status != exitDone || errs != "" || out != "4x27x38x15\n4x31x42x15\n" {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	_, out, _ = rulesCommand("", "moves", "--variant", "checkers")
	if out != "9-13\n9-14\n10-14\n10-15\n11-15\n11-16\n12-16\n" {
		t.Errorf("%q", out)
	}
	_, out, _ = rulesCommand("", "moves", "--variant", "international", "--json", "--fen", "W:W8:B30")
	want := `{"move":"8-2","from":8,"to":2,"captured":[],"promotes":true,"fen":"B:WK2:B30"}` + "\n" +
		`{"move":"8-3","from":8,"to":3,"captured":[],"promotes":true,"fen":"B:WK3:B30"}` + "\n"
	if out != want {
		t.Errorf("%s, want %s", out, want)
	}
}

func TestRulesMovesAnswersEachLine(t *testing.T) {
	in := "W:WK41,49:B9,10,12,19,38\nnonsense\nB:B13:W\nW:W36:B27,31"
	status, out, errs := rulesCommand(in, "moves", "--variant", "international", "--stdin", "--squares", "rows")
	want := `{"moves":[{"move":"41x43","from":41,"to":43,"captured":[9,12,19,38]}]}
{"error":"position, offset 0: the side to move must be W or B"}
{"moves":[{"move":"13-18","from":13,"to":18,"captured":[]},{"move":"13-19","from":13,"to":19,"captured":[]}]}
{"moves":[]}
`
	if status != exitUsage || out != want || !strings.Contains(errs, "stdin:2:1") {
		t.Errorf("status %d, %s, %s", status, out, errs)
	}
}

func TestRulesMovesNamesTheSquaresAsTheVariantDoes(t *testing.T) {
	if _, ok := catalog.Lookup("russian"); !ok {
		t.Skip("russian is not offered yet")
	}
	for _, test := range []struct{ args, want string }{
		{"--variant russian --fen W:Wc3:Bb4,h8", `{"move":"c3:a5","from":"c3","to":"a5","captured":["b4"],"promotes":false,"fen":"B:Wa5:Bh8"}`},
		{"--variant russian --fen W:W22:B17,4 --squares rows", `{"move":"c3:a5","from":22,"to":13,"captured":[17],"promotes":false,"fen":"B:W13:B4"}`},
		{"--variant spanish --fen W:W5:B32", `{"move":"5-9","from":5,"to":9,"captured":[],"promotes":false,"fen":"B:W9:B32"}`},
		{"--variant spanish --fen W:W28:B1 --squares rows", `{"move":"5-10","from":28,"to":23,"captured":[],"promotes":false,"fen":"B:W23:B1"}`},
		{"--variant thai --fen W:W22:B18,1", `{"move":"22-15","from":22,"to":15,"captured":[18],"promotes":false,"fen":"B:W15:B1"}`},
		{"--variant turkish --fen W:Wa7:Bh7", `{"move":"a7-a8","from":"a7","to":"a8","captured":[],"promotes":true,"fen":"B:WKa8:Bh7"}`},
	} {
		_, out, _ := rulesCommand("", append([]string{"moves", "--json"}, strings.Fields(test.args)...)...)
		if first, _, _ := strings.Cut(out, "\n"); first != test.want {
			t.Errorf("%s: %s, want %s", test.args, first, test.want)
		}
	}
}

func TestRulesApplyTheDrawRulesWhenAsked(t *testing.T) {
	drawn := "W:WK47,K48:BK3,K4,K5:H50"
	if _, out, _ := rulesCommand("", "moves", "--variant", "international", "--fen", drawn); out == "" {
		t.Error("without --law there are moves")
	}
	if status, out, _ := rulesCommand("", "moves", "--variant", "international", "--law", "--fen", drawn); status != exitDone || out != "" {
		t.Errorf("after fifty plies without progress: status %d, %q", status, out)
	}
	// At the 49th ply one more king's move ends the game; a man's does not.
	last := "W:WK47,36:BK3,K4,K5:H49"
	_, out, _ := rulesCommand("", "perft", "--variant", "international", "--law", "--divide", "--depth", "2", "--fen", last)
	if !strings.Contains(out, "47-41 0\n") || strings.Contains(out, "36-31 0\n") || !strings.Contains(out, "36-31 ") {
		t.Errorf("%s", out)
	}
}

func TestRulesVariantsListsThem(t *testing.T) {
	_, out, _ := rulesCommand("", "variants")
	if keys := strings.Fields(out); !slices.Contains(keys, "international") || !slices.Contains(keys, "checkers") {
		t.Errorf("%q", out)
	}
	_, out, _ = rulesCommand("", "variants", "--json")
	for line := range strings.Lines(out) {
		var v struct {
			Key, Family, Start, Starts, Notation, Separator, GameType string
			Width, Height, Squares                                    int
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil || v.Key == "" || v.Family == "" || v.Start == "" {
			t.Errorf("%q: %v", line, err)
		}
		if v.Key == "checkers" && (v.Width != 8 || v.Height != 8 || v.Squares != 32 || v.Starts != "black" || v.Notation != "numeric" || v.Separator != "x" || v.GameType != "21,B,8,8,N1,0") {
			t.Errorf("%+v", v)
		}
	}
}

func TestRulesSaysWhatItCannotUse(t *testing.T) {
	for _, test := range []struct{ args, problem string }{
		{"", "Variants, legal moves"},
		{"frobnicate", `no command "frobnicate"`},
		{"moves", "--variant is missing"},
		{"moves --variant chess", `no variant "chess"`},
		{"moves --variant checkers --fen W:W1:B", "offset 3: a white man on square 1"},
		{"moves --variant checkers --squares columns", "--squares takes only rows"},
		{"moves --variant checkers --frob", "-frob"},
		{"moves --variant checkers extra", `unexpected "extra"`},
		{"perft --variant checkers", "--depth must be 1 to 40"},
		{"perft --variant checkers --depth x", "invalid value"},
		{"variants extra", `unexpected "extra"`},
	} {
		status, out, errs := rulesCommand("", strings.Fields(test.args)...)
		if status != exitUsage || out != "" || !strings.Contains(errs, test.problem) {
			t.Errorf("rules %s: status %d, out %q, err %q", test.args, status, out, errs)
		}
	}
	if status, out, _ := rulesCommand("", "perft", "--variant", "checkers", "--help"); status != exitDone || out != rulesUsage {
		t.Errorf("--help: status %d", status)
	}
	long := strings.Repeat(",", 2*maxLine)
	status, out, errs := rulesCommand("W:W31:B20\n"+long+"\nW:W32:B1", "moves", "--variant", "international", "--stdin")
	if lines := strings.Split(out, "\n"); status != exitUsage || !strings.Contains(errs, "stdin:2:1") || len(lines) != 4 ||
		!strings.Contains(lines[1], "longer than") || !strings.Contains(lines[2], "32-27") {
		t.Errorf("a long line among others: status %d, %q, %q", status, out, errs)
	}
}
