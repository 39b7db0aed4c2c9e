package account

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

var moment = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t *testing.T) *Keyring {
	t.Helper()
	r, err := OpenKeyring(filepath.Join(t.TempDir(), "keys"), moment)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var someone = Access{Account: 7, Session: "SESSION", Generation: 3}

func sign(t *testing.T, r *Keyring, now time.Time) string {
	t.Helper()
	token, err := r.Sign(someone, now)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestAccessToken(t *testing.T) {
	r := open(t)
	token := sign(t, r, moment)
	for _, c := range []struct {
		name  string
		after time.Duration
		want  error
	}{
		{"at once", 0, nil},
		{"just before it expires", AccessLifetime - time.Second, nil},
		{"within the leeway", AccessLifetime + Leeway - time.Second, nil},
		{"after the leeway", AccessLifetime + Leeway + time.Second, ErrTokenExpired},
		{"issued by a clock a little ahead", -Leeway + time.Second, nil},
		{"issued in the future", -Leeway - time.Second, ErrToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := r.Verify(token, moment.Add(c.after))
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v; want %v", err, c.want)
			}
			if c.want == nil && (got.Account != 7 || got.Session != "SESSION" || got.Generation != 3 || !got.Expires.Equal(moment.Add(AccessLifetime))) {
				t.Errorf("got %+v", got)
			}
			if c.want != nil && got != (Access{}) {
				t.Errorf("got %+v with an error", got)
			}
		})
	}
	if len(token) > longestToken {
		t.Errorf("a token has %d bytes", len(token))
	}
}

