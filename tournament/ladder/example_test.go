package ladder_test

import (
	"fmt"

	"crownpost/tournament/ladder"
)

// Carol (3) beats Anna (1); when the game is voided the old order is back.
func Example() {
	rules := ladder.Rules{Reach: 3}
	log := []ladder.Event{
		{Kind: ladder.Joined, Player: 1},
		{Kind: ladder.Joined, Player: 2},
		{Kind: ladder.Joined, Player: 3},
	}
	try := func(e ladder.Event) {
		state, err := ladder.Fold(rules, log, e.At)
		if err == nil {
			err = state.Check(e)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		log = append(log, e)
		state, _ = ladder.Fold(rules, log, e.At)
		var order []int64
		for _, row := range state.Standings() {
			order = append(order, row.Player)
		}
		fmt.Println(order)
	}
	try(ladder.Event{Kind: ladder.Challenged, At: 10, Player: 3, Opponent: 1, Challenge: 7})
	try(ladder.Event{Kind: ladder.Finished, At: 20, Challenge: 7, Winner: 3})
	try(ladder.Event{Kind: ladder.Challenged, At: 30, Player: 3, Opponent: 2, Challenge: 8})
	try(ladder.Event{Kind: ladder.Voided, At: 40, Challenge: 7})
	// Output:
	// [1 2 3]
	// [3 1 2]
	// opponent is out of reach
	// [1 2 3]
}
