package play

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/tournament/director"
)

// onBoth runs a test in a club of Anna, Bert and Carl on each database.
func onBoth(t *testing.T, test func(t *testing.T, c *club)) {
	bothDatabases(t, func(t *testing.T, open func(*testing.T, store.Config) *store.Store) {
		test(t, newClubOn(t, open, store.Config{}, "anna", "bert", "carl"))
	})
}

// away takes leave for a member, for so many days from in so long on.
func (c *club) away(name string, in time.Duration, days int) *store.Leave {
	c.t.Helper()
	var from time.Time
	if in > 0 {
		from = c.Now().Add(in)
	}
	l, err := c.TakeLeave(c.t.Context(), c.people[name], from, days)
	must(c.t, err)
	return l
}

func (c *club) leaveOf(name string) *LeaveAccount {
	c.t.Helper()
	l, err := c.Leave(c.t.Context(), c.people[name])
	must(c.t, err)
	return l
}

// left is what a side has in a game, and whether its clock stands.
func (c *club) left(game int64, side rules.Side) (time.Duration, bool) {
	c.t.Helper()
	table, err := NewTable(c.row(game))
	must(c.t, err)
	return table.State.Remaining(side, c.Now()), table.State.Paused(side, c.Now())
}

// stands checks what a side has left and that its clock stands.
func (c *club) stands(game int64, side rules.Side, want time.Duration) {
	c.t.Helper()
	if left, paused := c.left(game, side); left != want || !paused {
		c.t.Errorf("game %d: %v has %v left, paused %v, want %v and paused", game, side, left, paused, want)
	}
}

func (c *club) due(game int64, want time.Time) {
	c.t.Helper()
	if got := c.row(game).DeadlineAt; !got.Equal(want) {
		c.t.Errorf("game %d: deadline %v, want %v", game, got, want)
	}
}

func TestLeaveAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		white, black := c.game("international", "per-move 3d", true, "anna", "bert"), c.game("international", "total 30d", false, "bert", "anna")
		quick, other := c.game("international", "fischer 15m+15s", false, "anna", "bert"), c.game("international", "per-move 3d", false, "bert", "carl")
		c.playOut(white, 2)
		c.playOut(black, 2)
		c.pass(10 * time.Minute)
		before := map[int64]time.Time{quick: c.row(quick).DeadlineAt, other: c.row(other).DeadlineAt, black: c.row(black).DeadlineAt}
		c.pass(-10 * time.Minute)
		c.pass(21 * time.Hour)
		c.live()
		l := c.away("anna", 0, 10)
		if !l.FromAt.Equal(c.Now()) || l.ToAt.Sub(l.FromAt) != 10*day {
			t.Errorf("leave from %v to %v", l.FromAt, l.ToAt)
		}
		c.wait(5 * day)
		c.stands(white, rules.White, 2*day+3*time.Hour)
		c.stands(black, rules.Black, 30*day)
		c.due(white, l.ToAt.Add(2*day+3*time.Hour))
		c.due(black, before[black])
		if c.row(quick).Status == store.GameRunning || c.row(other).Status == store.GameRunning {
			t.Error("leave has saved who is not on it, or a quick game")
		}
		must(t, c.act(white, rules.White, c.legal(white)))
		c.stands(white, rules.White, 3*day) // a move does not end it
		must(t, c.act(white, rules.Black, c.legal(white)))
		c.due(white, l.ToAt.Add(3*day))
		if open := c.leaveOf("anna").Open; open == nil || open.ID != l.ID {
			t.Errorf("open %+v", open)
		}
		c.wait(l.ToAt.Add(3*day - time.Millisecond).Sub(c.Now()))
		if c.row(white).Status != store.GameRunning {
			t.Fatal("lost too early")
		}
		c.wait(time.Millisecond)
		if row := c.row(white); row.Reason != string(correspondence.Timeout) || row.Winner != rules.Black {
			t.Errorf("%+v", row.Game)
		}
		if a := c.leaveOf("anna"); a.Open != nil || len(a.All) != 1 || a.Left != 20*day || a.Days != 30 {
			t.Errorf("%+v", a)
		}
	})
}

