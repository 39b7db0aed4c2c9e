package account

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestThrottle(t *testing.T) {
	th := Throttle{Free: 3, First: time.Second, Longest: 5 * time.Second, Forget: time.Hour}
	for _, c := range []struct {
		name     string
		failures int
		ago      time.Duration
		want     time.Duration
	}{
		{"none", 0, 0, 0},
		{"the free ones", 2, 0, 0},
		{"the first that costs", 3, 0, time.Second},
		{"the next doubles", 4, 0, 2 * time.Second},
		{"and again", 5, 0, 4 * time.Second},
		{"up to the longest", 6, 0, 5 * time.Second},
		{"also after very many", 1 << 30, 0, 5 * time.Second},
		{"part of the wait has passed", 5, 3 * time.Second, time.Second},
		{"all of it has passed", 5, 4 * time.Second, 0},
		{"forgotten", 100, time.Hour, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := th.Wait(c.failures, moment, moment.Add(c.ago)); got != c.want {
				t.Errorf("got %v; want %v", got, c.want)
			}
		})
	}
	if got := th.Count(7, moment, moment.Add(time.Minute)); got != 8 {
		t.Errorf("count %d", got)
	}
	if got := th.Count(7, moment, moment.Add(time.Hour)); got != 1 {
		t.Errorf("count %d after they were forgotten", got)
	}
}

func TestNobodyCanBeKeptOut(t *testing.T) {
	if w := PerAccount.Wait(1_000_000, moment, moment); w > time.Minute {
		t.Errorf("an owner may wait %v", w)
	}
}

func TestAddressKey(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7":                     "192.0.2.7",
		"::ffff:192.0.2.7":              "192.0.2.7",
		"2001:db8:1:2:3:4:5:6":          "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff:ffff:ffff:1": "2001:db8:1:2::/64",
		"fe80::1%eth0":                  "fe80::/64",
		"pipe":                          "pipe",
		"":                              "",
	} {
		if got := AddressKey(address); got != want {
			t.Errorf("%q has key %q; want %q", address, got, want)
		}
	}
}

func TestLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(time.Second, 3, 100)
		for i := range 3 {
			if ok, _ := l.Allow("a", time.Now()); !ok {
				t.Fatalf("event %d is refused", i+1)
			}
		}
		ok, retry := l.Allow("a", time.Now())
		if ok || retry <= 0 || retry > time.Second {
			t.Fatalf("got %v, %v", ok, retry)
		}
		if ok, _ := l.Allow("b", time.Now()); !ok {
			t.Error("another key is refused")
		}
		time.Sleep(retry)
		if ok, _ := l.Allow("a", time.Now()); !ok {
			t.Error("refused after the wait")
		}
	})
}

func TestLimiterIsBounded(t *testing.T) {
	l := NewLimiter(time.Hour, 1, 10)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 1000 {
				l.Allow(fmt.Sprint(g, i), moment)
			}
		})
	}
	all.Wait()
	if len(l.keys) != 10 || l.order.Len() != 10 {
		t.Errorf("%d keys, %d in order", len(l.keys), l.order.Len())
	}
	for i := range 20 {
		l.Allow(fmt.Sprint("new", i), moment)
		if ok, _ := l.Allow("new0", moment); ok {
			t.Fatal("a key in use was forgotten")
		}
	}
}
