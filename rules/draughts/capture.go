package draughts

import (
	"math/bits"
	"slices"

	"crownpost/rules"
)

// shift is a step in a direction, as a change of the cell: the diagonals
// first, of which the first two go up, then the rows and columns of a board on
// which only the dark squares are played.
type shift int8

var shifts = [8]shift{-7, -6, 6, 7, -13, -1, 1, 13}

// step moves all squares of a word one step.
func (d shift) step(word uint64) uint64 {
	if d < 0 {
		return word >> uint(-d&15)
	}
	return word << uint(d&15)
}

// back moves all squares of a word one step against the direction.
func (d shift) back(word uint64) uint64 { return (-d).step(word) }

// fan is a set of squares for each of four directions in the order of shifts:
// the diagonals, or the rows and columns.
type fan struct{ a, b, c, d uint64 }

func (f fan) all() uint64 { return f.a | f.b | f.c | f.d }

func (f fan) count() int {
	return bits.OnesCount64(f.a) + bits.OnesCount64(f.b) + bits.OnesCount64(f.c) + bits.OnesCount64(f.d)
}

func (f fan) and(set uint64) fan { return fan{f.a & set, f.b & set, f.c & set, f.d & set} }

// diagonalLeaps are the squares beside an enemy that has an empty square
// behind it.
func diagonalLeaps(enemy, empty uint64) fan {
	return fan{
		enemy & (empty << 7) << 7, enemy & (empty << 6) << 6,
		enemy & (empty >> 6) >> 6, enemy & (empty >> 7) >> 7,
	}
}

// diagonalLandings are the squares behind the enemy.
func diagonalLandings(from fan) fan {
	return fan{from.a >> 14, from.b >> 12, from.c << 12, from.d << 14}
}

// straightLeaps are the same along rows and columns.
func straightLeaps(enemy, empty uint64) fan {
	return fan{
		enemy & (empty << 13) << 13, enemy & (empty << 1) << 1,
		enemy & (empty >> 1) >> 1, enemy & (empty >> 13) >> 13,
	}
}

func straightLandings(from fan) fan {
	return fan{from.a >> 26, from.b >> 2, from.c << 2, from.d << 26}
}

// menLeaps are the squares from which a man of the side to move could take a
// piece, along diagonals and along rows and columns.
func (v *Variant) menLeaps(w view, empty uint64) (diagonal, straight fan) {
	enemy := w.enemy
	if v.spareKings {
		enemy &^= w.kings
	}
	diagonal = diagonalLeaps(enemy, empty)
	switch {
	case v.ways == eightWays:
		straight = straightLeaps(enemy, empty)
	case v.backward:
	case w.turn == rules.White:
		diagonal.c, diagonal.d = 0, 0
	default:
		diagonal.a, diagonal.b = 0, 0
	}
	return diagonal, straight
}

// kingsCapture says whether any of the kings can capture.
func (v *Variant) kingsCapture(kings, enemy, empty uint64) bool {
	if v.king == short {
		return kings&diagonalLeaps(enemy, empty).all() != 0
	}
	for _, d := range v.captureWays() {
		if meets(kings, empty, enemy&d.back(empty), d) != 0 {
			return true
		}
	}
	return false
}

// meets returns the pieces that flying kings on the squares at come upon in
// direction d.
func meets(at, empty, pieces uint64, d shift) (met uint64) {
	for at != 0 {
		at = d.step(at)
		met |= at & pieces
		at &= empty
	}
	return met
}

// captureWays are the directions in which kings capture.
func (v *Variant) captureWays() []shift {
	if v.ways == eightWays {
		return shifts[:]
	}
	return shifts[:4]
}

// appendMenCaptures appends the captures when only men can capture, from the
// squares of leaps and straight.
//
// A man's second leap starts beside an enemy just as the first does: its own
// square that has become empty and the piece it has taken matter only later.
// So most captures are known to be over after the first.
func (v *Variant) appendMenCaptures(dst []Move, w view, leaps, straight fan, routes bool) []Move {
	men := w.own &^ w.kings
	beside := leaps.all() | straight.all()
	if !v.alikeToMen(w) {
		return v.appendCaptures(dst, w, men&beside, 0, routes)
	}
	first, second := diagonalLandings(leaps.and(men)), straightLandings(straight.and(men))
	on := beside | v.passes(w.turn)
	longer := (first.all() | second.all()) & on
	if longer == 0 || v.priority.man == 0 {
		dst = appendLeaps(dst, first.a&^on, -7)
		dst = appendLeaps(dst, first.b&^on, -6)
		dst = appendLeaps(dst, first.c&^on, 6)
		dst = appendLeaps(dst, first.d&^on, 7)
		if second.all() != 0 {
			dst = appendLeaps(dst, second.a&^on, -13)
			dst = appendLeaps(dst, second.b&^on, -1)
			dst = appendLeaps(dst, second.c&^on, 1)
			dst = appendLeaps(dst, second.d&^on, 13)
		}
	}
	if longer != 0 {
		dst = v.appendLonger(dst, w, first.and(on), second.and(on), routes)
	}
	return dst
}

