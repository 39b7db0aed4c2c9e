package director

import (
	"crownpost/tournament"
	"crownpost/tournament/bracket"
)

// Start gives seats and fixes what depends on the number of players. Order lists
// indexes into Candidates, seat 1 first: ByRating, or a permutation drawn by
// lot. With Plan.Drawn it is the order in which the lots of a knockout were
// drawn, and seats go by rating. Errors: ErrStarted, ErrNotEnoughPlayers,
// ErrOrder, ErrPlan.
func (e Event) Start(order []int) (Event, error) {
	if e.started() {
		return e, ErrStarted
	}
	candidates := e.Candidates()
	if len(candidates) < 2 {
		return e, ErrNotEnoughPlayers
	}
	if !permutes(order, len(candidates)) {
		return e, ErrOrder
	}
	if err := e.Plan.Check(len(candidates)); err != nil {
		return e, err
	}
	drawn := order
	if e.Plan.drawn() {
		order = ByRating(candidates)
	}
	seats := make([]int, len(order)) // by candidate
	for i, c := range order {
		seats[c] = i + 1
	}
	started := e.clone()
	candidate := 0
	for i := range started.Players {
		if p := &started.Players[i]; !p.Status.Left() {
			p.Seat, p.Status = seats[candidate], tournament.Active
			candidate++
		}
	}
	lots := make([]int, len(drawn))
	for i, c := range drawn {
		lots[i] = seats[c]
	}
	started.Plan = started.fixed(lots)
	return started, nil
}

// permutes reports whether an order has each index below n once.
func permutes(order []int, n int) bool {
	seen := make([]bool, n)
	for _, i := range order {
		if i < 0 || i >= n || seen[i] {
			return false
		}
		seen[i] = true
	}
	return len(order) == n
}

// fixed is the plan with what the seats decide; lots are the seats in the order
// in which they were drawn.
func (e Event) fixed(lots []int) Plan {
	plan, holders := e.Plan, e.holders()
	switch plan.Format {
	case Swiss:
		plan.Virtual = nil
		if plan.Accelerated {
			for i, virtual := range plan.baku(len(holders)) {
				if virtual {
					plan.Virtual = append(plan.Virtual, holders[i].ID)
				}
			}
		}
	case Knockout, DoubleElimination, Progressive:
		b := plan.bracket(len(holders))
		b.Order = tournament.SeedOrder(b.Seats)
		if plan.Drawn {
			b.Order = bracket.Drawn(lots)
		}
		plan.Bracket = &b
	case Groups:
		g := plan.groups(len(holders))
		g.Separate = nil
		for _, p := range holders {
			g.Separate = append(g.Separate, p.Key)
		}
		plan.Groups = &g
	}
	return plan
}

// baku reports by seat who of n players is in the accelerated group.
func (p Plan) baku(n int) []bool {
	f := tournament.Field{Rounds: p.Rounds, Points: p.points(), Players: make([]tournament.Player, n)}
	for i := range f.Players {
		f.Players[i].ID = i + 1
	}
	f.Baku()
	group := make([]bool, n)
	for i, player := range f.Players {
		group[i] = len(player.Virtual) > 0
	}
	return group
}
