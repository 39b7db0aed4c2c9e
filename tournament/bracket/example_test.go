package bracket_test

import (
	"fmt"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
)

// A double elimination of four, asked for its games until it is over.
func Example() {
	draw, err := bracket.New(bracket.Plan{Format: bracket.DoubleElimination, Seats: 4, Reset: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	state, _ := draw.At(bracket.Record{})
	for state.CanPair() {
		for _, game := range state.Pair() {
			m, _ := draw.Match(game.Match)
			fmt.Printf("%s %d: %d-%d\n", m.Stage, m.Round, game.White, game.Black)
			game.Result = tournament.WhiteWins
			if game.Black == 3 {
				game.Result = tournament.BlackWins
			}
			state, _ = state.Report(game)
		}
	}
	for _, p := range state.Standings(bracket.Main).Places {
		fmt.Printf("%d. seat %d\n", p.Rank, p.Seat)
	}
	// Output:
	// main 1: 1-4
	// main 1: 3-2
	// losers 1: 2-4
	// main 2: 1-3
	// losers 2: 2-1
	// grand-final 1: 3-2
	// 1. seat 3
	// 2. seat 2
	// 3. seat 1
	// 4. seat 4
}

// The classic draw of a backgammon tournament: matches to 9 points, the final
// to 11; a progressive consolation to 7; a last chance to 5.
func Example_backgammon() {
	consolation, _ := bracket.ParseShift("A.B.|.C.|")
	lastChance, _ := bracket.ParseShift("EF.|.|")
	draw, err := bracket.New(bracket.Plan{
		Format: bracket.Knockout, Seats: 16, Consolation: consolation, LastChance: lastChance,
		Terms: map[bracket.Stage][]bracket.Terms{
			bracket.Main:        {{Points: 9}, {Points: 9}, {Points: 9}, {Points: 11}},
			bracket.Consolation: {{Points: 7}},
			bracket.LastChance:  {{Points: 5}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range draw.Matches {
		if m.Stage != bracket.Main && m.Board == 1 {
			fmt.Printf("%s %d, to %d points: %s, %s\n", m.Stage, m.Round, m.Terms.Points, m.Slots[0], m.Slots[1])
		}
	}
	// Output:
	// consolation 1, to 7 points: loser of match 1, loser of match 2
	// consolation 2, to 7 points: loser of match 12, winner of match 16
	// consolation 3, to 7 points: winner of match 20, winner of match 21
	// consolation 4, to 7 points: loser of match 13, winner of match 24
	// consolation 5, to 7 points: winner of match 26, winner of match 27
	// last-chance 1, to 5 points: loser of match 23, loser of match 16
	// last-chance 2, to 5 points: winner of match 29, winner of match 30
	// last-chance 3, to 5 points: winner of match 33, winner of match 34
}

// A result is corrected as long as nobody has begun on the strength of it.
func ExampleState_Report() {
	draw, _ := bracket.New(bracket.Plan{Format: bracket.Knockout, Seats: 3})
	semi := bracket.Game{Match: 2, Number: 1, White: 2, Black: 3, Result: tournament.WhiteWins}
	state, _ := draw.At(bracket.Record{Games: []bracket.Game{semi}})

	semi.Result = tournament.BlackWins
	corrected, err := state.Report(semi)
	final := corrected.Pair()[0]
	fmt.Println(final.White, final.Black, err)

	begun, _ := state.Report(state.Pair()[0])
	_, err = begun.Report(semi)
	fmt.Println(err)
	// Output:
	// 3 1 <nil>
	// matches [3]: later matches have begun
}
