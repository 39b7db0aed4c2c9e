package director

import (
	"cmp"
	"fmt"
	"slices"

	"crownpost/tournament"
)

// FromField is an event that was begun elsewhere: a Swiss or a round robin. IDs
// of players are those of the field, seats their order; IDs of pairings number
// from 1. Errors: ErrFormat for other formats; ErrField for what an event cannot
// hold, such as results that differ by side, or in a round robin points of single
// players.
func FromField(f tournament.Field, format Format) (Event, error) {
	if format != Swiss && format != RoundRobin {
		return Event{}, ErrFormat
	}
	e := Event{Plan: Plan{
		Format: format, Initial: f.FirstColour(), Colourless: f.Colourless,
	}}
	players := slices.Clone(f.Players)
	slices.SortFunc(players, func(a, b tournament.Player) int {
		if f.ByRank && a.Rank != b.Rank {
			return cmp.Compare(a.Rank, b.Rank)
		}
		return cmp.Compare(a.ID, b.ID)
	})
	f.Players = players
	for i, p := range players {
		e.Players = append(e.Players, Player{
			ID: int64(p.ID), Seat: i + 1, Name: p.Name, Title: p.Title, Rating: p.Rating, Key: p.Federation,
			Status: tournament.Active,
		})
		switch {
		case p.Adjustment != 0 && format == Swiss:
			e.Plan.Extra = append(e.Plan.Extra, Extra{Player: int64(p.ID), Adjustment: p.Adjustment})
		case p.Adjustment != 0:
			return Event{}, fmt.Errorf("player %d has points outside of the rounds: %w", p.ID, ErrField)
		}
	}
	if err := e.takePoints(f); err != nil {
		return Event{}, err
	}
	var err error
	if format == Swiss {
		err = e.takeSwiss(f)
	} else {
		err = e.takeRobin(f)
	}
	for i := range e.Pairings {
		e.Pairings[i].ID = int64(i + 1)
	}
	if problem := e.Plan.checkScoring(0); err == nil && problem != nil {
		err = fmt.Errorf("%s: %w", problem.Problem, ErrField)
	}
	return e, err
}

// takePoints finds the scoring.
func (e *Event) takePoints(f tournament.Field) error {
	for _, s := range []Scoring{Classic, TwoOne, ThreeOne} {
		e.Plan.Scoring = s
		if e.Plan.points() == f.Points {
			return nil
		}
	}
	e.Plan.Scoring = ""
	if e.Plan.Format == Swiss {
		e.Plan.Points = &f.Points
		return nil
	}
	return fmt.Errorf("a win, a draw and the bye of the pairing are worth %v, %v and %v tenths of a point, which is none of 1-½-0, 2-1-0 and 3-1-0 with a bye like a win: %w",
		int(f.Points.Win), int(f.Points.Draw), int(f.Points.PairingBye), ErrField)
}

func (e *Event) takeSwiss(f tournament.Field) error {
	played := f.PlayedRounds()
	e.Plan.Rounds = max(f.Rounds, played)
	for _, forbidden := range f.Forbidden {
		if forbidden.Last > 0 && forbidden.Last <= played {
			continue // it has expired
		}
		var ids []int64
		for _, id := range forbidden.Players {
			ids = append(ids, int64(id))
		}
		e.Plan.Forbidden = append(e.Plan.Forbidden, ids)
	}
	e.takeVirtual(f)
	for round := 1; round <= max(played, longest(f)); round++ {
		if err := e.takeRound(f, round, round <= played); err != nil {
			return err
		}
	}
	return nil
}

// takeVirtual finds who is accelerated: by the Baku method, or else as the field
// says.
func (e *Event) takeVirtual(f tournament.Field) {
	accelerated := func(p tournament.Player) bool {
		return slices.ContainsFunc(p.Virtual, func(v tournament.Tenths) bool { return v != 0 })
	}
	for _, p := range f.Players {
		if accelerated(p) {
			e.Plan.Virtual = append(e.Plan.Virtual, int64(p.ID))
		}
	}
	if e.Plan.Accelerated = len(e.Plan.Virtual) > 0; e.sameVirtual(f) {
		return
	}
	e.Plan.Accelerated, e.Plan.Virtual = false, nil
	for _, p := range f.Players {
		if !accelerated(p) {
			continue
		}
		i := slices.IndexFunc(e.Plan.Extra, func(x Extra) bool { return x.Player == int64(p.ID) })
		if i < 0 {
			i = len(e.Plan.Extra)
			e.Plan.Extra = append(e.Plan.Extra, Extra{Player: int64(p.ID)})
		}
		e.Plan.Extra[i].Virtual = slices.Clone(p.Virtual)
	}
}

// longest is the number of rounds of which anything is known.
func longest(f tournament.Field) int {
	most := 0
	for _, p := range f.Players {
		most = max(most, len(p.Records))
	}
	return most
}

