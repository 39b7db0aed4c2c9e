package rating

import "math"

// Single is what one game or match does to two ratings, in points. It is for
// looking at a formula; pools use Apply.
type Single struct {
	// Expected is the player's expected score.
	Expected float64 `json:"expected"`
	// Change and Rating are the player's; the others are his opponent's.
	Change         float64 `json:"change"`
	Rating         float64 `json:"rating"`
	OpponentChange float64 `json:"opponentChange"`
	OpponentRating float64 `json:"opponentRating"`
}

// Logistic is Elo's formula alone, 1/(1+10^(−D/400)) at a difference of D
// points, with one K for both.
func Logistic(own, opponent float64, score Score, k float64) Single {
	expected := 1 / (1 + math.Pow(10, (opponent-own)/400))
	change := k * (float64(score)/2 - expected)
	return single(own, opponent, expected, change, -change)
}

// Capped is Elo's formula as the pools of draughts have it, with limit in the
// place of 400: the difference is rounded to whole points, half to even, and
// counts as limit above it; expected scores are rounded to millionths and
// changes to thousandths.
func Capped(own, opponent float64, score Score, k, limit float64) Single {
	difference := max(-limit, min(math.RoundToEven(own-opponent), limit))
	expected := math.Round(million/(1+math.Pow(10, -difference/400))) / million
	change := rounded(k*(float64(score)/2-expected), 1000)
	return single(own, opponent, expected, change, -change)
}

// FIDE is the change before rounding by the FIDE Rating Regulations, with one
// K for both. Own and opponent are published ratings.
func FIDE(own, opponent int, score Score, k float64) Single {
	change := func(score Score, expected int) float64 { return k * float64(50*int(score)-expected) / 100 }
	white, black := 1000*Milli(own), 1000*Milli(opponent)
	expected := fideExpected(white, black)
	return single(float64(own), float64(opponent), float64(expected)/100,
		change(score, expected), change(score.Other(), fideExpected(black, white)))
}

// Match is the match-length formula for a match of length points; experience
// is that of both before it.
func Match(own, opponent float64, won bool, length int, experience, opponentExperience int) Single {
	root := math.Sqrt(float64(length))
	expected := 1 / (1 + math.Pow(10, (opponent-own)*root/2000))
	share := -expected
	if won {
		share = 1 - expected
	}
	change := func(experience int) float64 {
		return 4 * max(1, 5-float64(experience+length)/100) * root * share
	}
	return single(own, opponent, expected, change(experience), -change(opponentExperience))
}

// single rounds to the digits that floating point has for certain.
func single(own, opponent, expected, change, opponentChange float64) Single {
	const digits = 1e9
	return Single{
		Expected:       rounded(expected, 1e12),
		Change:         rounded(change, digits),
		Rating:         rounded(own+change, digits),
		OpponentChange: rounded(opponentChange, digits),
		OpponentRating: rounded(opponent+opponentChange, digits),
	}
}

// rounded rounds to parts of 1, half away from zero, and never to −0.
func rounded(x, parts float64) float64 { return math.Round(x*parts)/parts + 0 }
