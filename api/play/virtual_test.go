package play

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
)

const day = 24 * time.Hour

// newCrashing is a club whose database can fail every commit.
func newCrashing(t *testing.T, names ...string) (*club, *crashing) {
	t.Helper()
	crash := &crashing{}
	return newClubOn(t, open, store.Config{Statement: crash.statement}, names...), crash
}

// dies lets the server die between the pairing of what comes next and its
// commit, and starts it again.
func (h *held) dies(crash *crashing) {
	h.t.Helper()
	before := h.row()
	crash.on = true
	if err := h.Proceed(context.Background(), strconv.FormatInt(h.id, 10)); !errors.Is(err, errCrash) {
		h.t.Fatalf("proceeding: %v", err)
	}
	crash.on = false
	if now := h.row(); now.Round != before.Round || now.Version != before.Version || len(h.open()) > 0 {
		h.t.Fatalf("something of the round was stored: %+v", now)
	}
	h.restart()
}

// TestACorrespondenceSwissOf64 runs seven rounds from sign-up to the table: with
// a waiting list and check-in, players who leave, are sent away or close their
// accounts, games never begun or out of time, results that are corrected, and a
// server that dies while it pairs.
func TestACorrespondenceSwissOf64(t *testing.T) {
	names := peopleOf(67)
	c, crash := newCrashing(t, names...)
	ctx := t.Context()
	h := hold(c, TournamentInput{
		Format: director.Swiss, Plan: director.Plan{Rounds: 7}, Control: "per-move 3d", Rated: true, MaxPlayers: 64, WaitingList: true,
		StartsAt: c.Now().Add(2 * day), CheckIn: day, RoundTime: 30 * day, Unfinished: store.ForfeitToMove,
	}, names...)
	if view := h.row(); view.Entrants != 64 || view.Queue != 3 {
		t.Fatalf("%d have a place, %d wait", view.Entrants, view.Queue)
	}
	must(t, h.WithdrawTournament(ctx, h.people["p10"], h.id)) // p65 moves up
	if h.entrant("p65").Status != store.Entered {
		t.Error("nobody has moved up")
	}
	h.wait(day)
	for _, name := range names {
		if name != "p10" && name != "p20" && name != "p66" { // neither who left, nor the absent
			must(t, h.CheckIn(ctx, h.people[name], h.id))
		}
	}
	h.wait(day)
	if now := h.status(); now[store.Active] != 64 || len(now) != 1 || h.row().Round != 1 {
		t.Fatalf("at the start: %v, round %d", now, h.row().Round)
	}
	h.sound()

	random := rand.New(rand.NewPCG(64, 7))
	results := []string{"1-0", "0-1", "½-½"}
	for round := 1; round <= 7; round++ {
		if h.row().Round != round {
			t.Fatalf("round %d, want %d", h.row().Round, round)
		}
		open := h.open()
		random.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		h.oddEvents(round, open)
		for _, p := range open[4:] { // the first four wait for what else ends them
			h.pass(time.Hour)
			if now, err := h.Store.Read(ctx).Pairing(p.ID); err != nil || now.Result != "" {
				continue
			}
			h.play(p, results[random.IntN(3)], 2*random.IntN(2))
		}
		h.sound()
		switch {
		case round == 4: // the server dies when the last game has ended
			for _, p := range h.open() {
				h.play(p, "1-0", 0)
			}
			h.dies(crash)
			h.live()
		case round%2 == 1: // those that were never begun are lost after three days
			for h.row().Round == round && h.row().Status == store.TournamentRunning {
				h.wait(6 * time.Hour)
			}
		default: // those that have begun go on until the round is over
			for _, p := range h.open() {
				for h.row().Round == round && h.Now().Before(p.DueAt.Add(-day)) {
					h.wait(2 * day)
					h.playOut(p.GameID, 1)
				}
			}
			h.wait(day)
		}
		h.sound()
	}
	h.afterTheEnd(ctx)
}

// oddEvents is what happens in a round besides play.
func (h *held) oddEvents(round int, open []store.Pairing) {
	h.t.Helper()
	ctx := context.Background()
	account := func(entrant int64) int64 {
		e, err := h.Store.Read(ctx).Entrant(entrant)
		must(h.t, err)
		return e.AccountID
	}
	switch round {
	case 2: // two withdraw while they play, one of them before the other has moved
		h.playOut(open[5].GameID, 4)
		must(h.t, h.WithdrawTournament(ctx, account(open[5].WhiteID), h.id))
		must(h.t, h.WithdrawTournament(ctx, account(open[6].BlackID), h.id))
	case 3: // a result of round 2 is corrected after the next pairing
		for _, p := range h.pairings() {
			if p.Round == 2 && p.Result == "1-0" && !p.Forfeit {
				must(h.t, h.SetResult(ctx, h.by, h.id, p.ID, ResultInput{Result: "0-1", Reason: "the wrong one resigned"}))
				break
			}
		}
		must(h.t, h.ExpelPlayer(ctx, h.by, h.id, open[5].WhiteID, "had help"))
	case 5: // an account is closed while its owner plays
		must(h.t, h.Store.Write(ctx, func(tx *store.Tx) error { return h.endGamesOf(tx, account(open[5].BlackID)) }))
	case 6:
		must(h.t, h.SetResult(ctx, h.by, h.id, open[7].ID, ResultInput{Result: "½-½", Reason: "agreed by letter"}))
	}
}

