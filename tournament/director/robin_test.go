package director

import (
	"slices"
	"strconv"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
)

func TestARoundRobinRunsToItsEnd(t *testing.T) {
	for _, plan := range []Plan{
		{}, {Cycles: 2}, {Cycles: 3, Scoring: ThreeOne}, {Pairs: true}, {AtOnce: true, Scoring: TwoOne},
		{Law: tournament.LawForfeitAll}, {Law: tournament.LawAnnulAll, AtOnce: true},
	} {
		plan.Format = RoundRobin
		plan.TieBreaks = []string{"WIN", "SB", "DE"}
		for seed := range uint64(12) {
			n := 2 + int(seed)
			d := open(t, plan, n, seed)
			step := d.run(func() { d.finish(0.6) }, func() {
				if seed%2 == 1 {
					d.hold()
				}
			})
			if step.Deserted {
				continue
			}
			games := n * (n - 1) / 2 * max(plan.Cycles, 1) * plan.together()
			if len(d.event.Pairings) != games || d.event.Round() != d.event.Rounds() || d.event.RoundsLeft() != 0 {
				t.Errorf("%d players, %+v: %d games in %d rounds", n, plan, len(d.event.Pairings), d.event.Round())
			}
			d.asRobin(d.event.roundRobin().event, "")
		}
	}
}

// asRobin compares the final table of a stage with the standings of package
// tournament, which ranks 1-½-0.
func (d *desk) asRobin(e tournament.Event, stage string) {
	d.t.Helper()
	if d.event.Plan.Scoring == ThreeOne {
		return
	}
	e.TieBreaks = []tournament.TieBreak{tournament.Wins, tournament.SonnebornBerger, tournament.DirectEncounter}
	tables, err := d.event.Standings()
	if err != nil {
		d.t.Fatal(err)
	}
	table := tables[slices.IndexFunc(tables, func(t Table) bool { return t.Stage == stage })]
	want := e.Standings()
	if table.Provisional || len(table.Rows) != len(want.Rows) {
		d.t.Fatalf("%s: %d rows, provisional %t", d.name(), len(table.Rows), table.Provisional)
	}
	ids := map[int64]Row{}
	for _, row := range table.Rows {
		ids[row.Player] = row
	}
	// Entrants of sections have seats of the event in place of IDs.
	holders := d.event.holders()
	for _, w := range want.Rows {
		id := w.Player.ID
		if id <= int64(len(holders)) {
			id = holders[id-1].ID
		}
		row, ok := ids[id]
		if !ok || row.Rank != w.Rank || row.Annulled != w.Annulled || row.Played != w.Played || row.Won != w.Wins {
			d.t.Fatalf("%s: %+v, want %+v", d.name(), row, w)
		}
		points := 50 * w.Points
		if d.event.Plan.Scoring == TwoOne {
			points *= 2
		}
		if !w.Annulled && int(row.Points.Number) != points {
			d.t.Fatalf("%s: %d has %v, want %d", d.name(), row.Player, row.Points.Number, points)
		}
	}
}

func TestASubstituteTakesOverASeatOfTheTable(t *testing.T) { // B094
	d := open(t, Plan{Format: RoundRobin}, 7, 1)
	for range 2 {
		d.next()
		d.higher()
	}
	d.leave(103)
	e, rulings, err := d.event.Substitute(3, Player{ID: 999, Name: "S"})
	if len(rulings) > 0 {
		t.Errorf("%+v", rulings)
	}
	d.keep(e, err)
	d.run(d.higher, func() {})
	seats := d.event.seats()
	for round, pairs := range tournament.Pairings(7, false) {
		for _, p := range pairs {
			if !slices.ContainsFunc(d.event.Pairings, func(g Pairing) bool {
				return g.Round == round+1 && g.Board == p.Board && seats[g.White] == p.White && seats[g.Black] == p.Black &&
					(round < 2 || g.White != 103 && g.Black != 103)
			}) {
				t.Errorf("round %d has no %d-%d", round+1, p.White, p.Black)
			}
		}
	}
	tables, err := d.event.Standings()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(tables[0].Rows, func(r Row) bool { return r.Player == 999 && r.Seat == 3 && r.Played == 6 }) {
		t.Errorf("no substitute in %+v", tables[0].Rows)
	}
}

func TestWhoLeavesEarlyIsTakenOutAndWhoLeavesLateIsNot(t *testing.T) { // B103
	d := open(t, Plan{Format: RoundRobin}, 10, 1)
	for round := 1; round <= 9; round++ {
		d.next()
		d.higher()
		switch round {
		case 3:
			d.leave(110)
		case 6:
			d.leave(109)
		}
	}
	d.next()
	tables, err := d.event.Standings()
	if err != nil {
		t.Fatal(err)
	}
	last := tables[0].Rows[9]
	if last.Player != 110 || !last.Annulled || last.Rank != 0 || !last.Left {
		t.Errorf("%+v", last)
	}
	for _, row := range tables[0].Rows[:9] {
		if row.Annulled || row.Played != 8 || (row.Player == 109) != row.Left {
			t.Errorf("%+v", row)
		}
	}
	cross, err := d.event.CrossTable("")
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range cross.Cells {
		for j, cells := range row {
			if i != j && (len(cells) != 1 || cells[0].Annulled != (i == 9 || j == 9)) {
				t.Errorf("%d, %d: %+v", i, j, cells)
			}
		}
	}
}

