package dice

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Proof is what proves the dice of a match, as the file dice.json.
type Proof struct {
	// Format is the constant of that name.
	Format string `json:"format"`
	// Match is the name of the match in the messages of its rolls.
	Match string `json:"match"`
	// Event is the event that the match belongs to; nil if it belongs to none,
	// or to one whose chains were drawn one by one.
	Event *Event `json:"event,omitempty"`
	// Chains are those that the server committed to, one behind the other.
	Chains []Commitment `json:"chains"`
	// Rolls are all that were made so far.
	Rolls []Proved `json:"rolls"`
	// Played are the dice of each roll in the moves of the match, where the
	// proof was read from within one; else nil.
	Played [][]int `json:"-"`
}

// NewProof is the proof of a match without a roll.
func NewProof(match string, chains ...Commitment) Proof {
	return Proof{Format: Format, Match: match, Chains: append([]Commitment{}, chains...), Rolls: []Proved{}}
}

// Commitment is a chain as everybody knows it.
type Commitment struct {
	// FirstRoll is the number of the roll that takes the chain's first link.
	FirstRoll int `json:"firstRoll"`
	// Commitment is the link before that.
	Commitment Link `json:"commitment"`
	// Length is the number of rolls that the chain is for.
	Length int `json:"length"`
}

// Proved is one roll with all that its dice come from.
type Proved struct {
	// Game is the number of the game within the match, from 1.
	Game int `json:"game"`
	// Number counts the rolls of the match, from 1.
	Number int `json:"i"`
	// Opening says that it is the throw for the first move of a game.
	Opening bool `json:"opening"`
	// Opponent is the share of the player who did not roll, Roller that of
	// the one who did. The player named first rolls an opening throw.
	Opponent Share `json:"opponent"`
	Roller   Share `json:"roller"`
	// Link is the secret that the roll revealed.
	Link Link `json:"link"`
	// Dice are in the order thrown; equal dice of an opening throw included.
	Dice []int `json:"dice"`
}

// Share is a player's contribution to a roll.
type Share struct {
	Bytes Bytes `json:"share"`
	From  From  `json:"from"`
}

// Bytes are hexadecimal digits in JSON.
type Bytes []byte

// MarshalText writes two hexadecimal digits a byte.
func (b Bytes) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, b), nil }

// UnmarshalText reads what MarshalText writes.
func (b *Bytes) UnmarshalText(text []byte) error {
	var err error
	if *b, err = hex.AppendDecode(nil, text); err != nil {
		return digits(err)
	}
	return nil
}

// From says who made a share.
type From string

// The makers of shares.
const (
	FromPlayer From = "player" // the player's browser or program, or he himself
	FromServer From = "server" // drawn by the server, as his browser runs no scripts
	FromNobody From = "none"   // there is no share
)

// Fault is what can be wrong with a proof whose form is right.
type Fault string

// The faults, in the order in which a roll is looked over.
const (
	WrongFormat  Fault = "format"   // the proof is not of this format
	WrongChain   Fault = "chain"    // the chains do not follow each other
	WrongEvent   Fault = "event"    // the event's seed does not give its commitment, or not the chains
	WrongNumber  Fault = "number"   // the rolls are not numbered 1, 2, 3 …
	WrongGame    Fault = "game"     // a roll of an earlier game than the one before
	NoChain      Fault = "no-chain" // no chain was committed to for this roll
	WrongLink    Fault = "link"     // the link is not the one after the roll before
	WrongShare   Fault = "share"    // a share has too few or too many bytes, or no maker
	ReusedShare  Fault = "reused"   // a share was used before
	WrongOpening Fault = "opening"  // an opening throw that does not begin a game
	WrongDice    Fault = "dice"     // the dice are not those of the link and the shares
	WrongPlayed  Fault = "played"   // the match was played with other dice, or with more or fewer rolls
)

// Mismatch is the first thing that is wrong with a proof.
type Mismatch struct {
	Fault Fault
	// Roll is the number that the roll should have, 0 when the fault lies in
	// the proof as a whole.
	Roll int
	// Detail says what is wrong.
	Detail string
}

// Error names the roll and what is wrong with it.
func (m *Mismatch) Error() string {
	if m.Roll == 0 {
		return m.Detail
	}
	return fmt.Sprintf("roll %d: %s", m.Roll, m.Detail)
}

// Verify checks every roll of a proof, the chains against the seed of the event
// if that is revealed, and that the match which it was read
// from, if any, was played with these dice. The error is a *Mismatch, of the first
// thing that is wrong.
func Verify(p Proof) error {
	if p.Format != Format {
		return &Mismatch{WrongFormat, 0, fmt.Sprintf("the format is %q, not %q", p.Format, Format)}
	}
	if m := checkChains(p.Chains); m != nil {
		return m
	}
	if m := checkEvent(p.Event, p.Chains); m != nil {
		return m
	}
	c := checker{Proof: p, seen: map[string]int{}}
	for i, roll := range p.Rolls {
		if m := c.check(i+1, roll); m != nil {
			m.Roll = i + 1
			return m
		}
		if i < len(p.Played) && !slices.Equal(p.Played[i], roll.Dice) {
			return &Mismatch{WrongPlayed, i + 1, fmt.Sprintf("the match was played with %s, but %s is proved", Text(p.Played[i]), Text(roll.Dice))}
		}
	}
	if p.Played != nil && len(p.Played) != len(p.Rolls) {
		return &Mismatch{WrongPlayed, 0, fmt.Sprintf("the match has %d rolls, but %d are proved", len(p.Played), len(p.Rolls))}
	}
	return nil
}

