package backgammon

import "iter"

// Layer counts what can have happened after a number of turns.
type Layer struct {
	// Results is the number of distinct results of every throw, added over
	// the distinct positions before it; a throw without a play counts 1.
	Results int
	// Distinct is the number of distinct positions after it.
	Distinct int
}

// Perft yields the layers after 1, 2, 3 … turns from b, in each of which the
// side to play may throw any of the 21 throws, without end. The third layer
// from the start holds some hundred million results, and about one gigabyte.
func Perft(b Board) iter.Seq[Layer] {
	return func(yield func(Layer) bool) {
		positions := map[[10]byte]struct{}{b.key(): {}}
		for {
			var layer Layer
			layer.Results, positions = nextLayer(positions)
			layer.Distinct = len(positions)
			if !yield(layer) {
				return
			}
		}
	}
}

func nextLayer(positions map[[10]byte]struct{}) (results int, next map[[10]byte]struct{}) {
	next = map[[10]byte]struct{}{}
	plays := make([]Play, 0, MaxPlays)
	for key := range positions {
		// Keys come from boards, so that none is malformed.
		b, _ := fromKey(key)
		for die1 := 1; die1 <= 6; die1++ {
			for die2 := 1; die2 <= die1; die2++ {
				plays = AppendPlays(plays[:0], b, die1, die2)
				for _, play := range plays {
					next[play.Board.Swap().key()] = struct{}{}
				}
				if len(plays) == 0 {
					next[b.Swap().key()] = struct{}{}
				}
				results += max(len(plays), 1)
			}
		}
	}
	return results, next
}
