package play

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament/director"
)

// refusedAs checks that an input was refused with a code.
func refusedAs(t *testing.T, err error, code string) {
	t.Helper()
	var invalid *account.Invalid
	if !errors.As(err, &invalid) || invalid.Code != code {
		t.Errorf("got %v, want it refused as %s", err, code)
	}
}

func TestWhoMayEnter(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl", "dora", "emil")
	must(t, c.Store.Write(t.Context(), func(tx *store.Tx) error {
		for name, points := range map[string]int64{"bert": 1399, "carl": 1400, "dora": 1601} {
			r, _, err := tx.RatingsForUpdate("checkers", 1_500_000, c.people[name], c.people["emil"])
			if err != nil {
				return err
			}
			r.Rating, r.Games, r.Wins = points*1000, 3, 3
			if name == "carl" {
				r.Games, r.Wins = 5, 5
			}
			if err := tx.UpdateRating(r); err != nil {
				return err
			}
		}
		return nil
	}))
	for name, cond := range map[string]struct {
		in      TournamentInput
		refused map[string]string
	}{
		"a rating of at least 1400": {TournamentInput{MinRating: 1400}, map[string]string{"bert": "entry-rating-low"}},
		"a rating of at most 1600":  {TournamentInput{MaxRating: 1600}, map[string]string{"dora": "entry-rating-high"}},
		"five rated games":          {TournamentInput{MinGames: 5}, map[string]string{"anna": "entry-games", "bert": "entry-games", "dora": "entry-games"}},
		"two places":                {TournamentInput{MaxPlayers: 2}, map[string]string{"carl": "tournament-full", "dora": "tournament-full"}},
	} {
		cond.in.Format = director.RoundRobin
		h := announce(c, cond.in, "anna", "bert", "carl", "dora")
		for _, who := range []string{"anna", "bert", "carl", "dora"} {
			err := h.EnterTournament(t.Context(), c.people[who], h.id, "")
			if code := cond.refused[who]; code != "" {
				refusedAs(t, err, code)
			} else if err != nil {
				t.Errorf("%s, %s: %v", name, who, err)
			}
		}
		if got, want := h.row().Entrants, 4-len(cond.refused); got != want {
			t.Errorf("%s: %d entered, want %d", name, got, want)
		}
	}
	// What the check of rows knows of ratings is another test's.
	must(t, c.Store.Write(t.Context(), func(tx *store.Tx) error {
		for _, name := range []string{"bert", "carl", "dora"} {
			r, err := tx.Rating(c.people[name], "checkers")
			if err != nil {
				return err
			}
			r.Games, r.Wins = 0, 0
			if err := tx.UpdateRating(r); err != nil {
				return err
			}
		}
		return nil
	}))
}

func TestAWaitingListMovesUpInOrder(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl", "dora", "emil")
	h := hold(c, TournamentInput{Format: director.RoundRobin, MaxPlayers: 2, WaitingList: true}, "anna", "bert", "carl", "dora", "emil")
	ctx := t.Context()
	must(t, h.EnterTournament(ctx, c.people["carl"], h.id, "")) // again: no second place on the list
	if view := h.row(); view.Entrants != 2 || view.Queue != 3 {
		t.Fatalf("%d entered, %d wait", view.Entrants, view.Queue)
	}
	must(t, h.WithdrawTournament(ctx, c.people["dora"], h.id)) // from the list
	must(t, h.WithdrawTournament(ctx, c.people["anna"], h.id))
	if h.entrant("carl").Status != store.Entered || h.entrant("emil").Status != store.Waiting {
		t.Error("not the first on the list has moved up")
	}
	must(t, h.EnterTournament(ctx, c.people["anna"], h.id, ""))
	if h.entrant("anna").Status != store.Waiting {
		t.Error("who comes back does not wait behind the others")
	}
	h.start()
	if now := h.status(); now[store.Active] != 2 || now[store.Waiting] != 2 {
		t.Errorf("after the start: %v", now)
	}
	must(t, h.WithdrawTournament(ctx, c.people["emil"], h.id)) // who waits can still go home
	if now := h.status(); now[store.Waiting] != 1 {
		t.Errorf("after one has gone home: %v", now)
	}
	if want := []string{"queued", "moved-up", "left", "started"}; !slices.Contains(h.log(), want[0]) || h.logged("queued") != 4 || h.logged("moved-up") != 1 {
		t.Errorf("log %v", h.log())
	}
	h.sound()
}

