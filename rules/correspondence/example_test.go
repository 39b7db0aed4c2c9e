package correspondence_test

import (
	"fmt"
	"time"

	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts"
)

func ExampleParseControl() {
	c, _ := correspondence.ParseControl("Per-move 36h bank 7d")
	fmt.Println(c)
	_, err := correspondence.ParseControl("per-move 3")
	fmt.Println(err)
	// Output:
	// per-move 1d12h bank 7d
	// "3" is not a duration: write a whole number with its unit, s, m, h or d, such as "15m", "3d" or "1d12h"
}

// A game lasts until its deadline and not a millisecond longer, whoever
// notices and whenever.
func ExampleGame_Act() {
	noon := time.Date(2027, 3, 20, 12, 0, 0, 0, time.UTC)
	international := draughts.Variants()[0]
	clock := correspondence.Control{Kind: correspondence.PerMove, Per: 3 * correspondence.Day}
	ch, _ := correspondence.New(international.Start(), clock,
		correspondence.Options{Family: international.Family(), Rated: true}, noon, nil)

	for i, text := range []string{"32-28", "19-23", "28x19"} {
		side := ch.Game.Position.ToAct()
		ch, _ = ch.Game.Act(noon.Add(time.Duration(i)*time.Hour), side, correspondence.Act{Text: text, Ply: i}, nil)
		r := ch.Records[0]
		fmt.Println(r.Ply, r.Side, r.Text, r.Spent)
	}
	fmt.Println("black loses at", ch.Game.Deadline.Format(time.DateTime))

	late := ch.Game.Deadline.Add(5 * time.Hour)
	ch, err := ch.Game.Act(late, rules.Black, correspondence.Act{Text: "14x23", Ply: 3}, nil)
	fmt.Println(err, "-", ch.Game.Result.Reason, ch.Game.Ended.Format(time.DateTime))
	// Output:
	// 0 white 32-28 0s
	// 1 black 19-23 1h0m0s
	// 2 white 28x19 1h0m0s
	// black loses at 2027-03-23 14:00:00
	// the time is up - timeout 2027-03-23 14:00:00
}
