package swiss

import "math/bits"

// wordBits is what the criteria take of a word; the rest of its 63 bits is
// room for sums of duals.
const wordBits = 40

// edge is what the criteria say of one pair.
type edge struct {
	kind edgeKind
	// again is for a rematch that is allowed how many rounds ago it was.
	again uint16
	level uint8 // of the higher ranked, by its place in the bracket's levels
	// bye is higher for fewer unplayed games.
	bye uint16
	// good has a bit for each of C10 to C13, C15 and C17 that the pair does not
	// offend, kept are the floaters of C14 and C16 that it keeps from floating
	// again.
	good uint8
	kept [2]uint8
	// far has a bit for each of C18 to C21: the player moved down floated down,
	// or his opponent did not float up.
	far uint8
}

type edgeKind uint8

const (
	noEdge edgeKind = iota
	elsewhere
	inNext
	inBracket
)

// The bits of edge.good.
const (
	goodC10 = 1 << iota
	goodC11
	goodC12
	goodC13
	goodC15
	goodC17
	goodAll = 1<<iota - 1
)

// edgeOf judges the pair of two vertices, v ranked above w.
func (b *bracket) edgeOf(v, w int) edge {
	e := b.meritsOf(v, w)
	if e.kind != noEdge && len(b.p.again) > 0 {
		e.again = uint16(b.p.again[[2]int{b.vertices[v], b.vertices[w]}])
	}
	return e
}

func (b *bracket) meritsOf(v, w int) edge {
	p := b.p
	i, j := b.vertices[v], b.vertices[w]
	if j > len(p.entrants) {
		return edge{kind: elsewhere}
	}
	if !p.legal(i, j) {
		return edge{}
	}
	if j == len(p.entrants) {
		e := edge{kind: elsewhere}
		if b.lastBye && v < b.own {
			e.bye = uint16(p.round - p.entrants[i].unplayed)
		}
		return e
	}
	switch {
	case w < b.moved:
		return edge{}
	case w >= b.next:
		return edge{kind: elsewhere}
	case w >= b.own:
		e := edge{kind: inNext, level: uint8(len(b.levels))}
		if v < b.own {
			e.level = uint8(b.levelOf[v])
		}
		return e
	}
	x, y := &p.entrants[i], &p.entrants[j]
	e := edge{kind: inBracket, level: uint8(b.levelOf[v]), good: colourMerits(x, y)}
	movedDown := v < b.moved
	for ago := range 2 {
		if y.down[ago] {
			e.kept[ago]++
		}
		if !movedDown && x.down[ago] {
			e.kept[ago]++
		}
		if !movedDown || !y.up[ago] {
			e.good |= goodC15 << ago
			if movedDown {
				e.far |= 2 << (2 * ago)
			}
		}
		if movedDown && x.down[ago] {
			e.far |= 1 << (2 * ago)
		}
	}
	return e
}

// colourMerits are C10 to C13: what becomes of two players who want the same
// colour.
func colourMerits(x, y *entrant) uint8 {
	const all = goodC10 | goodC11 | goodC12 | goodC13
	if !clash(x, y) {
		return all
	}
	merits := uint8(all &^ goodC12)
	if x.strength == absolute && y.strength == absolute {
		if x.excess > 1 && y.excess > 1 {
			merits &^= goodC10
		}
		c, _ := allocate(x, y, 0)
		loser := x
		if c == x.wants {
			loser = y
		}
		if loser.repeated == loser.wants.Other() {
			merits &^= goodC11
		}
		return merits
	}
	if x.strength >= strong && y.strength >= strong {
		merits &^= goodC13
	}
	return merits
}

// measure is one criterion as a number: the sum over the pairs is to be as
// large as possible.
type measure struct {
	criterion Criterion
	of        func(e edge) int64
	// part is what each of the two adds by himself, nil for nothing.
	part func(v int) int64
	// most bounds the sum.
	most int64
}

