package backgammon

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"crownpost/rules"
)

// ErrXGID is an XGID that cannot be read.
var ErrXGID = errors.New("not an XGID")

const xgidPrefix = "XGID="

// The sides of an XGID: White is player 0 of GNU Backgammon and at the top.
const (
	bottom = rules.Black
	topped = rules.White
)

// xgidCubeLimit is the logarithm of the cube's limit that is written; others
// are read and left out.
const xgidCubeLimit = 10

// answers of an XGID: D to a double, B to a beaver, R to a raccoon or more.
const xgidAnswers = "DBR"

// XGID returns the position as eXtreme Gammon writes it, with Black at the
// bottom; "" for a variant without a cube. It tells neither the number of the
// game nor the Crawford rule once its game has been played, nor resignations.
func (p State) XGID() string {
	if !p.variant.cube {
		return ""
	}
	var points [26]byte
	for i := range points {
		points[i] = '-'
		if n := p.men[bottom].On(i); i > Off && n > 0 {
			points[i] = 'A' + byte(n-1)
		}
		if n := p.men[topped].On(25 - i); i < Bar && n > 0 {
			points[i] = 'a' + byte(n-1)
		}
	}
	rule := 0
	switch v := &p.variant; {
	case v.length > 0:
		rule = truth(p.Crawford())
	default:
		rule = truth(v.chosen(jacoby) == "on") + 2*truth(v.chosen(beavers) == "on")
	}
	return fmt.Sprintf("%s%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", xgidPrefix, points[:],
		bits.TrailingZeros(uint(p.cube.value)), xgidSide(p.cube.owner), xgidSide(p.side), p.xgidDice(),
		p.score[bottom], p.score[topped], rule, p.variant.length, xgidCubeLimit)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// xgidSide is 1 at the bottom, -1 at the top, 0 for neither.
func xgidSide(s rules.Side) int {
	switch s {
	case bottom:
		return 1
	case topped:
		return -1
	}
	return 0
}

func (p State) xgidDice() string {
	switch p.phase {
	case Playing:
		return fmt.Sprintf("%d%d", p.dice[0], p.dice[1])
	case Doubled:
		i := min(p.cube.redoubles, len(xgidAnswers)-1)
		return xgidAnswers[i : i+1]
	}
	return "00"
}

// ParseXGID reads an XGID, with "XGID=" before it or without, as of a match or
// a session of backgammon without an end. The number of the game is the least
// that the score allows. The error is an ErrXGID, ErrBoard or ErrState.
func ParseXGID(text string) (State, error) { return variants[0].parseXGID(text) }

func (v *Variant) parseXGID(text string) (State, error) {
	p, err := v.readXGID(text)
	if err != nil {
		return State{}, err
	}
	return p, p.check()
}

// readXGID reads the state that an XGID tells, still to be checked.
func (v *Variant) readXGID(text string) (State, error) {
	fields := strings.Split(strings.TrimPrefix(text, xgidPrefix), ":")
	if len(fields) != 10 {
		return State{}, fmt.Errorf("%w: %d fields between colons instead of 10", ErrXGID, len(fields))
	}
	if !v.hasID() {
		return State{}, fmt.Errorf("%w: a position of %s has none", ErrXGID, v.key)
	}
	men, err := v.xgidMen(fields[0])
	if err != nil {
		return State{}, err
	}
	r := xgidReader{fields: fields}
	cubeLog, owner, side := r.number(1, 0, 12), r.number(2, -1, 1), r.number(3, -1, 1)
	score := [2]int{bottom: r.number(5, 0, mostPoints), topped: r.number(6, 0, mostPoints)}
	length := r.number(8, 0, MaxLength)
	rule := r.number(7, 0, 3)
	r.number(9, 0, mostPoints)
	if r.err == nil && (side == 0 || length > 0 && rule > 1) {
		r.err = fmt.Errorf("%w: nobody's turn, or a rule that does not exist", ErrXGID)
	}
	turned := cubeLog > 0 || owner != 0 || len(fields[4]) == 1 || length == 0 && rule > 0
	if r.err == nil && !v.cube && turned {
		r.err = fmt.Errorf("%w: %s is played without a cube", ErrXGID, v.key)
	}
	if r.err != nil {
		return State{}, r.err
	}
	p := v.toBePlayed(length, rule&1 == 1, rule&2 == 2, score)
	p.men, p.phase, p.side = men, Rolling, readXGIDSide(side)
	p.cube = cube{value: 1 << cubeLog, owner: readXGIDSide(owner)}
	switch dice := fields[4]; {
	case dice == "00":
	case len(dice) == 1 && strings.Contains(xgidAnswers, dice):
		p.phase, p.cube.redoubles = Doubled, strings.Index(xgidAnswers, dice)
	case len(dice) == 2 && dice[0] >= '1' && dice[0] <= '6' && dice[1] >= '1' && dice[1] <= '6':
		p.phase, p.dice = Playing, [2]int{int(dice[0] - '0'), int(dice[1] - '0')}
	default:
		return State{}, fmt.Errorf("%w: %.20q are no dice", ErrXGID, dice)
	}
	p.allowCentred()
	p.setCrawford(rule == 1)
	return p, nil
}

func readXGIDSide(n int) rules.Side {
	switch n {
	case 1:
		return bottom
	case -1:
		return topped
	}
	return rules.NoSide
}

// xgidReader reads the numbers of an XGID, up to the first that is wrong.
type xgidReader struct {
	fields []string
	err    error
}

func (r *xgidReader) number(i, least, most int) int {
	n, err := strconv.Atoi(r.fields[i])
	if r.err == nil && (err != nil || n < least || n > most) {
		r.err = fmt.Errorf("%w: field %d is %.20q and not %d to %d", ErrXGID, i+1, r.fields[i], least, most)
	}
	return n
}

// xgidMen reads the points: what is missing has been borne off.
func (v *Variant) xgidMen(text string) (men [2]Men, err error) {
	if len(text) != Bar+1 {
		return men, fmt.Errorf("%w: %d points instead of %d", ErrXGID, len(text), Bar+1)
	}
	left := [2]int{v.start.count(), v.start.count()}
	for i, c := range []byte(text) {
		side, point, n := bottom, i, 0
		switch {
		case c == '-':
			continue
		case c >= 'A' && c <= 'O':
			n = int(c-'A') + 1
		case c >= 'a' && c <= 'o':
			side, point, n = topped, 25-i, int(c-'a')+1
		}
		if n == 0 || n > left[side] || point == Off {
			return men, fmt.Errorf("%w: %q cannot stand in place %d", ErrXGID, c, i)
		}
		men[side] = men[side].put(point, n)
		left[side] -= n
	}
	for side, n := range left {
		men[side] = men[side].put(Off, n)
	}
	return men, nil
}
