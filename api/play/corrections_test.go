package play

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"crownpost/api/store"
	"crownpost/rules"
)

// logged is a game of a log of ratings; the games of a cup are rated together
// where the log has the last of them.
type logged struct {
	white, black int // places in the names
	winner       rules.Side
	cup, last    bool
}

// randomLog has games by themselves and cups of a few games.
func randomLog(r *rand.Rand, players, length int) (log []logged) {
	for len(log) < length {
		games := 1
		cup := r.IntN(5) == 0
		if cup {
			games += r.IntN(12)
		}
		for n := range games {
			white := r.IntN(players)
			log = append(log, logged{white, (white + 1 + r.IntN(players-1)) % players, rules.Side(r.IntN(3) - 1), cup, n == games-1})
		}
	}
	return log
}

var logNames = []string{"anna", "bert", "carl", "dora", "emil", "fred", "gina"}

// replayed stores a log without the game at index without, -1 for all, and
// returns the games' ids.
func replayed(t *testing.T, pool string, log []logged, start []int64, without int) (*club, []int64) {
	c := newClub(t, logNames...)
	ids := make([]int64, len(log))
	list := map[int64]int64{}
	c.write(func(tx *store.Tx) error {
		for i, points := range start {
			list[c.people[logNames[i]]] = points
			if i < 3 { // the others come without a list
				if err := tx.SetListed(c.people[logNames[i]], pool, points); err != nil {
					return err
				}
			}
		}
		var cup *store.Tournament
		for i, g := range log {
			white, black := c.people[logNames[g.white]], c.people[logNames[g.black]]
			if g.cup && cup == nil {
				cup = c.cup(tx, pool, list)
			}
			switch {
			case i == without:
			case g.cup:
				ids[i] = c.cupGame(tx, cup, i+1, white, black, g.winner)
			default:
				ids[i] = c.rated(tx, pool, white, black, g.winner)
			}
			if g.cup && g.last {
				c.endCup(tx, cup)
				cup = nil
			}
		}
		return nil
	})
	return c, ids
}

// picture is everything that a log has made of ratings, without the numbers of
// rows.
func (c *club) picture(pool string, ids []int64) (lines []string) {
	c.t.Helper()
	read := c.Store.Read(context.Background())
	for _, name := range logNames {
		r, err := read.Rating(c.people[name], pool)
		if err != nil && !isNotFound(err) {
			c.t.Fatal(err)
		}
		if r != nil && r.Games > 0 {
			r.Version, r.UpdatedAt, r.AccountID = 0, time.Time{}, 0
			lines = append(lines, fmt.Sprintf("%s %+v", name, *r))
		}
	}
	for i, id := range ids {
		rows, err := read.GameChanges(id)
		if err != nil {
			c.t.Fatal(err)
		}
		for _, row := range rows {
			row.ID, row.GameID, row.TournamentID, row.CorrectionID, row.At = 0, 0, 0, 0, time.Time{}
			lines = append(lines, fmt.Sprintf("game %d %+v", i, row))
		}
	}
	return lines
}

// official stores what an official has made of a game, in its pairing as well.
func official(tx *store.Tx, game int64, status string, winner rules.Side) error {
	value, result := 1, map[rules.Side]string{rules.White: "1-0", rules.Black: "0-1", rules.NoSide: "½-½"}[winner]
	if winner == rules.NoSide {
		value = 0
	}
	if status == store.GameAborted {
		result = "0-0"
	}
	if err := tx.SetResult(game, status, winner, value); err != nil {
		return err
	}
	p, err := tx.PairingOf(game)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	p.Result = result
	return tx.UpdatePairing(p)
}

// annul does what an official does: the row first, then the ratings.
func (c *club) annul(game int64) {
	c.t.Helper()
	c.write(func(tx *store.Tx) error {
		if err := official(tx, game, store.GameAborted, rules.NoSide); err != nil {
			return err
		}
		return c.voidGame(tx, game, "a player had help")
	})
}

func (c *club) correct(game int64, winner rules.Side) {
	c.t.Helper()
	c.write(func(tx *store.Tx) error {
		if err := official(tx, game, store.GameFinished, winner); err != nil {
			return err
		}
		return c.correctRating(tx, game, "the wrong side was entered")
	})
}

