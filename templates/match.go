package templates

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Match is how a match of the backgammon family stands.
type Match struct {
	// Length is the points it is played to, Money the number of games of a
	// session for money; the other one is 0.
	Length, Money int
	// Game is the number of the game within the match, from 1.
	Game int
	// Score is White's points and Black's.
	Score [2]int
	// Crawford and PostCrawford are the Crawford game and those after it.
	Crawford, PostCrawford bool
	// Question is what the side to act has to answer, in a sentence; empty
	// while there is nothing to answer.
	Question string
	// Told are sentences about turns that passed by themselves since the
	// reader's last own act.
	Told []string
}

// Long says that there can be more than one game.
func (m Match) Long() bool { return m.Length != 1 && m.Money != 1 }

// Points is the score in the field's short form, White's part first.
func (m Match) Points() string { return score(m.Score, m.Length) }

// PointsText says how many points a side has in a match: "2 of 3 points".
func (p *Printer) PointsText(m *Match, side string) string {
	i := 0
	if side == "black" {
		i = 1
	}
	if m.Length == 0 {
		return p.T("match.points-money", "count", m.Score[i])
	}
	return p.T("match.points-of", "points", min(m.Score[i], m.Length), "length", m.Length)
}

// score writes points, White's first. In a match nobody gets more than its
// length.
func score(points [2]int, length int) string {
	if length > 0 {
		points[0], points[1] = min(points[0], length), min(points[1], length)
	}
	return strconv.Itoa(points[0]) + "–" + strconv.Itoa(points[1])
}

// MatchText is the length of a match, or of a session for money, in words; it
// is empty where there is nothing to tell.
func (p *Printer) MatchText(length, money int) string {
	switch {
	case money > 0:
		return p.T("match.money", "count", money)
	case length > 0:
		return p.T("match.length", "count", length)
	}
	return ""
}

// Standing says where a match stands: "Game 4, 3–2".
func (p *Printer) Standing(m *Match) string {
	text := p.T("match.game", "number", m.Game, "score", m.Points())
	switch {
	case m.Crawford:
		text += " · " + p.T("match.crawford")
	case m.PostCrawford:
		text += " · " + p.T("match.post-crawford")
	}
	return text
}

// HasDice says that a variant is played with dice, to which each player has a
// share.
func (Layout) HasDice(variant string) bool {
	_, draughts := TraitsOf(variant)
	return !draughts
}

// ActChoice is an act that the reader may choose by a button.
type ActChoice struct {
	Act, Label string
	// Sure is what to think of before it, for an act that cannot be undone;
	// empty for one that is done at once.
	Sure string
	// Danger marks what loses something at once, Quiet what is not the act that
	// the page suggests.
	Danger, Quiet bool
}

// Orders are the reader's standing orders.
type Orders struct {
	Roll, Forced, BearOff bool
	// Cube says that there is a cube, so that a roll can be a decision.
	Cube bool
}

// DiceProof is what proves a game's dice.
type DiceProof struct {
	// Chains are those that the dice come from, in order; there is at least
	// one.
	Chains []DiceChain
}

// DiceChain is a chain of secrets that dice come from.
type DiceChain struct {
	Commitment string
	// Roll is the number of its first roll within the match, from 1.
	Roll int
	// Announced is when it was announced during the match, after Ply moves;
	// zero for a chain that the server committed itself to beforehand.
	Announced time.Time
	Ply       int
}

// GameMoves are the moves of one game of a match, or of a whole game of
// draughts.
type GameMoves struct {
	// Number is the game's within its match, from 1; 0 where there is but one.
	Number int
	// Score is that of the match before it.
	Score string
	Rows  []MoveRow
	// Result says who won it and what; empty while it runs, and where there is
	// but one.
	Result string
}

// PlayGroup is plays that begin with the same checker.
type PlayGroup struct {
	// From is its point, as plays name it: "24", "bar".
	From  string
	Plays []string
}

// mostListed is how many plays are listed; where there are more they are
// typed.
const mostListed = 300

// Typed says that there are too many plays to choose from a list.
func (g GamePage) Typed() bool { return len(g.Plays) > mostListed }

// PlayGroups are the plays of a backgammon turn by the checker that each
// moves first, nil in other games.
func (g GamePage) PlayGroups() []PlayGroup {
	if g.Board.Family != "backgammon" {
		return nil
	}
	var groups []PlayGroup
	for _, play := range g.Plays {
		from, _, _ := strings.Cut(play, "/")
		i := slices.IndexFunc(groups, func(p PlayGroup) bool { return p.From == from })
		if i < 0 {
			i = len(groups)
			groups = append(groups, PlayGroup{From: from})
		}
		groups[i].Plays = append(groups[i].Plays, play)
	}
	return groups
}

// LevelName says what a game is resigned or won at, within a sentence.
func (p *Printer) LevelName(variant string, level int) string {
	kind := "gammon"
	switch variant {
	case "table":
		kind = "table"
	case "tavla", "portes", "plakoto", "fevga", "narde", "gulbara":
		kind = "mars"
	}
	if key := "level." + kind + "." + strconv.Itoa(level); variant != "acey-deucey" && p.Has(key) {
		return p.T(key)
	}
	return p.T("level.points", "count", level)
}

// How says at what a single game was won, where that is more than a plain win.
func (p *Printer) How(r *Result) string {
	switch name := p.LevelName(r.Variant, r.Value); {
	case r.Value < 2 || r.Long():
		return ""
	case r.Length == 1 && r.Variant != "table" && r.Variant != "acey-deucey":
		return p.T("result.by", "level", name)
	}
	return p.T("result.value", "value", r.Value)
}
