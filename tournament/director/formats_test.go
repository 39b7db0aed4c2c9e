package director

import (
	"errors"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
)

func TestAFormatSaysWhatItDoesNotKnow(t *testing.T) {
	acts := map[string]struct {
		act     func(e Event) error
		formats []Format // that know it
	}{
		"join":        {func(e Event) error { _, err := e.Join(Player{ID: 9}); return err }, []Format{Swiss}},
		"swap":        {func(e Event) error { _, _, err := e.Swap(101, 103); return err }, []Format{Swiss}},
		"repair":      {func(e Event) error { _, err := e.Repair(1); return err }, []Format{Swiss}},
		"by hand":     {func(e Event) error { _, err := e.PairByHand(1, nil, []int64{101}); return err }, []Format{Swiss}},
		"bye":         {func(e Event) error { _, _, err := e.Bye(101, 2, ZeroBye); return err }, []Format{Swiss}},
		"explain":     {func(e Event) error { _, err := e.Explain(1); return err }, []Format{Swiss}},
		"cross table": {func(e Event) error { _, err := e.CrossTable(""); return err }, []Format{Swiss, RoundRobin}},
		"progress":    {func(e Event) error { _, err := e.Progress(""); return err }, []Format{Swiss, RoundRobin}},
		"section":     {func(e Event) error { _, err := e.Progress("1"); return err }, []Format{Groups}},
		"sections":    {func(e Event) error { _, err := e.Sections(); return err }, []Format{Groups}},
		"draw":        {func(e Event) error { _, err := e.Draw(); return err }, []Format{Knockout, DoubleElimination, Progressive, Groups}},
		"final":       {func(e Event) error { _, err := e.Holders(Final); return err }, nil},
		"the final's": {func(e Event) error { _, err := e.CrossTable(Final); return err }, nil},
		"standings":   {func(e Event) error { _, err := e.Standings(); return err }, Formats()},
		"players":     {func(e Event) error { _, err := e.Holders(""); return err }, Formats()},
	}
	for _, plan := range everyPlan() {
		d := open(t, plan, 8, 1)
		d.next()
		for name, a := range acts {
			known := false
			for _, f := range a.formats {
				known = known || f == plan.Format
			}
			switch err := a.act(d.event); {
			case !known && !errors.Is(err, ErrFormat):
				t.Errorf("%s, %s: %v", plan.Format, name, err)
			case known && errors.Is(err, ErrFormat):
				t.Errorf("%s does not know %s", plan.Format, name)
			case name == "draw" && plan.Format == Groups && !errors.Is(err, groups.ErrNotOver):
				t.Errorf("the draw before the sections are over: %v", err)
			}
		}
		e := entered(plan, 8)
		for _, name := range []string{"standings", "players", "cross table", "sections", "draw"} {
			if err := acts[name].act(e); !errors.Is(err, ErrNotStarted) {
				t.Errorf("%s before the start, %s: %v", plan.Format, name, err)
			}
		}
		if _, _, err := e.Substitute(1, Player{ID: 9}); !errors.Is(err, ErrNotStarted) {
			t.Errorf("%s: %v", plan.Format, err)
		}
		if e.Round() != 0 || e.Rounds() != 0 || e.RoundsLeft() != 0 || e.Field().Rounds != 0 && plan.Format != Swiss {
			t.Errorf("%s has rounds before the start", plan.Format)
		}
	}
	if f := open(t, Plan{Format: Knockout}, 4, 1).event.Field(); len(f.Players) > 0 {
		t.Errorf("%+v", f)
	}
}

func TestTheFinalOfGroupsStandsOnceItHasBegun(t *testing.T) {
	d := open(t, Plan{Format: Groups, Groups: &groups.Plan{Sections: 2, Advance: 2, Final: groups.Knockout}}, 8, 1)
	for range 3 {
		d.next()
		d.higher()
	}
	section := d.event.Pairings[0] // 1 beats another one
	d.next()
	finalists, err := d.event.Holders(Final)
	if err != nil || len(finalists) != 4 || d.event.Round() != 4 || d.event.Rounds() != 5 || d.event.RoundsLeft() != 2 {
		t.Fatalf("%+v, %v, round %d of %d", finalists, err, d.event.Round(), d.event.Rounds())
	}
	if _, err := d.event.Correct(section.ID, tournament.Unfinished, false, [2]int{}); !errors.Is(err, ErrTooLate) {
		t.Errorf("a game of the sections is opened again: %v", err)
	}
	if _, err := d.event.Rule(Pairing{Stage: "1", Kind: Decision}); !errors.Is(err, ErrFormat) {
		t.Errorf("a ruling in a section: %v", err)
	}
	d.leave(108) // who is out
	if _, _, err := d.event.Substitute(8, Player{ID: 9}); !errors.Is(err, ErrTooLate) {
		t.Errorf("a substitute for one who is out: %v", err)
	}
	d.leave(101)
	after, err := d.event.Holders(Final)
	if err != nil || len(after) != 4 || after[0].ID != 101 || after[0].Status != tournament.Withdrawn {
		t.Errorf("%+v, %v", after, err)
	}
	d.higher()
	step := d.run(d.higher, func() {})
	if tables, err := d.event.Standings(); err != nil || step.Deserted || tables[2].Rows[0].Player == 101 || tables[2].Rows[0].Rank != 1 {
		t.Errorf("%+v, %v", tables, err)
	}
}

func TestMoreInTheFinalThanPlannedGoWithoutAConsolation(t *testing.T) {
	d := open(t, Plan{
		Format: Groups, Groups: &groups.Plan{Sections: 2, Advance: 2, Final: groups.Knockout},
		Bracket: &bracket.Plan{Consolation: bracket.Shift{{1}}},
	}, 8, 1)
	if err := d.event.Plan.Check(8); err != nil {
		t.Fatal(err)
	}
	for range 3 { // all games of the sections are drawn: everybody goes on
		d.next()
		for _, i := range d.unfinished() {
			d.keep(d.event.Correct(d.event.Pairings[i].ID, tournament.Drawn, false, [2]int{}))
		}
	}
	d.run(d.higher, func() {})
	if holders, err := d.event.Holders(Final); err != nil || len(holders) != 8 {
		t.Errorf("%d in the final, %v", len(holders), err)
	}
}