// checkChains says what keeps the chains from being for rolls 1, 2, 3 …
func checkChains(chains []Commitment) *Mismatch {
	next := 1
	for i, c := range chains {
		switch {
		case c.FirstRoll != next:
			return &Mismatch{WrongChain, 0, fmt.Sprintf("chain %d begins at roll %d, not %d", i+1, c.FirstRoll, next)}
		case c.Length < 1:
			return &Mismatch{WrongChain, 0, fmt.Sprintf("chain %d is for %d rolls", i+1, c.Length)}
		}
		if slices.ContainsFunc(chains[:i], func(earlier Commitment) bool { return earlier.Commitment == c.Commitment }) {
			return &Mismatch{WrongChain, 0, fmt.Sprintf("chain %d has the commitment of an earlier one", i+1)}
		}
		next += c.Length
	}
	return nil
}

// checker goes over the rolls of a proof.
type checker struct {
	Proof
	// chain is the index of the chain that the next roll takes its link from.
	chain int
	// previous is the link before the next one, unless the next is a chain's first.
	previous Link
	game     int
	// seen are the shares so far, with the number of their roll.
	seen map[string]int
}

// check says what is wrong with the roll that should have the number n.
func (c *checker) check(n int, r Proved) *Mismatch {
	first := r.Game != c.game
	switch {
	case r.Number != n:
		return &Mismatch{Fault: WrongNumber, Detail: fmt.Sprintf("it has the number %d", r.Number)}
	case r.Game < max(c.game, 1):
		return &Mismatch{Fault: WrongGame, Detail: fmt.Sprintf("it is of game %d, after a roll of game %d", r.Game, c.game)}
	}
	c.game = r.Game
	if m := c.checkLink(n, r.Link); m != nil {
		return m
	}
	if m := c.checkShare(n, "opponent", r.Opponent); m != nil {
		return m
	}
	if m := c.checkShare(n, "roller", r.Roller); m != nil {
		return m
	}
	if r.Opening && !first {
		return &Mismatch{Fault: WrongOpening, Detail: fmt.Sprintf("it is an opening throw, but not the first of game %d", r.Game)}
	}
	roll := Roll{Match: c.Match, Game: r.Game, Number: n, Opponent: r.Opponent.Bytes, Roller: r.Roller.Bytes}
	if thrown := Throw(roll.Key(r.Link).Dice(), r.Opening); !slices.Equal(thrown, r.Dice) {
		return &Mismatch{Fault: WrongDice, Detail: fmt.Sprintf("the dice are %s, but the link and the shares give %s", Text(r.Dice), Text(thrown))}
	}
	return nil
}

func (c *checker) checkLink(n int, link Link) *Mismatch {
	for c.chain < len(c.Chains) && n >= c.Chains[c.chain].FirstRoll+c.Chains[c.chain].Length {
		c.chain++
	}
	if c.chain == len(c.Chains) {
		return &Mismatch{Fault: NoChain, Detail: "no chain was announced for it"}
	}
	name := "the link of the roll before"
	if n == c.Chains[c.chain].FirstRoll {
		c.previous, name = c.Chains[c.chain].Commitment, "the commitment of its chain"
	}
	if !link.Follows(c.previous) {
		return &Mismatch{Fault: WrongLink, Detail: fmt.Sprintf("the link hashes to %v, not to %v, %s", link.Before(), c.previous, name)}
	}
	c.previous = link
	return nil
}

func (c *checker) checkShare(n int, whose string, s Share) *Mismatch {
	size := len(s.Bytes)
	switch s.From {
	case FromNobody:
		if size > 0 {
			return &Mismatch{Fault: WrongShare, Detail: fmt.Sprintf("the %s's share is there, but is said to come from nobody", whose)}
		}
		return nil
	case FromPlayer, FromServer:
		if size < MinShare || size > MaxShare {
			return &Mismatch{Fault: WrongShare, Detail: fmt.Sprintf("the %s's share has %d bytes, not %d to %d", whose, size, MinShare, MaxShare)}
		}
	default:
		return &Mismatch{Fault: WrongShare, Detail: fmt.Sprintf("the %s's share comes from %q, not from %q, %q or %q", whose, s.From, FromPlayer, FromServer, FromNobody)}
	}
	if earlier, seen := c.seen[string(s.Bytes)]; seen {
		return &Mismatch{Fault: ReusedShare, Detail: fmt.Sprintf("the %s's share was used before, at roll %d", whose, earlier)}
	}
	c.seen[string(s.Bytes)] = n
	return nil
}

// Text writes dice as 3-1, or 3-3, 5-2 with the ties of an opening throw.
func Text(dice []int) string {
	var text strings.Builder
	for i, die := range dice {
		switch {
		case i == 0:
		case i%2 == 0:
			text.WriteString(", ")
		default:
			text.WriteByte('-')
		}
		fmt.Fprint(&text, die)
	}
	return text.String()
}
