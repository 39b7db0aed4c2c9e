package backgammon

import (
	"fmt"
	"strings"

	"crownpost/rules"
)

// Drawing is a position to look at: a state of a match, or a game that is over
// while other programs' IDs do not tell what comes after it. The Phase of such
// a game is Over, and Parse may refuse its text.
type Drawing struct {
	State
	match string // the Match ID that was read
}

// MatchID returns the Match ID as it was read, else that of the state.
func (d Drawing) MatchID() string {
	if d.match != "" {
		return d.match
	}
	return d.State.MatchID()
}

// Ending returns who won the last game and how, once Phase is Over: winner is
// NoSide, or reason empty, where that is not known.
func (d Drawing) Ending() (winner rules.Side, reason rules.Reason) {
	return d.last.winner, d.last.reason
}

// ParseDrawing reads what Parse reads, and the positions of games that are over
// in the field's notations. The errors are those of Parse.
func (v *Variant) ParseDrawing(text string) (Drawing, error) {
	var d Drawing
	var err error
	switch position, match, paired := strings.Cut(text, ":"); {
	case strings.Contains(text, " "):
		d.State, err = v.parse(text)
	case strings.HasPrefix(text, xgidPrefix):
		d.State, err = v.drawXGID(text)
	case paired:
		d.match = match
		d.State, err = v.drawIDs(position, match)
	default:
		d.State, err = v.drawID(position)
	}
	if err != nil {
		return Drawing{}, err
	}
	return d, nil
}

func (v *Variant) drawXGID(text string) (State, error) {
	p, err := v.readXGID(text)
	if err != nil {
		return p, err
	}
	reason, _ := v.end(p.Board())
	if decided := p.variant.length > 0 && max(p.score[0], p.score[1]) >= p.variant.length; !decided && reason == "" {
		return p, p.check()
	}
	return p.stopped(reason)
}

func (v *Variant) drawIDs(position, match string) (State, error) {
	b, err := v.parseID(position)
	if err != nil {
		return State{}, err
	}
	k, err := readMatchKey(match)
	if err != nil {
		return State{}, err
	}
	p, err := v.fromKey(b, k)
	if err != nil {
		return p, err
	}
	switch k.state {
	case stateOver:
		reason, _ := v.end(b)
		return p.stopped(reason)
	case stateResigned:
		return p.stopped(rules.Resigned)
	case stateDropped:
		return p.stopped(rules.Dropped)
	}
	return p, p.check()
}

// drawID draws a Position ID for White, also if White is the winner.
func (v *Variant) drawID(id string) (State, error) {
	b, err := v.parseID(id)
	if err != nil {
		return State{}, err
	}
	if b.Own.highest() == Off && b.Opp.highest() == Off {
		p := State{variant: v.effective(), game: 1}.nextGame(rules.NoSide)
		p.men = [2]Men{b.Own, b.Opp}
		return p.stopped(rules.BorneOff)
	}
	p, err := v.onRoll(id)
	if err == nil {
		p.side, p.men = rules.White, [2]Men{b.Own, b.Opp}
	}
	return p, err
}

// stopped is the state when its game ended, without what that was worth. Who
// won is known if one side alone has borne off everything.
func (p State) stopped(reason rules.Reason) (State, error) {
	b := p.Board()
	winner := rules.NoSide
	switch own, opp := b.Own.highest() == Off, b.Opp.highest() == Off; {
	case own && !opp:
		winner = p.side
	case opp && !own:
		winner = p.side.Other()
	}
	p = p.over(ending{winner, reason})
	if p.cube.value > mostCube {
		return p, fmt.Errorf("%w: a cube of %d", ErrState, p.cube.value)
	}
	return p, p.variant.Check(b)
}
