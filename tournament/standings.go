package tournament

import (
	"cmp"
	"slices"
)

// Standings are how everybody stands: the players that count by rank, then
// those who have been taken out by the event's law, by seat.
type Standings struct {
	Rows []Row
	// Provisional says that games are still to be finished. What is shown
	// counts finished games only.
	Provisional bool
}

// Row is one player's line of the standings.
type Row struct {
	// Rank is the place; players whom no tie-break parts share the better
	// one. It is 0 for those taken out.
	Rank int
	Seat int
	// Player is who sits on the seat.
	Player Entrant
	// Points are in half points.
	Points int
	// Played is the number of games that count, forfeits included, and Wins
	// how many of them were won.
	Played, Wins int
	// SonnebornBerger is in quarter points: what each opponent has, times
	// what was scored against him.
	SonnebornBerger int
	// Koya is the half points scored against those who have at least half of
	// what they could have at the end.
	Koya int
	// Direct is the quarter points scored against the players in TiedWith,
	// seats that earlier tie-breaks left level with this player: games with the
	// same opponent count as their average, rounded only here. TiedWith is empty
	// when the direct encounter was not asked.
	Direct   int
	TiedWith []int
	// Annulled says that the player left and his games do not count.
	Annulled bool
	// Contributions are the row's games, by round: the sums above are sums
	// over those that count.
	Contributions []Contribution
}

// Contribution is what one finished game adds to a row.
type Contribution struct {
	Game Game
	// Opponent is the other seat.
	Opponent int
	// Score is what the player scored, in half points.
	Score int
	// OpponentPoints are what the opponent has in the standings, in half
	// points; times Score they are the quarter points of SonnebornBerger.
	OpponentPoints int
	// Annulled says that the game does not count, because one of the two
	// players was taken out of the standings.
	Annulled bool
}

// SonnebornBerger is the contribution in quarter points.
func (c Contribution) SonnebornBerger() int {
	if c.Annulled {
		return 0
	}
	return c.Score * c.OpponentPoints
}

// Standings computes how everybody stands after the games finished so far.
// The order in which they ended does not matter.
func (e Event) Standings() Standings {
	rows := e.rows()
	fillScores(rows)
	e.fillTieBreaks(rows)

	var counted, out []*Row
	for i := range rows {
		if rows[i].Annulled {
			out = append(out, &rows[i])
		} else {
			counted = append(counted, &rows[i])
		}
	}
	s := Standings{Provisional: e.State() == Running}
	for _, class := range e.ranked(counted) {
		rank := len(s.Rows) + 1
		slices.SortFunc(class, func(a, b *Row) int { return cmp.Compare(a.Seat, b.Seat) })
		for _, row := range class {
			row.Rank = rank
			s.Rows = append(s.Rows, *row)
		}
	}
	for _, row := range out {
		s.Rows = append(s.Rows, *row)
	}
	return s
}

// rows are the rows by seat, seat 1 first, with their contributions by round.
func (e Event) rows() []Row {
	annulled := e.annulled()
	rows := make([]Row, e.Seats())
	for i := range rows {
		seat := i + 1
		holder, _ := e.Holder(seat)
		rows[i] = Row{Seat: seat, Player: holder, Annulled: annulled[seat]}
	}
	for _, g := range e.Games {
		if !g.Finished() {
			continue
		}
		white, black := g.Result.Points()
		void := annulled[g.White] || annulled[g.Black]
		rows[g.White-1].add(Contribution{Game: g, Opponent: g.Black, Score: white, Annulled: void})
		rows[g.Black-1].add(Contribution{Game: g, Opponent: g.White, Score: black, Annulled: void})
	}
	for i := range rows {
		slices.SortFunc(rows[i].Contributions, func(a, b Contribution) int {
			return cmp.Or(cmp.Compare(a.Game.Round, b.Game.Round), cmp.Compare(a.Game.Board, b.Game.Board))
		})
	}
	return rows
}

func (r *Row) add(c Contribution) { r.Contributions = append(r.Contributions, c) }

// fillScores adds up what does not depend on the opponents' points, then
// notes those.
func fillScores(rows []Row) {
	for i := range rows {
		row := &rows[i]
		for _, c := range row.Contributions {
			if c.Annulled {
				continue
			}
			row.Played++
			row.Points += c.Score
			if c.Score == 2 {
				row.Wins++
			}
		}
	}
	for i := range rows {
		for j := range rows[i].Contributions {
			c := &rows[i].Contributions[j]
			c.OpponentPoints = rows[c.Opponent-1].Points
		}
	}
}
