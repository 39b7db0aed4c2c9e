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

// BenchmarkPlaysOfRelatives makes the plays of throws of the variants that
// have steps of their own.
func BenchmarkPlaysOfRelatives(b *testing.B) {
	for _, r := range relativeStates {
		b.Run(r.variant, func(b *testing.B) {
			p := stateOf(b, r.variant, r.state)
			t := p.turn()
			for b.Loop() {
				p.variant.Plays(t)
			}
		})
	}
}

// BenchmarkJudge reads a play of a double by its text.
func BenchmarkJudge(b *testing.B) {
	p := stateOf(b, "backgammon", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 1-1")
	for b.Loop() {
		if _, err := p.Play("8/7(2) 6/5(2)", nil); err != nil {
			b.Fatal(err)
		}
	}
}
