package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
)

// ofBackgammon makes a game a match to five points.
func ofBackgammon(g *store.Game) {
	g.Variant, g.Family, g.Length, g.ToAct = "backgammon", "backgammon", 5, rules.White
}

func hexOf(digit string, digits int) string { return strings.Repeat(digit, digits) }

func TestMatchesAreStored(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		g := b.game(ann, bob, ofBackgammon, func(g *store.Game) { g.OrdersWhite, g.OrdersBlack = store.OrderForced, store.OrderForced })
		equal(b, "match", got[*store.GameView](b)(b.read().Game(g.ID)).Game, *g)
		money := b.game(ann, bob, ofBackgammon, func(g *store.Game) { g.Length, g.Money, g.Rated = 0, 25, false })
		equal(b, "money", got[*store.GameView](b)(b.read().Game(money.ID)).Game, *money)
		for name, change := range map[string]func(*store.Game){
			"a match to 65":          func(g *store.Game) { g.Length = 65 },
			"a match to nothing":     func(g *store.Game) { g.Length = 0 },
			"money that is rated":    func(g *store.Game) { g.Length, g.Money = 0, 1 },
			"a match for money":      func(g *store.Game) { g.Money, g.Rated = 1, false },
			"draughts with a length": func(g *store.Game) { g.Family = "draughts" },
			"orders that are none":   func(g *store.Game) { g.OrdersBlack = 8 },
		} {
			bad := newGame(ann, bob, b.now)
			ofBackgammon(bad)
			change(bad)
			if err := b.Write(background, func(tx *store.Tx) error { return tx.CreateGame(bad) }); err == nil {
				b.Errorf("%s is stored", name)
			}
		}

		// Orders are nobody else's business: the game looks as it was.
		b.now = b.now.Add(time.Minute)
		b.do(func(tx *store.Tx) error { return tx.SetOrders(g.ID, rules.Black, store.OrderRoll|store.OrderBearOff) })
		b.do(func(tx *store.Tx) error { return tx.SetOrders(g.ID, rules.White, 0) })
		after := got[*store.GameView](b)(b.read().Game(g.ID)).Game
		equal(b, "orders", []int{after.Orders(rules.White), after.Orders(rules.Black)}, []int{0, store.OrderRoll | store.OrderBearOff})
		after.OrdersWhite, after.OrdersBlack = g.OrdersWhite, g.OrdersBlack
		equal(b, "the rest", after, *g)
		// A move that was decided meanwhile does not take them back.
		b.do(func(tx *store.Tx) error { return tx.UpdateGame(g) })
		equal(b, "orders after a move", got[*store.GameView](b)(b.read().Game(g.ID)).OrdersBlack, store.OrderRoll|store.OrderBearOff)
	})
}

