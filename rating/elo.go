package rating

// eloCap is the difference in whole points above which differences count as
// this much.
const eloCap = 400

// eloChange rates one game by Elo.
func eloChange(own, opponent Player, score Score) Change {
	expected := eloExpectation(own.Rating - opponent.Rating)
	k := eloK(own)
	delta := eloDelta(k, score, expected)
	return Change{
		Formula:  Elo,
		Own:      own.Rating,
		Opponent: opponent.Rating,
		Expected: expected,
		K:        k,
		Score:    score,
		Delta:    delta,
		After:    own.Rating + delta,
		Games:    own.Games,
	}
}

// eloDelta is K × (score − expected); hundredths times millionths count 10^-8
// points.
func eloDelta(k int, score Score, expected int) Milli {
	return Milli(divRound(int64(k)*int64(int(score)*million/2-expected), 100_000))
}

// eloK is the development factor in hundredths: 10 for good once 2400 was
// reached, else 40 for the first 30 rated games, then 20.
func eloK(p Player) int {
	switch {
	case p.Reached2400:
		return 1000
	case p.Games < 30:
		return 4000
	}
	return 2000
}

// eloExpectation is the expected score in millionths at a difference of
// ratings, which is rounded to whole points, half to even.
func eloExpectation(difference Milli) int {
	if difference < 0 {
		return million - eloExpectation(-difference)
	}
	return eloExpected[min(wholePoints(difference), eloCap)]
}
