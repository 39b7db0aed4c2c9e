package templates

import "time"

func events() []TournamentCard {
	return []TournamentCard{
		{ID: 1, Name: "Winter open", Variant: "international", Clock: "per-move 3d", Rated: true, Organiser: chiyo, Status: "open", Entrants: 5, Limit: 12, Queue: 1, System: System{Format: "swiss", Rounds: 7}},
		{ID: 2, Name: "Double or nothing", Variant: "table", Clock: "per-move 1d", Organiser: bert, Status: "open", Entrants: 1, Starts: sampleNow.Add(72 * time.Hour), System: System{Format: "round-robin", Cycles: 2, AtOnce: true}},
		{ID: 3, Name: "Autumn cup", Variant: "checkers", Clock: "per-move 3d bank 7d", Rated: true, Organiser: anna, Status: "running", Entrants: 4, From: ballots(),
			Round: 2, Rounds: 3, LatestEnd: sampleNow.AddDate(0, 4, 0), System: System{Format: "round-robin", Pairs: true}},
		{ID: 4, Name: "Summer games", Variant: "backgammon", Clock: "per-move 3d", Organiser: bert, Status: "finished", Entrants: 8, Ended: sampleNow.AddDate(0, -3, 0), Winners: []Player{chiyo, gone}, System: System{Format: "progressive"}},
		{ID: 6, Name: "All at once", Variant: "checkers", Clock: "per-move 3d", Organiser: bert, Status: "running", Entrants: 4, Rounds: 3, System: System{Format: "round-robin", Cycles: 3, AtOnce: true}},
		{ID: 5, Name: "Too early", Variant: "backgammon", Clock: "none", OverBoard: true, Organiser: bert, Status: "cancelled", Entrants: 1, System: System{Format: "groups", SectionSize: 4, Final: "knockout"}},
		{ID: 7, Name: "Ladder", Variant: "checkers", Clock: "per-move 3d", Organiser: bert, Status: "running", Entrants: 9, System: System{Format: "ladder"}},
	}
}

// eventHead is the head of a tournament's page with all its views.
func eventHead(card TournamentCard, desk bool) TournamentHead {
	head := TournamentHead{TournamentCard: card, Views: []Link{
		{"Overview", "/tournaments/3"}, {"Cross table", "/tournaments/3/table"}, {"Rounds", "/tournaments/3/rounds/2"},
		{"Draw", "/tournaments/3/draw"}, {"Players", "/tournaments/3/players"}, {"Files", "/tournaments/3/files"},
	}}
	if desk {
		head.Desk = "/tournaments/3/desk"
		head.Views = append(head.Views, Link{"Director’s desk", head.Desk})
	}
	return head
}

// carded is a player whose name leads to the card of the event.
func carded(p Player, title string) Player {
	p.At, p.Title = "/tournaments/3/players/1", title
	return p
}

func sampleRounds() []TournamentRound {
	return []TournamentRound{
		{Number: 1, Closed: true, Pairings: []Pairing{
			{ID: 1, Board: 1, White: chiyo, Black: anna, GameID: 7, Score: "1–0", Ruled: true}, {ID: 2, Board: 2, White: bert, Black: gone, Score: "0–1", Forfeit: true},
		}},
		{Number: 2, Due: sampleNow.AddDate(0, 0, 9), Ballot: "17: 9-13 22-18 10-14", Pairings: []Pairing{
			{ID: 3, Board: 1, White: anna, Black: bert, GameID: 8, Due: sampleNow.AddDate(0, 0, 9)}, {ID: 4, Board: 2, White: bert, Black: anna, GameID: 9, Sum: "1–1"},
			{ID: 5, Board: 3, White: bert, Black: anna, Deferred: true}, {White: gone, Bye: "rest"}, {ID: 6, White: chiyo, Bye: "half-bye"},
		}},
		{Number: 2, Section: 2, Pairings: []Pairing{{ID: 7, Board: 1, White: anna, Black: bert}}}, {Number: 3, Final: true},
	}
}

