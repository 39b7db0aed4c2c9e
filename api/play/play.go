// Package play holds the use cases, one verb each: each opens one write
// transaction, loads what it needs, lets the pure packages decide, stores the
// answer, and rings the hub after the commit.
package play

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
)

// Errors that callers branch on. The ones about games, offers and turns come
// from package correspondence; the ones about rows from package store.
var (
	// ErrForbidden: the account may see the thing but not do this to it.
	ErrForbidden = errors.New("not allowed for this account")
	// ErrSignIn: the act needs an account.
	ErrSignIn = errors.New("sign in first")
	// ErrGone: the seek, link or token was used, withdrawn or has expired.
	ErrGone = errors.New("no longer open")
	// ErrTooMany: a limit on how much one account may have open was reached.
	ErrTooMany = errors.New("too many open at once")
)

// Registration says who may make an account.
type Registration string

// The ways to register.
const (
	RegistrationOpen         Registration = "open"
	RegistrationByInvitation Registration = "invitation"
	RegistrationClosed       Registration = "closed"
)

// Service carries what the use cases need. Store, Hasher, Keys and Log must be
// set; the zero value of every other field does without.
type Service struct {
	Store  *store.Store
	Hasher *account.Hasher
	Keys   *account.Keyring
	Log    *slog.Logger

	// Random is the source of the seeds of dice, colours, seats and secrets.
	Random io.Reader

	// Registration says who may sign up.
	Registration Registration

	// LeaveDays are the days of leave that an account has in a calendar year; 0
	// gives none.
	LeaveDays int

	// MailConfigured says that mail reaches people, so that addresses are
	// verified; without it mail goes to a folder.
	MailConfigured bool
	// Mail renders a mail of a kind ("verify", "reset", …) in a language.
	Mail func(kind, locale string, data map[string]string) (subject, text string)

	// Ring tells whoever follows a topic to look again.
	Ring func(topic string)

	// Wake tells the runner that a task or an earlier deadline was stored.
	Wake func()
	// WakeBy tells the runner of a game's new deadline.
	WakeBy func(deadline time.Time)
}

// ring tells those who follow the topics, if anybody can.
func (s *Service) ring(topics ...string) {
	if s.Ring == nil {
		return
	}
	for _, topic := range topics {
		s.Ring(topic)
	}
}

// wake rouses the runner, if there is one.
func (s *Service) wake() {
	if s.Wake != nil {
		s.Wake()
	}
}

// wakeBy tells the runner of a deadline, if there are both.
func (s *Service) wakeBy(deadline time.Time) {
	if s.WakeBy != nil && !deadline.IsZero() {
		s.WakeBy(deadline)
	}
}

// random returns Random, or crypto/rand when none was set.
func (s *Service) random() io.Reader {
	if s.Random != nil {
		return s.Random
	}
	return rand.Reader
}

// draw returns a number in [0, n) from the service's random source.
func (s *Service) draw(n int) int {
	limit := ^uint32(0) - ^uint32(0)%uint32(n)
	var b [4]byte
	for {
		if _, err := io.ReadFull(s.random(), b[:]); err != nil {
			panic("play: random source failed: " + err.Error())
		}
		if v := binary.BigEndian.Uint32(b[:]); v < limit {
			return int(v % uint32(n))
		}
	}
}
