package draughts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
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

func TestPerftAgreesWithTheVectors(t *testing.T) {
	type entry struct {
		Name, Variant, FEN string
		Drop, Keep         []uint64
	}
	limit := uint64(10_000_000)
	if os.Getenv("CROWNPOST_LONG") != "" {
		limit = 2_000_000_000
	}
	for _, e := range lines[entry](t, "perft.jsonl") {
		t.Run(e.Variant+" "+e.Name, func(t *testing.T) {
			v := mustVariant(t, e.Variant)
			b := mustBoard(t, v, e.FEN)
			check := func(want []uint64, how Count) {
				for i, n := range want {
					if n > limit {
						break
					}
					if got := v.Perft(b, i+1, how); got != n {
						t.Errorf("depth %d, %+v: %d, want %d", i+1, how, got, n)
					}
				}
			}
			check(e.Drop, Count{})
			check(e.Keep, Count{Routes: true})
			limit := min(limit, 1_000_000)
			for i, n := range e.Drop {
				if n <= limit && v.Perft(b, i+1, Count{EachMove: true}) != n {
					t.Errorf("depth %d: counting each move differs", i+1)
				}
			}
		})
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
		v := mustVariant(t, e.Variant)
		b := mustBoard(t, v, e.FEN)
		var got []string
		routes := 0
		for _, m := range v.AppendMoves(nil, &b) {
			got = append(got, bulkText(v, &b, m))
			routes += v.Routes(&b, m)
		}
		slices.Sort(got)
		slices.Sort(e.Moves)
		if !slices.Equal(got, e.Moves) {
			t.Errorf("%s %s:\n got %v\nwant %v", e.Variant, e.FEN, got, e.Moves)
		}
		if routes != e.Routes || len(v.appendMoves(nil, &b, true)) != e.Routes {
			t.Errorf("%s %s: %d routes, want %d", e.Variant, e.FEN, routes, e.Routes)
		}
	}
}

func TestMovesOfPositionsThatIsolateARule(t *testing.T) {
	type move struct {
		From, To int
		Captured []int
		Promotes bool
		Move     string
		Paths    []string
	}
	type entry struct {
		ID, Variant, Note, FEN string
		Routes                 int
		Ambiguous              []string
		Moves                  []move
	}
	for _, e := range lines[entry](t, "positions.jsonl") {
		t.Run(e.ID+" "+e.Note, func(t *testing.T) {
			v := mustVariant(t, e.Variant)
			b := mustBoard(t, v, e.FEN)
			legal := v.AppendMoves(nil, &b)
			if len(legal) != len(e.Moves) {
				t.Errorf("%d moves, want %d", len(legal), len(e.Moves))
			}
			routes := 0
			for _, m := range legal {
				routes += v.Routes(&b, m)
				i := slices.IndexFunc(e.Moves, func(want move) bool {
					return want.From == v.Square(m.From) && want.To == v.Square(m.To) && slices.Equal(want.Captured, v.TakenSquares(m))
				})
				text := v.Text(&b, m, legal)
				if i < 0 {
					t.Errorf("%s is not legal", text)
					continue
				}
				want := e.Moves[i]
				if v.Promotes(&b, m) != want.Promotes {
					t.Errorf("%s promotes: %v", text, !want.Promotes)
				}
				if short := want.Move; slices.Contains(e.Ambiguous, short) {
					if !slices.Contains(want.Paths, text) {
						t.Errorf("%s written as %s, want one of %v", short, text, want.Paths)
					}
				} else if text != short {
					t.Errorf("%s written as %s", short, text)
				}
			}
			if routes != e.Routes {
				t.Errorf("%d routes, want %d", routes, e.Routes)
			}
		})
	}
}

// A board on which a king or man has as many ways round as the squares allow
// must not hold up the server.
func TestTheWorstCapturesAreFoundInTime(t *testing.T) {
	v := mustVariant(t, "international")
	for _, fen := range []string{
		"W:WK48:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40",
		"W:WK46:B7,8,9,17,18,19,27,28,29,37,38,39,12,14,23,32,34",
		"W:W47:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40,K41,42,43,44",
		"W:WK24:B7,8,9,10,17,20,21,23,30,31,39,40,41,42,43",
		"B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
	} {
		began := time.Now()
		pos, err := v.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		n := len(pos.Legal())
		for _, text := range []string{"24x1", "48x1x2", "46x1", "24x19x13"} {
			_, _ = pos.Play(text, nil)
		}
		if spent := time.Since(began); spent > time.Second {
			t.Errorf("%s: %d moves took %v", fen, n, spent)
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

// benchmarkBoards are the boards of a variant in bulk.jsonl.
func benchmarkBoards(t testing.TB, v *Variant) []Board {
	type entry struct{ Variant, FEN string }
	var boards []Board
	for _, e := range lines[entry](t, "bulk.jsonl") {
		if e.Variant == v.key {
			boards = append(boards, mustBoard(t, v, e.FEN))
		}
	}
	return boards
}

func BenchmarkPerft(b *testing.B) {
	depths := map[string]int{"international": 8, "checkers": 10}
	for _, v := range variants {
		for _, how := range []struct {
			name string
			Count
		}{{"bulk", Count{}}, {"each-move", Count{EachMove: true}}} {
			b.Run(v.key+"/"+how.name, func(b *testing.B) {
				b.ReportAllocs()
				var nodes uint64
				for b.Loop() {
					nodes += v.Perft(v.start, depths[v.key], how.Count)
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
