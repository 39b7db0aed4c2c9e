package correspondence

import (
	"time"

	"crownpost/rules"
)

// Begun says whether both sides have made an act of their own.
func (g Game) Begun() bool { return g.Acted[rules.White] && g.Acted[rules.Black] }

// CountsForRating says whether the result changes ratings: the game is rated,
// has a result, and both sides have made an act of their own. Losses on time
// count.
func (g Game) CountsForRating() bool { return g.Rated && g.Status == Finished && g.Begun() }

// Acts lists the acts besides moves that are open to side at now, in a fixed
// order, as their texts: none to NoSide, a spectator.
func (g Game) Acts(side rules.Side, now time.Time) []string {
	g = g.At(now)
	if g.Status != Running || side == rules.NoSide {
		return nil
	}
	acts := []string{Resign}
	switch {
	case g.offeredBy(side):
		acts = append(acts, WithdrawDraw)
	case g.offeredBy(side.Other()):
		acts = append(acts, AcceptDraw, DeclineDraw)
	case g.mayOffer(side, g.Ply) == nil:
		acts = append(acts, OfferDraw)
	}
	if side == g.Position.ToAct() {
		if _, ok := g.Position.Claim(); ok {
			acts = append(acts, ClaimDraw)
		}
	}
	if g.mayAbort(now) == nil {
		acts = append(acts, Abort)
	}
	return acts
}

// mayAbort refuses an abort at now. Both sides have the same right to it.
func (g Game) mayAbort(now time.Time) error {
	switch {
	case g.Tournament:
		return rules.Refuse("abort-tournament", "a tournament game cannot be aborted", nil)
	case !g.Begun():
		return nil
	case g.Control.Kind != None:
		return rules.Refuse("abort-begun", "a game can be aborted only before both players have moved", nil)
	case g.used(now) < Silence:
		return rules.Refuse("abort-silence",
			"a game without a clock can be aborted %d days after the last move",
			[]string{"days"}, int(Silence/Day))
	}
	return nil
}

func (ch *Change) abort(now time.Time, side rules.Side) error {
	if err := ch.Game.mayAbort(now); err != nil {
		return err
	}
	ch.note(now, Abort, side)
	ch.finish(now, Aborted, Result{Winner: rules.NoSide, Reason: ByPlayer})
	return nil
}

// Adjudicate ends the game as an official decides: winner is NoSide for a
// draw. Errors are ErrOver and ErrTimeUp, as of Act.
func (g Game) Adjudicate(now time.Time, winner rules.Side) (Change, error) {
	r := Result{Winner: rules.NoSide, Reason: Adjudicated}
	if winner != rules.NoSide {
		r = g.lost(winner.Other(), Adjudicated)
	}
	return g.decide(now, rules.NoSide, Finished, r)
}

// Forfeit ends the game as a loss of a side that left the event. Errors are
// ErrOver and ErrTimeUp, as of Act.
func (g Game) Forfeit(now time.Time, loser rules.Side) (Change, error) {
	return g.decide(now, loser, Finished, g.lost(loser, Forfeit))
}

// CloseAccount ends the game as a side closes its account: begun, it is
// lost; not begun, it is aborted, or in a tournament forfeited. Errors are
// ErrOver and ErrTimeUp, as of Act.
func (g Game) CloseAccount(now time.Time, side rules.Side) (Change, error) {
	switch {
	case g.Begun():
		return g.decide(now, side, Finished, g.lost(side, AccountClosed))
	case g.Tournament:
		return g.Forfeit(now, side)
	}
	return g.decide(now, side, Aborted, Result{Winner: rules.NoSide, Reason: AccountClosed})
}

// Annul ends the game without a result, at any ply, as an official decides.
// Errors are ErrOver and ErrTimeUp, as of Act.
func (g Game) Annul(now time.Time) (Change, error) {
	return g.decide(now, rules.NoSide, Aborted, Result{Winner: rules.NoSide, Reason: Annulled})
}

// lost is the result of a game that side loses otherwise than by the rules: it
// counts as a single win, times the cube in backgammon for money.
func (g Game) lost(side rules.Side, reason rules.Reason) Result {
	r := Result{Winner: side.Other(), Reason: reason, Value: 1}
	if position, ok := g.Position.(rules.Staked); ok {
		r.Value = position.Stake()
	}
	return r
}

func (g Game) decide(now time.Time, side rules.Side, s Status, r Result) (Change, error) {
	ch, now, err := g.enter(now)
	if err != nil {
		return ch, err
	}
	ch.note(now, Official, side)
	ch.finish(now, s, r)
	return ch, nil
}

// finish ends the game at now and freezes both clocks as they stand. It must
// be called before the position is replaced by one in which nobody is to act.
func (ch *Change) finish(now time.Time, s Status, r Result) {
	g := &ch.Game
	g.Left = [2]time.Duration{g.Remaining(rules.White, now), g.Remaining(rules.Black, now)}
	g.Status, g.Result, g.Ended = s, &r, now
	g.Deadline, g.Offer, g.Held, g.Used, g.Given = time.Time{}, nil, 0, 0, 0
}
