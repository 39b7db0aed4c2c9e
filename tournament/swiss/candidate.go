package swiss

// firstCandidate are the pairs that the rules try first, when nothing can be
// better than they are: those moved down against the first residents, then the
// upper half of the others against the lower one, with every criterion met.
// Round 1, and many brackets later, need no more.
func (b *bracket) firstCandidate() ([][2]int, bool) {
	rest := b.own - 2*b.moved
	if rest < 0 {
		return nil, false
	}
	var games [][2]int
	for v := range b.moved {
		games = append(games, [2]int{v, b.moved + v})
	}
	for v := range rest / 2 {
		games = append(games, [2]int{2*b.moved + v, 2*b.moved + rest/2 + v})
	}
	for _, g := range games {
		if e := b.edgeOf(g[0], g[1]); e.kind != inBracket || e.good != goodAll {
			return nil, false
		}
	}
	if rest%2 == 0 {
		return games, b.p.completes(b.p.remaining[b.own:])
	}
	floater := &b.p.entrants[b.p.remaining[b.own-1]]
	if floater.down != [2]bool{} || b.own-1 < 2*b.moved {
		return nil, false
	}
	if b.mayHaveBye() {
		return games, b.byeFits(floater)
	}
	return games, b.own < len(b.p.remaining) && b.nextFits([]int{b.p.remaining[b.own-1]})
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
