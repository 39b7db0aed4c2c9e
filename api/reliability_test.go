package api

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"crownpost/api/play"
	"crownpost/api/store"
)

// long says that tests may take their time.
func long() bool { return os.Getenv("CROWNPOST_LONG") != "" }

// hang is how long a step may take before it counts as hanging.
const hang = time.Minute

// answered is an answer that was not expected.
type answered struct{ answer }

func (a answered) Error() string { return fmt.Sprintf("answered %d\n%s", a.status, a.body) }

// duel is a game that two programs play over one connection, and what they
// know of it.
type duel struct {
	wire    *wire
	variant string
	tokens  map[string]string // by side
	id      int64
	acts    []string // the moves that were acknowledged
	ended   bool     // by a resignation that was acknowledged
	lost    string   // the act that was sent last and never answered
	state   struct {
		Ply    int
		ToAct  string
		Legal  []string
		Status string
	}
}

// newDuel starts a game between white and black, given by name and token.
func newDuel(address, variant, white, black, blackName string) (*duel, error) {
	d := &duel{wire: &wire{address: address}, variant: variant, tokens: map[string]string{"white": white, "black": black}}
	var seek struct{ ID int64 }
	var started struct{ Game int64 }
	body := fmt.Sprintf(`{"variant":%q,"clock":"per-move 3d","rated":true,"colour":"white","opponent":%q}`, variant, blackName)
	if err := d.ask(&seek, http.StatusCreated, "POST", "/api/v1/seeks", white, body); err != nil {
		return nil, err
	}
	if err := d.ask(&started, http.StatusOK, "POST", "/api/v1/seeks/"+itoa(seek.ID)+"/accept", black, ""); err != nil {
		return nil, err
	}
	d.id = started.Game
	return d, d.look()
}

func (d *duel) ask(v any, status int, method, path, token, body string) error {
	a, err := d.wire.call(method, path, token, body)
	if err != nil {
		return err
	}
	if a.status != status {
		return answered{a}
	}
	return json.Unmarshal([]byte(a.body), v)
}

func (d *duel) path() string { return "/api/v1/games/" + itoa(d.id) }

func (d *duel) look() error {
	return d.ask(&d.state, http.StatusOK, "GET", d.path(), d.tokens["white"], "")
}

func (d *duel) over() bool { return d.state.Status != "running" }

// act sends an act of the side to move. An error that is no answered leaves
// open whether it was made.
func (d *duel) act(text string) error {
	d.lost = text
	body := fmt.Sprintf(`{"ply":%d,"act":%q}`, d.state.Ply, text)
	err := d.ask(&d.state, http.StatusOK, "POST", d.path()+"/acts", d.tokens[d.state.ToAct], body)
	if err != nil {
		return err
	}
	d.lost = ""
	if text == "resign" {
		d.ended = true
	} else {
		d.acts = append(d.acts, text)
	}
	return nil
}

// move makes any legal move, or now and then resigns.
func (d *duel) move(chance *rand.Rand) error {
	if chance.IntN(100) == 0 {
		return d.act("resign")
	}
	return d.act(d.state.Legal[chance.IntN(len(d.state.Legal))])
}

// check compares what the programs know with what is stored. It says whether
// the act that was never answered is stored.
func (d *duel) check(r *store.Reader) (lost bool, err error) {
	row, err := r.Game(d.id)
	if err != nil {
		return false, err
	}
	rows, err := r.Moves(d.id)
	if err != nil {
		return false, err
	}
	var moves []string
	for _, m := range rows {
		moves = append(moves, m.Act)
	}
	want := d.acts
	if d.lost == "resign" {
		lost = row.Reason == "resignation"
	} else if lost = d.lost != "" && len(moves) > len(d.acts); lost {
		want = append(slices.Clone(want), d.lost)
	}
	if !slices.Equal(moves, want) {
		return lost, fmt.Errorf("game %d: moves %q are stored, %q were acknowledged, and of %q it is not known", d.id, moves, d.acts, d.lost)
	}
	if row.Ply != len(moves) {
		return lost, fmt.Errorf("game %d: at ply %d after %d moves", d.id, row.Ply, len(moves))
	}
	if d.ended && row.Status != store.GameFinished {
		return lost, fmt.Errorf("game %d: %s after a resignation", d.id, row.Status)
	}
	positions, err := play.Replay(&store.Game{Variant: d.variant}, rows, len(rows))
	if err != nil {
		return lost, fmt.Errorf("game %d: %w", d.id, err)
	}
	if at := positions[len(positions)-1].String(); at != row.Position {
		return lost, fmt.Errorf("game %d: position %s is stored, the moves lead to %s", d.id, row.Position, at)
	}
	return lost, nil
}