func TestFinishedGamesAloneCount(t *testing.T) { // B101
	for _, plan := range []Plan{{Format: RoundRobin}, {Format: Swiss, Rounds: 5}} {
		d := open(t, plan, 10, 1)
		d.next()
		d.higher()
		d.next()
		before, err := d.event.Standings()
		if err != nil {
			t.Fatal(err)
		}
		open := d.unfinished()
		for _, i := range open[:3] {
			d.keep(d.event.Correct(d.event.Pairings[i].ID, tournament.Drawn, false, [2]int{}))
		}
		after, err := d.event.Standings()
		if err != nil {
			t.Fatal(err)
		}
		if !before[0].Provisional || !after[0].Provisional {
			t.Errorf("%s is not provisional", plan.Format)
		}
		for _, i := range open[3:] {
			for _, id := range []int64{d.event.Pairings[i].White, d.event.Pairings[i].Black} {
				is := func(r Row) bool { return r.Player == id }
				was := before[0].Rows[slices.IndexFunc(before[0].Rows, is)]
				now := after[0].Rows[slices.IndexFunc(after[0].Rows, is)]
				if was.Points.Number != now.Points.Number || was.Played != 1 || now.Played != 1 {
					t.Errorf("%s: %+v, then %+v", plan.Format, was, now)
				}
				for _, v := range now.Values {
					for _, term := range v.Terms {
						if term.Round == 2 {
							t.Errorf("%s: the game that is played counts in %+v", plan.Format, v)
						}
					}
				}
			}
		}
	}
}

func TestGroupsRunToTheirEnd(t *testing.T) {
	plans := []Plan{
		{Groups: &groups.Plan{Sections: 2, Advance: 2, Final: groups.Knockout}},
		{Groups: &groups.Plan{Sections: 3, Advance: 1, Best: 2, Final: groups.RoundRobin}},
		{Groups: &groups.Plan{Sections: 2, Advance: 2, Final: groups.RoundRobin, CarryOver: true}, AtOnce: true},
		{Groups: &groups.Plan{Sections: 2, Advance: 2, Final: groups.RoundRobin, CarryOver: true, Ties: groups.BreakThenSeed}},
		{Groups: &groups.Plan{Sections: 4, Advance: 1, Final: groups.Knockout}, Cycles: 2, Scoring: TwoOne,
			Bracket: &bracket.Plan{Format: bracket.DoubleElimination, Reset: true}},
		{Groups: &groups.Plan{Sections: 2, Advance: 3, Final: groups.Knockout}, Pairs: true, Bracket: &bracket.Plan{
			Format: bracket.Knockout, Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {{Games: 2, Tie: bracket.ByLot}}},
		}},
	}
	for i, plan := range plans {
		plan.Format = Groups
		for seed := range uint64(6) {
			d := open(t, plan, 10+int(seed), seed)
			rounds := d.event.Rounds()
			step := d.run(func() { d.finish(0.7) }, func() {
				if seed%2 == 1 {
					d.hold()
				}
				if left := d.event.RoundsLeft(); left > rounds && plan.Groups.Ties == groups.BreakThenSeed {
					t.Errorf("plan %d: %d rounds left of %d", i, left, rounds)
				}
			})
			if step.Deserted {
				t.Errorf("plan %d, seed %d is deserted", i, seed)
			}
			d.asSections()
		}
	}
}

// asSections compares the tables of sections with those of package groups.
func (d *desk) asSections() {
	d.t.Helper()
	s, err := d.event.Sections()
	if err != nil {
		d.t.Fatal(err)
	}
	for i := range s.Draw.Sections {
		e, err := s.Section(i + 1)
		if err != nil {
			d.t.Fatal(err)
		}
		d.asRobin(e, strconv.Itoa(i+1))
	}
	tables, err := d.event.Standings()
	if err != nil {
		d.t.Fatal(err)
	}
	final := tables[len(tables)-1]
	holders, err := d.event.Holders(Final)
	if err != nil || final.Stage != Final || final.Provisional || len(final.Rows) != len(holders) {
		d.t.Fatalf("%s: %+v of %d, %v", d.name(), final, len(holders), err)
	}
	for _, row := range final.Rows {
		if holders[row.Seat-1].ID != row.Player {
			d.t.Errorf("%s: %+v", d.name(), row)
		}
	}
	if d.event.Plan.Groups.Final == groups.Knockout {
		draw, err := d.event.Draw()
		if err != nil || !draw.Over() {
			d.t.Errorf("%s: %v", d.name(), err)
		}
		return
	}
	if cross, err := d.event.CrossTable(Final); err != nil || len(cross.Rows) != len(holders) {
		d.t.Errorf("%s: %v", d.name(), err)
	}
}
