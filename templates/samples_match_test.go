package templates

import "fmt"

// matchGame is a match in which the reader may roll or double.
func matchGame() *GamePage {
	g := tableGame()
	g.Variant, g.RematchOffer, g.Plays, g.Task = "backgammon", nil, nil, "roll or double"
	g.Board, g.Clock = owned(), "per-move 3d"
	g.Match = &Match{Length: 7, Game: 4, Score: [2]int{3, 2}, PostCrawford: true,
		Told: []string{"Bert could not move with 6-6, and the turn passed."}}
	g.Seats[0].Score, g.Seats[1].Score = "2 of 7 points", "3 of 7 points"
	g.Choices = []ActChoice{
		{Act: "roll", Label: "Roll the dice"},
		{Act: "double", Label: "Double to 2", Sure: "Your opponent may take, or drop and lose 1 point."},
	}
	g.ResignLevels = []ActChoice{
		{Act: "resign 1", Label: "Offer to resign a single game", Sure: "Offer to resign a single game: 2 points, if your opponent accepts."},
		{Act: "resign 2", Label: "Offer to resign a gammon", Sure: "Offer to resign a gammon: 4 points, if your opponent accepts."},
	}
	g.Actions = GameActions{Resign: true}
	g.Orders = &Orders{Forced: true, Cube: true}
	g.Proof = &DiceProof{Chains: []DiceChain{
		{Commitment: "4b4fd0353caa9b3a3458e4faccaef725b6d6976ee8140499ddaab4b8520285fe", Roll: 1},
		{Commitment: "9d1c1f3f5c2f0f0c8a4b7d3e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a", Roll: 4097, Announced: sampleNow, Ply: 3},
	}}
	g.Notation, g.MatchID, g.XGID = "4HPwATDgc/ABMA", "cAkAAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:2:0:7:10"
	g.Games = append([]GameMoves{{Number: 1, Score: "0–0", Rows: []MoveRow{
		{1, &MoveCell{Ply: 2, Text: "doubles to 2"}, &MoveCell{Ply: 3, Text: "drops"}},
	}, Result: "Anna wins 1 point."}}, g.Games...)
	g.Games[1].Number, g.Games[1].Score = 2, "1–0"
	return g
}

// doubledGame is one in which the reader is doubled.
func doubledGame() *GamePage {
	g := matchGame()
	g.Board, g.Match.Question = doubled(), "Bert doubles to 4. Take, and play on for 4 points; or drop, and lose 2."
	g.Match.PostCrawford, g.Match.Crawford, g.ResignLevels = false, true, nil
	g.Choices = []ActChoice{
		{Act: "take", Label: "Take"}, {Act: "drop", Label: "Drop", Sure: "You lose this game and 2 points.", Danger: true},
	}
	g.NoLeave = true
	return g
}

// resignedGame is one in which a resignation waits for the reader's answer.
func resignedGame() *GamePage {
	g := matchGame()
	g.Match.Question, g.Task = "Bert offers to resign a single game: 2 points.", "accept the resignation or play on"
	g.Choices = []ActChoice{{Act: "accept", Label: "Accept the resignation"}, {Act: "refuse", Label: "Refuse and play on", Quiet: true}}
	return g
}

// typedGame is one with more plays than a list can have, and more levels to
// resign at than there are buttons for.
func typedGame() *GamePage {
	g := matchGame()
	g.Board, g.Task, g.Choices, g.Variant = opening(), "play 1-1", nil, "acey-deucey"
	for n := range mostListed + 1 {
		g.Plays = append(g.Plays, fmt.Sprintf("%d/%d", n/10, n))
	}
	for n := 1; n <= 15; n++ {
		g.ResignLevels = append(g.ResignLevels, ActChoice{Act: fmt.Sprintf("resign %d", n), Label: fmt.Sprintf("%d points", n)})
	}
	g.Orders = &Orders{Roll: true, BearOff: true}
	return g
}

// sessionGame is a forced play in a session for money, session its end.
func sessionGame() *GamePage {
	g := matchGame()
	g.Match = &Match{Money: 3, Game: 2, Score: [2]int{4, 0}}
	g.From.Start = "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 6-1 / money session of 3, 4-0, game 2"
	g.Choices, g.Plays, g.Task = nil, []string{"bar/24 13/7"}, "play 6-1"
	g.Orders.Roll = true
	return g
}

