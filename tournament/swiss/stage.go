package swiss

// The labels of outermost nodes in the tree: even ones are at an even distance
// from the root.
const (
	unlabelled = iota
	even
	odd
)

// stage grows trees from exposed vertices, in step with each other, until the
// matching is larger, or until a vertex without dual can be exposed in place of
// a root.
func (m *matcher) stage(roots ...int32) {
	m.queue, m.tight, m.reached = m.queue[:0], m.tight[:0], m.reached[:0]
	for _, v := range m.live {
		m.best[v] = -1
	}
	for _, v := range roots {
		m.makeEven(m.top[v])
	}
	for !m.grow() {
		if v := m.adjust(); v >= 0 {
			m.flip(v)
			break
		}
	}
	m.closeStage()
}

// closeStage takes the labels off and opens blossoms without dual.
func (m *matcher) closeStage() {
	for _, b := range m.reached {
		m.label[b] = unlabelled
	}
	for len(m.reached) > 0 {
		b := m.reached[len(m.reached)-1]
		m.reached = m.reached[:len(m.reached)-1]
		if b >= int32(m.n) && len(m.nodes[b].kids) > 0 && m.nodes[b].parent < 0 && m.zero(b) {
			m.reached = append(m.reached, m.nodes[b].kids...)
			m.open(b)
		}
	}
	m.unuse = append(m.unuse, m.spent...)
	m.spent = m.spent[:0]
}

func (m *matcher) makeEven(b int32) {
	m.label[b] = even
	m.reached = append(m.reached, b)
	m.each(b, func(v int32) { m.queue = append(m.queue, v) })
}

func (m *matcher) makeOdd(b, from, to int32) {
	m.label[b] = odd
	m.reached = append(m.reached, b)
	m.enter[b] = [2]int32{from, to}
}

// grow follows the edges without slack; true when it has augmented.
func (m *matcher) grow() bool {
	for {
		for len(m.tight) > 0 {
			e := m.tight[len(m.tight)-1]
			m.tight = m.tight[:len(m.tight)-1]
			if m.follow(e[0], e[1]) {
				return true
			}
		}
		if len(m.queue) == 0 {
			return false
		}
		v := m.queue[len(m.queue)-1]
		m.queue = m.queue[:len(m.queue)-1]
		if m.scan(v) {
			return true
		}
	}
}

// scan looks at the edges of an even vertex and augments at once where one
// without slack leads to an exposed node. An odd vertex that is in no blossom
// need not know its best: should it become even, its own scan finds the edge.
func (m *matcher) scan(i int32) bool {
	own := m.top[i]
	row := m.class[int(i)*m.n : (int(i)+1)*m.n]
	weights, duals, slack := m.table[0], m.dual[0], m.slack[0]
	dual := duals[i]
	for _, j := range m.live {
		b := m.top[j]
		if row[j] == 0 || b == own || b == j && m.label[b] == odd {
			continue
		}
		if m.best[j] >= 0 && dual+duals[j]-weights[row[j]] > slack[j] || !m.compare(i, j) {
			continue // what most edges come to is seen by the first word
		}
		if m.label[b] == unlabelled && m.mate[m.nodes[b].base] < 0 {
			return m.follow(i, j)
		}
		m.tight = append(m.tight, [2]int32{i, j})
	}
	return false
}

// compare makes i the best even vertex of j if its slack is less, and reports
// whether it has none. What has grown into one node with j is found anew when
// duals change.
func (m *matcher) compare(i, j int32) bool {
	if m.best[j] >= 0 && m.top[m.best[j]] == m.top[j] {
		return false
	}
	return m.better(i, j) && m.slackIsZero(j)
}

// better keeps the lesser slack of j and reports whether it is that of i.
func (m *matcher) better(i, j int32) bool {
	for k := range m.words {
		s := m.reduced(k, i, j)
		if m.best[j] >= 0 {
			if s > m.slack[k][j] {
				return false
			}
			if s == m.slack[k][j] {
				continue
			}
		}
		m.best[j] = i
		for l := k; l < m.words; l++ {
			m.slack[l][j] = m.reduced(l, i, j)
		}
		return true
	}
	return false
}

