package backgammon

import (
	"fmt"

	"crownpost/rules"
)

// runningMoves are the steps that fevga, narde and gulbara have in common: both
// sides run round the board in the same direction, half a round apart, and one
// checker holds a point. Nothing is hit.
type runningMoves struct{}

// head is the point on which all checkers start.
const head = 24

// across turns a point 1 to 24 half a round.
func (runningMoves) across(point int) int { return (point+11)%24 + 1 }

// halfRound is a set of the opponent's points in the mover's numbering, or of
// the mover's in the opponent's, without bar and off.
func halfRound(points uint32) uint32 {
	points &= 2<<24 - 2
	return points>>12&(2<<12-2) | points<<12&(2<<24-2<<12)
}

func (runningMoves) step(p progress, from, die int) (progress, bool) {
	own := p.board.Own
	to := max(from-die, Off)
	if own.On(from) == 0 || to == Off && !bearsOff(own, from, die) || to > Off && p.board.Opp.On((to+11)%24+1) > 0 {
		return p, false
	}
	p.board.Own = own.move(from, to)
	if from == head {
		p.heads++
	}
	return p, true
}

func (runningMoves) why(p progress, from, die int) *rules.Refusal {
	to := max(from-die, Off)
	if die > 0 && to > Off && p.board.Opp.On((to+11)%24+1) > 0 {
		return refuseAt([]int{to}, "point-taken", args{"point": pointText(to)})
	}
	return notOff(p.board.Own, from, die)
}

func (runningMoves) counted() int { return 0 }

func (runningMoves) sequel(Turn, Board, int) Sequel { return Sequel{Kind: TurnOver} }

func (runningMoves) end(b Board) (rules.Reason, bool) { return borneOff(b) }

func (runningMoves) check(b Board) error {
	if both := b.Own.occupied() & halfRound(b.Opp.occupied()); both != 0 {
		return fmt.Errorf("%w: both sides stand on the point that one of them numbers %d", ErrBoard, top(both))
	}
	if b.Own.On(Bar)+b.Opp.On(Bar) > 0 {
		return fmt.Errorf("%w: there is no bar", ErrBoard)
	}
	return nil
}

// six has the bits of the points 1 to 6.
const six = 1<<7 - 2

// primes has bit p set for each six points in a row of a set, p the lowest.
func primes(set uint32) uint32 {
	set &= 2<<24 - 2
	return set & (set >> 1) & (set >> 2) & (set >> 3) & (set >> 4) & (set >> 5)
}
