package play

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/tournament/director"
	"crownpost/tournament/tiebreak"
)

// TestWhatBecomesOfUnfinishedGames lets the time of a round pass by each rule.
// One game of the round has ended; in the other White has moved and Black is to
// move.
func TestWhatBecomesOfUnfinishedGames(t *testing.T) {
	for rule, want := range map[string]struct {
		result string
		after  string // after the time once more
		round  int    // that is being played then
		asked  int
	}{
		store.AskOrganiser:  {"", "", 1, 1},
		store.Extend:        {"", "", 1, 1},
		store.ForfeitToMove: {"1-0", "1-0", 2, 0},
		store.CallDraw:      {"½-½", "½-½", 2, 0},
		store.DrawToPair:    {"", "", 2, 0},
	} {
		t.Run(rule, func(t *testing.T) {
			names := peopleOf(4)
			c := newClub(t, names...)
			h := hold(c, TournamentInput{
				Variant: "international", Format: director.Swiss, Plan: director.Plan{Rounds: 2}, Control: "per-move 30d", RoundTime: 10 * day, Unfinished: rule,
			}, names...).start()
			open := h.open()
			h.play(open[0], "1-0", 2)
			h.playOut(open[1].GameID, 3)
			h.wait(10*day - time.Minute)
			if now := h.pairing(open[1].ID); now.Result != "" || now.Deferred || h.row().Round != 1 {
				t.Fatalf("a minute early: %+v", now)
			}
			h.wait(time.Minute)
			first := h.pairing(open[1].ID)
			if first.Result != want.result || first.Extended != (rule == store.Extend) || first.Deferred != (rule == store.DrawToPair) {
				t.Errorf("when the time is over: %+v", first)
			}
			if rule == store.Extend && !first.DueAt.Equal(h.Now().Add(10*day)) {
				t.Errorf("it has time until %v", first.DueAt)
			}
			must(t, h.RoundDue(t.Context(), strconv.FormatInt(h.id, 10))) // again: nothing more
			h.wait(9 * day)
			for _, p := range h.open() {
				if p.Round == 2 {
					h.play(p, "½-½", 2)
				}
			}
			h.wait(day)
			if now := h.pairing(open[1].ID); now.Result != want.after {
				t.Errorf("when it is over again: %+v", now)
			}
			if h.row().Round != want.round || h.logged("due") != want.asked {
				t.Errorf("round %d, log %v", h.row().Round, h.log())
			}
			h.sound()
			if want.result == "" { // the game ends after all, and with it the round or the event
				h.play(h.pairing(open[1].ID), "0-1", 1)
				h.live()
				h.sound()
				if rule == store.DrawToPair && h.row().Status != store.TournamentFinished || rule != store.DrawToPair && h.row().Round != 2 {
					t.Errorf("after the last game: %s, round %d", h.row().Status, h.row().Round)
				}
			}
		})
	}
}

func (h *held) pairing(id int64) store.Pairing {
	h.t.Helper()
	p, err := h.Store.Read(h.t.Context()).Pairing(id)
	must(h.t, err)
	return *p
}

// TestADeferredGameIsPairedAsADrawAndCountsAsItEnded lets a game end when the
// next round has been paired.
func TestADeferredGameIsPairedAsADrawAndCountsAsItEnded(t *testing.T) {
	names := peopleOf(8)
	c := newClub(t, names...)
	h := hold(c, TournamentInput{
		Format: director.Swiss, Plan: director.Plan{Rounds: 3}, Control: "per-move 60d", RoundTime: 10 * day, Unfinished: store.DrawToPair, Rated: true,
	}, names...).start()
	open := h.open()
	for _, p := range open[1:] {
		h.play(p, "1-0", 2)
	}
	h.playOut(open[0].GameID, 3)
	h.wait(10 * day)
	if h.row().Round != 2 || len(h.open()) != 5 {
		t.Fatalf("round %d, %d games", h.row().Round, len(h.open()))
	}
	// Half a point each, as the pairing counts it, brings the two together with
	// those who have one or none.
	points := map[int64]int{}
	for _, p := range h.pairings() {
		if p.Round == 1 && p.Result != "" {
			points[p.WhiteID] = 2
		}
	}
	points[open[0].WhiteID], points[open[0].BlackID] = 1, 1
	for _, p := range h.open() {
		if p.Round == 2 && max(points[p.WhiteID]-points[p.BlackID], points[p.BlackID]-points[p.WhiteID]) == 2 {
			t.Errorf("%d points meet %d", points[p.WhiteID], points[p.BlackID])
		}
	}
	second := slices.DeleteFunc(h.open(), func(p store.Pairing) bool { return p.Round == 1 })
	h.play(h.pairing(open[0].ID), "0-1", 0)
	h.live()
	for _, p := range second {
		if now := h.pairing(p.ID); now.WhiteID != p.WhiteID || now.BlackID != p.BlackID {
			t.Errorf("paired again: %+v, was %+v", now, p)
		}
	}
	tables, err := h.event().Standings()
	must(t, err)
	for _, row := range tables[0].Rows {
		want := tiebreak.Hundredths(0)
		if row.Player == open[0].BlackID || points[row.Player] == 2 {
			want = 100
		}
		if row.Points.Number != want {
			t.Errorf("player %d has %d hundredths of a point, want %d", row.Player, row.Points.Number, want)
		}
	}
	h.sound()
	for h.row().Status == store.TournamentRunning {
		for _, p := range h.open() {
			h.play(p, "1-0", 2)
		}
		h.live()
		h.sound()
	}
}

// TestWhoNeverPlaysLosesRoundByRound forfeits what is not begun in the time of
// the clock.
func TestWhoNeverPlaysLosesRoundByRound(t *testing.T) {
	c := newClub(t, peopleOf(4)...)
	h := hold(c, TournamentInput{Variant: "international", Format: director.RoundRobin, Rated: true}, peopleOf(4)...).start()
	h.wait(7 * day)
	if h.row().Status != store.TournamentFinished {
		t.Fatalf("round %d: %+v", h.row().Round, h.open())
	}
	for _, p := range h.pairings() {
		if p.Result != "0-1" || !p.Forfeit {
			t.Errorf("%+v", p)
		}
		if row := h.club.row(p.GameID); row.RatedReason == "" {
			t.Errorf("a game that nobody played was rated: %+v", row.Game)
		}
	}
}
