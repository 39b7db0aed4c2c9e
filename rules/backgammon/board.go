package backgammon

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math/bits"
)

// The two places of a checker that are no points, as steps number them.
const (
	Off = 0
	Bar = 25
)

// Errors of positions that cannot be.
var (
	ErrPositionID = errors.New("not a Position ID")
	ErrBoard      = errors.New("impossible position")
)

// Men is one side's checkers, up to 15, as that side numbers the points: Off,
// 1 to 24, Bar. Values are comparable.
type Men struct {
	// Four bits a point: 0 to 15 in lo, 16 to 25 in hi. The bits of hi from
	// notes on say more about the checkers in some variants: see Pinned, Hit.
	lo, hi uint64
}

// notes is the lowest bit of Men.hi that counts no checkers.
const notes = 40

// On returns how many checkers stand on a point (Off to Bar).
func (m Men) On(point int) int {
	if point < 16 {
		return int(m.lo >> (4 * point) & 15)
	}
	return int(m.hi >> (4 * (point - 16)) & 15)
}

// Pips returns the pip count: what the dice must add up to at least until
// all checkers are off.
func (m Men) Pips() int {
	sum := 0
	for p := 1; p <= Bar; p++ {
		sum += p * m.On(p)
	}
	return sum
}

// count returns the number of checkers, those borne off included.
func (m Men) count() int {
	sum := 0
	for p := Off; p <= Bar; p++ {
		sum += m.On(p)
	}
	return sum
}

// Pinned reports, in plakoto, whether a checker lies pinned on a point 1 to 24.
func (m Men) Pinned(point int) bool { return m.pinned()>>point&1 == 1 }

// pinned has bit p set for each point p on which a checker lies pinned.
func (m Men) pinned() uint32 { return uint32(m.hi>>notes) << 1 }

// pin returns m with the only checker on a point 1 to 24 pinned.
func (m Men) pin(point int) Men {
	m.hi |= 1 << (notes + point - 1)
	return m
}

// unpin returns m with no checker pinned on a point 1 to 24.
func (m Men) unpin(point int) Men {
	m.hi &^= 1 << (notes + point - 1)
	return m
}

// Hit returns, in acey-deucey, how many of the checkers on the bar have been
// hit. The others there have not been entered yet.
func (m Men) Hit() int { return int(m.hi >> notes) }

// hit returns m with n more of the checkers on the bar counted as hit.
func (m Men) hit(n int) Men {
	m.hi += uint64(n) << notes
	return m
}

// put returns m with n more checkers on a point.
func (m Men) put(point, n int) Men {
	lo, hi := unit(point)
	m.lo += uint64(n) * lo
	m.hi += uint64(n) * hi
	return m
}

// move returns m with one checker moved.
func (m Men) move(from, to int) Men {
	fromLo, fromHi := unit(from)
	toLo, toHi := unit(to)
	m.lo += toLo - fromLo
	m.hi += toHi - fromHi
	return m
}

// unit is one checker on a point. A shift by 64 or more gives 0 and a
// negative one, unsigned, is more than 64: no branch is needed.
func unit(point int) (lo, hi uint64) {
	shift := uint(4 * point)
	return 1 << shift, 1 << (shift - 64)
}

// highest returns the highest point with a checker, Off if all are off.
func (m Men) highest() int { return top(m.occupied()) }

// occupied has bit p set for each point p, 1 to Bar, with a checker.
func (m Men) occupied() uint32 {
	return gather(m.lo|m.lo>>1|m.lo>>2|m.lo>>3, m.hi|m.hi>>1|m.hi>>2|m.hi>>3)
}

// held has bit p set for each point p, 1 to Bar, with two checkers or more.
func (m Men) held() uint32 {
	return gather(m.lo>>1|m.lo>>2|m.lo>>3, m.hi>>1|m.hi>>2|m.hi>>3)
}

// gather packs the lowest bits of the groups of four of 1 to Bar into one word;
// the notes are none of them.
func gather(lo, hi uint64) uint32 {
	return (lowest(lo) | lowest(hi)<<16) & (2<<Bar - 2)
}

func lowest(x uint64) uint32 {
	x &= 0x1111111111111111
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000F000F000F000F
	x = (x | x>>12) & 0x000000FF000000FF
	return uint32(x|x>>24) & 0xFFFF
}

