package pdn

import (
	"slices"
	"time"

	"crownpost/rules/draughts"
)

// Record is a game as a server has it, to be written.
type Record struct {
	Variant *draughts.Variant // with the options it was played with
	// FEN is the position at the start, empty for the variant's own.
	FEN string
	// Moves are the texts of the moves, as Variant.Text writes them.
	Moves []string
	// Left is the time that was left on the mover's clock after each move;
	// negative, or missing at the end, where it is not known.
	Left []time.Duration
	// Result is of either style, empty while the game goes on.
	Result string
	// Tags are those that do not follow from the rest.
	Tags []Tag
}

// Game makes the game. Its tags name the variant so that reading it back
// finds the same one.
func (r Record) Game() *Game {
	g := &Game{Tags: slices.Clone(r.Tags), Result: "*"}
	g.nameVariant(r.Variant)
	if r.FEN != "" {
		g.SetTag("SetUp", "1")
		g.SetTag("FEN", r.FEN)
	}
	if r.Result != "" {
		g.SetTag(resultTag, r.Result)
	}
	g.Main.Nodes = make([]Node, len(r.Moves))
	for i, move := range r.Moves {
		n := &g.Main.Nodes[i]
		n.Move = move
		if i < len(r.Left) && r.Left[i] >= 0 {
			n.After = []Comment{{Text: "[%clk " + FormatTime(r.Left[i]) + "]"}}
		}
	}
	return g
}

// nameVariant sets the tags that name a variant.
func (g *Game) nameVariant(v *draughts.Variant) {
	numbered := v
	if other, ok := draughts.Lookup(kin[v.Key()]); ok {
		numbered = other
	}
	g.SetTag("GameType", numbered.GameType())
	if named := g.Variant(); named == nil || named.Key() != v.Key() {
		g.SetTag("Variant", v.Key())
	}
	if choices := v.Choices(); choices != "" || choicesOf(g.Tag(rulesTag)) != nil {
		g.SetTag(rulesTag, choices)
	}
}

// Canonical is the game as the standard writes it: every move in the
// variant's own way, a capture that was written in pieces as one, the tags
// with the variant's name.
func (r *Resolved) Canonical() *Game {
	g := &Game{Tags: slices.Clone(r.Game.Tags), Result: r.Game.Result, Number: r.Game.Number, Pos: r.Game.Pos}
	g.nameVariant(r.Variant)
	if _, empty := emptyBoard(g.Tag("FEN")); !empty && r.Start != r.Variant.StartBoard() {
		g.SetTag("SetUp", "1")
		g.SetTag("FEN", r.Variant.FEN(r.Start))
	}
	g.Main = r.canonical(&r.Game.Main, r.Main)
	return g
}

func (r *Resolved) canonical(line *Line, plies []Ply) Line {
	out := Line{Nodes: make([]Node, 0, len(plies)), Tail: line.Tail, Pos: line.Pos}
	for i := range plies {
		p := &plies[i]
		n := line.Nodes[p.First]
		for k := p.First + 1; k <= p.Last; k++ {
			piece := &line.Nodes[k]
			n.Strength += piece.Strength
			n.NAGs = slices.Concat(n.NAGs, piece.NAGs)
			n.After = slices.Concat(n.After, piece.Before, piece.After)
		}
		switch {
		case p.Played():
			n.Move = p.Text
		case n.Setup != "":
			if _, empty := emptyBoard(n.Setup); !empty {
				n.Setup = r.Variant.FEN(p.After)
			}
		}
		n.Variations = nil
		v := 0
		for k := p.First; k <= p.Last; k++ {
			for j := range line.Nodes[k].Variations {
				n.Variations = append(n.Variations, r.canonical(&line.Nodes[k].Variations[j], p.variation(v)))
				v++
			}
		}
		out.Nodes = append(out.Nodes, n)
	}
	return out
}
