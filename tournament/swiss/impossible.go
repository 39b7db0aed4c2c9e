package swiss

import (
	"fmt"
	"strings"
)

// Option is what an organiser may do when no legal pairing exists (C.04.1 art.
// 1.9.3 leaves it to the arbiter).
type Option int8

// The options, in the order in which they should be thought of.
const (
	// EndEvent leaves it at the rounds that were played.
	EndEvent Option = iota
	// AllowForbidden lets players meet who were forbidden to.
	AllowForbidden
	// AllowColours lets two play who must both have the same colour.
	AllowColours
	// AllowSecondBye gives the bye to somebody who had one.
	AllowSecondBye
	// AllowRematch lets two meet again.
	AllowRematch
)

// String is a phrase for people.
func (o Option) String() string {
	return [...]string{
		"end the event", "let forbidden pairs meet", "let two play who are both due the same colour",
		"give somebody a second bye", "let two meet again",
	}[o]
}

// Impossible is the answer when no legal pairing exists; it is ErrNoPairing.
type Impossible struct {
	Round int
	// Players is the number of those to be paired.
	Players int
	// Options are EndEvent and those of the others that would be enough each
	// by itself, in order.
	Options []Option
}

// Error names the round and the options.
func (e *Impossible) Error() string {
	var options []string
	for _, o := range e.Options {
		options = append(options, o.String())
	}
	return fmt.Sprintf("round %d, %d players: %v; the organiser may %s",
		e.Round, e.Players, ErrNoPairing, strings.Join(options, ", or "))
}

// Unwrap is ErrNoPairing.
func (e *Impossible) Unwrap() error { return ErrNoPairing }

// impossible finds the options that would help.
func (p *process) impossible() error {
	e := &Impossible{Round: p.round, Players: len(p.entrants), Options: []Option{EndEvent}}
	for o := AllowForbidden; o <= AllowRematch; o++ {
		if relaxed := newProcess(p.field, p.round, o); relaxed.openBye() {
			e.Options = append(e.Options, o)
		}
	}
	return e
}
