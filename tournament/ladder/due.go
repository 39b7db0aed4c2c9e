package ladder

import (
	"cmp"
	"container/heap"
	"slices"
)

// entry is what the passing of time does: the fall of a member, or the claim of
// a challenge. It holds only while the stamp is the same.
type entry struct {
	at        int64
	member    *member
	challenge *challenge
	stamp     int
}

func (e entry) holds() bool {
	if e.member != nil {
		return e.member.stamp == e.stamp
	}
	return e.challenge.stamp == e.stamp
}

// queue is a heap of entries by time.
type queue []entry

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].at < q[j].at }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(entry)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// pass does what is due until a time, that time included. Of what falls on one
// moment, claims come first, by ID, then falls from the bottom; players who fall
// together do not pass each other.
func (s *State) pass(until int64) {
	for len(s.due) > 0 && s.due[0].at <= until {
		at := s.due[0].at
		var claims []*challenge
		var falls []entry
		for len(s.due) > 0 && s.due[0].at == at {
			switch e := heap.Pop(&s.due).(entry); {
			case !e.holds():
			case e.challenge != nil:
				claims = append(claims, e.challenge)
			default:
				falls = append(falls, e)
			}
		}
		slices.SortFunc(claims, func(a, b *challenge) int { return cmp.Compare(a.ID, b.ID) })
		for _, c := range claims {
			s.end(c, Event{Kind: Claimed, At: at})
		}
		s.fall(falls, at)
	}
}

// fall lets idle players fall, or drop out, all at one moment.
func (s *State) fall(falls []entry, at int64) {
	slices.SortFunc(falls, func(a, b entry) int { return cmp.Compare(b.member.place, a.member.place) })
	danger := len(s.order) - s.Rules.Danger
	above := len(s.order) + 1 // the place of the last one who fell
	for _, e := range falls {
		m := e.member
		switch {
		case !e.holds():
		case m.place > danger:
			s.remove(m, at, ByDanger)
			above = len(s.order) + 1
		default:
			from := m.place
			s.move(m, min(from+max(s.Rules.Fall, 1), above-1))
			s.note(at, m, from, ByIdleness, 0)
			s.active(m, at)
			above = m.place
		}
	}
}
