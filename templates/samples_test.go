package templates

import (
	"slices"
	"time"
)

// sampleNow is the server's time on every sample page.
var sampleNow = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// sample is a page with what it is in words.
type sample struct {
	name string
	page Page
}

func visitor(title, path string) Layout {
	return Layout{Printer: NewPrinter("en"), Title: title, Path: path, Now: sampleNow, CanSignUp: true}
}

func member(title, path string) Layout {
	l := visitor(title, path)
	l.User = &User{ID: 1, Name: "Anna", Waiting: 2}
	return l
}

func live(l Layout, events string) Layout {
	l.Live = &Live{Events: events, Version: 12}
	return l
}

var (
	anna  = Player{Name: "Anna", Rating: &Rating{Points: 1684}}
	bert  = Player{Name: "Bert_the-Long.Name", Rating: &Rating{Points: 1512, Provisional: true}}
	chiyo = Player{Name: "Chiyo", Rating: &Rating{Points: 1590}}
	gone  = Player{Name: "closed-17", Closed: true}
)

func presets() []string {
	return []string{"per-move 1d", "per-move 3d", "per-move 3d bank 7d", "fischer 10d+1d cap 14d", "fischer 15m+15s", "total 30d", "none"}
}

func allVariants() []string {
	var all []string
	for _, group := range groups {
		all = append(all, group.Variants...)
	}
	return all
}

// sampleDraws are those of a variant with claims, of one without, and none.
var sampleDraws = [][]DrawRule{
	{{Reason: "repetition", Moves: 3, Unclaimed: 5}, {Reason: "no-progress", Moves: 40, Unclaimed: 80}},
	{{Reason: "few-pieces", Moves: 5, Endings: ReadEndings("KKvK KvK")}},
	nil,
}

// away is a leave that is on, planned one to come.
func away() *Leave {
	return &Leave{From: sampleNow.AddDate(0, 0, -3), To: sampleNow.AddDate(0, 0, 11), On: true}
}

func planned() *Leave {
	return &Leave{From: sampleNow.AddDate(0, 0, 3), To: sampleNow.AddDate(0, 0, 11)}
}

func cards() []GameCard {
	return []GameCard{
		{ID: 7, Variant: "international", Rated: true, White: anna, Black: bert, Board: quiet(), ToAct: "white", YourTurn: true,
			Deadline: sampleNow.Add(50 * time.Hour), Remaining: 50 * time.Hour, LastMove: "14-19"},
		{ID: 8, Variant: "checkers", White: bert, Black: anna, Board: checkersBoard(), ToAct: "black",
			Deadline: sampleNow.Add(90 * time.Minute), Remaining: 90 * time.Minute, Tournament: &Link{"Autumn cup", "/tournaments/3"}, Leave: away()},
		{ID: 9, Variant: "table", Rated: true, White: anna, Black: gone, Board: opening(), ToAct: "white"},
		{ID: 10, Variant: "table", Rated: true, White: chiyo, Black: anna, Board: bearingOff(),
			Result: &Result{Winner: "Chiyo", Loser: "Anna", WinnerSide: "white", Reason: "borne-off", Value: 4}},
	}
}

// ballots is a beginning from a ballot, custom one with everything else.
func ballots() Beginning {
	return Beginning{Variant: "checkers", Opening: "3-move", Ballot: "17: 9-13 22-18 10-14", Pair: true}
}

func custom() Beginning {
	return Beginning{Variant: "russian", Start: "W:Wa1,Kc3:Bf6,h8", Rules: []Rule{{"draws", "cbd"}, {"ending-moves", "together"}}}
}

// drawn is a beginning from a position that is shown.
func drawn() Beginning {
	b, board := custom(), quiet()
	b.Board = &board
	return b
}

func beginnings() BeginningChoices {
	return BeginningChoices{
		Variant: "brazilian", Openings: []string{"fmjd-64", "150"}, Options: []Option{{"draws", []string{"fmjd64", "cbd"}}}, Positions: true,
		Action: "/lobby", Tournament: true,
	}
}

