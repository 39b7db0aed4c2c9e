// Package director conducts events of every format that has rounds or a draw:
// it asks the format what is to be played next, what becomes of those who
// leave, and how everybody stands.
//
// An Event is a value built from what a caller has stored: a plan, the players
// and what happened so far. Everything is answered from these alone, so that
// a correction anywhere is answered by asking again. Players are named by the
// caller's keys; their seats, numbered from 1 by strength, are what the formats
// know them by. The package is pure: it draws no lots and reads no clock.
package director

import (
	"errors"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
)

// Format is the form of an event.
type Format string

// The formats. Progressive is a knockout with a consolation for its losers, and
// with a last chance for the losers of that. Ladder is for the names of formats
// alone: package ladder runs it.
const (
	Swiss             Format = "swiss"
	RoundRobin        Format = "round-robin"
	Knockout          Format = "knockout"
	DoubleElimination Format = "double-elimination"
	Progressive       Format = "progressive"
	Groups            Format = "groups"
	Ladder            Format = "ladder"
)

// Formats lists them in the order in which they are offered.
func Formats() []Format {
	return []Format{RoundRobin, Swiss, Knockout, DoubleElimination, Progressive, Groups, Ladder}
}

// Player is one participant.
type Player struct {
	// ID is the caller's key.
	ID int64
	// Seat is the starting rank, 0 before the start and for those who left
	// before it. Of two players on one seat the later is the substitute.
	Seat   int
	Name   string
	Title  string
	Rating int // in points, 0 for unrated
	// Key separates players in groups, such as a club or federation; empty is
	// none.
	Key    string
	Status tournament.Status
	// From is the first round for which a late entrant or a substitute is taken
	// into account; 0 and 1 are from the beginning. Left is the first round that
	// one who has left was not there for, 0 for those who play.
	From, Left int
}

// Kind is what a Pairing is.
type Kind string

// The kinds. A Game has two players; the byes have White alone. Walkover,
// Absence, Lot and Decision are the rulings of package bracket on the match
// whose ID is the round; they have no board.
const (
	Game       Kind = "game"
	PairingBye Kind = "pairing-bye"
	FullBye    Kind = "full-bye"
	HalfBye    Kind = "half-bye"
	ZeroBye    Kind = "zero-bye"
	Walkover   Kind = "walkover"
	Absence    Kind = "absence"
	Lot        Kind = "lot"
	Decision   Kind = "decision"
)

// Bye reports whether k is one of the byes.
func (k Kind) Bye() bool {
	return k == PairingBye || k == FullBye || k == HalfBye || k == ZeroBye
}

// granted reports whether k is a bye that the pairing did not give.
func (k Kind) granted() bool { return k.Bye() && k != PairingBye }

// Pairing is a game, a bye or a ruling.
type Pairing struct {
	// ID is the caller's key, 0 for one that is to be created.
	ID int64
	// Stage is empty, but in groups: the number of the section, or Final.
	Stage string
	// Round and Board number from 1. In a draw (knockouts, and the final of
	// groups that is one) the round is the ID of the match and the board the
	// number of the game in it. With Plan.Pairs, boards 1 and 2 of a round are the
	// two games of one pairing, 3 and 4 those of the next. A bye and a ruling
	// have board 0.
	Round, Board int
	// White and Black are the players' IDs, in a ruling both who should play.
	White, Black int64
	Kind         Kind
	// Result is that of a game; of a ruling WhiteWins or BlackWins, and
	// BothLose of an Absence.
	Result  tournament.Result
	Forfeit bool
	// Score is what White and Black made in a match to some points.
	Score [2]int
	// Deferred says that the round went on without waiting for this game: until
	// it has a result it counts as a draw in the pairing of later rounds, and
	// nowhere else (FIDE C.04.2 art. 3.1).
	Deferred bool
	// Points is the length of a new game that is a match to so many points, 0
	// where the event's own holds.
	Points int
}

// Final is the stage of the final of groups.
const Final = "final"

// Event is an event as it stands.
type Event struct {
	Plan Plan
	// Players are in the order in which they entered.
	Players []Player
	// Pairings are in any order. Byes granted for rounds to come are among them.
	Pairings []Pairing
	// Allowed are the rules that the organiser has set aside for the next round
	// of a Swiss, after there was no legal pairing.
	Allowed []swiss.Option
}

// Errors of events.
var (
	// ErrNotEnoughPlayers says that there are fewer than the format needs.
	ErrNotEnoughPlayers = errors.New("not enough players")
	// ErrStarted and ErrNotStarted say that seats have, or have not, been given.
	ErrStarted    = errors.New("event has started")
	ErrNotStarted = errors.New("event has not started")
	// ErrPlan is a choice that there is not, or that does not go with another
	// one or with the number of players. It comes as a PlanError.
	ErrPlan = errors.New("plan does not fit")
	// ErrOrder is an order of seats that is not a permutation.
	ErrOrder = errors.New("order is not a permutation of the players")
	// ErrNoSuchPairing and ErrNoSuchPlayer are IDs of nothing.
	ErrNoSuchPairing = errors.New("no such pairing")
	ErrNoSuchPlayer  = errors.New("no such player")
	// ErrRound is a round that cannot be changed or paired in this way.
	ErrRound = errors.New("round cannot be changed")
	// ErrEntered is one who is in the event already.
	ErrEntered = errors.New("player is in the event already")
	// ErrSeat is a seat that there is not, or whose holder has not left.
	ErrSeat = errors.New("seat is not free")
	// ErrPlaces is a round by hand in which somebody has no place, or two.
	ErrPlaces = errors.New("not every player has one place in the round")
	// ErrField is a field that cannot be continued as an event.
	ErrField = errors.New("field cannot be continued")
	// ErrFormat is an act that the format does not know.
	ErrFormat = errors.New("format does not know this")
	// ErrTooLate is a correction that would take a player out of a match that
	// has begun.
	ErrTooLate = errors.New("later matches have begun")
)
