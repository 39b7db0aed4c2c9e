package director

import (
	"slices"
	"strconv"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
)

// groups is the plan of the sections for so many players.
func (p Plan) groups(players int) groups.Plan {
	g := groups.Plan{}
	if p.Groups != nil {
		g = *p.Groups
	}
	if p.SectionSize > 0 && players > 0 {
		g.Sections = groups.Sections(players, p.SectionSize)
		for g.Sections > 1 && players/g.Sections <= g.Advance { // nobody goes home otherwise
			g.Sections--
		}
	}
	g.Seats, g.Law, g.Cycles, g.Pairs, g.TieBreaks = players, p.Law, max(p.Cycles, 1), p.Pairs, nil
	codes, err := p.Codes()
	if err != nil {
		return g
	}
	for _, c := range codes {
		g.TieBreaks = append(g.TieBreaks, inGroups[c.Name])
	}
	return g
}

// final is the draw of the final of groups.
func (p Plan) final(players int, order []int) bracket.Plan {
	b := bracket.Plan{}
	if p.Bracket != nil {
		b = *p.Bracket
	}
	if b.Format == "" {
		b.Format = bracket.Knockout
	}
	b.Seats, b.Order = players, order
	return b
}

// fitting is the draw of the final for as many as have come through, which can be
// more than were planned: a consolation that does not fit them is left out.
func (p Plan) fitting(players int, order []int) bracket.Plan {
	b := p.final(players, order)
	if _, err := bracket.New(b); err != nil {
		b.Drops, b.Consolation, b.LastChance = nil, nil, nil
	}
	return b
}

// sectioned are groups as they stand.
type sectioned struct {
	Event
	state *groups.State
	parts []robin
	// begun says that the final has pairings.
	begun bool
}

// sections puts the pairings into the sections.
func (e Event) sections() (sectioned, error) {
	if e.Plan.Groups == nil {
		return sectioned{}, &PlanError{"groups", "groups have sections"}
	}
	d, err := groups.New(*e.Plan.Groups)
	if err != nil {
		return sectioned{}, err
	}
	s := sectioned{Event: e, begun: slices.ContainsFunc(e.Pairings, func(p Pairing) bool { return p.Stage == Final })}
	r := groups.Record{Gone: s.goneBeforeFinal(d)}
	for number := range d.Sections {
		for _, g := range games(e.of(strconv.Itoa(number + 1))) {
			r.Games = append(r.Games, groups.Game{Section: number + 1, Game: g.game()})
		}
	}
	if s.state, err = d.At(r); err != nil {
		return sectioned{}, err
	}
	holders := e.holders()
	for i, seats := range d.Sections {
		part := robin{plan: e.Plan, stage: strconv.Itoa(i + 1), numbers: seats}
		if part.event, err = s.state.Section(i + 1); err != nil {
			return sectioned{}, err
		}
		own := map[int]int{}
		for j, seat := range seats {
			own[seat] = j + 1
			part.holders = append(part.holders, holders[seat-1])
		}
		part.games = games(e.of(part.stage))
		for j, g := range part.games {
			part.games[j].white, part.games[j].black = own[g.white], own[g.black]
		}
		s.parts = append(s.parts, part)
	}
	return s, nil
}

// goneBeforeFinal are the seats whose holders had left before the final began:
// who leaves later has come through the sections.
func (s sectioned) goneBeforeFinal(d *groups.Draw) []int {
	if !s.begun {
		return s.gone()
	}
	rounds := sectionRounds(d)
	left := map[int]bool{}
	for _, p := range s.Players {
		if p.Seat > 0 && p.From <= rounds+1 {
			left[p.Seat] = p.Status.Left() && p.Left <= rounds+1
		}
	}
	var gone []int
	for seat, l := range left {
		if l {
			gone = append(gone, seat)
		}
	}
	slices.Sort(gone)
	return gone
}

// sectionRounds is the number of rounds of the largest section.
func sectionRounds(d *groups.Draw) int {
	most := 0
	for _, seats := range d.Sections {
		most = max(most, len(seats)-1+len(seats)%2)
	}
	return most * max(d.Plan.Cycles, 1)
}

// finalists is the number of those who come into the final: as planned, or as
// they are once the sections are over.
func (s sectioned) finalists() int {
	if qualified, err := s.state.Qualified(); err == nil {
		return len(qualified)
	}
	plan := s.state.Draw.Plan
	return plan.Advance*plan.Sections + plan.Best
}

// final is what comes after the sections, nil as long as they are not over and
// where fewer than two have come through.
func (s sectioned) final() (form, error) {
	if !s.state.Over() {
		return nil, nil
	}
	stage, err := s.state.Final()
	if err != nil || len(stage.Players) < 2 {
		return nil, err
	}
	if stage.Order != nil {
		return s.drawOf(Final, s.Plan.fitting(len(stage.Players), stage.Order), s.finalHolders(stage), s.finalSeats(stage))
	}
	return s.finalRobin(stage), nil
}

