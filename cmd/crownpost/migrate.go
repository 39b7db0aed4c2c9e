package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"crownpost/api"
	"crownpost/api/config"
)

// runMigrate brings the database up to date, as serve does when it starts.
func runMigrate(args []string, stdout, stderr io.Writer) int {
	flags := newFlags("crownpost migrate", stderr)
	options := config.Bind(flags, "data", "database")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, flags, "brings the database up to date and stops.")
		return exitDone
	} else if err != nil || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "crownpost migrate: takes flags only; see --help")
		return exitUsage
	}
	cfg, err := options.Config(os.Getenv)
	if err != nil {
		fmt.Fprintf(stderr, "crownpost migrate: %v\n", err)
		return exitUsage
	}
	service, err := api.NewService(context.Background(), cfg, quietLog(stderr), time.Now)
	if err == nil {
		err = service.Store.Close()
	}
	if err != nil {
		fmt.Fprintf(stderr, "crownpost migrate: %v\n", err)
		return exitNo
	}
	fmt.Fprintln(stdout, "the database is up to date")
	return exitDone
}
