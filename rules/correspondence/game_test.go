package correspondence

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"crownpost/rules"
)

// wantRefusal fails unless err is a refusal by the given rule.
func wantRefusal(t *testing.T, err error, rule string) {
	t.Helper()
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Rule != rule {
		t.Fatalf("got %v, want a refusal by %q", err, rule)
	}
}

func same(a, b Game) bool { return cmp.Equal(a, b, cmp.AllowUnexported(toy{})) }

func TestNewRefuses(t *testing.T) {
	clock := Control{Kind: PerMove, Per: Day}
	for _, tc := range []struct {
		name  string
		start toy
		c     Control
		o     Options
		rule  string
	}{
		{"a rated game without a clock", toy{}, Control{Kind: None}, Options{Rated: true}, "clock-needed"},
		{"a tournament game without a clock", toy{}, Control{Kind: None}, Options{Tournament: true}, "clock-needed"},
		{"no control at all", toy{}, Control{}, Options{}, "clock-form"},
		{"a part that the kind does not have", toy{}, Control{Kind: None, Bank: Day}, Options{}, "clock-form"},
		{"half seconds", toy{}, Control{Kind: Total, Initial: 1500 * time.Millisecond}, Options{}, "clock-form"},
		{"a clock out of range", toy{}, Control{Kind: Total, Initial: 61 * Day}, Options{}, "clock-range"},
		{"a start without a future", toy{over: &rules.Outcome{}}, clock, Options{}, "start-over"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := New(tc.start, tc.c, tc.o, start, nil)
			wantRefusal(t, err, tc.rule)
		})
	}
}

func TestNewWithoutAClockIsCasual(t *testing.T) {
	p := begin(t, "none", toy{}, Options{}, nil)
	if !p.g.Deadline.IsZero() || p.g.At(start.Add(1000*Day)).Status != Running {
		t.Errorf("deadline %v", p.g.Deadline)
	}
}

func TestTheOpeningThrowIsNobodysTurn(t *testing.T) {
	c := Control{Kind: Fischer, Initial: 10 * Day, Increment: Day}
	ch, err := New(toy{dice: true, open: true}, c, Options{Family: rules.Backgammon}, start, dice(2))
	if err != nil {
		t.Fatal(err)
	}
	g := ch.Game
	if g.Position.ToAct() != b || g.Left != [2]time.Duration{10 * Day, 10 * Day} || !g.Deadline.Equal(start.Add(10*Day)) {
		t.Errorf("%v to act, %v left, deadline %v", g.Position.ToAct(), g.Left, g.Deadline)
	}
	want := []Record{{Ply: 0, Side: w, Text: "roll", Dice: []int{2}, At: start, Automatic: true}}
	if diff := cmp.Diff(want, ch.Records); diff != "" {
		t.Error(diff)
	}
}

func TestAutomaticActsFollowInTheSameChange(t *testing.T) {
	p := begin(t, "fischer 10d+1d", toy{dice: true, open: true}, Options{Family: rules.Backgammon}, dice(3))
	now := start.Add(Day)
	ch, err := p.g.Act(now, w, Act{Text: "move", Ply: 1}, dice(6, 6, 5))
	if err != nil {
		t.Fatal(err)
	}
	want := []Record{
		{Ply: 1, Side: w, Text: "move", At: now, Spent: Day},
		{Ply: 2, Side: b, Text: "roll", Dice: []int{6}, At: now, Automatic: true},
		{Ply: 3, Side: b, Text: "pass", At: now, Automatic: true},
		{Ply: 4, Side: w, Text: "roll", Dice: []int{6}, At: now, Automatic: true},
		{Ply: 5, Side: w, Text: "pass", At: now, Automatic: true},
		{Ply: 6, Side: b, Text: "roll", Dice: []int{5}, At: now, Automatic: true},
	}
	if diff := cmp.Diff(want, ch.Records); diff != "" {
		t.Error(diff)
	}
	g := ch.Game
	if g.Ply != 7 || g.Acted != [2]bool{true, false} || g.Position.ToAct() != b {
		t.Errorf("ply %d, acted %v, %v to act", g.Ply, g.Acted, g.Position.ToAct())
	}
	// White: 10 days - 1 + 1 for the move, + 1 for the turn that passed.
	if g.Left != [2]time.Duration{11 * Day, 11 * Day} || !g.Since.Equal(now) || !g.Deadline.Equal(now.Add(11*Day)) {
		t.Errorf("%v left since %v, deadline %v", g.Left, g.Since, g.Deadline)
	}
}

