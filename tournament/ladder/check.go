package ladder

import (
	"errors"
	"fmt"
)

// Errors of Check.
var (
	ErrOnLadder    = errors.New("player is on the ladder")
	ErrNotOnLadder = errors.New("player is not on the ladder")
	// ErrFrozen is a challenge by or against somebody on vacation, or a second
	// vacation; ErrNotFrozen the end of none.
	ErrFrozen    = errors.New("player is on vacation")
	ErrNotFrozen = errors.New("player is not on vacation")
	// ErrReach is a challenge to a place below, or too far above.
	ErrReach = errors.New("opponent is out of reach")
	// ErrLimit is one challenge too many, made or received.
	ErrLimit = errors.New("too many open challenges")
	// ErrAgain is a challenge between two who have one open, or had a game a
	// short time ago.
	ErrAgain = errors.New("opponent was challenged before")
	// ErrNoSuchChallenge is an ID that is not known, or for a new challenge one
	// that is.
	ErrNoSuchChallenge = errors.New("no such challenge")
	// ErrStage is an act that the challenge is too far for, or not far enough.
	ErrStage = errors.New("challenge is not at that stage")
	// ErrDecline is a refusal where the rules know none.
	ErrDecline = errors.New("challenges cannot be declined")
	// ErrEarly is a claim before the time to answer is over.
	ErrEarly = errors.New("time to answer is not over")
	// ErrWinner is one who did not play.
	ErrWinner = errors.New("winner did not play")
	// ErrTime is a time before the last event, or not that of the state.
	ErrTime = errors.New("event is not of this time")
	// ErrKind is an event of no kind.
	ErrKind = errors.New("no such event")
)

// Check says whether an event may be appended to the log that the state was
// folded from. Whether a challenge may be made is asked only then: it stands
// even if a voided game moves the two apart. The time of the event must be that
// of the state. Errors: those above.
func (s *State) Check(e Event) error {
	if e.At != s.Now {
		return fmt.Errorf("event at %d, ladder of %d: %w", e.At, s.Now, ErrTime)
	}
	switch e.Kind {
	case Joined:
		if s.Place(e.Player) > 0 {
			return ErrOnLadder
		}
		return nil
	case Left, Frozen, Thawed:
		return s.checkPlayer(e)
	case Challenged:
		return s.checkChallenge(e)
	}
	c := s.challenges[e.Challenge]
	if c == nil {
		return fmt.Errorf("challenge %d: %w", e.Challenge, ErrNoSuchChallenge)
	}
	return s.checkAct(c, e)
}

func (s *State) checkPlayer(e Event) error {
	m := s.members[e.Player]
	switch {
	case m == nil || m.place == 0:
		return ErrNotOnLadder
	case e.Kind == Frozen && m.frozen:
		return ErrFrozen
	case e.Kind == Thawed && !m.frozen:
		return ErrNotFrozen
	}
	return nil
}

func (s *State) checkChallenge(e Event) error {
	a, b := s.members[e.Player], s.members[e.Opponent]
	switch {
	case s.challenges[e.Challenge] != nil:
		return fmt.Errorf("challenge %d is not new: %w", e.Challenge, ErrNoSuchChallenge)
	case a == nil || b == nil || a.place == 0 || b.place == 0:
		return ErrNotOnLadder
	}
	return s.checkPair(a, b)
}

// checkPair says whether one may challenge another one, both on the ladder.
func (s *State) checkPair(a, b *member) error {
	switch {
	case a.frozen || b.frozen:
		return ErrFrozen
	case !s.Rules.reaches(a.place, b.place):
		return ErrReach
	case s.Rules.Outgoing > 0 && a.out >= s.Rules.Outgoing, s.Rules.Incoming > 0 && b.in >= s.Rules.Incoming:
		return ErrLimit
	}
	for _, c := range a.all {
		together := c.Challenger == a.player && c.Defender == b.player || c.Challenger == b.player && c.Defender == a.player
		if together && (c.Stage != Ended || c.By == Finished && s.Now < c.End+s.Rules.Rematch) {
			return ErrAgain
		}
	}
	return nil
}

func (s *State) checkAct(c *challenge, e Event) error {
	switch e.Kind {
	case Started, Cancelled, Declined, Claimed:
		switch {
		case c.Stage != Open:
			return ErrStage
		case e.Kind == Declined && !s.Rules.Declinable:
			return ErrDecline
		case e.Kind == Claimed && (c.Due == 0 || s.Now < c.Due || s.members[c.Defender].frozen):
			return ErrEarly
		}
	case Finished:
		switch {
		case c.Stage == Ended:
			return ErrStage
		case e.Winner != 0 && e.Winner != c.Challenger && e.Winner != c.Defender:
			return ErrWinner
		}
	case Voided:
		if c.Stage != Ended || c.Voided {
			return ErrStage
		}
	default:
		return fmt.Errorf("%q: %w", e.Kind, ErrKind)
	}
	return nil
}
