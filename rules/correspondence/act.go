package correspondence

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"crownpost/rules"
)

// roll is the backgammon act that the server makes by itself where nothing
// else can be decided; alreadyRolled is the rule that refuses it once the dice
// lie.
const (
	roll          = "roll"
	alreadyRolled = "already-rolled"
)

// Act does what side asks for at now, and then every act that needs no
// decision. Errors are ErrOver, ErrTimeUp (with a Change to store), a
// *StaleError, ErrNotYourTurn, ErrNoOffer and *rules.Refusal; whatever else
// the position's Play returns is wrapped.
//
// Asking again for what already stands, an offer of one's own or dice that
// the server has thrown for this very turn, changes nothing and is no error.
func (g Game) Act(now time.Time, side rules.Side, a Act, throw rules.Thrower) (Change, error) {
	ch, now, err := g.enter(now)
	if err != nil {
		return ch, err
	}
	if side != rules.White && side != rules.Black {
		return ch, ErrNotYourTurn
	}
	text := strings.TrimSpace(a.Text)
	switch text {
	case Resign, Abort, OfferDraw:
		// What one gives up or offers depends on the position one has seen.
		if a.Ply != g.Ply {
			return Change{Game: g}, &StaleError{Ply: g.Ply}
		}
	}
	switch text {
	case Resign:
		ch.note(now, Resign, side)
		ch.finish(now, Finished, ch.Game.lost(side, Resignation))
	case Abort:
		err = ch.abort(now, side)
	case OfferDraw:
		err = ch.offer(now, side)
	case AcceptDraw:
		err = ch.accept(now, side, a)
	case DeclineDraw:
		err = ch.decline(now, side, a)
	case WithdrawDraw:
		err = ch.withdraw(now, side, a)
	case ClaimDraw:
		err = ch.claim(now, side, a)
	default:
		err = ch.move(now, side, text, a, throw)
	}
	if err != nil {
		return Change{Game: g}, err
	}
	return ch, nil
}

// enter opens the game for an act at now. A game past its deadline is ended
// first.
func (g Game) enter(now time.Time) (Change, time.Time, error) {
	if g.Status != Running {
		return Change{Game: g}, now, ErrOver
	}
	// A wall clock that was set back must not move anything into the past.
	now = instant(now)
	if now.Before(g.Since) {
		now = g.Since
	}
	if ch, late := g.Settle(now); late {
		return ch, now, ErrTimeUp
	}
	return Change{Game: g}, now, nil
}

// move makes a move, with or without a draw offer, and then the acts that
// need no decision.
func (ch *Change) move(now time.Time, side rules.Side, text string, a Act, throw rules.Thrower) error {
	g := &ch.Game
	if g.hasRolled(side, text, a) {
		return nil
	}
	if err := g.onTurn(side, a); err != nil {
		return err
	}
	// An offer that comes with a move is made once the move is.
	accepts := a.OfferDraw && g.offeredBy(side.Other())
	offers := a.OfferDraw && g.Offer == nil
	if offers {
		if err := g.mayOffer(side, g.Ply+1); err != nil {
			return err
		}
	}
	if err := ch.ply(now, text, throw, false); err != nil {
		return err
	}
	if g.Status != Running {
		return nil
	}
	switch {
	case accepts:
		ch.agree(now, side)
		return nil
	case g.offeredBy(side.Other()):
		ch.refuseOffer(now, side)
	}
	if offers {
		ch.putOffer(now, side)
	}
	return ch.automatic(now, throw)
}

// hasRolled says that a asks for the throw that lies there for side to play.
func (g Game) hasRolled(side rules.Side, text string, a Act) bool {
	if side != g.Position.ToAct() || !strings.EqualFold(text, roll) || len(g.Position.Dice()) == 0 ||
		a.Ply != g.Ply && a.Ply != g.Ply-1 {
		return false
	}
	_, err := g.Position.Play(roll, nil)
	refusal, ok := errors.AsType[*rules.Refusal](err)
	return ok && refusal.Rule == alreadyRolled
}