func TestAnAnnulledGameLeavesTheLogAsIfItHadNotBeen(t *testing.T) {
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(seed, 1))
		pool := []string{"international", "backgammon"}[seed%2]
		log := randomLog(r, len(logNames), 40)
		if pool == "backgammon" {
			for i := range log {
				log[i].winner = max(log[i].winner, rules.White)
			}
		}
		start := []int64{2_390_000, 1_700_000, 1_400_500, 1_500_000, 1_500_000, 1_500_000, 1_500_000}
		out := r.IntN(len(log))
		c, ids := replayed(t, pool, log, start, -1)
		c.annul(ids[out])
		ids[out] = 0
		other, otherIDs := replayed(t, pool, log, start, out)
		if d := cmp.Diff(other.picture(pool, otherIDs), c.picture(pool, ids)); d != "" {
			t.Fatalf("seed %d, game %d of %v (-without +annulled):\n%s", seed, out, log, d)
		}
	}
}

func TestACorrectedResultIsRatedInItsOldPlace(t *testing.T) {
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(seed, 2))
		log := randomLog(r, len(logNames), 40)
		start := []int64{2_390_000, 1_700_000, 1_400_500, 1_500_000, 1_500_000, 1_500_000, 1_500_000}
		at := r.IntN(len(log))
		c, ids := replayed(t, "international", log, start, -1)
		log[at].winner = rules.Side(r.IntN(3) - 1)
		c.correct(ids[at], log[at].winner)
		other, otherIDs := replayed(t, "international", log, start, -1)
		if d := cmp.Diff(other.picture("international", otherIDs), c.picture("international", ids)); d != "" {
			t.Fatalf("seed %d, game %d of %v (-other +corrected):\n%s", seed, at, log, d)
		}
	}
}

// An annulment that is taken back leaves nothing behind, wherever the game stands
// in the log.
func TestAReinstatedGameIsRatedInItsOldPlace(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 3))
		pool := []string{"international", "backgammon"}[seed%2]
		log := randomLog(r, len(logNames), 30)
		for i := range log {
			log[i].winner = max(log[i].winner, rules.White)
		}
		start := []int64{2_390_000, 1_700_000, 1_400_500, 1_500_000, 1_500_000, 1_500_000, 1_500_000}
		c, ids := replayed(t, pool, log, start, -1)
		out, other := ids[r.IntN(len(ids))], ids[r.IntN(len(ids))]
		before := c.picture(pool, ids)
		winner, otherWinner := c.row(out).Winner, c.row(other).Winner
		c.annul(out)
		c.correct(other, otherWinner.Other()) // something else changes while it is out
		c.correct(out, winner)
		c.correct(other, otherWinner)
		if d := cmp.Diff(before, c.picture(pool, ids)); d != "" {
			t.Fatalf("seed %d, game %d of %v (-before +reinstated):\n%s", seed, out, log, d)
		}
		if reason := c.row(out).RatedReason; reason != "" {
			t.Errorf("it is %q", reason)
		}
	}
}

