package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts"
)

const rulesUsage = `Variants, legal moves and move counts.

  crownpost rules variants [--json]
        the variants, one a line, and their options, the default first
  crownpost rules moves --variant V [--fen F] [--json] [--stdin] [--squares rows] [--law]
        the legal moves of a position (default: the start), one a line;
        --json as JSON lines; --stdin reads a position a line and answers
        each with one line of JSON
  crownpost rules perft --variant V [--fen F] --depth N [--keep] [--divide] [--no-bulk]
                        [--squares rows] [--law]
        how many sequences of moves there are, a line a depth: depth, count,
        seconds; --keep counts the routes of a capture apart; --divide adds
        the count behind each move; --no-bulk makes every last move
        --squares rows counts the squares of FEN and JSON row by row from the
        top left, White at the bottom; --law applies the draw rules and the
        limit on a king's moves
  crownpost rules position [--variant V] POSITION
        draws a position of the backgammon family, with its IDs: a Position
        ID, alone or with a colon and a Match ID behind it, or an XGID
  crownpost rules replay [--variant V] [--strict] FILE…
        plays the games of files through, PDN or matches of backgammon as .mat
        or SGF, and prints a line for each that is not legal, and how many
        games, plies (plays and acts at the cube) and illegal ones there are;
        scores that contradict the games are told on standard error; --variant
        is that of PDN games that do not name theirs; --strict takes the
        grammar of PDN 3.0 only

Variants of the backgammon family take --pos and --dice instead of --fen: a
Position ID, an XGID or the state of a match, and a throw such as 6-2. Each
play is followed by the Position ID of its result, as the next player sees it.
With --stdin a line is a Position ID and two dice, "4HPwATDgc/ABMA 6 2", or a
board as JSON: {"me": [points 1 to 24 and the bar], "op": […], "pinMe": [],
"pinOp": [], "dice": [6, 2], "first": false}, which is answered by results.
`

// runRules is the command "crownpost rules".
func runRules(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, rulesUsage)
		return exitUsage
	}
	command, args := args[0], args[1:]
	switch command {
	case "variants":
		return listVariants(args, stdout, stderr)
	case "moves":
		return byFamily(args, stdin, stdout, stderr, draughtsMoves, backgammonMoves)
	case "perft":
		return byFamily(args, stdin, stdout, stderr, draughtsPerft, backgammonPerft)
	case "position":
		return showPosition(args, stdout, stderr)
	case "replay":
		return replayFiles(args, stdout, stderr)
	case "help", "--help", "-h":
		fmt.Fprint(stdout, rulesUsage)
		return exitDone
	}
	fmt.Fprintf(stderr, "crownpost rules: no command %q\n\n%s", command, rulesUsage)
	return exitUsage
}

// variantCommand is a subcommand that needs a variant. Its args are all that
// followed the subcommand's name, --variant included.
type variantCommand func(variant string, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// byFamily runs the command of the family that --variant belongs to.
func byFamily(args []string, stdin io.Reader, stdout, stderr io.Writer, onDraughts, onBackgammon variantCommand) int {
	key, asked := variantFlag(args)
	switch {
	case asked:
		fmt.Fprint(stdout, rulesUsage)
		return exitDone
	case key == "":
		fmt.Fprintf(stderr, "crownpost rules: --variant is missing\n\n%s", rulesUsage)
		return exitUsage
	}
	v, ok := catalog.Lookup(key)
	if !ok {
		fmt.Fprintf(stderr, "crownpost rules: no variant %q; see crownpost rules variants\n", key)
		return exitUsage
	}
	if v.Family() == rules.Backgammon {
		return onBackgammon(key, args, stdin, stdout, stderr)
	}
	return onDraughts(key, args, stdin, stdout, stderr)
}

// variantFlag finds the value of --variant among flags that are not known
// yet; help says that --help is among them.
func variantFlag(args []string) (value string, help bool) {
	for i, arg := range args {
		name, inline, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case !strings.HasPrefix(arg, "-"):
		case name == "help" || name == "h":
			return "", true
		case name == "variant" && joined:
			value = inline
		case name == "variant" && i+1 < len(args):
			value = args[i+1]
		}
	}
	return value, false
}

func listVariants(args []string, stdout, stderr io.Writer) int {
	if _, asked := variantFlag(args); asked {
		fmt.Fprint(stdout, rulesUsage)
		return exitDone
	}
	flags := newFlags("crownpost rules variants", stderr)
	asJSON := flags.Bool("json", false, "JSON lines")
	if status, ok := parseFlags(flags, args); !ok {
		return status
	}
	out := json.NewEncoder(stdout)
	for _, v := range catalog.All() {
		if !*asJSON {
			fmt.Fprintln(stdout, variantLine(v))
			continue
		}
		if err := out.Encode(describeVariant(v)); err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", flags.Name(), err)
			return exitUsage
		}
	}
	return exitDone
}

// variantLine is a variant's key and its options: "table opening=played|again".
func variantLine(v rules.Variant) string {
	words := []string{v.Key()}
	for _, o := range v.Options() {
		words = append(words, o.Key+"="+strings.Join(o.Values, "|"))
	}
	return strings.Join(words, " ")
}

// variantJSON is what there is to know about a variant without its language.
type variantJSON struct {
	Key     string       `json:"key"`
	Family  rules.Family `json:"family"`
	Start   string       `json:"start"` // FEN or Position ID
	Options []optionJSON `json:"options"`
	*draughtsJSON
}

type optionJSON struct {
	Key    string   `json:"key"`
	Values []string `json:"values"` // the first is the default
}

func describeVariant(v rules.Variant) variantJSON {
	j := variantJSON{Key: v.Key(), Family: v.Family(), Start: v.Start().Notation(), Options: []optionJSON{}}
	for _, o := range v.Options() {
		j.Options = append(j.Options, optionJSON{o.Key, o.Values})
	}
	if d, ok := v.(*draughts.Variant); ok {
		j.draughtsJSON = describeDraughts(d)
	}
	return j
}

// parseFlags parses flags that take no further arguments. When ok is false
// the command is over with the status returned.
func parseFlags(flags *flag.FlagSet, args []string) (status int, ok bool) {
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone, false
	case err != nil:
		return exitUsage, false
	case flags.NArg() > 0:
		fmt.Fprintf(flags.Output(), "%s: unexpected %q\n", flags.Name(), flags.Arg(0))
		return exitUsage, false
	}
	return exitDone, true
}
