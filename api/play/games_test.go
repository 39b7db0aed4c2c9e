package play

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/tournament/director"
	"crownpost/tournament/tiebreak"
)

// clock is a clock that a test moves.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC).UnixMilli())
	return c
}

func (c *clock) Now() time.Time       { return time.UnixMilli(c.at.Load()).UTC() }
func (c *clock) pass(d time.Duration) { c.at.Add(d.Milliseconds()) }

// club is a service with a clock and some people.
type club struct {
	*Service
	*clock
	t      *testing.T
	people map[string]int64
}

// open opens SQLite, or PostgreSQL in a run that names one.
func open(t *testing.T, c store.Config) *store.Store {
	if os.Getenv(storetest.PostgresVariable) != "" {
		return openPostgres(t, c)
	}
	return openSQLite(t, c)
}

func openSQLite(t *testing.T, c store.Config) *store.Store { return storetest.OpenConfig(t, c) }
func openPostgres(t *testing.T, c store.Config) *store.Store {
	return storetest.OpenPostgresConfig(t, c)
}

func newClub(t *testing.T, names ...string) *club {
	t.Helper()
	return newClubOn(t, open, store.Config{}, names...)
}

// newClubOn is a club on a database that is opened with a configuration, whose
// clock is filled in.
func newClubOn(t *testing.T, open func(*testing.T, store.Config) *store.Store, config store.Config, names ...string) *club {
	t.Helper()
	c := &club{clock: newClock(), t: t, people: map[string]int64{}}
	config.Now = c.Now
	c.Service = &Service{
		Store: open(t, config), Hasher: account.NewHasherCost(64, 1),
		Log: slog.New(slog.DiscardHandler), Registration: RegistrationOpen, LeaveDays: 30,
	}
	keys, err := account.OpenKeyring(t.TempDir(), c.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.Keys = keys
	for _, name := range names {
		c.add(name)
	}
	t.Cleanup(func() {
		broken, err := c.Store.Read(context.Background()).Check()
		if err != nil || len(broken) > 0 {
			t.Errorf("what is stored does not agree with itself: %v, %v", broken, err)
		}
	})
	return c
}

func (c *club) add(name string) int64 {
	c.t.Helper()
	row := &store.Account{
		Name: name, NameKey: account.NameKey(name), Email: name + "@example.org", EmailKey: name + "@example.org",
		PasswordHash: "-", Role: store.Player, CreatedAt: c.Now(),
	}
	if err := c.Store.Write(context.Background(), func(tx *store.Tx) error { return tx.CreateAccount(row) }); err != nil {
		c.t.Fatal(err)
	}
	c.people[name] = row.ID
	return row.ID
}

// game starts a game with white at White's side.
func (c *club) game(variant, control string, rated bool, white, black string) int64 {
	c.t.Helper()
	ctx := context.Background()
	seek, _, err := c.PostSeek(ctx, c.people[white], SeekInput{Variant: variant, Control: control, Rated: rated, Colour: "white"})
	if err != nil {
		c.t.Fatal(err)
	}
	seek, err = c.AcceptSeek(ctx, c.people[black], seek.ID, "")
	if err != nil {
		c.t.Fatal(err)
	}
	return seek.GameID
}

func (c *club) row(game int64) *store.GameView {
	c.t.Helper()
	row, err := c.Store.Read(context.Background()).Game(game)
	if err != nil {
		c.t.Fatal(err)
	}
	return row
}

// act makes an act of the side's at the game's present ply.
func (c *club) act(game int64, side rules.Side, text string) error {
	row := c.row(game)
	_, err := c.PostAct(context.Background(), row.Player(side), game, correspondence.Act{Text: text, Ply: row.Ply}, "")
	return err
}

// playOut plays the first legal act until the game is over, or n plies.
func (c *club) playOut(game int64, n int) *store.GameView {
	c.t.Helper()
	for range n {
		row := c.row(game)
		if row.Status != store.GameRunning {
			return row
		}
		table, err := NewTable(row)
		if err != nil {
			c.t.Fatal(err)
		}
		legal := table.State.Position.Legal()
		if err := c.act(game, row.ToAct, legal[len(legal)/2].Text); err != nil {
			c.t.Fatalf("ply %d, %s: %v", row.Ply, legal[0].Text, err)
		}
	}
	return c.row(game)
}

func TestAGameOfEveryVariantIsPlayedToItsEndAndRated(t *testing.T) {
	for _, variant := range []string{"international", "checkers", "table", "backgammon"} {
		t.Run(variant, func(t *testing.T) {
			c := newClub(t, "anna", "bert")
			row := c.playOut(c.game(variant, "per-move 3d", true, "anna", "bert"), 5000)
			if row.Status != store.GameFinished {
				t.Fatalf("status %s after %d plies", row.Status, row.Ply)
			}
			changes, err := c.Store.Read(t.Context()).GameChanges(row.ID)
			if err != nil || len(changes) != 2 {
				t.Fatalf("changes %v, %v", changes, err)
			}
			if changes[0].Delta+changes[1].Delta != 0 {
				t.Errorf("two newcomers gain %d and %d", changes[0].Delta, changes[1].Delta)
			}
			moves, err := c.Store.Read(t.Context()).Moves(row.ID)
			if err != nil || len(moves) != row.Ply {
				t.Fatalf("%d moves at ply %d, %v", len(moves), row.Ply, err)
			}
			positions, err := Replay(&store.Game{Variant: variant}, moves, len(moves))
			if err != nil {
				t.Fatal(err)
			}
			if got := positions[len(positions)-1].String(); got != row.Position {
				t.Errorf("replay ends at %s, stored is %s", got, row.Position)
			}
		})
	}
}

func TestTwoMovesForTheSamePlyAreOneMove(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("international", "per-move 3d", true, "anna", "bert")
	for round := range 40 {
		row := c.row(game)
		table, err := NewTable(row)
		if err != nil {
			t.Fatal(err)
		}
		legal := table.State.Position.Legal()
		if row.Status != store.GameRunning || len(legal) < 2 {
			game = c.game("international", "per-move 3d", true, "anna", "bert")
			continue
		}
		var applied, stale atomic.Int32
		var wait sync.WaitGroup
		for i := range 2 {
			wait.Go(func() {
				_, err := c.PostAct(context.Background(), row.Player(row.ToAct), game,
					correspondence.Act{Text: legal[i].Text, Ply: row.Ply}, "")
				switch {
				case err == nil:
					applied.Add(1)
				case errors.Is(err, correspondence.ErrStale), errors.Is(err, correspondence.ErrOver):
					stale.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if applied.Load() != 1 || stale.Load() != 1 {
			t.Fatalf("round %d: %d applied, %d stale", round, applied.Load(), stale.Load())
		}
		if after := c.row(game); after.Ply != row.Ply+1 {
			t.Fatalf("round %d: ply %d became %d", round, row.Ply, after.Ply)
		}
	}
}

func TestTheSameActTwiceIsDoneOnceAndAnsweredAlike(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("international", "per-move 3d", true, "anna", "bert")
	anna, bert := c.people["anna"], c.people["bert"]
	ctx := t.Context()
	for _, step := range []struct {
		who  int64
		act  correspondence.Act
		want int
	}{
		{anna, correspondence.Act{Text: "32-28", Ply: 0}, 1},
		{anna, correspondence.Act{Text: "32-28", Ply: 0}, 1},
		{anna, correspondence.Act{Text: " 32 - 28 ", Ply: 0}, 1},
		{bert, correspondence.Act{Text: "19-23", Ply: 1}, 2},
		{anna, correspondence.Act{Text: "28x19", Ply: 2}, 3},
		{anna, correspondence.Act{Text: "28x19", Ply: 2}, 3},
		{bert, correspondence.Act{Text: "resign", Ply: 3}, 3},
		{bert, correspondence.Act{Text: "resign", Ply: 3}, 3},
	} {
		table, err := c.PostAct(ctx, step.who, game, step.act, "")
		if err != nil {
			t.Fatalf("%+v: %v", step.act, err)
		}
		if table.Ply != step.want {
			t.Errorf("%+v: ply %d, want %d", step.act, table.Ply, step.want)
		}
	}
	if _, err := c.PostAct(ctx, anna, game, correspondence.Act{Text: "33-28", Ply: 0}, ""); !errors.Is(err, correspondence.ErrStale) && !errors.Is(err, correspondence.ErrOver) {
		t.Errorf("another move at a played ply: %v", err)
	}
}

func TestADeadlineEndsTheGameWithoutAnybodyLooking(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("checkers", "per-move 1d", true, "anna", "bert")
	for _, side := range []rules.Side{rules.Black, rules.White} {
		row := c.row(game)
		table, _ := NewTable(row)
		if err := c.act(game, side, table.State.Position.Legal()[0].Text); err != nil {
			t.Fatal(err)
		}
	}
	c.pass(24*time.Hour - time.Millisecond)
	if err := c.SettleDue(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if row := c.row(game); row.Status != store.GameRunning {
		t.Fatalf("a millisecond before the deadline the game is %s", row.Status)
	}
	c.pass(time.Millisecond)
	if err := c.SettleDue(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	row := c.row(game)
	if row.Status != store.GameFinished || row.Reason != string(correspondence.Timeout) || row.Winner != rules.White {
		t.Fatalf("%s, %s, winner %v", row.Status, row.Reason, row.Winner)
	}
	if err := c.act(game, rules.Black, "resign"); !errors.Is(err, correspondence.ErrOver) {
		t.Errorf("an act after the end: %v", err)
	}
}

func TestAnActAfterTheDeadlineIsRefusedAndEndsTheGame(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("international", "per-move 1d", true, "anna", "bert")
	if err := c.act(game, rules.White, "32-28"); err != nil {
		t.Fatal(err)
	}
	if err := c.act(game, rules.Black, "19-23"); err != nil {
		t.Fatal(err)
	}
	c.pass(24 * time.Hour)
	if err := c.act(game, rules.White, "28x19"); !errors.Is(err, correspondence.ErrTimeUp) {
		t.Fatalf("late: %v", err)
	}
	if row := c.row(game); row.Status != store.GameFinished || row.Winner != rules.Black || row.Ply != 2 {
		t.Fatalf("%+v", row.Game)
	}
}

func TestAnOfferOfOneGameAnswersNothingInAnother(t *testing.T) {
	c := newClub(t, "anna", "bert")
	first := c.game("international", "per-move 3d", true, "anna", "bert")
	second := c.game("international", "per-move 3d", true, "anna", "bert")
	for _, game := range []int64{first, second} {
		if err := c.act(game, rules.White, "offer-draw"); err != nil {
			t.Fatal(err)
		}
	}
	offer := c.row(first).OfferID
	_, err := c.PostAct(t.Context(), c.people["bert"], second, correspondence.Act{Text: "accept-draw", Offer: offer}, "")
	if !errors.Is(err, correspondence.ErrNoOffer) {
		t.Fatalf("the other game's offer: %v", err)
	}
	if _, err := c.PostAct(t.Context(), c.people["bert"], first, correspondence.Act{Text: "accept-draw", Offer: offer}, ""); err != nil {
		t.Fatal(err)
	}
	if row := c.row(second); row.Status != store.GameRunning {
		t.Errorf("the other game is %s", row.Status)
	}
}

func TestARematchSwapsColours(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("international", "per-move 3d", true, "anna", "bert")
	if err := c.act(game, rules.White, "resign"); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if next, err := c.Rematch(ctx, c.people["anna"], game, ""); err != nil || next != 0 {
		t.Fatalf("offer: %d, %v", next, err)
	}
	if next, err := c.Rematch(ctx, c.people["anna"], game, ""); err != nil || next != 0 {
		t.Fatalf("offer again: %d, %v", next, err)
	}
	next, err := c.Rematch(ctx, c.people["bert"], game, "")
	if err != nil || next == 0 {
		t.Fatalf("answer: %d, %v", next, err)
	}
	if row := c.row(next); row.WhiteID != c.people["bert"] || row.RematchOf != game {
		t.Errorf("white %d, rematch of %d", row.WhiteID, row.RematchOf)
	}
}

func TestColoursAreDrawnOnceAndSwappedInTheNextGame(t *testing.T) {
	c := newClub(t, "anna", "bert")
	ctx := t.Context()
	var whites []int64
	for range 4 {
		seek, _, err := c.PostSeek(ctx, c.people["anna"], SeekInput{Variant: "international", Control: "per-move 3d", Colour: "random"})
		if err != nil {
			t.Fatal(err)
		}
		if seek, err = c.AcceptSeek(ctx, c.people["bert"], seek.ID, ""); err != nil {
			t.Fatal(err)
		}
		whites = append(whites, c.row(seek.GameID).WhiteID)
	}
	for i := 1; i < len(whites); i++ {
		if whites[i] == whites[i-1] {
			t.Fatalf("white in a row: %v", whites)
		}
	}
}

func TestARoundRobinRunsItselfToItsTable(t *testing.T) {
	for name, atOnce := range map[string]bool{"all games at once": true, "round by round": false} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, "anna", "bert", "carl", "dora", "emil")
			ctx := t.Context()
			id, err := c.CreateTournament(ctx, c.people["anna"], TournamentInput{
				Name: "Club cup", Variant: "checkers", Control: "per-move 1d", Rated: true, Format: director.RoundRobin, Plan: director.Plan{AtOnce: atOnce},
				MaxPlayers: 8,
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, player := range c.people {
				if err := c.EnterTournament(ctx, player, id, ""); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.StartTournament(ctx, c.people["anna"], id); err != nil {
				t.Fatal(err)
			}
			for range 20 {
				games, err := c.Store.Read(ctx).TournamentGames(id)
				if err != nil {
					t.Fatal(err)
				}
				for _, g := range games {
					if g.Status == store.GameRunning {
						c.playOut(g.ID, 2)
						if err := c.act(g.ID, rules.White, "resign"); err != nil {
							t.Fatal(err)
						}
					}
				}
				c.runTasks()
			}
			view, err := c.Store.Read(ctx).Tournament(id)
			if err != nil || view.Status != store.TournamentFinished {
				t.Fatalf("%v, %v", view, err)
			}
			games, _ := c.Store.Read(ctx).TournamentGames(id)
			if len(games) != 10 {
				t.Errorf("%d games of 5 players", len(games))
			}
			points := tiebreak.Hundredths(0)
			for _, row := range c.standings(id)[0].Rows {
				points += row.Points.Number
			}
			if points != 1000 {
				t.Errorf("%v points in all", points)
			}
		})
	}
}

// standings are the tables of a tournament.
func (c *club) standings(id int64) []director.Table {
	c.t.Helper()
	read := c.Store.Read(c.t.Context())
	view, err := read.Tournament(id)
	if err != nil {
		c.t.Fatal(err)
	}
	event, err := LoadEvent(read, &view.Tournament)
	if err != nil {
		c.t.Fatal(err)
	}
	tables, err := event.Standings()
	if err != nil {
		c.t.Fatal(err)
	}
	return tables
}

func TestWhoLeavesEarlyIsTakenOutOfTheTable(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl", "dora")
	ctx := t.Context()
	id, err := c.CreateTournament(ctx, c.people["anna"], TournamentInput{
		Name: "Club cup", Variant: "international", Control: "per-move 1d", Rated: true, Format: director.RoundRobin, Plan: director.Plan{AtOnce: true},
		MaxPlayers: 4,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"anna", "bert", "carl", "dora"} {
		if err := c.EnterTournament(ctx, c.people[name], id, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.EnterTournament(ctx, c.add("emil"), id, ""); err == nil {
		t.Error("a fifth player entered a tournament for four")
	}
	if err := c.StartTournament(ctx, c.people["bert"], id); !errors.Is(err, ErrForbidden) {
		t.Errorf("a player starts it: %v", err)
	}
	if err := c.StartTournament(ctx, c.people["anna"], id); err != nil {
		t.Fatal(err)
	}
	if err := c.WithdrawTournament(ctx, c.people["dora"], id); err != nil {
		t.Fatal(err)
	}
	dora, err := c.Store.Read(ctx).EntrantOf(id, c.people["dora"])
	if err != nil {
		t.Fatal(err)
	}
	rows := c.standings(id)[0].Rows
	last := rows[len(rows)-1]
	if last.Player != dora.ID || !last.Annulled {
		t.Errorf("last row %+v", last)
	}
	for _, row := range rows[:3] {
		if row.Points.Number != 0 {
			t.Errorf("an annulled game gave %v points", row.Points.Number)
		}
	}
}

func TestARematchThatWasMadeIsAnsweredAgainWithItsGame(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("international", "per-move 3d", true, "anna", "bert")
	if err := c.act(game, rules.White, "resign"); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if _, err := c.Rematch(ctx, c.people["anna"], game, ""); err != nil {
		t.Fatal(err)
	}
	next, err := c.Rematch(ctx, c.people["bert"], game, "")
	if err != nil || next == 0 {
		t.Fatalf("%d, %v", next, err)
	}
	for _, who := range []string{"bert", "anna", "bert"} {
		if again, err := c.Rematch(ctx, c.people[who], game, ""); err != nil || again != next {
			t.Errorf("%s asks again: %d, %v; want %d", who, again, err, next)
		}
	}
}

func TestAnOfferThatWasDeclinedIsAnsweredAlikeWhenItIsRepeated(t *testing.T) {
	c := newClub(t, "anna", "bert")
	game := c.game("international", "per-move 3d", true, "anna", "bert")
	if err := c.act(game, rules.White, "offer-draw"); err != nil {
		t.Fatal(err)
	}
	if err := c.act(game, rules.Black, "decline-draw"); err != nil {
		t.Fatal(err)
	}
	table, err := c.PostAct(t.Context(), c.people["anna"], game, correspondence.Act{Text: "offer-draw", Ply: 0}, "")
	if err != nil || table.State.Offer != nil {
		t.Errorf("offer %+v, %v", table.State.Offer, err)
	}
}

func TestTheRunnerHearsOfEveryDeadline(t *testing.T) {
	c := newClub(t, "anna", "bert")
	var heard []time.Time
	c.WakeBy = func(deadline time.Time) { heard = append(heard, deadline) }
	game := c.game("international", "per-move 2s", true, "anna", "bert")
	if err := c.act(game, rules.White, "32-28"); err != nil {
		t.Fatal(err)
	}
	want := c.row(game).DeadlineAt
	if len(heard) != 2 || !heard[1].Equal(want) {
		t.Errorf("heard of %v, the deadline is %v", heard, want)
	}
}
