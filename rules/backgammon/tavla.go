package backgammon

import "crownpost/rules"

// tavlaMoves are the steps of tavla: those of backgammon, but that a checker
// which hits in its own home board stays there for the turn.
type tavlaMoves struct{ backgammonMoves }

func (m tavlaMoves) plays(t Turn) []Play { return searchPlays(m, t) }

func (m tavlaMoves) step(p progress, from, die int) (progress, bool) {
	if m.why(p, from, 0) != nil {
		return p, false
	}
	return m.backgammonMoves.step(p, from, die)
}

func (m tavlaMoves) why(p progress, from, die int) *rules.Refusal {
	// There was no checker of its own where one has hit.
	if from <= 6 && p.hit>>from&1 == 1 && p.board.Own.On(from) == 1 {
		return refuseAt([]int{from}, "hit-and-run", args{"point": pointText(from)})
	}
	return m.backgammonMoves.why(p, from, die)
}
