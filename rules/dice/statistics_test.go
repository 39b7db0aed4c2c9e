package dice

import (
	"encoding/binary"
	"math"
	"os"
	"testing"

	"crownpost/rules"
)

func TestChiSquareAgreesWithThePrintedTables(t *testing.T) {
	// Critical values as printed, to three decimals.
	for _, c := range []struct {
		freedom int
		p, x    float64
	}{
		{1, 0.05, 3.841}, {1, 0.001, 10.828}, {2, 0.01, 9.210}, {5, 0.05, 11.070}, {5, 0.01, 15.086}, {5, 0.90, 1.610},
		{20, 0.05, 31.410}, {20, 0.01, 37.566}, {20, 0.95, 10.851}, {35, 0.05, 49.802}, {35, 0.01, 57.342},
		{35, 0.001, 66.619}, {100, 0.05, 124.342}, {100, 0.01, 135.807}, {100, 0.99, 70.065},
	} {
		if got := chiSquareTail(c.x, c.freedom); math.Abs(got-c.p) > 0.0005*c.p {
			t.Errorf("%d degrees of freedom at %v: p %v, want %v", c.freedom, c.x, got, c.p)
		}
	}
	// 206,212 rolls of two public sites.
	if got := chiSquareTail(6.14, 5); math.Abs(got-0.29) > 0.005 {
		t.Errorf("6.14 with 5 degrees of freedom: p %v, want 0.29", got)
	}
}

func TestChiSquareAgreesWithItsClosedForms(t *testing.T) {
	for _, x := range []float64{0.01, 0.5, 3, 6.9, 7.1, 30, 36, 80, 250} {
		root := math.Sqrt(x / 2)
		five := math.Erfc(root) + 2/math.Sqrt(math.Pi)*root*math.Exp(-x/2)*(1+x/3)
		near(t, "5 degrees of freedom", x, chiSquareTail(x, 5), five)
		term, even := math.Exp(-x/2), 0.0
		for k := 1.0; k <= 18; k++ { // 36 degrees of freedom: 18 terms of the Poisson distribution
			even += term
			term *= x / 2 / k
		}
		near(t, "36 degrees of freedom", x, chiSquareTail(x, 36), even)
	}
	for _, x := range []float64{1000, 1200, 1296, 1300, 1400, 1600} {
		even, logTerm := 0.0, -x/2
		for k := 1.0; k <= 648; k++ {
			even += math.Exp(logTerm)
			logTerm += math.Log(x / 2 / k)
		}
		near(t, "1296 degrees of freedom", x, chiSquareTail(x, 1296), even)
	}
	if got := chiSquareTail(1e6, 1295); got != 0 {
		t.Errorf("far out: %v", got)
	}
	if got := chiSquareTail(0, 5); got != 1 {
		t.Errorf("at 0: %v", got)
	}
}

func near(t *testing.T, what string, x, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*want+1e-300 {
		t.Errorf("%s at %v: %v, want %v", what, x, got, want)
	}
}

