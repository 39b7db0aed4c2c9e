package trf

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"crownpost/tournament"
)

// vector is a file of the reference set. Next is the round that is to be
// paired, 0 where the event is over.
type vector struct {
	Name string
	Next int
	TRF  string
}

func vectors(t testing.TB) []vector {
	t.Helper()
	file, err := os.Open("testdata/files.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if lines.Err() != nil || len(all) == 0 {
		t.Fatalf("%d files, %v", len(all), lines.Err())
	}
	return all
}

func written(t testing.TB, f *File) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, f); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestWhatIsWrittenReadsBackTheSame(t *testing.T) {
	for _, v := range vectors(t) {
		for _, options := range []Options{{}, {Strict: true}} {
			f, err := Read([]byte(v.TRF), options)
			if err != nil {
				t.Errorf("%s, %+v: %v", v.Name, options, err)
				continue
			}
			if v.Next > 0 && f.Field.PlayedRounds()+1 != v.Next {
				t.Errorf("%s: next round %d, want %d", v.Name, f.Field.PlayedRounds()+1, v.Next)
			}
			for _, f.Dialect = range []Dialect{TRF16, TRF26} {
				again, err := Read(written(t, f), options)
				if err != nil || !reflect.DeepEqual(f, again) {
					t.Errorf("%s does not come back in dialect %d: %v", v.Name, f.Dialect, err)
				}
			}
		}
	}
}

func TestTheWrittenLinesAreThoseThatWereRead(t *testing.T) {
	for _, v := range vectors(t) {
		f, err := Read([]byte(v.TRF), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := canonical(string(written(t, f))), canonical(v.TRF); !slices.Equal(got, want) {
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] {
					t.Errorf("%s:\ngot  %q\nwant %q", v.Name, got[i], want[i])
					break
				}
			}
		}
	}
}

// canonical are the lines in order, without what says nothing: blanks and
// virtual points of 0 at the end, ratings of 0, the usual points.
func canonical(text string) []string {
	var all []string
	for _, l := range strings.Split(text, "\n") {
		l = strings.TrimRight(l, " \r")
		if l == "162  W 1.0    D 0.5    L 0.0    P 1.0" {
			continue
		}
		if strings.HasPrefix(l, "001") && l[48:52] == "   0" {
			l = l[:48] + "    " + l[52:]
		}
		for strings.HasPrefix(l, "XXA") && strings.HasSuffix(l, "  0.0") {
			l = strings.TrimSuffix(l, "  0.0")
		}
		all = append(all, l)
	}
	slices.Sort(all)
	return all
}

// small is a file of four players after one round.
const small = `012 Ärger im Café
062 4
XXR 3
XXC white1
001    1 mgm  Åström, Björn                     2400 SWE     1700000 1980/02/00  1.0    1     3 w 1
001    2                                                                         0.5    2     4 b =
001    3                                                                         0.0    4     1 b 0
001    4                                                                         0.5    3     2 w =
`

