package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/report"
	"crownpost/tournament/tiebreak"
	"crownpost/tournament/trf"
)

// stage is an event that a test plays.
type stage struct {
	t     *testing.T
	event director.Event
	last  int64
	lots  uint32
}

// draw is a number below n, the same ones in every run.
func (s *stage) draw(n int) int {
	s.lots = s.lots*1664525 + 1013904223
	return int(s.lots>>8) % n
}

func newStage(t *testing.T, plan director.Plan, players int) *stage {
	t.Helper()
	s := &stage{t: t, event: director.Event{Plan: plan}}
	for range players {
		s.event.Players = append(s.event.Players, s.player())
	}
	started, err := s.event.Start(director.ByRating(s.event.Candidates()))
	if err != nil {
		t.Fatal(err)
	}
	s.event = started
	return s
}

func (s *stage) player() director.Player {
	s.last++
	return director.Player{ID: s.last, Name: fmt.Sprintf("Player %d", s.last), Rating: 1000 + s.draw(1000), Status: tournament.Entered}
}

// next begins what is due; false when the event is over.
func (s *stage) next() bool {
	s.t.Helper()
	step, err := s.event.Next()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, p := range step.Pairings {
		s.last++
		p.ID = s.last
		s.event.Pairings = append(s.event.Pairings, p)
	}
	return !step.Over
}

// file is the report as another program would read it.
func (s *stage) file(dialect trf.Dialect) *trf.File {
	s.t.Helper()
	f, err := report.New(s.event, report.Terms{Name: "Autumn", Acts: nil}, dialect)
	if err != nil {
		s.t.Fatal(err)
	}
	var text bytes.Buffer
	if err := trf.Write(&text, f); err != nil {
		s.t.Fatal(err)
	}
	read, err := trf.Read(text.Bytes(), trf.Options{Strict: true})
	if err != nil {
		s.t.Fatalf("%v\n%s", err, text.String())
	}
	return read
}

// checked fails unless the report is paired by the rules and has the standings
// of the event.
func (s *stage) checked(when string) {
	s.t.Helper()
	for _, dialect := range []trf.Dialect{trf.TRF26, trf.TRF16} {
		f := s.file(dialect)
		differences, err := report.Check(f)
		tables := s.event.Plan.Format == director.RoundRobin && s.event.Plan.Pairs // each of their rounds is two here
		if err != nil || len(differences) > 0 && !tables {
			s.t.Fatalf("%s, dialect %d: %v %v", when, dialect, differences, err)
		}
		if when != "in a round" {
			s.standing(when, f)
		}
	}
}

// standing compares ranks, points and tie-breaks.
func (s *stage) standing(when string, f *trf.File) {
	s.t.Helper()
	tables, err := s.event.Standings()
	if err != nil {
		s.t.Fatal(err)
	}
	ranked, err := tiebreak.Rank(f.Field, tables[0].Codes)
	if err != nil {
		s.t.Fatal(err)
	}
	for i, row := range tables[0].Rows {
		if row.Annulled {
			continue
		}
		at := slices.IndexFunc(ranked.Rows, func(r tiebreak.Row) bool { return r.Player == row.Seat })
		theirs := ranked.Rows[at]
		if theirs.Rank != row.Rank || theirs.Points.Number != row.Points.Number {
			s.t.Fatalf("%s: row %d has rank %d and %v points, in the file %d and %v", when, i+1, row.Rank, row.Points.Number, theirs.Rank, theirs.Points.Number)
		}
		for j, v := range row.Values {
			if theirs.Values[j].Number != v.Number || theirs.Values[j].None != v.None {
				s.t.Fatalf("%s: row %d, %v: %v, in the file %v", when, i+1, tables[0].Codes[j], v.Number, theirs.Values[j].Number)
			}
		}
	}
}

// result gives a game a result, now and then without play.
func (s *stage) result(p *director.Pairing) {
	p.Result = []tournament.Result{tournament.WhiteWins, tournament.BlackWins, tournament.Drawn, tournament.WhiteWins}[s.draw(4)]
	switch s.draw(12) {
	case 0:
		p.Result, p.Forfeit = tournament.BlackWins, true
	case 1:
		p.Result, p.Forfeit = tournament.BothLose, true
	}
	p.Score = [2]int{s.draw(8), s.draw(8)}
}

