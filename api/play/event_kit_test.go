package play

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
)

// held is a tournament that somebody holds.
type held struct {
	*club
	id int64
	by int64 // the organiser
}

// hold announces a tournament of checkers for everybody in the club, and enters
// them; what the input leaves open is usual. The first is the organiser.
func hold(c *club, in TournamentInput, names ...string) *held {
	c.t.Helper()
	h := announce(c, in, names...)
	for _, name := range names {
		must(c.t, h.EnterTournament(context.Background(), c.people[name], h.id, ""))
	}
	return h
}

// begins fixes the colour of the first player in round 1, which is drawn at the
// start otherwise, as it still is with NoColour.
func (c *club) begins(id int64, colour tournament.Colour) {
	c.t.Helper()
	must(c.t, c.Store.Write(context.Background(), func(tx *store.Tx) error {
		row, err := tx.TournamentForUpdate(id)
		if err != nil {
			return err
		}
		plan, err := PlanOf(row)
		if err != nil {
			return err
		}
		plan.Initial = colour
		if err := setPlan(row, plan); err != nil {
			return err
		}
		return tx.UpdateTournament(row)
	}))
}

// announce is hold without any entry.
func announce(c *club, in TournamentInput, names ...string) *held {
	c.t.Helper()
	h := &held{club: c, by: c.people[names[0]]}
	in.Name = "Club cup"
	if in.Variant == "" {
		in.Variant = "checkers"
	}
	if in.Control == "" && !in.OverBoard {
		in.Control = "per-move 1d"
	}
	if in.MaxPlayers == 0 {
		in.MaxPlayers = len(names)
	}
	var err error
	h.id, err = c.CreateTournament(context.Background(), h.by, in)
	must(c.t, err)
	c.begins(h.id, in.Plan.Initial)
	return h
}

// start starts the tournament by hand.
func (h *held) start() *held {
	h.t.Helper()
	must(h.t, h.StartTournament(context.Background(), h.by, h.id))
	h.live()
	return h
}

// people are names of so many players.
func peopleOf(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("p%02d", i+1))
	}
	return names
}

func (h *held) row() *store.TournamentView {
	h.t.Helper()
	t, err := h.Store.Read(context.Background()).Tournament(h.id)
	must(h.t, err)
	return t
}

func (h *held) event() director.Event {
	h.t.Helper()
	t := h.row()
	event, err := LoadEvent(h.Store.Read(context.Background()), &t.Tournament)
	must(h.t, err)
	return event
}

func (h *held) pairings() []store.Pairing {
	h.t.Helper()
	all, err := h.Store.Read(context.Background()).Pairings(h.id)
	must(h.t, err)
	return all
}

// open are the games without a result.
func (h *held) open() (open []store.Pairing) {
	h.t.Helper()
	for _, p := range h.pairings() {
		if p.Kind == "game" && p.Result == "" {
			open = append(open, p)
		}
	}
	return open
}

// entrant is the entry of somebody.
func (h *held) entrant(name string) *store.Entrant {
	h.t.Helper()
	e, err := h.Store.Read(context.Background()).EntrantOf(h.id, h.people[name])
	must(h.t, err)
	return e
}

// status counts entrants by their status.
func (h *held) status() map[string]int {
	h.t.Helper()
	all, err := h.Store.Read(context.Background()).Entrants(h.id)
	must(h.t, err)
	count := map[string]int{}
	for _, e := range all {
		count[e.Status]++
	}
	return count
}

// of is the open game of somebody.
func (h *held) of(name string) store.Pairing {
	h.t.Helper()
	id := h.entrant(name).ID
	for _, p := range h.open() {
		if p.WhiteID == id || p.BlackID == id {
			return p
		}
	}
	h.t.Fatalf("%s does not play", name)
	return store.Pairing{}
}

// log are the acts of the public log.
func (h *held) log() (acts []string) {
	h.t.Helper()
	lines, err := h.Store.Read(context.Background()).TournamentLog(h.id)
	must(h.t, err)
	for _, line := range lines {
		acts = append(acts, line.Act)
	}
	return acts
}

func (h *held) logged(act string) (n int) {
	h.t.Helper()
	for _, a := range h.log() {
		if a == act {
			n++
		}
	}
	return n
}

// play ends a game on the site by acts of its players, after so many plies: the
// loser resigns, or they agree on a draw.
func (h *held) play(p store.Pairing, result string, plies int) {
	h.t.Helper()
	h.playOut(p.GameID, plies)
	switch result {
	case "1-0":
		must(h.t, h.act(p.GameID, rules.Black, "resign"))
	case "0-1":
		must(h.t, h.act(p.GameID, rules.White, "resign"))
	default:
		must(h.t, h.act(p.GameID, rules.White, "offer-draw"))
		must(h.t, h.act(p.GameID, rules.Black, "accept-draw"))
	}
}

// strong lets the higher seed win every open game.
func (h *held) strong() {
	h.t.Helper()
	seats := map[int64]int{}
	for _, p := range h.event().Players {
		seats[p.ID] = p.Seat
	}
	for _, p := range h.open() {
		if h.row().Status != store.TournamentRunning {
			return
		}
		result := "1-0"
		if seats[p.BlackID] < seats[p.WhiteID] {
			result = "0-1"
		}
		h.play(p, result, 0)
	}
}

