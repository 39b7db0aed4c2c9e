package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"time"

	"crownpost/api"
	"crownpost/api/account"
	"crownpost/api/config"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts/openings"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

const demoPassword = "crown-and-point"

const demoUsage = `fills an empty database with players, games in every state and
tournaments, so that there is something to look at. It refuses a database that
has accounts.`

func runDemo(args []string, stdout, stderr io.Writer) int {
	flags := newFlags("crownpost demo", stderr)
	days := flags.Int("days", 40, "how many `days` the players have been at it")
	seed := flags.Uint64("seed", 1, "`number` from which everything random is drawn, dice apart")
	options := config.Bind(flags, "data", "database")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, flags, demoUsage)
		return exitDone
	} else if err != nil || flags.NArg() > 0 || *days < 1 || *days > 365 {
		fmt.Fprintln(stderr, "crownpost demo: takes flags only, and 1 to 365 days; see --help")
		return exitUsage
	}
	cfg, err := options.Config(os.Getenv)
	if err != nil {
		fmt.Fprintf(stderr, "crownpost demo: %v\n", err)
		return exitUsage
	}
	d := &demo{rand: rand.New(rand.NewPCG(*seed, 2)), end: time.Now().UTC().Truncate(time.Millisecond)} //nolint:gosec // repeatable on purpose
	d.now.Store(d.end.AddDate(0, 0, -*days).UnixMilli())
	service, err := api.NewService(context.Background(), cfg, quietLog(stderr), d.Now)
	if err != nil {
		fmt.Fprintf(stderr, "crownpost demo: %v\n", err)
		return exitNo
	}
	d.Service = service
	err = d.run(context.Background())
	if err = errors.Join(err, service.Store.Close()); err != nil {
		fmt.Fprintf(stderr, "crownpost demo: %v\n", err)
		return exitNo
	}
	fmt.Fprintf(stdout, "%d players, %d games. Log in as any of them with the password %q:\n", len(d.people), d.games, demoPassword)
	for _, p := range d.people {
		fmt.Fprintln(stdout, "  "+p.name)
	}
	return exitDone
}

// demo plays games through the use cases, with a clock that runs from some
// weeks ago up to the present.
type demo struct {
	*play.Service
	rand   *rand.Rand
	now    atomic.Int64
	end    time.Time
	people []person
	games  int
	events []int64 // tournaments
	ladder int64   // the one that is a ladder, 0 before it is announced
}

type person struct {
	name string
	id   int64
}

func (d *demo) Now() time.Time { return time.UnixMilli(d.now.Load()).UTC() }

// pass lets time pass and does what the server would do meanwhile.
func (d *demo) pass(ctx context.Context, span time.Duration) error {
	d.now.Add(span.Milliseconds())
	read := d.Store.Read(ctx)
	due, err := read.DueGames(d.Now(), 100)
	if err != nil {
		return err
	}
	for _, id := range due {
		if err := d.SettleDue(ctx, id); err != nil {
			return err
		}
	}
	tasks, err := read.DueTasks(d.Now(), 100)
	if err != nil {
		return err
	}
	for _, task := range tasks {
		if do := d.Tasks()[task.Kind]; do != nil {
			if err := do(ctx, task.Payload); err != nil {
				return err
			}
		}
		if err := d.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteTask(task.ID) }); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) run(ctx context.Context) error {
	accounts, err := d.Store.Read(ctx).CountAccounts()
	if err != nil {
		return err
	}
	if accounts > 0 {
		return fmt.Errorf("this database has %d accounts; the demo fills empty ones only", accounts)
	}
	if err := d.signUp(ctx); err != nil {
		return fmt.Errorf("accounts: %w", err)
	}
	start := d.Now()
	span := d.end.Sub(start)
	events := []struct {
		at   float64 // part of the whole time
		hold func(context.Context) error
	}{
		{0.05, d.event(4, true, play.TournamentInput{
			Name: "Autumn checkers", Variant: "checkers", Format: director.RoundRobin, Plan: director.Plan{AtOnce: true},
			Beginning: play.Beginning{Opening: "3-move"}, Description: "Everybody against everybody. Newcomers are welcome.",
		})},
		{0.10, d.event(5, true, play.TournamentInput{
			Name: "Checkers ladder", Variant: "checkers", Format: director.Ladder,
			Plan: director.Plan{Ladder: &ladder.Rules{Reach: 3, Declinable: true}},
		})},
		{0.20, d.event(8, true, play.TournamentInput{
			Name: "Hundred squares open", Variant: "international", Format: director.Swiss, Plan: director.Plan{Rounds: 4},
			Description: "Four rounds by the Swiss system.",
		})},
		{0.30, d.event(4, true, play.TournamentInput{
			Name: "Moscow evenings", Variant: "russian", Format: director.RoundRobin,
			Beginning: play.Beginning{Opening: "fmjd-64", Pair: true},
		})},
		{0.50, d.event(8, true, play.TournamentInput{
			Name: "Backgammon cup", Variant: "backgammon", Format: director.Progressive,
			Plan:      director.Plan{Bracket: &bracket.Plan{Format: bracket.Knockout}},
			Beginning: play.Beginning{Length: 3}, Description: "A knockout with a consolation and a last chance.",
		})},
		{0.70, d.event(6, true, play.TournamentInput{
			Name: "Backgammon evening", Variant: "backgammon", Format: director.Swiss, Plan: director.Plan{Rounds: 3, Colourless: true},
			Beginning: play.Beginning{Length: 1},
		})},
		{0.95, d.event(3, false, play.TournamentInput{
			Name: "Winter cup", Variant: "international", Format: director.RoundRobin, Plan: director.Plan{AtOnce: true},
			Description: "Everybody against everybody. Newcomers are welcome.",
		})},
	}
	for len(events) > 0 || d.Now().Before(d.end.Add(-time.Hour)) {
		if len(events) > 0 && d.Now().Sub(start).Seconds() >= events[0].at*span.Seconds() {
			if err := events[0].hold(ctx); err != nil {
				return fmt.Errorf("tournament: %w", err)
			}
			events = events[1:]
		}
		if err := d.step(ctx); err != nil {
			return err
		}
		if err := d.pass(ctx, time.Duration(3+d.rand.IntN(8))*time.Minute); err != nil {
			return err
		}
	}
	if err := d.leaveOpen(ctx); err != nil {
		return fmt.Errorf("lobby: %w", err)
	}
	if err := d.countEvents(ctx); err != nil {
		return err
	}
	d.now.Store(d.end.UnixMilli())
	return nil
}

