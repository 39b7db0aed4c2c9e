package tiebreak

import "slices"

// dp[i] is the difference of ratings that belongs to a score of 50+i percent
// (FIDE B.02, table 8.1.1); below 50 percent it is the negative.
var dp = [51]int{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
	202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
	677, 800,
}

// difference is the difference of ratings for a score in percent.
func difference(percent int) int {
	if percent < 50 {
		return -dp[50-percent]
	}
	return dp[percent-50]
}

// upTo[i] is the greatest difference of ratings at which 50+i percent are
// expected of the stronger player (FIDE B.02, table 8.1.2); beyond the last it
// is everything.
var upTo = [50]int{
	3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
	206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
	735,
}

// expected is the score in percent that is expected at a difference of
// ratings.
func expected(difference int) int {
	if difference < 0 {
		return 100 - expected(-difference)
	}
	i, _ := slices.BinarySearch(upTo[:], difference)
	return 50 + i
}

// performance is the rating at which a score against opponents, in half
// points, has the difference of table 8.1.1 to their mean, rounded.
func performance(mean, halves, games int) int {
	percent := (100*halves + games) / (2 * games) // half up
	return mean + difference(percent)
}

// perfect is the lowest rating of which table 8.1.2, without its limit of 400
// points, expects a score of at least so many half points against opponents
// with these ratings. Without any point it is 800 below the lowest of them.
func perfect(ratings []int, halves int) int {
	low, high := slices.Min(ratings)-800, slices.Max(ratings)+800
	if halves == 0 {
		return low
	}
	for low < high {
		middle := low + (high-low)/2
		sum := 0
		for _, r := range ratings {
			sum += expected(middle - r)
		}
		if sum >= 50*halves {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}
