package correspondence

import (
	"time"

	"crownpost/rules"
)

// GiveTime gives side more time, as an official decides: where each turn has its
// own, it is for the turn that runs and side must be to act; otherwise it goes on
// the clock, above a cap too. The limit on a first act stays. Time is whole
// milliseconds above 0. Errors are ErrOver and ErrTimeUp, as of Act, ErrNotYourTurn,
// and a *rules.Refusal where there is no clock or no time given.
func (g Game) GiveTime(now time.Time, side rules.Side, d time.Duration) (Change, error) {
	ch, now, err := g.enter(now)
	if err != nil {
		return ch, err
	}
	d = d.Truncate(time.Millisecond)
	switch {
	case g.Control.Kind == None:
		return ch, rules.Refuse("time-clockless", "this game has no clock", nil)
	case d <= 0:
		return ch, rules.Refuse("time-given", "the time given must be more than nothing", nil)
	case g.Control.Kind == PerMove && side != g.Position.ToAct():
		return ch, ErrNotYourTurn
	case g.Control.Kind == PerMove:
		ch.Game.part(now)
		ch.Game.Given += d
	case side == g.Position.ToAct():
		ch.Game.part(now)
		ch.Game.Left[side] += d
	default:
		ch.Game.Left[side] += d
	}
	ch.Game.arm()
	ch.note(now, TimeGiven, side)
	return ch, nil
}

// Reopen goes on with a game that was ended at a moment by an official, as it
// stood before that: the time since then is nobody's. Leaves are the players' as
// they are now.
func (g Game) Reopen(ended, now time.Time, leaves [2]Leave) Change {
	ch := Change{Game: g}
	ch.Game.part(ended)
	ch.Game.Since = later(ended, instant(now))
	if !g.NoLeave && g.Control.AllowsLeave() {
		ch.Game.Leave = leaves
	}
	ch.Game.arm()
	ch.note(instant(now), Reopened, rules.NoSide)
	return ch
}
