package backgammon

import (
	"fmt"
	"math/bits"

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

func (runningMoves) unfinished(progress) *rules.Refusal { return nil }

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

// fevgaMoves are the steps of fevga.
//
// No second checker leaves the head before the first has passed the
// opponent's, which stands on 12. A side never holds all six points of its
// starting quarter, 19 to 24, at the end of a play; within one it may. While
// all of the opponent's checkers stand on one point right behind six points in
// a row, a play opens these if any can.
type fevgaMoves struct {
	runningMoves
	// keeps says that no play opens the six points.
	keeps bool
}

func (m fevgaMoves) plays(t Turn) []Play {
	if plays := searchPlays(m, t); len(plays) > 0 {
		return plays
	}
	return searchPlays(fevgaMoves{keeps: true}, t)
}

func (fevgaMoves) canPlay(t Turn) bool { return anyPlay(fevgaMoves{keeps: true}, t) }

func (m fevgaMoves) step(p progress, from, die int) (progress, bool) {
	if m.why(p, from, 0) != nil {
		return p, false
	}
	return m.runningMoves.step(p, from, die)
}

func (m fevgaMoves) why(p progress, from, die int) *rules.Refusal {
	own := p.board.Own
	if first := top(own.occupied() &^ (1 << head)); from == head && own.On(head) == checkers-1 && first >= 12 {
		return refuseAt([]int{head, first}, "first-checker", args{"point": pointText(first)})
	}
	return m.runningMoves.why(p, from, die)
}

func (m fevgaMoves) unfinished(p progress) *rules.Refusal {
	own, opp := p.board.Own.occupied(), p.board.Opp
	const quarter = six << 18
	if own&quarter == quarter {
		return refuseAt(points(quarter), "start-quarter", nil)
	}
	last := opp.highest()
	if !m.keeps && opp.On(last) == checkers && primes(halfRound(own))<<6>>last&1 == 1 {
		return refuseAt(points(halfRound(six<<(last-7))), "open-prime", nil)
	}
	return nil
}

// points lists a set of points, from the highest down.
func points(set uint32) (list []int) {
	for ; set != 0; set &^= 1 << top(set) {
		list = append(list, top(set))
	}
	return list
}

// nardeMoves are the steps of narde, or long nardy.
//
// One checker leaves the head in a turn, two with 3-3, 4-4 and 6-6 in a side's
// first turn. Six points in a row may be held at the end of a play only if one
// of the opponent's checkers has passed them; those borne off have.
type nardeMoves struct{ runningMoves }

func (m nardeMoves) plays(t Turn) []Play { return searchPlays(m, t) }

func (m nardeMoves) canPlay(t Turn) bool { return anyPlay(m, t) }

func (nardeMoves) counted() int { return 1 }

func (m nardeMoves) step(p progress, from, die int) (progress, bool) {
	if m.why(p, from, 0) != nil {
		return p, false
	}
	return m.runningMoves.step(p, from, die)
}

func (m nardeMoves) why(p progress, from, die int) *rules.Refusal {
	if from == head && p.heads >= heads(*p.turn) {
		return refuseAt([]int{head}, "head", nil)
	}
	return m.runningMoves.why(p, from, die)
}

// heads is how many checkers may leave the head with a throw.
func heads(t Turn) int {
	switch {
	case t.Past == HeadLeft:
		return 0
	case t.Before == 0 && t.Dice[0] == t.Dice[1] && (t.Dice[0] == 3 || t.Dice[0] == 4 || t.Dice[0] == 6):
		return 2
	}
	return 1
}

func (nardeMoves) unfinished(p progress) *rules.Refusal {
	opp := p.board.Opp
	if opp.On(Off) > 0 {
		return nil
	}
	// In a row on the opponent's way, which begins at its head.
	for blocks := primes(halfRound(p.board.Own.occupied())); blocks != 0; blocks &= blocks - 1 {
		lowest := bits.TrailingZeros32(blocks)
		if opp.occupied()&(1<<lowest-1) == 0 {
			return refuseAt(points(halfRound(six<<(lowest-1))), "block", nil)
		}
	}
	return nil
}

// gulbaraMoves are the steps of gulbara: those of narde, but that doubles make
// a chain from a side's third turn on. A double of which all four numbers were
// played is followed by the next higher one, up to 6-6; each is a play of its
// own. The head rule holds for the turn as a whole.
type gulbaraMoves struct{ nardeMoves }

func (m gulbaraMoves) plays(t Turn) []Play { return searchPlays(m, t) }

func (m gulbaraMoves) canPlay(t Turn) bool { return anyPlay(m, t) }

// unchained is the number of a side's first turns in which a double is no
// more than a double.
const unchained = 2

func (gulbaraMoves) counted() int { return unchained }

// chains reports whether a throw can be followed by the next higher double.
func (gulbaraMoves) chains(t Turn) bool {
	return t.Before >= unchained && t.Dice[0] == t.Dice[1] && t.Dice[0] < 6
}

func (m gulbaraMoves) sequel(t Turn, b Board, used int) Sequel {
	if !m.chains(t) || used < 4 {
		return Sequel{Kind: TurnOver}
	}
	next := Turn{Board: b, Dice: [2]int{t.Dice[0] + 1, t.Dice[1] + 1}, Before: t.Before, Past: t.Past}
	if b.Own.On(head) < t.Board.Own.On(head) {
		next.Past = HeadLeft
	}
	if !m.canPlay(next) {
		return Sequel{Kind: TurnOver}
	}
	return Sequel{Kind: PlayOn, Dice: next.Dice, Past: next.Past}
}