// live does what the server would do by now: it ends games whose time is up, and
// works off what is due.
func (c *club) live() {
	c.t.Helper()
	ctx := context.Background()
	for range 100 {
		read := c.Store.Read(ctx)
		games, err := read.DueGames(c.Now(), 1000)
		must(c.t, err)
		for _, id := range games {
			must(c.t, c.SettleDue(ctx, id))
		}
		tasks, err := read.DueTasks(c.Now(), 1000)
		must(c.t, err)
		if len(games)+len(tasks) == 0 {
			return
		}
		for _, task := range tasks {
			if do := c.Tasks()[task.Kind]; do != nil {
				must(c.t, do(ctx, task.Payload))
			}
			must(c.t, c.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteTask(task.ID) }))
		}
	}
	c.t.Fatal("there is always something to do")
}

// runTasks works the due tasks off, as the runner would.
func (c *club) runTasks() {
	c.t.Helper()
	c.live()
}

// wait lets time pass, and the server do what comes due meanwhile.
func (c *club) wait(d time.Duration) {
	c.t.Helper()
	const step = 12 * time.Hour
	for ; d > step; d -= step {
		c.pass(step)
		c.live()
	}
	c.pass(d)
	c.live()
}

// sound checks what holds at any moment of an event.
func (h *held) sound() {
	h.t.Helper()
	broken, err := h.Store.Read(context.Background()).Check()
	if err != nil || len(broken) > 0 {
		h.t.Fatalf("what is stored does not agree with itself: %.2000v, %v", broken, err)
	}
	t := h.row()
	if t.Status != store.TournamentRunning && t.Status != store.TournamentFinished {
		return
	}
	event := h.event()
	if event.Round() != t.Round {
		h.t.Errorf("round %d, stored is %d", event.Round(), t.Round)
	}
	tables, err := event.Standings()
	must(h.t, err)
	provisional := slices.ContainsFunc(tables, func(table director.Table) bool { return table.Provisional })
	if provisional != (t.Status == store.TournamentRunning) {
		h.t.Errorf("the tables of a %s tournament are provisional: %v", t.Status, provisional)
	}
	if t.Format == string(director.Swiss) {
		h.soundSwiss(event)
	}
}

// soundSwiss checks that nobody played anybody twice or had two byes of the pairing,
// and that all who took part in a round had one place in it.
func (h *held) soundSwiss(event director.Event) {
	h.t.Helper()
	met, byes := map[[2]int64]int{}, map[int64]int{}
	places := map[int]map[int64]int{}
	for _, p := range event.Pairings {
		if places[p.Round] == nil {
			places[p.Round] = map[int64]int{}
		}
		places[p.Round][p.White]++
		switch p.Kind {
		case director.Game:
			places[p.Round][p.Black]++
			if !p.Forfeit { // who has not played can meet again
				met[[2]int64{min(p.White, p.Black), max(p.White, p.Black)}]++
			}
		case director.PairingBye:
			byes[p.White]++
		}
	}
	games := 1
	if event.Plan.Pairs {
		games = 2
	}
	for pair, n := range met {
		if n > games {
			h.t.Errorf("%v met %d times", pair, n)
		}
	}
	for player, n := range byes {
		if n > 1 {
			h.t.Errorf("%d had %d byes", player, n)
		}
	}
	for round := 1; round <= event.Round(); round++ {
		for _, p := range event.Players {
			n, there := places[round][p.ID], p.From <= round && (p.Left == 0 || round < p.Left)
			if there && (n == 0 || n > games) || !there && n > 0 {
				h.t.Errorf("round %d: player %d has %d places", round, p.ID, n)
			}
		}
	}
}

// table is the order of a table as names.
func (h *held) table(stage string) (names []string) {
	h.t.Helper()
	tables, err := h.event().Standings()
	must(h.t, err)
	byID := map[int64]string{}
	for _, p := range h.event().Players {
		byID[p.ID] = p.Name
	}
	i := slices.IndexFunc(tables, func(t director.Table) bool { return t.Stage == stage })
	if i < 0 {
		h.t.Fatalf("no table %q", stage)
	}
	for _, row := range tables[i].Rows {
		names = append(names, byID[row.Player])
	}
	return names
}

// crashing is a database whose commits can be made to fail, as if the server had
// died before them.
type crashing struct{ on bool }

var errCrash = fmt.Errorf("the server has died")

func (c *crashing) statement(query string) error {
	if c.on && query == "COMMIT" {
		return errCrash
	}
	return nil
}

// restart throws the service away; the new one knows the database and the keys
// only.
func (c *club) restart() {
	c.Service = &Service{Store: c.Store, Hasher: c.Hasher, Keys: c.Keys, Log: c.Log, Registration: c.Registration, LeaveDays: c.LeaveDays}
}

// bothDatabases runs a test on SQLite and on PostgreSQL.
func bothDatabases(t *testing.T, test func(t *testing.T, open func(*testing.T, store.Config) *store.Store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, openSQLite) })
	t.Run("postgres", func(t *testing.T) { test(t, openPostgres) })
}

// sections is a plan of groups of which so many advance into a round robin.
func sections(number, advance int) director.Plan {
	return director.Plan{Groups: &groups.Plan{Sections: number, Advance: advance, Ties: groups.BreakThenSeed, Final: groups.RoundRobin}}
}
