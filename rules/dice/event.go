package dice

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// eventTag begins what is hashed of an event.
const eventTag = "crownpost-event/1\x00"

// Event is what a proof says of the event that its match belongs to: a
// tournament, whose chains all come from one seed. The seed was committed to
// before anybody entered, so that no chain was drawn once the players' first
// shares were known.
type Event struct {
	Commitment Link `json:"commitment"`
	// Round and Board are the place of the match, from 1.
	Round int `json:"round"`
	Board int `json:"board"`
	// Seed is revealed when the event has ended; nil before.
	Seed *Link `json:"seed,omitempty"`
}

// EventCommitment is what is published of an event's seed before the entries.
func EventCommitment(seed Link) Link {
	return sha256.Sum256(append([]byte(eventTag), seed[:]...))
}

// EventChain is a chain of the match at a place of an event with a seed. Number
// counts the chains of the match: it is 1 unless the match has more than
// ChainLength rolls. The first chain's seed does not have it in its message.
func EventChain(seed Link, round, board, number int) Chain {
	m := binary.BigEndian.AppendUint32([]byte(eventTag), uint32(round))
	m = binary.BigEndian.AppendUint32(m, uint32(board))
	if number > 1 {
		m = binary.BigEndian.AppendUint32(m, uint32(number))
	}
	return Chain{Seed: mac(seed[:], m), Length: ChainLength}
}

// checkEvent says what keeps the chains from being those of the event, if its
// seed is revealed.
func checkEvent(e *Event, chains []Commitment) *Mismatch {
	if e == nil || e.Seed == nil {
		return nil
	}
	if c := EventCommitment(*e.Seed); c != e.Commitment {
		return &Mismatch{WrongEvent, 0, fmt.Sprintf("the event's seed has the commitment %v, not %v", c, e.Commitment)}
	}
	for i, c := range chains {
		if c.Length != ChainLength {
			return &Mismatch{WrongEvent, 0, fmt.Sprintf("chain %d is for %d rolls, but those of an event are for %d", i+1, c.Length, ChainLength)}
		}
		if of := EventChain(*e.Seed, e.Round, e.Board, i+1).Commitment(); of != c.Commitment {
			return &Mismatch{WrongEvent, 0, fmt.Sprintf("chain %d has the commitment %v, but the event's seed gives %v", i+1, c.Commitment, of)}
		}
	}
	return nil
}