// forged returns a token with the ring's own key and whatever claims and
// header the case wants.
func forged(t *testing.T, r *Keyring, method jwt.SigningMethod, secret any, change func(header map[string]any, c jwt.MapClaims)) string {
	t.Helper()
	claims := jwt.MapClaims{
		"iss": issuer, "aud": audience, "sub": "7", "sid": "SESSION", "gen": 3,
		"iat": moment.Unix(), "exp": moment.Add(AccessLifetime).Unix(),
	}
	token := jwt.NewWithClaims(method, claims)
	token.Header["kid"] = r.keys[0].id
	if change != nil {
		change(token.Header, claims)
	}
	text, err := token.SignedString(secret)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestForgedAccessTokensAreRefused(t *testing.T) {
	r := open(t)
	secret := r.keys[0].secret
	good := sign(t, r, moment)
	parts := strings.Split(good, ".")
	other := open(t)
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, _ := x509.MarshalPKIXPublicKey(&private.PublicKey)
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	b64 := base64.RawURLEncoding.EncodeToString
	claim := func(name string, value any) func(map[string]any, jwt.MapClaims) {
		return func(_ map[string]any, c jwt.MapClaims) {
			if c[name] = value; value == nil {
				delete(c, name)
			}
		}
	}
	header := func(name string, value any) func(map[string]any, jwt.MapClaims) {
		return func(h map[string]any, _ jwt.MapClaims) {
			if h[name] = value; value == nil {
				delete(h, name)
			}
		}
	}
	hs := jwt.SigningMethodHS256
	if _, err := r.Verify(forged(t, r, hs, secret, nil), moment); err != nil {
		t.Fatalf("the unchanged token is refused: %v", err)
	}
	for _, c := range []struct{ name, token string }{
		{"algorithm none", forged(t, r, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil)},
		{"algorithm nOnE", forged(t, r, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, header("alg", "nOnE"))},
		{"another algorithm with our key", forged(t, r, jwt.SigningMethodHS512, secret, nil)},
		{"an algorithm with public keys", forged(t, r, jwt.SigningMethodES256, private, nil)},
		{"HS256 with a public key for a secret", forged(t, r, hs, public, nil)},
		{"an unknown key id", forged(t, r, hs, secret, header("kid", "20270301T120000.000Z-aaaaaaaa"))},
		{"a key id that is a path", forged(t, r, hs, secret, header("kid", "../../etc/passwd"))},
		{"a key id that is no text", forged(t, r, hs, secret, header("kid", 7))},
		{"no key id", forged(t, r, hs, secret, header("kid", nil))},
		{"another key under a known id", forged(t, r, hs, other.keys[0].secret, nil)},
		{"an empty key", forged(t, r, hs, []byte{}, nil)},
		{"a changed payload", parts[0] + "." + b64([]byte(`{"iss":"crownpost","aud":["crownpost access"],"sub":"1","exp":1803902400,"iat":1803901800,"sid":"SESSION","gen":3}`)) + "." + parts[2]},
		{"no signature", parts[0] + "." + parts[1] + "."},
		{"no third part", parts[0] + "." + parts[1]},
		{"expired long ago", forged(t, r, hs, secret, claim("exp", moment.Add(-time.Hour).Unix()))},
		{"no expiry", forged(t, r, hs, secret, claim("exp", nil))},
		{"an expiry years ahead", forged(t, r, hs, secret, claim("exp", moment.AddDate(5, 0, 0).Unix()))},
		{"no time of issue", forged(t, r, hs, secret, claim("iat", nil))},
		{"issued in the future", forged(t, r, hs, secret, claim("iat", moment.Add(time.Minute).Unix()))},
		{"not valid yet", forged(t, r, hs, secret, claim("nbf", moment.Add(time.Minute).Unix()))},
		{"for another audience", forged(t, r, hs, secret, claim("aud", "someone else"))},
		{"for no audience", forged(t, r, hs, secret, claim("aud", nil))},
		{"from another issuer", forged(t, r, hs, secret, claim("iss", "someone else"))},
		{"for no account", forged(t, r, hs, secret, claim("sub", nil))},
		{"for account 0", forged(t, r, hs, secret, claim("sub", "0"))},
		{"for an account that is no number", forged(t, r, hs, secret, claim("sub", "7 or 1"))},
		{"without a session", forged(t, r, hs, secret, claim("sid", nil))},
		{"without a generation", forged(t, r, hs, secret, claim("gen", nil))},
		{"a megabyte of dots", strings.Repeat(".", 1<<20)},
		{"a megabyte of payload", forged(t, r, hs, secret, claim("x", strings.Repeat("x", 1<<20)))},
		{"padding", good + "="},
		{"something after it", good + "." + parts[2]},
		{"nothing", ""},
		{"a word", "token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := r.Verify(c.token, moment); !errors.Is(err, ErrToken) || got != (Access{}) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestKeyring(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data", "keys")
	r, err := OpenKeyring(dir, moment)
	if err != nil {
		t.Fatal(err)
	}
	token := sign(t, r, moment)
	files := func() []os.DirEntry {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return entries
	}
	t.Run("folder and file are the owner's alone", func(t *testing.T) {
		if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
			t.Errorf("folder %v", info.Mode())
		}
		for _, f := range files() {
			if info, _ := f.Info(); info.Mode().Perm() != 0o600 {
				t.Errorf("%s %v", f.Name(), info.Mode())
			}
		}
	})
	t.Run("a token holds across a restart", func(t *testing.T) {
		again, err := OpenKeyring(dir, moment.Add(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := again.Verify(token, moment.Add(time.Minute)); err != nil {
			t.Error(err)
		}
		if len(files()) != 1 {
			t.Errorf("%d files", len(files()))
		}
	})
	t.Run("an old key holds until its last token has expired", func(t *testing.T) {
		at := moment.Add(9 * time.Minute)
		last := sign(t, r, at)
		if err := r.Rotate(at); err != nil {
			t.Fatal(err)
		}
		if !r.Newest().Equal(at) {
			t.Errorf("newest %v", r.Newest())
		}
		fresh := sign(t, r, at)
		for _, token := range []string{last, fresh, token} {
			if _, err := r.Verify(token, at); err != nil {
				t.Error(err)
			}
		}
		if _, err := r.Verify(last, at.Add(AccessLifetime+Leeway-time.Second)); err != nil {
			t.Error(err)
		}
		later := at.Add(AccessLifetime + time.Minute)
		stolen, _ := (&Keyring{keys: r.keys[:1]}).Sign(someone, later)
		if _, err := r.Verify(stolen, later); !errors.Is(err, ErrToken) {
			t.Errorf("a retired key signs: %v", err)
		}
		if err := r.Rotate(later); err != nil {
			t.Fatal(err)
		}
		if len(files()) != 2 {
			t.Errorf("%d files after the retired key went", len(files()))
		}
	})
	t.Run("two keys of one moment keep their order", func(t *testing.T) {
		r := open(t)
		if err := r.Rotate(moment); err != nil {
			t.Fatal(err)
		}
		if r.keys[0].id >= r.keys[1].id {
			t.Errorf("%s, %s", r.keys[0].id, r.keys[1].id)
		}
	})
}

func TestOpenKeyringFailsLoudly(t *testing.T) {
	secret := base64.RawURLEncoding.EncodeToString(make([]byte, keyLength))
	for _, c := range []struct {
		name, file, content string
		mode                os.FileMode
	}{
		{"a key others can read", "20270301T120000.000Z-aaaaaaaa.key", secret, 0o644},
		{"a short key", "20270301T120000.000Z-aaaaaaaa.key", secret[:20], 0o600},
		{"an empty key", "20270301T120000.000Z-aaaaaaaa.key", "", 0o600},
		{"a key without its time", "mine.key", secret, 0o600},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, c.file)
			if err := os.WriteFile(path, []byte(c.content), c.mode); err != nil {
				t.Fatal(err)
			}
			_, err := OpenKeyring(dir, moment)
			if !errors.Is(err, ErrKeys) || !strings.Contains(err.Error(), path) || c.content != "" && strings.Contains(err.Error(), c.content) {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("a folder that is a file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenKeyring(path, moment); !errors.Is(err, ErrKeys) {
			t.Errorf("got %v", err)
		}
	})
}

func TestKeyringUnderRotation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := OpenKeyring(t.TempDir(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 20 {
					token, err := r.Sign(someone, time.Now())
					if err != nil {
						t.Error(err)
					}
					time.Sleep(3 * time.Minute)
					if _, err := r.Verify(token, time.Now()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Go(func() {
			for range 10 {
				time.Sleep(4 * time.Minute)
				if err := r.Rotate(time.Now()); err != nil {
					t.Error(err)
				}
			}
		})
		all.Wait()
	})
}

func FuzzVerify(f *testing.F) {
	r, err := OpenKeyring(f.TempDir(), moment)
	if err != nil {
		f.Fatal(err)
	}
	token, _ := r.Sign(someone, moment)
	f.Add(token)
	f.Add(strings.Repeat(".", 100))
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := r.Verify(text, moment); err == nil && text != token {
			t.Fatalf("%q is accepted", text)
		}
	})
}
