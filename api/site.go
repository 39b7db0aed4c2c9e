package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"crownpost/api/account"
	"crownpost/api/config"
	"crownpost/api/notify"
	"crownpost/api/play"
	"crownpost/api/store"
)

// Site is a server with everything it stands on, opened and closed as one.
type Site struct {
	*Server
	stopping  chan struct{}
	stopOnce  sync.Once
	runner    context.CancelFunc
	runnerEnd chan struct{}
}

// Open makes the data folder if there is none, brings the database up to date
// and starts the runner that settles deadlines and works tasks off.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger) (*Site, error) {
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	service, err := NewService(ctx, cfg, log, time.Now)
	if err != nil {
		return nil, err
	}
	mailer, err := newMailer(cfg, log)
	if err != nil {
		return nil, errors.Join(err, service.Store.Close())
	}
	hub := notify.NewHub()
	service.Ring = hub.Ring
	site := &Site{stopping: make(chan struct{}), runnerEnd: make(chan struct{})}
	site.Server = &Server{
		Config: cfg, Store: service.Store, Play: service, Hub: hub, Log: log, Now: time.Now,
		Stopping: site.stopping,
	}
	runner := newRunner(service, mailer, log)
	service.Wake, service.WakeBy = runner.Wake, runner.WakeBy
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	site.runner = cancel
	go func() {
		defer close(site.runnerEnd)
		runner.Run(running)
	}()
	if !cfg.Secure() {
		log.Warn("the base URL is not https: cookies travel unprotected, which is fine on one's own network only")
	}
	return site, nil
}

// NewService opens the database, the keys and the mail, and puts the use cases
// on top of them: for the server, and for commands that work without it.
func NewService(ctx context.Context, cfg config.Config, log *slog.Logger, now func() time.Time) (*play.Service, error) {
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	url := cfg.Database
	if url == "" {
		url = cfg.SQLite()
	}
	db, err := store.Open(ctx, store.Config{URL: url, Now: now, Log: log})
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	keys, err := account.OpenKeyring(cfg.Keys(), now())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &play.Service{
		Store: db, Hasher: account.NewHasher(), Keys: keys, Log: log,
		Registration: play.Registration(cfg.Registration), LeaveDays: cfg.LeaveDays, MailConfigured: cfg.SMTP != nil,
		Mail: newMails(cfg.BaseURL),
	}, nil
}

func newMailer(cfg config.Config, log *slog.Logger) (notify.Mailer, error) {
	if cfg.SMTP != nil {
		return notify.NewSMTP(cfg.SMTP, cfg.MailFrom)
	}
	log.Info("no mail server is configured: mail is written to a folder", "folder", cfg.Mail())
	return notify.NewFolder(cfg.Mail(), cfg.MailFrom)
}

// Stop makes readiness false and ends the event streams.
func (s *Site) Stop() {
	s.stopOnce.Do(func() { close(s.stopping) })
}

// Close stops the runner and closes the database.
func (s *Site) Close() error {
	s.Stop()
	s.runner()
	<-s.runnerEnd
	s.Hub.Close()
	return s.Store.Close()
}
