package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
	"crownpost/tournament/swiss"
	"crownpost/tournament/tiebreak"
)

// desk is an event that anna directs.
type desk struct {
	*club
	id int64
	// on are the entrants by name.
	on map[string]int64
}

var deskNames = []string{"bert", "carl", "dora", "emil", "fred", "gina", "hugo", "ines"}

// newDesk starts an event with so many players, who sit in the order of the
// alphabet.
func newDesk(t *testing.T, players int, in TournamentInput) *desk {
	t.Helper()
	return newDeskOf(t, "international", players, in)
}

// newDeskOf is newDesk in another variant.
func newDeskOf(t *testing.T, variant string, players int, in TournamentInput) *desk {
	t.Helper()
	in.Variant = variant
	d := openDesk(t, players, in)
	must(t, d.StartTournament(t.Context(), d.people["anna"], d.id))
	return d
}

// openDesk is newDesk before the start.
func openDesk(t *testing.T, players int, in TournamentInput) *desk {
	t.Helper()
	d := &desk{club: newClub(t, append([]string{"anna", "late"}, deskNames[:players]...)...), on: map[string]int64{}}
	in.Name = "Club cup"
	if in.Variant == "" {
		in.Variant = "international"
	}
	if in.Control == "" {
		in.Control = "per-move 1d"
	}
	in.MaxPlayers = players + 1
	in.Plan.Format = in.Format
	var err error
	d.id, err = d.CreateTournament(t.Context(), d.people["anna"], in)
	must(t, err)
	d.begins(d.id, in.Plan.Initial)
	for _, name := range deskNames[:players] {
		must(t, d.EnterTournament(t.Context(), d.people[name], d.id, ""))
		d.pass(time.Second)
	}
	d.look()
	return d
}

// look learns the numbers of entrants.
func (d *desk) look() {
	d.t.Helper()
	entrants, err := d.Store.Read(d.t.Context()).Entrants(d.id)
	must(d.t, err)
	for _, e := range entrants {
		d.on[e.Shown] = e.ID
	}
}

func (d *desk) tournament() *store.TournamentView {
	d.t.Helper()
	t, err := d.Store.Read(d.t.Context()).Tournament(d.id)
	must(d.t, err)
	return t
}

func (d *desk) pairings() []store.Pairing {
	d.t.Helper()
	all, err := d.Store.Read(d.t.Context()).Pairings(d.id)
	must(d.t, err)
	return all
}

// of is the pairing of a player in a round: the first of several.
func (d *desk) of(name string, round int) store.Pairing {
	d.t.Helper()
	for _, p := range d.pairings() {
		if p.Round == round && (p.WhiteID == d.on[name] || p.BlackID == d.on[name]) {
			return p
		}
	}
	d.t.Fatalf("%s has nothing in round %d", name, round)
	return store.Pairing{}
}

// text is the round of a tournament as a list: "bert–fred 1-0".
func (d *desk) round(round int) []string {
	names := map[int64]string{}
	for name, id := range d.on {
		names[id] = name
	}
	var all []string
	for _, p := range d.pairings() {
		if p.Round == round {
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s–%s %s", names[p.WhiteID], names[p.BlackID], mark(&p))))
		}
	}
	return all
}

// set gives every open game of a round the same result.
func (d *desk) set(round int, result string) {
	d.t.Helper()
	var list []BoardResult
	for _, p := range d.pairings() {
		if p.Round == round && p.Kind == string(director.Game) && p.Result == "" {
			list = append(list, BoardResult{Pairing: p.ID, Result: result})
		}
	}
	must(d.t, d.SetResults(d.t.Context(), d.people["anna"], d.id, list, "as played"))
	d.runTasks()
}

func (d *desk) log() []store.EntryView {
	d.t.Helper()
	log, err := d.Store.Read(d.t.Context()).TournamentLog(d.id)
	must(d.t, err)
	return log
}

// last is the last line of the log.
func (d *desk) last() store.EntryView {
	log := d.log()
	return log[len(log)-1]
}

// move makes the first move of a game for the side to act.
func (d *desk) move(game int64) {
	d.t.Helper()
	d.playOut(game, 1)
}

// picture is the event as it is stored, without what time and versions change.
// Games are told by who plays them and how they stand.
func (d *desk) picture() []string {
	d.t.Helper()
	ctx := d.t.Context()
	read := d.Store.Read(ctx)
	t := d.tournament()
	lines := []string{fmt.Sprint(t.Status, t.Round, t.Rounds, t.Plan, t.Allowed, t.Stuck)}
	entrants, err := read.Entrants(d.id)
	must(d.t, err)
	for _, e := range entrants {
		lines = append(lines, fmt.Sprint("entrant ", e.ID, e.Shown, e.Seat, e.Status, e.FromRound, e.LeftRound))
	}
	for _, p := range d.pairings() {
		line := fmt.Sprint("pairing ", p.Stage, p.Round, ".", p.Board, " ", p.WhiteID, "–", p.BlackID, " ", p.Kind, mark(&p), p.Deferred, p.Ruled)
		if !p.DueAt.IsZero() {
			line += fmt.Sprint(" until ", p.DueAt.Sub(d.Now()))
		}
		if p.GameID != 0 {
			g := d.row(p.GameID)
			left := g.DeadlineAt.Sub(d.Now())
			if g.Status != store.GameRunning {
				left = 0
			}
			line += fmt.Sprint(" game ", p.GameID, g.Status, g.Winner, g.Reason, left, g.LeftWhite, g.LeftBlack, g.Ply, g.RatedReason)
		}
		lines = append(lines, line)
	}
	for _, name := range append([]string{"anna"}, deskNames...) {
		if r, err := read.Rating(d.people[name], "international"); err == nil && r.Games > 0 {
			lines = append(lines, fmt.Sprint("rating ", name, r.Rating, r.Games))
		}
	}
	return lines
}

