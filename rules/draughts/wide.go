package draughts

import (
	"math/bits"

	"crownpost/rules"
)

// north moves a set n cells towards the first: a diagonal step of White's men
// is one by 6 or 7.
func (s set) north(n uint) set {
	return set{s.low>>n | s.high<<(64-n), s.high >> n}
}

// south moves a set n cells away from the first.
func (s set) south(n uint) set {
	return set{s.low << n, s.high<<n | s.low>>(64-n)}
}

// step moves a set one diagonal step.
func (s set) step(d direction) set {
	switch d {
	case northWest:
		return s.north(7)
	case northEast:
		return s.north(6)
	case southWest:
		return s.south(6)
	default:
		return s.south(7)
	}
}

// appendWide is appendMoves on a board of twelve columns.
func (v *Variant) appendWide(dst []Move, b *Board, routes bool) []Move {
	own, enemy := b.sides()
	empty := v.squares.andNot(own.or(enemy))
	kings := own.and(b.kings())
	men := own.andNot(kings)
	beside := v.wideBeside(b.Turn, enemy, empty)
	if riders := wideRiders(kings, enemy, empty); !riders.or(men.and(beside)).empty() {
		return v.appendWideCaptures(dst, b.Turn, men.and(beside), riders, beside, enemy, empty, routes)
	}
	if b.Turn == rules.White {
		dst = appendWideSteps(dst, men.north(7).and(empty), -7)
		dst = appendWideSteps(dst, men.north(6).and(empty), -6)
	} else {
		dst = appendWideSteps(dst, men.south(6).and(empty), 6)
		dst = appendWideSteps(dst, men.south(7).and(empty), 7)
	}
	for ; !kings.empty(); kings = kings.dropFirst() {
		from := kings.first()
		for d := northWest; d <= southEast; d++ {
			next := &v.next[d]
			for to := next[from]; empty.has(to); to = next[to] {
				dst = append(dst, Move{From: from, To: to})
			}
		}
	}
	return dst
}

// appendWideSteps appends the steps over d cells that end on the squares to.
func appendWideSteps(dst []Move, to set, d int8) []Move {
	for ; to.low != 0; to.low &= to.low - 1 {
		c := uint8(bits.TrailingZeros64(to.low))
		dst = append(dst, Move{From: c - uint8(d), To: c})
	}
	for ; to.high != 0; to.high &= to.high - 1 {
		c := uint8(64 + bits.TrailingZeros64(to.high))
		dst = append(dst, Move{From: c - uint8(d), To: c})
	}
	return dst
}

// countWide returns how many moves appendWide would append.
func (v *Variant) countWide(b *Board, routes bool, buf []Move) uint64 {
	own, enemy := b.sides()
	empty := v.squares.andNot(own.or(enemy))
	kings := own.and(b.kings())
	men := own.andNot(kings)
	beside := v.wideBeside(b.Turn, enemy, empty)
	riders := wideRiders(kings, enemy, empty)
	if leapers := men.and(beside); !riders.or(leapers).empty() {
		if riders.empty() {
			nw, ne, sw, se := v.wideLeaps(b.Turn, leapers, enemy, empty)
			if nw.or(ne).or(sw.or(se)).and(beside).empty() {
				return uint64(nw.count() + ne.count() + sw.count() + se.count())
			}
		}
		return uint64(len(v.appendWideCaptures(buf, b.Turn, leapers, riders, beside, enemy, empty, routes)))
	}
	var n int
	if b.Turn == rules.White {
		n = men.north(7).and(empty).count() + men.north(6).and(empty).count()
	} else {
		n = men.south(6).and(empty).count() + men.south(7).and(empty).count()
	}
	if !kings.empty() {
		for d := northWest; d <= southEast; d++ {
			for s := kings.step(d).and(empty); !s.empty(); s = s.step(d).and(empty) {
				n += s.count()
			}
		}
	}
	return uint64(n)
}

// wideBeside are the squares from which a man could capture: those beside an
// enemy that has an empty square behind it.
func (v *Variant) wideBeside(turn rules.Side, enemy, empty set) (s set) {
	if v.backward || turn == rules.White {
		s = enemy.and(empty.south(7)).south(7).or(enemy.and(empty.south(6)).south(6))
	}
	if v.backward || turn == rules.Black {
		s = s.or(enemy.and(empty.north(6)).north(6)).or(enemy.and(empty.north(7)).north(7))
	}
	return s
}

