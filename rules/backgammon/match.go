package backgammon

import (
	"fmt"

	"crownpost/rules"
)

// Phase is what a match waits for.
type Phase uint8

// The phases.
const (
	Opening   Phase = iota // for the throw for the first move of a game
	Rolling                // for the side on turn to throw, or to double
	Playing                // for the side on turn to play the dice
	Choosing               // for the side on turn to choose a double (acey-deucey)
	Doubled                // for the answer to a double or a beaver
	Resigning              // for the answer to a resignation
	Over                   // for nothing: the match has ended
)

// State is one state of a match: a game of it, and what the games before have
// left. Values are comparable.
type State struct {
	variant Variant
	men     [2]Men // by rules.Side
	// side is on turn: it has doubled, or resigned, while the other answers,
	// or the other way round. Once the match is over it is the last loser.
	side  rules.Side
	phase Phase // Resigning is told by offered
	dice  [2]int
	past  Past
	turns [2]uint8 // begun before this one, as far as the variant counts them

	cube cube
	// offered is the level of the resignation that stands, 0 if none does;
	// declined the highest one that was refused since the state changed.
	offered, declined int

	score [2]int // of the games before
	game  int    // from 1
	rule  crawford
	last  ending
}

// ending is how the last game of a match ended.
type ending struct {
	winner rules.Side // NoSide for a draw
	reason rules.Reason
}

// StateOf returns the state of a match that pos is; ok is false for a position
// of another family.
func StateOf(pos rules.Position) (s State, ok bool) {
	s, ok = pos.(State)
	return s, ok
}

// Variant returns the rules of the match, its length included.
func (p State) Variant() *Variant { return &p.variant }

// Length returns the points that win the match, 0 in games for money.
func (p State) Length() int { return p.variant.length }

// Games returns the number of games of a session for money, 0 if it has no
// end or if this is a match.
func (p State) Games() int { return p.variant.games }

// Score returns the points of each side, by rules.Side, as the games counted:
// the winner of a match may have more than its length. It includes the last
// game once the match is over.
func (p State) Score() [2]int { return p.score }

// Game returns the number of the game within the match, from 1.
func (p State) Game() int { return p.game }

// Phase returns what the match waits for.
func (p State) Phase() Phase {
	if p.offered > 0 {
		return Resigning
	}
	return p.phase
}

// Offered returns the level of the resignation that waits for its answer, 0 if
// none does.
func (p State) Offered() int { return p.offered }

// OnTurn returns the side that rolls or plays, although the other one may have
// to answer it first. Once the match is over it is the last loser.
func (p State) OnTurn() rules.Side { return p.side }

// Board returns the checkers as the side on turn sees them, which is Own.
func (p State) Board() Board { return Board{p.men[p.side], p.men[p.side.Other()]} }

// Men returns a side's checkers.
func (p State) Men(side rules.Side) Men { return p.men[side] }

// turn is what the legal plays depend on.
func (p State) turn() Turn {
	return Turn{Board: p.Board(), Dice: p.dice, Before: int(p.turns[p.side]), Past: p.past}
}

// Notation returns State.ID, or for a variant without it the checkers as
// State.String writes them.
func (p State) Notation() string {
	if p.variant.hasID() {
		return p.ID()
	}
	return p.menText()
}

// ToAct returns the side to roll, play or answer; White makes the opening
// throw.
func (p State) ToAct() rules.Side {
	switch {
	case p.phase == Over:
		return rules.NoSide
	case p.offered > 0:
		return p.side.Other()
	case p.phase == Doubled:
		return p.answers()
	}
	return p.side
}

// Legal returns the plays from the highest source down, or the acts that stand
// instead of them: all but resignations.
func (p State) Legal() []rules.Act {
	switch p.Phase() {
	case Over:
		return nil
	case Resigning:
		if p.Automatic() == accept {
			return acts(accept)
		}
		return acts(accept, refusing)
	case Doubled:
		if p.mayBeaver() == nil {
			return acts(take, drop, beaver)
		}
		return acts(take, drop)
	case Choosing:
		list := acts()
		for die := 1; die <= 6; die++ {
			list = append(list, rules.Act{Text: fmt.Sprintf("%s %d", choose, die)})
		}
		return list
	case Playing:
		if acts := p.plays(); len(acts) > 0 {
			return acts
		}
		return acts(pass)
	}
	if p.MayDouble() {
		return acts(roll, double)
	}
	return acts(roll)
}

func acts(texts ...string) []rules.Act {
	list := make([]rules.Act, len(texts))
	for i, text := range texts {
		list[i].Text = text
	}
	return list
}

func (p State) plays() []rules.Act {
	b := p.Board()
	plays := p.variant.Plays(p.turn())
	acts := make([]rules.Act, len(plays))
	for i, play := range plays {
		acts[i] = rules.Act{Text: play.Text(b), Steps: play.Steps(b)}
	}
	return acts
}

// Automatic returns "roll" before a throw where the cube cannot be turned,
// "pass" when the throw allows no play, and "accept" when a resignation offers
// all that the position can still cost.
func (p State) Automatic() string {
	switch p.Phase() {
	case Opening:
		return roll
	case Rolling:
		if !p.MayDouble() {
			return roll
		}
	case Playing:
		if !p.variant.canPlay(p.turn()) {
			return pass
		}
	case Resigning:
		if p.offered == p.most() {
			return accept
		}
	}
	return ""
}

// Dice returns the throw that waits to be played.
func (p State) Dice() []int {
	if p.phase != Playing {
		return nil
	}
	return p.dice[:]
}

// Outcome returns how the match ended. A win counts what the game does in a
// match to 1 point and in a single game for money, 1 in longer matches, and
// the difference of the points after several games for money.
func (p State) Outcome() (rules.Outcome, bool) {
	if p.phase != Over {
		return rules.Outcome{}, false
	}
	o := rules.Outcome{Winner: p.last.winner, Reason: p.last.reason}
	switch {
	case p.variant.games > 1:
		o = session(p.score)
	case o.Winner == rules.NoSide:
	case p.variant.length > 1:
		o.Value = 1
	default:
		o.Value = p.score[o.Winner]
	}
	return o, true
}

// Claim returns nothing: a draw is never claimed.
func (p State) Claim() (rules.Outcome, bool) { return rules.Outcome{}, false }

// Counts returns nothing: no rule counts moves.
func (p State) Counts() []rules.Count { return nil }

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
