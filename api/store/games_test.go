package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
)

func TestGameIsStoredAsSetWithEveryFieldAndItsZeroValue(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		first := b.game(ann, bob, finished(rules.Black, b.now))
		event := b.tournament(ann)
		full := newGame(ann, bob, b.now)
		full.Ply, full.Dice, full.ActedWhite, full.ActedBlack = 3, "31", true, true
		full.OfferID, full.OfferBy, full.OfferPly, full.OfferFromWhite, full.OfferFromBlack = 2, rules.Black, 2, 11, 12
		full.RatedReason, full.TournamentID, full.Round, full.Board, full.RematchOf = "casual", event.ID, 1, 2, first.ID
		full.Rated, full.Options, full.Start, full.PairOf = false, "draws=cbd", "state", first.ID
		full.Opening, full.Ballot, full.OpeningDraw = "3-move", "17: 9-13 22-18 10-14", "drawn 00"
		b.do(func(tx *store.Tx) error { return tx.CreateGame(full) })
		check := func(what string, want *store.Game) {
			b.Helper()
			view := got[*store.GameView](b)(b.read().Game(want.ID))
			equal(b, what+", read", view.Game, *want)
			equal(b, what+", in a list", got[[]store.GameView](b)(b.read().TournamentGames(event.ID)), []store.GameView{*view})
			b.do(func(tx *store.Tx) error {
				g, err := tx.GameForUpdate(want.ID)
				equal(b, what+", for update", g, view)
				return err
			})
		}
		check("full", full)
		view := got[*store.GameView](b)(b.read().Game(full.ID))
		equal(b, "names", []string{view.WhiteName, view.BlackName, view.TournamentName}, []string{"ann", "bob", "Winter"})

		b.now = b.now.Add(time.Minute)
		empty := *full
		empty.Ply, empty.Dice, empty.ActedWhite, empty.ActedBlack, empty.LeftWhite, empty.LeftBlack = 0, "", false, false, 0, 0
		empty.OfferID, empty.OfferBy, empty.OfferPly, empty.OfferFromWhite, empty.OfferFromBlack = 0, rules.NoSide, 0, 0, 0
		empty.DeadlineAt, empty.RatedReason, empty.Notation = time.Time{}, "", ""
		b.do(func(tx *store.Tx) error { return tx.UpdateGame(&empty) })
		equal(b, "version and time", []any{empty.Version, empty.UpdatedAt}, []any{1, b.now})
		check("empty", &empty)

		over := empty
		finished(rules.Black, b.now)(&over)
		over.Ply, over.Dice, over.ActedWhite, over.LeftBlack, over.Value = 5, "66", true, time.Second, 4
		over.OfferID, over.OfferBy, over.OfferPly, over.OfferFromBlack, over.OfferFromWhite = 7, rules.White, 4, 13, 1
		over.RatedReason, over.Notation, over.Position, over.TurnSince = "why", "n", "p", b.now
		b.do(func(tx *store.Tx) error { return tx.UpdateGame(&over) })
		check("over", &over)

		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateGame(full) })
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { g := *full; g.ID = 0; return tx.CreateGame(&g) })
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error { return tx.CreateGame(newGame(ann, ann, b.now)) })
		b.refuse(store.ErrReference, func(tx *store.Tx) error {
			return tx.CreateGame(newGame(ann, &store.Account{ID: 99}, b.now))
		})
		for name, spoil := range map[string]func(g *store.Game){
			"rated by other rules":              func(g *store.Game) { g.Options, g.Start = "draws=cbd", "state" },
			"rated from a position":             func(g *store.Game) { g.Start = "state" },
			"other rules without a start":       func(g *store.Game) { g.Rated, g.Options = false, "draws=cbd" },
			"an opening without a start":        func(g *store.Game) { g.Opening, g.Ballot, g.OpeningDraw = "3-move", "1", "drawn" },
			"an opening without a ballot":       func(g *store.Game) { g.Opening, g.OpeningDraw, g.Start = "3-move", "drawn", "state" },
			"an opening that nobody has drawn":  func(g *store.Game) { g.Opening, g.Ballot, g.Start = "3-move", "1", "state" },
			"a ballot of no opening, not drawn": func(g *store.Game) { g.Ballot, g.Start = "1", "state" },
		} {
			err := b.Write(background, func(tx *store.Tx) error {
				g := newGame(ann, bob, b.now)
				spoil(g)
				return tx.CreateGame(g)
			})
			equal(b, name+" is refused", errors.Is(err, store.ErrInvalid), true)
		}
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error { _, err := tx.GameForUpdate(99); return err })
	})
}

