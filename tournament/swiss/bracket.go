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
