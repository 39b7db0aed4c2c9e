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

// The acts that are no plays. Those with a number behind them are followed by
// a blank and the number.
const (
	roll     = "roll"
	pass     = "pass"
	double   = "double"
	take     = "take"
	drop     = "drop"
	beaver   = "beaver"
	resign   = "resign" // at a level
	accept   = "accept" // the resignation offered
	refusing = "refuse" // the resignation offered
	choose   = "choose" // the number of a double
)

// Play makes an act. A play is judged by the position it leads to, however it
// is written: see the package's notation in readPlay. Every refusal but that
// of a match that is over offers what is legal instead.
func (p State) Play(text string, throw rules.Thrower) (rules.Played, error) {
	if p.phase == Over {
		return rules.Played{}, refuse("game-over", nil)
	}
	played, err := p.act(strings.ToLower(strings.Join(strings.Fields(text), " ")), throw)
	if err != nil {
		if refusal, ok := errors.AsType[*rules.Refusal](err); ok && len(refusal.Legal) == 0 {
			offer(refusal, texts(p.Legal()))
		}
		return rules.Played{}, err
	}
	played.Side = p.ToAct()
	return played, nil
}

func (p State) act(text string, throw rules.Thrower) (rules.Played, error) {
	word, number, _ := strings.Cut(text, " ")
	switch text {
	case accept:
		return p.accept()
	case refusing, "decline":
		return p.refuse()
	case take:
		return p.take()
	case drop:
		return p.drop()
	case beaver:
		return p.beaver()
	case double, "redouble":
		return p.double()
	}
	switch word {
	case resign:
		return p.resign(number)
	case choose:
		return p.choose(number)
	}
	if err := p.waitsForTurn(); err != nil {
		return rules.Played{}, err
	}
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
	if err := p.waitsForPlay(); err != nil {
		return rules.Played{}, err
	}
	return p.play(text, legs)
}

// waitsForTurn refuses what only the side on turn may do while the other one
// has to answer.
func (p State) waitsForTurn() error {
	switch p.Phase() {
	case Doubled:
		return refuse("answer-double", args{"cube": fmt.Sprint(2 * p.cube.value)})
	case Resigning:
		return refuse("answer-resignation", args{"level": fmt.Sprint(p.offered)})
	}
	return nil
}

// waitsForPlay refuses a play or a pass where there are no dice to play.
func (p State) waitsForPlay() error {
	switch p.phase {
	case Playing:
		return nil
	case Choosing:
		return refuse("must-choose", nil)
	}
	return refuse("must-roll", nil)
}

func (p State) roll(throw rules.Thrower) (rules.Played, error) {
	switch p.phase {
	case Playing:
		return rules.Played{}, refuse("already-rolled", args{"dice": diceText(p.dice)})
	case Choosing:
		return rules.Played{}, refuse("must-choose", nil)
	}
	if throw == nil {
		return rules.Played{}, errThrow
	}
	next := p
	next.declined = 0
	die := throw(rules.Roll{Side: p.side, Game: p.game, Opening: p.phase == Opening})
	thrown := []int{die(), die()}
	for p.phase == Opening && tie(thrown) {
		thrown = append(thrown, die(), die())
	}
	for _, d := range thrown {
		if d < 1 || d > 6 {
			return rules.Played{}, fmt.Errorf("%w: %d", errThrow, d)
		}
	}
	next.dice = [2]int(thrown[len(thrown)-2:])
	next.phase = Playing
	if p.phase == Opening {
		next = next.open(len(thrown) > 2)
	}
	return rules.Played{Position: next, Text: roll, Dice: thrown}, nil
}

// tie reports whether the last two dice are equal. Dice that are none end the
// throw.
func tie(dice []int) bool {
	a, b := dice[len(dice)-2], dice[len(dice)-1]
	return a == b && a >= 1 && a <= 6
}

// open begins a game with the opening throw in p.dice.
func (p State) open(tied bool) State {
	if tied && p.variant.chosen(automaticDoubles) == "on" {
		p.cube.value *= 2
	}
	if p.dice[rules.White] < p.dice[rules.Black] {
		p.side = rules.Black
	}
	if p.variant.throwsAnew || p.variant.chosen(openingThrow) == "again" {
		p.phase, p.dice = Rolling, [2]int{}
	}
	return p
}

func (p State) pass() (rules.Played, error) {
	if err := p.waitsForPlay(); err != nil {
		return rules.Played{}, err
	}
	if plays := p.plays(); len(plays) > 0 {
		return rules.Played{}, refuse("must-play", args{"dice": diceText(p.dice)}, texts(plays)...)
	}
	return p.played(p.Board(), pass, p.variant.moves.sequel(p.turn(), p.Board(), 0)), nil
}

// played goes on after the side on turn has made b of its board.
func (p State) played(b Board, text string, s Sequel) rules.Played {
	next := p
	next.men[p.side], next.men[p.side.Other()] = b.Own, b.Opp
	next.dice, next.past, next.declined = [2]int{}, Fresh, 0
	dice := slices.Clone(p.dice[:])
	switch s.Kind {
	case PlayOn:
		next.phase, next.dice, next.past = Playing, s.Dice, s.Past
	case Choose:
		next.phase, next.past = Choosing, s.Past
	case RollAgain:
		next.phase, next.past = Rolling, s.Past
	case GameOver:
		reason, own := p.variant.end(b)
		winner, loser := p.side, b.Opp
		switch {
		case reason == rules.Mothers:
			winner = rules.NoSide
		case !own:
			winner, loser = p.side.Other(), b.Own
		}
		won := next.won(winner, reason, next.worth(loser))
		won.Text, won.Dice = text, dice
		return won
	case TurnOver:
		if int(next.turns[p.side]) < p.variant.Counted() {
			next.turns[p.side]++
		}
		next.side, next.phase = p.side.Other(), Rolling
	}
	return rules.Played{Position: next, Text: text, Dice: dice}
}

// choose plays the double of acey-deucey that the side on turn names.
func (p State) choose(number string) (rules.Played, error) {
	if err := p.waitsForTurn(); err != nil {
		return rules.Played{}, err
	}
	if p.phase != Choosing {
		return rules.Played{}, refuse("nothing-to-choose", nil)
	}
	if len(number) != 1 || number[0] < '1' || number[0] > '6' {
		return rules.Played{}, refuse("must-choose", nil)
	}
	die := int(number[0] - '0')
	next := p
	next.phase, next.dice, next.past, next.declined = Playing, [2]int{die, die}, Chosen, 0
	return rules.Played{Position: next, Text: choose + " " + number}, nil
}
