package play

import (
	"errors"
	"slices"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

// ladderOf announces a ladder on which the people stand in the order of their
// names, and returns their numbers there.
func ladderOf(t *testing.T, c *club, r ladder.Rules, names ...string) (id int64, on map[string]int64) {
	t.Helper()
	id, err := c.CreateTournament(t.Context(), c.people[names[0]], TournamentInput{
		Name: "Ladder", Variant: "checkers", Control: "per-move 3d", Rated: true, Format: director.Ladder,
		Plan: director.Plan{Ladder: &r}, MaxPlayers: 20,
	})
	must(t, err)
	on = map[string]int64{}
	for _, name := range names {
		must(t, c.EnterTournament(t.Context(), c.people[name], id, ""))
		e, err := c.Store.Read(t.Context()).EntrantOf(id, c.people[name])
		must(t, err)
		on[name] = e.ID
		c.pass(time.Second)
	}
	return id, on
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// order are the people on a ladder from the top.
func (c *club) order(id int64, on map[string]int64) []string {
	c.t.Helper()
	read := c.Store.Read(c.t.Context())
	row, err := read.Tournament(id)
	must(c.t, err)
	state, err := LoadLadder(read, &row.Tournament, c.Now())
	must(c.t, err)
	var names []string
	for _, place := range state.Standings() {
		for name, entrant := range on {
			if entrant == place.Player {
				names = append(names, name)
			}
		}
	}
	return names
}

func (c *club) wantOrder(id int64, on map[string]int64, want ...string) {
	c.t.Helper()
	if got := c.order(id, on); !slices.Equal(got, want) {
		c.t.Fatalf("from the top %v, want %v", got, want)
	}
}

// refusedWith reports whether an error is the sentence of a code.
func refusedWith(err error, code string) bool {
	var wrong *account.Invalid
	return errors.As(err, &wrong) && wrong.Code == code
}

func TestWhoWinsAChallengeTakesThePlace(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl", "dora")
	id, on := ladderOf(t, c, ladder.Rules{Reach: 2, Outgoing: 1, Rematch: 7 * 86_400_000}, "anna", "bert", "carl", "dora")
	ctx := t.Context()
	if _, err := c.Challenge(ctx, c.people["dora"], id, on["anna"]); !refusedWith(err, "ladder-reach") {
		t.Fatalf("three places up: %v", err)
	}
	challenge, err := c.Challenge(ctx, c.people["dora"], id, on["bert"])
	must(t, err)
	if again, err := c.Challenge(ctx, c.people["dora"], id, on["bert"]); err != nil || again != challenge {
		t.Fatalf("the same request once more: %d, %v; the first was %d", again, err, challenge)
	}
	if _, err := c.Challenge(ctx, c.people["dora"], id, on["carl"]); !refusedWith(err, "ladder-limit") {
		t.Fatalf("a second challenge: %v", err)
	}
	if err := c.AcceptChallenge(ctx, c.people["dora"], id, challenge); !errors.Is(err, ErrForbidden) {
		t.Fatalf("accepted by the challenger: %v", err)
	}
	for range 2 { // a repeat begins no second game
		must(t, c.AcceptChallenge(ctx, c.people["bert"], id, challenge))
	}
	pairing, err := c.Store.Read(ctx).Pairing(challenge)
	must(t, err)
	game := c.playOut(pairing.GameID, 2)
	loser := game.Side(c.people["bert"])
	must(t, c.act(game.ID, loser, "resign"))
	c.wantOrder(id, on, "anna", "dora", "bert", "carl")
	c.runTasks()
	if row := c.row(game.ID); row.TournamentID != id || row.RatedReason != "" {
		t.Errorf("the game is of tournament %d, unrated for %q", row.TournamentID, row.RatedReason)
	}
	if _, err := c.Challenge(ctx, c.people["bert"], id, on["dora"]); !refusedWith(err, "ladder-again") {
		t.Fatalf("the same two at once: %v", err)
	}
	c.pass(8 * 24 * time.Hour)
	if _, err := c.Challenge(ctx, c.people["bert"], id, on["dora"]); err != nil {
		t.Fatalf("the same two after a week: %v", err)
	}
}

func TestChallengesThatAreNotPlayed(t *testing.T) {
	const day = 86_400_000
	c := newClub(t, "anna", "bert", "carl")
	id, on := ladderOf(t, c, ladder.Rules{Reach: 1, Declinable: true, Answer: 7 * day, Grace: 3 * day}, "anna", "bert", "carl")
	ctx := t.Context()

	challenge, err := c.Challenge(ctx, c.people["carl"], id, on["bert"])
	must(t, err)
	for range 2 {
		must(t, c.CancelChallenge(ctx, c.people["carl"], id, challenge))
	}
	c.wantOrder(id, on, "anna", "bert", "carl")

	challenge, err = c.Challenge(ctx, c.people["carl"], id, on["bert"])
	must(t, err)
	for range 2 {
		must(t, c.DeclineChallenge(ctx, c.people["bert"], id, challenge))
	}
	if err := c.AcceptChallenge(ctx, c.people["bert"], id, challenge); !errors.Is(err, ErrGone) {
		t.Fatalf("accepted when it was declined: %v", err)
	}
	c.wantOrder(id, on, "anna", "carl", "bert")

	challenge, err = c.Challenge(ctx, c.people["carl"], id, on["anna"])
	must(t, err)
	if err := c.ClaimChallenge(ctx, c.people["carl"], id, challenge); !refusedWith(err, "ladder-early") {
		t.Fatalf("claimed at once: %v", err)
	}
	c.pass(7 * 24 * time.Hour)
	must(t, c.ClaimChallenge(ctx, c.people["carl"], id, challenge))
	c.wantOrder(id, on, "carl", "anna", "bert")

	// Ten days of silence decide by themselves.
	_, err = c.Challenge(ctx, c.people["bert"], id, on["anna"])
	must(t, err)
	c.pass(10 * 24 * time.Hour)
	c.wantOrder(id, on, "carl", "bert", "anna")
}

func TestWhoLeavesALadderOrIsAway(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl")
	id, on := ladderOf(t, c, ladder.Rules{}, "anna", "bert", "carl")
	ctx := t.Context()
	for range 2 {
		must(t, c.Freeze(ctx, c.people["anna"], id))
	}
	if _, err := c.Challenge(ctx, c.people["carl"], id, on["anna"]); !refusedWith(err, "ladder-frozen") {
		t.Fatalf("challenged on vacation: %v", err)
	}
	for range 2 {
		must(t, c.Thaw(ctx, c.people["anna"], id))
	}
	played, err := c.Challenge(ctx, c.people["carl"], id, on["anna"])
	must(t, err)
	must(t, c.AcceptChallenge(ctx, c.people["anna"], id, played))
	open, err := c.Challenge(ctx, c.people["carl"], id, on["bert"])
	must(t, err)
	must(t, c.WithdrawTournament(ctx, c.people["carl"], id))
	c.wantOrder(id, on, "anna", "bert")
	if _, err := c.Store.Read(ctx).Pairing(open); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the open challenge: %v", err)
	}
	pairing, err := c.Store.Read(ctx).Pairing(played)
	must(t, err)
	row := c.row(pairing.GameID)
	if row.Status != store.GameFinished || row.Player(row.Winner) != c.people["anna"] {
		t.Errorf("the game is %s, won by %d", row.Status, row.Player(row.Winner))
	}
	must(t, c.EnterTournament(ctx, c.people["carl"], id, ""))
	c.wantOrder(id, on, "anna", "bert", "carl")
	c.runTasks()
}
