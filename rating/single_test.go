package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
)

// number is a JSON number, or one within a text.
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	_, err := fmt.Sscan(string(trimQuotes(text)), (*float64)(n))
	return err
}

func trimQuotes(text []byte) []byte {
	if text[0] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}

// singleVectors are FIDE's own calculations and results of the other formulas.
type singleVectors struct {
	Calculator []struct {
		ID        string
		Own, Opp  int
		Score     number
		K, Change number
	}
	Published map[string]struct {
		K     number
		Games [][2]json.RawMessage
	}
	Logistic []struct {
		RA, RB, K number
		Score     number `json:"score_a"`
		Expected  number `json:"E_a"`
		Delta     number `json:"delta_a"`
		NewA      number `json:"ra_new"`
		NewB      number `json:"rb_new"`
	}
	Fibs []struct {
		R1, R2     number
		N          int
		Exp1, Exp2 int
		Win1       bool
		C1, C2     number
		R1N, R2N   number
	}
}

func readSingleVectors(t *testing.T) singleVectors {
	t.Helper()
	data, err := os.ReadFile("testdata/single.json")
	if err != nil {
		t.Fatal(err)
	}
	var v singleVectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func scoreOf(n number) Score { return Score(math.Round(2 * float64(n))) }

func near(t *testing.T, what string, got float64, want number, tolerance float64) {
	t.Helper()
	if math.Abs(got-float64(want)) > tolerance {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestFIDEAgreesWithItsCalculator(t *testing.T) {
	vectors := readSingleVectors(t).Calculator
	if len(vectors) != 16 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		near(t, v.ID, FIDE(v.Own, v.Opp, scoreOf(v.Score), float64(v.K)).Change, v.Change, 1e-9)
	}
}

func TestFIDEAgreesWithPublishedGames(t *testing.T) {
	games := 0
	for name, period := range readSingleVectors(t).Published {
		for _, event := range period.Games {
			var own int
			var lines [][3]number
			if err := json.Unmarshal(event[0], &own); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(event[1], &lines); err != nil {
				t.Fatal(err)
			}
			for _, line := range lines {
				games++
				got := FIDE(own, int(line[0]), scoreOf(line[1]), float64(period.K))
				near(t, fmt.Sprintf("%s: %d v %v", name, own, line[0]), got.Change/float64(period.K), line[2], 1e-9)
			}
		}
	}
	if games != 79 {
		t.Errorf("%d games, want 79", games)
	}
}

func TestFIDETableAndTheRuleOf400(t *testing.T) {
	for _, c := range []struct {
		name          string
		own, opponent int
		score         Score
		k, change     float64
	}{
		{"0 to 3 is half", 2003, 2000, Win, 10, 5.0},
		{"4 begins the next row", 2004, 2000, Win, 10, 4.9},
		{"206 ends a row", 2206, 2000, Win, 10, 2.4},
		{"207 begins one", 2207, 2000, Win, 10, 2.3},
		{"391 ends a row", 2391, 2000, Win, 10, 0.9},
		{"392 begins one", 2392, 2000, Win, 10, 0.8},
		{"344 below", 1656, 2000, Loss, 10, -1.2},
		{"345 below", 1655, 2000, Loss, 10, -1.1},
		{"500 counts as 400 below 2650", 2649, 2149, Win, 10, 0.8},
		{"500 counts from 2650 on", 2650, 2150, Win, 10, 0.4},
		{"736 leaves nothing to win", 2700, 1964, Win, 10, 0},
		{"800 leaves everything to lose", 2700, 1900, Loss, 10, -10},
		{"500 below counts as 400", 2200, 2700, Loss, 20, -1.6},
		{"a draw with somebody 500 above", 1500, 2000, Draw, 20, 8.4},
		{"K of 15", 2092, 2000, Win, 15, 5.55},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := FIDE(c.own, c.opponent, c.score, c.k)
			near(t, "change", got.Change, number(c.change), 1e-9)
			near(t, "rating", got.Rating, number(float64(c.own)+c.change), 1e-9)
		})
	}
	// The opponent's own rating decides whether the difference is capped for him.
	got := FIDE(2700, 2200, Win, 10)
	near(t, "opponent's change", got.OpponentChange, -0.8, 1e-9)
	near(t, "opponent's rating", got.OpponentRating, 2199.2, 1e-9)
}

