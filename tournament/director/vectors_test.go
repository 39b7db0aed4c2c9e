package director

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
	"crownpost/tournament/tiebreak"
	"crownpost/tournament/trf"
)

// fields are the events of the reference set by name.
func fields(t *testing.T) map[string]tournament.Field {
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
	all := map[string]tournament.Field{}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v struct{ Name, TRF string }
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		f, err := trf.Read([]byte(v.TRF), trf.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all[v.Name] = f.Field
	}
	return all
}

// expected is the pairing of a round of the reference set.
type expected struct {
	event  string
	round  int
	absent map[int64]Kind
	pairs  string
}

// pairings are the rounds of the reference set: a line "round" has a number, who
// is absent, and the pairs.
func pairings(t *testing.T) []expected {
	t.Helper()
	file, err := os.Open("../swiss/testdata/events.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []expected
	name := ""
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch words[0] {
		case "event":
			name = words[1]
		case "round":
			x := expected{event: name, absent: map[int64]Kind{}, pairs: strings.Join(words[3:], " ")}
			x.round, _ = strconv.Atoi(words[1])
			for _, word := range strings.Split(strings.TrimPrefix(words[2], "-"), ",") {
				var id int64
				var letter string
				if n, _ := fmt.Sscanf(word, "%d%s", &id, &letter); n == 2 {
					x.absent[id] = map[string]Kind{"F": FullBye, "H": HalfBye, "Z": ZeroBye}[letter]
				}
			}
			all = append(all, x)
		}
	}
	return all
}

// before is the field as it stood when a round was to be paired.
func (x expected) before(f tournament.Field) tournament.Field {
	players := slices.Clone(f.Players)
	f.Players = players
	for i, p := range players {
		records := make([]tournament.Record, x.round)
		copy(records[:x.round-1], p.Records)
		if kind, ok := x.absent[int64(p.ID)]; ok {
			records[x.round-1] = tournament.Record{Kind: byes[kind], Points: f.Points.For(byes[kind])}
		}
		players[i].Records = records
	}
	return f
}

// text are the pairs of a step as in the file.
func text(s Step, err error) string {
	if errors.Is(err, swiss.ErrNoPairing) {
		return "none"
	}
	if err != nil {
		return err.Error()
	}
	var words []string
	for _, p := range s.Pairings {
		words = append(words, fmt.Sprintf("%d-%d", p.White, p.Black))
	}
	return strings.Join(words, " ")
}

// disputed is a round in which the reference errs.
const disputed = "points014 round 8"

func TestEveryRoundOfTheReferenceEventsIsPairedAsRecorded(t *testing.T) {
	all := fields(t)
	paired := 0
	for _, x := range pairings(t) {
		name := fmt.Sprintf("%s round %d", x.event, x.round)
		e, err := FromField(x.before(all[x.event]), Swiss)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name == disputed || testing.Short() && len(e.Players) > 60 {
			continue
		}
		paired++
		step, err := e.Next()
		if got := text(step, err); got != x.pairs {
			t.Errorf("%s:\n got %s\nwant %s", name, got, x.pairs)
		}
		if err == nil && step.Round != x.round {
			t.Errorf("%s opens round %d", name, step.Round)
		}
	}
	if !testing.Short() && paired != 883 {
		t.Errorf("%d rounds were paired", paired)
	}
}

func TestAFieldComesBackFromAnEvent(t *testing.T) {
	for name, f := range fields(t) {
		format := Swiss
		if f.RoundRobin {
			format = RoundRobin
		}
		e, err := FromField(f, format)
		if err != nil {
			continue
		}
		want, err := tiebreak.Rank(f, tiebreak.Default(f.RoundRobin))
		if err != nil {
			t.Fatal(err)
		}
		tables, err := e.Standings()
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range tables[0].Rows {
			if w := want.Rows[i]; row.Player != int64(w.Player) || row.Rank != w.Rank || row.Points.Number != w.Points.Number {
				t.Errorf("%s, line %d: %d on rank %d, want %+v", name, i+1, row.Player, row.Rank, w)
				break
			}
		}
	}
}