func TestAPlayersLineIsReadByColumns(t *testing.T) {
	f, err := Read([]byte(small), Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	want := tournament.Player{
		ID: 1, Sex: "m", Title: "gm", Name: "Åström, Björn", Rating: 2400, Federation: "SWE", Number: "1700000",
		Birth: "1980/02/00", Rank: 1,
		Records: []tournament.Record{{Kind: tournament.Win, Opponent: 3, Colour: tournament.White, Points: 10}},
	}
	if got := f.Field.Players[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if f.Text(Name) != "Ärger im Café" || f.Field.Rounds != 3 || f.Field.Initial != tournament.White {
		t.Errorf("got %+v", f)
	}
}

func TestTolerantReadingTakes(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to string // replaced in the small file
		strict   bool   // strict reading takes it as well
	}{
		{"CR as the end of lines", "\n", "\r", true},
		{"CRLF as the end of lines", "\n", "\r\n", true},
		{"empty lines", "\n", "\r\n\n\n", true},
		{"a byte order mark", "012 Ärger", "\ufeff012 Ärger", true},
		{"Windows-1252", small, toLatin(small), true},
		{"a comma for the point", " 1.0 ", " 1,0 ", false},
		{"colours in capitals", "1 b 0", "1 B 0", true},
		{"points left out", " 1.0 ", "     ", false},
		{"a wrong number of players", "062 4", "062 5", false},
		{"the number of rated players behind that of all", "062 4", "062 4 (1)", true},
		{"a letter between two fields", "2400 SWE", "2400xSWE", false},
		{"more rounds than announced", "XXR 3", "XXR 0", true},
		{"an unknown colour rule", "white1", "white1 lot", false},
		{"JaVaFo's records in small letters", "XXR", "xxr", true},
		{"a result that the arbiter decided for one side", "0.0    4     1 b 0", "0.5    4     1 b =", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.ReplaceAll(small, c.from, c.to)
			if _, err := Read([]byte(text), Options{}); err != nil {
				t.Error(err)
			}
			if _, err := Read([]byte(text), Options{Strict: true}); (err == nil) != c.strict {
				t.Errorf("strictly: %v", err)
			}
		})
	}
}

func toLatin(text string) string {
	var out []byte
	for _, c := range text {
		out = append(out, byte(c)) // all of the small file is in Latin-1
	}
	return string(out)
}

