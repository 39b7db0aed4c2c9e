package play

import (
	"errors"
	"fmt"
	"strings"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/correspondence"
)

// chosen is a variant as two players have agreed to play it, as it is stored.
type chosen struct {
	variant, options string
	length, money    int
}

func chosenIn(g *store.Game) chosen { return chosen{g.Variant, g.Options, g.Length, g.Money} }

// rules are the rules of the variant chosen: those of the whole match where
// there is one.
func (c chosen) rules() (rules.Variant, error) {
	v, err := playedBy(c.variant, c.options)
	if err != nil {
		return nil, err
	}
	b, ok := v.(*backgammon.Variant)
	switch {
	case !ok:
		return v, nil
	case c.money > 0:
		return b.Money(c.money), nil
	}
	return b.Match(max(c.length, 1)), nil
}

// checkMatch refuses, field by field, a length that no match of the variant
// has. It returns length and number of games as they are stored.
func (b Beginning) checkMatch(v rules.Variant, rated bool) (length, money int, err error) {
	match, ok := v.(*backgammon.Variant)
	switch {
	case !ok && b.Length != 0:
		return 0, 0, account.NewInvalid("length", "length-draughts", nil)
	case !ok && b.Money != 0:
		return 0, 0, account.NewInvalid("money", "money-cube", nil)
	case !ok:
		return 0, 0, nil
	case b.Length == 0 && b.Money == 0:
		return max(startLength(v, b.Start), 1), 0, nil
	case b.Length < 0 || b.Length > backgammon.MaxLength:
		return 0, 0, account.NewInvalid("length", "length-range", map[string]any{"max": backgammon.MaxLength})
	case b.Money < 0 || b.Money > backgammon.MaxGames:
		return 0, 0, account.NewInvalid("money", "money-range", map[string]any{"max": backgammon.MaxGames})
	case b.Money > 0 && !match.HasCube():
		return 0, 0, account.NewInvalid("money", "money-cube", nil)
	case b.Money > 0 && b.Length > 0:
		return 0, 0, account.NewInvalid("length", "length-or-money", nil)
	case b.Money > 0 && rated:
		return 0, 0, account.NewInvalid("rated", "rated-money", nil)
	case b.Money > 0:
		return 0, b.Money, nil
	}
	return b.Length, 0, nil
}

// refuseIdle refuses rules chosen that make no difference to a match: the
// Crawford rule in one to a point, say, or Jacoby's rule in any.
func (c chosen) refuseIdle() error {
	text := func(options string) (string, error) {
		v, err := chosen{c.variant, options, c.length, c.money}.rules()
		if err != nil {
			return "", err
		}
		return v.Start().String(), nil
	}
	standard, err := text("")
	if err != nil {
		return err
	}
	for key, value := range ReadOptions(c.options) {
		with, err := text(key + "=" + value)
		if err != nil {
			return err
		}
		if with == standard {
			return account.NewInvalid("options", "option-idle", map[string]any{"option": key})
		}
	}
	return nil
}

// The bounds of positions to begin from, far below those of what can be read:
// the points of a side in games for money, and the drawn games before.
const (
	maxStartPoints = 1000
	maxStartDrawn  = 100
)

// matchStart reads a position for a casual match to begin from: a Position ID,
// one with a Match ID behind a colon, an XGID or the whole state. What it says
// of the match must be what the players agree on, and nothing may be offered
// but a double.
func matchStart(v *backgammon.Variant, text string) (string, error) {
	p, err := v.Parse(text)
	if err != nil {
		return "", account.NewInvalid("start", "match-start-unreadable", map[string]any{"problem": err.Error()})
	}
	state, ok := backgammon.StateOf(p)
	if !ok {
		return "", fmt.Errorf("start %q: no state of a match", text)
	}
	score := state.Score()
	points, games := score[rules.White]+score[rules.Black], state.Game()-1
	switch _, over := p.Outcome(); {
	case over:
		return "", account.NewInvalid("start", "start-over", nil)
	case state.Offered() > 0:
		return "", account.NewInvalid("start", "start-offered", nil)
	case max(score[rules.White], score[rules.Black]) > maxStartPoints:
		return "", account.NewInvalid("start", "start-points", map[string]any{"max": maxStartPoints})
	case games > points+maxStartDrawn:
		return "", account.NewInvalid("start", "start-games", map[string]any{"max": points + maxStartDrawn + 1})
	case state.Variant().Start().String() != v.Start().String():
		return "", account.NewInvalid("start", "start-other-match", nil)
	}
	return notationOf(p), nil
}

