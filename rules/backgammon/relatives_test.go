package backgammon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crownpost/rules"
)

// menAt are one side's checkers in a vector of a relative: the points 1 to 24 at
// index 0 to 23 and the bar at 24; pins are indexes.
func menAt(points [25]int, pins []int) Men {
	m := menOf(map[int]int{Off: checkers})
	for i, n := range points {
		m = m.put(i+1, n).put(Off, -n)
	}
	for _, i := range pins {
		m = m.pin(i + 1)
	}
	return m
}

func TestPlaysOfRelativesAgreeWithTheVectors(t *testing.T) {
	type sides struct {
		Me, Op       [25]int
		PinMe, PinOp []int
	}
	type vector struct {
		sides
		Dice    [2]int
		First   bool
		Used    int
		Results []sides
	}
	board := func(s sides) Board { return Board{menAt(s.Me, s.PinMe), menAt(s.Op, s.PinOp)} }
	for _, key := range []string{"tavla", "plakoto", "fevga", "narde"} {
		v, _ := Lookup(key)
		for i, vec := range vectors[vector](t, "variant-"+key+".jsonl.gz") {
			turn := Turn{Board: board(vec.sides), Dice: vec.Dice, Before: v.Counted()}
			if vec.First {
				turn.Before = 0
			}
			if err := v.moves.check(turn.Board); err != nil {
				t.Errorf("%s %d: %v", key, i+1, err)
			}
			want := map[Board]bool{}
			for _, r := range vec.Results {
				want[board(r)] = true
			}
			plays := v.Plays(turn)
			for _, p := range plays {
				if p.Used() != vec.Used || !want[p.Board.Swap()] {
					t.Errorf("%s %d: %s uses %d dice of %d, and is wrong", key, i+1, p.Text(turn.Board), p.Used(), vec.Used)
				}
			}
			if len(plays) != len(want) || v.canPlay(turn) != (len(want) > 0) {
				t.Errorf("%s %d: %d plays, want %d", key, i+1, len(plays), len(want))
			}
		}
	}
}

// slowGame is the board of the slow generator of relatives, by each side's own
// numbering, and what the play has done.
type slowGame struct {
	slowBoard
	ownPinned, oppPinned [26]bool
	ownHit, oppHit       int
	hits                 [26]bool
	left                 int // checkers that have left the head
}

// slowRules are the rules of a relative, as the rules page has them.
type slowRules struct {
	key  string
	turn Turn
}

// game is a board before a play.
func (r slowRules) game(b Board) slowGame {
	s := slowGame{slowBoard: b.slow()}
	for p := 1; p <= 24 && r.key == "plakoto"; p++ {
		s.ownPinned[p], s.oppPinned[p] = b.Own.Pinned(p), b.Opp.Pinned(p)
	}
	if r.key == "acey-deucey" {
		s.ownHit, s.oppHit = b.Own.Hit(), b.Opp.Hit()
	}
	return s
}

// sameWay says that both sides move in the same direction.
func (r slowRules) sameWay() bool { return r.key == "fevga" || r.key == "narde" || r.key == "gulbara" }

// theirs is the opponent's number of a point.
func (r slowRules) theirs(point int) int {
	switch {
	case !r.sameWay():
		return 25 - point
	case point > 12:
		return point - 12
	}
	return point + 12
}

// mayLeave says whether a checker on a point is free to move at all.
func (r slowRules) mayLeave(s slowGame, from int) bool {
	switch r.key {
	case "tavla":
		return (s.own[Bar] == 0 || from == Bar) && (!s.hits[from] || from > 6 || s.own[from] > 1)
	case "plakoto":
		return !s.ownPinned[from]
	case "acey-deucey":
		return s.ownHit == 0 || from == Bar
	case "fevga":
		alone := s.own[24] == 14
		for p := 1; p <= 11; p++ {
			alone = alone && s.own[p] == 0
		}
		return from != 24 || !alone
	case "narde", "gulbara":
		allowed := 1
		if d := r.turn.Dice; r.turn.Before == 0 && d[0] == d[1] && (d[0] == 3 || d[0] == 4 || d[0] == 6) {
			allowed = 2
		}
		if r.turn.Past == HeadLeft {
			allowed = 0
		}
		return from != 24 || s.left < allowed
	}
	panic(r.key)
}

func (r slowRules) mayBearOff(s slowGame, from, die int) bool {
	for p := 7; p <= Bar; p++ {
		if s.own[p] > 0 {
			return false
		}
	}
	if r.key == "plakoto" && slices.Contains(s.ownPinned[:], true) || r.key == "acey-deucey" && die > from {
		return false
	}
	for p := from + 1; p <= 6; p++ {
		if die > from && s.own[p] > 0 {
			return false
		}
	}
	return true
}

