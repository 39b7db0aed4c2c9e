// Package dice throws dice that anybody can check afterwards, by the method
// "crownpost-dice/1".
//
// Before a match the server draws a seed and publishes the commitment of the
// chain of secrets that comes from it. Each roll takes the next secret and a
// share of random bytes from each player, and reveals the secret. So the
// server cannot choose the dice, as it is bound before it knows the shares,
// and a player cannot, as he does not know the secret. A server that conspires
// with one of the players could; there is room in the message of a roll for
// the value of a public beacon, which would close that too.
//
// Statistics tests the dice thrown for what chance would do. The package is
// pure: seeds and shares come from outside.
package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"crownpost/rules"
)

// Format names the method and the file that proves a match's dice.
const Format = "crownpost-dice/1"

// The least and the greatest number of bytes of a share.
const (
	MinShare = 16
	MaxShare = 64
)

// ParseShare reads a share from its hexadecimal digits, of which there are
// two for each of its MinShare to MaxShare bytes.
func ParseShare(text string) ([]byte, error) {
	share, err := hex.DecodeString(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("share: %w", digits(err))
	case len(share) < MinShare || len(share) > MaxShare:
		return nil, fmt.Errorf("share: %d bytes, not %d to %d", len(share), MinShare, MaxShare)
	}
	return share, nil
}

// digits says what is wrong with a text that should be hexadecimal digits.
func digits(err error) error {
	if errors.Is(err, hex.ErrLength) {
		return errors.New("an odd number of hexadecimal digits")
	}
	return errors.New("a character that is no hexadecimal digit")
}

// Roll is what decides the dice of a roll besides the chain's secret.
type Roll struct {
	// Match is the name of the match, at most 65535 bytes.
	Match string
	// Game is the number of the game within the match, from 1.
	Game int
	// Number counts the rolls of the match, from 1.
	Number int
	// Opponent is the last share of the player who does not roll, and Roller
	// that which came with the request to roll; each may be empty.
	Opponent, Roller []byte
}

// Message is the roll as the bytes that the key is made of.
func (r Roll) Message() []byte {
	m := []byte(Format + "\x00")
	m = appendCounted(m, []byte(r.Match))
	m = binary.BigEndian.AppendUint32(m, uint32(r.Game))
	m = binary.BigEndian.AppendUint32(m, uint32(r.Number))
	m = appendCounted(m, r.Opponent)
	m = appendCounted(m, r.Roller)
	return appendCounted(m, nil) // of a beacon
}

// appendCounted appends b behind its length in two bytes.
func appendCounted(m, b []byte) []byte {
	return append(binary.BigEndian.AppendUint16(m, uint16(len(b))), b...)
}

// Key is the key of the roll's dice, given the secret of its chain.
func (r Roll) Key(secret Link) Key { return Key(mac(secret[:], r.Message())) }

// Key is where the dice of one roll come from.
type Key [sha256.Size]byte

// String writes the key as 64 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Dice are the dice of the key, without end. A byte from 252 on is skipped,
// so that each number has 42 of the others.
func (k Key) Dice() rules.Dice {
	var block []byte
	next := uint32(0)
	return func() int {
		for {
			if len(block) == 0 {
				sum := mac(k[:], binary.BigEndian.AppendUint32(nil, next))
				block = sum[:]
				next++
			}
			b := block[0]
			block = block[1:]
			if b < 252 {
				return int(b)%6 + 1
			}
		}
	}
}

// Throw takes a roll's dice: two, and at an opening throw two more as long as
// they are equal.
func Throw(dice rules.Dice, opening bool) []int {
	thrown := []int{dice(), dice()}
	for opening && thrown[len(thrown)-1] == thrown[len(thrown)-2] {
		thrown = append(thrown, dice(), dice())
	}
	return thrown
}

func mac(key, message []byte) [sha256.Size]byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return [sha256.Size]byte(h.Sum(nil))
}
