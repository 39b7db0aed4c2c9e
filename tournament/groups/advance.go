package groups

import (
	"cmp"
	"slices"

	"crownpost/tournament"
)

// Reason is why a player goes on to the final, or does not.
type Reason string

// The reasons.
const (
	// Ahead is among the first of the section.
	Ahead Reason = "ahead"
	// Level is tied with the last of them, and all those go on.
	Level Reason = "level"
	// BySeed is the last of them by the lower seat only.
	BySeed Reason = "seed"
	// Best is among the best of those who come next in their sections.
	Best Reason = "best"
	// Behind does not go on, Left has left the event; the next one takes his
	// place.
	Behind Reason = "behind"
	Left   Reason = "left"
)

// Advances reports whether it is a reason to go on.
func (r Reason) Advances() bool { return r == Ahead || r == Level || r == BySeed || r == Best }

// Verdict is what the sections mean for a player.
type Verdict struct {
	Seat, Section int
	// Place numbers those who have not left within the section from 1, in the
	// order of its standings; it is 0 for those who have.
	Place int
	// Points are half points, Played the games that count.
	Points, Played int
	Reason         Reason
}

// Explain says of everybody in a section whether he goes on as things stand, in
// the order of the standings. Errors: ErrNoSuchSection.
func (s *State) Explain(section int) ([]Verdict, error) {
	if _, err := s.Section(section); err != nil {
		return nil, err
	}
	return s.verdicts()[section-1], nil
}

// verdicts are those of all sections.
func (s *State) verdicts() [][]Verdict {
	all := make([][]Verdict, len(s.events))
	var next []runnerUp
	for i := range all {
		table, _ := s.Standings(i + 1)
		var in []tournament.Row
		for _, row := range table.Rows {
			if !row.Annulled && !row.Player.Status.Left() {
				in = append(in, row)
			}
		}
		place := 0
		for _, row := range table.Rows {
			v := Verdict{Seat: row.Seat, Section: i + 1, Points: row.Points, Played: row.Played, Reason: Left}
			if !row.Annulled && !row.Player.Status.Left() {
				place++
				v.Place, v.Reason = place, s.Draw.Plan.reason(in, place-1)
			}
			all[i] = append(all[i], v)
		}
		if j := slices.IndexFunc(all[i], func(v Verdict) bool { return v.Reason == Behind }); j >= 0 && s.Draw.Plan.Best > 0 {
			next = append(next, newRunnerUp(&all[i][j], table))
		}
	}
	s.Draw.Plan.takeBest(next)
	return all
}

// reason is why the player at a place of the standings, counted from 0, goes on.
func (p Plan) reason(in []tournament.Row, place int) Reason {
	last := min(p.Advance, len(in)) - 1
	level := func(a, b int) bool {
		if p.Ties == All {
			return in[a].Points == in[b].Points
		}
		return in[a].Rank == in[b].Rank
	}
	open := last+1 < len(in) && level(last, last+1)
	switch {
	case place <= last && (!open || !level(place, last)):
		return Ahead
	case p.Ties == BreakThenSeed:
		if place <= last {
			return BySeed
		}
		return Behind
	case level(place, last) && open:
		return Level
	}
	return Behind
}

// Qualified are those who go on to the final, as it is seeded: the first of all
// sections, then the second, and so on; within these by the share of the
// possible points, as sections can differ in size, then by seat. Errors:
// ErrNotOver.
func (s *State) Qualified() ([]Verdict, error) {
	if !s.Over() {
		return nil, ErrNotOver
	}
	var qualified []Verdict
	for _, section := range s.verdicts() {
		for _, v := range section {
			if v.Reason.Advances() {
				qualified = append(qualified, v)
			}
		}
	}
	slices.SortFunc(qualified, func(a, b Verdict) int {
		return cmp.Or(
			cmp.Compare(a.Place, b.Place),
			cmp.Compare(b.Points*max(a.Played, 1), a.Points*max(b.Played, 1)),
			cmp.Compare(a.Seat, b.Seat),
		)
	})
	return qualified, nil
}
