package pdn

import (
	"context"
	"errors"
	"slices"
	"strings"

	"crownpost/rules/draughts"
)

// Resolved is a game played through by the rules of a variant. Draw rules do
// not end it.
type Resolved struct {
	Game    *Game
	Variant *draughts.Variant
	Start   draughts.Board
	Main    []Ply
}

// Ply is what a node of the tree is in the game: a move, a position set up,
// or a move that is not known.
type Ply struct {
	// First and Last are the nodes of the line that are this ply, by index:
	// more than one where a capture was written in several pieces.
	First, Last int
	// Node is the last of them.
	Node *Node
	// Move is the engine's move, and Text how the variant writes it. Both are
	// zero where the ply is no move that is known.
	Move draughts.Move
	Text string
	// Before and After are the positions around the ply.
	Before, After draughts.Board
	// Variations are the plies of the nodes' variations, in order.
	Variations [][]Ply
}

// Played says whether the ply is a move that is known.
func (p *Ply) Played() bool { return p.Text != "" }

// variation is one of the variations, without plies if the game was not
// played that far.
func (p *Ply) variation(i int) []Ply {
	if i < len(p.Variations) {
		return p.Variations[i]
	}
	return nil
}

// Plies is how many moves of the main line were played.
func (r *Resolved) Plies() int {
	n := 0
	for i := range r.Main {
		if r.Main[i].Played() {
			n++
		}
	}
	return n
}

// Resolve plays a game through, its variations too. The variant is the one
// that the game's tags name, with the options of a Rules tag, else the one given, else the first of Inferred in
// which all of the main line is legal, board size and notation permitting.
//
// A move may be shorter than the standard allows, so that it fits several
// legal ones; then the one is meant with which the rest of the line is legal,
// and of captures between the same squares the first such one.
// A capture may be written in several pieces ("11x18 18x25").
//
// The error is an *Error whose cause is the engine's; what was legal before
// comes with it.
func Resolve(g *Game, given *draughts.Variant) (*Resolved, error) {
	return ResolveWithin(context.Background(), g, given)
}

// ResolveWithin is Resolve for games that strangers have written, of which
// some take long to understand: once ctx is done it gives up, with an *Error
// whose cause is that of ctx.
func ResolveWithin(ctx context.Context, g *Game, given *draughts.Variant) (*Resolved, error) {
	resolved, _, err := resolve(g, given, ctx.Err)
	if err != nil {
		return resolved, err
	}
	return resolved, nil
}

// resolve is Resolve, and tells how often it has generated moves.
func resolve(g *Game, given *draughts.Variant, stopped func() error) (*Resolved, int, *Error) {
	var best *walk
	work := 0
	readings := g.readings(given)
	first := readings[0]
	readings, refused := g.with(readings)
	if refused != nil {
		return &Resolved{Game: g, Variant: first.v, Start: first.v.StartBoard()}, 0, refused
	}
	for _, r := range readings {
		w := &walk{reading: r, game: g, stopped: stopped, left: effort + effortPerNode*len(g.Main.Nodes)}
		w.start()
		work += w.work
		if w.failed == nil {
			best = w
			break
		}
		if best == nil || w.failed.Ply > best.failed.Ply {
			best = w
		}
	}
	if best.failed == nil {
		before := best.work
		best.variations(&g.Main, best.resolved.Main)
		work += best.work - before
	}
	return best.resolved, work, best.failed
}

// excerpt is the start of a long move, for a message.
func excerpt(move string) string {
	const longest = 80
	if len(move) <= longest {
		return move
	}
	return strings.ToValidUTF8(move[:longest], "") + "…"
}

// How often moves are generated at most to find out which one is meant where
// several fit.
const (
	effort        = 4096
	effortPerNode = 64
	maxChoices    = 500 // within one another
)

// walk plays a game through in one reading.
type walk struct {
	reading
	game     *Game
	resolved *Resolved
	failed   *Error
	stopped  func() error
	left     int // how often moves may still be generated
	work     int // how often they were
	choices  int // moves that fit several, each within the last
	legal    []draughts.Move
}

