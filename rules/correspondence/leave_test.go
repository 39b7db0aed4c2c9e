package correspondence

import (
	"errors"
	"testing"
	"time"

	"crownpost/rules"
)

const h = time.Hour

// away gives side leave from now on, or later, for so long.
func (p *play) away(side rules.Side, in, long time.Duration) Leave {
	p.t.Helper()
	l := Leave{p.now.Add(in), p.now.Add(in + long)}
	p.tell(side, l)
	return l
}

func (p *play) tell(side rules.Side, l Leave) {
	p.t.Helper()
	ch, err := p.g.SetLeave(p.now, side, l)
	if err != nil || len(ch.Records)+len(ch.Notes) > 0 {
		p.t.Fatalf("leave: %v, %v, %v", err, ch.Records, ch.Notes)
	}
	p.g = ch.Game
}

// shows checks what side has left and whether its clock stands.
func (p *play) shows(side rules.Side, left time.Duration, paused bool) {
	p.t.Helper()
	if got := p.g.Remaining(side, p.now); got != left || p.g.Paused(side, p.now) != paused {
		p.t.Fatalf("after %v: %v has %v left, paused %v; want %v, %v", p.now.Sub(start), side, got, p.g.Paused(side, p.now), left, paused)
	}
}

func (p *play) due(deadline time.Time) {
	p.t.Helper()
	if !p.g.Deadline.Equal(deadline) {
		p.t.Fatalf("after %v: deadline %v, want %v", p.now.Sub(start), p.g.Deadline, deadline)
	}
}

func TestWhatIsLeftAtTheStartOfLeaveIsLeftAtTheReturn(t *testing.T) {
	const left = 2*Day + 3*h
	for _, tc := range []struct {
		control   string
		used      time.Duration // until that is left
		opponent  time.Duration
		afterTurn time.Duration // after a move a day after the return
	}{
		{"per-move 3d", 21 * h, 3 * Day, 3 * Day},
		{"per-move 3d bank 7d", 7*Day + 21*h, 10 * Day, 3*Day + Day + 3*h},
		{"fischer 10d+1d cap 14d", 8*Day + 21*h, 11 * Day, Day + 3*h + Day},
		{"total 30d", 27*Day + 21*h, 30 * Day, Day + 3*h},
	} {
		t.Run(tc.control, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, Options{}, nil)
			p.moves(2)
			p.now = p.now.Add(tc.used)
			l := p.away(w, 0, 10*Day)
			for _, later := range []time.Duration{0, time.Millisecond, 5 * Day, 10*Day - time.Millisecond} {
				p.now = l.From.Add(later)
				p.shows(w, left, true)
				p.shows(b, tc.opponent, false)
				p.due(l.To.Add(left))
			}
			p.now = l.To
			p.shows(w, left, false)
			if at := l.To.Add(left - time.Millisecond); p.g.At(at).Status != Running || p.g.At(l.To.Add(left)).Status != Finished {
				t.Error("it is not lost at the return and what was left")
			}
			ch := p.do(Day, w, "move")
			if got := ch.Records[0].Spent; got != tc.used+Day {
				t.Errorf("spent %v, want %v", got, tc.used+Day)
			}
			p.shows(w, tc.afterTurn, false)
			p.shows(b, tc.opponent, false)
			p.due(p.now.Add(tc.opponent))
		})
	}
}

func TestLeaveIsThePlayersOwn(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.moves(2)
	p.away(b, 0, 10*Day)
	p.shows(b, 3*Day, true)
	p.shows(w, 3*Day, false)
	p.due(start.Add(3 * Day)) // White's clock runs
	p.now = start.Add(Day)
	p.shows(w, 2*Day, false)
	if _, late := p.g.Settle(start.Add(3 * Day)); !late {
		t.Error("Black's leave has saved White")
	}
}

