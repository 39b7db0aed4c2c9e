package correspondence_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts"
)

var sides = [2]rules.Side{rules.White, rules.Black}

// everyAct is what a player can send besides moves.
var everyAct = []string{
	correspondence.Resign, correspondence.OfferDraw, correspondence.AcceptDraw, correspondence.DeclineDraw,
	correspondence.WithdrawDraw, correspondence.ClaimDraw, correspondence.Abort,
}

// ledger plays a game at random and keeps its own, simpler account of it.
type ledger struct {
	g    correspondence.Game
	now  time.Time
	turn time.Time // when the running turn began
	used [2]time.Duration
	bank [2]time.Duration
	last time.Time // of the last record or note
	// held is what was used of the turn that waits for the answer to a
	// resignation.
	held time.Duration
}

func control(t *rapid.T) correspondence.Control {
	seconds := rapid.Custom(func(t *rapid.T) time.Duration {
		return time.Duration(rapid.IntRange(1, 60*24*3600).Draw(t, "seconds")) * time.Second
	})
	optional := rapid.OneOf(seconds, rapid.Just(time.Duration(0)))
	c := correspondence.Control{Kind: rapid.SampledFrom([]correspondence.Kind{
		correspondence.PerMove, correspondence.Fischer, correspondence.Total, correspondence.None,
	}).Draw(t, "kind")}
	switch c.Kind {
	case correspondence.PerMove:
		c.Per, c.Bank = seconds.Draw(t, "per"), optional.Draw(t, "bank")
	case correspondence.Fischer:
		c.Initial, c.Increment, c.Cap = seconds.Draw(t, "initial"), seconds.Draw(t, "increment"), optional.Draw(t, "cap")
	case correspondence.Total:
		c.Initial = seconds.Draw(t, "initial")
	}
	return c
}

func TestControlsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := control(t)
		if got, err := correspondence.ParseControl(c.String()); err != nil || got != c {
			t.Fatalf("%q reads as %+v, %v", c, got, err)
		}
	})
}

// equal compares games by what is stored of them.
func equal(a, b correspondence.Game) bool {
	return a.Position.String() == b.Position.String() &&
		cmp.Equal(a, b, cmpopts.IgnoreFields(correspondence.Game{}, "Position"))
}

// apply checks what one act did against the law and takes it over.
func (l *ledger) apply(t *rapid.T, ch correspondence.Change) {
	before := l.g
	l.g = ch.Game
	for i, r := range ch.Records {
		if r.Ply != before.Ply+i {
			t.Fatalf("record %d has ply %d after ply %d", i, r.Ply, before.Ply)
		}
		if r.Automatic != (i > 0) {
			t.Fatalf("record %d of an act: automatic is %v", i, r.Automatic)
		}
		if r.At.Before(l.last) {
			t.Fatalf("a record of %v after one of %v", r.At, l.last)
		}
		l.last = r.At
	}
	if len(ch.Records) > 0 {
		l.acted(t, before, ch.Records)
	}
	for _, n := range ch.Notes {
		if n.At.Before(l.last) {
			t.Fatalf("a note of %v after %v", n.At, l.last)
		}
		l.last = n.At
	}
	if l.g.Ply != before.Ply+len(ch.Records) {
		t.Fatalf("ply %d after ply %d and %d records", l.g.Ply, before.Ply, len(ch.Records))
	}
	if len(ch.Records) == 0 && (!l.g.Since.Equal(before.Since) || l.g.Status == correspondence.Running && !l.g.Deadline.Equal(before.Deadline)) {
		t.Fatal("an act that is no move touched the clock")
	}
}

// acted books the time of a player's act and of what the server did after it.
func (l *ledger) acted(t *rapid.T, before correspondence.Game, records []correspondence.Record) {
	side, elapsed := records[0].Side, l.now.Sub(l.turn)
	if records[0].Spent != elapsed {
		t.Fatalf("spent %v of a turn that lasted %v", records[0].Spent, elapsed)
	}
	ended := l.g.Position.ToAct() != side || gameNumber(l.g) != gameNumber(before)
	for _, r := range records {
		ended = ended || r.Side != side
	}
	switch word, _, _ := strings.Cut(records[0].Text, " "); {
	case l.g.Control.Kind == correspondence.None:
		l.turn = l.now
	case word == "resign" && len(records) == 1:
		l.held, l.turn = elapsed, l.now
	case word == "refuse":
		l.book(side, elapsed)
		l.turn, l.held = l.now.Add(-l.held), 0
	case ended:
		l.book(side, elapsed)
		l.book(side.Other(), l.held)
		l.turn, l.held = l.now, 0
	}
	// What orders decide is done, where they stood before the throw.
	orderable, ok := l.g.Position.(rules.Orderable)
	next := l.g.Position.ToAct()
	if !ok || l.g.Status != correspondence.Running {
		return
	}
	if last := records[len(records)-1]; len(l.g.Position.Dice()) == 0 || last.Side == next {
		if text := orderable.Ordered(l.g.Orders[next]); text != "" {
			t.Fatalf("%v has ordered %q", next, text)
		}
	}
}

