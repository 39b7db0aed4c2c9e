package swiss

// completion keeps a pairing of everybody in which nobody meets whom he must
// not: the proof that a bracket leaves a legal pairing for the others (C4). It
// is a matching of greatest size (Edmonds' algorithm).
type completion struct {
	n     int
	legal func(i, j int) bool
	mate  []int

	in     []bool // the vertices of the present question
	parent []int
	base   []int
	even   []bool
	queue  []int
	bloom  []bool
	seen   []bool
}

func newCompletion(n int, legal func(i, j int) bool) *completion {
	c := &completion{
		n: n, legal: legal, mate: make([]int, n), in: make([]bool, n), parent: make([]int, n),
		base: make([]int, n), even: make([]bool, n), bloom: make([]bool, n), seen: make([]bool, n),
	}
	for i := range c.mate {
		c.mate[i] = -1
	}
	return c
}

// part takes a pair apart.
func (c *completion) part(v int) {
	if w := c.mate[v]; w >= 0 {
		c.mate[v], c.mate[w] = -1, -1
	}
}

// cover pairs the vertices among themselves, keeping pairs where it can, and
// reports whether nobody is left.
func (c *completion) cover(vertices []int) bool {
	clear(c.in)
	for _, v := range vertices {
		c.in[v] = true
	}
	for _, v := range vertices {
		if w := c.mate[v]; w >= 0 && !c.in[w] {
			c.part(v)
		}
	}
	// Halves against each other is what most brackets come to.
	for i, v := range vertices {
		if c.mate[v] >= 0 {
			continue
		}
		for k := range vertices {
			w := vertices[(i+len(vertices)/2+k)%len(vertices)]
			if c.mate[w] < 0 && w != v && c.legal(v, w) {
				c.mate[v], c.mate[w] = w, v
				break
			}
		}
	}
	ok := true
	for _, v := range vertices {
		if c.mate[v] < 0 && !c.augment(v, vertices) {
			ok = false
		}
	}
	return ok
}

func (c *completion) augment(root int, vertices []int) bool {
	for _, v := range vertices {
		c.parent[v], c.base[v], c.even[v] = -1, v, false
	}
	c.even[root] = true
	c.queue = append(c.queue[:0], root)
	for len(c.queue) > 0 {
		v := c.queue[0]
		c.queue = c.queue[1:]
		for _, w := range vertices {
			if c.base[v] == c.base[w] || c.mate[v] == w || !c.legal(v, w) {
				continue
			}
			if w == root || c.mate[w] >= 0 && c.parent[c.mate[w]] >= 0 {
				c.shrink(v, w, vertices)
			} else if c.parent[w] < 0 {
				c.parent[w] = v
				if c.mate[w] < 0 {
					c.flip(w)
					return true
				}
				if !c.even[c.mate[w]] {
					c.even[c.mate[w]] = true
					c.queue = append(c.queue, c.mate[w])
				}
			}
		}
	}
	return false
}

func (c *completion) flip(w int) {
	for w >= 0 {
		v := c.parent[w]
		next := c.mate[v]
		c.mate[v], c.mate[w] = w, v
		w = next
	}
}

func (c *completion) shrink(v, w int, vertices []int) {
	common := c.common(v, w, vertices)
	for _, x := range vertices {
		c.bloom[x] = false
	}
	c.mark(v, common, w)
	c.mark(w, common, v)
	for _, x := range vertices {
		if c.bloom[c.base[x]] {
			c.base[x] = common
			if !c.even[x] {
				c.even[x] = true
				c.queue = append(c.queue, x)
			}
		}
	}
}

func (c *completion) mark(v, common, child int) {
	for c.base[v] != common {
		c.bloom[c.base[v]], c.bloom[c.base[c.mate[v]]] = true, true
		c.parent[v] = child
		child = c.mate[v]
		v = c.parent[c.mate[v]]
	}
}

func (c *completion) common(v, w int, vertices []int) int {
	for _, x := range vertices {
		c.seen[x] = false
	}
	for {
		v = c.base[v]
		c.seen[v] = true
		if c.mate[v] < 0 {
			break
		}
		v = c.parent[c.mate[v]]
	}
	for {
		w = c.base[w]
		if c.seen[w] {
			return w
		}
		w = c.parent[c.mate[w]]
	}
}
