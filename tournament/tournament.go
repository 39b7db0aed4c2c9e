// Package tournament runs events: who sits where, who plays whom in which
// round, and how everybody stands.
//
// It is pure: it knows points and results, but neither the game that is
// played, nor a clock, nor a database. An Event is a value built from what a
// caller has stored; every question about it (the games of a round, whether a
// round is complete, the standings) is answered from its entrants and games
// alone, so that a correction anywhere is answered by asking again.
//
// Players sit on seats numbered from 1. Games name seats, not players: a
// substitute takes over a seat with everything that was played on it, and the
// schedule never depends on who has left.
package tournament

import (
	"errors"
	"fmt"
)

// Format is the form of an event.
type Format string

// The formats.
const (
	// RoundRobin lets everybody meet everybody once.
	RoundRobin Format = "round-robin"
	// DoubleRoundRobin lets everybody meet everybody twice, once with each
	// colour.
	DoubleRoundRobin Format = "double-round-robin"
)

// Status is where an entrant stands.
type Status string

// The statuses. Withdrawn and expelled players have left: they are not paired
// again, their unfinished games are forfeited and their names stay.
const (
	Entered   Status = "entered" // signed up, the event has not begun
	Active    Status = "active"
	Withdrawn Status = "withdrawn"
	Expelled  Status = "expelled"
)

// Left reports whether s is that of one who plays no more.
func (s Status) Left() bool { return s == Withdrawn || s == Expelled }

// Entrant is one player of an event.
type Entrant struct {
	// ID is the caller's key of the player.
	ID int64
	// Seat is the player's number in the schedule, 0 before the start and for
	// those who left before it.
	Seat   int
	Status Status
	// Rating orders seats when they are given by rating; its unit is the
	// caller's.
	Rating int64
}

// Result is how a game ended.
type Result int8

// The results. BothLose is a forfeit by both sides.
const (
	Unfinished Result = iota
	WhiteWins
	BlackWins
	Drawn
	BothLose
)

// String returns "*", "1-0", "0-1", "½-½" or "0-0".
func (r Result) String() string {
	return [...]string{"*", "1-0", "0-1", "½-½", "0-0"}[r]
}

// Points are what White and Black scored, in half points.
func (r Result) Points() (white, black int) {
	switch r {
	case WhiteWins:
		return 2, 0
	case BlackWins:
		return 0, 2
	case Drawn:
		return 1, 1
	}
	return 0, 0
}

// Game is one game of an event.
type Game struct {
	// ID is the caller's key of the game; the package only carries it.
	ID int64
	// Round and Board number from 1.
	Round, Board int
	// White and Black are seats of the event.
	White, Black int
	Result       Result
	// Forfeit says that the result was not decided by play.
	Forfeit bool
}

// Finished reports whether the game has a result.
func (g Game) Finished() bool { return g.Result != Unfinished }

// forfeitBy is the game lost by seat without play.
func (g Game) forfeitBy(seat int) Game {
	g.Result, g.Forfeit = WhiteWins, true
	if seat == g.White {
		g.Result = BlackWins
	}
	return g
}

// Event is a tournament as it stands.
type Event struct {
	Format Format
	// Law says what becomes of the games of those who leave.
	Law Law
	// TieBreaks order players with equal points, the first one first. When
	// empty, DefaultTieBreaks are used.
	TieBreaks []TieBreak
	// Entrants are in the order in which they entered: of two entrants on one
	// seat the later is the substitute.
	Entrants []Entrant
	// Games are those that have been created so far, in any order.
	Games []Game
	// Pairs makes every pairing two games at once with colours swapped: boards
	// 1 and 2 of a round are one pairing, 3 and 4 the next. Each game counts, so
	// that a pairing scores the sum of both. It is not for a double round robin.
	Pairs bool
	// Cycles is how often everybody meets everybody; 0 is as Format says.
	Cycles int
}

// Errors of an event.
var (
	// ErrNotEnoughPlayers says that fewer than two players are left to play.
	ErrNotEnoughPlayers = errors.New("not enough players")
	// ErrNoSuchRound says that the event has no round of that number.
	ErrNoSuchRound = errors.New("no such round")
	// ErrNoSuchSeat says that nobody sits or sat on a seat.
	ErrNoSuchSeat = errors.New("no such seat")
	// ErrSeatTaken says that the player on a seat has not left.
	ErrSeatTaken = errors.New("seat is taken")
	// ErrStarted says that seats have been given already.
	ErrStarted = errors.New("event has started")
	// ErrBadOrder says that the order of seats is not a permutation.
	ErrBadOrder = errors.New("order is not a permutation of the entrants")
)

