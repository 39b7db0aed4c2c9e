package templates

import (
	"slices"
	"time"
)

// TournamentRoundPage is "/tournaments/{id}/rounds/{round}".
type TournamentRoundPage struct {
	Layout
	TournamentHead
	RoundNumber int
	// Newer and Older are the rounds after and before, 0 at either end.
	Newer, Older int
	Parts        []TournamentRound
	// Why says that there is a page that explains the pairing.
	Why bool
}

// TournamentWhyPage is "/tournaments/{id}/rounds/{round}/why": how the pairing of
// a round of a Swiss came about.
type TournamentWhyPage struct {
	Layout
	TournamentHead
	RoundNumber int
	// TooLarge says that the field is too large to be explained on a page.
	TooLarge bool
	// Differs says that by the results as they stand now the round would be
	// paired otherwise than it was.
	Differs  bool
	Brackets []WhyBracket
	// Bye is who gets the bye, nil for nobody.
	Bye       *Player
	ByeNumber int
}

// WhyBracket is one step of a pairing.
type WhyBracket struct {
	// Score is that of the residents.
	Score string
	// MovedDown came from brackets above, Floaters leave without a game: as
	// "5 Anna".
	Residents           int
	MovedDown, Floaters []Numbered
	Pairs               []WhyPair
}

// Numbered is a player with the starting rank.
type Numbered struct {
	Number int
	Player Player
}

// WhyPair explains a pair.
type WhyPair struct {
	Board        int
	White, Black Numbered
	// Down and Up float; nil when both have the same score.
	Down, Up *Numbered
	// First is the opponent whom the rules would have given first to Of, nil if
	// that is his opponent; Criterion is the key below "criterion." of what spoke
	// against him.
	First, Of *Numbered
	Criterion string
	// Colour is the key below "colour-rule.".
	Colour string
	// Played says that the pair is that of the round.
	Played bool
}

// TournamentPlayersPage is "/tournaments/{id}/players".
type TournamentPlayersPage struct {
	Layout
	TournamentHead
	Rows []EntrantRow
	// Queued are on the waiting list.
	Queued []EntrantRow
	// CheckIn says that players check in, Federations that some have one, Keys
	// that some have a number in a federation's list.
	CheckIn, Federations, Keys bool
}

// EntrantRow is a line of the list of players.
type EntrantRow struct {
	// Number is the starting rank, 0 before the start.
	Number          int
	Player          Player
	Federation, Key string
	// Status is as in Standing, or "entered".
	Status    string
	CheckedIn bool
	// From is the round in which a late entrant came, 0 for the first; Left the
	// first round that one who has left was not there for.
	From, Left int
	You        bool
	// Leave is the player's that is on or to come while the event is not over,
	// nil for none.
	Leave *Leave
}

// LastRound is the last one that somebody who has left was there for.
func (e EntrantRow) LastRound() int { return e.Left - 1 }

// EntrantList is a list of players as the page has it.
type EntrantList struct {
	TournamentPlayersPage
	Rows []EntrantRow
}

// List hands players to the part that lists them.
func (t TournamentPlayersPage) List(rows []EntrantRow) EntrantList { return EntrantList{t, rows} }

// TournamentPlayerPage is "/tournaments/{id}/players/{number}": a player's card.
type TournamentPlayerPage struct {
	Layout
	TournamentHead
	Entrant EntrantRow
	// Profile is the player's name on the site, empty for people without an
	// account.
	Profile string
	// Before are those who had the number before him.
	Before []Player
	Places []PlayerPlace
	Games  []PlayerGame
	// Performance is 0 where there is none, Sum how it comes about, as "1612 + 95 =
	// 1707".
	Performance int
	Sum         string
	// Rated is what the tournament, rated as a whole, did to his rating; nil
	// where it was not, or not yet.
	Rated *RatingChange
	// Matches says that the stage of that name is a draw: its rounds are matches.
	Matches map[string]bool
}

// HasPoints says that there are points and tie-breaks to be explained.
func (t TournamentPlayerPage) HasPoints() bool {
	return slices.ContainsFunc(t.Places, func(p PlayerPlace) bool { return p.Points != "" })
}

// InDraw says that a line is of a match of a draw.
func (t TournamentPlayerPage) InDraw(g PlayerGame) bool { return t.Matches[g.Stage] }

// PointsText is a player's points in words: "1 point", "2½ points".
func (t TournamentPlayerPage) PointsText(points string) string {
	if points == "1" || points == "½" {
		return t.T("tournament-player.point", "points", points)
	}
	return t.T("tournament-player.points", "points", points)
}

// PlayerPlace is where a player stands in one table.
type PlayerPlace struct {
	Stage  string
	Rank   int
	Points string
	In     bool
}

// PlayerGame is a line of a player's card.
type PlayerGame struct {
	// Stage is as in TournamentTable; in a draw Round is the number of the match.
	Stage string
	Round int
	// Colour is "white", "black" or empty.
	Colour string
	// Opponent is nil in a round without one.
	Opponent *Player
	Number   int
	// Kind is "game", a kind of bye, or a kind of ruling: "walkover", "absence",
	// "lot", "decision".
	Kind   string
	GameID int64
	// Text is the result as the player sees it: "1", "½", "0", "+", "–", empty while
	// the game runs.
	Text string
	// Match is the score of a match of the backgammon family, "5–3".
	Match string
	Due   time.Time
}

func (TournamentRoundPage) file() string   { return "tournament-round" }
func (TournamentWhyPage) file() string     { return "tournament-why" }
func (TournamentPlayersPage) file() string { return "tournament-players" }
func (TournamentPlayerPage) file() string  { return "tournament-player" }
