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

// RoundText names a round of a bracket: "Final", "Semi-finals", "Round 2".
func (p *Printer) RoundText(stage string, r DrawRound) string {
	named := stage == "main" || stage == "final" || stage == "consolation" || stage == "last-chance"
	if stage == "grand-final" || stage == "third-place" {
		if r.Number > 1 {
			return p.T("draw.reset")
		}
		return p.T("stage." + stage)
	}
	if key := []string{"draw.final", "draw.semi-finals", "draw.quarter-finals"}; named && r.Left < len(key) && len(r.Fixtures) == 1<<r.Left {
		return p.T(key[r.Left])
	}
	return p.T("tournament.round", "round", r.Number)
}

func (TournamentDrawPage) file() string { return "tournament-draw" }
