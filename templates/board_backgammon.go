package templates

import (
	"html/template"
	"slices"
	"strconv"
)

// tableSVG draws a backgammon board. Points carry their number as White counts
// them in data-point; where checkers stand is told to scripts by data-x,
// data-y and data-dir.
func (b Board) tableSVG() template.HTML {
	var s svg
	g := b.ground()
	s.f(`<svg class="board-svg" viewBox="0 0 %d %d" role="img" aria-label="%s" data-reach="%d" data-slab="%d">`,
		g.wide, tableHigh, esc(b.Label), reach, slab)
	s.f(`<rect class="frame" width="%d" height="%d" rx="6"/>`, g.wide, tableHigh)
	for _, x := range []int{g.left, g.right} {
		s.f(`<rect class="felt" x="%d" y="%d" width="%d" height="%d"/>`, x, tableTop, 6*pointWidth, tableEnd-tableTop)
	}
	for _, at := range [2][2]int{{g.otherTray, tableTop}, {g.tray, tableEnd - reach}} {
		s.f(`<rect class="tray" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, at[0], at[1], trayWidth, reach)
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
			s.f(`<text data-pips="%s" x="%d" y="%d">%d</text>`, [2]string{"white", "black"}[side], g.bar+barWidth/2, y, pips)
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
		off, x := b.spot(side, 0), g.otherTray
		ty := tableTop
		if off.dir < 0 {
			x, ty = g.tray, tableEnd-reach
		}
		if b.hitting() {
			bar, y := b.spot(side, 25), tableTop
			if bar.dir > 0 {
				y = tableMid
			}
			s.f(`<rect class="hit" data-bar="%s" data-x="%g" data-y="%g" data-dir="%d" x="%d" y="%d" width="%d" height="%d">`,
				name, bar.x, bar.y, bar.dir, g.bar, y, barWidth, reach+gap/2)
			if b.Pips[side] != "" {
				s.f(`<title>%s</title>`, esc(b.Pips[side]))
			}
			s.f(`</rect>`)
		}
		s.f(`<rect class="hit" data-off="%s" data-x="%g" data-y="%g" data-dir="%d" x="%d" y="%d" width="%d" height="%d">`,
			name, off.x, off.y, off.dir, x, ty, trayWidth, reach)
		if b.Trays[side] != "" {
			s.f(`<title>%s</title>`, esc(b.Trays[side]))
		}
		s.f(`</rect>`)
	}
	s.f(`</g><g class="owners" aria-hidden="true">`)
	for side, name := range [2]string{"white", "black"} {
		off, y := b.spot(side, 0), band/2
		if off.dir < 0 {
			y = tableHigh - band/2
		}
		s.f(`<g class="checker %s"><circle class="face" cx="%g" cy="%d" r="6"/></g>`, name, off.x, y)
	}
	s.f(`</g>`)
	b.way(&s)
	s.f(`<g class="hints"></g>`)
	b.cube(&s)
	s.f(`<g class="pieces">`)
	b.stacks(&s)
	s.f(`</g><g class="dice">`)
	b.dice(&s)
	s.f(`</g></svg>`)
	return s.html()
}

// way draws an arrow where both sides move the same way round: along the top to
// the left and back below, as the viewer starts at the top right.
func (b Board) way(s *svg) {
	if !b.parallel() {
		return
	}
	s.f(`<path class="way" transform="translate(%d %d)" d="M12 -18h-12a12 12 0 0 0 -12 12v12a12 12 0 0 0 12 12h10m-6 -6l6 6l-6 6"><title>%s</title></path>`,
		b.ground().bar+barWidth/2, tableMid, esc(b.Way))
}

// stacks draws the checkers. Those that lie under others are drawn first.
func (b Board) stacks(s *svg) {
	for _, under := range [2]bool{true, false} {
		for side, name := range [2]string{"white", "black"} {
			for _, at := range b.standing(side) {
				if under == slices.Contains(b.Pinned[side], at.point) {
					s.checker(name, at)
				}
			}
		}
	}
}

// checker draws one checker, or one that stands in the tray.
func (s *svg) checker(side string, at place) {
	if at.point == 0 {
		s.f(`<rect class="slab %s" x="%g" y="%g" width="%d" height="%d" rx="2.5"/>`, side, at.x-16, at.y-slab/2., 32, slab)
		return
	}
	s.f(`<g class="checker %s" transform="translate(%g %g)"><circle class="face" r="%g"/><circle class="rim" r="13.4"/>`,
		side, at.x, at.y, radius)
	if most := 5; at.last && (at.count > most || at.point == 25 && at.count > 1) {
		s.f(`<text y="5.5">%d</text>`, at.count)
	}
	s.f(`</g>`)
}

// dice draws the throw on the side of the player who has it; a double is shown
// as the four numbers it stands for.
func (b Board) dice(s *svg) {
	faces := b.Dice
	if len(faces) == 2 && faces[0] == faces[1] {
		faces = []int{faces[0], faces[0], faces[0], faces[0]}
	}
	for i, face := range faces {
		x := float64(b.thrower()) + (float64(i)-float64(len(faces)-1)/2)*40
		s.f(`<g class="die %s" data-die="%d" transform="translate(%g %d)"><rect x="-16" y="-16" width="32" height="32" rx="6"/>%s</g>`,
			esc(b.Turn), face, x, tableMid, pips(face))
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
	g := b.ground()
	s.f(`<svg class="board-mini backgammon %s" viewBox="0 0 %d %d" role="img" aria-label="%s">`,
		esc(b.Variant), g.wide, tableHigh, esc(b.Label))
	s.f(`<path class="frame" fill="#4b3727" d="M0 0h%dv%dH0z"/><path class="felt" fill="#7a6a52" d="`, g.wide, tableHigh)
	for _, x := range []int{g.left, g.right} {
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
		for _, at := range b.standing(side) {
			if at.point == 0 {
				s.f(`<path d="M%g %gh32v9h-32z"/>`, at.x-16, at.y-4.5)
				continue
			}
			s.f(`<circle cx="%g" cy="%g" r="17"/>`, at.x, at.y)
		}
		s.f(`</g>`)
	}
	s.f(`</svg>`)
	return s.html()
}
