package director_test

import (
	"fmt"

	"crownpost/tournament"
	"crownpost/tournament/director"
)

// An event is asked what comes next; what it answers is stored and comes back
// with results.
func Example() {
	event := director.Event{Plan: director.Plan{Format: director.Swiss, Rounds: 3, Initial: tournament.White}}
	for i, name := range []string{"Anna", "Ben", "Cleo", "Dora", "Emil"} {
		event.Players = append(event.Players, director.Player{ID: int64(i + 1), Name: name, Rating: 1900 - 50*i})
	}
	event, err := event.Start(director.ByRating(event.Candidates()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		step, err := event.Next()
		if err != nil || step.Over {
			fmt.Println("over after round", event.Round(), err)
			return
		}
		for _, p := range step.Pairings {
			if step.Round == 1 {
				fmt.Println(p.Kind, p.Board, p.White, p.Black)
			}
			if p.Kind == director.Game {
				p.Result = tournament.Drawn
			}
			event.Pairings = append(event.Pairings, p)
		}
	}
	// Output:
	// game 1 1 3
	// game 2 4 2
	// pairing-bye 0 5 0
	// over after round 3 <nil>
}
