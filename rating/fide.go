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

// A difference above fideCap counts as fideCap for a player rated below
// fideUncapped, by the rules in force since October 2025.
const (
	fideCap      = 400
	fideUncapped = 2650
)

// fideExpected is a player's expected score in hundredths.
func fideExpected(own, opponent int) int {
	difference := own - opponent
	if own < fideUncapped {
		difference = max(-fideCap, min(difference, fideCap))
	}
	if difference < 0 {
		return 100 - fideTable(-difference)
	}
	return fideTable(difference)
}

// fideTable is the expected score of the higher rated player in hundredths.
func fideTable(difference int) int {
	return 50 + sort.SearchInts(fideRows[:], difference)
}
