package play

import (
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
)

func TestHowLong(t *testing.T) {
	knockout := func(terms bracket.Terms) director.Plan {
		return director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {terms}}}}
	}
	for name, c := range map[string]struct {
		in                  TournamentInput
		players             int
		usual, longest      time.Duration
		control, unfinished string
		round               time.Duration
	}{
		"five rounds in which the side to move loses after ten days": {
			in: TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "per-move 3d", round: 10 * day, unfinished: store.ForfeitToMove, usual: 50 * day, longest: 50 * day},
		"with an extension the organiser has the last word": {
			in: TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "per-move 3d", round: 10 * day, unfinished: store.Extend, usual: 100 * day, longest: 0},
		"budgets bound what the organiser decides": {
			in: TournamentInput{NoLeave: true, Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "total 20d", round: 60 * day, usual: 5 * 70 * 6 * time.Hour * 3 / 2, longest: 5 * 40 * day},
		"leave can stop the budgets": {
			in: TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "total 20d", usual: 5 * 70 * 6 * time.Hour * 3 / 2, longest: 0},
		"but not those of less than a day": {
			in: TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "total 23h", usual: 5 * 23 * time.Hour * 3 / 2, longest: 5 * 46 * time.Hour},
		"nor the time of a round, after which the side to move loses": {
			in: TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "total 20d", round: 30 * day, unfinished: store.ForfeitToMove, usual: 5 * 70 * 6 * time.Hour * 3 / 2, longest: 5 * 30 * day},
		"an extension bounds nothing where leave can stop the budgets": {
			in: TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "total 20d", round: 30 * day, unfinished: store.Extend, usual: 5 * 70 * 6 * time.Hour * 3 / 2, longest: 0},
		"without leave nothing bounds a clock for each move": {
			in: TournamentInput{NoLeave: true, Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}}, players: 8,
			control: "per-move 2d", usual: 70 * 4 * time.Hour * 3 / 2, longest: 0},
		"nothing bounds a clock for each move": {
			in: TournamentInput{Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}}, players: 8,
			control: "per-move 2d", usual: 70 * 4 * time.Hour * 3 / 2, longest: 0},
		"no more rounds than players can play": {
			in: TournamentInput{NoLeave: true, Format: director.Swiss, Plan: director.Plan{Rounds: 9}}, players: 4,
			control: "total 10d", usual: 3 * 15 * day, longest: 3 * 20 * day},
		"all games of a round robin at once are one round": {
			in: TournamentInput{NoLeave: true, Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}}, players: 8,
			control: "total 10d", usual: 15 * day, longest: 20 * day},
		"a knockout of 16, best of three one after another": {
			in: TournamentInput{NoLeave: true, Format: director.Knockout, Plan: knockout(bracket.Terms{Games: 3})}, players: 16,
			control: "total 1d", usual: 12 * 30 * time.Hour, longest: 12 * 2 * day},
		"a double elimination of 8 with a second final": {
			in: TournamentInput{NoLeave: true, Format: director.DoubleElimination, Plan: director.Plan{Bracket: &bracket.Plan{Reset: true}}}, players: 8,
			control: "total 1d", usual: 6 * 30 * time.Hour, longest: 7 * 2 * day},
		"sections of four and a final of two, best of three": {
			in: TournamentInput{NoLeave: true, Format: director.Groups, Plan: director.Plan{AtOnce: true, Bracket: knockout(bracket.Terms{Games: 3}).Bracket,
				Groups: &groups.Plan{Sections: 2, Advance: 1, Final: groups.Knockout}}}, players: 8,
			control: "total 1d", usual: 36*time.Hour + 3*30*time.Hour, longest: 4 * 2 * day},
		"a double elimination with three days for a move": {
			in: TournamentInput{Format: director.DoubleElimination, Plan: director.Plan{Bracket: &bracket.Plan{Reset: true}}}, players: 16,
			control: "per-move 3d", usual: 8 * 70 * 6 * time.Hour * 5 / 4},
		"what cannot begin": {
			in: TournamentInput{Format: director.Groups, Plan: sections(4, 1)}, players: 3, control: "total 1d"},
		"over the board, with a day for a round": {
			in: TournamentInput{Format: director.Swiss, OverBoard: true, Plan: director.Plan{Rounds: 5}}, players: 20,
			control: "none", round: day, usual: 5 * day, longest: 0},
	} {
		c.in.Variant, c.in.Control, c.in.RoundTime, c.in.Unfinished = "checkers", c.control, c.round, c.unfinished
		usual, longest := HowLong(c.in, c.players)
		if usual != c.usual || longest != c.longest {
			t.Errorf("%s: usually %v, at most %v; want %v and %v", name, usual, longest, c.usual, c.longest)
		}
	}
}

