// Package correspondence is the law of play for games that last for days:
// clocks, draw offers, and every ending that comes from the players or the
// clock and not from the rules of the game.
//
// A Game is a value. Its methods take the time as an argument and the dice
// from a rules.Thrower, and answer with a Change, the new game and what
// happened, for the caller to store. An error changes nothing, with one
// exception: ErrTimeUp comes with the Change that ends the game.
//
// Times are rounded down to milliseconds, UTC, so that what is stored is what
// was computed.
package correspondence

import (
	"errors"
	"fmt"
	"time"

	"crownpost/rules"
)

// Status is where a game is in its life.
type Status string

// The statuses.
const (
	Running  Status = "running"
	Finished Status = "finished" // with a result that counts
	Aborted  Status = "aborted"  // without one
)

// Texts of the acts that are not moves.
const (
	Resign       = "resign"
	OfferDraw    = "offer-draw"
	AcceptDraw   = "accept-draw"
	DeclineDraw  = "decline-draw"
	WithdrawDraw = "withdraw-draw"
	ClaimDraw    = "claim-draw"
	Abort        = "abort"
)

// Reasons for results that come from the players, the clock or an official.
// The rules' own are in package rules.
const (
	Resignation                = rules.Resigned
	Agreement     rules.Reason = "agreement"
	Timeout       rules.Reason = "timeout"
	Forfeit       rules.Reason = "forfeit"        // not begun in a tournament, withdrawn or expelled
	Adjudicated   rules.Reason = "adjudicated"    // by the organiser or a moderator
	AccountClosed rules.Reason = "account-closed" // the loser closed his account
	ByPlayer      rules.Reason = "aborted"        // aborted by a player
	NotStarted    rules.Reason = "not-started"    // aborted: a player made no first act in time
	Annulled      rules.Reason = "annulled"       // aborted by an official
)

// Errors that Act and its relatives return. The rest are *rules.Refusal.
var (
	// ErrOver says that the game has ended.
	ErrOver = errors.New("the game is over")
	// ErrTimeUp says that the act came at or after the deadline. The Change
	// returned with it ends the game and must be stored.
	ErrTimeUp = errors.New("the time is up")
	// ErrStale is what a *StaleError is.
	ErrStale = errors.New("the game has moved on")
	// ErrNotYourTurn says that the other side is to act.
	ErrNotYourTurn = errors.New("it is not your turn")
	// ErrNoOffer says that the offer answered or withdrawn does not stand.
	ErrNoOffer = errors.New("no such offer stands")
	// ErrEndless says that the rules made automatic acts without ever coming
	// to a decision.
	ErrEndless = errors.New("automatic acts without end")
)

// StaleError says that an act answers another ply than the game is at.
type StaleError struct {
	// Ply is where the game is.
	Ply int
}

// Error names the ply the game is at.
func (e *StaleError) Error() string { return fmt.Sprintf("the game has moved on to ply %d", e.Ply) }

// Is makes a StaleError an ErrStale.
func (e *StaleError) Is(target error) bool { return target == ErrStale }

// Game is a correspondence game between White and Black. A caller that loads
// one from storage fills in every field as the last Change had it.
type Game struct {
	Position rules.Position
	Family   rules.Family
	Control  Control
	Rated    bool
	// Tournament games cannot be aborted, and not beginning one loses it.
	Tournament bool
	// DrawFrom is the first move, counted from 1, at which a draw may be
	// agreed; 0 allows it at any.
	DrawFrom int
	// NoLeave says that no clock stops for anybody's leave.
	NoLeave bool

	Status Status
	// Ply counts the acts recorded, the server's included.
	Ply int
	// Acted says whether each side has made an act of its own. Dice and
	// passes by the server are none, nor are offers.
	Acted [2]bool

	// Since is when the running turn began, or went on after Used; without a
	// clock, when the last act was made.
	Since time.Time
	// Used is how much of the running turn's time had passed before Since, and
	// Given what an official has added to it.
	Used, Given time.Duration
	// Held is how much of its turn the side had used that waits for the answer
	// to its offer to resign a game: if it is refused, the turn goes on.
	Held time.Duration
	// Left is, while the game runs, what each side's clock showed at Since
	// (Fischer, Total) or what its bank held (PerMove). Once the game is over
	// it is all the time each side had left at the end.
	Left [2]time.Duration
	// Deadline is the first instant at which the side to act has no time
	// left. It is zero without a clock and once the game is over.
	Deadline time.Time

	// Leave is, of each side, the leave that is on or to come, or the last one.
	Leave [2]Leave

	// Offer is the draw offer that stands, nil if none does.
	Offer *Offer
	// OfferFrom is the ply from which each side may offer a draw, later than
	// now after its offer was declined.
	OfferFrom [2]int

	// Orders are the standing orders of each side. They are its secret.
	Orders [2]rules.Orders

	// Result is nil while the game runs.
	Result *Result
	// Ended is when the game ended: for a game lost on time its deadline,
	// whenever that was noticed. It is zero while the game runs.
	Ended time.Time
}

