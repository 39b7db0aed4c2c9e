package draughts

import (
	"strconv"
	"strings"

	"crownpost/rules"
)

// drawLaw holds the limits of a variant's draw rules. Repetitions count every
// occurrence of a position with the same side to move, the first included.
// Everything else is counted in plies, one move of one side.
type drawLaw struct {
	repeats, repeatsEnd int // a claim from the first, automatic at the second
	quiet, quietEnd     int // likewise, for plies without a capture or a man's move
	three, two          int // three, or at most two pieces against a lone king; 0: no such rule
}

var (
	// FMJD annex 1, arts. 6.1 to 6.4.
	fmjd = drawLaw{repeats: 3, repeatsEnd: 3, quiet: 50, quietEnd: 50, three: 32, two: 10}
	// WCDF 1.32.
	wcdf = drawLaw{repeats: 3, repeatsEnd: 5, quiet: 80, quietEnd: 160}
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
	change := cellSet(s.from).with(s.to)
	b.Turn = b.Turn.Other()
	if b.Turn == rules.White {
		b.White ^= change.low
		b.WhiteHigh ^= uint16(change.high)
	} else {
		b.Black ^= change.low
		b.BlackHigh ^= uint16(change.high)
	}
	b.Kings ^= change.low
	b.KingsHigh ^= uint16(change.high)
}

// fewLimit is how many plies a board's material may still be played with:
// three pieces, one a king at least, against a lone king; or two or one,
// likewise (FMJD 6.3 and 6.4). It is 0 where no such rule holds.
func (v *Variant) fewLimit(b *Board) int {
	whites, blacks := b.pieces(rules.White), b.pieces(rules.Black)
	white, black := whites.count(), blacks.count()
	if min(white, black) != 1 || whites.and(b.kings()).empty() || blacks.and(b.kings()).empty() {
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
	if b.kings().has(m.From) && !m.Captures() {
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
		_, mover := b.sides()
		empty := v.squares.andNot(b.occupied())
		if !mover.and(b.kings()).has(past[i].to) || !v.kingReaches(past[i].to, past[i].from, empty) {
			return false
		}
		past[i].undo(&b)
	}
	return true
}

// kingReaches says whether a king can go between two squares in a quiet move.
func (v *Variant) kingReaches(from, to uint8, empty set) bool {
	for d := range v.next {
		for at := v.next[d][from]; at != noCell && empty.has(at); at = v.next[d][at] {
			if at == to {
				return true
			}
			if v.king == short {
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
		s.WriteString(v.Name(v.Square(step.from)) + "-" + v.Name(v.Square(step.to)))
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
