package correspondence

import (
	"time"

	"crownpost/rules"
)

// FirstAct is the longest that a player's first act can take, whatever his
// clock says.
const FirstAct = 14 * Day

// Silence is how long a game without a clock must rest before it may be
// aborted.
const Silence = 30 * Day

// Settle ends a game whose deadline has come; late is false, and the game
// unchanged, if it has not. Time is up at the first instant at which nothing
// is left, and the result does not depend on how long after that Settle is
// called. A player who has made no act yet has not started: that aborts the
// game, and in a tournament forfeits it.
func (g Game) Settle(now time.Time) (ch Change, late bool) {
	ch.Game = g
	if g.Status != Running || g.Deadline.IsZero() || now.Before(g.Deadline) {
		return ch, false
	}
	side := g.Position.ToAct()
	ch.note(g.Deadline, TimeUp, side)
	switch {
	case g.Acted[side]:
		ch.finish(g.Deadline, Finished, g.lost(side, Timeout))
	case g.Tournament:
		ch.finish(g.Deadline, Finished, g.lost(side, Forfeit))
	default:
		ch.finish(g.Deadline, Aborted, Result{Winner: rules.NoSide, Reason: NotStarted})
	}
	return ch, true
}

// At is the game as a reader sees it at now: ended if its deadline has come,
// although nobody has stored that yet.
func (g Game) At(now time.Time) Game {
	ch, _ := g.Settle(now)
	return ch.Game
}

// Remaining is all the time that side has before it loses, at now: for the
// side to act until the deadline, for the other one at its next turn, bank
// and the limit on a first act included. It is never negative, 0 without a
// clock, and once the game is over what it was at the end.
func (g Game) Remaining(side rules.Side, now time.Time) time.Duration {
	switch {
	case g.Status != Running:
		return g.Left[side]
	case g.Control.Kind == None:
		return 0
	case side != g.Position.ToAct():
		return max(0, g.allowance(side)-g.Held)
	}
	return max(0, g.allowance(side)+g.Given-g.used(now))
}

// Bank is what the bank of side holds at now. It is 0 without a bank and once
// the game is over.
func (g Game) Bank(side rules.Side, now time.Time) time.Duration {
	if g.Status != Running || g.Control.Kind != PerMove {
		return 0
	}
	bank := g.Left[side]
	used := g.Held
	if side == g.Position.ToAct() {
		used = g.used(now) - g.Given
	}
	return max(0, bank-max(0, used-g.Control.Per))
}

// FirstDeadline is when a player whose first turn begins at start would be
// out of time; ok is false for a control without a clock.
func (c Control) FirstDeadline(start time.Time) (deadline time.Time, ok bool) {
	if c.Kind == None {
		return time.Time{}, false
	}
	g := Game{Control: c, Left: c.whole()}
	return instant(start).Add(g.allowance(rules.White)), true
}

// whole is Game.Left at the start.
func (c Control) whole() [2]time.Duration {
	left := c.Initial
	if c.Kind == PerMove {
		left = c.Bank
	}
	return [2]time.Duration{left, left}
}

// allowance is the time that side has for a turn that begins at Since.
func (g Game) allowance(side rules.Side) time.Duration {
	all := g.Left[side]
	if g.Control.Kind == PerMove {
		all += g.Control.Per
	}
	if !g.Acted[side] {
		all = min(all, FirstAct)
	}
	return all
}

// used is how much time of the running turn has passed, without leave.
func (g Game) used(now time.Time) time.Duration {
	d := now.Sub(g.Since)
	if l := g.Leave[g.Position.ToAct()]; g.stops(l) {
		d -= l.within(g.Since, now)
	}
	return g.Used + max(0, d)
}

// part begins a new part of the running turn: what was used so far stays so,
// whatever becomes of leaves.
func (g *Game) part(now time.Time) { g.Used, g.Since = g.used(now), now }

// charge ends a turn of side that lasted used.
func (g *Game) charge(side rules.Side, used time.Duration) {
	g.Left[side] = g.Control.Charge(g.Left[side], used)
}

// Charge is what a clock or a bank that held left holds after a turn that
// lasted used: what Game.Left is made of. A bank never refills; a Fischer
// clock grows up to the cap, and keeps what it has above it.
func (c Control) Charge(left, used time.Duration) time.Duration {
	switch c.Kind {
	case PerMove:
		left -= max(0, used-c.Per)
	case Fischer:
		left -= used
		grown := left + c.Increment
		if c.Cap > 0 {
			grown = min(grown, c.Cap)
		}
		left = max(left, grown)
	case Total:
		left -= used
	}
	return left
}

// Shown is what the clock of a player shows who has just ended a turn that
// lasted used, left being what Charge was given: of a turn with its own time
// what was not used of it and of the bank, else what the clock goes on with.
func (c Control) Shown(left, used time.Duration) time.Duration {
	if c.Kind == PerMove {
		return max(0, c.Per+left-used)
	}
	return max(0, c.Charge(left, used))
}

// Whole is what the clock or the bank of each side holds at the start.
func (c Control) Whole() time.Duration { return c.whole()[0] }

// arm sets the deadline of the running turn: a leave known to come moves it
// already, so that it is passed at the same instant whoever looks when.
func (g *Game) arm() {
	if g.Control.Kind == None {
		return
	}
	g.Deadline = g.runsOut()
	if l := g.Leave[g.Position.ToAct()]; g.stops(l) && l.From.Before(g.Deadline) {
		g.Deadline = g.Deadline.Add(l.To.Sub(later(l.From, g.Since)))
	}
}
