package backgammon

import (
	"fmt"
	"math/bits"
	"strings"

	"crownpost/rules"
)

// ID returns the Position ID for the side on turn (the last loser, once the
// match is over), "" for a variant of whose boards it does not tell all.
func (p State) ID() string {
	if !p.variant.hasID() {
		return ""
	}
	return p.Board().ID()
}

// MatchID returns the Match ID of GNU Backgammon, 12 characters, in which White
// is player 0; "" for a variant without a cube. It tells neither the number of
// the game nor the Crawford rule once its game has been played, nor beavers.
func (p State) MatchID() string {
	if !p.variant.cube {
		return ""
	}
	return p.matchKey().String()
}

func (p State) matchKey() matchKey {
	k := matchKey{
		cube:     bits.TrailingZeros(uint(p.cube.value)),
		owner:    nobody,
		move:     int(p.side),
		crawford: p.Crawford(),
		state:    statePlaying,
		turn:     int(p.side),
		doubled:  p.phase == Doubled,
		resigned: min(p.offered, 3),
		length:   p.variant.length,
		score:    p.score,
		noJacoby: p.variant.chosen(jacoby) != "on",
	}
	if p.cube.owner != rules.NoSide {
		k.owner = int(p.cube.owner)
	}
	if p.phase == Playing {
		k.dice = [2]int{max(p.dice[0], p.dice[1]), min(p.dice[0], p.dice[1])}
	}
	switch p.phase {
	case Opening:
		k.state = stateNone
	case Over:
		k.state = stateOver
		switch p.last.reason {
		case rules.Resigned:
			k.state = stateResigned
		case rules.Dropped:
			k.state = stateDropped
		}
	default:
		k.turn = int(p.ToAct())
	}
	return k
}

// ParseIDs reads a Position ID and a Match ID with a colon between them, as of
// a match or a session of backgammon without an end. The number of the game
// is the least that the score allows. The error is an ErrPositionID, ErrMatchID,
// ErrBoard or ErrState.
func ParseIDs(text string) (State, error) { return variants[0].parseIDs(text) }

func (v *Variant) parseIDs(text string) (State, error) {
	position, match, _ := strings.Cut(text, ":")
	b, err := v.parseID(position)
	if err != nil {
		return State{}, err
	}
	k, err := readMatchKey(match)
	if err != nil {
		return State{}, err
	}
	if k.state > statePlaying {
		return State{}, fmt.Errorf("%w: the game is over", ErrMatchID)
	}
	p, err := v.fromKey(b, k)
	if err != nil {
		return State{}, err
	}
	return p, p.check()
}

// fromKey is the state of a board and what a Match ID tells, still to be
// checked; in a game that is over, the one before its end.
func (v *Variant) fromKey(b Board, k matchKey) (State, error) {
	switch {
	case !v.cube && (k.cube > 0 || k.owner != nobody || k.doubled):
		return State{}, fmt.Errorf("%w: %s is played without a cube", ErrMatchID, v.key)
	case k.length > MaxLength:
		return State{}, fmt.Errorf("%w: a match to %d points, more than %d", ErrMatchID, k.length, MaxLength)
	case k.owner == 2 || k.dice[0] > 6 || k.dice[1] > 6 || (k.dice[0] == 0) != (k.dice[1] == 0):
		return State{}, fmt.Errorf("%w: an owner of the cube or dice that do not exist", ErrMatchID)
	case k.dice[0] > 0 && (k.doubled || k.state == stateNone):
		return State{}, fmt.Errorf("%w: dice before the roll", ErrMatchID)
	case k.state > stateDropped:
		return State{}, fmt.Errorf("%w: a state of the game that does not exist", ErrMatchID)
	}
	p := v.toBePlayed(k.length, !k.noJacoby, false, k.score)
	p.side, p.phase = rules.Side(k.move), Rolling
	p.men[p.side], p.men[p.side.Other()] = b.Own, b.Opp
	p.cube.value = 1 << k.cube
	if k.owner != nobody {
		p.cube.owner = rules.Side(k.owner)
	}
	switch {
	case k.state == stateNone:
		p.side, p.phase = rules.White, Opening
	case k.doubled:
		p.phase = Doubled
		if rules.Side(k.turn) == p.side {
			p.variant = *p.variant.must(map[string]string{beavers: "on"})
			p.cube.redoubles = 1
		}
	case k.dice[0] > 0:
		p.phase, p.dice = Playing, k.dice
	}
	p.offered = k.resigned
	p.allowCentred()
	p.setCrawford(k.crawford)
	return p, nil
}

