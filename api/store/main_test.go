package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	background = context.Background()
	// noon is the time of every test's clock.
	noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
)

// bench is a store with what the tests do all the time.
type bench struct {
	*testing.T
	*store.Store
	now time.Time
}

// onBoth runs test on both databases with a clock that the test moves.
func onBoth(t *testing.T, test func(b *bench)) {
	run := func(open func(testing.TB, store.Config) *store.Store) func(*testing.T) {
		return func(t *testing.T) {
			b := &bench{T: t, now: noon}
			b.Store = open(t, store.Config{Now: func() time.Time { return b.now }})
			test(b)
		}
	}
	t.Run("sqlite", run(storetest.OpenConfig))
	t.Run("postgres", run(storetest.OpenPostgresConfig))
}

func (b *bench) read() *store.Reader { return b.Read(background) }

// do writes and must succeed.
func (b *bench) do(fn func(tx *store.Tx) error) {
	b.Helper()
	must(b, b.Write(background, fn))
}

// refuse writes and must fail with want.
func (b *bench) refuse(want error, fn func(tx *store.Tx) error) {
	b.Helper()
	if err := b.Write(background, fn); !errors.Is(err, want) {
		b.Fatalf("got %v, want %v", err, want)
	}
}

func (b *bench) account(name string) *store.Account {
	b.Helper()
	a := &store.Account{Name: name, NameKey: name + "-key", Email: name + "@example.org", EmailKey: name + "@example.org",
		PasswordHash: "hash", Role: store.Player, Locale: "en", Theme: "dark", CreatedAt: b.now}
	b.do(func(tx *store.Tx) error { return tx.CreateAccount(a) })
	return a
}

// newGame is a running game that has everything that can be set.
func newGame(white, black *store.Account, now time.Time) *store.Game {
	return &store.Game{Variant: "international", Family: "draughts", Control: "per-move 3d", Rated: true,
		Status: store.GameRunning, WhiteID: white.ID, BlackID: black.ID, Position: "start", Notation: "W:W31:B1",
		ToAct: rules.White, TurnSince: now, LeftWhite: 3 * time.Hour, LeftBlack: 5 * time.Second,
		DeadlineAt: now.Add(72 * time.Hour), OfferBy: rules.NoSide, Winner: rules.NoSide,
		ColourDraw: "drawn", CreatedAt: now, UpdatedAt: now}
}

func (b *bench) game(white, black *store.Account, change ...func(g *store.Game)) *store.Game {
	b.Helper()
	g := newGame(white, black, b.now)
	for _, c := range change {
		c(g)
	}
	b.do(func(tx *store.Tx) error { return tx.CreateGame(g) })
	return g
}

// finished ends a game as of now.
func finished(winner rules.Side, at time.Time) func(g *store.Game) {
	return func(g *store.Game) {
		g.Status, g.ToAct, g.DeadlineAt, g.EndedAt = store.GameFinished, rules.NoSide, time.Time{}, at
		g.Winner, g.Reason, g.Value = winner, "resignation", 1
		if winner == rules.NoSide {
			g.Value = 0
		}
	}
}

func (b *bench) tournament(organiser *store.Account, change ...func(t *store.Tournament)) *store.Tournament {
	b.Helper()
	t := &store.Tournament{Name: "Winter", Description: "Cold.", OrganiserID: organiser.ID, Variant: "international",
		Control: "per-move 3d", Format: "round-robin", Plan: "{}", RatingMode: store.RateGames, Unfinished: store.AskOrganiser, MaxPlayers: 8, MinPlayers: 2,
		Seating: store.SeatByRating, Status: store.TournamentOpen, CreatedAt: b.now}
	for _, c := range change {
		c(t)
	}
	b.do(func(tx *store.Tx) error { return tx.CreateTournament(t) })
	return t
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// got takes the value of a call that must succeed.
func got[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		must(t, err)
		return v
	}
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("%s (-want +got):\n%s", what, d)
	}
}

func isError(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

// gameIDs and the like shorten what a list is compared by.
func gameIDs(list []store.GameView) string {
	s := ""
	for _, g := range list {
		s += fmt.Sprint(g.ID, " ")
	}
	return s
}