// Start gives seats and returns the event under way. Order lists indexes into
// Candidates, seat 1 first: ByRating, or a permutation drawn by lot. Entrants
// who left before the start stay without a seat. Errors: ErrStarted,
// ErrNotEnoughPlayers, ErrBadOrder.
func (e Event) Start(order []int) (Event, error) {
	if e.Seats() > 0 {
		return e, ErrStarted
	}
	candidates := e.Candidates()
	if len(candidates) < 2 {
		return e, ErrNotEnoughPlayers
	}
	if len(order) != len(candidates) {
		return e, ErrBadOrder
	}
	seatOf := make(map[int]int, len(order)) // candidate's index to seat
	for i, c := range order {
		if c < 0 || c >= len(candidates) || seatOf[c] != 0 {
			return e, ErrBadOrder
		}
		seatOf[c] = i + 1
	}
	entrants := make([]Entrant, 0, len(e.Entrants))
	candidate := 0
	for _, p := range e.Entrants {
		if !p.Status.Left() {
			p.Seat, p.Status = seatOf[candidate], Active
			candidate++
		}
		entrants = append(entrants, p)
	}
	e.Entrants = entrants
	return e, nil
}

// Candidates are the entrants who will play if the event starts now, in the
// order in which they entered.
func (e Event) Candidates() []Entrant {
	var candidates []Entrant
	for _, p := range e.Entrants {
		if !p.Status.Left() {
			candidates = append(candidates, p)
		}
	}
	return candidates
}

// Seats is the number of seats, 0 before the start.
func (e Event) Seats() int {
	seats := 0
	for _, p := range e.Entrants {
		seats = max(seats, p.Seat)
	}
	return seats
}

// Holder is the entrant who sits on a seat, or the last one who did.
func (e Event) Holder(seat int) (Entrant, error) {
	i, err := e.holder(seat)
	if err != nil {
		return Entrant{}, err
	}
	return e.Entrants[i], nil
}

// holder is the index of a seat's holder among the entrants.
func (e Event) holder(seat int) (int, error) {
	for i := len(e.Entrants) - 1; i >= 0; i-- {
		if seat > 0 && e.Entrants[i].Seat == seat {
			return i, nil
		}
	}
	return 0, fmt.Errorf("seat %d: %w", seat, ErrNoSuchSeat)
}

// Rounds is the number of rounds of the whole event, 0 before the start.
func (e Event) Rounds() int {
	seats := e.Seats()
	if seats == 0 {
		return 0
	}
	return (seats - 1 + seats%2) * e.cycles()
}

// cycles is how often everybody meets everybody.
func (e Event) cycles() int {
	switch {
	case e.Cycles > 0:
		return e.Cycles
	case e.Format == DoubleRoundRobin:
		return 2
	}
	return 1
}

// Schedule is every game of the event, by round and board, as the pairing
// tables have it: without results, and whoever may have left.
func (e Event) Schedule() []Game {
	var games []Game
	for r, pairings := range e.pairings() {
		for _, p := range pairings {
			games = append(games, Game{Round: r + 1, Board: p.Board, White: p.White, Black: p.Black})
		}
	}
	return games
}

// pairings are the schedule by rounds, a Pairing a game.
func (e Event) pairings() [][]Pairing {
	rounds := Cycles(e.Seats(), e.cycles())
	if !e.Pairs {
		return rounds
	}
	for i, round := range rounds {
		both := make([]Pairing, 0, 2*len(round))
		for _, p := range round {
			both = append(both, Pairing{2*p.Board - 1, p.White, p.Black}, Pairing{2 * p.Board, p.Black, p.White})
		}
		rounds[i] = both
	}
	return rounds
}

// together is how many games two opponents begin at once.
func (e Event) together() int {
	if e.Pairs {
		return 2
	}
	return 1
}

// gamesPerRound is the number of games of every round.
func (e Event) gamesPerRound() int { return e.Seats() / 2 * e.together() }

