package draughts

import (
	"math"
	"slices"

	"crownpost/rules"
)

// hop is one capture of a route: the piece jumped, and where the capturing
// piece stands before the next hop: where it turns, else right behind.
type hop struct {
	over, land uint8
	dir        direction
}

// laws are the rules by which a piece takes one piece after the other.
type laws struct {
	manWays, kingWays uint8 // bit d: in direction d
	manFar, kingFar   bool  // over any distance
	lands             bool  // and then right behind the piece taken
	halts             bool  // a king stops right behind a king that it takes last
	lifts             bool  // captured pieces leave at once
	turns             bool  // back by 180 degrees too
	crowns            bool  // a man becomes a king where it first touches the last row
	stops             bool  // and goes no farther
	spares            bool  // a man takes no king
}

const (
	northward = 1<<northWest | 1<<northEast | 1<<north
	southward = 1<<southWest | 1<<southEast | 1<<south
	anyWay    = 1<<8 - 1
)

// forward are the directions that lead a side's men ahead.
func forward(side rules.Side) uint8 {
	if side == rules.White {
		return northward
	}
	return southward
}

func (v *Variant) laws(side rules.Side) laws {
	l := laws{
		manWays: forward(side), kingWays: anyWay, kingFar: v.king != short, lands: v.king == landing,
		halts: v.halts, lifts: v.lifts, turns: v.ways != straights,
		crowns: v.passing != stays, stops: v.passing == stops, spares: v.spareKings,
	}
	switch {
	case v.backward:
		l.manWays = anyWay
	case v.ways == straights:
		l.manWays |= 1<<west | 1<<east
	}
	return l
}

// walker walks the ways on which one piece can capture. It is slow, and used
// where a route matters: to write and read moves, and to say what is wrong
// with one.
type walker struct {
	laws
	next        *[8][cells]uint8
	crown       set // where a man becomes a king
	kings       set // of the other side
	empty, left set // squares without a piece; pieces that may be taken
	hops        []hop
	budget      int     // hops that are still tried
	path        []uint8 // if not nil, the only cells to land on, the start first
	// stop is called wherever the piece may stop. The hops are only valid
	// during the call. Returning false ends the walk.
	stop func(hops []hop, king bool) bool
}

func (v *Variant) newWalker(b *Board, from uint8, l laws) *walker {
	_, enemy := b.sides()
	return &walker{
		laws: l, next: &v.next, crown: v.crown[b.Turn&1], kings: enemy.and(b.kings()),
		empty: v.squares.andNot(b.occupied()).with(from), left: enemy, budget: math.MaxInt,
	}
}

// walk goes on from a square with a man or king, in all directions but those
// of skip. It returns false when the walk is over.
func (w *walker) walk(at uint8, king bool, skip uint8) bool {
	ways, far := w.manWays, w.manFar
	if king {
		ways, far = w.kingWays, w.kingFar
	}
	for d := range direction(len(w.next)) {
		if ways&^skip>>d&1 == 0 {
			continue
		}
		next := &w.next[d]
		over := next[at]
		for far && w.empty.has(over) {
			over = next[over]
		}
		if !w.left.has(over) || w.spares && !king && w.kings.has(over) {
			continue
		}
		if !w.take(d, over, king, far) {
			return false
		}
	}
	return true
}

// take jumps over a piece, and goes on from every square behind.
func (w *walker) take(d direction, over uint8, king, far bool) bool {
	next := &w.next[d]
	empty, left := w.empty, w.left
	w.left = w.left.andNot(cellSet(over))
	if w.lifts {
		w.empty = w.empty.with(over)
	}
	var skip uint8
	if !w.turns {
		skip = 1 << d.opposite()
	}
	halts := w.halts && king && w.kings.has(over)
	more := true
	for land := next[over]; more && w.empty.has(land); land = next[land] {
		if n := len(w.hops) + 1; w.path == nil || n < len(w.path) && w.path[n] == land {
			crowned := king || w.crowns && w.crown.has(land)
			if h := (hop{over, land, d}); w.stops && crowned != king {
				more = w.end(h)
			} else {
				more = w.land(h, crowned, halts && land != next[over], skip)
			}
		}
		if !far || w.lands {
			break
		}
		// Straight on it makes no difference where the piece came down.
		skip |= 1 << d
	}
	w.empty, w.left = empty, left
	return more
}