// rescan finds the best even vertex of an even vertex anew.
func (m *matcher) rescan(j int32) {
	m.best[j] = -1
	own := m.top[j]
	row := m.class[int(j)*m.n : (int(j)+1)*m.n]
	for _, i := range m.live {
		if row[i] == 0 || m.top[i] == own || m.label[m.top[i]] != even {
			continue
		}
		m.better(i, j)
	}
}

func (m *matcher) slackIsZero(j int32) bool {
	for k := range m.words {
		if m.slack[k][j] != 0 {
			return false
		}
	}
	return true
}

// follow extends the tree by an edge without slack from the even vertex i.
func (m *matcher) follow(i, j int32) bool {
	b := m.top[j]
	if m.top[i] == b {
		return false
	}
	switch m.label[b] {
	case even:
		return m.shrink(i, j)
	case unlabelled:
		base := m.nodes[b].base
		w := m.mate[base]
		if w < 0 {
			m.rotate(b, j)
			m.flip(i)
			m.mate[i], m.mate[j] = j, i
			return true
		}
		m.makeOdd(b, i, j)
		m.makeEven(m.top[w])
	}
	return false
}

// flip exposes an even vertex and matches the root.
func (m *matcher) flip(v int32) {
	partner := int32(-1)
	for {
		b := m.top[v]
		w := m.mate[m.nodes[b].base]
		m.rotate(b, v)
		m.mate[v] = partner
		if w < 0 {
			return
		}
		t := m.top[w]
		e := m.enter[t]
		m.rotate(t, e[1])
		m.mate[e[1]] = e[0]
		v, partner = e[0], e[1]
	}
}

// adjust changes the duals by as much as the tree allows, so that an edge
// loses its slack or a blossom its dual. It returns a vertex that has lost its
// dual, or -1.
func (m *matcher) adjust() int32 {
	const none, half = -1, 2
	exposed := int32(none)
	found := false
	less := func(v [][]int64, at int32, divisor int64) bool {
		for k := range m.words {
			d := v[k][at] / divisor
			if found && d > m.step[k] {
				return false
			}
			if !found || d < m.step[k] {
				found = true
				for l := k; l < m.words; l++ {
					m.step[l] = v[l][at] / divisor
				}
				return true
			}
		}
		return false
	}
	for _, v := range m.live {
		switch m.label[m.top[v]] {
		case even:
			if m.best[v] >= 0 && m.top[m.best[v]] == m.top[v] {
				m.rescan(v)
			}
			if !m.must[v] && less(m.dual, v, 1) {
				exposed = v
			}
			if m.best[v] >= 0 && less(m.slack, v, half) {
				exposed = none
			}
		case unlabelled:
			if m.best[v] >= 0 && less(m.slack, v, 1) {
				exposed = none
			}
		}
	}
	for _, b := range m.reached {
		if b >= int32(m.n) && m.label[b] == odd && m.isOuter(b) && less(m.dual, b, half) {
			exposed = none
		}
	}
	if !found {
		panic("swiss: a player who must be paired cannot be")
	}
	m.move()
	if exposed < 0 {
		m.loosen()
	}
	return exposed
}

// move applies a step to duals and slacks.
func (m *matcher) move() {
	for k := range m.words {
		d := m.step[k]
		if d == 0 {
			continue
		}
		dual, slack := m.dual[k], m.slack[k]
		for _, v := range m.live {
			switch m.label[m.top[v]] {
			case even:
				dual[v] -= d
				slack[v] -= 2 * d
			case odd:
				dual[v] += d
			default:
				slack[v] -= d
			}
		}
		for _, b := range m.reached {
			if b < int32(m.n) || !m.isOuter(b) {
				continue
			}
			switch m.label[b] {
			case even:
				dual[b] += 2 * d
			case odd:
				dual[b] -= 2 * d
			}
		}
	}
}

// loosen takes up what lost its slack or dual.
func (m *matcher) loosen() {
	for _, v := range m.live {
		if m.best[v] >= 0 && m.label[m.top[v]] != odd && m.slackIsZero(v) {
			m.tight = append(m.tight, [2]int32{m.best[v], v})
		}
	}
	for i := 0; i < len(m.reached); i++ {
		b := m.reached[i]
		if b >= int32(m.n) && m.label[b] == odd && m.isOuter(b) && m.zero(b) {
			m.expand(b)
		}
	}
}
