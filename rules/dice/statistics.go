package dice

import (
	"math"

	"crownpost/rules"
)

// Alarm is the probability below which a test says that the dice are not
// those of chance. Many tests are made, night after night, so that 0.05 would
// alarm somebody every day.
const Alarm = 1e-6

// Statistics counts rolls for the tests of a Report. The rolls must come in
// the order in which they were made, one match behind the other, none left
// out: a match ends sooner after a good roll, so that to leave out its end
// would leave out good rolls.
type Statistics struct {
	all, opening counts
	sides        [2]counts
}

// Roll counts a roll of a side that was not an opening throw.
func (s *Statistics) Roll(side rules.Side, first, second int) {
	s.all.add(first, second)
	s.sides[side].add(first, second)
}

// Opening counts the dice of an opening throw, its ties included.
func (s *Statistics) Opening(dice []int) {
	for i := 0; i+1 < len(dice); i += 2 {
		s.opening.add(dice[i], dice[i+1])
	}
}

// counts counts rolls as ordered pairs, 6·(first−1) + second−1.
type counts struct {
	rolls [36]int
	// serial counts two rolls in a row; each roll is in one of them only, so
	// that they do not depend on each other.
	serial [36 * 36]int
	// waiting is 1 + the roll that waits for the second of its two.
	waiting int
}

func (c *counts) add(first, second int) {
	roll := 6*(first-1) + second - 1
	c.rolls[roll]++
	if c.waiting == 0 {
		c.waiting = 1 + roll
		return
	}
	c.serial[36*(c.waiting-1)+roll]++
	c.waiting = 0
}

// Report is what the statistics say.
type Report struct {
	Groups []Group `json:"groups"`
}

// Group is the tests of the rolls of one kind.
type Group struct {
	// Of is "all" (but the opening throws), "white", "black" or "opening".
	Of    string `json:"of"`
	Rolls int    `json:"rolls"`
	Tests []Test `json:"tests"`
}

// Test is one test of the dice.
type Test struct {
	// Name is "faces", "pairs" (the dice of a roll in the order thrown),
	// "rolls" (in any order), "doubles" or "serial" (two rolls in a row).
	Name string `json:"name"`
	// N is how many of these there were.
	N int `json:"n"`
	// Freedom is the degrees of freedom of chi-square; 0 says that Value is
	// the number of standard deviations z.
	Freedom int     `json:"freedom"`
	Value   float64 `json:"value"`
	// P is the probability that fair dice are at least as far from what is
	// expected. It is right only where there is Enough.
	P      float64 `json:"p"`
	Enough bool    `json:"enough"`
	// Counts are the raw counts: of 1 to 6; of 1-1, 1-2 … 6-6, for two rolls
	// in a row with those of the second next to each other; of the rolls 1-1,
	// 2-1, 2-2, 3-1 … 6-6; of doubles and the others.
	Counts []int `json:"counts"`
}

// Alarm says that chance does not explain the counts.
func (t Test) Alarm() bool { return t.Enough && t.P < Alarm }

// Alarms says whether any test alarms.
func (r Report) Alarms() bool {
	for _, g := range r.Groups {
		for _, t := range g.Tests {
			if t.Alarm() {
				return true
			}
		}
	}
	return false
}

// Report tests what was counted.
func (s *Statistics) Report() Report {
	return Report{[]Group{
		s.all.group("all"), s.sides[rules.White].group("white"), s.sides[rules.Black].group("black"),
		s.opening.group("opening"),
	}}
}

func (c *counts) group(of string) Group {
	faces, rolls, doubles := make([]int, 6), make([]int, 0, 21), make([]int, 2)
	for i, n := range c.rolls {
		faces[i/6] += n
		faces[i%6] += n
	}
	weights := make([]int, 0, 21) // of the rolls, in 36ths
	for high := range 6 {
		for low := range high {
			rolls = append(rolls, c.rolls[6*high+low]+c.rolls[6*low+high])
			weights = append(weights, 2)
		}
		rolls = append(rolls, c.rolls[7*high])
		weights = append(weights, 1)
		doubles[0] += c.rolls[7*high]
	}
	n := sum(c.rolls[:])
	doubles[1] = n - doubles[0]
	return Group{of, n, []Test{
		chiSquare("faces", faces, nil),
		chiSquare("pairs", append([]int{}, c.rolls[:]...), nil),
		chiSquare("rolls", rolls, weights),
		doublesTest(doubles),
		chiSquare("serial", append([]int{}, c.serial[:]...), nil),
	}}
}

// expectedLeast is the least expected count for which chi-square is the
// distribution of the statistic, by the usual rule.
const expectedLeast = 5

// chiSquare tests counts whose chances are as the weights, or equal.
func chiSquare(name string, counts, weights []int) Test {
	if weights == nil {
		weights = make([]int, len(counts))
		for i := range weights {
			weights[i] = 1
		}
	}
	t := Test{Name: name, N: sum(counts), Freedom: len(counts) - 1, P: 1, Enough: true, Counts: counts}
	all := float64(sum(weights))
	for i, count := range counts {
		expected := float64(t.N) * float64(weights[i]) / all
		t.Enough = t.Enough && expected >= expectedLeast
		if expected > 0 {
			t.Value += (float64(count) - expected) * (float64(count) - expected) / expected
		}
	}
	if t.N > 0 {
		t.P = chiSquareTail(t.Value, t.Freedom)
	}
	return t
}

// doublesTest tests the number of doubles, which is binomial, as the normal
// distribution has it.
func doublesTest(counts []int) Test {
	t := Test{Name: "doubles", N: sum(counts), P: 1, Counts: counts}
	if t.N == 0 {
		return t
	}
	expected := float64(t.N) / 6
	t.Enough = expected >= expectedLeast
	t.Value = (float64(counts[0]) - expected) / math.Sqrt(expected*5/6)
	t.P = math.Erfc(math.Abs(t.Value) / math.Sqrt2)
	return t
}

func sum(counts []int) int {
	n := 0
	for _, count := range counts {
		n += count
	}
	return n
}
