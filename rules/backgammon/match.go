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

// board is Board, for short.
func (p State) board() Board { return p.Board() }

// turn is what the legal plays depend on.
func (p State) turn() Turn {
	return Turn{Board: p.board(), Dice: p.dice, Before: int(p.turns[p.side]), Past: p.past}
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
	b := p.board()
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

// Ordered returns what orders make of the decision of the side to act: "roll"
// where it could double, a throw's only play, and without contact the play
// that bears off most checkers, unless several do with different results.
func (p State) Ordered(o rules.Orders) string {
	switch p.Phase() {
	case Rolling:
		if o.Roll {
			return roll
		}
	case Playing:
		return p.orderedPlay(o)
	}
	return ""
}

func (p State) orderedPlay(o rules.Orders) string {
	b := p.board()
	bearOff := o.BearOff && b.Own.highest() <= 6 && !p.contact()
	if !o.Forced && !bearOff {
		return ""
	}
	plays := p.variant.Plays(p.turn())
	if bearOff {
		most := 0
		for _, play := range plays {
			most = max(most, play.Board.Own.On(Off))
		}
		if most > b.Own.On(Off) {
			plays = slices.DeleteFunc(plays, func(q Play) bool { return q.Board.Own.On(Off) < most })
		}
	}
	if len(plays) != 1 {
		return ""
	}
	return plays[0].Text(b)
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

// session is the outcome of several games for money.
func session(score [2]int) rules.Outcome {
	o := rules.Outcome{Winner: rules.NoSide, Reason: rules.Session, Value: score[rules.White] - score[rules.Black]}
	switch {
	case o.Value > 0:
		o.Winner = rules.White
	case o.Value < 0:
		o.Winner, o.Value = rules.Black, -o.Value
	}
	return o
}

// Claim returns nothing: a draw is never claimed.
func (p State) Claim() (rules.Outcome, bool) { return rules.Outcome{}, false }

// Counts returns nothing: no rule counts moves.
func (p State) Counts() []rules.Count { return nil }

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
	return p.played(p.board(), pass, p.variant.moves.sequel(p.turn(), p.board(), 0)), nil
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

// worth is what a win of this game counts against a loser whose checkers stand
// so, without the cube.
func (p State) worth(loser Men) int {
	if p.variant.chosen(jacoby) == "on" && p.cube.owner == rules.NoSide {
		return 1
	}
	return p.variant.worth(loser)
}

// won ends the game: a win counts value times the cube. The next game of the
// match begins, if there is one.
func (p State) won(winner rules.Side, reason rules.Reason, value int) rules.Played {
	if winner != rules.NoSide {
		p.score[winner] += value * p.multiplier()
	}
	if !p.decided(winner) {
		p.game++
		return rules.Played{Position: p.nextGame(winner), NewTurn: true}
	}
	p.phase, p.offered, p.declined = Over, 0, 0
	p.dice, p.past, p.turns, p.cube.redoubles = [2]int{}, Fresh, [2]uint8{}, 0
	p.last = ending{winner, reason}
	if p.side = winner.Other(); winner == rules.NoSide {
		p.side = rules.White
	}
	return rules.Played{Position: p}
}

// multiplier is what the cube makes of a win. Other programs' positions of
// matches to 1 point may show a cube that was turned, but it counts nothing.
func (p State) multiplier() int {
	if p.variant.length == 1 {
		return 1
	}
	return p.cube.value
}

// decided reports whether the game that winner has just won was the last one.
// A drawn game decides a match to 1 point, which is a single game.
func (p State) decided(winner rules.Side) bool {
	switch {
	case p.variant.length == 0:
		return p.game == p.variant.games
	case winner == rules.NoSide:
		return p.variant.length == 1
	}
	return p.score[winner] >= p.variant.length
}

// nextGame sets up the game number p.game; winner is who won the one before,
// NoSide if there was none.
func (p State) nextGame(winner rules.Side) State {
	start := p.variant.start
	next := State{
		variant: p.variant,
		men:     [2]Men{start, start},
		side:    rules.White,
		cube:    centred,
		score:   p.score,
		game:    p.game,
		rule:    p.nextCrawford(),
		last:    ending{winner: rules.NoSide},
	}
	if p.variant.winnerBegins && winner != rules.NoSide {
		next.side, next.phase = winner, Rolling
	}
	return next
}

// contact reports whether a checker of one side can still meet one of the
// other's.
func (p State) contact() bool {
	b := p.board()
	own, opp := min(b.Own.highest(), 24), min(b.Opp.highest(), 24)
	for point := 1; point <= opp; point++ {
		if p.variant.Across(point) <= own {
			return true
		}
	}
	return false
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
