// Package jobs runs what no request waits for: games whose time is up are
// settled, tasks are worked off, old rows are cleaned away every hour, and what
// is published once a day is made.
//
// There are no timers to restore after a restart: what is due stands in the
// database, and the runner sleeps until the earliest of it.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"crownpost/api/store"
)

const (
	// longestSleep bounds what a wake-up that never came can cost.
	longestSleep = time.Minute
	// pause separates two looks at the database, however often it is woken.
	pause = 20 * time.Millisecond
	// stuckPause is the sleep while what is due cannot be done.
	stuckPause = time.Second
	// batch is how much is read at once.
	batch = 100
	// handlerTime limits one attempt at a task.
	handlerTime = 2 * time.Minute
	// workers of one kind of task at a time; each kind has its own.
	workers = 2
	// MaxAttempts is how often a task is tried before it is given up.
	MaxAttempts = 10
	// hour separates two clean-ups, and two looks for the nightly work.
	hour = time.Hour
)

// Queue is what the runner needs of the database.
type Queue interface {
	// NextDeadline returns the earliest deadline of a running game.
	NextDeadline(ctx context.Context) (t time.Time, ok bool, err error)
	// DueGames lists running games whose deadline has passed, the earliest first.
	DueGames(ctx context.Context, now time.Time, limit int) ([]int64, error)
	// NextTask returns when the next task is due.
	NextTask(ctx context.Context) (t time.Time, ok bool, err error)
	// DueTasks lists tasks whose time has come, the oldest first.
	DueTasks(ctx context.Context, now time.Time, limit int) ([]store.Task, error)
	// DeleteTask removes a task that is done.
	DeleteTask(ctx context.Context, id int64) error
	// FailTask notes a failed attempt and when to try again; with the zero
	// time the task is given up and kept.
	FailTask(ctx context.Context, id int64, message string, retry time.Time) error
}

// Handler does a task. It may be called again with the same payload: after an
// error, and after a crash between its end and the note of it.
type Handler func(ctx context.Context, payload string) error

// Config is what a Runner runs.
type Config struct {
	Queue Queue
	// Settle ends a game whose time is up, and leaves any other alone.
	Settle func(ctx context.Context, game int64) error
	// Tasks has the handler of each kind of task.
	Tasks map[string]Handler
	// CleanUp is called at the start and every hour.
	CleanUp func(ctx context.Context) error
	// Nightly is called at the start and every hour too; it does something
	// once in each day by UTC.
	Nightly func(ctx context.Context) error
	Log     *slog.Logger
}

// Runner is the server's background work.
type Runner struct {
	Config
	sweep, tasks chan struct{}
	// planned is when the next sweep begins, in milliseconds since 1970; while
	// one is under way it is later than everything.
	planned atomic.Int64
}

// New returns a runner, which does nothing before Run.
func New(c Config) *Runner {
	return &Runner{Config: c, sweep: make(chan struct{}, 1), tasks: make(chan struct{}, 1)}
}

// Wake tells the runner that a task or a deadline may be due earlier than it
// knew. It never waits.
func (r *Runner) Wake() {
	ring(r.sweep)
	ring(r.tasks)
}

// WakeBy tells the runner of a deadline that was stored. It never waits, and
// costs nothing where a sweep is planned before that moment anyway.
func (r *Runner) WakeBy(deadline time.Time) {
	if deadline.UnixMilli() < r.planned.Load() {
		ring(r.sweep)
	}
}

func ring(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// Run works until ctx ends. Then it starts nothing more, cancels the context
// of what it is doing, and returns once that has stopped.
func (r *Runner) Run(ctx context.Context) {
	var all sync.WaitGroup
	sweeper := &sweeper{r, map[int64]time.Time{}}
	all.Go(func() { r.loop(ctx, r.sweep, sweeper.settleDue) })
	all.Go(func() { r.workTasks(ctx) })
	all.Go(func() { r.hourly(ctx, "clean-up failed", r.CleanUp) })
	all.Go(func() { r.hourly(ctx, "nightly work failed", r.Nightly) })
	all.Wait()
}

// hourly calls work at once and every hour; an error is logged as the trouble.
func (r *Runner) hourly(ctx context.Context, trouble string, work func(ctx context.Context) error) {
	r.loop(ctx, nil, func(ctx context.Context) time.Duration {
		if err := guard(func() error { return work(ctx) }); err != nil && ctx.Err() == nil {
			r.Log.Error(trouble, "error", err)
		}
		return hour
	})
}

// loop calls work, and again after the time that it returns or when bell
// rings, until ctx ends.
func (r *Runner) loop(ctx context.Context, bell <-chan struct{}, work func(ctx context.Context) time.Duration) {
	for {
		timer := time.NewTimer(max(work(ctx), pause))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		case <-bell:
			timer.Stop()
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
	}
}

// sweeper settles games. A game that could not be settled waits a minute, so
// that it neither fills the log nor stands in another's way.
type sweeper struct {
	*Runner
	failed map[int64]time.Time // when
}

// settleDue settles every game whose time is up and returns how long to sleep.
func (s *sweeper) settleDue(ctx context.Context) time.Duration {
	s.planned.Store(math.MaxInt64)
	d := s.settle(ctx)
	s.planned.Store(time.Now().Add(d).UnixMilli())
	return d
}

func (s *sweeper) settle(ctx context.Context) time.Duration {
	for id, at := range s.failed {
		if time.Since(at) >= longestSleep {
			delete(s.failed, id)
		}
	}
	settled := map[int64]bool{} // once in a sweep, also if it should still be due
	for more := true; more && ctx.Err() == nil; {
		games, err := s.Queue.DueGames(ctx, time.Now(), batch+len(settled)+len(s.failed))
		if err != nil {
			return s.troubled(ctx, "deadlines cannot be read", err)
		}
		more = false
		for _, id := range games {
			if _, failed := s.failed[id]; failed || settled[id] || ctx.Err() != nil {
				continue
			}
			more = true
			err := guard(func() error { return s.Settle(ctx, id) })
			if err == nil {
				settled[id] = true
			} else if ctx.Err() == nil {
				s.failed[id] = time.Now()
				s.Log.Error("game not settled", "game", id, "error", err)
			}
		}
	}
	next, ok, err := s.Queue.NextDeadline(ctx)
	if err != nil {
		return s.troubled(ctx, "deadlines cannot be read", err)
	}
	return s.sleep(next, ok)
}

// sleep returns the time until next, at most longestSleep. What is due still
// could not be done.
func (r *Runner) sleep(next time.Time, ok bool) time.Duration {
	if !ok {
		return longestSleep
	}
	d := time.Until(next)
	if d <= 0 {
		return stuckPause
	}
	return min(d, longestSleep)
}

func (r *Runner) troubled(ctx context.Context, what string, err error) time.Duration {
	if ctx.Err() == nil {
		r.Log.Error(what, "error", err)
	}
	return stuckPause
}

// work is the tasks that are being done: their ids, and how many of each
// kind. Those that have ended stay in ids until the next look at the
// database, as the last one may have shown them still due.
type work struct {
	mu    sync.Mutex
	ids   map[int64]bool
	ended []int64
	kinds map[string]int
}

// look must be called before the database is read.
func (w *work) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range w.ended {
		delete(w.ids, id)
	}
	w.ended = nil
}

