package store_test

import (
	"strings"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
)

func TestCheckFindsContradictions(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(b *bench, ann, bob *store.Account)
		want   []string
	}{
		{"nothing is wrong", func(b *bench, ann, bob *store.Account) { b.game(ann, bob) }, nil},
		{"a ply without its move", func(b *bench, ann, bob *store.Account) {
			b.game(ann, bob, func(g *store.Game) { g.Ply = 1 })
		}, []string{"ply is not"}},
		{"a gap in the moves", func(b *bench, ann, bob *store.Account) {
			g := b.game(ann, bob, func(g *store.Game) { g.Ply = 1 })
			b.do(func(tx *store.Tx) error { return tx.AppendMove(&store.Move{GameID: g.ID, Ply: 1, Act: "x", At: noon}) })
		}, []string{"ply is not"}},
		{"a clock without a deadline", func(b *bench, ann, bob *store.Account) {
			b.game(ann, bob, func(g *store.Game) { g.DeadlineAt = time.Time{} })
		}, []string{"without a deadline"}},
		{"a rated game without changes", func(b *bench, ann, bob *store.Account) {
			b.game(ann, bob, finished(rules.White, noon))
		}, []string{"without two rating changes"}},
		{"changes that do not add up", func(b *bench, ann, bob *store.Account) {
			g := b.game(ann, bob)
			b.do(func(tx *store.Tx) error {
				if _, _, err := tx.RatingsForUpdate("international", 1, ann.ID, bob.ID); err != nil {
					return err
				}
				return tx.AddRatingChange(&store.RatingChange{GameID: g.ID, AccountID: ann.ID, OpponentID: ann.ID + 1,
					Pool: "international", Before: 5, After: 6, Delta: 1, Formula: "x", At: noon})
			})
		}, []string{"but was not rated", "not the sum"}},
		{"a game of strangers in a round to come", func(b *bench, ann, bob *store.Account) {
			event := b.tournament(ann)
			b.game(ann, bob, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, 1 })
			b.game(ann, bob, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, 2 })
		}, []string{"has not reached", "has not reached", "not in the tournament", "not in the tournament", "another game"}},
		{"two games of a pair in one round", func(b *bench, ann, bob *store.Account) {
			event := b.tournament(ann, func(e *store.Tournament) { e.Pair, e.Rounds, e.Round = true, 1, 1 })
			for _, player := range []*store.Account{ann, bob} {
				b.do(func(tx *store.Tx) error {
					return tx.AddEntrant(&store.Entrant{TournamentID: event.ID, AccountID: player.ID, Status: store.Active, EnteredAt: noon})
				})
			}
			one := b.game(ann, bob, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, 1 })
			two := b.game(bob, ann, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, 2 })
			b.do(func(tx *store.Tx) error { return tx.PairGames(one.ID, two.ID) })
		}, nil},
		{"a pair of which one knows nothing, with the same colours", func(b *bench, ann, bob *store.Account) {
			one := b.game(ann, bob)
			b.game(ann, bob, func(g *store.Game) { g.PairOf = one.ID })
			b.game(bob, ann, func(g *store.Game) { g.PairOf = one.ID })
		}, []string{"is not the other game", "is not the other game"}},
		{"a tournament's game from a ballot that was not asked for", func(b *bench, ann, bob *store.Account) {
			event := b.tournament(ann, func(e *store.Tournament) { e.Rounds, e.Round = 1, 1 })
			for _, player := range []*store.Account{ann, bob} {
				b.do(func(tx *store.Tx) error {
					return tx.AddEntrant(&store.Entrant{TournamentID: event.ID, AccountID: player.ID, Status: store.Active, EnteredAt: noon})
				})
			}
			b.game(ann, bob, func(g *store.Game) {
				g.TournamentID, g.Round, g.Board = event.ID, 1, 1
				g.Opening, g.Ballot, g.OpeningDraw, g.Start = "3-move", "1", "drawn", "state"
			})
		}, []string{"begins otherwise"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			onBoth(t, func(b *bench) {
				c.damage(b, b.account("ann"), b.account("bob"))
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
