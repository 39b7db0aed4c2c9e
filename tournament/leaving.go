package tournament

import (
	"fmt"
	"slices"
)

// Law says what becomes of the games of a player who leaves a round robin.
// His unfinished games are forfeited in any case; the question is whether
// they, and those he finished, count. An event chooses before it starts.
type Law string

// The laws. The zero value is LawHalf.
const (
	// LawHalf takes out of the standings, with all results, a player who
	// leaves with less than half of his games finished by play; otherwise the
	// rest are forfeit losses. Forfeits are not finished by play.
	LawHalf Law = "half"
	// LawForfeitAll lets everything count, whenever he leaves.
	LawForfeitAll Law = "forfeit-all"
	// LawAnnulAll takes out whoever leaves.
	LawAnnulAll Law = "annul-all"
)

// Leave returns the event after the player on a seat has left, with his new
// status (Withdrawn or Expelled), and the games which that ends, forfeited,
// for the caller to store. Errors: ErrNoSuchSeat.
func (e Event) Leave(seat int, status Status) (Event, []Game, error) {
	holder, err := e.holder(seat)
	if err != nil {
		return e, nil, err
	}
	e.Entrants = slices.Clone(e.Entrants)
	e.Entrants[holder].Status = status
	var forfeits []Game
	e.Games = slices.Clone(e.Games)
	for i, g := range e.Games {
		if !g.Finished() && (g.White == seat || g.Black == seat) {
			e.Games[i] = g.forfeitBy(seat)
			forfeits = append(forfeits, e.Games[i])
		}
	}
	return e, forfeits, nil
}

// Substitute returns the event with a new player on the seat of one who has
// left. He takes over the seat's results and plays its remaining games.
// Errors: ErrNoSuchSeat, ErrSeatTaken.
func (e Event) Substitute(seat int, player Entrant) (Event, error) {
	holder, err := e.Holder(seat)
	if err != nil {
		return e, err
	}
	if !holder.Status.Left() {
		return e, fmt.Errorf("seat %d: %w", seat, ErrSeatTaken)
	}
	player.Seat, player.Status = seat, Active
	e.Entrants = append(slices.Clone(e.Entrants), player)
	return e, nil
}

// annulled is the set of seats whose games do not count, by the event's law.
func (e Event) annulled() map[int]bool {
	out := map[int]bool{}
	played := e.playedBySeat()
	for seat := range e.gone() {
		switch e.Law {
		case LawForfeitAll:
		case LawAnnulAll:
			out[seat] = true
		default:
			if 2*played[seat] < e.gamesPerSeat() {
				out[seat] = true
			}
		}
	}
	return out
}
