package swiss

// relation is a symmetric relation of n vertices.
type relation struct {
	n     int
	words int
	bits  []uint64
}

func newRelation(n int) relation {
	words := (n + 63) / 64
	return relation{n: n, words: words, bits: make([]uint64, n*words)}
}

func (r relation) set(i, j int) {
	r.bits[i*r.words+j/64] |= 1 << (j % 64)
	r.bits[j*r.words+i/64] |= 1 << (i % 64)
}

func (r relation) has(i, j int) bool { return r.bits[i*r.words+j/64]>>(j%64)&1 != 0 }