func TestDiceAreStored(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		seek := &store.Seek{AccountID: ann.ID, Kind: store.OpenSeek, Variant: "backgammon", Control: "per-move 3d", Rated: true, Length: 5,
			Colour: "random", Status: store.SeekOpen, CreatedAt: b.now, ExpiresAt: b.now.Add(time.Hour), Pair: true}
		chains := []*store.DiceChain{}
		b.do(func(tx *store.Tx) error {
			if err := tx.CreateSeek(seek); err != nil {
				return err
			}
			for _, digit := range []string{"a", "b"} {
				c := &store.DiceChain{SeekID: seek.ID, Number: 1, Commitment: hexOf(digit, 64), Length: 8, CreatedAt: b.now}
				if err := tx.CreateChain(c, hexOf("5", 64)); err != nil {
					return err
				}
				chains = append(chains, c)
			}
			return nil
		})
		view := got[*store.SeekView](b)(b.read().SeekByID(seek.ID))
		equal(b, "commitments", []string{view.Commitment, view.PairCommitment}, []string{hexOf("a", 64), hexOf("b", 64)})
		equal(b, "of the seek", got[[]store.DiceChain](b)(b.read().SeekChains(seek.ID)), []store.DiceChain{*chains[0], *chains[1]})

		g, other := b.game(ann, bob, ofBackgammon), b.game(bob, ann, ofBackgammon)
		state := func() (s store.DiceState) {
			b.Helper()
			b.do(func(tx *store.Tx) (err error) { s, err = tx.DiceState(g.ID); return err })
			return s
		}
		equal(b, "a game without a chain", state(), store.DiceState{})
		b.do(func(tx *store.Tx) error { return tx.GiveChain(chains[0].ID, g.ID) })
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.GiveChain(chains[0].ID, other.ID) })
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { return tx.GiveChain(chains[1].ID, g.ID) })
		equal(b, "before a roll", state(), store.DiceState{Number: 1, Length: 8, Seed: hexOf("5", 64)})

		share := store.DiceShare{Share: hexOf("1", 32), Source: store.PlayerShare}
		b.do(func(tx *store.Tx) error { return tx.SetDiceShare(g.ID, rules.Black, share) })
		share.Share = hexOf("2", 128)
		b.do(func(tx *store.Tx) error { return tx.SetDiceShare(g.ID, rules.Black, share) })
		equal(b, "shares", state().Shares, [2]store.DiceShare{{}, share})
		b.do(func(tx *store.Tx) error { return tx.SetDiceShare(g.ID, rules.Black, store.DiceShare{}) })
		equal(b, "a share that was used", state().Shares, [2]store.DiceShare{})
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error {
			return tx.SetDiceShare(g.ID, rules.White, store.DiceShare{Share: "ab", Source: store.PlayerShare})
		})

		rolls := []store.DiceRoll{
			{GameID: g.ID, Number: 1, Chain: 1, Place: 1, MatchGame: 1, Side: rules.White, Opening: true, OpponentShare: share.Share,
				OpponentSource: store.PlayerShare, Link: hexOf("c", 64), Dice: "3352", At: b.now},
			{GameID: g.ID, Number: 2, Chain: 1, Place: 2, MatchGame: 1, Ply: 2, Side: rules.Black, RollerShare: hexOf("3", 32),
				RollerSource: store.ServerShare, Link: hexOf("d", 64), Dice: "61", At: b.now},
		}
		for i := range rolls {
			b.do(func(tx *store.Tx) error { return tx.AddRoll(&rolls[i]) })
		}
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { return tx.AddRoll(&rolls[1]) })
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { r := rolls[1]; r.Number = 3; return tx.AddRoll(&r) }) // of the same ply
		equal(b, "rolls", got[[]store.DiceRoll](b)(b.read().DiceRolls(g.ID)), rolls)
		equal(b, "after two rolls", state(), store.DiceState{Number: 1, Length: 8, Seed: hexOf("5", 64), Place: 2, Rolls: 2})
		b.do(func(tx *store.Tx) error {
			for share, want := range map[string]bool{share.Share: true, hexOf("3", 32): true, hexOf("4", 32): false} {
				used, err := tx.ShareUsed(g.ID, share)
				if err != nil || used != want {
					return fmt.Errorf("share %.4s used: %v, %w", share, used, err)
				}
			}
			return nil
		})
		next := &store.DiceChain{GameID: g.ID, Number: 2, Commitment: hexOf("e", 64), Length: 4096, CreatedAt: b.now}
		b.do(func(tx *store.Tx) error { return tx.CreateChain(next, hexOf("6", 64)) })
		equal(b, "on the next chain", state(), store.DiceState{Number: 2, Length: 4096, Seed: hexOf("6", 64), Rolls: 2})
		after := got[[]store.DiceRoll](b)
		equal(b, "all rolls", after(b.read().DiceRollsAfter(0, 0, 10)), rolls)
		equal(b, "a batch", after(b.read().DiceRollsAfter(0, 0, 1)), rolls[:1])
		equal(b, "the next", after(b.read().DiceRollsAfter(g.ID, 1, 10)), rolls[1:])
		equal(b, "behind all", len(after(b.read().DiceRollsAfter(g.ID, 2, 10))), 0)
		public := got[[]store.DiceChain](b)(b.read().GameChains(g.ID))
		if len(public) != 2 || strings.Contains(fmt.Sprintf("%+v", public), hexOf("5", 64)) {
			b.Errorf("chains %+v", public)
		}
	})
}

