package backgammon

import (
	"fmt"
	"math/bits"
	"slices"

	"crownpost/rules"
)

// check reports what makes a state impossible that was read from a text, as an
// ErrState or ErrBoard.
func (p State) check() error {
	b := p.Board()
	if err := b.number(p.variant.start.count()); err != nil {
		return err
	}
	if err := p.variant.moves.check(b); err != nil {
		return err
	}
	for _, check := range []func() string{p.wrongScore, p.wrongCrawford, p.wrongCube, p.wrongResignation, p.wrongPhase} {
		if wrong := check(); wrong != "" {
			return fmt.Errorf("%w: %s", ErrState, wrong)
		}
	}
	return nil
}

func (p State) wrongScore() string {
	v, leader, games := &p.variant, max(p.score[rules.White], p.score[rules.Black]), p.game
	if p.phase != Over {
		games--
	}
	games -= v.leastGames(p.score)
	switch {
	case games < 0:
		return "a score that so few games do not give"
	case v.length == 0 && v.games > 0 && (p.game > v.games || p.phase == Over && p.game < v.games):
		return fmt.Sprintf("game %d in a session of %d", p.game, v.games)
	case p.phase != Over && v.length > 0 && leader >= v.length:
		return "a match that is decided goes on"
	case p.phase == Over && v.length == 0 && v.games == 0:
		return "games without an end are over"
	case p.phase == Over && v.length > 1 && (p.last.winner == rules.NoSide || leader != p.score[p.last.winner] ||
		leader < v.length || p.score[p.side] >= v.length):
		return "over, but it is not the last winner alone who has the points"
	}
	return ""
}

func (p State) wrongCrawford() string {
	v := &p.variant
	applies := v.length > 1 && v.chosen(crawfordRule) == "on"
	switch {
	case !applies && p.rule != beforeCrawford:
		return "the Crawford rule does not apply"
	case !applies || p.phase == Over:
		return ""
	}
	ahead := 0
	for _, points := range p.score {
		if points == v.length-1 {
			ahead++
		}
	}
	switch {
	case p.rule == crawfordGame && ahead != 1:
		return "the Crawford game is the first in which one side needs one point"
	case p.rule == afterCrawford && ahead == 0:
		return "after the Crawford game a side needs one point"
	case p.rule == beforeCrawford && ahead > 0:
		return "a side needs one point: is this the Crawford game or a later one?"
	}
	return ""
}

func (p State) wrongCube() string {
	c := p.cube
	switch {
	case bits.OnesCount(uint(c.value)) != 1 || c.value > mostCube:
		return fmt.Sprintf("a cube of %d", c.value)
	case c.value > 1 && (!p.variant.cube || p.rule == crawfordGame):
		return "a cube in a game without one"
	case c.value > 1 && p.phase == Opening:
		return "the cube was turned before the opening throw"
	case c.value == 1 && c.owner != rules.NoSide:
		return "a cube that was taken at 1"
	case c.value > 2 && c.owner == rules.NoSide, c.value == 2 && c.owner == rules.NoSide && p.variant.chosen(automaticDoubles) != "on":
		return fmt.Sprintf("a cube in the middle at %d", c.value)
	case p.phase != Doubled:
		if c.redoubles > 0 {
			return "beavers without a double"
		}
		return ""
	case c.redoubles == 0 && p.mayDouble() != nil:
		return "a double that is not allowed"
	case c.redoubles > 0 && (p.variant.length > 0 || p.variant.chosen(beavers) != "on" || c.owner != p.side.Other() || 2*c.value > mostCube || c.value>>c.redoubles == 0):
		return "a beaver that is not allowed"
	}
	return ""
}

func (p State) wrongResignation() string {
	if p.offered == 0 && p.declined == 0 {
		return ""
	}
	most := p.most()
	switch levels := p.variant.levels; {
	case p.phase != Rolling && p.phase != Playing && p.phase != Choosing:
		return "a resignation out of turn"
	case p.offered > 0 && (!slices.Contains(levels, p.offered) || p.offered > most || p.offered <= p.declined):
		return "a resignation that is not allowed"
	case p.declined > 0 && (!slices.Contains(levels, p.declined) || p.declined >= most):
		return "a refusal that is not allowed"
	}
	return ""
}

func (p State) wrongPhase() string {
	b := p.Board()
	reason, own := p.variant.end(b)
	start := p.variant.start
	switch {
	case p.phase == Opening && p.men != [2]Men{start, start}:
		return "an opening throw, but not the opening position"
	case p.phase == Opening && p.turns != [2]uint8{}:
		return "an opening throw after other turns"
	case p.phase != Over && reason != "":
		return "all checkers are off, but the game goes on"
	case p.past != Fresh && (p.phase != Playing || p.dice[0] != p.dice[1]),
		p.past == Chosen && !p.variant.enters, p.past == HeadLeft && !p.variant.chains:
		return "a turn that goes on where none does"
	case p.phase == Choosing && !p.variant.enters:
		return "a double to be chosen in a game without that choice"
	case p.phase != Over:
		return ""
	}
	switch p.last.reason {
	case rules.Dropped:
		// In a match who doubles needs more points than a drop gives.
		if reason == "" && p.CubeInUse() && p.variant.length == 0 {
			return ""
		}
		return "no drop ends a match"
	case rules.Resigned:
		if reason == "" && p.last.winner != rules.NoSide {
			return ""
		}
		return "resigned, but the game is over"
	case rules.Mothers:
		if reason == rules.Mothers && p.last.winner == rules.NoSide {
			return ""
		}
	case reason:
		// The loser is on turn.
		if p.last.winner != rules.NoSide && !own {
			return ""
		}
	}
	return "won, but it is not the winner alone who has all checkers off"
}
