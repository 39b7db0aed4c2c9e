package director

import (
	"errors"
	"fmt"
	"slices"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
)

// Leave returns the event after a player has left it, withdrawn or expelled, and
// the pairings that change: unfinished games, forfeited, and rulings of a draw
// that keep what was decided before, with the ID 0. Byes granted to him for
// rounds to come are told by Drops. Who has left already changes his status
// alone. Errors: ErrNoSuchPlayer.
func (e Event) Leave(player int64, s tournament.Status) (Event, []Pairing, error) {
	i := e.player(player)
	if i < 0 {
		return e, nil, ErrNoSuchPlayer
	}
	before, after := e, e.clone()
	p := &after.Players[i]
	left := p.Status.Left()
	p.Status = s
	if left {
		return after, nil, nil
	}
	p.Left = e.Round() + 1
	if p.Seat == 0 {
		return after, nil, nil
	}
	var changed []Pairing
	for j := range after.Pairings {
		g := &after.Pairings[j]
		if g.Kind == Game && !g.Finished() && (g.White == player || g.Black == player) {
			g.Result, g.Forfeit = tournament.WhiteWins, true
			if g.White == player {
				g.Result = tournament.BlackWins
			}
			changed = append(changed, *g)
		}
	}
	rulings, err := before.keep(player, func(s *bracket.State, seat int) (bracket.Change, error) {
		_, change, err := s.Leave(seat)
		return change, err
	})
	if err != nil {
		return e, nil, err
	}
	after.Pairings = append(after.Pairings, rulings...)
	return after, append(changed, rulings...), nil
}

// keep are the rulings that an act on the seat of a player in a draw makes; there
// are none outside of draws.
func (e Event) keep(player int64, act func(*bracket.State, int) (bracket.Change, error)) ([]Pairing, error) {
	f, err := e.form()
	if err != nil {
		return nil, err
	}
	if s, ok := f.(sectioned); ok {
		if f = nil; s.begun {
			if f, err = s.final(); err != nil {
				return nil, err
			}
		}
	}
	d, ok := f.(draw)
	if !ok {
		return nil, nil
	}
	seat := slices.IndexFunc(d.holders, func(p Player) bool { return p.ID == player }) + 1
	if seat == 0 { // not in the final
		return nil, nil
	}
	change, err := act(d.state, seat)
	if err != nil {
		return nil, err
	}
	var rulings []Pairing
	for _, r := range change.Rulings {
		rulings = append(rulings, d.ruling(r))
	}
	return rulings, nil
}

// Drops are the IDs of byes that were granted for rounds which the player is not
// there for, having left. They count for nothing.
func (e Event) Drops() []int64 {
	var drops []int64
	for _, b := range e.Pairings {
		if !b.Kind.granted() {
			continue
		}
		if i := e.player(b.White); i < 0 || e.Players[i].Status.Left() && !e.Players[i].there(b.Round) {
			drops = append(drops, b.ID)
		}
	}
	return drops
}

// Join returns a Swiss with a late entrant, who is taken into account from the
// next round on. While fewer than four rounds are paired he sits where his
// rating puts him, later last; the seats behind him move. Errors: ErrFormat;
// ErrNotStarted, when there is nothing to be late for; ErrEntered; ErrRound after
// the last round.
func (e Event) Join(p Player) (Event, error) { return e.joinFrom(p, e.Round()+1) }

// JoinOpen is Join from the latest round on, in which the entrant has no place yet:
// MeetBye, Repair or PairByHand gives him one.
func (e Event) JoinOpen(p Player) (Event, error) { return e.joinFrom(p, e.Round()) }

func (e Event) joinFrom(p Player, round int) (Event, error) {
	switch {
	case e.Plan.Format != Swiss:
		return e, ErrFormat
	case !e.started():
		return e, ErrNotStarted
	case round < 1 || round > e.Rounds():
		return e, ErrRound
	}
	after, err := e.admit(p.ID, 0)
	if err != nil {
		return e, err
	}
	holders := e.holders()
	p.Seat = len(holders) + 1
	if e.Round() < 4 {
		p.Seat = lateSeat(holders, p.Rating)
	}
	for i := range after.Players {
		if other := &after.Players[i]; other.Seat >= p.Seat {
			other.Seat++
		}
	}
	p.Status, p.From, p.Left = tournament.Active, round, 0
	after.Players = append(after.Players, p)
	return after, nil
}

