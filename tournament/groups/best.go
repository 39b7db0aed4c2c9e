package groups

import (
	"cmp"
	"slices"

	"crownpost/tournament"
)

// runnerUp is the first of a section who does not go on.
type runnerUp struct {
	verdict *Verdict
	// games are those that count, with the half points scored in them, against
	// the last of the section first.
	games []int
}

func newRunnerUp(v *Verdict, table tournament.Standings) runnerUp {
	r := runnerUp{verdict: v}
	row := table.Rows[slices.IndexFunc(table.Rows, func(r tournament.Row) bool { return r.Seat == v.Seat })]
	for _, opponent := range slices.Backward(table.Rows) {
		for _, c := range row.Contributions {
			if c.Opponent == opponent.Seat && !c.Annulled {
				r.games = append(r.games, c.Score)
			}
		}
	}
	return r
}

// takeBest lets the best of those who come next go on. As sections differ in
// size, each is compared by as many games as all have: those against the last
// of his section are left out first (formats.md 3). Of equals all go on, or the
// lower seats, as Ties says.
func (p Plan) takeBest(next []runnerUp) {
	if len(next) == 0 {
		return
	}
	games := len(next[0].games)
	for _, r := range next {
		games = min(games, len(r.games))
	}
	points := func(r runnerUp) int {
		sum := 0
		for _, score := range r.games[len(r.games)-games:] {
			sum += score
		}
		return sum
	}
	slices.SortFunc(next, func(a, b runnerUp) int {
		return cmp.Or(cmp.Compare(points(b), points(a)), cmp.Compare(a.verdict.Seat, b.verdict.Seat))
	})
	for i, r := range next {
		last := next[min(p.Best, len(next))-1]
		if i < p.Best || p.Ties != BreakThenSeed && points(r) == points(last) {
			r.verdict.Reason = Best
		}
	}
}