func TestAutomaticActsWithoutEndAreAnError(t *testing.T) {
	c := Control{Kind: PerMove, Per: Day}
	always6 := func(rules.Roll) rules.Dice { return func() int { return 6 } }
	if _, err := New(toy{dice: true}, c, Options{}, start, always6); !errors.Is(err, ErrEndless) {
		t.Errorf("new: %v", err)
	}
	g := begin(t, "per-move 1d", toy{dice: true}, Options{}, dice()).g
	ch, err := g.Act(start, w, Act{Text: "move", Ply: 1}, always6)
	if !errors.Is(err, ErrEndless) || !same(ch.Game, g) || ch.Records != nil {
		t.Errorf("act: %v", err)
	}
}

// doomed is over after its first act, which the server makes.
type doomed struct{ toy }

func (d doomed) Automatic() string { return "win" }

func TestAGameThatTheOpeningThrowDecidesIsOver(t *testing.T) {
	ch, err := New(doomed{}, Control{Kind: Total, Initial: Day}, Options{}, start, nil)
	if err != nil || ch.Game.Status != Finished || ch.Game.Left != [2]time.Duration{Day, Day} || !ch.Game.Deadline.IsZero() {
		t.Errorf("%v: %+v", err, ch.Game)
	}
}

// broken fails in its first act, which the server makes.
type broken struct{ toy }

func (broken) Automatic() string { return "break" }

func TestAnActThatFailsChangesNothing(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	before := p.g
	_, err := p.try(time.Hour, w, Act{Text: "break"})
	if !errors.Is(err, errToy) || !same(p.g, before) {
		t.Errorf("%v", err)
	}
	if _, err := New(broken{}, Control{Kind: PerMove, Per: Day}, Options{}, start, nil); !errors.Is(err, errToy) {
		t.Errorf("new: %v", err)
	}
}

func TestActRefuses(t *testing.T) {
	for _, tc := range []struct {
		name string
		side rules.Side
		act  Act
		want error
	}{
		{"a move for the other side", b, Act{Text: "move", Ply: 2}, ErrNotYourTurn},
		{"a move of nobody", rules.NoSide, Act{Text: "move", Ply: 2}, ErrNotYourTurn},
		{"resignation of nobody", rules.NoSide, Act{Text: Resign, Ply: 2}, ErrNotYourTurn},
		{"a move for an earlier ply", w, Act{Text: "move", Ply: 1}, ErrStale},
		{"a move for a later ply", w, Act{Text: "move", Ply: 3}, ErrStale},
		{"the move just made, sent again", b, Act{Text: "move", Ply: 1}, ErrStale},
		{"a claim for the other side", b, Act{Text: ClaimDraw, Ply: 2}, ErrNotYourTurn},
		{"a claim for an earlier ply", w, Act{Text: ClaimDraw, Ply: 1}, ErrStale},
		{"accepting without an offer", w, Act{Text: AcceptDraw, Ply: 2}, ErrNoOffer},
		{"declining without an offer", w, Act{Text: DeclineDraw, Ply: 2}, ErrNoOffer},
		{"withdrawing without an offer", w, Act{Text: WithdrawDraw, Ply: 2}, ErrNoOffer},
		{"accepting another game's offer", w, Act{Text: AcceptDraw, Ply: 2, Offer: 77}, ErrNoOffer},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, "per-move 3d", toy{}, Options{}, nil)
			p.moves(2)
			before := p.g
			ch, err := p.try(time.Hour, tc.side, tc.act)
			if !errors.Is(err, tc.want) {
				t.Fatalf("got %v, want %v", err, tc.want)
			}
			var stale *StaleError
			if errors.As(err, &stale) && (stale.Ply != 2 || stale.Error() != "the game has moved on to ply 2") {
				t.Errorf("%v", stale)
			}
			if !same(p.g, before) || ch.Records != nil || ch.Notes != nil {
				t.Errorf("a refused act changed the game")
			}
		})
	}
}

func TestAnIllegalMoveIsRefusedByTheRules(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	before := p.g
	_, err := p.try(time.Hour, w, Act{Text: "fly"})
	wantRefusal(t, err, "toy")
	if !same(p.g, before) {
		t.Error("a refused act changed the game")
	}
}

func TestMovesAreRecorded(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.do(time.Hour, w, "move")
	ch := p.do(2*time.Hour, b, " win ")
	want := []Record{{Ply: 1, Side: b, Text: "win", At: p.now, Spent: 2 * time.Hour}}
	if diff := cmp.Diff(want, ch.Records); diff != "" {
		t.Error(diff)
	}
	g := p.g
	if g.Status != Finished || *g.Result != (Result{b, rules.Blocked, 1}) || !g.Ended.Equal(p.now) || g.Ply != 2 {
		t.Errorf("%v %+v at %v, ply %d", g.Status, g.Result, g.Ended, g.Ply)
	}
	if _, over := g.Position.Outcome(); !over {
		t.Error("the last move is not on the board")
	}
}

func TestAMoveMayDraw(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.do(0, w, "draw")
	if *p.g.Result != (Result{rules.NoSide, rules.Repetition, 0}) {
		t.Errorf("%+v", p.g.Result)
	}
}