// top returns the number of the highest bit set, 0 if none is.
func top(points uint32) int { return max(bits.Len32(points)-1, 0) }

// menOf places checkers given as point: number.
func menOf(points map[int]int) Men {
	var m Men
	for p, n := range points {
		m = m.put(p, n)
	}
	return m
}

// Board is the checkers of both sides, each by its own numbering. Values are
// comparable.
type Board struct {
	// Own are the checkers of the side to play, Opp its opponent's.
	Own, Opp Men
}

// Swap returns the board as the opponent sees it.
func (b Board) Swap() Board { return Board{b.Opp, b.Own} }

// theirs turns a set of the opponent's points into the mover's numbering,
// without bar and off.
func theirs(points uint32) uint32 { return bits.Reverse32(points) >> 6 & 0x1FFFFFE }

// check reports what makes the board impossible in backgammon with n checkers
// a side, as an ErrBoard.
func (b Board) check(n int) error {
	if err := b.number(n); err != nil {
		return err
	}
	return b.apart()
}

// number reports a side that has not n checkers, as an ErrBoard.
func (b Board) number(n int) error {
	for _, m := range [2]Men{b.Own, b.Opp} {
		if c := m.count(); c != n {
			return fmt.Errorf("%w: %d checkers on one side instead of %d", ErrBoard, c, n)
		}
	}
	return nil
}

// apart reports a point that both sides hold, and a game that can go on for
// neither, as an ErrBoard.
func (b Board) apart() error {
	if both := b.Own.occupied() & theirs(b.Opp.occupied()); both != 0 {
		return fmt.Errorf("%w: both sides stand on the point that one of them numbers %d", ErrBoard, top(both))
	}
	const home = 1<<7 - 2
	if b.Own.On(Bar) > 0 && b.Opp.On(Bar) > 0 && b.Own.held()&home == home && b.Opp.held()&home == home {
		return fmt.Errorf("%w: both sides are on the bar and neither can ever enter", ErrBoard)
	}
	return nil
}

// ID returns the GNU Backgammon Position ID, 14 characters, in which Own is
// the player on roll.
func (b Board) ID() string {
	key := b.key()
	return base64.RawStdEncoding.EncodeToString(key[:])
}

// key is the Position ID before it is written in base 64: for the player not
// on roll and then for the one on roll, for the points 1 to 24 and the bar,
// as many ones as there are checkers, and a zero.
func (b Board) key() [10]byte {
	var key [10]byte
	bit := 0
	for _, m := range [2]Men{b.Opp, b.Own} {
		for p := 1; p <= Bar; p++ {
			for range m.On(p) {
				key[bit/8] |= 1 << (bit % 8)
				bit++
			}
			bit++
		}
	}
	return key
}

// ParseID reads a Position ID. Own is the player on roll, and what is missing
// from 15 checkers has been borne off. The error is an ErrPositionID or an
// ErrBoard.
func ParseID(text string) (Board, error) {
	b, err := decodeID(text)
	if err != nil {
		return Board{}, err
	}
	return b, b.check(checkers)
}

// decodeID reads a Position ID of any movement.
func decodeID(text string) (Board, error) {
	// The decoder would pass over line ends.
	raw, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != 10 || len(text) != 14 {
		return Board{}, fmt.Errorf("%w: %.40q has not the form of 4HPwATDgc/ABMA", ErrPositionID, text)
	}
	return fromKey([10]byte(raw))
}

func fromKey(key [10]byte) (Board, error) {
	var halves [2]Men
	half, point, on := 0, 1, 0
	for bit := range 80 {
		switch one := key[bit/8]>>(bit%8)&1 == 1; {
		case half == 2 && one:
			return Board{}, fmt.Errorf("%w: checkers behind the last bar", ErrPositionID)
		case half == 2:
		case one && on == checkers:
			return Board{}, fmt.Errorf("%w: more than %d checkers on one side", ErrBoard, checkers)
		case one:
			halves[half] = halves[half].put(point, 1)
			on++
		default:
			point++
			if point > Bar {
				halves[half] = halves[half].put(Off, checkers-on)
				half, point, on = half+1, 1, 0
			}
		}
	}
	// With 30 ones at most, there were zeros enough for both halves.
	return Board{Own: halves[1], Opp: halves[0]}, nil
}