func (d *demo) signUp(ctx context.Context) error {
	for _, name := range []string{
		"Anneke", "Baba_Sy", "Corbin", "Dalia", "Emre", "Fatou", "Giorgio", "Hanneli", "Ion", "Jelena", "Kofi", "Lan",
	} {
		id, err := d.CreateUser(ctx, play.SignUpInput{
			Name: name, Email: account.NameKey(name) + "@example.org", Password: demoPassword,
		})
		if err != nil {
			return err
		}
		d.people = append(d.people, person{name, id})
	}
	return nil
}

// step does one thing that people do: start a game, or move in one.
func (d *demo) step(ctx context.Context) error {
	mover := d.people[d.rand.IntN(len(d.people))]
	games, err := d.Store.Read(ctx).RunningGames(mover.id, store.AwaitCursor{}, 50)
	if err != nil {
		return err
	}
	switch n := d.rand.IntN(32); {
	case len(games) < 5 && n < 4:
		return d.begin(ctx, mover)
	case len(games) < 8 && n == 4 && d.ladder != 0:
		return d.challenge(ctx, mover)
	}
	if len(games) == 0 || games[0].Player(games[0].ToAct) != mover.id {
		return nil
	}
	return d.move(ctx, mover.id, &games[0])
}

// challenge calls out the nearest player above on the ladder, who accepts.
func (d *demo) challenge(ctx context.Context, mover person) error {
	read := d.Store.Read(ctx)
	t, err := read.Tournament(d.ladder)
	if err != nil {
		return err
	}
	state, err := play.LoadLadder(read, &t.Tournament, d.Now())
	if err != nil {
		return err
	}
	own, err := read.EntrantOf(d.ladder, mover.id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	targets := state.Targets(own.ID)
	if len(targets) == 0 {
		return nil
	}
	defender, err := read.Entrant(targets[len(targets)-1])
	if err != nil {
		return err
	}
	pairing, err := d.Challenge(ctx, mover.id, d.ladder, defender.ID)
	if err != nil {
		return err
	}
	return d.AcceptChallenge(ctx, defender.AccountID, d.ladder, pairing)
}

// begin starts a game between mover and somebody else.
func (d *demo) begin(ctx context.Context, mover person) error {
	other := d.people[d.rand.IntN(len(d.people))]
	if other.id == mover.id {
		return nil
	}
	// International draughts is played most, so that its leaderboard fills.
	variants := []string{"international", "international", "international", "checkers", "backgammon", "table", "russian", "brazilian", "frisian"}
	variant := variants[d.rand.IntN(len(variants))]
	var begin play.Beginning
	if tables := openings.For(variant); len(tables) > 0 && d.rand.IntN(2) > 0 {
		begin.Opening, begin.Pair = tables[d.rand.IntN(len(tables))].Key, d.rand.IntN(3) == 0
	}
	if variant == "backgammon" {
		begin.Length = []int{1, 3, 3, 5}[d.rand.IntN(4)]
	}
	controls := []string{"per-move 3d", "per-move 7d", "per-move 3d bank 7d", "fischer 10d+1d cap 14d"}
	seek, _, err := d.PostSeek(ctx, mover.id, play.SeekInput{
		Variant: variant, Control: controls[d.rand.IntN(len(controls))],
		Rated: d.rand.IntN(5) > 0, Colour: "random", Opponent: other.name, Beginning: begin,
	})
	if err != nil {
		return err
	}
	d.games += together(begin)
	_, err = d.AcceptSeek(ctx, other.id, seek.ID, "")
	return err
}

// move plays in a game: mostly a move, now and then an offer or the end of it.
func (d *demo) move(ctx context.Context, mover int64, row *store.GameView) error {
	table, err := play.NewTable(row)
	if err != nil {
		return err
	}
	side := row.Side(mover)
	act := correspondence.Act{Text: d.choose(table.State.Position), Ply: row.Ply}
	mayDraw := row.Family == string(rules.Draughts)
	switch n := d.rand.IntN(1000); {
	case table.State.Offer != nil && table.State.Offer.By != side && n < 600:
		act = correspondence.Act{Text: correspondence.AcceptDraw, Ply: row.Ply, Offer: table.State.Offer.ID}
	case mayDraw && row.Ply > 60 && n < 20:
		act.Text = correspondence.Resign
	case mayDraw && row.Ply > 50 && n < 60 && table.State.Offer == nil:
		act.OfferDraw = true
	}
	_, err = d.PostAct(ctx, mover, row.ID, act, "")
	var refusal *rules.Refusal
	if errors.As(err, &refusal) && act.OfferDraw {
		act.OfferDraw = false
		_, err = d.PostAct(ctx, mover, row.ID, act, "")
	}
	return err
}

// choose picks a legal act, preferring the one after which the opponent has
// the fewest answers: enough for games that look played. At the cube it rolls
// mostly, and takes three doubles of four.
func (d *demo) choose(p rules.Position) string {
	legal := p.Legal()
	if _, ok := backgammon.StateOf(p); ok && p.Dice() == nil {
		ordinary, rare := legal[0].Text, legal[len(legal)-1].Text
		if odds := map[string]int{"double": 12, "drop": 4}[rare]; odds > 0 && d.rand.IntN(odds) == 0 {
			return rare
		}
		return ordinary
	}
	best, fewest := legal[d.rand.IntN(len(legal))].Text, 1<<30
	if len(legal) > 60 || p.Dice() != nil {
		return best
	}
	for _, i := range d.rand.Perm(len(legal)) {
		played, err := p.Play(legal[i].Text, nil)
		if err != nil {
			continue
		}
		if answers := len(played.Position.Legal()); answers < fewest && d.rand.IntN(4) > 0 {
			best, fewest = legal[i].Text, answers
		}
	}
	return best
}

// together is how many games are begun at once.
func together(begin play.Beginning) int {
	if begin.Pair {
		return 2
	}
	return 1
}

// event announces a tournament, enters players and starts it if it is to start.
func (d *demo) event(players int, start bool, in play.TournamentInput) func(context.Context) error {
	in.Control, in.Rated, in.MaxPlayers = "per-move 3d", true, 12
	return func(ctx context.Context) error {
		organiser := d.people[0].id
		id, err := d.CreateTournament(ctx, organiser, in)
		if err != nil {
			return err
		}
		d.events = append(d.events, id)
		for _, i := range d.rand.Perm(len(d.people))[:players] {
			if err := d.EnterTournament(ctx, d.people[i].id, id, ""); err != nil {
				return err
			}
		}
		if in.Format == director.Ladder {
			d.ladder = id
		}
		if !start || in.Format == director.Ladder {
			return nil
		}
		return d.StartTournament(ctx, organiser, id)
	}
}

// countEvents adds the games of the tournaments.
func (d *demo) countEvents(ctx context.Context) error {
	for _, id := range d.events {
		games, err := d.Store.Read(ctx).TournamentGames(id)
		if err != nil {
			return err
		}
		d.games += len(games)
	}
	return nil
}

// leaveOpen leaves something for a newcomer to answer.
func (d *demo) leaveOpen(ctx context.Context) error {
	for i, in := range []play.SeekInput{
		{Variant: "international", Control: "per-move 3d", Rated: true, Colour: "random"},
		{Variant: "checkers", Control: "fischer 10d+1d cap 14d", Rated: true, Colour: "black"},
		{Variant: "backgammon", Control: "per-move 2d", Rated: true, Colour: "random", Beginning: play.Beginning{Length: 5}},
		{Variant: "backgammon", Control: "per-move 3d", Colour: "random", Beginning: play.Beginning{Money: 3, Options: map[string]string{"jacoby": "on"}}},
		{Variant: "table", Control: "per-move 7d", Colour: "random"},
		{Variant: "russian", Control: "per-move 3d", Rated: true, Colour: "random", Beginning: play.Beginning{Opening: "150", Pair: true}},
		{Variant: "brazilian", Control: "per-move 3d", Colour: "white", Beginning: play.Beginning{Options: map[string]string{"draws": "cbd"}}},
		{Variant: "international", Control: "per-move 3d", Colour: "white", Beginning: play.Beginning{Start: "W:W27,28,32,37,38,K46:B8,9,13,18,19,23"}},
		{Variant: "international", Control: "per-move 5d", Rated: true, Colour: "white", Opponent: d.people[0].name},
	} {
		if _, _, err := d.PostSeek(ctx, d.people[i+1].id, in); err != nil {
			return err
		}
	}
	return nil
}
