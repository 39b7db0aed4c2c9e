package draughts

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"crownpost/rules"
)

// mailbox is a second generator to check the first with: slow, on an array of
// squares, and written from the rules as the federations word them. It shares
// with the engine only the table of variants and the places of the squares.
type mailbox struct {
	*Variant
	at   map[Place]piece // the pieces; the one that is moving is not there
	turn rules.Side
}

type piece struct {
	side rules.Side
	king bool
}

// longMove is a move with its route.
type longMove struct {
	from, to Place
	taken    []Place // in order
	kings    []bool  // which of them are kings
	turns    []Place // where it turned between
	mover    piece   // as it is in the end
	byKing   bool    // it was a king in the beginning
}

func newMailbox(v *Variant, b *Board) mailbox {
	m := mailbox{v, map[Place]piece{}, b.Turn}
	for n := 1; n <= v.Squares(); n++ {
		for _, side := range []rules.Side{rules.White, rules.Black} {
			if b.pieces(side).has(v.cell[n]) {
				m.at[v.places[n]] = piece{side, b.kings().has(v.cell[n])}
			}
		}
	}
	return m
}

func (m mailbox) free(p Place) bool {
	_, occupied := m.at[p]
	return !occupied && p.Column >= 0 && p.Row >= 0 && p.Column < m.board.width && p.Row < m.board.height
}

// lastRow is where the men of a side are crowned.
func (m mailbox) lastRow(side rules.Side) int {
	if side == rules.White {
		return 0
	}
	return m.board.height - 1
}

// steps are the ways from a square to the next one that a piece may go.
func (m mailbox) steps(p piece, capture bool) (list []Place) {
	forward := -1
	if p.side == rules.Black {
		forward = 1
	}
	if m.ways == straights {
		list = []Place{{0, forward}, {-1, 0}, {1, 0}}
		if p.king {
			list = append(list, Place{0, -forward})
		}
		return list
	}
	list = []Place{{-1, forward}, {1, forward}}
	if p.king || capture && m.backward {
		list = append(list, Place{-1, -forward}, Place{1, -forward})
	}
	if m.ways == eightWays && capture {
		list = append(list, Place{0, 2}, Place{0, -2}, Place{2, 0}, Place{-2, 0})
	}
	return list
}

func add(p, step Place) Place { return Place{p.Column + step.Column, p.Row + step.Row} }

// moves are the legal moves, a capture once for each route.
func (m mailbox) moves() (list []longMove) {
	for from, p := range m.at {
		if p.side == m.turn {
			delete(m.at, from)
			m.captures(longMove{from: from, to: from, mover: p, byKing: p.king}, Place{}, &list)
			m.at[from] = p
		}
	}
	if len(list) > 0 {
		return m.best(list)
	}
	for from, p := range m.at {
		if p.side != m.turn {
			continue
		}
		for _, step := range m.steps(p, false) {
			for to := add(from, step); m.free(to); to = add(to, step) {
				list = append(list, longMove{from: from, to: to, mover: m.crowned(p, to), byKing: p.king})
				if !p.king || m.king == short {
					break
				}
			}
		}
	}
	return list
}

func (m mailbox) crowned(p piece, at Place) piece {
	p.king = p.king || at.Row == m.lastRow(p.side)
	return p
}

// captures appends the captures that begin with those of so far, and says
// whether there are any that take more. came is the step that led here.
func (m mailbox) captures(so longMove, came Place, list *[]longMove) (more bool) {
	for _, step := range m.steps(so.mover, true) {
		if m.ways == straights && add(step, came) == (Place{}) {
			continue // not back the way it came
		}
		long := so.mover.king && m.king != short
		over := add(so.to, step)
		for long && m.free(over) {
			over = add(over, step)
		}
		p, ok := m.at[over]
		if !ok || p.side == m.turn || slices.Contains(so.taken, over) || m.spareKings && p.king && !so.mover.king {
			continue
		}
		var ends []longMove
		on := false // the capture goes on from one of the squares behind
		if m.lifts {
			delete(m.at, over)
		}
		for to := add(over, step); m.free(to); to = add(to, step) {
			more = true
			next := so
			next.to = to
			if step != came {
				next.turns = append(slices.Clip(so.turns), so.to)
			}
			next.taken = append(slices.Clip(so.taken), over)
			next.kings = append(slices.Clip(so.kings), p.king)
			if m.passing != stays {
				next.mover = m.crowned(next.mover, to)
			}
			switch {
			case m.passing == stops && next.mover != so.mover:
				ends = append(ends, next)
			case m.captures(next, step, list):
				on = true
			case m.halts && p.king && to != add(over, step):
			default:
				next.mover = m.crowned(next.mover, to)
				ends = append(ends, next)
			}
			if !long || m.king == landing {
				break
			}
		}
		if m.lifts {
			m.at[over] = p
		}
		if !on {
			*list = append(*list, ends...)
		}
	}
	return more
}