var (
	swissOf = func(rounds int) TournamentInput {
		return TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: rounds, HalfByes: 1, Initial: tournament.White}}
	}
	robin    = TournamentInput{Format: director.RoundRobin}
	knockout = TournamentInput{Format: director.Knockout, Plan: director.Plan{Bracket: &bracket.Plan{}}}
)

// Every act that can be taken back leaves, taken back, the event as it was.
func TestEveryActIsTakenBack(t *testing.T) {
	ctx := context.Background()
	rated, board := swissOf(4), swissOf(4)
	rated.Rated, board.OverBoard = true, true
	timed := swissOf(4)
	timed.RoundTime = 10 * 24 * time.Hour
	atOnce := robin
	atOnce.Plan.AtOnce = true
	for _, tc := range []struct {
		name    string
		in      TournamentInput
		players int
		before  func(d *desk)
		act     func(d *desk, anna int64) error
		log     string // act and detail
	}{
		{"the result of a running game", rated, 8, func(d *desk) { d.playOut(d.of("bert", 1).GameID, 4) }, func(d *desk, anna int64) error {
			return d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "1-0", Reason: "phone call"})
		}, "result 1.1 bert – fred 1-0"},
		{"a draw in a running game", robin, 4, nil, func(d *desk, anna int64) error {
			return d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "½-½", Reason: "phone call"})
		}, "result 1.1 bert – emil ½-½"},
		{"a double forfeit of a running game", swissOf(3), 8, nil, func(d *desk, anna int64) error {
			return d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "0-0", Forfeit: true, Reason: "nobody came"})
		}, "result 1.1 bert – fred -/-"},
		{"the correction of a game that was played", rated, 8, func(d *desk) {
			d.playOut(d.of("bert", 1).GameID, 4)
			must(d.t, d.act(d.of("bert", 1).GameID, rules.White, "resign"))
		}, func(d *desk, anna int64) error {
			return d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "1-0", Reason: "wrong button"})
		}, "result 1.1 bert – fred 1-0"},
		{"several results over the board", board, 8, nil, func(d *desk, anna int64) error {
			return d.SetResults(ctx, anna, d.id, []BoardResult{
				{Pairing: d.of("bert", 1).ID, Result: "1-0"}, {Pairing: d.of("carl", 1).ID, Result: "0-1", Forfeit: true},
			}, "from the board")
		}, "result 1.1 bert – fred 1-0; 1.2 gina – carl -/+"},
		{"an expulsion", rated, 8, func(d *desk) { d.playOut(d.of("bert", 1).GameID, 4) }, func(d *desk, anna int64) error {
			return d.ExpelPlayer(ctx, anna, d.id, d.on["bert"], "had help")
		}, "expelled bert"},
		{"a removal from a round robin", atOnce, 4, nil, func(d *desk, anna int64) error {
			return d.RemovePlayer(ctx, anna, d.id, d.on["bert"], "is ill")
		}, "removed bert"},
		{"a removal from a knockout", knockout, 8, nil, func(d *desk, anna int64) error {
			return d.RemovePlayer(ctx, anna, d.id, d.on["carl"], "is ill")
		}, "removed carl"},
		{"a late entry", swissOf(4), 8, nil, func(d *desk, anna int64) error {
			_, err := d.AddPlayer(ctx, anna, d.id, PersonInput{Account: "late"}, "train was late")
			return err
		}, "added late"},
		{"somebody without an account, late", board, 8, nil, func(d *desk, anna int64) error {
			_, err := d.AddPlayer(ctx, anna, d.id, PersonInput{Name: "Jan  Jansen", Federation: "NED", Rating: 1234}, "train was late")
			return err
		}, "added Jan Jansen"},
		{"a substitute for one who is there", atOnce, 4, func(d *desk) { d.move(d.of("bert", 1).GameID) }, func(d *desk, anna int64) error {
			return d.SubstitutePlayer(ctx, anna, d.id, d.on["bert"], PersonInput{Account: "late"}, "is ill")
		}, "substituted bert → late"},
		{"a substitute in a Swiss", swissOf(4), 8, nil, func(d *desk, anna int64) error {
			return d.SubstitutePlayer(ctx, anna, d.id, d.on["bert"], PersonInput{Account: "late"}, "is ill")
		}, "substituted bert → late"},
		{"a substitute in a knockout", knockout, 8, nil, func(d *desk, anna int64) error {
			return d.SubstitutePlayer(ctx, anna, d.id, d.on["bert"], PersonInput{Account: "late"}, "is ill")
		}, "substituted bert → late"},
		{"a bye for a round to come", swissOf(4), 8, nil, func(d *desk, anna int64) error {
			return d.GrantBye(ctx, anna, d.id, d.on["bert"], 2, "half-bye", "wedding")
		}, "bye bert, 2: ½"},
		{"a bye in the round that is open", swissOf(4), 7, nil, func(d *desk, anna int64) error {
			return d.GrantBye(ctx, anna, d.id, d.on["carl"], 1, "zero-bye", "wedding")
		}, "bye carl, 1: 0"},
		{"two who change places", swissOf(4), 8, nil, func(d *desk, anna int64) error {
			return d.SwapPlayers(ctx, anna, d.id, d.on["bert"], d.on["carl"], "accident")
		}, "swapped bert ↔ carl"},
		{"a round by hand", swissOf(4), 8, func(d *desk) { d.move(d.of("bert", 1).GameID) }, func(d *desk, anna int64) error {
			_, err := d.PairByHand(ctx, anna, d.id, 1, [][2]int64{
				{d.on["bert"], d.on["fred"]}, {d.on["carl"], d.on["dora"]}, {d.on["emil"], d.on["gina"]}, {d.on["hugo"], d.on["ines"]},
			}, nil, "neighbours")
			return err
		}, "paired-by-hand 1"},
		{"time", swissOf(4), 8, nil, func(d *desk, anna int64) error {
			p := d.of("bert", 1)
			return d.GiveTime(ctx, anna, d.id, p.ID, p.WhiteID, 36*time.Hour, "no network")
		}, "time 1.1 bert – fred: bert +1d 12h"},
		{"time for the round", timed, 8, nil, func(d *desk, anna int64) error {
			return d.ExtendRound(ctx, anna, d.id, 48*time.Hour, "holiday")
		}, "extended +2d"},
		{"a ruling", knockout, 8, nil, func(d *desk, anna int64) error {
			return d.RuleMatch(ctx, anna, d.id, "", 1, "walkover", d.on["bert"], "did not come")
		}, "ruled 1 bert – ines 1-0"},
		{"other tie-breaks", swissOf(4), 8, nil, func(d *desk, anna int64) error {
			return d.ChangeTieBreaks(ctx, anna, d.id, []string{"WIN", "SB"}, "as announced")
		}, "tie-breaks 1: WIN, SB"},
		{"the end of the event", board, 8, nil, func(d *desk, anna int64) error { return d.EndEvent(ctx, anna, d.id, "fire alarm") }, "ended 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newDesk(t, tc.players, tc.in)
			anna := d.people["anna"]
			if tc.before != nil {
				tc.before(d)
				d.runTasks()
			}
			d.pass(time.Hour)
			before := d.picture()
			must(t, tc.act(d, anna))
			entry := d.last()
			if got := entry.Act + " " + entry.Detail; got != tc.log || entry.AccountID != anna || entry.Reason == "" || !entry.CanUndo {
				t.Errorf("the log has %q for %q, can be undone: %v", got, entry.Reason, entry.CanUndo)
			}
			done := d.picture()
			if slices.Equal(before, done) {
				t.Fatal("nothing has changed")
			}
			must(t, d.UndoAct(ctx, anna, d.id, entry.ID, "by mistake"))
			after := d.picture()
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("after it was taken back (-before +after):\n%s", diff)
			}
			if undone := d.last(); undone.Act != "undone" || undone.Undoes != entry.ID || undone.CanUndo {
				t.Errorf("the log ends with %+v", undone)
			}
			if err := d.UndoAct(ctx, anna, d.id, entry.ID, "once more"); !refusedWith(err, "undo-done") {
				t.Errorf("a second time: %v", err)
			}
			d.runTasks()
			must(t, tc.act(d, anna)) // it can be done again
		})
	}
}

