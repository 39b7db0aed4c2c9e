package templates

// TournamentDrawPage is "/tournaments/{id}/draw".
type TournamentDrawPage struct {
	Layout
	TournamentHead
	Parts []DrawPart
	// Winners are by contest.
	Contests []Contest
}

// Contest is a part of a draw with a winner of its own.
type Contest struct {
	// Stage is "main", "consolation", "last-chance" or "final".
	Stage  string
	Winner *Player
}

// DrawPart is a bracket of a draw: rounds that lead to each other.
type DrawPart struct {
	// Stage is "main", "final", "winners", "losers", "grand-final", "third-place",
	// "consolation" or "last-chance".
	Stage  string
	Rounds []DrawRound
}

// DrawRound is a column of a bracket.
type DrawRound struct {
	Number int
	// Left is how many rounds follow in the bracket.
	Left     int
	Fixtures []Fixture
	// Joins says that two matches of the round lead to one of the next.
	Joins bool
}

// Fixture is a match of a draw.
type Fixture struct {
	ID    int
	Stage string
	Slots [2]Slot
	// Status is "waiting", "ready", "playing", "tied" or "decided", How by what it
	// was decided: "play", "seed", "lot", "bye", "walkover", "decision",
	// "absence" or "not-needed".
	Status, How string
	// Loser is the match to which the loser goes, 0 for none.
	Loser int
	// Length is the points of its games, BestOf their number; 0 where there is
	// nothing to tell.
	Length, BestOf int
	Games          []CellGame
}

// Slot is a player of a match, or whom it waits for.
type Slot struct {
	// Player is nil where nobody is known.
	Player *Player
	Number int
	// From is "winner", "loser" or "bye" where there is no player, Match that
	// which he comes from.
	From  string
	Match int
	// Score is empty before a game has ended.
	Score string
	Won   bool
	You   bool
}

// Empty says that nobody can come to the match.
func (f Fixture) Empty() bool {
	return f.Slots[0].Player == nil && f.Slots[1].Player == nil && f.Status == "decided"
}

// RoundText names a round within its bracket: "Final", "Semi-finals", "Round 2". It
// is empty for the only round of a match that has a bracket of its own, which the
// bracket's name says.
func (p *Printer) RoundText(stage string, r DrawRound) string {
	switch stage {
	case "third-place":
		return ""
	case "grand-final":
		switch {
		case r.Number > 1:
			return p.T("draw.reset")
		case r.Left > 0:
			return p.T("draw.first")
		}
		return ""
	}
	named := stage == "main" || stage == "final" || stage == "consolation" || stage == "last-chance"
	if key := []string{"draw.final", "draw.semi-finals", "draw.quarter-finals"}; named && r.Left < len(key) && len(r.Fixtures) == 1<<r.Left {
		return p.T(key[r.Left])
	}
	return p.T("tournament.round", "round", r.Number)
}

// DrawRoundText names a round among all those of a draw: "Semi-finals", "Losers’
// bracket, Round 2".
func (p *Printer) DrawRoundText(stage string, r DrawRound) string {
	text := p.RoundText(stage, r)
	switch {
	case text == "":
		return p.StageText(stage)
	case stage == "main" || stage == "final":
		return text
	}
	return p.T("draw.round", "part", p.StageText(stage), "round", text)
}

func (TournamentDrawPage) file() string { return "tournament-draw" }
