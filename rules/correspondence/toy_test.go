package correspondence

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"crownpost/rules"
)

// toy is a game small enough to reason about. A turn is one move, after a
// throw if the game has dice. A throw of 6 allows no play.
type toy struct {
	toAct  rules.Side
	dice   bool // a turn begins with a throw
	ask    bool // the player throws, because he could double instead
	open   bool // the opening throw is still to come
	thrown int
	claim  bool // the side to act may claim a draw
	over   *rules.Outcome
}

var errToy = errors.New("toy broke")

func (t toy) String() string {
	return fmt.Sprintf("%v to act, thrown %d, claim %v, over %v", t.toAct, t.thrown, t.claim, t.over != nil)
}

func (t toy) Notation() string { return t.String() }

func (t toy) ToAct() rules.Side {
	if t.over != nil {
		return rules.NoSide
	}
	return t.toAct
}

func (t toy) texts() []string {
	switch {
	case t.over != nil:
		return nil
	case t.dice && t.thrown == 0:
		return []string{"roll"}
	case t.thrown == 6:
		return []string{"pass"}
	}
	return []string{"move", "win", "draw", "claimable", "break"}
}

func (t toy) Legal() (acts []rules.Act) {
	for _, text := range t.texts() {
		acts = append(acts, rules.Act{Text: text})
	}
	return acts
}

func (t toy) Automatic() string {
	if texts := t.texts(); len(texts) == 1 && (texts[0] != "roll" || !t.ask || t.open) {
		return texts[0]
	}
	return ""
}

func (t toy) Play(text string, throw rules.Thrower) (rules.Played, error) {
	p := rules.Played{Side: t.toAct, Text: text}
	if text == "roll" && t.thrown > 0 {
		return p, rules.Refuse("already-rolled", "thrown", nil)
	}
	if !slices.Contains(t.texts(), text) {
		return p, rules.Refuse("toy", "not legal", nil)
	}
	next := t
	next.claim = false
	switch text {
	case "roll":
		next.thrown = throw(rules.Roll{Side: t.toAct, Game: 1})()
		if t.open && next.thrown%2 == 0 {
			next.toAct = rules.Black
		}
		next.open = false
		p.Dice = []int{next.thrown}
	case "win":
		next.over = &rules.Outcome{Winner: t.toAct, Reason: rules.Blocked, Value: 1}
	case "draw":
		next.over = &rules.Outcome{Winner: rules.NoSide, Reason: rules.Repetition}
	case "break":
		return p, errToy
	default:
		next.claim = text == "claimable"
		next.thrown = 0
		next.toAct = t.toAct.Other()
	}
	p.Position = next
	return p, nil
}

func (t toy) Dice() []int {
	if t.thrown == 0 {
		return nil
	}
	return []int{t.thrown}
}

func (t toy) Outcome() (rules.Outcome, bool) {
	if t.over == nil {
		return rules.Outcome{}, false
	}
	return *t.over, true
}

func (t toy) Claim() (rules.Outcome, bool) {
	if !t.claim || t.over != nil {
		return rules.Outcome{}, false
	}
	return rules.Outcome{Winner: rules.NoSide, Reason: rules.NoProgress}, true
}

func (t toy) Counts() []rules.Count { return nil }

// dice throws the given numbers, and then ones.
func dice(numbers ...int) rules.Thrower {
	next := func() int {
		if len(numbers) == 0 {
			return 1
		}
		n := numbers[0]
		numbers = numbers[1:]
		return n
	}
	return func(rules.Roll) rules.Dice { return next }
}

const (
	w = rules.White
	b = rules.Black
)

var start = time.Date(2027, 3, 28, 0, 30, 0, 0, time.UTC)

// play drives one game by a table: every step waits and then acts.
type play struct {
	t   fataler
	g   Game
	now time.Time
}

// fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

func begin(t fataler, control string, pos rules.Position, o Options, throw rules.Thrower) *play {
	t.Helper()
	c, err := ParseControl(control)
	if err != nil {
		t.Fatalf("control: %v", err)
	}
	if o.Family == "" {
		o.Family = rules.Draughts
	}
	ch, err := New(pos, c, o, start, throw)
	if err != nil {
		t.Fatalf("new: %v", err)
	}
	return &play{t: t, g: ch.Game, now: start}
}

// now is an act without a move at the ply that is current when it is tried.
func now(text string) Act { return Act{Text: text, Ply: current} }

const current = -1

// try acts after wait.
func (p *play) try(wait time.Duration, side rules.Side, a Act) (Change, error) {
	p.t.Helper()
	p.now = p.now.Add(wait)
	if a.Ply == current {
		a.Ply = p.g.Ply
	}
	ch, err := p.g.Act(p.now, side, a, dice())
	p.g = ch.Game
	return ch, err
}

// do is try with the current ply and no error.
func (p *play) do(wait time.Duration, side rules.Side, text string) Change {
	p.t.Helper()
	ch, err := p.try(wait, side, Act{Text: text, Ply: p.g.Ply})
	if err != nil {
		p.t.Fatalf("%v %q at ply %d: %v", side, text, p.g.Ply, err)
	}
	return ch
}

// moves makes n moves without using time.
func (p *play) moves(n int) {
	p.t.Helper()
	for range n {
		p.do(0, p.g.Position.ToAct(), "move")
	}
}
