package play

import (
	"slices"
	"testing"

	"crownpost/api/store"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
)

// boardsOf is an event over the board.
func boardsOf(in TournamentInput) TournamentInput {
	in.OverBoard = true
	return in
}

// A match of a draw in which nobody has moved, and over the board one without a
// result, has not begun: a correction before it brings others to it.
func TestACorrectionBringsOthersToAMatchThatHasNotBegun(t *testing.T) {
	double := TournamentInput{Format: director.DoubleElimination, Plan: director.Plan{Bracket: &bracket.Plan{}}}
	for _, tc := range []struct {
		name  string
		in    TournamentInput
		first string
		// last is a match to which the loser and, after the correction, the winner
		// of the first come.
		last int
	}{
		{"a knockout over the board", boardsOf(knockout), "bert", 3},
		{"a knockout on the site", knockout, "bert", 3},
		{"a double elimination over the board", boardsOf(double), "bert", 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ctx := t.Context()
			d := newDesk(t, 4, tc.in)
			anna := d.people["anna"]
			d.set(1, "1-0")
			d.set(2, "1-0")
			d.runTasks()
			before := d.round(tc.last)
			if len(before) != 1 {
				t.Fatalf("%q", before)
			}
			must(t, d.SetResult(ctx, anna, d.id, d.of(tc.first, 1).ID, ResultInput{Result: "0-1", Reason: "wrong way round"}))
			entry := d.last()
			d.runTasks()
			after := d.round(tc.last)
			if len(after) != 1 || slices.Equal(after, before) {
				t.Fatalf("before %q, after %q", before, after)
			}
			must(t, d.UndoAct(ctx, anna, d.id, entry.ID, "it was right"))
			d.runTasks()
			if again := d.round(tc.last); !slices.Equal(again, before) {
				t.Errorf("taken back: %q, want %q", again, before)
			}
		})
	}
}

// The act that set the results is taken back though the final is drawn up.
func TestResultsBeforeAFinalThatHasNotBegunAreTakenBack(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, boardsOf(knockout))
	anna := d.people["anna"]
	d.set(1, "1-0")
	d.set(2, "1-0")
	entry := d.last()
	log := d.log()
	last := slices.IndexFunc(log, func(e store.EntryView) bool { return e.Act == "result" && e.ID != entry.ID })
	must(t, d.UndoAct(ctx, anna, d.id, log[last].ID, "wrong way round"))
	d.runTasks()
	if got := d.round(3); len(got) != 0 || d.of("bert", 1).Result != "" {
		t.Errorf("%q, %+v", got, d.of("bert", 1))
	}
	d.set(1, "0-1")
	if got := d.of("emil", 3); got.Round != 3 {
		t.Errorf("%+v", got)
	}
}

func TestARulingBeforeAMatchThatHasNotBegun(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, boardsOf(knockout))
	anna := d.people["anna"]
	d.set(1, "1-0")
	d.set(2, "1-0")
	must(t, d.RuleMatch(ctx, anna, d.id, "", 1, "decision", d.on["emil"], "hearing"))
	d.runTasks()
	if got := d.of("emil", 3); got.Kind != string(director.Game) {
		t.Errorf("%+v", got)
	}
}

// A ruling over the board takes the place of the games that were not played: there
// is no result to set, until it is taken back.
func TestAMatchThatWasRuledOnHasNoResults(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, boardsOf(knockout))
	anna := d.people["anna"]
	d.set(1, "1-0")
	d.set(2, "1-0")
	semi, final := d.of("carl", 2), d.of("bert", 3)
	must(t, d.RuleMatch(ctx, anna, d.id, "", 2, "decision", d.on["carl"], "hearing"))
	for _, result := range []string{"0-1", ""} {
		if err := d.SetResult(ctx, anna, d.id, semi.ID, ResultInput{Result: result, Reason: "as played"}); !refusedWith(err, "desk-ruled") {
			t.Errorf("%q: %v", result, err)
		}
	}
	must(t, d.RuleMatch(ctx, anna, d.id, "", 2, "", 0, "hearing"))
	must(t, d.RuleMatch(ctx, anna, d.id, "", 3, "walkover", d.on["bert"], "did not come"))
	if err := d.SetResult(ctx, anna, d.id, final.ID, ResultInput{Result: "1-0", Reason: "as played"}); err == nil {
		t.Error("a game that a ruling has taken out has a result")
	}
	if err := d.SetResult(ctx, anna, d.id, semi.ID, ResultInput{Result: "0-1", Reason: "as played"}); !refusedWith(err, "desk-begun-matches") && !refusedWith(err, "desk-over") {
		t.Errorf("before a match that is decided: %v", err)
	}
	must(t, d.RuleMatch(ctx, anna, d.id, "", 3, "", 0, "they came"))
	d.runTasks()
	if got := d.of("bert", 3); got.Result != "" || got.Kind != string(director.Game) {
		t.Errorf("%+v", got)
	}
	must(t, d.SetResult(ctx, anna, d.id, semi.ID, ResultInput{Result: "0-1", Reason: "as played"}))
}

func TestACorrectionInASectionBeforeAFinalThatHasNotBegun(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 6, TournamentInput{Format: director.Groups, OverBoard: true, Plan: director.Plan{
		AtOnce: true, Groups: &groups.Plan{Sections: 2, Advance: 1, Final: groups.Knockout},
	}})
	anna := d.people["anna"]
	var list []BoardResult
	for _, p := range d.pairings() {
		list = append(list, BoardResult{Pairing: p.ID, Result: "1-0"})
	}
	must(t, d.SetResults(ctx, anna, d.id, list, "as played"))
	entry := d.last()
	d.runTasks()
	finals := func() (all []store.Pairing) {
		for _, p := range d.pairings() {
			if p.Stage == director.Final {
				all = append(all, p)
			}
		}
		return all
	}
	before := finals()
	for _, p := range list {
		must(t, d.SetResult(ctx, anna, d.id, p.Pairing, ResultInput{Result: "0-1", Reason: "wrong way round"}))
		d.runTasks()
	}
	if after := finals(); len(before) != 2 || len(after) != 2 || after[0].ID == before[0].ID {
		t.Errorf("before %+v, after %+v", before, after)
	}
	must(t, d.UndoAct(ctx, anna, d.id, d.last().ID, "by mistake"))
	d.runTasks()
	if err := d.UndoAct(ctx, anna, d.id, entry.ID, "by mistake"); !refusedWith(err, "undo-since") {
		t.Errorf("results that were corrected since: %v", err)
	}
}
