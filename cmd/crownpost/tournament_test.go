package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func tournamentOf(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(append([]string{"tournament"}, args...), strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// five is an event of five players after four of five rounds.
const five = `012 Five
062 5
XXR 5
XXC black1
001    1 m    Player0001                        2516                             3.5    1     3 b 1     4 w 1     2 b =     5 w 1
001    2 m    Player0002                        2287                             3.5    2     4 w 1     5 b 1     1 w =  0000 - U
001    3 m    Player0003                        1975                             1.0    4     1 w 0  0000 - Z     5 w 0     4 b 1
001    4 m    Player0004                        1767                             1.0    5     2 b 0     1 b 0  0000 - U     3 w 0
001    5 m    Player0005                        1748                             2.0    3  0000 - U     2 w 0     3 b 1     1 b 0
`

// dead is an event that has no legal last round.
const dead = `XXR 5
XXC black1
001    1 m    Player0001                        2640                             4.0    1     3 b 1     5 w 1     4 b 1  0000 - U
001    2 m    Player0002                        2032                             3.0    2     4 w 1     3 b -  0000 - U     3 b 1
001    3 m    Player0003                        1630                             1.5    4     1 w 0     2 w +     5 b =     2 w 0
001    4 m    Player0004                        1502                             2.0    3     2 b 0  0000 - U     1 w 0     5 w 1
001    5 m    Player0005                        1231                             1.5    5  0000 - U     1 b 0     3 w =     4 b 0
`

// changed is an event whose arbiter did not play the pairing of round 1.
const changed = `XXR 3
XXC white1
001    1                                                                         1.0    1     2 w 1
001    2                                                                         0.0    4     1 b 0
001    3                                                                         1.0    2     4 w 1
001    4                                                                         0.0    3     3 b 0
`

// robin is a round robin of three after two rounds.
const robin = `192 BERGER_ROUNDROBIN
001    1      Ann                               2000                             1.0    2  0000 - Z     2 w 1
001    2      Bob                               1900                             1.0    1     3 w 1     1 b 0
001    3      Cas                               1800                             0.0    3     2 b 0  0000 - Z
`

func TestTournamentCommands(t *testing.T) {
	for _, c := range []struct {
		name, stdin, args string
		status            int
		out               string
		err               string // a part of it
	}{
		{"the next round", five, "pair -", exitDone, "3\n3 2\n5 4\n1 0\n", ""},
		{"a round that was played", five, "pair - --round 2", exitDone, "2\n5 2\n1 4\n", ""},
		{"the round in front of the file", five, "pair --round=1 -", exitDone, "3\n3 1\n2 4\n5 0\n", ""},
		{"a round too far ahead", five, "pair - --round 6", exitUsage, "", "round 6 cannot be paired, the next one is 5"},
		{"no legal pairing", dead, "pair -", exitNo, "", "round 5, 5 players: no legal pairing; the organiser may end the event"},
		{"an event that is over", strings.Replace(five, "XXR 5", "XXR 4", 1), "pair -", exitNo, "", "all 4 rounds are paired"},
		{"a first round without a colour", "001    1\n001    2\n", "pair -", exitUsage, "", "initial colour"},
		{"a colour that round 1 tells", strings.Replace(five, "XXC black1\n", "", 1), "pair -", exitDone, "3\n3 2\n5 4\n1 0\n", ""},
		{"an unknown system", "192 FIDE_DUBOV\n" + five, "pair -", exitUsage, "", "FIDE_DUBOV: pairing system is not known"},
		{"the tables of a round robin", robin, "pair -", exitDone, "2\n3 1\n2 0\n", ""},
		{
			"two Whites", strings.Replace(five, "1 w 0  0000", "1 b 0  0000", 1), "pair -", exitUsage, "",
			"-:5:97: players 1 and 3 both have Black in round 1\n",
		},
		{
			"points that do not add up", strings.Replace(five, "3.5    2", "3.0    2", 1), "standings -", exitUsage, "",
			"-:6:81: 3.0 points, but the rounds give 3.5\n",
		},
		{"a file of something else", "{}\n", "standings -", exitUsage, "", "-:1:1: there are no players\n"},
		{"a small letter", strings.Replace(five, "- Z", "- z", 1), "check - --strict", exitUsage, "", "-:7:109: result 'z' in a small letter\n"},
		{"a file that is paired by the rules", five, "check -", exitDone, "rounds 4 differences 0\n", ""},
		{"a file that is not", changed, "check -", exitNo, "round 1: expected 1 3, the file has 1 2, 3 4\n" +
			"round 1: expected 4 2, the file has 3 4, 1 2\nrounds 1 differences 2\n", ""},
		{"a round robin by the tables", robin, "check -", exitDone, "rounds 2 differences 0\n", ""},
		{
			"the table", five, "standings - --tiebreaks DE,BH/C1,SB", exitDone,
			"1\t2\tPlayer0002\t3.5\t0.5\t7.5\t6.75\n" +
				"2\t1\tPlayer0001\t3.5\t0.5\t6.5\t5.75\n" +
				"3\t5\tPlayer0005\t2\t-\t9\t3\n" +
				"4\t3\tPlayer0003\t1\t1\t6.5\t1\n" +
				"5\t4\tPlayer0004\t1\t0\t8\t1\n", "",
		},
		{
			"the table with the tie-breaks of the file", "212 PTS WON\n" + five, "standings -", exitDone,
			"1\t1\tPlayer0001\t3.5\t3\n2\t2\tPlayer0002\t3.5\t2\n3\t5\tPlayer0005\t2\t1\n" +
				"4\t3\tPlayer0003\t1\t1\n5\t4\tPlayer0004\t1\t0\n", "",
		},
		{
			"players who are equal share a rank", changed, "standings - --tiebreaks WIN", exitDone,
			"1\t1\t\t1\t1\n1\t3\t\t1\t1\n3\t2\t\t0\t0\n3\t4\t\t0\t0\n", "",
		},
		{
			"the table in JSON", robin, "standings - --json --tiebreaks DE,SB,aro", exitDone,
			`[{"rank":1,"id":1,"name":"Ann","points":1,"tiebreaks":{"DE":1,"SB":1,"aro":1900}},` +
				`{"rank":2,"id":2,"name":"Bob","points":1,"tiebreaks":{"DE":0,"SB":0,"aro":1900}},` +
				`{"rank":3,"id":3,"name":"Cas","points":0,"tiebreaks":{"DE":null,"SB":0,"aro":1900}}]` + "\n", "",
		},
		{"an unknown tie-break", five, "standings - --tiebreaks XY", exitUsage, "", `"XY": no such tie-break`},
		{"Buchholz in a round robin", robin, "standings - --tiebreaks BH", exitUsage, "", "does not suit"},
		{"the tables explain a round robin", robin, "explain - --round 2", exitDone, "round 2\nthe pairings are those of the Berger tables\n", ""},
		{"nothing explains a round without a pairing", dead, "explain -", exitNo, "", "round 5, 5 players: no legal pairing; the organiser may end the event"},
		{"no file", "", "pair", exitUsage, "", "0 files are named, not 1"},
		{"a file that is not there", "", "check no-such-file.trf", exitUsage, "", "no-such-file.trf"},
		{"an unknown flag", "", "check - --loud", exitUsage, "", "loud"},
		{"an unknown command", "", "draw -", exitUsage, "", `no command "draw"`},
		{"too many players", "", "generate --players 10000 --rounds 3", exitUsage, "", "--players 10000: out of range"},
		{"a share above one", "", "generate --players 4 --rounds 3 --byes 2", exitUsage, "", "--byes 2: out of range"},
		{"a share below nothing", "", "generate --players 4 --rounds 3 --late -0.5", exitUsage, "", "--late -0.5: out of range"},
		{"help", "", "help", exitDone, tournamentUsage, ""},
		{"help on a command", "", "pair --help", exitDone, tournamentUsage, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := tournamentOf(c.stdin, strings.Fields(c.args)...)
			if status != c.status || out != c.out || !strings.Contains(errs, c.err) || (errs == "") != (c.err == "") {
				t.Errorf("status %d, %q, %q", status, out, errs)
			}
		})
	}
}

func TestExplainTellsOfEveryPair(t *testing.T) {
	status, out, errs := tournamentOf(five, "explain", "-", "--round", "2")
	if status != exitDone || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	for _, want := range []string{
		"round 2\n", "3 Player0003 (0.0) is absent\n", "bracket 1, 1.0 points; residents 1 2 5; left over 1\n",
		"board 1: 5 Player0005 (1.0) against 2 Player0002 (1.0)\n    the stronger preference was granted\n",
		"board 2: 1 Player0001 (1.0) against 4 Player0004 (0.0)\n    1 floats down, 4 floats up\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
	if _, out, _ := tournamentOf(five, "explain", "-"); !strings.Contains(out, "the bye goes to 1 Player0001 (3.5)\n") {
		t.Errorf("no bye in %s", out)
	}
}

func TestTournamentErrorsNameTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "event.trf")
	if err := os.WriteFile(name, []byte("XXR x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, errs := tournamentOf("", "pair", name)
	if want := name + `:1:5: number of rounds "x" is not from 1 to 999` + "\n"; status != exitUsage || errs != want {
		t.Errorf("status %d, %q", status, errs)
	}
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	args := strings.Fields("generate --players 9 --rounds 5 --played 4 --seed 7 --byes 0.2")
	_, first, _ := tournamentOf("", args...)
	_, second, _ := tournamentOf("", args...)
	_, other, _ := tournamentOf("", append(args, "--seed", "8")...)
	if first != second || first == other || !strings.Contains(first, "\n142 5\n") {
		t.Errorf("%s\n%s\n%s", first, second, other)
	}
}

// What one command makes, another finds paired by the rules.
func TestRandomEventsPassTheCheck(t *testing.T) {
	for seed := range 20 {
		_, text, errs := tournamentOf("", "generate", "--players", strconv.Itoa(2+seed*7%40), "--rounds", "7",
			"--seed", strconv.Itoa(seed), "--forfeits", "0.1", "--byes", "0.1", "--withdrawals", "0.02", "--late", "0.1")
		status, out, problems := tournamentOf(text, "check", "-", "--strict")
		want := "rounds 7 differences 0\n"
		if _, round, early := strings.Cut(errs, "the event ends early: round "); early {
			number, _, _ := strings.Cut(round, ":")
			next, _ := strconv.Atoi(number)
			want = fmt.Sprintf("rounds %d differences 0\n", next-1)
		}
		if status != exitDone || out != want {
			t.Errorf("seed %d: status %d, %s%s, want %s", seed, status, out, problems, want)
		}
	}
}
