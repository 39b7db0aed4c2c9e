package tiebreak

import (
	"cmp"
	"slices"

	"crownpost/tournament"
)

// encounter is what a tied player did against the others of his group (C.07,
// art. 6).
type encounter struct {
	player int // index in the table
	// points are in tenths of 1/share: games with the same opponent count as
	// their mean.
	points int
	// unmet is the number of others of the group not met.
	unmet int
	terms []Term
}

// share is divisible by every usual number of games between two players, so
// that means of their points are whole numbers.
const share = 840

// encounters compares a group, the most points first.
func (t *table) encounters(group []int, c Code) []encounter {
	var all []encounter
	for _, i := range group {
		p := t.players[i]
		e := encounter{player: i, unmet: len(group) - 1}
		games, points := map[int]int{}, map[int]tournament.Tenths{}
		for round, r := range p.records {
			if !t.game(r, c.Forfeits) || !slices.Contains(group, t.index[r.Opponent]) {
				continue
			}
			games[r.Opponent]++
			points[r.Opponent] += r.Points
			e.terms = append(e.terms, Term{Round: round + 1, Opponent: r.Opponent, Points: r.Points, Value: of(r.Points)})
		}
		for opponent, n := range games {
			e.points += int(points[opponent]) * share / n
			e.unmet--
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b encounter) int { return cmp.Compare(b.points, a.points) })
	return all
}

// encounterValues are the points of the encounter of a tied group, by place in
// the table. There are none where nobody of the group met.
func (t *table) encounterValues(group []int, c Code) map[int]Value {
	values := map[int]Value{}
	met := false
	for _, e := range t.encounters(group, c) {
		met = met || len(e.terms) > 0
		values[e.player] = Value{Number: halfUp(10*Hundredths(e.points), share), Terms: e.terms}
	}
	if !met {
		return nil
	}
	return values
}

// directly parts a tied group by the direct encounter. When all have met,
// those with the same points are compared again among themselves; else a
// player goes in front only when nobody behind can still reach him.
func (t *table) directly(group []int, c Code) [][]int {
	if len(group) == 1 {
		return [][]int{group}
	}
	all := t.encounters(group, c)
	if slices.ContainsFunc(all, func(e encounter) bool { return e.unmet > 0 }) {
		return t.directlySoFar(all, c)
	}
	var classes [][]int
	for i, e := range all {
		if i == 0 || e.points != all[i-1].points {
			classes = append(classes, nil)
		}
		classes[len(classes)-1] = append(classes[len(classes)-1], e.player)
	}
	if len(classes) == 1 {
		return classes
	}
	var parted [][]int
	for _, class := range classes {
		parted = append(parted, t.directly(class, c)...)
	}
	return parted
}

// directlySoFar takes from the front those whom nobody behind can reach, and
// compares the rest again.
func (t *table) directlySoFar(all []encounter, c Code) [][]int {
	reaches := func(first encounter) func(encounter) bool {
		return func(e encounter) bool {
			return e.points+share*int(t.field.Points.Win)*e.unmet >= first.points
		}
	}
	var parted [][]int
	for len(all) > 1 && !slices.ContainsFunc(all[1:], reaches(all[0])) {
		parted = append(parted, []int{all[0].player})
		all = all[1:]
	}
	var rest []int
	for _, e := range all {
		rest = append(rest, e.player)
	}
	if len(parted) == 0 {
		return [][]int{rest}
	}
	return append(parted, t.directly(rest, c)...)
}
