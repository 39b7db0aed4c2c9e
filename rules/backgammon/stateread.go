package backgammon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crownpost/rules"
)

// Parse reads a text of State.String, which tells the length of the match and
// the options by itself; or a Position ID, which is taken as White to roll the
// first game of v, the IDs of position and match, or an XGID. The error is an
// ErrState, ErrPositionID, ErrMatchID, ErrXGID or ErrBoard.
func (v *Variant) Parse(text string) (rules.Position, error) {
	p, err := v.parse(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (v *Variant) parse(text string) (State, error) {
	if !strings.Contains(text, " ") {
		return v.parseNotation(text)
	}
	p, err := v.readState(text)
	if err != nil {
		return State{}, err
	}
	p.variant = p.variant.effective()
	if err := p.check(); err != nil {
		return State{}, err
	}
	// One state has one text, so that texts can be compared.
	if canonical := p.String(); canonical != text {
		return State{}, fmt.Errorf("%w: %.300q should be written %q", ErrState, text, canonical)
	}
	return p, nil
}

func (v *Variant) readState(text string) (State, error) {
	p := State{variant: *v.single(), game: 1, cube: centred, last: ending{winner: rules.NoSide}}
	parts := strings.Split(text, " / ")
	if len(parts) < 3 {
		return p, fmt.Errorf("%w: %d parts between slashes instead of 3 or more", ErrState, len(parts))
	}
	for side := range p.men {
		m, err := v.readMen(parts[side], rules.Side(side).String())
		if err != nil {
			return p, err
		}
		p.men[side] = m
	}
	// What stands behind the phase is read first: the phase depends on it.
	for _, part := range parts[3:] {
		if err := p.readPart(part); err != nil {
			return p, err
		}
	}
	return p, p.readPhase(parts[2])
}

// single is a match to 1 point without options.
func (v *Variant) single() *Variant { return &Variant{v.kind, terms{length: 1}} }

// readPart reads one of the parts behind the phase.
func (p *State) readPart(text string) error {
	switch {
	case strings.HasPrefix(text, matchTo), strings.HasPrefix(text, money):
		return p.readTerms(text)
	case strings.HasPrefix(text, cubeWord):
		return p.readCube(text)
	case strings.HasPrefix(text, turnsWord):
		turns, err := readPair(text[len(turnsWord):])
		p.turns = [2]uint8{uint8(turns[0]), uint8(turns[1])}
		if most := p.variant.Counted(); err != nil || turns[0] > most || turns[1] > most {
			return fmt.Errorf("%w: %.40q counts turns that do not matter", ErrState, text)
		}
		return nil
	}
	return p.readChoice(text)
}

// readTerms reads "match to 7, 2-4, game 5, Crawford".
func (p *State) readTerms(text string) error {
	wrong := fmt.Errorf("%w: %.80q does not tell the match", ErrState, text)
	fields := strings.Split(text, ", ")
	if len(fields) < 3 || len(fields) > 4 {
		return wrong
	}
	var err error
	p.variant.length = 0
	switch what := fields[0]; {
	case strings.HasPrefix(what, matchTo):
		p.variant.length, err = readNumber(what[len(matchTo):], 2, MaxLength)
	case strings.HasPrefix(what, sessionOf):
		p.variant.games, err = readNumber(what[len(sessionOf):], 1, MaxGames)
	case what != money:
		return wrong
	}
	if err != nil {
		return err
	}
	if p.score, err = readPair(fields[1]); err != nil {
		return err
	}
	number, ok := strings.CutPrefix(fields[2], gameWord)
	if p.game, err = readNumber(number, 1, mostPoints); err != nil || !ok {
		return wrong
	}
	if len(fields) == 4 {
		switch fields[3] {
		case crawfordTag:
			p.rule = crawfordGame
		case postTag:
			p.rule = afterCrawford
		default:
			return wrong
		}
	}
	return nil
}

// mostPoints is the highest score and number of a game that are read. What is
// played stays below: a session of MaxGames games counts at most 25·3·4096
// points. Of sessions without an end there are records alone.
const mostPoints = 1 << 20

// readNumber reads a number of the given range.
func readNumber(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%w: %.40q is not a number from %d to %d", ErrState, text, least, most)
	}
	return n, nil
}

// readPair reads "2-4".
func readPair(text string) (pair [2]int, err error) {
	white, black, _ := strings.Cut(text, "-")
	if pair[rules.White], err = readNumber(white, 0, mostPoints); err != nil {
		return pair, err
	}
	pair[rules.Black], err = readNumber(black, 0, mostPoints)
	return pair, err
}

// readCube reads "cube 2 of white".
func (p *State) readCube(text string) error {
	value, owner, owned := strings.Cut(text[len(cubeWord):], " of ")
	n, err := readNumber(value, 1, mostCube)
	if err != nil {
		return err
	}
	p.cube.value = n
	if owned {
		if p.cube.owner = readSide(owner); p.cube.owner == rules.NoSide {
			return fmt.Errorf("%w: %.40q does not say who owns the cube", ErrState, text)
		}
	}
	return nil
}

func readSide(text string) rules.Side {
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if side.String() == text {
			return side
		}
	}
	return rules.NoSide
}

