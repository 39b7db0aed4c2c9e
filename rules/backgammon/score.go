package backgammon

import (
	"slices"

	"crownpost/rules"
)

// session is the outcome of several games for money.
func session(score [2]int) rules.Outcome {
	o := rules.Outcome{Winner: rules.NoSide, Reason: rules.Session, Value: score[rules.White] - score[rules.Black]}
	switch {
	case o.Value > 0:
		o.Winner = rules.White
	case o.Value < 0:
		o.Winner, o.Value = rules.Black, -o.Value
	}
	return o
}

// worth is what a win of this game counts against a loser whose checkers stand
// so, without the cube.
func (p State) worth(loser Men) int {
	if p.variant.chosen(jacoby) == "on" && p.cube.owner == rules.NoSide {
		return 1
	}
	return p.variant.worth(loser)
}

// won ends the game: a win counts value times the cube. The next game of the
// match begins, if there is one.
func (p State) won(winner rules.Side, reason rules.Reason, value int) rules.Played {
	if winner != rules.NoSide {
		p.score[winner] += value * p.multiplier()
	}
	if !p.decided(winner) {
		p.game++
		return rules.Played{Position: p.nextGame(winner), NewTurn: true}
	}
	p = p.over(ending{winner, reason})
	if p.side = winner.Other(); winner == rules.NoSide {
		p.side = rules.White
	}
	return rules.Played{Position: p}
}

// mostWin is what a win counts at most.
func (v *Variant) mostWin() int {
	most := slices.Max(v.levels)
	if v.cube && v.length != 1 {
		most *= mostCube
	}
	return most
}

// leastGames is how many games it takes at least to come to a score.
func (v *Variant) leastGames(score [2]int) (games int) {
	for _, points := range score {
		games += (points + v.mostWin() - 1) / v.mostWin()
	}
	return games
}

// over is the state with nothing left to be done in it.
func (p State) over(last ending) State {
	p.phase, p.offered, p.declined, p.last = Over, 0, 0, last
	p.dice, p.past, p.turns, p.cube.redoubles = [2]int{}, Fresh, [2]uint8{}, 0
	return p
}

// Ended returns the match as it stands once it was ended otherwise than by its
// games: given up as a whole, lost on time, adjudicated or annulled. It is over,
// and its winner, unless that is NoSide, has at least the points that it was
// played to; board, cube and the side on turn are left as they were. Parse does
// not read such a state. One that is over already stays as it is.
func (p State) Ended(winner rules.Side) State {
	if p.phase == Over {
		return p
	}
	last := ending{winner: rules.NoSide}
	if winner != rules.NoSide {
		p.score[winner] = max(p.score[winner], p.variant.length)
		last = ending{winner, rules.Resigned}
	}
	return p.over(last)
}

// multiplier is what the cube makes of a win. Other programs' positions of
// matches to 1 point may show a cube that was turned, but it counts nothing.
func (p State) multiplier() int {
	if p.variant.length == 1 {
		return 1
	}
	return p.cube.value
}

// decided reports whether the game that winner has just won was the last one.
// A drawn game decides a match to 1 point, which is a single game.
func (p State) decided(winner rules.Side) bool {
	switch {
	case p.variant.length == 0:
		return p.game == p.variant.games
	case winner == rules.NoSide:
		return p.variant.length == 1
	}
	return p.score[winner] >= p.variant.length
}

// nextGame sets up the game number p.game; winner is who won the one before,
// NoSide if there was none.
func (p State) nextGame(winner rules.Side) State {
	start := p.variant.start
	next := State{
		variant: p.variant,
		men:     [2]Men{start, start},
		side:    rules.White,
		cube:    centred,
		score:   p.score,
		game:    p.game,
		rule:    p.nextCrawford(),
		last:    ending{winner: rules.NoSide},
	}
	if p.variant.winnerBegins && winner != rules.NoSide {
		next.side, next.phase = winner, Rolling
	}
	return next
}
