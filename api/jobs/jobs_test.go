package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a queue in memory, and what the runner did with it.
type world struct {
	mu        sync.Mutex
	start     time.Time
	deadlines map[int64]time.Time
	tasks     map[int64]store.Task
	reads     int
	broken    error // returned by every read
	log       bytes.Buffer
	events    []string // what happened, with the time since the start
	cleanUps  int
	runner    *Runner
}

func newWorld() *world {
	return &world{start: time.Now(), deadlines: map[int64]time.Time{}, tasks: map[int64]store.Task{}}
}

func (w *world) note(format string, args ...any) {
	w.events = append(w.events, fmt.Sprintf("%v ", time.Since(w.start))+fmt.Sprintf(format, args...))
}

func (w *world) NextDeadline(context.Context) (time.Time, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reads++
	var next time.Time
	for _, t := range w.deadlines {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	return next, !next.IsZero(), w.broken
}

func (w *world) DueGames(_ context.Context, now time.Time, limit int) ([]int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reads++
	var due []int64
	for id, t := range w.deadlines {
		if !t.After(now) {
			due = append(due, id)
		}
	}
	slices.SortFunc(due, func(a, b int64) int { return w.deadlines[a].Compare(w.deadlines[b]) })
	return due[:min(limit, len(due))], w.broken
}

func (w *world) NextTask(context.Context) (time.Time, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reads++
	var next time.Time
	for _, t := range w.tasks {
		if !t.DueAt.IsZero() && (next.IsZero() || t.DueAt.Before(next)) {
			next = t.DueAt
		}
	}
	return next, !next.IsZero(), w.broken
}

func (w *world) DueTasks(_ context.Context, now time.Time, limit int) ([]store.Task, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reads++
	var due []store.Task
	for _, t := range w.tasks {
		if !t.DueAt.IsZero() && !t.DueAt.After(now) {
			due = append(due, t)
		}
	}
	slices.SortFunc(due, func(a, b store.Task) int {
		if c := a.DueAt.Compare(b.DueAt); c != 0 {
			return c
		}
		return int(a.ID - b.ID)
	})
	return due[:min(limit, len(due))], w.broken
}

func (w *world) DeleteTask(_ context.Context, id int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.tasks, id)
	return nil
}

func (w *world) FailTask(_ context.Context, id int64, message string, retry time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	t, ok := w.tasks[id]
	if !ok {
		return store.ErrNotFound
	}
	t.Attempts++
	t.LastError, t.DueAt = message, retry
	w.tasks[id] = t
	return nil
}

// settle is a Settle that works.
func (w *world) settle(_ context.Context, game int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.note("settled %d", game)
	delete(w.deadlines, game)
	return nil
}

func (w *world) add(id int64, kind, payload string, in time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tasks[id] = store.Task{ID: id, Kind: kind, Payload: payload, DueAt: time.Now().Add(in)}
}

// run runs the configuration for a time, and while it does calls during.
func (w *world) run(c Config, length time.Duration, during func()) {
	if c.Settle == nil {
		c.Settle = w.settle
	}
	if c.CleanUp == nil {
		c.CleanUp = func(context.Context) error { w.mu.Lock(); defer w.mu.Unlock(); w.cleanUps++; return nil }
	}
	if c.Nightly == nil {
		c.Nightly = func(context.Context) error { return nil }
	}
	c.Queue, c.Log = w, slog.New(slog.NewTextHandler(&w.log, nil))
	ctx, cancel := context.WithTimeout(context.Background(), length)
	defer cancel()
	w.runner = New(c)
	var all sync.WaitGroup
	all.Go(func() { w.runner.Run(ctx) })
	if during != nil {
		all.Go(during)
	}
	all.Wait()
}

// expect compares what happened with what should have, in any order at a time.
func (w *world) expect(t *testing.T, want ...string) {
	t.Helper()
	got := slices.Clone(w.events)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q\n%s", got, want, w.log.String())
	}
}

func TestGamesAreSettledAtTheirDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.deadlines[1] = w.start.Add(-time.Hour) // while the server was down
		w.deadlines[2] = w.start.Add(30 * time.Second)
		w.deadlines[3] = w.start.Add(72 * time.Hour)
		w.run(Config{}, 100*time.Hour, nil)
		w.expect(t, "0s settled 1", "30s settled 2", "72h0m0s settled 3")
		if w.reads > 4*100*60+100 {
			t.Errorf("%d reads in 100 hours", w.reads)
		}
	})
}

func TestAWakeBringsAnEarlierDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.run(Config{}, time.Hour, func() {
			time.Sleep(10 * time.Second)
			w.mu.Lock()
			w.deadlines[1] = time.Now().Add(5 * time.Second)
			w.mu.Unlock()
			for range 1000 {
				w.runner.Wake()
			}
		})
		w.expect(t, "15s settled 1")
		if w.reads > 500 {
			t.Errorf("%d reads", w.reads)
		}
	})
}

func TestOnlyADeadlineBeforeTheNextSweepWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.run(Config{}, time.Minute-time.Second, func() {
			time.Sleep(10 * time.Second)
			w.mu.Lock()
			before := w.reads
			w.mu.Unlock()
			for range 100 {
				w.runner.WakeBy(time.Now().Add(3 * 24 * time.Hour))
			}
			time.Sleep(time.Second)
			w.mu.Lock()
			if w.reads != before {
				t.Errorf("a deadline in three days woke the runner")
			}
			w.deadlines[1] = time.Now().Add(5 * time.Second)
			w.mu.Unlock()
			w.runner.WakeBy(time.Now().Add(5 * time.Second))
		})
		w.expect(t, "16s settled 1")
	})
}

func TestADeadlineWithoutAWakeIsFoundWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.run(Config{}, time.Hour, func() {
			time.Sleep(10 * time.Second)
			w.mu.Lock()
			defer w.mu.Unlock()
			w.deadlines[1] = time.Now()
		})
		w.expect(t, "1m0s settled 1")
	})
}

func TestAGameThatCannotBeSettledStandsInNoOthersWay(t *testing.T) {
	for _, c := range []struct {
		name  string
		fail  func() error
		tries int
	}{
		{"it fails", func() error { return errors.New("broken") }, 5},
		{"it panics", func() error { panic("broken") }, 5},
		{"it stays due", func() error { return nil }, 300},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				for id := range int64(150) {
					w.deadlines[id] = w.start.Add(-time.Hour)
				}
				w.deadlines[500] = w.start.Add(-time.Minute)
				w.deadlines[501] = w.start.Add(10 * time.Second)
				tries := 0
				w.run(Config{Settle: func(ctx context.Context, game int64) error {
					if game < 500 {
						tries++
						return c.fail()
					}
					return w.settle(ctx, game)
				}}, 5*time.Minute-time.Millisecond, nil)
				w.expect(t, "0s settled 500", "10s settled 501")
				if c.tries != tries/150 {
					t.Errorf("tried %d times in five minutes", tries/150)
				}
			})
		})
	}
}

func TestThousandsOfGamesDueAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		for id := range int64(2500) {
			w.deadlines[id] = w.start.Add(time.Second)
		}
		w.run(Config{}, 2*time.Second, nil)
		if len(w.events) != 2500 || !strings.HasPrefix(w.events[2499], "1s ") {
			t.Errorf("%d settled, the last %q", len(w.events), w.events[len(w.events)-1])
		}
	})
}

func TestTasksAreDoneWhenTheyAreDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.add(1, "mail", "a", -time.Hour)
		w.add(2, "mail", "b", 30*time.Second)
		w.add(3, "pair", "c", time.Hour)
		done := func(_ context.Context, payload string) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.note("%s", payload)
			return nil
		}
		w.run(Config{Tasks: map[string]Handler{"mail": done, "pair": done}}, 2*time.Hour, func() {
			time.Sleep(10 * time.Second)
			w.add(4, "pair", "d", 2*time.Second)
			w.runner.Wake()
		})
		w.expect(t, "0s a", "12s d", "30s b", "1h0m0s c")
		if len(w.tasks) != 0 {
			t.Errorf("tasks left: %v", w.tasks)
		}
	})
}

