package bracket

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"crownpost/tournament"
)

// Game is one game of a match; in backgammon it can be a match to some points.
type Game struct {
	// ID is the caller's key of the game; the package only carries it.
	ID int64
	// Match is the ID of the match, Number that of the game in it, from 1.
	Match, Number int
	// White and Black are seats.
	White, Black int
	Result       tournament.Result
	// Forfeit says that the result was not decided by play.
	Forfeit bool
}

// Finished reports whether the game has a result.
func (g Game) Finished() bool { return g.Result != tournament.Unfinished }

// forfeitBy is the game lost by a seat without play.
func (g Game) forfeitBy(seat int) Game {
	g.Result, g.Forfeit = tournament.WhiteWins, true
	if seat == g.White {
		g.Result = tournament.BlackWins
	}
	return g
}

// Kind is what a ruling is.
type Kind string

// The kinds of rulings.
const (
	// Walkover is for a player whose opponent did not appear; the latter is the
	// loser and goes on as such.
	Walkover Kind = "walkover"
	// Absence of both players ends the match; neither goes on anywhere.
	Absence Kind = "absence"
	// Lot decides a match that its games leave level and whose terms say so; it
	// counts only while that is the case.
	Lot Kind = "lot"
	// Decision is the organiser's, whatever the games say.
	Decision Kind = "decision"
)

// Ruling decides a match without games.
type Ruling struct {
	Match int
	Kind  Kind
	// Seats are those who should play the match, in any order.
	Seats [2]int
	// Winner is one of them, 0 in an Absence.
	Winner int
}

// Record is what happened in a draw, in any order.
type Record struct {
	// Games are those begun or finished.
	Games []Game
	// Rulings are at most one a match.
	Rulings []Ruling
	// Gone are the seats whose holders have left: whatever they have not
	// finished is a walkover for the opponent, now and later.
	Gone []int
}

// Errors of records.
var (
	// ErrRecord is a game or a ruling that cannot belong to the draw.
	ErrRecord = errors.New("record does not fit the draw")
	// ErrNoSuchMatch is an ID without a match.
	ErrNoSuchMatch = errors.New("no such match")
	// ErrNoSuchSeat is a seat that is not in the draw.
	ErrNoSuchSeat = errors.New("no such seat")
	// ErrBegun comes as a BegunError.
	ErrBegun = errors.New("later matches have begun")
	// ErrOut says that a seat has nothing left to play.
	ErrOut = errors.New("seat is out")
)

// BegunError says that a record has matches between players whom the results
// do not bring there: a correction comes too late for them. It is ErrBegun.
type BegunError struct {
	// Matches are the IDs of those that have games or a ruling.
	Matches []int
}

func (e *BegunError) Error() string { return fmt.Sprintf("matches %v: %v", e.Matches, ErrBegun) }

// Is makes it ErrBegun.
func (e *BegunError) Is(target error) bool { return target == ErrBegun }

// sorted is a record by matches.
type sorted struct {
	games   [][]Game // by number
	rulings []*Ruling
	gone    []bool // by seat
}

// sort checks each entry of a record by itself.
func (d *Draw) sort(r Record) (sorted, error) {
	s := sorted{
		games:   make([][]Game, len(d.Matches)),
		rulings: make([]*Ruling, len(d.Matches)),
		gone:    make([]bool, d.Plan.Seats+1),
	}
	for _, g := range r.Games {
		m, ok := d.Match(g.Match)
		if !ok || g.Number < 1 || g.Number > m.Terms.Most() || g.Result < 0 || g.Result > tournament.BothLose {
			return s, fmt.Errorf("game %d of match %d: %w", g.Number, g.Match, ErrRecord)
		}
		s.games[m.ID-1] = append(s.games[m.ID-1], g)
	}
	for _, games := range s.games {
		slices.SortFunc(games, func(a, b Game) int { return cmp.Compare(a.Number, b.Number) })
		for i := 1; i < len(games); i++ {
			if games[i].Number == games[i-1].Number {
				return s, fmt.Errorf("game %d of match %d stands twice: %w", games[i].Number, games[i].Match, ErrRecord)
			}
		}
	}
	for _, ruling := range r.Rulings {
		m, ok := d.Match(ruling.Match)
		if !ok || s.rulings[m.ID-1] != nil || !ruling.valid() {
			return s, fmt.Errorf("ruling on match %d: %w", ruling.Match, ErrRecord)
		}
		s.rulings[m.ID-1] = &ruling
	}
	for _, seat := range r.Gone {
		if seat < 1 || seat > d.Plan.Seats {
			return s, fmt.Errorf("seat %d: %w", seat, ErrNoSuchSeat)
		}
		s.gone[seat] = true
	}
	return s, nil
}

func (r Ruling) valid() bool {
	switch r.Kind {
	case Absence:
		return r.Winner == 0
	case Walkover, Lot, Decision:
		return r.Winner > 0 && (r.Winner == r.Seats[0] || r.Winner == r.Seats[1])
	}
	return false
}

// same reports whether two pairs of seats are the same players.
func same(a, b [2]int) bool { return a == b || a == [2]int{b[1], b[0]} }
