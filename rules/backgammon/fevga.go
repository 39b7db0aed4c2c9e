package backgammon

import "crownpost/rules"

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
