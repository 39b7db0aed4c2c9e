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
	if state, ok := backgammon.StateOf(pos); ok {
		if state.Phase() == backgammon.Resigning {
			b.Turn = state.OnTurn().String()
		}
		drawBackgammon(p, &b, state)
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

func drawBackgammon(p *templates.Printer, b *templates.Board, state backgammon.State) {
	b.Points, b.PipCount = backgammon.Checkers(state), backgammon.Pips(state)
	for side, count := range b.PipCount {
		b.Trays[side] = p.T("board.off", "side", b.Names[side], "count", b.Points[side][0])
		b.Pips[side] = p.T("board.pips", "side", b.Names[side], "count", count)
		men := state.Men(rules.Side(side))
		switch b.Variant {
		case "acey-deucey":
			b.Hit[side] = men.Hit()
		case "plakoto":
			b.Pinned[side] = pinned(men)
		}
	}
	b.Way = p.T("board.way")
	switch value, owner := state.Cube(); {
	case state.Crawford():
		b.Cube = &templates.Cube{Value: 1, Crawford: true}
	case !state.CubeInUse():
	case state.Phase() == backgammon.Doubled:
		b.Cube = &templates.Cube{Value: 2 * value, Offered: true}
	default:
		b.Cube = &templates.Cube{Value: value, Owner: owner.String()}
	}
}

// pinned are the points on which a side's checker is pinned.
func pinned(men backgammon.Men) (points []int) {
	for point := 1; point <= 24; point++ {
		if men.Pinned(point) {
			points = append(points, point)
		}
	}
	return points
}

// offer gives the board what its reader may play: moves of pieces, which have
// a way or steps.
func offer(b *templates.Board, legal []rules.Act) {
	for _, act := range legal {
		if len(act.Path) == 0 && len(act.Steps) == 0 {
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
		return touched(before, act.Steps)
	}
	return nil
}

// touched are the points of a play in White's numbering.
func touched(before rules.Position, steps []rules.Step) []int {
	state, _ := backgammon.StateOf(before)
	var points []int
	for _, step := range steps {
		for _, point := range []int{step.From, step.To} {
			if point < 1 || point > 24 {
				continue
			}
			if before.ToAct() == rules.Black {
				point = state.Variant().Across(point)
			}
			points = append(points, point)
		}
	}
	return points
}