// countMenCaptures returns how many moves appendMenCaptures would append.
func (v *Variant) countMenCaptures(w view, leaps, straight fan, routes bool, buf []Move) int {
	men := w.own &^ w.kings
	beside := leaps.all() | straight.all()
	if !v.alikeToMen(w) {
		return len(v.appendCaptures(buf[:0], w, men&beside, 0, routes))
	}
	first, second := diagonalLandings(leaps.and(men)), straightLandings(straight.and(men))
	on := beside | v.passes(w.turn)
	switch longer := (first.all() | second.all()) & on; {
	case longer == 0:
		return first.count() + second.count()
	case v.priority.man > 0:
		return len(v.appendLonger(buf[:0], w, first.and(on), second.and(on), routes))
	}
	return first.and(^on).count() + second.and(^on).count() +
		len(v.appendLonger(buf[:0], w, first.and(on), second.and(on), routes))
}

// alikeToMen says that the pieces a man may take are worth the same.
func (v *Variant) alikeToMen(w view) bool {
	return v.priority.man == v.priority.king || v.spareKings || w.enemy&w.kings == 0
}

// passes are the squares on which a man becomes a king and goes on.
func (v *Variant) passes(turn rules.Side) uint64 {
	if v.passing == flies {
		return v.crown[turn&1].low
	}
	return 0
}

// appendLeaps appends the captures of one piece in direction d that end on the
// squares to.
func appendLeaps(dst []Move, to uint64, d shift) []Move {
	for dst = slices.Grow(dst, bits.OnesCount64(to)); to != 0; to &= to - 1 {
		c := uint8(bits.TrailingZeros64(to))
		dst = dst[:len(dst)+1]
		dst[len(dst)-1] = Move{From: c - 2*uint8(d), To: c, Captured: d.back(to & -to)}
	}
	return dst
}

// search collects the captures of one piece after the other. The capturing
// piece itself is lifted, so that its own square counts as empty. A piece that
// was jumped cannot be jumped again; unless the rules say that it leaves at
// once, it stays on the board until the move is over, and blocks the way
// (FMJD 4.8).
type search struct {
	*Variant
	moves        []Move
	begin        int // moves[begin:] are the captures found
	empty, enemy uint64
	kings        uint64 // of both sides
	last         uint64 // squares on which a man becomes a king and goes on
	up, down     bool   // directions of a piece that jumps what is beside it
	from         uint8
	crowned      bool // the man has become a king on its way
	best         int  // worth of the captures found
	routes       bool
}

// newSearch is a search for the captures of men.
func (v *Variant) newSearch(dst []Move, w view, routes bool) search {
	s := search{
		Variant: v, moves: dst, begin: len(dst), enemy: w.enemy, kings: w.kings, last: v.passes(w.turn), routes: routes,
		up: v.backward || w.turn == rules.White, down: v.backward || w.turn == rules.Black,
	}
	if v.spareKings {
		s.enemy &^= w.kings
	}
	return s
}

// appendCaptures appends the captures of the given men and kings.
func (v *Variant) appendCaptures(dst []Move, w view, men, kings uint64, routes bool) []Move {
	empty := v.squares.low &^ (w.own | w.enemy)
	s := v.newSearch(dst, w, routes)
	if kings != 0 && v.priority.kingsOnly {
		men = 0
	}
	for ; men != 0; men &= men - 1 {
		at := men & -men
		s.from, s.empty = uint8(bits.TrailingZeros64(at)), empty|at
		s.hop(at, 0, 0)
	}
	s.enemy, s.last, s.up, s.down = w.enemy, 0, true, true
	if v.king == short {
		kings &= diagonalLeaps(w.enemy, empty).all()
	}
	for ; kings != 0; kings &= kings - 1 {
		at := kings & -kings
		s.from, s.empty = uint8(bits.TrailingZeros64(at)), empty|at
		if v.king == short {
			s.hop(at, 0, v.priority.captor)
		} else {
			s.ride(at, 0, v.priority.captor)
		}
	}
	return s.moves
}

// appendLonger appends the captures of men that have landed after the first
// leap on the squares of diagonal and straight.
func (v *Variant) appendLonger(dst []Move, w view, diagonal, straight fan, routes bool) []Move {
	s := v.newSearch(dst, w, routes)
	s.empty = v.squares.low &^ (w.own | w.enemy)
	s.landed(diagonal.a, -7)
	s.landed(diagonal.b, -6)
	s.landed(diagonal.c, 6)
	s.landed(diagonal.d, 7)
	if straight.all() != 0 {
		s.landed(straight.a, -13)
		s.landed(straight.b, -1)
		s.landed(straight.c, 1)
		s.landed(straight.d, 13)
	}
	return s.moves
}