func TestNothingCanBeDoneOnceTheGameIsOver(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.do(0, w, "win")
	over := p.g
	for _, text := range []string{"move", Resign, OfferDraw, AcceptDraw, DeclineDraw, WithdrawDraw, ClaimDraw, Abort} {
		if ch, err := over.Act(p.now, b, Act{Text: text, Ply: 1}, nil); err != ErrOver || !same(ch.Game, over) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for name, end := range officials {
		if _, err := end(over, p.now); err != ErrOver {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRollForDiceAlreadyThrown(t *testing.T) {
	thrown := func(t *testing.T) *play {
		return begin(t, "per-move 3d", toy{dice: true, open: true}, Options{Family: rules.Backgammon}, dice(3))
	}
	for _, tc := range []struct {
		name string
		side rules.Side
		text string
		ply  int
		want error
	}{
		{"is harmless at the ply of the throw", w, "roll", 0, nil},
		{"is harmless at the current ply", w, " Roll", 1, nil},
		{"is stale at another", w, "roll", 2, ErrStale},
		{"is not the opponent's to send", b, "roll", 1, ErrNotYourTurn},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := thrown(t)
			before := p.g
			ch, err := p.try(time.Hour, tc.side, Act{Text: tc.text, Ply: tc.ply})
			if !errors.Is(err, tc.want) || (err == nil) != (tc.want == nil) {
				t.Fatalf("got %v, want %v", err, tc.want)
			}
			if !same(p.g, before) || ch.Records != nil || ch.Notes != nil {
				t.Error("it changed the game")
			}
		})
	}
	t.Run("throws where the player decides", func(t *testing.T) {
		p := begin(t, "per-move 3d", toy{dice: true, ask: true}, Options{Family: rules.Backgammon}, nil)
		ch := p.do(0, w, "roll")
		if len(ch.Records) != 1 || ch.Records[0].Automatic || !p.g.Acted[w] {
			t.Errorf("%+v", ch.Records)
		}
	})
}

func TestActs(t *testing.T) {
	claimable := func(p *play) { p.do(0, p.g.Position.ToAct(), "claimable") }
	for _, tc := range []struct {
		name         string
		control      string
		o            Options
		prepare      func(p *play)
		white, black []string
	}{
		{"before both have moved", "per-move 3d", Options{}, func(p *play) { p.moves(1) },
			[]string{Resign, OfferDraw, Abort}, []string{Resign, OfferDraw, Abort}},
		{"after both have moved", "per-move 3d", Options{}, func(p *play) { p.moves(2) },
			[]string{Resign, OfferDraw}, []string{Resign, OfferDraw}},
		{"in a tournament", "per-move 3d", Options{Tournament: true}, func(*play) {},
			[]string{Resign, OfferDraw}, []string{Resign, OfferDraw}},
		{"in backgammon", "per-move 3d", Options{Family: rules.Backgammon}, func(p *play) { p.moves(2) },
			[]string{Resign}, []string{Resign}},
		{"while White's offer stands", "per-move 3d", Options{}, func(p *play) { p.moves(2); p.do(0, w, OfferDraw) },
			[]string{Resign, WithdrawDraw}, []string{Resign, AcceptDraw, DeclineDraw}},
		{"after it was declined", "per-move 3d", Options{}, func(p *play) { p.moves(2); p.do(0, w, OfferDraw); p.do(0, b, DeclineDraw) },
			[]string{Resign}, []string{Resign, OfferDraw}},
		{"when Black can claim", "per-move 3d", Options{}, func(p *play) { p.moves(2); claimable(p) },
			[]string{Resign, OfferDraw}, []string{Resign, OfferDraw, ClaimDraw}},
		{"without a clock", "none", Options{}, func(p *play) { p.moves(2); p.now = p.now.Add(Silence - 1) },
			[]string{Resign, OfferDraw}, []string{Resign, OfferDraw}},
		{"without a clock after 30 days of silence", "none", Options{}, func(p *play) { p.moves(2); p.now = p.now.Add(Silence) },
			[]string{Resign, OfferDraw, Abort}, []string{Resign, OfferDraw, Abort}},
		{"after the deadline", "per-move 3d", Options{}, func(p *play) { p.now = p.now.Add(3 * Day) },
			nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, tc.o, nil)
			tc.prepare(p)
			if got := p.g.Acts(w, p.now); !slices.Equal(got, tc.white) {
				t.Errorf("White: %v, want %v", got, tc.white)
			}
			if got := p.g.Acts(b, p.now); !slices.Equal(got, tc.black) {
				t.Errorf("Black: %v, want %v", got, tc.black)
			}
			if got := p.g.Acts(rules.NoSide, p.now); got != nil {
				t.Errorf("a spectator: %v", got)
			}
		})
	}
}
