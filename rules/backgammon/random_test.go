package backgammon

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"crownpost/rules"
)

// forms are matches of every kind.
func forms(t *testing.T) []*Variant {
	t.Helper()
	var all []*Variant
	for _, v := range variants {
		all = append(all, v, v.Match(2), v.Match(5), v.Match(11), v.Money(3))
		for _, o := range v.options {
			w, err := v.with(map[string]string{o.Key: o.Values[1]})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, w, w.Match(3), w.Money(2))
		}
		if v.cube {
			w := v.must(map[string]string{jacoby: "on", beavers: "on", automaticDoubles: "on"})
			all = append(all, w.Money(4), w.Money(MaxGames))
		}
	}
	return all
}

// TestRandomMatches plays matches of every form at random and checks what is
// true of every one.
func TestRandomMatches(t *testing.T) {
	turns, most := sample(100_000), sample(1600)
	all := forms(t)
	random := rand.New(rand.NewPCG(1, 2))
	throw := func(rules.Roll) rules.Dice { return func() int { return 1 + random.IntN(6) } }
	for i := 0; turns > 0 && !t.Failed(); i++ {
		r := randomMatch{t: t, pos: all[i%len(all)].Start().(State), random: random, throw: throw}
		turns -= r.play(min(turns, most))
	}
}

type randomMatch struct {
	t         *testing.T
	pos       State
	random    *rand.Rand
	throw     rules.Thrower
	crawfords int
}

// play plays until the match is over or so many turns were rolled.
func (r *randomMatch) play(turns int) (rolled int) {
	for rolled < turns && !r.t.Failed() {
		checkState(r.t, r.pos)
		checkIDs(r.t, r.pos)
		if r.pos.Phase() == Over {
			break
		}
		text := r.choose()
		if text == roll {
			rolled++
		}
		played, err := r.pos.Play(text, r.throw)
		if err != nil {
			r.t.Fatalf("%v: %s: %v", r.pos, text, err)
		}
		if played.Side != r.pos.ToAct() || played.Text != text {
			r.t.Errorf("%v: %s is played as %+v", r.pos, text, played)
		}
		next := played.Position.(State)
		r.checkScore(text, next)
		if played.NewTurn != (next.game > r.pos.game) || next.game > r.pos.game+1 {
			r.t.Errorf("%v: %s leads to %v, a new turn %v", r.pos, text, next, played.NewTurn)
		}
		if played.NewTurn && next.Crawford() {
			r.crawfords++
		}
		if next.Crawford() && r.crawfords != 1 || r.pos.PostCrawford() && !next.PostCrawford() {
			r.t.Errorf("%v: the Crawford game for the %d. time", next, r.crawfords)
		}
		r.pos = next
	}
	return rolled
}

// choose takes any legal act; cubes are turned seldom, and games seldom
// resigned, so that they come to their end.
func (r *randomMatch) choose() string {
	if text := r.pos.Automatic(); text != "" {
		return text
	}
	if levels := r.pos.MayResign(); len(levels) > 0 && r.random.IntN(150) == 0 {
		return fmt.Sprintf("%s %d", resign, levels[r.random.IntN(len(levels))])
	}
	legal := r.pos.Legal()
	switch text := legal[r.random.IntN(len(legal))].Text; {
	case text == double && r.random.IntN(5) > 0:
		return roll
	case text == accept && r.random.IntN(3) > 0:
		return refusing
	default:
		return text
	}
}

// checkScore checks what an act that ended a game counts.
func (r *randomMatch) checkScore(text string, next State) {
	gain := [2]int{next.score[0] - r.pos.score[0], next.score[1] - r.pos.score[1]}
	var want [2]int
	if ended := next.phase == Over || next.game > r.pos.game; ended {
		value, _ := r.pos.Cube()
		actor := r.pos.ToAct()
		switch text {
		case drop:
			want[actor.Other()] = value
		case accept:
			want[actor] = value * r.pos.Offered()
		default:
			want = r.wonByPlay(text, actor, value)
		}
	}
	if gain != want {
		r.t.Errorf("%v: %s gains %v, want %v: %v", r.pos, text, gain, want, next)
	}
}

// wonByPlay is what a play counts that ends a game.
func (r *randomMatch) wonByPlay(text string, actor rules.Side, cube int) (points [2]int) {
	v := r.pos.Variant()
	board := r.pos.Board()
	for _, play := range v.Plays(r.pos.turn()) {
		if play.Text(board) == text {
			board = play.Board
		}
	}
	loser, winner := board.Opp, actor
	switch reason, own := v.end(board); {
	case reason == rules.Mothers:
		return points
	case !own:
		loser, winner = board.Own, actor.Other()
	}
	value := v.worth(loser)
	if _, owner := r.pos.Cube(); v.chosen(jacoby) == "on" && v.Length() == 0 && owner == rules.NoSide {
		value = 1
	}
	points[winner] = value * cube
	return points
}

// checkIDs checks that the notations of other programs read back what they can
// hold.
func checkIDs(t *testing.T, p State) {
	t.Helper()
	if !p.variant.cube || p.phase == Opening || p.phase == Over || p.cube.redoubles > 2 {
		return
	}
	again, err := p.variant.parse(p.XGID())
	if err != nil || again.men != p.men || again.side != p.side || again.phase != p.phase || again.dice != p.dice ||
		again.cube != p.cube || again.score != p.score || again.Crawford() != p.Crawford() || again.XGID() != p.XGID() {
		t.Errorf("%v: %s is read back as %v, %v", p, p.XGID(), again, err)
	}
	if p.cube.redoubles > 1 {
		return
	}
	ids := p.ID() + ":" + p.MatchID()
	again, err = p.variant.parse(ids)
	if err != nil || again.men != p.men || again.side != p.side || again.phase != p.phase || again.Offered() != p.Offered() ||
		again.cube != p.cube || again.score != p.score || again.Crawford() != p.Crawford() || again.ID()+":"+again.MatchID() != ids {
		t.Errorf("%v: %s is read back as %v, %v", p, ids, again, err)
	}
}
