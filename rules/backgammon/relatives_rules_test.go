package backgammon

import (
	"slices"
	"testing"

	"crownpost/rules"
)

func TestRefusalsOfRelatives(t *testing.T) {
	pinned := "white 24:14 16:1 pinned:16 / black 24:14 9:1 / "
	tests := []struct{ name, variant, state, text, rule, message string }{
		{"a hit and run at home", "tavla", "white 7:1 6:2 off:12 / black 24:14 21:1 / white to play 3-1", "7/4*/3",
			"hit-and-run", "a checker that hits in its own home board stays there for the turn, on 4"},
		{"a hit and run at home in one token", "tavla", "white 7:1 5:2 off:12 / black 24:13 21:1 19:1 / white to play 3-1", "7/3",
			"hit-and-run", "a checker that hits in its own home board stays there for the turn, on 4"},
		{"a pinned checker that moves", "plakoto", pinned + "white to play 2-1", "16/14 24/23",
			"pinned", "the checker on 16 is pinned and cannot move"},
		{"landing on a pinned checker of one's own", "plakoto", pinned + "white to play 6-2", "24/16",
			"pinner", "point 16 is held by the opponent, who has pinned a checker there"},
		{"landing on a point that is held", "plakoto", "white 24:14 16:1 / black 24:13 8:1 7:1 / black to play 6-1", "7/1 8/7",
			"point-closed", "point 1 is held by 14 checkers of the opponent"},
		{"bearing off while one is pinned", "plakoto", "white 6:14 3:1 pinned:3 / black 24:14 22:1 / white to play 6-2", "6/off 6/4",
			"pinned-at-home", "no checker may be borne off while one is pinned, on 3"},
		{"a point held by one checker", "fevga", "white 24:15 / black 24:15 / white to play 6-6", "24/18/12",
			"point-taken", "a checker of the opponent stands on 12, and one is enough to hold a point"},
		{"a second checker before the first has passed", "fevga", "white 24:14 16:1 / black 24:15 / white to play 3-2", "24/21 16/14",
			"first-checker", "no other checker may leave 24 before the first, on 14, has passed the opponent's start: it must reach 11"},
		{"six points of the starting quarter", "fevga", "white 24:6 23:2 22:2 21:2 20:1 10:2 / black 6:15 / white to play 5-3", "24/19 10/7",
			"start-quarter", "the six points from 24 to 19 may not all be held at once"},
		{"six points that must be opened", "fevga", "white 10:3 7:2 6:2 5:2 4:2 3:2 2:2 / black 20:15 / white to play 2-1", "10/9 4/2",
			"open-prime", "six points in a row must be opened while all checkers of the opponent stand on the point right behind them"},
		{"a second checker from the head", "narde", "white 24:14 10:1 / black 24:15 / white to play 5-4 / turns 1-1", "24/20 24/19",
			"head", "only one checker may leave the head, 24, in a turn, and two with 3-3, 4-4 or 6-6 in the first"},
		{"a block that nobody has passed", "narde", "white 24:8 18:1 17:1 16:1 15:1 14:1 5:2 / black 24:15 / white to play 5-1 / turns 1-1", "24/19 5/4",
			"block", "six points in a row may be held only if a checker of the opponent has passed them"},
		{"a second checker from the head in a chain", "gulbara", "white 24:13 10:2 / black 24:15 / white to play 5-5, head left / turns 2-2", "24/19 10/5",
			"head", "only one checker may leave the head, 24, in a turn, and two with 3-3, 4-4 or 6-6 in the first"},
		{"two doubles of a chain at once", "gulbara", "white 24:11 23:4 / black 24:11 10:4 / white to play 5-5 / turns 2-2", "23/18(4) 24/18",
			"chain", "5-5 is played first, as a play of its own; the next double comes after it"},
		{"bearing off with a larger number", "acey-deucey", "white 5:15 / black bar:15 / white to play 6-1", "5/off 5/4",
			"exact-off", "a checker is borne off with its exact number alone, here a 5"},
		{"another checker before one that was hit", "acey-deucey", "white bar:3 20:12 hit:1 / black bar:15 / white to play 6-1", "20/14 20/19",
			"bar-first", "a checker on the bar must enter before any other moves"},
		{"a held point while others wait to enter", "acey-deucey", "white bar:14 24:1 / black bar:12 7:3 / white to play 6-1", "24/18 bar/24",
			"point-closed", "point 18 is held by 3 checkers of the opponent"},
		{"bearing off while others wait to enter", "acey-deucey", "white bar:1 6:14 / black bar:15 / white to play 6-1", "6/off bar/24",
			"not-home", "no checker may be borne off while one stands outside the home board, on 24"},
		{"a point that is held", "acey-deucey", "white bar:15 / black bar:12 6:3 / white to play 6-1", "bar/19",
			"point-closed", "point 19 is held by 3 checkers of the opponent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos := stateOf(t, tt.variant, tt.state)
			r := wantRefusal(t, pos, tt.text, tt.rule)
			if r.Message != tt.message {
				t.Errorf("%q, want %q", r.Message, tt.message)
			}
			checkRefusal(t, pos, r)
			if len(r.Legal) == 0 {
				t.Error("nothing is offered")
			}
		})
	}
}

