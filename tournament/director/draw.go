package director

import (
	"fmt"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
)

// bracket is the plan of a knockout for so many players, seeded.
func (p Plan) bracket(players int) bracket.Plan {
	b := bracket.Plan{}
	if p.Bracket != nil {
		b = *p.Bracket
	}
	b.Format, b.Seats, b.Order = bracket.Knockout, players, nil
	if p.Format == DoubleElimination {
		b.Format = bracket.DoubleElimination
	}
	if p.Format == Progressive && len(b.Consolation) == 0 {
		b.Consolation, b.LastChance = progressive(players)
	}
	return b
}

// progressive are the entries for whom the plan leaves them open: the losers of
// all main rounds but the final come into the consolation, those of its first
// two rounds into the last chance, where there are enough of them.
func progressive(players int) (consolation, lastChance bracket.Shift) {
	b := bracket.Plan{Format: bracket.Knockout, Seats: players}
	rounds := 0
	for 1<<rounds < players {
		rounds++
	}
	b.Consolation = bracket.Progressive(rounds, false)
	if _, err := bracket.New(b); err != nil || rounds < 3 {
		return b.Consolation, nil
	}
	b.LastChance = bracket.Shift{{rounds + 1, rounds + 2}}
	for range rounds {
		if _, err := bracket.New(b); err == nil {
			return b.Consolation, b.LastChance
		}
		b.LastChance = append(b.LastChance, nil)
	}
	return b.Consolation, nil
}

// draw is a knockout as it stands: the whole event or the final of groups.
type draw struct {
	stage string
	state *bracket.State
	// holders are the players by seats of the draw.
	holders []Player
}

// knockout is the draw of an event that is one.
func (e Event) knockout() (draw, error) {
	if e.Plan.Bracket == nil {
		return draw{}, &PlanError{"bracket", "a knockout has a draw"}
	}
	return e.drawOf("", *e.Plan.Bracket, e.holders(), e.seats())
}

// drawOf puts the pairings of a stage into a draw; seats are those of the draw by
// player.
func (e Event) drawOf(stage string, plan bracket.Plan, holders []Player, seats map[int64]int) (draw, error) {
	d, err := bracket.New(plan)
	if err != nil {
		return draw{}, fmt.Errorf("draw: %w", err)
	}
	var r bracket.Record
	for _, p := range e.Pairings {
		if p.Stage != stage || p.Kind.Bye() {
			continue
		}
		white, black := seats[p.White], seats[p.Black]
		if p.Kind == Game {
			r.Games = append(r.Games, bracket.Game{
				ID: p.ID, Match: p.Round, Number: p.Board, White: white, Black: black, Result: p.Result, Forfeit: p.Forfeit,
			})
			continue
		}
		ruling := bracket.Ruling{Match: p.Round, Kind: bracket.Kind(p.Kind), Seats: [2]int{white, black}}
		switch p.Result {
		case tournament.WhiteWins:
			ruling.Winner = white
		case tournament.BlackWins:
			ruling.Winner = black
		}
		r.Rulings = append(r.Rulings, ruling)
	}
	for i, p := range holders {
		if p.Status.Left() {
			r.Gone = append(r.Gone, i+1)
		}
	}
	state, err := d.At(r)
	if err != nil {
		return draw{}, fmt.Errorf("draw: %w", err)
	}
	return draw{stage, state, holders}, nil
}

func (d draw) id(seat int) int64 {
	if seat == 0 {
		return 0
	}
	return d.holders[seat-1].ID
}

// lines are for each match how many there are one after another up to it,
// itself among them; those that somebody passes alone do not count.
func (d draw) lines() []int {
	empty, err := d.state.Draw.At(bracket.Record{})
	if err != nil {
		return make([]int, len(d.state.Fixtures))
	}
	lines := make([]int, len(empty.Fixtures))
	for i, f := range empty.Fixtures {
		for _, s := range f.Slots {
			if s.Match > 0 {
				lines[i] = max(lines[i], lines[s.Match-1])
			}
		}
		if (!f.Known[0] || f.Seats[0] != 0) && (!f.Known[1] || f.Seats[1] != 0) {
			lines[i]++
		}
	}
	return lines
}

func (d draw) rounds() int {
	most := 0
	for _, line := range d.lines() {
		most = max(most, line)
	}
	return most
}

