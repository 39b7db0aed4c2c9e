package swiss

import "slices"

// matcher finds matchings of maximum weight in a general graph, and finds them
// again after weights have changed.
//
// A weight is a vector of words, compared from the first to the last and added
// word by word: the first words hold the criteria, the last but one the order
// of candidates, the last one a preference of a single vertex. The method is
// that of Edmonds with dual variables (Galil, Efficient algorithms for finding
// maximum matching in graphs, 1986): a tree grows from one exposed vertex at a
// time over edges without slack. Weights are even, so that all steps are whole.
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
	tight   [][2]int32
	labeled []int32
	step    []int64
}

type node struct {
	parent int32
	base   int32
	// kids are the nodes of the odd circle of a blossom, the first holds its
	// base; ends[i] is the edge from kids[i] to kids[i+1].
	kids []int32
	ends [][2]int32
}

const (
	unlabelled = iota
	even
	odd
)

// newMatcher is a matcher of n vertices without edges, whose criteria take so
// many words.
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

func (m *matcher) edge(i, j int32) bool { return m.class[int(i)*m.n+int(j)] != 0 }

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

func (m *matcher) isTightNested(i, j int32) bool {
	for k := range m.words {
		if m.reduced(k, i, j)+m.shared(k, i, j) != 0 {
			return false
		}
	}
	return true
}

// shared is a word of the duals of the blossoms that hold both vertices.
func (m *matcher) shared(k int, i, j int32) int64 {
	b := m.nodes[i].parent
	for b >= 0 && !m.inside(j, b) {
		b = m.nodes[b].parent
	}
	sum := int64(0)
	for ; b >= 0; b = m.nodes[b].parent {
		sum += m.dual[k][b]
	}
	return sum
}

func (m *matcher) inside(v, b int32) bool {
	for ; v >= 0; v = m.nodes[v].parent {
		if v == b {
			return true
		}
	}
	return false
}

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
}

// greedy matches exposed vertices over edges without slack; first is the vertex
// to begin with.
func (m *matcher) greedy(first func(v int32) int) {
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
				break
			}
		}
	}
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

// indifferent ends the preference.
func (m *matcher) indifferent() {
	if m.favourite < 0 {
		return
	}
	v := int32(m.favourite)
	m.prepare(v)
	m.favourite = -1
	m.settle(v)
	m.solve()
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
	nested := m.top[v] != v || m.favourite == int(v)
	if nested {
		m.prepare(v)
		if m.favourite == int(v) {
			m.favourite = -1
		}
	}
	for _, w := range m.live {
		if w != v && m.edge(v, w) && !keep(w) {
			m.remove(v, w)
		}
	}
	if nested {
		m.settle(v)
		m.solve()
	}
}

// finish removes a vertex and its mate, which it returns.
func (m *matcher) finish(v int32) int32 {
	w := m.mate[v]
	m.prepare(v)
	m.prepare(w)
	if m.favourite == int(v) || m.favourite == int(w) {
		m.favourite = -1
	}
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
		if m.mate[v] < 0 && (m.must[v] || !m.zero(v)) {
			m.stage(v)
		}
	}
}

func (m *matcher) zero(v int32) bool {
	for k := range m.words {
		if m.dual[k][v] != 0 {
			return false
		}
	}
	return true
}

// dissolve turns an outermost blossom into its nodes. Its dual goes to its
// vertices; the edge that leaves it gets slack by that, so it is given up.
func (m *matcher) dissolve(b int32) {
	if !m.zero(b) {
		base := m.nodes[b].base
		if w := m.mate[base]; w >= 0 {
			m.mate[base], m.mate[w] = -1, -1
		}
		m.each(b, func(v int32) {
			for k := range m.words {
				m.dual[k][v] += m.dual[k][b] / 2
			}
		})
	}
	m.open(b)
}

// open makes the nodes of an outermost blossom outermost.
func (m *matcher) open(b int32) {
	for _, kid := range m.nodes[b].kids {
		m.nodes[kid].parent = -1
		m.each(kid, func(v int32) { m.top[v] = kid })
	}
	m.nodes[b].kids = m.nodes[b].kids[:0]
	m.nodes[b].ends = m.nodes[b].ends[:0]
	m.unuse = append(m.unuse, b)
}

func (m *matcher) each(b int32, f func(v int32)) {
	if b < int32(m.n) {
		f(b)
		return
	}
	for _, kid := range m.nodes[b].kids {
		m.each(kid, f)
	}
}

// stage grows a tree from an exposed vertex until the matching is larger, or
// until a vertex without dual can be exposed in place of the root.
func (m *matcher) stage(root int32) {
	m.queue, m.tight, m.labeled = m.queue[:0], m.tight[:0], m.labeled[:0]
	for _, v := range m.live {
		m.best[v] = -1
	}
	m.makeEven(m.top[root])
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
	for _, b := range m.labeled {
		m.label[b] = unlabelled
	}
	for len(m.labeled) > 0 {
		b := m.labeled[len(m.labeled)-1]
		m.labeled = m.labeled[:len(m.labeled)-1]
		if b >= int32(m.n) && len(m.nodes[b].kids) > 0 && m.nodes[b].parent < 0 && m.zero(b) {
			m.labeled = append(m.labeled, m.nodes[b].kids...)
			m.open(b)
		}
	}
	m.unuse = append(m.unuse, m.spent...)
	m.spent = m.spent[:0]
}

func (m *matcher) makeEven(b int32) {
	m.label[b] = even
	m.labeled = append(m.labeled, b)
	m.each(b, func(v int32) { m.queue = append(m.queue, v) })
}

func (m *matcher) makeOdd(b, from, to int32) {
	m.label[b] = odd
	m.labeled = append(m.labeled, b)
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
		m.scan(v)
	}
}