// legal is the first legal act in a game.
func (c *club) legal(game int64) string {
	c.t.Helper()
	table, err := NewTable(c.row(game))
	must(c.t, err)
	return table.State.Position.Legal()[0].Text
}

func TestPlannedLeave(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		game := c.game("international", "per-move 3d", false, "anna", "bert")
		l := c.away("anna", day, 5)
		c.due(game, l.ToAt.Add(2*day))
		if left, paused := c.left(game, rules.White); left != 3*day || paused {
			t.Errorf("before it: %v left, paused %v", left, paused)
		}
		if a := c.leaveOf("anna"); a.Open == nil || a.Left != 25*day {
			t.Errorf("what is planned is taken: %+v", a)
		}
		c.wait(3 * day)
		c.stands(game, rules.White, 2*day)
		must(t, c.EndLeave(t.Context(), c.people["anna"]))
		c.due(game, c.Now().Add(2*day))
		if a := c.leaveOf("anna"); a.Open != nil || a.Left != 28*day {
			t.Errorf("days not used are left: %+v", a)
		}
		must(t, c.EndLeave(t.Context(), c.people["anna"])) // again: nothing more
		c.due(game, c.Now().Add(2*day))

		c.away("anna", day, 5)
		c.wait(12 * time.Hour)
		must(t, c.EndLeave(t.Context(), c.people["anna"])) // given up
		if a := c.leaveOf("anna"); a.Open != nil || a.Left != 28*day || len(a.All) != 1 {
			t.Errorf("given up: %+v", a)
		}
		c.due(game, c.Now().Add(36*time.Hour))
		if left, paused := c.left(game, rules.White); left != 36*time.Hour || paused {
			t.Errorf("after it: %v left, paused %v", left, paused)
		}
		must(t, c.EndLeave(t.Context(), c.people["carl"])) // who never had any

		c.away("anna", 35*time.Hour+30*time.Minute, 5) // in the last hour of the turn
		c.due(game, c.Now().Add(36*time.Hour))
		c.wait(35*time.Hour + 30*time.Minute)
		must(t, c.EndLeave(t.Context(), c.people["anna"])) // in the instant in which it begins
		if a := c.leaveOf("anna"); a.Open != nil || a.Left != 28*day || len(a.All) != 1 {
			t.Errorf("given up when it began: %+v", a)
		}
		c.due(game, c.Now().Add(30*time.Minute))
	})
}

func TestLeaveAsLongAsThereIs(t *testing.T) {
	c := newClub(t, "anna", "bert")
	l := c.away("anna", 0, 0)
	if want := c.Now().Add(30 * day); !l.ToAt.Equal(want) {
		t.Errorf("until %v, want %v", l.ToAt, want)
	}
	c.pass(time.Hour)
	must(t, c.EndLeave(t.Context(), c.people["anna"]))
	if l = c.away("anna", 0, 0); l.ToAt.Sub(l.FromAt) != 30*day-time.Hour {
		t.Errorf("an hour was taken: %v", l.ToAt.Sub(l.FromAt))
	}
	l = c.away("bert", 20*day, 0) // 21 December, 10:00, over the new year
	if want := time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC); !l.ToAt.Equal(want) {
		t.Errorf("until %v, want %v", l.ToAt, want)
	}
	if left := c.leaveOf("bert").Left; left != 30*day-(11*day-10*time.Hour) {
		t.Errorf("%v left of this year", left)
	}
}

func TestLeaveUnderAKeyIsTakenOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		ctx := WithKey(t.Context(), "one")
		_, err := c.TakeLeave(ctx, c.people["anna"], time.Time{}, 3)
		must(t, err)
		if _, err = c.TakeLeave(ctx, c.people["anna"], time.Time{}, 3); !errors.Is(err, ErrRepeated) {
			t.Errorf("again: %v", err)
		}
		if err := c.takes("anna", 0, 3); codes(err) != "from:leave-open" {
			t.Errorf("without the key: %v", err)
		}
		if a := c.leaveOf("anna"); len(a.All) != 1 || a.Left != 27*day {
			t.Errorf("%+v", a)
		}
	})
}

func TestGamesThatBeginDuringLeave(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		now, later := c.away("anna", 0, 10), c.away("bert", 2*day, 10)
		c.pass(day)
		game := c.game("international", "per-move 3d", false, "anna", "bert")
		c.stands(game, rules.White, 3*day)
		c.due(game, now.ToAt.Add(3*day))
		must(t, c.act(game, rules.White, c.legal(game)))
		c.due(game, later.ToAt.Add(2*day))
		dice := c.game("backgammon", "per-move 3d", false, "anna", "bert") // who begins is thrown
		deadline := now.ToAt.Add(3 * day)
		if c.row(dice).ToAct == rules.Black {
			deadline = later.ToAt.Add(2 * day)
		}
		c.due(dice, deadline)
		must(t, c.EndLeave(t.Context(), c.people["anna"]))
		must(t, c.EndLeave(t.Context(), c.people["bert"]))
		c.due(dice, c.Now().Add(3*day))
		if after := c.game("international", "per-move 3d", false, "anna", "bert"); !c.row(after).LeaveWhiteTo.IsZero() {
			t.Error("a game that begins after leave knows of it")
		}
	})
}

func TestGameOfAnEventThatForbidsLeaveGoesOn(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		casual := c.game("international", "per-move 3d", false, "anna", "bert")
		h := hold(c, TournamentInput{Variant: "international", Format: director.RoundRobin, Control: "per-move 3d", NoLeave: true}, "anna", "bert").start()
		game := h.open()[0].GameID
		h.playOut(game, 2)
		white := h.whiteOf(game)
		must(t, c.takes(white, 0, 20))
		c.due(game, c.Now().Add(3*day))
		if _, paused := c.left(game, rules.White); paused {
			t.Error("the clock shows a leave that does not count")
		}
		c.wait(3 * day)
		if row := c.row(game); row.Reason != string(correspondence.Timeout) || row.Winner != rules.Black {
			t.Errorf("%+v", row.Game)
		}
		if row := c.row(casual); white == "anna" && row.Status != store.GameRunning {
			t.Errorf("the other game: %+v", row.Game)
		}
	})
}

// whiteOf is who has White in a game.
func (h *held) whiteOf(game int64) string {
	id := h.club.row(game).WhiteID
	for name, person := range h.people {
		if person == id {
			return name
		}
	}
	return ""
}

func TestTimeOfARoundDoesNotWaitForLeave(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		h := hold(c, TournamentInput{Variant: "international", Format: director.RoundRobin, Control: "per-move 5d", RoundTime: 20 * day, Unfinished: store.ForfeitToMove}, "anna", "bert").start()
		p := h.open()[0]
		h.playOut(p.GameID, 2)
		c.wait(3 * day)
		must(t, c.takes(h.whiteOf(p.GameID), 0, 30))
		c.wait(p.DueAt.Add(-time.Millisecond).Sub(c.Now()))
		if got := c.row(p.GameID).Status; got != store.GameRunning {
			t.Fatalf("before the end of its time it is %s", got)
		}
		c.stands(p.GameID, rules.White, 2*day)
		c.wait(time.Millisecond)
		must(t, h.RoundDue(t.Context(), strconv.FormatInt(h.id, 10)))
		if row := c.row(p.GameID); row.Status != store.GameFinished || row.Winner != rules.Black || row.LeftWhite != 2*day {
			t.Errorf("after it: %+v", row.Game)
		}
		h.sound()
	})
}