func TestAFailedTaskIsTriedAgainEverMoreSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.add(1, "mail", "anna@example.org", 0)
		fail := func(context.Context, string) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.note("tried")
			return errors.New("refused\x00")
		}
		w.run(Config{Tasks: map[string]Handler{"mail": fail}}, 30*24*time.Hour, nil)
		w.expect(t, "0s tried", "5s tried", "20s tried", "1m5s tried", "3m20s tried", "10m5s tried", "30m20s tried",
			"1h31m5s tried", "4h33m20s tried", "13h40m5s tried")
		dead := w.tasks[1]
		if dead.Attempts != MaxAttempts || !dead.DueAt.IsZero() || dead.LastError != "refused" {
			t.Errorf("got %+v", dead)
		}
		if strings.Contains(w.log.String(), "anna") {
			t.Errorf("the log is personal: %s", w.log.String())
		}
		if strings.Count(w.log.String(), "level=ERROR") != 1 {
			t.Errorf("the end is not told once: %s", w.log.String())
		}
	})
}

func TestATaskThatFailsInOtherWays(t *testing.T) {
	for _, c := range []struct {
		name    string
		kind    string
		handler Handler
		want    string
	}{
		{"it panics", "mail", func(context.Context, string) error { panic("oh") }, "panic: oh"},
		{"nobody does its kind", "fax", nil, `"fax"`},
		{"it hangs", "mail", func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() }, "deadline"},
		{"its error is a novel", "mail", func(context.Context, string) error { return errors.New(strings.Repeat("ä", 5000)) }, "ää"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				w.add(1, c.kind, "", 0)
				w.add(2, "other", "b", time.Second)
				done := func(context.Context, string) error { w.note("b"); return nil }
				w.run(Config{Tasks: map[string]Handler{"mail": c.handler, "other": done}}, handlerTime+2*time.Second, nil)
				w.expect(t, "1s b")
				failed := w.tasks[1]
				if failed.Attempts == 0 || !strings.Contains(failed.LastError, c.want) || len(failed.LastError) > 500 {
					t.Errorf("got %+v", failed)
				}
			})
		})
	}
}

func TestAKindThatHangsDoesNotHideTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		for id := range int64(1000) {
			w.add(id, "mail", "", -time.Hour)
		}
		w.add(5000, "pair", "", -time.Minute)
		w.add(5001, "pair", "", 10*time.Second)
		now, most := 0, 0
		w.run(Config{Tasks: map[string]Handler{
			"mail": func(ctx context.Context, _ string) error {
				w.mu.Lock()
				now++
				most = max(most, now)
				w.mu.Unlock()
				<-ctx.Done()
				w.mu.Lock()
				now--
				w.mu.Unlock()
				return ctx.Err()
			},
			"pair": func(context.Context, string) error {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.note("paired")
				return nil
			},
		}}, time.Minute, nil)
		if len(w.events) != 2 || w.events[0] != "0s paired" || most != workers {
			t.Errorf("got %q with %d at once", w.events, most)
		}
	})
}

func TestATaskIsNotDoneTwiceAtOnceNorAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		for id := range int64(50) {
			w.add(id, "mail", fmt.Sprint(id), 0)
		}
		times := map[string]int{}
		w.run(Config{Tasks: map[string]Handler{"mail": func(_ context.Context, payload string) error {
			w.mu.Lock()
			times[payload]++
			w.mu.Unlock()
			time.Sleep(3 * time.Second)
			return nil
		}}}, 5*time.Minute, func() {
			for range 2000 {
				time.Sleep(100 * time.Millisecond)
				w.runner.Wake()
			}
		})
		for payload, n := range times {
			if n != 1 {
				t.Errorf("%s was done %d times", payload, n)
			}
		}
		if len(times) != 50 || len(w.tasks) != 0 {
			t.Errorf("%d done, %d left", len(times), len(w.tasks))
		}
	})
}

