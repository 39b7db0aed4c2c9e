package bracket

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
)

func TestTheDrawOfAKnockout(t *testing.T) {
	for _, c := range []struct {
		name string
		plan Plan
		main string
		more string
	}{
		{"two players have a final", Plan{Seats: 2}, "1-2", ""},
		{"eight are seeded", Plan{Seats: 8}, "1-8 4-5 2-7 3-6 | w1-w2 w3-w4 | w5-w6", ""},
		{"byes go to the first seeds", Plan{Seats: 5}, "1-0 4-5 2-0 3-0 | w1-w2 w3-w4 | w5-w6", ""},
		{
			"the first of a draw by lot stand where seeds would", Plan{Seats: 5, Order: Drawn([]int{5, 3, 1, 2, 4})},
			"5-0 2-4 3-0 1-0 | w1-w2 w3-w4 | w5-w6", "",
		},
		{"a drawn order is taken as it is", Plan{Seats: 3, Order: []int{2, 3, 0, 1}}, "2-3 0-1 | w1-w2", ""},
		{"losers of the semi-finals play for the third place", Plan{Seats: 4, ThirdPlace: true}, "1-4 2-3 | w1-w2", "l1-l2"},
		{"of two nobody is left for the third place", Plan{Seats: 2, ThirdPlace: true}, "1-2", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.plan.Format = Knockout
			d := drawn(t, c.plan).Draw
			expect(t, "main", pairs(d, Main), c.main)
			expect(t, "third place", pairs(d, ThirdPlace), c.more)
		})
	}
}

func TestADrawIsRefused(t *testing.T) {
	shift, err := ParseShift("AB.|")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		plan Plan
		want error
	}{
		{"one player", Plan{Format: Knockout, Seats: 1}, ErrSeats},
		{"too many players", Plan{Format: Knockout, Seats: MaxSeats + 1}, ErrSeats},
		{"no format", Plan{Seats: 4}, ErrPlan},
		{"a seat that stands twice", Plan{Format: Knockout, Seats: 4, Order: []int{1, 2, 3, 3}}, ErrOrder},
		{"a seat that is missing", Plan{Format: Knockout, Seats: 4, Order: []int{1, 2, 3, 0}}, ErrOrder},
		{"a draw that is too large", Plan{Format: Knockout, Seats: 4, Order: []int{1, 0, 2, 0, 3, 0, 4, 0}}, ErrOrder},
		{"two byes that meet", Plan{Format: Knockout, Seats: 6, Order: []int{1, 2, 3, 4, 5, 6, 0, 0}}, ErrOrder},
		{"a best of less than nothing", Plan{Format: Knockout, Seats: 4, Terms: map[Stage][]Terms{Main: {{Games: -1}}}}, ErrTerms},
		{"a tie that decides nothing", Plan{Format: Knockout, Seats: 4, Terms: map[Stage][]Terms{Main: {{Tie: "coin"}}}}, ErrTerms},
		{"a knockout with a reset", Plan{Format: Knockout, Seats: 4, Reset: true}, ErrPlan},
		{"a third place in double elimination", Plan{Format: DoubleElimination, Seats: 4, ThirdPlace: true}, ErrPlan},
		{"a consolation in double elimination", Plan{Format: DoubleElimination, Seats: 4, Consolation: shift}, ErrPlan},
		{"a last chance without a consolation", Plan{Format: Knockout, Seats: 4, LastChance: shift}, ErrPlan},
		{"losers of semi-finals asked to two matches", Plan{Format: Knockout, Seats: 4, ThirdPlace: true, Consolation: Progressive(2, false)}, ErrPlan},
		{"too few drops", Plan{Format: DoubleElimination, Seats: 8, Drops: []Drop{Reverse}}, ErrDrops},
		{"a drop that there is not", Plan{Format: DoubleElimination, Seats: 4, Drops: []Drop{"up"}}, ErrDrops},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := New(c.plan); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestStandingsOfAKnockout(t *testing.T) {
	for _, c := range []struct {
		name   string
		plan   Plan
		rounds int
		want   string
	}{
		{"before the first result all are in", Plan{Seats: 4}, 0, "0.1,2,3,4"},
		{"after a round of eight its losers share the fifth place", Plan{Seats: 8}, 1, "0.1,2,3,4 5.5,6,7,8"},
		{"losers of the semi-finals share the third place", Plan{Seats: 8}, 2, "0.1,2 3.3,4 5.5,6,7,8"},
		{"unless they play for it", Plan{Seats: 8, ThirdPlace: true}, 3, "1.1 2.2 3.3 4.4 5.5,6,7,8"},
		{"with byes there are fewer places", Plan{Seats: 5}, 3, "1.1 2.2 3.3,4 5.5"},
		{"of three the loser of the semi-final is third without a match", Plan{Seats: 3, ThirdPlace: true}, 2, "1.1 2.2 3.3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.plan.Format = Knockout
			s := drawn(t, c.plan)
			left := s.RoundsLeft()
			for range c.rounds {
				s = playRound(t, s, favourite)
				left--
				if s.RoundsLeft() != left {
					t.Errorf("%d rounds left, want %d", s.RoundsLeft(), left)
				}
			}
			expect(t, "places", places(s.Standings(Main)), c.want)
			if s.Standings(Main).Provisional == s.Over() {
				t.Errorf("over %t, provisional %t", s.Over(), s.Standings(Main).Provisional)
			}
		})
	}
}

// A rank shown early is the one that it will be.
func TestARankDoesNotWaitForTheRound(t *testing.T) {
	s := drawn(t, Plan{Format: Knockout, Seats: 8})
	s, err := s.Report(won(s.Pair()[0], 8))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "places", places(s.Standings(Main)), "0.8,2,3,4,5,6,7 5.1")
	expect(t, "out", fmt.Sprint(s.Out()), "[1]")
}

// A plan is stored as JSON, a shift in it in its notation.
func TestAPlanIsStored(t *testing.T) {
	plan := Plan{
		Format: Knockout, Seats: 16, Order: Drawn(allSeats(16)), Consolation: Progressive(4, false),
		Terms: map[Stage][]Terms{Main: {{Points: 9}, {Games: 2, Parallel: true, Extra: 1, Tie: ByLot}}},
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	var read Plan
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, plan) {
		t.Errorf("%s reads as %+v, %v", text, read, err)
	}
	if err := json.Unmarshal([]byte(`{"consolation": "A..B"}`), &read); !errors.Is(err, ErrShift) {
		t.Errorf("error %v", err)
	}
}
