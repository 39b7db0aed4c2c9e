package rating

import (
	"fmt"
	"slices"
)

// Performance is the rating at which a result would have been the expected one
// (FIDE C.07, tournament performance rating), with the numbers that led to it.
type Performance struct {
	// Games is the number of games, HalfPoints what they brought.
	Games, HalfPoints int
	// Mean is the opponents' mean rating in whole points.
	Mean int
	// Percent is the score, rounded half up; Difference is what table 8.1.1
	// has for it.
	Percent, Difference int
	// Rating is Mean + Difference.
	Rating int
}

// PerformanceAt is the performance of a score in half points from so many
// games, at least one, against opponents of a mean rating.
func PerformanceAt(mean, halfPoints, games int) Performance {
	percent := (100*halfPoints + games) / (2 * games)
	difference := DifferenceFor(percent)
	return Performance{
		Games: games, HalfPoints: halfPoints, Mean: mean,
		Percent: percent, Difference: difference, Rating: mean + difference,
	}
}

// PerformanceAgainst is PerformanceAt against opponents with these ratings, at
// least one.
func PerformanceAgainst(opponents []int, halfPoints int) Performance {
	return PerformanceAt(Mean(opponents), halfPoints, len(opponents))
}

// Sum writes the performance as it can be checked by hand:
//
//	2379 + 166 = 2545
func (p Performance) Sum() string {
	return fmt.Sprintf("%d%s = %d", p.Mean, points(p.Difference), p.Rating)
}

// Mean is the mean of ratings in whole points, at least one of them and none
// below 0, rounded half up.
func Mean(ratings []int) int {
	sum := 0
	for _, r := range ratings {
		sum += r
	}
	return (2*sum + len(ratings)) / (2 * len(ratings))
}

// PerfectPerformance is the lowest rating of which table 8.1.2, without the
// rule of 400, expects a score of at least so many half points against
// opponents with these ratings, at least one (FIDE C.07, perfect tournament
// performance). Without any point it is 800 below the lowest of them.
func PerfectPerformance(opponents []int, halfPoints int) int {
	low, high := slices.Min(opponents)-800, slices.Max(opponents)+800
	if halfPoints == 0 {
		return low
	}
	for low < high {
		middle := low + (high-low)/2
		expected := 0
		for _, r := range opponents {
			expected += ExpectedPercent(middle - r)
		}
		if expected >= 50*halfPoints {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// What the first rating of a player takes (FIDE B.02, section 8.2).
const (
	initialGames  = 5     // rated opponents met
	initialDraws  = 2     // hypothetical draws that are added
	initialDrawer = 1800  // rating of the hypothetical opponents
	initialMost   = 2200  // a higher one counts as this
	initialLeast  = 1_400 // a lower one is not published
)

// Initial is a first rating, with the numbers that led to it.
type Initial struct {
	// Games is the number of games against rated opponents, HalfPoints what
	// they brought.
	Games, HalfPoints int
	// Mean is the mean rating of these opponents and of two more of 1800, rounded
	// to thousandths.
	Mean Milli
	// Percent is the score with a draw against each of the two added, rounded
	// half up; Difference is what table 8.1.1 has for it.
	Percent, Difference int
	// Rating is Mean + Difference in whole points, rounded half up, and 2200 if
	// it is more.
	Rating int
	// Published says that it counts: five games at least, not without a point,
	// and a rating of 1400 at least.
	Published bool
}

// Sum writes the rating as it can be checked by hand:
//
//	1872.429 + 50 = 1922
func (i Initial) Sum() string {
	return fmt.Sprintf("%v%s = %d", i.Mean, points(i.Difference), i.Rating)
}

// points is a summand in whole points behind another.
func points(n int) string {
	if n < 0 {
		return fmt.Sprintf(" − %d", -n)
	}
	return fmt.Sprintf(" + %d", n)
}

// InitialRating is the first rating of one who scored so many half points
// against rated opponents.
func InitialRating(opponents []Milli, halfPoints int) Initial {
	n := int64(len(opponents) + initialDraws)
	sum := Milli(1000 * initialDraws * initialDrawer)
	for _, r := range opponents {
		sum += r
	}
	percent := (100*(int64(halfPoints)+initialDraws) + n) / (2 * n)
	difference := DifferenceFor(int(percent))
	exact := int64(sum) + 1000*n*int64(difference) // n thousandths
	whole := int(min(floorDiv(2*exact+1000*n, 2000*n), initialMost))
	return Initial{
		Games: len(opponents), HalfPoints: halfPoints, Mean: Milli(divRound(int64(sum), n)),
		Percent: int(percent), Difference: difference, Rating: whole,
		Published: len(opponents) >= initialGames && halfPoints > 0 && whole >= initialLeast,
	}
}

// floorDiv divides and rounds down; d is positive.
func floorDiv(n, d int64) int64 {
	if n < 0 {
		return -((-n + d - 1) / d)
	}
	return n / d
}
