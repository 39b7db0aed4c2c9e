package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"crownpost/tournament"
	"crownpost/tournament/report"
	"crownpost/tournament/swiss"
	"crownpost/tournament/tiebreak"
	"crownpost/tournament/trf"
)

const tournamentUsage = `Pairings and standings of tournament report files (TRF16, TRF26).

  crownpost tournament pair FILE [--round N]
        pairs the next round, or round N on what came before it: the number of
        pairs, then "white black" a line in the order of the boards, a bye last
        as the pair "id 0"
  crownpost tournament check FILE
        pairs every round again, a line for each difference, last "rounds R
        differences D"
  crownpost tournament standings FILE [--tiebreaks LIST] [--json]
        rank, id, name, points and a column for each tie-break, divided by tabs;
        without LIST the tie-breaks of the file, or those that are usual
  crownpost tournament explain FILE [--round R]
        how the pairing of a round came about
  crownpost tournament generate --players N --rounds R [--played P] --seed S
                                [--draws p] [--forfeits p] [--byes p]
                                [--withdrawals p] [--late p]
        a random event as TRF26: R rounds announced, the first P played; each p
        is a share from 0 to 1

--strict takes files only if they keep to the format in everything; FILE - is
standard input. Exit status: 0; 1 when no legal pairing exists or the check
finds differences; 2 when the file cannot be read or contradicts itself.
`

// runTournament is the command "crownpost tournament".
func runTournament(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, tournamentUsage)
		return exitUsage
	}
	c := tournamentCommand{name: args[0], stdin: stdin, stdout: stdout, stderr: stderr}
	c.flags = newFlags("crownpost tournament "+c.name, stderr)
	var run func(args []string) int
	switch c.name {
	case "pair":
		run = c.pair
	case "check":
		run = c.check
	case "standings":
		run = c.standings
	case "explain":
		run = c.explain
	case "generate":
		run = c.generate
	case "help", "--help", "-h":
		fmt.Fprint(stdout, tournamentUsage)
		return exitDone
	default:
		fmt.Fprintf(stderr, "crownpost tournament: no command %q\n\n%s", c.name, tournamentUsage)
		return exitUsage
	}
	return run(args[1:])
}

// tournamentCommand is a subcommand under way.
type tournamentCommand struct {
	name           string
	flags          *flag.FlagSet
	stdin          io.Reader
	stdout, stderr io.Writer
}

// fail says why the command cannot go on.
func (c tournamentCommand) fail(status int, reason any) int {
	fmt.Fprintf(c.stderr, "%s: %v\n", c.flags.Name(), reason)
	return status
}

// parse reads flags before and behind the arguments, of which there must be as
// many as wanted. When ok is false the command is over with the status.
func (c tournamentCommand) parse(args []string, wanted int) (names []string, status int, ok bool) {
	for len(args) > 0 {
		switch err := c.flags.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			fmt.Fprint(c.stdout, tournamentUsage)
			return nil, exitDone, false
		case err != nil:
			return nil, exitUsage, false
		}
		if args = c.flags.Args(); len(args) > 0 {
			names, args = append(names, args[0]), args[1:]
		}
	}
	if len(names) != wanted {
		fmt.Fprintf(c.stderr, "%s: %d files are named, not %d\n\n%s", c.flags.Name(), len(names), wanted, tournamentUsage)
		return nil, exitUsage, false
	}
	return names, exitDone, true
}

// file parses the flags and reads the file that is named.
func (c tournamentCommand) file(args []string) (file *trf.File, status int, ok bool) {
	strict := c.flags.Bool("strict", false, "take the format and nothing else")
	names, status, ok := c.parse(args, 1)
	if !ok {
		return nil, status, false
	}
	name := names[0]
	var data []byte
	var err error
	if name == "-" {
		data, err = io.ReadAll(c.stdin)
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, c.fail(exitUsage, err), false
	}
	file, err = trf.Read(data, trf.Options{Strict: *strict})
	if errs, bad := errors.AsType[trf.Errors](err); bad {
		for _, e := range errs {
			fmt.Fprintf(c.stderr, "%s:%d:%d: %s\n", name, e.Line, e.Column, e.Problem)
		}
		return nil, exitUsage, false
	}
	if len(file.Field.Players) == 0 {
		fmt.Fprintf(c.stderr, "%s:1:1: there are no players\n", name)
		return nil, exitUsage, false
	}
	file.Field.Initial = file.Field.FirstColour()
	return file, exitDone, true
}