func TestWhatNeedsAReasonAndARight(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, robin)
	p := d.of("bert", 1)
	for _, reason := range []string{"", " x ", strings.Repeat("r", 201)} {
		if err := d.SetResult(ctx, d.people["anna"], d.id, p.ID, ResultInput{Result: "1-0", Reason: reason}); !refusedWith(err, "reason") {
			t.Errorf("%q: %v", reason, err)
		}
	}
	if err := d.SetResult(ctx, d.people["bert"], d.id, p.ID, ResultInput{Result: "1-0", Reason: "I say so"}); !errors.Is(err, ErrForbidden) {
		t.Errorf("a player: %v", err)
	}
	must(t, d.AddOfficial(ctx, d.people["anna"], d.id, "Bert"))
	must(t, d.AddOfficial(ctx, d.people["anna"], d.id, "bert"))
	must(t, d.SetResult(ctx, d.people["bert"], d.id, p.ID, ResultInput{Result: "1-0", Reason: "I say so"}))
	if err := d.AddOfficial(ctx, d.people["bert"], d.id, "carl"); !errors.Is(err, ErrForbidden) {
		t.Errorf("an official made by an official: %v", err)
	}
	if err := d.AddOfficial(ctx, d.people["anna"], d.id, "nobody"); !refusedWith(err, "unknown-player") {
		t.Errorf("nobody: %v", err)
	}
	must(t, d.RemoveOfficial(ctx, d.people["anna"], d.id, d.people["bert"]))
	if err := d.EndEvent(ctx, d.people["bert"], d.id, "I say so"); !errors.Is(err, ErrForbidden) {
		t.Errorf("an official no longer: %v", err)
	}
	acts := []string{}
	for _, e := range d.log() {
		if strings.HasPrefix(e.Act, "official") {
			acts = append(acts, e.Act+" "+e.Detail)
		}
	}
	if diff := cmp.Diff([]string{"official-added bert", "official-removed bert"}, acts); diff != "" {
		t.Error(diff)
	}
}

