package director

import (
	"cmp"
	"slices"
)

// ByRating is an order for Start that gives the highest rating seat 1; equal
// ratings sit in the order of entry.
func ByRating(players []Player) []int {
	order := make([]int, len(players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(players[b].Rating, players[a].Rating) })
	return order
}

// Candidates are the players who will take part if the event starts now, in the
// order in which they entered.
func (e Event) Candidates() []Player {
	var candidates []Player
	for _, p := range e.Players {
		if p.Seat == 0 && !p.Status.Left() {
			candidates = append(candidates, p)
		}
	}
	return candidates
}

// started reports whether seats have been given.
func (e Event) started() bool {
	return slices.ContainsFunc(e.Players, func(p Player) bool { return p.Seat > 0 })
}

// holders are the players by seat, seat 1 first: who sits on it, or the last
// one who did.
func (e Event) holders() []Player {
	var holders []Player
	for _, p := range e.Players {
		for len(holders) < p.Seat {
			holders = append(holders, Player{})
		}
		if p.Seat > 0 {
			holders[p.Seat-1] = p
		}
	}
	return holders
}

// seats are the seats of players by ID, of substitutes and those before them
// alike.
func (e Event) seats() map[int64]int {
	seats := make(map[int64]int, len(e.Players))
	for _, p := range e.Players {
		if p.Seat > 0 {
			seats[p.ID] = p.Seat
		}
	}
	return seats
}

// gone are the seats whose holders have left.
func (e Event) gone() []int {
	var gone []int
	for _, p := range e.holders() {
		if p.Status.Left() {
			gone = append(gone, p.Seat)
		}
	}
	return gone
}

// active is the number of players who have not left.
func (e Event) active() int { return len(e.holders()) - len(e.gone()) }

// player is the index in Players of an ID, -1 for none.
func (e Event) player(id int64) int {
	return slices.IndexFunc(e.Players, func(p Player) bool { return p.ID == id })
}

// seated is a pairing with the seats of its players. Seats are those of the
// stage.
type seated struct {
	Pairing
	white, black int
}

// Finished reports whether a game has a result.
func (p Pairing) Finished() bool { return p.Result != 0 }

// of are the pairings of a stage by round and board, with the seats of the
// whole event. What was granted to one who left before the start is none.
func (e Event) of(stage string) []seated {
	seats := e.seats()
	var all []seated
	for _, p := range e.Pairings {
		if p.Stage == stage && seats[p.White] > 0 {
			all = append(all, seated{p, seats[p.White], seats[p.Black]})
		}
	}
	byRound(all)
	return all
}

// byRound puts pairings into the order of rounds and boards.
func byRound(all []seated) {
	slices.SortStableFunc(all, func(a, b seated) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Board, b.Board))
	})
}

// games are those of some pairings that are games.
func games(all []seated) []seated {
	return slices.DeleteFunc(slices.Clone(all), func(p seated) bool { return p.Kind != Game })
}

// clone is an event whose players and pairings can be changed.
func (e Event) clone() Event {
	e.Players, e.Pairings = slices.Clone(e.Players), slices.Clone(e.Pairings)
	return e
}
