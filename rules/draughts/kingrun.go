package draughts

import "crownpost/rules"

// run is how many moves in a row, without a capture, a side has made with the
// king that now stands at a cell, while it had men (Frisian rules). Zero when
// its last move was another.
type run struct{ at, moves uint8 }

// runsAfter returns the runs after m was played on b and led to next.
func (c *counts) runsAfter(b *Board, m Move, next *Board, limit int) [2]run {
	runs := c.runs
	mover := b.Turn & 1
	switch {
	case m.Captures() || !b.kings().has(m.From):
		runs[mover] = run{}
	case runs[mover].moves == 0 || runs[mover].at != m.From:
		runs[mover] = run{m.To, 1}
	default:
		runs[mover] = run{m.To, min(runs[mover].moves+1, uint8(limit))}
	}
	// The limit ends with the king and with the last man.
	for side, r := range runs {
		own := next.pieces(rules.Side(side))
		if r.moves > 0 && (!own.and(next.kings()).has(r.at) || own.andNot(next.kings()).empty()) {
			runs[side] = run{}
		}
	}
	return runs
}

// resting is the cell of the king that the side to move may use for a capture
// only, noCell if there is none.
func (p *position) resting() uint8 {
	if r := p.counts.runs[p.board.Turn&1]; p.v.kingRuns > 0 && int(r.moves) >= p.v.kingRuns {
		return r.at
	}
	return noCell
}