func finishedMatch() *GamePage {
	g := finishedGame()
	g.Variant, g.Board, g.Match = "backgammon", opening(), &Match{Length: 7, Game: 5, Score: [2]int{8, 4}}
	g.Result = &Result{Winner: "Anna", Loser: "Bert", WinnerSide: "white", Reason: "borne-off", Value: 1, Variant: "backgammon", Length: 7, Points: [2]int{8, 4}}
	offer := challenge()
	g.RematchOffer = &offer
	return g
}

func matchSamples() []sample {
	finished := cards()[3]
	finished.Variant, finished.Match = "backgammon", &Match{Length: 7, Game: 5, Score: [2]int{8, 4}}
	finished.Result = finishedMatch().Result
	gammon := cards()[3]
	gammon.Variant, gammon.Match, gammon.Result.Variant, gammon.Result.Length, gammon.Result.Value = "tavla", &Match{Length: 1}, "tavla", 1, 2
	running := cards()[2]
	running.Variant, running.Match = "backgammon", &Match{Length: 5, Game: 2, Score: [2]int{2, 0}}
	waiting := running
	waiting.YourTurn, waiting.ToAct, waiting.Task = !running.YourTurn, "white", "roll or double"
	running.Task = "play 3-1"
	player := playerPage()
	player.Games = []HistoryRow{
		{ID: 1, Variant: "backgammon", Side: "white", Opponent: bert, Outcome: "won", Rated: true, Change: 4000, Moves: 130, Ended: sampleNow,
			Match: &Match{Length: 7}, Result: finishedMatch().Result},
		{ID: 2, Variant: "tavla", Side: "white", Opponent: bert, Outcome: "won", Rated: true, Change: 4000, Moves: 30, Ended: sampleNow,
			Match: &Match{Length: 1}, Result: gammon.Result},
	}
	begin := BeginningChoices{
		Variant: "backgammon", Action: "/lobby", Positions: true, Lengths: []int{1, 3, 5, 7}, Length: 5, MaxLength: 64, MaxMoney: 25,
		Options: []Option{{"crawford", []string{"on", "off"}}, {"jacoby", []string{"off", "on"}}},
	}
	event := begin
	event.Tournament = true
	own, money := refusedForm("length", "ownLength"), refusedForm("money")
	own.Values["length"], money.Values["length"] = "own", "money"
	seeks := openSeeks()[3:4]
	seeks[0].From, seeks[0].CanAccept = Beginning{Variant: "backgammon", Length: 7}, true
	invited := seeks[0]
	invited.From = Beginning{Variant: "backgammon", Money: 3, Rules: []Rule{{"jacoby", "on"}}}
	open := openTournament()
	open.Variant, open.From = "backgammon", Beginning{Variant: "backgammon", Length: 5}
	begun := runningTournament()
	begun.Variant, begun.From = open.Variant, open.From
	return []sample{
		{"lobby for matches", &LobbyPage{Layout: member("Lobby", "/lobby"), Seeks: seeks, Variants: allVariants(), Presets: presets(), Begin: begin}},
		{"lobby for a length that was refused", &LobbyPage{Layout: member("Lobby", "/lobby"), Form: own, Variants: allVariants(), Presets: presets(), Begin: begin}},
		{"lobby for money", &LobbyPage{Layout: member("Lobby", "/lobby"), Form: money, Variants: allVariants(), Presets: presets(), Begin: begin}},
		{"lobby for draughts with a length", &LobbyPage{Layout: member("Lobby", "/lobby"), Form: refusedForm("length"), Variants: allVariants(), Presets: presets(), Begin: BeginningChoices{Variant: "checkers"}}},
		{"new tournament of matches", &NewTournamentPage{Layout: member("New tournament", "/tournaments/new"), Variants: allVariants(), Presets: presets(), Begin: event}},
		{"invitation to a match", &InvitePage{Layout: member("Invitation", "/invite/x"), Token: "x", Seek: invited}},
		{"tournament of matches", open}, {"tournament of matches that has begun", begun},
		{"match to roll or double in", matchGame()}, {"match with a double to answer", doubledGame()},
		{"match with a resignation to answer", resignedGame()},
		{"match with plays to type", typedGame()}, {"session for money", sessionGame()}, {"match finished", finishedMatch()},
		{"home with matches", &HomePage{Layout: member("", "/"), Mine: []GameCard{running, waiting}, Finished: []GameCard{finished, gammon}}},
		{"player with matches", player},
	}
}
