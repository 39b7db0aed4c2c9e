package backgammon

import (
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

// The tests of this file follow the points B1 to B14 of the rule sheet.

// legal returns the texts of what may be done.
func legal(pos rules.Position) []string { return texts(pos.Legal()) }

func wantLegal(t *testing.T, pos rules.Position, want ...string) {
	t.Helper()
	if got := legal(pos); !slices.Equal(got, want) {
		t.Errorf("%v: legal %q, want %q", pos, got, want)
	}
}

// wantRefusal plays an act that must be refused.
func wantRefusal(t *testing.T, pos rules.Position, text, rule string) *rules.Refusal {
	t.Helper()
	played, err := pos.Play(text, nil)
	r, ok := err.(*rules.Refusal)
	if !ok || r.Rule != rule {
		t.Fatalf("%v: %q is answered with %v, %v, want %s", pos, text, played.Text, err, rule)
	}
	return r
}

// sheet are the variants that the rule sheet is about.
func sheet() []rules.Variant { return Variants()[:2] }

func TestB1TwentyFourPointsFifteenCheckersTwoDice(t *testing.T) {
	for _, v := range sheet() {
		for side, points := range Checkers(v.Start()) {
			sum := 0
			for _, n := range points {
				sum += n
			}
			if sum != 15 || points[Bar] != 0 || points[Off] != 0 {
				t.Errorf("%s: side %d begins with %v", v.Key(), side, points)
			}
		}
		pos := act(t, v.Start(), "roll", 6, 2)
		if !slices.Equal(pos.Dice(), []int{6, 2}) {
			t.Errorf("%s: dice %v", v.Key(), pos.Dice())
		}
	}
}

func TestB2SetUp(t *testing.T) {
	want := [26]int{24: 2, 13: 5, 8: 3, 6: 5}
	for _, v := range sheet() {
		if got := Checkers(v.Start()); got != [2][26]int{want, want} {
			t.Errorf("%s: %v", v.Key(), got)
		}
		if got := Pips(v.Start()); got != [2]int{167, 167} {
			t.Errorf("%s: pips %v", v.Key(), got)
		}
	}
	// Mirrored: White's 24 point is Black's 1 point, and empty of Black.
	played := act(t, act(t, Variants()[0].Start(), "roll", 6, 5), "24/13")
	if got, want := played.String(), "white 24:1 13:6 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to roll"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestB3TheHigherDieBegins(t *testing.T) {
	tests := []struct {
		name  string
		throw []int
		turn  rules.Side
		dice  []int
	}{
		{"White throws higher", []int{5, 2}, rules.White, []int{5, 2}},
		{"Black throws higher", []int{2, 5}, rules.Black, []int{2, 5}},
		{"equal dice are thrown again", []int{4, 4, 1, 1, 3, 6}, rules.Black, []int{3, 6}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := Variants()[0].Start()
			if start.ToAct() != rules.White || start.Automatic() != "roll" {
				t.Errorf("%v is to %q", start.ToAct(), start.Automatic())
			}
			wantLegal(t, start, "roll")
			played, err := start.Play("roll", script(tt.throw...))
			if err != nil {
				t.Fatal(err)
			}
			if played.Side != rules.White || played.Text != "roll" || !slices.Equal(played.Dice, tt.throw) {
				t.Errorf("played %+v", played)
			}
			if pos := played.Position; pos.ToAct() != tt.turn || !slices.Equal(pos.Dice(), tt.dice) {
				t.Errorf("%v", pos)
			}
		})
	}
}

func TestB4TheSidesPlayInTurnTowardTheirHomes(t *testing.T) {
	pos := act(t, Variants()[0].Start(), "roll", 2, 4)
	pos = act(t, pos, "8/4 6/4")
	if pos.ToAct() != rules.White || pos.Automatic() != "roll" {
		t.Errorf("%v", pos)
	}
	wantRefusal(t, act(t, pos, "roll", 6, 3), "13/19", "wrong-direction")
	// Two checkers, or one through either point between, or through the
	// only one that is open.
	tests := []struct {
		name, black string
		legal       []string
	}{
		{"through either point", "24:13 6:2", []string{"24/16"}},
		{"through 22, as 18 is held", "24:13 7:2", []string{"24/16"}},
		{"one number, as 16 is held", "24:13 9:2", []string{"24/18"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantLegal(t, state(t, "white 24:1 off:14 / black "+tt.black+" / white to play 6-2"), tt.legal...)
		})
	}
	wantLegal(t, state(t, "white 24:1 10:1 off:13 / black 3:15 / white to play 6-2"), "24/18 10/8", "24/16", "10/2")
}

func TestB5ADoubleIsPlayedFourTimes(t *testing.T) {
	pos := state(t, "white 24:1 off:14 / black 24:15 / white to play 5-5")
	wantLegal(t, pos, "24/4")
	if steps := pos.Legal()[0].Steps; len(steps) != 4 {
		t.Errorf("steps %v", steps)
	}
}

func TestB6NoLandingOnAHeldPoint(t *testing.T) {
	pos := state(t, "white 8:2 6:13 / black 23:2 22:12 21:1 / white to play 6-5")
	// The 6 from 8 would land on 2, the 5 on 3: both held.
	if slices.ContainsFunc(legal(pos), func(s string) bool { return strings.Contains(s, "8/2") || strings.Contains(s, "8/3") }) {
		t.Errorf("legal %q", legal(pos))
	}
	wantLegal(t, pos, "6/1")
	if r := wantRefusal(t, pos, "8/2 6/1", "point-closed"); r.Message != "point 2 is held by 2 checkers of the opponent" {
		t.Error(r.Message)
	}
}

func TestB7ABlotIsHitAndGoesToTheBar(t *testing.T) {
	pos := act(t, state(t, "white 13:2 6:13 / black 15:1 6:14 / white to play 3-1"), "13/10* 6/5")
	if got := Checkers(pos)[rules.Black]; got[Bar] != 1 || got[15] != 0 {
		t.Errorf("black %v", got)
	}
}

func TestB8TheBarEntersFirst(t *testing.T) {
	pos := state(t, "white bar:1 13:5 8:3 6:6 / black 24:2 13:5 8:3 6:5 / white to play 6-2")
	wantLegal(t, pos, "bar/23 13/7", "bar/23 8/2")
	wantRefusal(t, pos, "13/7 13/11", "bar-first")
	shut := state(t, "white bar:1 13:5 8:3 6:6 / black 13:3 6:2 5:2 4:2 3:2 2:2 1:2 / white to play 6-2")
	wantLegal(t, shut, "pass")
	if shut.Automatic() != "pass" {
		t.Errorf("%q by itself", shut.Automatic())
	}
	after := act(t, shut, "pass")
	if after.ToAct() != rules.Black || after.Automatic() != "roll" {
		t.Errorf("%v", after)
	}
}

func TestB9BearingOffWithAllCheckersHome(t *testing.T) {
	pos := state(t, "white 6:2 4:1 off:12 / black 24:15 / white to play 6-4")
	if !slices.Contains(legal(pos), "6/off 4/off") {
		t.Errorf("legal %q", legal(pos))
	}
	outside := state(t, "white 7:1 6:1 4:1 off:12 / black 24:15 / white to play 6-4")
	wantRefusal(t, outside, "6/off 4/off", "not-home")
	barred := state(t, "white bar:1 6:1 off:13 / black 6:15 / white to play 5-4")
	wantRefusal(t, barred, "6/off 6/2", "bar-first")
}

func TestB10ANumberMayBeMovedInsideTheHome(t *testing.T) {
	pos := state(t, "white 6:2 4:1 off:12 / black 24:15 / white to play 6-4")
	wantLegal(t, pos, "6/2 6/off", "6/off 4/off")
}

func TestB11NumbersAreExactWhileAHigherPointIsOccupied(t *testing.T) {
	pos := state(t, "white 6:1 4:2 off:12 / black 23:15 / white to play 5-5")
	// 6/1 first, then the fives take 4, 4 and 1 off.
	wantLegal(t, pos, "6/off 4/off(2)")
	single := state(t, "white 6:1 4:2 off:12 / black 23:15 / white to play 5-1")
	wantRefusal(t, single, "4/off 6/5", "exact-number")
	gap := state(t, "white 4:3 1:2 off:10 / black 23:15 / white to play 6-6")
	wantLegal(t, gap, "4/off(3) 1/off")
}

func TestB12AsMuchOfAThrowIsPlayedAsCanBe(t *testing.T) {
	tests := []struct {
		name, state string
		legal       []string
	}{
		{"both where both can be played", "white 24:1 8:1 6:13 / black 24:1 21:3 9:2 7:3 6:3 5:3 / white to play 6-2", []string{"24/22 8/2"}},
		{"the larger where either can, but not both", "white 20:1 5:3 4:3 3:3 2:3 1:2 / black 16:2 6:5 4:2 3:2 2:2 1:2 / white to play 6-5", []string{"20/14"}},
		{"three of a double", "white 16:1 off:14 / black 21:2 6:13 / white to play 3-3", []string{"16/7"}},
		{"nothing", "white 16:1 off:14 / black 15:2 12:13 / white to play 3-6", []string{"pass"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantLegal(t, state(t, tt.state), tt.legal...)
		})
	}
}

func TestB13TheFirstToBearOffEverythingWins(t *testing.T) {
	pos := act(t, state(t, "white 1:1 off:14 / black 3:1 off:14 / white to play 2-1"), "1/off")
	want := rules.Outcome{Winner: rules.White, Reason: rules.BorneOff, Value: 1}
	if got, ok := pos.Outcome(); !ok || got != want {
		t.Errorf("%+v, %v", got, ok)
	}
	if pos.ToAct() != rules.NoSide || pos.Legal() != nil || pos.Automatic() != "" || pos.Dice() != nil {
		t.Errorf("%v goes on", pos)
	}
	wantRefusal(t, pos, "roll", "game-over")
}

func TestB14ValueOfAWin(t *testing.T) {
	tests := []struct {
		name, loser       string
		backgammon, table int
	}{
		{"a checker off, the rest home", "6:14 off:1", 1, 1},
		{"none off, all home", "6:15", 2, 2},
		{"none off, one outside", "7:1 6:14", 2, 4},
		{"none off, one in the winner's home", "19:1 6:14", 3, 4},
		{"none off, one just outside the winner's home", "18:1 6:14", 2, 4},
		{"none off, one on the bar", "bar:1 6:14", 3, 8},
		{"a checker off, one outside", "13:1 6:13 off:1", 1, 4},
		{"a checker off, one on the bar", "bar:1 6:13 off:1", 1, 8},
	}
	for _, tt := range tests {
		for key, want := range map[string]int{"backgammon": tt.backgammon, "table": tt.table} {
			t.Run(tt.name+" in "+key, func(t *testing.T) {
				pos := act(t, stateOf(t, key, "white "+tt.loser+" / black 1:1 off:14 / black to play 6-5"), "1/off")
				if o, _ := pos.Outcome(); o.Winner != rules.Black || o.Value != want {
					t.Errorf("%+v, want value %d", o, want)
				}
			})
		}
	}
}
