package templates

import (
	"math"
	"strconv"
	"time"

	"golang.org/x/text/number"
)

// DicePage is "/dice": what the tests say of all dice that were thrown.
type DicePage struct {
	Layout
	// Counted is the day on which the rolls were counted; Groups are empty as
	// long as they have not been.
	Counted time.Time
	Groups  []DiceGroup
}

// DiceGroup is the tests of the rolls of one kind.
type DiceGroup struct {
	*Printer
	// Of is "all", "white", "black" or "opening".
	Of    string
	Rolls int
	Tests []DiceTest
}

// DiceTest is one test, as dice.Test has it.
type DiceTest struct {
	*Printer
	// Of is that of the group; Name is "faces", "pairs", "rolls", "doubles" or
	// "serial".
	Of, Name string
	N        int
	// Freedom is 0 where Value is z and not chi-square.
	Freedom  int
	Value, P float64
	// Enough says that there are enough rolls for P to mean something.
	Enough, Alarm bool
	Counts        []int
}

// Statistic is the value with its kind: "χ² 6.14", "z −0.30".
func (t DiceTest) Statistic() string {
	kind := "χ²"
	if t.Freedom == 0 {
		kind = "z"
	}
	return kind + " " + t.decimal(t.Value, 2)
}

// Chance is P in digits that tell small values apart.
func (t DiceTest) Chance() string {
	const least = 1e-6
	switch {
	case t.P < least:
		return "< " + t.decimal(least, 6)
	case t.P < 0.001:
		return t.decimal(t.P, 6)
	}
	return t.decimal(t.P, 3)
}

func (p *Printer) decimal(x float64, digits int) string {
	if math.Abs(x) < math.Pow10(-digits)/2 {
		x = 0 // and not −0
	}
	return p.numbers.Sprint(number.Decimal(x, number.Scale(digits)))
}

// DiceRow is a row of a table of raw counts.
type DiceRow struct {
	Head  string
	Cells []int
}

// Heads are the heads of the columns of the raw counts.
func (t DiceTest) Heads() []string {
	switch t.Name {
	case "doubles":
		return []string{t.T("dice.doubles"), t.T("dice.others")}
	case "serial":
		return pairNames()
	}
	return []string{"1", "2", "3", "4", "5", "6"}
}

// Headed says that the rows of the raw counts have heads.
func (t DiceTest) Headed() bool { return t.Name != "faces" && t.Name != "doubles" }

// Rows are the raw counts: a single row without a head for faces and doubles,
// a table for the others, which for the 21 rolls is a triangle.
func (t DiceTest) Rows() []DiceRow {
	switch t.Name {
	case "pairs":
		return diceRows(t.Counts, []string{"1", "2", "3", "4", "5", "6"}, func(int) int { return 6 })
	case "rolls":
		return diceRows(t.Counts, []string{"1", "2", "3", "4", "5", "6"}, func(row int) int { return row + 1 })
	case "serial":
		return diceRows(t.Counts, pairNames(), func(int) int { return 36 })
	}
	return []DiceRow{{"", t.Counts}}
}

func diceRows(counts []int, heads []string, width func(row int) int) []DiceRow {
	var rows []DiceRow
	for i, head := range heads {
		n := min(width(i), len(counts))
		rows = append(rows, DiceRow{head, counts[:n]})
		counts = counts[n:]
	}
	return rows
}

// pairNames are the 36 rolls, from 1-1 to 6-6.
func pairNames() []string {
	var names []string
	for i := range 36 {
		names = append(names, strconv.Itoa(i/6+1)+"-"+strconv.Itoa(i%6+1))
	}
	return names
}

// DiceVerifyPage is "/dice/verify", which checks the proof that ?game= names,
// or one that the reader has.
type DiceVerifyPage struct {
	Layout
	// Game is the game of the address, 0 if it names none.
	Game int64
}

// DiceWords are the keys that the script of the page needs.
var DiceWords = []string{
	"dice.checking", "dice.fetching", "dice.not-fetched", "dice.unreadable", "dice.verified.one", "dice.verified.other", "dice.commitment", "dice.wrong-roll",
	"dice.wrong.format", "dice.wrong.chain", "dice.wrong.event", "dice.wrong.number", "dice.wrong.game", "dice.wrong.no-chain", "dice.wrong.link",
	"dice.wrong.share", "dice.wrong.reused", "dice.wrong.opening", "dice.wrong.dice",
	"dice.wrong.played", "dice.wrong.unproved", "dice.event.revealed", "dice.event.pending",
}

// Words are DiceWords in the page's language, as data-words.
func (p DiceVerifyPage) Words() string {
	words := make(map[string]string, len(DiceWords))
	for _, key := range DiceWords {
		words[key] = p.T(key)
	}
	return wordsJSON(words)
}

func (DicePage) file() string       { return "dice" }
func (DiceVerifyPage) file() string { return "dice-verify" }
