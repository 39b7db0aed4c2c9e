package rating

import (
	"fmt"
	"strings"
)

// The formulas of events that are rated as a whole. Matches of the backgammon
// family stay with MatchLength there.
const (
	// FIDEEvent is the procedure of the FIDE Rating Regulations: expected scores from
	// table 8.1.2 and a sum that is rounded to whole points.
	FIDEEvent Formula = "fide"
	// FIDEInitial is a first rating, which InitialRating gives.
	FIDEInitial Formula = "fide-initial"
)

// eventLimit is the most that K times the number of games may be.
const eventLimit = 700

// Contestant is a player of an event that is rated as a whole.
type Contestant struct {
	// Player is the standing when the event is rated. Its rating is what the
	// change is added to; K and experience follow from it.
	Player
	// Start is the rating on the event's start list, from which all expected
	// scores are computed.
	Start Milli
	// Unrated says that the rating is only the one with which everybody enters
	// a pool.
	Unrated bool
}

// EventGame is a game of an event. White and Black are places in the list of
// contestants, Score is White's, Length as in Apply.
type EventGame struct {
	White, Black int
	Score        Score
	Length       int
}

// EventChange is what an event did to a contestant's rating, with every number
// that led to it: Before + Delta = After.
type EventChange struct {
	// Formula is FIDEEvent, FIDEInitial, or MatchLength.
	Formula Formula
	// Start is the rating on the start list, Before the one when the event was
	// rated.
	Start, Before Milli
	// K is the factor in hundredths; 0 under MatchLength, where it changes from
	// match to match, and for a first rating.
	K int
	// HalfPoints is what the games brought, Expected the sum of the expected
	// scores in millionths.
	HalfPoints, Expected int
	// Exact is K × (score − Expected) before it is rounded to the whole points
	// of Delta. They are equal under MatchLength, and for a first rating.
	Exact, Delta, After Milli
	// Initial is how a first rating came about, else nil.
	Initial *Initial
	// Games are the changes game by game, each beginning where the one before
	// ended. The last one has in it what rounding adds; that of a first rating
	// is the whole of it.
	Games []Change
}

// Sum writes the change as it can be checked by hand: what the event brought, for
// a first rating how it comes about, or the changes of the matches.
//
//	40 × (1.5 − 0.970000) = 21.200
//	1872.429 + 50 = 1922
//	22.137 − 22.137
func (c EventChange) Sum() string {
	switch {
	case c.Initial != nil:
		return c.Initial.Sum()
	case c.Formula == MatchLength:
		var sum strings.Builder
		for i, game := range c.Games {
			text := term(game.Delta)
			if i == 0 {
				text = strings.TrimPrefix(text, " + ")
				text = strings.Replace(text, " − ", "−", 1)
			}
			sum.WriteString(text)
		}
		return sum.String()
	}
	return fmt.Sprintf("%s × (%s − %d.%06d) = %v",
		hundredths(c.K), hundredths(50*c.HalfPoints), c.Expected/million, c.Expected%million, c.Exact)
}

// RateEvent rates all games of an event at once, in the order of the games
// given, and returns a change for each contestant. One without games changes
// nothing.
//
// Under Elo it follows the FIDE procedure: the rule of 400, one K for the whole
// event of which 700 is the most that K times the number of games may be, and
// a sum rounded to whole points, half away from zero. An unrated contestant
// whose result gives a first rating gets that; any other is rated from the
// rating of the start list like everybody. Under MatchLength the changes of the
// matches are added up.
func RateEvent(f Formula, field []Contestant, games []EventGame) []EventChange {
	played := make([][]meeting, len(field))
	for _, g := range games {
		played[g.White] = append(played[g.White], meeting{g.Black, g.Score, g.Length})
		played[g.Black] = append(played[g.Black], meeting{g.White, g.Score.Other(), g.Length})
	}
	changes := make([]EventChange, len(field))
	for i, c := range field {
		switch {
		case f == MatchLength:
			changes[i] = matchesChange(c, field, played[i])
		case len(played[i]) == 0:
			changes[i] = EventChange{Formula: FIDEEvent, Start: c.Start, Before: c.Rating, After: c.Rating}
		default:
			changes[i] = fideChange(c, field, played[i])
		}
	}
	return changes
}

// meeting is a game from one contestant's side.
type meeting struct {
	opponent int
	score    Score
	length   int
}

// change is what does not depend on the formula.
func (m meeting) change(c Contestant, field []Contestant, before Milli, games int) Change {
	return Change{
		Own: before, After: before, Start: c.Start, Opponent: field[m.opponent].Start,
		Score: m.score, Games: c.Games + games,
	}
}

// fideChange is the change of one who has played.
func fideChange(c Contestant, field []Contestant, played []meeting) EventChange {
	change := EventChange{Formula: FIDEEvent, Start: c.Start, Before: c.Rating, K: eventK(c.Player, len(played))}
	if c.Unrated {
		if initial := firstRating(field, played); initial.Published {
			change.Formula, change.K, change.Initial = FIDEInitial, 0, &initial
		}
	}
	at := c.Rating
	for n, m := range played {
		game := m.change(c, field, at, n)
		game.Formula, game.K = change.Formula, change.K
		game.Expected = fideExpected(c.Start, game.Opponent) * million / 100
		game.Delta = eloDelta(change.K, m.score, game.Expected)
		at += game.Delta
		game.After = at
		change.HalfPoints += int(m.score)
		change.Expected += game.Expected
		change.Games = append(change.Games, game)
	}
	change.Exact = at - c.Rating
	change.Delta = 1000 * Milli(divRound(int64(change.Exact), 1000))
	if change.Initial != nil {
		change.Delta = 1000*Milli(change.Initial.Rating) - c.Rating
		change.Exact = change.Delta
	}
	change.After = c.Rating + change.Delta
	last := &change.Games[len(played)-1]
	last.Delta += change.After - last.After
	last.After = change.After
	return change
}

// eventK is K in hundredths for an event of n games.
func eventK(p Player, n int) int {
	k := eloK(p)
	if k*n > 100*eventLimit {
		k = eventLimit / n * 100
	}
	return k
}

// firstRating counts the games against rated opponents.
func firstRating(field []Contestant, played []meeting) Initial {
	var opponents []Milli
	halfPoints := 0
	for _, m := range played {
		if opponent := field[m.opponent]; !opponent.Unrated {
			opponents = append(opponents, opponent.Start)
			halfPoints += int(m.score)
		}
	}
	return InitialRating(opponents, halfPoints)
}

// matchesChange adds up the changes of matches, with the ratings of the start
// list and the experience of the moment.
func matchesChange(c Contestant, field []Contestant, played []meeting) EventChange {
	change := EventChange{Formula: MatchLength, Start: c.Start, Before: c.Rating}
	own := Player{Rating: c.Start, Experience: c.Experience}
	at := c.Rating
	for n, m := range played {
		game := m.change(c, field, at, n)
		match := matchChange(own, Player{Rating: game.Opponent}, m.score, max(m.length, 1))
		game.Formula, game.Expected, game.K, game.Delta = match.Formula, match.Expected, match.K, match.Delta
		game.Length, game.Experience = match.Length, match.Experience
		own.Experience = match.Experience
		at += game.Delta
		game.After = at
		change.HalfPoints += int(m.score)
		change.Expected += game.Expected
		change.Games = append(change.Games, game)
	}
	change.Delta = at - c.Rating
	change.Exact, change.After = change.Delta, at
	return change
}
