package play

import (
	"errors"
	"slices"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
)

// changeDraw changes an event. Games of later matches to which others come with that
// are taken out, as long as nobody has moved in them: they begin again with whoever
// comes.
func (a *act) changeDraw(event director.Event, change func(director.Event) (director.Event, error)) (director.Event, error) {
	for {
		after, err := change(event)
		games := event.Displaced(err)
		if len(games) == 0 {
			return after, err
		}
		moved, failed := a.movedIn(games)
		if failed != nil {
			return after, failed
		}
		if moved {
			return after, err
		}
		if err := a.drop(games); err != nil {
			return after, err
		}
		event = event.Without(games)
	}
}

// movedIn reports whether somebody has moved in one of some games.
func (a *act) movedIn(pairings []int64) (bool, error) {
	for _, id := range pairings {
		row, err := a.pairing(id)
		if err != nil {
			return false, err
		}
		if row.GameID == 0 {
			continue
		}
		table, err := a.watch(row.GameID)
		if err != nil {
			return false, err
		}
		if table.State.Acted != [2]bool{} {
			return true, nil
		}
	}
	return false, nil
}

// inDraw reports whether a pairing is of a match of a draw.
func (a *act) inDraw(p *store.Pairing) bool {
	switch director.Format(a.t.Format) {
	case director.Knockout, director.DoubleElimination, director.Progressive:
		return true
	case director.Groups:
		return p.Stage == director.Final
	}
	return false
}

// ruledOn reports whether the match of a game is decided by a ruling, which its
// results do not change.
func (a *act) ruledOn(game *store.Pairing) bool {
	if !a.inDraw(game) {
		return false
	}
	for _, p := range a.before.pairings {
		kind := bracket.Kind(p.Kind)
		ruling := kind == bracket.Walkover || kind == bracket.Absence || kind == bracket.Decision
		if ruling && p.Stage == game.Stage && p.Round == game.Round {
			return true
		}
	}
	return false
}

// makeWay takes out the games that have come in the place of those which are to be
// restored in a draw, if they have not begun. A final of groups is restored as a
// whole.
func (a *act) makeWay(u undo) error {
	var drops []int64
	for id, p := range a.before.pairings {
		place := func(r undoRow[store.Pairing]) bool {
			return r.After == "" && a.inDraw(r.Before) && r.Before.Kind == p.Kind && r.Before.Stage == p.Stage &&
				(p.Stage == director.Final || r.Before.Round == p.Round && r.Before.Board == p.Board)
		}
		if id <= u.Last || p.Kind != string(director.Game) || !slices.ContainsFunc(u.Pairings, place) {
			continue
		}
		if p.Result != "" {
			return account.NewInvalid("", "undo-since", nil)
		}
		drops = append(drops, id)
	}
	slices.Sort(drops)
	return a.drop(drops)
}

// agrees refuses a state of the event in which what was begun does not follow from
// what was before the act, or with the final that was restored from the sections.
// What has not begun is taken out.
func (a *act) agrees(before director.Event, u undo) error {
	if a.t.Status != store.TournamentRunning || a.t.Format == string(director.Ladder) {
		return nil
	}
	final := slices.ContainsFunc(u.Pairings, func(r undoRow[store.Pairing]) bool { return r.After == "" && r.Before.Stage == director.Final })
	for {
		event, err := a.event()
		if err != nil {
			return err
		}
		if final {
			before = event
		}
		refusal := event.Follows(before)
		games := event.Displaced(refusal)
		for _, id := range games {
			if _, known := a.before.pairings[id]; !known {
				return account.NewInvalid("", "undo-since", nil)
			}
		}
		if len(games) == 0 {
			if errors.Is(refusal, director.ErrTooLate) {
				return account.NewInvalid("", "undo-since", nil)
			}
			return refusal
		}
		moved, err := a.movedIn(games)
		if err != nil {
			return err
		}
		if moved {
			return account.NewInvalid("", "undo-since", nil)
		}
		if err := a.drop(games); err != nil {
			return err
		}
	}
}
