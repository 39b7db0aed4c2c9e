package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament"
	"crownpost/tournament/director"
)

// PersonInput is a player whom a director brings in: an account by its name or,
// over the board, anybody by the name.
type PersonInput struct {
	Account string
	// Name and the rest are those of a player without an account. Number is the key
	// in a federation's list, Rating in points.
	Name, Title, Federation, Number string
	Rating                          int
}

// ExpelPlayer takes a player out for good, before the start or after it: his
// unfinished games are lost.
func (s *Service) ExpelPlayer(ctx context.Context, by, id, entrant int64, reason string) error {
	return s.takeOut(ctx, by, id, entrant, reason, "expelled", tournament.Expelled)
}

// RemovePlayer takes a player out: before the start without a trace but in the
// log, after it as one who has withdrawn.
func (s *Service) RemovePlayer(ctx context.Context, by, id, entrant int64, reason string) error {
	return s.takeOut(ctx, by, id, entrant, reason, "removed", tournament.Withdrawn)
}

func (s *Service) takeOut(ctx context.Context, by, id, entrant int64, reason, name string, status tournament.Status) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning, store.TournamentOpen); err != nil {
			return err
		}
		e, err := a.entrant(entrant)
		if err != nil {
			return err
		}
		if a.t.Status == store.TournamentOpen {
			a.log(name, a.name(e.ID))
			return a.takeFromList(e)
		}
		if e.Status == string(status) {
			return nil
		}
		if err := a.watchOpen(e.ID); err != nil {
			return err
		}
		a.log(name, a.name(e.ID))
		return a.leave(a.tx, a.t, e, status)
	})
}

// watchOpen watches the games of an entrant that run.
func (a *act) watchOpen(entrant int64) error {
	for _, p := range a.openOf(entrant) {
		if p.GameID == 0 {
			continue
		}
		if _, err := a.watch(p.GameID); err != nil {
			return err
		}
	}
	return nil
}

// openOf are the games of an entrant without a result, as they stood before the
// act, in the order of their creation.
func (a *act) openOf(entrant int64) []store.Pairing {
	var open []store.Pairing
	for _, p := range a.before.pairings {
		if p.Kind == string(director.Game) && p.Result == "" && (p.WhiteID == entrant || p.BlackID == entrant) {
			open = append(open, p)
		}
	}
	slices.SortFunc(open, func(a, b store.Pairing) int { return int(a.ID - b.ID) })
	return open
}

// takeFromList takes an entrant out before the start; the first on the waiting
// list moves up.
func (a *act) takeFromList(e *store.Entrant) error {
	if err := a.tx.RemoveEntrant(e.ID); err != nil || e.Status != store.Entered {
		return err
	}
	entrants, err := a.tx.Entrants(a.t.ID)
	if err != nil {
		return err
	}
	for i := range entrants {
		if next := &entrants[i].Entrant; next.Status == store.Waiting {
			return a.givePlace(a.tx, a.t, next)
		}
	}
	return nil
}

// places is the number of places that are taken.
func (a *act) places() int {
	n := 0
	for _, e := range a.before.entrants {
		if e.Status == store.Entered || e.Status == store.Active {
			n++
		}
	}
	return n
}

// person is the entrant that a director has described: a new one, or with its ID
// the account's that is there.
func (a *act) person(p PersonInput) (*store.Entrant, error) {
	e := &store.Entrant{
		TournamentID: a.t.ID, Status: store.Entered, EnteredAt: a.tx.Now(),
		Title: strings.TrimSpace(p.Title), Federation: strings.TrimSpace(p.Federation), Number: strings.TrimSpace(p.Number),
		Rating: int64(p.Rating) * 1000,
	}
	name := strings.Join(strings.Fields(p.Name), " ")
	for _, text := range []struct {
		field, value string
		max          int
	}{{"name", name, 100}, {"title", e.Title, 10}, {"federation", e.Federation, 10}, {"number", e.Number, 20}} {
		if utf8.RuneCountInString(text.value) > text.max {
			return nil, account.NewInvalid(text.field, "text-length", map[string]any{"max": text.max})
		}
	}
	switch {
	case p.Rating < 0 || p.Rating > 4000:
		return nil, account.NewInvalid("rating", "rating-range", nil)
	case p.Account == "" && !a.t.OverBoard:
		return nil, account.NewInvalid("account", "desk-account", nil)
	case p.Account == "" && name == "":
		return nil, account.NewInvalid("name", "desk-name", nil)
	case p.Account == "":
		e.Name = name
		return e, nil
	}
	player, err := a.tx.AccountByName(account.NameKey(p.Account))
	if isNotFound(err) || err == nil && !player.ClosedAt.IsZero() {
		return nil, account.NewInvalid("account", "unknown-player", map[string]any{"name": p.Account})
	}
	if err != nil {
		return nil, err
	}
	there, err := a.tx.EntrantOf(a.t.ID, player.ID)
	if !isNotFound(err) {
		return there, err
	}
	e.AccountID = player.ID
	if e.Rating, err = ratingOf(a.tx, player.ID, a.t.Variant); err != nil {
		return nil, err
	}
	if a.t.Length > 0 && !a.t.OverBoard {
		share := a.drawShare()
		e.Share, e.ShareSource = share.Share, share.Source
	}
	return e, nil
}

