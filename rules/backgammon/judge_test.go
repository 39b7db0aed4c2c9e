package backgammon

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

const start62 = "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 6-2"

func TestPlaysAreReadAsPeopleWriteThem(t *testing.T) {
	bar := "white bar:1 13:5 8:3 6:6 / black 24:2 13:5 8:3 6:5 / white to play 4-2"
	blot := "white 24:2 13:5 8:3 6:5 / black 24:2 15:1 13:4 8:3 6:5 / white to play 3-2"
	home := "white 6:3 off:12 / black 23:15 / white to play 5-5"
	tests := []struct{ name, state, text, want string }{
		{"the canonical text", start62, "24/18 13/11", "24/18 13/11"},
		{"tokens in any order", start62, "13/11 24/18", "24/18 13/11"},
		{"commas and blanks", start62, " 13/11,  24/18 ", "24/18 13/11"},
		{"hyphens for slashes", start62, "24-18 13-11", "24/18 13/11"},
		{"one checker, both dice", start62, "24/16", "24/16"},
		{"one checker through a point", start62, "24/18/16", "24/16"},
		{"one checker through the other point", start62, "24/22/16", "24/16"},
		{"one checker in two tokens", start62, "18/16 24/18", "24/16"},
		{"stars where nothing is hit", start62, "24/18* 13/11", "24/18 13/11"},
		{"targets alone", start62, "18 11", "24/18 13/11"},
		{"the bar by name", bar, "bar/21 13/11", "bar/21 13/11"},
		{"the bar by number", bar, "25/21 13/11", "bar/21 13/11"},
		{"the bar by letter, in capitals", bar, "B/21 13/11", "bar/21 13/11"},
		{"off by number", home, "6/1(3) 1/0", "6/off 6/1(2)"},
		{"off by name, several dice in a token", home, "6/off 6/1(2)", "6/off 6/1(2)"},
		{"off by letter, repeated", home, "6/o 6/1(2)", "6/off 6/1(2)"},
		{"a way around a blot is meant unless it is named", blot, "13/8", "13/8"},
		{"the hit is named", blot, "13/10*/8", "13/10*/8"},
		{"the hit is named without a star", blot, "13/10/8", "13/10*/8"},
		{"the hit is named in two tokens", blot, "10/8 13/10", "13/10*/8"},
		{"the point without the blot is named", blot, "13/11/8", "13/8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos := state(t, tt.state)
			played, err := pos.Play(tt.text, nil)
			if err != nil || played.Text != tt.want {
				t.Fatalf("%q is read as %q, %v, want %q", tt.text, played.Text, err, tt.want)
			}
			if played.Position != act(t, pos, tt.want) || played.Side != rules.White {
				t.Errorf("%+v", played)
			}
		})
	}
}

func TestAPlayThatHitsEitherWayMustBeNamed(t *testing.T) {
	pos := state(t, "white 24:2 13:5 8:3 6:5 / black 24:2 15:1 14:1 13:3 8:3 6:5 / white to play 3-2")
	r := wantRefusal(t, pos, "13/8", "ambiguous")
	want := []string{"13/11*/8", "13/10*/8"}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(r.Legal)); !slices.Equal(got, want) {
		t.Errorf("%s, legal %q", r.Message, r.Legal)
	}
	for _, text := range want {
		act(t, pos, text)
	}
	if r := wantRefusal(t, pos, "13/8", "ambiguous"); r.Args["play"] != "13/8" {
		t.Errorf("args %v", r.Args)
	}
	// Where one of the points is held there is but one way.
	only := state(t, "white 24:2 13:5 8:3 6:5 / black 24:2 15:1 14:2 13:2 8:3 6:5 / white to play 3-2")
	if played, err := only.Play("13/8", nil); err != nil || played.Text != "13/10*/8" {
		t.Errorf("%q, %v", played.Text, err)
	}
}

