// Package tiebreak orders players with equal points: the tie-breaks of FIDE
// (C.07, in force from 1 March 2026) and the Solkoff family of draughts.
//
// Rank orders a field by a list of codes. Each value carries the terms that it
// is the sum or the mean of, so that anybody can add it up again. All
// arithmetic is in whole numbers.
package tiebreak

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Code is a tie-break with its modifiers, as the codes of FIDE write it
// (MTB26): BH/C1, ARO/U1400, KS/L+1, FB/M1.
type Code struct {
	// Name is the tie-break without modifiers, such as BH.
	Name string
	// Cut is the number of the least significant terms left out (/C1).
	Cut int
	// Median is the number of terms left out at each end (/M1).
	Median int
	// Full compares after one cut, then after two, and so on: the full truncated
	// Solkoff (/FT).
	Full bool
	// Limit moves the limit of KS by so many half points (/L+1).
	Limit int
	// Forfeits counts pairings that were forfeited as games (/P).
	Forfeits bool
	// Fore takes all games of the last round as drawn (/F); BH/F is FB.
	Fore bool
	// Reversed puts the lowest value first, of TPN the highest (/R).
	Reversed bool
	// Unrated is the rating of players without one (/U1400); 0 is none.
	Unrated int
}

// Errors of codes.
var (
	// ErrCode is a code that there is not.
	ErrCode = errors.New("no such tie-break")
	// ErrUnsuited is a tie-break that is not for the kind of tournament: those
	// of opponents' points tell nothing in a round robin (C.07, art. 15.2).
	ErrUnsuited = errors.New("tie-break does not suit the tournament")
)

// Names of the tie-breaks.
const (
	PTS  = "PTS"  // points
	DE   = "DE"   // direct encounter
	WIN  = "WIN"  // rounds with the points of a win
	WON  = "WON"  // games won over the board
	BPG  = "BPG"  // games played with Black
	BWG  = "BWG"  // games won with Black
	REP  = "REP"  // rounds the player elected to play
	STD  = "STD"  // standard points
	PS   = "PS"   // sum of progressive scores
	BH   = "BH"   // Buchholz
	FB   = "FB"   // fore Buchholz
	AOB  = "AOB"  // average of opponents' Buchholz
	SB   = "SB"   // Sonneborn-Berger
	KS   = "KS"   // Koya
	ARO  = "ARO"  // average rating of opponents
	TPR  = "TPR"  // tournament performance rating
	PTP  = "PTP"  // perfect tournament performance
	APRO = "APRO" // average performance rating of opponents
	APPO = "APPO" // average perfect performance of opponents
	RTNG = "RTNG" // rating
	TPN  = "TPN"  // starting rank number, the lowest first
	SOLK = "SOLK" // Solkoff: opponents' points as they are
	// SolkPlus is the sum of the opponents' Solkoffs.
	SolkPlus = "SOLK+"
)

// names are all tie-breaks, and whether they have terms to cut.
var names = map[string]bool{
	PTS: false, DE: false, WIN: false, WON: false, BPG: false, BWG: false, REP: false, STD: false,
	PS: true, BH: true, FB: true, AOB: true, SB: true, KS: false,
	ARO: true, TPR: false, PTP: false, APRO: true, APPO: true, RTNG: false, TPN: false,
	SOLK: true, SolkPlus: true,
}

// Default are the codes for a field that names none: what the tie-breaks of
// FIDE recommend for individual Swiss tournaments and round robins.
func Default(roundRobin bool) []Code {
	if roundRobin {
		return []Code{{Name: DE}, {Name: WIN}, {Name: SB}}
	}
	return []Code{{Name: BH, Cut: 1}, {Name: BH}, {Name: SB}, {Name: DE}}
}

// Parse reads a code. Errors: ErrCode.
func Parse(text string) (Code, error) {
	parts := strings.Split(strings.ToUpper(strings.TrimSpace(text)), "/")
	name := strings.TrimSuffix(parts[0], ":GP") // game points are the only ones
	c := Code{Name: name}
	cuts, ok := names[name]
	if !ok {
		return Code{}, fmt.Errorf("%q: %w", text, ErrCode)
	}
	for _, modifier := range parts[1:] {
		if !c.modify(modifier) {
			return Code{}, fmt.Errorf("%q: modifier %q: %w", text, modifier, ErrCode)
		}
	}
	switch {
	case !cuts && c.Cut+c.Median > 0,
		c.Cut > 0 && c.Median > 0,
		c.Full && (name != SOLK || c.Cut+c.Median > 0),
		c.Limit != 0 && name != KS,
		c.Fore && name != BH && name != FB && name != AOB,
		c.Unrated > 0 && !c.ofRatings():
		return Code{}, fmt.Errorf("%q: %w", text, ErrCode)
	}
	if c.Fore && name == FB {
		c.Fore = false
	}
	return c, nil
}

// modify adds a modifier.
func (c *Code) modify(modifier string) bool {
	switch modifier {
	case "P":
		c.Forfeits = true
		return true
	case "F":
		c.Fore = true
		return true
	case "R":
		c.Reversed = true
		return true
	case "FT":
		c.Full = true
		return true
	case "":
		return false
	}
	n, err := strconv.Atoi(modifier[1:])
	if err != nil {
		return false
	}
	switch {
	case modifier[0] == 'C' && n > 0:
		c.Cut = n
	case modifier[0] == 'M' && n > 0:
		c.Median = n
	case modifier[0] == 'L':
		c.Limit = n
	case modifier[0] == 'U' && n > 0:
		c.Unrated = n
	default:
		return false
	}
	return true
}

// ParseList reads codes divided by commas or blanks. Errors: ErrCode.
func ParseList(text string) ([]Code, error) {
	var codes []Code
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		c, err := Parse(one)
		if err != nil {
			return nil, err
		}
		codes = append(codes, c)
	}
	return codes, nil
}

// String is the code as Parse reads it.
func (c Code) String() string {
	text := c.Name
	if c.Cut > 0 {
		text += fmt.Sprintf("/C%d", c.Cut)
	}
	if c.Median > 0 {
		text += fmt.Sprintf("/M%d", c.Median)
	}
	if c.Full {
		text += "/FT"
	}
	if c.Limit != 0 {
		text += fmt.Sprintf("/L%+d", c.Limit)
	}
	if c.Unrated > 0 {
		text += fmt.Sprintf("/U%d", c.Unrated)
	}
	for _, flag := range []struct {
		set  bool
		text string
	}{{c.Forfeits, "/P"}, {c.Fore, "/F"}, {c.Reversed, "/R"}} {
		if flag.set {
			text += flag.text
		}
	}
	return text
}

// ofRatings reports whether the tie-break is made of opponents' ratings.
func (c Code) ofRatings() bool { return slices.Contains([]string{ARO, TPR, PTP, APRO, APPO}, c.Name) }

// ofOpponents reports whether it is of the family of Buchholz.
func (c Code) ofOpponents() bool {
	return slices.Contains([]string{BH, FB, AOB, SOLK, SolkPlus}, c.Name)
}
