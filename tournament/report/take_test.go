package report_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/report"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

// files are those of the reference set by name.
func files(t *testing.T) map[string]*trf.File {
	t.Helper()
	file, err := os.Open("../trf/testdata/files.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*trf.File{}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v struct{ Name, TRF string }
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if all[v.Name], err = trf.Read([]byte(v.TRF), trf.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// rewritten is a file after it has been written and read.
func rewritten(t *testing.T, f *trf.File) *trf.File {
	t.Helper()
	var text bytes.Buffer
	if err := trf.Write(&text, f); err != nil {
		t.Fatal(err)
	}
	read, err := trf.Read(text.Bytes(), trf.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	return read
}

// alike is a field without what Take or a new report changes on purpose:
// ranks, and blanks, which become byes worth nothing.
func alike(f tournament.Field) tournament.Field {
	played := f.PlayedRounds()
	f.Players = slices.Clone(f.Players)
	for i := range f.Players {
		p := &f.Players[i]
		p.Rank = 0
		p.Records = slices.Clone(p.Records)
		for len(p.Records) < played {
			p.Records = append(p.Records, tournament.Record{})
		}
		for j := range p.Records {
			if j < played && p.Records[j].Kind == tournament.Unrecorded {
				p.Records[j].Kind = tournament.ZeroBye
			}
		}
	}
	f.Rounds = max(f.Rounds, played)
	f.Initial = f.FirstColour()
	return f
}

// What was begun elsewhere continues with the pairing that its file has, and
// leaves as the same field.
func TestEventsOfTheReferenceSetAreTakenUp(t *testing.T) {
	taken, continued := 0, 0
	for name, f := range files(t) {
		gaps := slices.ContainsFunc(f.Field.Players, func(p tournament.Player) bool { return p.ID > len(f.Field.Players) })
		own, err := report.Take(f, 9)
		if gaps || f.Field.ByRank {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		taken++
		again, err := report.New(own.Event, report.Terms{Name: f.Text(trf.Name), Source: f, Over: own.Over}, trf.TRF26)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f.Field.Rounds = own.Event.Rounds()
		if d := cmp.Diff(alike(f.Field), alike(rewritten(t, again).Field)); d != "" {
			t.Errorf("%s (-file +own):\n%s", name, d)
		}
		if own.Over {
			continue
		}
		continued++
		next := own.Rounds + 1
		want, wantErr := report.Pair(&trf.File{Header: f.Header, Field: alike(f.Field)}, next, swiss.Pair)
		step, err := own.Event.Next()
		if wantErr != nil {
			if !errors.Is(err, swiss.ErrNoPairing) {
				t.Errorf("%s: %v, want %v", name, err, wantErr)
			}
			continue
		}
		var pairs, ours [][2]int
		for _, p := range want.Pairings {
			pairs = append(pairs, [2]int{p.White, p.Black})
		}
		if want.Bye > 0 {
			pairs = append(pairs, [2]int{want.Bye, 0})
		}
		for _, p := range step.Pairings {
			ours = append(ours, [2]int{int(p.White), int(p.Black)})
		}
		if d := cmp.Diff(pairs, ours); d != "" || err != nil {
			t.Errorf("%s: %v (-file +own):\n%s", name, err, d)
		}
	}
	if taken < 140 || continued < 35 {
		t.Errorf("%d events were taken up, %d of them continued", taken, continued)
	}
}

func TestTakingUpAnEvent(t *testing.T) {
	const players = "XXC white1\n" +
		"001    1      Ann                               2000                             1.0    1     3 w 1     2 b 0\n" +
		"001    2      Bob                               1900                             2.0    2     4 b 1     1 w 1\n" +
		"001    3      Cas                               1800                             0.0    3     1 b 0  0000 - Z  0000 - Z\n" +
		"001    4      Dan                               1700                             1.0    4     2 w 0  0000 - U\n"
	for _, c := range []struct {
		name, text string
		rounds     int
		err        error
		notes      []string
		check      func(*report.Taken) bool
	}{
		{"one that does not know its rounds", players, 0, report.ErrRounds, nil, nil},
		{"one whose rounds the organiser knows", players, 3, nil, nil, func(t *report.Taken) bool {
			return t.Event.Rounds() == 3 && t.Rounds == 2 && !t.Over
		}},
		{"one that is over", "XXR 2\n" + strings.ReplaceAll(players, "  0000 - Z\n", "\n"), 0, nil, nil, func(t *report.Taken) bool { return t.Over }},
		{"a player who has gone", "XXR 3\n" + players, 0, nil, nil, func(t *report.Taken) bool {
			p := t.Event.Players[2]
			return p.Status == tournament.Withdrawn && p.Left == 2
		}},
		{"tie-breaks", "XXR 3\n212 PTS DE BH/C1 XY\n" + players, 0, nil,
			[]string{"The tie-break XY is not known here and is left out."},
			func(t *report.Taken) bool { return slices.Equal(t.Event.Plan.TieBreaks, []string{"DE", "BH/C1"}) }},
		{"rules that are not known", "XXR 3\n192 FIDE_DUBOV\n" + players, 0, report.ErrSystem, nil, nil},
		{"unknown rules of an event that is over", "XXR 2\n192 FIDE_DUBOV\n" + strings.ReplaceAll(players, "  0000 - Z\n", "\n"), 0, nil, nil, func(t *report.Taken) bool { return t.Over }},
		{"rules of 2017", "XXR 3\n192 FIDE_DUTCH_2017\n" + players, 0, nil,
			[]string{"Rounds are paired by the rules of 2026 from here on, not by those of 2017."}, nil},
		{"a forfeit without an opponent", "XXR 3\n" + strings.Replace(players, "0000 - U", "0000 - +", 1), 0, nil,
			[]string{"A forfeit of 4 in round 2 names no opponent and is a bye here."}, nil},
		{"points of a single player", "XXR 3\n299          -0.5   0    1\n" + strings.Replace(players, "1.0    1 ", "0.5    1 ", 1), 0, nil, nil, func(t *report.Taken) bool {
			return len(t.Event.Plan.Extra) == 1 && t.Event.Plan.Extra[0].Player == 1 && t.Event.Plan.Extra[0].Adjustment == -5
		}},
		{"a round robin with points of a single player", "XXR 3\n192 BERGER_ROUNDROBIN\n299          -0.5   0    1\n" + strings.Replace(players, "1.0    1 ", "0.5    1 ", 1), 0, director.ErrField, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := trf.Read([]byte(c.text), trf.Options{})
			if err != nil {
				t.Fatal(err)
			}
			taken, err := report.Take(f, c.rounds)
			if !errors.Is(err, c.err) {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			if d := cmp.Diff(c.notes, taken.Notes); d != "" {
				t.Error(d)
			}
			if c.check != nil && !c.check(taken) {
				t.Errorf("%+v", taken)
			}
		})
	}
}
