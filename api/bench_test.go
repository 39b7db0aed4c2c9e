package api

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/config"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules/catalog"
)

// benchSite is a site as "crownpost serve" runs it, except that passwords are
// hashed cheaply. Anna and Bert play each other in all its games.
type benchSite struct {
	*Site
	tokens  [2]string // White's and Black's
	players [2]int64
}

func newBenchSite(b *testing.B, data string) *benchSite {
	b.Helper()
	ctx := context.Background()
	cfg, err := config.Parse([]string{"--data", data}, func(string) string { return "" })
	if err != nil {
		b.Fatal(err)
	}
	site, err := Open(ctx, cfg, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		b.Fatal(err)
	}
	s := &benchSite{Site: site}
	s.Play.Hasher = account.NewHasherCost(64, 1)
	for i, name := range []string{"Anna", "Bert"} {
		if s.players[i], err = s.Play.SignUp(ctx, play.SignUpInput{Name: name, Email: name + "@example.org", Password: password}); err != nil {
			b.Fatal(err)
		}
		tokens, err := s.Play.LogIn(ctx, play.LogInInput{Name: name, Password: password, Kind: store.ProgramSession})
		if err != nil {
			b.Fatal(err)
		}
		s.tokens[i] = tokens.Access
	}
	return s
}

// serve answers at the address that it returns until the benchmark ends.
func (s *benchSite) serve(b *testing.B) string {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := s.HTTPServer()
	go func() { _ = server.Serve(listener) }()
	b.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}

func (s *benchSite) close(b *testing.B) {
	b.Helper()
	if err := s.Close(); err != nil {
		b.Error(err)
	}
}

// newGame starts a game between the two players.
func (s *benchSite) newGame(b *testing.B) int64 {
	b.Helper()
	ctx := context.Background()
	seek, _, err := s.Play.PostSeek(ctx, s.players[0], play.SeekInput{
		Variant: "international", Control: "per-move 3d", Rated: true, Colour: "white", Opponent: "Bert",
	})
	if err != nil {
		b.Fatal(err)
	}
	if seek, err = s.Play.AcceptSeek(ctx, s.players[1], seek.ID, ""); err != nil {
		b.Fatal(err)
	}
	return seek.GameID
}

// benchMoves is a whole game, always the same.
var benchMoves = sync.OnceValue(func() (moves []string) {
	variant, _ := catalog.Lookup("international")
	for p := variant.Start(); ; {
		legal := p.Legal()
		if len(legal) == 0 {
			return moves
		}
		played, err := p.Play(legal[len(moves)*5%len(legal)].Text, nil)
		if err != nil {
			panic(err)
		}
		moves, p = append(moves, played.Text), played.Position
	}
})

// BenchmarkMoveHTTP makes moves through the whole server over loopback, each
// on the disk before it is answered. A client has a connection and games of
// its own, and moves for both sides.
func BenchmarkMoveHTTP(b *testing.B) {
	s := newBenchSite(b, b.TempDir())
	b.Cleanup(func() { s.close(b) })
	address := s.serve(b)
	for _, clients := range []int{1, 128} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			games := make([][]int64, clients)
			for i := range games {
				for n := 0; n < shareOf(b, clients, i); n += len(benchMoves()) {
					games[i] = append(games[i], s.newGame(b))
				}
			}
			share(b, clients, func(i, n int, c *wire) error {
				c.address = address
				game, ply := games[i][n/len(benchMoves())], n%len(benchMoves())
				body := fmt.Sprintf(`{"ply":%d,"act":"%s"}`, ply, benchMoves()[ply])
				answer, err := c.call("POST", fmt.Sprintf("/api/v1/games/%d/acts", game), s.tokens[ply%2], body)
				if err == nil && answer.status != http.StatusOK {
					err = fmt.Errorf("%s: %d\n%s", body, answer.status, answer.body)
				}
				return err
			})
		})
	}
}

// BenchmarkRawCommit is the measure for it: the plain driver, one synced
// commit a move.
func BenchmarkRawCommit(b *testing.B) {
	if sqliteDriver() != "sqlite3" {
		b.Skip("the plain driver needs cgo")
	}
	s := newBenchSite(b, b.TempDir())
	var games []int64
	for range 256 {
		games = append(games, s.newGame(b))
	}
	s.close(b)
	db, err := sql.Open("sqlite3", "file:"+s.Config.SQLite()+"?_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_txlock=immediate&_stmt_cache_size=64")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	move := func(game int64) error {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		var ply, version int
		var position string
		if err := tx.QueryRow("SELECT ply, version, position FROM games WHERE id = ?", game).Scan(&ply, &version, &position); err != nil {
			return err
		}
		now := time.Now().UnixMilli()
		if _, err := tx.Exec("UPDATE games SET ply = ?, version = ?, updated_at = ? WHERE id = ? AND version = ?",
			ply+1, version+1, now, game, version); err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO moves (game_id, ply, side, act, dice, at, spent, automatic)
			VALUES (?, ?, ?, '32-28', '', ?, 0, 0)`, game, ply, ply%2, now); err != nil {
			return err
		}
		return tx.Commit()
	}
	for _, clients := range []int{1, 128} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			share(b, clients, func(i, n int, _ *wire) error { return move(games[(i+n)%len(games)]) })
		})
	}
}

// shareOf is how many of b.N runs client i of so many makes.
func shareOf(b *testing.B, clients, i int) int {
	n := b.N / clients
	if i < b.N%clients {
		n++
	}
	return n
}

// share has clients do the benchmark's runs together, and reports how many
// a second, and how long one took.
func share(b *testing.B, clients int, run func(client, n int, c *wire) error) {
	took := make([][]time.Duration, clients)
	var failed atomic.Bool
	var all sync.WaitGroup
	b.ResetTimer()
	for i := range clients {
		all.Go(func() {
			var c wire
			defer c.close()
			for n := range shareOf(b, clients, i) {
				if failed.Load() {
					return
				}
				began := time.Now()
				if err := run(i, n, &c); err != nil {
					failed.Store(true)
					b.Error(err)
					return
				}
				took[i] = append(took[i], time.Since(began))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	sorted := slices.Sorted(slices.Values(slices.Concat(took...)))
	if len(sorted) == 0 {
		return
	}
	b.ReportMetric(float64(len(sorted))/b.Elapsed().Seconds(), "moves/s")
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(sorted[(len(sorted)-1)*p/100])/1e6, fmt.Sprintf("p%d-ms", p))
	}
}