// readChoice reads "jacoby=on beavers=on".
func (p *State) readChoice(text string) error {
	choices := map[string]string{}
	for _, word := range strings.Fields(text) {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return fmt.Errorf("%w: %.40q is none of match, cube, turns and options", ErrState, text)
		}
		choices[key] = value
	}
	v, err := p.variant.with(choices)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	p.variant = *v
	return nil
}

// readMen reads "white bar:1 24:2 off:3", and what menText writes behind it.
func (v *Variant) readMen(text, side string) (Men, error) {
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
		switch {
		case err != nil || n < 1:
			ok = false
		case place == pinnedWord && v.pins && n <= 24 && !m.Pinned(n):
			m, ok = m.pin(n), true
		case place == hitWord && v.enters && n <= m.On(Bar) && m.Hit() == 0:
			m, ok = m.hit(n), true
		case ok && n <= left:
			m, left = m.put(point, n), left-n
		default:
			ok = false
		}
		if !ok {
			return m, fmt.Errorf("%w: %.40q is not a point and a number of checkers", ErrState, field)
		}
	}
	return m, nil
}

func (p *State) readPhase(text string) error {
	if text == opens {
		p.side, p.phase = rules.White, Opening
		return nil
	}
	fields := strings.Split(text, ", ")
	name, what, _ := strings.Cut(fields[0], " ")
	if what == won {
		return p.readEnd(name, text, fields[1:])
	}
	if p.side = readSide(name); p.side == rules.NoSide {
		return fmt.Errorf("%w: %.40q does not say who is to do what", ErrState, text)
	}
	switch dice, isPlay := strings.CutPrefix(what, toPlay); {
	case isPlay:
		d1, d2, err := ReadDice(dice)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrState, err)
		}
		p.phase, p.dice = Playing, [2]int{d1, d2}
	case what == toRoll:
		p.phase = Rolling
	case what == toChoose:
		p.phase = Choosing
	case what == toTake:
		p.phase = Doubled
	default:
		return fmt.Errorf("%w: %.40q is none of to roll, to play, to choose, to take and won", ErrState, what)
	}
	for _, field := range fields[1:] {
		if err := p.readTurn(field); err != nil {
			return err
		}
	}
	// What was read is who answers.
	if p.phase == Doubled && p.cube.redoubles%2 == 0 {
		p.side = p.side.Other()
	}
	return nil
}

// readTurn reads one of the words behind who is to do what.
func (p *State) readTurn(field string) (err error) {
	for past, word := range pastText {
		if word == field {
			p.past = past
			return nil
		}
	}
	most := slices.Max(p.variant.levels)
	switch {
	case strings.HasPrefix(field, beaversWord):
		p.cube.redoubles, err = readNumber(field[len(beaversWord):], 1, mostRedoubles)
	case strings.HasPrefix(field, declinedWord):
		p.declined, err = readNumber(field[len(declinedWord):], 1, most)
	case strings.HasPrefix(field, resignsWord):
		p.offered, err = readNumber(field[len(resignsWord):], 1, most)
	default:
		err = fmt.Errorf("%w: %.40q says nothing about a turn", ErrState, field)
	}
	return err
}

// readEnd reads what endText writes.
func (p *State) readEnd(name, text string, fields []string) error {
	winner := readSide(name)
	p.last = ending{winner: winner, reason: rules.BorneOff}
	if len(fields) > 0 {
		reason, level, leveled := strings.Cut(fields[0], " ")
		p.last.reason = rules.Reason(reason)
		if leveled && p.variant.length == 1 && winner != rules.NoSide {
			n, err := readNumber(level, 1, slices.Max(p.variant.levels))
			if err != nil {
				return err
			}
			p.score[winner] = n
		}
	}
	if len(fields) > 1 || name != "nobody" && winner == rules.NoSide {
		return fmt.Errorf("%w: %.40q does not tell how the match ended", ErrState, text)
	}
	p.phase, p.side = Over, winner.Other()
	if winner == rules.NoSide {
		p.side = rules.White
	}
	if p.variant.length == 1 && winner != rules.NoSide && p.last.reason != rules.Resigned {
		p.score[winner] = p.variant.worth(p.men[winner.Other()])
	}
	return nil
}
