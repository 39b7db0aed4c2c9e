package tournament

// SeedOrder is the first round of a knockout of n players by the usual seeding:
// the places from the top of the draw to the bottom, in pairs of opponents,
// each with a seat or 0 where the other has a bye. The number of places is a
// power of two; byes go to the first seats, two never meet, and of the first m
// seats, a power of two, no two meet before m players are left. The order comes
// by doubling: in one of m places each x is followed by 2m+1-x. There are no
// places for fewer than two players.
func SeedOrder(n int) []int {
	if n < 2 {
		return nil
	}
	order := []int{1}
	for len(order) < n {
		doubled := make([]int, 0, 2*len(order))
		for _, seat := range order {
			doubled = append(doubled, seat, 2*len(order)+1-seat)
		}
		order = doubled
	}
	for i, seat := range order {
		if seat > n {
			order[i] = 0
		}
	}
	return order
}