func (l *ledger) book(side rules.Side, used time.Duration) {
	l.used[side] += used
	l.bank[side] -= max(0, used-l.g.Control.Per)
}

// gameNumber is the number of the game within a match.
func gameNumber(g correspondence.Game) int {
	state, _ := backgammon.StateOf(g.Position)
	return state.Game()
}

func (l *ledger) act(t *rapid.T, side rules.Side, a correspondence.Act, throw rules.Thrower) error {
	before := l.g
	open := slices.Contains(before.Acts(side, l.now), a.Text)
	ch, err := before.Act(l.now, side, a, throw)
	switch {
	case before.Status != correspondence.Running:
		if err != correspondence.ErrOver || !equal(ch.Game, before) {
			t.Fatalf("%q in a game that is over: %v", a.Text, err)
		}
	case !before.Deadline.IsZero() && !l.now.Before(before.Deadline):
		if err != correspondence.ErrTimeUp || ch.Game.Status == correspondence.Running || !equal(ch.Game, before.At(l.now)) {
			t.Fatalf("%q after the deadline: %v", a.Text, err)
		}
		l.apply(t, ch)
	case err != nil:
		if !equal(ch.Game, before) || ch.Records != nil || ch.Notes != nil {
			t.Fatalf("%q was refused (%v) and changed the game", a.Text, err)
		}
		if open {
			t.Fatalf("%q was open and refused: %v", a.Text, err)
		}
	default:
		if slices.Contains(everyAct, a.Text) && !open && !equal(ch.Game, before) && a.Text != correspondence.OfferDraw {
			t.Fatalf("%q was not open and was done", a.Text)
		}
		l.apply(t, ch)
	}
	return err
}

// check holds at every instant.
func (l *ledger) check(t *rapid.T) {
	g := l.g
	seen := g.At(l.now)
	if g.Status != correspondence.Running {
		if g.Result == nil || g.Ended.IsZero() || !g.Deadline.IsZero() || g.Offer != nil || !equal(seen, g) {
			t.Fatalf("over, but %+v", g)
		}
		for _, s := range sides {
			if g.Remaining(s, l.now) != g.Left[s] || g.Left[s] < 0 || g.Acts(s, l.now) != nil {
				t.Fatalf("over, but %v has %v left and acts %v", s, g.Left[s], g.Acts(s, l.now))
			}
		}
		return
	}
	side := g.Position.ToAct()
	if side == rules.NoSide || g.Result != nil || !g.Ended.IsZero() || g.Position.Automatic() != "" {
		t.Fatalf("running, but %+v", g)
	}
	for _, s := range sides {
		left, c := g.Left[s], g.Control
		switch c.Kind {
		case correspondence.PerMove:
			if left != l.bank[s] {
				t.Fatalf("%v has a bank of %v, want %v", s, left, l.bank[s])
			}
		case correspondence.Total:
			if left != c.Initial-l.used[s] {
				t.Fatalf("%v has %v left of %v and used %v", s, left, c.Initial, l.used[s])
			}
		case correspondence.Fischer:
			most := c.Initial - l.used[s] + time.Duration(g.Ply)*c.Increment
			if left > most || left < c.Initial-l.used[s] || c.Cap > 0 && left > max(c.Cap, c.Initial) {
				t.Fatalf("%v has %v left after using %v", s, left, l.used[s])
			}
		}
		if left < 0 || g.Remaining(s, l.now) < 0 || g.Bank(s, l.now) < 0 {
			t.Fatalf("%v has less than nothing left: %v", s, left)
		}
	}
	if g.Control.Kind == correspondence.None {
		if !g.Deadline.IsZero() {
			t.Fatal("a deadline without a clock")
		}
		return
	}
	if !g.Deadline.Equal(g.Since.Add(g.Remaining(side, g.Since))) || !g.Deadline.After(g.Since) {
		t.Fatalf("since %v, %v left, deadline %v", g.Since, g.Remaining(side, g.Since), g.Deadline)
	}
	if late := !l.now.Before(g.Deadline); late != (seen.Status != correspondence.Running) || late != (g.Remaining(side, l.now) == 0) {
		t.Fatalf("at %v with the deadline %v the game is %v", l.now, g.Deadline, seen.Status)
	}
	if g.At(g.Deadline.Add(-time.Millisecond)).Status != correspondence.Running || g.At(g.Deadline).Status == correspondence.Running {
		t.Fatal("a millisecond does not decide")
	}
}

func TestTheLawHoldsInEveryGame(t *testing.T) {
	for _, v := range append(draughts.Variants(), backgammon.Variants()...) {
		t.Run(v.Key(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { playAtRandom(t, v) })
		})
	}
}

