package play

import (
	"testing"
	"time"
)

func TestLeaveIsRefused(t *testing.T) {
	bert := "bert"
	for _, tc := range []struct {
		name string
		do   func(c *club) error
		code string
	}{
		{"from a time that has passed", func(c *club) error { return c.takes(bert, -2*time.Minute, 1) }, "from:leave-past"},
		{"from more than a year ahead", func(c *club) error { return c.takes(bert, 366*day, 1) }, "from:leave-far"},
		{"while one is on", func(c *club) error { c.away(bert, 0, 1); return c.takes(bert, 3*day, 1) }, "from:leave-open"},
		{"while one is planned", func(c *club) error { c.away(bert, day, 1); return c.takes(bert, 0, 1) }, "from:leave-open"},
		{"more than the year's days", func(c *club) error { return c.takes(bert, 0, 31) }, "days:leave-days"},
		{"fewer days than none", func(c *club) error { return c.takes(bert, 0, -1) }, "days:leave-days"},
		{"more than is left", func(c *club) error {
			c.away(bert, 0, 20)
			c.pass(20 * day)
			return c.takes(bert, 0, 11)
		}, "days:leave-days"},
		{"a day of what is less", func(c *club) error {
			c.away(bert, 0, 29)
			c.pass(29*day + time.Hour) // 30 December, 10:00
			c.away(bert, 0, 0)         // a day
			c.pass(time.Hour)
			must(c.t, c.EndLeave(c.t.Context(), c.people[bert]))
			return c.takes(bert, 0, 1)
		}, "days:leave-last-day"},
		{"when all is taken", func(c *club) error {
			c.away(bert, 0, 30)
			c.pass(30 * day)
			return c.takes(bert, 0, 0)
		}, "from:leave-used"},
		{"where there is none", func(c *club) error {
			c.LeaveDays = 0
			return c.takes(bert, 0, 1)
		}, ":leave-none"},
		{"in the last hour of a turn", func(c *club) error {
			game := c.game("international", "per-move 3d", false, bert, "anna")
			c.game("international", "per-move 2d", false, "anna", bert)
			c.pass(3*day - time.Hour)
			defer c.due(game, c.Now().Add(time.Hour))
			return c.takes(bert, 0, 0)
		}, "from:leave-last-hour"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := newClub(t, "anna", bert)
			if err := tc.do(c); codes(err) != tc.code {
				t.Errorf("%v, want %s", err, tc.code)
			}
		})
	}
}

func (c *club) takes(name string, in time.Duration, days int) error {
	var from time.Time
	if in != 0 {
		from = c.Now().Add(in)
	}
	_, err := c.TakeLeave(c.t.Context(), c.people[name], from, days)
	return err
}

func TestLeaveIsGivenWhereItJustFits(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("international", "per-move 3d", false, "anna", "bert")
	c.game("international", "per-move 30m", false, "anna", "bert") // leave does not concern it
	c.pass(3*day - time.Hour - time.Millisecond)
	l := c.away("anna", 0, 0)
	c.due(game, l.ToAt.Add(time.Hour+time.Millisecond))
	must(t, c.takes("bert", -30*time.Second, 1)) // a clock that is slow
	if open := c.leaveOf("bert").Open; !open.FromAt.Equal(c.Now()) {
		t.Errorf("from %v, now is %v", open.FromAt, c.Now())
	}
}
