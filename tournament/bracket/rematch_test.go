package bracket

import (
	"fmt"
	"math/bits"
	"testing"
)

// flow is who can come to a slot: the winners and the losers of which matches.
type flow struct{ winners, losers map[int]bool }

// firstRematch is the first round of a stage in which two players can meet who
// have met before. A path leads from a match to another one by way of its winner
// and by way of its loser; where both lead to one match by different slots, its
// players can have met there.
func firstRematch(d *Draw, stage Stage) int {
	into := make([][2]flow, len(d.Matches))
	for i, m := range d.Matches {
		for j, s := range m.Slots {
			f := flow{map[int]bool{}, map[int]bool{}}
			if s.Match > 0 {
				for _, earlier := range into[s.Match-1] {
					for id := range earlier.winners {
						f.winners[id] = true
					}
					for id := range earlier.losers {
						f.losers[id] = true
					}
				}
				if s.Origin == WinnerOf {
					f.winners[s.Match] = true
				} else {
					f.losers[s.Match] = true
				}
			}
			into[i][j] = f
		}
		if m.Stage != stage {
			continue
		}
		for j := range 2 {
			for id := range into[i][j].winners {
				if into[i][1-j].losers[id] {
					return m.Round
				}
			}
		}
	}
	return 0
}

// The table of formats.md 2.2, and its continuation by a search of all orders.
func TestTheFirstPossibleRematch(t *testing.T) {
	for _, c := range []struct{ seats, natural, best int }{
		{8, 2, 3}, {16, 2, 4}, {32, 2, 5}, {64, 2, 7}, {128, 2, 8}, {256, 2, 8},
	} {
		t.Run(fmt.Sprintf("of %d", c.seats), func(t *testing.T) {
			rounds := log2(c.seats)
			natural := make([]Drop, rounds-1)
			for i := range natural {
				natural[i] = Natural
			}
			for _, which := range []struct {
				name  string
				drops []Drop
				want  int
			}{{"natural", natural, c.natural}, {"best", nil, c.best}} {
				d := drawn(t, Plan{Format: DoubleElimination, Seats: c.seats, Drops: which.drops}).Draw
				if got := firstRematch(d, Losers); got != which.want {
					t.Errorf("%s order: losers' round %d, want %d", which.name, got, which.want)
				}
			}
		})
	}
}

// No order of drops puts the first rematch off further than the best one.
func TestTheBestDropsAreTheBest(t *testing.T) {
	all := []Drop{Natural, Reverse, Half, ReverseHalf}
	for _, seats := range []int{4, 8, 16, 32} {
		rounds := log2(seats)
		best := firstRematch(drawn(t, Plan{Format: DoubleElimination, Seats: seats}).Draw, Losers)
		for choice := range 1 << (2 * (rounds - 1)) {
			drops := make([]Drop, rounds-1)
			for i := range drops {
				drops[i] = all[choice>>(2*i)&3]
			}
			d := drawn(t, Plan{Format: DoubleElimination, Seats: seats, Drops: drops}).Draw
			if got := firstRematch(d, Losers); got > best {
				t.Errorf("%d players, %v: losers' round %d, best is %d", seats, drops, got, best)
			}
		}
	}
}

// firstRematchPlayed is the same by playing all results.
func firstRematchPlayed(t *testing.T, d *Draw) int {
	first := 0
	matches := d.Plan.Seats*2 - 2
	for results := range 1 << matches {
		met := map[[2]int]bool{}
		winners, losers := make([]int, len(d.Matches)), make([]int, len(d.Matches))
		for i, m := range d.Matches {
			var seats [2]int
			for j, s := range m.Slots {
				switch s.Origin {
				case FromSeat:
					seats[j] = s.Seat
				case WinnerOf:
					seats[j] = winners[s.Match-1]
				case LoserOf:
					seats[j] = losers[s.Match-1]
				}
			}
			pair := [2]int{min(seats[0], seats[1]), max(seats[0], seats[1])}
			if met[pair] && m.Stage == Losers {
				if first == 0 || m.Round < first {
					first = m.Round
				}
			}
			met[pair] = true
			bit := results >> i & 1
			winners[i], losers[i] = seats[bit], seats[1-bit]
		}
	}
	if bits.Len(uint(matches)) == 0 {
		t.Fatal("nothing played")
	}
	return first
}

func TestThePossibleRematchesAreThoseOfAllResults(t *testing.T) {
	for _, c := range []struct {
		seats int
		drops []Drop
	}{
		{4, nil},
		{8, nil},
		{8, []Drop{Natural, Natural}},
		{8, []Drop{Half, Natural}},
		{8, []Drop{ReverseHalf, Natural}},
	} {
		d := drawn(t, Plan{Format: DoubleElimination, Seats: c.seats, Drops: c.drops}).Draw
		if byPaths, played := firstRematch(d, Losers), firstRematchPlayed(t, d); byPaths != played {
			t.Errorf("%d players, %v: round %d by paths, %d by all results", c.seats, c.drops, byPaths, played)
		}
	}
}
