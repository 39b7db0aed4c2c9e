package backgammon

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crownpost/rules"
)

// errThrow is a roll without dice to throw: a mistake of the caller.
var errThrow = errors.New("roll needs dice of 1 to 6")

// The acts that are no plays.
const (
	roll = "roll"
	pass = "pass"
)

// phase is what a game waits for.
type phase uint8

const (
	opening phase = iota // for the throw for the first move
	rolling              // for side to throw
	playing              // for side to play the dice
	over                 // for nothing: side would have been next
)

// State is one state of a game. The zero dice lie on no table.
type State struct {
	variant *Variant
	men     [2]Men // by rules.Side
	side    rules.Side
	phase   phase
	dice    [2]int
}

// board is the position as the side on turn sees it.
func (p State) board() Board { return Board{p.men[p.side], p.men[p.side.Other()]} }

// Notation returns the Position ID for the side on turn (the side that would
// have been next, once the game is over).
func (p State) Notation() string { return p.board().ID() }

// ToAct returns the side to roll or play; White makes the opening throw.
func (p State) ToAct() rules.Side {
	if p.phase == over {
		return rules.NoSide
	}
	return p.side
}

// Legal returns the plays from the highest source down, or the act that
// stands instead of them.
func (p State) Legal() []rules.Act {
	switch p.phase {
	case over:
		return nil
	case playing:
		if acts := p.plays(); len(acts) > 0 {
			return acts
		}
		return []rules.Act{{Text: pass}}
	}
	return []rules.Act{{Text: roll}}
}

func (p State) plays() []rules.Act {
	b := p.board()
	plays := Plays(b, p.dice[0], p.dice[1])
	acts := make([]rules.Act, len(plays))
	for i, play := range plays {
		acts[i] = rules.Act{Text: play.Text(b), Steps: play.Steps(b)}
	}
	return acts
}

// Automatic returns "roll" before a throw, as there is no cube to turn, and
// "pass" when the throw allows no play.
func (p State) Automatic() string {
	switch p.phase {
	case opening, rolling:
		return roll
	case playing:
		if !p.board().canMove(p.dice[0]) && !p.board().canMove(p.dice[1]) {
			return pass
		}
	}
	return ""
}

// Dice returns the throw that waits to be played.
func (p State) Dice() []int {
	if p.phase != playing {
		return nil
	}
	return p.dice[:]
}

// Outcome returns who bore off everything and what that counts.
func (p State) Outcome() (rules.Outcome, bool) {
	if p.phase != over {
		return rules.Outcome{}, false
	}
	return rules.Outcome{
		Winner: p.side.Other(),
		Reason: rules.BorneOff,
		Value:  p.variant.value(p.men[p.side]),
	}, true
}

// Claim returns nothing: there are no draws.
func (p State) Claim() (rules.Outcome, bool) { return rules.Outcome{}, false }

// Counts returns nothing: there are no draws.
func (p State) Counts() []rules.Count { return nil }

// Play rolls, plays or passes. A play is judged by the position it leads to,
// however it is written: see the package's notation in readPlay. Every refusal
// but that of a finished game offers what is legal instead.
func (p State) Play(text string, throw rules.Thrower) (rules.Played, error) {
	if p.phase == over {
		return rules.Played{}, refuse("game-over", nil)
	}
	played, err := p.act(text, throw)
	if refusal, ok := errors.AsType[*rules.Refusal](err); ok && len(refusal.Legal) == 0 {
		offer(refusal, texts(p.Legal()))
	}
	return played, err
}

func (p State) act(text string, throw rules.Thrower) (rules.Played, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case roll:
		return p.roll(throw)
	case pass, "no play", "no move", "cannot move":
		return p.pass()
	}
	legs, err := readPlay(text)
	if err != nil {
		return rules.Played{}, err
	}
	if p.phase != playing {
		return rules.Played{}, refuse("must-roll", nil, roll)
	}
	return p.play(text, legs)
}

func (p State) roll(throw rules.Thrower) (rules.Played, error) {
	if p.phase == playing {
		return rules.Played{}, refuse("already-rolled", args{"dice": diceText(p.dice)})
	}
	if throw == nil {
		return rules.Played{}, errThrow
	}
	next := p
	die := throw(rules.Roll{Side: p.side, Game: 1})
	next.dice = [2]int{die(), die()}
	for p.phase == opening && next.dice[0] == next.dice[1] {
		next.dice = [2]int{die(), die()}
	}
	for _, d := range next.dice {
		if d < 1 || d > 6 {
			return rules.Played{}, fmt.Errorf("%w: %d", errThrow, d)
		}
	}
	// The higher of the opening throw begins, with these dice.
	if p.phase == opening && next.dice[0] < next.dice[1] {
		next.side = rules.Black
	}
	next.phase = playing
	return rules.Played{Position: next, Side: p.side, Text: roll, Dice: slices.Clone(next.dice[:])}, nil
}

func (p State) pass() (rules.Played, error) {
	if p.phase != playing {
		return rules.Played{}, refuse("must-roll", nil, roll)
	}
	if plays := p.plays(); len(plays) > 0 {
		return rules.Played{}, refuse("must-play", args{"dice": diceText(p.dice)}, texts(plays)...)
	}
	return p.turnOver(p.board(), pass), nil
}

// turnOver ends the turn of the side that has made b of its board.
func (p State) turnOver(b Board, text string) rules.Played {
	next := State{variant: p.variant, side: p.side.Other(), phase: rolling}
	next.men[p.side], next.men[next.side] = b.Own, b.Opp
	if b.Own.highest() == Off {
		next.phase = over
	}
	return rules.Played{Position: next, Side: p.side, Text: text, Dice: slices.Clone(p.dice[:])}
}

// Checkers returns how many checkers of each side stand on each point, by
// that side's own numbering, with those borne off at Off and those on the bar
// at Bar. It is nothing but zeros for a position of another family.
func Checkers(pos rules.Position) (points [2][26]int) {
	if p, ok := pos.(State); ok {
		for side, m := range p.men {
			for point := range points[side] {
				points[side][point] = m.On(point)
			}
		}
	}
	return points
}

// Pips returns the pip count of each side.
func Pips(pos rules.Position) (pips [2]int) {
	if p, ok := pos.(State); ok {
		pips = [2]int{p.men[rules.White].Pips(), p.men[rules.Black].Pips()}
	}
	return pips
}
