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
	"crownpost/rules/backgammon"
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
	// Length is the points that a match of the backgammon family is played to,
	// 1 to 64; 0 is 1, a single game. Money makes it a session of so many games
	// for money instead, 1 to backgammon.MaxGames.
	Length, Money int
}

// agreed is a Beginning as it is stored.
type agreed struct {
	options, start string
	length, money  int
}

// check refuses, field by field, what no game of the variant can begin with.
func (b Beginning) check(v rules.Variant, rated bool) (a agreed, err error) {
	if a.length, a.money, err = b.checkMatch(v, rated); err != nil {
		return a, err
	}
	if a.options, err = optionsText(v, b.Options); err != nil {
		return a, err
	}
	if err := (chosen{v.Key(), a.options, a.length, a.money}).refuseIdle(); err != nil {
		return a, err
	}
	if b.Opening != "" {
		if _, ok := openings.Lookup(v.Key(), b.Opening); !ok {
			return a, account.NewInvalid("opening", "unknown-opening", nil)
		}
	}
	if a.start = strings.TrimSpace(b.Start); a.start != "" {
		if a.start, err = startText(chosen{v.Key(), a.options, a.length, a.money}, a.start); err != nil {
			return a, err
		}
	}
	switch {
	case b.Opening != "" && a.start != "":
		return a, account.NewInvalid("start", "opening-or-start", nil)
	case rated && a.options != "":
		return a, account.NewInvalid("rated", "rated-options", nil)
	case rated && a.start != "":
		return a, account.NewInvalid("rated", "rated-start", nil)
	}
	return a, nil
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
func startText(c chosen, text string) (string, error) {
	v, err := c.rules()
	if err != nil {
		return "", err
	}
	if match, ok := v.(*backgammon.Variant); ok {
		return matchStart(match, text)
	}
	engine, ok := draughts.Lookup(c.variant)
	if !ok {
		return "", fmt.Errorf("no draughts variant %q", c.variant)
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
	p, err := v.Parse(start)
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
func (s *Service) opening(c chosen, table, start string) (opening, error) {
	v, err := c.rules()
	if err != nil {
		return opening{}, err
	}
	o := opening{Table: table}
	if table != "" {
		t, ok := openings.Lookup(c.variant, table)
		if !ok {
			return opening{}, fmt.Errorf("no opening table %q of %s", table, c.variant)
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
	case c.options == "":
		return o, nil
	}
	o.Start = p.String()
	return o, nil
}

// startOf is the position that a game began from.
func startOf(g *store.Game) (rules.Position, error) {
	v, err := chosenIn(g).rules()
	switch {
	case err != nil:
		return nil, err
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
	standard := *g
	standard.Start = ""
	first, err := startOf(&standard)
	switch {
	case err != nil:
		return "", err
	case notationOf(p) == notationOf(first):
		return "", nil
	}
	return notationOf(p), nil
}
