package templates

import "slices"

// The backgammon board in the picture's own units: twelve points and the bar
// in a row, the trays for checkers borne off beside them.
const (
	pointWidth = 40
	barWidth   = 36
	trayWidth  = 38
	trayGap    = 3
	band       = 18 // the strip that carries the point numbers
	reach      = 186
	gap        = 42 // between the tips of the points, where the dice lie
	radius     = 17.5
	tableTop   = band
	tableMid   = tableTop + reach + gap/2
	tableEnd   = tableTop + 2*reach + gap
	tableHigh  = tableEnd + band
	slab       = 11 // the height of a checker standing in the tray
	barFirst   = 36 // from the middle of the bar to the first checker on it
	cubeSize   = 30
	cubeAside  = 166 // from the middle of the bar to the cube at its owner's side
)

// ground says where the columns of a board begin.
type ground struct {
	left, bar, right int // the halves and the bar between them
	tray             int // the viewer's tray
	otherTray        int // the other side's, above the viewer's or across the board
	wide             int
}

func (b Board) ground() ground {
	g := ground{left: margin}
	if b.parallel() {
		g.left += trayWidth + trayGap
	}
	g.bar = g.left + 6*pointWidth
	g.right = g.bar + barWidth
	g.tray = g.right + 6*pointWidth + trayGap
	g.otherTray, g.wide = g.tray, g.tray+trayWidth+margin
	if b.parallel() {
		g.otherTray = margin
	}
	return g
}

// parallel says that both sides move the same way round, from diagonal
// starts.
func (b Board) parallel() bool {
	return slices.Contains([]string{"fevga", "narde", "gulbara"}, b.Variant)
}

// hitting says that checkers can be sent to the bar.
func (b Board) hitting() bool { return !b.parallel() && b.Variant != "plakoto" }

// across is the number that the other side gives to a point of 1 to 24.
func (b Board) across(n int) int {
	if b.parallel() {
		return (n+11)%24 + 1
	}
	return 25 - n
}

// spot is where the checkers of one point, bar or tray stand: the first one's
// centre, and the direction in which the others follow.
type spot struct {
	x, y float64
	dir  int
}

// spot returns where a checker of the side stands that is on its own point n
// (0 off, 25 bar). The viewer's home is at the bottom right.
func (b Board) spot(side, n int) spot {
	g := b.ground()
	mine := (side == 1) == b.flipped()
	switch n {
	case 0:
		if mine {
			return spot{float64(g.tray + trayWidth/2), tableEnd - slab/2 - 2, -1}
		}
		return spot{float64(g.otherTray + trayWidth/2), tableTop + slab/2 + 2, 1}
	case 25:
		if mine {
			return spot{float64(g.bar + barWidth/2), tableMid + barFirst, 1}
		}
		return spot{float64(g.bar + barWidth/2), tableMid - barFirst, -1}
	}
	if !mine {
		n = b.across(n)
	}
	low := min(n, 25-n) // the column counted from the right
	x := float64(g.right + (6-low)*pointWidth + pointWidth/2)
	if low > 6 {
		x = float64(g.left + (12-low)*pointWidth + pointWidth/2)
	}
	if n <= 12 {
		return spot{x, tableEnd - radius - 1, -1}
	}
	return spot{x, tableTop + radius + 1, 1}
}

// counts is the side whose numbers the points carry: the one to act, and in
// the end the one at the bottom.
func (b Board) counts() int {
	if b.Turn == "black" || b.Turn == "" && b.flipped() {
		return 1
	}
	return 0
}

// spread is the distance between the centres of count checkers on a point or
// on the bar: as far as they are wide, and closer when they are many or the
// first one is moved up.
func spread(count, n int, up float64) float64 {
	room := float64(reach-2*radius-4) - up
	if n == 25 {
		room -= 52
	}
	return min(2*radius, room/float64(max(count-1, 1)))
}

// thrower is the middle of the half in which the side to act throws its dice.
func (b Board) thrower() int {
	g := b.ground()
	if (b.Turn == "black") != b.flipped() {
		return g.left + 3*pointWidth
	}
	return g.right + 3*pointWidth
}

// place is where one checker stands.
type place struct {
	point int
	x, y  float64
	// last is set on the uppermost checker of count on its point.
	last  bool
	count int
}

// onTop is how far a checker that stands on another's is moved up, so that
// both can be told apart on a small screen too.
const onTop = 1.5 * radius

// standing is where a side's checkers stand.
func (b Board) standing(side int) []place {
	var list []place
	for n, count := range b.Points[side] {
		at, up := b.spot(side, n), 0.
		if 0 < n && n < 25 && b.Points[1-side][b.across(n)] > 0 && !slices.Contains(b.Pinned[side], n) {
			up = onTop
		}
		apart := spread(count, n, up)
		if n == 0 {
			apart = slab + 1
		}
		for i := range count {
			y := at.y + float64(at.dir)*(float64(i)*apart+up)
			list = append(list, place{n, at.x, y, i == count-1, count})
		}
	}
	return list
}
