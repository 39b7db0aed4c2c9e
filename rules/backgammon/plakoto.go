package backgammon

import (
	"fmt"

	"crownpost/rules"
)

// plakotoMoves are the steps of plakoto. Nothing is hit: a checker that lands
// on a single one of the opponent's pins it, and the point is its own until
// the last checker above has left. No checker is borne off while one of its
// side is pinned, wherever that is. The sources disagree on a pin inside the
// home board; this is how it is played on FIBS.
type plakotoMoves struct{ backgammonMoves }

func (m plakotoMoves) plays(t Turn) []Play { return searchPlays(m, t) }

func (m plakotoMoves) canPlay(t Turn) bool { return anyPlay(m, t) }

func (m plakotoMoves) step(p progress, from, die int) (progress, bool) {
	own, opp := p.board.Own, p.board.Opp
	if own.On(from) == 0 || own.Pinned(from) {
		return p, false
	}
	to := max(from-die, Off)
	switch {
	case to == Off:
		if own.pinned() != 0 || !bearsOff(own, from, die) {
			return p, false
		}
	case m.closed(p.board, to):
		return p, false
	case opp.On(25-to) == 1:
		opp = opp.pin(25 - to)
	}
	if own = own.move(from, to); own.On(from) == 0 && from <= 24 {
		opp = opp.unpin(25 - from)
	}
	p.board = Board{own, opp}
	return p, true
}

// closed reports whether a point is the opponent's: held by two or more, or
// by one that has pinned a checker there.
func (plakotoMoves) closed(b Board, point int) bool {
	return b.Opp.On(25-point) > 1 || b.Own.Pinned(point)
}

func (m plakotoMoves) why(p progress, from, die int) *rules.Refusal {
	own := p.board.Own
	to := max(from-die, Off)
	switch {
	case own.Pinned(from):
		return refuseAt([]int{from}, "pinned", args{"point": pointText(from)})
	case die == 0:
		return nil
	case to == Off && own.highest() <= 6 && own.pinned() != 0:
		point := top(own.pinned())
		return refuseAt([]int{point}, "pinned-at-home", args{"point": pointText(point)})
	case to > Off && own.Pinned(to):
		return refuseAt([]int{to}, "pinner", args{"point": pointText(to)})
	}
	return m.backgammonMoves.why(p, from, die)
}

// check allows both sides on a point where a single checker lies pinned.
func (plakotoMoves) check(b Board) error {
	own, opp := b.Own.pinned(), theirs(b.Opp.pinned())
	shared := b.Own.occupied() & theirs(b.Opp.occupied())
	if own&opp != 0 || own|opp != shared {
		return fmt.Errorf("%w: where both sides stand on a point, one of them is pinned, and only there", ErrBoard)
	}
	for _, p := range points(own) {
		if b.Own.On(p) > 1 {
			return fmt.Errorf("%w: %d checkers pinned on %d", ErrBoard, b.Own.On(p), p)
		}
	}
	for _, p := range points(b.Opp.pinned()) {
		if b.Opp.On(p) > 1 {
			return fmt.Errorf("%w: %d checkers pinned on %d", ErrBoard, b.Opp.On(p), p)
		}
	}
	if b.Own.On(Bar)+b.Opp.On(Bar) > 0 {
		return fmt.Errorf("%w: there is no bar", ErrBoard)
	}
	return nil
}

// end knows the mothers too. The last checker on a side's start is its mother:
// pinned there, the game is lost, unless the other side still has a checker on
// its own start. With both mothers pinned it is a draw.
func (plakotoMoves) end(b Board) (reason rules.Reason, own bool) {
	switch ownPinned, oppPinned := b.Own.Pinned(24), b.Opp.Pinned(24); {
	case ownPinned && oppPinned:
		return rules.Mothers, false
	case oppPinned && b.Own.On(24) == 0:
		return rules.Mother, true
	case ownPinned && b.Opp.On(24) == 0:
		return rules.Mother, false
	}
	return borneOff(b)
}
