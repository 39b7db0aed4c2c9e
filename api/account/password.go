package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// A password has at least MinPassword characters and at most MaxPassword
// bytes.
const (
	MinPassword = 8
	MaxPassword = 256
)

// ErrHash is returned for a stored password hash that cannot be read.
var ErrHash = errors.New("unreadable password hash")

// CheckPassword refuses a new password that is too short or long, is the
// name or address of its owner, or is among the commonest. The error is an
// *Invalid.
func CheckPassword(password, name, email string) error {
	refuse := func(code string, args map[string]any) error {
		return NewInvalid("password", code, args)
	}
	if len(password) > MaxPassword {
		return refuse("password-long", map[string]any{"max": MaxPassword})
	}
	if utf8.RuneCountInString(password) < MinPassword {
		return refuse("password-short", map[string]any{"min": MinPassword})
	}
	folded := strings.ToLower(strings.TrimSpace(password))
	local, _, _ := strings.Cut(strings.ToLower(email), "@")
	for _, own := range []string{strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(email)), local} {
		if own != "" && folded == own {
			return refuse("password-personal", nil)
		}
	}
	first, _ := utf8.DecodeRuneInString(password)
	if commonest[folded] || strings.Trim(password, string(first)) == "" {
		return refuse("password-common", nil)
	}
	return nil
}

// commonest are passwords of eight characters and more that lead every list
// of leaked ones, and this site's own words.
var commonest = set(`12345678 123456789 1234567890 12345679 123123123 11223344 87654321 987654321 0987654321 12341234
	123321123 147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 abc12345 abcd1234 a1b2c3d4 abcdefgh abcdefg1
	aa123456 asdfghjk asdfghjkl asdf1234 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwer1234 zaq12wsx zxcvbnm1
	zxcvbnm123 password password1 password12 password123 passw0rd p@ssw0rd p@ssword pa55word passwort passwort1
	motdepasse contraseña senha123 parola123 adminadmin admin123 admin1234 administrator letmein1 letmein123
	welcome1 welcome123 iloveyou iloveyou1 football football1 baseball baseball1 basketball superman sunshine
	sunshine1 princess princess1 starwars whatever trustno1 computer internet changeme changeme1 samsung1 michelle
	jennifer jessica1 charlie1 michael1 liverpool liverpool1 dragon123 monkey123 shadow123 master123 test1234
	testtest testing1 secret123 default1 access14 rockyou1 987654321a a123456789 1234qwer crownpost crownpost1
	crownpost123 draughts draughts1 checkers checkers1 backgammon backgammon1`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// Hasher makes and verifies argon2id hashes. At most as many as there are
// processors are computed at once, so that many log-ins cannot exhaust the
// memory; the others wait. It is safe for concurrent use.
type Hasher struct {
	memory uint32 // KiB
	time   uint32
	slots  chan struct{}
	dummy  string
}

const (
	saltLength = 16
	hashLength = 32
	// A stored hash may ask for no more than this, whoever wrote it.
	greatestMemory = 256 * 1024
	greatestTime   = 16
)

// NewHasher returns a Hasher with the cost that OWASP gives as the floor: 19
// MiB, two passes, one lane.
func NewHasher() *Hasher { return NewHasherCost(19*1024, 2) }

// NewHasherCost returns a Hasher with the given memory in KiB and number of
// passes. Tests use a cheap one.
func NewHasherCost(memory, passes uint32) *Hasher {
	h := &Hasher{memory: memory, time: passes, slots: make(chan struct{}, runtime.NumCPU())}
	h.dummy = h.encode(rand.Text())
	return h
}

// Hash returns the hash of a password as a PHC string. It fails only when ctx
// ends while waiting.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return h.encode(password), nil
}

// Verify reports whether a password has the stored hash, and whether that
// should be made anew because the cost has changed. An empty hash, which
// stands for an unknown name, takes as long as any other and is never
// matched.
func (h *Hasher) Verify(ctx context.Context, stored, password string) (ok, rehash bool, err error) {
	known := stored != ""
	if !known {
		stored = h.dummy
	}
	p, err := decode(stored)
	if err != nil {
		return false, false, err
	}
	if len(password) > MaxPassword {
		password, known = password[:MaxPassword], false
	}
	if err := h.enter(ctx); err != nil {
		return false, false, err
	}
	defer h.leave()
	got := argon2.IDKey(normal(password), p.salt, p.time, p.memory, p.lanes, uint32(len(p.hash)))
	ok = subtle.ConstantTimeCompare(got, p.hash) == 1 && known
	rehash = ok && (p.memory != h.memory || p.time != h.time || p.lanes != 1 || len(p.hash) != hashLength)
	return ok, rehash, nil
}

func (h *Hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("password: %w", ctx.Err())
	}
}

func (h *Hasher) leave() { <-h.slots }

// normal gives a password typed on different keyboards the same bytes.
func normal(password string) []byte { return norm.NFC.Bytes([]byte(password)) }

func (h *Hasher) encode(password string) string {
	salt := make([]byte, saltLength)
	rand.Read(salt)
	hash := argon2.IDKey(normal(password), salt, h.time, h.memory, 1, hashLength)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, h.memory, h.time, b64(salt), b64(hash))
}

type phc struct {
	memory, time uint32
	lanes        uint8
	salt, hash   []byte
}

func decode(stored string) (phc, error) {
	var p phc
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, ErrHash
	}
	cost := parts[3]
	if _, err := fmt.Sscanf(cost, "m=%d,t=%d,p=%d", &p.memory, &p.time, &p.lanes); err != nil ||
		cost != fmt.Sprintf("m=%d,t=%d,p=%d", p.memory, p.time, p.lanes) ||
		p.memory < 8 || p.memory > greatestMemory || p.time < 1 || p.time > greatestTime || p.lanes < 1 {
		return p, ErrHash
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.Strict().DecodeString(parts[4]); err != nil || len(p.salt) < 8 || len(p.salt) > 64 {
		return p, ErrHash
	}
	if p.hash, err = base64.RawStdEncoding.Strict().DecodeString(parts[5]); err != nil || len(p.hash) < 16 || len(p.hash) > 64 {
		return p, ErrHash
	}
	return p, nil
}
