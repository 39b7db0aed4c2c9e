package swiss

import (
	"slices"

	"crownpost/tournament"
)

// Criterion is one of the criteria of C.04.3 art. 2, by its number.
type Criterion int8

// The criteria. InOrder is none of them: of equals, the first in the order of
// candidates is taken (art. 4).
const (
	InOrder Criterion = iota
	C1
	C2
	C3
	C4
	C5
	C6
	C7
	C8
	C9
	C10
	C11
	C12
	C13
	C14
	C15
	C16
	C17
	C18
	C19
	C20
	C21
)

// String is a sentence for people.
func (c Criterion) String() string {
	return [...]string{
		"the order of candidates",
		"C1: the two have met or must not meet",
		"C2: no second bye",
		"C3: both must have the same colour",
		"C4: the others could not be paired",
		"C5: the bye goes to the lowest score",
		"C6: as few as possible leave the bracket",
		"C7: those who leave the bracket have the lowest scores",
		"C8: the next bracket can be paired as well as possible",
		"C9: the bye goes to whom has played most",
		"C10: no colour leads by more than two",
		"C11: no colour three times in a row",
		"C12: most players have the colour they prefer",
		"C13: most players have the colour they strongly prefer",
		"C14: nobody floats down after the last round's downfloat",
		"C15: nobody floats up after the last round's upfloat",
		"C16: nobody floats down after a downfloat two rounds ago",
		"C17: nobody floats up after an upfloat two rounds ago",
		"C18: the least difference of scores after the last round's downfloat",
		"C19: the least difference of scores after the last round's upfloat",
		"C20: the least difference of scores after a downfloat two rounds ago",
		"C21: the least difference of scores after an upfloat two rounds ago",
	}[c]
}

// Bracket is one step of a pairing.
type Bracket struct {
	// Score is that of the residents, with virtual points.
	Score tournament.Tenths
	// MovedDown came from brackets above, Residents have the score, Floaters
	// leave the bracket without a game: IDs in the order of the rules.
	MovedDown, Residents, Floaters []int
}

// Reason explains a pair.
type Reason struct {
	Colour ColourRule
	// Down and Up are the IDs of those who float, 0 when both have the same
	// score.
	Down, Up int
	// Instead is the opponent whom the rules would have given first to the
	// higher ranked of the two, 0 if that is his opponent, and Criterion what
	// spoke against him. Only Explain fills them.
	Instead   int
	Criterion Criterion
}

func (p *process) reason(x game, rule ColourRule) Reason {
	a, b := &p.entrants[x.high], &p.entrants[x.low]
	r := Reason{Colour: rule, Instead: x.instead, Criterion: x.criterion}
	if a.level > b.level {
		r.Down, r.Up = a.id, b.id
	}
	return r
}

// describe is the bracket after its pairs were taken.
func (p *process) describe(b *bracket, games [][2]int) Bracket {
	d := Bracket{Score: b.levels[len(b.levels)-1]}
	paired := make([]bool, b.own)
	for _, g := range games {
		paired[g[0]], paired[g[1]] = true, true
	}
	for v := range b.own {
		id := p.entrants[b.vertices[v]].id
		if v < b.moved {
			d.MovedDown = append(d.MovedDown, id)
		} else {
			d.Residents = append(d.Residents, id)
		}
		if !paired[v] {
			d.Floaters = append(d.Floaters, id)
		}
	}
	return d
}

// Explain pairs a round as Pair does and finds for each pair what decided it:
// the first opponent in the order of the rules is tried, together with the
// pairs before it, and the first criterion that gets worse is the answer. It
// takes about as many pairings as the round has pairs.
func Explain(f tournament.Field, round int) (Round, error) {
	return pair(f, round, mode{explain: true})
}

// explainGames finds what decided each pair of a bracket, in the order in which
// the rules come to them.
func (b *bracket) explainGames(games [][2]int) []game {
	whole := b.within(everybody)
	whole.solve()
	best := whole.totals()
	open := make([]int, b.own)
	for v := range open {
		open[v] = v
	}
	var explained []game
	for i, g := range games {
		x := game{high: b.vertices[g[0]], low: b.vertices[g[1]]}
		if first := b.firstFor(g[0], open, len(games)-i); first >= 0 && first != g[1] {
			x.instead = b.p.entrants[b.vertices[first]].id
			x.criterion = whole.against(games[:i], [2]int{g[0], first}, best)
		}
		open = slices.DeleteFunc(open, func(v int) bool { return v == g[0] || v == g[1] })
		explained = append(explained, x)
	}
	return explained
}

// firstFor is whom the rules give first to a vertex when so many pairs are
// still to be made of the open vertices, -1 for nobody.
func (b *bracket) firstFor(v int, open []int, pairs int) int {
	residents := open[slices.IndexFunc(open, func(w int) bool { return w >= b.moved }):]
	at := 0
	if v >= b.moved {
		at = pairs
	}
	if at >= len(residents) || residents[at] <= v {
		return -1
	}
	return residents[at]
}

// against is the criterion that speaks against a pair after others have been
// made.
func (b *bracket) against(made [][2]int, pair [2]int, best []int64) Criterion {
	p := b.p
	i, j := b.vertices[pair[0]], b.vertices[pair[1]]
	switch {
	case p.barred.has(i, j):
		return C1
	case !p.legal(i, j):
		return C3
	}
	fixed := append(slices.Clone(made), pair)
	taken := make(map[int]bool)
	for _, g := range fixed {
		taken[b.vertices[g[0]]], taken[b.vertices[g[1]]] = true, true
	}
	others := slices.DeleteFunc(slices.Clone(p.remaining), func(v int) bool { return taken[v] })
	if !p.completes(others) {
		return C4
	}
	forced := *b
	forced.build()
	for _, g := range fixed {
		for _, v := range g {
			for w := range b.vertices {
				if w != g[0] && w != g[1] {
					forced.m.remove(int32(v), int32(w))
				}
			}
		}
	}
	forced.m.start(forced.parts, forced.kin, forced.opposite)
	forced.m.solve()
	for k, total := range forced.totals() {
		if total != best[k] {
			return b.measures()[k].criterion
		}
	}
	return InOrder
}

// totals are the measures of the matching that was found.
func (b *bracket) totals() []int64 {
	ms := b.measures()
	totals := make([]int64, len(ms))
	for v := range b.vertices {
		if w := int(b.m.mate[v]); w > v {
			e := b.edgeOf(v, w)
			for k, m := range ms {
				totals[k] += m.of(e)
			}
		}
	}
	return totals
}
