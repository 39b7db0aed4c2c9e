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
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range Variants() {
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