func TestErrorsNameLineAndColumn(t *testing.T) {
	for _, c := range []struct {
		name         string
		from, to     string
		line, column int
		kind         error
	}{
		{"a tab", "2400 SWE", "2400\tSWE", 5, 53, ErrFormat},
		{"a player without a number", "001    2", "001     ", 6, 5, ErrFormat},
		{"a number that is none", "2400", "24oo", 5, 49, ErrFormat},
		{"two decimals", "/00  1.0", "/00 1.05", 5, 81, ErrFormat},
		{"no points at all", " 1.0 ", " x.0 ", 5, 81, ErrFormat},
		{"an unknown result", "3 w 1", "3 w 7", 5, 99, ErrFormat},
		{"an unknown colour", "3 w 1", "3 x 1", 5, 97, ErrFormat},
		{"a game without a result", "3 w 1", "3 w  ", 5, 99, ErrFormat},
		{"a game without an opponent", "   3 w 1", "0000 w 1", 5, 92, ErrFormat},
		{"a game without a colour", "3 w 1", "3 - 1", 5, 97, ErrFormat},
		{"a bye with an opponent", "3 w 1", "3 w Z", 5, 92, ErrContradiction},
		{"a bye with a colour", "   3 w 1", "0000 w U", 5, 97, ErrContradiction},
		{"too many rounds", "XXR 3", "XXR 1000", 3, 5, ErrFormat},
		{"two numbers of rounds", "XXR 3", "XXR 3\n142 4", 3, 5, ErrContradiction},
		{"two initial colours", "white1", "white1 black1", 4, 12, ErrContradiction},
		{"points that do not add up", " 1.0 ", " 2.0 ", 5, 81, ErrContradiction},
		{"a one-sided pairing", "1 b 0", "2 b 0", 5, 92, ErrContradiction},
		{"two Whites", "1 b 0", "1 w 0", 5, 97, ErrContradiction},
		{"two winners", "1 b 0", "1 b 1", 5, 99, ErrContradiction},
		{"the same number twice", "001    2", "001    1", 6, 5, ErrContradiction},
		{"an opponent who does not exist", "   3 w", "   9 w", 5, 92, ErrContradiction},
		{"a game against oneself", "   3 w", "   1 w", 5, 92, ErrContradiction},
		{"a forbidden pairing of nobody", "XXR 3", "XXP 1 7\nXXR 3", 3, 7, ErrContradiction},
		{"an unknown kind of bye", "XXR 3", "XXR 3\n240 Q   2    1", 4, 5, ErrFormat},
		{"points of an unknown result", "XXR 3", "XXR 3\nXXS Q=1", 4, 5, ErrFormat},
		{"points that differ", "XXR 3", "XXR 3\nBBW  1.0\nBBW  2.0", 5, 5, ErrContradiction},
		{"virtual points of no round", "XXR 3", "XXR 3\n250       1.0             1", 4, 15, ErrFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(small, c.from) {
				t.Fatalf("%q is not in the file", c.from)
			}
			_, err := Read([]byte(strings.Replace(small, c.from, c.to, 1)), Options{})
			var all Errors
			if !errors.As(err, &all) {
				t.Fatal("no error")
			}
			first := all[0]
			if first.Line != c.line || first.Column != c.column || !errors.Is(first, c.kind) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAForfeitMayLeaveTheOpponentOut(t *testing.T) {
	one := strings.Replace(byes, "   2 w +", "0000 - +", 1)
	for _, text := range []string{one, strings.Replace(one, "   1 b -", "0000 - -", 1)} {
		f, err := Read([]byte(text), Options{})
		if err != nil || f.Field.Players[0].Record(1).Kind != tournament.ForfeitWin {
			t.Errorf("%v", err)
		}
	}
}

func TestAnAbsenceOfLidraughtsIsAZeroPointBye(t *testing.T) {
	text := strings.Replace(byes, "    6\n", "    6             0000   -\n", 1)
	f, err := Read([]byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Field.Players[5].Record(2).Kind; got != tournament.ZeroBye || f.Field.PlayedRounds() != 1 {
		t.Errorf("%v after %d rounds", got, f.Field.PlayedRounds())
	}
}

// byes is a round that was played, and one that is to come.
const byes = `001    1                                                                         1.0    1     2 w +  0000 - H
001    2                                                                         0.0    2     1 b -
001    3                                                                         1.0    3  0000 - U  0000 - Z
001    4                                                                         0.5    4  0000 - =
001    5                                                                         1.0    5  0000 - F
001    6                                                                         0.0    6
`

func TestTheNextRoundKnowsWhoIsAbsent(t *testing.T) {
	for _, c := range []struct {
		name, records string
		absent        []int
	}{
		{"those with a bye in its column", "", []int{1, 3}},
		{"those of record 240", "240 H   2    5    6\n", []int{1, 3, 5, 6}},
		{"those of JaVaFo's record", "XXZ 2 6\n", []int{1, 2, 3, 6}},
		{"nobody twice", "XXZ 3\n240 Z   2    3\n", []int{1, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Read([]byte(byes+c.records), Options{})
			if err != nil {
				t.Fatal(err)
			}
			next := f.Field.PlayedRounds() + 1
			var absent []int
			for _, p := range f.Field.Before(next).Players {
				if p.Record(next).Kind.Absent() {
					absent = append(absent, p.ID)
				}
			}
			if next != 2 || !slices.Equal(absent, c.absent) {
				t.Errorf("round %d, absent %v", next, absent)
			}
		})
	}
}

func TestWhoHasNothingInARoundThatWasPairedWasAbsent(t *testing.T) {
	f, err := Read([]byte(byes), Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := f.Field.Before(1)
	if got := before.Players[5].Record(1).Kind; got != tournament.ZeroBye {
		t.Errorf("player 6: %v", got)
	}
	if got := before.Players[0].Records; len(got) != 0 {
		t.Errorf("player 1: %v", got)
	}
}

func TestPointsOfTheFile(t *testing.T) {
	for _, c := range []struct {
		name, records string
		want          tournament.Points
	}{
		{"are 1, ½ and 0 by default", "", tournament.DefaultPoints()},
		{"are 2, 1 and 0 in TRF26", "162  W 2.0    D 1.0\n", tournament.PointsOf(20, 10, 0)},
		{
			"may give absence less than a loss", "162  W 3.0    D 2.0    L 1.0    P 2.0    A 0.5",
			tournament.Points{
				Win: 30, Draw: 20, Loss: 10, ForfeitWin: 30, ForfeitLoss: 5, PairingBye: 20, FullBye: 30, HalfBye: 20, ZeroBye: 5,
			},
		},
		{
			"are bbpPairings' BB records", "BBW  2.0\nBBD  1.0\nBBL  0.0\nBBZ  0.5\nBBF  0.1\nBBU  1.0\n",
			tournament.Points{
				Win: 20, Draw: 10, ForfeitWin: 20, ForfeitLoss: 1, PairingBye: 10, FullBye: 20, HalfBye: 10, ZeroBye: 5,
			},
		},
		{
			"are JaVaFo's, the group first", "XXS W=3 D=1 FPB=2 HPB=1.5 FW=2.5",
			tournament.Points{Win: 30, Draw: 10, ForfeitWin: 25, PairingBye: 30, FullBye: 20, HalfBye: 15},
		},
		{
			"may be changed for one kind of bye", "299 U         0.5",
			tournament.Points{Win: 10, Draw: 5, ForfeitWin: 10, PairingBye: 5, FullBye: 10, HalfBye: 5},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Read([]byte(c.records), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if f.Field.Points != c.want {
				t.Errorf("got %+v", f.Field.Points)
			}
			for _, f.Dialect = range []Dialect{TRF16, TRF26} {
				again, err := Read(written(t, f), Options{})
				if err != nil || again.Field.Points != c.want {
					t.Errorf("dialect %d: %+v, %v", f.Dialect, again, err)
				}
			}
		})
	}
}

func TestTheTermsOfTheFile(t *testing.T) {
	for _, c := range []struct {
		name, records string
		holds         func(f *File) bool
	}{
		{"the edition is 2026", "192 FIDE_DUTCH_2025", func(f *File) bool { return f.Field.Edition == tournament.Edition2026 }},
		{"the edition may be 2017", "192 FIDE_DUTCH_2017", func(f *File) bool { return f.Field.Edition == tournament.Edition2017 }},
		{"a round robin by its code", "192 BERGER_ROUNDROBIN_G2", func(f *File) bool { return f.Field.RoundRobin }},
		{"a round robin by its name", "092 Individual: Round-Robin", func(f *File) bool { return f.Field.RoundRobin }},
		{"the code goes before the name", "092 Round Robin\n192 FIDE_DUTCH", func(f *File) bool { return !f.Field.RoundRobin }},
		{"the order of ranks", "XXC rank black1", func(f *File) bool {
			return f.Field.ByRank && f.Field.Initial == tournament.Black
		}},
		{"tie-breaks behind the points", "202 BH/C1, BH SB", func(f *File) bool {
			return slices.Equal(f.TieBreaks(), []string{"BH/C1", "BH", "SB"})
		}},
		{"the whole order", "212 PTS DE SB", func(f *File) bool { return slices.Equal(f.TieBreaks(), []string{"DE", "SB"}) }},
		{"forbidden in some rounds", byes + "142 9\n260   2   4    1    3    6", func(f *File) bool {
			return reflect.DeepEqual(f.Field.Forbidden, []tournament.Forbidden{{Players: []int{1, 3, 6}, First: 2, Last: 4}})
		}},
		{"forbidden to the end", byes + "142 4\n260   1   4    1    3", func(f *File) bool {
			return reflect.DeepEqual(f.Field.Forbidden, []tournament.Forbidden{{Players: []int{1, 3}, First: 1}})
		}},
		{"virtual points of a group", byes + "250       1.0   1   2    2    4\n250       0.5   3   3    2    4", func(f *File) bool {
			return reflect.DeepEqual(f.Field.Players[2].Virtual, []tournament.Tenths{10, 10, 5}) && f.Field.Players[0].Virtual == nil
		}},
		{"virtual points with gaps", byes + "XXA    5  1.0       0.5", func(f *File) bool {
			return reflect.DeepEqual(f.Field.Players[4].Virtual, []tournament.Tenths{10, 0, 5})
		}},
		{"the Baku method of six in nine rounds", byes + "142 9\n192 FIDE_DUTCH_2026_BAKU", func(f *File) bool {
			return reflect.DeepEqual(f.Field.Players[3].Virtual, []tournament.Tenths{10, 10, 10, 5, 5}) &&
				f.Field.Players[4].Virtual == nil
		}},
		{"a penalty", strings.Replace(byes, " 0.0    6", "-0.5    6", 1) + "299          -0.5   0    6", func(f *File) bool {
			return f.Field.Players[5].Adjustment == -5
		}},
		{"abnormal points of a round", strings.Replace(byes, "1.0    5", "0.5    5", 1) + "299 F         0.5   1    5", func(f *File) bool {
			return f.Field.Players[4].Records[0].Points == 5
		}},
		{"what is unknown is kept", "### remark\n013 Team\nXXF 1\nGER    1", func(f *File) bool {
			return slices.Equal(f.Kept, []string{"### remark", "013 Team", "XXF 1", "GER    1"})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Read([]byte(c.records), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !c.holds(f) {
				t.Errorf("got %+v", f)
			}
			for _, f.Dialect = range []Dialect{TRF16, TRF26} {
				if again, err := Read(written(t, f), Options{}); err != nil || !reflect.DeepEqual(f, again) {
					t.Errorf("dialect %d: %+v, %v", f.Dialect, again, err)
				}
			}
		})
	}
}

func TestClaimedPointsMayLookAhead(t *testing.T) {
	const text = `001    1                                                                         %s    1     2 w 1  0000 - H
001    2                                                                         0.0    2     1 b 0
XXA    1  1.0  1.0
`
	for points, want := range map[string]bool{
		"1.0": true, "1.5": true, "2.0": true, "2.5": true, "0.5": false, "3.0": false,
	} {
		if _, err := Read([]byte(strings.Replace(text, "%s", points, 1)), Options{}); (err == nil) != want {
			t.Errorf("%s points: %v", points, err)
		}
	}
}

func TestWhatHasNoRoomIsNotWritten(t *testing.T) {
	won := make([]tournament.Record, 101)
	for i := range won {
		won[i] = tournament.Record{Kind: tournament.FullBye, Points: 10}
	}
	for name, p := range map[string]tournament.Player{
		"a number of five digits":       {ID: 10000},
		"a rating of five digits":       {ID: 1, Rating: 10000},
		"a hundred points":              {ID: 1, Records: won},
		"a title of four letters":       {ID: 1, Title: "WAGM"},
		"an opponent with five digits":  {ID: 1, Records: []tournament.Record{{Kind: tournament.Win, Opponent: 10000}}},
		"a hundred virtual points":      {ID: 1, Virtual: []tournament.Tenths{1000}},
		"a player without a number":     {},
		"a federation of four letters":  {ID: 1, Federation: "HOLL"},
		"a number of the national list": {ID: 1, Number: "123456789012"},
	} {
		var out bytes.Buffer
		err := Write(&out, &File{Field: tournament.Field{Players: []tournament.Player{p}}})
		if !errors.Is(err, ErrTooBig) || out.Len() > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(byes + "240 H   2    5    6\n299 F         0.5   1    5\n162  W 2.0    D 1.0    A 0.5\n"))
	f.Add([]byte("XXS W=3 BW=2\nXXC rank black1\n260   1   4    1    3\n250       0.5   3   3    2    4\n" + byes))
	f.Add([]byte("142 1\n192 FIDE_DUTCH_BAKU\n001    3\nXXA    3"))
	f.Add([]byte("142 5\n192 FIDE_DUTCH_BAKU\n" + byes + "XXA    1  1.0\nXXP 1 3\n013 x\n### \x80\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, Options{})
		if err != nil {
			if _, ok := errors.AsType[Errors](err); !ok {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		var out bytes.Buffer
		if err := Write(&out, file); err != nil {
			if !errors.Is(err, ErrTooBig) {
				t.Fatal(err)
			}
			return
		}
		again, err := Read(out.Bytes(), Options{})
		if err != nil || !reflect.DeepEqual(file, again) {
			t.Fatalf("%q does not come back: %v\n%+v\n%+v", data, err, file, again)
		}
	})
}
