package director

import (
	"errors"
	"slices"
	"testing"

	"crownpost/tournament"
)

func TestALateEntrantSitsAmongRatings(t *testing.T) {
	for _, tc := range []struct {
		name    string
		holders []int
		rating  int
		seat    int
	}{
		{"between the stronger and the weaker", []int{1900, 1800, 1700}, 1750, 3},
		{"behind those of the same rating", []int{1900, 1800, 1700}, 1800, 3},
		{"unrated, last", []int{1900, 1800, 0}, 0, 4},
		{"before the unrated", []int{1900, 1800, 0, 0}, 1000, 3},
		{"the strongest, first", []int{1900, 1800}, 2000, 1},
		{"not before everybody because the first seat has an unrated substitute", []int{0, 1800, 1700, 1600}, 1000, 5},
		{"not behind everybody because the last seat has a strong substitute", []int{1900, 1800, 1600, 2500}, 1850, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var holders []Player
			for _, r := range tc.holders {
				holders = append(holders, Player{Rating: r})
			}
			if got := lateSeat(holders, tc.rating); got != tc.seat {
				t.Errorf("seat %d, want %d", got, tc.seat)
			}
		})
	}
}

func TestALateEntrantMeetsTheOneWithTheBye(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 3, Initial: tournament.White}, 5, 1)
	d.next()
	bye := d.game(105, 1)
	e, err := d.event.JoinOpen(Player{ID: 9, Name: "Late"})
	if err != nil {
		t.Fatal(err)
	}
	step, err := e.MeetBye(9)
	if err != nil || !slices.Equal(step.Drops, []int64{bye.ID}) || len(step.Pairings) != 1 {
		t.Fatalf("%+v, %v", step, err)
	}
	if g := step.Pairings[0]; g.Kind != Game || g.Round != 1 || g.Board != 3 || g.White+g.Black != 105+9 {
		t.Errorf("%+v", g)
	}
	if _, err := e.MeetBye(101); !errors.Is(err, ErrRound) {
		t.Errorf("who has a game: %v", err)
	}
	if _, err := e.MeetBye(77); !errors.Is(err, ErrNoSuchPlayer) {
		t.Errorf("a stranger: %v", err)
	}
	again, err := e.Repair(1)
	if err != nil || len(again.Pairings) == 0 {
		t.Errorf("paired again: %+v, %v", again, err)
	}
}