// Result is how a game ended.
type Result struct {
	// Winner is NoSide for a draw and for a game without a result.
	Winner rules.Side
	Reason rules.Reason
	// Value is what the win counts, 0 without a winner.
	Value int
}

// Offer is a draw offer.
type Offer struct {
	// ID tells the offer from every other one, in any game. Who stores the
	// offer gives it; it is 0 in the Change that makes the offer.
	ID int64
	By rules.Side
	// Ply is where the game was when the offer was made.
	Ply int
}

// Act is what a player asks for.
type Act struct {
	// Text is a move in any spelling that the rules accept, or one of
	// Resign, OfferDraw, AcceptDraw, DeclineDraw, WithdrawDraw, ClaimDraw
	// and Abort.
	Text string
	// Ply is the ply that the act answers, Game.Ply as the player saw it.
	// It must be the current one, except where Offer names an offer.
	Ply int
	// OfferDraw offers a draw together with a move.
	OfferDraw bool
	// Offer is the ID of the offer that is accepted, declined or withdrawn.
	// 0 means whichever stands, and is good only with the current Ply.
	Offer int64
}

// Record is one ply of a game, to be stored for ever.
type Record struct {
	// Ply is the number of acts before this one: the first has ply 0.
	Ply  int
	Side rules.Side
	// Text is the act's canonical text.
	Text string
	// Dice is what was thrown or played, if anything.
	Dice []int
	At   time.Time
	// Spent is how long the turn had lasted when the act was made, 0 for the
	// server's acts. The last act of a turn has the whole turn's time.
	Spent time.Duration
	// Automatic says that the server made the act: there was nothing to
	// decide, or the player's orders decided.
	Automatic bool
}

// Event names what a Note tells. Those of players are the texts of their acts.
type Event string

// Events that are not acts of players.
const (
	TimeUp   Event = "time-up"  // a clock ran out
	Official Event = "official" // an official, or the closing of an account, ended the game
	// TimeGiven is more time for a side, from an official.
	TimeGiven Event = "time-given"
	// Reopened says that an official has taken the end of the game back.
	Reopened Event = "reopened"
)

// Note is an event that is no ply, for the game's log.
type Note struct {
	Event Event
	// Side is who acted; whose time was up; NoSide for an official.
	Side rules.Side
	// Ply is where the game was.
	Ply int
	// Offer is the offer made or answered, 0 for one that is new.
	Offer int64
	At    time.Time
}

// Change is what a method did: the game as it is now, and what to append to
// its record and its log, in order.
type Change struct {
	Game    Game
	Records []Record
	Notes   []Note

	// opening says that nobody has had a turn yet in the game that begins: its
	// opening throw earns nobody an increment.
	opening bool
}

// Options are the terms of a game besides its clock.
type Options struct {
	Family     rules.Family
	Rated      bool
	Tournament bool
	// DrawFrom is the first move at which a draw may be agreed; 0 is any.
	DrawFrom int
	// NoLeave forbids leave; otherwise Leave is that of each side.
	NoLeave bool
	Leave   [2]Leave
}

// New begins a game at now and makes the acts that need no decision, such as
// the opening throw. A control that is none, None in a rated or tournament
// game, and a start in which the game is over are answered with a
// *rules.Refusal.
func New(start rules.Position, c Control, o Options, now time.Time, throw rules.Thrower) (Change, error) {
	if err := c.check(); err != nil {
		return Change{}, err
	}
	if c.Kind == None && (o.Rated || o.Tournament) {
		return Change{}, rules.Refuse("clock-needed", "only casual games can do without a clock", nil)
	}
	if _, over := start.Outcome(); over {
		return Change{}, rules.Refuse("start-over", "in this position the game is over already", nil)
	}
	now = instant(now)
	whole := c.whole()
	ch := Change{Game: Game{
		Position: start, Family: o.Family, Control: c,
		Rated: o.Rated, Tournament: o.Tournament, DrawFrom: o.DrawFrom,
		NoLeave: o.NoLeave,
		Status:  Running, Since: now, Left: whole,
	}}
	if !o.NoLeave && c.AllowsLeave() {
		ch.Game.Leave = o.Leave
	}
	ch.Game.arm()
	ch.opening = true
	if err := ch.automatic(now, throw); err != nil {
		return Change{}, err
	}
	return ch, nil
}

// instant is t as it is stored.
func instant(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