func TestWhoHasNotCheckedInGivesUpThePlace(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl", "dora", "emil", "finn")
	ctx := t.Context()
	h := announce(c, TournamentInput{
		Format: director.RoundRobin, MaxPlayers: 3, WaitingList: true, StartsAt: c.Now().Add(48 * time.Hour), CheckIn: 24 * time.Hour,
	}, "anna")
	for _, name := range []string{"anna", "bert", "carl", "dora", "emil"} {
		must(t, h.EnterTournament(ctx, c.people[name], h.id, ""))
	}
	refusedAs(t, h.CheckIn(ctx, c.people["anna"], h.id), "check-in-early")
	h.wait(24 * time.Hour)
	for _, name := range []string{"anna", "anna", "bert", "emil"} { // once and again
		must(t, h.CheckIn(ctx, c.people[name], h.id))
	}
	if err := h.CheckIn(ctx, c.people["finn"], h.id); !errors.Is(err, ErrGone) {
		t.Errorf("somebody who has not entered checks in: %v", err)
	}
	must(t, h.EnterTournament(ctx, c.people["finn"], h.id, "")) // late, but there
	h.wait(24 * time.Hour)
	for name, want := range map[string]string{"anna": store.Active, "bert": store.Active, "emil": store.Active, "finn": store.Waiting} {
		if got := h.entrant(name).Status; got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if now := h.status(); now[store.Active] != 3 || now[store.Waiting] != 1 || len(now) != 2 {
		t.Errorf("at the start: %v", now)
	}
	if h.logged("absent") != 2 || h.logged("checked-in") != 3 {
		t.Errorf("log %v", h.log())
	}
	if err := h.CheckIn(ctx, c.people["anna"], h.id); !errors.Is(err, ErrGone) {
		t.Errorf("after the start: %v", err)
	}
	h.sound()
}

func TestHowATournamentStarts(t *testing.T) {
	in := TournamentInput{Format: director.Knockout}
	t.Run("when it is full", func(t *testing.T) {
		c := newClub(t, "anna", "bert", "carl", "dora")
		in := in
		in.StartWhenFull = true
		h := announce(c, in, "anna", "bert", "carl", "dora")
		for i, name := range []string{"anna", "bert", "carl", "dora"} {
			if got := h.row().Status; got != store.TournamentOpen {
				t.Errorf("with %d players: %s", i, got)
			}
			must(t, h.EnterTournament(t.Context(), c.people[name], h.id, ""))
		}
		if h.row().Status != store.TournamentRunning || len(h.open()) != 2 {
			t.Errorf("%s, %d games", h.row().Status, len(h.open()))
		}
	})
	t.Run("at its hour, with the ratings of that hour", func(t *testing.T) {
		c := newClub(t, "anna", "bert", "carl", "dora")
		in := in
		in.StartsAt = c.Now().Add(time.Hour)
		h := hold(c, in, "anna", "bert", "carl", "dora")
		game := c.game("checkers", "per-move 3d", true, "dora", "anna")
		c.playOut(game, 2)
		must(t, c.act(game, 1, "resign"))
		h.wait(time.Hour)
		if h.row().Status != store.TournamentRunning || h.entrant("dora").Seat != 1 || h.entrant("anna").Seat != 4 {
			t.Errorf("%s, dora on seat %d, anna on %d", h.row().Status, h.entrant("dora").Seat, h.entrant("anna").Seat)
		}
		must(t, h.ScheduledStart(t.Context(), strconv.FormatInt(h.id, 10))) // again
		if h.logged("started") != 1 {
			t.Errorf("log %v", h.log())
		}
	})
	t.Run("not with too few players", func(t *testing.T) {
		c := newClub(t, "anna", "bert", "carl")
		in := in
		in.MinPlayers, in.MaxPlayers, in.StartsAt = 4, 8, c.Now().Add(time.Hour)
		h := hold(c, in, "anna", "bert", "carl")
		refusedAs(t, h.StartTournament(t.Context(), h.by, h.id), "tournament-small")
		h.wait(time.Hour)
		if h.row().Status != store.TournamentCancelled {
			t.Errorf("status %s", h.row().Status)
		}
	})
	t.Run("not where it does not fit those who came", func(t *testing.T) {
		c := newClub(t, "anna", "bert", "carl")
		in := TournamentInput{Format: director.Groups, MaxPlayers: 16, StartsAt: c.Now().Add(time.Hour), Plan: sections(4, 2)}
		h := hold(c, in, "anna", "bert", "carl")
		refusedAs(t, h.StartTournament(t.Context(), h.by, h.id), "plan")
		h.wait(time.Hour)
		if h.row().Status != store.TournamentCancelled || h.entrant("anna").Seat != 0 {
			t.Errorf("status %s", h.row().Status)
		}
	})
}

// TestAccountsThatClose is case B089: before the start, between rounds, and
// during a game of a round.
func TestAccountsThatClose(t *testing.T) {
	c := newClub(t, peopleOf(7)...)
	ctx := t.Context()
	closes := func(name string) {
		t.Helper()
		must(t, c.Store.Write(ctx, func(tx *store.Tx) error { return c.endGamesOf(tx, c.people[name]) }))
	}
	h := hold(c, TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 3}, Rated: true}, peopleOf(7)...)
	closes("p07")
	if h.row().Entrants != 6 {
		t.Errorf("%d entrants", h.row().Entrants)
	}
	h.start()
	h.strong()
	closes("p01") // between the last game and the next pairing
	h.live()
	if e := h.entrant("p01"); e.Status != store.Withdrawn || e.LeftRound != 2 {
		t.Errorf("%+v", e)
	}
	h.sound()
	p := h.of("p02")
	h.playOut(p.GameID, 4)
	closes("p02")
	h.live()
	lost, err := h.Store.Read(ctx).Pairing(p.ID)
	must(t, err)
	if won := lost.Result == "1-0"; won != (lost.BlackID == h.entrant("p02").ID) || lost.Result == "" {
		t.Errorf("the game of who closed the account: %+v", lost)
	}
	for h.row().Status == store.TournamentRunning {
		h.strong()
		h.live()
		h.sound()
	}
	if h.row().Round != 3 {
		t.Errorf("it ends in round %d", h.row().Round)
	}
}

