package play_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crownpost/api/account"
	"crownpost/api/jobs"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/tournament/director"
)

// TestRunnersHoldAnEventInVirtualTime leaves a Swiss to two runners of the server
// alone: nobody plays, and its hour, the clocks and the rounds take it to its
// table. The runners are stopped and started again on the way.
func TestRunnersHoldAnEventInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		db := storetest.Open(t)
		keys, err := account.OpenKeyring(t.TempDir(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		var logged strings.Builder
		log := slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelWarn}))
		service := &play.Service{Store: db, Hasher: account.NewHasherCost(64, 1), Keys: keys, Log: log, Registration: play.RegistrationOpen}

		var people []int64
		err = db.Write(ctx, func(tx *store.Tx) error {
			for i := range 8 {
				name := fmt.Sprintf("p%d", i+1)
				a := &store.Account{Name: name, NameKey: name, PasswordHash: "-", Role: store.Player, CreatedAt: tx.Now()}
				if err := tx.CreateAccount(a); err != nil {
					return err
				}
				people = append(people, a.ID)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now().Add(2 * time.Hour)
		id, err := service.CreateTournament(ctx, people[0], play.TournamentInput{
			Name: "Nobody plays", Variant: "international", Control: "per-move 3h", Rated: true, Format: director.Swiss,
			Plan: director.Plan{Rounds: 4}, MaxPlayers: 20, StartsAt: start, RoundTime: 10 * time.Hour, Unfinished: store.ForfeitToMove,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, player := range people {
			if err := service.EnterTournament(ctx, player, id, ""); err != nil {
				t.Fatal(err)
			}
		}

		runners := func() (stop func()) {
			running, cancel := context.WithCancel(ctx)
			var wakers []*jobs.Runner
			done := make(chan struct{}, 2)
			for range 2 {
				runner := jobs.New(jobs.Config{
					Queue: jobs.FromStore(db), Settle: service.SettleDue, Tasks: handlers(service), Log: log,
					CleanUp: func(context.Context) error { return nil }, Nightly: func(context.Context) error { return nil },
				})
				wakers = append(wakers, runner)
			}
			service.Wake = func() {
				for _, r := range wakers {
					r.Wake()
				}
			}
			for _, r := range wakers {
				go func() { r.Run(running); done <- struct{}{} }()
			}
			return func() { cancel(); <-done; <-done }
		}
		stop := runners()
		round := func() int {
			view, err := db.Read(ctx).Tournament(id)
			if err != nil {
				t.Fatal(err)
			}
			return view.Round
		}
		for _, at := range []struct {
			after time.Duration
			round int
		}{{119 * time.Minute, 0}, {2 * time.Minute, 1}, {177 * time.Minute, 1}, {3 * time.Minute, 2}} {
			time.Sleep(at.after)
			synctest.Wait()
			if got := round(); got != at.round {
				t.Errorf("after %v: round %d, want %d", time.Since(start), got, at.round)
			}
		}
		stop() // the server is down while the next round ends
		time.Sleep(5 * time.Hour)
		if got := round(); got != 2 {
			t.Errorf("round %d without a runner", got)
		}
		stop = runners()
		time.Sleep(8 * time.Hour)
		synctest.Wait()
		stop()

		view, err := db.Read(ctx).Tournament(id)
		if err != nil || view.Status != store.TournamentFinished || view.Round != 4 {
			t.Fatalf("%+v, %v", view, err)
		}
		lines, err := db.Read(ctx).TournamentLog(id)
		if err != nil {
			t.Fatal(err)
		}
		var acts []string
		for _, line := range lines {
			if line.Act != "entered" {
				acts = append(acts, line.Act)
			}
		}
		if !slices.Equal(acts, []string{"created", "started", "round", "round", "round", "finished"}) {
			t.Errorf("log %v", acts)
		}
		if broken, err := db.Read(ctx).Check(); err != nil || len(broken) > 0 {
			t.Errorf("%v, %v", broken, err)
		}
		if logged.Len() > 0 {
			t.Errorf("the runners logged:\n%s", logged.String())
		}
	})
}

func handlers(service *play.Service) map[string]jobs.Handler {
	tasks := map[string]jobs.Handler{}
	for kind, do := range service.Tasks() {
		tasks[kind] = do
	}
	return tasks
}
