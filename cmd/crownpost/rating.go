package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"crownpost/rating"
)

const ratingUsage = `What games do to ratings.

  crownpost rating change --formula logistic|fide|match --own R --opponent R --score S
                          [--k K] [--cap D] [--length N] [--experience OWN,OPPONENT]
        JSON: expected, change, rating, opponentChange, opponentRating
        logistic  1/(1+10^(-D/400)); --cap 400 as in the pools of draughts:
                  larger differences count as 400, in whole points, expected
                  scores in millionths, changes in thousandths
        fide      by table 8.1.2, before rounding to whole points
        match     the length of the match counts, --length (1) points, and the
                  experience of both before it, --experience (0,0)
        --score is 1, 0.5 or 0; --k (20) is for both

  crownpost rating import --pool VARIANT FILE.csv
        gives accounts their starting ratings from a list, also while the server
        runs: a line of id, name and rating for each player, with , or ; between
        them. FILE is - for standard input. An account that has rated games in
        the pool keeps its rating. The whole list is kept for tournaments over
        the board. Takes --data and --database as crownpost serve does. Prints
        what became of each line; exit 2, and nothing imported, if one is wrong
`

// runRating is the command "crownpost rating".
func runRating(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, ratingUsage)
		return exitUsage
	}
	switch args[0] {
	case "change":
		return ratingChange(args[1:], stdout, stderr)
	case "import":
		return ratingImport(args[1:], stdin, stdout, stderr)
	case "help", "--help", "-h":
		fmt.Fprint(stdout, ratingUsage)
		return exitDone
	}
	fmt.Fprintf(stderr, "crownpost rating: no command %q\n\n%s", args[0], ratingUsage)
	return exitUsage
}

// ratedGame is what is asked: the values of the flags.
type ratedGame struct {
	formula, score, experience string
	own, opponent, k, limit    float64
	length                     int
	given                      map[string]bool
}

func ratingChange(args []string, stdout, stderr io.Writer) int {
	flags := newFlags("crownpost rating change", stderr)
	g := ratedGame{given: map[string]bool{}}
	flags.StringVar(&g.formula, "formula", "", "")
	flags.Float64Var(&g.own, "own", 0, "")
	flags.Float64Var(&g.opponent, "opponent", 0, "")
	flags.StringVar(&g.score, "score", "", "")
	flags.Float64Var(&g.k, "k", 20, "")
	flags.Float64Var(&g.limit, "cap", 0, "")
	flags.IntVar(&g.length, "length", 1, "")
	flags.StringVar(&g.experience, "experience", "0,0", "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, ratingUsage)
		return exitDone
	case err != nil:
		return exitUsage
	}
	flags.Visit(func(f *flag.Flag) { g.given[f.Name] = true })
	change, err := g.change()
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("%q follows behind the flags", flags.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(stderr, "crownpost rating change: %v\n", err)
		return exitUsage
	}
	if err := json.NewEncoder(stdout).Encode(change); err != nil {
		fmt.Fprintf(stderr, "crownpost rating change: %v\n", err)
		return exitUsage
	}
	return exitDone
}

// flagsOf are the flags that each formula takes besides those of all.
var flagsOf = map[string][]string{
	"logistic": {"k", "cap"},
	"fide":     {"k"},
	"match":    {"length", "experience"},
}

// change checks the flags and applies the formula.
func (g ratedGame) change() (rating.Single, error) {
	fail := func(format string, args ...any) (rating.Single, error) {
		return rating.Single{}, fmt.Errorf(format, args...)
	}
	score, ok := map[string]rating.Score{"1": rating.Win, "0.5": rating.Draw, "0": rating.Loss}[g.score]
	switch {
	case flagsOf[g.formula] == nil:
		return fail("--formula: %q is not logistic, fide or match", g.formula)
	case !g.given["own"] || !isRating(g.own):
		return fail("--own: a rating is needed")
	case !g.given["opponent"] || !isRating(g.opponent):
		return fail("--opponent: a rating is needed")
	case !ok:
		return fail("--score: %q is not 1, 0.5 or 0", g.score)
	case !(g.k > 0 && g.k <= 1000):
		return fail("--k: a number above 0, up to 1000, is needed")
	}
	for _, name := range []string{"k", "cap", "length", "experience"} {
		if g.given[name] && !slices.Contains(flagsOf[g.formula], name) {
			return fail("--%s: the formula %s does not take it", name, g.formula)
		}
	}
	switch g.formula {
	case "logistic":
		if !g.given["cap"] {
			return rating.Logistic(g.own, g.opponent, score, g.k), nil
		}
		if !(g.limit > 0 && g.limit <= 10_000) {
			return fail("--cap: a number above 0, up to 10000, is needed")
		}
		return rating.Capped(g.own, g.opponent, score, g.k, g.limit), nil
	case "fide":
		if g.own != math.Trunc(g.own) || g.opponent != math.Trunc(g.opponent) {
			return fail("--own, --opponent: ratings of FIDE are whole numbers")
		}
		return rating.FIDE(int(g.own), int(g.opponent), score, g.k), nil
	}
	own, opponent, ok := readExperience(g.experience)
	switch {
	case !ok:
		return fail("--experience: %q is not two whole numbers, such as 120,800", g.experience)
	case g.length < 1 || g.length > 1000:
		return fail("--length: a number from 1 to 1000 is needed")
	case score == rating.Draw:
		return fail("--score: a match is won or lost")
	}
	return rating.Match(g.own, g.opponent, score == rating.Win, g.length, own, opponent), nil
}

// isRating keeps to ratings of which floating point knows the thousandths.
func isRating(r float64) bool { return math.Abs(r) <= 100_000 }

func readExperience(text string) (own, opponent int, ok bool) {
	first, second, _ := strings.Cut(text, ",")
	own, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || own < 0 {
		return 0, 0, false
	}
	opponent, err = strconv.Atoi(strings.TrimSpace(second))
	return own, opponent, err == nil && opponent >= 0
}
