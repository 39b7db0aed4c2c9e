package draughts

import (
	"slices"
	"testing"
)

func TestRoutesOfCapturesAreCounted(t *testing.T) {
	type entry struct {
		Variant, FEN string
		Routes       int
	}
	for _, e := range append(lines[entry](t, "bulk.jsonl"), lines[entry](t, "positions.jsonl")...) {
		v := mustVariant(t, e.Variant)
		b := mustBoard(t, v.ByRows(), e.FEN)
		routes := 0
		for _, m := range v.AppendMoves(nil, &b) {
			routes += v.Routes(&b, m)
		}
		if routes != e.Routes {
			t.Errorf("%s %s: %d routes, want %d", e.Variant, e.FEN, routes, e.Routes)
		}
	}
}

// The path of an act is where the piece stands, and every full path of a move
// in the vectors is one on which it can be made.
func TestFullPathsNameTheirMove(t *testing.T) {
	type entry struct {
		Variant, FEN string
		Moves        []struct {
			From, To int
			Captured []int
			Paths    []string
		}
	}
	for _, e := range lines[entry](t, "positions.jsonl") {
		v := mustVariant(t, e.Variant).ByRows()
		b := mustBoard(t, v, e.FEN)
		legal := v.AppendMoves(nil, &b)
		for _, want := range e.Moves {
			for _, path := range want.Paths {
				m, r := read(t, v, &b, legal, path)
				if r != nil || v.Square(m.From) != want.From || v.Square(m.To) != want.To || !slices.Equal(v.TakenSquares(m), want.Captured) {
					t.Errorf("%s %s: %s read as %+v, %v", e.Variant, e.FEN, path, m, r)
				}
			}
		}
	}
}
