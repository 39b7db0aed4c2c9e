package play

import (
	"context"
	"fmt"

	"crownpost/api/store"
	"crownpost/rules/draughts"
	"crownpost/rules/draughts/pdn"
)

// StudyTree is a game of a study. Its nodes are numbered as its text runs,
// variations behind the move that they replace; node 0 is the beginning.
type StudyTree struct {
	*pdn.Resolved
	Nodes []StudyNode
	// Problem is why the game could not be played to its end, nil if it could.
	Problem error

	numbers map[*pdn.Ply]int
}

// StudyNode is a position of a game.
type StudyNode struct {
	// Ply is what led here, nil at the beginning.
	Ply   *pdn.Ply
	Board draughts.Board
	// Before is the node before, -1 at the beginning.
	Before int
	// After are the nodes that follow, the one of the same line first.
	After []int

	line *pdn.Line
	last int // the index in line of the node's move, -1 at the beginning
}

// ReadStudyGame reads a game out of its stored text.
func ReadStudyGame(g *store.StudyGame) (*StudyTree, error) {
	v, ok := draughts.Lookup(g.Variant)
	if !ok {
		return nil, fmt.Errorf("study %s: no variant %q", g.StudyID, g.Variant)
	}
	games, err := pdn.Parse(g.PDN, pdn.Options{})
	if err != nil {
		return nil, fmt.Errorf("study %s, game %d: %w", g.StudyID, g.Number, err)
	}
	game := &pdn.Game{}
	if len(games) > 0 {
		game = games[0]
	}
	t := &StudyTree{numbers: map[*pdn.Ply]int{}}
	t.Resolved, t.Problem = pdn.Resolve(game, v)
	t.Nodes = []StudyNode{{Board: t.Start, Before: -1, line: &game.Main, last: -1}}
	t.number(&game.Main, t.Main, 0)
	return t, nil
}

// number numbers the plies of a line that begins behind a node.
func (t *StudyTree) number(line *pdn.Line, plies []pdn.Ply, from int) {
	for i := range plies {
		p := &plies[i]
		n := len(t.Nodes)
		t.numbers[p] = n
		t.Nodes = append(t.Nodes, StudyNode{Ply: p, Board: p.After, Before: from, line: line, last: p.Last})
		t.Nodes[from].After = append(t.Nodes[from].After, n)
		branch := from
		if p.Node.Setup != "" {
			branch = n
		}
		v := 0
		for k := p.First; k <= p.Last; k++ {
			for j := range line.Nodes[k].Variations {
				if v < len(p.Variations) {
					t.number(&line.Nodes[k].Variations[j], p.Variations[v], branch)
				}
				v++
			}
		}
		from = n
	}
}

// Number is the node that a ply leads to.
func (t *StudyTree) Number(p *pdn.Ply) int { return t.numbers[p] }

// add puts a move behind a node, and says whether it is new there.
func (t *StudyTree) add(node int, text string) (added bool, err error) {
	at := &t.Nodes[node]
	legal := t.Variant.AppendMoves(nil, &at.Board)
	m, err := t.Variant.ReadMove(&at.Board, legal, text)
	if err != nil {
		return false, err
	}
	after := t.Variant.Play(at.Board, m)
	for _, n := range at.After {
		if t.Nodes[n].Board == after {
			return false, nil
		}
	}
	move := pdn.Node{Move: t.Variant.Text(&at.Board, m, legal)}
	if next := at.last + 1; next < len(at.line.Nodes) {
		other := &at.line.Nodes[next]
		other.Variations = append(other.Variations, pdn.Line{Nodes: []pdn.Node{move}})
	} else {
		at.line.Nodes = append(at.line.Nodes, move)
	}
	return true, nil
}

// follow is the node behind another that a move leads to, -1 if there is none.
func (t *StudyTree) follow(node int, text string) int {
	at := &t.Nodes[node]
	legal := t.Variant.AppendMoves(nil, &at.Board)
	m, err := t.Variant.ReadMove(&at.Board, legal, text)
	if err != nil {
		return -1
	}
	after := t.Variant.Play(at.Board, m)
	for _, n := range at.After {
		if t.Nodes[n].Board == after {
			return n
		}
	}
	return -1
}

// AddStudyMove adds a move behind a node of a game in an account's own study,
// as a variation if the game goes on otherwise, and returns its node. A move
// that stands there already is found again. An illegal one is a
// *rules.Refusal.
func (s *Service) AddStudyMove(ctx context.Context, by int64, study string, game, node int, text string) (added int, err error) {
	err = s.write(ctx, by, func(tx *store.Tx) error {
		row, err := ownStudy(tx, by, study)
		if err != nil {
			return err
		}
		g, err := tx.StudyGame(study, game)
		if err != nil {
			return err
		}
		tree, err := ReadStudyGame(g)
		if err != nil {
			return err
		}
		if node < 0 || node >= len(tree.Nodes) {
			return store.ErrNotFound
		}
		isNew, err := tree.add(node, text)
		if err != nil {
			return err
		}
		if !isNew {
			added = tree.follow(node, text)
			return nil
		}
		was := len(g.PDN)
		g.PDN = tree.Game.String()
		row.Size += len(g.PDN) - was
		row.UpdatedAt = tx.Now()
		if len(tree.Nodes) > maxStudyMoves || len(g.PDN) > pdn.MaxGame || row.Size > maxStudyBytes {
			return ErrTooMany
		}
		if tree, err = ReadStudyGame(g); err != nil {
			return err
		}
		// Nodes are numbered as the text runs: those up to this one are as before.
		added = tree.follow(node, text)
		if err := tx.UpdateStudyGame(g); err != nil {
			return err
		}
		return tx.UpdateStudy(row)
	})
	return added, err
}