// Round returns the games of a round for the caller to create. A game of one
// who has left is forfeited already, one of two who have left is lost by
// both. Errors: ErrNoSuchRound; ErrNotEnoughPlayers, with no games, when fewer
// than two players are left.
func (e Event) Round(round int) ([]Game, error) {
	if round < 1 || round > e.Rounds() {
		return nil, fmt.Errorf("round %d: %w", round, ErrNoSuchRound)
	}
	gone := e.gone()
	if len(gone)+2 > e.Seats() {
		return nil, ErrNotEnoughPlayers
	}
	var games []Game
	for _, g := range e.Schedule() {
		if g.Round != round {
			continue
		}
		switch {
		case gone[g.White] && gone[g.Black]:
			g.Result, g.Forfeit = BothLose, true
		case gone[g.White]:
			g = g.forfeitBy(g.White)
		case gone[g.Black]:
			g = g.forfeitBy(g.Black)
		}
		games = append(games, g)
	}
	return games, nil
}

// Rest is the seat that rests in a round of an odd field, 0 when none does.
func (e Event) Rest(round int) int {
	pairings := e.pairings()
	if round < 1 || round > len(pairings) || e.Seats()%2 == 0 {
		return 0
	}
	playing := map[int]bool{}
	for _, p := range pairings[round-1] {
		playing[p.White], playing[p.Black] = true, true
	}
	rest := 1
	for playing[rest] {
		rest++
	}
	return rest
}

// RoundComplete reports whether every game of a round exists and is finished.
func (e Event) RoundComplete(round int) bool {
	if round < 1 || round > e.Rounds() {
		return false
	}
	return e.finished(round) == e.gamesPerRound()
}

// finished counts the finished games of a round; of all rounds when it is 0.
func (e Event) finished(round int) int {
	finished := 0
	for _, g := range e.Games {
		if g.Finished() && (g.Round == round || round == 0) {
			finished++
		}
	}
	return finished
}

// NextRound is the round to create now in an event that is played round by
// round; 0 while a round is being played, and when the event is over.
func (e Event) NextRound() int {
	last := 0
	for _, g := range e.Games {
		last = max(last, g.Round)
	}
	if e.State() != Running || last > 0 && !e.RoundComplete(last) {
		return 0
	}
	return last + 1
}

// State is how far an event is.
type State string

// The states.
const (
	NotStarted State = "not-started"
	Running    State = "running"
	// Over means that every game of the schedule is finished.
	Over State = "over"
	// Deserted means that fewer than two players are left to play, with games
	// open or forfeited: the event closes as it stands.
	Deserted State = "not-enough-players"
)

// State tells how far the event is.
func (e Event) State() State {
	seats := e.Seats()
	if seats == 0 {
		return NotStarted
	}
	// Who left after all his games were played deserted nobody.
	deserters := 0
	played := e.playedBySeat()
	for seat := range e.gone() {
		if played[seat] < e.gamesPerSeat() {
			deserters++
		}
	}
	switch {
	case seats-deserters < 2:
		return Deserted
	case e.finished(0) == e.Rounds()*e.gamesPerRound():
		return Over
	case seats-len(e.gone()) < 2: // nobody is there to play what is open
		return Deserted
	}
	return Running
}

// gone is the set of seats whose holders have left.
func (e Event) gone() map[int]bool {
	left := map[int]bool{}
	for _, p := range e.Entrants { // a later entrant is the substitute
		if p.Seat > 0 {
			left[p.Seat] = p.Status.Left()
		}
	}
	for seat, gone := range left {
		if !gone {
			delete(left, seat)
		}
	}
	return left
}

// playedBySeat counts the games that each seat finished by play.
func (e Event) playedBySeat() map[int]int {
	played := map[int]int{}
	for _, g := range e.Games {
		if g.Finished() && !g.Forfeit {
			played[g.White]++
			played[g.Black]++
		}
	}
	return played
}

// gamesPerSeat is the number of games that the schedule gives everyone.
func (e Event) gamesPerSeat() int {
	return (e.Seats() - 1) * e.gamesPerOpponent()
}

// gamesPerOpponent is the number of games that two players have in all.
func (e Event) gamesPerOpponent() int { return e.together() * e.cycles() }
