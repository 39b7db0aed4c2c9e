package swiss

import (
	"slices"

	"crownpost/tournament"
)

// bracket is the part of the field that is paired in one step (C.04.3 art.
// 1.3): the residents of a score and those moved down to them. Its vertices
// are players in the order of the rules: those moved down, the residents, then
// those of the next score and the rest, as far as they are looked at, and the
// bye.
type bracket struct {
	p        *process
	vertices []int // entrants; the bye comes after the last, then nobody
	// moved, own and next are the ends of those moved down, of the bracket and
	// of the next score.
	moved, own, next int
	scope            scope
	// lastBye is a bracket whose only downfloater gets the bye (C9).
	lastBye bool
	// levels are the scores in the bracket, descending.
	levels  []tournament.Tenths
	levelOf []int // by vertex of the bracket

	m     *matcher
	parts [][]int64 // what a vertex adds to all its pairs: parts[word][vertex]
}

// newBracket is the bracket of the residents of a score.
func (p *process) newBracket(level tournament.Tenths) *bracket {
	b := &bracket{p: p, vertices: p.remaining}
	for _, v := range p.remaining {
		switch l := p.entrants[v].level; {
		case l > level:
			b.moved++
			b.own++
		case l == level:
			b.own++
		}
	}
	b.next = b.own
	for b.next < len(b.vertices) && p.entrants[b.vertices[b.next]].level == p.entrants[b.vertices[b.own]].level {
		b.next++
	}
	for i, v := range b.vertices[:b.own] {
		l := p.entrants[v].level
		if i == 0 || l != b.levels[len(b.levels)-1] {
			b.levels = append(b.levels, l)
		}
		b.levelOf = append(b.levelOf, len(b.levels)-1)
	}
	return b
}

// within limits what is looked at.
func (b bracket) within(s scope) *bracket {
	if b.own == len(b.vertices) || s == withNext && b.next == len(b.vertices) {
		s = everybody
	}
	b.scope = s
	switch s {
	case ownOnly:
		b.vertices = b.vertices[:b.own]
	case withNext:
		b.vertices = b.vertices[:b.next]
	}
	if len(b.vertices)%2 == 1 {
		bye := len(b.p.entrants)
		if s != everybody {
			bye++ // to whom one player floats
		}
		b.vertices = append(slices.Clip(b.vertices), bye)
	}
	return &b
}

// scope is how much of the field is looked at: the bracket, the bracket and
// those of the next score, or all who are left; with them the pairing of the
// others is part of the weight.
type scope int8

const (
	ownOnly scope = iota
	withNext
	everybody
)

// solve finds the pairs of the bracket: the best by the criteria, of these the
// first in the order of candidates (C.04.3 art. 3 and 4).
func (b *bracket) solve() {
	b.build()
	b.m.start(b.parts, b.kin, b.opposite)
	b.m.solve()
	if b.soleByeFloater() {
		b.lastBye = true
		b.build()
		b.m.start(b.parts, b.kin, b.opposite)
		b.m.solve()
	}
}

// kin are vertices whose weights among each other are much the same.
func (b *bracket) kin(v int32) int {
	switch {
	case int(v) < b.moved || b.vertices[v] >= len(b.p.entrants):
		return 0
	case int(v) < b.own:
		return 1
	case int(v) < b.next:
		return 2
	}
	return 3
}

// opposite is with whom the rules begin for a vertex: the first resident for
// those moved down, the first of the other half for the others.
func (b *bracket) opposite(v int32) int {
	if int(v) < b.moved {
		return b.moved
	}
	return b.moved + (b.own-b.moved+1)/2
}

// proven reports whether what was found for some of the players is the best
// for all: the others can be paired (C4), and the next bracket as well as can
// be (C8).
func (b *bracket) proven() bool {
	if b.scope == everybody {
		return true
	}
	var next []int
	looked := b.own
	if b.scope == withNext {
		looked = b.next
	}
	for v := range looked {
		if w := b.m.mate[v]; w < 0 || int(w) >= looked {
			next = append(next, b.vertices[v])
		}
	}
	rest := b.p.remaining[looked:]
	if b.scope == withNext || len(next) == 0 {
		return b.p.completes(append(next, rest...))
	}
	return b.nextFits(next)
}

// nextFits reports whether the next bracket can be paired with those who float
// to it as well as its size allows (C8), and then the rest.
func (b *bracket) nextFits(floaters []int) bool {
	rest := b.p.remaining[b.own:]
	size := b.next - b.own
	next, others := append(slices.Clip(floaters), rest[:size]...), rest[size:]
	if len(next)%2 == 0 {
		return b.p.proof.cover(next) && b.p.completes(others)
	}
	// One resident of the next bracket goes on: the last who can.
	for last := len(next) - 1; last >= max(len(floaters), len(next)-tries); last-- {
		without := slices.Delete(slices.Clone(next), last, last+1)
		if b.p.proof.cover(without) && b.p.completes(append([]int{next[last]}, others...)) {
			return true
		}
	}
	return false
}

// tries is how many floaters of the next bracket are looked at before it is
// paired along with the bracket.
const tries = 8

// completes reports whether players, with the bye, can be paired.
func (p *process) completes(players []int) bool {
	if p.byeNeeded {
		players = append(slices.Clip(players), len(p.entrants))
	}
	return p.proof.cover(players)
}

// order fixes the pairs one after the other and returns them, by vertices.
func (b *bracket) order() [][2]int {
	games := b.orderMoved()
	return append(games, b.orderRemainder()...)
}

// inside reports whether a vertex is paired within the bracket.
func (b *bracket) inside(v int) bool {
	w := b.m.mate[v]
	return w >= 0 && int(w) < b.own
}

// mayHaveBye reports whether the bye goes to somebody of the bracket.
func (b *bracket) mayHaveBye() bool {
	return b.p.byeNeeded && b.p.byeLevel >= b.levels[len(b.levels)-1]
}

// soleByeFloater reports whether one player leaves the bracket, and for the
// bye.
func (b *bracket) soleByeFloater() bool {
	if b.scope != everybody || !b.p.byeNeeded {
		return false
	}
	floater := -1
	for v := range b.own {
		if !b.inside(v) {
			if floater >= 0 {
				return false
			}
			floater = v
		}
	}
	return floater >= 0 && int(b.m.mate[floater]) == len(b.vertices)-1
}

// orderMoved chooses who of those moved down is paired, the first if possible,
// and with whom, the first again (art. 3.4, 3.5, 4.4).
func (b *bracket) orderMoved() [][2]int {
	resident := func(w int32) bool { return int(w) >= b.moved && int(w) < b.own }
	var chosen []int32
	for v := range int32(b.moved) {
		if !b.inside(int(v)) && b.hasTight(v, func(w int32) bool { return resident(w) }) {
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