// lateSeat is where a rating belongs among the holders of seats. Substitutes sit
// where somebody of another strength sat: what counts is how few are on the wrong
// side of the entrant.
func lateSeat(holders []Player, rating int) int {
	wrong := 0
	for _, h := range holders {
		if h.Rating >= rating {
			wrong++
		}
	}
	seat, fewest := 1, wrong
	for i, h := range holders {
		if h.Rating >= rating {
			wrong--
		} else {
			wrong++
		}
		if wrong <= fewest {
			seat, fewest = i+2, wrong
		}
	}
	return seat
}

// admit is the event without a player who comes anew, and may not be in it: he
// has no seat, or has left the one given.
func (e Event) admit(id int64, seat int) (Event, error) {
	after := e.clone()
	if i := e.player(id); i >= 0 {
		if before := e.Players[i]; before.Seat > 0 && (before.Seat != seat || !before.Status.Left()) {
			return e, ErrEntered
		}
		after.Players = slices.Delete(after.Players, i, i+1)
	}
	return after, nil
}

// Substitute returns the event with a player on the seat of one who has left, and
// the pairings that are new: rulings of a draw that keep what his absence has
// decided. He takes over what was played on the seat. A player can come back on
// his own: he has byes worth nothing for the rounds of a Swiss that he missed.
// Errors:
// ErrNotStarted; ErrSeat; ErrEntered; ErrTooLate when nothing is left to play
// there.
func (e Event) Substitute(seat int, p Player) (Event, []Pairing, error) {
	if !e.started() {
		return e, nil, ErrNotStarted
	}
	holders := e.holders()
	if seat < 1 || seat > len(holders) || !holders[seat-1].Status.Left() {
		return e, nil, fmt.Errorf("seat %d: %w", seat, ErrSeat)
	}
	after, err := e.admit(p.ID, seat)
	if err != nil {
		return e, nil, err
	}
	if !e.open(seat) {
		return e, nil, ErrTooLate
	}
	rulings, err := e.keep(holders[seat-1].ID, func(s *bracket.State, own int) (bracket.Change, error) {
		_, change, err := s.Return(own)
		return change, err
	})
	if err != nil {
		if errors.Is(err, bracket.ErrOut) {
			err = ErrTooLate
		}
		return e, nil, err
	}
	p.Seat, p.Status, p.From, p.Left = seat, tournament.Active, e.Round()+1, 0
	if holder := holders[seat-1]; holder.ID == p.ID {
		p.From = holder.From
		rulings = append(rulings, e.missed(holder)...)
	}
	after.Players = append(after.Players, p)
	after.Pairings = append(after.Pairings, rulings...)
	return after, rulings, nil
}

// missed are byes for the rounds of a Swiss since a player has left, but where
// he has one that was granted before.
func (e Event) missed(p Player) []Pairing {
	var missed []Pairing
	for round := p.Left; e.Plan.Format == Swiss && round <= e.Round(); round++ {
		if _, ok := e.granted(round)[p.Seat]; !ok {
			missed = append(missed, Pairing{Round: round, White: p.ID, Kind: ZeroBye})
		}
	}
	return missed
}

// open reports whether there may be something left to play on a seat; of draws
// that is for the draw to say.
func (e Event) open(seat int) bool {
	f, err := e.form()
	if err != nil {
		return false
	}
	switch f := f.(type) {
	case swissEvent:
		return f.round() < f.rounds()
	case robin:
		return f.open(seat)
	case sectioned:
		for _, part := range f.parts {
			own := slices.Index(part.numbers, seat) + 1
			if own > 0 && !f.state.Over() {
				return part.open(own)
			}
		}
		final, err := f.final()
		if err != nil {
			return false
		}
		in := func(p Player) bool { return p.Seat == seat }
		switch final := final.(type) {
		case robin:
			own := slices.IndexFunc(final.holders, in) + 1
			return own > 0 && final.open(own)
		case draw:
			return slices.ContainsFunc(final.holders, in)
		}
		return false
	}
	return true
}

// open reports whether games of a seat are still to be created.
func (r robin) open(seat int) bool {
	created := 0
	for _, g := range r.games {
		if g.white == seat || g.black == seat {
			created++
		}
	}
	all := 0
	for _, g := range r.event.Schedule() {
		if g.White == seat || g.Black == seat {
			all++
		}
	}
	return created < all
}
