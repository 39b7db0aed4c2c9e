package account

import (
	"strings"
	"testing"
	"time"
)

func TestSecret(t *testing.T) {
	text, hash := NewSecret()
	if len(text) != 43 || len(hash) != 64 || HashSecret(text) != hash {
		t.Errorf("got %q, %q", text, hash)
	}
	if again, _ := NewSecret(); again == text {
		t.Error("twice the same")
	}
	id := NewSessionID()
	session, secret, ok := ParseRefreshToken(RefreshToken(id, text))
	if !ok || session != id || secret != text {
		t.Errorf("got %q, %q, %v", session, secret, ok)
	}
	for _, token := range []string{"", ".", id, id + ".", "." + text, id + "." + text[1:], id + "." + text + "=", id + "." + text + "." + text, id + "." + strings.Repeat("a", 1<<20)} {
		if _, _, ok := ParseRefreshToken(token); ok {
			t.Errorf("%.40q is accepted", token)
		}
	}
}

func TestRefreshTokens(t *testing.T) {
	newest, newestHash := NewSecret()
	before, beforeHash := NewSecret()
	old, _ := NewSecret()
	r := Refresh{Current: newestHash, Previous: beforeHash, Rotated: moment}
	for _, c := range []struct {
		name    string
		refresh Refresh
		secret  string
		after   time.Duration
		want    Verdict
	}{
		{"the newest is replaced", r, newest, time.Hour, Rotate},
		{"the first one, never replaced", Refresh{Current: newestHash}, newest, time.Hour, Rotate},
		{"the one before, by a second tab", r, before, time.Second, Grace},
		{"the one before, a minute later", r, before, GracePeriod, Grace},
		{"the one before, after the grace", r, before, GracePeriod + time.Millisecond, Reuse},
		{"one from long ago", r, old, time.Second, Reuse},
		{"a wrong one for a session that has no other", Refresh{Current: newestHash}, old, 0, Reuse},
		{"nothing", r, "", 0, NotValid},
		{"a word", r, "word", 0, NotValid},
		{"a session without one", Refresh{}, newest, 0, NotValid},
		{"the hash in place of the secret", r, newestHash, 0, NotValid},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.refresh.Judge(c.secret, moment.Add(c.after)); got != c.want {
				t.Errorf("got %v; want %v", got, c.want)
			}
		})
	}
}