func TestTheLawHoldsInEveryMatch(t *testing.T) {
	cubed, _ := backgammon.Lookup("backgammon")
	table, _ := backgammon.Lookup("table")
	bold, err := cubed.Money(3).With(map[string]string{"jacoby": "on", "beavers": "on", "automatic-doubles": "on"})
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]rules.Variant{
		"a match to 2": cubed.Match(2), "a match to 7": cubed.Match(7), "a single game for money": cubed.Money(1),
		"a session with beavers": bold, "a match of table to 5": table.Match(5),
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { playAtRandom(t, v) })
		})
	}
}

func playAtRandom(t *rapid.T, v rules.Variant) {
	die := func() int { return rapid.IntRange(1, 6).Draw(t, "die") }
	throw := func(rules.Roll) rules.Dice { return die }
	c := control(t)
	clocked := c.Kind != correspondence.None
	o := correspondence.Options{
		Family:     v.Family(),
		Rated:      clocked && rapid.Bool().Draw(t, "rated"),
		Tournament: clocked && rapid.Bool().Draw(t, "tournament"),
	}
	begun := time.Date(2027, 10, 31, 0, 0, 0, 0, time.UTC)
	ch, err := correspondence.New(v.Start(), c, o, begun, throw)
	if err != nil {
		t.Fatal(err)
	}
	l := &ledger{g: ch.Game, now: begun, turn: begun, last: begun, bank: [2]time.Duration{c.Bank, c.Bank}}
	move := func(t *rapid.T) {
		if l.g.Status != correspondence.Running {
			t.Skip("over")
		}
		texts := []string{}
		for _, act := range l.g.Position.Legal() {
			texts = append(texts, act.Text)
		}
		if state, ok := backgammon.StateOf(l.g.Position); ok {
			for _, level := range state.MayResign() {
				texts = append(texts, fmt.Sprintf("resign %d", level))
			}
		}
		a := correspondence.Act{
			Text:      rapid.SampledFrom(texts).Draw(t, "move"),
			Ply:       l.g.Ply,
			OfferDraw: rapid.IntRange(0, 9).Draw(t, "offer") == 0,
		}
		err := l.act(t, l.g.Position.ToAct(), a, throw)
		refusal, refused := errors.AsType[*rules.Refusal](err)
		if refused && !a.OfferDraw {
			t.Fatalf("%q is legal and refused: %v", a.Text, refusal)
		}
		if err != nil && !refused && err != correspondence.ErrTimeUp {
			t.Fatalf("%q is legal, but: %v", a.Text, err)
		}
	}
	t.Repeat(map[string]func(*rapid.T){
		"":      l.check,
		"move":  move,
		"move2": move,
		"give orders": func(t *rapid.T) {
			l.g.Orders[rapid.SampledFrom(sides[:]).Draw(t, "side")] = rules.Orders{
				Roll:    rapid.Bool().Draw(t, "roll"),
				Forced:  rapid.Bool().Draw(t, "forced"),
				BearOff: rapid.Bool().Draw(t, "bear off"),
			}
		},
		"wait": func(t *rapid.T) {
			l.now = l.now.Add(time.Duration(rapid.Int64Range(0, int64(2*correspondence.Day)).Draw(t, "wait")).Truncate(time.Millisecond))
		},
		"wait for the deadline": func(t *rapid.T) {
			at := l.g.Deadline.Add(time.Duration(rapid.IntRange(-2, 1).Draw(t, "ms")) * time.Millisecond)
			if l.g.Deadline.IsZero() || at.Before(l.now) {
				t.Skip("no deadline ahead")
			}
			l.now = at
		},
		"act": func(t *rapid.T) {
			a := correspondence.Act{Text: rapid.SampledFrom(everyAct[1:]).Draw(t, "act"), Ply: l.g.Ply}
			_ = l.act(t, rapid.SampledFrom(sides[:]).Draw(t, "side"), a, throw)
		},
		"resign": func(t *rapid.T) {
			if rapid.IntRange(0, 9).Draw(t, "really") > 0 {
				t.Skip("plays on")
			}
			_ = l.act(t, rapid.SampledFrom(sides[:]).Draw(t, "side"), correspondence.Act{Text: correspondence.Resign, Ply: l.g.Ply}, throw)
		},
		"repeat a move": func(t *rapid.T) {
			if l.g.Ply == 0 {
				t.Skip("none was made")
			}
			ply := rapid.IntRange(0, l.g.Ply-1).Draw(t, "ply")
			side := rapid.SampledFrom(sides[:]).Draw(t, "side")
			if err := l.act(t, side, correspondence.Act{Text: "32-28", Ply: ply}, throw); err == nil {
				t.Fatalf("a move for ply %d was made at ply %d", ply, l.g.Ply)
			}
		},
		"settle": func(t *rapid.T) {
			ch, late := l.g.Settle(l.now)
			if late == equal(ch.Game, l.g) {
				t.Fatalf("late is %v", late)
			}
			l.apply(t, ch)
		},
	})
}
