package api

import (
	"errors"
	"time"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/templates"
	"crownpost/tournament"
	"crownpost/tournament/director"
)

// lengthOf tells how long a tournament with so many players can last; nil where
// that cannot be told.
func lengthOf(in play.TournamentInput, players int) *templates.EventLength {
	lasts := &templates.EventLength{Players: players}
	event := director.Event{Plan: in.Plan}
	event.Plan.Format, event.Plan.Pairs, event.Plan.Length, event.Plan.Initial = in.Format, in.Pair, in.Length, tournament.White
	if most := event.Plan.MaxRounds(players); most > 0 {
		event.Plan.Rounds = min(event.Plan.Rounds, most)
	}
	for i := range players {
		event.Players = append(event.Players, director.Player{ID: int64(i + 1), Status: tournament.Entered})
	}
	event, err := event.Start(director.ByRating(event.Players))
	var wrong *director.PlanError
	if errors.As(err, &wrong) {
		lasts.Problem = wrong.Problem
		return lasts
	}
	if err != nil {
		return nil
	}
	lasts.Rounds, lasts.AtOnce = event.RoundsLeft(), gamesEach(event)
	lasts.Projected, lasts.Guaranteed = play.HowLong(in, players)
	lasts.ButForLeave = play.EndsButForLeave(in.Control, in.NoLeave)
	return lasts
}

// withoutLeave says whether no leave stops the clocks of an event: neither does
// where the site gives none.
func (s *Server) withoutLeave(forbidden bool) bool { return forbidden || s.Play.LeaveDays == 0 }

// leaveRule is that of a tournament's terms. Nothing is said where no clock
// could stop, and none where turns are too short for leave.
func (s *Server) leaveRule(t *store.Tournament) string {
	clock, err := correspondence.ParseControl(t.Control)
	switch {
	case err != nil || t.OverBoard || clock.Kind == correspondence.None || s.Play.LeaveDays == 0:
		return ""
	case t.NoLeave || !clock.AllowsLeave():
		return "none"
	}
	return "allowed"
}

// endsOf is when a tournament will probably have ended, and when at the latest, or
// why nobody can say that.
func (s *Server) endsOf(v *shownEvent, games []store.GameView) (projected, latest time.Time, open string) {
	t := v.Tournament
	t.NoLeave = s.withoutLeave(t.NoLeave)
	projected, latest = play.Ends(&t, v.event, v.pairings, games, s.Now())
	if latest.IsZero() && !t.OverBoard && t.Status != store.TournamentCancelled {
		open = play.WhyOpen(&t)
	}
	return projected, latest, open
}

// gamesEach is how many games a player has when an event begins, at most.
func gamesEach(event director.Event) int {
	if !event.Plan.AtOnce && !event.Plan.Pairs && event.Plan.Bracket == nil {
		return 1
	}
	step, err := event.Next()
	if err != nil {
		return 0
	}
	most, games := 0, map[int64]int{}
	for _, p := range step.Pairings {
		if p.Kind != director.Game {
			continue
		}
		for _, id := range []int64{p.White, p.Black} {
			games[id]++
			most = max(most, games[id])
		}
	}
	return most
}