// toBePlayed is a state at the given score, the first game's or a later one's.
func (v *Variant) toBePlayed(length int, jacobyRule, beaverRule bool, score [2]int) State {
	w := v.Money(0)
	if length > 0 {
		w = v.Match(length)
	}
	if v.cube {
		w = w.must(map[string]string{jacoby: onOff(jacobyRule), beavers: onOff(beaverRule)})
	}
	p := State{variant: w.effective(), score: score, game: 1 + w.leastGames(score)}
	return p.nextGame(rules.NoSide)
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// must is with for choices that the variant has.
func (v *Variant) must(choices map[string]string) *Variant {
	w, err := v.with(choices)
	if err != nil {
		panic(err)
	}
	return w
}

// allowCentred takes a cube in the middle at 2 for an automatic double.
func (p *State) allowCentred() {
	if p.cube.value == 2 && p.cube.owner == rules.NoSide && p.variant.length == 0 {
		p.variant = *p.variant.must(map[string]string{automaticDoubles: "on"})
	}
}

// setCrawford tells the Crawford game from those after it.
func (p *State) setCrawford(isCrawford bool) {
	v := &p.variant
	switch near := p.score[rules.White] == v.length-1 || p.score[rules.Black] == v.length-1; {
	case isCrawford && v.length > 0:
		p.rule = crawfordGame
	case near && v.length > 1 && v.chosen(crawfordRule) == "on":
		p.rule = afterCrawford
	default:
		p.rule = beforeCrawford
	}
}

// parseID reads a Position ID for the variant's number of checkers.
func (v *Variant) parseID(id string) (Board, error) {
	b, err := ParseID(id)
	if err != nil {
		return b, err
	}
	if !v.hasID() {
		return b, fmt.Errorf("%w: a position of %s has none", ErrPositionID, v.key)
	}
	spare := checkers - v.start.count()
	for _, m := range []*Men{&b.Own, &b.Opp} {
		if m.On(Off) < spare {
			return b, fmt.Errorf("%w: more than %d checkers on one side", ErrBoard, v.start.count())
		}
		*m = m.put(Off, -spare)
	}
	return b, nil
}

// parseNotation reads the field's notations of a position.
func (v *Variant) parseNotation(text string) (State, error) {
	switch {
	case strings.HasPrefix(text, xgidPrefix):
		return v.parseXGID(text)
	case strings.Contains(text, ":"):
		return v.parseIDs(text)
	}
	return v.onRoll(text)
}

// onRoll reads a Position ID as White to roll the first game.
func (v *Variant) onRoll(id string) (State, error) {
	b, err := v.parseID(id)
	if err != nil {
		return State{}, err
	}
	p := State{variant: v.effective(), game: 1}.nextGame(rules.NoSide)
	p.men, p.phase = [2]Men{b.Own, b.Opp}, Rolling
	reason, own := v.end(b)
	switch {
	case b.Own.highest() == Off && b.Opp.highest() == Off:
		return State{}, fmt.Errorf("%w: both sides have borne off everything", ErrBoard)
	case reason == "":
		return p, nil
	case v.length != 1:
		return State{}, fmt.Errorf("%w: the game is over", ErrState)
	case own:
		return p.won(rules.White, reason, v.worth(b.Opp)).Position.(State), nil
	}
	return p.won(rules.Black, reason, v.worth(b.Own)).Position.(State), nil
}