func TestLegalPlaysOfRelatives(t *testing.T) {
	start := "white 24:15 / black 24:15 / white to play "
	tests := []struct {
		name, variant, state string
		want                 []string
	}{
		{"fevga's first 6-6 plays a single six", "fevga", start + "6-6", []string{"24/18"}},
		{"narde's first 6-6 takes two off the head", "narde", start + "6-6", []string{"24/18(2)"}},
		{"narde's first 4-4 takes two off the head", "narde", start + "4-4", []string{"24/16(2)"}},
		{"narde's first 3-3 takes two off the head", "narde", start + "3-3", []string{"24/18(2)", "24/15 24/21"}},
		{"a later 6-6 takes one off the head", "narde", start + "6-6 / turns 1-1", []string{"24/18"}},
		{"tavla's other checkers move on", "tavla", "white 7:1 6:1 off:13 / black 24:14 21:1 / white to play 3-1", []string{"7/4* 6/5", "7/3", "6/2"}},
		{"portes allows a hit and run", "portes", "white 7:1 off:14 / black 24:14 21:1 / white to play 3-1", []string{"7/4*/3", "7/3"}},
		{"plakoto frees a checker when the last above leaves", "plakoto", "white 16:1 off:14 / black 24:14 9:1 pinned:9 / white to play 6-5", []string{"16/5"}},
		{"an acey-deucey checker enters while others move", "acey-deucey", "white bar:14 24:1 / black bar:15 / white to play 2-1",
			[]string{"bar/24 bar/23", "bar/23 24/23", "bar/22", "24/21"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantLegal(t, stateOf(t, tt.variant, tt.state), tt.want...) })
	}
}

func TestAChainOfDoublesGoesOn(t *testing.T) {
	var pos rules.Position = stateOf(t, "gulbara", "white 24:11 23:4 / black 24:11 10:4 / white to play 5-5 / turns 2-2")
	pos = act(t, pos, "23/18(4)")
	if want := "white 24:11 18:4 / black 24:11 10:4 / white to play 6-6 / turns 2-2"; pos.String() != want {
		t.Fatalf("%v, want %s", pos, want)
	}
	wantLegal(t, pos, "24/18")
	if pos = act(t, pos, "24/18"); pos.ToAct() != rules.Black {
		t.Errorf("%v: the chain goes on after 6-6", pos)
	}

	early := stateOf(t, "gulbara", "white 24:11 23:4 / black 24:11 10:4 / white to play 5-5 / turns 1-1")
	if pos := act(t, early, "23/18(4)"); pos.ToAct() != rules.Black {
		t.Errorf("%v: a chain in the second turn", pos)
	}
	shut := stateOf(t, "gulbara", "white 24:10 11:5 / black 24:10 20:5 / white to play 2-2 / turns 2-2")
	if pos := act(t, shut, "24/22 11/9 11/7"); pos.String() != "white 24:9 22:1 11:3 9:1 7:1 / black 24:10 20:5 / white to play 3-3, head left / turns 2-2" {
		t.Errorf("%v: the checker that left the head is forgotten", pos)
	}
}

func TestMothers(t *testing.T) {
	tests := []struct {
		name, state, play string
		reason            rules.Reason
		winner            rules.Side
		value             int
	}{
		{"a mother is lost", "white 5:2 2:13 / black 24:1 6:14 / white to play 4-1", "5/1* 5/4", rules.Mother, rules.White, 2},
		{"a mother is lost when the last of the other side has left", "white 24:1 2:13 1:1 / black 24:1 6:14 pinned:24 / white to play 4-1", "24/20 2/1", rules.Mother, rules.White, 2},
		{"both mothers are a draw", "white 24:1 5:2 2:12 pinned:24 / black 24:1 6:13 1:1 / white to play 4-1", "5/1* 5/4", rules.Mothers, rules.NoSide, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			after := act(t, stateOf(t, "plakoto", tt.state), tt.play)
			if o, ok := after.Outcome(); !ok || o != (rules.Outcome{Winner: tt.winner, Reason: tt.reason, Value: tt.value}) {
				t.Errorf("%v: %+v", after, o)
			}
			checkState(t, after)
		})
	}
	on := act(t, stateOf(t, "plakoto", "white 24:2 5:2 2:11 / black 24:1 6:14 / white to play 4-1"), "5/1* 5/4")
	if _, over := on.Outcome(); over {
		t.Errorf("%v: over, although the side that pins has checkers on its start", on)
	}
}

func TestAnAceyDeuceyIsFollowedByADoubleAndAThrow(t *testing.T) {
	var pos rules.Position = stateOf(t, "acey-deucey", "white bar:15 / black bar:15 / white to play 2-1")
	pos = act(t, pos, "bar/24 bar/23")
	wantLegal(t, pos, "choose 1", "choose 2", "choose 3", "choose 4", "choose 5", "choose 6")
	pos = act(t, pos, "choose 3")
	if !slices.Equal(pos.Dice(), []int{3, 3}) || pos.ToAct() != rules.White {
		t.Fatalf("%v", pos)
	}
	pos = act(t, pos, "bar/22(4)")
	if pos.Automatic() != "roll" || pos.ToAct() != rules.White {
		t.Errorf("%v: no new throw", pos)
	}
	// A part that cannot be played ends the turn.
	part := act(t, stateOf(t, "acey-deucey", "white 5:1 2:14 / black bar:15 / white to play 3-3, chosen"), "5/2")
	if part.ToAct() != rules.Black {
		t.Errorf("%v: the turn goes on after one three", part)
	}
	one := act(t, stateOf(t, "acey-deucey", "white 1:1 off:14 / black bar:15 / white to play 2-1"), "1/off")
	if o, over := one.Outcome(); !over || o.Value != 15 {
		t.Errorf("%v: %+v", one, o)
	}
}

func TestScoringOfAceyDeucey(t *testing.T) {
	for choice, want := range map[string]int{"checkers": 2, "pips": 31, "one": 1} {
		v, _ := Lookup("acey-deucey")
		w, err := v.With(map[string]string{"scoring": choice})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.(*Variant).worth(menOf(map[int]int{Bar: 1, 6: 1, Off: 13})); got != want {
			t.Errorf("%s: %d, want %d", choice, got, want)
		}
	}
}
