package account

import (
	"container/list"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Throttle slows wrong log-ins down. The count of failures and the time of
// the last one are stored by the caller.
type Throttle struct {
	// Free failures cost nothing.
	Free int
	// First is the wait after the next one, which doubles up to Longest.
	First, Longest time.Duration
	// Forget is how long after the last failure they are forgotten.
	Forget time.Duration
}

// The throttles of log-in: one for each account, and one for each address,
// which may be that of a whole club. The longest wait is short enough that
// nobody can keep an owner out for long.
var (
	PerAccount = Throttle{Free: 5, First: 2 * time.Second, Longest: time.Minute, Forget: 24 * time.Hour}
	PerAddress = Throttle{Free: 20, First: 2 * time.Second, Longest: 15 * time.Minute, Forget: 24 * time.Hour}
)

// Wait returns how much longer the next attempt must wait after so many
// failures, the last at the given time; 0 if it need not.
func (t Throttle) Wait(failures int, last, now time.Time) time.Duration {
	if failures < t.Free || now.Sub(last) >= t.Forget {
		return 0
	}
	wait := t.First
	for i := t.Free; i < failures && wait < t.Longest; i++ {
		wait *= 2
	}
	return max(0, min(wait, t.Longest)-now.Sub(last))
}

// Count returns the number of failures after one more now.
func (t Throttle) Count(failures int, last, now time.Time) int {
	if now.Sub(last) >= t.Forget {
		return 1
	}
	return failures + 1
}

// AddressKey returns what stands for a client's address in a throttle or
// Limiter: an IPv4 address, or the network /64 of an IPv6 one, which a single
// household owns whole. Text that is no address is returned as it is.
func AddressKey(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	p, _ := a.Prefix(64)
	return p.String()
}

// Limiter limits the rate of something for each key, in memory. It remembers
// a bounded number of keys and forgets first those unseen for longest. It is
// safe for concurrent use.
type Limiter struct {
	rate  rate.Limit
	burst int
	size  int

	mu    sync.Mutex
	keys  map[string]*list.Element
	order *list.List // most recently seen first
}

type limited struct {
	key string
	*rate.Limiter
}

// NewLimiter allows burst events at once for each key and then one each
// interval, and remembers at most size keys.
func NewLimiter(interval time.Duration, burst, size int) *Limiter {
	return &Limiter{rate: rate.Every(interval), burst: burst, size: size, keys: map[string]*list.Element{}, order: list.New()}
}

// Allow takes one event for key; retry is how long to wait where it may not
// happen now.
func (l *Limiter) Allow(key string, now time.Time) (ok bool, retry time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, seen := l.keys[key]
	if seen {
		l.order.MoveToFront(e)
	} else {
		e = l.order.PushFront(limited{key, rate.NewLimiter(l.rate, l.burst)})
		l.keys[key] = e
		if l.order.Len() > l.size {
			oldest := l.order.Back()
			delete(l.keys, l.order.Remove(oldest).(limited).key)
		}
	}
	r := e.Value.(limited).ReserveN(now, 1)
	if d := r.DelayFrom(now); d > 0 {
		r.CancelAt(now)
		return false, d
	}
	return true, 0
}