func TestGamePastItsDeadlineIsSettledBeforeLeave(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		late, other := c.game("international", "per-move 3d", false, "anna", "bert"), c.game("international", "per-move 7d", false, "anna", "bert")
		c.playOut(late, 2)
		c.pass(3 * day)
		l := c.away("anna", 0, 10)
		if row := c.row(late); row.Status != store.GameFinished || row.Reason != string(correspondence.Timeout) || !row.EndedAt.Equal(l.FromAt) {
			t.Errorf("%+v", row.Game)
		}
		c.stands(other, rules.White, 4*day)
	})
}

func TestClosedAccountHasNoLeave(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		c.game("international", "per-move 3d", false, "anna", "bert")
		c.away("anna", 0, 10)
		must(t, c.CloseUser(t.Context(), c.people["anna"]))
		if a := c.leaveOf("anna"); a.Open != nil || a.All != nil {
			t.Errorf("%+v", a)
		}
	})
}

func TestGameThatGoesOnAgainKnowsTheLeavesOfNow(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.Control, in.RoundTime = "per-move 3d bank 7d", 20*day
	d := newDesk(t, 8, in)
	p := d.of("bert", 1)
	d.playOut(p.GameID, 2)
	d.pass(4 * day)
	white := d.row(p.GameID).WhiteID
	_, err := d.TakeLeave(ctx, white, time.Time{}, 5)
	must(t, err)
	d.pass(day)
	must(t, d.SetResult(ctx, d.people["anna"], d.id, p.ID, ResultInput{Result: "1-0", Reason: "hearing"}))
	d.pass(10 * day)
	l, err := d.TakeLeave(ctx, white, time.Time{}, 5)
	must(t, err)
	d.pass(day)
	must(t, d.UndoAct(ctx, d.people["anna"], d.id, d.last().ID, "other hearing"))
	d.stands(p.GameID, rules.White, 6*day)
	d.due(p.GameID, l.ToAt.Add(6*day))
	must(t, d.EndLeave(ctx, white))
	d.due(p.GameID, d.Now().Add(6*day))
}

// TestNoGameThatBeginsMissesALeave takes leave while a game begins and another
// ends, 50 times.
func TestNoGameThatBeginsMissesALeave(t *testing.T) {
	onBoth(t, func(t *testing.T, c *club) {
		c.LeaveDays = 366
		ctx := context.Background()
		for n := range 50 {
			ending := c.game("international", "per-move 3d", true, "anna", "bert")
			c.playOut(ending, 2)
			seek, _, err := c.PostSeek(ctx, c.people["bert"], SeekInput{Variant: "international", Control: "per-move 3d", Colour: "white"})
			must(t, err)
			done := make(chan error, 3)
			var game int64
			go func() {
				_, err := c.TakeLeave(ctx, c.people["anna"], time.Time{}, 1)
				done <- err
			}()
			go func() {
				accepted, err := c.AcceptSeek(ctx, c.people["anna"], seek.ID, "")
				if err == nil {
					game = accepted.GameID
				}
				done <- err
			}()
			go func() { done <- c.act(ending, rules.Black, "resign") }()
			for range 3 {
				must(t, <-done)
			}
			open := c.leaveOf("anna").Open
			if row := c.row(game); open == nil || !row.LeaveBlackFrom.Equal(open.FromAt) || !row.LeaveBlackTo.Equal(open.ToAt) {
				t.Fatalf("%d: the game has %v to %v, the player %+v", n, row.LeaveBlackFrom, row.LeaveBlackTo, open)
			}
			must(t, c.EndLeave(ctx, c.people["anna"]))
			must(t, c.act(game, rules.White, "resign"))
			c.pass(time.Second)
		}
	})
}

func TestLeaveOfOneWithManyGames(t *testing.T) {
	c := newClub(t, "anna", "bert")
	games := []int64{}
	for range 300 {
		games = append(games, c.game("international", "per-move 3d", false, "anna", "bert"))
	}
	l := c.away("anna", 0, 10)
	for _, id := range games {
		c.due(id, l.ToAt.Add(3*day))
	}
}
