package play

import (
	"slices"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
)

// games is what an event is read from: a transaction or a reader.
type games interface {
	Entrants(tournament int64) ([]store.EntrantView, error)
	TournamentGames(tournament int64) ([]store.GameView, error)
}

// loadEvent builds a tournament's event from its rows.
func loadEvent(from games, t *store.Tournament) (tournament.Event, error) {
	entrants, err := from.Entrants(t.ID)
	if err != nil {
		return tournament.Event{}, err
	}
	rows, err := from.TournamentGames(t.ID)
	if err != nil {
		return tournament.Event{}, err
	}
	return NewEvent(t, entrants, rows), nil
}

// NewEvent is a tournament as package tournament computes with it. Players are
// their accounts' ids, games theirs.
func NewEvent(t *store.Tournament, entrants []store.EntrantView, rows []store.GameView) tournament.Event {
	e := tournament.Event{Format: tournament.RoundRobin, Law: tournament.LawHalf, Pairs: t.Pair}
	if t.Cycles == 2 {
		e.Format = tournament.DoubleRoundRobin
	}
	switch t.Withdrawal {
	case store.WithdrawForfeitAll:
		e.Law = tournament.LawForfeitAll
	case store.WithdrawAnnulAll:
		e.Law = tournament.LawAnnulAll
	}
	seats := map[int64]int{}
	for _, row := range entrants {
		e.Entrants = append(e.Entrants, tournament.Entrant{
			ID: row.AccountID, Seat: row.Seat, Status: tournament.Status(row.Status), Rating: row.Rating,
		})
		seats[row.AccountID] = row.Seat
	}
	for _, row := range rows {
		g := tournament.Game{
			ID: row.ID, Round: row.Round, Board: row.Board,
			White: seats[row.WhiteID], Black: seats[row.BlackID],
		}
		switch {
		case row.Status == store.GameRunning:
		case row.Status == store.GameAborted:
			g.Result, g.Forfeit = tournament.BothLose, true
		case row.Winner == rules.White:
			g.Result = tournament.WhiteWins
		case row.Winner == rules.Black:
			g.Result = tournament.BlackWins
		default:
			g.Result = tournament.Drawn
		}
		reason := rules.Reason(row.Reason)
		g.Forfeit = g.Forfeit || reason == correspondence.Forfeit || reason == correspondence.AccountClosed
		e.Games = append(e.Games, g)
	}
	// No game was created where both players had left; the schedule has it.
	for round := 1; round <= t.Round; round++ {
		games, err := e.Round(round)
		if err != nil {
			break
		}
		for _, g := range games {
			if g.Result == tournament.BothLose && !slices.ContainsFunc(e.Games, func(h tournament.Game) bool {
				return h.Round == g.Round && h.Board == g.Board
			}) {
				e.Games = append(e.Games, g)
			}
		}
	}
	return e
}