func TestResultsThatAreRefused(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 8, knockout)
	anna := d.people["anna"]
	p := d.of("bert", 1)
	for _, tc := range []struct {
		name    string
		pairing int64
		in      ResultInput
		code    string
	}{
		{"no result", p.ID, ResultInput{Result: "2-0"}, "desk-result"},
		{"a score in draughts", p.ID, ResultInput{Result: "1-0", Score: [2]int{3, 1}}, "desk-score"},
		{"nothing to take back", p.ID, ResultInput{}, ""},
	} {
		tc.in.Reason = "as played"
		before := d.picture()
		err := d.SetResult(ctx, anna, d.id, tc.pairing, tc.in)
		if tc.code == "" && err != nil || tc.code != "" && !refusedWith(err, tc.code) {
			t.Errorf("%s: %v", tc.name, err)
		}
		if diff := cmp.Diff(before, d.picture()); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
	if err := d.SetResult(ctx, anna, d.id, 999, ResultInput{Result: "1-0", Reason: "as played"}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a game that there is not: %v", err)
	}
	// The same result again is done already, and said once.
	lines := len(d.log())
	for range 2 {
		must(t, d.SetResult(ctx, anna, d.id, p.ID, ResultInput{Result: "1-0", Reason: "as played"}))
	}
	if got := len(d.log()); got != lines+1 {
		t.Errorf("%d lines, want one more than %d", got, lines)
	}
}

// A correction that would take a player out of a match that has begun is refused.
func TestACorrectionComesTooLateForMatchesThatHaveBegun(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, knockout)
	anna := d.people["anna"]
	first := d.of("bert", 1)
	d.set(1, "1-0")
	d.set(2, "1-0")
	final := d.of("bert", 3)
	d.move(final.GameID)
	if err := d.SetResult(ctx, anna, d.id, first.ID, ResultInput{Result: "0-1", Reason: "wrong way round"}); !refusedWith(err, "desk-begun-matches") || !strings.Contains(err.Error(), "3") {
		t.Fatalf("%v", err)
	}
	entry := slices.IndexFunc(d.log(), func(e store.EntryView) bool { return e.Act == "result" })
	if err := d.UndoAct(ctx, anna, d.id, d.log()[entry].ID, "wrong way round"); !refusedWith(err, "undo-since") && !refusedWith(err, "desk-begun-matches") {
		t.Fatalf("taken back: %v", err)
	}
	if got := d.of("bert", 3); got.ID != final.ID || d.row(got.GameID).Status != store.GameRunning {
		t.Error("the final has changed")
	}
}

// FIDE: the past is never paired again; the corrected result counts from the next
// pairing on.
func TestACorrectionAfterTheNextPairing(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.OverBoard = true
	d := newDesk(t, 8, in)
	d.set(1, "1-0")
	second := d.round(2)
	if len(second) != 4 {
		t.Fatalf("round 2: %v", second)
	}
	p := d.of("bert", 1)
	must(t, d.SetResult(ctx, d.people["anna"], d.id, p.ID, ResultInput{Result: "0-1", Reason: "wrong way round"}))
	d.runTasks()
	if diff := cmp.Diff(second, d.round(2)); diff != "" {
		t.Errorf("round 2 was paired again:\n%s", diff)
	}
	points := map[int64]tiebreak.Hundredths{}
	for _, row := range d.standings(d.id)[0].Rows {
		points[row.Player] = row.Points.Number
	}
	if points[d.on["bert"]] == points[d.on["fred"]] {
		t.Errorf("points %v", points)
	}
	// Round 2 without its game of bert's: he has no point, and meets nobody with one.
	d.set(2, "½-½")
	third := d.of("bert", 3)
	if third.ID == 0 {
		t.Error("no third round")
	}
	entry := slices.IndexFunc(d.log(), func(e store.EntryView) bool { return e.Act == "result" && strings.Contains(e.Detail, ";") })
	if err := d.UndoAct(ctx, d.people["anna"], d.id, d.log()[entry].ID, "all wrong"); !refusedWith(err, "undo-since") && !refusedWith(err, "undo-round") {
		t.Errorf("the first round's results taken back: %v", err)
	}
}

func TestTheRatingFollowsACorrectedResult(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.Rated = true
	d := newDesk(t, 8, in)
	anna := d.people["anna"]
	p := d.of("bert", 1)
	d.playOut(p.GameID, 4)
	must(t, d.act(p.GameID, rules.White, "resign"))
	white, black := d.row(p.GameID).WhiteID, d.row(p.GameID).BlackID
	before := [2]int64{d.rating("international", white), d.rating("international", black)}
	for _, tc := range []struct {
		name  string
		in    ResultInput
		white int // of the change: -1, 0, 1
	}{
		{"won instead of lost", ResultInput{Result: "1-0"}, 1},
		{"drawn", ResultInput{Result: "½-½"}, 0},
		{"forfeited is not rated", ResultInput{Result: "1-0", Forfeit: true}, 0},
		{"lost by both is not rated", ResultInput{Result: "0-0"}, 0},
		{"as it was played", ResultInput{Result: ""}, -1},
	} {
		tc.in.Reason = "hearing"
		must(t, d.SetResult(ctx, anna, d.id, p.ID, tc.in))
		got := d.rating("international", white) - 1_500_000
		if got > 0 != (tc.white > 0) || got < 0 != (tc.white < 0) {
			t.Errorf("%s: White's rating changed by %d", tc.name, got)
		}
		if row := d.row(p.GameID); row.Winner != rules.Black || row.Reason != "resigned" && row.Reason != "resignation" {
			t.Errorf("%s: the record of the game has %v by %s", tc.name, row.Winner, row.Reason)
		}
	}
	if got := [2]int64{d.rating("international", white), d.rating("international", black)}; got != before {
		t.Errorf("ratings %v, as played they were %v", got, before)
	}
}

