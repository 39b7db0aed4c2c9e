package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func table(rounds [][]Pairing) []string {
	var lines []string
	for _, round := range rounds {
		var games []string
		for _, p := range round {
			games = append(games, fmt.Sprintf("%d-%d", p.White, p.Black))
		}
		lines = append(lines, strings.Join(games, " "))
	}
	return lines
}

func TestPairingsAreTheBergerTables(t *testing.T) {
	for _, c := range []struct {
		name    string
		players int
		double  bool
		want    []string
	}{
		{"nobody has no rounds", 0, false, nil},
		{"one player has no rounds", 1, true, nil},
		{"two players meet once", 2, false, []string{"1-2"}},
		{"two players meet twice with colours reversed", 2, true, []string{"1-2", "2-1"}},
		{"of three one rests", 3, false, []string{"2-3", "1-2", "3-1"}},
		{"four", 4, false, []string{"1-4 2-3", "4-3 1-2", "2-4 3-1"}},
		{"five", 5, false, []string{"2-5 3-4", "5-3 1-2", "3-1 4-5", "1-4 2-3", "4-2 5-1"}},
		{"six", 6, false, []string{"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"}},
		{
			"ten", 10, false,
			[]string{
				"1-10 2-9 3-8 4-7 5-6", "10-6 7-5 8-4 9-3 1-2", "2-10 3-1 4-9 5-8 6-7",
				"10-7 8-6 9-5 1-4 2-3", "3-10 4-2 5-1 6-9 7-8", "10-8 9-7 1-6 2-5 3-4",
				"4-10 5-3 6-2 7-1 8-9", "10-9 1-8 2-7 3-6 4-5", "5-10 6-4 7-3 8-2 9-1",
			},
		},
		{
			"in a double round robin rounds 2 and 3 of four change places", 4, true,
			[]string{"1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := table(Pairings(c.players, c.double)); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestARoundRobinIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 64).Draw(t, "players")
		cycles := rapid.IntRange(1, 5).Draw(t, "cycles")
		met := map[[2]int]int{}
		colours := make([]string, n+1) // by seat
		for r, round := range Cycles(n, cycles) {
			seen := map[int]bool{}
			for i, p := range round {
				if p.Board != i+1 {
					t.Fatalf("round %d numbers board %d as %d", r+1, i+1, p.Board)
				}
				if seen[p.White] || seen[p.Black] || p.White == p.Black {
					t.Fatalf("somebody plays twice in round %d: %v", r+1, round)
				}
				seen[p.White], seen[p.Black] = true, true
				met[[2]int{p.White, p.Black}]++
				colours[p.White] += "w"
				colours[p.Black] += "b"
			}
			if len(seen) != n-n%2 {
				t.Fatalf("%d of %d play in round %d", len(seen), n, r+1)
			}
		}
		for a := 1; a <= n; a++ {
			for b := 1; b <= n; b++ {
				there, back := met[[2]int{a, b}], met[[2]int{b, a}]
				switch {
				case a == b && there != 0,
					a != b && there+back != cycles,
					a != b && max(there, back)-min(there, back) != cycles%2:
					t.Fatalf("%d and %d meet %d and %d times", a, b, there, back)
				}
			}
			white, black := strings.Count(colours[a], "w"), strings.Count(colours[a], "b")
			if d := white - black; d < -1 || d > 1 || (cycles%2 == 0 || n%2 == 1) && d != 0 {
				t.Fatalf("%d has %d Whites and %d Blacks", a, white, black)
			}
			if strings.Contains(colours[a], "www") || strings.Contains(colours[a], "bbb") {
				t.Fatalf("%d has one colour three times running: %s", a, colours[a])
			}
		}
	})
}

func TestByRatingSeatsTheStrongestFirst(t *testing.T) {
	candidates := []Entrant{{ID: 7, Rating: 1500}, {ID: 8, Rating: 1700}, {ID: 9, Rating: 1500}}
	if got, want := ByRating(candidates), []int{1, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
