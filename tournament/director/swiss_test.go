package director

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
	"crownpost/tournament/tiebreak"
)

// whole reports whether in every round of a Swiss each player who was there has
// one game or one bye, and nobody else has.
func (d *desk) whole() {
	d.t.Helper()
	e := swissEvent{d.event}
	for round := 1; round <= e.round(); round++ {
		places := map[int]int{}
		for _, m := range e.meetings() {
			if m.round == round {
				places[m.white]++
				places[m.black]++
			}
		}
		seats := e.seats()
		for _, p := range e.Pairings {
			if p.Round == round && p.Kind.Bye() {
				places[seats[p.White]]++
			}
		}
		for i, present := range e.present(round) {
			if n := places[i+1]; present && n != 1 || !present && n != 0 {
				d.t.Fatalf("%s, round %d: seat %d, there %t, has %d places", d.name(), round, i+1, present, n)
			}
		}
	}
}

// legal reports rematches and second byes.
func (d *desk) legal() {
	d.t.Helper()
	e := swissEvent{d.event}
	met, rested := map[[2]int]bool{}, map[int64]bool{}
	for _, m := range e.meetings() {
		white, _ := m.records(e.Plan, true)
		key := [2]int{min(m.white, m.black), max(m.white, m.black)}
		if white.Kind.Played() && met[key] {
			d.t.Fatalf("%s: %v meet twice", d.name(), key)
		}
		met[key] = met[key] || white.Kind.Played()
	}
	for _, p := range e.Pairings {
		if p.Kind == PairingBye {
			if rested[p.White] {
				d.t.Fatalf("%s: %d has a second bye", d.name(), p.White)
			}
			rested[p.White] = true
		}
	}
}

func TestASwissRunsToItsEnd(t *testing.T) {
	plans := map[string]Plan{
		"plain":       {Rounds: 5, HalfByes: 1},
		"pairs":       {Rounds: 4, Pairs: true, Scoring: TwoOne},
		"by score":    {Rounds: 4, Scoring: ByScore, Length: 7, Colourless: true},
		"accelerated": {Rounds: 6, Accelerated: true},
		"forbidden":   {Rounds: 4, Scoring: ThreeOne, Forbidden: [][]int64{{101, 102}}},
	}
	for name, plan := range plans {
		plan.Format = Swiss
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(40) {
				d := open(t, plan, 8+int(seed%17), seed)
				for range 400 {
					if d.mayEnd() {
						d.event.Allowed = []swiss.Option{swiss.EndEvent}
					}
					step := d.next()
					d.whole()
					if step.Over {
						break
					}
					d.finish(0.6)
					if seed%2 == 1 {
						d.hold()
					}
				}
				if step := d.next(); !step.Over || len(d.unfinished()) > 0 {
					t.Fatalf("seed %d does not end", seed)
				}
				if round := d.event.Round(); round > plan.Rounds || len(d.event.Allowed) == 0 && round != plan.Rounds {
					t.Errorf("seed %d: %d rounds of %d", seed, round, plan.Rounds)
				}
				if seed%2 == 0 {
					d.legal()
				}
				d.asRanked()
			}
		})
	}
}

// asRanked compares final standings with those of the field.
func (d *desk) asRanked() {
	d.t.Helper()
	tables, err := d.event.Standings()
	if err != nil {
		d.t.Fatal(err)
	}
	f := d.event.Field()
	want, err := tiebreak.Rank(f, tables[0].Codes)
	if err != nil {
		d.t.Fatal(err)
	}
	if tables[0].Provisional || len(want.Rows) != len(tables[0].Rows) {
		d.t.Fatalf("%s: %d rows, provisional %t", d.name(), len(tables[0].Rows), tables[0].Provisional)
	}
	holders := d.event.holders()
	for i, row := range tables[0].Rows {
		w := want.Rows[i]
		if row.Rank != w.Rank || row.Seat != w.Player || row.Player != holders[w.Player-1].ID ||
			!reflect.DeepEqual(row.Values, w.Values) || row.Points.Number != w.Points.Number {
			d.t.Fatalf("%s, line %d: %+v, want %+v", d.name(), i+1, row, w)
		}
	}
	progress, err := d.event.Progress("")
	if err != nil {
		d.t.Fatal(err)
	}
	for i, row := range progress.Rows {
		if sum := progress.Sums[i][progress.Rounds-1]; tiebreak.Hundredths(10*sum) != row.Points.Number {
			d.t.Fatalf("%s, seat %d: the rounds give %d, the table %v", d.name(), row.Seat, sum, row.Points.Number)
		}
	}
	cross, err := d.event.CrossTable("")
	if err != nil {
		d.t.Fatal(err)
	}
	for i := range cross.Rows {
		for j := range cross.Rows {
			if len(cross.Cells[i][j]) != len(cross.Cells[j][i]) || i == j && len(cross.Cells[i][j]) > 0 {
				d.t.Fatalf("%s: cells %d, %d", d.name(), i, j)
			}
		}
	}
}

