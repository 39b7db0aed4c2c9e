package groups_test

import (
	"fmt"

	"crownpost/tournament"
	"crownpost/tournament/groups"
)

// Twelve players in three sections; the first two of each go on to a knockout.
func Example() {
	draw, err := groups.New(groups.Plan{Seats: 12, Sections: 3, Advance: 2, Final: groups.Knockout})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(draw.Sections)

	state, _ := draw.At(groups.Record{})
	for state.CanPair() {
		record := state.Record
		for _, game := range state.Pair() {
			game.Result = tournament.WhiteWins
			if game.Black < game.White {
				game.Result = tournament.BlackWins
			}
			record.Games = append(record.Games, game)
		}
		state, _ = draw.At(record)
	}
	final, _ := state.Final()
	for i, p := range final.Players {
		fmt.Printf("%d: seat %d, place %d of section %d\n", i+1, p.Seat, p.Place, p.Section)
	}
	fmt.Println(final.Order)
	// Output:
	// [[1 6 7 12] [2 5 8 11] [3 4 9 10]]
	// 1: seat 1, place 1 of section 1
	// 2: seat 2, place 1 of section 2
	// 3: seat 3, place 1 of section 3
	// 4: seat 4, place 2 of section 3
	// 5: seat 5, place 2 of section 2
	// 6: seat 6, place 2 of section 1
	// [1 0 4 5 2 0 3 6]
}
