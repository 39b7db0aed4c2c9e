package draughts

import (
	"slices"
	"strconv"
	"strings"

	"crownpost/rules"
)

// hop is one capture of a route: the piece jumped, and where the capturing
// piece stands before the next hop: where it turns, else right behind.
type hop struct {
	over, land uint8
	dir        direction
}

// tracer walks the routes by which a capture can take its pieces.
type tracer struct {
	v     *Variant
	empty set
	king  bool // flies
	to    uint8
	hops  []hop
	yield func([]hop) bool
}

// routes calls yield with every route of a capture, until it returns false.
// The hops are only valid during the call.
func (v *Variant) routes(b *Board, m Move, yield func([]hop) bool) {
	t := tracer{
		v: v, to: m.To, yield: yield,
		empty: v.squares.andNot(b.occupied()).with(m.From),
		king:  v.king != short && b.kings().has(m.From),
	}
	t.trace(m.From, m.captured(), noWay)
}

// noWay is no direction.
const noWay direction = 8

// trace goes on from a square with the pieces left to take. straight is the
// direction in which the way on was already followed.
func (t *tracer) trace(at uint8, left set, straight direction) bool {
	if left.empty() {
		return at != t.to || t.yield(t.hops)
	}
	for d := range direction(len(t.v.next)) {
		if d == straight {
			continue
		}
		next := &t.v.next[d]
		over := next[at]
		for t.king && over != noCell && t.empty.has(over) {
			over = next[over]
		}
		if over == noCell || !left.has(over) {
			continue
		}
		straight := noWay
		for land := next[over]; land != noCell && t.empty.has(land); land = next[land] {
			t.hops = append(t.hops, hop{over, land, d})
			more := t.trace(land, left.andNot(cellSet(over)), straight)
			t.hops = t.hops[:len(t.hops)-1]
			if !more {
				return false
			}
			if !t.king {
				break
			}
			straight = d
		}
	}
	return true
}

// Routes is the number of orders in which a legal move of b can take its
// pieces, 1 for a quiet move.
func (v *Variant) Routes(b *Board, m Move) int {
	if !m.Captures() {
		return 1
	}
	n := 0
	v.routes(b, m, func([]hop) bool { n++; return true })
	return n
}

// route returns the first route of a move: its hops, none for a quiet move.
func (v *Variant) route(b *Board, m Move) (hops []hop) {
	if !m.Captures() {
		return nil
	}
	v.routes(b, m, func(found []hop) bool {
		hops = slices.Clone(found)
		return false
	})
	return hops
}

// path lists the squares a piece stands on, the first and the last included.
func (v *Variant) path(m Move, hops []hop) []int {
	path := []int{v.Square(m.From)}
	if len(hops) == 0 {
		return append(path, v.Square(m.To))
	}
	for _, h := range hops {
		path = append(path, v.Square(h.land))
	}
	return path
}

// touched lists the empty squares that a capture passes or lands on, in
// order; the last is its end.
func (v *Variant) touched(m Move, hops []hop) []int {
	var list []int
	at := m.From
	for _, h := range hops {
		for at != h.land {
			at = v.next[h.dir][at]
			if at != h.over {
				list = append(list, v.Square(at))
			}
		}
	}
	return list
}

// act describes one of the legal moves of b.
func (v *Variant) act(b *Board, m Move, legal []Move) rules.Act {
	hops := v.route(b, m)
	a := rules.Act{Text: v.text(m, hops, legal), Path: v.path(m, hops)}
	for _, h := range hops {
		a.Captured = append(a.Captured, v.Square(h.over))
	}
	return a
}

// Text writes a move, which must be one of the legal moves of b, as PDN 3.0
// does: start and end, and only for a capture that another one would be
// confused with every square in between on which the piece turns, or that
// lies behind a piece taken straight on.
func (v *Variant) Text(b *Board, m Move, legal []Move) string {
	if !ambiguous(m, legal) {
		return v.text(m, nil, nil) // spares the route
	}
	return v.text(m, v.route(b, m), legal)
}

func (v *Variant) text(m Move, hops []hop, legal []Move) string {
	if !m.Captures() {
		return strconv.Itoa(v.Square(m.From)) + "-" + strconv.Itoa(v.Square(m.To))
	}
	if !ambiguous(m, legal) {
		hops = nil
	}
	return joinSquares(v.path(m, hops), "x")
}

// ambiguous says whether another legal move has the same start and end.
func ambiguous(m Move, legal []Move) bool {
	for _, other := range legal {
		if other.From == m.From && other.To == m.To && other.captured() != m.captured() {
			return true
		}
	}
	return false
}

func joinSquares(squares []int, separator string) string {
	texts := make([]string, len(squares))
	for i, n := range squares {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, separator)
}
