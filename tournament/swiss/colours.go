package swiss

import "crownpost/tournament"

// ColourRule is the rule that gave a pair its colours (C.04.3 art. 5.2).
type ColourRule int8

// The rules, in their order.
const (
	// NoColours is a game without colours: the higher ranked is named first.
	NoColours ColourRule = iota
	// BothPreferences grants what both want.
	BothPreferences
	// StrongerPreference grants the stronger, or the only, preference.
	StrongerPreference
	// LastDifference alternates with the last round in which one had White and
	// the other Black.
	LastDifference
	// HigherRanked grants what the higher ranked wants.
	HigherRanked
	// InitialColour goes by the number of the higher ranked, as nobody has
	// played.
	InitialColour
)

// String is a sentence for people.
func (r ColourRule) String() string {
	return [...]string{
		"the game has no colours", "both have the colour they prefer", "the stronger preference was granted",
		"the colours alternate with the last round in which they differed", "the preference of the higher ranked was granted",
		"nobody has a preference: the initial colour and the starting number decided",
	}[r]
}

// allocate is the colour of a, who is ranked above b.
func allocate(a, b *entrant, initial tournament.Colour) (tournament.Colour, ColourRule) {
	if a.wants != b.wants && (a.wants != tournament.NoColour || b.wants != tournament.NoColour) {
		if a.wants == tournament.NoColour {
			return b.wants.Other(), StrongerPreference
		}
		if b.wants == tournament.NoColour {
			return a.wants, StrongerPreference
		}
		return a.wants, BothPreferences
	}
	if a.wants == tournament.NoColour {
		if a.number%2 == 1 {
			return initial, InitialColour
		}
		return initial.Other(), InitialColour
	}
	if a.strength != b.strength {
		if a.strength > b.strength {
			return a.wants, StrongerPreference
		}
		return b.wants.Other(), StrongerPreference
	}
	if a.strength == absolute && a.excess != b.excess {
		if a.excess > b.excess {
			return a.wants, StrongerPreference
		}
		return b.wants.Other(), StrongerPreference
	}
	for i := 1; i <= min(len(a.colours), len(b.colours)); i++ {
		x, y := a.colours[len(a.colours)-i], b.colours[len(b.colours)-i]
		if x != y {
			return x.Other(), LastDifference
		}
	}
	return a.wants, HigherRanked
}

// clash reports whether two players want the same colour.
func clash(a, b *entrant) bool { return a.wants == b.wants && a.wants != tournament.NoColour }
