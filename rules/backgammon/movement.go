package backgammon

import (
	"strconv"

	"crownpost/rules"
)

// Turn is all that the legal plays of a throw depend on.
type Turn struct {
	// Board is the position; Own is the side to play.
	Board Board
	// Dice are the throw, each 1 to 6.
	Dice [2]int
	// Before is how many turns the side has begun in this game before this
	// one, passes included. More than Variant.Counted makes no difference.
	Before int
	// Past is what the side has done in this turn already.
	Past Past
}

// Past is what a side has done in a turn before the dice that it plays now.
// It is Fresh in all variants but those in which a turn can go on.
type Past uint8

// The pasts.
const (
	Fresh    Past = iota // nothing
	Chosen               // acey-deucey: it has played 1 and 2 and chosen the double it plays now
	HeadLeft             // gulbara: a checker has left the head with an earlier double of the chain
)

// Sequel is how a game goes on after a play or a pass.
type Sequel struct {
	Kind SequelKind
	// Dice and Past are those of the next play, for PlayOn.
	Dice [2]int
	Past Past
}

// SequelKind says who does what after a play or a pass.
type SequelKind uint8

// The sequels.
const (
	TurnOver  SequelKind = iota // the other side rolls
	PlayOn                      // the same side plays Sequel.Dice (gulbara's chain of doubles)
	Choose                      // the same side chooses the double it plays next (acey-deucey)
	RollAgain                   // the same side rolls (acey-deucey)
	GameOver                    // see Variant.end
)

// movement is how the checkers of a variant move. State and the judgement of
// plays know no other.
type movement interface {
	// plays returns the legal plays of a throw, one for each distinct result,
	// in any order.
	plays(t Turn) []Play
	// canPlay reports whether there is any.
	canPlay(t Turn) bool
	// step moves one checker by one die within a play, if that is legal by
	// itself. The play as a whole may still be illegal.
	step(p progress, from, die int) (next progress, legal bool)
	// why names the rule that forbids a step of a checker that is there, nil if
	// none does. With die 0 it names one that keeps checkers on the point from
	// moving by any die.
	why(p progress, from, die int) *rules.Refusal
	// unfinished names the rule by which a play may not end as p is, nil if it
	// may.
	unfinished(p progress) *rules.Refusal
	// across is the opponent's number of a point 1 to 24.
	across(point int) int
	// check reports what makes a board impossible, as an ErrBoard. Each side
	// has its number of checkers.
	check(b Board) error
	// counted is how many of a side's turns the rules tell apart.
	counted() int
	// sequel is how the turn goes on after b was made of t.Board with so many
	// dice, if the game does.
	sequel(t Turn, b Board, used int) Sequel
	// end is the result of a board, "" while the game goes on. The winner is
	// Own if own, the other side if not; nobody if the reason is rules.Mothers.
	end(b Board) (reason rules.Reason, own bool)
}

// progress is a board within a play, and what the play has done so far.
type progress struct {
	turn  *Turn // as it began
	board Board
	hit   uint32 // points on which the play has hit, by the mover's numbering
	heads int    // checkers that the play has moved from 24
}

// Plays returns the legal plays of a throw, one for each distinct result,
// sorted from the highest source down.
func (v *Variant) Plays(t Turn) []Play { return sorted(v.moves.plays(t)) }

// canPlay reports whether a throw has any legal play.
func (v *Variant) canPlay(t Turn) bool { return v.moves.canPlay(t) }

// Across returns the opponent's number of the point that one side numbers
// point, 1 to 24: 25-point where the sides move in opposite directions, and
// half a round away where they move in the same one.
func (v *Variant) Across(point int) int { return v.moves.across(point) }

// Counted is how many of a side's first turns the variant's rules tell apart:
// a State counts a side's turns up to this number.
func (v *Variant) Counted() int { return v.moves.counted() }

// sequel is how the game goes on after a play.
func (v *Variant) sequel(t Turn, p Play) Sequel {
	if reason, _ := v.moves.end(p.Board); reason != "" {
		return Sequel{Kind: GameOver}
	}
	return v.moves.sequel(t, p.Board, p.Used())
}

// end is how the game has ended on a board: the reason, "" while it goes on,
// and whether Own has won. Nobody has if the reason is rules.Mothers.
func (v *Variant) end(b Board) (reason rules.Reason, own bool) { return v.moves.end(b) }

// backgammonMoves are the steps of backgammon itself and of those relatives
// that differ only in their set-up or in what a win counts.
type backgammonMoves struct{}

func (backgammonMoves) plays(t Turn) []Play { return AppendPlays(nil, t.Board, t.Dice[0], t.Dice[1]) }

func (backgammonMoves) canPlay(t Turn) bool {
	return t.Board.canMove(t.Dice[0]) || t.Board.canMove(t.Dice[1])
}

func (backgammonMoves) step(p progress, from, die int) (progress, bool) {
	o := p.board.opponent()
	if o.sources(p.board.Own.occupied(), die)>>from&1 == 0 {
		return p, false
	}
	to := max(from-die, Off)
	if p.board.Own = p.board.Own.move(from, to); o.blots>>to&1 == 1 {
		p.board.Opp = p.board.Opp.move(25-to, Bar)
		p.hit |= 1 << to
	}
	return p, true
}

func (backgammonMoves) why(p progress, from, die int) *rules.Refusal {
	own := p.board.Own
	if from != Bar && own.On(Bar) > 0 {
		return refuseAt([]int{Bar}, "bar-first", nil)
	}
	if number := p.board.Opp.On(25 - max(from-die, 1)); die > 0 && from > die && number > 1 {
		point := pointText(from - die)
		return refuseAt([]int{from - die}, "point-closed", args{"point": point, "number": strconv.Itoa(number)})
	}
	return notOff(own, from, die)
}

func (backgammonMoves) unfinished(progress) *rules.Refusal { return nil }

// bearsOff reports whether a die that reaches beyond the 1 point takes a
// checker off from a point: all are home, and it is the point's own number or
// no checker stands higher.
func bearsOff(own Men, from, die int) bool {
	highest := own.highest()
	return highest <= 6 && (die == from || highest == from)
}

// notOff names the rule that keeps a checker from being borne off, nil if none
// does or if the die does not reach so far.
func notOff(own Men, from, die int) *rules.Refusal {
	highest := own.highest()
	switch {
	case die < from:
	case highest > 6:
		return refuseAt([]int{highest}, "not-home", args{"point": pointText(highest)})
	case die > from && highest > from:
		return refuseAt([]int{from, highest}, "exact-number", args{
			"die": strconv.Itoa(die), "point": pointText(from), "higher": pointText(highest)})
	}
	return nil
}

func (backgammonMoves) across(point int) int { return 25 - point }

func (backgammonMoves) counted() int { return 0 }

func (backgammonMoves) sequel(Turn, Board, int) Sequel { return Sequel{Kind: TurnOver} }

func (backgammonMoves) end(b Board) (rules.Reason, bool) { return borneOff(b) }

// borneOff ends a game when one side has no checker left.
func borneOff(b Board) (reason rules.Reason, own bool) {
	switch {
	case b.Own.highest() == Off:
		return rules.BorneOff, true
	case b.Opp.highest() == Off:
		return rules.BorneOff, false
	}
	return "", false
}

func (backgammonMoves) check(b Board) error { return b.apart() }