func crossTable() TournamentTable {
	cell := func(texts ...string) Cell {
		c := Cell{}
		for _, text := range texts {
			c.Games = append(c.Games, CellGame{ID: 7, Text: text})
		}
		return c
	}
	self, void := Cell{Self: true}, Cell{Games: []CellGame{{ID: 8, Text: "0", Annulled: true}}}
	return TournamentTable{
		Codes: []string{"DE", "BH/C1", "SOLK+"}, Provisional: true, Cross: true, Performance: true,
		Rows: []Standing{
			{Rank: 1, Number: 3, Player: carded(chiyo, "GM"), Status: "active", Played: 2, Won: 2, Points: "2", Values: []string{"", "3½", "9¼"}, Performance: 1890, GoesOn: "ahead", Cells: []Cell{self, cell("1"), cell("1", "½"), cell("")}},
			{Rank: 2, Number: 1, Player: carded(anna, ""), Status: "active", Played: 2, Won: 1, Points: "1½", Values: []string{"1", "3", "8"}, You: true, Cells: []Cell{cell("0"), self, cell("½"), {Games: []CellGame{{}}}}},
			{Rank: 3, Number: 2, Player: bert, Status: "withdrawn", Played: 3, Points: "½", Values: []string{"0", "2", "7"}, Cells: []Cell{cell("0"), cell("½"), self, cell("–")}},
			{Number: 4, Player: gone, Status: "expelled", Annulled: true, Values: []string{"", "", ""}, Cells: []Cell{cell(""), void, {Games: []CellGame{{Text: "+"}}}, self}},
		},
	}
}

func runningTournament() *TournamentPage {
	p := &TournamentPage{
		Layout: live(member("Autumn cup", "/tournaments/3"), "/tournaments/3/events"), TournamentHead: eventHead(events()[2], true),
		Description: "Four friends, three rounds.", Entry: Entry{In: true, Number: 1},
		Terms: TournamentTerms{Withdrawal: "half", Scoring: "1-½-0", TieBreaks: []string{"DE", "BH/C1", "KS/L+2", "ARO/U1400", "SOLK/FT"}, RoundTime: 9 * 24 * time.Hour, Unfinished: "organiser", Leave: "allowed",
			HalfByes: 1, Accelerated: true, Colourless: true, SeatedByLot: true, Officials: []Player{chiyo, bert}, RatedAsWhole: true},
		Can: TournamentActions{Withdraw: true, Cancel: true, Byes: []int{3, 4}}, Stuck: "no legal pairing",
		Mine:   []OwnGame{{ID: 8, Opponent: "Bert", YourTurn: true}, {ID: 9, Opponent: "Bert"}},
		Tables: []TournamentTable{crossTable()}, Current: sampleRounds(), Past: []int{1, 2}, HasGames: true,
		Log: []LogEntry{
			{At: sampleNow, By: "Anna", Text: "The tournament was created."},
			{At: sampleNow, Text: "closed-17 was expelled.", Reason: "Two accounts."},
		},
	}
	p.Round, p.Rounds = 2, 3
	p.From.BallotPer = "round"
	p.ProjectedEnd = sampleNow.AddDate(0, 2, 0)
	return p
}

func openTournament() *TournamentPage {
	return &TournamentPage{
		Layout: member("Winter open", "/tournaments/1"), TournamentHead: eventHead(events()[0], false),
		Terms:          TournamentTerms{Leave: "allowed", Least: 4, MinRating: 1400, MaxRating: 1800, MinGames: 5, WaitingList: true, StartWhenFull: true},
		DiceCommitment: "7d8b17e2a056d429e24a215471c2e728869a64bce6b536f40e8a5aae7eb4b36c",
		Players:        []Player{anna, bert, chiyo}, Queued: []Player{gone}, Entry: Entry{In: true, CheckedIn: true},
		Can: TournamentActions{Enter: true, Withdraw: true, Start: true, CheckIn: true, WhyNot: "Only players with a rating."},
	}
}

