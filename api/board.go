package api

import (
	"slices"

	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/draughts"
	"crownpost/templates"
)

// newBoard draws a position as view sees it. Last is the text's path of the
// move that led to it, nil for none.
func newBoard(p *templates.Printer, variant rules.Variant, pos rules.Position, view rules.Side) templates.Board {
	b := templates.Board{
		Family: string(variant.Family()), Variant: variant.Key(),
		Turn: pos.ToAct().String(), View: view.String(), Dice: pos.Dice(), Numbers: true,
		Names: [2]string{p.SideName(variant.Key(), "white"), p.SideName(variant.Key(), "black")},
	}
	if variant.Family() == rules.Backgammon {
		b.Points, b.PipCount = backgammon.Checkers(pos), backgammon.Pips(pos)
		for side, count := range b.PipCount {
			b.Pips[side] = p.T("board.pips", "side", b.Names[side], "count", count)
		}
	} else {
		drawDraughts(&b, variant.Key(), pos)
	}
	b.Label = b.Title(p)
	return b
}

func drawDraughts(b *templates.Board, variant string, pos rules.Position) {
	layout, ok := draughts.LayoutOf(variant)
	if !ok {
		return
	}
	b.Width, b.Height = layout.Width, layout.Height
	for n := 1; n < len(layout.Places); n++ {
		place := layout.Places[n]
		b.Squares = append(b.Squares, templates.Square{Number: n, Label: layout.Names[n], Col: place.Column, Row: place.Row})
	}
	for _, piece := range draughts.Pieces(pos) {
		b.Pieces = append(b.Pieces, templates.Piece{Square: piece.Square, Side: piece.Side.String(), King: piece.King})
	}
}

// offer gives the board what its reader may play.
func offer(b *templates.Board, legal []rules.Act) {
	for _, act := range legal {
		if act.Text == "roll" || act.Text == "pass" {
			continue
		}
		m := templates.Move{Text: act.Text, Path: act.Path, Captured: act.Captured}
		for _, step := range act.Steps {
			m.Steps = append(m.Steps, templates.Step(step))
		}
		b.Legal = append(b.Legal, m)
	}
}

// captures are the compulsory captures among the legal acts, and the squares of
// the pieces that must capture.
func captures(legal []rules.Act) (texts []string, pieces []int) {
	for _, act := range legal {
		if len(act.Captured) == 0 {
			continue
		}
		texts = append(texts, act.Text)
		if !slices.Contains(pieces, act.Path[0]) {
			pieces = append(pieces, act.Path[0])
		}
	}
	return texts, pieces
}

// lastMove is what to mark of the act that led to a position: the squares
// passed, or the points touched in White's numbering.
func lastMove(before rules.Position, text string) []int {
	for _, act := range before.Legal() {
		if act.Text != text {
			continue
		}
		if len(act.Steps) == 0 {
			return act.Path
		}
		var points []int
		for _, step := range act.Steps {
			for _, point := range []int{step.From, step.To} {
				if point < 1 || point > 24 {
					continue
				}
				if before.ToAct() == rules.Black {
					point = 25 - point
				}
				points = append(points, point)
			}
		}
		return points
	}
	return nil
}
