package play

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
	"crownpost/rules/correspondence"
)

// finishedGame stores a rated game that has ended, for tests of ratings alone.
func (c *club) finishedGame(tx *store.Tx, variant string, white, black int64, winner rules.Side, change ...func(*store.Game)) *store.Game {
	c.t.Helper()
	g := &store.Game{
		Variant: variant, Family: "draughts", Control: "per-move 3d", Rated: true, Status: store.GameFinished,
		WhiteID: white, BlackID: black, Position: "p", ToAct: rules.NoSide, ActedWhite: true, ActedBlack: true,
		TurnSince: tx.Now(), OfferBy: rules.NoSide, Winner: winner, Reason: "resignation", Value: 1, ColourDraw: "drawn",
		CreatedAt: tx.Now(), UpdatedAt: tx.Now(), EndedAt: tx.Now(),
	}
	if winner == rules.NoSide {
		g.Value = 0
	}
	if variant == "backgammon" {
		g.Family, g.Length = "backgammon", 5
	}
	for _, do := range change {
		do(g)
	}
	if err := tx.CreateGame(g); err != nil {
		c.t.Fatal(err)
	}
	return g
}

// write runs fn in a transaction that must succeed.
func (c *club) write(fn func(tx *store.Tx) error) {
	c.t.Helper()
	if err := c.Store.Write(context.Background(), fn); err != nil {
		c.t.Fatal(err)
	}
}

// rated stores a game that ended and was rated by itself.
func (c *club) rated(tx *store.Tx, variant string, white, black int64, winner rules.Side) (id int64) {
	c.t.Helper()
	g := c.finishedGame(tx, variant, white, black, winner)
	if _, _, err := rate(tx, g); err != nil {
		c.t.Fatal(err)
	}
	return g.ID
}

// cup is a tournament rated as a whole that runs, with a start list.
func (c *club) cup(tx *store.Tx, variant string, start map[int64]int64) *store.Tournament {
	c.t.Helper()
	cup := &store.Tournament{
		Name: "Cup", OrganiserID: c.people["anna"], Variant: variant, Control: "per-move 3d", Rated: true, Format: "round-robin",
		Plan: "{}", RatingMode: store.RateEvent, Unfinished: store.AskOrganiser, MaxPlayers: 64, MinPlayers: 2,
		Seating: store.SeatByRating, Status: store.TournamentRunning, Round: 200, Rounds: 200, CreatedAt: c.Now(), StartedAt: c.Now(),
	}
	if variant == "backgammon" {
		cup.Length = 5
	}
	if err := tx.CreateTournament(cup); err != nil {
		c.t.Fatal(err)
	}
	for i, account := range sortedKeys(start) {
		err := tx.AddEntrant(&store.Entrant{TournamentID: cup.ID, AccountID: account, Seat: i + 1, Status: store.Active, Rating: start[account], EnteredAt: tx.Now()})
		if err != nil {
			c.t.Fatal(err)
		}
	}
	return cup
}

// cupGame stores a game of a cup that ended and waits for the others.
func (c *club) cupGame(tx *store.Tx, cup *store.Tournament, round int, white, black int64, winner rules.Side) (id int64) {
	c.t.Helper()
	g := c.finishedGame(tx, cup.Variant, white, black, winner, func(g *store.Game) {
		g.TournamentID, g.Round, g.Board, g.RatedReason = cup.ID, round, 1, unratedYet
	})
	pair := &store.Pairing{TournamentID: cup.ID, Round: round, Board: 1, Kind: "game", GameID: g.ID, CreatedAt: tx.Now(), EndedAt: tx.Now(),
		Result: map[rules.Side]string{rules.White: "1-0", rules.Black: "0-1", rules.NoSide: "½-½"}[winner]}
	for side, account := range map[*int64]int64{&pair.WhiteID: white, &pair.BlackID: black} {
		e, err := tx.EntrantOf(cup.ID, account)
		if err != nil {
			c.t.Fatal(err)
		}
		*side = e.ID
	}
	if err := tx.AddPairing(pair); err != nil {
		c.t.Fatal(err)
	}
	return g.ID
}