func emptyTournament() *TournamentPage {
	p := &TournamentPage{Layout: visitor("Double or nothing", "/tournaments/2"), TournamentHead: eventHead(events()[1], false), Players: []Player{anna},
		Entry: Entry{Waiting: true, CheckedIn: true}, Can: TournamentActions{Enter: true, Queue: true},
		Terms: TournamentTerms{Withdrawal: "annul-all", Leave: "none", MinRating: 1400, MinGames: 3, CheckIn: time.Hour, StartWhenFull: true}}
	return p
}

func finishedTournament() *TournamentPage {
	return &TournamentPage{Layout: visitor("Summer games", "/tournaments/4"), TournamentHead: eventHead(events()[3], false),
		Terms: TournamentTerms{ThirdPlace: true, Matches: []MatchTerms{{Stage: "main", Games: 1, Points: 7}, {Stage: "consolation", Games: 3, Extra: 1, Ties: "lot"}, {Stage: "last-chance", Games: 2, Parallel: true, Ties: "seed"}}}, Matches: sampleDraw()[0].Rounds[0].Fixtures,
		Tables: []TournamentTable{{Stage: "main", Draw: true, Rows: []Standing{
			{Rank: 1, Number: 2, Player: chiyo, Played: 3, Match: 7}, {Number: 3, Player: anna, In: true, Match: 6},
		}}, {Stage: "consolation", Draw: true}},
		DiceCommitment: "7d8b17e2a056d429e24a215471c2e728869a64bce6b536f40e8a5aae7eb4b36c", DiceSeed: "2fac88db5000e446a7be6521919be52a929bc6fc9ee31ec04ae33beff86b0e61"}
}

// sampleDraw has a match of every kind.
func sampleDraw() []DrawPart {
	a, b, c := carded(anna, "MF"), carded(bert, ""), carded(chiyo, "")
	slot := func(p *Player, number int, score string, won bool) Slot {
		return Slot{Player: p, Number: number, Score: score, Won: won}
	}
	id := 0
	match := func(status, how string, x, y Slot) Fixture {
		id++
		return Fixture{ID: id, Stage: "main", Status: status, How: how, Slots: [2]Slot{x, y}}
	}
	played := match("decided", "play", slot(&a, 1, "7", true), slot(&b, 8, "4", false))
	played.Games, played.Loser, played.Length = []CellGame{{ID: 7, Text: "7–4"}}, 9, 7
	running := match("playing", "", slot(&b, 4, "1½", false), slot(&c, 5, "½", false))
	running.Games, running.BestOf, running.Slots[1].You = []CellGame{{ID: 8, Text: "1–0"}, {ID: 9}, {Text: "½–½"}, {}}, 4, true
	bye := match("decided", "bye", slot(&c, 2, "", true), Slot{From: "bye"})
	nobody := match("decided", "absence", Slot{From: "bye"}, Slot{From: "bye"})
	ready := match("ready", "", slot(&a, 1, "", false), slot(&c, 2, "", false))
	tied := match("tied", "", slot(&a, 1, "1", false), slot(&b, 2, "1", false))
	final := match("waiting", "", Slot{From: "winner", Match: 1}, Slot{From: "loser", Match: 2})
	var parts []DrawPart
	first := []Fixture{played, running, bye, nobody}
	for _, f := range []string{"seed", "lot", "walkover", "decision"} {
		first = append(first, match("decided", f, slot(&a, 1, "1", true), slot(&b, 8, "1", false)))
	}
	quarters := []Fixture{ready, tied, match("waiting", "", Slot{From: "winner", Match: 1}, Slot{From: "winner", Match: 2}), match("waiting", "", Slot{From: "winner", Match: 3}, Slot{From: "winner", Match: 4})}
	semis := []Fixture{match("waiting", "", Slot{From: "winner", Match: 5}, Slot{From: "winner", Match: 6}), match("waiting", "", Slot{From: "winner", Match: 7}, Slot{From: "winner", Match: 8})}
	parts = append(parts, DrawPart{"main", []DrawRound{
		{Number: 1, Left: 3, Fixtures: first, Joins: true}, {Number: 2, Left: 2, Fixtures: quarters, Joins: true},
		{Number: 3, Left: 1, Fixtures: semis, Joins: true}, {Number: 4, Fixtures: []Fixture{final}},
	}})
	one := func() []Fixture {
		return []Fixture{match("waiting", "", Slot{From: "winner", Match: 1}, Slot{From: "winner", Match: 2})}
	}
	parts = append(parts, DrawPart{"losers", []DrawRound{{Number: 1, Left: 1, Fixtures: one()}, {Number: 2, Fixtures: one()}}})
	reset := one()
	reset[0].Status, reset[0].How, reset[0].Slots = "decided", "not-needed", [2]Slot{{From: "bye"}, {From: "bye"}}
	parts = append(parts, DrawPart{"third-place", []DrawRound{{Number: 1, Fixtures: one()}}})
	return append(parts, DrawPart{"grand-final", []DrawRound{{Number: 1, Left: 1, Fixtures: one()}, {Number: 2, Fixtures: reset}}})
}

