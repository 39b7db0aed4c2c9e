package backgammon

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"crownpost/rules"
)

// slowBoard is the board of the slow generator: for each side the number of
// checkers on each of its points, off and bar included.
type slowBoard struct{ own, opp [26]int }

func (b Board) slow() (s slowBoard) {
	for p := range 26 {
		s.own[p], s.opp[p] = b.Own.On(p), b.Opp.On(p)
	}
	return s
}

// step makes one step by the letter of the rules, if it is legal.
func (s slowBoard) step(from, die int) (slowBoard, bool) {
	if s.own[from] == 0 || from == Off || from != Bar && s.own[Bar] > 0 {
		return s, false
	}
	to := from - die
	if to <= 0 {
		for p := 7; p <= Bar; p++ {
			if s.own[p] > 0 {
				return s, false
			}
		}
		for p := from + 1; p <= 6 && to < 0; p++ {
			if s.own[p] > 0 {
				return s, false
			}
		}
		to = Off
	} else if s.opp[25-to] >= 2 {
		return s, false
	} else if s.opp[25-to] == 1 {
		s.opp[25-to] = 0
		s.opp[Bar]++
	}
	s.own[from]--
	s.own[to]++
	return s, true
}

// slowPlays tries every sequence of steps in every order of the dice, and
// keeps the results of those that use most dice, and the larger of two.
func slowPlays(b slowBoard, die1, die2 int) map[slowBoard]bool {
	type end struct {
		board slowBoard
		dice  []int
	}
	var ends []end
	var walk func(b slowBoard, left, used []int)
	walk = func(b slowBoard, left, used []int) {
		ends = append(ends, end{b, used})
		if len(left) == 0 {
			return
		}
		for from := 1; from <= Bar; from++ {
			if next, ok := b.step(from, left[0]); ok {
				walk(next, left[1:], append(slices.Clip(used), left[0]))
			}
		}
	}
	if die1 == die2 {
		walk(b, []int{die1, die1, die1, die1}, nil)
	} else {
		walk(b, []int{die1, die2}, nil)
		walk(b, []int{die2, die1}, nil)
	}
	most, larger := 0, false
	for _, e := range ends {
		most = max(most, len(e.dice))
	}
	for _, e := range ends {
		larger = larger || most == 1 && e.dice != nil && e.dice[0] == max(die1, die2)
	}
	results := map[slowBoard]bool{}
	for _, e := range ends {
		if len(e.dice) == most && most > 0 && (!larger || e.dice[0] == max(die1, die2)) {
			results[e.board] = true
		}
	}
	return results
}

// checkPlays compares the generator with the slow one.
func checkPlays(t *testing.T, b Board, die1, die2 int) {
	t.Helper()
	want := slowPlays(b.slow(), die1, die2)
	plays := AppendPlays(nil, b, die1, die2)
	for _, play := range plays {
		if !want[play.Board.slow()] {
			t.Errorf("%s %d-%d: %s is not legal", b.ID(), die1, die2, play.Text(b))
		}
	}
	if len(plays) != len(want) {
		t.Errorf("%s %d-%d: %d plays, want %d", b.ID(), die1, die2, len(plays), len(want))
	}
}

// sample is how much of n to do unless all is asked for.
func sample(n int) int {
	if os.Getenv("CROWNPOST_LONG") == "" {
		return n / 20
	}
	return n
}

func TestPlaysAgreeWithTheSlowGenerator(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range sample(100_000) {
		checkPlays(t, randomBoard(random), 1+random.IntN(6), 1+random.IntN(6))
	}
}

// randomBoard crowds the checkers on a few points, so that many are closed.
func randomBoard(random *rand.Rand) Board {
	for {
		var b Board
		own, opp := 1+random.IntN(8), 1+random.IntN(8)
		reach := 6 + random.IntN(20)
		var owned, held []int
		for range own {
			owned = append(owned, random.IntN(reach))
		}
		for range opp {
			held = append(held, random.IntN(26))
		}
		for range checkers {
			b.Own = b.Own.put(owned[random.IntN(own)], 1)
			b.Opp = b.Opp.put(held[random.IntN(opp)], 1)
		}
		if b.check(checkers) == nil {
			return b
		}
	}
}

// TestRandomGames plays random games of every variant to the end.
func TestRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	die := func() int { return 1 + random.IntN(6) }
	throw := func(rules.Roll) rules.Dice { return die }
	for turns := 0; turns < sample(100_000); {
		for _, v := range variants {
			pos := v.Start()
			for pos.ToAct() != rules.NoSide {
				checkState(t, pos)
				if dice := pos.Dice(); dice != nil {
					checkPlays(t, pos.(State).Board(), dice[0], dice[1])
					turns++
				}
				legal := pos.Legal()
				chosen := legal[random.IntN(len(legal))]
				played, err := pos.Play(chosen.Text, throw)
				if err != nil {
					t.Fatalf("%v: %s: %v", pos, chosen.Text, err)
				}
				pos = played.Position
			}
			checkState(t, pos)
		}
	}
}