// The clocks of a game that goes on again stand as they did.
func TestAGameThatGoesOnAgainHasItsTime(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.Control, in.RoundTime = "per-move 3d bank 7d", 20*24*time.Hour
	d := newDesk(t, 8, in)
	p := d.of("bert", 1)
	d.playOut(p.GameID, 2)
	d.pass(4 * 24 * time.Hour)
	must(t, d.SetResult(ctx, d.people["anna"], d.id, p.ID, ResultInput{Result: "1-0", Reason: "hearing"}))
	d.pass(40 * 24 * time.Hour)
	must(t, d.UndoAct(ctx, d.people["anna"], d.id, d.last().ID, "other hearing"))
	row := d.row(p.GameID)
	if left := row.DeadlineAt.Sub(d.Now()); row.Status != store.GameRunning || left != 6*24*time.Hour || row.LeftWhite != 7*24*time.Hour {
		t.Errorf("%s, %v left, bank %v", row.Status, left, row.LeftWhite)
	}
	if due := d.of("bert", 1).DueAt.Sub(d.Now()); due != 16*24*time.Hour {
		t.Errorf("the round has %v for it", due)
	}
	must(t, d.act(p.GameID, rules.White, "resign"))
	if got := d.of("bert", 1).Result; got != "0-1" {
		t.Errorf("result %q", got)
	}
}

func TestWhatCannotBeTakenBack(t *testing.T) {
	ctx := t.Context()
	board := swissOf(3)
	board.OverBoard = true
	for _, tc := range []struct {
		name    string
		in      TournamentInput
		players int
		act     func(d *desk, anna int64) error
		since   func(d *desk, anna int64)
		code    string
	}{
		{"a result on which a round was paired", board, 4, func(d *desk, anna int64) error {
			d.set(1, "1-0")
			return nil
		}, func(d *desk, anna int64) { d.runTasks() }, "undo-round"},
		{"a swap whose game was moved in", swissOf(3), 8, func(d *desk, anna int64) error {
			return d.SwapPlayers(ctx, anna, d.id, d.on["bert"], d.on["carl"], "accident")
		}, func(d *desk, anna int64) { d.move(d.of("bert", 1).GameID) }, "undo-played"},
		{"a result that was set otherwise since", board, 4, func(d *desk, anna int64) error {
			return d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "1-0", Reason: "as played"})
		}, func(d *desk, anna int64) {
			must(d.t, d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "0-1", Reason: "as played"}))
		}, "undo-since"},
		{"the last result of an event", robin, 2, func(d *desk, anna int64) error {
			return d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "1-0", Reason: "as played"})
		}, func(d *desk, anna int64) { d.runTasks() }, "undo-over"},
		{"a late entry who was paired", board, 4, func(d *desk, anna int64) error {
			_, err := d.AddPlayer(ctx, anna, d.id, PersonInput{Name: "Jan"}, "train was late")
			return err
		}, func(d *desk, anna int64) { d.set(1, "1-0") }, "undo-round"},
		{"time that was moved in", swissOf(3), 8, func(d *desk, anna int64) error {
			p := d.of("bert", 1)
			return d.GiveTime(ctx, anna, d.id, p.ID, p.WhiteID, time.Hour, "no network")
		}, func(d *desk, anna int64) { d.move(d.of("bert", 1).GameID) }, "undo-played"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newDesk(t, tc.players, tc.in)
			anna := d.people["anna"]
			must(t, tc.act(d, anna))
			var entry store.EntryView
			for _, e := range d.log() {
				if e.CanUndo {
					entry = e
				}
			}
			tc.since(d, anna)
			before := d.picture()
			if err := d.UndoAct(ctx, anna, d.id, entry.ID, "by mistake"); !refusedWith(err, tc.code) {
				t.Fatalf("%v, want %s", err, tc.code)
			}
			if diff := cmp.Diff(before, d.picture()); diff != "" {
				t.Errorf("refused, it has changed:\n%s", diff)
			}
		})
	}
	d := newDesk(t, 4, robin)
	if err := d.UndoAct(ctx, d.people["anna"], d.id, d.log()[0].ID, "by mistake"); !refusedWith(err, "undo-none") {
		t.Errorf("the announcement: %v", err)
	}
	if err := d.UndoAct(ctx, d.people["anna"], d.id, 999, "by mistake"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a line that there is not: %v", err)
	}
}

