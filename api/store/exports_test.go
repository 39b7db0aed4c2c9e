package store_test

import (
	"testing"

	"crownpost/api/store"
	"crownpost/rules"
)

func TestGamesOfATournamentInPieces(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		event := b.tournament(ann)
		var ids []int64
		for round := 1; round <= 2; round++ {
			for board := 1; board <= 2; board++ {
				g := b.game(ann, bob, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, round, board })
				ids = append(ids, g.ID)
			}
		}
		b.game(ann, bob) // of no tournament
		var seen []int64
		var after store.TournamentPlace
		for {
			rows := got[[]store.GameView](b)(b.read().TournamentGamesAfter(event.ID, after, 3))
			if len(rows) == 0 {
				break
			}
			for i := range rows {
				seen = append(seen, rows[i].ID)
			}
			after = rows[len(rows)-1].Place()
		}
		equal(b, "games", seen, ids)
	})
}

func TestMovesAndChangesOfSeveralGames(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		first, second := b.game(ann, bob), b.game(bob, ann, finished(rules.White, b.now))
		b.do(func(tx *store.Tx) error {
			for ply, act := range []string{"32-28", "19-23"} {
				for _, g := range []*store.Game{first, second} {
					if err := tx.AppendMove(&store.Move{GameID: g.ID, Ply: ply, Side: rules.Side(ply), Act: act, At: b.now}); err != nil {
						return err
					}
				}
			}
			return tx.AddRatingChange(&store.RatingChange{GameID: second.ID, AccountID: ann.ID, OpponentID: bob.ID, Pool: "international",
				Before: 1, After: 3, Delta: 2, Formula: "elo", Score: 2, At: b.now})
		})
		moves, err := b.read().MovesOf([]int64{first.ID, second.ID, 99})
		must(b, err)
		equal(b, "games with moves", len(moves), 2)
		equal(b, "moves", moves[second.ID][1].Act, "19-23")
		changes, err := b.read().ChangesOf([]int64{first.ID, second.ID})
		must(b, err)
		equal(b, "changes", []int{len(changes[first.ID]), len(changes[second.ID])}, []int{0, 1})
	})
}
