package draughts

import (
	"math/bits"

	"crownpost/rules"
)

// Columns of the board on which every square is played on.
const (
	firstColumn  = 0x0101010101010101
	secondColumn = firstColumn << 1
	lastColumn   = firstColumn << 7
	nextToLast   = firstColumn << 6
)

// rays are the cells in each direction along rows and columns, from north on,
// without the first.
var rays = func() (table [4][64]uint64) {
	for d := range table {
		h := headings[int(north)+d]
		for c := range table[d] {
			x, y := c%8+h.Column, c/8+h.Row
			for ; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+h.Column, y+h.Row {
				table[d][c] |= 1 << (8*y + x)
			}
		}
	}
	return table
}()

// nearest is the first piece on the ray from a cell, noCell if there is none.
func nearest(at uint8, d direction, occupied uint64) uint8 {
	met := rays[d&3][at&63] & occupied
	switch {
	case met == 0:
		return noCell
	case d >= east:
		return uint8(bits.TrailingZeros64(met))
	}
	return uint8(63 - bits.LeadingZeros64(met))
}

// open are the cells on the ray from a cell before the first piece.
func open(at uint8, d direction, occupied uint64) uint64 {
	free := rays[d&3][at&63]
	if end := nearest(at, d, occupied); end != noCell {
		free &^= rays[d&3][end&63] | 1<<(end&63)
	}
	return free
}

// appendStraight is appendMoves where pieces go along rows and columns.
func (v *Variant) appendStraight(dst []Move, b *Board, routes bool) []Move {
	own, enemy := b.words()
	empty := ^(own | enemy)
	kings := own & b.Kings
	men := own &^ kings
	if m, k := v.straightCapturers(b.Turn, men, kings, enemy, empty); m|k != 0 {
		return v.appendStraightCaptures(dst, b.Turn, m, k, enemy, empty, routes)
	}
	if b.Turn == rules.White {
		dst = appendSteps(dst, men>>8&empty, -8)
	} else {
		dst = appendSteps(dst, men<<8&empty, 8)
	}
	dst = appendSteps(dst, men>>1&empty&^lastColumn, -1)
	dst = appendSteps(dst, men<<1&empty&^firstColumn, 1)
	for ; kings != 0; kings &= kings - 1 {
		from := uint8(bits.TrailingZeros64(kings))
		for d := north; d <= south; d++ {
			for to := open(from, d, ^empty); to != 0; to &= to - 1 {
				dst = append(dst, Move{From: from, To: uint8(bits.TrailingZeros64(to))})
			}
		}
	}
	return dst
}

// countStraight returns how many moves appendStraight would append.
func (v *Variant) countStraight(b *Board, routes bool, buf []Move) uint64 {
	own, enemy := b.words()
	empty := ^(own | enemy)
	kings := own & b.Kings
	men := own &^ kings
	if m, k := v.straightCapturers(b.Turn, men, kings, enemy, empty); m|k != 0 {
		return uint64(len(v.appendStraightCaptures(buf, b.Turn, m, k, enemy, empty, routes)))
	}
	ahead := men << 8
	if b.Turn == rules.White {
		ahead = men >> 8
	}
	n := bits.OnesCount64(ahead&empty) + bits.OnesCount64(men>>1&empty&^lastColumn) + bits.OnesCount64(men<<1&empty&^firstColumn)
	for ; kings != 0; kings &= kings - 1 {
		from := uint8(bits.TrailingZeros64(kings))
		for d := north; d <= south; d++ {
			n += bits.OnesCount64(open(from, d, ^empty))
		}
	}
	return uint64(n)
}

// straightCapturers returns the men and the kings that can capture.
func (v *Variant) straightCapturers(turn rules.Side, men, kings, enemy, empty uint64) (m, k uint64) {
	m = enemy<<1&(empty&^(lastColumn|nextToLast)<<2) | enemy>>1&(empty&^(firstColumn|secondColumn)>>2)
	if turn == rules.White {
		m |= enemy << 8 & (empty << 16)
	} else {
		m |= enemy >> 8 & (empty >> 16)
	}
	for ; kings != 0; kings &= kings - 1 {
		at := uint8(bits.TrailingZeros64(kings))
		for d := north; d <= south; d++ {
			if v.straightMeets(at, d, enemy, empty) != noCell {
				k |= kings & -kings
				break
			}
		}
	}
	return m & men, k
}

