package swiss

// order fixes the pairs one after the other and returns them, by vertices.
func (b *bracket) order() [][2]int {
	games := b.orderMoved()
	return append(games, b.orderRemainder()...)
}

// orderMoved chooses who of those moved down is paired, the first if possible,
// and with whom, the first again (art. 3.4, 3.5, 4.4).
func (b *bracket) orderMoved() [][2]int {
	resident := func(w int32) bool { return int(w) >= b.moved && int(w) < b.own }
	var chosen []int32
	for v := range int32(b.moved) {
		if !b.inside(int(v)) && b.hasTight(v, resident) {
			b.m.prefer(v, func(w int32) int64 {
				if resident(w) {
					return 2
				}
				return 0
			})
		}
		if b.inside(int(v)) {
			chosen = append(chosen, v)
			b.m.bind(v, resident)
		}
		b.m.indifferent()
	}
	var games [][2]int
	for _, v := range chosen {
		games = append(games, b.pairFirst(v, int32(b.moved)))
	}
	return games
}

// pairFirst gives a vertex the first opponent in the bracket that it can have.
func (b *bracket) pairFirst(v, from int32) [2]int {
	mate := b.m.mate[v]
	if b.hasTight(v, func(w int32) bool { return w >= from && w < mate }) {
		b.m.prefer(v, func(w int32) int64 {
			if w >= from && int(w) < b.own {
				return 2 * (int64(b.own) - int64(w))
			}
			return 0
		})
	}
	return [2]int{int(v), int(b.m.finish(v))}
}

func (b *bracket) hasTight(v int32, among func(w int32) bool) bool {
	for _, w := range b.m.live {
		if w != v && among(w) && b.m.edge(v, w) && b.m.isTight(v, w) {
			return true
		}
	}
	return false
}

// orderRemainder pairs the residents that are left as a bracket of one score:
// with the fewest exchanges between the halves, the least difference, the
// lowest from the upper half, the highest from the lower one; then opponents
// from the first (art. 4.2, 4.3).
func (b *bracket) orderRemainder() [][2]int {
	var rest []int32
	pairs := 0
	for _, v := range b.m.live {
		if int(v) >= b.moved && int(v) < b.own {
			rest = append(rest, v)
			if w := b.m.mate[v]; w > v && int(w) < b.own {
				pairs++
			}
		}
	}
	if pairs == 0 {
		return nil
	}
	b.rank(rest, pairs)
	b.m.solve()
	leavers := 0
	for _, v := range rest[pairs:] {
		if b.upper(v) {
			leavers++
		}
	}
	b.exchange(rest, pairs, leavers)
	var uppers []int32
	for _, v := range rest {
		if b.upper(v) {
			uppers = append(uppers, v)
		}
	}
	var games [][2]int
	for _, v := range uppers {
		games = append(games, b.pairFirst(v, v+1))
	}
	return games
}

// upper reports whether a vertex is the first of a pair of the remainder.
func (b *bracket) upper(v int32) bool {
	w := b.m.mate[v]
	return w > v && int(w) < b.own
}

// rank counts for each pair whether its first player is of the upper half, and
// his place.
func (b *bracket) rank(rest []int32, pairs int) {
	rank, duals := make([]int64, b.m.n), make([]int64, b.m.n)
	n := int64(len(rest))
	for i, v := range rest {
		rank[v] = 2 * (n - int64(i))
		if i < pairs {
			rank[v] += 2 * n * n
		}
	}
	// Between the halves no edge has slack, within them none is short.
	threshold := int64(2)
	if pairs < len(rest) {
		threshold = rank[rest[pairs]]
	}
	for i, v := range rest {
		duals[v] = threshold
		if i < pairs {
			duals[v] = rank[v] - threshold
		}
	}
	b.m.rankBy(rank, duals, b.opposite)
}

// exchange finds who changes halves, one after the other.
func (b *bracket) exchange(rest []int32, pairs, changes int) {
	below := func(v int32) func(w int32) bool {
		return func(w int32) bool { return w > v && int(w) < b.own }
	}
	left := changes
	for i := pairs - 1; i >= 0 && left > 0; i-- {
		v := rest[i]
		if b.upper(v) {
			b.m.prefer(v, func(w int32) int64 {
				if below(v)(w) {
					return -2
				}
				return 0
			})
		}
		if !b.upper(v) {
			left--
			b.m.restrict(v, func(w int32) bool { return !below(v)(w) })
		}
		b.m.indifferent()
	}
	left = changes
	for i := pairs; i < len(rest) && left > 0; i++ {
		v := rest[i]
		if !b.upper(v) && b.hasTight(v, below(v)) {
			b.m.prefer(v, func(w int32) int64 {
				if below(v)(w) {
					return 2
				}
				return 0
			})
		}
		if b.upper(v) {
			left--
			b.m.bind(v, below(v))
		}
		b.m.indifferent()
	}
}