// start takes a task up if there is room for one of its kind.
func (w *work) start(t store.Task) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ids[t.ID] || w.kinds[t.Kind] >= workers {
		return false
	}
	w.ids[t.ID] = true
	w.kinds[t.Kind]++
	return true
}

func (w *work) end(t store.Task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = append(w.ended, t.ID)
	w.kinds[t.Kind]--
}

// workTasks starts tasks as they become due and as there is room for them.
func (r *Runner) workTasks(ctx context.Context) {
	var running sync.WaitGroup
	doing := &work{ids: map[int64]bool{}, kinds: map[string]int{}}
	r.loop(ctx, r.tasks, func(ctx context.Context) time.Duration {
		if err := r.startDue(ctx, doing, &running); err != nil {
			return r.troubled(ctx, "tasks cannot be read", err)
		}
		next, ok, err := r.Queue.NextTask(ctx)
		if err != nil {
			return r.troubled(ctx, "tasks cannot be read", err)
		}
		return r.sleep(next, ok)
	})
	running.Wait()
}

// startDue starts the tasks that are due. It reads on as long as a full batch
// holds none that could be started, so that a kind whose tasks hang does not
// hide the others.
func (r *Runner) startDue(ctx context.Context, doing *work, running *sync.WaitGroup) error {
	for limit := batch; ctx.Err() == nil; {
		doing.look()
		due, err := r.Queue.DueTasks(ctx, time.Now(), limit)
		if err != nil {
			return err
		}
		for _, t := range due {
			if doing.start(t) {
				running.Go(func() {
					r.do(ctx, t)
					doing.end(t)
					ring(r.tasks)
				})
			}
		}
		if len(due) < limit {
			return nil
		}
		limit *= 4
	}
	return nil
}

// do tries a task once and notes what came of it.
func (r *Runner) do(ctx context.Context, t store.Task) {
	handler, ok := r.Tasks[t.Kind]
	if !ok {
		handler = func(context.Context, string) error { return fmt.Errorf("no handler for tasks of kind %q", t.Kind) }
	}
	err := guard(func() error {
		ctx, stop := context.WithTimeout(ctx, handlerTime)
		defer stop()
		return handler(ctx, t.Payload)
	})
	noted := context.WithoutCancel(ctx)
	switch {
	case err == nil:
		err = r.Queue.DeleteTask(noted, t.ID)
	case ctx.Err() != nil:
		return // the server stops; the task is still due at the next start
	default:
		attempt := t.Attempts + 1
		log, retry := r.Log.Warn, time.Now().Add(Backoff(attempt))
		if attempt >= MaxAttempts {
			log, retry = r.Log.Error, time.Time{}
		}
		log("task failed", "kind", t.Kind, "task", t.ID, "attempt", attempt, "error", err)
		err = r.Queue.FailTask(noted, t.ID, short(err), retry)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		r.Log.Error("task not noted", "kind", t.Kind, "task", t.ID, "error", err)
	}
}

// Backoff returns how long after its n-th failed attempt a task is tried
// again: 5 seconds, then three times longer each time, so that the last of
// MaxAttempts comes 13 hours after the first.
func Backoff(n int) time.Duration {
	d := 5 * time.Second
	for range min(n, MaxAttempts) - 1 {
		d *= 3
	}
	return d
}

// short is an error's text as it is kept with its task.
func short(err error) string {
	text := strings.ToValidUTF8(err.Error(), "")
	if len(text) > 500 {
		text = strings.ToValidUTF8(text[:500], "")
	}
	return strings.ReplaceAll(text, "\x00", "")
}

// guard turns a panic into an error, so that one task cannot end the runner.
func guard(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return do()
}