func (c *club) endCup(tx *store.Tx, cup *store.Tournament) {
	c.t.Helper()
	t, err := tx.TournamentForUpdate(cup.ID)
	if err == nil {
		err = c.end(tx, t, store.TournamentFinished, 0, "finished", "")
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) rating(variant string, account int64) int64 {
	c.t.Helper()
	r, err := c.Store.Read(context.Background()).Rating(account, variant)
	if err != nil {
		c.t.Fatal(err)
	}
	return r.Rating
}

func (c *club) sums(game int64) (sums []string) {
	c.t.Helper()
	rows, err := c.Store.Read(context.Background()).GameChanges(game)
	if err != nil {
		c.t.Fatal(err)
	}
	for i := range rows {
		sums = append(sums, Change(&rows[i]).Sum())
	}
	return sums
}

func TestATournamentIsRatedAsAWholeWhenItEnds(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl")
	anna, bert, carl := c.people["anna"], c.people["bert"], c.people["carl"]
	start := map[int64]int64{anna: 1_812_000, bert: 1_750_000, carl: 1_901_000}
	var cup *store.Tournament
	var first, second int64
	c.write(func(tx *store.Tx) error {
		for account, points := range start {
			if err := tx.SetListed(account, "international", points); err != nil {
				return err
			}
		}
		cup = c.cup(tx, "international", start)
		first = c.cupGame(tx, cup, 1, anna, bert, rules.White)
		second = c.cupGame(tx, cup, 2, carl, anna, rules.NoSide)
		return nil
	})
	if got := c.row(first); got.RatedReason != unratedYet || got.WhiteRating != 1_812_000 {
		t.Errorf("before the end: %q, %d", got.RatedReason, got.WhiteRating)
	}
	// A game outside of the cup changes what hers is added to, not what it is.
	c.write(func(tx *store.Tx) error {
		c.rated(tx, "international", anna, bert, rules.Black)
		c.endCup(tx, cup)
		return nil
	})
	for account, want := range map[int64]int64{
		anna: 1_812_000 - 23_532 + 21_000, // 40 × (1.5 − 0.59 − 0.38) = 21.2
		bert: 1_750_000 + 23_532 - 16_000, // 40 × (0 − 0.41) = −16.4
		carl: 1_901_000 - 5_000,           // 40 × (0.5 − 0.62) = −4.8
	} {
		if got := c.rating("international", account); got != want {
			t.Errorf("account %d: %d, want %d", account, got, want)
		}
	}
	want := []string{
		"1788.468 + 40 × (1 − 0.590000) = 1804.868", "1773.532 + 40 × (0 − 0.410000) + 0.400 = 1757.532",
		"1901.000 + 40 × (0.5 − 0.620000) − 0.200 = 1896.000", "1804.868 + 40 × (0.5 − 0.380000) − 0.200 = 1809.468",
	}
	if d := cmp.Diff(want, append(c.sums(first), c.sums(second)...)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	list, err := EventRatings(c.Store.Read(t.Context()), cup.ID)
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	if got := list[0]; got.AccountID != anna || got.Start != 1_812_000 || got.HalfPoints != 3 || got.Sum() != "40 × (1.5 − 0.970000) = 21.200" || got.Delta != 21_000 {
		t.Errorf("%+v", got)
	}
	// Ending it again changes nothing.
	before := c.rating("international", anna)
	c.write(func(tx *store.Tx) error { return c.rateEvent(tx, cup.ID) })
	if got := c.rating("international", anna); got != before || c.row(first).RatedReason != "" {
		t.Errorf("rated twice: %d", got)
	}
}

func TestANewcomerOfATournamentGetsAFirstRating(t *testing.T) {
	names := []string{"anna", "bert", "carl", "dora", "emil", "fred"}
	c := newClub(t, names...)
	start := map[int64]int64{c.people["anna"]: 1_500_000}
	var cup *store.Tournament
	c.write(func(tx *store.Tx) error {
		for i, points := range []int64{1_902_000, 1_877_000, 1_884_000, 2_012_000, 1_832_000} {
			account := c.people[names[i+1]]
			start[account] = points
			if err := tx.SetListed(account, "international", points); err != nil {
				return err
			}
		}
		cup = c.cup(tx, "international", start)
		for i, winner := range []rules.Side{rules.White, rules.White, rules.White, rules.Black, rules.Black} {
			c.cupGame(tx, cup, i+1, c.people["anna"], c.people[names[i+1]], winner)
		}
		c.endCup(tx, cup)
		return nil
	})
	if got := c.rating("international", c.people["anna"]); got != 1_922_000 {
		t.Errorf("first rating %d", got)
	}
	list, err := EventRatings(c.Store.Read(t.Context()), cup.ID)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(e EventRating) bool { return e.AccountID == c.people["anna"] })
	if got := list[i].Initial; got == nil || *got != rating.InitialRating([]rating.Milli{1_902_000, 1_877_000, 1_884_000, 2_012_000, 1_832_000}, 6) {
		t.Errorf("%+v", got)
	}
}

func TestAGameIsRatedInItsTournamentsWay(t *testing.T) {
	for mode, want := range map[string]string{store.RateGames: "", store.RateEvent: unratedYet} {
		c := newClub(t, "anna", "bert")
		anna, bert := c.people["anna"], c.people["bert"]
		var game int64
		c.write(func(tx *store.Tx) error {
			cup := c.cup(tx, "international", map[int64]int64{anna: 1_500_000, bert: 1_500_000})
			game = c.cupGame(tx, cup, 1, anna, bert, rules.White)
			t, err := tx.TournamentForUpdate(cup.ID)
			if err != nil {
				return err
			}
			t.RatingMode = mode
			if err := tx.UpdateTournament(t); err != nil {
				return err
			}
			row, err := tx.GameForUpdate(game)
			if err != nil {
				return err
			}
			table := &Table{GameView: *row}
			table.RatedReason = ""
			table.State.Rated, table.State.Status, table.State.Acted = true, correspondence.Finished, [2]bool{true, true}
			if err := rateEnded(tx, table); err != nil {
				return err
			}
			if table.RatedReason != want {
				c.t.Errorf("%s: %q", mode, table.RatedReason)
			}
			return tx.SetRatedReason(game, table.RatedReason)
		})
		if rated := len(c.sums(game)) == 2; rated != (want == "") {
			t.Errorf("%s: rated %v", mode, rated)
		}
	}
}
