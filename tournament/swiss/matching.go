package swiss

// matcher finds matchings of maximum weight in a general graph, and finds them
// again after weights have changed.
//
// A weight is a vector of words, compared from the first to the last and added
// word by word: the first words hold the criteria, the last but one the order
// of candidates, the last one a preference of a single vertex. The method is
// that of Edmonds with dual variables (Galil, Efficient algorithms for finding
// maximum matching in graphs, 1986): a tree grows from one exposed vertex at a
// time, or several from vertices in step, over edges without slack. Weights are
// even, so that all steps are whole.
type matcher struct {
	n     int
	words int
	// live are the vertices that have not been removed, ascending.
	live []int32
	// must are the vertices that are not to be exposed: their duals may be
	// negative.
	must []bool
	// class is the kind of the edge between two vertices, 0 for none, and
	// table its weight: table[word][class].
	class []uint16
	table [][]int64
	// rank is the word of order: an edge of a ranked class has the rank of its
	// first vertex. Nil as long as order does not count.
	rank   []int64
	ranked []bool
	// favourite has a preference among its edges, -1 for nobody.
	favourite int
	favour    []int64

	mate []int32
	dual [][]int64 // dual[word][vertex or blossom]
	// A node is a vertex (below n) or a blossom.
	nodes []node
	top   []int32 // the outermost node of a vertex
	// unuse are blossoms free for use, spent those that were opened in this
	// stage.
	unuse, spent []int32

	// The tree of a stage.
	label   []int8
	enter   [][2]int32 // for an odd node the edge by which the tree reached it
	queue   []int32    // even vertices whose edges have not been looked at
	best    []int32    // the even vertex with the least slack to a vertex
	slack   [][]int64  // slack[word][vertex] of the edge to best
	tight   [][2]int32 // edges without slack, from an even vertex
	reached []int32    // nodes with labels
	step    []int64    // by which the duals change
}

// node is a vertex or a blossom: an odd circle of nodes that counts as one.
type node struct {
	parent int32
	base   int32
	// kids are the nodes of the odd circle of a blossom, the first holds its
	// base; ends[i] is the edge from kids[i] to kids[i+1].
	kids []int32
	ends [][2]int32
}

// newMatcher is a matcher of n vertices, all of them exposed, with classes of
// edges and their weights; ranked are the classes that have a rank.
func newMatcher(n int, table [][]int64, class []uint16, ranked []bool) *matcher {
	m := &matcher{
		n: n, words: len(table) + 2, class: class, table: table, ranked: ranked, favourite: -1,
		live: make([]int32, n), must: make([]bool, n), favour: make([]int64, n),
		mate: make([]int32, n), nodes: make([]node, n, 2*n), top: make([]int32, n),
		label: make([]int8, 2*n), enter: make([][2]int32, 2*n), best: make([]int32, n),
	}
	m.dual = vectors(m.words, 2*n)
	m.slack = vectors(m.words, n)
	m.step = make([]int64, m.words)
	for v := range n {
		m.live[v], m.mate[v], m.top[v] = int32(v), -1, int32(v)
		m.nodes[v] = node{parent: -1, base: int32(v)}
	}
	return m
}

// vectors are so many words of n numbers each.
func vectors(words, n int) [][]int64 {
	all := make([]int64, words*n)
	v := make([][]int64, words)
	for k := range v {
		v[k] = all[k*n : (k+1)*n]
	}
	return v
}

// weight is a word of twice the weight of an edge.
func (m *matcher) weight(k int, i, j int32) int64 {
	switch m.words - k {
	case 1:
		if int(i) == m.favourite {
			return m.favour[j]
		}
		if int(j) == m.favourite {
			return m.favour[i]
		}
		return 0
	case 2:
		if m.rank == nil || !m.ranked[m.class[int(i)*m.n+int(j)]] {
			return 0
		}
		return m.rank[min(i, j)]
	}
	return m.table[k][m.class[int(i)*m.n+int(j)]]
}

// edge reports whether there is an edge.
func (m *matcher) edge(i, j int32) bool { return m.class[int(i)*m.n+int(j)] != 0 }

// remove takes an edge away.
func (m *matcher) remove(i, j int32) {
	m.class[int(i)*m.n+int(j)], m.class[int(j)*m.n+int(i)] = 0, 0
}

// reduced is a word of the slack of an edge that is in no blossom.
func (m *matcher) reduced(k int, i, j int32) int64 {
	return m.dual[k][i] + m.dual[k][j] - m.weight(k, i, j)
}