func TestStatisticsOfDiceArePublishedOnce(t *testing.T) {
	onBoth(t, func(b *bench) {
		_, _, err := b.read().DiceStatistics("")
		isError(b, err, store.ErrNotFound)
		for _, day := range []string{"2026-11-30", "2026-12-01", "2026-11-29"} {
			b.do(func(tx *store.Tx) error { return tx.PutDiceStatistics(day, "{}"+day) })
			b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { return tx.PutDiceStatistics(day, "{}") })
		}
		for asked, want := range map[string]string{"": "2026-12-01", "2026-11-29": "2026-11-29"} {
			day, body, err := b.read().DiceStatistics(asked)
			must(b, err)
			equal(b, "statistics", day+body, want+"{}"+want)
		}
	})
}

func TestCheckFindsDiceThatAreNotProved(t *testing.T) {
	roll := func(change func(r *store.DiceRoll)) func(b *bench, g *store.Game) {
		return func(b *bench, g *store.Game) {
			r := &store.DiceRoll{GameID: g.ID, Number: 1, Chain: 1, Place: 1, MatchGame: 1, Ply: 1, Side: rules.Black,
				Link: hexOf("c", 64), Dice: "31", At: b.now}
			change(r)
			b.do(func(tx *store.Tx) error { return tx.AddRoll(r) })
		}
	}
	for _, c := range []struct {
		name   string
		damage func(b *bench, g *store.Game)
		want   []string
	}{
		{"the dice of the move", roll(func(*store.DiceRoll) {}), nil},
		{"other dice", roll(func(r *store.DiceRoll) { r.Dice = "32" }), []string{"not the one that was played"}},
		{"a play", roll(func(r *store.DiceRoll) { r.Ply = 2 }), []string{"not the one that was played"}},
		{"a roll that is left out", roll(func(r *store.DiceRoll) { r.Ply = 0; r.Side = rules.White; r.Dice = "21" }), []string{"not proved after the first"}},
		{"a number that is left out", roll(func(r *store.DiceRoll) { r.Number = 2 }), []string{"one by one"}},
		{"a chain that there is not", roll(func(r *store.DiceRoll) { r.Chain = 2 }), []string{"on no chain"}},
		{"a place beyond the chain's end", roll(func(r *store.DiceRoll) { r.Place = 9 }), []string{"on no chain"}},
		{"a share on both sides", roll(func(r *store.DiceRoll) {
			r.OpponentShare, r.OpponentSource = hexOf("1", 32), store.PlayerShare
			r.RollerShare, r.RollerSource = hexOf("1", 32), store.PlayerShare
		}), []string{"used twice"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			onBoth(t, func(b *bench) {
				g := b.game(b.account("ann"), b.account("bob"), ofBackgammon, func(g *store.Game) { g.Ply = 3 })
				b.do(func(tx *store.Tx) error {
					for i, m := range []store.Move{{Act: "roll", Dice: "21"}, {Act: "roll", Dice: "31", Side: rules.Black}, {Act: "8/5 6/5", Dice: "31", Side: rules.Black}} {
						m.GameID, m.Ply, m.At = g.ID, i, b.now
						if err := tx.AppendMove(&m); err != nil {
							return err
						}
					}
					return tx.CreateChain(&store.DiceChain{GameID: g.ID, Number: 1, Commitment: hexOf("a", 64), Length: 8, CreatedAt: b.now}, hexOf("5", 64))
				})
				c.damage(b, g)
				found := got[[]string](b)(b.read().Check())
				equal(b, "problems", len(found), len(c.want))
				for i, want := range c.want {
					if !strings.Contains(found[i], want) {
						b.Errorf("got %q, want %q", found[i], want)
					}
				}
			})
		})
	}
}
