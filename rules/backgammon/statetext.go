package backgammon

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"crownpost/rules"
)

// ErrState is a state text that cannot be read.
var ErrState = errors.New("not a backgammon state")

// String returns the whole state, such as
//
//	white 24:2 13:5 8:3 6:5 / black bar:1 24:1 13:5 8:3 6:5 / black to play 6-2
//
// Each side's checkers are given by its own numbering, from the bar to those
// that are off. The last part is "opening", "white to roll", "white to play
// 6-2" or "white won".
func (p State) String() string {
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

// Parse reads a text of State.String, or a Position ID, which is taken as
// White to roll. The error is an ErrState, ErrPositionID or ErrBoard.
func (v *Variant) Parse(text string) (rules.Position, error) {
	p := State{variant: v, phase: rolling}
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
func (p State) onRoll(id string) (rules.Position, error) {
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
func (p State) won() [2]bool {
	return [2]bool{p.men[rules.White].highest() == Off, p.men[rules.Black].highest() == Off}
}

func (p *State) read(text string) error {
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

func (p *State) readPhase(text string) error {
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
