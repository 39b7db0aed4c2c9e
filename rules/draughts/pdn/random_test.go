package pdn

import (
	"strings"
	"testing"

	"crownpost/rules/draughts"
)

// chance is a sequence of numbers that is the same in every run.
type chance uint64

func (c *chance) below(n int) int {
	*c ^= *c << 13
	*c ^= *c >> 7
	*c ^= *c << 17
	return int(uint64(*c) >> 11 % uint64(n))
}

func variantOf(t testing.TB, key string) *draughts.Variant {
	t.Helper()
	v, ok := draughts.Lookup(key)
	if !ok {
		t.Fatalf("no variant %s", key)
	}
	return v
}

// playout plays moves by chance and returns their texts.
func playout(v *draughts.Variant, b draughts.Board, c *chance, plies int) (texts []string) {
	var legal []draughts.Move
	for range plies {
		legal = v.AppendMoves(legal[:0], &b)
		if len(legal) == 0 {
			break
		}
		m := legal[c.below(len(legal))]
		texts = append(texts, v.Text(&b, m, legal))
		b = v.Play(b, m)
	}
	return texts
}

func BenchmarkPDNReplay(b *testing.B) {
	c := chance(1)
	var text strings.Builder
	games, plies := 0, 0
	for _, key := range []string{"international", "checkers", "russian", "frisian", "canadian"} {
		v := variantOf(b, key)
		for range 40 {
			moves := playout(v, v.StartBoard(), &c, 120)
			g := Record{Variant: v, Moves: moves, Tags: []Tag{{Name: "Event", Value: "Benchmark"}}}.Game()
			text.WriteString(g.String())
			games++
			plies += len(moves)
		}
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(strings.NewReader(text.String()), Options{})
		for range games {
			g, err := r.Next()
			if err != nil {
				b.Fatal(err)
			}
			if _, err := Resolve(g, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
	seconds := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(float64(games)/seconds, "games/s")
	b.ReportMetric(float64(plies)/seconds, "plies/s")
}