func TestRollsAreCountedForEveryTest(t *testing.T) {
	var s Statistics
	s.Opening([]int{4, 4, 6, 2})
	s.Roll(rules.White, 1, 2)
	s.Roll(rules.Black, 2, 1)
	s.Roll(rules.White, 6, 6)
	report := s.Report()
	for i, want := range []struct {
		of             string
		rolls, doubles int
		faces          [6]int
		serial         [2]int // cell and count
	}{
		{"all", 3, 1, [6]int{2, 2, 0, 0, 0, 2}, [2]int{36*1 + 6, 1}},
		{"white", 2, 1, [6]int{1, 1, 0, 0, 0, 2}, [2]int{36*1 + 35, 1}},
		{"black", 1, 0, [6]int{1, 1}, [2]int{0, 0}},
		{"opening", 2, 1, [6]int{0, 1, 0, 2, 0, 1}, [2]int{36*21 + 31, 1}},
	} {
		g := report.Groups[i]
		tests := map[string]Test{}
		for _, test := range g.Tests {
			tests[test.Name] = test
			if test.Enough || test.Alarm() {
				t.Errorf("%s %s: enough with %d", g.Of, test.Name, test.N)
			}
		}
		if g.Of != want.of || g.Rolls != want.rolls || tests["doubles"].Counts[0] != want.doubles || [6]int(tests["faces"].Counts) != want.faces {
			t.Errorf("%+v, want %+v", g, want)
		}
		if got := tests["serial"].Counts[want.serial[0]]; got != want.serial[1] {
			t.Errorf("%s: %d in cell %d, want %d", g.Of, got, want.serial[0], want.serial[1])
		}
		for name, freedom := range map[string]int{"faces": 5, "pairs": 35, "rolls": 20, "doubles": 0, "serial": 1295} {
			if tests[name].Freedom != freedom {
				t.Errorf("%s: %d degrees of freedom, want %d", name, tests[name].Freedom, freedom)
			}
		}
	}
	if got := report.Groups[0].Tests[2].Counts; got[1] != 2 || got[20] != 1 {
		t.Errorf("21 rolls: %v, want 2-1 twice and 6-6 once", got)
	}
}

func TestTheStatisticsAreThoseOfTheFormulas(t *testing.T) {
	got := chiSquare("faces", []int{8, 9, 19, 5, 8, 11}, nil)
	if math.Abs(got.Value-11.6) > 1e-12 { // Σ(n−10)²/10
		t.Errorf("chi-square %v, want 11.6", got.Value)
	}
	got = chiSquare("weighed", []int{12, 6, 18}, []int{1, 1, 2})
	if want := 9.0/9 + 9.0/9 + 0; got.Value != want {
		t.Errorf("chi-square %v, want %v", got.Value, want)
	}
	got = doublesTest([]int{80, 280}) // expected 60, variance 50
	if want := 20 / math.Sqrt(50); math.Abs(got.Value-want) > 1e-12 || math.Abs(got.P-0.004678) > 1e-6 {
		t.Errorf("z %v p %v, want %v and 0.004678", got.Value, got.P, want)
	}
}

func TestDiceThatAreLoadedAlarm(t *testing.T) {
	var s Statistics
	for i := range 60_000 {
		first, second := i%6+1, i/6%6+1
		if i%50 == 0 {
			second = 6
		}
		s.Roll(rules.White, first, second)
	}
	if !s.Report().Alarms() {
		t.Error("no alarm")
	}
	if (&Statistics{}).Report().Alarms() {
		t.Error("alarm without a roll")
	}
}

// TestTheDiceThrownPassThePublishedTests throws a million dice, and ten where
// CROWNPOST_LONG is set, by keys as in a match.
func TestTheDiceThrownPassThePublishedTests(t *testing.T) {
	rolls := 500_000
	if os.Getenv("CROWNPOST_LONG") != "" {
		rolls = 5_000_000
	}
	var s Statistics
	chain := Link(testShare32("statistics"))
	for i := range rolls {
		roll := Roll{Match: "statistics", Game: 1, Number: i + 1, Opponent: binary.BigEndian.AppendUint64(nil, uint64(i))}
		dice := roll.Key(chain).Dice()
		if i%50 == 0 {
			s.Opening(Throw(dice, true))
		} else {
			s.Roll(rules.Side(i%2), dice(), dice())
		}
	}
	for _, g := range s.Report().Groups {
		for _, test := range g.Tests {
			t.Logf("%s %s: N %d, %.2f, p %.3g", g.Of, test.Name, test.N, test.Value, test.P)
			if test.Alarm() || !test.Enough && g.Of != "opening" {
				t.Errorf("%s %s: N %d, %.2f, p %.3g", g.Of, test.Name, test.N, test.Value, test.P)
			}
		}
	}
}
