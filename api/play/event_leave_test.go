package play

import (
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

func TestLeaveStopsClocksWhereTheEventAllowsIt(t *testing.T) {
	for _, c := range []struct {
		name    string
		noLeave bool
		// moved is how much later time is up once both take ten days of leave.
		moved time.Duration
	}{
		{"leave is allowed", false, 10 * day},
		{"leave is forbidden", true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			club := newClub(t, "Anna", "Bert")
			h := hold(club, TournamentInput{
				Format: director.RoundRobin, Control: "per-move 5d", RoundTime: 20 * day, Unfinished: store.ForfeitToMove, NoLeave: c.noLeave,
			}, "Anna", "Bert").start()
			before := h.open()[0]
			game := club.row(before.GameID)
			if game.NoLeave != c.noLeave {
				t.Errorf("in the game leave is forbidden: %v", game.NoLeave)
			}
			for _, id := range []int64{game.WhiteID, game.BlackID} {
				_, err := club.TakeLeave(t.Context(), id, time.Time{}, 10)
				must(t, err)
			}
			if moved := club.row(before.GameID).DeadlineAt.Sub(game.DeadlineAt); moved != c.moved {
				t.Errorf("time is up %v later, want %v", moved, c.moved)
			}
			if due := h.open()[0].DueAt; !due.Equal(before.DueAt) {
				t.Errorf("the round ends at %v instead of %v", due, before.DueAt)
			}
		})
	}
}

func TestGamesOfALadderHaveItsRuleOfLeave(t *testing.T) {
	c := newClub(t, "Anna", "Bert")
	for _, noLeave := range []bool{false, true} {
		id, err := c.CreateTournament(t.Context(), c.people["Anna"], TournamentInput{
			Name: "Ladder", Variant: "checkers", Control: "per-move 3d", Format: director.Ladder, Plan: director.Plan{Ladder: &ladder.Rules{Reach: 1}},
			MaxPlayers: 20, NoLeave: noLeave,
		})
		must(t, err)
		for _, name := range []string{"Anna", "Bert"} {
			must(t, c.EnterTournament(t.Context(), c.people[name], id, ""))
		}
		top, err := c.Store.Read(t.Context()).EntrantOf(id, c.people["Anna"])
		must(t, err)
		challenge, err := c.Challenge(t.Context(), c.people["Bert"], id, top.ID)
		must(t, err)
		must(t, c.AcceptChallenge(t.Context(), c.people["Anna"], id, challenge))
		games, err := c.Store.Read(t.Context()).TournamentGames(id)
		if err != nil || len(games) != 1 || games[0].NoLeave != noLeave {
			t.Errorf("no leave %v: %v %+v", noLeave, err, games)
		}
	}
}

func TestAnArchiveKeepsTheRuleOfLeave(t *testing.T) {
	c := newClub(t, "Anna", "Bert")
	h := hold(c, TournamentInput{Format: director.RoundRobin, Control: "per-move 5d", NoLeave: true}, "Anna", "Bert").start()
	imported := func() *store.TournamentView {
		t.Helper()
		id, err := c.ImportArchive(t.Context(), c.people["Bert"], zipped(t, c.archived(h.id)), "")
		must(t, err)
		row, err := c.Store.Read(t.Context()).Tournament(id)
		must(t, err)
		return row
	}
	if e := imported(); !e.OverBoard || e.NoLeave {
		t.Errorf("what goes on over the board has no clocks: %+v", e.Tournament)
	}
	h.resigns(h.open()[0].GameID, rules.White)
	h.live()
	if e := imported(); e.Status != store.TournamentFinished || !e.NoLeave || c.archived(e.ID).Settings != c.archived(h.id).Settings {
		t.Errorf("once it is over: %+v", e.Tournament)
	}
}
