package draughts

import (
	"math/bits"

	"crownpost/rules"
)

// shift is a diagonal step, as a change of the cell.
type shift int8

var shifts = [4]shift{-7, -6, 6, 7}

// across are the two directions at right angles to d.
func (d shift) across() [2]shift {
	if d == -7 || d == 7 {
		return [2]shift{-6, 6}
	}
	return [2]shift{-7, 7}
}

// step moves all squares of a word one step.
func (d shift) step(word uint64) uint64 {
	if d < 0 {
		return word >> uint(-d&7)
	}
	return word << uint(d&7)
}

// words are the cells below 64 of the side to move and of the other side.
func (b *Board) words() (own, enemy uint64) {
	if b.Turn == rules.White {
		return b.White, b.Black
	}
	return b.Black, b.White
}

// AppendMoves appends the legal moves of the side to move to dst and returns
// it. Draw rules are not considered, nor whether the other side has pieces.
// It allocates only when dst has no room.
func (v *Variant) AppendMoves(dst []Move, b *Board) []Move {
	return v.appendMoves(dst, b, false)
}

// appendMoves with routes set appends a capture once for every order in which
// it can take its pieces.
func (v *Variant) appendMoves(dst []Move, b *Board, routes bool) []Move {
	switch {
	case v.wide:
		return v.appendWide(dst, b, routes)
	case v.ways == straights:
		return v.appendStraight(dst, b, routes)
	}
	own, enemy := b.words()
	empty := v.squares.low &^ (own | enemy)
	if men, kings := v.capturers(b, own, enemy, empty); men|kings != 0 {
		return v.appendCaptures(dst, b, men, kings, v.priority.man > 0, routes)
	}
	men := own &^ b.Kings
	if b.Turn == rules.White {
		dst = appendSteps(dst, men>>7&empty, -7)
		dst = appendSteps(dst, men>>6&empty, -6)
	} else {
		dst = appendSteps(dst, men<<6&empty, 6)
		dst = appendSteps(dst, men<<7&empty, 7)
	}
	for kings := own & b.Kings; kings != 0; kings &= kings - 1 {
		from := uint8(bits.TrailingZeros64(kings))
		for _, d := range shifts {
			to := d.step(kings&-kings) & empty
			for to != 0 {
				dst = append(dst, Move{From: from, To: uint8(bits.TrailingZeros64(to))})
				if v.king == short {
					break
				}
				to = d.step(to) & empty
			}
		}
	}
	return dst
}

// appendSteps appends the single steps in direction d that end on the squares to.
func appendSteps(dst []Move, to uint64, d shift) []Move {
	for ; to != 0; to &= to - 1 {
		c := uint8(bits.TrailingZeros64(to))
		dst = append(dst, Move{From: c - uint8(d), To: c})
	}
	return dst
}

// capturers returns the men and the kings of the side to move that can
// capture. Kings of a flying variant are only a hint: all of them if any can.
func (v *Variant) capturers(b *Board, own, enemy, empty uint64) (men, kings uint64) {
	up := enemy<<7&(empty<<14) | enemy<<6&(empty<<12)
	down := enemy>>7&(empty>>14) | enemy>>6&(empty>>12)
	kings = own & b.Kings
	men = own &^ kings
	switch {
	case v.backward:
		men &= up | down
	case b.Turn == rules.White:
		men &= up
	default:
		men &= down
	}
	switch {
	case kings == 0:
	case v.king == short:
		kings &= up | down
	case !ridersCapture(kings, enemy, empty):
		kings = 0
	}
	return men, kings
}

// ridersCapture says whether any of the flying kings can capture, moving all
// of them at once along each direction.
func ridersCapture(kings, enemy, empty uint64) bool {
	for _, d := range shifts {
		for set := kings; set != 0; {
			set = d.step(set)
			if d.step(set&enemy)&empty != 0 {
				return true
			}
			set &= empty
		}
	}
	return false
}