// landed goes on with the men that have landed on the squares to after a leap
// in direction d.
func (s *search) landed(to uint64, d shift) {
	empty := s.empty
	for ; to != 0; to &= to - 1 {
		at := to & -to
		over := d.back(at)
		start := d.back(over)
		s.from, s.empty = uint8(bits.TrailingZeros64(start)), empty|start
		s.land(at, over, s.priority.man)
	}
	s.empty = empty
}

// hop goes on with a piece that jumps what is beside it. The piece stands on
// the square at; what it has taken is worth as much as said.
func (s *search) hop(at, taken uint64, worth int) {
	left, empty := s.enemy&^taken, s.empty
	more := false
	if s.up {
		if over := at >> 7 & left; over>>7&empty != 0 {
			more = true
			s.land(over>>7, taken|over, worth+s.gain(over, taken))
		}
		if over := at >> 6 & left; over>>6&empty != 0 {
			more = true
			s.land(over>>6, taken|over, worth+s.gain(over, taken))
		}
	}
	if s.down {
		if over := at << 6 & left; over<<6&empty != 0 {
			more = true
			s.land(over<<6, taken|over, worth+s.gain(over, taken))
		}
		if over := at << 7 & left; over<<7&empty != 0 {
			more = true
			s.land(over<<7, taken|over, worth+s.gain(over, taken))
		}
	}
	if s.ways == eightWays {
		if over := at >> 13 & left; over>>13&empty != 0 {
			more = true
			s.land(over>>13, taken|over, worth+s.gain(over, taken))
		}
		if over := at >> 1 & left; over>>1&empty != 0 {
			more = true
			s.land(over>>1, taken|over, worth+s.gain(over, taken))
		}
		if over := at << 1 & left; over<<1&empty != 0 {
			more = true
			s.land(over<<1, taken|over, worth+s.gain(over, taken))
		}
		if over := at << 13 & left; over<<13&empty != 0 {
			more = true
			s.land(over<<13, taken|over, worth+s.gain(over, taken))
		}
	}
	if !more {
		s.add(at, taken, worth)
	}
}

// land puts a piece that jumps what is beside it on the square to, and goes on
// from there.
func (s *search) land(to, taken uint64, worth int) {
	if to&s.last == 0 {
		s.hop(to, taken, worth)
		return
	}
	s.crowned = true
	if !s.ride(to, taken, worth) {
		s.add(to, taken, worth)
	}
	s.crowned = false
}

// ride goes on with a king that flies, as hop does. It may stand on any of the
// squares at: what it takes next decides on which. When it can go on from one
// of them it must.
func (s *search) ride(at, taken uint64, worth int) (more bool) {
	empty, left := s.empty, s.enemy&^taken
	if s.lifts {
		empty |= taken
	}
	for _, d := range s.captureWays() {
		for met := meets(at, empty, left&d.back(empty), d); met != 0; met &= met - 1 {
			more = true
			over := met & -met
			to := s.landings(over, empty, d)
			taken, worth := taken|over, worth+s.gain(over, taken)
			if s.ride(to, taken, worth) {
				continue
			}
			if s.halts && over&s.kings != 0 {
				to = d.step(over)
			}
			for ; to != 0; to &= to - 1 {
				s.add(to&-to, taken, worth)
			}
		}
	}
	return more
}

// landings are the squares behind a piece on which a king may come down.
func (s *search) landings(over, empty uint64, d shift) (to uint64) {
	at := d.step(over) & empty
	if s.king == landing {
		return at
	}
	for ; at != 0; at = d.step(at) & empty {
		to |= at
	}
	return to
}

// gain is what it is worth to take a piece after others.
func (s *search) gain(over, taken uint64) int {
	if over&s.kings != 0 {
		return s.priority.king + s.priority.first>>bits.OnesCount64(taken)
	}
	return s.priority.man
}

// add records a finished capture, unless a better one is known or it is there
// already. Two ways to the same result take at least three pieces.
func (s *search) add(to, taken uint64, worth int) {
	if worth < s.best {
		return
	}
	if worth > s.best {
		s.best = worth
		s.moves = s.moves[:s.begin]
	}
	c := uint8(bits.TrailingZeros64(to))
	if !s.routes && bits.OnesCount64(taken) >= 3 {
		for i := s.begin; i < len(s.moves); i++ {
			if m := &s.moves[i]; m.Captured == taken && m.To == c && m.From == s.from && m.Crowns == s.crowned {
				return
			}
		}
	}
	s.moves = append(s.moves, Move{}) // written in place, see appendSteps
	s.moves[len(s.moves)-1] = Move{From: s.from, To: c, Crowns: s.crowned, Captured: taken}
}
