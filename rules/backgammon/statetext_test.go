package backgammon

import (
	"errors"
	"strings"
	"testing"

	"crownpost/rules"
)

func TestStatesAreReadBackExactly(t *testing.T) {
	tests := []struct {
		state string
		toAct rules.Side
		id    string
		auto  string
	}{
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / opening", rules.White, "4HPwATDgc/ABMA", "roll"},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to roll", rules.Black, "4HPwATDgc/ABMA", "roll"},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 2-6", rules.White, "4HPwATDgc/ABMA", ""},
		{"white bar:1 24:1 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 6-6", rules.White, "4HPwATDgc/ABUA", "pass"},
		{"white off:15 / black bar:2 6:10 off:3 / white won", rules.NoSide, "AAAA4B8AAAAGAA", ""},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black won, resignation 3", rules.NoSide, "4HPwATDgc/ABMA", ""},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 6-2, refused 1, resigning 2", rules.Black, "4HPwATDgc/ABMA", ""},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / opening / match to 7, 4-2, game 5", rules.White, "4HPwATDgc/ABMA", "roll"},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to take / match to 7, 4-6, game 7, post-Crawford", rules.Black, "4HPwATDgc/ABMA", ""},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll / match to 7, 4-6, game 7, Crawford", rules.White, "4HPwATDgc/ABMA", "roll"},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to take, beavers 1 / money, 0-0, game 1 / cube 2 of black / jacoby=on beavers=on", rules.White, "4HPwATDgc/ABMA", ""},
		{"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll / money session of 25, 900-0, game 7 / cube 4096 of white", rules.White, "4HPwATDgc/ABMA", "roll"},
	}
	for _, tt := range tests {
		pos := state(t, tt.state)
		if pos.String() != tt.state || pos.ToAct() != tt.toAct || pos.Automatic() != tt.auto {
			t.Errorf("%s is %s, %v to act, %q by itself", tt.state, pos, pos.ToAct(), pos.Automatic())
		}
		if tt.toAct != rules.NoSide && pos.Notation() != tt.id {
			t.Errorf("%s: Position ID %s, want %s", tt.state, pos.Notation(), tt.id)
		}
		checkState(t, pos)
	}
}

// Each game counts the most there is: a backgammon with the cube at its limit.
func TestTheHighestScoresOfASessionAreReadBack(t *testing.T) {
	const men = "white 1:1 off:14 / black bar:2 13:5 8:3 6:5"
	v, _ := Lookup("backgammon")
	p, err := v.Parse(men + " / white to roll / money session of 25, 294912-0, game 25 / cube 4096 of white")
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range []string{"roll", "1/off"} {
		played, err := p.Play(act, func(rules.Roll) rules.Dice {
			dice := []int{2, 1}
			return func() int { die := dice[0]; dice = dice[1:]; return die }
		})
		if err != nil {
			t.Fatal(err)
		}
		p = played.Position
		if again, err := v.Parse(p.String()); err != nil || again != p {
			t.Errorf("%v: %v", p, err)
		}
	}
	if s, _ := StateOf(p); s.Score() != [2]int{307200, 0} || s.Phase() != Over {
		t.Errorf("%v", s)
	}
}

