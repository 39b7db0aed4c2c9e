package api

import (
	"errors"

	"crownpost/api/play"
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
	return lasts
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