// TestADesertedEventIsOver is case B097.
func TestADesertedEventIsOver(t *testing.T) {
	for name, in := range map[string]TournamentInput{
		"a Swiss":              {Format: director.Swiss, Plan: director.Plan{Rounds: 3}},
		"a round robin":        {Format: director.RoundRobin},
		"a knockout":           {Format: director.Knockout},
		"a double elimination": {Format: director.DoubleElimination},
		"groups":               {Format: director.Groups, Plan: sections(2, 1)},
	} {
		for _, stay := range []int{0, 1} {
			t.Run(name+", of which stay "+strconv.Itoa(stay), func(t *testing.T) {
				c := newClub(t, peopleOf(6)...)
				in.Rated = true
				h := hold(c, in, peopleOf(6)...).start()
				games := len(gamesOf(h.pairings()))
				for _, player := range peopleOf(6)[stay:] {
					if h.row().Status == store.TournamentRunning {
						must(t, h.WithdrawTournament(context.Background(), c.people[player], h.id))
					}
				}
				h.live()
				h.sound()
				if h.row().Status != store.TournamentFinished {
					t.Fatalf("status %s, open %+v", h.row().Status, h.open())
				}
				if more := len(gamesOf(h.pairings())) - games; more > 0 {
					t.Errorf("%d more games", more)
				}
				ratings, err := h.Store.Read(t.Context()).Leaderboard("checkers", 1, 0, 0, 10)
				if err != nil || len(ratings) > 0 {
					t.Errorf("ratings %v, %v", ratings, err)
				}
			})
		}
	}
}