// afterTheEnd checks that an event is over, once, and stays so.
func (h *held) afterTheEnd(ctx context.Context) {
	h.t.Helper()
	t := h.row()
	if t.Status != store.TournamentFinished || len(h.open()) > 0 || h.logged("finished") != 1 {
		h.t.Fatalf("status %s, log %v", t.Status, h.log())
	}
	tables, err := h.event().Standings()
	must(h.t, err)
	for _, table := range tables {
		if table.Provisional || len(table.Rows) == 0 || table.Rows[0].Rank != 1 {
			h.t.Errorf("table %+v", table)
		}
	}
	for range 20 {
		must(h.t, h.Proceed(ctx, strconv.FormatInt(h.id, 10)))
		must(h.t, h.RoundDue(ctx, strconv.FormatInt(h.id, 10)))
		h.wait(day)
	}
	if now := h.row(); now.Round != t.Round || now.Version != t.Version || h.logged("finished") != 1 {
		h.t.Errorf("after the end: %+v", now)
	}
	h.sound()
}

// TestADoubleEliminationOf16 runs until all but the winner have lost twice, or
// left: with games that are not begun, players who leave, a result that is
// corrected, and a server that dies while it pairs.
func TestADoubleEliminationOf16(t *testing.T) {
	names := peopleOf(16)
	c, crash := newCrashing(t, names...)
	ctx := t.Context()
	h := hold(c, TournamentInput{
		Format: director.DoubleElimination, Control: "per-move 2d", Rated: true, StartWhenFull: true,
		Plan: director.Plan{Bracket: &bracket.Plan{Reset: true, Terms: map[bracket.Stage][]bracket.Terms{
			bracket.Main: {{Extra: 1, Tie: bracket.ByLot}}}}},
	}, names...)
	if h.row().Status != store.TournamentRunning || len(h.open()) != 8 {
		t.Fatalf("when full: %s, %d games", h.row().Status, len(h.open()))
	}
	h.sound()
	random := rand.New(rand.NewPCG(16, 2))
	died, corrected := false, false
	for turn := 0; h.row().Status == store.TournamentRunning; turn++ {
		if turn > 200 {
			t.Fatalf("it does not end: %+v", h.open())
		}
		open := h.open()
		p := open[random.IntN(len(open))]
		h.pass(time.Hour)
		switch {
		case turn == 1: // somebody never begins, the others move in time
			h.wait(day)
			for _, other := range open {
				if other.ID != p.ID {
					h.playOut(other.GameID, 2)
				}
			}
			h.wait(30 * time.Hour)
		case turn == 3, turn == 9:
			who, err := h.Store.Read(ctx).Entrant(p.WhiteID)
			must(t, err)
			must(t, h.WithdrawTournament(ctx, who.AccountID, h.id))
		case turn == 5: // drawn; two more games follow
			h.play(p, "½-½", 0)
		case !corrected && turn%2 == 0 && turn > 5:
			corrected = h.corrects(ctx)
		case !died && len(open) == 1:
			h.play(p, "0-1", 2)
			h.dies(crash)
			died = true
		default:
			h.play(p, []string{"1-0", "0-1"}[random.IntN(2)], 2*random.IntN(2))
		}
		h.live()
		h.sound()
	}
	if !died || !corrected {
		t.Errorf("the server died: %v, a result was corrected: %v", died, corrected)
	}
	h.twoDefeatsEach()
	h.afterTheEnd(ctx)
}

// corrects turns the last result that can be turned.
func (h *held) corrects(ctx context.Context) bool {
	h.t.Helper()
	all := gamesOf(h.pairings())
	slices.SortFunc(all, func(a, b store.Pairing) int { return b.EndedAt.Compare(a.EndedAt) })
	for _, p := range all {
		other := map[string]string{"1-0": "0-1", "0-1": "1-0"}[p.Result]
		if other == "" || p.Forfeit {
			continue
		}
		if h.SetResult(ctx, h.by, h.id, p.ID, ResultInput{Result: other, Reason: "as both have reported"}) == nil {
			return true
		}
	}
	return false
}

// twoDefeatsEach checks that all but the winner have lost two matches or left.
func (h *held) twoDefeatsEach() {
	h.t.Helper()
	event := h.event()
	draw, err := event.Draw()
	must(h.t, err)
	lost := map[int]int{}
	for _, f := range draw.Fixtures {
		if f.Losing > 0 {
			lost[f.Losing]++
		}
	}
	tables, err := event.Standings()
	must(h.t, err)
	for i, row := range tables[0].Rows {
		if n := lost[row.Seat]; i == 0 && n > 1 || i > 0 && n != 2 && !row.Left {
			h.t.Errorf("row %d, seat %d has lost %d matches", i, row.Seat, n)
		}
	}
}
