package backgammon_test

import (
	"fmt"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

func ExamplePlays() {
	board, err := backgammon.ParseID("8N4ZAAbg/xMAIA")
	if err != nil {
		panic(err)
	}
	for _, play := range backgammon.Plays(board, 6, 2) {
		fmt.Println(play.Text(board), play.Board.Swap().ID())
	}
	// Output: 24/22 8/2 wv8HAAjw3hkABg
}

func ExampleVariants() {
	dice := []int{3, 5}
	throw := func(rules.Roll) rules.Dice {
		return func() int {
			die := dice[0]
			dice = dice[1:]
			return die
		}
	}
	played, err := backgammon.Variants()[0].Start().Play("roll", throw)
	if err != nil {
		panic(err)
	}
	fmt.Println(played.Position)
	_, err = played.Position.Play("8/3", nil)
	fmt.Println(err)
	// Output:
	// white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to play 3-5
	// both dice can be played: 24/21 8/3, 13/10 8/3, 8/5 8/3, …
}
