package play

import (
	"context"
	"fmt"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
	"crownpost/tournament/director"
)

// EnterTournament signs an account up for a tournament that has not started;
// when it is full and keeps a waiting list, for that. Share is the player's
// first share of dice in each of his games, as of AcceptSeek.
func (s *Service) EnterTournament(ctx context.Context, player, id int64, share string) error {
	sent, err := readShare(share)
	if err != nil {
		return err
	}
	return s.write(ctx, player, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil {
			return err
		}
		if err := s.mayPlay(tx, player); err != nil {
			return err
		}
		if t.Format == string(director.Ladder) {
			var share store.DiceShare
			if t.Length > 0 {
				share = s.shareOr(sent)
			}
			return s.enterLadder(tx, t, player, share)
		}
		if t.Status != store.TournamentOpen {
			return fmt.Errorf("entry: %w", ErrGone)
		}
		if _, err := tx.EntrantOf(id, player); !isNotFound(err) {
			return err
		}
		points, err := admit(tx, t, player)
		if err != nil {
			return err
		}
		n, err := tx.CountEntrants(id, store.Entered)
		if err != nil {
			return err
		}
		entrant := &store.Entrant{TournamentID: id, AccountID: player, Status: store.Entered, Rating: points, EnteredAt: tx.Now()}
		if checksIn(t, tx.Now()) {
			entrant.CheckedInAt = tx.Now() // who enters now is there
		}
		act := "entered"
		if n >= t.MaxPlayers {
			if !t.WaitingList {
				return account.NewInvalid("", "tournament-full", map[string]any{"max": t.MaxPlayers})
			}
			entrant.Status, act = store.Waiting, "queued"
		}
		if t.Length > 0 && !t.OverBoard {
			share := s.shareOr(sent)
			entrant.Share, entrant.ShareSource = share.Share, share.Source
		}
		if err := tx.AddEntrant(entrant); err != nil {
			return err
		}
		if err := s.changed(tx, t); err != nil {
			return err
		}
		if err := s.logTournament(tx, id, player, act, ""); err != nil {
			return err
		}
		if t.StartWhenFull && entrant.Status == store.Entered && n+1 == t.MaxPlayers {
			return s.begin(tx, t, 0)
		}
		return nil
	})
}

// admit refuses whom a tournament's conditions keep out, and returns the rating
// of everybody else.
func admit(tx *store.Tx, t *store.Tournament, player int64) (points int64, err error) {
	r, err := tx.Rating(player, t.Variant)
	switch {
	case isNotFound(err):
		r = &store.Rating{Rating: int64(rating.Start)}
	case err != nil:
		return 0, err
	}
	shown := rating.Milli(r.Rating).Points()
	switch {
	case r.Games < t.MinGames:
		return 0, account.NewInvalid("", "entry-games", map[string]any{"min": t.MinGames, "games": r.Games})
	case shown < t.MinRating:
		return 0, account.NewInvalid("", "entry-rating-low", map[string]any{"min": t.MinRating, "rating": shown})
	case t.MaxRating > 0 && shown > t.MaxRating:
		return 0, account.NewInvalid("", "entry-rating-high", map[string]any{"max": t.MaxRating, "rating": shown})
	}
	return r.Rating, nil
}

// checksIn reports whether players can check in.
func checksIn(t *store.Tournament, now time.Time) bool {
	return t.Status == store.TournamentOpen && t.CheckIn > 0 && !now.Before(t.StartsAt.Add(-t.CheckIn))
}

// CheckIn says that a player is there for the start.
func (s *Service) CheckIn(ctx context.Context, player, id int64) error {
	return s.write(ctx, player, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil {
			return err
		}
		e, err := tx.EntrantOf(id, player)
		switch {
		case isNotFound(err):
			return fmt.Errorf("check-in: %w", ErrGone)
		case err != nil:
			return err
		case t.Status != store.TournamentOpen || t.CheckIn == 0:
			return fmt.Errorf("check-in: %w", ErrGone)
		case !checksIn(t, tx.Now()):
			return account.NewInvalid("", "check-in-early", nil)
		case !e.CheckedInAt.IsZero():
			return nil
		}
		e.CheckedInAt = tx.Now()
		if err := tx.UpdateEntrant(e); err != nil {
			return err
		}
		return s.logTournament(tx, id, player, "checked-in", "")
	})
}

// dropAbsent takes out those who have not checked in, and fills their places
// from the waiting list with those who have.
func (s *Service) dropAbsent(tx *store.Tx, t *store.Tournament) error {
	entrants, err := tx.Entrants(t.ID)
	if err != nil {
		return err
	}
	free := t.MaxPlayers
	for i := range entrants {
		e := &entrants[i].Entrant
		switch {
		case e.CheckedInAt.IsZero() && e.AccountID != 0:
			if err := tx.RemoveEntrant(e.ID); err != nil {
				return err
			}
			if err := s.logTournament(tx, t.ID, e.AccountID, "absent", ""); err != nil {
				return err
			}
		case free == 0:
		case e.Status == store.Waiting:
			if err := s.givePlace(tx, t, e); err != nil {
				return err
			}
			free--
		default:
			free--
		}
	}
	return nil
}

