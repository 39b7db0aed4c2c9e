package director

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
	"crownpost/tournament/tiebreak"
)

func TestAFieldThatAnEventCannotHoldIsRefused(t *testing.T) {
	field := func(change func(*tournament.Field)) tournament.Field {
		win := tournament.Record{Kind: tournament.Win, Opponent: 2, Colour: tournament.White, Points: 10}
		loss := tournament.Record{Kind: tournament.Loss, Opponent: 1, Colour: tournament.Black}
		f := tournament.Field{Points: tournament.DefaultPoints(), Rounds: 3, Players: []tournament.Player{
			{ID: 1, Records: []tournament.Record{win}}, {ID: 2, Records: []tournament.Record{loss}}, {ID: 4}, {ID: 5},
		}}
		change(&f)
		return f
	}
	for _, c := range []struct {
		name   string
		format Format
		change func(*tournament.Field)
		want   error
	}{
		{"a Swiss", Swiss, func(*tournament.Field) {}, nil},
		{"a round robin", RoundRobin, func(*tournament.Field) {}, nil},
		{"a knockout", Knockout, func(*tournament.Field) {}, ErrFormat},
		{"points outside of the rounds", Swiss, func(f *tournament.Field) { f.Players[0].Adjustment = 5 }, nil},
		{"more of them than any event gives", Swiss, func(f *tournament.Field) { f.Players[0].Adjustment = -1001 }, ErrField},
		{"points outside of the rounds of a round robin", RoundRobin, func(f *tournament.Field) { f.Players[0].Adjustment = 5 }, ErrField},
		{"a bye worth half a win", Swiss, func(f *tournament.Field) { f.Points.PairingBye = 5 }, nil},
		{"a bye worth half a win in a round robin", RoundRobin, func(f *tournament.Field) { f.Points.PairingBye = 5 }, ErrField},
		{"a draw worth more than a win", Swiss, func(f *tournament.Field) { f.Points.Draw = 15 }, ErrField},
		{"two winners", Swiss, func(f *tournament.Field) {
			f.Players[1].Records[0].Kind, f.Players[1].Records[0].Points = tournament.Win, 10
		}, ErrField},
		{"a win of less points", Swiss, func(f *tournament.Field) { f.Players[0].Records[0].Points = 5 }, ErrField},
		{"a game against nobody", Swiss, func(f *tournament.Field) { f.Players[0].Records[0].Opponent = 9 }, ErrField},
		{"a game of one side", Swiss, func(f *tournament.Field) { f.Players[1].Records = nil }, ErrField},
		{"a game of one side in a round robin", RoundRobin, func(f *tournament.Field) { f.Players[1].Records = nil }, ErrField},
		{"virtual points of his own", Swiss, func(f *tournament.Field) { f.Players[1].Virtual = []tournament.Tenths{7} }, nil},
		{"virtual points below nothing", Swiss, func(f *tournament.Field) { f.Players[1].Virtual = []tournament.Tenths{-7} }, ErrField},
		{"a round robin of one", RoundRobin, func(f *tournament.Field) { f.Players = f.Players[2:3] }, ErrField},
		{"a round robin with a rematch", RoundRobin, func(f *tournament.Field) {
			for i := range 2 {
				f.Players[i].Records = append(f.Players[i].Records, f.Players[i].Records[0])
			}
		}, ErrField},
	} {
		if _, err := FromField(field(c.change), c.format); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// TestWhatAFileGivesSinglePlayersStays compares a field that counts in its own way
// with that of the event made of it.
func TestWhatAFileGivesSinglePlayersStays(t *testing.T) {
	begun := open(t, Plan{Format: Swiss, Rounds: 5}, 9, 3)
	for range 3 {
		begun.next()
		begun.higher()
	}
	f := begun.event.Field()
	f.Points = tournament.PointsOf(30, 20, 10)
	f.Points.PairingBye, f.Points.ForfeitLoss = 15, 5
	for i := range f.Players {
		for j := range f.Players[i].Records {
			r := &f.Players[i].Records[j]
			r.Points = f.Points.For(r.Kind)
		}
	}
	f.Players[1].Adjustment, f.Players[4].Adjustment = 5, -10
	f.Players[2].Virtual, f.Players[4].Virtual = []tournament.Tenths{10, 10, 10, 5}, []tournament.Tenths{0, 0, 0, 20}
	e, err := FromField(f, Swiss)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(f, e.Field()); d != "" {
		t.Errorf("(-field +event):\n%s", d)
	}
	want, err := swiss.Pair(f, 4)
	if err != nil {
		t.Fatal(err)
	}
	step, err := e.Next()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range want.Pairings {
		if got := step.Pairings[i]; int(got.White) != p.White || int(got.Black) != p.Black {
			t.Errorf("board %d: %+v, want %+v", i+1, got, p)
		}
	}
	progress, err := e.Progress("")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range tables[0].Rows {
		score := f.Players[row.Seat-1].Score(3)
		if got := progress.Sums[i][2]; got != score {
			t.Errorf("seat %d has %d in the progress table, want %d", row.Seat, got, score)
		}
		sum := tiebreak.Hundredths(0)
		for _, term := range row.Points.Terms {
			sum += term.Value
		}
		if want := 10 * tiebreak.Hundredths(score); row.Points.Number != want || sum != want {
			t.Errorf("seat %d has %v points that add up to %v, want %v", row.Seat, row.Points.Number, sum, want)
		}
	}
	bad := e
	bad.Plan.Extra = []Extra{{Player: 1, Virtual: make([]tournament.Tenths, MaxSwissRounds+1)}}
	if err := bad.Plan.Check(0); !errors.Is(err, ErrPlan) {
		t.Errorf("virtual points of too many rounds: %v", err)
	}
}

func TestAnEventBegunElsewhereGoesOn(t *testing.T) {
	begun := open(t, Plan{Format: Swiss, Rounds: 5, Accelerated: true, Forbidden: [][]int64{{101, 104}}}, 12, 3)
	for range 2 {
		begun.next()
		begun.higher()
	}
	e, err := FromField(begun.event.Field(), Swiss)
	if err != nil {
		t.Fatal(err)
	}
	want, err := begun.event.Next()
	if err != nil {
		t.Fatal(err)
	}
	step, err := e.Next()
	if err != nil || len(step.Pairings) != len(want.Pairings) {
		t.Fatalf("%+v, %v", step, err)
	}
	seats := begun.event.seats()
	for i, p := range step.Pairings {
		if w := want.Pairings[i]; p.White != int64(seats[w.White]) || p.Black != int64(seats[w.Black]) || p.Board != w.Board {
			t.Errorf("%+v, want %+v", p, w)
		}
	}

	robin := open(t, Plan{Format: RoundRobin, Cycles: 2}, 5, 3)
	for range 3 {
		robin.next()
		robin.higher()
	}
	if e, err = FromField(robin.event.Field(), RoundRobin); err != nil {
		t.Fatal(err)
	}
	if step, err = e.Next(); err != nil || step.Round != 4 || len(step.Pairings) != 2 || e.Plan.Cycles != 2 {
		t.Errorf("%+v, %v", step, err)
	}
}
