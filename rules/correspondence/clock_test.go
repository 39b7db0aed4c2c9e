package correspondence

import (
	"errors"
	"testing"
	"time"

	"crownpost/rules"
)

// clocks says what both clocks have left.
func (p *play) clocks() [2]time.Duration {
	return [2]time.Duration{p.g.Remaining(w, p.now), p.g.Remaining(b, p.now)}
}

func TestClocksAfterEachMove(t *testing.T) {
	const h = time.Hour
	type step struct {
		wait time.Duration
		left [2]time.Duration // after the move
	}
	for _, tc := range []struct {
		name, control string
		steps         []step
	}{
		{"every move of per-move 3d restores 3 days", "per-move 3d", []step{
			{1 * Day, [2]time.Duration{3 * Day, 3 * Day}},
			{2 * Day, [2]time.Duration{3 * Day, 3 * Day}},
			{70 * h, [2]time.Duration{3 * Day, 3 * Day}},
			{0, [2]time.Duration{3 * Day, 3 * Day}},
		}},
		{"the moves of total 30d add up to 30 days; a first act counts in full although it is limited", "total 30d", []step{
			{1 * Day, [2]time.Duration{29 * Day, 14 * Day}},
			{2 * Day, [2]time.Duration{29 * Day, 28 * Day}},
			{13 * Day, [2]time.Duration{16 * Day, 28 * Day}},
			{20 * Day, [2]time.Duration{16 * Day, 8 * Day}},
			{15 * Day, [2]time.Duration{1 * Day, 8 * Day}},
		}},
		{"Fischer adds the increment after a turn, up to the cap", "fischer 10d+1d cap 14d", []step{
			{12 * h, [2]time.Duration{10*Day + 12*h, 10 * Day}},
			{5 * Day, [2]time.Duration{10*Day + 12*h, 6 * Day}},
			{0, [2]time.Duration{11*Day + 12*h, 6 * Day}},
			{0, [2]time.Duration{11*Day + 12*h, 7 * Day}},
			{0, [2]time.Duration{12*Day + 12*h, 7 * Day}},
			{0, [2]time.Duration{12*Day + 12*h, 8 * Day}},
			{0, [2]time.Duration{13*Day + 12*h, 8 * Day}},
			{0, [2]time.Duration{13*Day + 12*h, 9 * Day}},
			{0, [2]time.Duration{14 * Day, 9 * Day}},
			{0, [2]time.Duration{14 * Day, 10 * Day}},
			{0, [2]time.Duration{14 * Day, 10 * Day}},
		}},
		{"Fischer without a cap grows for ever", "fischer 15m+15s", []step{
			{0, [2]time.Duration{15*time.Minute + 15*time.Second, 15 * time.Minute}},
			{time.Minute, [2]time.Duration{15*time.Minute + 15*time.Second, 14*time.Minute + 15*time.Second}},
			{0, [2]time.Duration{15*time.Minute + 30*time.Second, 14*time.Minute + 15*time.Second}},
		}},
		{"no clock shows nothing", "none", []step{
			{100 * Day, [2]time.Duration{}},
			{100 * Day, [2]time.Duration{}},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, Options{}, nil)
			for i, s := range tc.steps {
				p.do(s.wait, p.g.Position.ToAct(), "move")
				if got := p.clocks(); got != s.left {
					t.Fatalf("after move %d: %v left, want %v", i+1, got, s.left)
				}
			}
		})
	}
}

func TestBankIsDrawnOnByOverrunsAndNeverRefills(t *testing.T) {
	p := begin(t, "per-move 3d bank 7d", toy{}, Options{}, nil)
	p.do(5*Day, w, "move")
	if got := p.g.Bank(w, p.now); got != 5*Day {
		t.Fatalf("bank %v after 5 days, want 5 days", got)
	}
	p.do(0, b, "move")
	p.do(1*Day, w, "move")
	if got := p.g.Bank(w, p.now); got != 5*Day {
		t.Fatalf("bank %v after 1 more day, want 5 days still", got)
	}
	p.do(0, b, "move")
	if got, want := p.g.Deadline, p.now.Add(8*Day); !got.Equal(want) {
		t.Fatalf("deadline %v, want %v", got, want)
	}
	if got := p.g.Bank(w, p.now.Add(4*Day)); got != 4*Day {
		t.Errorf("bank %v after 4 days of the turn, want 4 days", got)
	}
	if got := p.g.Bank(w, p.now.Add(9*Day)); got != 0 {
		t.Errorf("bank %v after the end, want none", got)
	}
	if got := p.g.Bank(b, p.now.Add(4*Day)); got != 7*Day {
		t.Errorf("the opponent's bank is %v, want it untouched", got)
	}
	ch, err := p.try(8*Day+time.Hour, w, Act{Text: "move", Ply: p.g.Ply})
	if !errors.Is(err, ErrTimeUp) {
		t.Fatalf("error %v, want %v", err, ErrTimeUp)
	}
	if got := *ch.Game.Result; got != (Result{Winner: b, Reason: Timeout, Value: 1}) {
		t.Errorf("result %+v", got)
	}
	if ch.Game.Bank(b, p.now) != 0 {
		t.Error("a game that is over tells a bank")
	}
}

