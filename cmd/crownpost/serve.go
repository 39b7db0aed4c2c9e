package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"crownpost/api"
	"crownpost/api/config"
)

// stopTime is how long requests in flight may take once the server is told to
// stop.
const stopTime = 20 * time.Second

func runServe(args []string, stdout, stderr io.Writer) int {
	cfg, err := config.Parse(args, os.Getenv)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(stdout, "crownpost serve starts the server.\n\n%s", config.Usage())
		return exitDone
	}
	if err != nil {
		fmt.Fprintf(stderr, "crownpost serve: %v\n", err)
		return exitUsage
	}
	log := newLog(cfg, stderr)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, cfg, log); err != nil {
		log.Error("stopped", "error", err)
		return exitNo
	}
	return exitDone
}

func newLog(cfg config.Config, to io.Writer) *slog.Logger {
	if cfg.Log == config.JSON {
		return slog.New(slog.NewJSONHandler(to, nil))
	}
	return slog.New(slog.NewTextHandler(to, nil))
}

// quietLog is for commands that answer and end: it has only what went wrong.
func quietLog(to io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelError}))
}

// serve runs until ctx ends: then no new request is taken, those in flight are
// finished, the runner stops, and the database is closed last.
func serve(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	site, err := api.Open(ctx, cfg, log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", cfg.Addr)
	if err != nil {
		return errors.Join(fmt.Errorf("listen on %s: %w", cfg.Addr, err), site.Close())
	}
	server := site.HTTPServer()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	log.Info("serving", "address", "http://"+listener.Addr().String(), "config", cfg)

	select {
	case err = <-failed:
		err = fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
		log.Info("stopping")
		site.Stop()
		within, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		if err = server.Shutdown(within); errors.Is(err, http.ErrServerClosed) {
			err = nil
		}
	}
	return errors.Join(err, site.Close())
}
