package correspondence

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"crownpost/rules"
)

func TestGivenTime(t *testing.T) {
	for _, tc := range []struct {
		name, control string
		moved         int
		wait          time.Duration
		side          rules.Side
		given         time.Duration
		left          [2]time.Duration // right after it
		later         [2]time.Duration // after the move that follows at once, and its answer
	}{
		{
			"is for the turn that runs where each has its own, and gone with it", "per-move 3d", 2, Day, w, 2 * Day,
			[2]time.Duration{4 * Day, 3 * Day}, [2]time.Duration{3 * Day, 3 * Day},
		},
		{
			"saves the bank that the turn would have drawn on", "per-move 3d bank 7d", 2, 5 * Day, w, 2 * Day,
			[2]time.Duration{7 * Day, 10 * Day}, [2]time.Duration{10 * Day, 10 * Day},
		},
		{
			"may be more than the turn has lasted", "per-move 3d", 2, 0, w, 30 * Day,
			[2]time.Duration{33 * Day, 3 * Day}, [2]time.Duration{3 * Day, 3 * Day},
		},
		{
			"goes on a Fischer clock, above the cap", "fischer 10d+1d cap 10d", 2, Day, w, 5 * Day,
			[2]time.Duration{14 * Day, 10 * Day}, [2]time.Duration{14 * Day, 10 * Day},
		},
		{
			"goes on the clock of one who is not to move", "total 30d", 2, Day, b, 5 * Day,
			[2]time.Duration{29 * Day, 35 * Day}, [2]time.Duration{29 * Day, 35 * Day},
		},
		{
			"does not move the limit on a first act that a clock has", "total 30d", 0, Day, w, 5 * Day,
			[2]time.Duration{13 * Day, 14 * Day}, [2]time.Duration{34 * Day, 30 * Day},
		},
		{
			"moves the limit of a first turn that has its own time", "per-move 3d", 0, Day, w, 20 * Day,
			[2]time.Duration{22 * Day, 3 * Day}, [2]time.Duration{3 * Day, 3 * Day},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, Options{}, nil)
			p.moves(tc.moved)
			p.now = p.now.Add(tc.wait)
			ch, err := p.g.GiveTime(p.now, tc.side, tc.given)
			if err != nil {
				t.Fatal(err)
			}
			p.g = ch.Game
			if got := p.clocks(); got != tc.left {
				t.Errorf("left %v, want %v", got, tc.left)
			}
			if want := p.now.Add(tc.left[w]); !p.g.Deadline.Equal(want) {
				t.Errorf("deadline %v, want %v", p.g.Deadline, want)
			}
			if diff := cmp.Diff([]Note{{Event: TimeGiven, Side: tc.side, Ply: tc.moved, At: p.now}}, ch.Notes); diff != "" {
				t.Error(diff)
			}
			p.moves(2)
			if got := p.clocks(); got != tc.later {
				t.Errorf("a turn later %v, want %v", got, tc.later)
			}
		})
	}
}

func TestTimeThatCannotBeGiven(t *testing.T) {
	var refusal *rules.Refusal
	for _, tc := range []struct {
		name, control string
		side          rules.Side
		wait, given   time.Duration
		over          bool
		is            func(error) bool
	}{
		{"to one who is not to move, where each turn has its own", "per-move 3d", b, 0, Day, false, func(err error) bool { return errors.Is(err, ErrNotYourTurn) }},
		{"nothing", "total 30d", w, 0, 0, false, func(err error) bool { return errors.As(err, &refusal) && refusal.Rule == "time-given" }},
		{"without a clock", "none", w, 0, Day, false, func(err error) bool { return errors.As(err, &refusal) && refusal.Rule == "time-clockless" }},
		{"after the game", "per-move 3d", w, 0, Day, true, func(err error) bool { return errors.Is(err, ErrOver) }},
		{"after the time was up", "per-move 3d", w, 3 * Day, Day, false, func(err error) bool { return errors.Is(err, ErrTimeUp) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, Options{}, nil)
			if tc.over {
				p.do(0, w, Resign)
			}
			before := p.g
			ch, err := p.g.GiveTime(p.now.Add(tc.wait), tc.side, tc.given)
			if !tc.is(err) {
				t.Fatalf("error %v", err)
			}
			if !errors.Is(err, ErrTimeUp) && ch.Game.Left != before.Left {
				t.Error("the clocks have changed")
			}
		})
	}
}

func TestReopenedGameGoesOnAsItStood(t *testing.T) {
	for _, control := range []string{"per-move 3d bank 7d", "fischer 10d+1d", "total 30d"} {
		t.Run(control, func(t *testing.T) {
			p := begin(t, control, toy{}, Options{}, nil)
			p.moves(2)
			p.do(0, b, OfferDraw)
			p.now = p.now.Add(Day)
			before, clocks := p.g, p.clocks()
			ended := p.now
			if _, err := p.g.Adjudicate(ended, w); err != nil {
				t.Fatal(err)
			}
			p.now = p.now.Add(40 * Day)
			ch := before.Reopen(ended, p.now, [2]Leave{})
			p.g = ch.Game
			if got := p.clocks(); got != clocks {
				t.Errorf("left %v, want %v", got, clocks)
			}
			if p.g.Status != Running || p.g.Offer == nil || !p.g.Deadline.Equal(p.now.Add(clocks[w])) {
				t.Errorf("%v until %v, offer %v", p.g.Status, p.g.Deadline, p.g.Offer)
			}
			if diff := cmp.Diff([]Note{{Event: Reopened, Side: rules.NoSide, Ply: 2, At: p.now}}, ch.Notes, cmp.FilterPath(func(path cmp.Path) bool { return path.Last().String() == ".Offer" }, cmp.Ignore())); diff != "" {
				t.Error(diff)
			}
		})
	}
}
