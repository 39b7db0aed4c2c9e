// Package notify tells people and pages that something has changed: the hub
// rings the pages that look at it, and mail reaches those who do not.
package notify

import "sync"

// Hub rings its subscribers. A ring carries no state: it says "look again" at
// a topic, so one ring stands for all that were not yet heard, and none is
// lost: whoever is rung looks at what was committed before. It is safe for
// concurrent use; the zero value is ready.
type Hub struct {
	mu     sync.RWMutex
	topics map[string]map[*subscriber]struct{}
	closed bool
}

type subscriber struct {
	mu sync.Mutex
	// rings has room for every topic once, and never holds one twice.
	rings  chan string
	closed bool
}

// NewHub returns an empty hub.
func NewHub() *Hub { return &Hub{} }

// Subscribe returns a channel that receives the name of a topic after it was
// rung. The channel is closed by cancel, which may be called more than once,
// and by Hub.Close.
func (h *Hub) Subscribe(topics ...string) (rings <-chan string, cancel func()) {
	s := &subscriber{rings: make(chan string, len(topics))}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		s.close()
		return s.rings, func() {}
	}
	if h.topics == nil {
		h.topics = map[string]map[*subscriber]struct{}{}
	}
	for _, t := range topics {
		if h.topics[t] == nil {
			h.topics[t] = map[*subscriber]struct{}{}
		}
		h.topics[t][s] = struct{}{}
	}
	return s.rings, func() { h.cancel(s, topics) }
}

func (h *Hub) cancel(s *subscriber, topics []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range topics {
		delete(h.topics[t], s)
		if len(h.topics[t]) == 0 {
			delete(h.topics, t)
		}
	}
	s.close()
}

// Ring wakes the subscribers of a topic. It never waits for them.
func (h *Hub) Ring(topic string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for s := range h.topics[topic] {
		s.ring(topic)
	}
}

// Subscribers returns how many subscriptions to topics there are.
func (h *Hub) Subscribers() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	n := 0
	for _, s := range h.topics {
		n += len(s)
	}
	return n
}

// Close ends all subscriptions, and those made later at once.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, subscribers := range h.topics {
		for s := range subscribers {
			s.close()
		}
	}
	h.topics = nil
}

// ring adds topic to what waits in the channel, unless it is there already.
// As only ring sends, and under the lock, there is always room.
func (s *subscriber) ring(topic string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	for waiting := len(s.rings); waiting > 0; waiting-- {
		select {
		case t := <-s.rings:
			if t != topic {
				s.rings <- t
			}
		default:
		}
	}
	s.rings <- topic
}

func (s *subscriber) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.rings)
	}
}
