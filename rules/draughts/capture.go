package draughts

import "math/bits"

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
	last         uint64 // squares on which a man becomes a king at once
	kingWays     []shift
	manWays      []shift
	from         uint8
	crowned      bool // the man has become a king on its way
	best         int  // worth of the captures found
	routes       bool
}

func (v *Variant) appendCaptures(dst []Move, w view, men, kings uint64, routes bool) []Move {
	empty := v.squares.low &^ (w.own | w.enemy)
	s := search{
		Variant: v, moves: dst, begin: len(dst), enemy: w.enemy, kings: w.kings,
		manWays: v.menCapture(w.turn), kingWays: v.captureWays(), routes: routes,
	}
	for ; kings != 0; kings &= kings - 1 {
		at := kings & -kings
		s.from, s.empty = uint8(bits.TrailingZeros64(at)), empty|at
		if v.king == short {
			s.hop(at, 0, v.priority.captor, 0, s.kingWays)
		} else {
			s.ride(at, 0, v.priority.captor, 0)
		}
	}
	if v.spareKings {
		s.enemy &^= w.kings
	}
	if v.passing == flies {
		s.last = v.crown[w.turn&1].low
	}
	for ; men != 0; men &= men - 1 {
		at := men & -men
		s.from, s.empty = uint8(bits.TrailingZeros64(at)), empty|at
		s.hop(at, 0, 0, 0, s.manWays)
	}
	return s.moves
}

// hop goes on with a piece that jumps what is beside it. The piece stands on
// the square at and has taken n pieces, which are worth as much as said. It
// returns false if there is no way on.
func (s *search) hop(at, taken uint64, worth, n int, ways []shift) bool {
	more := false
	for _, d := range ways {
		over := d.step(at) & s.enemy &^ taken
		to := d.step(over) & s.empty
		if to == 0 {
			continue
		}
		more = true
		taken, worth := taken|over, worth+s.gain(over, n)
		if to&s.last != 0 {
			s.crowned = true
			if !s.ride(to, taken, worth, n+1) {
				s.add(to, taken, worth)
			}
			s.crowned = false
		} else if !s.hop(to, taken, worth, n+1, ways) {
			s.add(to, taken, worth)
		}
	}
	return more
}

// ride goes on with a king that flies, as hop does. It may stand on any of the
// squares at: what it takes next decides on which. When it can go on from one
// of them it must.
func (s *search) ride(at, taken uint64, worth, n int) bool {
	more := false
	empty, left := s.empty, s.enemy&^taken
	if s.lifts {
		empty |= taken
	}
	for _, d := range s.kingWays {
		for met := meets(at, empty, left&d.back(empty), d); met != 0; met &= met - 1 {
			more = true
			over := met & -met
			to := s.landings(over, empty, d)
			taken, worth := taken|over, worth+s.gain(over, n)
			if s.ride(to, taken, worth, n+1) {
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

// gain is what it is worth to take a piece as the n-th, from 0.
func (s *search) gain(over uint64, n int) int {
	if over&s.kings != 0 {
		return s.priority.king + s.priority.first>>n
	}
	return s.priority.man
}

// add records a finished capture, unless a better one is known or it is there
// already. Two routes to the same result take at least three pieces.
func (s *search) add(to, taken uint64, worth int) {
	if worth < s.best {
		return
	}
	if worth > s.best {
		s.best = worth
		s.moves = s.moves[:s.begin]
	}
	m := Move{From: s.from, To: uint8(bits.TrailingZeros64(to)), Crowns: s.crowned, Captured: taken}
	if !s.routes && bits.OnesCount64(taken) >= 3 {
		for i := s.begin; i < len(s.moves); i++ {
			if s.moves[i] == m {
				return
			}
		}
	}
	s.moves = append(s.moves, m)
}
