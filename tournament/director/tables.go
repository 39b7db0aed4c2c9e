package director

import (
	"slices"

	"crownpost/tournament"
)

// CrossTable is the games of everybody against everybody, rows and columns in
// the order of the standings.
type CrossTable struct {
	Stage string
	// Rows are those of the standings; players taken out are the last ones.
	Rows []Row
	// Cells[i][j] are the games of row i against row j, by round and board. On
	// the diagonal, and where there are none, a cell is empty.
	Cells [][][]Cell
}

// Cell is a game, or a round without one, as one of its players sees it.
type Cell struct {
	// Pairing is the ID, 0 for the absence of one who was not in the event.
	Pairing int64
	// Opponent is the place of the other player in the table, from 1; 0 in a round
	// without one.
	Opponent int
	Colour   tournament.Colour
	// Kind is Pending while the game is played.
	Kind   tournament.Kind
	Points tournament.Tenths
	// Annulled says that the game does not count in the standings.
	Annulled bool
}

// Progress is the way of everybody through the rounds, rows in the order of the
// standings.
type Progress struct {
	Stage string
	Rows  []Row
	// Rounds is the number of rounds that have been opened.
	Rounds int
	// Cells[i][r] are the games of row i in round r+1, one or with Plan.Pairs two,
	// or what came in place of them.
	Cells [][][]Cell
	// Sums[i][r] are the points of row i after round r+1.
	Sums [][]tournament.Tenths
}

// contest is what the tables of a Swiss, a round robin or a section are made of;
// seats are those of its table.
type contest struct {
	plan  Plan
	table Table
	games []seated
	// byes are those of a Swiss, absent the seats that were not there for a round.
	byes   []seated
	absent func(seat, round int) bool
	rounds int
}

// contest is that of a stage. Errors: ErrNotStarted; ErrFormat for draws, and
// where there is no such stage yet.
func (e Event) contest(stage string) (contest, error) {
	f, err := e.form()
	if err != nil {
		return contest{}, err
	}
	switch f := f.(type) {
	case swissEvent:
		if stage == "" {
			return f.contest()
		}
	case robin:
		if stage == "" {
			return f.contest()
		}
	case sectioned:
		for _, part := range f.parts {
			if part.stage == stage {
				return part.contest()
			}
		}
		if stage == Final && f.begun {
			final, err := f.final()
			if r, ok := final.(robin); ok && err == nil {
				return r.contest()
			}
		}
	}
	return contest{}, ErrFormat
}

func (e swissEvent) contest() (contest, error) {
	tables, err := e.standings()
	if err != nil {
		return contest{}, err
	}
	c := contest{plan: e.Plan, table: tables[0], rounds: e.round()}
	present := make([][]bool, c.rounds+1)
	for round := range present {
		present[round] = e.present(round)
	}
	for _, p := range e.of("") {
		switch {
		case p.Kind == Game:
			c.games = append(c.games, p)
		case p.Kind == PairingBye || p.Round <= c.rounds && present[p.Round][p.white-1]:
			c.byes = append(c.byes, p)
		}
	}
	c.absent = func(seat, round int) bool { return !present[round][seat-1] }
	return c, nil
}

func (r robin) contest() (contest, error) {
	table, err := r.table()
	c := contest{plan: r.plan, table: table, rounds: r.round(), absent: func(int, int) bool { return false }}
	for _, g := range r.games {
		g.white, g.black = r.numbers[g.white-1], r.numbers[g.black-1]
		c.games = append(c.games, g)
	}
	return c, err
}

// places are the rows of the table by seat.
func (c contest) places() map[int]int {
	places := map[int]int{}
	for i, row := range c.table.Rows {
		places[row.Seat] = i
	}
	return places
}

