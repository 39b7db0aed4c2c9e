package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
)

// eventVectors are FIDE's published periods, and first ratings and
// performances computed with exact fractions.
type eventVectors struct {
	Initial []struct {
		Name      string
		Opponents []int
		Score     float64
		Ra, P     float64
		DP, Ru    int
		Published bool
	}
	Performance []struct {
		Opponents                []int
		Score, P                 float64
		ARO, DP, TPR, PTP, Lines int
	}
	Periods []struct {
		Name            string
		K, ListK, Games int
		Previous, New   int
		KTimesSum       number
		Rounded         int
		Events          [][2]json.RawMessage
	}
}

func readEventVectors(t *testing.T) eventVectors {
	t.Helper()
	data, err := os.ReadFile("testdata/event.json")
	if err != nil {
		t.Fatal(err)
	}
	var v eventVectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Initial) != 5 || len(v.Performance) != 6 || len(v.Periods) != 5 {
		t.Fatalf("%d, %d and %d vectors", len(v.Initial), len(v.Performance), len(v.Periods))
	}
	return v
}

func milli(points ...int) []Milli {
	list := make([]Milli, len(points))
	for i, p := range points {
		list[i] = 1000 * Milli(p)
	}
	return list
}

func TestPerformancesAgreeWithTheReferenceNumbers(t *testing.T) {
	for _, v := range readEventVectors(t).Performance {
		halves := int(2 * v.Score)
		got := PerformanceAgainst(v.Opponents, halves)
		want := Performance{
			Games: len(v.Opponents), HalfPoints: halves, Mean: v.ARO,
			Percent: int(math.Round(100 * v.P)), Difference: v.DP, Rating: v.TPR,
		}
		if got != want {
			t.Errorf("%v of %v: %+v, want %+v", v.Score, v.Opponents, got, want)
		}
		if got := PerfectPerformance(v.Opponents, halves); got != v.PTP {
			t.Errorf("%v of %v: perfect performance %d, want %d", v.Score, v.Opponents, got, v.PTP)
		}
	}
}

func TestPerformanceAtTheEndsOfTheTable(t *testing.T) {
	nine := slices.Repeat([]int{2000}, 9)
	for _, c := range []struct {
		name            string
		halfPoints      int
		rating, perfect int
		sum             string
	}{
		{"half of the points", 9, 2000, 1997, "2000 + 0 = 2000"},
		{"all points", 18, 2800, 2736, "2000 + 800 = 2800"},
		{"no point", 0, 1200, 1200, "2000 − 800 = 1200"},
	} {
		got := PerformanceAgainst(nine, c.halfPoints)
		if got.Rating != c.rating || got.Sum() != c.sum {
			t.Errorf("%s: %d, %s", c.name, got.Rating, got.Sum())
		}
		if got := PerfectPerformance(nine, c.halfPoints); got != c.perfect {
			t.Errorf("%s: perfect performance %d, want %d", c.name, got, c.perfect)
		}
	}
}

func TestInitialRatingsAgreeWithTheReferenceNumbers(t *testing.T) {
	for _, v := range readEventVectors(t).Initial {
		got := InitialRating(milli(v.Opponents...), int(2*v.Score))
		if got.Percent != int(math.Round(100*v.P)) || got.Difference != v.DP || got.Rating != v.Ru || got.Published != v.Published ||
			math.Abs(float64(got.Mean)/1000-v.Ra) > 0.00051 {
			t.Errorf("%s: %+v, want %+v", v.Name, got, v)
		}
	}
}

func TestFirstRatingsThatDoNotCount(t *testing.T) {
	for _, c := range []struct {
		name       string
		opponents  []int
		halfPoints int
		rating     int
		published  bool
	}{
		{"a published one", []int{1902, 1877, 1884, 2012, 1832}, 6, 1922, true},
		{"four games are too few", []int{1902, 1877, 1884, 2012}, 6, 2004, false},
		{"no point is no rating", []int{2300, 2300, 2300, 2300, 2300}, 0, 1848, false},
		{"half a point is one", []int{2300, 2300, 2300, 2300, 2300}, 1, 1927, true},
		{"1399 is too low", []int{1561, 1561, 1561, 1561, 1561}, 1, 1399, false},
		{"1400 is enough", []int{1562, 1562, 1562, 1562, 1562}, 1, 1400, true},
		{"no game at all", nil, 0, 1800, false},
	} {
		got := InitialRating(milli(c.opponents...), c.halfPoints)
		if got.Rating != c.rating || got.Published != c.published {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestDifferencesBelowHalfAreTheNegative(t *testing.T) {
	for percent := range 101 {
		if DifferenceFor(percent) != -DifferenceFor(100-percent) {
			t.Errorf("%d percent: %d and %d", percent, DifferenceFor(percent), DifferenceFor(100-percent))
		}
	}
}

func ExamplePerformanceAgainst() {
	p := PerformanceAgainst([]int{2412, 2377, 2290, 2105, 2506, 2333, 2480, 2399, 2511}, 13)
	fmt.Println(p.Percent, p.Sum())
	// Output: 72 2379 + 166 = 2545
}
