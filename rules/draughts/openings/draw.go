package openings

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Seed is what a ballot is drawn from. Whoever draws takes it from a random
// source and publishes it with the game.
type Seed [16]byte

// String is the seed in 32 hexadecimal digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Draw draws a ballot of t; all are equally likely when all seeds are. It can
// be repeated by hand: write the seed's 32 hexadecimal digits, a slash and the
// number of the attempt, 0 at first, and take the SHA-256 of this text
// (printf %s 0123…ef/0 | sha256sum). The first eight hexadecimal digits are a
// number v. With n ballots in the table, v mod n is how many of them stand
// before the one drawn. When v is not below the greatest multiple of n up to
// 2^32, which would favour the first ballots, the next attempt decides.
//
// Proof is this sum in one line. The table must have ballots.
func Draw(t Table, seed Seed) (b Ballot, proof string) {
	n := uint64(len(t.Ballots))
	text, v := number(seed, n)
	return t.Ballots[v%n], fmt.Sprintf("drawn %s: SHA-256 of %s begins %08x = %d; %d mod %d = %d, place %d of %d in the table",
		seed, text, v, v, v, n, v%n, v%n+1, n)
}

// number is the number that decides among n, and the text that it was made from.
func number(seed Seed, n uint64) (text string, v uint64) {
	limit := 1<<32 - 1<<32%n
	for attempt := 0; ; attempt++ {
		text = fmt.Sprintf("%s/%d", seed, attempt)
		sum := sha256.Sum256([]byte(text))
		if v = uint64(binary.BigEndian.Uint32(sum[:])); v < limit {
			return text, v
		}
	}
}