func TestRefusals(t *testing.T) {
	bar := "white bar:1 13:5 8:3 6:6 / black 24:2 13:5 8:3 6:5 / white to play 6-2"
	home := "white 6:1 4:1 off:13 / black 24:15 / white to play 5-2"
	larger := "white 20:1 5:3 4:3 3:3 2:3 1:2 / black 16:2 6:5 4:2 3:2 2:2 1:2 / white to play 6-5"
	shut := "white bar:1 6:14 / black 13:3 6:2 5:2 4:2 3:2 2:2 1:2 / white to play 6-1"
	tests := []struct{ name, state, text, rule, message string }{
		{"an act after the end", "white off:15 / black 6:1 off:14 / white won", "6/off",
			"game-over", "the game is over"},
		{"a play before the throw", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to roll", "24/18 13/11",
			"must-roll", "the dice must be rolled first"},
		{"a second throw", start62, "roll",
			"already-rolled", "the dice lie already: 6-2"},
		{"words", start62, "castle",
			"not-understood", "“castle” is not understood; plays are written like 13/7 8/7, bar/20 or 6/off"},
		{"nothing", start62, "",
			"not-understood", "“” is not understood; plays are written like 13/7 8/7, bar/20 or 6/off"},
		{"points that are none", start62, "26/20",
			"not-understood", "“26/20” is not understood; plays are written like 13/7 8/7, bar/20 or 6/off"},
		{"a long story", start62, strings.Repeat("13/11 ", 30),
			"not-understood", "“13/11 13/11 13/11 13/11 13/11 …” is not understood; plays are written like 13/7 8/7, bar/20 or 6/off"},
		{"two meanings", "white 13:1 12:1 11:1 10:1 off:11 / black 24:15 / white to play 3-1", "10 9",
			"ambiguous", "“10 9” can mean several plays: 13/9, 12/9 11/10"},
		{"a play where none is possible", shut, "6/5",
			"no-play", "6-1 allows no play: the turn passes"},
		{"a pass where a play is possible", larger, "pass",
			"must-play", "6-5 can be played: 20/14"},
		{"one die where both can be played", "white 24:1 8:1 6:13 / black 21:3 9:3 7:3 6:3 5:3 / white to play 6-2", "8/2",
			"both-dice", "both dice can be played: 24/22 8/2"},
		{"three of a double where four can be played", "white 24:1 off:14 / black 24:15 / white to play 5-5", "24/9",
			"whole-double", "4 of the four 5s can be played: 24/4"},
		{"the smaller die where the larger can be played", larger, "20/15",
			"larger-die", "only one of the dice can be played, and it must be the 6: 20/14"},
		{"another checker before the bar", bar, "13/7 8/6",
			"bar-first", "a checker on the bar must enter before any other moves"},
		{"a point without a checker", start62, "23/17",
			"no-checker", "no checker of yours stands on 23"},
		{"an empty bar", start62, "bar/23 13/7",
			"no-checker", "no checker of yours stands on bar"},
		{"a move backward", start62, "6/8",
			"wrong-direction", "checkers move from higher points to lower ones, not 6/8"},
		{"a held point", start62, "13/7 8/6/1",
			"not-thrown", "6/1 is not a number of the throw 6-2 that is left to play"},
		{"one checker with two on the bar", "white bar:2 13:5 6:8 / black 24:2 13:5 8:3 5:5 / white to play 4-2", "bar/19",
			"bar-first", "a checker on the bar must enter before any other moves"},
		{"entering on a held point", bar, "bar/19 13/11",
			"point-closed", "point 19 is held by 5 checkers of the opponent"},
		{"a held point on the way", "white 24:1 10:1 off:13 / black 7:2 3:13 / white to play 6-2", "24/16",
			"point-closed", "point 18 is held by 2 checkers of the opponent"},
		{"a held point at the end of the way", "white 24:1 6:1 off:13 / black 9:15 / white to play 6-2", "24/16",
			"point-closed", "point 16 is held by 15 checkers of the opponent"},
		{"bearing off with a checker outside", "white 7:1 6:1 off:13 / black 24:15 / white to play 6-2", "6/off",
			"not-home", "no checker may be borne off while one stands outside the home board, on 7"},
		{"bearing off from below a higher point", home, "4/off",
			"exact-number", "a 5 bears off no checker from 4 while a higher point, 6, is occupied"},
		{"bearing off with too small a number", "white 6:2 off:13 / black 24:15 / white to play 3-2", "6/off 3/1",
			"not-thrown", "6/off is not a number of the throw 3-2 that is left to play"},
		{"a number not thrown", start62, "13/10 24/18",
			"not-thrown", "13/10 is not a number of the throw 6-2 that is left to play"},
		{"a number used twice", start62, "13/7 8/2",
			"not-thrown", "8/2 is not a number of the throw 6-2 that is left to play"},
		{"a target out of reach", start62, "20",
			"unreachable", "no checker can reach 20 with 6-2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos := state(t, tt.state)
			r := wantRefusal(t, pos, tt.text, tt.rule)
			if r.Message != tt.message {
				t.Errorf("%q, want %q", r.Message, tt.message)
			}
			checkRefusal(t, pos, r)
		})
	}
}

