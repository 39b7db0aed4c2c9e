package templates

import (
	"html/template"
	"slices"
	"strconv"
)

// The backgammon board in the picture's own units: twelve points and the bar
// in a row, the trays for checkers borne off at the right.
const (
	pointWidth = 40
	barWidth   = 36
	trayWidth  = 38
	band       = 18 // the strip that carries the point numbers
	reach      = 186
	gap        = 42 // between the tips of the points, where the dice lie
	radius     = 17.5
	tableLeft  = margin
	barLeft    = tableLeft + 6*pointWidth
	rightLeft  = barLeft + barWidth
	trayLeft   = rightLeft + 6*pointWidth + 3
	tableWide  = trayLeft + trayWidth + margin
	tableTop   = band
	tableEnd   = tableTop + 2*reach + gap
	tableHigh  = tableEnd + band
	slab       = 11 // the height of a checker standing in the tray
)

// spot is where the checkers of one point, bar or tray stand: the first one's
// centre, and the direction in which the others follow.
type spot struct {
	x, y float64
	dir  int
}

// spot returns where a checker of the side stands that is on its own point n
// (0 off, 25 bar). The viewer's home is at the bottom right.
func (b Board) spot(side, n int) spot {
	mine := (side == 1) == b.flipped()
	switch n {
	case 0:
		if mine {
			return spot{trayLeft + trayWidth/2, tableEnd - slab/2 - 2, -1}
		}
		return spot{trayLeft + trayWidth/2, tableTop + slab/2 + 2, 1}
	case 25:
		if mine {
			return spot{barLeft + barWidth/2, tableTop + reach + gap/2 + 26, 1}
		}
		return spot{barLeft + barWidth/2, tableTop + reach + gap/2 - 26, -1}
	}
	if !mine {
		n = 25 - n
	}
	low := min(n, 25-n) // the column counted from the right
	x := float64(rightLeft + (6-low)*pointWidth + pointWidth/2)
	if low > 6 {
		x = float64(tableLeft + (12-low)*pointWidth + pointWidth/2)
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
// on the bar: as far as they are wide, and closer when they are many.
func spread(count, n int) float64 {
	room := float64(reach - 2*radius - 4)
	if n == 25 {
		room -= 52
	}
	return min(2*radius, room/float64(max(count-1, 1)))
}

// tableSVG draws a backgammon board. Points carry their number as White counts
// them in data-point; where checkers stand is told to scripts by data-x,
// data-y and data-dir.
func (b Board) tableSVG() template.HTML {
	var s svg
	s.f(`<svg class="board-svg" viewBox="0 0 %d %d" role="img" aria-label="%s" data-reach="%d" data-slab="%d">`,
		tableWide, tableHigh, esc(b.Label), reach, slab)
	s.f(`<rect class="frame" width="%d" height="%d" rx="6"/>`, tableWide, tableHigh)
	for _, x := range []int{tableLeft, rightLeft} {
		s.f(`<rect class="felt" x="%d" y="%d" width="%d" height="%d"/>`, x, tableTop, 6*pointWidth, tableEnd-tableTop)
	}
	for _, y := range []int{tableTop, tableEnd - reach} {
		s.f(`<rect class="tray" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, trayLeft, y, trayWidth, reach)
	}
	s.f(`<g class="points">`)
	for n := 1; n <= 24; n++ {
		at := b.spot(0, n)
		base := at.y - float64(at.dir)*(radius+1)
		class := "point"
		if n%2 == 1 {
			class = "point odd"
		}
		if slices.Contains(b.Last, n) {
			class += " last"
		}
		s.f(`<path class="%s" d="M%g %gh36l-18 %dz"/>`, class, at.x-18, base, at.dir*(reach-10))
	}
	s.f(`</g><g class="numbers" aria-hidden="true">`)
	if b.Numbers {
		for n := 1; n <= 24; n++ {
			at := b.spot(b.counts(), n)
			y := float64(tableHigh) - 4.5
			if at.dir > 0 {
				y = band - 4.5
			}
			s.f(`<text x="%g" y="%g">%d</text>`, at.x, y, n)
		}
	}
	s.f(`</g><g class="pips" aria-hidden="true">`)
	for side, pips := range b.PipCount {
		y := tableEnd - 6
		if (side == 1) != b.flipped() {
			y = tableTop + 17
		}
		if b.PipCount != [2]int{} {
			s.f(`<text data-pips="%s" x="%d" y="%d">%d</text>`, [2]string{"white", "black"}[side], barLeft+barWidth/2, y, pips)
		}
	}
	s.f(`</g><g class="hits">`)
	for n := 24; n >= 1; n-- { // in the order in which they are walked with Tab off
		at := b.spot(0, n)
		y := tableTop
		if at.dir < 0 {
			y = tableEnd - reach - gap/2
		}
		s.f(`<rect class="hit" data-point="%d" data-x="%g" data-y="%g" data-dir="%d" x="%g" y="%d" width="%d" height="%d"/>`,
			n, at.x, at.y, at.dir, at.x-pointWidth/2, y, pointWidth, reach+gap/2)
	}
	for side, name := range [2]string{"white", "black"} {
		bar, off := b.spot(side, 25), b.spot(side, 0)
		y, ty := tableTop, tableTop
		if bar.dir > 0 {
			y, ty = tableTop+reach+gap/2, tableEnd-reach
		}
		s.f(`<rect class="hit" data-bar="%s" data-x="%g" data-y="%g" data-dir="%d" x="%d" y="%d" width="%d" height="%d">`,
			name, bar.x, bar.y, bar.dir, barLeft, y, barWidth, reach+gap/2)
		if b.Pips[side] != "" {
			s.f(`<title>%s</title>`, esc(b.Pips[side]))
		}
		s.f(`</rect>`)
		s.f(`<rect class="hit" data-off="%s" data-x="%g" data-y="%g" data-dir="%d" x="%d" y="%d" width="%d" height="%d"/>`,
			name, off.x, off.y, off.dir, trayLeft, ty, trayWidth, reach)
	}
	s.f(`</g><g class="hints"></g><g class="pieces">`)
	for side, name := range [2]string{"white", "black"} {
		for n, count := range b.Points[side] {
			s.stack(b.spot(side, n), name, n, count)
		}
	}
	s.f(`</g><g class="dice">`)
	b.dice(&s)
	s.f(`</g></svg>`)
	return s.html()
}

// stack draws the checkers of one point, the bar or the tray.
func (s *svg) stack(at spot, side string, n, count int) {
	for i := range count {
		if n == 0 {
			s.f(`<rect class="slab %s" x="%g" y="%g" width="%d" height="%d" rx="2.5"/>`,
				side, at.x-16, at.y+float64(at.dir*i*(slab+1))-slab/2., 32, slab)
			continue
		}
		s.f(`<g class="checker %s" transform="translate(%g %g)"><circle class="face" r="%g"/><circle class="rim" r="13.4"/>`,
			side, at.x, at.y+float64(at.dir)*float64(i)*spread(count, n), radius)
		if most := 5; i == count-1 && (count > most || n == 25 && count > 1) {
			s.f(`<text y="5.5">%d</text>`, count)
		}
		s.f(`</g>`)
	}
}

// dice draws the throw on the side of the player who has it; a double is shown
// as the four numbers it stands for.
func (b Board) dice(s *svg) {
	faces := b.Dice
	if len(faces) == 2 && faces[0] == faces[1] {
		faces = []int{faces[0], faces[0], faces[0], faces[0]}
	}
	centre := rightLeft + 3*pointWidth
	if (b.Turn == "black") != b.flipped() {
		centre = tableLeft + 3*pointWidth
	}
	for i, face := range faces {
		x := float64(centre) + (float64(i)-float64(len(faces)-1)/2)*40
		s.f(`<g class="die %s" data-die="%d" transform="translate(%g %d)"><rect x="-16" y="-16" width="32" height="32" rx="6"/>%s</g>`,
			esc(b.Turn), face, x, tableTop+reach+gap/2, pips(face))
	}
}

// pips are the spots of one face of a die.
func pips(face int) string {
	at := [...]string{1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
	if face < 1 || face > 6 {
		return ""
	}
	var out string
	for _, c := range at[face] { // nine places, a to i, row by row
		out += `<circle cx="` + strconv.Itoa(int(c-'a')%3*9-9) + `" cy="` + strconv.Itoa(int(c-'a')/3*9-9) + `" r="3.1"/>`
	}
	return out
}

// miniTable draws a small backgammon board: two paths for the points and one
// group of discs a side.
func (b Board) miniTable() template.HTML {
	var s svg
	s.f(`<svg class="board-mini backgammon %s" viewBox="0 0 %d %d" role="img" aria-label="%s">`,
		esc(b.Variant), tableWide, tableHigh, esc(b.Label))
	s.f(`<path class="frame" fill="#4b3727" d="M0 0h%dv%dH0z"/><path class="felt" fill="#7a6a52" d="`, tableWide, tableHigh)
	for _, x := range []int{tableLeft, rightLeft} {
		s.f(`M%d %dh%dv%dh%dz`, x, tableTop, 6*pointWidth, tableEnd-tableTop, -6*pointWidth)
	}
	s.f(`"/>`)
	for odd, paint := range [2]string{`class="even" fill="#8c7a5c"`, `class="odd" fill="#614733"`} {
		s.f(`<path %s d="`, paint)
		for n := 2 - odd; n <= 24; n += 2 {
			at := b.spot(0, n)
			s.f(`M%g %gh36l-18 %dz`, at.x-18, at.y-float64(at.dir)*(radius+1), at.dir*(reach-10))
		}
		s.f(`"/>`)
	}
	for side, name := range [2]string{"white", "black"} {
		s.f(`<g class="%s" %s>`, name, miniPaint(name, 2.5))
		for n, count := range b.Points[side] {
			at := b.spot(side, n)
			for i := range count {
				if n == 0 {
					s.f(`<path d="M%g %gh32v9h-32z"/>`, at.x-16, at.y+float64(at.dir*i*(slab+1))-4.5)
					continue
				}
				s.f(`<circle cx="%g" cy="%g" r="17"/>`, at.x, at.y+float64(at.dir)*float64(i)*spread(count, n))
			}
		}
		s.f(`</g>`)
	}
	s.f(`</svg>`)
	return s.html()
}
