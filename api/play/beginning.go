package play

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts"
	"crownpost/rules/draughts/openings"
)

// Beginning says from where a game begins and by which of its variant's rules.
// The zero value is the standard position and the standard rules.
type Beginning struct {
	// Options are rules chosen, by their keys; those that are not named are the
	// standard ones.
	Options map[string]string
	// Opening is the key of the table to draw a ballot from.
	Opening string
	// Start is a position in the variant's notation, for casual games.
	Start string
	// Pair asks for two games at once from one position, with colours swapped.
	Pair bool
}

// check refuses, field by field, what no game of the variant can begin with.
// It returns options and start as they are stored.
func (b Beginning) check(v rules.Variant, rated bool) (options, start string, err error) {
	if options, err = optionsText(v, b.Options); err != nil {
		return "", "", err
	}
	if b.Opening != "" {
		if _, ok := openings.Lookup(v.Key(), b.Opening); !ok {
			return "", "", account.NewInvalid("opening", "unknown-opening", nil)
		}
	}
	if start = strings.TrimSpace(b.Start); start != "" {
		if start, err = startText(v, options, start); err != nil {
			return "", "", err
		}
	}
	switch {
	case b.Opening != "" && start != "":
		return "", "", account.NewInvalid("start", "opening-or-start", nil)
	case rated && options != "":
		return "", "", account.NewInvalid("rated", "rated-options", nil)
	case rated && start != "":
		return "", "", account.NewInvalid("rated", "rated-start", nil)
	}
	return options, start, nil
}

// optionsText writes chosen rules as they are stored: those that are not the
// standard ones, in the variant's order.
func optionsText(v rules.Variant, choices map[string]string) (string, error) {
	var chosen []string
	known := 0
	for _, option := range v.Options() {
		value, ok := choices[option.Key]
		if !ok {
			continue
		}
		known++
		if !slices.Contains(option.Values, value) {
			return "", account.NewInvalid("options", "unknown-option-value", map[string]any{"option": option.Key})
		}
		if value != option.Values[0] {
			chosen = append(chosen, option.Key+"="+value)
		}
	}
	if known < len(choices) {
		return "", account.NewInvalid("options", "unknown-option", nil)
	}
	return strings.Join(chosen, ","), nil
}

// ReadOptions reads the rules chosen out of their stored text; without any it
// is nil.
func ReadOptions(text string) map[string]string {
	var choices map[string]string
	for text != "" {
		var one string
		one, text, _ = strings.Cut(text, ",")
		if choices == nil {
			choices = map[string]string{}
		}
		key, value, _ := strings.Cut(one, "=")
		choices[key] = value
	}
	return choices
}

// playedBy is the variant with the rules chosen.
func playedBy(variant, options string) (rules.Variant, error) {
	v, ok := catalog.Lookup(variant)
	if !ok {
		return nil, fmt.Errorf("no variant %q", variant)
	}
	if options == "" {
		return v, nil
	}
	with, err := v.With(ReadOptions(options))
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	return with, nil
}

// startText reads a position to start from and returns it in the variant's
// notation: its counts begin anew.
func startText(v rules.Variant, options, text string) (string, error) {
	if v.Family() != rules.Draughts {
		return "", account.NewInvalid("start", "start-draughts", nil)
	}
	engine, ok := draughts.Lookup(v.Key())
	if !ok {
		return "", fmt.Errorf("no draughts variant %q", v.Key())
	}
	board, err := engine.ParseSetUp(text)
	if err != nil {
		at, problem := 1, err.Error()
		var fen *draughts.FENError
		if errors.As(err, &fen) {
			at, problem = fen.Offset+1, fen.Problem
		}
		return "", account.NewInvalid("start", "start-unreadable", map[string]any{"at": at, "problem": problem})
	}
	start := engine.FEN(board)
	with, err := playedBy(v.Key(), options)
	if err != nil {
		return "", err
	}
	p, err := with.Parse(start)
	if err != nil {
		return "", fmt.Errorf("start %s: %w", start, err)
	}
	if _, over := p.Outcome(); over {
		return "", account.NewInvalid("start", "start-over", nil)
	}
	return start, nil
}

// opening is where a game begins, as it is stored with it.
type opening struct {
	Table, Ballot, Draw string
	// Start is the state, empty for the standard position by the standard rules.
	Start string
}

// opening draws a ballot of the table, if there is one, and else takes the
// start, if there is one.
func (s *Service) opening(variant, options, table, start string) (opening, error) {
	v, err := playedBy(variant, options)
	if err != nil {
		return opening{}, err
	}
	o := opening{Table: table}
	if table != "" {
		t, ok := openings.Lookup(variant, table)
		if !ok {
			return opening{}, fmt.Errorf("no opening table %q of %s", table, variant)
		}
		var seed openings.Seed
		if _, err := io.ReadFull(s.random(), seed[:]); err != nil {
			return opening{}, fmt.Errorf("opening draw: %w", err)
		}
		ballot, proof := openings.Draw(t, seed)
		o.Ballot, o.Draw, start = ballot.String(), proof, ballot.Start
	}
	p := v.Start()
	switch {
	case start != "":
		if p, err = v.Parse(start); err != nil {
			return opening{}, fmt.Errorf("start: %w", err)
		}
	case options == "":
		return o, nil
	}
	o.Start = p.String()
	return o, nil
}

// startOf is the position that a game began from.
func startOf(g *store.Game) (rules.Position, error) {
	v, ok := catalog.Lookup(g.Variant)
	switch {
	case !ok:
		return nil, fmt.Errorf("no variant %q", g.Variant)
	case g.Start == "":
		return v.Start(), nil
	}
	p, err := v.Parse(g.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return p, nil
}

// StartNotation is the position that a game began from in the variant's
// notation, empty for the standard one.
func StartNotation(g *store.Game) (string, error) {
	if g.Start == "" {
		return "", nil
	}
	p, err := startOf(g)
	if err != nil {
		return "", err
	}
	standard, err := startOf(&store.Game{Variant: g.Variant})
	if err != nil || p.Notation() == standard.Notation() {
		return "", err
	}
	return p.Notation(), nil
}