// wideLeaps are the squares to which the men's captures of one piece lead, by
// their direction.
func (v *Variant) wideLeaps(turn rules.Side, men, enemy, empty set) (nw, ne, sw, se set) {
	if v.backward || turn == rules.White {
		nw = men.north(7).and(enemy).north(7).and(empty)
		ne = men.north(6).and(enemy).north(6).and(empty)
	}
	if v.backward || turn == rules.Black {
		sw = men.south(6).and(enemy).south(6).and(empty)
		se = men.south(7).and(enemy).south(7).and(empty)
	}
	return nw, ne, sw, se
}

// wideRiders returns all the flying kings if any can capture, moving all of
// them at once along each direction.
func wideRiders(kings, enemy, empty set) set {
	if kings.empty() {
		return kings
	}
	for d := northWest; d <= southEast; d++ {
		for s := kings; !s.empty(); s = s.and(empty) {
			s = s.step(d)
			if !s.and(enemy).step(d).and(empty).empty() {
				return kings
			}
		}
	}
	return set{}
}

// wideSearch collects the captures on a board of twelve columns. A piece that
// was jumped stays on the board until the move is over.
type wideSearch struct {
	harvest
	next         *[8][cells]uint8
	empty, enemy set
	ways         uint64 // where a man may take pieces, see near
}

// appendWideCaptures appends the captures of men and kings, of which some must
// be there.
//
// A man's second leap starts beside an enemy that has an empty square behind
// it just as the first does: only later can its own square that has become
// empty, and the pieces taken, make a difference. So it is known from the
// start which captures take one piece only.
func (v *Variant) appendWideCaptures(dst []Move, turn rules.Side, men, kings, beside, enemy, empty set, routes bool) []Move {
	if kings.empty() {
		nw, ne, sw, se := v.wideLeaps(turn, men, enemy, empty)
		if nw.or(ne).or(sw.or(se)).and(beside).empty() {
			dst = appendWideLeaps(dst, nw, -7)
			dst = appendWideLeaps(dst, ne, -6)
			dst = appendWideLeaps(dst, sw, 6)
			return appendWideLeaps(dst, se, 7)
		}
		if v.priority.man > 0 {
			men = nw.and(beside).south(14).or(ne.and(beside).south(12)).
				or(sw.and(beside).north(12)).or(se.and(beside).north(14))
		}
	}
	s := wideSearch{harvest: v.newHarvest(dst, routes), next: &v.next, enemy: enemy, ways: besideNorth | besideSouth}
	switch {
	case v.backward:
	case turn == rules.White:
		s.ways = besideNorth
	default:
		s.ways = besideSouth
	}
	for ; !men.empty(); men = men.dropFirst() {
		s.from = men.first()
		s.empty = empty.with(s.from)
		s.hop(s.from, set{}, 0)
	}
	for ; !kings.empty(); kings = kings.dropFirst() {
		s.from = kings.first()
		s.empty = empty.with(s.from)
		for d := northWest; d <= southEast; d++ {
			if over := s.meets(s.from, d, enemy); over != noCell {
				s.jump(over, d, set{}, 0)
			}
		}
	}
	return s.moves
}

// appendWideLeaps appends the captures of one piece that end on the squares
// to, half of the way being d cells.
func appendWideLeaps(dst []Move, to set, d int8) []Move {
	for ; !to.empty(); to = to.dropFirst() {
		c := to.first()
		over := cellSet(c - uint8(d))
		dst = append(dst, Move{From: c - 2*uint8(d), To: c, Captured: over.low, CapturedHigh: uint16(over.high)})
	}
	return dst
}

// near brings what lies around a cell into one word: the cells from c-14 to
// c+14 become the bits 0 to 28.
func (s set) near(c uint8) uint64 {
	s = s.south(14)
	return s.low>>c | s.high<<(64-c) | s.high>>(c-64)
}

// The squares beside the middle of such a word.
const (
	besideNorth = 1<<7 | 1<<8
	besideSouth = 1<<20 | 1<<21
)

