package swiss

// firstCandidate are the pairs of the first candidate that meets every
// criterion, when it can be found without turning back: those moved down, then
// the upper half of the others, have each the first opponent left with whom
// nothing is wrong. Round 1, and many brackets later, need no more.
func (b *bracket) firstCandidate() ([][2]int, bool) {
	if b.own < 2*b.moved {
		return nil, false
	}
	var games [][2]int
	paired := make([]bool, b.own)
	give := func(v, from int) bool {
		for w := from; w < b.own; w++ {
			if paired[w] {
				continue
			}
			if e := b.edgeOf(v, w); e.kind == inBracket && e.good == goodAll {
				paired[v], paired[w] = true, true
				games = append(games, [2]int{v, w})
				return true
			}
		}
		return false
	}
	for v := range b.moved {
		if !give(v, b.moved) {
			return nil, false
		}
	}
	var rest []int
	for v := b.moved; v < b.own; v++ {
		if !paired[v] {
			rest = append(rest, v)
		}
	}
	half := len(rest) / 2
	for _, v := range rest[:half] {
		if !give(v, rest[half]) {
			return nil, false
		}
	}
	for _, v := range rest[half:] {
		if !paired[v] {
			return games, b.floats(v)
		}
	}
	return games, b.p.completes(b.p.remaining[b.own:])
}

// floats reports whether nothing is wrong with a resident as the only one who
// leaves the bracket.
func (b *bracket) floats(v int) bool {
	i := b.p.remaining[v]
	floater := &b.p.entrants[i]
	if floater.down != [2]bool{} {
		return false
	}
	if b.mayHaveBye() {
		return b.byeFits(floater)
	}
	return b.own < len(b.p.remaining) && b.nextFits([]int{i})
}

// byeFits reports whether nobody in the last bracket should have the bye rather
// than the player (C2, C9).
func (b *bracket) byeFits(e *entrant) bool {
	if b.own < len(b.p.remaining) || !b.p.mayHaveBye(e) {
		return false
	}
	for _, v := range b.p.remaining {
		if other := &b.p.entrants[v]; b.p.mayHaveBye(other) && other.unplayed < e.unplayed {
			return false
		}
	}
	return true
}
