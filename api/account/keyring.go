package account

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// AccessLifetime is how long an access token is valid; clocks may differ by
// Leeway.
const (
	AccessLifetime = 10 * time.Minute
	Leeway         = 5 * time.Second
)

const (
	issuer    = "crownpost"
	audience  = "crownpost access"
	keyLength = 32
	// A token of ours has some 300 bytes.
	longestToken = 2048
	kidLayout    = "20060102T150405.000Z"
)

// Errors of Keyring.Verify. ErrTokenExpired is an ErrToken too.
var (
	ErrToken        = errors.New("access token not valid")
	ErrTokenExpired = fmt.Errorf("%w: expired", ErrToken)
)

// ErrKeys is returned by OpenKeyring for a key file that is unreadable or
// open to others.
var ErrKeys = errors.New("signing keys")

// Access is what an access token says. It holds only while the session it
// names exists and the account's generation is the same.
type Access struct {
	Account    int64
	Session    string
	Generation int64
	Expires    time.Time
}

// Keyring signs and verifies access tokens. The newest key signs; an older
// one still verifies until the last token it can have signed has expired. It
// is safe for concurrent use.
type Keyring struct {
	dir  string
	mu   sync.RWMutex
	keys []key // oldest first
}

// key is one HMAC key. Its id is the file's name without ".key" and begins
// with the time of its making, so that ids sort by age.
type key struct {
	id     string
	made   time.Time
	secret []byte
}

// OpenKeyring reads the keys in a folder. It makes the folder (mode 0700) and
// a first key (0600) where there is none.
func OpenKeyring(dir string, now time.Time) (*Keyring, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeys, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeys, err)
	}
	r := &Keyring{dir: dir}
	for _, e := range entries {
		id, isKey := strings.CutSuffix(e.Name(), ".key")
		if !isKey {
			continue
		}
		k, err := readKey(filepath.Join(dir, e.Name()), id)
		if err != nil {
			return nil, err
		}
		r.keys = append(r.keys, k)
	}
	slices.SortFunc(r.keys, func(a, b key) int { return strings.Compare(a.id, b.id) })
	if len(r.keys) == 0 {
		if err := r.Rotate(now); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func readKey(path, id string) (key, error) {
	k := key{id: id}
	info, err := os.Stat(path)
	if err != nil {
		return k, fmt.Errorf("%w: %w", ErrKeys, err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return k, fmt.Errorf("%w: %s can be read by others; allow its owner alone (chmod 600) or delete it", ErrKeys, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return k, fmt.Errorf("%w: %w", ErrKeys, err)
	}
	stamp, _, _ := strings.Cut(id, "-")
	if k.made, err = time.Parse(kidLayout, stamp); err != nil {
		return k, fmt.Errorf("%w: %s is not named as a key", ErrKeys, path)
	}
	k.secret, err = base64.RawURLEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(k.secret) != keyLength {
		return k, fmt.Errorf("%w: %s does not hold a key", ErrKeys, path)
	}
	return k, nil
}

// Rotate adds a key, which signs from now on, and deletes the files of keys
// that verify no longer.
func (r *Keyring) Rotate(now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	made := now.UTC().Truncate(time.Millisecond)
	if n := len(r.keys); n > 0 && !made.After(r.keys[n-1].made) {
		made = r.keys[n-1].made.Add(time.Millisecond)
	}
	k := key{id: made.Format(kidLayout) + "-" + strings.ToLower(rand.Text()[:8]), made: made, secret: make([]byte, keyLength)}
	rand.Read(k.secret)
	if err := r.write(k); err != nil {
		return fmt.Errorf("%w: %w", ErrKeys, err)
	}
	r.keys = append(r.keys, k)
	for len(r.keys) > 1 && retired(r.keys[1], now) {
		if err := os.Remove(filepath.Join(r.dir, r.keys[0].id+".key")); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrKeys, err)
		}
		r.keys = r.keys[1:]
	}
	return nil
}

// write stores a key so that a crash leaves either the whole file or none.
func (r *Keyring) write(k key) error {
	f, err := os.CreateTemp(r.dir, "new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(base64.RawURLEncoding.EncodeToString(k.secret) + "\n")
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(r.dir, k.id+".key"))
	}
	return err
}

// retired reports whether all tokens of the key before next have expired.
func retired(next key, now time.Time) bool {
	return now.After(next.made.Add(AccessLifetime + 2*Leeway))
}

// Newest returns when the signing key was made.
func (r *Keyring) Newest() time.Time {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.keys[len(r.keys)-1].made
}

type claims struct {
	jwt.RegisteredClaims
	Session    string `json:"sid"`
	Generation *int64 `json:"gen"`
}

// Sign returns an access token that is valid for AccessLifetime from now;
// a.Expires is ignored.
func (r *Keyring) Sign(a Access, now time.Time) (string, error) {
	r.mu.RLock()
	k := r.keys[len(r.keys)-1]
	r.mu.RUnlock()
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    issuer,
			Audience:  jwt.ClaimStrings{audience},
			Subject:   strconv.FormatInt(a.Account, 10),
			IssuedAt:  jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(now.Add(AccessLifetime)),
		},
		Session:    a.Session,
		Generation: &a.Generation,
	})
	t.Header["kid"] = k.id
	signed, err := t.SignedString(k.secret)
	if err != nil {
		return "", fmt.Errorf("access token: %w", err)
	}
	return signed, nil
}

// Verify reads an access token of ours. The error is ErrToken, or
// ErrTokenExpired for one that was valid once; neither tells anything about
// the token's content.
func (r *Keyring) Verify(token string, now time.Time) (Access, error) {
	if len(token) > longestToken {
		return Access{}, ErrToken
	}
	var c claims
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(issuer),
		jwt.WithAudience(audience),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithLeeway(Leeway),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(func() time.Time { return now }),
	)
	_, err := parser.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		kid, _ := t.Header["kid"].(string)
		return r.secret(kid, now)
	})
	if err != nil {
		if errors.Is(err, jwt.ErrTokenExpired) {
			return Access{}, ErrTokenExpired
		}
		return Access{}, ErrToken
	}
	id, err := strconv.ParseInt(c.Subject, 10, 64)
	if err != nil || id <= 0 || c.Session == "" || c.Generation == nil || c.IssuedAt == nil ||
		c.ExpiresAt.Sub(c.IssuedAt.Time) > AccessLifetime {
		return Access{}, ErrToken
	}
	return Access{Account: id, Session: c.Session, Generation: *c.Generation, Expires: c.ExpiresAt.Time}, nil
}

func (r *Keyring) secret(kid string, now time.Time) ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for i, k := range r.keys {
		if k.id != kid {
			continue
		}
		if i+1 < len(r.keys) && retired(r.keys[i+1], now) {
			return nil, ErrToken
		}
		return k.secret, nil
	}
	return nil, ErrToken
}
