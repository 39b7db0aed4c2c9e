package correspondence

import (
	"testing"
	"time"
)

func TestTimeGivenDuringLeave(t *testing.T) {
	for _, tc := range []struct {
		control string
		left    time.Duration // with 2 days more and used up by a day
		after   time.Duration // of a turn that goes on for a day after the return
	}{
		{"per-move 3d", 4 * Day, 3 * Day},
		{"per-move 3d bank 7d", 11 * Day, 10 * Day},
		{"fischer 10d+1d cap 14d", 12 * Day, 12 * Day}, // 11d - 1d + 2d - 1d + 1d
		{"total 30d", 31 * Day, 30 * Day},
	} {
		t.Run(tc.control, func(t *testing.T) {
			p := begin(t, tc.control, toy{}, Options{}, nil)
			p.moves(2)
			p.now = start.Add(Day)
			l := p.away(w, 0, 5*Day)
			p.now = p.now.Add(Day)
			ch, err := p.g.GiveTime(p.now, w, 2*Day)
			if err != nil {
				t.Fatal(err)
			}
			p.g = ch.Game
			p.shows(w, tc.left, true)
			p.due(l.To.Add(tc.left))
			p.do(l.To.Sub(p.now)+Day, w, "move")
			p.shows(w, tc.after, false)
		})
	}
}

func TestTimeGivenInTheLastHourLetsLeaveCountFromThen(t *testing.T) {
	for _, control := range []string{"per-move 3d", "total 30d"} {
		t.Run(control, func(t *testing.T) {
			p := begin(t, control, toy{}, Options{}, nil)
			p.moves(2)
			l := p.away(w, p.g.Deadline.Sub(p.now)-h/2, 5*Day)
			p.now = l.From.Add(h / 4)
			p.shows(w, h/4, false)
			ch, err := p.g.GiveTime(p.now, w, Day)
			if err != nil {
				t.Fatal(err)
			}
			p.g = ch.Game
			p.shows(w, Day+h/4, true)
			p.due(l.To.Add(Day + h/4))
		})
	}
}

func TestReopenedGameHasTheLeavesOfNow(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.moves(2)
	p.now = start.Add(Day)
	p.away(w, 0, 2*Day)
	p.now = start.Add(2 * Day)
	before, ended := p.g, p.now // adjudicated on leave, 2 days left
	t.Run("none any more", func(t *testing.T) {
		p := *p
		p.now = start.Add(20 * Day)
		p.g = before.Reopen(ended, p.now, [2]Leave{}).Game
		p.shows(w, 2*Day, false)
		p.due(p.now.Add(2 * Day))
	})
	t.Run("the same still", func(t *testing.T) {
		p := *p
		p.now = start.Add(2*Day + 12*h)
		p.g = before.Reopen(ended, p.now, before.Leave).Game
		p.shows(w, 2*Day, true)
		p.due(start.Add(5 * Day))
	})
	t.Run("another one", func(t *testing.T) {
		p := *p
		p.now = start.Add(20 * Day)
		l := Leave{start.Add(19 * Day), start.Add(30 * Day)}
		p.g = before.Reopen(ended, p.now, [2]Leave{w: l}).Game
		p.shows(w, 2*Day, true)
		p.due(l.To.Add(2 * Day))
	})
}
