package backgammon

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crownpost/rules"
)

// ErrState is a state text that cannot be read.
var ErrState = errors.New("not a backgammon state")

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

// position is one state of a game. The zero dice lie on no table.
type position struct {
	variant *variant
	men     [2]Men // by rules.Side
	side    rules.Side
	phase   phase
	dice    [2]int
}

// board is the position as the side on turn sees it.
func (p position) board() Board { return Board{p.men[p.side], p.men[p.side.Other()]} }

// String returns the whole state, such as
//
//	white 24:2 13:5 8:3 6:5 / black bar:1 24:1 13:5 8:3 6:5 / black to play 6-2
//
// Each side's checkers are given by its own numbering, from the bar to those
// that are off. The last part is "opening", "white to roll", "white to play
// 6-2" or "white won".
func (p position) String() string {
	var what string
	switch p.phase {
	case opening:
		what = "opening"
	case rolling:
		what = fmt.Sprintf("%v to roll", p.side)
	case playing:
		what = fmt.Sprintf("%v to play %s", p.side, diceText(p.dice))
	case over:
		what = fmt.Sprintf("%v won", p.side.Other())
	}
	return fmt.Sprintf("white %s / black %s / %s", menText(p.men[rules.White]), menText(p.men[rules.Black]), what)
}

// Notation returns the Position ID for the side on turn (the side that would
// have been next, once the game is over).
func (p position) Notation() string { return p.board().ID() }

// ToAct returns the side to roll or play; White makes the opening throw.
func (p position) ToAct() rules.Side {
	if p.phase == over {
		return rules.NoSide
	}
	return p.side
}