// measures are the criteria in their order. C4 and C5 are not among them: the
// bye is a vertex like others.
func (b *bracket) measures() []measure {
	one := func(yes bool) int64 {
		if yes {
			return 1
		}
		return 0
	}
	all := int64(len(b.vertices))
	own := int64(b.own)
	var ms []measure
	add := func(c Criterion, most int64, of func(e edge) int64) {
		ms = append(ms, measure{criterion: c, of: of, most: most})
	}
	if len(b.p.again) > 0 {
		add(C1, all, func(e edge) int64 { return one(e.again == 0) })
		add(C1, all*int64(b.p.round), func(e edge) int64 { return int64(e.again) })
	}
	add(C6, own, func(e edge) int64 { return one(e.kind == inBracket) })
	members := make([]int64, len(b.levels))
	for _, l := range b.levelOf {
		members[l]++
	}
	byLevel := func(c Criterion, levels int, of func(e edge) bool) {
		for l := range levels {
			add(c, members[l], func(e edge) int64 { return one(int(e.level) == l && of(e)) })
		}
	}
	higher := len(b.levels) - 1 // the last is that of the residents
	byLevel(C7, higher, func(e edge) bool { return e.kind == inBracket })
	add(C8, all, func(e edge) int64 { return one(e.kind == inNext) })
	byLevel(C8, len(b.levels), func(e edge) bool { return e.kind == inNext })
	add(C9, int64(b.p.round), func(e edge) int64 { return int64(e.bye) })
	good := func(c Criterion, bit uint8) {
		add(c, own, func(e edge) int64 { return one(e.good&bit != 0) })
	}
	good(C10, goodC10)
	good(C11, goodC11)
	good(C12, goodC12)
	good(C13, goodC13)
	for ago := range 2 {
		ms = append(ms, measure{
			criterion: C14 + 2*Criterion(ago), of: func(e edge) int64 { return int64(e.kept[ago]) }, most: own,
			part: func(v int) int64 {
				return one(v >= b.moved && v < b.own && b.p.entrants[b.vertices[v]].down[ago])
			},
		})
		good(C15+2*Criterion(ago), goodC15<<ago)
	}
	for side := range 4 { // C18 and C19, C20 and C21
		byLevel(C18+Criterion(side), higher, func(e edge) bool { return e.far&(1<<side) != 0 })
	}
	return ms
}

// build makes the graph of the bracket.
func (b *bracket) build() {
	n := len(b.vertices)
	class := make([]uint16, n*n)
	known := map[edge]uint16{{}: 0}
	edges := []edge{{}}
	for v := range n {
		for w := v + 1; w < n; w++ {
			e := b.edgeOf(v, w)
			c, ok := known[e]
			if !ok {
				c = uint16(len(edges))
				known[e] = c
				edges = append(edges, e)
			}
			class[v*n+w], class[w*n+v] = c, c
		}
	}
	ranked := make([]bool, len(edges))
	for c, e := range edges {
		ranked[c] = e.kind == inBracket
	}
	b.m = newMatcher(n, b.table(edges), class, ranked)
	for v := range n {
		b.m.must[v] = b.scope == everybody || b.vertices[v] >= len(b.p.entrants)
	}
}

// table packs the measures into words, twice each value.
func (b *bracket) table(edges []edge) [][]int64 {
	var words [][]int64
	b.parts = nil
	room := 0
	for _, m := range b.measures() {
		if m.criterion != C6 && decided(m, edges) {
			continue
		}
		width := bits.Len64(uint64(m.most))
		if room < width {
			words = append(words, make([]int64, len(edges)))
			b.parts = append(b.parts, make([]int64, len(b.vertices)))
			room = wordBits
		}
		room -= width
		word := words[len(words)-1]
		for c, e := range edges[1:] {
			word[c+1] += 2 * m.of(e) << room
		}
		if m.part != nil {
			for v := range b.vertices {
				b.parts[len(words)-1][v] += 2 * m.part(v) << room
			}
		}
	}
	return words
}

// decided reports whether a measure is nothing but the number of pairs in the
// bracket, or nothing at all.
func decided(m measure, edges []edge) bool {
	value, seen := int64(0), false
	for _, e := range edges[1:] {
		x := m.of(e)
		if e.kind != inBracket {
			if x != 0 {
				return false
			}
			continue
		}
		if seen && x != value {
			return false
		}
		value, seen = x, true
	}
	return true
}