// land makes a hop, stops behind it unless the piece only passes, and goes on.
func (w *walker) land(h hop, king, passes bool, skip uint8) bool {
	if w.budget--; w.budget < 0 {
		return false
	}
	w.hops = append(w.hops, h)
	more := (passes || w.stop(w.hops, king)) && w.walk(h.land, king, skip)
	w.hops = w.hops[:len(w.hops)-1]
	return more
}

// end makes a hop and stops for good.
func (w *walker) end(h hop) bool {
	w.hops = append(w.hops, h)
	more := w.stop(w.hops, true)
	w.hops = w.hops[:len(w.hops)-1]
	return more
}

// routes calls yield with every route of a capture, until it returns false.
// The hops are only valid during the call. Once there is one route, only so
// many more hops are tried as budget says.
func (v *Variant) routes(b *Board, m Move, budget int, yield func([]hop) bool) {
	var w *walker
	w = v.newTracer(b, m, func(hops []hop) bool {
		w.budget = min(w.budget, budget)
		return yield(hops)
	})
	w.walk(m.From, b.kings().has(m.From), 0)
}

// newTracer is a walker that stops only where a capture is complete.
func (v *Variant) newTracer(b *Board, m Move, yield func([]hop) bool) *walker {
	w := v.newWalker(b, m.From, v.laws(b.Turn))
	w.left = m.captured()
	king := b.kings().has(m.From)
	w.stop = func(hops []hop, kingNow bool) bool {
		switch {
		case !w.left.empty() || hops[len(hops)-1].land != m.To:
			return true
		case w.crowns && !king && kingNow != m.Crowns && !w.crown.has(m.To):
			return true // the other of two moves that differ in nothing else
		}
		return yield(hops)
	}
	return w
}

// follows says whether a capture can take its pieces on exactly that path.
func (v *Variant) follows(b *Board, m Move, path []uint8) bool {
	found := false
	w := v.newTracer(b, m, func(hops []hop) bool {
		found = len(hops)+1 == len(path)
		return !found
	})
	w.path = path
	w.walk(m.From, b.kings().has(m.From), 0)
	return found
}

// Routes is the number of ways on which a legal move of b can take its pieces,
// 1 for a quiet move. Two ways differ in the order of the pieces, or in a
// square on which the moving piece turns.
func (v *Variant) Routes(b *Board, m Move) int {
	if !m.Captures() {
		return 1
	}
	n := 0
	v.routes(b, m, math.MaxInt, func([]hop) bool { n++; return true })
	return n
}

// route returns the first route of a move: its hops, none for a quiet move.
func (v *Variant) route(b *Board, m Move) (hops []hop) {
	if !m.Captures() {
		return nil
	}
	v.routes(b, m, math.MaxInt, func(found []hop) bool {
		hops = slices.Clone(found)
		return false
	})
	return hops
}

// appendPath appends the cells on which a piece stands, the first and the
// last included.
func appendPath(dst []uint8, m Move, hops []hop) []uint8 {
	dst = append(dst, m.From)
	if len(hops) == 0 {
		return append(dst, m.To)
	}
	for _, h := range hops {
		dst = append(dst, h.land)
	}
	return dst
}

// appendTouched appends the cells that a capture passes or lands on, in
// order; the last is its end.
func (v *Variant) appendTouched(dst []uint8, from uint8, hops []hop) []uint8 {
	at := from
	for _, h := range hops {
		for at != h.land {
			at = v.next[h.dir][at]
			if at != h.over {
				dst = append(dst, at)
			}
		}
	}
	return dst
}

// act describes one of the legal moves of b.
func (v *Variant) act(b *Board, m Move, legal []Move) rules.Act {
	hops := v.route(b, m)
	a := rules.Act{Text: v.text(m, hops, legal)}
	for _, c := range appendPath(nil, m, hops) {
		a.Path = append(a.Path, v.Square(c))
	}
	for _, h := range hops {
		a.Captured = append(a.Captured, v.Square(h.over))
	}
	return a
}
