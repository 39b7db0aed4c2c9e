package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"crownpost/rules/draughts"
	"crownpost/rules/draughts/pdn"
)

// replay is the command "crownpost rules replay", which plays the games of
// files through: PDN, and matches of backgammon in .mat and SGF.
type replay struct {
	given          *draughts.Variant
	options        pdn.Options
	stdout, stderr io.Writer
	games, plies   int
	illegal        int
}

func replayFiles(args []string, stdout, stderr io.Writer) int {
	flags := newFlags("crownpost rules replay", stderr)
	variant := flags.String("variant", "", "the variant of games that do not name theirs")
	strict := flags.Bool("strict", false, "take the grammar of PDN 3.0 only")
	var names []string
	for rest := args; ; { // flags may stand behind files
		switch err := flags.Parse(rest); {
		case errors.Is(err, flag.ErrHelp):
			fmt.Fprint(stdout, rulesUsage)
			return exitDone
		case err != nil:
			return exitUsage
		}
		if flags.NArg() == 0 {
			break
		}
		names, rest = append(names, flags.Arg(0)), flags.Args()[1:]
	}
	if len(names) == 0 {
		fmt.Fprintf(stderr, "%s: no file is named\n\n%s", flags.Name(), rulesUsage)
		return exitUsage
	}
	r := replay{options: pdn.Options{Strict: *strict}, stdout: stdout, stderr: stderr}
	if *variant != "" {
		var ok bool
		if r.given, ok = draughts.Lookup(*variant); !ok {
			fmt.Fprintf(stderr, "%s: no draughts variant %q; see crownpost rules variants\n", flags.Name(), *variant)
			return exitUsage
		}
	}
	status := exitDone
	for _, name := range names {
		if err := r.file(name); err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", flags.Name(), err)
			status = exitUsage
		}
	}
	fmt.Fprintf(stdout, "games %d plies %d illegal %d\n", r.games, r.plies, r.illegal)
	if status == exitDone && r.illegal > 0 {
		status = exitNo
	}
	return status
}

// file plays the games of one file. The error is that of reading the file.
func (r *replay) file(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("file: %w", err)
	}
	defer file.Close()
	text := bufio.NewReaderSize(file, sniffed)
	if isJSON(name, text) {
		return fmt.Errorf("%s: JSON is not read, but PDN, .mat and SGF", name)
	}
	if parse := matchParser(name, text); parse != nil {
		return r.matches(name, text, parse)
	}
	games := pdn.NewReader(text, r.options)
	for {
		game, err := games.Next()
		var bad *pdn.Error
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			resolved, err := pdn.Resolve(game, r.given)
			r.games++
			r.plies += resolved.Plies()
			if errors.As(err, &bad) {
				r.report(name, bad.Game, bad.Ply, bad.Problem, bad.Line, bad.Column)
			}
		case errors.As(err, &bad):
			r.games++
			r.report(name, bad.Game, bad.Ply, bad.Problem, bad.Line, bad.Column)
		default:
			return fmt.Errorf("%s: %w", name, err)
		}
	}
}

// report prints the line of a game that is not legal. Ply 0 is a game that
// cannot be read.
func (r *replay) report(name string, game, ply int, problem string, line, column int) {
	r.illegal++
	fmt.Fprintf(r.stdout, "%s: game %d, ply %d: %s (line %d, column %d)\n", name, game, ply, problem, line, column)
}