// isTight reports whether an edge may be in a matching of maximum weight: all
// others have slack.
func (m *matcher) isTight(i, j int32) bool {
	nested := m.top[i] == m.top[j]
	for k := range m.words {
		s := m.reduced(k, i, j)
		if s > 0 || s < 0 && !nested {
			return false // blossoms only add to it
		}
		if s < 0 {
			return m.isTightNested(i, j)
		}
	}
	return true
}

// isTightNested is isTight for two vertices of one blossom.
func (m *matcher) isTightNested(i, j int32) bool {
	for k := range m.words {
		if m.reduced(k, i, j)+m.shared(k, i, j) != 0 {
			return false
		}
	}
	return true
}

// rankBy makes the order of candidates count: rank is by vertex, twice the
// value, duals are the duals to begin with.
func (m *matcher) rankBy(rank, duals []int64, first func(v int32) int) {
	for _, v := range m.live {
		for m.top[v] != v {
			m.dissolve(m.top[v])
		}
	}
	m.rank = rank
	for _, v := range m.live {
		m.dual[m.words-2][v] = duals[v]
	}
	for _, v := range m.live {
		if w := m.mate[v]; w > v && !m.isTight(v, w) {
			m.mate[v], m.mate[w] = -1, -1
		}
	}
	for _, v := range m.live {
		if m.must[v] && m.mate[v] < 0 {
			m.settle(v)
		}
	}
	m.greedy(first)
}

// prepare takes a vertex out of all blossoms and out of its pair, so that its
// edges may change; settle must follow.
func (m *matcher) prepare(v int32) {
	for m.top[v] != v {
		m.dissolve(m.top[v])
	}
	if w := m.mate[v]; w >= 0 {
		m.mate[v], m.mate[w] = -1, -1
	}
}

// settle gives a prepared vertex the least dual that its edges allow.
func (m *matcher) settle(v int32) {
	for k := range m.words {
		m.dual[k][v] = 0
	}
	free := m.must[v]
	for _, w := range m.live {
		if w == v || !m.edge(v, w) {
			continue
		}
		if free || m.short(v, w) {
			free = false
			for k := range m.words {
				m.dual[k][v] = m.weight(k, v, w) - m.dual[k][w]
			}
		}
	}
}

// short reports whether an edge has negative slack.
func (m *matcher) short(v, w int32) bool {
	for k := range m.words {
		if s := m.reduced(k, v, w); s != 0 {
			return s < 0
		}
	}
	return false
}

// prefer gives a vertex its preferences, twice the value by vertex, and finds
// the matching again.
func (m *matcher) prefer(v int32, favour func(w int32) int64) {
	m.prepare(v)
	m.favourite = int(v)
	for _, w := range m.live {
		m.favour[w] = favour(w)
	}
	m.settle(v)
	m.solve()
}

// indifferent ends the preference. The matching stays: it is of maximum weight by
// the words before the last, and duals without the last word prove it, as no
// weight has anything there now.
func (m *matcher) indifferent() {
	if m.favourite < 0 {
		return
	}
	m.favourite = -1
	clear(m.dual[m.words-1])
	for _, v := range m.live {
		for m.top[v] != v && m.zero(m.top[v]) {
			m.open(m.top[v])
		}
	}
}

// bind keeps a vertex in a pair with one of those to be kept, among whom is its
// mate.
func (m *matcher) bind(v int32, keep func(w int32) bool) {
	m.must[v] = true
	m.restrict(v, keep)
}

// restrict removes the edges of a vertex that are not to be kept; that of its
// pair must be among those kept.
func (m *matcher) restrict(v int32, keep func(w int32) bool) {
	m.indifferent()
	for m.top[v] != v {
		m.dissolve(m.top[v])
	}
	for _, w := range m.live {
		if w != v && m.edge(v, w) && !keep(w) {
			m.remove(v, w)
		}
	}
	m.solve()
}

// finish removes a vertex and its mate, which it returns.
func (m *matcher) finish(v int32) int32 {
	w := m.mate[v]
	m.indifferent()
	m.prepare(v)
	m.prepare(w)
	live := m.live[:0]
	for _, x := range m.live {
		if x != v && x != w {
			live = append(live, x)
		}
	}
	m.live = live
	m.mate[v], m.mate[w] = w, v
	m.solve()
	return w
}

// solve augments from every exposed vertex that has a dual left.
func (m *matcher) solve() {
	for _, v := range m.live {
		if m.isOpen(v) {
			m.stage(v)
		}
	}
}

// isOpen reports whether a vertex is exposed and must not stay so.
func (m *matcher) isOpen(v int32) bool { return m.mate[v] < 0 && (m.must[v] || !m.zero(v)) }

func (m *matcher) zero(v int32) bool {
	for k := range m.words {
		if m.dual[k][v] != 0 {
			return false
		}
	}
	return true
}
