package backgammon

import (
	"os"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

// script throws the given dice in turn.
func script(dice ...int) rules.Thrower {
	die := func() int {
		die := dice[0]
		dice = dice[1:]
		return die
	}
	return func(rules.Roll) rules.Dice { return die }
}

// TestRecordedGames replays games.txt: real games, one a line, as they were
// written down: turns "dice:play" of the two sides in turn, or "dice:pass".
// White begins them here.
func TestRecordedGames(t *testing.T) {
	text, err := os.ReadFile("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		pos := variants[0].Start()
		for turn, token := range strings.Split(line, " ; ") {
			dice, text, _ := strings.Cut(token, ":")
			die1, die2 := int(dice[0]-'0'), int(dice[1]-'0')
			if turn == 0 {
				die1, die2 = max(die1, die2), min(die1, die2)
			}
			pos = act(t, pos, "roll", die1, die2)
			if passes := pos.Automatic() == "pass"; passes != (text == "pass") {
				t.Errorf("game %d, %s: a pass %v", i+1, token, passes)
			}
			pos = act(t, pos, text)
			checkState(t, pos)
		}
		if _, ok := pos.Outcome(); !ok {
			t.Errorf("game %d goes on after its end: %v", i+1, pos)
		}
	}
}

// act plays one act that must be legal.
func act(t *testing.T, pos rules.Position, text string, dice ...int) rules.Position {
	t.Helper()
	played, err := pos.Play(text, script(dice...))
	if err != nil {
		t.Fatalf("%v: %s: %v", pos, text, err)
	}
	return played.Position
}

// state reads a state that must be right, of the variant backgammon.
func state(t *testing.T, text string) State {
	t.Helper()
	return stateOf(t, "backgammon", text)
}

func stateOf(t testing.TB, key, text string) State {
	t.Helper()
	v, ok := Lookup(key)
	if !ok {
		t.Fatalf("no variant %s", key)
	}
	pos, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return pos.(State)
}

// checkState checks what is true of every state.
func checkState(t *testing.T, pos rules.Position) {
	t.Helper()
	p := pos.(State)
	for side, points := range Checkers(pos) {
		sum := 0
		for _, n := range points {
			sum += n
		}
		if sum != p.variant.start.count() {
			t.Errorf("%v: %d checkers of side %d", pos, sum, side)
		}
	}
	again, err := p.variant.Parse(pos.String())
	if err != nil || again != pos {
		t.Errorf("%v is read back as %v, %v", pos, again, err)
	}
	if id := p.ID(); id != "" {
		b, err := p.variant.parseID(id)
		if err != nil || b != p.Board() {
			t.Errorf("%v: Position ID %s is read back as %v, %v", pos, id, b, err)
		}
	}
	_, ended := pos.Outcome()
	acts := legal(pos)
	if ended != (len(acts) == 0) || ended != (pos.ToAct() == rules.NoSide) {
		t.Errorf("%v: over %v with acts %q for %v", pos, ended, acts, pos.ToAct())
	}
	if text := pos.Automatic(); text != "" && !slices.Equal(acts, []string{text}) {
		t.Errorf("%v: %s by itself, but %q are legal", pos, text, acts)
	}
}
