package bracket

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Shift says whose losers enter which round of a consolation: one list a round,
// of the numbers of the rounds they come from. An empty list is a round without
// entries.
type Shift [][]int

// ErrShift is a notation that cannot be read, or a shift that does not fit the
// field.
var ErrShift = errors.New("entries of the consolation do not fit")

// ParseShift reads the shift notation of backgammon directors: letters are the
// rounds whose losers enter, in playing order from A, dots part the rounds of
// the consolation, and | is a round without entries. In AB.C.D.|.| the losers of
// A and B enter round 1, those of C round 2, those of D round 3, and two rounds
// without entries follow. Each letter stands once, in the order of the
// alphabet. Errors: ErrShift.
func ParseShift(text string) (Shift, error) {
	var s Shift
	last := 0
	for _, part := range strings.Split(strings.ToUpper(strings.TrimSpace(text)), ".") {
		if part == "|" && len(s) > 0 {
			s = append(s, nil)
			continue
		}
		var round []int
		for _, letter := range part {
			number := int(letter-'A') + 1
			if number <= last || number > 26 {
				return nil, fmt.Errorf("%q: letter %q: %w", text, letter, ErrShift)
			}
			round, last = append(round, number), number
		}
		if len(round) == 0 {
			return nil, fmt.Errorf("%q: round %d: %w", text, len(s)+1, ErrShift)
		}
		s = append(s, round)
	}
	return s, nil
}

// String is the notation that ParseShift reads.
func (s Shift) String() string {
	rounds := make([]string, len(s))
	for i, round := range s {
		rounds[i] = "|"
		if len(round) > 0 {
			letters := make([]rune, len(round))
			for j, number := range round {
				letters[j] = rune('A' + number - 1)
			}
			rounds[i] = string(letters)
		}
	}
	return strings.Join(rounds, ".")
}

// MarshalText writes the notation.
func (s Shift) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the notation; nothing is no shift.
func (s *Shift) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = nil
		return nil
	}
	read, err := ParseShift(string(text))
	if err == nil {
		*s = read
	}
	return err
}

// Progressive is the shift of a consolation that takes the losers of every main
// round but the final, of a main stage with so many rounds; with final, also
// the loser of the final. The latter has the rounds of the losers' bracket of a
// double elimination (formats.md 2.3).
func Progressive(rounds int, final bool) Shift {
	s := Shift{}
	last := rounds - 1
	if final {
		last++
	}
	for letter := 1; letter <= last; letter++ {
		s = append(s, []int{letter})
		if letter > 1 && letter < rounds {
			s = append(s, nil)
		}
	}
	return s
}

// has reports whether the losers of a round enter.
func (s Shift) has(number int) bool {
	return slices.ContainsFunc(s, func(round []int) bool { return slices.Contains(round, number) })
}
