package director

import (
	"crownpost/tournament"
	"crownpost/tournament/tiebreak"
)

// robin is a round robin as it stands: the whole event, a section, or the final
// of groups.
type robin struct {
	plan  Plan
	stage string
	// event has seats of its own; holders are the players who sit on them, and
	// numbers what the seats are called in tables.
	event   tournament.Event
	holders []Player
	numbers []int
	// games are those of the event, as pairings.
	games []seated
}

// roundRobin is the event that is one.
func (e Event) roundRobin() robin {
	r := robin{plan: e.Plan, holders: e.holders(), games: games(e.of(""))}
	r.event = tournament.Event{
		Format: tournament.RoundRobin, Law: e.Plan.Law, Pairs: e.Plan.Pairs, Cycles: max(e.Plan.Cycles, 1),
	}
	for i, p := range r.holders {
		r.event.Entrants = append(r.event.Entrants, tournament.Entrant{ID: p.ID, Seat: p.Seat, Status: p.Status})
		r.numbers = append(r.numbers, i+1)
	}
	for _, g := range r.games {
		r.event.Games = append(r.event.Games, g.game())
	}
	return r
}

// game is a pairing as round robins know it.
func (p seated) game() tournament.Game {
	return tournament.Game{
		ID: p.ID, Round: p.Round, Board: p.Board, White: p.white, Black: p.black, Result: p.Result, Forfeit: p.Forfeit,
	}
}

func (r robin) rounds() int { return r.event.Rounds() }

func (r robin) round() int {
	last := 0
	for _, g := range r.games {
		last = max(last, g.Round)
	}
	return last
}

func (r robin) roundsLeft() int {
	if r.event.State() != tournament.Running {
		return 0
	}
	if r.plan.AtOnce {
		return 1
	}
	left := r.event.Rounds()
	for _, n := range r.settled() {
		if n == r.perRound() {
			left--
		}
	}
	return max(left, 1) // with games that were deferred
}

// perRound is the number of games of a round, settled how many of them each round
// has that nobody waits for.
func (r robin) perRound() int { return len(r.holders) / 2 * r.plan.together() }

func (r robin) settled() map[int]int {
	settled := map[int]int{}
	for _, g := range r.games {
		if g.Finished() || g.Deferred {
			settled[g.Round]++
		}
	}
	return settled
}

func (r robin) next() (Step, error) {
	switch r.event.State() {
	case tournament.Over:
		return Step{Over: true}, nil
	case tournament.Deserted:
		return Step{Over: true, Deserted: true}, nil
	}
	return Step{Pairings: r.due()}, nil
}

// due are the games to be created: those of the first round that does not have
// all of them, once every game of the rounds before is finished or deferred;
// when all begin at once, those of all rounds.
func (r robin) due() []Pairing {
	created := map[[2]int]seated{} // by round and board
	for _, g := range r.games {
		created[[2]int{g.Round, g.Board}] = g
	}
	var due []Pairing
	settled := r.settled()
	for round := 1; round <= r.event.Rounds(); round++ {
		if settled[round] == r.perRound() {
			continue
		}
		games, err := r.event.Round(round)
		if err != nil { // too few players are left
			return nil
		}
		waits := false
		for _, g := range games {
			if have, ok := created[[2]int{g.Round, g.Board}]; ok {
				waits = waits || !have.Finished() && !have.Deferred
				continue
			}
			due = append(due, Pairing{
				Stage: r.stage, Round: g.Round, Board: g.Board, Kind: Game, Result: g.Result, Forfeit: g.Forfeit,
				White: r.holders[g.White-1].ID, Black: r.holders[g.Black-1].ID,
			})
		}
		if !r.plan.AtOnce && (waits || len(due) > 0) {
			break
		}
	}
	return due
}

// annulled are the own seats whose games do not count.
func (r robin) annulled() map[int]bool {
	annulled := map[int]bool{}
	for _, row := range r.event.Standings().Rows {
		if row.Annulled {
			annulled[row.Seat] = true
		}
	}
	return annulled
}

// field are the games as a field of the numbers of the seats, those of out left
// aside. The two games of a pairing are two rounds.
func (r robin) field(out map[int]bool) tournament.Field {
	f := tournament.Field{Points: r.plan.points(), RoundRobin: true, Rounds: r.event.Rounds() * r.plan.together()}
	index := map[int]int{}
	for i, p := range r.holders {
		if seat := i + 1; !out[seat] {
			index[seat] = len(f.Players)
			f.Players = append(f.Players, p.inField(r.numbers[i]))
		}
	}
	for _, g := range r.games {
		if out[g.white] || out[g.black] {
			continue
		}
		round := (g.Round-1)*r.plan.together() + 1
		if r.plan.Pairs && g.Board%2 == 0 {
			round++
		}
		one := meeting{round: round, white: r.numbers[g.white-1], black: r.numbers[g.black-1], games: []Pairing{g.Pairing}}
		white, black := one.records(r.plan, false)
		put(&f.Players[index[g.white]], round, white)
		put(&f.Players[index[g.black]], round, black)
	}
	return f
}

func (r robin) standings() ([]Table, error) {
	table, err := r.table()
	return []Table{table}, err
}

func (r robin) table() (Table, error) {
	codes, err := r.plan.Codes()
	if err != nil {
		return Table{}, err
	}
	annulled := r.annulled()
	ranked, err := tiebreak.Rank(r.field(annulled), codes)
	if err != nil {
		return Table{}, err
	}
	table := Table{Stage: r.stage, Codes: codes, Provisional: r.event.State() == tournament.Running}
	own := map[int]int{} // seats by number
	for i, number := range r.numbers {
		own[number] = i + 1
	}
	for _, row := range ranked.Rows {
		seat := own[row.Player]
		table.Rows = append(table.Rows, r.row(seat, annulled, Row{Rank: row.Rank, Points: row.Points, Values: row.Values}))
	}
	for seat := range len(r.holders) {
		if annulled[seat+1] {
			none := Row{Annulled: true, Points: tiebreak.Value{None: true}, Values: make([]tiebreak.Value, len(codes))}
			for i := range none.Values {
				none.Values[i].None = true
			}
			table.Rows = append(table.Rows, r.row(seat+1, annulled, none))
		}
	}
	return table, nil
}

// row fills in who sits on a seat and the games that count.
func (r robin) row(seat int, annulled map[int]bool, row Row) Row {
	holder := r.holders[seat-1]
	row.Player, row.Seat, row.Left = holder.ID, r.numbers[seat-1], holder.Status.Left()
	for _, g := range r.games {
		if annulled[g.white] || annulled[g.black] {
			continue
		}
		row.count(g, seat)
	}
	return row
}

// count adds a game to the row of a seat that played it.
func (r *Row) count(g seated, seat int) {
	if !g.Finished() || g.white != seat && g.black != seat {
		return
	}
	r.Played++
	if g.Result == tournament.WhiteWins && g.white == seat || g.Result == tournament.BlackWins && g.black == seat {
		r.Won++
	}
}
