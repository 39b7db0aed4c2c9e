package store_test

import (
	"errors"
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
		{"leaves: one that its player has, one that was given up, one where there is none", func(b *bench, ann, bob *store.Account) {
			b.do(func(tx *store.Tx) error {
				return tx.CreateLeave(&store.Leave{AccountID: ann.ID, FromAt: noon, ToAt: noon.Add(time.Hour), CreatedAt: noon})
			})
			white := func(g *store.Game) { g.LeaveWhiteFrom, g.LeaveWhiteTo = noon, noon.Add(time.Hour) }
			b.game(ann, bob, white)
			b.game(bob, ann, white)
			b.game(ann, bob, white, func(g *store.Game) { g.NoLeave = true })
			b.game(bob, ann, white, finished(rules.White, noon), casual)
		}, []string{"game 2: its clocks stand", "game 3: its clocks stand"}},
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
		}, []string{"but was not rated", "not the sum", "its first change"}},
		{"a win that is not counted", func(b *bench, ann, bob *store.Account) {
			b.rated(ann, bob)
			b.do(func(tx *store.Tx) error {
				winner, loser, err := tx.RatingsForUpdate("international", 1500_000, ann.ID, bob.ID)
				if err != nil {
					return err
				}
				winner.Rating, winner.Games, winner.Draws, loser.Rating, loser.Games, loser.Losses = 1520_000, 1, 1, 1480_000, 1, 1
				return errors.Join(tx.UpdateRating(winner), tx.UpdateRating(loser))
			})
		}, []string{"wins, draws and losses"}},
		{"a game that was forgotten when its tournament was rated", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann, func(t *store.Tournament) { t.Status, t.EndedAt = store.TournamentFinished, noon })
			b.played(event, b.entrant(event, ann), b.entrant(event, bob), 1, 1, finished(rules.White, noon),
				func(g *store.Game) { g.RatedReason = "event" })
		}, []string{"waits to be rated"}},
		{"a game without a pairing", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			b.game(ann, bob, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, 1 })
		}, []string{"has no pairing"}},
		{"a game of other players than its pairing", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			a, o := b.entrant(event, ann), b.entrant(event, bob)
			g := b.game(ann, bob, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, 1 })
			b.pairing(event, store.Pairing{Round: 1, Board: 1, WhiteID: o.ID, BlackID: a.ID, Kind: "game", GameID: g.ID})
		}, []string{"other players than that"}},
		{"a pairing of strangers", func(b *bench, ann, bob *store.Account) {
			event, other := b.running(ann), b.running(ann)
			a, o := b.entrant(event, ann), b.entrant(other, bob)
			b.pairing(event, store.Pairing{Round: 1, Board: 1, WhiteID: a.ID, BlackID: o.ID, Kind: "game"})
		}, []string{"of another tournament"}},
		{"a result that is not that of the game", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			g := b.played(event, b.entrant(event, ann), b.entrant(event, bob), 1, 1, casual, finished(rules.White, noon))
			b.result(g, "0-1", false)
		}, []string{"has not the result"}},
		{"a result that the organiser has set", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			g := b.played(event, b.entrant(event, ann), b.entrant(event, bob), 1, 1, casual, finished(rules.White, noon))
			b.result(g, "0-1", true)
		}, nil},
		{"two games in one round", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			a, o, third := b.entrant(event, ann), b.entrant(event, bob), b.entrant(event, b.account("cid"))
			b.played(event, a, o, 1, 1)
			b.played(event, third, a, 1, 2)
		}, []string{"another pairing in the round"}},
		{"a game in a round to come", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			b.played(event, b.entrant(event, ann), b.entrant(event, bob), 2, 1)
		}, []string{"has not reached"}},
		{"a player of a Swiss without game or bye", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann, func(t *store.Tournament) { t.Format = "swiss" })
			b.played(event, b.entrant(event, ann), b.entrant(event, bob), 1, 1)
			b.entrant(event, b.account("cid"))
			b.entrant(event, b.account("late"), func(e *store.Entrant) { e.FromRound = 2 })
			dan := b.entrant(event, b.account("dan"))
			b.pairing(event, store.Pairing{Round: 1, WhiteID: dan.ID, Kind: "pairing-bye"})
		}, []string{"neither a game nor a bye"}},
		{"no seat after the start, two on one, one before the start", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			b.entrant(event, ann, func(e *store.Entrant) { e.Seat, e.Status = 0, store.Entered })
			cid := b.entrant(event, bob, func(e *store.Entrant) { e.Seat = 3 })
			b.entrant(event, b.account("dan"), func(e *store.Entrant) { e.Seat = cid.Seat })
			b.entrant(b.tournament(ann), ann, func(e *store.Entrant) { e.Seat, e.Status = 1, store.Active })
		}, []string{"has no seat", "has no seat", "seat of another"}},
		{"a seat whose holder left and has a substitute", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			b.entrant(event, ann, func(e *store.Entrant) { e.Status, e.LeftAt = store.Withdrawn, noon })
			b.entrant(event, bob, func(e *store.Entrant) { e.Seat = 1 })
		}, nil},
		{"a game that goes on after the end", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann, func(t *store.Tournament) { t.Status, t.EndedAt = store.TournamentFinished, noon })
			b.played(event, b.entrant(event, ann), b.entrant(event, bob), 1, 1)
		}, []string{"that is over"}},
		{"two games of a pair in one round", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			a, o := b.entrant(event, ann), b.entrant(event, bob)
			one, two := b.played(event, a, o, 1, 1), b.played(event, o, a, 1, 2)
			b.do(func(tx *store.Tx) error { return tx.PairGames(one.ID, two.ID) })
		}, nil},
		{"a pair of which one knows nothing, with the same colours", func(b *bench, ann, bob *store.Account) {
			one := b.game(ann, bob)
			b.game(ann, bob, func(g *store.Game) { g.PairOf = one.ID })
			b.game(bob, ann, func(g *store.Game) { g.PairOf = one.ID })
		}, []string{"is not the other game", "is not the other game"}},
		{"a tournament's game from a ballot that was not asked for", func(b *bench, ann, bob *store.Account) {
			event := b.running(ann)
			b.played(event, b.entrant(event, ann), b.entrant(event, bob), 1, 1, func(g *store.Game) {
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

func casual(g *store.Game) { g.Rated = false }

func (b *bench) pairing(event *store.Tournament, p store.Pairing) {
	b.Helper()
	p.TournamentID, p.CreatedAt = event.ID, noon
	b.do(func(tx *store.Tx) error { return tx.AddPairing(&p) })
}

// result changes that of a game's pairing.
func (b *bench) result(g *store.Game, result string, ruled bool) {
	b.Helper()
	b.do(func(tx *store.Tx) error {
		p, err := tx.PairingOf(g.ID)
		if err != nil {
			return err
		}
		p.Result, p.Ruled, p.EndedAt = result, ruled, noon
		return tx.UpdatePairing(p)
	})
}
