package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
)

// forfeit ends a game against loser without play.
func (s *Service) forfeit(tx *store.Tx, game, loser int64) error {
	table, err := tableForUpdate(tx, game)
	if err != nil {
		return err
	}
	change, err := table.State.Forfeit(tx.Now(), table.Side(loser))
	if err != nil && !errors.Is(err, correspondence.ErrTimeUp) {
		return err
	}
	return s.apply(tx, table, change, nil)
}

// ScheduledStart is the task that starts a tournament at its hour. One that
// has too few players then is called off.
func (s *Service) ScheduledStart(ctx context.Context, payload string) error {
	id, err := strconv.ParseInt(payload, 10, 64)
	if err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil || t.Status != store.TournamentOpen {
			return err
		}
		entrants, err := tx.Entrants(id)
		if err != nil {
			return err
		}
		if len(entrants) < t.MinPlayers {
			return s.end(tx, t, store.TournamentCancelled, 0, "cancelled", "not enough players")
		}
		return s.begin(tx, t, 0)
	})
}

// begin gives seats and starts the first games: all of them, or a round.
func (s *Service) begin(tx *store.Tx, t *store.Tournament, by int64) error {
	event, err := loadEvent(tx, t)
	if err != nil {
		return err
	}
	candidates := event.Candidates()
	order := tournament.ByRating(candidates)
	if t.Seating == store.SeatRandomly {
		for i := len(order) - 1; i > 0; i-- {
			j := s.draw(i + 1)
			order[i], order[j] = order[j], order[i]
		}
	}
	if event, err = event.Start(order); err != nil {
		return err
	}
	for _, e := range event.Entrants {
		row, err := tx.Entrant(t.ID, e.ID)
		if err != nil {
			return err
		}
		if row.Rating, err = ratingOf(tx, e.ID, t.Variant); err != nil {
			return err
		}
		row.Seat, row.Status = e.Seat, string(e.Status)
		if err := tx.UpdateEntrant(row); err != nil {
			return err
		}
	}
	t.Status, t.StartedAt, t.Rounds = store.TournamentRunning, tx.Now(), event.Rounds()
	if err := s.logTournament(tx, t.ID, by, "started", ""); err != nil {
		return err
	}
	last := 1
	if t.Pace == store.PaceAll {
		last = t.Rounds
	}
	for round := 1; round <= last; round++ {
		if err := s.openRound(tx, t, event, round); err != nil {
			return err
		}
	}
	return tx.UpdateTournament(t)
}

// openRound creates the games of a round. The caller stores the tournament.
func (s *Service) openRound(tx *store.Tx, t *store.Tournament, event tournament.Event, round int) error {
	games, err := event.Round(round)
	if err != nil {
		return err
	}
	control, err := correspondence.ParseControl(t.Control)
	if err != nil {
		return fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	t.Round = round
	draw := func() (opening, error) {
		return s.opening(chosen{t.Variant, t.Options, t.Length, 0}, t.Opening, t.Start)
	}
	shares, err := entryShares(tx, t)
	if err != nil {
		return err
	}
	begins, err := draw()
	if err != nil {
		return err
	}
	var last *Table // the game before; of a pair the first
	for _, g := range games {
		white, err := event.Holder(g.White)
		if err != nil {
			return err
		}
		black, err := event.Holder(g.Black)
		if err != nil {
			return err
		}
		if g.Result == tournament.BothLose {
			continue // two who have left: there is nobody to whom a game could matter
		}
		second := t.Pair && g.Board%2 == 0
		if t.BallotPer == store.BallotPerPairing && !second {
			if begins, err = draw(); err != nil {
				return err
			}
		}
		table, err := s.startGame(tx, terms{
			Variant: t.Variant, Control: control, Rated: t.Rated, White: white.ID, Black: black.ID,
			Tournament: t.ID, Round: round, Board: g.Board, ColourDraw: "pairing table",
			Options: t.Options, Length: t.Length, opening: begins,
			Shares: [2]store.DiceShare{shares[white.ID], shares[black.ID]},
		})
		if err != nil {
			return err
		}
		if second {
			if err := tx.PairGames(last.ID, table.ID); err != nil {
				return err
			}
		}
		last = table
		if g.Forfeit {
			loser := white.ID
			if g.Result == tournament.WhiteWins {
				loser = black.ID
			}
			if err := s.forfeit(tx, table.ID, loser); err != nil {
				return err
			}
		}
	}
	return nil
}

// tournamentGameEnded is what the end of a game means to its tournament. The
// tournament's row is locked before its games are counted, so that of two last
// games ending together the second sees the first.
func (s *Service) tournamentGameEnded(tx *store.Tx, t *Table) error {
	event, err := tx.TournamentForUpdate(t.TournamentID)
	if err != nil {
		return err
	}
	running, err := tx.CountRunning(event.ID, 0)
	if err != nil || event.Status != store.TournamentRunning {
		return err
	}
	// The game that ends is still stored as running.
	if running > 1 {
		return nil
	}
	return s.addPairing(tx, event)
}

// advance goes on to the next round if nobody's game holds it up.
func (s *Service) advance(tx *store.Tx, id int64) error {
	t, err := tx.TournamentForUpdate(id)
	if err != nil || t.Status != store.TournamentRunning {
		return err
	}
	running, err := tx.CountRunning(id, 0)
	if err != nil || running > 0 {
		return err
	}
	return s.addPairing(tx, t)
}

func (s *Service) addPairing(tx *store.Tx, t *store.Tournament) error {
	payload := fmt.Sprintf("%d:%d", t.ID, t.Round)
	return s.addTask(tx, "pair:"+payload, TaskPair, payload, tx.Now())
}

// CloseRound is the task that follows a round's last game: it opens the next
// round, or ends the tournament. The payload names the tournament and the
// round that has closed; when that is no longer the round being played, it has
// been done.
func (s *Service) CloseRound(ctx context.Context, payload string) error {
	var id int64
	var round int
	if _, err := fmt.Sscanf(payload, "%d:%d", &id, &round); err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil || t.Status != store.TournamentRunning || t.Round != round {
			return err
		}
		event, err := loadEvent(tx, t)
		if err != nil {
			return err
		}
		for {
			switch event.State() {
			case tournament.Over:
				return s.end(tx, t, store.TournamentFinished, 0, "finished", "")
			case tournament.Deserted:
				return s.end(tx, t, store.TournamentFinished, 0, "finished", "not enough players")
			}
			next := event.NextRound()
			if next == 0 {
				if t.Round == round {
					return nil
				}
				return tx.UpdateTournament(t)
			}
			if err := s.openRound(tx, t, event, next); err != nil {
				return err
			}
			if err := s.logTournament(tx, t.ID, 0, "round", strconv.Itoa(next)); err != nil {
				return err
			}
			// A round of forfeits alone is over as soon as it is open.
			if event, err = loadEvent(tx, t); err != nil {
				return err
			}
		}
	})
}

// end closes a tournament.
func (s *Service) end(tx *store.Tx, t *store.Tournament, status string, by int64, act, detail string) error {
	t.Status, t.EndedAt = status, tx.Now()
	if err := tx.UpdateTournament(t); err != nil {
		return err
	}
	return s.logTournament(tx, t.ID, by, act, detail)
}
