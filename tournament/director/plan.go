package director

import (
	"fmt"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
	"crownpost/tournament/ladder"
)

// Scoring is what results are worth.
type Scoring string

// The scorings. Score counts the points that each player made in a match of
// backgammon; a bye is then worth the length of a match and a half-point bye
// half of it.
const (
	Classic  Scoring = "1-½-0"
	TwoOne   Scoring = "2-1-0"
	ThreeOne Scoring = "3-1-0"
	ByScore  Scoring = "score"
)

// Plan is what an organiser decides before the start. Its zero fields are the
// usual choices. It is stored as JSON, the format apart.
type Plan struct {
	Format Format `json:"-"`
	// Rounds is the number of rounds of a Swiss.
	Rounds int `json:"rounds,omitempty"`
	// Cycles is how often everybody meets everybody in a round robin or in a
	// section, 1 to MaxCycles; 0 is 1.
	Cycles int `json:"cycles,omitempty"`
	// Pairs makes every pairing two games at once with colours swapped. It is
	// not for knockouts, whose Bracket.Terms say it.
	Pairs bool `json:"pairs,omitempty"`
	// AtOnce begins all games of a round robin, of a section and of a final
	// round robin together.
	AtOnce  bool    `json:"atOnce,omitempty"`
	Scoring Scoring `json:"scoring,omitempty"`
	// Length is that of a match to some points, for Scoring ByScore.
	Length int `json:"length,omitempty"`
	// Law says what becomes of the games of one who leaves a round robin or a
	// section.
	Law tournament.Law `json:"law,omitempty"`
	// TieBreaks are the codes of package tiebreak behind the points; when empty,
	// its defaults. In groups WIN, SB, DE and KS alone are known.
	TieBreaks []string `json:"tieBreaks,omitempty"`

	// Accelerated pairs a Swiss with the Baku method.
	Accelerated bool `json:"accelerated,omitempty"`
	// Colourless switches colours off in a Swiss, as in backgammon.
	Colourless bool `json:"colourless,omitempty"`
	// Forbidden are players, by ID, who must not meet in a Swiss.
	Forbidden [][]int64 `json:"forbidden,omitempty"`
	// HalfByes is how many half-point byes a player of a Swiss can ask for, none
	// of them in the last round; further ones are worth nothing.
	HalfByes int `json:"halfByes,omitempty"`
	// Initial is the colour of the first player in round 1 of a Swiss, drawn by
	// lot before Start.
	Initial tournament.Colour `json:"initial,omitempty"`
	// Virtual are the players of the accelerated group, by ID, as Start fixed it.
	Virtual []int64 `json:"virtual,omitempty"`
	// Points are those of a Swiss taken up from a file that counts otherwise than
	// any Scoring, which is then empty.
	Points *tournament.Points `json:"points,omitempty"`
	// Extra is what the file of a Swiss gives single players.
	Extra []Extra `json:"extra,omitempty"`

	// Bracket is the draw of knockouts, and of the final of groups that is one.
	// Seats and Order are filled in by Start.
	Bracket *bracket.Plan `json:"bracket,omitempty"`
	// Drawn says that the first round of a knockout is drawn by lot; otherwise it
	// is seeded.
	Drawn bool `json:"drawn,omitempty"`
	// Groups are the sections of groups. Seats and Separate are filled in by
	// Start.
	Groups *groups.Plan `json:"groups,omitempty"`
	// SectionSize is the greatest number of players of a section, from which and
	// the players Start counts the sections; with 0 there are Groups.Sections.
	SectionSize int `json:"sectionSize,omitempty"`

	// Ladder are the rules of a ladder.
	Ladder *ladder.Rules `json:"ladder,omitempty"`
}

// Extra is what a file gives a single player besides results.
type Extra struct {
	Player int64 `json:"player"`
	// Adjustment is a bonus or a penalty, as in tournament.Player.
	Adjustment tournament.Tenths `json:"adjustment,omitempty"`
	// Virtual are virtual points that are not those of the Baku method, as in
	// tournament.Player.
	Virtual []tournament.Tenths `json:"virtual,omitempty"`
}

// MaxCycles is the greatest number of cycles of a round robin.
const MaxCycles = 8

// PlanError names the field of a plan that does not fit.
type PlanError struct {
	// Field is the JSON name of the field.
	Field string
	// Problem is in English, without the field's name.
	Problem string
}

// Error names the field and the problem.
func (e *PlanError) Error() string { return fmt.Sprintf("%v: %s: %s", ErrPlan, e.Field, e.Problem) }

// Unwrap is ErrPlan.
func (e *PlanError) Unwrap() error { return ErrPlan }

// knockout reports whether the format is a draw.
func (p Plan) knockout() bool {
	return p.Format == Knockout || p.Format == DoubleElimination || p.Format == Progressive
}

// drawn reports whether lots give the places of the first round.
func (p Plan) drawn() bool { return p.Drawn && p.knockout() }

// together is the number of games of a pairing.
func (p Plan) together() int {
	if p.Pairs {
		return 2
	}
	return 1
}

// game is what a single game is worth.
func (p Plan) game() (win, draw tournament.Tenths) {
	switch p.Scoring {
	case TwoOne:
		return 20, 10
	case ThreeOne:
		return 30, 10
	case ByScore:
		return tournament.Tenths(10 * p.Length), tournament.Tenths(5 * p.Length)
	}
	return 10, 5
}

// points are those of a round: of both games where a pairing has two in a
// Swiss, which counts them as one.
func (p Plan) points() tournament.Points {
	if p.Points != nil {
		return *p.Points
	}
	win, draw := p.game()
	if p.Format == Swiss {
		n := tournament.Tenths(p.together())
		win, draw = n*win, n*draw
	}
	return tournament.PointsOf(win, draw, 0)
}

// score is what the two players of a finished game make. By score the winner
// makes the length of the match.
func (p Plan) score(g Pairing) (white, black tournament.Tenths) {
	win, draw := p.game()
	var loser [2]tournament.Tenths
	if p.Scoring == ByScore {
		for i, points := range g.Score {
			loser[i] = tournament.Tenths(10 * min(max(points, 0), p.Length-1))
		}
	}
	switch g.Result {
	case tournament.WhiteWins:
		return win, loser[1]
	case tournament.BlackWins:
		return loser[0], win
	case tournament.Drawn:
		return draw, draw
	}
	return 0, 0
}