// onTurn refuses an act of side that answers another ply or is out of turn.
func (g Game) onTurn(side rules.Side, a Act) error {
	if a.Ply != g.Ply {
		return &StaleError{Ply: g.Ply}
	}
	if side != g.Position.ToAct() {
		return ErrNotYourTurn
	}
	return nil
}

// mostAutomatic is more acts in a row than real play can need without a
// decision: the caller holds a lock meanwhile.
const mostAutomatic = 10_000

// automatic makes the acts that need no decision, and those that the standing
// orders of the side to act decide.
func (ch *Change) automatic(now time.Time, throw rules.Thrower) error {
	for range mostAutomatic {
		text := ch.Game.Position.Automatic()
		if text == "" {
			text = ch.ordered()
		}
		if text == "" {
			return nil
		}
		if err := ch.ply(now, text, throw, true); err != nil {
			return err
		}
	}
	return ErrEndless
}

// ordered is the act that the orders of the side to act make. An order counts
// only if it stood before the dice were thrown: where dice lie, they must have
// been thrown in this very change.
func (ch *Change) ordered() string {
	g := &ch.Game
	position, ok := g.Position.(rules.Orderable)
	if !ok || len(ch.Records) == 0 || g.Status != Running {
		return ""
	}
	side := g.Position.ToAct()
	if last := ch.Records[len(ch.Records)-1]; len(g.Position.Dice()) > 0 && last.Side != side {
		return ""
	}
	return position.Ordered(g.Orders[side])
}

// ply makes one act of the side to act and runs the clocks.
func (ch *Change) ply(now time.Time, text string, throw rules.Thrower, automatic bool) error {
	g := &ch.Game
	side := g.Position.ToAct()
	played, err := g.Position.Play(text, throw)
	if refusal, ok := errors.AsType[*rules.Refusal](err); ok {
		return refusal
	}
	if err != nil {
		return fmt.Errorf("act: %w", err)
	}
	r := Record{Ply: g.Ply, Side: played.Side, Text: played.Text, Dice: played.Dice, At: now, Automatic: automatic}
	used := g.used(now)
	if !automatic {
		r.Spent = used
	}
	ch.Records = append(ch.Records, r)
	g.Ply++
	if !automatic && !g.Acted[side] {
		limited := g.allowance(side)
		g.Acted[side] = true
		if g.allowance(side) > limited { // a leave may count that did not: from now on
			g.Used, g.Since = used, now
		}
	}
	if o, over := played.Position.Outcome(); over {
		ch.finish(now, Finished, Result(o))
		g.Position = played.Position
		return nil
	}
	g.Position = played.Position
	ch.turn(now, side, played, max(0, used-g.Given))
	return nil
}

// turn runs the clocks after an act of side that has not ended the game, until
// which its turn had used so much of what is its own.
func (ch *Change) turn(now time.Time, side rules.Side, played rules.Played, used time.Duration) {
	g := &ch.Game
	opening := ch.opening
	ch.opening = played.NewTurn
	switch {
	case g.Control.Kind == None:
		g.Used, g.Since = 0, now
	case played.Asks:
		g.Held, g.Used, g.Since, g.Given = used, 0, now, 0
	case played.Resumes:
		g.charge(side, used)
		g.Held, g.Used, g.Since, g.Given = 0, g.Held, now, 0
	case g.Position.ToAct() != side || played.NewTurn:
		if !opening {
			g.charge(side, used)
		}
		if g.Held > 0 {
			g.charge(side.Other(), g.Held)
		}
		g.Held, g.Used, g.Since, g.Given = 0, 0, now, 0
	}
	g.arm()
}

func (ch *Change) note(now time.Time, e Event, side rules.Side) {
	n := Note{Event: e, Side: side, Ply: ch.Game.Ply, At: now}
	if ch.Game.Offer != nil {
		n.Offer = ch.Game.Offer.ID
	}
	ch.Notes = append(ch.Notes, n)
}
