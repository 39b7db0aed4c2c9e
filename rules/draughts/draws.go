package draughts

import (
	"math/bits"
	"strconv"
	"strings"

	"crownpost/rules"
)

// counts is what the draw rules have to remember.
type counts struct {
	quiet int    // plies since a capture or a man's move
	few   int    // plies since the material came down to its present class
	past  []step // the last quiet moves, all by kings, oldest first; at most quiet of them
}

// step is a quiet move by a king.
type step struct{ from, to uint8 }

// undo takes back the step, which was the last one made.
func (s step) undo(b *Board) {
	change := uint64(1)<<(s.from&63) ^ uint64(1)<<(s.to&63)
	b.Turn = b.Turn.Other()
	if b.Turn == rules.White {
		b.White ^= change
	} else {
		b.Black ^= change
	}
	b.Kings ^= change
}

// fewLimit is how many plies a board's material may still be played with:
// three pieces, one a king at least, against a lone king; or two or one,
// likewise (FMJD 6.3 and 6.4). It is 0 where no such rule holds.
func (v *Variant) fewLimit(b *Board) int {
	white, black := bits.OnesCount64(b.White), bits.OnesCount64(b.Black)
	if min(white, black) != 1 || b.White&b.Kings == 0 || b.Black&b.Kings == 0 {
		return 0
	}
	switch max(white, black) {
	case 1, 2:
		return v.draws.two
	case 3:
		return v.draws.three
	}
	return 0
}

// start sets the counts of a position that was read. A count that was not
// given is -1; H alone is that of the rule in force, as lidraughts writes it.
func (c *counts) start(v *Variant, b *Board, quiet, few int) {
	c.quiet = max(quiet, 0)
	limit := v.fewLimit(b)
	if few < 0 {
		few = c.quiet
	}
	c.few = min(few, limit)
}

// after returns the counts after m was played on b and led to next.
func (c counts) after(v *Variant, b *Board, m Move, next *Board) counts {
	var n counts
	if b.Kings>>(m.From&63)&1 == 1 && m.Captured == 0 {
		n.quiet = c.quiet + 1
		n.past = append(c.past[:len(c.past):len(c.past)], step{m.From, m.To})
	}
	// A man that becomes a king does not restart the count of its class
	// (FMJD 6.3); only a new class does.
	if limit := v.fewLimit(next); limit != 0 && limit == v.fewLimit(b) {
		n.few = c.few + 1
	}
	return n
}

// occurrences counts how often the board has stood there, the same side to
// move, since the last capture or man's move; now is the first.
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

// plausible says whether the steps can have led to b, each by a king over
// empty squares.
func (v *Variant) plausible(b Board, past []step) bool {
	for i := len(past) - 1; i >= 0; i-- {
		from, to := uint64(1)<<past[i].from, uint64(1)<<past[i].to
		_, mover := b.sides()
		empty := v.squares &^ (b.White | b.Black)
		if mover&b.Kings&to == 0 || !v.kingReaches(to, from, empty) {
			return false
		}
		past[i].undo(&b)
	}
	return true
}

// kingReaches says whether a king can go between two squares in a quiet move.
func (v *Variant) kingReaches(from, to, empty uint64) bool {
	for _, d := range directions {
		for at := d.step(from) & empty; at != 0; at = d.step(at) & empty {
			if at == to {
				return true
			}
			if !v.flying {
				break
			}
		}
	}
	return false
}

// text writes the counts behind a FEN; see Position.String.
func (c *counts) text(v *Variant, b *Board) string {
	var s strings.Builder
	s.WriteString(":H" + strconv.Itoa(c.quiet))
	if v.fewLimit(b) != 0 {
		s.WriteString(":D" + strconv.Itoa(c.few))
	}
	for i, step := range c.past {
		if i == 0 {
			s.WriteString(":M")
		} else {
			s.WriteByte(',')
		}
		s.WriteString(strconv.Itoa(v.Square(step.from)) + "-" + strconv.Itoa(v.Square(step.to)))
	}
	return s.String()
}

// drawn returns the rule by which the server declares a draw by itself.
func (p *position) drawn() (rules.Reason, bool) {
	limit := p.v.fewLimit(&p.board)
	switch {
	case p.seen >= p.v.draws.repeatsEnd:
		return rules.Repetition, true
	case limit != 0 && p.counts.few >= limit:
		return rules.FewPieces, true
	case p.counts.quiet >= p.v.draws.quietEnd:
		return rules.NoProgress, true
	}
	return "", false
}

// Claim reports the draw that the side to move may claim: a position that
// stands there often enough, or would after one of his moves, and likewise
// the count of moves without progress (WCDF 1.32).
func (p *position) Claim() (o rules.Outcome, ok bool) {
	if p.over || p.v.draws.repeats == p.v.draws.repeatsEnd && p.v.draws.quiet == p.v.draws.quietEnd {
		return rules.Outcome{}, false
	}
	draw := func(why rules.Reason) (rules.Outcome, bool) {
		return rules.Outcome{Winner: rules.NoSide, Reason: why}, true
	}
	if p.seen >= p.v.draws.repeats {
		return draw(rules.Repetition)
	}
	if p.counts.quiet >= p.v.draws.quiet {
		return draw(rules.NoProgress)
	}
	progress := false
	for _, m := range p.moves {
		next := p.v.Play(p.board, m)
		c := p.counts.after(p.v, &p.board, m, &next)
		if c.occurrences(next) >= p.v.draws.repeats {
			return draw(rules.Repetition)
		}
		progress = progress || c.quiet >= p.v.draws.quiet
	}
	if progress {
		return draw(rules.NoProgress)
	}
	return rules.Outcome{}, false
}

// Counts returns the counts under way: repetitions from the second on, and
// the plies of the other rules from the first. Past the point where a draw
// can be claimed, the limit is the one at which it is automatic.
func (p *position) Counts() []rules.Count {
	if p.over {
		return nil
	}
	var list []rules.Count
	add := func(rule rules.Reason, now, limit, end int) {
		c := rules.Count{Rule: rule, Now: now, Limit: limit, Claimable: limit != end}
		if now >= limit {
			c.Limit, c.Claimable = end, false
		}
		list = append(list, c)
	}
	d := p.v.draws
	if p.seen > 1 {
		add(rules.Repetition, p.seen, d.repeats, d.repeatsEnd)
	}
	if p.counts.quiet > 0 {
		add(rules.NoProgress, p.counts.quiet, d.quiet, d.quietEnd)
	}
	if limit := p.v.fewLimit(&p.board); limit != 0 {
		add(rules.FewPieces, p.counts.few, limit, limit)
	}
	return list
}
