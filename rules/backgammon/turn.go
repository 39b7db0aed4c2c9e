package backgammon

import (
	"fmt"
	"math/bits"
	"strings"

	"crownpost/rules"
)

// Check reports what makes a board impossible in the variant, as an ErrBoard.
func (v *Variant) Check(b Board) error {
	if err := b.number(v.start.count()); err != nil {
		return err
	}
	return v.moves.check(b)
}

// NewMen returns a side's checkers, of which so many stand on the points 1 to
// 24 and the bar as points has at index 0 to 24. The others are borne off, and
// those on the points pinned are pinned. The error is an ErrBoard.
func (v *Variant) NewMen(points [25]int, pinned ...int) (Men, error) {
	m := menOf(map[int]int{Off: v.start.count()})
	for i, n := range points {
		if n < 0 || n > m.On(Off) {
			return Men{}, fmt.Errorf("%w: %d checkers on %d", ErrBoard, n, i+1)
		}
		m = m.put(i+1, n).put(Off, -n)
	}
	for _, point := range pinned {
		if !v.pins || point < 1 || point > 24 || m.On(point) != 1 {
			return Men{}, fmt.Errorf("%w: no single checker that can be pinned on %d", ErrBoard, point)
		}
		m = m.pin(point)
	}
	return m, nil
}

// ParseTurn reads the board of the side to play, without dice: a text that
// Parse reads, an XGID or a Position ID of any variant. Those two do not tell
// how many turns there have been: a side whose checkers all stand at the start
// has its first, and one whose checkers do not has had those that matter. The
// error is an ErrState, ErrPositionID, ErrMatchID, ErrXGID or ErrBoard.
func (v *Variant) ParseTurn(text string) (Turn, error) {
	if strings.Contains(text, " ") || strings.Contains(text, ":") && !isXGID(text) {
		p, err := v.parse(text)
		t := p.turn()
		t.Dice = [2]int{}
		return t, err
	}
	b, err := v.parseBoard(text)
	if err != nil {
		return Turn{}, err
	}
	t := Turn{Board: b, Before: v.Counted()}
	if b.Own == v.start {
		t.Before = 0
	}
	return t, v.Check(b)
}

func isXGID(text string) bool { return strings.Count(text, ":") == 9 }

func (v *Variant) parseBoard(text string) (Board, error) {
	if !isXGID(text) {
		return v.decodeID(text)
	}
	if v.Across(1) != 24 {
		return Board{}, fmt.Errorf("%w: the sides of %s do not move in opposite directions", ErrXGID, v.key)
	}
	fields := strings.Split(strings.TrimPrefix(text, xgidPrefix), ":")
	men, err := v.xgidMen(fields[0])
	if err != nil {
		return Board{}, err
	}
	r := xgidReader{fields: fields}
	side := readXGIDSide(r.number(3, -1, 1))
	switch {
	case r.err != nil:
		return Board{}, r.err
	case side == rules.NoSide:
		return Board{}, fmt.Errorf("%w: nobody's turn", ErrXGID)
	}
	return Board{men[side], men[side.Other()]}, nil
}

// decodeID reads a Position ID, each side's points by its own numbering. Where
// checkers can be pinned, the single one of those that share a point is.
func (v *Variant) decodeID(id string) (Board, error) {
	b, err := decodeID(id)
	if err != nil {
		return b, err
	}
	spare := checkers - v.start.count()
	for _, m := range []*Men{&b.Own, &b.Opp} {
		if m.On(Off) < spare {
			return b, fmt.Errorf("%w: more than %d checkers on one side", ErrBoard, v.start.count())
		}
		*m = m.put(Off, -spare)
	}
	if !v.pins {
		return b, nil
	}
	for shared := b.Own.occupied() & theirs(b.Opp.occupied()); shared != 0; shared &= shared - 1 {
		switch p := bits.TrailingZeros32(shared); {
		case b.Own.On(p) == 1 && b.Opp.On(25-p) == 1:
			return b, fmt.Errorf("%w: it does not tell whose checker lies pinned on %d", ErrPositionID, p)
		case b.Own.On(p) == 1:
			b.Own = b.Own.pin(p)
		case b.Opp.On(25-p) == 1:
			b.Opp = b.Opp.pin(25 - p)
		}
	}
	return b, nil
}