// finalHolders are the players by seats of the final.
func (s sectioned) finalHolders(stage groups.Stage) []Player {
	all := s.holders()
	holders := make([]Player, len(stage.Players))
	for i, v := range stage.Players {
		holders[i] = all[v.Seat-1]
	}
	return holders
}

// finalSeats are the seats of the final by player.
func (s sectioned) finalSeats(stage groups.Stage) map[int64]int {
	own := map[int]int{}
	for i, v := range stage.Players {
		own[v.Seat] = i + 1
	}
	seats := map[int64]int{}
	for id, seat := range s.seats() {
		seats[id] = own[seat]
	}
	return seats
}

// finalRobin is a final round robin, with the games that are carried over.
func (s sectioned) finalRobin(stage groups.Stage) robin {
	r := robin{plan: s.Plan, stage: Final, event: stage.Event, holders: s.finalHolders(stage)}
	byID := map[int64]Pairing{}
	for _, p := range s.Pairings {
		byID[p.ID] = p
	}
	for _, g := range stage.Event.Games {
		p := byID[g.ID]
		p.Round, p.Board = g.Round, g.Board
		r.games = append(r.games, seated{p, g.White, g.Black})
	}
	seats := s.finalSeats(stage)
	for _, g := range games(s.of(Final)) {
		g.white, g.black = seats[g.White], seats[g.Black]
		r.games = append(r.games, g)
	}
	byRound(r.games)
	r.event.Entrants, r.event.Games = nil, nil
	for i, p := range r.holders {
		r.numbers = append(r.numbers, i+1)
		r.event.Entrants = append(r.event.Entrants, tournament.Entrant{ID: p.ID, Seat: i + 1, Status: p.Status})
	}
	for _, g := range r.games {
		r.event.Games = append(r.event.Games, g.game())
	}
	return r
}

func (s sectioned) rounds() int { return sectionRounds(s.state.Draw) + s.finalRounds() }

// finalRounds is the number of rounds of the final.
func (s sectioned) finalRounds() int {
	if final, err := s.final(); err == nil && final != nil {
		return final.rounds()
	}
	if s.state.Over() {
		return 0
	}
	n := s.finalists()
	if s.state.Draw.Plan.Final == groups.RoundRobin {
		return (n - 1 + n%2) * max(s.Plan.Cycles, 1)
	}
	d, err := bracket.New(s.Plan.fitting(n, nil))
	if err != nil {
		return 0
	}
	empty, err := d.At(bracket.Record{})
	if err != nil {
		return 0
	}
	return draw{state: empty}.rounds()
}

func (s sectioned) round() int {
	if final, err := s.final(); s.begun && err == nil && final != nil {
		return sectionRounds(s.state.Draw) + final.round()
	}
	last := 0
	for _, part := range s.parts {
		last = max(last, part.round())
	}
	return last
}

func (s sectioned) roundsLeft() int {
	if s.active() < 2 {
		return 0
	}
	if final, err := s.final(); err == nil && final != nil {
		return final.roundsLeft()
	}
	if s.state.Over() {
		return 0
	}
	left := 0
	for _, part := range s.parts {
		left = max(left, part.roundsLeft())
	}
	final := s.finalRounds()
	if s.Plan.AtOnce && s.state.Draw.Plan.Final == groups.RoundRobin {
		final = min(final, 1)
	}
	return left + final
}

func (s sectioned) next() (Step, error) {
	if !s.state.Over() {
		var step Step
		for _, part := range s.parts {
			one, err := part.next()
			if err != nil {
				return Step{}, err
			}
			step.Pairings = append(step.Pairings, one.Pairings...)
		}
		return step, nil
	}
	final, err := s.final()
	if err != nil {
		return Step{}, err
	}
	if final == nil || s.active() < 2 && !s.begun {
		return Step{Over: true, Deserted: s.active() < 2}, nil
	}
	return final.next()
}

func (s sectioned) standings() ([]Table, error) {
	var tables []Table
	for _, part := range s.parts {
		table, err := part.table()
		if err != nil {
			return nil, err
		}
		tables = append(tables, table)
	}
	if !s.begun {
		return tables, nil
	}
	final, err := s.final()
	if err != nil || final == nil {
		return tables, err
	}
	last, err := final.standings()
	return append(tables, last...), err
}

// Sections are the sections of groups. Errors: ErrNotStarted; ErrFormat for other
// formats.
func (e Event) Sections() (*groups.State, error) {
	f, err := e.form()
	if err != nil {
		return nil, err
	}
	if s, ok := f.(sectioned); ok {
		return s.state, nil
	}
	return nil, ErrFormat
}