func TestAPositionIDIsWhiteToRoll(t *testing.T) {
	tests := []struct{ name, id, want string }{
		{"a position of a game", "4HPwATDgc/ABUA", "white bar:1 24:1 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll"},
		{"a game that the other side has won", Board{menOf(map[int]int{6: 15}), menOf(map[int]int{Off: 15})}.ID(), "white 6:15 / black off:15 / black won"},
		{"a game that White has won", Board{menOf(map[int]int{Off: 15}), menOf(map[int]int{6: 15})}.ID(), "white off:15 / black 6:15 / white won"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := state(t, tt.id).String(); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

func TestWrongStatesAreRefused(t *testing.T) {
	const men = "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5"
	tests := []struct {
		name, text string
		err        error
		says       string
	}{
		{"nothing", "", ErrPositionID, ""},
		{"a Position ID cut short", "4HPwATDgc/ABM", ErrPositionID, "4HPwATDgc/ABM"},
		{"a Position ID with loose bits", "4HPwATDgc/ABMB", ErrPositionID, ""},
		{"a Position ID with bits behind the bar", "AAAAAAAAAAAAgA", ErrPositionID, "behind"},
		{"a Position ID with 16 checkers", "//8AAAAAAAAAAA", ErrBoard, "more than 15"},
		{"two sides on one point", Board{menOf(map[int]int{6: 15}), menOf(map[int]int{19: 15})}.ID(), ErrBoard, "numbers 6"},
		{"everything borne off twice", "AAAAAAAAAAAAAA", ErrBoard, "both sides"},
		{"both on the bar before closed boards", Board{
			menOf(map[int]int{Bar: 1, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 4}), menOf(map[int]int{Bar: 1, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 4}),
		}.ID(), ErrBoard, "neither"},
		{"no phase", men, ErrState, "2 parts"},
		{"an unknown phase", men + " / white to wait", ErrState, "to wait"},
		{"nobody's turn", men + " / red to roll", ErrState, "red to roll"},
		{"dice that are none", men + " / white to play 6-7", ErrDice, "6-7"},
		{"sides swapped", strings.Replace(men, "white", "black", 1) + " / opening", ErrState, "white"},
		{"a point that is none", "white 26:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / opening", ErrState, "26:2"},
		{"a checker too few", "white 24:1 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll", ErrBoard, "14 checkers"},
		{"a checker too many", "white 24:3 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll", ErrState, "6:5"},
		{"points out of order", "white 13:5 24:2 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll", ErrState, "24:2 13:5 8:3 6:5 / black"},
		{"an opening throw later on", "white 24:1 23:1 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / opening", ErrState, "opening"},
		{"a win without an end", men + " / white won", ErrState, "won"},
		{"a part that nothing knows", men + " / white to roll / nonsense", ErrState, "nonsense"},
		{"an option that there is not", men + " / white to roll / scoring=pips", ErrState, "scoring"},
		{"an option at its default", men + " / white to roll / money, 0-0, game 1 / jacoby=off", ErrState, "should be written"},
		{"an option that makes no difference", men + " / white to roll / match to 5, 0-0, game 1 / jacoby=on", ErrState, "should be written"},
		{"parts out of order", men + " / white to roll / cube 2 of white / match to 5, 0-0, game 1", ErrState, "should be written"},
		{"a match to 1 point told", men + " / white to roll / match to 1, 0-0, game 1", ErrState, "2 to 64"},
		{"a match that is too long", men + " / white to roll / match to 65, 0-0, game 1", ErrState, "2 to 64"},
		{"a match without its score", men + " / white to roll / match to 5", ErrState, "match to 5"},
		{"a score that is none", men + " / white to roll / match to 5, 2, game 2", ErrState, "number"},
		{"a game that is none", men + " / white to roll / match to 5, 2-0, game 0", ErrState, "game 0"},
		{"fewer games than the score needs", men + " / white to roll / match to 5, 2-1, game 2", ErrState, "so few games"},
		{"more points than games for money count", men + " / white to roll / money session of 5, 12289-12288, game 3", ErrState, "so few games"},
		{"a score of which play would leave what can be read", "white 1:1 off:14 / black 23:2 13:5 8:3 6:5 / white to roll / money session of 5, 1048576-1048576, game 3", ErrState, "so few games"},
		{"a match that is decided", men + " / white to roll / match to 5, 5-1, game 4", ErrState, "decided"},
		{"a session behind its end", men + " / white to roll / money session of 3, 2-1, game 4", ErrState, "session of 3"},
		{"a session over before its end", "white off:15 / black 6:15 / white won / money session of 3, 2-0, game 2", ErrState, "session of 3"},
		{"games without an end that are over", "white off:15 / black 6:15 / white won / money, 2-0, game 1", ErrState, "without an end"},
		{"a match won without the points", "white off:15 / black 6:15 / white won / match to 5, 4-3, game 5", ErrState, "has the points"},
		{"the Crawford game too early", men + " / white to roll / match to 5, 3-1, game 4, Crawford", ErrState, "first in which one side"},
		{"the Crawford game with both sides near", men + " / white to roll / match to 5, 4-4, game 9, Crawford", ErrState, "first in which one side"},
		{"after the Crawford game too early", men + " / white to roll / match to 5, 3-1, game 4, post-Crawford", ErrState, "a side needs one point"},
		{"neither the Crawford game nor a later one", men + " / white to roll / match to 5, 4-1, game 4", ErrState, "or a later one"},
		{"a Crawford game where the rule is off", men + " / white to roll / match to 5, 4-1, game 4, Crawford / crawford=off", ErrState, "does not apply"},
		{"a word behind the game", men + " / white to roll / match to 5, 4-1, game 4, Crafword", ErrState, "Crafword"},
		{"a cube of 3", men + " / white to roll / match to 5, 0-0, game 1 / cube 3 of white", ErrState, "cube of 3"},
		{"a cube above the highest", men + " / white to roll / money, 0-0, game 1 / cube 8192 of white", ErrState, "1 to 4096"},
		{"a cube of nobody", men + " / white to roll / match to 5, 0-0, game 1 / cube 2 of red", ErrState, "who owns"},
		{"a cube in the middle at 2", men + " / white to roll / match to 5, 0-0, game 1 / cube 2", ErrState, "in the middle"},
		{"a cube that was taken at 1", men + " / white to roll / match to 5, 0-0, game 1 / cube 1 of white", ErrState, "taken at 1"},
		{"a cube in the Crawford game", men + " / white to roll / match to 5, 4-0, game 3, Crawford / cube 2 of white", ErrState, "without one"},
		{"a cube before the opening throw", men + " / opening / match to 5, 0-0, game 1 / cube 2 of white", ErrState, "before the opening"},
		{"a double that is not allowed", men + " / white to take / match to 5, 0-0, game 1 / cube 2 of white", ErrState, "not allowed"},
		{"a beaver that is not allowed", men + " / white to take, beavers 1 / money, 0-0, game 1 / cube 2 of black", ErrState, "not allowed"},
		{"beavers without a double", men + " / white to roll, beavers 1 / money, 0-0, game 1 / beavers=on", ErrState, "without a double"},
		{"a resignation that the position cannot cost", "white 6:14 off:1 / black 6:15 / white to roll, resigning 2 / match to 5, 0-0, game 1", ErrState, "not allowed"},
		{"a resignation at a level that was refused", men + " / white to roll, refused 2, resigning 2 / match to 5, 0-0, game 1", ErrState, "not allowed"},
		{"a refusal of all that the position can cost", men + " / white to roll, refused 3 / match to 5, 0-0, game 1", ErrState, "not allowed"},
		{"a resignation while a double stands", men + " / white to take, resigning 1 / match to 5, 0-0, game 1", ErrState, "out of turn"},
		{"a choice in a game without it", men + " / white to choose", ErrState, "without that choice"},
		{"a turn that goes on in a game in which none does", men + " / white to play 1-1, chosen", ErrState, "goes on"},
		{"turns that do not matter", men + " / white to play 1-1 / turns 1-1", ErrState, "do not matter"},
		{"a drop that ends a match", men + " / white won, dropped / match to 3, 4-0, game 2 / cube 4 of white", ErrState, "no drop ends"},
		{"an end that nothing knows", men + " / white won, boredom", ErrState, "won"},
		{"a resignation of nobody", men + " / nobody won, resignation", ErrState, "resigned"},
		{"an end without a win", "white off:15 / black 6:15 / black to roll", ErrState, "goes on"},
		{"two winners", "white off:15 / black off:15 / white won", ErrState, "won"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos, err := Variants()[0].Parse(tt.text)
			if !errors.Is(err, tt.err) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v, %v, want %v that says %q", pos, err, tt.err, tt.says)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		start62, "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / opening", "white off:15 / black bar:2 6:10 off:3 / white won",
		"white bar:1 24:1 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll", "4HPwATDgc/ABMA", "white  / black / ",
		"4HPwATDgc/ABMA:cAkAAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "XGID=aDC-BBA-----b------bbbbdC-:0:0:1:D:5:5:0:7:10",
		"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to take, beavers 1 / money, 0-0, game 1 / cube 2 of black / jacoby=on beavers=on",
		"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 6-2, refused 1, resigning 2 / match to 7, 4-6, game 7, post-Crawford",
		"white 24:14 5:1 / black 24:14 20:1 pinned:20 / white to play 3-1", "white bar:13 24:1 23:1 / black bar:15 hit:1 / white to choose / match to 5, 0-0, game 1 / scoring=pips",
		"white 24:15 / black 24:15 / black to play 4-4, head left / turns 2-2", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white won, resignation 2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range variants {
			pos, err := v.Parse(text)
			if err != nil {
				continue
			}
			if strings.Contains(text, " ") && pos.String() != text {
				t.Errorf("%q is read back as %q", pos, text)
			}
			checkState(t, pos)
		}
	})
}

func FuzzParseID(f *testing.F) {
	for _, id := range []string{"4HPwATDgc/ABMA", "AAAAAAAAAAAAAA", "4HPwATDgc/ABMA==", "//8AAAAAAAAAAA", "27YdAADgc/ADQA", "00000AA00A07\nAA"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		b, err := ParseID(id)
		if err == nil && b.ID() != id {
			t.Errorf("%q is read back as %q", id, b.ID())
		}
	})
}
