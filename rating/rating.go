// Package rating computes ratings: Elo for the draughts pools and the
// match-length formula for the backgammon pools.
//
// It is pure. A pool is one variant; its ratings are a fold of Apply over the
// pool's rated games in the order in which they ended. All arithmetic is on
// integers (thousandths of a point, millionths of an expected score), so that
// a recomputation gives the same ratings to the last digit on every machine.
package rating

import "fmt"

// Milli is a rating or a difference of ratings in thousandths of a point:
// 1500000 is 1500.000.
type Milli int64

// Start is the rating with which everybody enters a pool.
const Start Milli = 1_500_000

// A rating is no longer provisional after ProvisionalGames rated games in a
// pool of Elo, and after matches of ProvisionalPoints points together in one of
// MatchLength.
const (
	ProvisionalGames  = 10
	ProvisionalPoints = 200
)

// String writes the rating with its three decimals: "1500.000", "-0.500".
func (m Milli) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s%d.%03d", sign, m/1000, m%1000)
}

// Signed is String with a plus sign before what is not negative.
func (m Milli) Signed() string {
	if m < 0 {
		return m.String()
	}
	return "+" + m.String()
}

// Points is the rating in whole points, halves away from zero, as lists show it.
func (m Milli) Points() int {
	return int(divRound(int64(m), 1000))
}

// Score is what a game brought a player, in half points.
type Score int

// The scores of a game.
const (
	Loss Score = 0
	Draw Score = 1
	Win  Score = 2
)

// Other is the opponent's score in the same game.
func (s Score) Other() Score { return Win - s }

// String returns "0", "0.5" or "1".
func (s Score) String() string {
	switch s {
	case Loss:
		return "0"
	case Draw:
		return "0.5"
	}
	return "1"
}

// Formula names the way a pool's ratings are computed. It is stored with
// every change.
type Formula string

// The formulas.
const (
	// Elo is the logistic formula with differences capped at 400 points and
	// K 40, 20 or 10.
	Elo Formula = "elo"
	// MatchLength is the formula of the First Internet Backgammon Server, in
	// which the length of the match counts.
	MatchLength Formula = "match-length"
)

// FormulaFor returns the formula of the pools of a family of variants:
// MatchLength for "backgammon", Elo for every other.
func FormulaFor(family string) Formula {
	if family == "backgammon" {
		return MatchLength
	}
	return Elo
}

// Player is a player's standing in one pool. The zero value is not a
// newcomer; New is.
type Player struct {
	Rating Milli
	// Games is the number of rated games.
	Games int
	// Experience is the sum of the lengths of the rated matches; it stays 0
	// under Elo.
	Experience int
	// Reached2400 says that the rating has once been 2400 or more, which sets
	// K to 10 for good under Elo.
	Reached2400 bool
}

// New returns the standing of a player who has no rated game in the pool.
func New() Player { return Player{Rating: Start} }

// Provisional reports whether p has played too little, in a pool of formula f,
// for a leaderboard. Pages show such a rating with a question mark.
func Provisional(f Formula, p Player) bool {
	games, experience := Established(f)
	return p.Games < games || p.Experience < experience
}

// Established is the least number of rated games, and the least experience,
// of a rating of formula f that is not provisional.
func Established(f Formula) (games, experience int) {
	if f == MatchLength {
		return 0, ProvisionalPoints
	}
	return ProvisionalGames, 0
}

// After returns p's standing after the change c, which must have been
// computed for p.
func (p Player) After(c Change) Player {
	p.Rating = c.After
	p.Games++
	p.Experience += c.Length
	p.Reached2400 = p.Reached2400 || c.After >= 2_400_000
	return p
}

// Change is the effect of one game on one player's rating, with every number
// that led to it: Own + Delta = After, where Delta is
//
//	K × (Score − Expected)                 under Elo and FIDEEvent
//	4 × K × √Length × (Score − Expected)   under MatchLength
//
// The last game of a player in an event that was rated by FIDEEvent also has
// what rounds the event's sum to whole points, and of FIDEInitial the whole
// difference.
type Change struct {
	Formula Formula
	// Own and Opponent are the ratings when the game ended. Of an event rated
	// as a whole Own is the rating when that was done, with its games before
	// this one, and Opponent the one on the start list.
	Own, Opponent Milli
	// Start is the player's own rating on the start list of an event rated as a
	// whole, with which Expected was computed; else 0.
	Start Milli
	// Expected is the expected score in millionths.
	Expected int
	// K is the development factor in hundredths: 4000 is K = 40, 450 is 4.5.
	K     int
	Score Score
	Delta Milli
	After Milli
	// Games is the number of rated games before this one.
	Games int
	// Length is the length of the match in points, 0 under Elo.
	Length int
	// Experience is the sum of the lengths of the player's rated matches,
	// this one included; 0 under Elo.
	Experience int
}

// Sum writes the change as a sum that can be checked by hand:
//
//	1500.000 + 40 × (1 − 0.500000) = 1520.000
//	1500.000 + 4 × 4.95 × √5 × (1 − 0.500000) = 1522.137
//
// The last game of an event has what was rounded as well, and a first rating
// is the difference to it:
//
//	1814.400 + 20 × (1 − 0.640000) + 0.400 = 1822.000
//	1500.000 + 393.000 = 1893.000
func (c Change) Sum() string {
	if c.Formula == FIDEInitial {
		return fmt.Sprintf("%v%s = %v", c.Own, term(c.Delta), c.After)
	}
	factor := hundredths(c.K)
	rounding := ""
	if rest := c.Rounding(); rest != 0 {
		rounding = term(rest)
	}
	if c.Formula == MatchLength {
		factor = fmt.Sprintf("4 × %s × √%d", factor, c.Length)
	}
	return fmt.Sprintf("%v + %s × (%v − %d.%06d)%s = %v",
		c.Own, factor, c.Score, c.Expected/million, c.Expected%million, rounding, c.After)
}

// Rounding is what Delta has in it from rounding the sum of an event by
// FIDEEvent, 0 but for a player's last game.
func (c Change) Rounding() Milli {
	if c.Formula != FIDEEvent {
		return 0
	}
	return c.Delta - eloDelta(c.K, c.Score, c.Expected)
}

// term is a summand behind another.
func term(m Milli) string {
	if m < 0 {
		return fmt.Sprintf(" − %v", -m)
	}
	return fmt.Sprintf(" + %v", m)
}

func hundredths(n int) string {
	switch {
	case n%100 == 0:
		return fmt.Sprint(n / 100)
	case n%10 == 0:
		return fmt.Sprintf("%d.%d", n/100, n/10%10)
	}
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

// Apply rates one game by formula f. White and black are the standings when
// it ended, score is White's, and length is the match's length in points,
// which Elo ignores; less than 1 counts as 1, a single game. The new
// standings are white.After and black.After of the changes returned.
func Apply(f Formula, white, black Player, score Score, length int) (forWhite, forBlack Change) {
	change := eloChange
	if f == MatchLength {
		change = func(own, opponent Player, score Score) Change {
			return matchChange(own, opponent, score, max(length, 1))
		}
	}
	return change(white, black, score), change(black, white, score.Other())
}

// million is an expected score of 1.
const million = 1_000_000

// divRound divides and rounds half away from zero; d is positive.
func divRound(n, d int64) int64 {
	if n < 0 {
		return -divRound(-n, d)
	}
	return (n + d/2) / d
}
