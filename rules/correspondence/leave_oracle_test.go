package correspondence

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"crownpost/rules"
)

// steps is another account of a game's clocks, which knows no formula: it goes
// from minute to minute, and in each a clock runs down or stands. A turn is a roll
// and a move.
type steps struct {
	c       Control
	allowed bool // leave counts
	at      int  // minutes since the start, as are the others
	side    rules.Side
	own     int    // what is left of the turn's own time, what was given included
	pool    [2]int // clocks or banks
	drawn   int    // what the turn has taken from the bank
	first   int    // what is left until the limit on a first act
	acted   [2]bool
	leave   [2]struct{ from, to int }
	// stands says that the leave that is on, or the next one, stops the turn.
	stands bool
}

func minutes(d time.Duration) int { return int(d / time.Minute) }

func newSteps(c Control, allowed bool) *steps {
	s := &steps{c: c, allowed: allowed && (c.Kind == PerMove && c.Per+c.Bank >= Day || c.Kind != PerMove && c.Initial >= Day)}
	s.pool = [2]int{minutes(c.Initial + c.Bank), minutes(c.Initial + c.Bank)}
	s.open(w)
	return s
}

func (s *steps) open(side rules.Side) {
	s.side, s.own, s.drawn, s.first, s.stands = side, minutes(s.c.Per), 0, minutes(14*Day), true
}

func (s *steps) on(side rules.Side) bool {
	return s.allowed && s.leave[side].from <= s.at && s.at < s.leave[side].to
}

// left is what the side to act has.
func (s *steps) left() int {
	left := s.own + s.pool[s.side]
	if !s.acted[s.side] {
		left = min(left, s.first)
	}
	return left
}

// begins settles whether a leave that begins at this minute stops the turn.
func (s *steps) begins() {
	if l := s.leave[s.side]; l.from == s.at && l.to > s.at {
		s.stands = s.left() > 60
	}
}

// tick lets a minute pass.
func (s *steps) tick() {
	s.begins()
	if !s.on(s.side) || !s.stands {
		s.first--
		if s.own > 0 {
			s.own--
		} else {
			s.pool[s.side]--
			s.drawn++
		}
	}
	s.at++
}

func (s *steps) roll() {
	limited := s.left()
	s.acted[s.side] = true
	if s.left() > limited {
		s.anew()
	}
}

// anew says that what lies before now decides nothing about the rest of the turn.
func (s *steps) anew() { s.stands = true }

func (s *steps) move() {
	s.acted[s.side] = true
	if p := &s.pool[s.side]; s.c.Kind == Fischer {
		if most := minutes(s.c.Cap); most == 0 || *p < most {
			*p += minutes(s.c.Increment)
			if most > 0 {
				*p = min(*p, most)
			}
		}
	}
	s.open(s.side.Other())
}

func (s *steps) give(side rules.Side, n int) {
	switch {
	case s.c.Kind != PerMove:
		s.pool[side] += n
	default: // saves the bank
		back := min(n, s.drawn)
		s.pool[side] += back
		s.drawn -= back
		s.own += n - back
		s.first += n
	}
	if side == s.side {
		s.anew()
	}
}

// remaining is what a side has before it loses.
func (s *steps) remaining(side rules.Side) int {
	if side == s.side {
		return s.left()
	}
	left := minutes(s.c.Per) + s.pool[side]
	if !s.acted[side] {
		left = min(left, minutes(14*Day))
	}
	return left
}

func (s *steps) paused(side rules.Side) bool {
	s.begins()
	return s.on(side) && (side != s.side || s.stands)
}

// deadline is when the side to act has lost if nothing more happens.
func (s *steps) deadline() int {
	ahead := *s
	for ahead.left() > 0 {
		ahead.tick()
	}
	return ahead.at
}

// both is a game and the account of it, that the same things happen to.
type both struct {
	t   *testing.T
	log []string
	r   *rand.Rand
	g   Game
	s   *steps
}

func (p *both) instant(minute int) time.Time { return start.Add(time.Duration(minute) * time.Minute) }
func (p *both) now() time.Time               { return p.instant(p.s.at) }

func (p *both) fail(format string, args ...any) {
	p.t.Helper()
	for _, line := range p.log {
		p.t.Log(line)
	}
	p.t.Fatalf("%s at minute %d: %s", p.g.Control, p.s.at, fmt.Sprintf(format, args...))
}

func (p *both) did(format string, args ...any) {
	p.log = append(p.log, fmt.Sprintf("%6d %v to act, %d left: ", p.s.at, p.s.side, p.s.left())+fmt.Sprintf(format, args...))
}

