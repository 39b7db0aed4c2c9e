package draughts

import (
	"crownpost/rules"
)

// counts is what the draw rules have to remember.
type counts struct {
	quiet int // plies since a capture or a man's move forward
	calm  int // plies since a capture, where a limit counts them
	// For material, balance and road: the limit in force, as its index in the
	// law and 1, and its plies.
	force [3]int8
	plies [3]int
	runs  [2]run // by side
	past  []step // the last of the quiet moves, oldest first, where repetitions count
}

// step is a quiet move that can be taken back.
type step struct{ from, to uint8 }

// undo takes back the step, which was the last one made.
func (s step) undo(b *Board) {
	change := cellSet(s.from).with(s.to)
	b.Turn = b.Turn.Other()
	if b.kings().has(s.to) {
		b.Kings ^= change.low
		b.KingsHigh ^= uint16(change.high)
	}
	if b.Turn == rules.White {
		b.White ^= change.low
		b.WhiteHigh ^= uint16(change.high)
	} else {
		b.Black ^= change.low
		b.BlackHigh ^= uint16(change.high)
	}
}

// inForce returns the limits that hold for a board's material, see counts.force.
func (v *Variant) inForce(b *Board) (list [3]int8) {
	if w, b := b.pieces(rules.White).count(), b.pieces(rules.Black).count(); min(w, b) > v.weakest && w+b > v.together {
		return list
	}
	white, black := b.force(rules.White), b.force(rules.Black)
	for i := range v.terms {
		t := &v.terms[i]
		if t.counter < material || list[t.counter-material] != 0 {
			continue
		}
		strong := t.strongest(white, black)
		if strong == rules.NoSide {
			continue
		}
		if t.counter == road || t.OffRoad {
			if v.holdsRoad(b, strong.Other()) == t.OffRoad {
				continue
			}
		}
		list[t.counter-material] = int8(i + 1)
	}
	return list
}

// reversible says whether a move of b can be taken back by a later one.
func (v *Variant) reversible(b *Board, m Move) bool {
	return !m.Captures() && (b.kings().has(m.From) || v.ways == straights && m.From/8 == m.To/8)
}

// after returns the counts after m was played on b and led to next.
func (c *counts) after(v *Variant, b *Board, m Move, next *Board) counts {
	n := counts{force: v.inForce(next)}
	if v.reversible(b, m) {
		n.quiet = c.quiet + 1
		if v.repeats {
			n.past = append(c.past[:len(c.past):len(c.past)], step{m.From, m.To})
		}
	}
	if v.calms && !m.Captures() {
		n.calm = c.calm + 1
	}
	// The move that makes the material is not counted. A man that becomes a
	// king does not restart the count of its class (FMJD 6.3), but that of an
	// unchanged balance (FMJD-64 7.2.6).
	changed := m.Captures() || v.Promotes(b, m)
	for i, row := range n.force {
		if row != 0 && row == c.force[i] && (!changed || counter(i) != balance-material) {
			n.plies[i] = c.plies[i] + 1
		}
	}
	if v.kingRuns > 0 {
		n.runs = c.runsAfter(b, m, next, v.kingRuns)
	}
	return n
}

// occurrences counts how often the board has stood there, the same side to
// move, since the last move that cannot be taken back; now is the first.
func (c *counts) occurrences(b Board) int {
	n := 1
	was := b
	for i := len(c.past) - 1; i >= 0; i-- {
		c.past[i].undo(&was)
		if was == b {
			n++
		}
	}
	return n
}

// now is the count of one limit after c, on a board that has stood there seen
// times; ok is false if the limit is not in force.
func (c *counts) now(i int, t *term, seen int) (n int, ok bool) {
	switch t.counter {
	case occurrences:
		return seen, true
	case progress:
		return c.quiet, true
	case captures:
		return c.calm, true
	}
	which := t.counter - material
	return c.plies[which], int(c.force[which]) == i+1
}

// settled returns the limit that ends the game by itself, nil if none does.
func (p *position) settled() *term {
	for i := range p.v.terms {
		t := &p.v.terms[i]
		n, ok := p.counts.now(i, t, p.seen)
		if !ok || n < t.end || t.Spared > 0 && p.v.byForce(&p.board, t.Spared) != rules.NoSide {
			continue
		}
		return t
	}
	return nil
}

// byForce returns the side that can capture within so many plies whatever the
// other does, NoSide if none can.
func (v *Variant) byForce(b *Board, plies int) rules.Side {
	var room [64]Move
	moves := v.AppendMoves(room[:0], b)
	switch {
	case len(moves) == 0:
		return rules.NoSide
	case moves[0].Captures():
		return b.Turn
	case plies == 1:
		return rules.NoSide
	}
	best := b.Turn.Other()
	for _, m := range moves {
		next := v.Play(*b, m)
		switch v.byForce(&next, plies-1) {
		case b.Turn:
			return b.Turn
		case rules.NoSide:
			best = rules.NoSide
		}
	}
	return best
}

// Claim reports the draw that the side to move may claim: a limit that is
// reached, or would be after one of his moves (WCDF 1.32).
func (p *position) Claim() (o rules.Outcome, ok bool) {
	if p.over {
		return rules.Outcome{}, false
	}
	for i := range p.v.terms {
		t := &p.v.terms[i]
		if t.at != t.end && p.reaches(i, t) {
			return rules.Outcome{Winner: rules.NoSide, Reason: t.Reason}, true
		}
	}
	return rules.Outcome{}, false
}

// reaches says whether a limit's claim is open now or after a legal move.
func (p *position) reaches(i int, t *term) bool {
	if n, ok := p.counts.now(i, t, p.seen); ok && n >= t.at {
		return true
	}
	for _, m := range p.moves {
		next := p.v.Play(p.board, m)
		c := p.counts.after(p.v, &p.board, m, &next)
		if n, ok := c.now(i, t, c.occurrences(next)); ok && n >= t.at {
			return true
		}
	}
	return false
}

// Counts returns the counts under way: repetitions from the second on, the
// plies without progress from the first, and those of endings from the start.
// Past the point where a draw can be claimed, the limit is the one at which
// it comes by itself.
func (p *position) Counts() []rules.Count {
	if p.over {
		return nil
	}
	var list []rules.Count
	for i := range p.v.terms {
		t := &p.v.terms[i]
		n, ok := p.counts.now(i, t, p.seen)
		if !ok || t.end == 0 || t.counter == occurrences && n < 2 || t.counter < material && n == 0 {
			continue
		}
		c := rules.Count{Rule: t.Reason, Now: n, Limit: t.at, Claimable: t.at != t.end}
		if n >= t.at {
			c.Limit, c.Claimable = t.end, false
		}
		list = append(list, c)
	}
	return list
}