// play finishes what runs, in two halves with a look at the report between.
func (s *stage) play() {
	s.t.Helper()
	half := false
	for i := range s.event.Pairings {
		p := &s.event.Pairings[i]
		if p.Kind != director.Game || p.Result != tournament.Unfinished {
			continue
		}
		if half {
			s.checked("in a round")
		}
		s.result(p)
		half = s.draw(4) == 0
	}
}

// leave lets a player go.
func (s *stage) leave(seat int) {
	s.t.Helper()
	for _, p := range s.event.Players {
		if p.Seat != seat || p.Status.Left() {
			continue
		}
		after, changed, err := s.event.Leave(p.ID, tournament.Withdrawn)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, c := range changed {
			at := slices.IndexFunc(after.Pairings, func(p director.Pairing) bool { return p.ID == c.ID })
			after.Pairings[at] = c
		}
		s.event = after
	}
}

// bye grants a half-point bye for the coming round.
func (s *stage) bye(seat int) {
	for _, p := range s.event.Players {
		if p.Seat == seat && !p.Status.Left() {
			if after, pairing, err := s.event.Bye(p.ID, s.event.Round()+1, director.HalfBye); err == nil {
				s.last++
				at := slices.IndexFunc(after.Pairings, func(p director.Pairing) bool { return p == pairing })
				after.Pairings[at].ID = s.last
				s.event = after
			}
		}
	}
}

func TestReportsOfASwissAreOfTheRulesAtEveryMoment(t *testing.T) {
	for _, c := range []struct {
		name    string
		plan    director.Plan
		players int
	}{
		{"a plain event", director.Plan{Rounds: 5}, 12},
		{"an odd one with byes", director.Plan{Rounds: 7, HalfByes: 2}, 23},
		{"an accelerated one", director.Plan{Rounds: 7, Accelerated: true}, 30},
		{"players who must not meet", director.Plan{Rounds: 5, Forbidden: [][]int64{{1, 2, 3}, {4, 5}}}, 16},
		{"two games a pairing", director.Plan{Rounds: 4, Pairs: true}, 11},
		{"draughts points", director.Plan{Rounds: 6, Scoring: director.TwoOne, HalfByes: 1}, 14},
		{"three points for a win", director.Plan{Rounds: 6, Scoring: director.ThreeOne}, 15},
		{"no colours and match points", director.Plan{Rounds: 6, Colourless: true, Scoring: director.ByScore, Length: 7}, 13},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.plan.Format, c.plan.Initial = director.Swiss, tournament.Black
			s := newStage(t, c.plan, c.players)
			s.checked("before the first round")
			for s.next() {
				s.checked("in a round")
				s.play()
				s.checked("between rounds")
				if s.event.Round() < c.plan.Rounds {
					s.leave(1 + s.draw(3*c.players))
					s.bye(1 + s.draw(c.players))
				}
				if s.event.Round() >= 4 && s.event.Round() < c.plan.Rounds {
					// Later entrants sit last: nobody's number changes.
					joined, err := s.event.Join(s.player())
					if err != nil {
						t.Fatal(err)
					}
					s.event = joined
				}
				s.checked("in a break")
			}
			s.checked("at the end")
		})
	}
}

func TestReportsOfARoundRobinHaveItsStandings(t *testing.T) {
	for _, plan := range []director.Plan{{}, {Cycles: 2}, {AtOnce: true}, {Pairs: true}, {Law: tournament.LawAnnulAll}} {
		plan.Format = director.RoundRobin
		s := newStage(t, plan, 7)
		for round := 1; s.next(); round++ {
			s.play()
			s.checked("between rounds")
			if round == 2 {
				s.leave(3)
				s.checked("after somebody left")
			}
		}
		s.checked("at the end")
	}
}

func TestReportsTellWhatTheRulesDoNot(t *testing.T) {
	s := newStage(t, director.Plan{Format: director.Swiss, Rounds: 3, Initial: tournament.White}, 6)
	for range 2 {
		s.next()
		s.play()
	}
	for i := range s.event.Pairings {
		if p := &s.event.Pairings[i]; p.Round == 1 {
			p.Result, p.Forfeit = tournament.BlackWins, false
		}
	}
	s.next()
	f, err := report.New(s.event, report.Terms{Acts: []string{"2026-11-30 result corrected: the sheet was misread"}}, trf.TRF26)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(f.Kept, "\n")
	for _, want := range []string{
		"### Crownpost: Round 3 is being played. Its games are in these comments alone.",
		"### Crownpost: Act of the director: 2026-11-30 result corrected: the sheet was misread",
		"### Crownpost: Round 2 is not paired as the rules pair it on this file.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
