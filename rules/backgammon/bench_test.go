package backgammon

import "testing"

// BenchmarkPlays makes the plays of every position and throw of
// plays-dev.jsonl, over and over.
func BenchmarkPlays(b *testing.B) {
	type item struct {
		board Board
		dice  [2]int
	}
	var items []item
	for _, v := range vectors[vector](b, "plays-dev.jsonl.gz") {
		items = append(items, item{v.board(b), v.Dice})
	}
	plays := make([]Play, 0, MaxPlays)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		it := items[n%len(items)]
		plays = AppendPlays(plays[:0], it.board, it.dice[0], it.dice[1])
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}
