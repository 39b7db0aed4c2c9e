// Command crownpost is the whole of Crownpost: the server and the tools that
// go with it. Each subcommand has a file of its own.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// Exit statuses, the same for every subcommand.
const (
	exitDone  = 0
	exitNo    = 1 // the answer is no
	exitUsage = 2 // bad use or unreadable input
)

const usage = `Crownpost: correspondence draughts and backgammon.

  crownpost serve       start the server
  crownpost migrate     bring the database up to date and stop
  crownpost user        create accounts, set roles and passwords, close accounts
  crownpost demo        fill an empty database with players, games and tournaments
  crownpost rules       variants, legal moves and move counts
  crownpost dice        rolls and proofs of dice
  crownpost rating      what games do to ratings; import of rating lists
  crownpost tournament  pairings and standings of tournament report files
  crownpost version     print the version

Each takes --help.
`

func main() {
	out := output{Writer: os.Stdout}
	status := run(os.Args[1:], os.Stdin, &out, os.Stderr)
	if out.err != nil {
		fmt.Fprintln(os.Stderr, "crownpost: standard output:", out.err)
		status = exitUsage
	}
	os.Exit(status)
}

// output remembers the first error of writing, so that an answer that did not
// get out whole is not taken for one that did.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return exitUsage
	}
	switch args[0] {
	case "serve":
		return runServe(args[1:], stdout, stderr)
	case "migrate":
		return runMigrate(args[1:], stdout, stderr)
	case "user":
		return runUser(args[1:], stdin, stdout, stderr)
	case "demo":
		return runDemo(args[1:], stdout, stderr)
	case "rules":
		return runRules(args[1:], stdin, stdout, stderr)
	case "dice":
		return runDice(args[1:], stdin, stdout, stderr)
	case "rating":
		return runRating(args[1:], stdin, stdout, stderr)
	case "tournament":
		return runTournament(args[1:], stdin, stdout, stderr)
	case "version":
		fmt.Fprintln(stdout, version())
		return exitDone
	case "help", "--help", "-h":
		fmt.Fprint(stdout, usage)
		return exitDone
	}
	fmt.Fprintf(stderr, "crownpost: no command %q\n\n%s", args[0], usage)
	return exitUsage
}

// newFlags is the flag set of a command with its whole name. Help is written
// by printHelp, because bad flags must leave standard output alone.
func newFlags(name string, stderr io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {}
	return flags
}

// printHelp says what a command does and lists its flags as people write them.
func printHelp(w io.Writer, flags *flag.FlagSet, about string) {
	fmt.Fprintf(w, "%s %s\n", flags.Name(), about)
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "\n  --%s", f.Name)
		if value != "" {
			fmt.Fprintf(w, " %s", strings.ToUpper(value))
		}
		fmt.Fprintf(w, "\n        %s", text)
		if f.DefValue != "" && f.DefValue != "false" {
			fmt.Fprintf(w, " (default %s)", f.DefValue)
		}
		fmt.Fprintln(w)
	})
}

// version is the module's version, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return v
}