func TestWhatACorrectionReplacedIsKept(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl", "dora")
	anna, bert, carl, dora := c.people["anna"], c.people["bert"], c.people["carl"], c.people["dora"]
	var first, apart, second int64
	c.write(func(tx *store.Tx) error {
		first = c.rated(tx, "international", anna, bert, rules.White)
		apart = c.rated(tx, "international", carl, dora, rules.White)
		second = c.rated(tx, "international", anna, carl, rules.White)
		return nil
	})
	untouched, before := c.sums(apart), c.sums(second)
	c.annul(first)
	read := c.Store.Read(t.Context())
	if got := c.row(first); got.RatedReason != unratedAborted {
		t.Errorf("reason %q", got.RatedReason)
	}
	if d := cmp.Diff(untouched, c.sums(apart)); d != "" || len(c.sums(first)) > 0 {
		t.Errorf("-want +got:\n%s", d)
	}
	rows, err := read.GameChanges(second)
	if err != nil || rows[0].CorrectionID == 0 || rows[0].Before != 1_500_000 {
		t.Fatalf("%+v, %v", rows, err)
	}
	correction, err := read.RatingCorrection(rows[0].CorrectionID)
	if err != nil {
		t.Fatal(err)
	}
	want := &store.RatingCorrection{ID: correction.ID, Pool: "international", GameID: first, Kind: store.VoidCorrection,
		Reason: "a player had help", Changes: 4, At: c.Now()}
	if d := cmp.Diff(want, correction); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	old, err := read.Superseded(second)
	if err != nil || len(old) != 2 || fmt.Sprint(old[0].Before, old[0].After) != "1520000 1540000" {
		t.Errorf("%+v, %v; it was %v", old, err, before)
	}
	if r, err := read.Rating(bert, "international"); err != nil || r.Games != 0 || r.Rating != 1_500_000 || r.Losses != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	// Doing it again changes nothing.
	c.annul(first)
	if got, err := read.Superseded(second); err != nil || len(got) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestCorrectionsOfGamesThatWereNotRated(t *testing.T) {
	c := newClub(t, "anna", "bert")
	anna, bert := c.people["anna"], c.people["bert"]
	var casual, void int64
	c.write(func(tx *store.Tx) error {
		casual = c.finishedGame(tx, "international", anna, bert, rules.White, func(g *store.Game) { g.Rated = false }).ID
		void = c.finishedGame(tx, "international", anna, bert, rules.NoSide, func(g *store.Game) {
			g.Status, g.RatedReason = store.GameAborted, unratedAborted
		}).ID
		c.rated(tx, "international", anna, bert, rules.White)
		return nil
	})
	c.correct(casual, rules.Black)
	if got := c.sums(casual); len(got) > 0 {
		t.Errorf("a casual game is rated: %v", got)
	}
	// A result where there was none is rated from the ratings of the moment.
	c.correct(void, rules.Black)
	if got := c.sums(void); len(got) != 2 || c.row(void).RatedReason != "" || c.rating("international", bert) <= 1_500_000 {
		t.Errorf("%v, %q", got, c.row(void).RatedReason)
	}
	// Of a cup that runs it waits for the end.
	var cup *store.Tournament
	var game int64
	c.write(func(tx *store.Tx) error {
		cup = c.cup(tx, "international", map[int64]int64{anna: 1_500_000, bert: 1_500_000})
		game = c.cupGame(tx, cup, 1, anna, bert, rules.White)
		if err := tx.SetRatedReason(game, unratedNotBegun); err != nil {
			return err
		}
		return c.correctRating(tx, game, "both had moved")
	})
	if got := c.row(game).RatedReason; got != unratedYet || len(c.sums(game)) > 0 {
		t.Errorf("%q", got)
	}
	c.write(func(tx *store.Tx) error { c.endCup(tx, cup); return nil })
	if len(c.sums(game)) != 2 {
		t.Error("not rated at the end")
	}
}

// The first of 10,000 games of 200 players is corrected, after which every
// rating is another; how long that takes is logged.
func TestCorrectingTheFirstOfManyGames(t *testing.T) {
	if os.Getenv("CROWNPOST_LONG") == "" {
		t.Skip("CROWNPOST_LONG is not set")
	}
	c := newClub(t)
	const players, games = 200, 10_000
	var people []int64
	for i := range players {
		people = append(people, c.add(fmt.Sprint("player", i)))
	}
	r := rand.New(rand.NewPCG(1, 1))
	ids := make([]int64, games)
	for i := range ids {
		white := r.IntN(players)
		c.write(func(tx *store.Tx) error {
			ids[i] = c.rated(tx, "international", people[white], people[(white+1+r.IntN(players-1))%players], rules.Side(r.IntN(3)-1))
			return nil
		})
	}
	begun := time.Now()
	c.correct(ids[0], c.row(ids[0]).Winner.Other())
	took := time.Since(begun)
	rows, err := c.Store.Read(t.Context()).GameChanges(ids[games-1])
	if err != nil {
		t.Fatal(err)
	}
	correction, err := c.Store.Read(t.Context()).RatingCorrection(rows[0].CorrectionID)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d changes in %v", correction.Changes, took)
}
