package swiss

import "slices"

// start sets the duals and matches what has no slack, in order, each beginning
// with first. A dual is what the vertex adds by itself, part, and half of the
// greatest weight that is left of its edges to its kin; where that is not
// enough, and for those without kin (0), what its edges ask for.
func (m *matcher) start(part [][]int64, kin func(v int32) int, first func(v int32) int) {
	kins := make([]int, m.n)
	for _, v := range m.live {
		kins[v] = kin(v)
	}
	most := make([]int64, len(part))
	for _, v := range m.live {
		clear(most)
		for _, w := range m.live {
			c := m.class[int(v)*m.n+int(w)]
			if c == 0 || kins[v] != kins[w] {
				continue
			}
			for k := range part {
				if d := m.table[k][c] - part[k][v] - part[k][w] - most[k]; d != 0 {
					if d > 0 {
						for l := k; l < len(part); l++ {
							most[l] = m.table[l][c] - part[l][v] - part[l][w]
						}
					}
					break
				}
			}
		}
		for k := range part {
			m.dual[k][v] = part[k][v] + most[k]/2
		}
	}
	for _, v := range m.live {
		for _, w := range m.live {
			if kins[v] != 0 && kins[w] != 0 && w != v && m.edge(v, w) && m.short(v, w) {
				for k := range m.words {
					m.dual[k][v] = m.weight(k, v, w) - m.dual[k][w]
				}
			}
		}
	}
	for _, v := range m.live {
		if kins[v] == 0 {
			m.settle(v)
		}
	}
	m.greedy(first)
	// What was to leave room for edges to vertices that are matched by now may
	// be less.
	for _, v := range m.live {
		if m.mate[v] < 0 {
			m.settle(v)
		}
	}
	m.greedy(first)
	m.lower(first)
}

// greedy matches exposed vertices over edges without slack and reports whether
// there were any; first is the vertex to begin with.
func (m *matcher) greedy(first func(v int32) int) (found bool) {
	var exposed []int32
	for _, v := range m.live {
		if m.mate[v] < 0 && m.top[v] == v {
			exposed = append(exposed, v)
		}
	}
	for _, v := range exposed {
		if m.mate[v] >= 0 {
			continue
		}
		from, _ := slices.BinarySearch(exposed, int32(first(v)))
		for k := range exposed {
			w := exposed[(from+k)%len(exposed)]
			if w != v && m.mate[w] < 0 && m.edge(v, w) && m.isTight(v, w) {
				m.mate[v], m.mate[w] = w, v
				found = true
				break
			}
		}
	}
	return found
}

// lower grows the trees of open vertices together, as long as that leaves some
// that can be matched over a single edge. Where many players are alike and the
// opponents they want are too few, their duals come down at once and not one
// after the other.
func (m *matcher) lower(first func(v int32) int) {
	for more := true; more; {
		var roots []int32
		for _, v := range m.live {
			if m.isOpen(v) && (len(roots) == 0 || m.inStep(roots[0], v)) {
				roots = append(roots, v)
			}
		}
		if len(roots) < 2 {
			return
		}
		m.stage(roots...)
		more = m.greedy(first)
	}
}

// inStep reports whether trees of two vertices meet in whole steps: their duals
// are odd or even alike.
func (m *matcher) inStep(v, w int32) bool {
	for k := range m.words {
		if (m.dual[k][v]^m.dual[k][w])&1 != 0 {
			return false
		}
	}
	return true
}