func openSeeks() []Seek {
	return []Seek{
		{ID: 1, By: bert, Variant: "international", Clock: "per-move 3d bank 7d", Rated: true, Colour: "random", CanAccept: true},
		{ID: 2, By: chiyo, Variant: "checkers", Clock: "fischer 10d+1d cap 14d", Colour: "black", WhyNot: "Guests only.", From: ballots()},
		{ID: 3, By: anna, Variant: "table", Clock: "none", Colour: "white", Mine: true},
		{ID: 4, By: chiyo, Variant: "backgammon", Clock: "total 30d", Rated: true, Colour: "random"},
		{ID: 6, By: chiyo, Variant: "russian", Clock: "none", Colour: "random", From: drawn()},
	}
}

func challenge() Seek {
	return Seek{ID: 5, By: chiyo, To: &anna, Variant: "checkers", Clock: "per-move 1d", Rated: true, Colour: "white", CanAccept: true, From: drawn(),
		Expires: sampleNow.Add(200 * time.Hour)}
}

func refusedForm(fields ...string) Form {
	f := Form{Values: map[string]string{}, Dropped: []string{"Three-move ballot", "Draws: CBD"}, Errors: map[string]string{"": "Please look at the marked fields."}}
	for _, name := range fields {
		f.Values[name], f.Errors[name] = "<wrong>", "Something about "+name+" is wrong."
	}
	return f
}

func runningGame() *GamePage {
	board := routes()
	return &GamePage{
		Layout: live(member("Anna – Bert", "/games/7"), "/games/7/events"),
		ID:     7, Variant: "international", Clock: "per-move 3d bank 7d", Rated: true, Board: board, Bottom: "white", White: "Anna", Black: "Bert_the-Long.Name",
		Stops: []int{0, 1, 2, 3, 4}, OfferWait: 7,
		Seats: [2]Seat{
			{Player: bert, Side: "black", HasClock: true, Remaining: 72 * time.Hour, Bank: 100 * time.Hour, HasBank: true, Pieces: "12 men"},
			{Player: anna, Side: "white", You: true, ToAct: true, HasClock: true, Remaining: 50 * time.Hour, Bank: 168 * time.Hour, HasBank: true, Running: true, Deadline: sampleNow.Add(218 * time.Hour), Pieces: "1 king"},
		},
		Tournament: &Link{"Autumn cup", "/tournaments/3"}, Round: 2, Started: sampleNow.AddDate(0, 0, -20),
		You: "white", ToAct: "white", ToActName: "Anna", Ply: 4, Shown: 4,
		Plays: []string{"4x31x42x15", "4x27x38x15"}, MustCapture: []string{"4x31x42x15", "4x27x38x15"},
		CanOfferWithMove: true, ConfirmMoves: true, FirstSide: "white",
		Refusal: &GameRefusal{Act: "4-9", Text: "Capture is compulsory: 4x31x42x15 or 4x27x38x15", Legal: []string{"4x31x42x15", "4x27x38x15"}},
		Games: []GameMoves{{Rows: []MoveRow{
			{1, &MoveCell{Ply: 1, Text: "32-28"}, &MoveCell{Ply: 2, Text: "19-23"}},
			{2, &MoveCell{Ply: 3, Text: "28x19"}, &MoveCell{Ply: 4, Text: "14x23", Shown: true}},
		}}},
		Counts:   []Count{{"repetition", 2, 3, false}, {"no-progress", 12, 50, false}, {"few-pieces", 3, 32, true}},
		Offers:   []Offer{{ID: 3, Kind: "draw", By: "Bert", CanAnswer: true}, {ID: 4, Kind: "draw", By: "Anna", Mine: true}},
		Actions:  GameActions{OfferDraw: true, ClaimDraw: true, Resign: true, Abort: true},
		Notation: "W:WK4:B13,20,32,37",
		From:     ballots(), Twin: &Link{"the game with colours swapped", "/games/8"},
		Draw: "drawn 000102030405060708090a0b0c0d0e0f: SHA-256 of 000102030405060708090a0b0c0d0e0f/0 begins 9c326b21 = 2620549921; 2620549921 mod 156 = 145, place 146 of 156 in the table",
	}
}

func watchedGame() *GamePage {
	g := runningGame()
	g.Layout = live(visitor("Anna – Bert", "/games/7"), "/games/7/events")
	g.You, g.Plays, g.Refusal, g.Offers, g.Actions, g.CanOfferWithMove = "", nil, nil, nil, GameActions{}, false
	g.Shown, g.View, g.Bottom = 2, "black", "black"
	g.Seats[0], g.Seats[1] = g.Seats[1], g.Seats[0]
	return g
}