func TestTurnThatOpensDuringLeaveStartsWholeAtTheReturn(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.moves(2)
	l := p.away(b, 0, 10*Day)
	p.do(Day, w, "move")
	p.shows(b, 3*Day, true)
	p.due(l.To.Add(3 * Day))
	ch := p.do(4*Day, b, "move") // on leave, which goes on
	if got := ch.Records[0].Spent; got != 0 {
		t.Errorf("a move on leave took %v", got)
	}
	p.shows(b, 3*Day, true)
	p.due(p.now.Add(3 * Day))
	p.do(Day, w, "move")
	p.shows(b, 3*Day, true)
	p.due(l.To.Add(3 * Day))
	p.do(l.To.Add(Day).Sub(p.now), b, "move")
	p.shows(b, 3*Day, false)
}

func TestTurnThatOpensDuringLeaveStandsHoweverLittleIsLeft(t *testing.T) {
	p := begin(t, "total 30d", toy{}, Options{}, nil)
	p.moves(2)
	p.do(30*Day-h/2, w, "move")
	l := p.away(w, h, 5*Day)
	p.do(h+time.Minute, b, "move")
	p.shows(w, h/2, true)
	p.due(l.To.Add(h / 2))
}

func TestBothMayBeOnLeave(t *testing.T) {
	p := begin(t, "total 30d", toy{}, Options{}, nil)
	p.moves(2)
	white, black := p.away(w, 0, 4*Day), p.away(b, Day, 9*Day)
	p.due(white.To.Add(30 * Day))
	p.do(5*Day, w, "move")
	p.shows(w, 29*Day, false)
	p.shows(b, 30*Day, true)
	p.due(black.To.Add(30 * Day))
}

func TestLeaveInTheLastHourOfATurnCountsForTheNext(t *testing.T) {
	for _, tc := range []struct {
		name   string
		left   time.Duration
		counts bool
	}{
		{"more than an hour left", h + time.Millisecond, true},
		{"an hour left", h, false},
		{"a minute left", time.Minute, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, "per-move 3d", toy{}, Options{}, nil)
			p.moves(2)
			l := p.away(w, 3*Day-tc.left, 10*Day) // planned
			deadline := start.Add(3 * Day)
			if tc.counts {
				deadline = l.To.Add(tc.left)
			}
			p.due(deadline)
			p.now = l.From
			if got := p.g.InLastHour(w, p.now); got == tc.counts {
				t.Errorf("in the last hour: %v", got)
			}
			p.shows(w, tc.left, tc.counts)
			p.do(tc.left/2, w, "move")
			p.shows(w, 3*Day, true)
			p.do(0, b, "move")
			p.shows(w, 3*Day, true)
			p.due(l.To.Add(3 * Day))
		})
	}
}

func TestLeaveIsPlannedEndedAndGivenUp(t *testing.T) {
	begun := func(t *testing.T) *play {
		p := begin(t, "per-move 3d", toy{}, Options{}, nil)
		p.moves(2)
		p.now = start.Add(12 * h) // 2d12h left
		return p
	}
	t.Run("a planned leave moves the deadline at once, and the clock runs until it begins", func(t *testing.T) {
		p := begun(t)
		l := p.away(w, Day, 5*Day)
		p.due(l.To.Add(Day + 12*h))
		p.shows(w, 2*Day+12*h, false)
		p.now = l.From
		p.shows(w, Day+12*h, true)
	})
	t.Run("a leave that begins after the deadline does not move it", func(t *testing.T) {
		p := begun(t)
		p.away(w, 3*Day, 5*Day)
		p.due(start.Add(3 * Day))
	})
	t.Run("one that ends early ends there", func(t *testing.T) {
		p := begun(t)
		l := p.away(w, 0, 5*Day)
		p.now = p.now.Add(2 * Day)
		p.tell(w, Leave{l.From, p.now})
		p.shows(w, 2*Day+12*h, false)
		p.due(p.now.Add(2*Day + 12*h))
		ch := p.do(Day, w, "move")
		if got := ch.Records[0].Spent; got != Day+12*h {
			t.Errorf("spent %v, want 1d12h", got)
		}
	})
	t.Run("one that is given up before it begins was none", func(t *testing.T) {
		p := begun(t)
		p.away(w, Day, 5*Day)
		p.now = p.now.Add(12 * h)
		p.tell(w, Leave{})
		p.shows(w, 2*Day, false)
		p.due(start.Add(3 * Day))
	})
	t.Run("one that is given up leaves an earlier one of the turn counted", func(t *testing.T) {
		p := begun(t)
		l := p.away(w, 0, 5*Day)
		p.now = l.To.Add(12 * h)
		p.shows(w, 2*Day, false)
		p.away(w, Day, 5*Day)
		p.tell(w, Leave{})
		p.shows(w, 2*Day, false)
		p.due(p.now.Add(2 * Day))
	})
	t.Run("two leaves in a turn both count", func(t *testing.T) {
		p := begun(t)
		first := p.away(w, 0, 5*Day)
		p.now = first.To.Add(12 * h)
		second := p.away(w, 12*h, 7*Day)
		p.due(second.To.Add(Day + 12*h))
		p.now = second.From.Add(Day)
		p.shows(w, Day+12*h, true)
		ch := p.do(second.To.Sub(p.now)+12*h, w, "move")
		if got := ch.Records[0].Spent; got != 2*Day {
			t.Errorf("spent %v, want 2 days", got)
		}
	})
}