// scan looks at the edges of an even vertex.
func (m *matcher) scan(i int32) {
	own := m.top[i]
	row := m.class[int(i)*m.n : (int(i)+1)*m.n]
	for _, j := range m.live {
		if row[j] == 0 || m.top[j] == own || j == i {
			continue
		}
		m.compare(i, j)
	}
}

// compare makes i the best even vertex of j if its slack is less. What has
// grown into one node with j is found anew when duals change.
func (m *matcher) compare(i, j int32) {
	if m.best[j] >= 0 && m.top[m.best[j]] == m.top[j] {
		return
	}
	if m.better(i, j) && m.slackIsZero(j) {
		m.tight = append(m.tight, [2]int32{i, j})
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
		m.shrink(i, j)
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

// rotate makes a vertex the base of a blossom; its mate is up to the caller.
func (m *matcher) rotate(b, v int32) {
	if b < int32(m.n) || m.nodes[b].base == v {
		return
	}
	kid := v
	for m.nodes[kid].parent != b {
		kid = m.nodes[kid].parent
	}
	m.rotate(kid, v)
	kids, ends := m.nodes[b].kids, m.nodes[b].ends
	for i := range kids {
		if kids[i] == kid {
			m.nodes[b].kids = append(append(make([]int32, 0, len(kids)), kids[i:]...), kids[:i]...)
			m.nodes[b].ends = append(append(make([][2]int32, 0, len(ends)), ends[i:]...), ends[:i]...)
			break
		}
	}
	kids, ends = m.nodes[b].kids, m.nodes[b].ends
	for i := 1; i < len(kids); i += 2 {
		x, y := ends[i][0], ends[i][1]
		m.rotate(kids[i], x)
		m.rotate(kids[i+1], y)
		m.mate[x], m.mate[y] = y, x
	}
	m.nodes[b].base = v
}

// path is the way from an even node to the root, with the edges upwards.
func (m *matcher) path(b int32) (nodes []int32, edges [][2]int32) {
	for {
		nodes = append(nodes, b)
		base := m.nodes[b].base
		w := m.mate[base]
		if w < 0 {
			return nodes, edges
		}
		t := m.top[w]
		e := m.enter[t]
		nodes = append(nodes, t)
		edges = append(edges, [2]int32{base, w}, [2]int32{e[1], e[0]})
		b = m.top[e[0]]
	}
}

// shrink makes a blossom of the circle that an edge between two even nodes
// closes.
func (m *matcher) shrink(i, j int32) {
	left, up := m.path(m.top[i])
	right, upRight := m.path(m.top[j])
	// The paths share their ends; the last common node is the lowest.
	a, z := len(left)-1, len(right)-1
	for a > 0 && z > 0 && left[a-1] == right[z-1] {
		a, z = a-1, z-1
	}
	var b int32
	if k := len(m.unuse); k > 0 {
		b = m.unuse[k-1]
		m.unuse = m.unuse[:k-1]
	} else {
		b = int32(len(m.nodes))
		m.nodes = append(m.nodes, node{})
	}
	kids, ends := []int32{left[a]}, [][2]int32(nil)
	for k := a - 1; k >= 0; k-- {
		kids = append(kids, left[k])
		ends = append(ends, [2]int32{up[k][1], up[k][0]})
	}
	ends = append(ends, [2]int32{i, j})
	for k := range z {
		kids = append(kids, right[k])
		ends = append(ends, upRight[k])
	}
	m.nodes[b] = node{parent: -1, base: m.nodes[left[a]].base, kids: kids, ends: ends}
	for k := range m.words {
		m.dual[k][b] = 0
	}
	for _, kid := range kids {
		m.nodes[kid].parent = b
		wasOdd := m.label[kid] == odd
		m.each(kid, func(v int32) {
			m.top[v] = b
			if wasOdd {
				m.queue = append(m.queue, v)
			}
		})
	}
	m.label[b] = even
	m.labeled = append(m.labeled, b)
}

// expand opens an odd blossom without dual in the middle of a stage.
func (m *matcher) expand(b int32) {
	e := m.enter[b]
	kids, ends := m.nodes[b].kids, m.nodes[b].ends
	at := int32(0)
	for i, kid := range kids {
		if m.inside(e[1], kid) {
			at = int32(i)
		}
	}
	for _, kid := range kids {
		m.label[kid] = unlabelled
		m.nodes[kid].parent = -1
		m.each(kid, func(v int32) { m.top[v] = kid })
	}
	// The way to the base leaves by the matched edge.
	n, step := int32(len(kids)), int32(1)
	if at%2 == 0 {
		step = -1
	}
	from, to := e[0], e[1]
	for i := at; ; {
		m.makeOdd(kids[i], from, to)
		if i == 0 {
			break
		}
		mid := (i + step + n) % n
		m.makeEven(kids[mid])
		i = (mid + step + n) % n
		if step > 0 {
			from, to = ends[mid][0], ends[mid][1]
		} else {
			from, to = ends[i][1], ends[i][0]
		}
	}
	m.nodes[b].kids, m.nodes[b].ends = nil, nil
	m.spent = append(m.spent, b)
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
	for _, b := range m.labeled {
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

func (m *matcher) isOuter(b int32) bool { return m.nodes[b].parent < 0 && len(m.nodes[b].kids) > 0 }

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
		for _, b := range m.labeled {
			if b < int32(m.n) || !m.isOuter(b) {
				continue
			}
			if m.label[b] == even {
				dual[b] += 2 * d
			} else if m.label[b] == odd {
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
	for i := 0; i < len(m.labeled); i++ {
		b := m.labeled[i]
		if b >= int32(m.n) && m.label[b] == odd && m.isOuter(b) && m.zero(b) {
			m.expand(b)
		}
	}
}
