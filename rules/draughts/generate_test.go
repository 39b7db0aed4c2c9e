package draughts

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lines decodes a file of JSON lines in testdata.
func lines[T any](t testing.TB, name string) []T {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []T
	for s := bufio.NewScanner(file); s.Scan(); {
		var v T
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

func mustVariant(t testing.TB, key string) *Variant {
	t.Helper()
	v, ok := Lookup(key)
	if !ok {
		t.Fatalf("no variant %q", key)
	}
	return v
}

func mustBoard(t testing.TB, v *Variant, fen string) Board {
	t.Helper()
	b, err := v.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return b
}

// rowed are the variants whose squares are numbered as in the vectors.
var rowed = func() map[string]*Variant {
	list := map[string]*Variant{}
	for _, v := range variants {
		list[v.key] = v.ByRows()
	}
	return list
}()

// alike are the variants that have the moves of another, mirrored for some.
var alike = map[string][]string{
	"international": {"antidraughts", "breakthrough"},
	"spanish":       {"portuguese"},
	"pool":          {"jamaican"},
}

func TestPerftAgreesWithTheVectors(t *testing.T) {
	type entry struct {
		Name, Variant, FEN string
		Drop, Keep         []uint64 // by depth, from 1
	}
	starts, positions := uint64(50_000_000), uint64(10_000_000)
	if os.Getenv("CROWNPOST_LONG") != "" {
		starts, positions = 10_000_000_000, 10_000_000_000
	} else if raceDetector {
		starts, positions = 200_000, 50_000
	}
	check := func(v *Variant, b Board, want []uint64, limit uint64, how Count) func(*testing.T) {
		return func(t *testing.T) {
			t.Parallel()
			for i, n := range want {
				if n > limit {
					break
				}
				if got := v.Perft(b, i+1, how); got != n {
					t.Errorf("depth %d: %d, want %d", i+1, got, n)
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, e := range lines[entry](t, "perft.jsonl") {
		v := rowed[e.Variant]
		b, limit := mustBoard(t, v, e.FEN), positions
		if e.Name == "start" {
			limit = starts
			seen[v.key] = true
			if b != v.start {
				t.Errorf("%s starts from %s", v.key, e.FEN)
			}
			for _, key := range alike[v.key] {
				seen[key] = true
				other := rowed[key]
				t.Run(key+" as "+v.key, check(other, other.start, e.Keep, limit/50, Count{Routes: true}))
			}
		}
		name := v.key + " " + e.Name
		t.Run(name+" by moves", check(v, b, e.Drop, limit, Count{}))
		t.Run(name+" by routes", check(v, b, e.Keep, limit, Count{Routes: true}))
		t.Run(name+" by each move", check(v, b, e.Drop, limit/50, Count{EachMove: true}))
	}
	for _, v := range variants {
		if !seen[v.key] && v.key != "malaysian" { // of which nobody has published counts
			t.Errorf("no count from the start of %s", v.key)
		}
	}
}

// bulkText writes a move as bulk.jsonl does.
func bulkText(v *Variant, b *Board, m Move) string {
	if !m.Captures() {
		s := fmt.Sprintf("%d-%d", v.Square(m.From), v.Square(m.To))
		if v.Promotes(b, m) {
			s += "=K"
		}
		return s
	}
	s := fmt.Sprintf("%dx%d", v.Square(m.From), v.Square(m.To))
	if v.Promotes(b, m) {
		s += "=K"
	}
	return s + strings.ReplaceAll(fmt.Sprint(v.TakenSquares(m)), " ", ",")
}

func TestMovesOfRandomPositions(t *testing.T) {
	type entry struct {
		Variant, FEN string
		Moves        []string
		Routes       int
	}
	for _, e := range lines[entry](t, "bulk.jsonl") {
		v := rowed[e.Variant]
		b := mustBoard(t, v, e.FEN)
		var got []string
		for _, m := range v.AppendMoves(nil, &b) {
			got = append(got, bulkText(v, &b, m))
		}
		slices.Sort(got)
		slices.Sort(e.Moves)
		if !slices.Equal(got, e.Moves) {
			t.Errorf("%s %s:\n got %v\nwant %v", e.Variant, e.FEN, got, e.Moves)
		}
		if routes := len(v.appendMoves(nil, &b, true)); routes != e.Routes {
			t.Errorf("%s %s: %d routes, want %d", e.Variant, e.FEN, routes, e.Routes)
		}
		if n, routes := v.countMoves(&b, false, nil), v.countMoves(&b, true, nil); int(n) != len(e.Moves) || int(routes) != e.Routes {
			t.Errorf("%s %s: counted %d moves and %d routes", e.Variant, e.FEN, n, routes)
		}
	}
}

func TestMovesOfPositionsThatIsolateARule(t *testing.T) {
	type move struct {
		From, To int
		Captured []int
		Promotes bool
	}
	type entry struct {
		ID, Variant, Note, FEN string
		Routes                 int
		Moves                  []move
	}
	for _, e := range lines[entry](t, "positions.jsonl") {
		t.Run(e.ID+" "+e.Note, func(t *testing.T) {
			v := rowed[e.Variant]
			b := mustBoard(t, v, e.FEN)
			legal := v.AppendMoves(nil, &b)
			if len(legal) != len(e.Moves) {
				t.Errorf("%d moves, want %d", len(legal), len(e.Moves))
			}
			for _, m := range legal {
				got := move{v.Square(m.From), v.Square(m.To), v.TakenSquares(m), v.Promotes(&b, m)}
				if !slices.ContainsFunc(e.Moves, func(want move) bool {
					return want.From == got.From && want.To == got.To && want.Promotes == got.Promotes && slices.Equal(want.Captured, got.Captured)
				}) {
					t.Errorf("%+v is not legal", got)
				}
			}
			if routes := len(v.appendMoves(nil, &b, true)); routes != e.Routes {
				t.Errorf("%d routes, want %d", routes, e.Routes)
			}
		})
	}
}

// A board on which a king or man has as many ways round as the squares allow
// must not hold up the server.
func TestTheWorstCapturesComeToAnEnd(t *testing.T) {
	v := mustVariant(t, "international")
	for _, fen := range []string{
		"W:WK48:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40",
		"W:WK46:B7,8,9,17,18,19,27,28,29,37,38,39,12,14,23,32,34",
		"W:W47:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40,K41,42,43,44",
		"W:WK24:B7,8,9,10,17,20,21,23,30,31,39,40,41,42,43",
		"B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
	} {
		pos, err := v.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		if len(pos.Legal()) == 0 {
			t.Errorf("%s: no move", fen)
		}
		for _, text := range []string{"24x1", "48x1x2", "46x1", "24x19x13"} {
			_, _ = pos.Play(text, nil)
		}
	}
}

func TestGeneratingAndPlayingDoNotAllocate(t *testing.T) {
	for _, v := range variants {
		for _, b := range benchmarkBoards(t, v) {
			buf := make([]Move, 0, 256)
			if n := testing.AllocsPerRun(10, func() {
				for _, m := range v.AppendMoves(buf, &b) {
					sink += v.Play(b, m).White
				}
			}); n != 0 {
				t.Errorf("%s %s: %v allocations", v.key, v.FEN(b), n)
			}
		}
	}
}

var sink uint64

// benchmarkBoards are the boards of a variant in bulk.jsonl, or else those
// near its start.
func benchmarkBoards(t testing.TB, v *Variant) []Board {
	type entry struct{ Variant, FEN string }
	var boards []Board
	for _, e := range lines[entry](t, "bulk.jsonl") {
		if e.Variant == v.key {
			boards = append(boards, mustBoard(t, v.ByRows(), e.FEN))
		}
	}
	if len(boards) == 0 {
		for b := v.start; len(boards) < 20; {
			boards = append(boards, b)
			moves := v.AppendMoves(nil, &b)
			b = v.Play(b, moves[len(moves)/2])
		}
	}
	return boards
}

func BenchmarkPerft(b *testing.B) {
	depths := map[string]int{
		"thai": 8, "turkish": 7, "canadian": 7, "malaysian": 7, "frysk": 7,
		"international": 8, "killer": 8, "antidraughts": 8, "breakthrough": 8, "spantsiretti": 8, "frisian": 9,
	} // others: 10
	for _, v := range variants {
		for _, how := range []struct {
			name string
			Count
		}{{"bulk", Count{}}, {"each-move", Count{EachMove: true}}} {
			b.Run(v.key+"/"+how.name, func(b *testing.B) {
				b.ReportAllocs()
				var nodes uint64
				depth := cmp.Or(depths[v.key], 10)
				room := make([]Move, 0, 64*depth)
				p := perft{v, how.Count}
				for b.Loop() {
					nodes += p.count(&v.start, depth, room)
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, v := range variants {
		b.Run(v.key, func(b *testing.B) {
			boards := benchmarkBoards(b, v)
			buf := make([]Move, 0, 256)
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				board := boards[n%len(boards)]
				n++
				for _, m := range v.AppendMoves(buf, &board) {
					sink += v.Play(board, m).White
				}
			}
		})
	}
}
