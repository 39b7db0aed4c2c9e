package play

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crownpost/api/account"
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

// ReadStudyGame reads a game out of its stored text. A monstrous one is read
// only as far as there is time.
func ReadStudyGame(ctx context.Context, g *store.StudyGame) (*StudyTree, error) {
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
	return readTree(ctx, game, v)
}

// readTree plays a game through and numbers its nodes.
func readTree(ctx context.Context, game *pdn.Game, v *draughts.Variant) (*StudyTree, error) {
	work, done, err := turn(ctx, readTurns)
	if err != nil {
		return nil, err
	}
	defer done()
	t := &StudyTree{numbers: map[*pdn.Ply]int{}}
	t.Resolved, t.Problem = pdn.ResolveWithin(work, game, v)
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

// editStudyGame changes a game of an account's own study. The game is read and
// changed before the transaction, because some take long; when it has changed
// meanwhile that is done again, from what it is by then.
func (s *Service) editStudyGame(ctx context.Context, by int64, study string, game int, edit func(*StudyTree) (changed bool, err error)) error {
	const tries = 10
	for try := 1; ; try++ {
		err := s.tryEditStudyGame(ctx, by, study, game, edit)
		if try == tries || !errors.Is(err, store.ErrConflict) || errors.Is(err, errMoved) {
			return err
		}
	}
}

func (s *Service) tryEditStudyGame(ctx context.Context, by int64, study string, game int, edit func(*StudyTree) (changed bool, err error)) error {
	read := s.Store.Read(ctx)
	view, err := SeeStudy(read, by, study)
	switch {
	case err != nil:
		return err
	case view.OwnerID != by:
		return ErrForbidden
	}
	g, err := read.StudyGame(study, game)
	if err != nil {
		return err
	}
	tree, err := ReadStudyGame(ctx, g)
	if err != nil {
		return err
	}
	changed, err := edit(tree)
	if err != nil || !changed {
		return err
	}
	was, text := g.PDN, tree.Game.String()
	return s.write(ctx, by, func(tx *store.Tx) error {
		row, err := ownStudy(tx, by, study)
		if err != nil {
			return err
		}
		if g, err = tx.StudyGame(study, game); err != nil {
			return err
		}
		if g.PDN != was {
			return store.ErrConflict
		}
		if err := tx.LockAccounts(by); err != nil {
			return err
		}
		_, size, err := tx.StudyTotals(by)
		if err != nil {
			return err
		}
		grown := len(text) - len(was)
		if grown > 0 && (len(tree.Nodes) > maxStudyMoves || len(text) > pdn.MaxGame || size+grown > maxStudyBytes) {
			return account.NewInvalid("act", "study-full", nil)
		}
		g.PDN = text
		row.Size += grown
		row.UpdatedAt = tx.Now()
		if err := tx.UpdateStudyGame(g); err != nil {
			return err
		}
		return tx.UpdateStudy(row)
	})
}

// AddStudyMove adds a move behind a node of a game in an account's own study,
// as a variation if the game goes on otherwise, and returns its node. A move
// that stands there already is found again. An illegal one is a
// *rules.Refusal. Unless fen is empty it is the position before the move:
// where another stands by now, the error is store.ErrConflict.
func (s *Service) AddStudyMove(ctx context.Context, by int64, study string, game, node int, fen, text string) (added int, err error) {
	err = s.editStudyGame(ctx, by, study, game, func(t *StudyTree) (bool, error) {
		if node < 0 || node >= len(t.Nodes) {
			return false, store.ErrNotFound
		}
		if fen != "" && t.Variant.FEN(t.Nodes[node].Board) != fen {
			return false, errMoved
		}
		isNew, err := t.add(node, text)
		if err != nil {
			return false, err
		}
		if !isNew {
			added = t.follow(node, text)
			return false, nil
		}
		// Nodes are numbered as the text runs: the new one comes behind those
		// of the line that goes on otherwise.
		after, err := readTree(ctx, t.Game, t.Variant)
		if err != nil {
			return false, err
		}
		added = after.follow(node, text)
		return true, nil
	})
	return added, err
}

// errMoved is a conflict that is none of the moment: trying again is no help.
var errMoved = fmt.Errorf("position: %w", store.ErrConflict)

// remove takes the move that leads to a node away, with all that follows it.
// The first of the variations that stand beside it takes its place.
func (t *StudyTree) remove(node int) {
	at := &t.Nodes[node]
	line, p := at.line, at.Ply
	var beside []pdn.Line
	if p.Node.Setup == "" { // else they begin at the position, and go with it
		for k := p.First; k <= p.Last; k++ {
			beside = append(beside, line.Nodes[k].Variations...)
		}
	}
	line.Nodes, line.Tail = line.Nodes[:p.First], nil
	if len(beside) > 0 && len(beside[0].Nodes) > 0 {
		other := beside[0]
		other.Nodes[0].Variations = append(other.Nodes[0].Variations, beside[1:]...)
		line.Nodes, line.Tail = append(line.Nodes, other.Nodes...), other.Tail
	}
	dropEmpty(&t.Game.Main)
}

// dropEmpty removes the variations without moves.
func dropEmpty(line *pdn.Line) {
	for i := range line.Nodes {
		n := &line.Nodes[i]
		n.Variations = slices.DeleteFunc(n.Variations, func(v pdn.Line) bool { return len(v.Nodes) == 0 })
		for j := range n.Variations {
			dropEmpty(&n.Variations[j])
		}
	}
}

// DeleteStudyMoves deletes the move that leads to a node of a game in an
// account's own study, with all that follows it, and returns the node before.
// Text is what the move is called: where another move stands there by now, it
// is refused.
func (s *Service) DeleteStudyMoves(ctx context.Context, by int64, study string, game, node int, text string) (before int, err error) {
	err = s.editStudyGame(ctx, by, study, game, func(t *StudyTree) (bool, error) {
		if node < 1 || node >= len(t.Nodes) {
			return false, store.ErrNotFound
		}
		if PlyText(t.Nodes[node].Ply) != text {
			return false, account.NewInvalid("act", "study-changed", nil)
		}
		before = t.Nodes[node].Before
		t.remove(node)
		return true, nil
	})
	return before, err
}

// PlyText is what a ply is called in a list: its move, the position set up, or
// that it is not known.
func PlyText(p *pdn.Ply) string {
	switch {
	case p.Played():
		return p.Text
	case p.Node.Setup != "":
		return p.Node.Setup
	}
	return "…"
}