func progressTable() *ProgressTable {
	game := func(text string) ProgressGame {
		return ProgressGame{CellGame: CellGame{ID: 7, Text: text}, Opponent: 12, Colour: "white", Kind: "game"}
	}
	bye := func(kind string) ProgressRound {
		return ProgressRound{Games: []ProgressGame{{Kind: kind}}, Sum: "1½"}
	}
	over := game("½")
	over.ID, over.Colour = 0, ""
	unended := game("")
	unended.ID = 0
	return &ProgressTable{Rounds: []int{1, 2, 3}, Provisional: true, Rows: []ProgressRow{
		{Rank: 1, Number: 3, Player: carded(chiyo, "GM"), Status: "active", Points: "2½", Rounds: []ProgressRound{{[]ProgressGame{game("1"), over}, "1½"}, bye("pairing-bye"), {[]ProgressGame{game("")}, "2½"}}},
		{Rank: 2, Number: 1, Player: carded(anna, ""), Status: "active", Points: "1", You: true, Rounds: []ProgressRound{bye("half-bye"), bye("full-bye"), bye("zero-bye")}},
		{Number: 2, Player: bert, Status: "withdrawn", Annulled: true, Rounds: []ProgressRound{bye("rest"), {[]ProgressGame{unended}, "1½"}, {}}},
	}}
}

func sampleSums() *TournamentSumsPage {
	a := carded(anna, "")
	return &TournamentSumsPage{
		Layout: visitor("Chiyo in Autumn cup", "/tournaments/3/standings/3"), TournamentHead: eventHead(events()[2], false), Seat: 3, Player: chiyo,
		Tables: []SumTable{
			{Rank: 1, Provisional: true, Sums: []Sum{
				{Code: "PTS", Value: "2½", Line: "1 + 1 + ½ = 2½", Terms: []Term{
					{Points: "½", Value: "½"}, {Round: 1, Opponent: &a, Number: 1, Points: "1", Value: "1"},
				}},
				{Code: "SB/C1", Value: "9¼", Scores: true, Line: "3½ + 5¾ = 9¼", Terms: []Term{
					{Round: 1, Opponent: &a, Number: 1, Points: "1", Score: "3½", Value: "3½", Adjusted: true},
					{Round: 2, Points: "½", Score: "2½", Value: "1¼", Rule: "absent", Voluntary: true, Cut: true},
					{Round: 3, Points: "1", Score: "2½", Value: "1¼", Rule: "bye"}, {Round: 4, Opponent: &a, Points: "1", Score: "1½", Value: "1½", Rule: "forfeit"},
					{Round: 5, Points: "1", Value: "0", Rule: "nothing"},
				}},
				{Code: "TPR", Value: "1890", Ratings: "3½", Terms: []Term{{Round: 1, Opponent: &a, Number: 1, Points: "1", Value: "1684"}}},
				{Code: "DE"}, {Code: "WIN", Value: "0"},
			}},
			{Stage: "2", Annulled: true},
		},
	}
}

