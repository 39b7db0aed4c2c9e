package pdn_test

import (
	"fmt"

	"crownpost/rules/draughts/pdn"
)

// A game written in short is played through, and written as the standard has
// it.
func Example() {
	games, err := pdn.Parse("[GameType \"25\"]\n1. cd4 fg5 (1... bc5 2. db6 ac5) 2. gh4 1:0", pdn.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	resolved, err := pdn.Resolve(games[0], nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(resolved.Canonical())
	// Output:
	// [Result "1-0"]
	// [GameType "25,W,8,8,A0,0"]
	//
	// 1. c3-d4 f6-g5 (1... b6-c5 2. d4:b6 a7:c5) 2. g3-h4 *
}
