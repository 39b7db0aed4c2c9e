package openings_test

import (
	"fmt"

	"crownpost/rules/draughts/openings"
)

// A seed that is published with the game decides which ballot is played.
func ExampleDraw() {
	table, _ := openings.Lookup("checkers", "3-move")
	ballot, proof := openings.Draw(table, openings.Seed{})
	fmt.Println(ballot)
	fmt.Println(ballot.Start)
	fmt.Println(proof)
	// Output:
	// 115: 11-15 21-17 15-19
	// W:W17,22-32:B1-10,12,19
	// drawn 00000000000000000000000000000000: SHA-256 of 00000000000000000000000000000000/0 begins bbfb09b9 = 3153791417; 3153791417 mod 156 = 101, place 102 of 156 in the table
}
