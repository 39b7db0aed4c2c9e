package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
)

// leaveAhead is how long before it begins a leave can be announced.
const leaveAhead = 365 * correspondence.Day

// LeaveAccount is what an account has of leave at a moment.
type LeaveAccount struct {
	// Days are those of a calendar year, 0 where the site gives no leave.
	Days int
	// Left is what is left of this year's, what is planned being taken.
	Left time.Duration
	// Open is the leave that is on or to come, nil for none.
	Open *store.Leave
	// All are the leaves so far, the last one first.
	All []store.Leave
}

// Leave returns what an account has of leave at now.
func (s *Service) Leave(ctx context.Context, id int64) (*LeaveAccount, error) {
	rows, err := s.Store.Read(ctx).Leaves(id)
	if err != nil {
		return nil, err
	}
	now := s.Store.Now()
	l := &LeaveAccount{Days: s.LeaveDays}
	for i := len(rows) - 1; i >= 0; i-- {
		l.All = append(l.All, rows[i])
		if rows[i].ToAt.After(now) {
			l.Open = &rows[i]
		}
	}
	l.Left = max(0, s.leaveDays()-correspondence.LeaveTaken(spans(rows), now.UTC().Year()))
	return l, nil
}

func (s *Service) leaveDays() time.Duration { return time.Duration(s.LeaveDays) * correspondence.Day }

// spans are the leaves as the law of play reads them.
func spans(rows []store.Leave) []correspondence.Leave {
	leaves := make([]correspondence.Leave, len(rows))
	for i, l := range rows {
		leaves[i] = correspondence.Leave{From: l.FromAt, To: l.ToAt}
	}
	return leaves
}

// TakeLeave gives an account leave from an instant on, now if that is zero, for
// so many days, as many as there are if that is 0. Its clocks stand meanwhile in
// every game that allows leave.
func (s *Service) TakeLeave(ctx context.Context, id int64, from time.Time, days int) (*store.Leave, error) {
	var leave *store.Leave
	err := s.write(ctx, id, func(tx *store.Tx) error {
		// A game that begins meanwhile either sees the leave or is seen here.
		if err := tx.LockAccounts(id); err != nil {
			return err
		}
		from := from.UTC().Truncate(time.Second)
		if !from.After(tx.Now()) {
			if !from.IsZero() && tx.Now().Sub(from) > time.Minute {
				return account.NewInvalid("from", "leave-past", nil)
			}
			from = tx.Now()
		}
		to, err := s.leaveUntil(tx, id, from, days)
		if err != nil {
			return err
		}
		leave = &store.Leave{AccountID: id, FromAt: from, ToAt: to, CreatedAt: tx.Now()}
		if err := tx.CreateLeave(leave); err != nil {
			return err
		}
		return s.setLeave(tx, id, correspondence.Leave{From: from, To: to})
	})
	if err != nil {
		return nil, err
	}
	return leave, nil
}

// leaveUntil is when a leave that is asked for ends.
func (s *Service) leaveUntil(tx *store.Tx, id int64, from time.Time, days int) (time.Time, error) {
	rows, err := tx.Leaves(id)
	if err != nil {
		return time.Time{}, err
	}
	for i := range rows {
		if rows[i].ToAt.After(tx.Now()) {
			return time.Time{}, account.NewInvalid("from", "leave-open", nil)
		}
	}
	longest := correspondence.LongestLeave(spans(rows), from, s.leaveDays())
	switch most := int(longest.Sub(from) / correspondence.Day); {
	case s.LeaveDays == 0:
		return time.Time{}, account.NewInvalid("", "leave-none", nil)
	case from.Sub(tx.Now()) > leaveAhead:
		return time.Time{}, account.NewInvalid("from", "leave-far", map[string]any{"max": int(leaveAhead / correspondence.Day)})
	case !longest.After(from):
		return time.Time{}, account.NewInvalid("from", "leave-used", map[string]any{"days": s.LeaveDays})
	case most == 0 && days != 0:
		return time.Time{}, account.NewInvalid("days", "leave-last-day", nil)
	case days < 0 || days > most:
		return time.Time{}, account.NewInvalid("days", "leave-days", map[string]any{"max": most})
	case days > 0:
		return from.Add(time.Duration(days) * correspondence.Day), nil
	}
	return longest, nil
}

// EndLeave ends the leave that is on, or gives up the one to come. Without either
// nothing happens.
func (s *Service) EndLeave(ctx context.Context, id int64) error {
	return s.write(ctx, id, func(tx *store.Tx) error {
		if err := tx.LockAccounts(id); err != nil {
			return err
		}
		last, err := tx.LastLeave(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil
		case err != nil:
			return err
		case !last.ToAt.After(tx.Now()):
			return nil
		case !last.FromAt.Before(tx.Now()):
			if err := tx.DeleteLeave(last.ID); err != nil {
				return err
			}
			return s.setLeave(tx, id, correspondence.Leave{})
		}
		if err := tx.EndLeave(last.ID, tx.Now()); err != nil {
			return err
		}
		return s.setLeave(tx, id, correspondence.Leave{From: last.FromAt, To: tx.Now()})
	})
}

// setLeave tells every running game of an account of its leave. A leave that
// begins now is refused while a turn is in its last hour.
func (s *Service) setLeave(tx *store.Tx, id int64, l correspondence.Leave) error {
	games, err := tx.RunningIDs(id)
	if err != nil {
		return err
	}
	hurry := 0
	for _, game := range games {
		table, err := tableForUpdate(tx, game)
		if err != nil {
			return err
		}
		side := table.Side(id)
		change, err := table.State.SetLeave(tx.Now(), side, l)
		switch {
		case errors.Is(err, correspondence.ErrTimeUp):
			if err := s.apply(tx, table, change, nil); err != nil {
				return err
			}
			continue
		case errors.Is(err, correspondence.ErrOver):
			continue
		case err != nil:
			return fmt.Errorf("leave: %w", err)
		case l.From.Equal(tx.Now()) && table.State.InLastHour(side, tx.Now()):
			hurry++
		}
		if err := s.storeLeave(tx, table, change); err != nil {
			return err
		}
	}
	if hurry > 0 {
		return account.NewInvalid("from", "leave-last-hour", map[string]any{"games": hurry})
	}
	return nil
}

// storeLeave stores what a leave does to a game.
func (s *Service) storeLeave(tx *store.Tx, t *Table, c correspondence.Change) error {
	if c.Game.Leave == t.State.Leave {
		return nil
	}
	t.set(c.Game)
	if err := tx.SetLeaves(&t.Game); err != nil {
		return err
	}
	if err := tx.UpdateGame(&t.Game); err != nil {
		return err
	}
	s.announce(tx, t)
	return nil
}

// leavesOf are the leaves, on or to come, of the players of a game that begins
// to run.
func leavesOf(tx *store.Tx, g *store.Game) (leaves [2]correspondence.Leave, err error) {
	// A leave that is taken at the same time is seen, or finds the game running.
	if err := tx.HoldAccounts(g.WhiteID, g.BlackID); err != nil {
		return leaves, err
	}
	open, err := tx.LeavesAt(tx.Now(), g.WhiteID, g.BlackID)
	if err != nil {
		return leaves, err
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if l, ok := open[g.Player(side)]; ok {
			leaves[side] = correspondence.Leave{From: l.FromAt, To: l.ToAt}
		}
	}
	return leaves, nil
}
