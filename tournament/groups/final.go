package groups

import (
	"cmp"
	"math/bits"
	"slices"

	"crownpost/tournament"
)

// Stage is the final, with seats of its own: seat 1 is the first of Players.
type Stage struct {
	Players []Verdict
	// Order is the first round of a knockout, as tournament.SeedOrder makes it
	// and bracket.Plan takes it, with players of one section as far apart as
	// can be; nil in a round robin.
	Order []int
	// Event is a final round robin, with the games that are carried over; an
	// entrant's ID is the seat in the sections.
	Event tournament.Event
}

// Final makes the final. With fewer than two players there is nothing to play.
// Errors: ErrNotOver.
func (s *State) Final() (Stage, error) {
	players, err := s.Qualified()
	if err != nil {
		return Stage{}, err
	}
	f := Stage{Players: players}
	if s.Draw.Plan.Final == Knockout {
		f.Order = knockoutOrder(players)
		return f, nil
	}
	seats := make([]int, len(players))
	for i, p := range players {
		seats[i] = p.Seat
	}
	f.Event = s.Draw.Plan.event(seats, nil)
	if s.Draw.Plan.CarryOver {
		f.Event.Games = s.carried(f.Event, seats)
	}
	return f, nil
}

// Pair are the games to begin in a final round robin as it stands: those of the
// first round that is not complete and which have not been created; none while
// they run. It is for finals into which games were carried, of all rounds.
func Pair(final tournament.Event) []tournament.Game {
	for round := 1; round <= final.Rounds(); round++ {
		if final.RoundComplete(round) {
			continue
		}
		games, err := final.Round(round)
		if err != nil {
			return nil
		}
		return slices.DeleteFunc(games, func(g tournament.Game) bool {
			return slices.ContainsFunc(final.Games, func(x tournament.Game) bool { return x.Round == g.Round && x.Board == g.Board })
		})
	}
	return nil
}

// carried are the games of the final's schedule that its players have played
// against each other in their section, with the colours they had there.
func (s *State) carried(final tournament.Event, seats []int) []tournament.Game {
	own := map[int]int{}
	for i, seat := range seats {
		own[seat] = i + 1
	}
	played := map[[2]int][]Game{} // by seats of the final, the lower first
	for _, g := range s.Record.Games {
		a, b := own[g.White], own[g.Black]
		if a > 0 && b > 0 && g.Finished() {
			pair := [2]int{min(a, b), max(a, b)}
			played[pair] = append(played[pair], g)
		}
	}
	for _, games := range played {
		sortGames(games)
	}
	var carried []tournament.Game
	for _, g := range final.Schedule() {
		pair := [2]int{min(g.White, g.Black), max(g.White, g.Black)}
		if len(played[pair]) == 0 {
			continue
		}
		before := played[pair][0]
		played[pair] = played[pair][1:]
		g.ID, g.Result, g.Forfeit = before.ID, before.Result, before.Forfeit
		g.White, g.Black = own[before.White], own[before.Black]
		carried = append(carried, g)
	}
	return carried
}

// knockoutOrder seeds a knockout. Who has the same place in his section may
// change seeds with others so that players of one section meet later: the
// nearer the first round, the more it weighs. The first of each section stay.
func knockoutOrder(players []Verdict) []int {
	order := tournament.SeedOrder(len(players))
	if order == nil {
		return nil
	}
	place := make([]int, len(players)) // in the order, by player
	for i, seat := range order {
		if seat > 0 {
			place[seat-1] = i
		}
	}
	mates := map[int][]int{} // players by section
	for i, p := range players {
		mates[p.Section] = append(mates[p.Section], i)
	}
	rounds := bits.Len(uint(len(order)))
	cost := func(player int) int {
		total := 0
		for _, mate := range mates[players[player].Section] {
			if mate != player {
				// Places part at their highest differing bit: that is the round.
				total += 1 << (2 * (rounds - bits.Len(uint(place[player]^place[mate]))))
			}
		}
		return total
	}
	for better := true; better; {
		better = false
		for i := range players {
			for j := i + 1; j < len(players) && players[j].Place == players[i].Place; j++ {
				if players[i].Place == 1 || players[i].Section == players[j].Section {
					continue
				}
				before := cost(i) + cost(j)
				place[i], place[j] = place[j], place[i]
				if cost(i)+cost(j) < before {
					better = true
				} else {
					place[i], place[j] = place[j], place[i]
				}
			}
		}
	}
	out := make([]int, len(order))
	for player, i := range place {
		out[i] = player + 1
	}
	return out
}

// sortGames puts games into the order of rounds and boards.
func sortGames(games []Game) {
	slices.SortFunc(games, func(a, b Game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Board, b.Board))
	})
}