// pausedGame is one in which both are on leave, the clock of one having gone on.
func pausedGame() *GamePage {
	g := runningGame()
	g.Seats[0].Leave = away()
	g.Seats[1].Leave, g.Seats[1].Stops = away(), true
	return g
}

func finishedGame() *GamePage {
	g := watchedGame()
	g.Layout = member("Anna – Bert", "/games/7")
	g.ToAct, g.You, g.Shown, g.View, g.MustCapture, g.Counts, g.OfferWait = "", "white", 4, "", nil, nil, 0
	g.Result = &Result{Winner: "Anna", Loser: "Bert", WinnerSide: "white", Reason: "resignation", Value: 1}
	g.Ended = sampleNow
	g.Changes = []RatingChange{
		{Player: anna, Before: 1_684_000, After: 1_691_200, Sum: "1684.000 + 20 × (1 − 0.640000) = 1691.200"},
		{Player: gone, Before: 1_512_000, After: 1_504_800, Sum: "1512.000 + 20 × (0 − 0.360000) = 1504.800"},
	}
	g.Actions = GameActions{Rematch: true}
	g.RematchOf = &Link{"6", "/games/6"}
	g.From = custom()
	g.Rematch = &Link{"9", "/games/9"}
	return g
}

func abortedGame() *GamePage {
	g := finishedGame()
	g.Result = &Result{Reason: "not-started", Void: true}
	g.Changes, g.Unrated, g.Games, g.Ply, g.Shown = nil, "no-act", nil, 0, 0
	offer := challenge()
	g.RematchOffer = &offer
	return g
}

func tableGame() *GamePage {
	g := runningGame()
	g.Variant, g.Board, g.Refusal, g.Offers, g.MustCapture, g.Counts = "table", opening(), nil, nil, nil, nil
	g.Layout = live(member("Chiyo – Anna", "/games/9"), "/games/9/events")
	g.ID, g.Task, g.Plays, g.CanOfferWithMove, g.Tournament = 9, "play 6-5", []string{"24/13", "24/18 13/8", "13/7 13/8"}, false, nil
	g.Games = []GameMoves{{Rows: []MoveRow{{1, nil, &MoveCell{Ply: 2, Text: "13/7 8/7", Dice: []int{6, 1}}}, {2, &MoveCell{Ply: 4, Text: "24/13", Dice: []int{6, 5}, Shown: true}, nil}}}}
	g.Match = &Match{Length: 1, Game: 1}
	g.Seats[0].Pieces, g.Seats[1].Pieces = "pip count 160", "pip count 167"
	mine := challenge()
	mine.Mine, mine.CanAccept = true, false
	g.RematchOffer = &mine
	return g
}

func rollGame() *GamePage {
	g := tableGame()
	g.Variant, g.Plays, g.Choices, g.Task, g.RematchOffer, g.Clock, g.FirstSide = "checkers", nil, []ActChoice{{Act: "roll", Label: "Roll the dice"}}, "roll the dice", nil, "none", "black"
	g.Match, g.Games[0].Rows[1].First.Text = nil, "roll"
	g.Board, g.MustCapture = checkersBoard(), []string{"9-13"}
	g.You, g.ToAct = "black", "white"
	g.Seats[0].HasClock, g.Rated = false, false
	g.User.Waiting = 0
	g.Refusal = &GameRefusal{Text: "The game has moved on."}
	return g
}

