package sgf

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/backgammon/mat"
)

// keys are all variants of the family.
var keys = []string{
	"backgammon", "table", "nackgammon", "hypergammon", "longgammon", "tavla", "portes", "plakoto", "fevga", "narde",
	"gulbara", "acey-deucey",
}

// randomMatch plays so many acts of a match at random, those that follow by
// themselves, and the answer to a resignation, which no file holds.
func randomMatch(t *testing.T, v *backgammon.Variant, random *rand.Rand, most int) (acts []backgammon.Thrown, end backgammon.State) {
	t.Helper()
	state, _ := backgammon.StateOf(v.Start())
	throw := func(rules.Roll) rules.Dice { return func() int { return 1 + random.IntN(6) } }
	for (len(acts) < most || state.Automatic() != "" || state.Offered() > 0) && state.Phase() != backgammon.Over {
		legal := state.Legal()
		text := legal[random.IntN(len(legal))].Text
		switch levels := state.MayResign(); {
		case state.Automatic() != "":
			text = state.Automatic()
		case state.Phase() == backgammon.Resigning:
			text = "accept"
		case state.MayDouble() && random.IntN(8) > 0:
			text = "roll"
		case len(levels) > 0 && random.IntN(100) == 0:
			text = fmt.Sprintf("resign %d", levels[random.IntN(len(levels))])
		}
		played, err := state.Play(text, throw)
		if err != nil {
			t.Fatal(err)
		}
		acts = append(acts, backgammon.Thrown{Act: played.Text, Dice: played.Dice})
		state, _ = backgammon.StateOf(played.Position)
	}
	return acts, state
}

func TestMatchesOfEveryVariantAreTheSameWhenRead(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, key := range keys {
		v, ok := backgammon.Lookup(key)
		if !ok {
			t.Fatal(key)
		}
		terms := []*backgammon.Variant{v.Match(1), v.Match(3), v.Match(7)}
		if v.HasCube() {
			money, err := v.Money(3).WithChoices("jacoby=on,beavers=on,automatic-doubles=on")
			if err != nil {
				t.Fatal(err)
			}
			terms = append(terms, v.Money(2), money)
		}
		for i := range 3 * len(terms) {
			v := terms[i%len(terms)]
			acts, end := randomMatch(t, v, random, 20+random.IntN(300))
			match, err := backgammon.Transcribe(v, acts)
			if err != nil {
				t.Fatal(err)
			}
			for name, again := range map[string]func() ([]*backgammon.Transcript, error){
				"SGF": func() ([]*backgammon.Transcript, error) { return Parse(written(t, match)) },
				"mat": func() ([]*backgammon.Transcript, error) {
					var b strings.Builder
					if err := mat.Write(&b, match); err != nil {
						return nil, err
					}
					return mat.Parse(b.String())
				},
			} {
				read, err := again()
				if err != nil || len(read) != 1 {
					t.Fatalf("%s, %s: %d matches, %v", key, name, len(read), err)
				}
				r := read[0].Replay()
				same := slices.EqualFunc(r.Acts, acts, func(p rules.Played, a backgammon.Thrown) bool { return p.Text == a.Act })
				if r.Problem != nil || len(r.Remarks) > 0 || !same || r.End != end {
					t.Errorf("%s, %s: %v, %v\n%v\n%v\n%s", key, name, r.Problem, r.Remarks, r.End, end, written(t, match))
				}
			}
		}
	}
}
