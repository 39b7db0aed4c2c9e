package backgammon

import (
	"fmt"

	"crownpost/rules"
)

// aceyMoves are the steps of acey-deucey.
//
// All checkers start off the board and enter as from the bar, at any time. Only
// those that were hit must enter before others move. A checker is borne off
// with its exact number alone. After 1 and 2 have both been played the side
// chooses a double, plays it four times and rolls again; whatever cannot be
// played ends the turn.
type aceyMoves struct{ backgammonMoves }

func (m aceyMoves) plays(t Turn) []Play { return searchPlays(m, t) }

func (m aceyMoves) canPlay(t Turn) bool { return anyPlay(m, t) }

func (aceyMoves) step(p progress, from, die int) (progress, bool) {
	own, opp := p.board.Own, p.board.Opp
	to := from - die
	if own.On(from) == 0 || from != Bar && own.Hit() > 0 || to < Off ||
		to == Off && own.highest() > 6 || to > Off && opp.On(25-to) > 1 {
		return p, false
	}
	if own = own.move(from, to); from == Bar && own.Hit() > 0 {
		own = own.hit(-1)
	}
	if to > Off && opp.On(25-to) == 1 {
		opp = opp.move(25-to, Bar).hit(1)
		p.hit |= 1 << to
	}
	p.board = Board{own, opp}
	return p, true
}

func (m aceyMoves) why(p progress, from, die int) *rules.Refusal {
	own := p.board.Own
	switch {
	case from != Bar && own.Hit() > 0:
		return refuseAt([]int{Bar}, "bar-first", nil)
	case die > from && own.highest() <= 6:
		return refuseAt([]int{from}, "exact-off", args{"point": pointText(from)})
	case die >= from:
		return notOff(own, from, die)
	case from != Bar: // those that wait to enter keep no other from moving
		p.board.Own = own.put(Bar, -own.On(Bar))
	}
	return m.backgammonMoves.why(p, from, die)
}

func (aceyMoves) check(b Board) error {
	if b.Own.Hit() > b.Own.On(Bar) || b.Opp.Hit() > b.Opp.On(Bar) {
		return fmt.Errorf("%w: more checkers were hit than wait to enter", ErrBoard)
	}
	// Checkers that have not entered yet keep nobody from moving.
	for _, m := range []*Men{&b.Own, &b.Opp} {
		*m = m.put(Bar, m.Hit()-m.On(Bar))
	}
	return b.apart()
}

func (m aceyMoves) sequel(t Turn, b Board, used int) Sequel {
	double := t.Dice[0] == t.Dice[1]
	switch {
	case t.Past == Chosen && used == 4:
		return Sequel{Kind: RollAgain}
	case !double && t.Dice[0]+t.Dice[1] == 3 && used == 2 && m.anyDouble(b):
		return Sequel{Kind: Choose}
	}
	return Sequel{Kind: TurnOver}
}

// anyDouble reports whether any double can be played at all.
func (m aceyMoves) anyDouble(b Board) bool {
	for die := 1; die <= 6; die++ {
		if m.canPlay(Turn{Board: b, Dice: [2]int{die, die}}) {
			return true
		}
	}
	return false
}
