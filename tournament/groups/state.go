package groups

import (
	"errors"
	"fmt"

	"crownpost/tournament"
)

// Game is one game of a section.
type Game struct {
	// Section numbers from 1.
	Section int
	// Game names seats of the whole event; rounds and boards are those of the
	// section.
	tournament.Game
}

// Record is what happened in the sections, in any order.
type Record struct {
	// Games are those that have been created.
	Games []Game
	// Gone are the seats whose holders have left.
	Gone []int
}

// Errors of states.
var (
	// ErrRecord is a game that is not of the draw.
	ErrRecord = errors.New("record does not fit the draw")
	// ErrNoSuchSection is a number without a section.
	ErrNoSuchSection = errors.New("no such section")
	// ErrNotOver says that games of the sections are to be finished.
	ErrNotOver = errors.New("sections are not over")
)

// State is a draw with what has happened in it. It does not change.
type State struct {
	Draw *Draw
	// Record is what it was made from.
	Record Record
	// events are the sections with seats of their own, from 1.
	events []tournament.Event
}

// At puts a record into the draw. Errors: ErrRecord.
func (d *Draw) At(r Record) (*State, error) {
	s := &State{Draw: d, Record: r, events: make([]tournament.Event, len(d.Sections))}
	gone := map[int]bool{}
	for _, seat := range r.Gone {
		if seat < 1 || seat > d.Plan.Seats {
			return nil, fmt.Errorf("seat %d: %w", seat, ErrRecord)
		}
		gone[seat] = true
	}
	type place struct{ section, own int }
	places := map[int]place{}
	for i, seats := range d.Sections {
		s.events[i] = d.Plan.event(seats, gone)
		for j, seat := range seats {
			places[seat] = place{i, j + 1}
		}
	}
	type key struct{ section, round, board int }
	seen := map[key]bool{}
	for _, g := range r.Games {
		white, black := places[g.White], places[g.Black]
		k := key{g.Section, g.Round, g.Board}
		if g.Section < 1 || white.own == 0 || black.own == 0 || white == black ||
			white.section != g.Section-1 || black.section != g.Section-1 || seen[k] {
			return nil, fmt.Errorf("section %d, round %d, board %d: %w", g.Section, g.Round, g.Board, ErrRecord)
		}
		seen[k] = true
		own := g.Game
		own.White, own.Black = white.own, black.own
		s.events[white.section].Games = append(s.events[white.section].Games, own)
	}
	return s, nil
}

// event is a round robin of seats, the first of which sits on its seat 1. An
// entrant's ID is the seat in the whole event.
func (p Plan) event(seats []int, gone map[int]bool) tournament.Event {
	e := tournament.Event{
		Format: tournament.RoundRobin, Law: p.Law, TieBreaks: p.TieBreaks, Pairs: p.Pairs, Cycles: p.Cycles,
	}
	for i, seat := range seats {
		status := tournament.Active
		if gone[seat] {
			status = tournament.Withdrawn
		}
		e.Entrants = append(e.Entrants, tournament.Entrant{ID: int64(seat), Seat: i + 1, Status: status})
	}
	return e
}

// Section is the event of a section: its seats are numbered from 1 there, and
// an entrant's ID is the seat in the whole event. Errors: ErrNoSuchSection.
func (s *State) Section(number int) (tournament.Event, error) {
	if number < 1 || number > len(s.events) {
		return tournament.Event{}, fmt.Errorf("section %d: %w", number, ErrNoSuchSection)
	}
	return s.events[number-1], nil
}

// CanPair reports whether a section has a round to begin.
func (s *State) CanPair() bool {
	for _, e := range s.events {
		if e.NextRound() > 0 {
			return true
		}
	}
	return false
}

// Pair are the games of the next round of each section that has finished the
// one before; sections do not wait for each other. Games of those who have left
// are forfeited already.
func (s *State) Pair() []Game {
	var games []Game
	for i, e := range s.events {
		if round := e.NextRound(); round > 0 {
			games = append(games, s.create(i, round)...)
		}
	}
	return games
}

// All are all games that have not been created, for sections whose games are
// played at once.
func (s *State) All() []Game {
	var games []Game
	for i, e := range s.events {
		type key struct{ round, board int }
		created := map[key]bool{}
		for _, g := range e.Games {
			created[key{g.Round, g.Board}] = true
		}
		for round := 1; round <= e.Rounds(); round++ {
			for _, g := range s.create(i, round) {
				if !created[key{g.Round, g.Board}] {
					games = append(games, g)
				}
			}
		}
	}
	return games
}

// create are the games of a round of a section; none when fewer than two
// players are left in it.
func (s *State) create(section, round int) []Game {
	own, err := s.events[section].Round(round)
	if err != nil {
		return nil
	}
	games := make([]Game, len(own))
	for i, g := range own {
		games[i] = Game{Section: section + 1, Game: s.whole(section, g)}
	}
	return games
}

// whole is a game of a section with the seats of the whole event.
func (s *State) whole(section int, g tournament.Game) tournament.Game {
	seats := s.Draw.Sections[section]
	g.White, g.Black = seats[g.White-1], seats[g.Black-1]
	return g
}

// Over reports whether every section is: all its games are finished, or fewer
// than two players are left.
func (s *State) Over() bool {
	for _, e := range s.events {
		if e.State() == tournament.Running {
			return false
		}
	}
	return true
}

// RoundsLeft is the number of rounds of the sections that are to be finished.
func (s *State) RoundsLeft() int {
	most := 0
	for _, e := range s.events {
		left := 0
		for round := 1; round <= e.Rounds() && e.State() == tournament.Running; round++ {
			if !e.RoundComplete(round) {
				left++
			}
		}
		most = max(most, left)
	}
	return most
}

// Standings are those of a section, with the seats of the whole event. Errors:
// ErrNoSuchSection.
func (s *State) Standings(section int) (tournament.Standings, error) {
	e, err := s.Section(section)
	if err != nil {
		return tournament.Standings{}, err
	}
	seats := s.Draw.Sections[section-1]
	table := e.Standings()
	for i := range table.Rows {
		row := &table.Rows[i]
		row.Seat = seats[row.Seat-1]
		row.Player.Seat = row.Seat
		for j := range row.TiedWith {
			row.TiedWith[j] = seats[row.TiedWith[j]-1]
		}
		for j := range row.Contributions {
			c := &row.Contributions[j]
			c.Opponent = seats[c.Opponent-1]
			c.Game = s.whole(section-1, c.Game)
		}
	}
	return table, nil
}