func (d draw) round() int {
	deepest, lines := 0, d.lines()
	for i, f := range d.state.Fixtures {
		if len(f.Games) > 0 {
			deepest = max(deepest, lines[i])
		}
	}
	return deepest
}

func (d draw) roundsLeft() int { return d.state.RoundsLeft() }

func (d draw) next() (Step, error) {
	if d.state.Over() {
		return Step{Over: true, Deserted: d.deserted()}, nil
	}
	var step Step
	for _, g := range d.state.Pair() {
		step.Pairings = append(step.Pairings, Pairing{
			Stage: d.stage, Round: g.Match, Board: g.Number, White: d.id(g.White), Black: d.id(g.Black), Kind: Game,
			Points: d.state.Fixtures[g.Match-1].Terms.Points,
		})
	}
	for _, id := range d.state.Tied() {
		step.Lots = append(step.Lots, d.ruling(bracket.Ruling{
			Match: id, Kind: bracket.Lot, Seats: d.state.Fixtures[id-1].Seats,
		}))
	}
	return step, nil
}

// deserted reports whether a draw that is over was not decided by play, because
// less than two players are left.
func (d draw) deserted() bool {
	left := 0
	for _, p := range d.holders {
		if p.Status.Left() {
			left++
		}
	}
	if len(d.holders)-left > 1 {
		return false
	}
	for i := len(d.state.Fixtures) - 1; i >= 0; i-- {
		f := d.state.Fixtures[i]
		if f.Stage.Contest() == bracket.Main && f.Stage != bracket.ThirdPlace && f.How != bracket.NotNeeded {
			return f.How == bracket.ByWalkover || f.How == bracket.ByAbsence || f.How == bracket.ByBye
		}
	}
	return false
}

// ruling is one as it is stored.
func (d draw) ruling(r bracket.Ruling) Pairing {
	p := Pairing{
		Stage: d.stage, Round: r.Match, White: d.id(r.Seats[0]), Black: d.id(r.Seats[1]), Kind: Kind(r.Kind),
	}
	switch {
	case r.Kind == bracket.Absence:
		p.Result = tournament.BothLose
	case r.Winner == r.Seats[0]:
		p.Result = tournament.WhiteWins
	case r.Winner == r.Seats[1]:
		p.Result = tournament.BlackWins
	}
	return p
}

func (d draw) standings() ([]Table, error) {
	plan := d.state.Draw.Plan
	tables := []Table{d.table(bracket.Main)}
	if len(plan.Consolation) > 0 {
		tables = append(tables, d.table(bracket.Consolation))
	}
	if len(plan.LastChance) > 0 {
		tables = append(tables, d.table(bracket.LastChance))
	}
	return tables, nil
}

// table is that of a contest.
func (d draw) table(contest bracket.Stage) Table {
	s := d.state.Standings(contest)
	table := Table{Stage: string(contest), Provisional: s.Provisional}
	if d.stage != "" {
		table.Stage = d.stage
	}
	played, won := map[int]int{}, map[int]int{}
	for _, f := range d.state.Fixtures {
		if f.Stage.Contest() != contest {
			continue
		}
		for _, g := range f.Games {
			if !g.Finished() {
				continue
			}
			played[g.White]++
			played[g.Black]++
			switch g.Result {
			case tournament.WhiteWins:
				won[g.White]++
			case tournament.BlackWins:
				won[g.Black]++
			}
		}
	}
	for _, p := range s.Places {
		row := Row{
			Rank: p.Rank, Player: d.id(p.Seat), Seat: p.Seat, Played: played[p.Seat], Won: won[p.Seat],
			Left: p.Gone, In: p.In, LastMatch: p.Last,
		}
		row.Points.None = true
		table.Rows = append(table.Rows, row)
	}
	return table
}

// Draw is the draw of a knockout, or of the final of groups that is one, whose
// seats are those of Holders. Errors: ErrNotStarted; ErrFormat for other formats;
// groups.ErrNotOver while the sections are being played.
func (e Event) Draw() (*bracket.State, error) {
	f, err := e.form()
	if err != nil {
		return nil, err
	}
	if s, ok := f.(sectioned); ok {
		if !s.state.Over() {
			return nil, groups.ErrNotOver
		}
		if f, err = s.final(); err != nil {
			return nil, err
		}
	}
	if d, ok := f.(draw); ok {
		return d.state, nil
	}
	return nil, ErrFormat
}
