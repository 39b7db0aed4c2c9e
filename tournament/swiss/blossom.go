package swiss

func (m *matcher) inside(v, b int32) bool {
	for ; v >= 0; v = m.nodes[v].parent {
		if v == b {
			return true
		}
	}
	return false
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

func (m *matcher) isOuter(b int32) bool { return m.nodes[b].parent < 0 && len(m.nodes[b].kids) > 0 }

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
// closes. Where they are in two trees, the edge joins the roots: shrink augments
// and returns true.
func (m *matcher) shrink(i, j int32) bool {
	left, up := m.path(m.top[i])
	right, upRight := m.path(m.top[j])
	// The paths share their ends; the last common node is the lowest.
	a, z := len(left)-1, len(right)-1
	if left[a] != right[z] {
		m.flip(i)
		m.flip(j)
		m.mate[i], m.mate[j] = j, i
		return true
	}
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
	m.reached = append(m.reached, b)
	return false
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