// SubstitutePlayer lets somebody take over a seat with everything that was played
// on it, also its own player who had left. A player who is still there leaves with
// this: games in which somebody has moved are forfeited, the others begin again
// with the substitute. What was forfeited before stays so.
func (s *Service) SubstitutePlayer(ctx context.Context, by, id, entrant int64, p PersonInput, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		if a.t.Format == string(director.Ladder) {
			return director.ErrFormat
		}
		e, err := a.entrant(entrant)
		if err != nil {
			return err
		}
		next, err := a.person(p)
		if err != nil {
			return err
		}
		if next.ID == 0 {
			if err := a.tx.AddEntrant(next); err != nil {
				return err
			}
		}
		a.log("substituted", a.name(e.ID)+" → "+a.name(next.ID))
		again, err := a.vacate(e)
		if err != nil {
			return err
		}
		if err := a.seat(e, next, again); err != nil {
			return err
		}
		for i := range again {
			for _, side := range []*int64{&again[i].White, &again[i].Black} {
				if *side == e.ID {
					*side = next.ID
				}
			}
		}
		return a.beginPairings(a.tx, a.t, again)
	})
}

// vacate has an entrant leave, if he has not, and returns the games that are to
// begin again without him.
func (a *act) vacate(e *store.Entrant) (again []director.Pairing, err error) {
	if tournament.Status(e.Status).Left() {
		return nil, nil
	}
	if err := a.watchOpen(e.ID); err != nil {
		return nil, err
	}
	open := a.openOf(e.ID)
	moved := func(p store.Pairing) bool {
		return p.GameID != 0 && a.games[p.GameID].State.Acted != [2]bool{}
	}
	for _, p := range open {
		// Of two games at once neither begins again alone.
		if slices.ContainsFunc(open, func(o store.Pairing) bool { return o.Round == p.Round && o.Stage == p.Stage && moved(o) }) {
			continue
		}
		again = append(again, newPairing(&p))
		again[len(again)-1].ID = 0
		if p.GameID != 0 {
			again[len(again)-1].Points = a.games[p.GameID].Length
		}
		if err := a.annul(&p); err != nil {
			return nil, err
		}
		if err := a.tx.RemovePairing(p.ID); err != nil {
			return nil, err
		}
	}
	return again, a.leave(a.tx, a.t, e, tournament.Withdrawn)
}

// seat puts an entrant on the seat of one who has left, and has games to begin again
// there. In a Swiss he is there from their round on, and the other one was not.
func (a *act) seat(e, next *store.Entrant, again []director.Pairing) error {
	event, err := a.event()
	if err != nil {
		return err
	}
	left, err := a.entrant(e.ID)
	if err != nil {
		return err
	}
	player := newPlayer(next, a.name(next.ID))
	plays := len(again) > 0 && event.Plan.Format == director.Swiss
	if plays {
		event.Plan.Rounds++ // the last round is not over for him
	}
	after, rulings, err := event.Substitute(left.Seat, player)
	if err != nil {
		return err
	}
	if plays {
		for i := range after.Players {
			switch p := &after.Players[i]; p.ID {
			case e.ID:
				p.Left = again[0].Round
			case next.ID:
				p.From = again[0].Round
			}
		}
	}
	if err := a.storePlayers(a.tx, after.Players); err != nil {
		return err
	}
	for _, p := range rulings {
		if _, err := a.storePairing(a.tx, a.t, p); err != nil {
			return err
		}
	}
	return nil
}

// GrantBye gives a player of a Swiss a bye for a round that he has not begun: kind
// is director.FullBye, HalfBye or ZeroBye. In the round that is being played the
// others are paired again around those who have begun.
func (s *Service) GrantBye(ctx context.Context, by, id, entrant int64, round int, kind, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		e, err := a.entrant(entrant)
		if err != nil {
			return err
		}
		event, err := a.event()
		if err != nil {
			return err
		}
		if k := director.Kind(kind); k != director.FullBye && k != director.HalfBye && k != director.ZeroBye {
			return account.NewInvalid("kind", "desk-bye", nil)
		}
		after, bye, err := event.Bye(e.ID, round, director.Kind(kind))
		if err != nil {
			return err
		}
		a.log("bye", fmt.Sprintf("%s, %d: %s", a.name(e.ID), round, byeMarks[bye.Kind]))
		if round > event.Round() {
			return a.storeBye(bye)
		}
		return a.pairAgain(after, round, &bye)
	})
}

// byeMarks are byes in the log.
var byeMarks = map[director.Kind]string{director.FullBye: "1", director.HalfBye: "½", director.ZeroBye: "0"}

// storeBye writes a bye, in place of one that is there.
func (a *act) storeBye(bye director.Pairing) error {
	if bye.ID == 0 {
		_, err := a.storePairing(a.tx, a.t, bye)
		return err
	}
	row, err := a.pairing(bye.ID)
	if err != nil {
		return err
	}
	row.Kind = string(bye.Kind)
	return a.tx.UpdatePairing(row)
}

// RequestBye is the player's own wish not to play a round that has not been paired:
// half a point as often as the event allows and not in the last round, else
// nothing.
func (s *Service) RequestBye(ctx context.Context, player, id int64, round int) error {
	return s.write(ctx, player, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil {
			return err
		}
		e, err := tx.EntrantOf(id, player)
		if isNotFound(err) {
			return ErrForbidden
		}
		if err != nil {
			return err
		}
		return s.runAct(tx, t, player, "", func(a *act) error {
			if err := a.needs(store.TournamentRunning); err != nil {
				return err
			}
			event, err := a.event()
			if err != nil {
				return err
			}
			if round <= event.Round() {
				return account.NewInvalid("round", "desk-round", nil)
			}
			_, bye, err := event.Bye(e.ID, round, event.Asked(e.ID, round))
			if errors.Is(err, director.ErrRound) {
				return account.NewInvalid("round", "desk-round", nil)
			}
			if err != nil || bye.ID != 0 {
				return err
			}
			a.log("bye-asked", fmt.Sprintf("%d: %s", round, byeMarks[bye.Kind]))
			return a.storeBye(bye)
		})
	})
}