// search collects the captures of one piece after the other. A piece that was
// jumped stays on the board until the move is over: it blocks the way and
// cannot be jumped again (FMJD 4.8). The capturing piece itself is lifted, so
// that its own square counts as empty.
type search struct {
	moves        []Move
	first        int // moves[first:] are the captures found
	empty, enemy uint64
	from         uint8
	up, down     bool // directions in which a short jumper may go
	most         int  // pieces of the best capture so far
	majority     bool
	routes       bool
}

func (v *Variant) appendCaptures(dst []Move, b *Board, men, kings uint64, majority, routes bool) []Move {
	own, enemy := b.words()
	empty := v.squares.low &^ (own | enemy)
	s := search{moves: dst, first: len(dst), enemy: enemy, majority: majority, routes: routes}
	s.up, s.down = v.backward || b.Turn == rules.White, v.backward || b.Turn == rules.Black
	for ; men != 0; men &= men - 1 {
		at := men & -men
		s.from, s.empty = uint8(bits.TrailingZeros64(at)), empty|at
		s.hop(at, 0, 0)
	}
	s.up, s.down = true, true
	for ; kings != 0; kings &= kings - 1 {
		at := kings & -kings
		s.from, s.empty = uint8(bits.TrailingZeros64(at)), empty|at
		if v.king != short {
			s.ride(at)
		} else {
			s.hop(at, 0, 0)
		}
	}
	return s.moves
}

// hop goes on with a short jumper that stands at and has taken n pieces.
func (s *search) hop(at, taken uint64, n int) {
	left := s.enemy &^ taken
	ends := true
	if s.up {
		if over := at >> 7 & left; over>>7&s.empty != 0 {
			ends = false
			s.hop(over>>7, taken|over, n+1)
		}
		if over := at >> 6 & left; over>>6&s.empty != 0 {
			ends = false
			s.hop(over>>6, taken|over, n+1)
		}
	}
	if s.down {
		if over := at << 6 & left; over<<6&s.empty != 0 {
			ends = false
			s.hop(over<<6, taken|over, n+1)
		}
		if over := at << 7 & left; over<<7&s.empty != 0 {
			ends = false
			s.hop(over<<7, taken|over, n+1)
		}
	}
	if ends {
		s.add(at, taken, n)
	}
}

// ride starts the captures of a flying king.
func (s *search) ride(at uint64) {
	for _, d := range shifts {
		if over := s.meets(at, d, s.enemy); over != 0 {
			s.jump(over, d, 0, 0)
		}
	}
}

// meets returns the first piece on the ray from at in direction d, if it is
// one of left and the square behind it is empty.
func (s *search) meets(at uint64, d shift, left uint64) uint64 {
	at = d.step(at)
	for at&s.empty != 0 {
		at = d.step(at)
	}
	if d.step(at&left)&s.empty == 0 {
		return 0
	}
	return at
}

// jump takes the piece over in direction d, and goes on from every landing
// square. Straight on is followed once, since the landing square then makes
// no difference.
func (s *search) jump(over uint64, d shift, taken uint64, n int) {
	taken, n = taken|over, n+1
	left := s.enemy &^ taken
	landing := d.step(over)
	next := s.meets(over, d, left)
	if next != 0 {
		s.jump(next, d, taken, n)
	}
	for at := landing; at&s.empty != 0; at = d.step(at) {
		ends := next == 0
		for _, side := range d.across() {
			if over := s.meets(at, side, left); over != 0 {
				ends = false
				s.jump(over, side, taken, n)
			}
		}
		if ends {
			s.add(at, taken, n)
		}
	}
}

// add records a finished capture, unless a better one is known or it is there
// already. Two routes to the same result take at least three pieces.
func (s *search) add(at, taken uint64, n int) {
	if s.majority {
		if n < s.most {
			return
		}
		if n > s.most {
			s.most = n
			s.moves = s.moves[:s.first]
		}
	}
	m := Move{From: s.from, To: uint8(bits.TrailingZeros64(at)), Captured: taken}
	if n >= 3 && !s.routes {
		for i := s.first; i < len(s.moves); i++ {
			if s.moves[i] == m {
				return
			}
		}
	}
	s.moves = append(s.moves, m)
}
