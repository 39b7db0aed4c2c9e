package templates

import "time"

func ladderSamples() []sample {
	card := events()[6]
	card.From = drawn()
	full := &LadderPage{
		Layout: live(member("Ladder", "/tournaments/7"), "/tournaments/7/events"), TournamentCard: card, Description: "Climb.",
		Terms: LadderTerms{
			Reach: 3, Outgoing: 2, Incoming: 1, Declinable: true, Rematch: 7 * 24 * time.Hour, Answer: 3 * 24 * time.Hour, Grace: 24 * time.Hour,
			Idle: 30 * 24 * time.Hour, Fall: 1, Danger: 2, Leave: "none",
		},
		Places: []LadderPlace{
			{Place: 1, Player: anna, Entrant: 1, Challenge: true}, {Place: 2, Player: bert, Entrant: 2, You: true, Vacation: true}, {Place: 3, Player: chiyo, Falls: sampleNow},
		},
		Challenges: []LadderChallenge{
			{ID: 1, Challenger: bert, Defender: anna, Made: sampleNow, Due: sampleNow, Accept: true, Decline: true},
			{ID: 2, Challenger: chiyo, Defender: bert, Made: sampleNow, Cancel: true, Claim: true}, {ID: 3, Challenger: anna, Defender: chiyo, GameID: 7},
		},
		Changes: []LadderChange{
			{At: sampleNow, Player: anna, From: 3, To: 1, Reason: "won", GameID: 7}, {At: sampleNow, Player: bert, To: 4, Reason: "joined"}, {At: sampleNow, Player: gone, From: 2, Reason: "left"},
		},
		Log:     []LogEntry{{At: sampleNow, By: "Anna", Text: "Anna announced the tournament."}, {At: sampleNow, Text: "closed-17 was expelled.", Reason: "Two accounts."}},
		Entered: true, Desk: "/tournaments/7/desk", Can: TournamentActions{Withdraw: true},
		DiceCommitment: "7d8b17e2a056d429e24a215471c2e728869a64bce6b536f40e8a5aae7eb4b36c",
	}
	full.Rated = true
	away := &LadderPage{Layout: member("Ladder", "/tournaments/7"), TournamentCard: card, Entered: true, Vacation: true, Terms: LadderTerms{Leave: "allowed", Pyramid: true, Exchange: true, Incoming: 2, Answer: time.Hour}}
	enter := &LadderPage{Layout: member("Ladder", "/tournaments/7"), TournamentCard: card, Can: TournamentActions{Enter: true}, DiceCommitment: full.DiceCommitment, Terms: LadderTerms{Outgoing: 1, Idle: time.Hour, Fall: 2}}
	enter.Variant = "backgammon"
	visitors := &LadderPage{Layout: visitor("Ladder", "/tournaments/7"), TournamentCard: card, Can: TournamentActions{WhyNot: "Log in to enter."}}
	casual := &LadderPage{Layout: member("Ladder", "/tournaments/7"), TournamentCard: card, Can: TournamentActions{Enter: true}}
	return []sample{
		{"ladder", full}, {"ladder on vacation", away}, {"ladder of matches to enter", enter}, {"ladder of a visitor", visitors}, {"ladder to enter", casual},
	}
}
