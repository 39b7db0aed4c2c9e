package mat

import (
	"errors"
	"testing"

	"crownpost/rules/backgammon"
)

func FuzzMat(f *testing.F) {
	for _, test := range unreadable {
		f.Add(test.text)
	}
	for _, text := range []string{
		begun + "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                     62: 24/18 13/11\n      Wins 4 points and the match\n",
		begun + "  1)                             44: 24/16(2)\n  2) 62: ????                    Losses 3 point\n",
		" 0 point match\n\n Game 1\n gnubg : 0                      root : 0\n  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4                Beavers => 8\n",
		"; [Rules \"automatic-doubles=on\"]\n; [Games \"2\"]\n 0 point match\n Game 1\n A : 1 B : 2\n 1) 31: 8/5 6/5  Doubles => 4\n 2) Drops  Wins 2 points\n",
		";[Variation\x17\"0\"]\n0 point mAtCh",
		"; [Games \"27\"]\n 0 point match\n",
		"; [Games \"2\x17\"]\n 0 point match\n",
		"; [Variation \"table\"]\n 7 point match\n Game 1\n A : 0 B : 0\n 1) 61: 13/7 8/7\n Wins 8 points\n Game 2\n A : 8 B : 0\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		matches, err := Parse(text)
		if err != nil {
			bad, ok := errors.AsType[*backgammon.TranscriptError](err)
			if !ok || bad.Line < 1 || bad.Column < 1 || bad.Problem == "" {
				t.Fatalf("%v", err)
			}
		}
		for _, match := range matches {
			r := match.Replay()
			if r.Problem != nil && (r.Problem.Line < 1 || r.Problem.Column < 1) {
				t.Fatalf("%v", r.Problem)
			}
			canonical := r.Canonical(match)
			again := readOne(t, written(t, canonical))
			if second := again.Replay(); second.Problem != nil || second.End.Board() != r.End.Board() {
				t.Fatalf("%v in\n%s", second.Problem, written(t, canonical))
			}
		}
	})
}
