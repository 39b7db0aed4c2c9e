package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownpost/rules/dice"
)

const (
	testSecret = "b2fe9f0e839ef1bb9b3ff9fd7b24a77a569def8e8d2baaf85f08f0efd4f4f528"
	testKey    = "7c5c70d20f44982319e7f97b5b72aadec53ff3f0993cae86ad84ede737c1ad82"
)

func testShare(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:16])
}

func TestDiceRoll(t *testing.T) {
	roll := "roll --seed-link " + testSecret + " --match match-0001 --game 1 --number 2"
	shares := " --opponent " + testShare("opponent 2") + " --roller " + testShare("roller 2")
	for _, test := range []struct {
		name, args string
		status     int
		want       string
	}{
		{"a roll that was published", roll + shares, exitDone, testKey + " 3-5\n"},
		{"as an opening throw it is no tie", roll + shares + " --opening", exitDone, testKey + " 3-5\n"},
		{"a roll that the server made by itself", "roll --seed-link ff7c15e04974be5931a88fb9156ef730bf2607b12c10724256b11d13fe4f86b5 --match match-0001 --game 1 --number 3 --opponent " + testShare("opponent 3") + " --roller=",
			exitDone, "48aa2face39dc1d8792abe32378742623298a34b55548a1b761106209e4b46e2 6-3\n"},
		{"no link", "roll --match m --game 1 --number 2", exitUsage, ""},
		{"no match", "roll --seed-link " + testSecret + " --game 1 --number 2", exitUsage, ""},
		{"no number", "roll --seed-link " + testSecret + " --match m --game 1", exitUsage, ""},
		{"no game", "roll --seed-link " + testSecret + " --match m --number 1", exitUsage, ""},
		{"a share that is too short", roll + " --opponent 00", exitUsage, ""},
		{"something behind the flags", roll + shares + " more", exitUsage, ""},
		{"a flag that is not there", roll + " --side white", exitUsage, ""},
		{"help", "roll --help", exitDone, diceUsage},
		{"no such command", "throw", exitUsage, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			status := run(append([]string{"dice"}, strings.Fields(test.args)...), nil, &stdout, &stderr)
			if status != test.status || stdout.String() != test.want {
				t.Errorf("status %d, %q, want %d, %q (%s)", status, stdout.String(), test.status, test.want, stderr.String())
			}
			if (status == exitUsage) != (stderr.Len() > 0) {
				t.Errorf("status %d says %q", status, stderr.String())
			}
		})
	}
}

func TestDiceVerify(t *testing.T) {
	chain := dice.Chain{Seed: sha256.Sum256([]byte("crownpost test seed")), Length: 8}
	proof := dice.NewProof("m", dice.Commitment{FirstRoll: 1, Commitment: chain.Commitment(), Length: 8})
	for i := 1; i <= 3; i++ {
		roll := dice.Roll{Match: "m", Game: 1, Number: i}
		proof.Rolls = append(proof.Rolls, dice.Proved{
			Game: 1, Number: i, Opening: i == 1, Link: chain.Link(i),
			Opponent: dice.Share{From: dice.FromNobody}, Roller: dice.Share{From: dice.FromNobody},
			Dice: dice.Throw(roll.Key(chain.Link(i)).Dice(), i == 1),
		})
	}
	text, err := json.MarshalIndent(proof, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	const (
		head     = `{"format": "crownpost-dice/1", "match": "1", "rolls": [], "chains": [{"firstRoll": 1, "length": 4096, "commitment": "3eec2f7e5cd2c0bcf7e46cc1cefb9b860db20003b5b514905867901119198ce6"}], "event": {"round": 1, "commitment": "7d8b17e2a056d429e24a215471c2e728869a64bce6b536f40e8a5aae7eb4b36c"`
		revealed = `, "seed": "2fac88db5000e446a7be6521919be52a929bc6fc9ee31ec04ae33beff86b0e61"}}`
	)
	files := map[string]string{
		"running":   head + `, "board": 1}}`,
		"ended":     head + `, "board": 1` + revealed,
		"elsewhere": head + `, "board": 2` + revealed,
		"good":      string(text),
		"match":     `{"moves": [], "dice": ` + string(text) + `}`,
		"bad":       strings.Replace(string(text), testSecret, "00"+testSecret[2:], 1),
		"broken":    "{\n \"format\": crownpost\n}",
		"other":     "{\n \"format\": \"crownpost-dice/1\"\n}",
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name, args string
		status     int
		out, err   string
	}{
		{"a proof that is right", "good", exitDone, "good: verified: 3 rolls\n", ""},
		{"a match that holds one", "match", exitDone, "match: verified: 3 rolls\n", ""},
		{"a game of an event that runs", "running", exitDone, "running: verified: 0 rolls; the event's seed is not yet revealed\n", ""},
		{"a game of an event that has ended", "ended", exitDone, "ended: verified: 0 rolls; the event's seed is verified\n", ""},
		{"a chain of another board", "elsewhere", exitNo, "elsewhere: chain 1 has the commitment 3eec", ""},
		{"standard input", "-", exitDone, "-: verified: 3 rolls\n", ""},
		{"one byte is another", "bad", exitNo, "bad: roll 2: the link hashes to ", ""},
		{"the others are checked too", "bad good", exitNo, "good: verified: 3 rolls\n", ""},
		{"a file that is no JSON", "broken good", exitUsage, "good: verified: 3 rolls\n", "broken:2:12: format: invalid character 'c' looking for beginning of value\n"},
		{"a file that is no proof", "other", exitUsage, "", "other:3:1: the field \"chains\" is missing\n"},
		{"a file that is not there", "missing", exitUsage, "", "missing:1:1: open "},
		{"no file", "", exitUsage, "", "no file is named"},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := []string{"dice", "verify"}
			for name := range strings.FieldsSeq(test.args) {
				if name != "-" {
					name = filepath.Join(dir, name)
				}
				args = append(args, name)
			}
			var stdout, stderr strings.Builder
			status := run(args, strings.NewReader(string(text)), &stdout, &stderr)
			out, errs := strings.ReplaceAll(stdout.String(), dir+"/", ""), strings.ReplaceAll(stderr.String(), dir+"/", "")
			if status != test.status || !strings.Contains(out, test.out) || !strings.Contains(errs, test.err) {
				t.Errorf("status %d, %q, %q, want %d, %q, %q", status, out, errs, test.status, test.out, test.err)
			}
		})
	}
}
