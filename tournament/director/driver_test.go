package director

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
)

// desk runs an event as a caller does: it stores what steps say.
type desk struct {
	t      *testing.T
	random *rand.Rand
	event  Event
	last   int64 // ID given
}

// entered is an event with players of falling ratings.
func entered(plan Plan, n int) Event {
	e := Event{Plan: plan}
	for i := range n {
		e.Players = append(e.Players, Player{
			ID: int64(101 + i), Name: fmt.Sprintf("P%d", i+1), Rating: 2000 - 10*i, Status: tournament.Entered,
		})
	}
	return e
}

// open starts an event, with the seats by rating.
func open(t *testing.T, plan Plan, n int, seed uint64) *desk {
	t.Helper()
	if plan.Format == Swiss && plan.Initial == tournament.NoColour {
		plan.Initial = tournament.White
	}
	e := entered(plan, n)
	started, err := e.Start(ByRating(e.Candidates()))
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, random: rand.New(rand.NewPCG(seed, uint64(n))), event: started}
}

func (d *desk) name() string {
	return fmt.Sprintf("%s of %d", d.event.Plan.Format, len(d.event.holders()))
}

// store gives IDs to new pairings and adds them.
func (d *desk) store(all ...Pairing) {
	for _, p := range all {
		if p.ID == 0 {
			d.last++
			p.ID = d.last
		}
		d.event.Pairings = append(slices.Clone(d.event.Pairings), p)
	}
}

// keep takes an event whose new pairings have no IDs yet.
func (d *desk) keep(e Event, err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatalf("%s: %v", d.name(), err)
	}
	e = e.clone()
	drops := e.Drops()
	e.Pairings = slices.DeleteFunc(e.Pairings, func(p Pairing) bool { return p.ID != 0 && slices.Contains(drops, p.ID) })
	for i := range e.Pairings {
		if e.Pairings[i].ID == 0 {
			d.last++
			e.Pairings[i].ID = d.last
		}
	}
	d.event = e
}

// next asks what is to be begun and stores it.
func (d *desk) next() Step {
	d.t.Helper()
	step, err := d.event.Next()
	if err != nil {
		d.t.Fatalf("%s, round %d: %v", d.name(), d.event.Round(), err)
	}
	if again, err := d.event.Next(); err != nil || !reflect.DeepEqual(step, again) {
		d.t.Fatalf("%s: %+v, then %+v, %v", d.name(), step, again, err)
	}
	mixed := d.event.clone()
	d.random.Shuffle(len(mixed.Pairings), func(i, j int) {
		mixed.Pairings[i], mixed.Pairings[j] = mixed.Pairings[j], mixed.Pairings[i]
	})
	if again, err := mixed.Next(); err != nil || !reflect.DeepEqual(step, again) {
		d.t.Fatalf("%s: %+v, in another order %+v, %v", d.name(), step, again, err)
	}
	if step.Over && len(step.Pairings)+len(step.Lots) > 0 || step.Deserted && !step.Over {
		d.t.Fatalf("%s is over with %+v", d.name(), step)
	}
	before := d.event.Round()
	for _, lot := range step.Lots {
		lot.Result = []tournament.Result{tournament.WhiteWins, tournament.BlackWins}[d.random.IntN(2)]
		d.store(lot)
	}
	d.store(step.Pairings...)
	if after := d.event.Round(); step.Round != 0 && (step.Round != after || after <= before) || step.Round == 0 && after != before {
		d.t.Fatalf("%s: the step opens round %d, from %d to %d", d.name(), step.Round, before, after)
	}
	d.unique()
	return step
}

// unique reports games that stand twice, and players with two places in a round.
func (d *desk) unique() {
	d.t.Helper()
	type place struct {
		stage        string
		round, board int
	}
	type player struct {
		stage string
		round int
		id    int64
	}
	places, players := map[place]bool{}, map[player]int{}
	for _, p := range d.event.Pairings {
		if p.Kind != Game && !p.Kind.Bye() {
			continue
		}
		if at := (place{p.Stage, p.Round, p.Board}); p.Kind == Game {
			if places[at] {
				d.t.Fatalf("%s: two games at %+v", d.name(), at)
			}
			places[at] = true
		}
		if !d.event.Plan.knockout() && p.Stage != Final {
			for _, id := range []int64{p.White, p.Black} {
				if id == 0 {
					continue
				}
				at := player{p.Stage, p.Round, id}
				if players[at]++; players[at] > d.event.Plan.together() || p.Kind.Bye() && players[at] > 1 {
					d.t.Fatalf("%s: %d stands twice in round %d", d.name(), id, p.Round)
				}
			}
		}
	}
}

