package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"crownpost/rules"
	"crownpost/rules/draughts"
)

// maxPerftDepth bounds --depth; no machine gets there.
const maxPerftDepth = 40

// draughtsCommand is what the commands moves and perft have in common.
type draughtsCommand struct {
	*flag.FlagSet
	variant *draughts.Variant
	squares *draughts.Variant // the variant that numbers the squares of FEN and JSON
	fen     string
	rows    string
	law     bool
}

func newDraughtsCommand(command, variant string, stderr io.Writer) *draughtsCommand {
	c := &draughtsCommand{FlagSet: flag.NewFlagSet("crownpost rules "+command, flag.ContinueOnError)}
	c.variant, _ = draughts.Lookup(variant)
	c.SetOutput(stderr)
	c.String("variant", variant, "key of the variant")
	c.StringVar(&c.fen, "fen", "", "the position (default: the start)")
	c.StringVar(&c.rows, "squares", "", `"rows": squares are counted row by row from the top left`)
	c.BoolVar(&c.law, "law", false, "apply the draw rules and the limit on a king's moves")
	return c
}

// place is a position, and its moves in the order of their squares.
type place struct {
	draughts.Board
	moves []draughts.Move
	state rules.Position // only with --law
}

// parse reads the flags and the position. When ok is false the command is
// over with the status returned.
func (c *draughtsCommand) parse(args []string) (p place, status int, ok bool) {
	if status, ok := parseFlags(c.FlagSet, args); !ok {
		return p, status, false
	}
	c.squares = c.variant
	switch c.rows {
	case "":
	case "rows":
		c.squares = c.variant.ByRows()
	default:
		return p, c.usage("--squares takes only rows"), false
	}
	fen := c.squares.FEN(c.squares.StartBoard())
	c.Visit(func(g *flag.Flag) {
		if g.Name == "fen" {
			fen = c.fen
		}
	})
	p, err := c.read(fen)
	if err != nil {
		return p, c.usage(err), false
	}
	return p, exitDone, true
}

// read reads a position and generates its moves.
func (c *draughtsCommand) read(fen string) (p place, err error) {
	if c.law {
		if p.state, err = c.squares.Parse(fen); err != nil {
			return p, err
		}
		p.Board, p.moves, _ = draughts.Lawful(p.state)
	} else {
		if p.Board, err = c.squares.ParseFEN(fen); err != nil {
			return p, err
		}
		p.moves = c.variant.AppendMoves(nil, &p.Board)
	}
	slices.SortStableFunc(p.moves, func(a, b draughts.Move) int {
		return cmp.Or(cmp.Compare(c.squares.Square(a.From), c.squares.Square(b.From)), cmp.Compare(c.squares.Square(a.To), c.squares.Square(b.To)))
	})
	return p, nil
}

func (c *draughtsCommand) usage(problem any) int {
	fmt.Fprintf(c.Output(), "%s: %v\n", c.Name(), problem)
	return exitUsage
}

func draughtsPerft(variant string, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	c := newDraughtsCommand("perft", variant, stderr)
	depth := c.Int("depth", 0, "the deepest ply")
	keep := c.Bool("keep", false, "count the routes of a capture apart")
	divide := c.Bool("divide", false, "count the moves at the deepest ply apart")
	noBulk := c.Bool("no-bulk", false, "make every last move")
	p, status, ok := c.parse(args)
	switch {
	case !ok:
		return status
	case *depth < 1 || *depth > maxPerftDepth:
		return c.usage(fmt.Sprintf("--depth must be 1 to %d", maxPerftDepth))
	}
	how := draughts.Count{Routes: *keep, EachMove: *noBulk}
	for d := 1; d <= *depth; d++ {
		began := time.Now()
		nodes := c.count(p, d, how)
		fmt.Fprintf(stdout, "%d %d %.6f\n", d, nodes, time.Since(began).Seconds())
	}
	if *divide {
		for _, m := range p.moves {
			text := c.variant.Text(&p.Board, m, p.moves)
			next, err := c.play(p, m, text)
			if err != nil {
				return c.usage(err)
			}
			// A route apart is counted with the move that it makes.
			nodes := c.count(next, *depth-1, how)
			if *keep {
				nodes *= uint64(c.variant.Routes(&p.Board, m))
			}
			fmt.Fprintf(stdout, "%s %d\n", text, nodes)
		}
	}
	return exitDone
}

// count counts the sequences of moves from a position.
func (c *draughtsCommand) count(p place, depth int, how draughts.Count) uint64 {
	if p.state != nil {
		return draughts.PerftByLaw(p.state, depth, how)
	}
	return c.variant.Perft(p.Board, depth, how)
}