func sampleWhy() *TournamentWhyPage {
	one, two, three := Numbered{1, carded(anna, "")}, Numbered{2, carded(bert, "")}, Numbered{3, carded(chiyo, "")}
	return &TournamentWhyPage{
		Layout: visitor("Why", "/tournaments/3/rounds/2/why"), TournamentHead: eventHead(events()[2], false), RoundNumber: 2, Differs: true, Bye: &gone, ByeNumber: 9,
		Brackets: []WhyBracket{
			{Score: "1½", Residents: 1, Floaters: []Numbered{one, two}},
			{Score: "1", Residents: 2, MovedDown: []Numbered{one, two}, Pairs: []WhyPair{
				{Board: 1, White: one, Black: two, Down: &one, Up: &two, First: &three, Of: &one, Criterion: "6", Colour: "2"},
				{Board: 2, White: two, Black: three, Criterion: "0", Colour: "1", Played: true},
			}},
		},
	}
}

func samplePlayers() *TournamentPlayersPage {
	return &TournamentPlayersPage{
		Layout: member("Players", "/tournaments/3/players"), TournamentHead: eventHead(events()[2], false), CheckIn: true, Federations: true, Keys: true,
		Rows: []EntrantRow{
			{Number: 1, Player: carded(anna, "GM"), Federation: "NED", Key: "10203", Status: "active", CheckedIn: true, You: true},
			{Number: 2, Player: bert, Status: "withdrawn", From: 2, Left: 4}, {Player: chiyo, Status: "entered", Leave: away()},
		},
		Queued: []EntrantRow{{Player: gone, Status: "waiting"}},
	}
}

func samplePlayerCard() *TournamentPlayerPage {
	a := carded(anna, "")
	titled := chiyo
	titled.Title = "GM"
	return &TournamentPlayerPage{
		Layout: visitor("Chiyo in Autumn cup", "/tournaments/3/players/3"), TournamentHead: eventHead(events()[2], false),
		Entrant: EntrantRow{Number: 3, Player: titled, Federation: "JPN", Key: "40506", Status: "withdrawn", From: 2, Left: 6},
		Profile: "Chiyo", Before: []Player{bert, gone}, Performance: 1707, Sum: "1612 + 95 = 1707",
		Rated: &RatingChange{Before: 1_590_000, After: 1_611_000, Sum: "40 × (3.5 − 2.970000) = 21.200"}, Matches: map[string]bool{"final": true},
		Places: []PlayerPlace{{Stage: "2", Rank: 1, Points: "3½"}, {Stage: "final", In: true}, {}},
		Games: []PlayerGame{
			{Stage: "2", Round: 1, Colour: "white", Opponent: &a, Number: 1, Kind: "game", GameID: 7, Text: "1", Match: "7–5"},
			{Round: 2, Colour: "black", Opponent: &a, Number: 1, Kind: "game", GameID: 8, Due: sampleNow},
			{Round: 3, Colour: "black", Opponent: &a, Number: 1, Kind: "game", Text: "+"}, {Round: 4, Opponent: &a, Kind: "game"},
			{Round: 5, Kind: "half-bye"}, {Stage: "final", Round: 12, Opponent: &a, Number: 1, Kind: "walkover", Text: "+"},
		},
	}
}

