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

// Perft yields the layers of the variant from a turn, as the function Perft
// does for backgammon. A turn lasts as long as no dice are thrown; a side that
// throws again has its next turn in the next layer.
func (v *Variant) Perft(t Turn) iter.Seq[Layer] {
	if v.moves == (backgammonMoves{}) {
		return Perft(t.Board)
	}
	return func(yield func(Layer) bool) {
		turns := map[turnKey]struct{}{{t.Board, [2]int{t.Before, t.Before}}: {}}
		for {
			var layer Layer
			layer.Results, turns = v.nextLayer(turns)
			layer.Distinct = len(turns)
			if !yield(layer) {
				return
			}
		}
	}
}

// turnKey is what the turns after a throw depend on: the board as the side to
// throw sees it, and the turns that it and its opponent have had.
type turnKey struct {
	board  Board
	before [2]int
}

func (v *Variant) nextLayer(turns map[turnKey]struct{}) (results int, next map[turnKey]struct{}) {
	next = map[turnKey]struct{}{}
	for from := range turns {
		for die1 := 1; die1 <= 6; die1++ {
			for die2 := 1; die2 <= die1; die2++ {
				ends := map[turnKey]struct{}{}
				v.follow(Turn{Board: from.board, Dice: [2]int{die1, die2}, Before: from.before[0]}, from.before[1], ends)
				for end := range ends {
					next[end] = struct{}{}
				}
				results += len(ends)
			}
		}
	}
	return results, next
}

// follow adds what a turn can come to before dice are thrown again; other is
// the opponent's number of turns.
func (v *Variant) follow(t Turn, other int, ends map[turnKey]struct{}) {
	had := min(t.Before+1, v.Counted())
	over := func(b Board) { ends[turnKey{b.Swap(), [2]int{other, had}}] = struct{}{} }
	plays := v.moves.plays(t)
	if len(plays) == 0 {
		over(t.Board)
	}
	for _, p := range plays {
		switch s := v.sequel(t, p); s.Kind {
		case TurnOver, GameOver:
			over(p.Board)
		case RollAgain:
			ends[turnKey{p.Board, [2]int{t.Before, other}}] = struct{}{}
		case PlayOn:
			v.follow(Turn{Board: p.Board, Dice: s.Dice, Before: t.Before, Past: s.Past}, other, ends)
		case Choose:
			for die := 1; die <= 6; die++ {
				v.follow(Turn{Board: p.Board, Dice: [2]int{die, die}, Before: t.Before, Past: Chosen}, other, ends)
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