// play makes a move, which is all that a count needs.
func (c *draughtsCommand) play(p place, m draughts.Move, text string) (place, error) {
	if p.state == nil {
		return place{Board: c.variant.Play(p.Board, m)}, nil
	}
	played, err := p.state.Play(c.squares.Text(&p.Board, m, p.moves), nil)
	if err != nil {
		return place{}, fmt.Errorf("move %s: %w", text, err)
	}
	return place{state: played.Position}, nil
}

func draughtsMoves(variant string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := newDraughtsCommand("moves", variant, stderr)
	asJSON := c.Bool("json", false, "JSON lines")
	fromStdin := c.Bool("stdin", false, "read a position a line, answer each with a line of JSON")
	p, status, ok := c.parse(args)
	switch {
	case !ok:
		return status
	case *fromStdin:
		return c.answer(stdin, stdout)
	}
	out := json.NewEncoder(stdout)
	for _, m := range p.moves {
		if !*asJSON {
			fmt.Fprintln(stdout, c.variant.Text(&p.Board, m, p.moves))
			continue
		}
		err := out.Encode(struct {
			moveJSON
			Promotes bool   `json:"promotes"`
			FEN      string `json:"fen"`
		}{c.describe(p, m), c.variant.Promotes(&p.Board, m), c.squares.FEN(c.variant.Play(p.Board, m))})
		if err != nil {
			return c.usage(err)
		}
	}
	return exitDone
}

// answer answers positions as they come, in order, a line each.
func (c *draughtsCommand) answer(stdin io.Reader, stdout io.Writer) int {
	type answer struct {
		Moves []moveJSON `json:"moves"`
	}
	type failure struct {
		Error string `json:"error"`
	}
	lines := questions{Reader: bufio.NewReader(stdin)}
	out := json.NewEncoder(stdout)
	n, status := 0, exitDone
	for lines.next() {
		n++
		p, err := c.read(lines.line)
		if lines.long {
			err = errLongLine
		}
		if err != nil {
			column := 1
			var bad *draughts.FENError
			if errors.As(err, &bad) {
				column = bad.Offset + 1
			}
			status = c.usage(fmt.Sprintf("stdin:%d:%d: %v", n, column, err))
			err = out.Encode(failure{err.Error()})
		} else {
			a := answer{Moves: []moveJSON{}}
			for _, m := range p.moves {
				a.Moves = append(a.Moves, c.describe(p, m))
			}
			err = out.Encode(a)
		}
		if err != nil {
			return c.usage(err)
		}
	}
	if err := lines.err; err != nil {
		return c.usage(fmt.Sprintf("stdin:%d:1: %v", n+1, err))
	}
	return status
}

// moveJSON is a move. Squares are numbers, or names where they have letters.
type moveJSON struct {
	Move     string `json:"move"`
	From     any    `json:"from"`
	To       any    `json:"to"`
	Captured []any  `json:"captured"` // in the order of the squares
}

func (c *draughtsCommand) describe(p place, m draughts.Move) moveJSON {
	j := moveJSON{
		Move: c.variant.Text(&p.Board, m, p.moves), Captured: []any{},
		From: c.square(c.squares.Square(m.From)), To: c.square(c.squares.Square(m.To)),
	}
	for _, n := range c.squares.TakenSquares(m) {
		j.Captured = append(j.Captured, c.square(n))
	}
	return j
}

func (c *draughtsCommand) square(n int) any {
	if c.squares.Algebraic() {
		return c.squares.Name(n)
	}
	return n
}

// draughtsJSON is what variantJSON says of draughts only.
type draughtsJSON struct {
	Width     int    `json:"width"` // in squares, light ones included
	Height    int    `json:"height"`
	Squares   int    `json:"squares"` // that are played on
	Starts    string `json:"starts"`
	Notation  string `json:"notation"`  // "numeric" or "algebraic"
	Separator string `json:"separator"` // between the squares of a capture
	GameType  string `json:"gameType"`  // of PDN 3.0; empty where it has none
}

func describeDraughts(v *draughts.Variant) *draughtsJSON {
	l, _ := draughts.LayoutOf(v.Key())
	j := &draughtsJSON{
		Width: l.Width, Height: l.Height, Squares: v.Squares(), Starts: v.Starts().String(),
		Notation: "numeric", Separator: v.Separator(), GameType: v.GameType(),
	}
	if v.Algebraic() {
		j.Notation = "algebraic"
	}
	return j
}
