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

	"crownpost/rules/draughts"
)

// maxPerftDepth bounds --depth; no machine gets there.
const maxPerftDepth = 40

// maxLine is the longest line that --stdin takes, in bytes.
const maxLine = 1 << 20

// draughtsFlags are the flags that moves and perft have in common.
type draughtsFlags struct {
	*flag.FlagSet
	variant *draughts.Variant
	fen     string
	squares string
}

func newDraughtsFlags(command, variant string, stderr io.Writer) *draughtsFlags {
	f := &draughtsFlags{FlagSet: flag.NewFlagSet("crownpost rules "+command, flag.ContinueOnError)}
	f.variant, _ = draughts.Lookup(variant)
	f.SetOutput(stderr)
	f.String("variant", variant, "key of the variant")
	f.StringVar(&f.fen, "fen", "", "the position (default: the start)")
	f.StringVar(&f.squares, "squares", "", `"rows": squares are counted row by row from the top left`)
	return f
}

// parse reads the flags and the position. When ok is false the command is
// over with the status returned.
func (f *draughtsFlags) parse(args []string) (b draughts.Board, status int, ok bool) {
	if status, ok := parseFlags(f.FlagSet, args); !ok {
		return b, status, false
	}
	// Every variant there is counts its squares by rows already.
	if f.squares != "" && f.squares != "rows" {
		return b, f.usage("--squares takes only rows"), false
	}
	given := false
	f.Visit(func(g *flag.Flag) { given = given || g.Name == "fen" })
	if !given {
		return f.variant.StartBoard(), exitDone, true
	}
	b, err := f.variant.ParseFEN(f.fen)
	if err != nil {
		return b, f.usage(err), false
	}
	return b, exitDone, true
}

func (f *draughtsFlags) usage(problem any) int {
	fmt.Fprintf(f.Output(), "%s: %v\n", f.Name(), problem)
	return exitUsage
}

func draughtsPerft(variant string, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := newDraughtsFlags("perft", variant, stderr)
	depth := f.Int("depth", 0, "the deepest ply")
	keep := f.Bool("keep", false, "count the routes of a capture apart")
	divide := f.Bool("divide", false, "count the moves at the deepest ply apart")
	noBulk := f.Bool("no-bulk", false, "make every last move")
	b, status, ok := f.parse(args)
	switch {
	case !ok:
		return status
	case *depth < 1 || *depth > maxPerftDepth:
		return f.usage(fmt.Sprintf("--depth must be 1 to %d", maxPerftDepth))
	}
	how := draughts.Count{Routes: *keep, EachMove: *noBulk}
	for d := 1; d <= *depth; d++ {
		began := time.Now()
		nodes := f.variant.Perft(b, d, how)
		fmt.Fprintf(stdout, "%d %d %.6f\n", d, nodes, time.Since(began).Seconds())
	}
	if *divide {
		moves := draughtsMoveList(f.variant, &b)
		for _, m := range moves {
			// A route apart is counted with the move that it makes.
			nodes := f.variant.Perft(f.variant.Play(b, m), *depth-1, how)
			if *keep {
				nodes *= uint64(f.variant.Routes(&b, m))
			}
			fmt.Fprintf(stdout, "%s %d\n", f.variant.Text(&b, m, moves), nodes)
		}
	}
	return exitDone
}

func draughtsMoves(variant string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f := newDraughtsFlags("moves", variant, stderr)
	asJSON := f.Bool("json", false, "JSON lines")
	fromStdin := f.Bool("stdin", false, "read a position a line, answer each with a line of JSON")
	b, status, ok := f.parse(args)
	switch {
	case !ok:
		return status
	case *fromStdin:
		return f.answer(stdin, stdout)
	}
	out := json.NewEncoder(stdout)
	moves := draughtsMoveList(f.variant, &b)
	for _, m := range moves {
		if !*asJSON {
			fmt.Fprintln(stdout, f.variant.Text(&b, m, moves))
			continue
		}
		err := out.Encode(struct {
			moveJSON
			Promotes bool   `json:"promotes"`
			FEN      string `json:"fen"`
		}{describeMove(f.variant, &b, m, moves), f.variant.Promotes(&b, m), f.variant.FEN(f.variant.Play(b, m))})
		if err != nil {
			return f.usage(err)
		}
	}
	return exitDone
}

// answer answers positions as they come, in order, a line each.
func (f *draughtsFlags) answer(stdin io.Reader, stdout io.Writer) int {
	type answer struct {
		Moves []moveJSON `json:"moves"`
	}
	type failure struct {
		Error string `json:"error"`
	}
	lines := bufio.NewScanner(stdin)
	lines.Buffer(nil, maxLine)
	out := json.NewEncoder(stdout)
	n, status := 0, exitDone
	for lines.Scan() {
		n++
		b, err := f.variant.ParseFEN(lines.Text())
		if err != nil {
			column := 1
			var bad *draughts.FENError
			if errors.As(err, &bad) {
				column = bad.Offset + 1
			}
			status = f.usage(fmt.Sprintf("stdin:%d:%d: %v", n, column, err))
			err = out.Encode(failure{err.Error()})
		} else {
			a := answer{Moves: []moveJSON{}}
			moves := draughtsMoveList(f.variant, &b)
			for _, m := range moves {
				a.Moves = append(a.Moves, describeMove(f.variant, &b, m, moves))
			}
			err = out.Encode(a)
		}
		if err != nil {
			return f.usage(err)
		}
	}
	if err := lines.Err(); err != nil {
		return f.usage(fmt.Sprintf("stdin:%d:1: %v", n+1, err))
	}
	return status
}

type moveJSON struct {
	Move     string `json:"move"`
	From     int    `json:"from"`
	To       int    `json:"to"`
	Captured []int  `json:"captured"` // ascending
}

func describeMove(v *draughts.Variant, b *draughts.Board, m draughts.Move, legal []draughts.Move) moveJSON {
	j := moveJSON{Move: v.Text(b, m, legal), From: v.Square(m.From), To: v.Square(m.To), Captured: []int{}}
	j.Captured = append(j.Captured, v.TakenSquares(m)...)
	return j
}

// draughtsMoveList returns the legal moves by start and end.
func draughtsMoveList(v *draughts.Variant, b *draughts.Board) []draughts.Move {
	moves := v.AppendMoves(nil, b)
	slices.SortStableFunc(moves, func(a, b draughts.Move) int {
		return cmp.Or(cmp.Compare(v.Square(a.From), v.Square(b.From)), cmp.Compare(v.Square(a.To), v.Square(b.To)))
	})
	return moves
}