func TestMovesAndNotes(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		g := b.game(ann, bob)
		moves := []store.Move{
			{GameID: g.ID, Side: rules.White, Act: "32-28", At: b.now, Spent: time.Minute},
			{GameID: g.ID, Ply: 1, Side: rules.Black, Act: "roll", Dice: "31", At: b.now.Add(time.Second), Automatic: true},
		}
		notes := []store.Note{
			{GameID: g.ID, Side: rules.NoSide, Kind: "time-up", Detail: "x", At: b.now},
			{GameID: g.ID, Ply: 2, Side: rules.Black, Kind: "offer-draw", At: b.now},
		}
		b.do(func(tx *store.Tx) error {
			for i := range moves {
				if err := tx.AppendMove(&moves[i]); err != nil {
					return err
				}
				if err := tx.AppendNote(&notes[i]); err != nil {
					return err
				}
			}
			return nil
		})
		equal(b, "numbers", []int64{notes[0].Seq, notes[1].Seq}, []int64{1, 2})
		equal(b, "moves", got[[]store.Move](b)(b.read().Moves(g.ID)), moves)
		equal(b, "notes", got[[]store.Note](b)(b.read().Notes(g.ID)), notes)
		equal(b, "one move", got[*store.Move](b)(b.read().Move(g.ID, 1)), &moves[1])
		_, err := b.read().Move(g.ID, 2)
		isError(b, err, store.ErrNotFound)
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { return tx.AppendMove(&moves[0]) })
	})
}

func TestRunningGamesAwaitingMoveComeFirstByDeadline(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		due := func(toAct rules.Side, in time.Duration) func(g *store.Game) {
			return func(g *store.Game) {
				g.ToAct, g.DeadlineAt = toAct, b.now.Add(in)
				if in == 0 {
					g.DeadlineAt, g.Control, g.Rated = time.Time{}, "none", false
				}
			}
		}
		theirs := b.game(ann, bob, due(rules.Black, time.Hour))
		never := b.game(ann, bob, due(rules.White, 0))
		late := b.game(ann, bob, due(rules.White, 3*time.Hour))
		soon := b.game(bob, ann, due(rules.Black, 2*time.Hour))
		b.game(ann, bob, finished(rules.White, b.now))
		want := fmt.Sprint(soon.ID, " ", late.ID, " ", never.ID, " ", theirs.ID, " ")
		equal(b, "all", gameIDs(got[[]store.GameView](b)(b.read().RunningGames(ann.ID, store.AwaitCursor{}, 10))), want)

		paged, cursor := "", store.AwaitCursor{}
		for range 4 {
			page := got[[]store.GameView](b)(b.read().RunningGames(ann.ID, cursor, 1))
			paged += gameIDs(page)
			cursor = page[0].AwaitCursor(ann.ID)
		}
		equal(b, "page by page", paged, want)
		equal(b, "behind the last", len(got[[]store.GameView](b)(b.read().RunningGames(ann.ID, cursor, 1))), 0)
		equal(b, "ids", got[[]int64](b)(b.read().RunningIDs(bob.ID)), []int64{theirs.ID, never.ID, late.ID, soon.ID})
		equal(b, "counts", got[store.GameCounts](b)(b.read().CountGames(ann.ID)), store.GameCounts{Running: 4, Awaiting: 3, Finished: 1})

		next, ok, err := b.read().NextDeadline()
		must(b, err)
		equal(b, "next deadline", []any{next, ok}, []any{theirs.DeadlineAt, true})
		equal(b, "due", got[[]int64](b)(b.read().DueGames(b.now.Add(2*time.Hour), 10)), []int64{theirs.ID, soon.ID})
		equal(b, "not due 1 ms before", len(got[[]int64](b)(b.read().DueGames(theirs.DeadlineAt.Add(-time.Millisecond), 10))), 0)

		b.now = b.now.Add(time.Minute)
		b.do(func(tx *store.Tx) error { return tx.UpdateGame(never) })
		equal(b, "live", gameIDs(got[[]store.GameView](b)(b.read().LiveGames(2))), fmt.Sprint(never.ID, " ", soon.ID, " "))
	})
}

func TestNoDeadlineIsNotAnError(t *testing.T) {
	onBoth(t, func(b *bench) {
		_, ok, err := b.read().NextDeadline()
		must(b, err)
		equal(b, "ok", ok, false)
	})
}

