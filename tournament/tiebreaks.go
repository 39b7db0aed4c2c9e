package tournament

import (
	"cmp"
	"slices"
)

// TieBreak names a way to part players with equal points. In a round robin
// forfeits count as games in all of them (FIDE C.07, art. 15.2).
type TieBreak string

// The tie-breaks.
const (
	// Wins is the number of games won.
	Wins TieBreak = "wins"
	// SonnebornBerger weighs each score with the opponent's points.
	SonnebornBerger TieBreak = "sonneborn-berger"
	// DirectEncounter compares what the tied players scored among themselves
	// (FIDE C.07, art. 6).
	DirectEncounter TieBreak = "direct-encounter"
	// Koya is the score against those with half of the points or more.
	Koya TieBreak = "koya"
)

// DefaultTieBreaks returns the order that events have unless they say otherwise.
func DefaultTieBreaks() []TieBreak {
	return []TieBreak{Wins, SonnebornBerger, DirectEncounter}
}

// fillTieBreaks adds up what depends on the opponents' points.
func (e Event) fillTieBreaks(rows []Row) {
	annulled := 0
	for _, row := range rows {
		if row.Annulled {
			annulled++
		}
	}
	// These half points are half of the greatest possible score.
	half := (len(rows) - 1 - annulled) * e.gamesPerOpponent()
	for i := range rows {
		row := &rows[i]
		for _, c := range row.Contributions {
			row.SonnebornBerger += c.SonnebornBerger()
			if !c.Annulled && c.OpponentPoints >= half {
				row.Koya += c.Score
			}
		}
	}
}

// ranked divides rows into classes, best first; rows in one class are level.
// A tie-break is applied to each group that the ones before left level.
func (e Event) ranked(rows []*Row) [][]*Row {
	tieBreaks := e.TieBreaks
	if len(tieBreaks) == 0 {
		tieBreaks = DefaultTieBreaks()
	}
	classes := classesBy(rows, func(r *Row) int { return r.Points })
	for _, t := range tieBreaks {
		var parted [][]*Row
		for _, class := range classes {
			if len(class) == 1 {
				parted = append(parted, class)
			} else {
				parted = append(parted, t.part(class)...)
			}
		}
		classes = parted
	}
	return classes
}

// part divides a group of level rows.
func (t TieBreak) part(group []*Row) [][]*Row {
	switch t {
	case Wins:
		return classesBy(group, func(r *Row) int { return r.Wins })
	case SonnebornBerger:
		return classesBy(group, func(r *Row) int { return r.SonnebornBerger })
	case Koya:
		return classesBy(group, func(r *Row) int { return r.Koya })
	case DirectEncounter:
		for _, e := range encounters(group) {
			e.row.Direct, e.row.TiedWith = e.quarters(), nil
			for _, r := range group {
				if r != e.row {
					e.row.TiedWith = append(e.row.TiedWith, r.Seat)
				}
			}
			slices.Sort(e.row.TiedWith)
		}
		return directly(group)
	}
	return [][]*Row{group}
}

// classesBy groups rows by a value, the greatest first.
func classesBy(rows []*Row, value func(*Row) int) [][]*Row {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b *Row) int { return cmp.Compare(value(b), value(a)) })
	var classes [][]*Row
	for i, row := range rows {
		if i == 0 || value(row) != value(rows[i-1]) {
			classes = append(classes, nil)
		}
		classes[len(classes)-1] = append(classes[len(classes)-1], row)
	}
	return classes
}

// encounter is what a row did against the others of a tied group.
type encounter struct {
	row *Row
	// points are in quarters of 1/share: games with one opponent count as their
	// mean.
	points int
	// unmet is the number of the others not met yet.
	unmet int
}

// share is divisible by every usual number of games between two players, so
// that means of their points are whole numbers.
const share = 420

// best is what the row can still reach.
func (e encounter) best() int { return e.points + 4*share*e.unmet }

// quarters are the points in quarters, rounded half up.
func (e encounter) quarters() int { return (e.points + share/2) / share }

// encounters compares a group among itself, the most points first.
func encounters(group []*Row) []encounter {
	inGroup := map[int]bool{}
	for _, row := range group {
		inGroup[row.Seat] = true
	}
	var all []encounter
	for _, row := range group {
		games, halves := map[int]int{}, map[int]int{}
		for _, c := range row.Contributions {
			if inGroup[c.Opponent] && !c.Annulled {
				games[c.Opponent]++
				halves[c.Opponent] += c.Score
			}
		}
		e := encounter{row: row, unmet: len(group) - 1 - len(games)}
		for opponent, n := range games {
			e.points += 2 * share * halves[opponent] / n
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b encounter) int { return cmp.Compare(b.points, a.points) })
	return all
}

// directly parts a group by the direct encounter. When all have met, equal
// scores are compared again among themselves; else a player comes first only
// if nobody behind can still reach him.
func directly(group []*Row) [][]*Row {
	if len(group) == 1 {
		return [][]*Row{group}
	}
	all := encounters(group)
	if slices.ContainsFunc(all, func(e encounter) bool { return e.unmet > 0 }) {
		return directlySoFar(all)
	}
	score := map[*Row]int{}
	for _, e := range all {
		score[e.row] = e.points
	}
	classes := classesBy(group, func(r *Row) int { return score[r] })
	if len(classes) == 1 {
		return classes
	}
	var parted [][]*Row
	for _, class := range classes {
		parted = append(parted, directly(class)...)
	}
	return parted
}

// directlySoFar takes from the front those whom nobody behind can reach, and
// compares the rest again among themselves.
func directlySoFar(all []encounter) [][]*Row {
	var parted [][]*Row
	for len(all) > 1 && !slices.ContainsFunc(all[1:], func(e encounter) bool { return e.best() >= all[0].points }) {
		parted = append(parted, []*Row{all[0].row})
		all = all[1:]
	}
	var rest []*Row
	for _, e := range all {
		rest = append(rest, e.row)
	}
	if len(parted) == 0 {
		return [][]*Row{rest}
	}
	return append(parted, directly(rest)...)
}
