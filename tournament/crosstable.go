package tournament

import (
	"cmp"
	"slices"
)

// CrossTable is the games of everybody against everybody.
type CrossTable struct {
	// Seats are the seats of rows and columns.
	Seats []int
	// Cells[i][j] are the games of Seats[i] against Seats[j], by round and board,
	// as Seats[i] sees them; unfinished games are among them. On the diagonal,
	// and where none was created yet, a cell is empty.
	Cells [][][]Cell
}

// Cell is one game as one of its players sees it.
type Cell struct {
	Game Game
	// White says that the player has White.
	White bool
	// Score is what he scored in half points, 0 while the game is unfinished.
	Score int
	// Annulled says that the game does not count in the standings.
	Annulled bool
}

// CrossTable arranges the event's games with the given seats from top to
// bottom and from left to right: in the order of the standings, or by number.
// Games of other seats are left out.
func (e Event) CrossTable(seats []int) CrossTable {
	annulled := e.annulled()
	place := map[int]int{}
	for i, seat := range seats {
		place[seat] = i
	}
	table := CrossTable{Seats: slices.Clone(seats), Cells: make([][][]Cell, len(seats))}
	for i := range table.Cells {
		table.Cells[i] = make([][]Cell, len(seats))
	}
	games := slices.Clone(e.Games)
	slices.SortFunc(games, func(a, b Game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Board, b.Board))
	})
	for _, g := range games {
		w, hasWhite := place[g.White]
		b, hasBlack := place[g.Black]
		if !hasWhite || !hasBlack {
			continue
		}
		white, black := g.Result.Points()
		void := annulled[g.White] || annulled[g.Black]
		table.Cells[w][b] = append(table.Cells[w][b], Cell{Game: g, White: true, Score: white, Annulled: void})
		table.Cells[b][w] = append(table.Cells[b][w], Cell{Game: g, White: false, Score: black, Annulled: void})
	}
	return table
}

// Seats lists the seats in the order of the standings.
func (s Standings) Seats() []int {
	seats := make([]int, len(s.Rows))
	for i, row := range s.Rows {
		seats[i] = row.Seat
	}
	return seats
}
