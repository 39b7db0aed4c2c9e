package ladder

import (
	"container/heap"
	"errors"
	"fmt"
)

// ErrLog is a log that cannot have happened.
var ErrLog = errors.New("log of the ladder is broken")

// State is a ladder at a time. It does not change.
type State struct {
	Rules Rules
	Now   int64
	// Changes are those of places, in the order of time.
	Changes []Change

	order      []*member // from the top
	members    map[int64]*member
	challenges map[int64]*challenge
	voided     map[int64]bool
	due        queue
	last       int64 // time of the last event
}

// member is a player who is or was on the ladder.
type member struct {
	player int64
	place  int // from 1; 0 when not on the ladder
	old    int // the last place
	// idle is since when the player has done nothing; it goes on while nothing
	// is open and the player is not frozen.
	idle   int64
	frozen bool
	since  int64 // of the vacation
	stamp  int   // of the entry in the queue that holds
	out    int   // open challenges made
	in     int   // open challenges received
	all    []*challenge
}

type challenge struct {
	Challenge
	stamp int
}

// Fold plays a log and lets time pass until now. Events that no longer have a
// meaning because of a voided game, such as a result against a player who has
// dropped out meanwhile, have no effect; so a log that was checked event by
// event can always be played again. Errors: ErrRules; ErrLog, for challenges
// that are not known or are made twice, and times that go back.
func Fold(rules Rules, log []Event, now int64) (*State, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	s := &State{
		Rules: rules, members: map[int64]*member{}, challenges: map[int64]*challenge{}, voided: map[int64]bool{},
	}
	for _, e := range log {
		if e.Kind == Voided {
			s.voided[e.Challenge] = true
		}
	}
	for i, e := range log {
		if i > 0 && e.At < s.last || e.At > now {
			return nil, fmt.Errorf("event %d at %d: %w", i+1, e.At, ErrLog)
		}
		s.last = e.At
		s.pass(e.At)
		if !s.apply(e) {
			return nil, fmt.Errorf("event %d, %s of challenge %d: %w", i+1, e.Kind, e.Challenge, ErrLog)
		}
	}
	s.pass(now)
	s.Now = now
	return s, nil
}

// apply lets an event happen; false is one that cannot be.
func (s *State) apply(e Event) bool {
	switch e.Kind {
	case Joined:
		s.join(e)
		return true
	case Left:
		s.leave(e)
		return true
	case Frozen:
		s.freeze(e)
		return true
	case Thawed:
		s.thaw(e)
		return true
	case Challenged:
		return s.open(e)
	}
	c := s.challenges[e.Challenge]
	if c == nil {
		return false
	}
	switch e.Kind {
	case Started:
		if c.Stage == Open {
			c.Stage = Playing
			c.stamp++
		}
	case Finished, Cancelled, Declined, Claimed:
		s.end(c, e)
	case Voided:
	default:
		return false
	}
	return true
}

func (s *State) member(player int64) *member {
	m := s.members[player]
	if m == nil {
		m = &member{player: player}
		s.members[player] = m
	}
	return m
}

func (s *State) join(e Event) {
	m := s.member(e.Player)
	if m.place > 0 {
		return
	}
	to := len(s.order) + 1
	if s.Rules.OldPlace && m.old > 0 {
		to = min(max(m.old, s.Rules.Best), to)
	}
	m.frozen = false
	s.order = append(s.order, m)
	m.place = len(s.order)
	s.move(m, to)
	s.note(e.At, m, 0, ByJoining, 0)
	s.active(m, e.At)
}

func (s *State) leave(e Event) {
	m := s.member(e.Player)
	if m.place > 0 {
		s.remove(m, e.At, ByLeaving)
	}
}

// remove takes a player off the ladder; the others close the gap.
func (s *State) remove(m *member, at int64, why Reason) {
	from := m.place
	s.move(m, len(s.order))
	s.order = s.order[:len(s.order)-1]
	m.place, m.old = 0, from
	m.stamp++
	s.note(at, m, from, why, 0)
	for _, c := range m.open() {
		s.end(c, Event{Kind: Left, At: at})
	}
}