func playerPage() *PlayerPage {
	graph := &Graph{Variant: "international"}
	for i, rating := range []int64{1500, 1520, 1538, 1519, 1551, 1580, 1612, 1605, 1640, 1684} {
		graph.Points = append(graph.Points, RatingPoint{At: sampleNow.AddDate(0, 0, 9*i-90), Rating: rating * 1000, GameID: int64(i), Opponent: "Bert"})
	}
	return &PlayerPage{
		Layout: member("Chiyo", "/players/Chiyo"), Name: "Chiyo", Joined: sampleNow.AddDate(-1, 0, 0), Leave: planned(),
		Ratings: []PoolRating{
			{Variant: "international", Rating: Rating{1684, false}, Games: 31, Won: 17, Drawn: 8, Lost: 6, Peak: 1690, Rank: 4},
			{Variant: "table", Rating: Rating{1512, true}, Games: 1, Won: 1},
		},
		Graph: graph, Variants: allVariants(), Filter: GameFilter{Variant: "checkers", Result: "won", Opponent: "Bert", From: "2026-01-01", To: "x",
			Errors: map[string]string{"to": "This is not a date.", "from": "?", "opponent": "There is no player “x”."}},
		Games: []HistoryRow{
			{ID: 7, Variant: "international", Side: "white", Opponent: bert, Outcome: "won", Rated: true, Change: 7200, Moves: 48, Ended: sampleNow,
				Result: &Result{Winner: "Chiyo", Loser: "Bert", WinnerSide: "white", Reason: "timeout"}},
			{ID: 8, Variant: "checkers", Side: "black", Opponent: anna, Outcome: "running", Rated: true, Moves: 1, Started: sampleNow, Tournament: &Link{"Autumn cup", "/tournaments/3"}},
			{ID: 9, Variant: "table", Side: "black", Opponent: gone, Outcome: "void", Moves: 1, Ended: sampleNow, Result: &Result{Reason: "aborted", Void: true}},
			{ID: 10, Variant: "international", Side: "black", Opponent: bert, Outcome: "drawn", Rated: true, Change: -3400, Moves: 80, Ended: sampleNow, Result: &Result{Reason: "adjudicated"}},
		},
		Pager:      Pager{Page: 2, Pages: 3, Total: 64, Newer: "/players/Chiyo?page=1", Older: "/players/Chiyo?page=3"},
		HeadToHead: &HeadToHead{"Anna", []HeadToHeadRow{{"international", 3, 1, 2, 0}, {"checkers", 0, 0, 1, 1}}}, CanChallenge: true,
	}
}

func leavePage(p LeavePage) *LeavePage {
	p.Layout, p.Year, p.Allowance, p.Left = member("Leave", "/settings/leave"), 2026, 720*time.Hour, 500*time.Hour
	return &p
}

func settingsPage(f func(fields ...string) Form) *SettingsPage {
	return &SettingsPage{
		Layout: member("Settings", "/settings"), Email: "anna@example.org", Pending: "new@example.org", Running: 2,
		EmailForm: f("email", "password"), PasswordForm: f("current", "password", "repeat"), Preferences: f("theme"), CloseForm: f("password", "confirm"),
		Sessions: []Session{
			{ID: "1", Agent: "Firefox on Linux", Created: sampleNow.AddDate(0, 0, -3), LastSeen: sampleNow, Current: true},
			{ID: "2", Created: sampleNow.AddDate(0, 0, -9), LastSeen: sampleNow.AddDate(0, 0, -8)},
		},
	}
}

func untouched(...string) Form { return Form{} }