func (r slowRules) step(s slowGame, from, die int) (slowGame, bool) {
	if s.own[from] == 0 || !r.mayLeave(s, from) {
		return s, false
	}
	to := from - die
	if to <= 0 {
		if !r.mayBearOff(s, from, die) {
			return s, false
		}
		to = Off
	} else {
		at := r.theirs(to)
		switch {
		case s.opp[at] > 1, s.opp[at] == 1 && r.sameWay(), s.ownPinned[to]:
			return s, false
		case s.opp[at] == 1 && r.key == "plakoto":
			s.oppPinned[at] = true
		case s.opp[at] == 1:
			s.opp[at], s.opp[Bar], s.hits[to] = 0, s.opp[Bar]+1, true
			if r.key == "acey-deucey" {
				s.oppHit++
			}
		}
	}
	s.own[from]--
	s.own[to]++
	switch {
	case from == Bar && s.ownHit > 0:
		s.ownHit--
	case from == 24:
		s.left++
	}
	if r.key == "plakoto" && s.own[from] == 0 {
		s.oppPinned[25-from] = false
	}
	return s, true
}

// mayEnd says whether a play may end so. The six points of fevga that must be
// opened are looked at only if open.
func (r slowRules) mayEnd(s slowGame, open bool) bool {
	switch r.key {
	case "fevga":
		quarter := 0
		for p := 19; p <= 24; p++ {
			quarter += min(s.own[p], 1)
		}
		return quarter < 6 && (!open || !r.shutIn(s))
	case "narde", "gulbara":
		for lowest := 1; lowest <= 19; lowest++ {
			passed := false
			for p := 0; p < lowest; p++ {
				passed = passed || s.opp[p] > 0
			}
			if r.six(s, lowest) && !passed {
				return false
			}
		}
	}
	return true
}

// six says whether the six points from the opponent's lowest on are held.
func (r slowRules) six(s slowGame, lowest int) bool {
	for p := lowest; p < lowest+6; p++ {
		if s.own[r.theirs(p)] == 0 {
			return false
		}
	}
	return true
}

func (r slowRules) shutIn(s slowGame) bool {
	for p := 7; p <= 24; p++ {
		if s.opp[p] == 15 && r.six(s, p-6) {
			return true
		}
	}
	return false
}

// results tries every sequence of steps in both orders of the dice.
func (r slowRules) results(open bool) map[slowGame]bool {
	die1, die2 := r.turn.Dice[0], r.turn.Dice[1]
	best := map[[2]int]map[slowGame]bool{} // by the dice used and the first of them
	add := func(used, first int, s slowGame) {
		if used > 0 && r.mayEnd(s, open) {
			if best[[2]int{used, first}] == nil {
				best[[2]int{used, first}] = map[slowGame]bool{}
			}
			s.hits, s.left = [26]bool{}, 0
			best[[2]int{used, first}][s] = true
		}
	}
	var walk func(s slowGame, dice []int, used int)
	walk = func(s slowGame, dice []int, used int) {
		add(used, dice[0], s)
		if used == len(dice) {
			return
		}
		for from := 1; from <= Bar; from++ {
			if next, ok := r.step(s, from, dice[used]); ok {
				walk(next, dice, used+1)
			}
		}
	}
	start := r.game(r.turn.Board)
	if die1 == die2 {
		walk(start, []int{die1, die1, die1, die1}, 0)
	} else {
		walk(start, []int{die1, die2}, 0)
		walk(start, []int{die2, die1}, 0)
	}
	for used := 4; used > 0; used-- {
		all := map[slowGame]bool{}
		for first := 6; first > 0; first-- {
			for s := range best[[2]int{used, first}] {
				all[s] = true
			}
			if used == 1 && len(all) > 0 {
				break
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	if open {
		return r.results(false)
	}
	return nil
}

func checkRelative(t *testing.T, v *Variant, turn Turn) {
	t.Helper()
	slow := slowRules{v.key, turn}
	want := slow.results(true)
	plays := v.Plays(turn)
	for _, p := range plays {
		if !want[slow.game(p.Board)] {
			t.Errorf("%s %v: %s is not legal", v.key, turn, p.Text(turn.Board))
		}
	}
	if len(plays) != len(want) || v.canPlay(turn) != (len(want) > 0) {
		t.Errorf("%s %v: %d plays, want %d", v.key, turn, len(plays), len(want))
	}
}

// TestRandomGamesOfRelatives plays random games of the variants with steps of
// their own, and compares every throw with the slow generator.
func TestRandomGamesOfRelatives(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	die := func() int { return 1 + random.IntN(6) }
	throw := func(rules.Roll) rules.Dice { return die }
	for _, key := range []string{"tavla", "plakoto", "fevga", "narde", "gulbara", "acey-deucey"} {
		v, _ := Lookup(key)
		for turns := 0; turns < sample(10_000); {
			pos := v.Start()
			for pos.ToAct() != rules.NoSide {
				checkState(t, pos)
				if p := pos.(State); p.Phase() == Playing {
					checkRelative(t, v, p.turn())
					turns++
				}
				legal := pos.Legal()
				chosen := legal[random.IntN(len(legal))]
				played, err := pos.Play(chosen.Text, throw)
				if err != nil {
					t.Fatalf("%s %v: %s: %v", key, pos, chosen.Text, err)
				}
				pos = played.Position
			}
			checkState(t, pos)
		}
	}
}
