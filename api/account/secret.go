package account

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"
)

const secretLength = 32

// NewSecret returns a random secret of 32 bytes as text for its owner, and
// the hash that is stored in its place.
func NewSecret() (text, hash string) {
	b := make([]byte, secretLength)
	rand.Read(b)
	text = base64.RawURLEncoding.EncodeToString(b)
	return text, HashSecret(text)
}

// HashSecret returns the SHA-256 of a secret's text in 64 hexadecimal digits.
// A secret is as long as the hash, so no salt or slow hash is needed.
func HashSecret(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// NewSessionID returns a random session id of 26 letters and digits.
func NewSessionID() string { return rand.Text() }

// RefreshToken returns the text of a session's refresh token.
func RefreshToken(session, secret string) string { return session + "." + secret }

// ParseRefreshToken splits a refresh token; ok is false where it cannot be
// one.
func ParseRefreshToken(token string) (session, secret string, ok bool) {
	if len(token) > 256 {
		return "", "", false
	}
	session, secret, ok = strings.Cut(token, ".")
	b, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	if !ok || session == "" || err != nil || len(b) != secretLength {
		return "", "", false
	}
	return session, secret, true
}

// GracePeriod is how long the refresh token before the newest is still good: two
// tabs may renew at once, or the answer with the new one be lost.
const GracePeriod = 60 * time.Second

// Refresh is what is stored of a session's refresh tokens: hashes, the
// previous one empty before the first rotation, and when it was replaced.
type Refresh struct {
	Current, Previous string
	Rotated           time.Time
}

// Verdict is what to do with a presented refresh token.
type Verdict int

// The verdicts.
const (
	// NotValid: no refresh token.
	NotValid Verdict = iota
	// Rotate: the newest one; give a new one and an access token.
	Rotate
	// Grace: the one before, just replaced; give an access token alone.
	Grace
	// Reuse: an old one, so it has been copied; end the session.
	Reuse
)

// Judge decides about a secret presented for the session that r belongs to.
// A session's id is random and known only to those who hold one of its
// tokens, so a well-formed secret that is not the newest is an old one.
func (r Refresh) Judge(secret string, now time.Time) Verdict {
	if _, _, ok := ParseRefreshToken(RefreshToken("s", secret)); !ok || r.Current == "" {
		return NotValid
	}
	hash := HashSecret(secret)
	switch {
	case equal(hash, r.Current):
		return Rotate
	case equal(hash, r.Previous) && now.Sub(r.Rotated) <= GracePeriod:
		return Grace
	}
	return Reuse
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