// straightMeets returns the first piece on the ray from a cell, if it is an
// enemy and the square behind it is empty.
func (v *Variant) straightMeets(at uint8, d direction, enemy, empty uint64) uint8 {
	over := nearest(at, d, ^empty)
	if over == noCell || enemy>>over&1 == 0 || empty>>v.next[d][over]&1 == 0 {
		return noCell
	}
	return over
}

// straightSearch collects the captures along rows and columns. A piece that
// was jumped leaves the board at once, so that the way may lead over its
// square.
type straightSearch struct {
	harvest
	v            *Variant
	empty, enemy uint64 // without the pieces taken and with them
	last         uint64 // where a man becomes a king
	forward      direction
}

func (v *Variant) appendStraightCaptures(dst []Move, turn rules.Side, men, kings, enemy, empty uint64, routes bool) []Move {
	s := straightSearch{harvest: v.newHarvest(dst, routes), v: v, enemy: enemy, last: v.crown[turn&1].low, forward: north}
	if turn == rules.Black {
		s.forward = south
	}
	for ; men != 0; men &= men - 1 {
		s.from = uint8(bits.TrailingZeros64(men))
		s.empty = empty | men&-men
		s.hop(s.from, 0, 0)
	}
	for ; kings != 0; kings &= kings - 1 {
		s.from = uint8(bits.TrailingZeros64(kings))
		s.empty = empty | kings&-kings
		for d := north; d <= south; d++ {
			if over := v.straightMeets(s.from, d, enemy, s.empty); over != noCell {
				s.jump(over, d, 0, 0)
			}
		}
	}
	return s.moves
}

// hop goes on with a man that stands at a cell and has taken n pieces. It
// never turns back, since the piece behind it has left.
func (s *straightSearch) hop(at uint8, taken uint64, n int) {
	ends := true
	for _, d := range [3]direction{s.forward, west, east} {
		over := s.v.next[d][at]
		if s.enemy&^taken>>over&1 == 0 {
			continue
		}
		if land := s.v.next[d][over]; (s.empty|taken)>>land&1 != 0 {
			ends = false
			s.land(land, d, taken|1<<over, n+1)
		}
	}
	if ends {
		s.add(at, set{low: taken}, n)
	}
}

// land goes on with a man that has come to a cell in direction d.
func (s *straightSearch) land(at uint8, d direction, taken uint64, n int) {
	switch crowned := s.last>>at&1 == 1; {
	case !crowned || s.v.passing == stays:
		s.hop(at, taken, n)
	case s.v.passing == stops:
		s.add(at, set{low: taken}, n)
	default:
		s.crowned = true
		ends := true
		for side := north; side <= south; side++ {
			over := s.v.straightMeets(at, side, s.enemy&^taken, s.empty|taken)
			if over != noCell && side != d.opposite() {
				ends = false
				s.jump(over, side, taken, n)
			}
		}
		if ends {
			s.add(at, set{low: taken}, n)
		}
		s.crowned = false
	}
}

// jump takes the piece over with a king, and goes on from every landing
// square, not turning back; straight on only once, since the landing square
// then makes no difference.
func (s *straightSearch) jump(over uint8, d direction, taken uint64, n int) {
	taken, n = taken|1<<over, n+1
	left, empty := s.enemy&^taken, s.empty|taken
	ends := true
	if straight := s.v.straightMeets(over, d, left, empty); straight != noCell {
		ends = false
		s.jump(straight, d, taken, n)
	}
	landings := open(over, d, ^empty)
	for land := landings; land != 0; land &= land - 1 {
		at := uint8(bits.TrailingZeros64(land))
		for _, side := range across[d] {
			if over := s.v.straightMeets(at, side, left, empty); over != noCell {
				ends = false
				s.jump(over, side, taken, n)
			}
		}
	}
	if !ends {
		return
	}
	for ; landings != 0; landings &= landings - 1 {
		s.add(uint8(bits.TrailingZeros64(landings)), set{low: taken}, n)
	}
}
