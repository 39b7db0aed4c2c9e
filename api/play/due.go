package play

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
)

// addDue makes sure that a tournament is looked at when games are due.
func (s *Service) addDue(tx *store.Tx, tournament int64, due time.Time) error {
	id := strconv.FormatInt(tournament, 10)
	return s.addTask(tx, "due:"+id+":"+strconv.FormatInt(due.UnixMilli(), 10), TaskDue, id, due)
}

// RoundDue is the task that decides, as the event's rule says, the games whose
// time in their round is over.
func (s *Service) RoundDue(ctx context.Context, payload string) error {
	id, err := strconv.ParseInt(payload, 10, 64)
	if err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil || t.Status != store.TournamentRunning {
			return err
		}
		pairings, err := tx.Pairings(id)
		if err != nil {
			return err
		}
		asked, changed := 0, false
		for i := range pairings {
			p := &pairings[i]
			if p.Result != "" || p.DueAt.IsZero() || p.DueAt.After(tx.Now()) {
				continue
			}
			ask, err := s.due(tx, t, p)
			if err != nil {
				return err
			}
			if ask {
				asked++
			} else {
				changed = true
			}
		}
		if asked > 0 {
			if err := s.logTournament(tx, id, 0, "due", strconv.Itoa(asked)); err != nil {
				return err
			}
		}
		if changed {
			return s.changed(tx, t)
		}
		return nil
	})
}

// due decides one game; ask leaves that to the organiser.
func (s *Service) due(tx *store.Tx, t *store.Tournament, p *store.Pairing) (ask bool, err error) {
	rule := t.Unfinished
	switch {
	case rule == store.Extend && !p.Extended:
		p.Extended, p.DueAt = true, tx.Now().Add(t.RoundTime)
		if err := s.addDue(tx, t.ID, p.DueAt); err != nil {
			return false, err
		}
		return false, tx.UpdatePairing(p)
	case rule == store.DrawToPair:
		p.Deferred, p.DueAt = true, time.Time{}
		return false, tx.UpdatePairing(p)
	case p.GameID == 0 || rule == store.AskOrganiser || rule == store.Extend:
		p.DueAt = time.Time{}
		return true, tx.UpdatePairing(p)
	}
	return false, s.endRunning(tx, p.GameID, func(table *Table) (correspondence.Change, error) {
		if rule == store.CallDraw {
			return table.State.Adjudicate(tx.Now(), rules.NoSide)
		}
		return table.State.Forfeit(tx.Now(), table.State.Position.ToAct())
	})
}
