package draughts

// Count says how Perft counts.
type Count struct {
	// Routes counts a capture once for every way on which it can take its
	// pieces, instead of once for every result.
	Routes bool
	// EachMove also plays the moves of the last ply, instead of counting them
	// in bulk.
	EachMove bool
}

// Perft counts the sequences of depth plies from a board. Draw rules are
// ignored; a board without moves has none.
func (v *Variant) Perft(b Board, depth int, how Count) uint64 {
	depth = max(depth, 0)
	p := perft{v, how}
	return p.count(&b, depth, make([]Move, 0, 64*depth))
}

// perft walks over the moves that it counts.
type perft struct {
	v   *Variant
	how Count
}

// count uses the free room of buf for the moves of this node and of those
// below it.
func (p *perft) count(b *Board, depth int, buf []Move) (nodes uint64) {
	switch {
	case !p.v.wide && p.v.ways != straights:
		return p.countView(b.view(), depth, buf)
	case depth == 0:
		return 1
	case depth == 1 && !p.how.EachMove:
		return p.v.countMoves(b, p.how.Routes, buf)
	}
	moves := p.v.appendMoves(buf, b, p.how.Routes)
	var next Board // outside the loop, so that it stays off the heap
	for i := range moves {
		if next = *b; p.v.wide {
			p.v.playWide(&next, &moves[i])
		} else {
			next = p.v.Play(next, moves[i])
		}
		nodes += p.count(&next, depth-1, moves[len(moves):])
	}
	return nodes
}

// countMoves returns how many moves appendMoves would append.
func (v *Variant) countMoves(b *Board, routes bool, buf []Move) uint64 {
	switch {
	case v.wide:
		return v.countWide(b, routes, buf)
	case v.ways == straights:
		return v.countStraight(b, routes, buf)
	}
	return uint64(v.countView(b.view(), routes, buf))
}

// countView is count on a board that is a view.
func (p *perft) countView(w view, depth int, buf []Move) (nodes uint64) {
	switch {
	case depth == 0:
		return 1
	case depth == 1 && !p.how.EachMove:
		return uint64(p.v.countView(w, p.how.Routes, buf))
	}
	moves := p.v.appendView(buf, w, p.how.Routes)
	crown := p.v.crown[w.turn&1].low
	for i := range moves {
		nodes += p.countView(w.after(&moves[i], crown), depth-1, moves[len(moves):])
	}
	return nodes
}

// after is the board after a move, as the other side sees it. Men become kings
// on the squares of crown.
func (w view) after(m *Move, crown uint64) view {
	from, to := uint64(1)<<(m.From&63), uint64(1)<<(m.To&63)
	kings := w.kings &^ m.Captured
	if kings&from != 0 || m.Crowns {
		kings = kings&^from | to
	}
	return view{w.enemy &^ m.Captured, w.own&^from | to, kings | to&crown, w.turn.Other()}
}