func TestARoundIsPairedAgainAroundWhatHasBegun(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 8, swissOf(4))
	anna := d.people["anna"]
	if err := d.RepairRound(ctx, anna, d.id, 1, "for nothing"); !refusedWith(err, "desk-same") {
		t.Errorf("an ordinary round: %v", err)
	}
	begun := d.of("bert", 1)
	d.move(begun.GameID)
	if err := d.SwapPlayers(ctx, anna, d.id, d.on["bert"], d.on["carl"], "accident"); !refusedWith(err, "desk-begun") || !strings.Contains(err.Error(), "bert – fred") {
		t.Errorf("swapped out of a game that has begun: %v", err)
	}
	must(t, d.SwapPlayers(ctx, anna, d.id, d.on["carl"], d.on["dora"], "accident"))
	if got := d.round(1); slices.Contains(got, "gina–carl *") {
		t.Errorf("after the swap: %v", got)
	}
	must(t, d.RepairRound(ctx, anna, d.id, 1, "it was none"))
	if got := d.of("bert", 1); got.ID != begun.ID || got.GameID != begun.GameID {
		t.Error("the game that has begun was paired again")
	}
	if got := d.round(1); len(got) != 4 {
		t.Errorf("paired again: %v", got)
	}
	if err := d.RepairRound(ctx, anna, d.id, 2, "too early"); !refusedWith(err, "desk-round") {
		t.Errorf("a round to come: %v", err)
	}
	r := newDesk(t, 4, robin)
	if err := r.RepairRound(ctx, r.people["anna"], r.id, 1, "for nothing"); !refusedWith(err, "desk-format") {
		t.Errorf("a round robin: %v", err)
	}
}

func TestARoundByHandWarnsAndIsDone(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.OverBoard = true
	d := newDesk(t, 4, in)
	anna := d.people["anna"]
	first := [][2]int64{{d.of("bert", 1).WhiteID, d.of("bert", 1).BlackID}, {d.of("carl", 1).WhiteID, d.of("carl", 1).BlackID}}
	d.set(1, "1-0")
	warnings, err := d.PairByHand(ctx, anna, d.id, 2, first, nil, "they asked for it")
	must(t, err)
	if len(warnings) != 2 || !strings.Contains(warnings[0], "met in round 1") {
		t.Errorf("warnings %q", warnings)
	}
	if got := d.last(); !strings.HasPrefix(got.Detail, "2; ") {
		t.Errorf("the log has %q", got.Detail)
	}
	if _, err := d.PairByHand(ctx, anna, d.id, 2, first[:1], nil, "two are missing"); !refusedWith(err, "desk-missing") {
		t.Errorf("two are missing: %v", err)
	}
	d.set(2, "½-½")
	if got := d.round(3); len(got) != 2 {
		t.Errorf("round 3: %v", got)
	}
}

func TestByes(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 8, swissOf(4))
	anna := d.people["anna"]
	must(t, d.RequestBye(ctx, d.people["bert"], d.id, 2))
	must(t, d.RequestBye(ctx, d.people["bert"], d.id, 2)) // once
	for _, round := range []int{1, 9} {
		if err := d.RequestBye(ctx, d.people["bert"], d.id, round); !refusedWith(err, "desk-round") {
			t.Errorf("round %d: %v", round, err)
		}
	}
	must(t, d.RequestBye(ctx, d.people["bert"], d.id, 3))
	must(t, d.RequestBye(ctx, d.people["carl"], d.id, 4))
	for _, bye := range []struct {
		name  string
		round int
		kind  string
	}{{"bert", 2, "half-bye"}, {"bert", 3, "zero-bye"}, {"carl", 4, "zero-bye"}} { // one of half a point, none in the last round
		if got := d.of(bye.name, bye.round).Kind; got != bye.kind {
			t.Errorf("%s in round %d: %s, want %s", bye.name, bye.round, got, bye.kind)
		}
	}
	if err := d.RequestBye(ctx, anna, d.id, 2); !errors.Is(err, ErrForbidden) {
		t.Errorf("one who does not play: %v", err)
	}
	if err := d.GrantBye(ctx, anna, d.id, d.on["bert"], 2, "pairing-bye", "as I like"); !refusedWith(err, "desk-bye") {
		t.Errorf("a bye of the pairing: %v", err)
	}
	must(t, d.GrantBye(ctx, anna, d.id, d.on["bert"], 2, "zero-bye", "he said too late"))
	d.set(1, "1-0")
	if got := d.of("bert", 2); got.Kind != "zero-bye" {
		t.Errorf("round 2: %+v", got)
	}
	byes := 0
	for _, p := range d.pairings() {
		if p.Round == 2 && p.Kind == string(director.PairingBye) {
			byes++
		}
	}
	if got := d.round(2); len(got) != 5 || byes != 1 { // seven players: three games and a bye, besides his
		t.Errorf("round 2: %v", got)
	}
}

