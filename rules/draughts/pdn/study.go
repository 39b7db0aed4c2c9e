package pdn

import (
	"crownpost/rules/draughts"
)

// Step is a ply as a study shows it.
type Step struct {
	// Parent is the step before this one, an index of the same list; -1 for
	// the start. Depth is 0 in the main line, 1 in its variations.
	Parent, Depth int
	// Number is the move number, "12." or for the second mover "12...";
	// empty for a position set up.
	Number string
	// Move is how the variant writes the move, Unknown if it is not known,
	// and empty for a position set up.
	Move     string
	Strength string
	NAGs     []int
	// Before and After are the comments in front of the move and behind it.
	Before, After []Comment
	// FEN is the position after the step.
	FEN string
	// Path are the squares on which the moving piece stood, and Taken those
	// of the captured pieces, by their numbers.
	Path, Taken []int
}

// Steps lists the plies of the game, each followed by its variations and
// these by the rest of its line.
func (r *Resolved) Steps() []Step {
	side, first := sideLetter[r.Start.Turn], r.Game.starter()
	if r.Game.Variant() == nil {
		first = sideLetter[r.Variant.Starts()]
	}
	s := studyWriter{r: r, first: first}
	s.line(&r.Game.Main, r.Main, counter{number: 1, second: side != first}, -1, 0)
	return s.steps
}

type studyWriter struct {
	r     *Resolved
	first string
	steps []Step
}

func (s *studyWriter) line(line *Line, plies []Ply, at counter, parent, depth int) {
	fresh := true
	for i := range plies {
		p := &plies[i]
		n := &line.Nodes[p.First]
		if fresh && n.Number > 0 {
			at = counter{n.Number, n.Dots}
		}
		before, from := at, parent
		step := Step{
			Parent: parent, Depth: depth, Strength: n.Strength, NAGs: n.NAGs,
			Before: n.Before, After: n.After, FEN: s.r.Variant.FEN(p.After),
		}
		switch {
		case n.Setup != "":
			at.second = sideLetter[p.After.Turn] != s.first
			before, from = at, len(s.steps)
		default:
			step.Number, step.Move = at.text(), Unknown
			if p.Played() {
				step.Move = p.Text
				step.Path, step.Taken = s.r.path(p)
			}
			at.advance()
		}
		for k := p.First + 1; k <= p.Last; k++ {
			piece := &line.Nodes[k]
			step.After = append(append(step.After[:len(step.After):len(step.After)], piece.Before...), piece.After...)
		}
		parent = len(s.steps)
		s.steps = append(s.steps, step)
		v := 0
		for k := p.First; k <= p.Last; k++ {
			for j := range line.Nodes[k].Variations {
				s.line(&line.Nodes[k].Variations[j], p.variation(v), before, from, depth+1)
				v++
			}
		}
		fresh = n.Setup != ""
	}
}

// path lists the squares of a move and of what it takes.
func (r *Resolved) path(p *Ply) (path, taken []int) {
	taken = r.Variant.TakenSquares(p.Move)
	path = []int{r.Variant.Square(p.Move.From), r.Variant.Square(p.Move.To)}
	if len(taken) < 2 {
		return path, taken
	}
	// Only the position knows the way of a longer capture.
	position, err := r.Variant.Parse(r.Variant.FEN(p.Before))
	if err != nil {
		return path, taken
	}
	for _, act := range position.Legal() {
		if act.Text == p.Text {
			return act.Path, act.Captured
		}
	}
	return path, taken
}

// ReadStudy reads the games of a text and plays each through. It stops at the
// first game that cannot be read or is not legal, with an *Error; given is the
// variant of games that do not name theirs, nil to find it.
func ReadStudy(text string, given *draughts.Variant) ([]*Resolved, error) {
	games, err := Parse(text, Options{})
	if err != nil {
		return nil, err
	}
	list := make([]*Resolved, len(games))
	for i, g := range games {
		if list[i], err = Resolve(g, given); err != nil {
			return list[:i], err
		}
	}
	return list, nil
}
