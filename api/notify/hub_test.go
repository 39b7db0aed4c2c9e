package notify

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// heard empties what waits in a channel.
func heard(rings <-chan string) (topics []string) {
	for {
		select {
		case t, ok := <-rings:
			if !ok {
				return append(topics, "closed")
			}
			topics = append(topics, t)
		default:
			return topics
		}
	}
}

func TestHub(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(h *Hub)
		want string
	}{
		{"nothing rung, nothing heard", func(h *Hub) {}, "[]"},
		{"a ring is heard", func(h *Hub) { h.Ring("a") }, "[a]"},
		{"another topic is not", func(h *Hub) { h.Ring("z") }, "[]"},
		{"many rings become one", func(h *Hub) {
			for range 1000 {
				h.Ring("a")
			}
		}, "[a]"},
		{"a busy topic does not drown another", func(h *Hub) {
			h.Ring("b")
			for range 1000 {
				h.Ring("a")
			}
			h.Ring("c")
		}, "[b a c]"},
		{"after closing the channel is closed", func(h *Hub) { h.Ring("a"); h.Close(); h.Ring("b") }, "[a closed]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := NewHub()
			rings, cancel := h.Subscribe("a", "b", "c")
			defer cancel()
			c.do(h)
			if got := fmt.Sprint(heard(rings)); got != c.want {
				t.Errorf("heard %s; want %s", got, c.want)
			}
		})
	}
}

func TestSubscriptionsEnd(t *testing.T) {
	h := NewHub()
	one, cancelOne := h.Subscribe("a", "a", "b")
	two, cancelTwo := h.Subscribe("a")
	cancelOne()
	cancelOne()
	h.Ring("a")
	if got := fmt.Sprint(heard(one), heard(two)); got != "[closed] [a]" {
		t.Errorf("heard %s", got)
	}
	cancelTwo()
	if n := h.Subscribers(); n != 0 || len(h.topics) != 0 {
		t.Errorf("%d subscribers, %d topics left", n, len(h.topics))
	}
	h.Close()
	h.Close()
	late, cancelLate := h.Subscribe("a")
	cancelLate()
	cancelTwo()
	if got := fmt.Sprint(heard(late)); got != "[closed]" {
		t.Errorf("heard %s after the hub was closed", got)
	}
	none, cancelNone := h.Subscribe()
	cancelNone()
	if got := fmt.Sprint(heard(none)); got != "[closed]" {
		t.Errorf("heard %s without topics", got)
	}
}

// Writers raise a number and ring; a reader that looks when it is rung must
// come to see the last number, however the rings were merged.
func TestNoRingIsLost(t *testing.T) {
	const topics, writers, writes, readers = 3, 4, 2000, 4
	h := NewHub()
	var state [topics]atomic.Int64
	names := [topics]string{"0", "1", "2"}
	var reading, writing sync.WaitGroup
	for range readers {
		rings, cancel := h.Subscribe(names[:]...)
		reading.Go(func() {
			defer cancel()
			seen := [topics]int64{}
			for {
				select {
				case name := <-rings:
					i := name[0] - '0'
					seen[i] = state[i].Load()
				case <-time.After(10 * time.Second):
					t.Errorf("seen %v", seen)
					return
				}
				if seen == [topics]int64{writers * writes, writers * writes, writers * writes} {
					return
				}
			}
		})
	}
	for range writers {
		writing.Go(func() {
			for range writes {
				for i := range topics {
					state[i].Add(1)
					h.Ring(names[i])
				}
			}
		})
	}
	writing.Wait()
	reading.Wait()
}

func TestRingNeverWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		for range 100 {
			_, cancel := h.Subscribe("a") // never read
			defer cancel()
		}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { h.Ring("a") })
		}
		all.Wait()
	})
}

func TestSubscribeCancelRingAndCloseAtOnce(t *testing.T) {
	h := NewHub()
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 500 {
				topic := fmt.Sprint(i % 7)
				rings, cancel := h.Subscribe(topic, "x")
				h.Ring(topic)
				h.Ring("x")
				heard(rings)
				cancel()
				if g == 0 && i == 400 {
					h.Close()
				}
			}
		})
	}
	all.Wait()
	if n := h.Subscribers(); n != 0 {
		t.Errorf("%d left", n)
	}
}

func BenchmarkRing(b *testing.B) {
	h := NewHub()
	for range 1000 {
		_, cancel := h.Subscribe("a", "b")
		defer cancel()
	}
	b.ReportAllocs()
	for b.Loop() {
		h.Ring("a")
	}
}
