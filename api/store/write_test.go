package store_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rules"
)

var errMine = errors.New("mine")

func note(g *store.Game, kind string) *store.Note {
	return &store.Note{GameID: g.ID, Side: rules.NoSide, Kind: kind, At: noon}
}

func bump(tx *store.Tx, key string) error {
	_, err := tx.BumpLoginFailure(key, time.Hour)
	return err
}

func TestWriteIsAllOrNothing(t *testing.T) {
	onBoth(t, func(b *bench) {
		g := b.game(b.account("ann"), b.account("bob"))
		ran := 0
		after := func(tx *store.Tx) { tx.After(func() { ran++ }) }
		b.do(func(tx *store.Tx) error { after(tx); after(tx); return tx.AppendNote(note(g, "kept")) })
		equal(b, "after a commit", ran, 2)
		b.refuse(errMine, func(tx *store.Tx) error {
			after(tx)
			return errors.Join(tx.AppendNote(note(g, "lost")), errMine)
		})
		err := b.Write(background, func(tx *store.Tx) error {
			after(tx)
			_ = tx.AppendNote(note(g, "lost"))
			panic("oops")
		})
		var p *store.PanicError
		if !errors.As(err, &p) || p.Value != "oops" {
			b.Fatalf("got %v, want a panic's error", err)
		}
		equal(b, "after failures", ran, 2)
		equal(b, "notes", len(got[[]store.Note](b)(b.read().Notes(g.ID))), 1)
	})
}

func TestTransactionReadsWhatItWrote(t *testing.T) {
	onBoth(t, func(b *bench) {
		g := b.game(b.account("ann"), b.account("bob"))
		b.do(func(tx *store.Tx) error {
			if err := tx.AppendNote(note(g, "new")); err != nil {
				return err
			}
			inside, err := tx.Notes(g.ID)
			equal(b, "inside", len(inside), 1)
			return err
		})
	})
}

func TestNowIsTruncatedToMilliseconds(t *testing.T) {
	onBoth(t, func(b *bench) {
		b.now = noon.Add(1234567 * time.Nanosecond).In(time.FixedZone("+8", 8*3600))
		b.do(func(tx *store.Tx) error {
			equal(b, "now", tx.Now(), noon.Add(time.Millisecond))
			equal(b, "zone", tx.Now().Location().String(), "UTC")
			return nil
		})
	})
}

func TestOneOfTwoRacingUpdatesWins(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		for range 20 {
			g := b.game(ann, bob)
			var won atomic.Int32
			var wg sync.WaitGroup
			for i := range 8 {
				wg.Go(func() {
					mine := *g
					mine.Ply = 1
					err := b.Write(background, func(tx *store.Tx) error {
						if err := tx.UpdateGame(&mine); err != nil {
							return err
						}
						return tx.AppendMove(&store.Move{GameID: g.ID, Act: fmt.Sprint(i), At: noon})
					})
					switch {
					case err == nil:
						won.Add(1)
					case !errors.Is(err, store.ErrConflict):
						b.Error(err)
					}
				})
			}
			wg.Wait()
			equal(b, "winners", won.Load(), int32(1))
			equal(b, "moves", len(got[[]store.Move](b)(b.read().Moves(g.ID))), 1)
		}
		equal(b, "problems", len(got[[]string](b)(b.read().Check())), 0)
	})
}

// TestFailingWritesDoNotSpoilOthers has writes that fail in every way share
// commits with writes that do not.
func TestFailingWritesDoNotSpoilOthers(t *testing.T) {
	onBoth(t, func(b *bench) {
		g := b.game(b.account("ann"), b.account("bob"))
		b.do(func(tx *store.Tx) error { return tx.AppendMove(&store.Move{GameID: g.ID, Act: "x", At: noon}) })
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				err := b.Write(background, func(tx *store.Tx) error {
					if err := bump(tx, fmt.Sprint("key", i)); err != nil {
						return err
					}
					switch i % 5 {
					case 1:
						return errMine
					case 2:
						panic(i)
					case 3:
						return tx.AppendMove(&store.Move{GameID: g.ID, Act: "x", At: noon})
					}
					return nil
				})
				if (err == nil) != (i%5 == 0 || i%5 == 4) {
					b.Errorf("write %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		for i := range 200 {
			f := got[store.LoginFailure](b)(b.read().LoginFailure(fmt.Sprint("key", i)))
			want := 0
			if i%5 == 0 || i%5 == 4 {
				want = 1
			}
			equal(b, fmt.Sprint("write ", i), f.Count, want)
		}
	})
}

// blockWriter keeps SQLite's writer busy until release is called.
func blockWriter(t *testing.T, s *store.Store) (release func()) {
	entered, leave := make(chan bool), make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := s.Write(background, func(*store.Tx) error { close(entered); <-leave; return nil }); err != nil {
			t.Error(err)
		}
	})
	<-entered
	return func() { close(leave); wg.Wait() }
}

func TestWritesAreServedInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.Open(t)
		release := blockWriter(t, s)
		var order []int
		var wg sync.WaitGroup
		for i := range 150 {
			wg.Go(func() {
				if err := s.Write(background, func(*store.Tx) error { order = append(order, i); return nil }); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait() // until it stands in the queue
		}
		release()
		wg.Wait()
		for i, n := range order {
			equal(t, "place", n, i)
		}
		equal(t, "served", len(order), 150)
	})
}