func TestBankExistsOnlyBehindAPerMoveClock(t *testing.T) {
	p := begin(t, "total 30d", toy{}, Options{}, nil)
	if got := p.g.Bank(w, p.now); got != 0 {
		t.Errorf("bank %v", got)
	}
}

func TestFischerKeepsWhatIsAboveTheCap(t *testing.T) {
	p := begin(t, "fischer 10d+1d cap 14d", toy{}, Options{}, nil)
	p.moves(2)
	p.g.Left[w] = 20 * Day // as granted by an organiser
	p.g.arm()
	p.do(2*Day, w, "move")
	if got := p.g.Left[w]; got != 18*Day {
		t.Errorf("%v left, want 18 days", got)
	}
}

// One millisecond decides, under every control.
func TestTimeIsUpAtTheFirstInstantAtWhichNothingIsLeft(t *testing.T) {
	for _, tc := range []struct {
		control string
		turn    time.Duration // white's third turn, after two of no time
	}{
		{"per-move 3d", 3 * Day},
		{"per-move 3d bank 7d", 10 * Day},
		{"fischer 10d+1d cap 11d", 11 * Day},
		{"fischer 15m+15s", 15*time.Minute + 30*time.Second},
		{"total 30d", 30 * Day},
		{"per-move 20d", 20 * Day},
	} {
		for _, at := range []struct {
			name  string
			shift time.Duration
			late  bool
		}{
			{"1 ms before", -time.Millisecond, false},
			{"1 ns before", -1, false},
			{"at the deadline", 0, true},
			{"1 ns after", 1, true},
			{"1 ms after", time.Millisecond, true},
			{"a year after", 365 * Day, true},
		} {
			t.Run(tc.control+", "+at.name, func(t *testing.T) {
				p := begin(t, tc.control, toy{}, Options{Rated: true}, nil)
				p.moves(4)
				if want := p.now.Add(tc.turn); !p.g.Deadline.Equal(want) {
					t.Fatalf("deadline %v, want %v", p.g.Deadline, want)
				}
				now := p.g.Deadline.Add(at.shift)
				ch, late := p.g.Settle(now)
				if late != at.late {
					t.Fatalf("settled: %v, want %v", late, at.late)
				}
				seen := p.g.At(now)
				act, err := p.g.Act(now, w, Act{Text: "move", Ply: 4}, nil)
				if !late {
					if err != nil || seen.Status != Running || ch.Game.Status != Running {
						t.Fatalf("act: %v, seen as %v", err, seen.Status)
					}
					return
				}
				if !errors.Is(err, ErrTimeUp) {
					t.Fatalf("act: %v, want %v", err, ErrTimeUp)
				}
				for name, g := range map[string]Game{"settled": ch.Game, "seen": seen, "acted on": act.Game} {
					if g.Status != Finished || *g.Result != (Result{Winner: b, Reason: Timeout, Value: 1}) {
						t.Errorf("%s: %v %+v", name, g.Status, g.Result)
					}
					if !g.Ended.Equal(p.g.Deadline) || !g.Deadline.IsZero() || g.Remaining(w, now) != 0 {
						t.Errorf("%s: ended %v, deadline %v, %v left", name, g.Ended, g.Deadline, g.Remaining(w, now))
					}
					if !g.CountsForRating() {
						t.Errorf("%s: a loss on time does not count", name)
					}
				}
				if len(act.Records) != 0 || len(act.Notes) != 1 || act.Notes[0].Event != TimeUp || act.Notes[0].Side != w {
					t.Errorf("records %v, notes %v", act.Records, act.Notes)
				}
			})
		}
	}
}

func TestEveryActPastTheDeadlineEndsTheGame(t *testing.T) {
	for _, text := range []string{"move", "nonsense", Resign, OfferDraw, AcceptDraw, DeclineDraw, WithdrawDraw, ClaimDraw, Abort} {
		for _, side := range []rules.Side{w, b, rules.NoSide} {
			p := begin(t, "per-move 3d", toy{}, Options{}, nil)
			p.moves(2)
			ch, err := p.try(3*Day, side, Act{Text: text})
			if !errors.Is(err, ErrTimeUp) || ch.Game.Result.Reason != Timeout || ch.Game.Result.Winner != b {
				t.Errorf("%v %q: %v, %+v", side, text, err, ch.Game.Result)
			}
			if again, late := ch.Game.Settle(p.now); late || len(again.Notes) > 0 {
				t.Errorf("%q: the game ended twice", text)
			}
		}
	}
}