// pair prints the pairing of a round.
func (c tournamentCommand) pair(args []string) int {
	number := c.flags.Int("round", 0, "the `round` to pair; by default the next one")
	file, status, ok := c.file(args)
	if !ok {
		return status
	}
	round, status, ok := c.paired(file, *number, swiss.Pair)
	if !ok {
		return status
	}
	lines := len(round.Pairings) // the bye is one of the pairs, as in other programs
	if round.Bye > 0 {
		lines++
	}
	fmt.Fprintln(c.stdout, lines)
	for _, p := range round.Pairings {
		fmt.Fprintln(c.stdout, p.White, p.Black)
	}
	if round.Bye > 0 {
		fmt.Fprintln(c.stdout, round.Bye, 0)
	}
	return exitDone
}

// paired pairs a round, the next one for 0, by a function of the Swiss system.
func (c tournamentCommand) paired(file *trf.File, number int, pair report.Pairer) (round swiss.Round, status int, ok bool) {
	next := file.Field.PlayedRounds() + 1
	switch {
	case number == 0 && file.Field.Rounds > 0 && next > file.Field.Rounds:
		return round, c.fail(exitNo, fmt.Sprintf("all %d rounds are paired", file.Field.Rounds)), false
	case number == 0:
		number = next
	case number < 0 || number > next:
		return round, c.fail(exitUsage, fmt.Sprintf("round %d cannot be paired, the next one is %d", number, next)), false
	}
	round, err := report.Pair(file, number, pair)
	if errors.Is(err, swiss.ErrNoPairing) {
		return round, c.fail(exitNo, err), false
	}
	if err != nil {
		return round, c.fail(exitUsage, fmt.Errorf("round %d: %w", number, err)), false
	}
	return round, exitDone, true
}

// check pairs the rounds of a file again and prints what differs.
func (c tournamentCommand) check(args []string) int {
	file, status, ok := c.file(args)
	if !ok {
		return status
	}
	differences, err := report.Check(file)
	if err != nil {
		return c.fail(exitUsage, err)
	}
	for _, d := range differences {
		fmt.Fprintln(c.stdout, d)
	}
	fmt.Fprintf(c.stdout, "rounds %d differences %d\n", file.Field.PlayedRounds(), len(differences))
	if len(differences) > 0 {
		return exitNo
	}
	return exitDone
}

// standings prints the table.
func (c tournamentCommand) standings(args []string) int {
	list := c.flags.String("tiebreaks", "", "the tie-breaks behind the points, such as BH,BH/C1,SB,DE")
	asJSON := c.flags.Bool("json", false, "a list in JSON")
	file, status, ok := c.file(args)
	if !ok {
		return status
	}
	columns := strings.FieldsFunc(*list, func(r rune) bool { return r == ',' || r == ' ' })
	if len(columns) == 0 {
		columns = file.TieBreaks()
	}
	codes, err := tiebreak.ParseList(strings.Join(columns, ","))
	if err != nil {
		return c.fail(exitUsage, err)
	}
	if len(codes) == 0 {
		codes = tiebreak.Default(file.Field.RoundRobin)
		columns = nil
		for _, code := range codes {
			columns = append(columns, code.String())
		}
	}
	if codes[0].Name == tiebreak.PTS {
		codes, columns = codes[1:], columns[1:]
	}
	table, err := tiebreak.Rank(file.Field, codes)
	if err != nil {
		return c.fail(exitUsage, err)
	}
	if file.Field.Edition == tournament.Edition2017 {
		fmt.Fprintf(c.stderr, "%s: tie-breaks are those of 2026, the file is of an earlier edition\n", c.flags.Name())
	}
	if *asJSON {
		return c.standingsJSON(table, columns)
	}
	for _, row := range table.Rows {
		fmt.Fprintf(c.stdout, "%d\t%d\t%s\t%s", row.Rank, row.Player, strings.ReplaceAll(row.Name, "\t", " "), row.Points.Number)
		for _, v := range row.Values {
			if v.None {
				fmt.Fprint(c.stdout, "\t-")
			} else {
				fmt.Fprintf(c.stdout, "\t%s", v.Number)
			}
		}
		fmt.Fprintln(c.stdout)
	}
	return exitDone
}

// standingJSON is a line of the table.
type standingJSON struct {
	Rank      int                     `json:"rank"`
	ID        int                     `json:"id"`
	Name      string                  `json:"name"`
	Points    json.Number             `json:"points"`
	TieBreaks map[string]*json.Number `json:"tiebreaks"`
}

func (c tournamentCommand) standingsJSON(table tiebreak.Standings, columns []string) int {
	list := []standingJSON{}
	for _, row := range table.Rows {
		values := map[string]*json.Number{} // a nil is null
		for i, v := range row.Values {
			values[columns[i]] = nil
			if !v.None {
				number := json.Number(v.Number.String())
				values[columns[i]] = &number
			}
		}
		list = append(list, standingJSON{row.Rank, row.Player, row.Name, json.Number(row.Points.Number.String()), values})
	}
	out := json.NewEncoder(c.stdout)
	out.SetEscapeHTML(false)
	if err := out.Encode(list); err != nil {
		return c.fail(exitUsage, err)
	}
	return exitDone
}