func (w *walk) fail(at Pos, ply int, problem string, cause error) *Error {
	return &Error{Game: w.game.Number, Ply: ply, Pos: at, Problem: problem, Err: cause}
}

// start plays the main line.
func (w *walk) start() {
	w.resolved = &Resolved{Game: w.game, Variant: w.v, Start: w.v.StartBoard()}
	w.resolved.Start.Turn = w.begins
	for _, t := range w.game.Tags {
		if t.Name != "FEN" || strings.TrimSpace(t.Value) == "" {
			continue
		}
		b, err := w.board(t.Value)
		if err != nil {
			w.failed = w.fail(t.Pos, 0, "FEN: "+err.Error(), err)
			return
		}
		w.resolved.Start = b
		break
	}
	w.resolved.Main, w.failed = w.line(&w.game.Main, w.resolved.Start, 0)
}

// variations plays the variations of a line whose plies are known.
func (w *walk) variations(line *Line, plies []Ply) {
	played := 0
	for i := range plies {
		p := &plies[i]
		from := p.Before
		if p.Node.Setup != "" {
			from = p.After
		}
		for n := p.First; n <= p.Last; n++ {
			for v := range line.Nodes[n].Variations {
				variation := &line.Nodes[n].Variations[v]
				w.left += effortPerNode * len(variation.Nodes)
				found, err := w.line(variation, from, played)
				p.Variations = append(p.Variations, found)
				if err != nil {
					err.Problem = "in a variation: " + err.Problem
					if w.failed == nil {
						w.failed = err
					}
					continue
				}
				w.variations(variation, found)
			}
		}
		if p.Played() {
			played++
		}
	}
}

// segment is the plies between two places where several moves fit, behind
// those of the segment before.
type segment struct {
	before *segment
	plies  []Ply
}

// line plays a line from a position before which so many plies were played.
func (w *walk) line(line *Line, from draughts.Board, played int) ([]Ply, *Error) {
	last, _, err := w.search(line, 0, from, played, &segment{plies: make([]Ply, 0, len(line.Nodes))})
	if last.before == nil {
		return last.plies, err
	}
	var segments []*segment
	for ; last != nil; last = last.before {
		segments = append(segments, last)
	}
	var plies []Ply
	for _, s := range slices.Backward(segments) {
		plies = append(plies, s.plies...)
	}
	return plies, err
}

// search plays the rest of a line, from node i on, and adds its plies to s,
// which it returns or one that follows it. ways is 2 if there is more than one
// way to understand the rest, which is an error.
func (w *walk) search(line *Line, i int, b draughts.Board, played int, s *segment) (_ *segment, ways int, _ *Error) {
	for i < len(line.Nodes) {
		n := &line.Nodes[i]
		p := Ply{First: i, Last: i, Node: n, Before: b, After: b}
		switch {
		case n.Setup != "":
			after, err := w.setup(n.Setup, b)
			if err != nil {
				return s, 0, w.fail(n.Pos, played+1, "FEN: "+err.Error(), err)
			}
			p.After = after
		case n.Move != Unknown:
			var several []Ply
			var err *Error
			if p, several, err = w.candidates(line, i, b, played); err != nil {
				return s, 0, err
			}
			if len(several) > 1 {
				return w.choose(line, several, played, s)
			}
			played++
		}
		s.plies = append(s.plies, p)
		b, i = p.After, p.Last+1
	}
	return s, 1, nil
}

