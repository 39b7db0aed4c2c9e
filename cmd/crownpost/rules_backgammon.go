package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"crownpost/rules/backgammon"
)

// errQuestion is a line of --stdin that is no position and throw.
var errQuestion = errors.New("a line has the form POSITION-ID DIE DIE")

// backgammonFlags are the flags that moves and perft have in common.
type backgammonFlags struct {
	*flag.FlagSet
	variant *backgammon.Variant
	pos     string
}

func newBackgammonFlags(command, variant string, stderr io.Writer) *backgammonFlags {
	f := &backgammonFlags{FlagSet: flag.NewFlagSet("crownpost rules "+command, flag.ContinueOnError)}
	f.SetOutput(stderr)
	f.String("variant", variant, "key of the variant")
	f.variant, _ = backgammon.Lookup(variant)
	f.StringVar(&f.pos, "pos", f.variant.Start().String(), "Position ID, XGID or state of a match")
	return f
}

func (f *backgammonFlags) usage(problem any) int {
	fmt.Fprintf(f.Output(), "%s: %v\n", f.Name(), problem)
	return exitUsage
}

func backgammonMoves(variant string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f := newBackgammonFlags("moves", variant, stderr)
	dice := f.String("dice", "", "the throw, such as 6-2")
	fromStdin := f.Bool("stdin", false, "read a position and throw a line, answer each with a line of JSON")
	if status, ok := parseFlags(f.FlagSet, args); !ok {
		return status
	}
	if *fromStdin {
		return f.answer(stdin, stdout)
	}
	turn, err := f.variant.ParseTurn(f.pos)
	if err != nil {
		return f.usage(err)
	}
	if turn.Dice[0], turn.Dice[1], err = backgammon.ReadDice(*dice); err != nil {
		return f.usage(fmt.Sprintf("--dice: %v", err))
	}
	out := bufio.NewWriter(stdout)
	for _, m := range f.moveList(turn) {
		fmt.Fprintf(out, "%s\t%s\n", m.Move, m.Position)
	}
	if err := out.Flush(); err != nil {
		return f.usage(err)
	}
	return exitDone
}

// playJSON is a play and the Position ID of its result, as the next player
// sees it.
type playJSON struct {
	Move     string `json:"move"`
	Position string `json:"position"`
}

func (f *backgammonFlags) moveList(turn backgammon.Turn) []playJSON {
	list := []playJSON{}
	for _, play := range f.variant.Plays(turn) {
		list = append(list, playJSON{play.Text(turn.Board), play.Board.Swap().ID()})
	}
	return list
}

// answer answers positions as they come, in order, a line each. A line that
// cannot be read is answered with the error, and makes the status 2.
func (f *backgammonFlags) answer(stdin io.Reader, stdout io.Writer) int {
	status := exitDone
	lines := questions{Reader: bufio.NewReader(stdin)}
	out := json.NewEncoder(stdout)
	n := 0
	for lines.next() {
		n++
		answer, column, err := f.answerLine(lines.line)
		if lines.long {
			column, err = 1, errLongLine
		}
		if err != nil {
			status = f.usage(fmt.Sprintf("stdin:%d:%d: %v", n, column, err))
			answer = struct {
				Error string `json:"error"`
			}{err.Error()}
		}
		if err := out.Encode(answer); err != nil {
			return f.usage(err)
		}
	}
	if err := lines.err; err != nil {
		return f.usage(fmt.Sprintf("stdin:%d:1: %v", n+1, err))
	}
	return status
}

// answerLine answers a line in the form in which it asks: a JSON object with
// results, another line with moves. The column is where an error lies.
func (f *backgammonFlags) answerLine(line string) (answer any, column int, err error) {
	if strings.HasPrefix(strings.TrimSpace(line), "{") {
		results, err := f.results(line)
		return struct {
			Results []sidesJSON `json:"results"`
		}{results}, 1, err
	}
	turn, column, err := f.readQuestion(line)
	if err != nil {
		return nil, column, err
	}
	return struct {
		Moves []playJSON `json:"moves"`
	}{f.moveList(turn)}, column, nil
}

// readQuestion reads "4HPwATDgc/ABMA 6 2".
func (f *backgammonFlags) readQuestion(line string) (turn backgammon.Turn, column int, err error) {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return turn, 1, errQuestion
	}
	column = strings.Index(line, fields[0]) + 1
	if turn, err = f.variant.ParseTurn(fields[0]); err != nil {
		return turn, column, err
	}
	column += len(fields[0]) + strings.Index(line[column-1+len(fields[0]):], fields[1])
	turn.Dice[0], turn.Dice[1], err = backgammon.ReadDice(fields[1] + "-" + fields[2])
	return turn, column, err
}

func backgammonPerft(variant string, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := newBackgammonFlags("perft", variant, stderr)
	depth := f.Int("depth", 0, "the last turn")
	if status, ok := parseFlags(f.FlagSet, args); !ok {
		return status
	}
	if *depth < 1 || *depth > maxPerftDepth {
		return f.usage(fmt.Sprintf("--depth must be 1 to %d", maxPerftDepth))
	}
	from, err := f.variant.ParseTurn(f.pos)
	if err != nil {
		return f.usage(err)
	}
	turn, began := 0, time.Now()
	for layer := range f.variant.Perft(from) {
		turn++
		now := time.Now()
		fmt.Fprintf(stdout, "%d %d %d %.6f\n", turn, layer.Results, layer.Distinct, now.Sub(began).Seconds())
		if turn == *depth {
			break
		}
		began = now
	}
	return exitDone
}