// startLength is the length of the match that a position to start from is of,
// 0 if it does not say.
func startLength(v rules.Variant, text string) int {
	p, err := v.Parse(strings.TrimSpace(text))
	if state, ok := backgammon.StateOf(p); ok && err == nil {
		return state.Length()
	}
	return 0
}

// notationOf is a position as the field writes it: the XGID of a match, where
// it has one that tells all of it, else the whole state.
func notationOf(p rules.Position) string {
	state, ok := backgammon.StateOf(p)
	if !ok {
		return p.Notation()
	}
	if id := state.XGID(); id != "" {
		if again, err := state.Variant().Parse(id); err == nil && again.String() == p.String() {
			return id
		}
	}
	return p.String()
}

// WaitingError is correspondence.ErrNotYourTurn while the opponent has to
// answer a double or a resignation, which Phase tells apart.
type WaitingError struct{ Phase backgammon.Phase }

func (e *WaitingError) Error() string { return e.Unwrap().Error() }

// Unwrap returns correspondence.ErrNotYourTurn.
func (e *WaitingError) Unwrap() error { return correspondence.ErrNotYourTurn }

// whyWaiting adds to ErrNotYourTurn what the opponent has to answer first.
func whyWaiting(err error, position rules.Position) error {
	state, ok := backgammon.StateOf(position)
	if !ok || !errors.Is(err, correspondence.ErrNotYourTurn) {
		return err
	}
	switch phase := state.Phase(); phase {
	case backgammon.Doubled, backgammon.Resigning:
		return &WaitingError{phase}
	}
	return err
}

// firstThrows is ready to throw in a game that is about to begin: on the chain
// that was drawn with its seek, on that of its place in an event, or on one of
// its own.
func (s *Service) firstThrows(tx *store.Tx, g *store.Game, t terms) (*throws, error) {
	if g.Family != string(rules.Backgammon) {
		return nil, nil
	}
	if err := s.firstChain(tx, g, t.Chain); err != nil {
		return nil, fmt.Errorf("dice chain of game %d: %w", g.ID, err)
	}
	throws, err := s.throwsOf(tx, g)
	if err != nil {
		return nil, err
	}
	throws.shares = t.Shares
	if t.Shares[rules.White].Share == t.Shares[rules.Black].Share {
		throws.shares[rules.Black] = store.DiceShare{} // a share counts once
	}
	return throws, nil
}

// firstChain gives a game the chain that was drawn for it, or makes it one.
func (s *Service) firstChain(tx *store.Tx, g *store.Game, drawn int64) error {
	if drawn != 0 {
		return tx.GiveChain(drawn, g.ID)
	}
	next, err := s.chainsOf(tx, g)
	if err != nil {
		return err
	}
	return storeChain(tx, store.DiceChain{GameID: g.ID, Number: 1}, next(1))
}

// share is the first share of a player of the game.
func (t *terms) share(player int64, share store.DiceShare) {
	side := rules.White
	if player == t.Black {
		side = rules.Black
	}
	t.Shares[side] = share
}

// entryShares are the shares of dice that came with the entries to a
// tournament, by account.
func entryShares(entrants []store.EntrantView) map[int64]store.DiceShare {
	shares := map[int64]store.DiceShare{}
	for _, e := range entrants {
		shares[e.AccountID] = store.DiceShare{Share: e.Share, Source: e.ShareSource}
	}
	return shares
}
