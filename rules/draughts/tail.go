package draughts

import (
	"strconv"
	"strings"

	"crownpost/rules"
)

// The text of a state is the FEN with a tail:
//
//	:H12        plies since the last capture or man's move forward
//	:C12        plies since the last capture, where they are counted
//	:D3         plies since the material came to be one for which a limit of
//	            its own holds, while it does
//	:E3         likewise, and since the last capture or promotion
//	:R3         likewise, and since the lone king came to hold the main road
//	:M48-43,…   those of the last H moves that are known, oldest first; all
//	            can be taken back, so the positions between, among which
//	            repetitions are counted, follow from them
//	:+247+0     how often in a row White and Black have moved the same king,
//	            and where it stands (lidraughts' way)
//	:Oa=b,c=d   the options that differ from the default
const tailLetters = "DER" // of counts.plies

func (p *position) appendTail(text []byte) []byte {
	v, c := p.v, &p.counts
	number := func(letter byte, n int) {
		text = strconv.AppendInt(append(text, ':', letter), int64(n), 10)
	}
	number('H', c.quiet)
	if v.calms {
		number('C', c.calm)
	}
	for i, row := range c.force {
		if row != 0 && v.terms[row-1].end > 0 {
			number(tailLetters[i], c.plies[i])
		}
	}
	for i, s := range c.past {
		separator := ","
		if i == 0 {
			separator = ":M"
		}
		text = append(text, separator...)
		text = append(text, v.Name(v.Square(s.from))...)
		text = append(text, '-')
		text = append(text, v.Name(v.Square(s.to))...)
	}
	if c.runs != [2]run{} {
		text = append(text, ':')
		for _, r := range c.runs {
			text = append(text, '+', '0'+r.moves)
			if n := v.Square(r.at); r.moves > 0 {
				text = append(text, '0'+byte(n/10), '0'+byte(n%10))
			}
		}
	}
	separator := ":O"
	for _, o := range v.options {
		if value, ok := v.chosen[o.key]; ok {
			text = append(text, separator+o.key+"="+value...)
			separator = ","
		}
	}
	return text
}

// given is a number of a tail and its place in the text, 0 if it is not there.
type given struct{ n, at int }

// tail is what follows the pieces in a text.
type tail struct {
	numbers ['Z']given // by their letter
	past    []step
	pastAt  int // 0 if there are no moves
	runs    [2]run
	runsAt  int
	choices map[string]string
	at      int // of the choices
}

// maxCount is above every count of a draw rule.
const maxCount = 9999

// read reads the part of a tail that starts with kind, which the reader has
// just passed; ok is false if there is no such part.
func (t *tail) read(v *Variant, r *reader, kind byte) (ok bool) {
	at := r.at - 1
	switch kind {
	case 'H', 'C', 'D', 'E', 'R':
		r.peek()
		start := r.at
		t.numbers[kind] = given{r.integer("the count "+string(kind), maxCount), start}
	case 'F':
		t.numbers[kind] = given{r.integer("the move number F", 100_000), at}
	case 'M':
		if t.pastAt != 0 {
			r.fail(at, "the moves M are given twice")
		}
		t.pastAt = r.at
		t.past = v.readSteps(r)
	case '+':
		if v.kingRuns == 0 {
			return false
		}
		t.runsAt = at
		t.runs[rules.White] = v.readRun(r)
		if !r.accept('+') {
			r.fail(r.at, "a + is missing")
		}
		t.runs[rules.Black] = v.readRun(r)
	case 'O':
		if t.choices != nil {
			r.fail(at, "the options O are given twice")
		}
		t.choices, t.at = map[string]string{}, r.at
		rest := r.text[r.at:r.end]
		if i := strings.IndexByte(rest, ':'); i >= 0 {
			rest = rest[:i]
		}
		r.at += len(rest)
		for choice := range strings.SplitSeq(strings.TrimSpace(rest), ",") {
			key, value, _ := strings.Cut(choice, "=")
			if _, twice := t.choices[key]; twice {
				r.fail(t.at, "option %q is given twice", key)
			}
			t.choices[key] = value
		}
	default:
		return false
	}
	return true
}

// readSteps reads moves that can be taken back.
func (v *Variant) readSteps(r *reader) (list []step) {
	for {
		var s step
		s.from = v.cell[r.square(v)]
		if !r.accept('-') {
			r.fail(r.at, "a - is missing")
		}
		s.to = v.cell[r.square(v)]
		list = append(list, s)
		if !r.accept(',') {
			return list
		}
	}
}