func TestHistory(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob, cid := b.account("ann"), b.account("bob"), b.account("cid")
		day := func(n int) time.Time { return noon.Add(time.Duration(n) * 24 * time.Hour) }
		won := b.game(ann, bob, finished(rules.White, day(1)))
		lost := b.game(bob, ann, finished(rules.White, day(2)))
		drawn := b.game(ann, bob, finished(rules.NoSide, day(3)))
		checkers := b.game(cid, ann, finished(rules.Black, day(4)), func(g *store.Game) { g.Variant = "checkers" })
		same := b.game(ann, cid, finished(rules.White, day(4)))
		b.game(bob, cid, finished(rules.White, day(4)))
		b.game(ann, bob)
		b.game(ann, bob, func(g *store.Game) {
			g.Status, g.ToAct, g.DeadlineAt, g.EndedAt, g.Reason = store.GameAborted, rules.NoSide, time.Time{}, day(4), "aborted"
		})
		for _, c := range []struct {
			name   string
			filter store.HistoryFilter
			want   []*store.Game
		}{
			{"everything, the newest first", store.HistoryFilter{}, []*store.Game{same, checkers, drawn, lost, won}},
			{"a page", store.HistoryFilter{Limit: 2}, []*store.Game{same, checkers}},
			{"the next page", store.HistoryFilter{Limit: 2, Before: checkers.Cursor()}, []*store.Game{drawn, lost}},
			{"between two that ended together", store.HistoryFilter{Before: same.Cursor(), Limit: 1}, []*store.Game{checkers}},
			{"a variant", store.HistoryFilter{Variant: "checkers"}, []*store.Game{checkers}},
			{"an opponent", store.HistoryFilter{OpponentID: bob.ID}, []*store.Game{drawn, lost, won}},
			{"won", store.HistoryFilter{Result: store.Won}, []*store.Game{same, checkers, won}},
			{"drawn", store.HistoryFilter{Result: store.Drawn}, []*store.Game{drawn}},
			{"lost", store.HistoryFilter{Result: store.Lost}, []*store.Game{lost}},
			{"dates, the last day excluded", store.HistoryFilter{From: day(2), To: day(4)}, []*store.Game{drawn, lost}},
			{"everything at once", store.HistoryFilter{Variant: "international", OpponentID: bob.ID, Result: store.Won,
				From: day(1), To: day(2), Before: lost.Cursor()}, []*store.Game{won}},
		} {
			want := ""
			for _, g := range c.want {
				want += fmt.Sprint(g.ID, " ")
			}
			equal(b, c.name, gameIDs(got[[]store.GameView](b)(b.read().History(ann.ID, c.filter))), want)
			if c.filter.Limit == 0 {
				equal(b, c.name+", counted", got[int](b)(b.read().CountHistory(ann.ID, c.filter)), len(c.want))
			}
		}
		equal(b, "head to head", got[[]store.HeadToHead](b)(b.read().HeadToHead(ann.ID)), []store.HeadToHead{
			{OpponentID: bob.ID, OpponentName: "bob", Wins: 1, Draws: 1, Losses: 1},
			{OpponentID: cid.ID, OpponentName: "cid", Wins: 2},
		})
		equal(b, "against cid", got[[]store.VariantScore](b)(b.read().ScoresAgainst(ann.ID, cid.ID)), []store.VariantScore{
			{Variant: "checkers", Wins: 1}, {Variant: "international", Wins: 1},
		})
		equal(b, "against bob", got[[]store.VariantScore](b)(b.read().ScoresAgainst(ann.ID, bob.ID)), []store.VariantScore{
			{Variant: "international", Wins: 1, Draws: 1, Losses: 1, Running: 1},
		})
		last := got[*store.Game](b)(b.read().LastGame("international", bob.ID, cid.ID))
		equal(b, "last game", []int64{last.WhiteID, last.BlackID}, []int64{bob.ID, cid.ID})
		_, err := b.read().LastGame("checkers", bob.ID, ann.ID)
		isError(b, err, store.ErrNotFound)
	})
}

func TestTasks(t *testing.T) {
	onBoth(t, func(b *bench) {
		add := func(key string, in time.Duration) {
			b.do(func(tx *store.Tx) error {
				return tx.AddTask(&store.Task{Key: key, Kind: "mail", Payload: key, DueAt: b.now.Add(in)})
			})
		}
		_, ok, err := b.read().NextTask()
		must(b, err)
		equal(b, "no task", ok, false)
		add("late", time.Hour)
		add("soon", time.Minute)
		add("soon", -time.Hour) // ignored
		next, ok, err := b.read().NextTask()
		must(b, err)
		equal(b, "next", []any{next, ok}, []any{b.now.Add(time.Minute), true})
		equal(b, "none due", len(got[[]store.Task](b)(b.read().DueTasks(b.now, 10))), 0)
		b.now = b.now.Add(time.Minute)
		due := got[[]store.Task](b)(b.read().DueTasks(b.now, 10))
		equal(b, "due", due, []store.Task{{ID: due[0].ID, Key: "soon", Kind: "mail", Payload: "soon", DueAt: b.now, CreatedAt: noon}})

		b.do(func(tx *store.Tx) error { return tx.FailTask(due[0].ID, "no mail server", b.now.Add(time.Second)) })
		b.do(func(tx *store.Tx) error {
			task, err := tx.TaskForUpdate(due[0].ID)
			if err != nil {
				return err
			}
			equal(b, "failed", []any{task.Attempts, task.LastError, task.DueAt}, []any{1, "no mail server", b.now.Add(time.Second)})
			return tx.FailTask(task.ID, "still none", time.Time{})
		})
		b.now = b.now.Add(30 * time.Minute)
		equal(b, "a task given up is not due", len(got[[]store.Task](b)(b.read().DueTasks(b.now, 10))), 0)
		b.do(func(tx *store.Tx) error { return tx.CancelTask("late") })
		b.do(func(tx *store.Tx) error { return tx.DeleteTask(due[0].ID) })
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error { _, err := tx.TaskForUpdate(due[0].ID); return err })
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error { return tx.FailTask(due[0].ID, "", b.now) })
	})
}