func TestPlayersBeforeTheStart(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.WaitingList = true
	d := openDesk(t, 4, in)
	anna := d.people["anna"]
	late, err := d.AddPlayer(ctx, anna, d.id, PersonInput{Account: "late"}, "by telephone")
	must(t, err)
	if _, err := d.AddPlayer(ctx, anna, d.id, PersonInput{Account: "anna"}, "by telephone"); !refusedWith(err, "tournament-full") {
		t.Errorf("a sixth of five: %v", err)
	}
	must(t, d.EnterTournament(ctx, anna, d.id, ""))
	must(t, d.RemovePlayer(ctx, anna, d.id, late, "cannot come"))
	d.look()
	entrants, err := d.Store.Read(ctx).Entrants(d.id)
	must(t, err)
	if len(entrants) != 5 || entrants[4].Status != store.Entered || entrants[4].AccountID != anna {
		t.Errorf("the first on the waiting list has not moved up: %+v", entrants)
	}
	for name, p := range map[string]PersonInput{
		"unknown-player": {Account: "nobody"}, "desk-account": {Name: "Jan Jansen"}, "rating-range": {Account: "late", Rating: -1},
		"text-length": {Account: "late", Federation: strings.Repeat("x", 11)},
	} {
		if _, err := d.AddPlayer(ctx, anna, d.id, p, "by telephone"); !refusedWith(err, name) && !refusedWith(err, "tournament-full") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := d.SwapPlayers(ctx, anna, d.id, d.on["bert"], d.on["carl"], "too early"); !refusedWith(err, "desk-running") {
		t.Errorf("before the start: %v", err)
	}
}

func TestWhoTakesOverASeatPlaysItsGames(t *testing.T) {
	ctx := t.Context()
	in := robin
	in.Plan.AtOnce = true
	d := newDesk(t, 4, in)
	anna := d.people["anna"]
	begun := d.of("bert", 1)
	d.playOut(begun.GameID, 1)
	must(t, d.SubstitutePlayer(ctx, anna, d.id, d.on["bert"], PersonInput{Account: "late"}, "is ill"))
	d.look()
	if got := d.of("bert", 1); !got.Forfeit || got.ID != begun.ID {
		t.Errorf("the game that had begun: %+v", got)
	}
	games := 0
	for _, p := range d.pairings() {
		if (p.WhiteID == d.on["late"] || p.BlackID == d.on["late"]) && d.row(p.GameID).Status == store.GameRunning {
			games++
		}
	}
	if games != 2 {
		t.Errorf("%d games of the substitute, want 2", games)
	}
	if err := d.SubstitutePlayer(ctx, anna, d.id, d.on["carl"], PersonInput{Account: "late"}, "is ill"); !refusedWith(err, "desk-entered") {
		t.Errorf("two seats: %v", err)
	}
	// A player of a Swiss comes back on his own seat.
	s := newDesk(t, 8, swissOf(4))
	must(t, s.WithdrawTournament(ctx, s.people["bert"], s.id))
	must(t, s.SubstitutePlayer(ctx, s.people["anna"], s.id, s.on["bert"], PersonInput{Account: "bert"}, "is well again"))
	if got := s.of("bert", 1); !got.Forfeit {
		t.Errorf("what was forfeited stays: %+v", got)
	}
	s.set(1, "1-0")
	if got := s.of("bert", 2); got.Kind != string(director.Game) {
		t.Errorf("round 2: %+v", got)
	}
}

func TestRulingsOnMatches(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, knockout)
	anna := d.people["anna"]
	for _, tc := range []struct {
		match  int
		kind   string
		winner int64
		code   string
	}{
		{9, "walkover", d.on["bert"], "desk-match"}, {3, "walkover", d.on["bert"], "desk-match"},
		{1, "knockout", d.on["bert"], "desk-kind"}, {1, "decision", d.on["carl"], "desk-winner"},
	} {
		if err := d.RuleMatch(ctx, anna, d.id, "", tc.match, tc.kind, tc.winner, "hearing"); !refusedWith(err, tc.code) {
			t.Errorf("%+v: %v", tc, err)
		}
	}
	p := d.of("bert", 1)
	must(t, d.RuleMatch(ctx, anna, d.id, "", 1, "walkover", d.on["emil"], "did not come"))
	if row := d.row(p.GameID); row.Status != store.GameFinished {
		t.Errorf("the game is %s", row.Status)
	}
	d.set(2, "1-0")
	if got := d.of("emil", 3); got.ID == 0 {
		t.Error("no final")
	}
	r := newDesk(t, 4, robin)
	if err := r.RuleMatch(ctx, r.people["anna"], r.id, "", 1, "walkover", r.on["emil"], "hearing"); !refusedWith(err, "desk-format") {
		t.Errorf("in a round robin: %v", err)
	}
}

func TestARoundThatCannotBePairedAsksTheDirector(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.OverBoard = true
	d := newDesk(t, 4, in)
	anna := d.people["anna"]
	if err := d.SetAside(ctx, anna, d.id, []swiss.Option{swiss.AllowRematch}, "no need"); !refusedWith(err, "desk-not-stuck") {
		t.Errorf("without need: %v", err)
	}
	d.set(1, "1-0")
	must(t, d.RemovePlayer(ctx, anna, d.id, d.on["emil"], "is ill"))
	must(t, d.RemovePlayer(ctx, anna, d.id, d.on["carl"], "is ill"))
	d.runTasks() // those who are left have met
	if d.tournament().Stuck == "" {
		t.Fatalf("round 3 is paired: %v", d.round(3))
	}
	if err := d.SetAside(ctx, anna, d.id, nil, "hearing"); !refusedWith(err, "desk-options") {
		t.Errorf("nothing: %v", err)
	}
	must(t, d.SetAside(ctx, anna, d.id, []swiss.Option{swiss.AllowRematch}, "they agree"))
	d.runTasks()
	if got := d.round(3); len(got) == 0 || d.tournament().Stuck != "" {
		t.Errorf("round 3: %v, %q", got, d.tournament().Stuck)
	}
}

