package play

import (
	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"errors"
	"strconv"
	"time"
)

// begin gives seats and begins what is to be played first. A Swiss has no more
// rounds than its players can play without a rematch.
func (s *Service) begin(tx *store.Tx, t *store.Tournament, by int64) error {
	if err := takeRatings(tx, t); err != nil {
		return err
	}
	event, err := LoadEvent(tx, t)
	if err != nil {
		return err
	}
	candidates := event.Candidates()
	asked := event.Plan.Rounds
	if most := event.Plan.MaxRounds(len(candidates)); most > 0 {
		event.Plan.Rounds = min(asked, most)
	}
	order := director.ByRating(candidates)
	if t.Seating == store.SeatRandomly || event.Plan.Drawn {
		for i := len(order) - 1; i > 0; i-- {
			j := s.draw(i + 1)
			order[i], order[j] = order[j], order[i]
		}
	}
	if event.Plan.Initial == tournament.NoColour {
		event.Plan.Initial = []tournament.Colour{tournament.White, tournament.Black}[s.draw(2)]
	}
	if event, err = event.Start(order); err != nil {
		return refusedPlan(err)
	}
	if err := s.storePlayers(tx, event.Players); err != nil {
		return err
	}
	if err := setPlan(t, event.Plan); err != nil {
		return err
	}
	t.Status, t.StartedAt, t.Rounds = store.TournamentRunning, tx.Now(), event.Rounds()
	if err := s.logTournament(tx, t.ID, by, "started", ""); err != nil {
		return err
	}
	if event.Plan.Rounds < asked {
		if err := s.logTournament(tx, t.ID, 0, "fewer-rounds", strconv.Itoa(event.Plan.Rounds)); err != nil {
			return err
		}
	}
	step, err := event.Next()
	if err != nil {
		return s.stuck(tx, t, err)
	}
	if err := s.take(tx, t, step); err != nil || step.Over {
		return err
	}
	return s.changed(tx, t) // there can be more to begin, where nothing of it is played
}

// takeRatings sets the ratings of the start list, as they are at the start. Over
// the board they are the director's.
func takeRatings(tx *store.Tx, t *store.Tournament) error {
	if t.OverBoard {
		return nil
	}
	entrants, err := tx.Entrants(t.ID)
	if err != nil {
		return err
	}
	for i := range entrants {
		e := &entrants[i].Entrant
		if e.AccountID == 0 || e.Status != store.Entered {
			continue
		}
		now, err := ratingOf(tx, e.AccountID, t.Variant)
		if err != nil {
			return err
		}
		if now == e.Rating {
			continue
		}
		e.Rating = now
		if err := tx.UpdateEntrant(e); err != nil {
			return err
		}
	}
	return nil
}

// storePlayers writes seats and statuses of an event back into its entrants.
func (s *Service) storePlayers(tx *store.Tx, players []director.Player) error {
	for _, p := range players {
		row, err := tx.Entrant(p.ID)
		if err != nil {
			return err
		}
		now := *row
		now.Seat, now.Status, now.FromRound, now.LeftRound = p.Seat, string(p.Status), p.From, p.Left
		if p.Status.Left() && now.LeftAt.IsZero() {
			now.LeftAt = tx.Now()
		} else if !p.Status.Left() {
			now.LeftAt = time.Time{}
		}
		if now == *row {
			continue
		}
		if err := tx.UpdateEntrant(&now); err != nil {
			return err
		}
	}
	return nil
}

// misfit says what does not fit in a plan, empty where the error is another one.
func misfit(err error) string {
	var invalid *account.Invalid
	if errors.As(err, &invalid) {
		problem, _ := invalid.Args["problem"].(string)
		return problem
	}
	return ""
}

// refusedPlan tells an organiser what does not fit in a plan.
func refusedPlan(err error) error {
	var wrong *director.PlanError
	switch {
	case errors.As(err, &wrong):
		return account.NewInvalid(wrong.Field, "plan", map[string]any{"problem": wrong.Problem})
	case errors.Is(err, director.ErrNotEnoughPlayers):
		return account.NewInvalid("", "tournament-small", map[string]any{"min": minPlayers})
	}
	return err
}
