package templates

import (
	"fmt"
	"html/template"
	"slices"
)

// cell is the side of a square in the picture's own units, and margin the
// width of the frame, which is wider where it carries letters and numbers.
const (
	cell       = 40
	margin     = 6
	wideMargin = 15
)

// lettered says that squares are called "c3": the letters and numbers stand
// along the edge rather than in every square.
func (b Board) lettered() bool {
	return len(b.Squares) > 0 && b.Squares[0].Label != "" && b.Squares[0].Label[0] >= 'a'
}

// whole says that every square of the board is played on.
func (b Board) whole() bool { return len(b.Squares) == b.Width*b.Height }

// squaresSVG draws a draughts board. Everything that scripts move is placed by
// a transform, and the squares are grouped in rows as a grid wants them.
func (b Board) squaresSVG() template.HTML {
	var s svg
	margin := margin
	if b.Numbers && b.lettered() {
		margin = wideMargin
	}
	class := "board-svg"
	if b.Width > 10 {
		class += " large"
	}
	w, h := b.Width*cell+2*margin, b.Height*cell+2*margin
	s.f(`<svg class="%s" viewBox="0 0 %d %d" role="img" aria-label="%s">`, class, w, h, esc(b.Label))
	s.f(`<rect class="frame" width="%d" height="%d" rx="5"/>`, w, h)
	s.f(`<rect class="light" x="%d" y="%d" width="%d" height="%d"/>`, margin, margin, b.Width*cell, b.Height*cell)

	places := map[int]Square{}
	rows := make([][]Square, b.Height)
	for _, q := range b.Squares {
		q = b.seen(q)
		places[q.Number] = q
		rows[q.Row] = append(rows[q.Row], q)
	}
	s.f(`<g class="squares">`)
	for _, row := range rows {
		slices.SortFunc(row, func(p, q Square) int { return p.Col - q.Col })
		s.f(`<g class="row">`)
		for _, q := range row {
			class := "square"
			if b.whole() && (q.Col+q.Row)%2 == 0 {
				class = "square pale"
			}
			s.f(`<rect class="%s" data-square="%d" x="%d" y="%d" width="%d" height="%d"/>`,
				class, q.Number, margin+q.Col*cell, margin+q.Row*cell, cell, cell)
		}
		s.f(`</g>`)
	}
	s.f(`</g><g class="marks">`)
	for i, n := range b.Last {
		class := "last"
		if i > 0 && i < len(b.Last)-1 {
			class = "last way"
		}
		if q, ok := places[n]; ok {
			s.f(`<rect class="%s" x="%g" y="%g" width="%d" height="%d"/>`,
				class, float64(margin+q.Col*cell)+2.5, float64(margin+q.Row*cell)+2.5, cell-5, cell-5)
		}
	}
	s.f(`</g>`)
	s.f(`<g class="hints"></g><g class="pieces">`)
	for _, p := range b.Pieces {
		q, ok := places[p.Square]
		if !ok {
			continue
		}
		kind := "man"
		if p.King {
			kind = "king"
		}
		must := ""
		if slices.Contains(b.Must, p.Square) {
			must = " must"
		}
		s.f(`<g class="piece %s %s%s" data-at="%d" transform="translate(%d %d)">`,
			esc(p.Side), kind, must, p.Square, margin+q.Col*cell+cell/2, margin+q.Row*cell+cell/2)
		if must != "" {
			s.f(`<circle class="must-ring" r="18.2"/>`)
		}
		s.man(p.King)
		s.f(`</g>`)
	}
	s.f(`</g>`)
	switch {
	case b.Numbers && b.lettered():
		b.coordinates(&s, places)
	case b.Numbers:
		s.f(`<g class="numbers" aria-hidden="true">`)
		for _, q := range b.Squares {
			q = places[q.Number]
			s.f(`<text x="%d" y="%d">%s</text>`, margin+q.Col*cell+2, margin+q.Row*cell+8, esc(q.Label))
		}
		s.f(`</g>`)
	}
	s.f(`</svg>`)
	return s.html()
}