// checkRefusal checks that a refusal fits its sentence and offers legal acts.
func checkRefusal(t *testing.T, pos rules.Position, r *rules.Refusal) {
	t.Helper()
	var want []string
	for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(Refusals[r.Rule], -1) {
		want = append(want, m[1])
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(r.Args)); !slices.Equal(got, want) {
		t.Errorf("args %v, want %v", got, want)
	}
	if len(r.Legal) == 0 {
		return
	}
	acts := legal(pos)
	for _, text := range r.Legal {
		if !slices.Contains(acts, text) {
			t.Errorf("%v: %q is offered", pos, text)
		}
	}
}

func TestARollNeedsDice(t *testing.T) {
	start := Variants()[0].Start()
	if _, err := start.Play("roll", nil); !errors.Is(err, errThrow) {
		t.Errorf("without dice: %v", err)
	}
	if _, err := start.Play("roll", script(7, 2)); !errors.Is(err, errThrow) {
		t.Errorf("with a 7: %v", err)
	}
}

// relativeStates are throws of the variants with steps of their own.
var relativeStates = []struct{ variant, state string }{
	{"tavla", "white 7:1 6:2 off:12 / black 24:14 21:1 / white to play 3-1"},
	{"plakoto", "white 24:13 16:1 13:1 pinned:16 / black 24:13 18:1 9:1 / white to play 5-5"},
	{"fevga", "white 24:5 20:2 10:3 9:2 8:1 3:2 / black 24:5 9:4 6:6 / white to play 3-2"},
	{"narde", "white 24:15 / black 24:15 / white to play 3-3"},
	{"gulbara", "white 24:11 23:4 / black 24:11 10:4 / white to play 5-5 / turns 2-2"},
	{"acey-deucey", "white bar:9 24:2 6:4 hit:1 / black bar:12 20:2 2:1 / white to play 4-4"},
}

// FuzzPlay reads any text as a play of one of a few positions: it is refused,
// or read as one of the legal plays.
func FuzzPlay(f *testing.F) {
	var positions []State
	for _, v := range vectors[vector](f, "cases.jsonl") {
		positions = append(positions, v.position(f))
	}
	for _, r := range relativeStates {
		positions = append(positions, stateOf(f, r.variant, r.state))
	}
	for _, text := range []string{
		"8/2 24/22", "bar/20*", "25/20 b/20", "6/off(2)", "13/10*/8", "10", "24-18,13-11", "6/0 o", "no play", "1 1 1 1",
		"2(4) 3(4) 4(4)", "-", "/", "()", "6/off*(9)", "pass", "13/7(4) 8/2(4) 6/off(4)", "4 3 2 1",
		"7/4*/3", "24/21(2) 24/18", "23/18(4) 24/18", "18/13 13/8*", "bar/21(4)", "choose 3", "resign 2",
	} {
		for i := range positions {
			f.Add(text, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, i uint8) {
		pos := positions[int(i)%len(positions)]
		played, err := pos.Play(text, nil)
		var r *rules.Refusal
		switch {
		case errors.As(err, &r):
			checkRefusal(t, pos, r)
		case err != nil && strings.EqualFold(strings.TrimSpace(text), "roll"):
		case err != nil:
			t.Errorf("%v: %q: %v", pos, text, err)
		case played.Position.(State).Phase() == Resigning:
		case !slices.Contains(legal(pos), played.Text):
			t.Errorf("%v: %q is read as %q", pos, text, played.Text)
		}
	})
}

func TestEveryRefusalOffersWhatIsLegal(t *testing.T) {
	bar := "white bar:1 13:5 8:3 6:6 / black 24:2 13:5 8:3 6:5 / white to play 4-2"
	for _, tt := range []struct{ state, text, rule, first string }{
		{start62, "nonsense", "not-understood", "24/22 24/18"},
		{start62, "1/2", "wrong-direction", "24/22 24/18"},
		{start62, "bar/20", "no-checker", "24/22 24/18"},
		{start62, "24/1", "not-thrown", "24/22 24/18"},
		{start62, "6/off", "not-home", "24/22 24/18"},
		{start62, "24/18 12/10", "no-checker", "24/22 24/18"},
		{start62, "13/11 7/1", "no-checker", "24/18 13/11"},
		{start62, "roll", "already-rolled", "24/22 24/18"},
		{bar, "13/11", "bar-first", "bar/23 13/9"},
	} {
		pos := state(t, tt.state)
		r := wantRefusal(t, pos, tt.text, tt.rule)
		if len(r.Legal) == 0 || len(r.Legal) > offered {
			t.Errorf("%s is refused with %d legal plays", tt.text, len(r.Legal))
			continue
		}
		for _, play := range r.Legal {
			act(t, pos, play)
		}
		if r.Legal[0] != tt.first {
			t.Errorf("%s is answered with %q first, want %q", tt.text, r.Legal[0], tt.first)
		}
	}
}
