package tiebreak

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/trf"
)

// jsonLines calls each with every line of a zipped file.
func jsonLines(t testing.TB, name string, each func(line []byte)) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		each(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// events keeps what fields has read.
var events map[string]tournament.Field

// fields are the finished events of the reference set; tests leave them as they
// are.
func fields(t testing.TB) map[string]tournament.Field {
	t.Helper()
	if events != nil {
		return events
	}
	all := map[string]tournament.Field{}
	jsonLines(t, "../trf/testdata/files.jsonl.gz", func(line []byte) {
		var one struct{ Name, TRF string }
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		f, err := trf.Read([]byte(one.TRF), trf.Options{})
		if err != nil {
			t.Fatalf("%s: %v", one.Name, err)
		}
		all[one.Name] = f.Field
	})
	events = all
	return all
}

// expectation is what the reference computes for an event: by player the
// values of the columns, "-" for none, and ranks by order. Where the reference
// does not give half a standard point for a double forfeit, the values are
// those of the independent computation that its authors publish beside it.
type expectation struct {
	Name    string
	Columns string
	Values  map[string]string
	Ranks   map[string]map[string]int
}

func ranked(t testing.TB, field tournament.Field, codes string) Standings {
	t.Helper()
	list, err := ParseList(codes)
	if err != nil {
		t.Fatal(err)
	}
	standings, err := Rank(field, list)
	if err != nil {
		t.Fatal(err)
	}
	return standings
}

func text(v Value) string {
	if v.None {
		return "-"
	}
	return v.Number.String()
}

func TestValuesAndRanksAgreeWithTheReference(t *testing.T) {
	events := fields(t)
	compared := 0
	jsonLines(t, "testdata/values.jsonl.gz", func(line []byte) {
		var want expectation
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		field, ok := events[want.Name]
		if !ok {
			t.Fatalf("no event %s", want.Name)
		}
		columns := strings.Split(want.Columns, ",")
		for _, row := range ranked(t, field, want.Columns).Rows {
			got := []string{text(row.Points)}
			for _, v := range row.Values {
				got = append(got, text(v))
			}
			for i, value := range strings.Fields(want.Values[strconv.Itoa(row.Player)]) {
				compared++
				if got[i] != value {
					t.Errorf("%s, player %d, %s: %s, want %s", want.Name, row.Player, columns[i], got[i], value)
				}
			}
		}
		for order, ranks := range want.Ranks {
			for _, row := range ranked(t, field, order).Rows {
				compared++
				if rank := ranks[strconv.Itoa(row.Player)]; row.Rank != rank {
					t.Errorf("%s by %s: player %d on %d, want %d", want.Name, order, row.Player, row.Rank, rank)
				}
			}
		}
	})
	if compared < 90_000 {
		t.Errorf("only %d values were compared", compared)
	}
}

func TestTermsAddUpToTheValue(t *testing.T) {
	sums := "PTS,BH,BH/C1,BH/M2,FB/C1,SB,SB/C2,PS,PS/C1,KS,WIN,WON,BPG,BWG,REP,STD,SOLK,SOLK/M1,SOLK/FT,SOLK+"
	means := map[string]Hundredths{"AOB": 1, "ARO": 100, "ARO/C1": 100, "APRO": 100, "APPO": 100}
	for name, field := range fields(t) {
		if field.RoundRobin {
			continue
		}
		for _, row := range ranked(t, field, sums).Rows {
			for _, v := range row.Values {
				if total(v.Terms) != v.Number {
					t.Errorf("%s, player %d: terms %+v of %s", name, row.Player, v.Terms, v.Number)
				}
			}
		}
		for code, unit := range means {
			for _, row := range ranked(t, field, code).Rows {
				v := row.Values[0]
				if number, ok := mean(v.Terms, unit); ok == v.None || number != v.Number {
					t.Errorf("%s, player %d, %s: terms %+v of %s", name, row.Player, code, v.Terms, v.Number)
				}
			}
		}
	}
}

func TestTheOrderOfPlayersChangesNothing(t *testing.T) {
	for name, field := range fields(t) {
		if field.RoundRobin {
			continue
		}
		const order = "DE,BH/C1,BH,SB,FB,ARO"
		want := ranked(t, field, order)
		n := len(field.Players)
		turned := field
		turned.Players = nil
		for i := range n {
			turned.Players = append(turned.Players, field.Players[n-1-i])
		}
		got := ranked(t, turned, order)
		for i, row := range want.Rows {
			if got.Rows[i].Player != row.Player || got.Rows[i].Rank != row.Rank {
				t.Errorf("%s: place %d", name, i+1)
			}
		}
	}
}
