package dice

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// ChainLength is how many rolls the server's chains are for.
const ChainLength = 4096

// Link is one secret of a chain, or its commitment.
type Link [sha256.Size]byte

// ParseLink reads 64 hexadecimal digits.
func ParseLink(text string) (Link, error) {
	var l Link
	return l, l.UnmarshalText([]byte(text))
}

// String writes the link as 64 hexadecimal digits.
func (l Link) String() string { return hex.EncodeToString(l[:]) }

// MarshalText is String, for JSON.
func (l Link) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText is ParseLink, for JSON.
func (l *Link) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil {
		return fmt.Errorf("link: %w", digits(err))
	}
	if len(b) != len(l) {
		return fmt.Errorf("link: %d bytes, not %d", len(b), len(l))
	}
	copy(l[:], b)
	return nil
}

// Before is the link before l, which anybody can compute from l; nobody can
// compute l from it.
func (l Link) Before() Link {
	return sha256.Sum256(append([]byte("crownpost-chain/1\x00"), l[:]...))
}

// Follows says that l is the link after previous.
func (l Link) Follows(previous Link) bool { return l.Before() == previous }

// Chain is the secrets of Length rolls, all of which come from Seed: the
// last link.
type Chain struct {
	Seed   Link
	Length int
}

// Commitment is the link before the first: what is published before the
// players contribute anything.
func (c Chain) Commitment() Link { return c.Link(0) }

// Link is the secret of the i-th roll of the chain, 1 to Length, and the
// commitment for 0.
func (c Chain) Link(i int) Link {
	l := c.Seed
	for range c.Length - i {
		l = l.Before()
	}
	return l
}