// unfinished are the indexes of games without a result.
func (d *desk) unfinished() []int {
	var all []int
	for i, p := range d.event.Pairings {
		if p.Kind == Game && !p.Finished() {
			all = append(all, i)
		}
	}
	return all
}

// finish gives results to some of the unfinished games, by at random.
func (d *desk) finish(share float64) {
	for _, i := range d.unfinished() {
		if d.random.Float64() < share {
			d.result(d.event.Pairings[i].ID)
		}
	}
}

// result gives a game a random result.
func (d *desk) result(id int64) {
	d.t.Helper()
	n := d.random.IntN(20)
	r := []tournament.Result{tournament.WhiteWins, tournament.BlackWins, tournament.Drawn}[n%3]
	forfeit := false
	switch n {
	case 18:
		forfeit, r = true, tournament.BlackWins
	case 19:
		forfeit, r = true, tournament.BothLose
	}
	d.keep(d.event.Correct(id, r, forfeit, [2]int{n % 5, n % 7}))
}

// higher lets the lower seat win a game.
func (d *desk) higher() {
	for _, i := range d.unfinished() {
		p := d.event.Pairings[i]
		r := tournament.BlackWins
		if d.event.seats()[p.White] < d.event.seats()[p.Black] {
			r = tournament.WhiteWins
		}
		d.keep(d.event.Correct(p.ID, r, false, [2]int{}))
	}
}

// run plays an event to its end; between is called before every step.
func (d *desk) run(finish func(), between func()) Step {
	d.t.Helper()
	for range 2000 {
		step := d.next()
		if step.Over {
			if again := d.next(); !reflect.DeepEqual(step, again) {
				d.t.Fatalf("%s goes on after its end", d.name())
			}
			return step
		}
		finish()
		between()
	}
	d.t.Fatalf("%s does not end", d.name())
	return Step{}
}

func (d *desk) leave(id int64) {
	d.t.Helper()
	e, changed, err := d.event.Leave(id, tournament.Withdrawn)
	for _, p := range changed {
		if p.Kind == Game && (p.Result == tournament.Unfinished || !p.Forfeit) {
			d.t.Fatalf("%s: leaving changes %+v", d.name(), p)
		}
	}
	d.keep(e, err)
}

// somebody is a random player who has not left.
func (d *desk) somebody() Player {
	var all []Player
	for _, p := range d.event.holders() {
		if !p.Status.Left() {
			all = append(all, p)
		}
	}
	return all[d.random.IntN(len(all))]
}

// hold is a random act of an organiser.
func (d *desk) hold() {
	d.t.Helper()
	e := d.event
	switch d.random.IntN(12) {
	case 0:
		if e.active() > 3 {
			d.leave(d.somebody().ID)
		}
	case 1:
		gone := e.gone()
		if len(gone) == 0 {
			return
		}
		seat := gone[d.random.IntN(len(gone))]
		after, _, err := e.Substitute(seat, Player{ID: int64(1000 + len(e.Players)), Name: "S", Rating: 1900})
		if errors.Is(err, ErrTooLate) {
			return
		}
		d.keep(after, err)
	case 2:
		var done []int64
		for _, p := range e.Pairings {
			if p.Kind == Game && p.Finished() {
				done = append(done, p.ID)
			}
		}
		if len(done) == 0 {
			return
		}
		after, err := e.Correct(done[d.random.IntN(len(done))], tournament.WhiteWins, false, [2]int{})
		if errors.Is(err, ErrTooLate) {
			return
		}
		d.keep(after, err)
	case 3:
		after, err := e.Join(Player{ID: int64(2000 + len(e.Players)), Name: "L", Rating: 1700 + d.random.IntN(300)})
		if errors.Is(err, ErrFormat) || errors.Is(err, ErrRound) {
			return
		}
		d.keep(after, err)
	case 4:
		round := e.Round() + 1 + d.random.IntN(2)
		after, _, err := e.Bye(d.somebody().ID, round, []Kind{HalfBye, ZeroBye, FullBye}[d.random.IntN(3)])
		if errors.Is(err, ErrFormat) || errors.Is(err, ErrRound) {
			return
		}
		d.keep(after, err)
	case 5:
		if open := d.unfinished(); len(open) > 0 && e.Plan.Format == Swiss {
			d.event = e.clone()
			d.event.Pairings[open[0]].Deferred = true
		}
	}
}

// mayEnd reports whether the lack of a legal pairing ends an event here.
func (d *desk) mayEnd() bool {
	_, err := d.event.Next()
	return errors.Is(err, swiss.ErrNoPairing)
}