// givePlace takes an entrant from the waiting list into the event.
func (s *Service) givePlace(tx *store.Tx, t *store.Tournament, e *store.Entrant) error {
	e.Status = store.Entered
	if err := tx.UpdateEntrant(e); err != nil {
		return err
	}
	return s.logTournament(tx, t.ID, e.AccountID, "moved-up", "")
}

// WithdrawTournament takes an account out: before the start without a trace,
// afterwards with its unfinished games forfeited.
func (s *Service) WithdrawTournament(ctx context.Context, player, id int64) error {
	return s.write(ctx, player, func(tx *store.Tx) error { return s.withdraw(tx, player, id) })
}

func (s *Service) withdraw(tx *store.Tx, player, id int64) error {
	t, err := tx.TournamentForUpdate(id)
	if err != nil {
		return err
	}
	e, err := tx.EntrantOf(id, player)
	if isNotFound(err) {
		return fmt.Errorf("withdrawal: %w", ErrGone)
	}
	if err != nil {
		return err
	}
	switch {
	case t.Status == store.TournamentOpen:
		return s.giveUpPlace(tx, t, e, player, "")
	case t.Status != store.TournamentRunning:
		return fmt.Errorf("withdrawal: %w", ErrGone)
	case e.Status == store.Waiting:
		return s.giveUpPlace(tx, t, e, player, "")
	case e.Status != store.Active:
		return nil
	}
	if err := s.logTournament(tx, id, player, "withdrawn", ""); err != nil {
		return err
	}
	return s.leave(tx, t, e, tournament.Withdrawn)
}

// giveUpPlace takes an entrant out of an event that has not started; the first
// on the waiting list moves up.
func (s *Service) giveUpPlace(tx *store.Tx, t *store.Tournament, e *store.Entrant, by int64, reason string) error {
	if err := tx.RemoveEntrant(e.ID); err != nil {
		return err
	}
	err := tx.LogTournament(&store.TournamentEntry{
		TournamentID: t.ID, At: tx.Now(), AccountID: by, Act: "left", Detail: e.Name, Reason: reason,
	})
	if err != nil {
		return err
	}
	if e.Status == store.Entered {
		entrants, err := tx.Entrants(t.ID)
		if err != nil {
			return err
		}
		for i := range entrants {
			if next := &entrants[i].Entrant; next.Status == store.Waiting {
				if err := s.givePlace(tx, t, next); err != nil {
					return err
				}
				break
			}
		}
	}
	tx.After(func() { s.ring(TournamentTopic(t.ID)) })
	return s.changed(tx, t)
}

// leave is what it means that a player leaves an event that is running.
func (s *Service) leave(tx *store.Tx, t *store.Tournament, e *store.Entrant, status tournament.Status) error {
	if t.Format == string(director.Ladder) {
		return s.leaveLadder(tx, t, e, status)
	}
	event, err := LoadEvent(tx, t)
	if err != nil {
		return err
	}
	after, forfeits, err := event.Leave(e.ID, status)
	if err != nil {
		return err
	}
	if err := s.storePlayers(tx, after.Players); err != nil {
		return err
	}
	for _, drop := range after.Drops() {
		if err := tx.RemovePairing(drop); err != nil {
			return err
		}
	}
	for _, p := range forfeits {
		if err := s.decide(tx, t, p); err != nil {
			return err
		}
	}
	return s.changed(tx, t)
}

// decide stores a pairing that was decided without play: a ruling, or a forfeit
// of one that exists, whose game ends with it.
func (s *Service) decide(tx *store.Tx, t *store.Tournament, p director.Pairing) error {
	if p.ID == 0 {
		_, err := s.storePairing(tx, t, p)
		return err
	}
	row, err := tx.Pairing(p.ID)
	if err != nil {
		return err
	}
	row.Result, row.Forfeit, row.Deferred, row.EndedAt = resultText(p.Result), p.Forfeit, false, tx.Now()
	row.ScoreWhite, row.ScoreBlack = p.Score[0], p.Score[1]
	if err := tx.UpdatePairing(row); err != nil || row.GameID == 0 {
		return err
	}
	return s.endRunning(tx, row.GameID, func(table *Table) (correspondence.Change, error) {
		switch p.Result {
		case tournament.WhiteWins:
			return table.State.Forfeit(tx.Now(), table.Side(table.BlackID))
		case tournament.BlackWins:
			return table.State.Forfeit(tx.Now(), table.Side(table.WhiteID))
		}
		return table.State.Annul(tx.Now())
	})
}

// leaveTournaments withdraws an account from everything it has entered.
func (s *Service) leaveTournaments(tx *store.Tx, player int64) error {
	entries, err := tx.EntriesOf(player)
	if err != nil {
		return err
	}
	for _, t := range entries {
		if t.Status != store.TournamentOpen && t.Status != store.TournamentRunning {
			continue
		}
		if err := s.withdraw(tx, player, t.ID); err != nil {
			return err
		}
	}
	return nil
}
