package tournament

import (
	"math/bits"
	"slices"
	"testing"
)

// The orders are those of formats.md 2.1.
func TestSeedOrder(t *testing.T) {
	for _, c := range []struct {
		name    string
		players int
		want    []int
	}{
		{"one player needs no draw", 1, nil},
		{"two", 2, []int{1, 2}},
		{"of three the first has the bye", 3, []int{1, 0, 2, 3}},
		{"of five three have byes", 5, []int{1, 0, 4, 5, 2, 0, 3, 0}},
		{"eight", 8, []int{1, 8, 4, 5, 2, 7, 3, 6}},
		{"sixteen", 16, []int{1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := SeedOrder(c.players); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestSeedsMeetAsLateAsTheyShould(t *testing.T) {
	for _, size := range []int{2, 4, 8, 16, 32, 64, 128} {
		order := SeedOrder(size)
		for i, a := range order {
			if opponent := order[i^1]; a+opponent != size+1 {
				t.Errorf("%d of %d meets %d first", a, size, opponent)
			}
			for j, b := range order[:i] {
				// Places part at their highest differing bit: that is the round.
				round := bits.Len(uint(i ^ j))
				if left := size >> (round - 1); left > 1<<bits.Len(uint(max(a, b)-1)) {
					t.Errorf("%d and %d of %d can meet among the last %d", a, b, size, left)
				}
			}
		}
	}
}
