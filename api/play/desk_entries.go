package play

import (
	"context"
	"slices"
	"strings"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

// Late says from which round on a late entrant of a Swiss plays.
type Late string

// From the next round; in the open one, against the player who has its bye; or in
// the open one, of which no game has begun, and which is paired again.
const (
	LateNext  Late = ""
	LateBye   Late = "bye"
	LateAgain Late = "again"
)

// AddPlayer brings a player in: before the start; late into a Swiss, from the next
// round on; or onto a ladder.
func (s *Service) AddPlayer(ctx context.Context, by, id int64, p PersonInput, reason string) (entrant int64, err error) {
	return s.AddLate(ctx, by, id, p, LateNext, reason)
}

// AddLate is AddPlayer, of a Swiss that runs into the round that is said.
func (s *Service) AddLate(ctx context.Context, by, id int64, p PersonInput, late Late, reason string) (entrant int64, err error) {
	err = s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning, store.TournamentOpen); err != nil {
			return err
		}
		e, err := a.add(p, 0)
		if err != nil {
			return err
		}
		entrant = e.ID
		a.log("added", a.name(e.ID))
		switch {
		case a.t.Status == store.TournamentOpen:
			return nil
		case a.t.Format == string(director.Ladder):
			e.Status = store.Active
			if err := a.tx.UpdateEntrant(e); err != nil {
				return err
			}
			return a.onLadder(a.tx, a.t, ladder.Event{Kind: ladder.Joined, Player: e.ID})
		}
		return a.join(e, late)
	})
	return entrant, err
}

// AddPlayers brings several players in before the start: all of them or none.
func (s *Service) AddPlayers(ctx context.Context, by, id int64, people []PersonInput, reason string) (entrants []int64, err error) {
	err = s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentOpen); err != nil {
			return err
		}
		var names []string
		for i, p := range people {
			e, err := a.add(p, i)
			if err != nil {
				return err
			}
			entrants, names = append(entrants, e.ID), append(names, a.name(e.ID))
		}
		a.log("added", strings.Join(names, ", "))
		return nil
	})
	return entrants, err
}

// add makes an entrant, after so many others in the same act.
func (a *act) add(p PersonInput, others int) (*store.Entrant, error) {
	if a.places()+others >= a.t.MaxPlayers {
		return nil, account.NewInvalid("", "tournament-full", map[string]any{"max": a.t.MaxPlayers})
	}
	e, err := a.person(p)
	if err != nil {
		return nil, err
	}
	if e.ID != 0 {
		return nil, account.NewInvalid("account", "desk-entered", nil)
	}
	return e, a.tx.AddEntrant(e)
}

// join gives an entrant his seat in a Swiss that runs and, in the open round, his
// place.
func (a *act) join(e *store.Entrant, late Late) error {
	event, err := a.event()
	if err != nil {
		return err
	}
	join := director.Event.JoinOpen
	switch late {
	case LateNext:
		join = director.Event.Join
	case LateAgain:
		if begun, err := a.roundBegun(event.Round()); err != nil || begun {
			if err == nil {
				err = account.NewInvalid("late", "desk-late-begun", nil)
			}
			return err
		}
	case LateBye:
	default:
		return account.NewInvalid("late", "unknown", nil)
	}
	after, err := join(event, newPlayer(e, a.name(e.ID)))
	if err != nil {
		return err
	}
	if err := a.storePlayers(a.tx, after.Players); err != nil {
		return err
	}
	switch late {
	case LateAgain:
		return a.pairAgain(after, event.Round(), nil)
	case LateBye:
		step, err := after.MeetBye(e.ID)
		if err != nil {
			return err
		}
		if err := a.drop(step.Drops); err != nil {
			return err
		}
		return a.beginPairings(a.tx, a.t, step.Pairings)
	}
	return nil
}

// roundBegun reports whether a game of a round has a result, or somebody has moved
// in one.
func (a *act) roundBegun(round int) (bool, error) {
	var open []int64
	for id, p := range a.before.pairings {
		if p.Kind != string(director.Game) || p.Round != round {
			continue
		}
		if p.Result != "" {
			return true, nil
		}
		open = append(open, id)
	}
	slices.Sort(open)
	return a.movedIn(open)
}