func TestTieBreaksAndTheEnd(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, robin)
	anna := d.people["anna"]
	if err := d.ChangeTieBreaks(ctx, anna, d.id, []string{"XYZ"}, "as announced"); !refusedWith(err, "plan") {
		t.Errorf("%v", err)
	}
	k := newDesk(t, 4, knockout)
	if err := k.ChangeTieBreaks(ctx, k.people["anna"], k.id, []string{"SB"}, "as announced"); !refusedWith(err, "desk-format") {
		t.Errorf("a knockout: %v", err)
	}
	p := d.of("bert", 1)
	d.move(p.GameID)
	if err := d.EndEvent(ctx, anna, d.id, "fire alarm"); !refusedWith(err, "desk-begun") {
		t.Errorf("with a game under way: %v", err)
	}
	must(t, d.SetResult(ctx, anna, d.id, p.ID, ResultInput{Result: "½-½", Reason: "agreed"}))
	for range 2 {
		must(t, d.EndEvent(ctx, anna, d.id, "fire alarm"))
	}
	if got := d.tournament(); got.Status != store.TournamentFinished || got.EndedAt.IsZero() {
		t.Errorf("%s, ended %v", got.Status, got.EndedAt)
	}
	// Results can be corrected afterwards.
	must(t, d.SetResult(ctx, anna, d.id, p.ID, ResultInput{Result: "1-0", Reason: "wrong way round"}))
	if err := d.GiveTime(ctx, anna, d.id, p.ID, p.WhiteID, time.Hour, "too late"); !refusedWith(err, "desk-time-over") {
		t.Errorf("time after the end: %v", err)
	}
}

func TestAMessageReachesEverybodyOnce(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, robin)
	d.withMail(true)
	anna := d.people["anna"]
	must(t, d.Store.Write(ctx, func(tx *store.Tx) error {
		for _, name := range []string{"bert", "carl"} {
			a, err := tx.Account(d.people[name])
			if err != nil {
				return err
			}
			a.EmailVerifiedAt = tx.Now()
			if err := tx.UpdateAccount(a); err != nil {
				return err
			}
		}
		return nil
	}))
	for range 2 {
		must(t, d.MessageAll(ctx, anna, d.id, "Round 2 begins\r\non Monday."))
	}
	if got := d.last(); got.Act != "message" || got.Reason != "Round 2 begins\non Monday." {
		t.Errorf("the log has %+v", got)
	}
	var to []string
	for _, letter := range d.post() {
		to = append(to, letter.To)
	}
	slices.Sort(to)
	if diff := cmp.Diff([]string{"bert@example.org", "carl@example.org"}, to); diff != "" {
		t.Error(diff)
	}
	if err := d.MessageAll(ctx, anna, d.id, ""); !refusedWith(err, "desk-message") {
		t.Errorf("nothing: %v", err)
	}
	for n := range messagesPerDay - 1 {
		must(t, d.MessageAll(ctx, anna, d.id, fmt.Sprint("message ", n)))
	}
	if err := d.MessageAll(ctx, anna, d.id, "one more"); !refusedWith(err, "desk-messages") {
		t.Errorf("too many: %v", err)
	}
}

func TestGroupsAreDirectedToo(t *testing.T) {
	ctx := t.Context()
	in := TournamentInput{Format: director.Groups, OverBoard: true, Plan: director.Plan{
		AtOnce: true, Groups: &groups.Plan{Sections: 2, Advance: 1, Final: groups.Knockout},
	}}
	d := newDesk(t, 6, in)
	anna := d.people["anna"]
	var list []BoardResult
	for _, p := range d.pairings() {
		list = append(list, BoardResult{Pairing: p.ID, Result: "1-0"})
	}
	must(t, d.SetResults(ctx, anna, d.id, list, "as played"))
	d.runTasks()
	final := slices.IndexFunc(d.pairings(), func(p store.Pairing) bool { return p.Stage == director.Final })
	if final < 0 {
		t.Fatal("no final")
	}
	must(t, d.SetResult(ctx, anna, d.id, d.pairings()[final].ID, ResultInput{Result: "1-0", Reason: "as played"}))
	refused := 0
	for _, p := range list {
		if err := d.SetResult(ctx, anna, d.id, p.Pairing, ResultInput{Result: "0-1", Reason: "wrong way round"}); refusedWith(err, "desk-too-late") {
			refused++
		}
	}
	if refused == 0 {
		t.Error("corrections changed who had come into the final")
	}
}

func TestARoundWithOneBallotKeepsItWhenItIsPairedAgain(t *testing.T) {
	ctx := t.Context()
	in := swissOf(3)
	in.Opening, in.BallotPer = "fmjd-64", store.BallotPerRound
	d := newDeskOf(t, "russian", 8, in)
	ballot := d.row(d.of("dora", 1).GameID).OpeningDraw
	for _, two := range [][2]string{{"bert", "carl"}, {"dora", "emil"}} {
		must(t, d.SwapPlayers(ctx, d.people["anna"], d.id, d.on[two[0]], d.on[two[1]], "accident"))
	}
	for _, p := range d.pairings() {
		if got := d.row(p.GameID).OpeningDraw; got != ballot || got == "" {
			t.Errorf("board %d begins from %q, the round from %q", p.Board, got, ballot)
		}
	}
}