// best leaves the captures that the variant's priority allows.
func (m mailbox) best(list []longMove) []longMove {
	yes := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	kings := func(c longMove) (n int) {
		for _, king := range c.kings {
			n += yes(king)
		}
		return n
	}
	var compare func(a, b longMove) int
	switch m.priority {
	case anyCapture:
		return list
	case mostPieces:
		compare = func(a, b longMove) int { return cmp.Compare(len(a.taken), len(b.taken)) }
	case mostKings:
		compare = func(a, b longMove) int {
			return cmp.Or(cmp.Compare(len(a.taken), len(b.taken)), cmp.Compare(kings(a), kings(b)))
		}
	case italianOrder:
		compare = func(a, b longMove) int {
			return cmp.Or(
				cmp.Compare(len(a.taken), len(b.taken)),
				cmp.Compare(yes(a.byKing), yes(b.byKing)),
				cmp.Compare(kings(a), kings(b)),
				slices.CompareFunc(a.kings, b.kings, func(a, b bool) int { return cmp.Compare(yes(a), yes(b)) }))
		}
	case frisianValue:
		value := func(c longMove) int { return 100*len(c.taken) + 99*kings(c) }
		compare = func(a, b longMove) int {
			return cmp.Or(cmp.Compare(value(a), value(b)), cmp.Compare(yes(a.byKing), yes(b.byKing)))
		}
	case kingCaptures:
		compare = func(a, b longMove) int { return cmp.Compare(yes(a.byKing), yes(b.byKing)) }
	default:
		panic(m.key + " has a priority that is not known here")
	}
	top := slices.MaxFunc(list, compare)
	return slices.DeleteFunc(list, func(c longMove) bool { return compare(c, top) < 0 })
}

// after is the board after a move.
func (m mailbox) after(c longMove) Board {
	at := map[Place]piece{}
	for place, p := range m.at {
		if place != c.from && !slices.Contains(c.taken, place) {
			at[place] = p
		}
	}
	at[c.to] = c.mover
	b := Board{Turn: m.turn.Other()}
	for n := 1; n <= m.Squares(); n++ {
		if p, ok := at[m.places[n]]; ok {
			b.put(m.cell[n], p.side, p.king)
		}
	}
	return b
}

// randomBoard has up to the given number of pieces on each side, a random
// part of them kings.
func randomBoard(v *Variant, r *rand.Rand, pieces int) Board {
	b := Board{Turn: rules.Side(r.IntN(2))}
	share := r.Float64() * r.Float64()
	for _, side := range []rules.Side{rules.White, rules.Black} {
		for range 1 + r.IntN(pieces) {
			c := v.cell[1+r.IntN(v.Squares())]
			if !b.occupied().has(c) {
				b.put(c, side, v.crown[side].has(c) || r.Float64() < share)
			}
		}
	}
	return b
}

func TestMovesAgreeWithASlowGenerator(t *testing.T) {
	boards := 500
	if testing.Short() {
		boards = 50
	}
	all := slices.Clone(variants)
	for _, v := range variants {
		for _, o := range v.options {
			for _, value := range o.values()[1:] {
				other, err := v.With(map[string]string{o.key: value})
				if err != nil {
					t.Fatal(err)
				}
				if row := other.(*Variant); row.priority != v.priority || row.passing != v.passing {
					all = append(all, row)
				}
			}
		}
	}
	for _, v := range all {
		t.Run(v.key, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for range boards {
				b := randomBoard(v, r, v.Squares()/4)
				m := newMailbox(v, &b)
				routes, ends := map[string]bool{}, map[string]bool{}
				for _, c := range m.moves() {
					slow := fmt.Sprint(c.from, c.to, m.after(c))
					ends[slow] = true
					routes[fmt.Sprint(slow, c.taken, c.turns)] = true
				}
				legal := v.AppendMoves(nil, &b)
				for _, move := range legal {
					from, to := v.places[v.Square(move.From)], v.places[v.Square(move.To)]
					if fast := fmt.Sprint(from, to, v.Play(b, move)); !ends[fast] {
						t.Errorf("%s: %s is not legal", v.FEN(b), v.Text(&b, move, legal))
					}
				}
				count := [...]int{len(legal), len(v.appendMoves(nil, &b, true)), int(v.Perft(b, 1, Count{})), int(v.Perft(b, 1, Count{Routes: true}))}
				if want := [...]int{len(ends), len(routes), len(ends), len(routes)}; count != want {
					t.Errorf("%s: moves, routes, and both in bulk: %d, want %d", v.FEN(b), count, want)
				}
			}
		})
	}
}