// The table is the normal distribution with a deviation of 2000/7 but for six
// differences.
func TestFIDETableIsTheNormalCurveButForSixEntries(t *testing.T) {
	var off []int
	for d := range 736 {
		curve := math.Erfc(-float64(d)*7/2000/math.Sqrt2) / 2
		if ExpectedPercent(d) != int(math.Round(100*curve)) {
			off = append(off, d)
		}
	}
	if want := "[54 343 344 358 392 620]"; fmt.Sprint(off) != want {
		t.Errorf("other than the curve at %v, want %s", off, want)
	}
	if ExpectedPercent(735) != 99 || ExpectedPercent(736) != 100 {
		t.Errorf("at the end of the table: %d, %d", ExpectedPercent(735), ExpectedPercent(736))
	}
}

func TestLogisticAgreesWithTheReferenceNumbers(t *testing.T) {
	vectors := readSingleVectors(t).Logistic
	if len(vectors) != 14 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		got := Logistic(float64(v.RA), float64(v.RB), scoreOf(v.Score), float64(v.K))
		near(t, "expected", got.Expected, v.Expected, 1e-12)
		near(t, "change", got.Change, v.Delta, 1e-9)
		near(t, "opponent's change", got.OpponentChange, -v.Delta, 1e-9)
		near(t, "rating", got.Rating, v.NewA, 5e-7)
		near(t, "opponent's rating", got.OpponentRating, v.NewB, 5e-7)
	}
}

func TestCappedIsWhatThePoolsDo(t *testing.T) {
	for _, own := range []float64{1100, 1500, 1500.5, 1501.5, 1723.456, 2100, 2600} {
		for _, score := range []Score{Loss, Draw, Win} {
			pool, _ := Apply(Elo, Player{Rating: Milli(math.Round(own * 1000)), Games: 50}, Player{Rating: 1_600_000}, score, 0)
			got := Capped(own, 1600, score, 20, 400)
			near(t, fmt.Sprint(own, " expected"), got.Expected, number(pool.Expected)/million, 1e-12)
			near(t, fmt.Sprint(own, " change"), got.Change, number(pool.Delta)/1000, 1e-9)
			near(t, fmt.Sprint(own, " rating"), got.Rating, number(pool.After)/1000, 1e-9)
		}
	}
}

func TestMatchAgreesWithTheReferenceNumbers(t *testing.T) {
	vectors := readSingleVectors(t).Fibs
	if len(vectors) != 6 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		// The file's experience is the one that K is computed from.
		got := Match(float64(v.R1), float64(v.R2), v.Win1, v.N, v.Exp1-v.N, v.Exp2-v.N)
		near(t, "change", got.Change, v.C1, 5e-7)
		near(t, "opponent's change", got.OpponentChange, v.C2, 5e-7)
		near(t, "rating", got.Rating, v.R1N, 5e-7)
		near(t, "opponent's rating", got.OpponentRating, v.R2N, 5e-7)
	}
}

// The favourite's chance by difference and length, as published.
func TestMatchChances(t *testing.T) {
	lengths := []int{1, 3, 5, 7, 9, 11, 15, 25}
	for difference, row := range map[float64][]number{
		0:   {0.500, 0.500, 0.500, 0.500, 0.500, 0.500, 0.500, 0.500},
		50:  {0.514, 0.525, 0.532, 0.538, 0.543, 0.548, 0.556, 0.571},
		100: {0.529, 0.550, 0.564, 0.576, 0.585, 0.594, 0.610, 0.640},
		200: {0.557, 0.598, 0.626, 0.648, 0.666, 0.682, 0.709, 0.760},
		300: {0.585, 0.645, 0.684, 0.714, 0.738, 0.759, 0.792, 0.849},
		400: {0.613, 0.689, 0.737, 0.772, 0.799, 0.822, 0.856, 0.909},
	} {
		for i, n := range lengths {
			got := Match(1500+difference, 1500, true, n, 0, 0)
			near(t, fmt.Sprintf("%v points to %d", difference, n), got.Expected, row[i], 0.0005)
		}
	}
}