// choose plays the rest of a line with each of the moves that a text fits. If
// no move makes all of it legal, what counts is the one that goes furthest.
func (w *walk) choose(line *Line, found []Ply, played int, s *segment) (best *segment, ways int, failed *Error) {
	at := &line.Nodes[found[0].First]
	if w.choices == maxChoices {
		return s, 0, w.fail(at.Pos, played+1, "too many ambiguous moves", errEffort)
	}
	w.choices++
	defer func() { w.choices-- }()
	var chosen *Ply
	for i := range found {
		p := found[i]
		// Which pieces a capture takes may stay open, where it goes may not.
		if chosen != nil && chosen.Move.From == p.Move.From && chosen.Move.To == p.Move.To {
			continue
		}
		rest, n, err := w.search(line, p.Last+1, p.After, played+1, &segment{before: s, plies: []Ply{p}})
		ways += n
		if n > 0 && ways == n || ways == 0 && (failed == nil || err.Ply > failed.Ply) {
			best, failed = rest, err
		}
		if n > 0 && chosen == nil {
			chosen = &found[i]
		}
		if ways > 1 {
			break
		}
	}
	if ways > 1 && failed == nil {
		texts := make([]string, len(found))
		for i := range found {
			texts[i] = found[i].Text
		}
		slices.Sort(texts)
		return s, 2, w.fail(at.Pos, played+1, excerpt(at.Move)+" is ambiguous: "+strings.Join(texts, ", "), errAmbiguous)
	}
	return best, ways, failed
}

var (
	errAmbiguous = errors.New("ambiguous move")
	errEffort    = errors.New("too many ambiguous moves")
)

// setup is the position of a setup. One without pieces only hands the move
// over.
func (w *walk) setup(fen string, b draughts.Board) (draughts.Board, error) {
	if side, ok := emptyBoard(fen); ok {
		b.Turn = side
		return b, nil
	}
	return w.board(fen)
}

// candidates are the moves that node i of a line may mean: the first, and all
// of them where its text fits several.
func (w *walk) candidates(line *Line, i int, b draughts.Board, played int) (first Ply, several []Ply, _ *Error) {
	n := &line.Nodes[i]
	w.work++
	if w.left--; w.left < 0 {
		return first, nil, w.fail(n.Pos, played+1, "too many ambiguous moves", errEffort)
	}
	if err := w.stopped(); err != nil {
		return first, nil, w.fail(n.Pos, played+1, "the moves up to here take too long to work out", err)
	}
	w.legal = w.v.AppendMoves(w.legal[:0], &b)
	text := w.move(n.Move)
	m, err := w.v.ReadMove(&b, w.legal, text)
	if err == nil {
		return w.ply(line, i, i, b, m), nil, nil
	}
	// A capture may be written in pieces, each beginning where the one before
	// ends.
	for last := i; last < len(line.Nodes) && last-i < maxPieces; last++ {
		if last > i {
			next := line.Nodes[last].Move
			from, rest, longer := strings.Cut(next, string(separatorOf(next)))
			if !longer || from != lastSquare(line.Nodes[last-1].Move) {
				break
			}
			text += "x" + w.move(rest)
		}
		if found := w.fitting(line, i, last, b, text); len(found) > 0 {
			return found[0], found, nil
		}
	}
	return first, nil, w.fail(n.Pos, played+1, excerpt(n.Move)+": "+err.Error(), err)
}

// maxPieces is in how many pieces a capture is written at most.
const maxPieces = 24

// fitting are the legal moves that a text fits, as the nodes first to last.
func (w *walk) fitting(line *Line, first, last int, b draughts.Board, text string) (found []Ply) {
	for i := range w.legal {
		if m, err := w.v.ReadMove(&b, w.legal[i:i+1], text); err == nil {
			found = append(found, w.ply(line, first, last, b, m))
		}
	}
	return found
}

func (w *walk) ply(line *Line, first, last int, b draughts.Board, m draughts.Move) Ply {
	return Ply{
		First: first, Last: last, Node: &line.Nodes[last],
		Move: m, Text: w.v.Text(&b, m, w.legal), Before: b, After: w.v.Play(b, m),
	}
}

// separatorOf is what stands behind the first square of a move's text, 0 if
// nothing does.
func separatorOf(move string) byte {
	if i := strings.IndexAny(move, separators); i > 0 {
		return move[i]
	}
	return 0
}

func lastSquare(move string) string { return move[strings.LastIndexAny(move, separators)+1:] }