func TestShorterMatchesOfLosersMakeAnEventShorter(t *testing.T) {
	lasts := func(losers int) time.Duration {
		in := TournamentInput{Format: director.DoubleElimination, Variant: "backgammon", Control: "per-move 3d", Beginning: Beginning{Length: 7},
			Plan: director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Losers: {{Points: losers}}}}}}
		usual, _ := HowLong(in, 8)
		return usual
	}
	// The longest line is three matches of the winners' bracket, the last one of
	// the losers' and the final; a point is 80 acts of three hours.
	if got, want := lasts(3), (3*7+3+7)*80*3*time.Hour*5/4; got != want {
		t.Errorf("with 3 points for the losers: %v, want %v", got, want)
	}
	if lasts(0) <= lasts(5) || lasts(5) <= lasts(3) {
		t.Errorf("lengths 7, 5 and 3 take %v, %v and %v", lasts(0), lasts(5), lasts(3))
	}
}

// ends are those of a tournament now.
func (h *held) ends() (projected, guaranteed time.Time) {
	h.t.Helper()
	games, err := h.Store.Read(h.t.Context()).TournamentGames(h.id)
	must(h.t, err)
	t := h.row()
	return Ends(&t.Tournament, h.event(), h.pairings(), games, h.Now())
}

func TestEnds(t *testing.T) {
	c := newClub(t, peopleOf(4)...)
	starts := c.Now().Add(5 * day)
	h := hold(c, TournamentInput{
		Format: director.Swiss, Plan: director.Plan{Rounds: 3}, Control: "per-move 3d", RoundTime: 20 * day, Unfinished: store.ForfeitToMove, StartsAt: starts,
	}, peopleOf(4)...)
	is := func(when string, projected, guaranteed time.Time) {
		t.Helper()
		p, g := h.ends()
		if !p.Equal(projected) || !g.Equal(guaranteed) {
			t.Errorf("%s: probably %v, at the latest %v; want %v, %v", when, p, g, projected, guaranteed)
		}
	}
	is("before the start", starts.Add(60*day), starts.Add(60*day))
	h.wait(5 * day)
	is("when it has begun", starts.Add((70*6+2*20*24)*time.Hour), starts.Add(60*day))

	// Both games get a ply every two hours.
	open := h.open()
	for range 5 {
		for range 2 {
			h.wait(2 * time.Hour)
			for _, p := range open {
				h.playOut(p.GameID, 1)
			}
		}
	}
	// With two hours a ply a game takes 140 hours, a round half as long again; of
	// the games that run 60 plies are left.
	round := 210 * time.Hour
	is("at a pace of two hours", h.Now().Add(120*time.Hour+2*round), starts.Add(60*day))
	h.resigns(open[0].GameID, rules.White)
	is("with one game of the round", h.Now().Add(120*time.Hour+2*round), starts.Add(60*day))
	h.resigns(open[1].GameID, rules.White)
	h.live()
	is("with a new round", h.Now().Add(140*time.Hour+round), h.Now().Add(40*day))
	for h.row().Status == store.TournamentRunning {
		h.strong()
		h.live()
	}
	is("at the end", h.Now(), h.Now())
}

func (h *held) resigns(game int64, loser rules.Side) {
	h.t.Helper()
	must(h.t, h.act(game, loser, "resign"))
}

func TestEndsAreUnknownWhereNothingBoundsThem(t *testing.T) {
	c := newClub(t, peopleOf(4)...)
	h := hold(c, TournamentInput{Format: director.RoundRobin, Control: "fischer 10d+1d", RoundTime: 30 * day}, peopleOf(4)...)
	if p, g := h.ends(); !p.IsZero() || !g.IsZero() {
		t.Errorf("without an hour to start at: %v, %v", p, g)
	}
	h.start()
	p, g := h.ends()
	if p.IsZero() || !g.IsZero() {
		t.Errorf("where the organiser decides: %v, %v", p, g)
	}
	leave := hold(c, TournamentInput{Format: director.RoundRobin, Control: "total 5d"}, peopleOf(4)...).start()
	if p, g := leave.ends(); p.IsZero() || !g.IsZero() {
		t.Errorf("where leave can stop the budgets: %v, %v", p, g)
	}
	total := hold(c, TournamentInput{Format: director.RoundRobin, Control: "total 5d", NoLeave: true}, peopleOf(4)...).start()
	if _, g := total.ends(); !g.Equal(total.Now().Add(30 * day)) {
		t.Errorf("three rounds of two budgets of five days end at %v", g)
	}
	total.pass(day)
	total.playOut(total.open()[0].GameID, 1)
	if _, g := total.ends(); !g.Equal(total.Now().Add(29 * day)) {
		t.Errorf("a day later, of %v, they end at %v", total.Now(), g)
	}
}

func TestLeaveCanKeepTheEndOpen(t *testing.T) {
	for _, c := range []struct {
		name, control string
		noLeave, open bool
	}{
		{"budgets of days, which leave can stop", "total 20d", false, true},
		{"budgets of days without leave", "total 20d", true, false},
		{"budgets of less than a day", "total 23h", false, false},
		{"a time for each move has no end anyway", "per-move 3d", false, false},
		{"an increment has no end anyway", "fischer 10d+1d cap 14d", false, false},
		{"no clock", "none", false, false},
	} {
		if got := EndsButForLeave(c.control, c.noLeave); got != c.open {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