func TestWaitingWritesShareACommitAndItsFailure(t *testing.T) {
	for _, want := range []error{nil, errMine} {
		synctest.Test(t, func(t *testing.T) {
			commits := 0
			var fail error
			s := storetest.OpenConfig(t, store.Config{Statement: func(sql string) error {
				if sql != "COMMIT" {
					return nil
				}
				commits++
				return fail
			}})
			release := blockWriter(t, s)
			results := make(chan error, 100)
			for i := range 100 {
				go func() {
					results <- s.Write(background, func(tx *store.Tx) error {
						if i >= 63 { // of the next batch
							fail = want
						}
						return bump(tx, fmt.Sprint("key", i))
					})
				}()
				synctest.Wait()
			}
			release()
			failed := 0
			for range 100 {
				if err := <-results; err != nil {
					isError(t, err, errMine)
					failed++
				}
			}
			equal(t, "commits", commits, 2)
			f := got[store.LoginFailure](t)(s.Read(background).LoginFailure("key99"))
			if want == nil {
				equal(t, "failed and written", []int{failed, f.Count}, []int{0, 1})
			} else {
				equal(t, "failed and written", []int{failed, f.Count}, []int{37, 0})
			}
		})
	}
}

func TestWriteGivesUpWaitingForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.Open(t)
		release := blockWriter(t, s)
		start := time.Now()
		err := s.Write(background, func(*store.Tx) error { t.Error("ran"); return nil })
		isError(t, err, store.ErrBusy)
		equal(t, "wait", time.Since(start), 10*time.Second)
		release()
	})
}

func TestWriterSurvivesAFunctionThatLeavesItsGoroutine(t *testing.T) {
	s := storetest.Open(t)
	if err := s.Write(background, func(tx *store.Tx) error {
		_ = bump(tx, "gone")
		runtime.Goexit()
		return nil
	}); err == nil {
		t.Fatal("no error")
	}
	must(t, s.Write(background, func(tx *store.Tx) error { return bump(tx, "kept") }))
	equal(t, "gone", got[store.LoginFailure](t)(s.Read(background).LoginFailure("gone")).Count, 0)
}

func TestAfterClose(t *testing.T) {
	onBoth(t, func(b *bench) {
		must(b, b.Ready(background))
		must(b, b.Close())
		must(b, b.Close())
		b.refuse(store.ErrClosed, func(*store.Tx) error { return nil })
		if b.Ready(background) == nil {
			b.Fatal("ready after close")
		}
	})
}

// TestMovingFaultPoint fails one statement after the other, the commit at
// last, until a write gets through: before that nothing may be left of it.
func TestMovingFaultPoint(t *testing.T) {
	test := func(open func(testing.TB, store.Config) *store.Store) func(t *testing.T) {
		return func(t *testing.T) {
			left := -1
			b := &bench{T: t, now: noon}
			b.Store = open(t, store.Config{Statement: func(string) error {
				if left--; left == 0 {
					return errMine
				}
				return nil
			}})
			g := b.game(b.account("ann"), b.account("bob"))
			for k := 1; ; k++ {
				if k > 20 {
					t.Fatal("never succeeds")
				}
				left = k
				rang := false
				err := b.Write(background, func(tx *store.Tx) error {
					tx.After(func() { rang = true })
					game, err := tx.GameForUpdate(g.ID)
					if err != nil {
						return err
					}
					game.Ply++
					if err := tx.AppendMove(&store.Move{GameID: g.ID, Act: "32-28", At: noon}); err != nil {
						return err
					}
					if err := tx.AddTask(&store.Task{Key: "k", Kind: "k", DueAt: noon}); err != nil {
						return err
					}
					return tx.UpdateGame(&game.Game)
				})
				left = -1
				tasks := len(got[[]store.Task](t)(b.read().DueTasks(noon, 9)))
				if err == nil {
					equal(t, "statements", k, 6)
					equal(t, "done", []any{rang, tasks}, []any{true, 1})
					break
				}
				isError(t, err, errMine)
				equal(t, "left behind", []any{rang, tasks, len(got[[]store.Move](t)(b.read().Moves(g.ID))),
					got[*store.GameView](t)(b.read().Game(g.ID)).Version}, []any{false, 0, 0, 0})
			}
			equal(t, "problems", len(got[[]string](t)(b.read().Check())), 0)
		}
	}
	t.Run("sqlite", test(storetest.OpenConfig))
	t.Run("postgres", test(storetest.OpenPostgresConfig))
}

// TestWriteSkew ends the last two games of a round together: whoever counts
// under the tournament's lock sees the other's end.
func TestWriteSkew(t *testing.T) {
	onBoth(t, func(b *bench) {
		players := []*store.Account{b.account("a"), b.account("b"), b.account("c"), b.account("d")}
		for range 20 {
			event := b.tournament(players[0], func(t *store.Tournament) { t.Status, t.Rounds, t.Round = store.TournamentRunning, 1, 1 })
			var games []*store.Game
			for i := range 2 {
				games = append(games, b.game(players[2*i], players[2*i+1], func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, i+1 }))
			}
			var closers atomic.Int32
			var wg sync.WaitGroup
			for _, g := range games {
				wg.Go(func() {
					last := false
					err := b.Write(background, func(tx *store.Tx) error {
						game, err := tx.GameForUpdate(g.ID)
						if err != nil {
							return err
						}
						finished(rules.White, noon)(&game.Game)
						if err := tx.UpdateGame(&game.Game); err != nil {
							return err
						}
						if _, err := tx.TournamentForUpdate(event.ID); err != nil {
							return err
						}
						all, err := tx.TournamentGames(event.ID)
						last = !slices.ContainsFunc(all, func(g store.GameView) bool { return g.Status == store.GameRunning })
						return err
					})
					if err != nil {
						b.Error(err)
					}
					if last {
						closers.Add(1)
					}
				})
			}
			wg.Wait()
			equal(b, "who closed the round", closers.Load(), int32(1))
		}
	})
}
