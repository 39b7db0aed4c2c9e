package director

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
)

// draws are plans of knockouts.
func draws() map[string]Plan {
	three := map[bracket.Stage][]bracket.Terms{
		bracket.Main:   {{Games: 3, Extra: 1, Tie: bracket.ByLot}, {Games: 2, Parallel: true, Tie: bracket.ByLot}},
		bracket.Losers: {{Points: 5}},
	}
	return map[string]Plan{
		"knockout":           {Format: Knockout},
		"third place":        {Format: Knockout, Bracket: &bracket.Plan{ThirdPlace: true, Terms: three}},
		"drawn":              {Format: Knockout, Drawn: true},
		"double elimination": {Format: DoubleElimination, Bracket: &bracket.Plan{Reset: true, Terms: three}},
		"one final":          {Format: DoubleElimination},
		"progressive":        {Format: Progressive},
	}
}

func TestADrawRunsToItsEnd(t *testing.T) {
	for name, plan := range draws() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(30) {
				d := open(t, plan, 2+int(seed), seed)
				rounds, last := d.event.Rounds(), 0
				step := d.run(func() { d.finish(0.7) }, func() {
					if round := d.event.Round(); round < last || round > rounds {
						t.Errorf("round %d after %d, of %d", round, last, rounds)
					} else {
						last = round
					}
					if left := d.event.RoundsLeft(); left > rounds {
						t.Errorf("%d rounds left of %d", left, rounds)
					}
					if seed%2 == 1 {
						d.hold()
						last = 0 // a correction can go back
					}
				})
				if step.Deserted {
					t.Errorf("seed %d is deserted", seed)
				}
				d.placed()
			}
		})
	}
}

// placed compares the tables of a draw with its state.
func (d *desk) placed() {
	d.t.Helper()
	state, err := d.event.Draw()
	if err != nil {
		d.t.Fatal(err)
	}
	tables, err := d.event.Standings()
	if err != nil {
		d.t.Fatal(err)
	}
	for _, table := range tables {
		places := state.Standings(bracket.Stage(table.Stage)).Places
		if table.Provisional || len(table.Rows) != len(places) {
			d.t.Fatalf("%s, %s: %d rows, want %d", d.name(), table.Stage, len(table.Rows), len(places))
		}
		for i, row := range table.Rows {
			if row.Seat != places[i].Seat || row.Rank != places[i].Rank || row.In || row.Won > row.Played {
				d.t.Fatalf("%s: %+v, want %+v", d.name(), row, places[i])
			}
		}
		if champion := state.Champion(bracket.Stage(table.Stage)); champion > 0 && (table.Rows[0].Seat != champion || table.Rows[0].Rank != 1) {
			d.t.Fatalf("%s: the champion is %d, the first %+v", d.name(), champion, table.Rows[0])
		}
	}
}

func TestEverybodyElseLosesTwice(t *testing.T) { // B104
	for n := 5; n <= 7; n++ {
		for seed := range uint64(20) {
			d := open(t, Plan{Format: DoubleElimination, Bracket: &bracket.Plan{Reset: true}}, n, seed)
			d.run(func() {
				for _, i := range d.unfinished() {
					r := []tournament.Result{tournament.WhiteWins, tournament.BlackWins}[d.random.IntN(2)]
					d.keep(d.event.Correct(d.event.Pairings[i].ID, r, false, [2]int{}))
				}
			}, func() {})
			defeats := map[int64]int{}
			for _, p := range d.event.Pairings {
				if p.Result == tournament.WhiteWins {
					defeats[p.Black]++
				} else {
					defeats[p.White]++
				}
			}
			tables, err := d.event.Standings()
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range tables[0].Rows {
				if got := defeats[row.Player]; row.Rank != 1 && got != 2 || row.Rank == 1 && got > 1 {
					t.Errorf("%d players, seed %d: %d on rank %d lost %d times", n, seed, row.Player, row.Rank, got)
				}
			}
		}
	}
}

func TestTheConsolationOfAPlanThatLeavesItOpen(t *testing.T) {
	for _, c := range []struct {
		players                 int
		consolation, lastChance string
	}{
		{2, "", ""}, {4, "A", ""}, {5, "A.B.|", "DE"}, {8, "A.B.|", "DE.|"}, {16, "A.B.|.C.|", "EF.|.|"},
	} {
		consolation, lastChance := progressive(c.players)
		if consolation.String() != c.consolation || lastChance.String() != c.lastChance {
			t.Errorf("%d players: %s and %s", c.players, consolation, lastChance)
		}
	}
	for n := 2; n <= 130; n++ {
		if err := (Plan{Format: Progressive}).Check(n); err != nil {
			t.Errorf("%d players: %v", n, err)
		}
	}
}

