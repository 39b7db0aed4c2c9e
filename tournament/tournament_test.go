package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func splitGames(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ", ")
}

func TestStartGivesSeats(t *testing.T) {
	entrants := []Entrant{
		{ID: 1, Status: Entered}, {ID: 2, Status: Withdrawn}, {ID: 3, Status: Entered}, {ID: 4, Status: Entered},
	}
	e, err := Event{Entrants: entrants}.Start([]int{2, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	want := []Entrant{
		{ID: 1, Seat: 2, Status: Active}, {ID: 2, Status: Withdrawn},
		{ID: 3, Seat: 3, Status: Active}, {ID: 4, Seat: 1, Status: Active},
	}
	if !slices.Equal(e.Entrants, want) {
		t.Errorf("entrants %+v, want %+v", e.Entrants, want)
	}
	if entrants[0].Seat != 0 {
		t.Error("the caller's entrants were changed")
	}
	if _, err := e.Start([]int{0, 1, 2}); !errors.Is(err, ErrStarted) {
		t.Errorf("second start: %v", err)
	}
}

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct {
		name     string
		entrants int
		order    []int
		want     error
	}{
		{"an event without players", 0, nil, ErrNotEnoughPlayers},
		{"an event with one player", 1, []int{0}, ErrNotEnoughPlayers},
		{"an order that leaves one out", 3, []int{0, 1}, ErrBadOrder},
		{"an order that seats one twice", 3, []int{0, 1, 1}, ErrBadOrder},
		{"an order that names nobody", 3, []int{0, 1, 3}, ErrBadOrder},
		{"an order below zero", 3, []int{0, 1, -1}, ErrBadOrder},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := Event{Entrants: make([]Entrant, c.entrants)}
			if _, err := e.Start(c.order); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestAnEventRunsRoundByRoundToItsEnd(t *testing.T) {
	for _, format := range []Format{RoundRobin, DoubleRoundRobin} {
		for n := 2; n <= 7; n++ {
			e := started(t, format, n)
			for round := 1; round <= e.Rounds(); round++ {
				if got := e.NextRound(); got != round {
					t.Fatalf("%s of %d: next round %d, want %d", format, n, got, round)
				}
				playRound(t, &e, round)
				if !e.RoundComplete(round) {
					t.Fatalf("%s of %d: round %d is not complete", format, n, round)
				}
			}
			if e.State() != Over || e.NextRound() != 0 {
				t.Errorf("%s of %d: state %s, next round %d", format, n, e.State(), e.NextRound())
			}
			if len(e.Games) != len(e.Schedule()) {
				t.Errorf("%s of %d: %d games, %d scheduled", format, n, len(e.Games), len(e.Schedule()))
			}
			for i, row := range e.Standings().Rows {
				if row.Seat != i+1 || row.Rank != i+1 {
					t.Errorf("%s of %d: seat %d has rank %d on line %d", format, n, row.Seat, row.Rank, i+1)
				}
			}
		}
	}
}

func TestRoundsOutsideTheEventAreRefused(t *testing.T) {
	e := started(t, RoundRobin, 4)
	for _, round := range []int{-1, 0, 4} {
		if _, err := e.Round(round); !errors.Is(err, ErrNoSuchRound) {
			t.Errorf("round %d: %v", round, err)
		}
		if e.RoundComplete(round) || e.Rest(round) != 0 {
			t.Errorf("round %d is complete or has a rest", round)
		}
	}
	if e := (Event{}); e.State() != NotStarted || e.Rounds() != 0 || e.NextRound() != 0 {
		t.Error("an event without players is under way")
	}
}

func TestInAnOddFieldEverybodyRestsOnce(t *testing.T) {
	e := started(t, RoundRobin, 7)
	var rests []int
	for round := 1; round <= e.Rounds(); round++ {
		rests = append(rests, e.Rest(round))
	}
	slices.Sort(rests)
	if want := []int{1, 2, 3, 4, 5, 6, 7}; !slices.Equal(rests, want) {
		t.Errorf("rests %v, want %v", rests, want)
	}
	if got := started(t, RoundRobin, 6).Rest(1); got != 0 {
		t.Errorf("seat %d rests in an even field", got)
	}
}

func TestResultsAsTextAndPoints(t *testing.T) {
	for _, c := range []struct {
		result       Result
		text         string
		white, black int
	}{
		{Unfinished, "*", 0, 0}, {WhiteWins, "1-0", 2, 0}, {BlackWins, "0-1", 0, 2}, {Drawn, "½-½", 1, 1}, {BothLose, "0-0", 0, 0},
	} {
		white, black := c.result.Points()
		if c.result.String() != c.text || white != c.white || black != c.black {
			t.Errorf("%s: %d-%d, want %s: %d-%d", c.result, white, black, c.text, c.white, c.black)
		}
	}
}

func ExampleEvent() {
	e := Event{Format: RoundRobin, Entrants: []Entrant{
		{ID: 11, Rating: 1480, Status: Entered},
		{ID: 12, Rating: 1620, Status: Entered},
		{ID: 13, Rating: 1550, Status: Entered},
	}}
	e, err := e.Start(ByRating(e.Candidates()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for round := e.NextRound(); round != 0; round = e.NextRound() {
		games, err := e.Round(round)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, g := range games {
			g.Result = WhiteWins
			if g.Black == 1 {
				g.Result = Drawn
			}
			fmt.Printf("round %d: %d-%d %v, %d rests\n", round, g.White, g.Black, g.Result, e.Rest(round))
			e.Games = append(e.Games, g)
		}
	}
	for _, row := range e.Standings().Rows {
		fmt.Printf("%d. player %d, %d half points\n", row.Rank, row.Player.ID, row.Points)
	}
	// Output:
	// round 1: 2-3 1-0, 1 rests
	// round 2: 1-2 1-0, 3 rests
	// round 3: 3-1 ½-½, 2 rests
	// 1. player 12, 3 half points
	// 2. player 13, 2 half points
	// 3. player 11, 1 half points
}