// checkAll checks duels and the whole database, and counts the acts without an
// answer, and those of them that are stored.
func checkAll(t *testing.T, r *store.Reader, duels []*duel) (unknown, stored int) {
	t.Helper()
	for _, d := range duels {
		lost, err := d.check(r)
		if err != nil {
			t.Error(err)
		}
		if d.lost != "" {
			unknown++
		}
		if lost {
			stored++
		}
	}
	problems, err := r.Check()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	return unknown, stored
}

func TestOfTwoMovesPostedAtOnceOneIsMade(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	address := s.http.Listener.Addr().String()
	var d *duel
	rivals := []*wire{{address: address}, {address: address}}
	defer rivals[0].close()
	defer rivals[1].close()
	for round := 0; round < 200; {
		if d == nil || d.over() {
			var err error
			if d, err = newDuel(address, "international", anna.token, bert.token, "Bert"); err != nil {
				t.Fatal(err)
			}
			defer d.wire.close()
		}
		legal := d.state.Legal
		if len(legal) == 1 {
			if err := d.act(legal[0]); err != nil {
				t.Fatal(err)
			}
			continue
		}
		round++
		moves := [2]string{legal[round%len(legal)], legal[(round+1)%len(legal)]}
		answers := atOnce(t, rivals, func(i int, c *wire) (answer, error) {
			return c.call("POST", d.path()+"/acts", d.tokens[d.state.ToAct], fmt.Sprintf(`{"ply":%d,"act":%q}`, d.state.Ply, moves[i]))
		})
		winner := slices.IndexFunc(answers, func(a answer) bool { return a.status == http.StatusOK })
		if winner < 0 || answers[1-winner].status != http.StatusConflict {
			t.Fatalf("ply %d: answered %d and %d", d.state.Ply, answers[0].status, answers[1].status)
		}
		before := d.state.Ply
		if err := d.look(); err != nil {
			t.Fatal(err)
		}
		if d.state.Ply != before+1 {
			t.Fatalf("ply %d became %d", before, d.state.Ply)
		}
		d.acts = append(d.acts, moves[winner])
		if _, err := d.check(s.Store.Read(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAMoveSentManyTimesIsMadeOnce(t *testing.T) {
	s := newSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	address := s.http.Listener.Addr().String()
	d, err := newDuel(address, "international", anna.token, bert.token, "Bert")
	if err != nil {
		t.Fatal(err)
	}
	defer d.wire.close()
	var senders []*wire
	for range 5 {
		c := &wire{address: address}
		defer c.close()
		senders = append(senders, c)
	}
	for round := 0; round < 40 && !d.over(); round++ {
		move := d.state.Legal[round%len(d.state.Legal)]
		for _, a := range atOnce(t, senders, func(_ int, c *wire) (answer, error) {
			return c.call("POST", d.path()+"/acts", d.tokens[d.state.ToAct], fmt.Sprintf(`{"ply":%d,"act":%q}`, d.state.Ply, move))
		}) {
			if a.status != http.StatusOK {
				t.Fatalf("ply %d: %v", d.state.Ply, answered{a})
			}
		}
		d.acts = append(d.acts, move)
		if err := d.look(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.check(s.Store.Read(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// atOnce has every client send its request at the same time.
func atOnce(t *testing.T, clients []*wire, send func(i int, c *wire) (answer, error)) []answer {
	t.Helper()
	answers, errs := make([]answer, len(clients)), make([]error, len(clients))
	start := make(chan struct{})
	var all sync.WaitGroup
	for i, c := range clients {
		all.Go(func() {
			<-start
			answers[i], errs[i] = send(i, c)
		})
	}
	close(start)
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestFiftyGamesMovedInParallelMeetNoError(t *testing.T) {
	s := newSiteAt(t, nil, time.Now)
	tokens := map[string]string{}
	names := []string{"Anna", "Bert", "Cora", "Dora", "Emil"}
	for _, name := range names {
		tokens[name] = s.program(name).token
	}
	address := s.http.Listener.Addr().String()
	duration := 5 * time.Second
	if long() {
		duration = 30 * time.Second
	}
	end := time.Now().Add(duration)
	var mu sync.Mutex
	var duels []*duel
	var took []time.Duration
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			chance := rand.New(rand.NewPCG(1, uint64(i)))
			for time.Now().Before(end) {
				white, black := names[i%5], names[(i+1+i/5%4)%5]
				d, err := newDuel(address, []string{"international", "checkers"}[i%2], tokens[white], tokens[black], black)
				if err != nil {
					t.Error(err)
					return
				}
				defer d.wire.close()
				var mine []time.Duration
				for !d.over() && time.Now().Before(end) {
					began := time.Now()
					if err := d.move(chance); err != nil {
						t.Error(err)
						return
					}
					mine = append(mine, time.Since(began))
				}
				mu.Lock()
				duels, took = append(duels, d), append(took, mine...)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	checkAll(t, s.Store.Read(t.Context()), duels)
	for line := range strings.Lines(s.logged.String()) {
		if strings.Contains(line, "database is locked") || strings.Contains(line, "level=ERROR") {
			t.Errorf("logged: %s", line)
		}
	}
	slices.Sort(took)
	t.Logf("%d moves in %d games: %.0f a second, p50 %v, p99 %v", len(took), len(duels),
		float64(len(took))/duration.Seconds(), took[len(took)/2], took[len(took)*99/100])
}

// process is a server that runs as people run it.
type process struct {
	t       *testing.T
	command *exec.Cmd
	data    string
	address string
	logged  *logBuffer
	ended   chan error
	stopped bool
}

var servingAt = regexp.MustCompile(`msg=serving address=http://(\S+)`)

// startServer runs the program and waits until it is ready.
func startServer(t *testing.T, program, data string) *process {
	t.Helper()
	p := &process{t: t, data: data, logged: &logBuffer{}, ended: make(chan error, 1)}
	p.command = exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--data", data)
	p.command.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "CROWNPOST_") })
	output, err := p.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !p.stopped {
			_ = p.stop(os.Kill) // which is how it ends
		}
	})
	address := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(output)
		for lines.Scan() {
			_, _ = p.logged.Write(append(lines.Bytes(), '\n'))
			if m := servingAt.FindStringSubmatch(lines.Text()); m != nil {
				address <- m[1]
			}
		}
		p.ended <- p.command.Wait()
	}()
	select {
	case p.address = <-address:
	case <-time.After(hang):
		t.Fatalf("the server does not start\n%s", p.logged)
	}
	c := &wire{address: p.address}
	defer c.close()
	if a, err := c.call("GET", "/readyz", "", ""); err != nil || a.status != http.StatusOK {
		t.Fatalf("not ready: %v, %v", answered{a}, err)
	}
	return p
}

// stop sends a signal and returns how the process ended.
func (p *process) stop(signal os.Signal) error {
	p.stopped = true
	if err := p.command.Process.Signal(signal); err != nil {
		return err
	}
	select {
	case err := <-p.ended:
		return err
	case <-time.After(hang):
		_ = p.command.Process.Kill()
		return errors.New("the server does not stop")
	}
}

// logIn signs people up, if they are new, and returns their tokens by name.
func (p *process) logIn(names ...string) map[string]string {
	p.t.Helper()
	tokens := map[string]string{}
	c := &wire{address: p.address}
	defer c.close()
	for _, name := range names {
		a, err := c.call("POST", "/api/v1/accounts", "", fmt.Sprintf(`{"name":%q,"email":"%s@example.org","password":%q}`, name, name, password))
		if err != nil || a.status != http.StatusCreated && a.status != http.StatusUnprocessableEntity {
			p.t.Fatal(answered{a}, err)
		}
		if a, err = c.call("POST", "/api/v1/sessions", "", fmt.Sprintf(`{"name":%q,"password":%q}`, name, password)); err != nil || a.status != http.StatusCreated {
			p.t.Fatal(answered{a}, err)
		}
		tokens[name] = a.json(p.t)["token"].(string)
	}
	return tokens
}

// open opens the database of a process beside it.
func (p *process) open() *store.Store {
	p.t.Helper()
	db, err := store.Open(context.Background(), store.Config{URL: p.database()})
	if err != nil {
		p.t.Fatal(err)
	}
	return db
}

func (p *process) database() string { return filepath.Join(p.data, "crownpost.db") }

// hold takes the database's write lock and returns what gives it back.
func (p *process) hold() (release func()) {
	p.t.Helper()
	db, err := sql.Open(sqliteDriver(), "file:"+p.database())
	if err != nil {
		p.t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, query := range []string{"PRAGMA busy_timeout = 5000", "BEGIN IMMEDIATE"} {
		if _, err := db.Exec(query); err != nil {
			p.t.Fatal(err)
		}
	}
	return sync.OnceFunc(func() {
		_, err := db.Exec("ROLLBACK")
		if err := errors.Join(err, db.Close()); err != nil {
			p.t.Error(err)
		}
	})
}

// sqliteDriver is the driver that the store uses: without cgo the other one is
// a stub.
func sqliteDriver() string {
	if slices.Contains(sql.Drivers(), "sqlite") {
		return "sqlite"
	}
	return "sqlite3"
}

// buildServer builds the program.
func buildServer(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "crownpost")
	if text, err := exec.Command("go", "build", "-o", program, "crownpost/cmd/crownpost").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, text)
	}
	return program
}

func TestServerProcess(t *testing.T) {
	program := buildServer(t)
	t.Run("killed among 200 parallel moves it has every acknowledged one", func(t *testing.T) { testKill(t, program) })
	t.Run("told to stop it finishes what it has begun", func(t *testing.T) { testStop(t, program) })
	t.Run("locked out for a moment it waits, for long it asks to come again", func(t *testing.T) { testLockedOut(t, program) })
}

func testKill(t *testing.T, program string) {
	rounds, seed := 5, rand.Uint64()
	if long() {
		rounds = 25
	}
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	names := []string{"Anna", "Bert", "Cora", "Dora"}
	p := startServer(t, program, t.TempDir())
	duels := make([]*duel, 200)
	var past []*duel
	for round := range rounds {
		// The tokens outlive the server, but not a long run.
		tokens := p.logIn(names...)
		inParallel(t, duels, 16, func(i int, d *duel) error {
			white, black := names[i%4], names[(i+1+i/4%3)%4]
			if d != nil && !d.over() {
				d.wire = &wire{address: p.address}
				d.tokens = map[string]string{"white": tokens[white], "black": tokens[black]}
				return nil
			}
			d, err := newDuel(p.address, []string{"international", "checkers"}[i%2], tokens[white], tokens[black], black)
			duels[i] = d
			return err
		})
		last, acknowledged := int64(100+chance.IntN(400)), atomic.Int64{}
		kill := sync.OnceFunc(func() {
			if err := p.command.Process.Kill(); err != nil {
				t.Error(err)
			}
		})
		inParallel(t, duels, len(duels), func(i int, d *duel) error {
			defer d.wire.close()
			chance := rand.New(rand.NewPCG(seed, uint64(round*len(duels)+i+1)))
			for !d.over() {
				if err := d.move(chance); errors.As(err, &answered{}) {
					return err
				} else if err != nil {
					return nil // the server is dead
				}
				if acknowledged.Add(1) == last {
					kill()
				}
			}
			return nil
		})
		kill()
		p.stopped = true
		if err := <-p.ended; err == nil {
			t.Fatal("the server ended by itself")
		}

		began := time.Now()
		p = startServer(t, program, p.data)
		ready := time.Since(began)
		db := p.open()
		unknown, stored := checkAll(t, db.Read(t.Context()), slices.Concat(past, duels))
		t.Logf("round %d: %d acts acknowledged, %d not answered of which %d are stored, ready again after %v",
			round+1, acknowledged.Load(), unknown, stored, ready.Round(time.Millisecond))
		if t.Failed() {
			t.FailNow()
		}
		// Whoever was not answered sends it again.
		inParallel(t, duels, 16, func(_ int, d *duel) error {
			d.wire = &wire{address: p.address}
			defer d.wire.close()
			if d.lost == "" {
				return nil
			}
			return d.act(d.lost)
		})
		checkAll(t, db.Read(t.Context()), duels)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		for _, d := range duels {
			if d.over() {
				past = append(past, d)
			}
		}
	}
}

// inParallel calls do for all duels, so many at a time.
func inParallel(t *testing.T, duels []*duel, limit int, do func(i int, d *duel) error) {
	t.Helper()
	var all sync.WaitGroup
	turns := make(chan struct{}, limit)
	for i, d := range duels {
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			if err := do(i, d); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// inFlight sends a move of each duel and returns when the server is at work on
// all of them.
func inFlight(t *testing.T, duels []*duel) {
	t.Helper()
	inParallel(t, duels, len(duels), func(_ int, d *duel) error {
		d.lost = d.state.Legal[0]
		body := fmt.Sprintf(`{"ply":%d,"act":%q}`, d.state.Ply, d.lost)
		if err := d.wire.begin("POST", d.path()+"/acts", d.tokens[d.state.ToAct], len(body), "Expect: 100-continue\r\n"); err != nil {
			return err
		}
		// The server asks for the body when it has come to read it.
		if a, err := d.wire.receive(); err != nil || a.status != http.StatusContinue {
			return errors.Join(answered{a}, err)
		}
		_, err := io.WriteString(d.wire.conn, body)
		return err
	})
}

// land receives the answers to what is in flight: all moves are made.
func land(t *testing.T, duels []*duel) {
	t.Helper()
	inParallel(t, duels, len(duels), func(_ int, d *duel) error {
		a, err := d.wire.receive()
		if err != nil {
			return err
		}
		if a.status != http.StatusOK {
			return answered{a}
		}
		d.acts, d.lost = append(d.acts, d.lost), ""
		return json.Unmarshal([]byte(a.body), &d.state)
	})
}

func newDuels(t *testing.T, p *process, n int) []*duel {
	t.Helper()
	tokens := p.logIn("Anna", "Bert")
	duels := make([]*duel, n)
	inParallel(t, duels, 16, func(i int, _ *duel) (err error) {
		duels[i], err = newDuel(p.address, "international", tokens["Anna"], tokens["Bert"], "Bert")
		return err
	})
	t.Cleanup(func() {
		for _, d := range duels {
			d.wire.close()
		}
	})
	return duels
}

func testStop(t *testing.T, program string) {
	p := startServer(t, program, t.TempDir())
	duels := newDuels(t, p, 40)
	release := p.hold()
	defer release()
	inFlight(t, duels)
	stopped := make(chan error, 1)
	go func() { stopped <- p.stop(syscall.SIGTERM) }()
	// No new connection is taken once it is stopping; what is in flight is
	// still held up.
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		c := &wire{address: p.address}
		_, err := c.call("GET", "/healthz", "", "")
		c.close()
		if err != nil {
			break
		}
		if time.Since(began) > hang {
			t.Fatal("the server goes on taking connections")
		}
	}
	release()
	land(t, duels)
	if err := <-stopped; err != nil {
		t.Errorf("%v\n%s", err, p.logged)
	}
	db := p.open()
	defer db.Close()
	checkAll(t, db.Read(t.Context()), duels)
}

func testLockedOut(t *testing.T, program string) {
	p := startServer(t, program, t.TempDir())
	duels := newDuels(t, p, 20)
	release := p.hold()
	defer release()
	inFlight(t, duels)
	reader := &wire{address: p.address}
	defer reader.close()
	if a, err := reader.call("GET", duels[0].path(), "", ""); err != nil || a.status != http.StatusOK {
		t.Errorf("a game cannot be read meanwhile: %v, %v", answered{a}, err)
	}
	time.Sleep(time.Second) // as long as a backup or a migration may hold it
	release()
	land(t, duels)

	// The lock is held until the server has given up.
	release = p.hold()
	defer release()
	d := duels[0]
	body := fmt.Sprintf(`{"ply":%d,"act":%q}`, d.state.Ply, d.state.Legal[0])
	a, err := d.wire.call("POST", d.path()+"/acts", d.tokens[d.state.ToAct], body)
	if err != nil || a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("answered %d with Retry-After %q, %v", a.status, a.header.Get("Retry-After"), err)
	}
	release()
	db := p.open()
	defer db.Close()
	checkAll(t, db.Read(t.Context()), duels)
	if err := d.act(d.state.Legal[0]); err != nil {
		t.Error(err)
	}
	checkAll(t, db.Read(t.Context()), duels)
	if strings.Contains(p.logged.String(), "panic") {
		t.Errorf("logged:\n%s", p.logged)
	}
}
