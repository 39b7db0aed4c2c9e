package backgammon

import (
	"errors"
	"fmt"
	"strings"

	"crownpost/rules"
)

// Errors of notations of a match.
var (
	ErrMatchID = errors.New("not a Match ID")
	ErrXGID    = errors.New("not an XGID")
)

// MatchID returns the Match ID of GNU Backgammon, 12 characters, in which White
// is player 0; "" for a variant without a cube.
func (p State) MatchID() string { return "" }

// XGID returns the position as eXtreme Gammon writes it, with Black at the
// bottom; "" for a variant without a cube.
func (p State) XGID() string { return "" }

// ParseXGID reads an XGID, with "XGID=" before it or without.
func ParseXGID(text string) (State, error) { return State{}, fmt.Errorf("%w: %.80q", ErrXGID, text) }

// ParseIDs reads a Position ID and a Match ID with a colon between them.
func ParseIDs(text string) (State, error) { return State{}, fmt.Errorf("%w: %.80q", ErrMatchID, text) }

// parseNotation reads the field's notations of a position.
func (v *Variant) parseNotation(text string) (State, error) {
	switch {
	case strings.HasPrefix(text, "XGID="):
		return ParseXGID(text)
	case strings.Contains(text, ":"):
		return ParseIDs(text)
	}
	return v.onRoll(text)
}

// onRoll reads a Position ID as White to roll.
func (v *Variant) onRoll(id string) (State, error) {
	b, err := ParseID(id)
	if err != nil {
		return State{}, err
	}
	if b.Own.highest() == Off && b.Opp.highest() == Off {
		return State{}, fmt.Errorf("%w: both sides have borne off everything", ErrBoard)
	}
	p := State{variant: v.effective(), game: 1}.nextGame(rules.NoSide)
	p.men, p.phase = [2]Men{b.Own, b.Opp}, Rolling
	reason, own := v.end(b)
	if reason == "" {
		return p, nil
	}
	if v.length != 1 {
		return State{}, fmt.Errorf("%w: the game is over", ErrState)
	}
	if own {
		return p.won(rules.White, reason, v.value(b.Opp)).Position.(State), nil
	}
	return p.won(rules.Black, reason, v.value(b.Own)).Position.(State), nil
}