// Legal returns the plays from the highest source down, or the act that
// stands instead of them.
func (p position) Legal() []rules.Act {
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

func (p position) plays() []rules.Act {
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
func (p position) Automatic() string {
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
func (p position) Dice() []int {
	if p.phase != playing {
		return nil
	}
	return p.dice[:]
}

// Outcome returns who bore off everything and what that counts.
func (p position) Outcome() (rules.Outcome, bool) {
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
func (p position) Claim() (rules.Outcome, bool) { return rules.Outcome{}, false }

// Counts returns nothing: there are no draws.
func (p position) Counts() []rules.Count { return nil }

// Play rolls, plays or passes. A play is judged by the position it leads to,
// however it is written: see the package's notation in readPlay.
func (p position) Play(text string, throw rules.Thrower) (rules.Played, error) {
	if p.phase == over {
		return rules.Played{}, refuse("game-over", nil)
	}
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

func (p position) roll(throw rules.Thrower) (rules.Played, error) {
	if p.phase == playing {
		return rules.Played{}, refuse("already-rolled", args{"dice": diceText(p.dice)})
	}
	if throw == nil {
		return rules.Played{}, errThrow
	}
	next := p
	next.dice = [2]int{throw(), throw()}
	for p.phase == opening && next.dice[0] == next.dice[1] {
		next.dice = [2]int{throw(), throw()}
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

func (p position) pass() (rules.Played, error) {
	if p.phase != playing {
		return rules.Played{}, refuse("must-roll", nil, roll)
	}
	if plays := p.plays(); len(plays) > 0 {
		return rules.Played{}, refuse("must-play", args{"dice": diceText(p.dice)}, texts(plays)...)
	}
	return p.turnOver(p.board(), pass), nil
}

// turnOver ends the turn of the side that has made b of its board.
func (p position) turnOver(b Board, text string) rules.Played {
	next := position{variant: p.variant, side: p.side.Other(), phase: rolling}
	next.men[p.side], next.men[next.side] = b.Own, b.Opp
	if b.Own.highest() == Off {
		next.phase = over
	}
	return rules.Played{Position: next, Side: p.side, Text: text, Dice: slices.Clone(p.dice[:])}
}

// Parse reads a text of Position.String, or a Position ID, which is taken as
// White to roll. The error is an ErrState, ErrPositionID or ErrBoard.
func (v *variant) Parse(text string) (rules.Position, error) {
	p := position{variant: v, phase: rolling}
	if !strings.Contains(text, " ") {
		return p.onRoll(text)
	}
	if err := p.read(text); err != nil {
		return nil, err
	}
	// One position has one text, so that texts can be compared.
	if canonical := p.String(); canonical != text {
		return nil, fmt.Errorf("%w: %.200q should be written %q", ErrState, text, canonical)
	}
	return p, nil
}

// onRoll reads a Position ID.
func (p position) onRoll(id string) (rules.Position, error) {
	b, err := ParseID(id)
	if err != nil {
		return nil, err
	}
	p.men = [2]Men{b.Own, b.Opp}
	switch won := p.won(); {
	case won[rules.White] && won[rules.Black]:
		return nil, fmt.Errorf("%w: both sides have borne off everything", ErrBoard)
	case won[rules.White]:
		p.phase, p.side = over, rules.Black
	case won[rules.Black]:
		p.phase, p.side = over, rules.White
	}
	return p, nil
}

// won says of each side whether all its checkers are off.
func (p position) won() [2]bool {
	return [2]bool{p.men[rules.White].highest() == Off, p.men[rules.Black].highest() == Off}
}

func (p *position) read(text string) error {
	parts := strings.Split(text, " / ")
	if len(parts) != 3 {
		return fmt.Errorf("%w: %d parts between slashes instead of 3", ErrState, len(parts))
	}
	for side := range p.men {
		m, err := readMen(parts[side], rules.Side(side).String())
		if err != nil {
			return err
		}
		p.men[side] = m
	}
	if err := p.board().check(p.variant.start.count()); err != nil {
		return err
	}
	if err := p.readPhase(parts[2]); err != nil {
		return err
	}
	won := p.won()
	switch {
	case p.phase == opening && p.men != [2]Men{p.variant.start, p.variant.start}:
		return fmt.Errorf("%w: an opening throw, but not the opening position", ErrState)
	case p.phase == over && (!won[p.side.Other()] || won[p.side]):
		return fmt.Errorf("%w: won, but it is not the winner alone who has all checkers off", ErrState)
	case p.phase != over && (won[0] || won[1]):
		return fmt.Errorf("%w: all checkers are off, but the game goes on", ErrState)
	}
	return nil
}

// readMen reads "white bar:1 24:2 off:3".
func readMen(text, side string) (Men, error) {
	var m Men
	fields := strings.Fields(text)
	if len(fields) == 0 || fields[0] != side {
		return m, fmt.Errorf("%w: %.40q should begin with %q", ErrState, text, side)
	}
	left := checkers
	for _, field := range fields[1:] {
		place, number, _ := strings.Cut(field, ":")
		point, ok := readPoint(place)
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 || n > left {
			return m, fmt.Errorf("%w: %.40q is not a point and a number of checkers", ErrState, field)
		}
		m, left = m.put(point, n), left-n
	}
	return m, nil
}

func (p *position) readPhase(text string) error {
	if text == "opening" {
		p.phase = opening
		return nil
	}
	name, what, _ := strings.Cut(text, " ")
	for p.side = rules.White; p.side.String() != name; p.side++ {
		if p.side == rules.Black {
			return fmt.Errorf("%w: %.40q does not say who is to do what", ErrState, text)
		}
	}
	switch dice, isPlay := strings.CutPrefix(what, "to play "); {
	case isPlay:
		d1, d2, err := ReadDice(dice)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrState, err)
		}
		p.phase, p.dice = playing, [2]int{d1, d2}
	case what == "to roll":
		p.phase = rolling
	case what == "won":
		p.phase, p.side = over, p.side.Other()
	default:
		return fmt.Errorf("%w: %.40q is none of to roll, to play and won", ErrState, what)
	}
	return nil
}

// menText writes what readMen reads, without the side.
func menText(m Men) string {
	var b strings.Builder
	for point := Bar; point >= Off; point-- {
		if n := m.On(point); n > 0 {
			fmt.Fprintf(&b, " %s:%d", pointText(point), n)
		}
	}
	return b.String()[1:]
}

// Checkers returns how many checkers of each side stand on each point, by
// that side's own numbering, with those borne off at Off and those on the bar
// at Bar. It is nothing but zeros for a position of another family.
func Checkers(pos rules.Position) (points [2][26]int) {
	if p, ok := pos.(position); ok {
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
	if p, ok := pos.(position); ok {
		pips = [2]int{p.men[rules.White].Pips(), p.men[rules.Black].Pips()}
	}
	return pips
}
