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
	"crownpost/api/play"
	"crownpost/rating"
)

// leftLines says why a line of a list gave nobody a rating.
var leftLines = map[string]string{
	play.ListUnknown: "no account has this name",
	play.ListTwice:   "other lines have the same name",
	play.ListRated:   "has rated games already",
}

func ratingImport(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := newFlags("crownpost rating import", stderr)
	pool := flags.String("pool", "", "")
	options := config.Bind(flags, "data", "database")
	rest, err := parseMixed(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, ratingUsage)
		return exitDone
	}
	if err == nil && (*pool == "" || len(rest) != 1) {
		err = usageError("--pool and the name of one file are needed")
	}
	fail := func(err error, status int) int {
		fmt.Fprintf(stderr, "crownpost rating import: %v\n", err)
		return status
	}
	if err != nil {
		return fail(err, exitUsage)
	}
	data, err := readListFile(rest[0], stdin)
	if err != nil {
		return fail(err, exitUsage)
	}
	cfg, err := options.Config(os.Getenv)
	if err != nil {
		return fail(err, exitUsage)
	}
	ctx := context.Background()
	service, err := api.NewService(ctx, cfg, quietLog(stderr), time.Now)
	if err != nil {
		return fail(err, exitNo)
	}
	report, err := service.ImportRatingList(ctx, 0, *pool, data)
	err = errors.Join(err, service.Store.Close())
	if wrong, ok := errors.AsType[rating.ListErrors](err); ok {
		for _, one := range wrong {
			fmt.Fprintf(stderr, "%s: %v\n", rest[0], one)
		}
		return exitUsage
	}
	if err != nil {
		return fail(err, exitNo)
	}
	printReport(stdout, report)
	return exitDone
}

// readListFile reads a list, and no more of a file than shows that it is too
// long.
func readListFile(name string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, rating.MaxList+1))
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	return data, nil
}

func printReport(w io.Writer, report *play.ListReport) {
	line := func(l rating.Listed, what string) {
		fmt.Fprintf(w, "line %d: %s: %s\n", l.Line, l.Name, what)
	}
	for _, l := range report.Given {
		line(l, "starts with "+l.Rating.String())
	}
	for _, l := range report.Same {
		line(l, "starts with "+l.Rating.String()+" already")
	}
	for _, l := range report.Left {
		line(l.Listed, leftLines[l.Why])
	}
	fmt.Fprintf(w, "players %d stored %d given %d left %d\n", report.Lines, report.Stored, len(report.Given), len(report.Left))
}
