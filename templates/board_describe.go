package templates

import (
	"strconv"
	"strings"
)

// Title is the accessible name of the picture. In backgammon it says whose
// numbers the points carry.
func (b Board) Title(p *Printer) string {
	if b.Family == "backgammon" {
		return p.T("board.label-points", "variant", p.VariantName(b.Variant), "side", b.Names[b.counts()])
	}
	return p.T("board.label", "variant", p.VariantName(b.Variant))
}

// Describe says in words what stands where, a line a side, White first, and
// where the cube lies.
func (b Board) Describe(p *Printer) []string {
	lines := make([]string, 2, 3)
	for i, side := range []string{"white", "black"} {
		parts := b.pieces(p, side)
		if b.Family == "backgammon" {
			parts = b.checkers(p, i)
		}
		if len(parts) == 0 {
			parts = []string{p.T("position.none")}
		}
		lines[i] = p.T("position.line", "side", b.Names[i], "pieces", strings.Join(parts, "; "))
	}
	if b.Cube != nil {
		lines = append(lines, b.Cube.describe(p, b.Names))
	}
	return lines
}

func (b Board) pieces(p *Printer, side string) []string {
	labels := make(map[int]string, len(b.Squares))
	for _, q := range b.Squares {
		labels[q.Number] = q.Label
	}
	var men, kings []string
	for _, piece := range b.Pieces {
		switch {
		case piece.Side != side:
		case piece.King:
			kings = append(kings, labels[piece.Square])
		default:
			men = append(men, labels[piece.Square])
		}
	}
	var parts []string
	if len(men) > 0 {
		parts = append(parts, p.T("position.men", "count", len(men), "squares", strings.Join(men, ", ")))
	}
	if len(kings) > 0 {
		parts = append(parts, p.T("position.kings", "count", len(kings), "squares", strings.Join(kings, ", ")))
	}
	return parts
}

func (b Board) checkers(p *Printer, side int) []string {
	var points []string
	for point := 24; point >= 1; point-- {
		if n := b.Points[side][point]; n > 0 {
			points = append(points, strconv.Itoa(point)+": "+strconv.Itoa(n))
		}
	}
	parts := []string{p.T("position.points", "points", strings.Join(points, ", "))}
	switch n, hit := b.Points[side][25], b.Hit[side]; {
	case b.Variant == "acey-deucey" && n > hit:
		parts = append(parts, p.T("position.to-enter", "count", n))
		if hit > 0 {
			parts = append(parts, p.T("position.hit", "count", hit))
		}
	case n > 0:
		parts = append(parts, p.T("position.bar", "count", n))
	}
	if pinned := b.Pinned[side]; len(pinned) > 0 {
		parts = append(parts, p.T("position.pinned", "points", numbers(pinned)))
	}
	if n := b.Points[side][0]; n > 0 {
		parts = append(parts, p.T("position.off", "count", n))
	}
	return append(parts, p.T("position.pips", "count", b.PipCount[side]))
}

func numbers(points []int) string {
	var list []string
	for _, point := range points {
		list = append(list, strconv.Itoa(point))
	}
	return strings.Join(list, ", ")
}

// Summary says in a few words what a side has, for beside the board.
func (b Board) Summary(p *Printer, side string) string {
	i := 0
	if side == "black" {
		i = 1
	}
	if b.Family == "backgammon" {
		text := p.T("position.pips", "count", b.PipCount[i])
		if off := b.Points[i][0]; off > 0 {
			text += ", " + p.T("position.off", "count", off)
		}
		return text
	}
	men, kings := 0, 0
	for _, piece := range b.Pieces {
		switch {
		case piece.Side != side:
		case piece.King:
			kings++
		default:
			men++
		}
	}
	if kings == 0 {
		return p.T("position.count-men", "count", men)
	}
	return p.T("position.count-men", "count", men) + ", " + p.T("position.count-kings", "count", kings)
}
