package store_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rules"
)

const benchGames = 2000

// BenchmarkWrite makes durable moves as a use case does: read the game, write
// it, insert the move.
func BenchmarkWrite(b *testing.B) {
	for _, callers := range []int{1, 32, 128} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			s := storetest.Open(b)
			ids := makeGames(b, s)
			share(b, callers, func(n int64) error {
				return s.Write(background, func(tx *store.Tx) error {
					g, err := tx.GameForUpdate(ids[n%benchGames])
					if err != nil {
						return err
					}
					ply := g.Ply
					g.Ply++
					if err := tx.UpdateGame(&g.Game); err != nil {
						return err
					}
					return tx.AppendMove(&store.Move{GameID: g.ID, Ply: ply, Side: rules.Side(ply % 2), Act: "32-28", At: noon})
				})
			})
		})
	}
}

// BenchmarkRawCommit is the measure for it: the plain driver, one synced
// commit a move.
func BenchmarkRawCommit(b *testing.B) {
	for _, callers := range []int{1, 32, 128} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "raw.db")
			s, err := store.Open(background, store.Config{URL: path})
			must(b, err)
			ids := makeGames(b, s)
			must(b, s.Close())
			db, err := sql.Open(store.Driver, store.WriterURL(path))
			must(b, err)
			defer db.Close()
			db.SetMaxOpenConns(1)
			share(b, callers, func(n int64) error {
				id := ids[n%benchGames]
				tx, err := db.Begin()
				if err != nil {
					return err
				}
				defer func() { _ = tx.Rollback() }()
				var ply, version int
				var position string
				if err := tx.QueryRow("SELECT ply, version, position FROM games WHERE id = ?", id).Scan(&ply, &version, &position); err != nil {
					return err
				}
				if _, err := tx.Exec("UPDATE games SET ply = ?, version = ?, updated_at = ? WHERE id = ? AND version = ?", ply+1, version+1, n, id, version); err != nil {
					return err
				}
				if _, err := tx.Exec("INSERT INTO moves (game_id, ply, side, act, dice, at, spent, automatic) VALUES (?, ?, 0, '32-28', '', ?, 0, 0)", id, ply, n); err != nil {
					return err
				}
				return tx.Commit()
			})
		})
	}
}

func BenchmarkSession(b *testing.B) {
	s := storetest.Open(b)
	ann := &store.Account{Name: "ann", NameKey: "ann", Role: store.Player, CreatedAt: noon}
	must(b, s.Write(background, func(tx *store.Tx) error {
		if err := tx.CreateAccount(ann); err != nil {
			return err
		}
		return tx.CreateSession(&store.Session{ID: "id", AccountID: ann.ID, Kind: store.PageSession, CreatedAt: noon, UsedAt: noon, ExpiresAt: noon})
	}))
	for b.Loop() {
		if _, err := s.Read(background).Session("id"); err != nil {
			b.Fatal(err)
		}
	}
}

func makeGames(b *testing.B, s *store.Store) (ids []int64) {
	must(b, s.Write(background, func(tx *store.Tx) error {
		var players []*store.Account
		for i := range 2 {
			name := fmt.Sprint("player", i)
			players = append(players, &store.Account{Name: name, NameKey: name, Role: store.Player, CreatedAt: noon})
			if err := tx.CreateAccount(players[i]); err != nil {
				return err
			}
		}
		for range benchGames {
			g := newGame(players[0], players[1], noon)
			if err := tx.CreateGame(g); err != nil {
				return err
			}
			ids = append(ids, g.ID)
		}
		return nil
	}))
	return ids
}

// share has callers goroutines do the benchmark's runs together.
func share(b *testing.B, callers int, run func(n int64) error) {
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for range callers {
		wg.Go(func() {
			for {
				n := next.Add(1)
				if n > int64(b.N) {
					return
				}
				if err := run(n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
}