func TestFirstAct(t *testing.T) {
	for _, tc := range []struct {
		name, control string
		moved         int
		tournament    bool
		deadline      time.Duration
		status        Status
		result        Result
	}{
		{"white does not start", "per-move 3d", 0, false, 3 * Day, Aborted, Result{rules.NoSide, NotStarted, 0}},
		{"black does not start", "per-move 3d", 1, false, 3 * Day, Aborted, Result{rules.NoSide, NotStarted, 0}},
		{"both have started", "per-move 3d", 2, false, 3 * Day, Finished, Result{b, Timeout, 1}},
		{"the bank counts", "per-move 3d bank 7d", 0, false, 10 * Day, Aborted, Result{rules.NoSide, NotStarted, 0}},
		{"at most 14 days a move", "per-move 20d", 0, false, 14 * Day, Aborted, Result{rules.NoSide, NotStarted, 0}},
		{"at most 14 days of a budget", "total 30d", 1, false, 14 * Day, Aborted, Result{rules.NoSide, NotStarted, 0}},
		{"at most 14 days with a bank", "per-move 10d bank 10d", 0, false, 14 * Day, Aborted, Result{rules.NoSide, NotStarted, 0}},
		{"the whole clock afterwards", "total 30d", 2, false, 30 * Day, Finished, Result{b, Timeout, 1}},
		{"white does not start in a tournament", "per-move 3d", 0, true, 3 * Day, Finished, Result{b, Forfeit, 1}},
		{"black does not start in a tournament", "per-move 3d", 1, true, 3 * Day, Finished, Result{w, Forfeit, 1}},
		{"a loss on time in a tournament", "per-move 3d", 2, true, 3 * Day, Finished, Result{b, Timeout, 1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, Options{Rated: true, Tournament: tc.tournament}, nil)
			p.moves(tc.moved)
			if want := p.now.Add(tc.deadline); !p.g.Deadline.Equal(want) {
				t.Fatalf("deadline %v, want %v", p.g.Deadline, want)
			}
			if _, late := p.g.Settle(p.g.Deadline.Add(-time.Millisecond)); late {
				t.Fatal("ended too early")
			}
			ch, late := p.g.Settle(p.g.Deadline)
			if !late || ch.Game.Status != tc.status || *ch.Game.Result != tc.result {
				t.Fatalf("late %v, %v, %+v", late, ch.Game.Status, ch.Game.Result)
			}
			if got := ch.Game.CountsForRating(); got != (tc.moved == 2) {
				t.Errorf("counts for rating: %v", got)
			}
		})
	}
}

func TestDiceOfTheServerAreNoFirstAct(t *testing.T) {
	p := begin(t, "per-move 3d", toy{dice: true, open: true}, Options{Family: rules.Backgammon}, dice(3))
	if p.g.Ply != 1 || p.g.Acted != [2]bool{} {
		t.Fatalf("ply %d, acted %v", p.g.Ply, p.g.Acted)
	}
	if got := p.g.At(p.g.Deadline); got.Status != Aborted {
		t.Errorf("%v, want aborted", got.Status)
	}
}

func TestFirstDeadline(t *testing.T) {
	for _, tc := range []struct {
		control string
		want    time.Duration
	}{
		{"per-move 3d", 3 * Day}, {"per-move 3d bank 7d", 10 * Day}, {"per-move 20d", 14 * Day},
		{"fischer 10d+1d cap 14d", 10 * Day}, {"total 30d", 14 * Day}, {"none", 0},
	} {
		c, err := ParseControl(tc.control)
		if err != nil {
			t.Fatal(err)
		}
		deadline, ok := c.FirstDeadline(start)
		if ok != (tc.want > 0) || ok && !deadline.Equal(start.Add(tc.want)) {
			t.Errorf("%s: %v, %v", c, deadline, ok)
		}
		if g := begin(t, tc.control, toy{}, Options{}, nil).g; !g.Deadline.Equal(deadline) {
			t.Errorf("%s: the game says %v, the terms %v", c, g.Deadline, deadline)
		}
	}
}

