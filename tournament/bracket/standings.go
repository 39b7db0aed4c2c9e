package bracket

import (
	"cmp"
	"slices"
)

// Place is where a seat stands in a contest.
type Place struct {
	// Rank is the place, shared by those who went out equally far; 0 for those
	// still in.
	Rank int
	Seat int
	// Last is the ID of the last match that the seat came to.
	Last int
	// In says that the seat still plays in the contest, Gone that its holder has
	// left.
	In, Gone bool
}

// Standings are the places of a contest: Main, Consolation or LastChance.
type Standings struct {
	Contest Stage
	// Places are those still in, by the match they are in, the last one first,
	// then the others by rank; seats part equals.
	Places []Place
	// Provisional says that the contest is not over. A rank is then that which
	// it will be if nobody leaves.
	Provisional bool
}

// exit is a way out of a contest: the lower, the better.
func (m Match) exit(won bool) int {
	if won {
		return 2 * m.depth
	}
	return 2*m.depth + 1
}

// leads reports whether the winner or the loser of a match goes on to another
// one of the same contest.
func (d *Draw) leads(m Match, won bool) bool {
	next := m.Loser
	if won {
		next = m.Winner
	}
	return next > 0 && d.Matches[next-1].Stage.Contest() == m.Stage.Contest()
}

// Standings computes the places of a contest: the winner of the final, its
// loser, and behind them all others by how late they lost.
func (s *State) Standings(contest Stage) Standings {
	places := make([]Place, s.Draw.Plan.Seats+1) // by seat
	exits := map[int]int{}                       // how many leave, or will, by each exit
	provisional := false
	for _, f := range s.Fixtures {
		if f.Stage.Contest() != contest || f.How == NotNeeded {
			continue
		}
		for i, seat := range f.Seats {
			if seat > 0 && f.Known[i] {
				places[seat] = Place{Seat: seat, Last: f.ID, In: !f.Decided(), Gone: s.gone[seat]}
			}
		}
		if f.Decided() {
			continue
		}
		provisional = true
		alone := f.Known[0] && f.Seats[0] == 0 || f.Known[1] && f.Seats[1] == 0
		if !alone && !s.Draw.leads(f.Match, false) {
			exits[f.exit(false)]++
		}
		if !s.Draw.leads(f.Match, true) {
			exits[f.exit(true)]++
		}
	}
	out := Standings{Contest: contest, Provisional: provisional}
	way := func(p Place) int {
		f := s.Fixtures[p.Last-1]
		return f.exit(f.Winning == p.Seat)
	}
	for _, p := range places {
		if p.Last == 0 {
			continue
		}
		if !p.In {
			exits[way(p)]++
		}
		out.Places = append(out.Places, p)
	}
	for i := range out.Places {
		if p := &out.Places[i]; !p.In {
			p.Rank = 1
			for exit, n := range exits {
				if exit < way(*p) {
					p.Rank += n
				}
			}
		}
	}
	slices.SortStableFunc(out.Places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(s.inOrder(a), s.inOrder(b)), cmp.Compare(a.Seat, b.Seat))
	})
	return out
}

// inOrder puts those still in by the match they are in, the last one first.
func (s *State) inOrder(p Place) int {
	if !p.In {
		return 0
	}
	return s.Fixtures[p.Last-1].depth
}
