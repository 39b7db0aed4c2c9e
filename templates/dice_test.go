package templates

import "testing"

// diceGroup is the tests of a kind of rolls with counts of n in every place.
func diceGroup(p *Printer, of string, n int, enough, alarm bool) DiceGroup {
	g := DiceGroup{Printer: p, Of: of, Rolls: 36 * n}
	for _, t := range []DiceTest{
		{Name: "faces", Freedom: 5, Value: 6.14, P: 0.293, Counts: make([]int, 6)},
		{Name: "pairs", Freedom: 35, Value: 90.1, P: 0.000000011, Counts: make([]int, 36), Alarm: alarm},
		{Name: "rolls", Freedom: 20, Value: 48.2, P: 0.00043, Counts: make([]int, 21)},
		{Name: "doubles", Value: -0.3, P: 0.764, Counts: make([]int, 2)},
		{Name: "serial", Freedom: 1295, Value: 1301.5, P: 0.444, Counts: make([]int, 36*36)},
	} {
		if t.Name == "serial" && of != "all" {
			continue // one large table is enough to look at
		}
		for i := range t.Counts {
			t.Counts[i] = n
		}
		t.Printer, t.Of, t.N, t.Enough = p, of, 36*n, enough
		g.Tests = append(g.Tests, t)
	}
	return g
}

func diceSamples() []sample {
	l := visitor("Dice", "/dice")
	return []sample{
		{"dice", &DicePage{l, sampleNow, []DiceGroup{diceGroup(l.Printer, "all", 1_234_567, true, true),
			diceGroup(l.Printer, "white", 617_000, true, false), diceGroup(l.Printer, "black", 4, false, false), diceGroup(l.Printer, "opening", 12, false, false)}}},
		{"dice not counted", &DicePage{Layout: member("Dice", "/dice")}},
		{"proof of dice", &DiceVerifyPage{visitor("Check", "/dice/verify"), 0}},
		{"proof of a game's dice", &DiceVerifyPage{member("Check", "/dice/verify"), 17}},
	}
}

func TestDiceTestsInNumbers(t *testing.T) {
	p := NewPrinter("en")
	for _, c := range []struct {
		name              string
		test              DiceTest
		statistic, chance string
	}{
		{"chi-square", DiceTest{Freedom: 5, Value: 6.1449, P: 0.2926}, "χ² 6.14", "0.293"},
		{"standard deviations", DiceTest{Value: -1.5, P: 0.1336}, "z -1.50", "0.134"},
		{"next to nothing is not below it", DiceTest{Value: -0.001, P: 0.9992}, "z 0.00", "0.999"},
		{"a small probability has more digits", DiceTest{Freedom: 1295, Value: 1523, P: 0.0000123}, "χ² 1,523.00", "0.000012"},
		{"below the alarm it is that", DiceTest{Freedom: 20, Value: 300, P: 1e-40}, "χ² 300.00", "< 0.000001"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.test.Printer = p
			if got := c.test.Statistic(); got != c.statistic {
				t.Errorf("statistic %q, want %q", got, c.statistic)
			}
			if got := c.test.Chance(); got != c.chance {
				t.Errorf("chance %q, want %q", got, c.chance)
			}
		})
	}
}

func TestRawCountsOfDiceHaveTheirPlaces(t *testing.T) {
	counts := make([]int, 36*36)
	for i := range counts {
		counts[i] = i
	}
	for name, want := range map[string]struct {
		rows, width, last int
		head              string
	}{
		"faces": {1, 6, 5, ""}, "doubles": {1, 2, 1, ""}, "pairs": {6, 6, 35, "6"}, "rolls": {6, 6, 20, "6"}, "serial": {36, 36, 1295, "6-6"},
	} {
		test := DiceTest{Printer: NewPrinter("en"), Name: name, Counts: counts[:want.last+1]}
		rows := test.Rows()
		last := rows[len(rows)-1]
		if len(rows) != want.rows || len(last.Cells) != want.width || last.Cells[want.width-1] != want.last || last.Head != want.head || len(test.Heads()) != want.width {
			t.Errorf("%s: %d rows, last %v, heads %v", name, len(rows), last, test.Heads())
		}
	}
}
