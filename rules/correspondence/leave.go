package correspondence

import (
	"time"

	"crownpost/rules"
)

// LastHour is how much of a running turn must be left for leave to stop its
// clock.
const LastHour = time.Hour

// Leave is a time away, from From up to but not including To. While it lasts the
// clock of the player who takes it stands, and nobody else's. The zero Leave is
// none.
type Leave struct{ From, To time.Time }

// On says whether the leave is on at now.
func (l Leave) On(now time.Time) bool { return !now.Before(l.From) && now.Before(l.To) }

// within is how much of the leave lies from one instant to another.
func (l Leave) within(from, to time.Time) time.Duration {
	return max(0, earlier(l.To, to).Sub(later(l.From, from)))
}

// LeaveTaken is how much of the leaves lies in a calendar year, UTC.
func LeaveTaken(leaves []Leave, year int) time.Duration {
	var sum time.Duration
	for _, l := range leaves {
		sum += l.within(yearBegins(year), yearBegins(year+1))
	}
	return sum
}

// LongestLeave is when a leave that begins at from must end at the latest, where
// each calendar year allows so much in all and leaves have been taken: from
// itself if nothing is left in its year. What a year leaves over lapses, and
// a leave that lasts into the next year goes on with that one's. A leave ends
// after two years in any case.
func LongestLeave(leaves []Leave, from time.Time, allowance time.Duration) time.Time {
	to := from
	for year := from.UTC().Year(); year <= from.UTC().Year()+1; year++ {
		ends := yearBegins(year + 1)
		to = earlier(ends, to.Add(max(0, allowance-LeaveTaken(leaves, year))))
		if to.Before(ends) {
			break
		}
	}
	return to
}

func yearBegins(year int) time.Time { return time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC) }

// AllowsLeave says whether leave can stop a clock of this control: only where
// turns may take a day.
func (c Control) AllowsLeave() bool { return c.Per+c.Bank >= Day || c.Initial >= Day }

// SetLeave tells the game of the leave that side takes, changes or gives up: one
// that is on and goes on, or ends early, must keep its From. The running turn of
// side stops for a leave that begins before its last hour, else those that
// open later. Errors are ErrOver and ErrTimeUp, as of Act. Where leave does not
// count the game stays as it is.
func (g Game) SetLeave(now time.Time, side rules.Side, l Leave) (Change, error) {
	ch, now, err := g.enter(now)
	if err != nil {
		return ch, err
	}
	if g.NoLeave || !g.Control.AllowsLeave() {
		return ch, nil
	}
	l = Leave{instant(l.From), instant(l.To)}
	if side == g.Position.ToAct() && !l.From.Equal(g.Leave[side].From) {
		ch.Game.part(now)
	}
	ch.Game.Leave[side] = l
	ch.Game.arm()
	return ch, nil
}

// InLastHour says whether side is to act at now and has so little time left for
// it that leave could not stop the clock.
func (g Game) InLastHour(side rules.Side, now time.Time) bool {
	return g.Status == Running && !g.NoLeave && g.Control.AllowsLeave() &&
		side == g.Position.ToAct() && g.Remaining(side, now) <= LastHour
}

// Paused says whether the clock of side stands at now because of its leave. A
// clock that does not run anyway stands for it too.
func (g Game) Paused(side rules.Side, now time.Time) bool {
	if g.Status != Running || g.NoLeave || !g.Control.AllowsLeave() || !g.Leave[side].On(now) {
		return false
	}
	return side != g.Position.ToAct() || g.stops(g.Leave[side])
}

// stops says whether a leave of the side to act stops the running turn: it has
// begun before the turn, or before its last hour.
func (g Game) stops(l Leave) bool {
	return l.To.After(g.Since) && (l.From.Before(g.Since) || g.runsOut().Sub(l.From) > LastHour)
}

// runsOut is when the running turn is out of time if nobody is on leave.
func (g Game) runsOut() time.Time {
	return g.Since.Add(g.allowance(g.Position.ToAct()) + g.Given - g.Used)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