func tournamentSamples() []sample {
	terms := func(t TournamentTerms, system System, card int) *TournamentPage {
		p := &TournamentPage{Layout: visitor("Winter open", "/tournaments/1"), TournamentHead: eventHead(events()[card], true), Terms: t}
		p.System = system
		return p
	}
	free := terms(TournamentTerms{}, System{Format: "swiss", Rounds: 1}, 0)
	free.Can.Byes, free.OpenEnd = []int{1}, "leave"
	lowest := terms(TournamentTerms{MinRating: 1500, Least: 2, CheckIn: time.Hour, Advance: 2, Best: 1, CarryOver: true}, System{Format: "groups", Sections: 1, Final: "round-robin"}, 1)
	lowest.OpenEnd = "start"
	highest := terms(TournamentTerms{MaxRating: 1500, MinGames: 2, DrawnByLot: true}, System{Format: "double-elimination"}, 0)
	games := terms(TournamentTerms{MinGames: 2}, System{Format: "knockout"}, 0)
	games.OpenEnd = "moves"
	card := eventHead(events()[2], false)
	named := crossTable()
	named.Stage = "2"
	return []sample{
		{"tournaments", &TournamentsPage{Layout: member("Tournaments", "/tournaments"), Formats: []string{"swiss", "ladder"}, Open: events()[:2], Running: events()[2:3], Finished: events()[3:], CanCreate: true, Pager: Pager{Page: 2, Pages: 2, Total: 34, Newer: "/tournaments?page=1"}}},
		{"no tournaments", &TournamentsPage{Layout: visitor("Tournaments", "/tournaments")}},
		{"tournaments found", &TournamentsPage{Layout: visitor("Tournaments", "/tournaments"), Formats: []string{"swiss"}, Filter: TournamentFilter{"running", "swiss"}, Found: events()[:1], Pager: Pager{Page: 1, Pages: 1, Total: 1}}},
		{"no tournaments found", &TournamentsPage{Layout: visitor("Tournaments", "/tournaments"), Filter: TournamentFilter{Status: "open"}}},
		{"tournament running", runningTournament()}, {"tournament open", openTournament()}, {"tournament empty", emptyTournament()}, {"tournament finished", finishedTournament()},
		{"tournament without entrants", free}, {"tournament for high ratings", lowest}, {"tournament for low ratings", highest}, {"tournament after games", games},
		{"tournament over the board", &TournamentPage{Layout: visitor("Too early", "/tournaments/5"), TournamentHead: eventHead(events()[5], false)}},
		{"tournament without times", &TournamentPage{Layout: visitor("All at once", "/tournaments/6"), TournamentHead: eventHead(events()[4], false)}},
		{"tournament cross table", &TournamentTablePage{Layout: visitor("Autumn cup", "/tournaments/3/table"), TournamentHead: card, Cross: []TournamentTable{crossTable(), named}}},
		{"tournament progress table", &TournamentTablePage{Layout: visitor("Autumn cup", "/tournaments/3/table"), TournamentHead: card, Progress: progressTable()}},
		{"tournament wall chart", &TournamentTablePage{Layout: visitor("Autumn cup", "/tournaments/3/wall"), TournamentHead: card, Wall: true, Progress: progressTable()}},
		{"tournament sums", sampleSums()},
		{"tournament round", &TournamentRoundPage{Layout: visitor("Round 2", "/tournaments/3/rounds/2"), TournamentHead: card, RoundNumber: 2, Older: 1, Newer: 3, Parts: sampleRounds()[1:], Why: true}},
		{"tournament round without pairings", &TournamentRoundPage{Layout: visitor("Round 1", "/tournaments/3/rounds/1"), TournamentHead: card, RoundNumber: 1}},
		{"tournament pairing explained", sampleWhy()},
		{"tournament pairing too large", &TournamentWhyPage{Layout: visitor("Why", "/tournaments/3/rounds/2/why"), TournamentHead: card, RoundNumber: 2, TooLarge: true}},
		{"tournament draw", &TournamentDrawPage{Layout: member("Draw", "/tournaments/3/draw"), TournamentHead: card, Parts: sampleDraw(), Contests: []Contest{{"main", &chiyo}, {"consolation", nil}}}},
		{"tournament players", samplePlayers()},
		{"tournament without players", &TournamentPlayersPage{Layout: visitor("Players", "/tournaments/3/players"), TournamentHead: card}},
		{"tournament player", samplePlayerCard()},
		{"tournament player without games", &TournamentPlayerPage{Layout: visitor("Anna", "/tournaments/3/players/1"), TournamentHead: card, Entrant: EntrantRow{Number: 1, Player: Player{Name: "Anna"}, Status: "active"}}},
	}
}
