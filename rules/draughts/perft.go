package draughts

// Count says how Perft counts.
type Count struct {
	// Routes counts a capture once for every order in which it can take its
	// pieces, instead of once for every result.
	Routes bool
	// EachMove generates the moves of the last ply one by one, instead of
	// counting them in bulk where no capture is possible.
	EachMove bool
}

// Perft counts the sequences of depth plies from a board. Draw rules are
// ignored; a board without moves has none.
func (v *Variant) Perft(b Board, depth int, how Count) uint64 {
	if depth <= 0 {
		return 1
	}
	room := make([]Move, 0, 64*(depth+1))
	if v.wide || v.ways == straights {
		return v.perft(&b, depth, how, room)
	}
	return v.perftNarrow(b.view(), depth, how, room)
}

// perft uses the free room of buf for the moves of this node and of those
// below it.
func (v *Variant) perft(b *Board, depth int, how Count, buf []Move) uint64 {
	if depth == 1 && !how.EachMove {
		return v.countMoves(b, how.Routes, buf)
	}
	moves := v.appendMoves(buf, b, how.Routes)
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	var next Board // outside the loop, so that it stays off the heap
	for _, m := range moves {
		next = v.Play(*b, m)
		nodes += v.perft(&next, depth-1, how, moves[len(moves):])
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
	return uint64(v.countNarrow(b.view(), routes, buf))
}

// perftNarrow is perft on a board of one word with pieces on diagonals.
func (v *Variant) perftNarrow(w view, depth int, how Count, buf []Move) uint64 {
	if depth == 1 && !how.EachMove {
		return uint64(v.countNarrow(w, how.Routes, buf))
	}
	moves := v.appendNarrow(buf, w, how.Routes)
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	crown := v.crown[w.turn&1].low
	for i := range moves {
		nodes += v.perftNarrow(w.after(&moves[i], crown), depth-1, how, moves[len(moves):])
	}
	return nodes
}

// after is the board after a move, as the other side sees it.
func (w view) after(m *Move, crown uint64) view {
	from, to := uint64(1)<<(m.From&63), uint64(1)<<(m.To&63)
	kings := w.kings &^ m.Captured
	if kings&from != 0 || m.Crowns {
		kings = kings&^from | to
	}
	return view{w.enemy &^ m.Captured, w.own&^from | to, kings | to&crown, w.turn.Other()}
}
