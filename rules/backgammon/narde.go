package backgammon

import (
	"math/bits"

	"crownpost/rules"
)

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
