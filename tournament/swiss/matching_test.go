package swiss

import (
	"math/rand/v2"
	"testing"
)

// heaviest is the greatest weight of a matching of the vertices from v on, by
// trying all.
func heaviest(m *matcher, v int, used []bool) int64 {
	for v < m.n && used[v] {
		v++
	}
	if v == m.n {
		return 0
	}
	used[v] = true
	best := heaviest(m, v+1, used)
	for w := v + 1; w < m.n; w++ {
		if !used[w] && m.edge(int32(v), int32(w)) {
			used[w] = true
			best = max(best, m.weight(0, int32(v), int32(w))+heaviest(m, v+1, used))
			used[w] = false
		}
	}
	used[v] = false
	return best
}

func TestMatcherFindsTheGreatestWeightAgainAfterEdgesAreRemoved(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	for range 3000 {
		n := 2 + random.IntN(8)
		table := [][]int64{{0, 2, 4, 6, 10, 24}}
		class := make([]uint16, n*n)
		for v := range n {
			for w := range v {
				c := uint16(random.IntN(len(table[0])))
				class[v*n+w], class[w*n+v] = c, c
			}
		}
		m := newMatcher(n, table, class, make([]bool, len(table[0])))
		m.start([][]int64{make([]int64, n)}, func(int32) int { return random.IntN(2) }, func(v int32) int { return int(v) })
		m.solve()
		for range 4 {
			total := int64(0)
			for v, w := range m.mate {
				if int(w) > v {
					total += m.weight(0, int32(v), w)
				}
			}
			if want := heaviest(m, 0, make([]bool, n)); total != want {
				t.Fatalf("weight %d, want %d: %v", total, want, class)
			}
			v := int32(random.IntN(n))
			m.restrict(v, func(w int32) bool { return w == m.mate[v] || random.IntN(2) == 0 })
			loser := int32(random.IntN(n))
			m.prepare(loser)
			for w := range int32(n) {
				if random.IntN(3) == 0 && w != loser {
					m.remove(loser, w)
				}
			}
			m.settle(loser)
			m.solve()
		}
	}
}

func TestCompletionPairsAsManyAsCanBe(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 3))
	for range 3000 {
		n := 2 + random.IntN(9)
		r := newRelation(n)
		class := make([]uint16, n*n)
		all := make([]int, n)
		for v := range n {
			all[v] = v
			for w := range v {
				if random.IntN(3) == 0 {
					r.set(v, w)
					class[v*n+w], class[w*n+v] = 1, 1
				}
			}
		}
		most := heaviest(newMatcher(n, [][]int64{{0, 1}}, class, []bool{false, false}), 0, make([]bool, n))
		if got := newCompletion(n, r.has).cover(all); got != (2*most == int64(n)) {
			t.Fatalf("everybody is paired: %v, but %d pairs of %d are possible", got, most, n)
		}
	}
}