func TestClocksOfAFinishedGameStandForEver(t *testing.T) {
	const h = time.Hour
	for _, tc := range []struct {
		name, control, act string
		want               [2]time.Duration
	}{
		{"resigned on the move", "per-move 3d", Resign, [2]time.Duration{28 * h, 3 * Day}},
		{"won by the last move", "per-move 3d", "win", [2]time.Duration{28 * h, 3 * Day}},
		{"drawn by the last move", "fischer 10d+1d cap 14d", "draw", [2]time.Duration{11*Day - 44*h, 11 * Day}},
		{"a bank is part of what is left", "per-move 1d bank 3d", Resign, [2]time.Duration{52 * h, 4 * Day}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, Options{}, nil)
			p.moves(2)
			p.do(44*h, w, tc.act)
			for _, later := range []time.Duration{0, h, Day, 365 * Day} {
				now := p.now.Add(later)
				g := p.g.At(now)
				if got := [2]time.Duration{g.Remaining(w, now), g.Remaining(b, now)}; got != tc.want {
					t.Errorf("after %v: %v left, want %v", later, got, tc.want)
				}
				if !g.Deadline.IsZero() || g.Acts(w, now) != nil || g.Acts(b, now) != nil {
					t.Errorf("after %v: deadline %v, acts %v", later, g.Deadline, g.Acts(w, now))
				}
			}
		})
	}
}

func TestAWallClockSetBackMovesNothingIntoThePast(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.do(time.Hour, w, "move")
	deadline := p.g.Deadline
	back := p.now.Add(-time.Hour)
	if got := p.g.Remaining(b, back); got != 3*Day {
		t.Errorf("%v left, want 3 days", got)
	}
	ch, err := p.g.Act(back, b, Act{Text: "move", Ply: 1}, nil)
	if err != nil || ch.Game.Deadline.Before(deadline) {
		t.Fatalf("%v; deadline %v before %v", err, ch.Game.Deadline, deadline)
	}
	if r := ch.Records[0]; r.At.Before(p.now) || r.Spent != 0 {
		t.Errorf("made at %v in %v", r.At, r.Spent)
	}
}

func TestTimesAreWholeMilliseconds(t *testing.T) {
	zone := time.FixedZone("elsewhere", 5400)
	c := Control{Kind: Total, Initial: 30 * Day}
	ch, err := New(toy{}, c, Options{}, start.Add(1234567).In(zone), nil)
	if err != nil {
		t.Fatal(err)
	}
	ch, err = ch.Game.Act(start.Add(Day+999999), w, Act{Text: "move"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, r := ch.Game, ch.Records[0]
	if g.Since != start.Add(Day) || g.Left[w] != 29*Day+time.Millisecond || r.Spent != Day-time.Millisecond {
		t.Errorf("since %v, left %v, spent %v", g.Since, g.Left, r.Spent)
	}
}

func TestATurnOfSeveralActsIsOneTurn(t *testing.T) {
	p := begin(t, "fischer 10d+1d cap 14d", toy{dice: true, ask: true}, Options{Family: rules.Backgammon}, nil)
	p.do(Day, w, "roll")
	if !p.g.Since.Equal(start) || p.g.Left[w] != 10*Day || p.g.Remaining(w, p.now) != 9*Day {
		t.Fatalf("after the throw: since %v, %v left", p.g.Since, p.g.Left)
	}
	ch := p.do(Day, w, "move")
	if p.g.Left[w] != 9*Day || !p.g.Since.Equal(p.now) {
		t.Errorf("after the turn: %v left since %v", p.g.Left, p.g.Since)
	}
	if got := ch.Records[0].Spent; got != 2*Day {
		t.Errorf("the turn took %v, want 2 days", got)
	}
}

func TestTheFirstActOfATurnLiftsTheLimitOnBeginning(t *testing.T) {
	p := begin(t, "total 30d", toy{dice: true, ask: true}, Options{Family: rules.Backgammon}, nil)
	p.do(Day, w, "roll")
	if want := start.Add(30 * Day); !p.g.Deadline.Equal(want) {
		t.Errorf("deadline %v, want %v", p.g.Deadline, want)
	}
}

func TestWhatAClockShowsAfterEachTurn(t *testing.T) {
	for _, tc := range []struct {
		control     string
		used, shown []time.Duration
	}{
		{"per-move 3d", []time.Duration{Day, 2 * Day, 0}, []time.Duration{2 * Day, Day, 3 * Day}},
		{"per-move 3d bank 7d", []time.Duration{5 * Day, Day, 8 * Day}, []time.Duration{5 * Day, 7 * Day, 0}},
		{"fischer 10d+1d cap 14d", []time.Duration{2 * Day, 0, 12 * time.Hour}, []time.Duration{9 * Day, 10 * Day, 10*Day + 12*time.Hour}},
		{"total 30d", []time.Duration{Day, 20 * Day}, []time.Duration{29 * Day, 9 * Day}},
		{"none", []time.Duration{Day}, []time.Duration{0}},
	} {
		c, err := ParseControl(tc.control)
		if err != nil {
			t.Fatal(err)
		}
		left := c.Whole()
		for i, used := range tc.used {
			if got := c.Shown(left, used); got != tc.shown[i] {
				t.Errorf("%s: turn %d shows %v, want %v", tc.control, i+1, got, tc.shown[i])
			}
			left = c.Charge(left, used)
		}
	}
}
