// Command crownpost is the whole of Crownpost: the server and the tools that
// go with it. Each subcommand has a file of its own.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// Exit statuses, the same for every subcommand.
const (
	exitDone  = 0
	exitNo    = 1 // the answer is no
	exitUsage = 2 // bad use or unreadable input
)

const usage = `Crownpost: correspondence draughts and backgammon.

  crownpost serve      start the server
  crownpost migrate    bring the database up to date and stop
  crownpost user       create accounts, set roles and passwords, close accounts
  crownpost demo       fill an empty database with players, games and tournaments
  crownpost rules      variants, legal moves and move counts
  crownpost version    print the version

Each takes --help.
`

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
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