// readRun reads how often a king has moved and, if it is given, its square in
// two digits.
func (v *Variant) readRun(r *reader) run {
	r.peek()
	at := r.at
	digits := 0
	for r.at < r.end && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
		digits++
	}
	if digits != 1 && digits != 3 || int(r.text[at]-'0') > v.kingRuns {
		r.fail(at, "the moves of a king are 0 to %d, and its square in two digits", v.kingRuns)
	}
	k := run{at: noCell, moves: r.text[at] - '0'}
	if digits == 3 {
		n := int(r.text[at+1]-'0')*10 + int(r.text[at+2]-'0')
		if n < 1 || n > v.Squares() {
			r.fail(at+1, "there is no square %d, they are 1 to %d", n, v.Squares())
		}
		k.at = v.cell[n]
	}
	return k
}

// counts checks a tail that was read with a board, and returns the variant
// with the options it names and the counts. A text of ours without options
// has none; one that is not ours, a mere FEN, is read with those of v.
func (t *tail) counts(v *Variant, r *reader, b *Board) (*Variant, counts) {
	quiet, foreign := t.numbers['H'], t.numbers['F'].at > 0
	switch {
	case t.choices != nil:
		w, err := v.with(t.choices)
		if err != nil {
			r.fail(t.at, "%v", err)
		}
		v = w
	case quiet.at > 0 && !foreign:
		v = v.base
	}
	c := counts{force: v.inForce(b), past: t.past}
	for i := range v.terms {
		end := v.terms[i].end
		switch v.terms[i].counter {
		case progress:
			if !foreign {
				c.quiet = t.number(r, 'H', end)
			} else if quiet.n < end || c.force[balance-material] == 0 {
				c.quiet = min(quiet.n, end)
			}
		case captures:
			c.calm = t.number(r, 'C', end)
		}
	}
	for i, row := range c.force {
		if row == 0 {
			continue
		}
		end := v.terms[row-1].end
		if t.numbers[tailLetters[i]].at > 0 {
			c.plies[i] = t.number(r, tailLetters[i], end)
		} else if counter(i) != road-material {
			// lidraughts writes the count of the rule in force as H.
			c.plies[i] = min(quiet.n, end)
		}
	}
	if len(c.past) > c.quiet || !v.plausible(*b, c.past) {
		r.fail(t.pastAt, "the moves M do not lead to this position")
	}
	if !v.repeats {
		c.past = nil
	}
	for side, k := range t.runs {
		c.runs[side] = k.on(b, rules.Side(side))
		if k.moves > 0 && k.at != noCell && c.runs[side] == (run{}) {
			r.fail(t.runsAt, "the %s king whose moves are counted is not there, or has no men", rules.Side(side))
		}
	}
	return v, c
}

// number is a count, of at most limit.
func (t *tail) number(r *reader, letter byte, limit int) int {
	g := t.numbers[letter]
	if g.n > limit {
		r.fail(g.at, "the count %c is over %d", letter, limit)
	}
	return g.n
}

// on is the run if its king is on the board and has men beside it. A run
// without a square is that of a side's only king.
func (k run) on(b *Board, side rules.Side) run {
	own := b.pieces(side)
	kings := own.and(b.kings())
	if k.at == noCell && kings.count() == 1 {
		k.at = kings.first()
	}
	if k.moves == 0 || !kings.has(k.at) || own.andNot(b.kings()).empty() {
		return run{}
	}
	return k
}

// plausible says whether the steps can have led to b, each over empty squares.
func (v *Variant) plausible(b Board, past []step) bool {
	for i := len(past) - 1; i >= 0; i-- {
		_, mover := b.sides()
		if !mover.has(past[i].to) || !v.stepsBack(&b, past[i]) {
			return false
		}
		past[i].undo(&b)
	}
	return true
}

// stepsBack says whether the piece that a step has led to can have come so.
func (v *Variant) stepsBack(b *Board, s step) bool {
	man := !b.kings().has(s.to)
	empty := v.squares.andNot(b.occupied())
	for d := range direction(len(v.next)) {
		if man && (v.ways != straights || d != west && d != east) || v.ways == eightWays && d >= north {
			continue
		}
		for at := v.next[d][s.to]; at != noCell && empty.has(at); at = v.next[d][at] {
			if at == s.from {
				return true
			}
			if man || v.king == short {
				break
			}
		}
	}
	return false
}