// samples are pages of every kind, so that together they take every way
// through every template.
func samples() []sample {
	withFlash := member("", "/")
	withFlash.Theme = "dark"
	withFlash.Flash = []Message{{Kind: "ok", Text: "Saved."}, {Kind: "error", Text: "That was taken.", Link: &Link{"To the lobby", "/lobby"}}}
	lobbyForm := refusedForm("variant", "clock", "customClock", "rated", "colour", "audience", "opponent", "opening", "start")
	lobbyForm.Values["clock"] = "custom"
	eventForm := refusedForm("name", "description", "variant", "clock", "customClock", "rated", "cycles", "schedule", "limit", "starts", "withdrawal", "opening", "ballotPer", "options")
	eventForm.Values["opening"], eventForm.Values["pair"], eventForm.Values["option-draws"] = "150", "yes", "cbd"
	outgoing := []Seek{openSeeks()[2], challenge(), {ID: 6, By: anna, Mine: true, ByLink: true, Variant: "table", Clock: "per-move 3d", Colour: "random", Expires: sampleNow}}
	mine := challenge()
	mine.Mine, mine.Rated, mine.From = true, false, custom()
	refused := challenge()
	refused.CanAccept, refused.WhyNot = false, "It has expired."
	closed := visitor("Lobby", "/lobby")
	closed.CanSignUp = false
	unknown := challenge()
	unknown.CanAccept = false

	all := []sample{
		{"home of a visitor", &HomePage{Layout: visitor("", "/"), Watch: cards()[:2], Seeks: openSeeks(), Next: events()[:3], Registration: "open"}},
		{"home of a member", &HomePage{Layout: withFlash, Mine: cards()[:3], Challenges: []Seek{challenge()}, Finished: cards()[3:], Watch: cards()[1:2], Seeks: openSeeks()[:1], Next: events()[3:]}},
		{"home of a new member", &HomePage{Layout: member("", "/"), Leave: away()}},
		{"lobby of a member", &LobbyPage{Layout: member("Lobby", "/lobby"), Invite: "https://example.org/invite/abcdefghijklmnop", Seeks: openSeeks(), Incoming: []Seek{challenge()}, Outgoing: outgoing, Variants: allVariants(), Presets: presets(), Begin: beginnings()}},
		{"lobby after a refusal", &LobbyPage{Layout: member("Lobby", "/lobby"), Form: lobbyForm, Outgoing: outgoing, Variants: allVariants(), Presets: presets(), Begin: BeginningChoices{Variant: "table"}}},
		{"lobby where nobody can sign up", &LobbyPage{Layout: closed}},
		{"lobby of a visitor", &LobbyPage{Layout: visitor("Lobby", "/lobby"), Seeks: openSeeks()[3:]}},
		{"game to move in", runningGame()}, {"game watched", watchedGame()}, {"game finished", finishedGame()},
		{"game during leave", pausedGame()}, {"game aborted", abortedGame()}, {"game of table", tableGame()}, {"game with one act", rollGame()},
		{"new tournament", &NewTournamentPage{Layout: member("New tournament", "/tournaments/new"), Variants: allVariants(), Presets: presets(), Begin: BeginningChoices{Variant: "international", Positions: true}}},
		{"new tournament refused", &NewTournamentPage{Layout: member("New tournament", "/tournaments/new"), Form: eventForm, Variants: allVariants(), Presets: presets(), Begin: beginnings()}},
		{"player", playerPage()},
		{"player without games", &PlayerPage{Layout: visitor("Dora", "/players/Dora"), Name: "Dora", Joined: sampleNow, Variants: allVariants()}},
		{"player with a filter", &PlayerPage{Layout: visitor("Dora", "/players/Dora"), Name: "Dora", Joined: sampleNow, Filter: GameFilter{Variant: "table"}, Variants: allVariants(), Pager: Pager{Page: 1, Pages: 2, Older: "?page=2"}, Games: playerPage().Games[:1]}},
		{"player whose filter finds nothing", &PlayerPage{Layout: visitor("Dora", "/players/Dora"), Name: "Dora", Filter: GameFilter{To: "2026-01-01"}, Variants: allVariants()}},
		{"leaderboards", &LeaderboardsPage{Layout: member("Leaderboards", "/leaderboards"), Boards: []Leaderboard{
			{"international", []LeaderRow{{1, chiyo, 120, sampleNow, false}, {2, anna, 31, sampleNow, true}, {3, gone, 14, sampleNow, false}}, "/leaderboards?variant=international"},
			{"checkers", nil, ""}, {"table", []LeaderRow{{1, bert, 3000, sampleNow, false}}, ""}}, Empty: []string{"thai", "frysk"}}},
		{"leaderboards of nobody", &LeaderboardsPage{Layout: visitor("Leaderboards", "/leaderboards"), Empty: allVariants()}},
		{"opening table", &OpeningTablePage{Layout: visitor("Openings", "/openings/checkers/3-move"), Variant: "checkers", Table: "3-move",
			Ballots: []Ballot{{1, "1", "9-13 21-17 5-9", "white", "W:W17,22-32:B1-4,6-13"}, {44, "51", "9-14 22-17 11-16", "black", "B:W17:B16"}}}},
		{"opening table without moves", &OpeningTablePage{Layout: visitor("Openings", "/openings/italian/11-man"), Variant: "italian", Table: "11-man",
			Ballots: []Ballot{{1, "1", "", "white", "W:W21-27,29-32:B1-7,9-11,15"}}}},
		{"rules", &RulesIndexPage{visitor("Rules", "/rules"), allVariants()}},
		{"help", &HelpIndexPage{visitor("Help", "/help"), HelpTopics}},
		{"settings", settingsPage(untouched)}, {"settings refused", settingsPage(refusedForm)},
		{"settings unverified", &SettingsPage{Layout: member("Settings", "/settings"), Email: "a@b.c", CanResend: true}},
		{"settings of an administrator", &SettingsPage{Layout: administrator("Settings", "/settings"), Email: "a@b.c", Verified: true}},
		{"settings verified", &SettingsPage{Layout: member("Settings", "/settings"), Email: "a@b.c", Verified: true, Preferences: Form{Values: map[string]string{"confirmMoves": "yes", "theme": "dark"}}}},
		{"leave", leavePage(LeavePage{Games: 5, Stopping: 3, Hurried: 1, Past: []Leave{*away(), *planned()}})},
		{"leave refused", leavePage(LeavePage{Games: 1, Stopping: 1, Form: refusedForm("from", "days")})},
		{"leave that is on", leavePage(LeavePage{Open: away()})}, {"leave to come", leavePage(LeavePage{Open: planned(), Form: Form{Errors: map[string]string{"": "You have leave already."}}})},
		{"leave where there is none", &LeavePage{Layout: member("Leave", "/settings/leave"), Year: 2026}},
		{"sign-up", &SignUpPage{Layout: visitor("Sign up", "/signup"), Registration: "open", Next: "/lobby", Invitation: "token"}},
		{"sign-up refused", &SignUpPage{Layout: visitor("Sign up", "/signup"), Registration: "open", Form: refusedForm("name", "email", "password")}},
		{"sign-up by invitation", &SignUpPage{Layout: visitor("Sign up", "/signup"), Registration: "invitation"}},
		{"sign-up closed", &SignUpPage{Layout: visitor("Sign up", "/signup"), Registration: "closed"}},
		{"log-in", &LogInPage{Layout: visitor("Log in", "/login"), Next: "/games/7", Registration: "open"}},
		{"log-in refused", &LogInPage{Layout: visitor("Log in", "/login"), Form: refusedForm("name", "password"), Registration: "closed"}},
		{"forgotten password", &ForgotPage{Layout: visitor("Forgotten password", "/forgot"), Form: refusedForm("email")}},
		{"forgotten password sent", &ForgotPage{Layout: visitor("Forgotten password", "/forgot"), Sent: true}},
		{"reset", &ResetPage{Layout: visitor("New password", "/reset/x"), Token: "x", Form: refusedForm("password", "repeat")}},
		{"verify", &VerifyPage{Layout: visitor("Confirm", "/verify/x"), Token: "x", Email: "anna@example.org"}},
		{"invitation", &InvitePage{Layout: member("Invitation", "/invite/x"), Token: "x", Seek: challenge()}},
		{"invitation of one's own", &InvitePage{Layout: member("Invitation", "/invite/x"), Token: "x", Seek: mine}},
		{"invitation expired", &InvitePage{Layout: member("Invitation", "/invite/x"), Token: "x", Seek: refused}},
		{"invitation where nobody can sign up", &InvitePage{Layout: closed, Token: "x", Seek: unknown}},
		{"invitation for a visitor", &InvitePage{Layout: visitor("Invitation", "/invite/x"), Token: "x", Seek: unknown}},
		{"error", &ErrorPage{Layout: visitor("Not found", "/x"), Status: 404, Detail: "There is no game 17.", RequestID: "abc", Back: &Link{"To the lobby", "/lobby"}}},
		{"error of no known kind", &ErrorPage{Layout: visitor("Error", "/x"), Status: 418, Detail: "Tea."}},
	}
	for i, variant := range allVariants() {
		p := &RulesPage{Layout: visitor(variant, "/rules/"+variant), Variant: variant, Diagrams: map[string]Board{},
			Options: []Option{{"draws", []string{"fmjd64", "cbd"}}}, Draws: sampleDraws[i%len(sampleDraws)]}
		for name := range Diagrams(variant) {
			switch _, draughts := TraitsOf(variant); {
			case variant == "checkers":
				p.Diagrams[name] = checkersBoard()
			case draughts:
				p.Diagrams[name] = quiet()
			default:
				p.Diagrams[name] = opening()
			}
		}
		all = append(all, sample{"rules of " + variant, p})
	}
	for _, topic := range HelpTopics {
		all = append(all, sample{"help on " + topic, &HelpPage{visitor(topic, "/help/"+topic), topic}})
	}
	return slices.Concat(all, matchSamples(), studySamples(), diceSamples(), tournamentSamples(), ladderSamples(), tournamentForms(), ratingSamples(), eventFileSamples(), deskSamples())
}

func sampleMails() []Mail {
	to := MailTo{Printer: NewPrinter("en"), Name: "Anna", URL: "https://example.org/x", Site: "https://example.org"}
	return []Mail{
		VerifyMail{to}, ResetMail{to, sampleNow}, PasswordChangedMail{to}, EmailUsedMail{to}, EmailChangedMail{to, "b@example.org"},
		MessageMail{to, "Club cup", "Bert", "Round 2 begins on Monday."},
	}
}