func TestFourOfFiveHaveTheByeInFourRounds(t *testing.T) { // B081
	d := open(t, Plan{Format: Swiss, Rounds: 4}, 5, 1)
	d.run(d.higher, d.legal)
	byes := 0
	for _, p := range d.event.Pairings {
		if p.Kind == PairingBye {
			byes++
		}
	}
	if byes != 4 {
		t.Errorf("%d byes", byes)
	}
}

func TestNothingFollowsTheLastRound(t *testing.T) { // B088
	d := open(t, Plan{Format: Swiss, Rounds: 3}, 8, 1)
	d.run(d.higher, func() {})
	last := d.event.Pairings[len(d.event.Pairings)-1]
	d.keep(d.event.Correct(last.ID, tournament.Unfinished, false, [2]int{}))
	if step := d.next(); step.Over || len(step.Pairings) > 0 {
		t.Errorf("with an open game: %+v", step)
	}
	d.keep(d.event.Correct(last.ID, tournament.Drawn, false, [2]int{}))
	for range 20 {
		if step := d.next(); !step.Over || step.Deserted || d.event.Round() != 3 || d.event.RoundsLeft() != 0 {
			t.Fatalf("%+v, round %d", step, d.event.Round())
		}
	}
}

func TestAByeByHandReplacesTheAutomaticOne(t *testing.T) { // B092
	for _, n := range []int{9, 10} {
		d := open(t, Plan{Format: Swiss, Rounds: 5}, n, 1)
		d.next()
		d.higher()
		d.next()
		e, bye, err := d.event.Bye(103, 2, FullBye)
		d.keep(e, err)
		if bye.Kind != FullBye || bye.White != 103 {
			t.Fatalf("%+v", bye)
		}
		step, err := d.event.Repair(2)
		if err != nil {
			t.Fatal(err)
		}
		d.event.Pairings = slices.DeleteFunc(d.event.Pairings, func(p Pairing) bool { return slices.Contains(step.Drops, p.ID) })
		d.store(step.Pairings...)
		d.unique()
		d.whole()
		games, byes := 0, map[Kind]int{}
		for _, p := range d.event.Pairings {
			switch {
			case p.Round != 2:
			case p.Kind == Game:
				games++
			default:
				byes[p.Kind]++
			}
		}
		if games != 4 || byes[FullBye] != 1 || byes[PairingBye] != 1-n%2 {
			t.Errorf("%d players: %d games, byes %v", n, games, byes)
		}
	}
}

func TestMoreRoundsThanOpponentsAreRefused(t *testing.T) { // B095
	e := entered(Plan{Format: Swiss, Rounds: 9}, 5)
	_, err := e.Start(ByRating(e.Players))
	var plan *PlanError
	if !errors.As(err, &plan) || plan.Field != "rounds" || !errors.Is(err, ErrPlan) {
		t.Errorf("%v", err)
	}
	if most := e.Plan.MaxRounds(5); most != 5 {
		t.Errorf("at most %d", most)
	}
}

func TestAnEventWithoutPlayersCloses(t *testing.T) { // B097
	for _, plan := range everyPlan() {
		for _, stay := range []int{0, 1} {
			for _, played := range []bool{false, true} {
				d := open(t, plan, 8, 1)
				if played {
					d.next()
				}
				for _, p := range d.event.holders()[stay:] {
					d.leave(p.ID)
				}
				games := len(d.event.Pairings)
				step := d.next()
				if !step.Over || !step.Deserted || len(d.event.Pairings) != games || len(d.unfinished()) > 0 || d.event.RoundsLeft() != 0 {
					t.Errorf("%s, %d stay, played %t: %+v, %d left", plan.Format, stay, played, step, d.event.RoundsLeft())
				}
			}
		}
	}
}

func TestWhoIsLeftOverHasAByeAndNobodyIsForgotten(t *testing.T) { // B086
	d := open(t, Plan{Format: Swiss, Rounds: 4}, 9, 1)
	for _, round := range [][][2]int64{
		{{107, 108}, {101, 102}, {103, 104}, {105, 106}}, {{108, 109}, {102, 103}, {104, 105}, {106, 101}}, {{109, 107}, {103, 101}, {102, 105}, {104, 106}},
	} {
		number := d.event.Round() + 1
		rests := int64(0)
		for _, p := range d.event.Players {
			if !slices.ContainsFunc(round, func(g [2]int64) bool { return g[0] == p.ID || g[1] == p.ID }) {
				rests = p.ID
			}
		}
		step, err := d.event.PairByHand(number, round, []int64{rests})
		if err != nil || step.Round != number {
			t.Fatalf("%+v, %v", step, err)
		}
		d.store(step.Pairings...)
		d.higher()
	}
	d.next()
	d.whole()
	d.legal()
}