func TestLotsGiveThePlacesAndRatingsTheSeats(t *testing.T) {
	e := entered(Plan{Format: Knockout, Drawn: true}, 5)
	order := []int{4, 2, 0, 1, 3}
	e, err := e.Start(order)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range e.Players {
		if p.Seat != i+1 {
			t.Errorf("%+v", p)
		}
	}
	if want := []int{5, 0, 2, 4, 3, 0, 1, 0}; !slices.Equal(want, e.Plan.Bracket.Order) {
		t.Errorf("%v", e.Plan.Bracket.Order)
	}
}

func TestACorrectionCannotTakeAPlayerOutOfAMatchThatHasBegun(t *testing.T) {
	d := open(t, Plan{Format: Knockout}, 4, 1)
	d.next()
	first := d.event.Pairings[0]
	d.higher()
	d.keep(d.event.Correct(first.ID, tournament.BlackWins, false, [2]int{}))
	d.keep(d.event.Correct(first.ID, tournament.WhiteWins, false, [2]int{}))
	d.next()
	before := fmt.Sprint(d.event)
	if _, err := d.event.Correct(first.ID, tournament.BlackWins, false, [2]int{}); !errors.Is(err, ErrTooLate) || !errors.Is(err, bracket.ErrBegun) {
		t.Errorf("%v", err)
	}
	if fmt.Sprint(d.event) != before {
		t.Error("the refused correction has changed the event")
	}
	if _, err := d.event.Correct(99, tournament.BlackWins, false, [2]int{}); !errors.Is(err, ErrNoSuchPairing) {
		t.Errorf("%v", err)
	}
}

func TestARulingDecidesAMatch(t *testing.T) {
	d := open(t, Plan{Format: Knockout}, 4, 1)
	d.next()
	match := d.event.Pairings[0]
	ruling := Pairing{Round: match.Round, White: match.White, Black: match.Black, Kind: Decision, Result: tournament.BlackWins}
	d.keep(d.event.Rule(ruling))
	state, err := d.event.Draw()
	if err != nil || !state.Fixtures[match.Round-1].Decided() || d.event.Pairings[len(d.event.Pairings)-1].ID == 0 {
		t.Fatalf("%+v, %v", state.Fixtures[match.Round-1], err)
	}
	id := d.event.Pairings[len(d.event.Pairings)-1].ID
	ruling.Kind, ruling.Result = Absence, tournament.BothLose
	d.keep(d.event.Rule(ruling))
	if last := d.event.Pairings[len(d.event.Pairings)-1]; last.ID != id || last.Kind != Absence || len(d.event.Pairings) != 3 {
		t.Errorf("%+v", d.event.Pairings)
	}
	ruling.Kind = ""
	d.keep(d.event.Rule(ruling))
	if len(d.event.Pairings) != 2 {
		t.Errorf("%+v", d.event.Pairings)
	}
	ruling.Kind, ruling.Result = Decision, tournament.Unfinished
	if _, err := d.event.Rule(ruling); !errors.Is(err, bracket.ErrRecord) {
		t.Errorf("a decision for nobody: %v", err)
	}
	if _, err := open(t, Plan{Format: RoundRobin}, 4, 1).event.Rule(ruling); !errors.Is(err, ErrFormat) {
		t.Errorf("in a round robin: %v", err)
	}
}

func TestWhatAbsenceHasDecidedStaysWhenASubstituteComes(t *testing.T) {
	d := open(t, Plan{Format: Knockout}, 8, 1)
	d.next()
	d.leave(101) // the opponent, seat 8, goes on
	d.higher()
	d.next()
	if _, _, err := d.event.Substitute(1, Player{ID: 999}); !errors.Is(err, ErrTooLate) {
		t.Errorf("in a knockout: %v", err)
	}
	if _, _, err := d.event.Substitute(2, Player{ID: 999}); !errors.Is(err, ErrSeat) {
		t.Errorf("on a seat that is taken: %v", err)
	}

	d = open(t, Plan{Format: DoubleElimination}, 8, 1)
	d.leave(101)
	d.next()
	d.higher()
	d.next() // seat 8 has begun in the second round
	e, rulings, err := d.event.Substitute(1, Player{ID: 999})
	d.keep(e, err)
	if len(rulings) != 1 || rulings[0].Kind != Walkover || rulings[0].Result == tournament.Unfinished {
		t.Errorf("%+v", rulings)
	}
	d.run(d.higher, func() {})
	if !slices.ContainsFunc(d.event.Pairings, func(p Pairing) bool { return p.Kind == Game && (p.White == 999 || p.Black == 999) }) {
		t.Error("the substitute does not play")
	}
}