// hop goes on with a man that stands at a cell and has taken n pieces.
func (s *wideSearch) hop(at uint8, taken set, n int) {
	free := s.empty.near(at)
	over := s.ways & s.enemy.andNot(taken).near(at) &
		(free<<7&(1<<7) | free<<6&(1<<8) | free>>6&(1<<20) | free>>7&(1<<21))
	if over == 0 {
		s.add(at, taken, n)
	}
	for ; over != 0; over &= over - 1 {
		step := uint8(bits.TrailingZeros64(over)) - 14
		s.hop(at+2*step, taken.with(at+step), n+1)
	}
}

// meets returns the first piece on the ray from a cell, if it is one of left
// and the square behind it is empty.
func (s *wideSearch) meets(at uint8, d direction, left set) uint8 {
	next := &s.next[d]
	over := next[at]
	for s.empty.has(over) {
		over = next[over]
	}
	if !left.has(over) || !s.empty.has(next[over]) {
		return noCell
	}
	return over
}

// jump takes the piece over with a king, and goes on from every landing
// square; straight on only once, since the landing square then makes no
// difference. When it can go on from one of them it must.
func (s *wideSearch) jump(over uint8, d direction, taken set, n int) {
	taken, n = taken.with(over), n+1
	left := s.enemy.andNot(taken)
	ends := true
	if straight := s.meets(over, d, left); straight != noCell {
		ends = false
		s.jump(straight, d, taken, n)
	}
	next := &s.next[d]
	for at := next[over]; s.empty.has(at); at = next[at] {
		for _, side := range across[d] {
			if over := s.meets(at, side, left); over != noCell {
				ends = false
				s.jump(over, side, taken, n)
			}
		}
	}
	if !ends {
		return
	}
	for at := next[over]; s.empty.has(at); at = next[at] {
		s.add(at, taken, n)
	}
}

// across are the two directions at right angles to each.
var across = [8][2]direction{
	northWest: {northEast, southWest}, southEast: {northEast, southWest},
	northEast: {northWest, southEast}, southWest: {northWest, southEast},
	north: {west, east}, south: {west, east},
	west: {north, south}, east: {north, south},
}

// harvest are the captures found so far for the side to move.
type harvest struct {
	moves    []Move
	begin    int // moves[begin:] are the captures
	from     uint8
	crowned  bool // the man has become a king on its way
	most     int  // pieces of the best capture so far
	majority bool
	routes   bool
}

func (v *Variant) newHarvest(dst []Move, routes bool) harvest {
	return harvest{moves: dst, begin: len(dst), majority: v.priority.man > 0, routes: routes}
}

// add records a finished capture of n pieces, unless a better one is known or
// it is there already. Two routes to the same result take at least three
// pieces.
func (h *harvest) add(to uint8, taken set, n int) {
	if h.majority {
		if n < h.most {
			return
		}
		if n > h.most {
			h.most = n
			h.moves = h.moves[:h.begin]
		}
	}
	m := Move{From: h.from, To: to, Crowns: h.crowned, Captured: taken.low, CapturedHigh: uint16(taken.high)}
	if n >= 3 && !h.routes {
		for i := h.begin; i < len(h.moves); i++ {
			if h.moves[i] == m {
				return
			}
		}
	}
	h.moves = append(h.moves, m)
}

// playWide makes a move on a board of twelve columns.
func (v *Variant) playWide(b *Board, m *Move) {
	from, to := cellSet(m.From), cellSet(m.To)
	kings := b.kings().andNot(from.or(m.captured())).or(to.and(v.crown[b.Turn&1]))
	if b.kings().has(m.From) {
		kings = kings.or(to)
	}
	b.Kings, b.KingsHigh = kings.low, uint16(kings.high)
	if b.Turn == rules.White {
		b.White, b.WhiteHigh = b.White&^from.low|to.low, b.WhiteHigh&^uint16(from.high)|uint16(to.high)
		b.Black, b.BlackHigh = b.Black&^m.Captured, b.BlackHigh&^m.CapturedHigh
		b.Turn = rules.Black
	} else {
		b.Black, b.BlackHigh = b.Black&^from.low|to.low, b.BlackHigh&^uint16(from.high)|uint16(to.high)
		b.White, b.WhiteHigh = b.White&^m.Captured, b.WhiteHigh&^m.CapturedHigh
		b.Turn = rules.White
	}
}