func TestATaskThatWasCancelledWhileItRan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.add(1, "mail", "", 0)
		w.run(Config{Tasks: map[string]Handler{"mail": func(ctx context.Context, _ string) error {
			_ = w.DeleteTask(ctx, 1)
			return errors.New("refused")
		}}}, time.Minute, nil)
		if strings.Contains(w.log.String(), "not noted") {
			t.Error(w.log.String())
		}
	})
}

func TestStoppingLeavesUnfinishedTasksDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.add(1, "mail", "", 0)
		w.add(2, "pair", "", 0)
		w.run(Config{Tasks: map[string]Handler{
			"mail": func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() },
			"pair": func(ctx context.Context, _ string) error { <-ctx.Done(); return nil }, // finished all the same
		}}, 10*time.Second, nil)
		if time.Since(w.start) != 10*time.Second {
			t.Errorf("stopped after %v", time.Since(w.start))
		}
		left, ok := w.tasks[1]
		if !ok || left.Attempts != 0 || len(w.tasks) != 1 {
			t.Errorf("left %+v", w.tasks)
		}
	})
}

func TestCleanUpAndNightlyWorkHappenAtTheStartAndEveryHour(t *testing.T) {
	for name, result := range map[string]func() error{
		"it works": func() error { return nil }, "it fails": func() error { return errors.New("broken") }, "it panics": func() error { panic("broken") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				times, nights := 0, 0
				w.run(Config{
					CleanUp: func(context.Context) error { times++; return result() },
					Nightly: func(context.Context) error { nights++; return result() },
				}, 24*time.Hour+time.Minute, func() {
					for range 100 {
						w.runner.Wake()
						time.Sleep(time.Second)
					}
				})
				if times != 25 || nights != 25 {
					t.Errorf("%d and %d times in a day", times, nights)
				}
			})
		})
	}
}

func TestADatabaseThatComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.broken = errors.New("gone")
		w.deadlines[1] = w.start
		w.run(Config{}, 2*time.Minute, func() {
			time.Sleep(30*time.Second + time.Millisecond)
			w.mu.Lock()
			defer w.mu.Unlock()
			w.broken = nil
		})
		w.expect(t, "31s settled 1")
		if n := strings.Count(w.log.String(), "deadlines cannot be read"); n > 40 {
			t.Errorf("%d complaints", n)
		}
	})
}

// The same over the tables themselves.
func TestFromStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.Open(t)
		ctx := context.Background()
		start := time.Now()
		err := s.Write(ctx, func(tx *store.Tx) error {
			for _, task := range []store.Task{
				{Key: "a", Kind: "mail", Payload: "works", DueAt: tx.Now().Add(time.Hour)},
				{Key: "b", Kind: "mail", Payload: "fails", DueAt: tx.Now()},
			} {
				if err := tx.AddTask(&task); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var done []string
		runner := New(Config{
			Queue: FromStore(s), Log: slog.New(slog.DiscardHandler),
			Settle: func(context.Context, int64) error { return nil },
			CleanUp: func(ctx context.Context) error {
				return s.Write(ctx, func(tx *store.Tx) error { return tx.DeleteExpired() })
			},
			Tasks: map[string]Handler{"mail": func(_ context.Context, payload string) error {
				mu.Lock()
				defer mu.Unlock()
				done = append(done, fmt.Sprint(payload, " ", time.Since(start).Truncate(time.Minute)))
				if payload == "fails" {
					return errors.New("refused")
				}
				return nil
			}},
		})
		running, cancel := context.WithTimeout(ctx, 48*time.Hour)
		defer cancel()
		runner.Run(running)
		if len(done) != MaxAttempts+1 || !slices.Contains(done, "works 1h0m0s") {
			t.Errorf("done %q", done)
		}
		if _, ok, err := s.Read(ctx).NextTask(); ok || err != nil {
			t.Errorf("a task is still due: %v", err)
		}
	})
}
