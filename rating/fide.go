package rating

import "sort"

// fideRows are the upper ends, in points of difference, of the rows of table
// 8.1.2 of the FIDE Rating Regulations (B.02): the higher rated player's
// expected score is 0.50 up to 3, 0.51 up to 10, and so on by hundredths,
// 0.99 up to 735 and 1.00 beyond. It is a table and no formula: neither the
// normal nor the logistic curve gives all its entries.
var fideRows = [50]int{
	3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
	76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
	153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
	245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
	374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
}

// fideDifferences[i] is the difference of ratings, in points, that belongs to
// a score of 50+i percent, by table 8.1.1 of the same regulations.
var fideDifferences = [51]int{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
	72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
	149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
	240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
	366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
	800,
}

// A difference above fideCap counts as fideCap for a player rated below
// fideUncapped, by the rules in force since October 2025.
const (
	fideCap            = 400
	fideUncapped Milli = 2_650_000
)

// ExpectedPercent is the score, in percent, that table 8.1.2 expects at a
// difference of ratings in whole points, without the rule of 400.
func ExpectedPercent(difference int) int {
	if difference < 0 {
		return 100 - ExpectedPercent(-difference)
	}
	return 50 + sort.SearchInts(fideRows[:], difference)
}

// DifferenceFor is the difference of ratings, in whole points, that table
// 8.1.1 gives for a score in percent, from 0 to 100.
func DifferenceFor(percent int) int {
	if percent < 50 {
		return -fideDifferences[50-percent]
	}
	return fideDifferences[percent-50]
}

// fideExpected is a player's expected score in percent with the rule of 400,
// at a difference rounded to whole points as under Elo.
func fideExpected(own, opponent Milli) int {
	difference := wholePoints(own - opponent)
	if own < fideUncapped {
		difference = max(-fideCap, min(difference, fideCap))
	}
	return ExpectedPercent(difference)
}

// wholePoints rounds to whole points, half to even.
func wholePoints(m Milli) int {
	if m < 0 {
		return -wholePoints(-m)
	}
	points, rest := int(m/1000), m%1000
	if rest > 500 || rest == 500 && points%2 == 1 {
		points++
	}
	return points
}
