package backgammon

import (
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

// The tests of this file are named after known failures of other programs.

func TestB020TheSmallerDieIsPlayedWithAnotherChecker(t *testing.T) {
	pos := state(t, "white 24:1 8:1 6:13 / black 21:3 9:3 7:3 6:3 5:3 / white to play 6-2")
	wantLegal(t, pos, "24/22 8/2")
	r := wantRefusal(t, pos, "8/2", "both-dice")
	if r.Message != "both dice can be played: 24/22 8/2" || !slices.Equal(r.Legal, []string{"24/22 8/2"}) {
		t.Errorf("%s, legal %q", r.Message, r.Legal)
	}
	act(t, pos, "8/2 24/22")
}

func TestB023EnteringOneOfTwoEndsTheTurnOnlyIfTheOtherCannotEnter(t *testing.T) {
	two := state(t, "white bar:2 13:5 8:3 6:5 / black 5:3 4:3 3:3 2:3 1:3 / white to play 6-3")
	wantLegal(t, two, "bar/19")
	after := act(t, two, "bar/19")
	if got := Checkers(after)[rules.White][Bar]; got != 1 || after.ToAct() != rules.Black {
		t.Errorf("%v", after)
	}
	one := state(t, "white bar:1 13:5 8:3 6:6 / black 5:3 4:3 3:3 2:3 1:3 / white to play 6-3")
	wantLegal(t, one, "bar/19 13/10", "bar/19 8/5", "bar/19 6/3", "bar/16")
}

func TestB024BearingOffIsNeitherRefusedNorChosenForThePlayer(t *testing.T) {
	first := state(t, "white 6:1 3:1 off:13 / black 18:15 / white to play 5-1")
	wantLegal(t, first, "6/1 3/2", "6/off")
	act(t, first, "6/1 1/off")
	wantRefusal(t, first, "3/off 6/5", "exact-number")
	second := state(t, "white 5:1 2:1 off:13 / black 18:15 / white to play 4-2")
	wantLegal(t, second, "5/1 2/off", "5/off")
	act(t, second, "5/3 3/off")
	if second.Automatic() != "" {
		t.Errorf("%q by itself", second.Automatic())
	}
}

func TestB026ADoubleIsOneTurn(t *testing.T) {
	four := state(t, "white 2:4 1:2 off:9 / black 22:15 / white to play 1-1")
	played, err := four.Play("2/1 2/1 1/off 1/off", nil)
	if err != nil || played.Text != "2/off(2)" || !slices.Equal(played.Dice, []int{1, 1}) {
		t.Errorf("%+v, %v", played, err)
	}
	if played.Position.ToAct() != rules.Black {
		t.Errorf("%v", played.Position)
	}
	three := state(t, "white 16:1 off:14 / black 21:15 / white to play 3-3")
	wantLegal(t, three, "16/7")
	if steps := three.Legal()[0].Steps; len(steps) != 3 {
		t.Errorf("steps %v", steps)
	}
	wantRefusal(t, three, "16/10", "whole-double")
}

func TestB028TheDiceOnTheTableStay(t *testing.T) {
	pos := state(t, "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 6-2")
	r := wantRefusal(t, pos, "roll", "already-rolled")
	if r.Message != "the dice lie already: 6-2" || r.Args["dice"] != "6-2" {
		t.Errorf("%+v", r)
	}
	wantRefusal(t, pos, "24/20", "not-thrown")
	if !slices.Equal(pos.Dice(), []int{6, 2}) {
		t.Errorf("dice %v", pos.Dice())
	}
}

func TestB029TheBarIsEmptyOnceAllHaveEntered(t *testing.T) {
	var pos rules.Position = state(t, "white bar:2 13:5 8:3 6:5 / black 6:5 5:5 4:5 / white to play 6-1")
	pos = act(t, pos, "bar/24")
	pos = act(t, act(t, pos, "roll", 2, 1), pos1(t, pos, 2, 1))
	pos = act(t, act(t, pos, "roll", 2, 5), "bar/23 13/8")
	if got := Checkers(pos)[rules.White][Bar]; got != 0 {
		t.Errorf("%d on the bar", got)
	}
	pos = act(t, act(t, pos, "roll", 2, 1), pos1(t, pos, 2, 1))
	pos = act(t, pos, "roll", 5, 4)
	if !slices.Contains(legal(pos), "13/8 13/9") && !slices.Contains(legal(pos), "13/9 13/8") {
		t.Errorf("%v: legal %q", pos, legal(pos))
	}
}

// pos1 is the first legal play of a throw that keeps the sides apart.
func pos1(t *testing.T, pos rules.Position, die1, die2 int) string {
	t.Helper()
	for _, text := range legal(act(t, pos, "roll", die1, die2)) {
		if !strings.Contains(text, "*") {
			return text
		}
	}
	t.Fatalf("%v: every play hits", pos)
	return ""
}

func TestB035RollingTwiceAndActingOutOfPhaseAreRefused(t *testing.T) {
	for _, start := range []string{
		"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / opening",
		"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to roll",
	} {
		pos := state(t, start)
		wantRefusal(t, pos, "24/22 8/2", "must-roll")
		wantRefusal(t, pos, "pass", "must-roll")
		wantRefusal(t, act(t, pos, "roll", 3, 6), "roll", "already-rolled")
	}
}

func TestB036AShortMoveIsWhatCanBePlayed(t *testing.T) {
	const men = "white 13:2 11:1 off:12 / black 24:7 "
	pos := state(t, men+"16:2 13:6 / white to play 1-1")
	for _, text := range []string{"10", "11/10"} {
		played, err := pos.Play(text, nil)
		if err != nil || played.Text != "11/10" {
			t.Errorf("%s is %q, %v", text, played.Text, err)
		}
	}
	// With more to play it is understood, and the rest demanded.
	more := state(t, "white 13:2 11:2 off:11 / black 24:7 13:8 / white to play 1-1")
	r := wantRefusal(t, more, "10", "whole-double")
	if !strings.HasPrefix(r.Message, "4 of the four 1s can be played: ") || !strings.Contains(r.Legal[0], "11/") {
		t.Errorf("%s, legal %q", r.Message, r.Legal)
	}
	two := state(t, "white 13:1 12:1 11:1 10:1 off:11 / black 24:15 / white to play 3-1")
	if r := wantRefusal(t, two, "10 9", "ambiguous"); !slices.Equal(r.Legal, []string{"13/9", "12/9 11/10"}) {
		t.Errorf("%s, legal %q", r.Message, r.Legal)
	}
}

func TestB038ADanceIsPassedOnce(t *testing.T) {
	pos := state(t, "white bar:1 6:14 / black 13:3 6:2 5:2 4:2 3:2 2:2 1:2 / white to play 6-6")
	if pos.Automatic() != "pass" {
		t.Errorf("%q by itself", pos.Automatic())
	}
	wantLegal(t, pos, "pass")
	wantRefusal(t, pos, "bar/19", "no-play")
	after := act(t, pos, "pass")
	wantRefusal(t, after, "pass", "must-roll")
}

func TestB039TheGameEndsWithTheLastChecker(t *testing.T) {
	pos := state(t, "white 1:1 off:14 / black 22:1 off:14 / white to play 6-5")
	wantLegal(t, pos, "1/off")
	if steps := pos.Legal()[0].Steps; len(steps) != 1 {
		t.Errorf("steps %v", steps)
	}
	if _, ok := act(t, pos, "1/off").Outcome(); !ok {
		t.Error("the game goes on")
	}
}

func TestB143AHitIsMarkedAndReadWithOrWithoutItsStar(t *testing.T) {
	pos := state(t, "white 24:1 off:14 / black 9:2 7:1 6:12 / white to play 6-2")
	for _, text := range []string{"24/18*", "24/18"} {
		played, err := pos.Play(text, nil)
		if err != nil || played.Text != "24/18*" {
			t.Errorf("%s is %q, %v", text, played.Text, err)
		}
	}
	if want := []rules.Step{{From: 24, To: 18, Die: 6, Hit: true}}; !slices.Equal(pos.Legal()[0].Steps, want) {
		t.Errorf("steps %v", pos.Legal()[0].Steps)
	}
}

func TestB154AnyOrderOfTheDiceIsTheSameTurn(t *testing.T) {
	pos := state(t, "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 5-4")
	for _, text := range []string{"13/8/4", "13/9 9/4", "9/4 13/9", "13/4", "13/9/4"} {
		played, err := pos.Play(text, nil)
		if err != nil || played.Text != "13/4" {
			t.Errorf("%s is %q, %v", text, played.Text, err)
		}
	}
}
