package backgammon

import (
	"encoding/base64"
	"errors"
	"fmt"
)

// ErrMatchID is a Match ID that cannot be read.
var ErrMatchID = errors.New("not a Match ID")

// matchKey is what a Match ID of GNU Backgammon holds, of player 0 and 1.
type matchKey struct {
	cube     int // logarithm of the number
	owner    int // 0, 1, or 3 in the middle
	move     int // who is on turn
	crawford bool
	state    int // 0 none, 1 playing, 2 over, 3 resigned, 4 dropped
	turn     int // who decides
	doubled  bool
	resigned int // the level offered
	dice     [2]int
	length   int
	score    [2]int
	// noJacoby is set where the Jacoby rule is not in use; older programs set
	// it never.
	noJacoby bool
}

// nobody is the owner of a cube in the middle.
const nobody = 3

// Game states of a Match ID.
const (
	stateNone = iota
	statePlaying
	stateOver
	stateResigned
	stateDropped
)

// field is a number in the bits of a Match ID, the lowest bit first.
type field struct {
	width int
	get   func(*matchKey) int
	set   func(*matchKey, int)
}

func number(width int, at func(*matchKey) *int) field {
	return field{width, func(k *matchKey) int { return *at(k) }, func(k *matchKey, n int) { *at(k) = n }}
}

func flag(at func(*matchKey) *bool) field {
	return field{1, func(k *matchKey) int {
		if *at(k) {
			return 1
		}
		return 0
	}, func(k *matchKey, n int) { *at(k) = n == 1 }}
}

// matchFields are the fields in their order, from bit 0.
var matchFields = []field{
	number(4, func(k *matchKey) *int { return &k.cube }),
	number(2, func(k *matchKey) *int { return &k.owner }),
	number(1, func(k *matchKey) *int { return &k.move }),
	flag(func(k *matchKey) *bool { return &k.crawford }),
	number(3, func(k *matchKey) *int { return &k.state }),
	number(1, func(k *matchKey) *int { return &k.turn }),
	flag(func(k *matchKey) *bool { return &k.doubled }),
	number(2, func(k *matchKey) *int { return &k.resigned }),
	number(3, func(k *matchKey) *int { return &k.dice[0] }),
	number(3, func(k *matchKey) *int { return &k.dice[1] }),
	number(15, func(k *matchKey) *int { return &k.length }),
	number(15, func(k *matchKey) *int { return &k.score[0] }),
	number(15, func(k *matchKey) *int { return &k.score[1] }),
	flag(func(k *matchKey) *bool { return &k.noJacoby }),
}

// String writes the Match ID. Numbers that have no room are written as the
// highest that has.
func (k matchKey) String() string {
	var key [9]byte
	bit := 0
	for _, f := range matchFields {
		n := min(f.get(&k), 1<<f.width-1)
		for i := range f.width {
			key[(bit+i)/8] |= byte(n>>i&1) << ((bit + i) % 8)
		}
		bit += f.width
	}
	return base64.RawStdEncoding.EncodeToString(key[:])
}

// readMatchKey reads a Match ID. The error is an ErrMatchID.
func readMatchKey(text string) (k matchKey, err error) {
	key, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil || len(key) != 9 || len(text) != 12 {
		return k, fmt.Errorf("%w: %.40q has not the form of cAkAAAAAAAAE", ErrMatchID, text)
	}
	bit := 0
	for _, f := range matchFields {
		n := 0
		for i := range f.width {
			n |= int(key[(bit+i)/8]>>((bit+i)%8)&1) << i
		}
		f.set(&k, n)
		bit += f.width
	}
	return k, nil
}
