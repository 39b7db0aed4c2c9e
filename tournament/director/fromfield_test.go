package director

import (
	"errors"
	"testing"

	"crownpost/tournament"
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
		{"points outside of the rounds", Swiss, func(f *tournament.Field) { f.Players[0].Adjustment = 5 }, ErrField},
		{"a bye worth half a win", Swiss, func(f *tournament.Field) { f.Points.PairingBye = 5 }, ErrField},
		{"two winners", Swiss, func(f *tournament.Field) {
			f.Players[1].Records[0].Kind, f.Players[1].Records[0].Points = tournament.Win, 10
		}, ErrField},
		{"a win of less points", Swiss, func(f *tournament.Field) { f.Players[0].Records[0].Points = 5 }, ErrField},
		{"a game against nobody", Swiss, func(f *tournament.Field) { f.Players[0].Records[0].Opponent = 9 }, ErrField},
		{"a game of one side", Swiss, func(f *tournament.Field) { f.Players[1].Records = nil }, ErrField},
		{"a game of one side in a round robin", RoundRobin, func(f *tournament.Field) { f.Players[1].Records = nil }, ErrField},
		{"virtual points of his own", Swiss, func(f *tournament.Field) { f.Players[1].Virtual = []tournament.Tenths{7} }, ErrField},
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