// coordinates writes the letters of the columns below the board and the
// numbers of the rows beside it.
func (b Board) coordinates(s *svg, places map[int]Square) {
	columns, rows := make([]string, b.Width), make([]string, b.Height)
	for _, q := range places {
		columns[q.Col], rows[q.Row] = q.Label[:1], q.Label[1:]
	}
	s.f(`<g class="coordinates" aria-hidden="true">`)
	for x, letter := range columns {
		s.f(`<text x="%d" y="%g">%s</text>`, wideMargin+x*cell+cell/2, float64(wideMargin+b.Height*cell)+11.2, esc(letter))
	}
	for y, number := range rows {
		s.f(`<text x="%g" y="%d">%s</text>`, float64(wideMargin)/2, wideMargin+y*cell+cell/2+4, esc(number))
	}
	s.f(`</g>`)
}

// man draws a man around the middle of its square, or a king.
func (s *svg) man(king bool) {
	if !king {
		s.disc(14.8, .2)
		s.f(`<circle class="core" cy=".2" r="6.5"/>`)
		return
	}
	s.disc(14, 3.6)
	s.disc(14, -3.4)
	s.f(`<path class="crown" d="M-7 1.2-8.4-8.4-3.8-5 0-11 3.8-5 8.4-8.4 7 1.2z"/>`)
}

// disc draws one draughtsman lying on the board, its face at height cy.
func (s *svg) disc(r, cy float64) {
	s.f(`<circle class="edge" cy="%g" r="%g"/><circle class="face" cy="%g" r="%g"/><circle class="rim" cy="%g" r="%g"/>`,
		cy+1.8, r, cy, r, cy, r-3.4)
}

// seen is the square where the viewer sees it.
func (b Board) seen(q Square) Square {
	if b.flipped() {
		q.Col, q.Row = b.Width-1-q.Col, b.Height-1-q.Row
	}
	return q
}

// miniSquares draws a small draughts board: one path for the dark squares and
// one group of discs a side.
func (b Board) miniSquares() template.HTML {
	var s svg
	s.f(`<svg class="board-mini %s" viewBox="0 0 %d0 %d0" role="img" aria-label="%s">`,
		esc(b.Variant), b.Width, b.Height, esc(b.Label))
	ground, fill := "light", "#ead9b7"
	if b.whole() {
		ground, fill = "pale", "#987551"
	}
	s.f(`<path class="%s" fill="%s" d="M0 0h%d0v%d0H0z"/><path class="dark" fill="#8a6744" d="`, ground, fill, b.Width, b.Height)
	places := map[int]Square{}
	for _, q := range b.Squares {
		q = b.seen(q)
		places[q.Number] = q
		if !b.whole() || (q.Col+q.Row)%2 == 1 {
			s.f(`M%d %dh10v10h-10z`, q.Col*10, q.Row*10)
		}
	}
	s.f(`"/>`)
	if n := len(b.Last); n > 1 {
		s.f(`<path class="last" fill="none" stroke="#ffe38f" d="`)
		for _, at := range []int{b.Last[0], b.Last[n-1]} {
			if q, ok := places[at]; ok {
				s.f(`M%d.5 %d.5h9v9h-9z`, q.Col*10, q.Row*10)
			}
		}
		s.f(`"/>`)
	}
	for _, side := range [2]string{"white", "black"} {
		s.f(`<g class="%s" %s>`, side, miniPaint(side, .7))
		for _, p := range b.Pieces {
			q, ok := places[p.Square]
			if p.Side != side || !ok {
				continue
			}
			x, y := q.Col*10+5, q.Row*10+5
			if p.King {
				s.f(`<circle cx="%d" cy="%d.2" r="3.4"/><circle cx="%d" cy="%d.4" r="3.4"/><circle cx="%d" cy="%d.4" r="1.2"/>`,
					x, y+1, x, y-1, x, y-1)
				continue
			}
			s.f(`<circle cx="%d" cy="%d" r="3.8"/>`, x, y)
		}
		s.f(`</g>`)
	}
	s.f(`</svg>`)
	return s.html()
}

// miniPaint colours the pieces of a side where no style sheet does; line is
// the width of their outline.
func miniPaint(side string, line float64) string {
	fill, stroke := "#f8efdc", "#4a3822"
	if side == "black" {
		fill, stroke = "#241c19", "#d9c6a0"
	}
	return fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="%g"`, fill, stroke, line)
}
