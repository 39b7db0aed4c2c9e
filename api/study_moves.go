package api

import (
	"strconv"
	"strings"

	"crownpost/api/play"
	"crownpost/rules"
	"crownpost/rules/draughts/pdn"
	"crownpost/templates"
)

// showNode writes a study's page as it is at a node.
func showNode(page *templates.StudyPage, tree *play.StudyTree, at studyPlace) error {
	node := &tree.Nodes[at.node]
	page.Node, page.View, page.Bottom = at.node, at.view, at.view
	if at.view != "white" && at.view != "black" {
		page.View, page.Bottom = "", "white"
	}
	bottom := rules.White
	if page.Bottom == "black" {
		bottom = rules.Black
	}
	v := tree.Variant
	page.FEN = v.FEN(node.Board)
	position, err := v.Parse(page.FEN)
	if err != nil {
		return err
	}
	page.Board = newBoard(page.Printer, v, position, bottom)
	page.Board.Interactive = true
	if node.Ply != nil && node.Ply.Played() {
		page.Board.Last = []int{v.Square(node.Ply.Move.From), v.Square(node.Ply.Move.To)}
	}
	page.Board.Label = page.Board.Title(page.Printer)
	page.Board.Description = page.Board.Describe(page.Printer)
	if page.Mine {
		if node.Ply != nil {
			page.Deletable = play.PlyText(node.Ply)
		}
		legal := position.Legal()
		offer(&page.Board, legal)
		for _, act := range legal {
			page.Legal = append(page.Legal, act.Text)
		}
	}
	page.FirstNode, page.BeforeNode, page.AfterNode, page.LastNode = -1, node.Before, -1, -1
	if at.node != 0 {
		page.FirstNode = 0
	}
	if len(node.After) > 0 {
		page.AfterNode = node.After[0]
		page.LastNode = page.AfterNode
		for next := tree.Nodes[page.LastNode].After; len(next) > 0; next = tree.Nodes[page.LastNode].After {
			page.LastNode = next[0]
		}
	}
	if len(node.After) > 1 {
		for _, n := range node.After {
			page.Continuations = append(page.Continuations, templates.Continuation{Node: n, Text: play.PlyText(tree.Nodes[n].Ply)})
		}
	}
	return nil
}

// signs are what annotation glyphs look like; the others are shown by number.
var signs = map[int]string{
	1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 11: "=", 13: "∞",
	14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 146: "N",
}

// studyMoves lists the moves of a game as a book does.
func studyMoves(p *templates.Printer, tree *play.StudyTree, shown int) []templates.StudyItem {
	w := moveWriter{printer: p, tree: tree, shown: shown}
	return w.line(&tree.Game.Main, tree.Main, moveNumber{1, tree.Start.Turn != tree.Variant.Starts()})
}

// moveNumber counts moves: one of each side. Second is the side that did not
// begin the game.
type moveNumber struct {
	number int
	second bool
}

type moveWriter struct {
	printer *templates.Printer
	tree    *play.StudyTree
	shown   int
}

func (w *moveWriter) line(line *pdn.Line, plies []pdn.Ply, at moveNumber) []templates.StudyItem {
	var items []templates.StudyItem
	parted := true // no move stands directly before the next
	comments := func(list []pdn.Comment) {
		for _, c := range list {
			if text := c.Plain(); text != "" {
				items = append(items, templates.StudyItem{Comment: text})
				parted = true
			}
		}
	}
	for i := range plies {
		p := &plies[i]
		comments(p.Node.Before)
		if i == 0 && p.Node.Number > 0 {
			at = moveNumber{p.Node.Number, p.Node.Dots}
		}
		before := at
		move := w.move(p)
		if move.Setup {
			at.second = p.After.Turn != w.tree.Variant.Starts()
			before = at
		} else {
			if parted || !at.second {
				move.Number = strconv.Itoa(at.number) + "."
				if at.second {
					move.Number = strconv.Itoa(at.number) + "…"
				}
			}
			if at.second {
				at.number++
			}
			at.second = !at.second
		}
		items = append(items, templates.StudyItem{Move: move})
		parted = move.Setup
		comments(p.Node.After)
		var variations [][]templates.StudyItem
		v := 0
		for k := p.First; k <= p.Last; k++ {
			for j := range line.Nodes[k].Variations {
				if v < len(p.Variations) {
					variations = append(variations, w.line(&line.Nodes[k].Variations[j], p.Variations[v], before))
				}
				v++
			}
		}
		if len(variations) > 0 {
			items = append(items, templates.StudyItem{Variations: variations})
			parted = true
		}
	}
	comments(line.Tail)
	return items
}

func (w *moveWriter) move(p *pdn.Ply) *templates.StudyMove {
	n := w.tree.Number(p)
	move := &templates.StudyMove{
		Node: n, Text: play.PlyText(p), Marks: p.Node.Strength, Shown: n == w.shown, Setup: p.Node.Setup != "",
	}
	for _, nag := range p.Node.NAGs {
		sign, ok := signs[nag]
		if !ok {
			sign = " $" + strconv.Itoa(nag)
		}
		if !strings.Contains(move.Marks, sign) {
			move.Marks += sign
		}
	}
	// The time taken, in words, is what a reader understands of a game of days.
	if taken, ok := p.Node.Time("emt"); ok {
		move.Clock = w.printer.Brief(taken)
	} else if left, ok := p.Node.Time("clk"); ok {
		move.Clock = pdn.FormatTime(left)
	} else if clocks, ok := p.Node.Clocks(); ok {
		if mover := p.Before.Turn; mover != rules.NoSide && clocks.Known[mover] {
			move.Clock = pdn.FormatTime(clocks.Times[mover])
		}
	}
	return move
}
