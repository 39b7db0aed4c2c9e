package tiebreak

import (
	"cmp"
	"fmt"
	"slices"

	"crownpost/tournament"
)

// Standings are a field in order.
type Standings struct {
	// Codes are the tie-breaks behind the points, in the order of Row.Values.
	Codes []Code
	// Rounds is the number of rounds that count.
	Rounds int
	Rows   []Row
}

// Row is one player.
type Row struct {
	// Rank is the place; players equal in everything share the better one.
	Rank int
	// Player is an ID.
	Player int
	Name   string
	Points Value
	Values []Value
}

// Rank orders the players of a field by points and then by tie-breaks. Each
// tie-break parts those whom the ones before left tied; a list may begin with
// PTS. All rounds that have been paired count, later absences do not. Errors:
// ErrUnsuited.
func Rank(field tournament.Field, codes []Code) (Standings, error) {
	if len(codes) > 0 && codes[0].Name == PTS {
		codes = codes[1:]
	}
	for _, c := range codes {
		if field.RoundRobin && c.ofOpponents() {
			return Standings{}, fmt.Errorf("%s in a round robin: %w", c, ErrUnsuited)
		}
	}
	t := newTable(field)
	points := t.values(Code{Name: PTS})
	everybody := make([]int, len(t.players))
	for i := range everybody {
		everybody[i] = i
	}
	classes := classesBy(everybody, points, false)
	columns := make([][]Value, len(codes))
	for i, c := range codes {
		columns[i], classes = t.part(classes, c)
	}
	return t.standings(classes, codes, points, columns), nil
}

// part divides tied classes by a tie-break, of which it returns the values.
func (t *table) part(classes [][]int, c Code) (values []Value, parted [][]int) {
	if c.Name != DE {
		values = t.values(c)
		for _, class := range classes {
			parted = append(parted, classesBy(class, values, c.Reversed != (c.Name == TPN))...)
		}
		return values, parted
	}
	values = make([]Value, len(t.players))
	for i := range values {
		values[i].None = true
	}
	for _, class := range classes {
		if len(class) > 1 {
			for i, v := range t.encounterValues(class, c) {
				values[i] = v
			}
		}
		parted = append(parted, t.directly(class, c)...)
	}
	return values, parted
}

// standings are the rows in the order of classes.
func (t *table) standings(classes [][]int, codes []Code, points []Value, columns [][]Value) Standings {
	out := Standings{Codes: codes, Rounds: t.rounds}
	for _, class := range classes {
		rank := len(out.Rows) + 1
		for _, i := range class {
			row := Row{Rank: rank, Player: t.players[i].ID, Name: t.players[i].Name, Points: points[i]}
			for _, column := range columns {
				row.Values = append(row.Values, column[i])
			}
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// classesBy groups players by their values, the greatest first unless
// reversed; whoever has none is last either way.
func classesBy(group []int, values []Value, reversed bool) [][]int {
	order := func(a, b int) int {
		x, y := values[a], values[b]
		switch {
		case x.None || y.None:
			return compareBool(x.None, y.None)
		case reversed:
			x, y = y, x
		}
		return cmp.Or(cmp.Compare(y.Number, x.Number), slices.Compare(y.steps, x.steps))
	}
	group = slices.Clone(group)
	slices.SortStableFunc(group, order)
	var classes [][]int
	for i, p := range group {
		if i == 0 || order(group[i-1], p) != 0 {
			classes = append(classes, nil)
		}
		classes[len(classes)-1] = append(classes[len(classes)-1], p)
	}
	return classes
}

// compareBool puts false first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