// takeRound makes pairings of the records of a round. In one that was paired,
// those of whom nothing is known were not there.
func (e *Event) takeRound(f tournament.Field, round int, paired bool) error {
	order := slices.Clone(f.Players)
	slices.SortStableFunc(order, func(a, b tournament.Player) int {
		return cmp.Compare(b.Score(round-1), a.Score(round-1))
	})
	seen := map[int]bool{}
	board := 1
	for _, p := range order {
		r := p.Record(round)
		switch kind := kindOfBye(r.Kind); {
		case seen[p.ID]:
		case kind != "":
			e.Pairings = append(e.Pairings, Pairing{Round: round, White: int64(p.ID), Kind: kind})
		case r.Kind != tournament.Unrecorded:
			g, err := gameOf(f, p, round)
			if err != nil {
				return err
			}
			seen[r.Opponent] = true
			g.Board = board
			board++
			e.Pairings = append(e.Pairings, g)
		case paired:
			e.Pairings = append(e.Pairings, Pairing{Round: round, White: int64(p.ID), Kind: ZeroBye})
		}
	}
	return nil
}

// gameOf is the game that a record is of.
func gameOf(f tournament.Field, p tournament.Player, round int) (Pairing, error) {
	wrong := func(what string) (Pairing, error) {
		return Pairing{}, fmt.Errorf("player %d, round %d: %s: %w", p.ID, round, what, ErrField)
	}
	i := f.Player(p.Record(round).Opponent)
	if i < 0 {
		return wrong("a game without an opponent")
	}
	white, black := p, f.Players[i]
	if p.Record(round).Colour == tournament.Black {
		white, black = black, white
	}
	w, b := white.Record(round), black.Record(round)
	result, ok := outcomes[[2]tournament.Kind{w.Kind, b.Kind}]
	switch {
	case w.Opponent != black.ID || b.Opponent != white.ID:
		return wrong("a pairing of one side")
	case !ok || w.Points != f.Points.For(w.Kind) || b.Points != f.Points.For(b.Kind):
		return wrong("a result that differs by side")
	}
	return Pairing{
		Round: round, White: int64(white.ID), Black: int64(black.ID), Kind: Game, Result: result, Forfeit: !w.Kind.Played(),
	}, nil
}

// outcomes are results by what they are for White and for Black.
var outcomes = map[[2]tournament.Kind]tournament.Result{
	{tournament.Win, tournament.Loss}:                tournament.WhiteWins,
	{tournament.Loss, tournament.Win}:                tournament.BlackWins,
	{tournament.Draw, tournament.Draw}:               tournament.Drawn,
	{tournament.Loss, tournament.Loss}:               tournament.BothLose,
	{tournament.ForfeitWin, tournament.ForfeitLoss}:  tournament.WhiteWins,
	{tournament.ForfeitLoss, tournament.ForfeitWin}:  tournament.BlackWins,
	{tournament.ForfeitLoss, tournament.ForfeitLoss}: tournament.BothLose,
}

// sameVirtual reports whether the event gives the virtual points of the field.
func (e *Event) sameVirtual(f tournament.Field) bool {
	own := swissEvent{*e}.field()
	for i, p := range f.Players {
		for round := 1; round <= e.Plan.Rounds; round++ {
			if p.VirtualIn(round) != own.Players[i].VirtualIn(round) {
				return false
			}
		}
	}
	return true
}

// takeRobin puts the games into the schedule: whoever met whom for the nth time
// did so in their nth game of it.
func (e *Event) takeRobin(f tournament.Field) error {
	n := len(f.Players)
	if n < 2 {
		return fmt.Errorf("%d players: %w", n, ErrField)
	}
	cycle := n - 1 + n%2
	e.Plan.Cycles = max(1, (max(f.Rounds, longest(f))+cycle-1)/cycle)
	open := map[[2]int][]tournament.Game{} // by seats
	for _, g := range e.roundRobin().event.Schedule() {
		key := [2]int{min(g.White, g.Black), max(g.White, g.Black)}
		open[key] = append(open[key], g)
	}
	seats := e.seats()
	for round := 1; round <= longest(f); round++ {
		seen := map[int]bool{}
		for _, p := range f.Players {
			r := p.Record(round)
			if r.Kind == tournament.Unrecorded || kindOfBye(r.Kind) != "" || seen[p.ID] {
				continue
			}
			g, err := gameOf(f, p, round)
			if err != nil {
				return err
			}
			seen[r.Opponent] = true
			key := [2]int{min(seats[g.White], seats[g.Black]), max(seats[g.White], seats[g.Black])}
			if len(open[key]) == 0 {
				return fmt.Errorf("players %d and %d meet too often: %w", g.White, g.Black, ErrField)
			}
			g.Round, g.Board = open[key][0].Round, open[key][0].Board
			open[key] = open[key][1:]
			e.Pairings = append(e.Pairings, g)
		}
	}
	return nil
}