// open are the challenges of a player that have not ended, by age.
func (m *member) open() []*challenge {
	var open []*challenge
	for _, c := range m.all {
		if c.Stage != Ended {
			open = append(open, c)
		}
	}
	return open
}

func (s *State) freeze(e Event) {
	if m := s.member(e.Player); m.place > 0 && !m.frozen {
		m.frozen, m.since = true, e.At
		m.stamp++
		for _, c := range m.open() {
			if c.Defender == m.player {
				c.stamp++
			}
		}
	}
}

func (s *State) thaw(e Event) {
	m := s.member(e.Player)
	if m.place == 0 || !m.frozen {
		return
	}
	m.frozen = false
	s.active(m, m.idle+e.At-max(m.since, m.idle))
	for _, c := range m.open() {
		if c.Defender == m.player && c.Due > 0 && c.Stage == Open {
			c.Due += e.At - max(m.since, c.At)
			s.expect(c)
		}
	}
}

func (s *State) open(e Event) bool {
	if s.challenges[e.Challenge] != nil || e.Player == e.Opponent {
		return false
	}
	c := &challenge{Challenge: Challenge{
		ID: e.Challenge, Challenger: e.Player, Defender: e.Opponent, At: e.At, Stage: Open, Voided: s.voided[e.Challenge],
	}}
	s.challenges[c.ID] = c
	a, b := s.member(e.Player), s.member(e.Opponent)
	a.all, b.all = append(a.all, c), append(b.all, c)
	a.out++
	b.in++
	if a.place == 0 || b.place == 0 {
		s.end(c, Event{Kind: Left, At: e.At})
		return true
	}
	a.stamp++
	b.stamp++
	if s.Rules.Answer > 0 {
		c.Due = e.At + s.Rules.Answer
		if !b.frozen {
			s.expect(c)
		}
	}
	return true
}

// end closes a challenge and gives it its effect.
func (s *State) end(c *challenge, e Event) {
	if c.Stage == Ended {
		return
	}
	c.Stage, c.End, c.By = Ended, e.At, e.Kind
	c.stamp++
	a, b := s.members[c.Challenger], s.members[c.Defender]
	a.out--
	b.in--
	s.active(a, e.At)
	s.active(b, e.At)
	won := ByWinning
	switch e.Kind {
	case Finished:
		c.Winner = e.Winner
	case Declined:
		c.Winner, won = c.Challenger, ByDeclining
	case Claimed:
		c.Winner, won = c.Challenger, ByClaim
	}
	// Places count as they are now: one who has fallen behind meanwhile has
	// nothing to give.
	if c.Voided || c.Winner != c.Challenger || a.place == 0 || b.place == 0 || b.place > a.place {
		return
	}
	from, to := a.place, b.place
	s.move(a, to)
	s.note(e.At, a, from, won, c.ID)
	if s.Rules.Movement == Exchange {
		s.move(b, from)
		s.note(e.At, b, to, ByLosing, c.ID)
	}
}

// move puts a player at another place; those in between move by one.
func (s *State) move(m *member, to int) {
	for ; m.place > to; m.place-- {
		other := s.order[m.place-2]
		other.place++
		s.order[m.place-1] = other
	}
	for ; m.place < to; m.place++ {
		other := s.order[m.place]
		other.place--
		s.order[m.place-1] = other
	}
	s.order[m.place-1] = m
}

func (s *State) note(at int64, m *member, from int, why Reason, challenge int64) {
	if from != m.place {
		s.Changes = append(s.Changes, Change{At: at, Player: m.player, From: from, To: m.place, Reason: why, Challenge: challenge})
	}
}

// active sets since when a player is idle, and expects the fall.
func (s *State) active(m *member, since int64) {
	m.idle = since
	m.stamp++
	if s.Rules.Idle > 0 && m.place > 0 && !m.frozen && m.out+m.in == 0 {
		heap.Push(&s.due, entry{at: since + s.Rules.Idle, member: m, stamp: m.stamp})
	}
}

// expect puts the claim of a challenge by itself into the queue.
func (s *State) expect(c *challenge) {
	c.stamp++
	if s.Rules.Grace == 0 {
		return
	}
	heap.Push(&s.due, entry{at: c.Due + s.Rules.Grace, challenge: c, stamp: c.stamp})
}