// cells are a game as White and as Black see it.
func (c contest) cells(g seated, places map[int]int) (white, black Cell) {
	w, b := places[g.white], places[g.black]
	void := c.table.Rows[w].Annulled || c.table.Rows[b].Annulled
	white = Cell{Pairing: g.ID, Opponent: b + 1, Colour: tournament.White, Kind: tournament.Pending, Annulled: void}
	black = Cell{Pairing: g.ID, Opponent: w + 1, Colour: tournament.Black, Kind: tournament.Pending, Annulled: void}
	if !g.Finished() {
		return white, black
	}
	one := meeting{white: g.white, black: g.black, games: []Pairing{g.Pairing}}
	x, y := one.records(c.plan, false)
	white.Kind, white.Points = x.Kind, x.Points
	black.Kind, black.Points = y.Kind, y.Points
	return white, black
}

// CrossTable is that of a Swiss or a round robin (stage empty), of a section, or
// of a final round robin. Errors: ErrNotStarted; ErrFormat for other stages.
func (e Event) CrossTable(stage string) (CrossTable, error) {
	c, err := e.contest(stage)
	if err != nil {
		return CrossTable{}, err
	}
	places, n := c.places(), len(c.table.Rows)
	table := CrossTable{Stage: stage, Rows: c.table.Rows, Cells: make([][][]Cell, n)}
	for i := range table.Cells {
		table.Cells[i] = make([][]Cell, n)
	}
	for _, g := range c.games {
		w, b := places[g.white], places[g.black]
		white, black := c.cells(g, places)
		table.Cells[w][b] = append(table.Cells[w][b], white)
		table.Cells[b][w] = append(table.Cells[b][w], black)
	}
	return table, nil
}

// Progress is that of the stages that have a CrossTable. Errors: as there.
func (e Event) Progress(stage string) (Progress, error) {
	c, err := e.contest(stage)
	if err != nil {
		return Progress{}, err
	}
	places := c.places()
	p := Progress{Stage: stage, Rows: c.table.Rows, Rounds: c.rounds}
	for range p.Rows {
		p.Cells = append(p.Cells, make([][]Cell, c.rounds))
		p.Sums = append(p.Sums, make([]tournament.Tenths, c.rounds))
	}
	add := func(seat, round int, cell Cell) {
		cells := p.Cells[places[seat]]
		cells[round-1] = append(cells[round-1], cell)
	}
	for _, g := range c.games {
		white, black := c.cells(g, places)
		add(g.white, g.Round, white)
		add(g.black, g.Round, black)
	}
	points, extra := c.plan.points(), e.adjustments()
	for _, b := range c.byes {
		if len(p.Cells[places[b.white]][b.Round-1]) == 0 {
			kind := byes[b.Kind]
			add(b.white, b.Round, Cell{Pairing: b.ID, Kind: kind, Points: points.For(kind)})
		}
	}
	for i, row := range p.Rows {
		sum := extra[row.Seat]
		for r := range c.rounds {
			if len(p.Cells[i][r]) == 0 && c.absent(row.Seat, r+1) {
				p.Cells[i][r] = []Cell{{Kind: tournament.ZeroBye}}
			}
			for _, cell := range p.Cells[i][r] {
				if !cell.Annulled {
					sum += cell.Points
				}
			}
			p.Sums[i][r] = sum
		}
	}
	return p, nil
}

// Holders are the players by seat, seat 1 first: who sits there or was the last
// one to. In the stage Final the seats are those of the final. Errors:
// ErrNotStarted; ErrFormat where there is no such stage yet.
func (e Event) Holders(stage string) ([]Player, error) {
	if !e.started() {
		return nil, ErrNotStarted
	}
	if stage != Final {
		return e.holders(), nil
	}
	if e.Plan.Format != Groups {
		return nil, ErrFormat
	}
	s, err := e.sections()
	if err != nil {
		return nil, err
	}
	final, err := s.final()
	if err != nil {
		return nil, err
	}
	switch f := final.(type) {
	case draw:
		return slices.Clone(f.holders), nil
	case robin:
		return slices.Clone(f.holders), nil
	}
	return nil, ErrFormat
}
