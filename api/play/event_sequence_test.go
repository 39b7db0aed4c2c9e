package play

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/tournament/director"
	"crownpost/tournament/swiss"
)

// TestARoundWithoutALegalPairingWaitsForTheOrganiser leaves two players who have
// met.
func TestARoundWithoutALegalPairingWaitsForTheOrganiser(t *testing.T) {
	for name, c := range map[string]struct {
		option swiss.Option
		status string
		round  int
	}{
		"who lets them meet again": {swiss.AllowRematch, store.TournamentRunning, 2},
		"who ends the event":       {swiss.EndEvent, store.TournamentFinished, 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := hold(newClub(t, peopleOf(4)...), TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 3}}, peopleOf(4)...).start()
			open := h.open()
			for _, p := range open {
				h.play(p, "1-0", 0)
			}
			for _, id := range []int64{open[1].WhiteID, open[1].BlackID} {
				e, err := h.Store.Read(t.Context()).Entrant(id)
				must(t, err)
				must(t, h.WithdrawTournament(t.Context(), e.AccountID, h.id))
			}
			h.live()
			h.wait(day)
			if row := h.row(); row.Status != store.TournamentRunning || row.Round != 1 || !strings.Contains(row.Stuck, "meet again") {
				t.Fatalf("%s, round %d, stuck %q", row.Status, row.Round, row.Stuck)
			}
			if h.logged("stuck") != 1 {
				t.Errorf("log %v", h.log())
			}
			must(t, h.SetAside(t.Context(), h.by, h.id, []swiss.Option{c.option}, "both agree"))
			h.live()
			row := h.row()
			if row.Status != c.status || row.Round != c.round || row.Stuck != "" {
				t.Errorf("%s, round %d, stuck %q", row.Status, row.Round, row.Stuck)
			}
			if c.round == 2 && (row.Allowed != "" || len(h.open()) != 1) {
				t.Errorf("allowed %q still, %d games", row.Allowed, len(h.open()))
			}
		})
	}
}

// TestARoundThatIsEndedTwiceEndsTheEventOnce is case B088.
func TestARoundThatIsEndedTwiceEndsTheEventOnce(t *testing.T) {
	h := hold(newClub(t, peopleOf(6)...), TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 3}, Rated: true}, peopleOf(6)...).start()
	for h.row().Status == store.TournamentRunning {
		h.strong()
		h.live()
	}
	last := h.pairings()[len(h.pairings())-1]
	for _, in := range []ResultInput{{Result: "½-½", Reason: "reported wrongly"}, {Result: "1-0", Reason: "reported well"}, {Reason: "as it was played"}} {
		must(t, h.SetResult(t.Context(), h.by, h.id, last.ID, in))
		h.live()
	}
	for range 20 {
		must(t, h.Proceed(t.Context(), strconv.FormatInt(h.id, 10)))
	}
	if row := h.row(); row.Round != 3 || row.Status != store.TournamentFinished || h.logged("finished") != 1 || h.logged("round") != 2 {
		t.Errorf("%s in round %d, log %v", row.Status, row.Round, h.log())
	}
	if now := h.pairing(last.ID); now.Result != last.Result {
		t.Errorf("the last result is %s, it was played %s", now.Result, last.Result)
	}
	h.sound()
}

// TestTablesCountWhatHasEnded is case B101.
func TestTablesCountWhatHasEnded(t *testing.T) {
	var orders [2][]string
	for i := range orders {
		h := hold(newClub(t, peopleOf(10)...), TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 1, Initial: 1}}, peopleOf(10)...).start()
		open := h.open()
		for n := range open {
			p := open[n]
			if i == 1 {
				p = open[len(open)-1-n]
			}
			h.play(p, []string{"1-0", "½-½", "0-1", "1-0", "½-½"}[p.Board-1], 0)
			h.live()
			tables, err := h.event().Standings()
			must(t, err)
			sum := 0
			for _, row := range tables[0].Rows {
				sum += int(row.Points.Number)
			}
			if sum != (n+1)*100 || tables[0].Provisional != (n < 4) {
				t.Errorf("after %d results: %d hundredths, provisional %v", n+1, sum, tables[0].Provisional)
			}
		}
		orders[i] = h.table("")
	}
	if strings.Join(orders[0], " ") != strings.Join(orders[1], " ") {
		t.Errorf("the table depends on the order of the results:\n%v\n%v", orders[0], orders[1])
	}
}

// TestATaskThatIsDoneTwiceIsDoneOnce repeats every task of an event, as after a
// crash between its end and the note of it.
func TestATaskThatIsDoneTwiceIsDoneOnce(t *testing.T) {
	names := peopleOf(5)
	c := newClub(t, names...)
	h := hold(c, TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 3}, StartsAt: c.Now().Add(time.Hour), RoundTime: 5 * day,
		Unfinished: store.CallDraw}, names...)
	h.pass(time.Hour)
	for turn := 0; h.row().Status == store.TournamentOpen || h.row().Status == store.TournamentRunning; turn++ {
		if turn > 20 {
			t.Fatal("it does not end")
		}
		for range 3 {
			tasks, err := h.Store.Read(t.Context()).DueTasks(h.Now(), 100)
			must(t, err)
			for _, task := range tasks {
				must(t, h.Tasks()[task.Kind](t.Context(), task.Payload))
			}
		}
		before := len(h.pairings())
		h.live()
		if now := len(h.pairings()); now != before {
			t.Errorf("%d pairings were made again", now-before)
		}
		h.sound()
		for _, p := range h.open()[:min(1, len(h.open()))] {
			h.play(p, "1-0", 2)
		}
		for _, p := range h.open() {
			h.playOut(p.GameID, 1)
		}
		h.pass(20 * time.Hour)
		for _, p := range h.open() {
			h.playOut(p.GameID, 1)
			if h.club.row(p.GameID).ToAct == rules.White && h.Now().After(p.DueAt.Add(-2*day)) {
				h.play(p, "0-1", 0)
			}
		}
	}
	if got := len(gamesOf(h.pairings())); got != 6 || h.logged("round") != 2 || h.logged("started") != 1 || h.logged("finished") != 1 {
		t.Errorf("%d games, log %v", got, h.log())
	}
}

// TestARatedEventIsRatedAtItsEnd plays for ratings that change when all is over.
func TestARatedEventIsRatedAtItsEnd(t *testing.T) {
	h := hold(newClub(t, peopleOf(4)...), TournamentInput{Format: director.RoundRobin, Rated: true, RatingMode: store.RateEvent}, peopleOf(4)...).start()
	changes := func() (n int) {
		for _, p := range gamesOf(h.pairings()) {
			all, err := h.Store.Read(t.Context()).GameChanges(p.GameID)
			must(t, err)
			n += len(all)
		}
		return n
	}
	for h.row().Status == store.TournamentRunning {
		if n := changes(); n != 0 {
			t.Fatalf("%d changes in round %d", n, h.row().Round)
		}
		for _, p := range h.open() {
			h.play(p, "1-0", 2)
		}
		h.live()
	}
	if n := changes(); n != 12 {
		t.Errorf("%d changes of six games", n)
	}
}