func TestGamesWithoutLeave(t *testing.T) {
	for name, tc := range map[string]struct {
		control string
		o       Options
		left    time.Duration
	}{
		"which it is forbidden in":                {"per-move 3d", Options{NoLeave: true}, 3 * Day},
		"whose turns take less than a day":        {"per-move 23h", Options{}, 23 * h},
		"whose clock holds less than a day":       {"fischer 15m+15s", Options{}, 15 * time.Minute},
		"whose time and bank are less than a day": {"per-move 12h bank 11h", Options{}, 23 * h},
		"without a clock":                         {"none", Options{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, tc.o, nil)
			before := p.g
			p.away(w, 0, 10*Day)
			p.shows(w, tc.left, false)
			p.due(before.Deadline)
			if p.g.Leave != before.Leave || p.g.InLastHour(w, before.Deadline.Add(-time.Minute)) {
				t.Error("the game has heard of leave")
			}
			if tc.left > 0 && p.g.At(before.Deadline).Status == Running {
				t.Error("leave has saved White")
			}
			tc.o.Leave[w] = Leave{start, start.Add(Day)}
			p = begin(t, tc.control, toy{}, tc.o, nil)
			p.shows(w, tc.left, false)
		})
	}
	for _, control := range []string{"per-move 1d", "per-move 12h bank 12h", "fischer 1d+1s", "total 1d"} {
		if c, err := ParseControl(control); err != nil || !c.AllowsLeave() {
			t.Errorf("%s allows no leave", control)
		}
	}
}

func TestGameThatBeginsDuringLeave(t *testing.T) {
	l := Leave{start.Add(-Day), start.Add(6 * Day)}
	p := begin(t, "total 30d", toy{}, Options{Leave: [2]Leave{l, l}}, nil)
	p.shows(w, 14*Day, true)
	p.due(l.To.Add(14 * Day)) // the limit on a first act
	p.do(Day, w, "move")
	p.shows(w, 30*Day, true)
	p.due(l.To.Add(14 * Day))
	ch, late := p.g.Settle(l.To.Add(14 * Day))
	if !late || ch.Game.Result.Reason != NotStarted {
		t.Errorf("late %v, %+v", late, ch.Game.Result)
	}
}

func TestLeaveOfAGameThatHasEnded(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.moves(2)
	l := Leave{start, start.Add(10 * Day)}
	if ch, err := p.g.SetLeave(start.Add(3*Day), w, l); !errors.Is(err, ErrTimeUp) || ch.Game.Status != Finished {
		t.Errorf("after the deadline: %v", err)
	}
	l = p.away(w, 0, 10*Day)
	p.do(Day, b, Resign)
	p.shows(w, 3*Day, false) // for ever
	if _, err := p.g.SetLeave(p.now, w, l); !errors.Is(err, ErrOver) {
		t.Errorf("after the game: %v", err)
	}
	if p.g.Used != 0 || p.g.Given != 0 || !p.g.Deadline.IsZero() {
		t.Errorf("used %v, given %v, deadline %v", p.g.Used, p.g.Given, p.g.Deadline)
	}
}
