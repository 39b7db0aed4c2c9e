package backgammon

import (
	"math/bits"
	"slices"

	"crownpost/rules"
)

// MaxPlays is more than the number of plays of any position and throw met in
// practice; a buffer of this capacity need not grow.
const MaxPlays = 1024

const barBit = 1 << Bar

// Play is one legal play of a throw.
type Play struct {
	// Board is the result, the side that played still being Own.
	Board Board
	dice  steps
}

// steps are the dice that a play uses and the points it uses them from, in an
// order in which they can be played.
type steps struct {
	used      uint8
	from, die [4]uint8
}

// Used returns the number of dice the play uses, 1 to 4.
func (p Play) Used() int { return int(p.dice.used) }

// AppendPlays appends to dst the legal plays of a throw, one for each
// distinct resulting position, and returns the extended slice. Nothing is
// appended when no play is legal. It allocates only to grow dst.
//
// The dice are 1 to 6. A play uses as many of them as any can; when either
// of two different dice can be played but not both, it uses the larger.
func AppendPlays(dst []Play, b Board, die1, die2 int) []Play {
	g := generator{opponent: b.opponent(), opp: b.Opp, plays: dst, first: len(dst)}
	root := node{own: b.Own, occupied: b.Own.occupied()}
	if die1 == die2 {
		g.double(root, die1, 0, Bar)
		return g.plays
	}
	larger, smaller := max(die1, die2), min(die1, die2)
	g.both(root, larger, smaller)
	g.both(root, smaller, larger)
	if len(g.plays) == g.first {
		g.one(root, larger)
	}
	if len(g.plays) == g.first {
		g.one(root, smaller)
	}
	return g.plays
}

// Plays returns the plays that AppendPlays finds, sorted from the highest
// source down.
func Plays(b Board, die1, die2 int) []Play { return sorted(AppendPlays(nil, b, die1, die2)) }

func sorted(plays []Play) []Play {
	type keyed struct {
		Play
		order [8]uint8
	}
	list := make([]keyed, len(plays))
	for i, p := range plays {
		list[i] = keyed{p, p.order()}
	}
	slices.SortFunc(list, func(x, y keyed) int { return slices.Compare(y.order[:], x.order[:]) })
	for i, k := range list {
		plays[i] = k.Play
	}
	return plays
}

// order is what plays are sorted by: sources and targets as in their texts.
func (p Play) order() (order [8]uint8) {
	for i, c := range chains(p.Steps(p.Board)) {
		order[2*i], order[2*i+1] = uint8(c[0].From), uint8(c[len(c)-1].To)
	}
	return order
}

// opponent is what the mover must know of the other side, by the mover's
// numbering: the points it may land on, and those with a blot among them.
type opponent struct {
	open, blots uint32
}

func (b Board) opponent() opponent {
	held := theirs(b.Opp.held())
	return opponent{
		open:  0x1FFFFFE &^ held,
		blots: theirs(b.Opp.occupied()) &^ held,
	}
}

// canMove reports whether the side on turn can move a checker by the die.
func (b Board) canMove(die int) bool {
	return b.opponent().sources(b.Own.occupied(), die) != 0
}

// sources returns the points from which the die moves one of the checkers
// that stand on the occupied points.
func (o opponent) sources(occupied uint32, die int) uint32 {
	from := occupied & (o.open << die)
	if occupied&barBit != 0 {
		return from & barBit
	}
	if occupied>>7 == 0 { // all home
		switch higher := occupied >> die; {
		case higher&1 == 1:
			from |= 1 << die
		case higher == 0 && occupied != 0:
			from |= 1 << top(occupied)
		}
	}
	return from
}

// node is the board within a play.
type node struct {
	own      Men
	occupied uint32 // by own checkers
	hit      uint32 // blots hit
}

// generator makes the plays of one throw.
type generator struct {
	opponent
	opp   Men
	plays []Play
	first int   // index of the throw's first play
	way   steps // to the node
}

// step plays the die number i of the play, which must be legal.
func (g *generator) step(n node, i, from, die int) node {
	g.way.from[i&3], g.way.die[i&3] = uint8(from), uint8(die)
	to := max(from-die, Off)
	n.own = n.own.move(from, to)
	if n.own.On(from) == 0 {
		n.occupied &^= 1 << from
	}
	n.occupied |= 1 << to &^ 1
	n.hit |= g.blots & (1 << to)
	return n
}

// both adds the plays of one die and then the other.
func (g *generator) both(n node, die, then int) {
	for from := g.sources(n.occupied, die); from != 0; from &= from - 1 {
		mid := g.step(n, 0, bits.TrailingZeros32(from), die)
		for from := g.sources(mid.occupied, then); from != 0; from &= from - 1 {
			g.add(g.step(mid, 1, bits.TrailingZeros32(from), then), 2)
		}
	}
}

// one adds the plays of a single die.
func (g *generator) one(n node, die int) {
	for from := g.sources(n.occupied, die); from != 0; from &= from - 1 {
		g.add(g.step(n, 0, bits.TrailingZeros32(from), die), 1)
	}
}

// double adds the plays of four equal dice, of which the first few are used.
// Steps of equal dice can always be ordered from the highest source down, and
// then each set of steps is met once and ends differently. A set that skips a
// checker which could still move is not complete and is met elsewhere with it.
func (g *generator) double(n node, die, used, highest int) {
	all := g.sources(n.occupied, die)
	if used == 4 || all == 0 {
		if used > 0 {
			g.append(n, used)
		}
		return
	}
	for from := all & (2<<highest - 1); from != 0; {
		p := top(from)
		from &^= 1 << p
		g.double(g.step(n, used, p, die), die, used+1, p)
	}
}

// add appends a play unless its result is there already.
func (g *generator) add(n node, used int) {
	opp := g.hits(n.hit)
	for i := range g.plays[g.first:] {
		if b := &g.plays[g.first+i].Board; b.Own == n.own && b.Opp == opp {
			return
		}
	}
	g.append(n, used)
}

func (g *generator) append(n node, used int) {
	g.way.used = uint8(used)
	g.plays = append(g.plays, Play{Board{n.own, g.hits(n.hit)}, g.way})
}

// hits returns the opponent's checkers after the blots on the given points
// were hit.
func (g *generator) hits(points uint32) Men {
	m := g.opp
	for ; points != 0; points &= points - 1 {
		m = m.move(25-bits.TrailingZeros32(points), Bar)
	}
	return m
}

// Steps returns the single steps of a play of b, in an order in which they
// can be made.
func (p Play) Steps(b Board) []rules.Step {
	// A point that the opponent has lost is one on which it was hit; what lies
	// pinned and did not before is marked in the same way.
	before, after := b.Opp, p.Board.Opp
	blots := theirs(before.occupied()&^after.occupied() | after.pinned()&^before.pinned())
	steps := make([]rules.Step, p.dice.used)
	for i := range steps {
		from, die := int(p.dice.from[i]), int(p.dice.die[i])
		to := max(from-die, Off)
		steps[i] = rules.Step{From: from, To: to, Die: die, Hit: blots>>to&1 == 1}
		blots &^= 1 << to
	}
	return steps
}