// compare checks what the game tells at this minute.
func (p *both) compare() {
	p.t.Helper()
	for _, side := range []rules.Side{w, b} {
		if got, want := p.g.Remaining(side, p.now()), time.Duration(p.s.remaining(side))*time.Minute; got != want {
			p.fail("%v has %v left, want %v", side, got, want)
		}
		bank := 0
		if p.s.c.Kind == PerMove {
			bank = p.s.pool[side]
		}
		if got, want := p.g.Bank(side, p.now()), time.Duration(bank)*time.Minute; got != want {
			p.fail("%v has a bank of %v, want %v", side, got, want)
		}
		if got, want := p.g.Paused(side, p.now()), p.s.paused(side); got != want {
			p.fail("%v paused: %v, want %v", side, got, want)
		}
	}
}

func (p *both) take(ch Change, err error) {
	p.t.Helper()
	if err != nil {
		p.fail("%v", err)
	}
	p.g = ch.Game
}

// happens lets one thing happen to both.
func (p *both) happens() {
	now, side := p.now(), rules.Side(p.r.IntN(2))
	l := &p.s.leave[side]
	switch n := p.r.IntN(10); {
	case n < 5:
		text := "move"
		if len(p.g.Position.Dice()) == 0 {
			text = "roll"
		}
		p.did("%s", text)
		ch, err := p.g.Act(now, p.s.side, Act{Text: text, Ply: p.g.Ply}, dice())
		p.take(ch, err)
		if text == "roll" {
			p.s.roll()
		} else {
			p.s.move()
		}
	case n == 5 && (p.s.c.Kind != PerMove || side == p.s.side):
		given := 1 + p.r.IntN(3*24*60)
		p.did("%v gets %d", side, given)
		ch, err := p.g.GiveTime(now, side, time.Duration(given)*time.Minute)
		p.take(ch, err)
		p.s.give(side, given)
	case l.to > p.s.at && n > 6:
		p.did("the leave of %v from %d to %d ends", side, l.from, l.to)
		if l.to = p.s.at; l.from > p.s.at {
			l.from, l.to = 0, 0
			ch, err := p.g.SetLeave(now, side, Leave{})
			p.take(ch, err)
			break
		}
		ch, err := p.g.SetLeave(now, side, Leave{p.instant(l.from), p.instant(l.to)})
		p.take(ch, err)
	case l.to <= p.s.at:
		l.from = p.s.at
		switch {
		case side == p.s.side && p.r.IntN(2) == 0: // around the last hour
			l.from = max(p.s.at, p.s.deadline()-55-p.r.IntN(10))
		case p.r.IntN(2) == 0:
			l.from += p.r.IntN(2 * 24 * 60)
		}
		l.to = l.from + 1 + p.r.IntN(10*24*60)
		p.did("leave of %v from %d to %d", side, l.from, l.to)
		ch, err := p.g.SetLeave(now, side, Leave{p.instant(l.from), p.instant(l.to)})
		p.take(ch, err)
	}
}

// TestClocksAreThoseOfAnAccountByTheMinute compares games at random with steps.
func TestClocksAreThoseOfAnAccountByTheMinute(t *testing.T) {
	controls := []string{
		"per-move 1d", "per-move 3d", "per-move 1d bank 2d", "per-move 20d", "fischer 1d+6h cap 2d", "fischer 2d+1d", "fischer 20d+1d",
		"total 12d", "total 40d", "per-move 12h bank 5d", "per-move 12h bank 11h", "total 23h", "fischer 20h+12h",
	}
	lost := 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 1))
		control, noLeave := controls[r.IntN(len(controls))], r.IntN(10) == 0
		p := &both{t: t, r: r, g: begin(t, control, toy{dice: true, ask: true}, Options{NoLeave: noLeave}, dice()).g}
		p.s = newSteps(p.g.Control, !noLeave)
		for range 30 {
			p.happens()
			p.compare()
			end := p.s.deadline()
			if want := p.instant(end); !p.g.Deadline.Equal(want) {
				p.fail("deadline %v, want %v (%d)", p.g.Deadline, want, end)
			}
			wait := r.IntN(90)
			switch r.IntN(4) {
			case 0:
				wait = r.IntN(3 * 24 * 60)
			case 1: // around the last hour
				wait = max(0, end-p.s.at-r.IntN(120))
			}
			for range wait {
				if p.s.at == end {
					break
				}
				if r.IntN(500) == 0 {
					p.compare()
				}
				p.s.tick()
			}
			if p.s.at < end {
				p.compare()
				continue
			}
			lost++
			last := p.s.remaining(p.s.side.Other())
			ch, late := p.g.Settle(p.now().Add(time.Duration(r.IntN(5000)) * time.Minute))
			if _, early := p.g.Settle(p.now().Add(-time.Millisecond)); !late || early || !ch.Game.Ended.Equal(p.now()) {
				p.fail("late %v, a millisecond earlier %v, ended at %v", late, early, ch.Game.Ended)
			}
			if ch.Game.Left[p.s.side] != 0 || ch.Game.Left[p.s.side.Other()] != time.Duration(last)*time.Minute {
				p.fail("left at the end %v, want 0 and %d minutes", ch.Game.Left, last)
			}
			break
		}
	}
	if lost < 100 {
		t.Errorf("only %d games were lost on time", lost)
	}
}
