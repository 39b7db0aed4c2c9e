package rating

import "math"

// matchChange rates one match of length points, by the formula of the First
// Internet Backgammon Server ("help formula"): the weaker player's chance is
// 1/(10^(D√n/2000)+1) at a difference of D points, and each player's K falls
// with his own experience, this match included.
func matchChange(own, opponent Player, score Score, length int) Change {
	expected := matchExpectation(own.Rating-opponent.Rating, length)
	experience := own.Experience + length
	k := max(100, 500-experience)
	root := int64(math.Round(math.Sqrt(float64(length)) * million))
	// Hundredths of K, millionths of the root, millionths of the score: the
	// product counts 10^-14 points and fits up to a length of 20 million.
	product := 4 * int64(k) * root * int64(int(score)*million/2-expected)
	delta := Milli(divRound(product, 100_000_000_000))
	return Change{
		Formula:    MatchLength,
		Own:        own.Rating,
		Opponent:   opponent.Rating,
		Expected:   expected,
		K:          k,
		Score:      score,
		Delta:      delta,
		After:      own.Rating + delta,
		Games:      own.Games,
		Length:     length,
		Experience: experience,
	}
}

// matchExpectation is the chance, in millionths, of winning a match of length
// points at a difference of ratings. Rounding to millionths absorbs what the
// processors' floating-point units may do differently.
func matchExpectation(difference Milli, length int) int {
	if difference < 0 {
		return million - matchExpectation(-difference, length)
	}
	exponent := float64(difference) / 1000 * math.Sqrt(float64(length)) / 2000
	upset := 1 / (math.Pow(10, exponent) + 1)
	return million - int(math.Round(upset*million))
}
