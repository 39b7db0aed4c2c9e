package account

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// cheap is a Hasher that costs next to nothing.
func cheap() *Hasher { return NewHasherCost(8, 1) }

func TestCheckPassword(t *testing.T) {
	for _, c := range []struct {
		name, password, code string
	}{
		{"four words", "correct horse battery staple", ""},
		{"eight characters", "tr0ub4do", ""},
		{"256 bytes", strings.Repeat("ab", 128), ""},
		{"seven characters", "tr0ub4d", "password-short"},
		{"seven characters of two bytes", "шашкиии", "password-short"},
		{"257 bytes", strings.Repeat("ab", 128) + "c", "password-long"},
		{"the name in another case", "DamkaDamka", "password-personal"},
		{"the e-mail address", "Damka@example.org", "password-personal"},
		{"the e-mail address before the at sign", "playerone", "password-personal"},
		{"one of the commonest", "Password1", "password-common"},
		{"one character over and over", "ßßßßßßßßßß", "password-common"},
	} {
		t.Run(c.name, func(t *testing.T) {
			email := "damka@example.org"
			if c.password == "playerone" {
				email = "PlayerOne@example.org"
			}
			err := CheckPassword(c.password, "damkadamka", email)
			var invalid *Invalid
			if c.code == "" && err != nil || c.code != "" && (!errors.As(err, &invalid) || invalid.Code != c.code) {
				t.Fatalf("got %v; want %q", err, c.code)
			}
		})
	}
}

func TestHashAndVerify(t *testing.T) {
	ctx := context.Background()
	h := cheap()
	stored, err := h.Hash(ctx, "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := h.Hash(ctx, "correct horse"); again == stored {
		t.Error("two hashes of one password are the same")
	}
	for _, c := range []struct {
		name       string
		hasher     *Hasher
		stored     string
		password   string
		ok, rehash bool
	}{
		{"the right password", h, stored, "correct horse", true, false},
		{"a wrong one", h, stored, "correct horsf", false, false},
		{"an empty one", h, stored, "", false, false},
		{"a megabyte", h, stored, strings.Repeat("a", 1<<20), false, false},
		{"an unknown name", h, "", "correct horse", false, false},
		{"after the cost was raised", NewHasherCost(16, 1), stored, "correct horse", true, true},
		{"a wrong one after the cost was raised", NewHasherCost(16, 1), stored, "wrong", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ok, rehash, err := c.hasher.Verify(ctx, c.stored, c.password)
			if err != nil || ok != c.ok || rehash != c.rehash {
				t.Errorf("got %v, %v, %v", ok, rehash, err)
			}
		})
	}
	t.Run("letters composed or not are one password", func(t *testing.T) {
		stored, _ := h.Hash(ctx, "café au lait")
		if ok, _, _ := h.Verify(ctx, stored, "cafe\u0301 au lait"); !ok {
			t.Error("not the same")
		}
	})
	t.Run("the cost is in the text", func(t *testing.T) {
		if stored := NewHasher().encode("x"); !strings.HasPrefix(stored, "$argon2id$v=19$m=19456,t=2,p=1$") {
			t.Error(stored)
		}
	})
}

func TestVerifyRefusesUnreadableHashes(t *testing.T) {
	good := cheap().encode("x")
	parts := strings.Split(good, "$")
	for _, stored := range []string{
		"x", "$argon2id$", strings.Replace(good, "argon2id", "argon2i", 1), strings.Replace(good, "v=19", "v=16", 1),
		strings.Replace(good, "m=8", "m=99999999", 1), strings.Replace(good, "t=1", "t=0", 1), strings.Replace(good, "t=1", "t=9999", 1),
		strings.Replace(good, "p=1", "p=0", 1), strings.Replace(good, "p=1", "p=1x", 1), strings.Replace(good, "m=8", "m=+8", 1),
		"$" + strings.Join([]string{parts[1], parts[2], parts[3], "", parts[5]}, "$"),
		"$" + strings.Join([]string{parts[1], parts[2], parts[3], parts[4], "aa"}, "$"),
		good + "$", good + "=",
	} {
		if ok, _, err := cheap().Verify(context.Background(), stored, "x"); ok || !errors.Is(err, ErrHash) {
			t.Errorf("%q: %v, %v", stored, ok, err)
		}
	}
}

func TestHashesWaitForAProcessor(t *testing.T) {
	h := cheap()
	for range runtime.NumCPU() {
		if err := h.enter(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer stop()
	if _, err := h.Hash(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v while all were busy", err)
	}
	if _, _, err := h.Verify(ctx, "", "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v while all were busy", err)
	}
	for range runtime.NumCPU() {
		h.leave()
	}
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if ok, _, err := h.Verify(context.Background(), "", "x"); ok || err != nil {
				t.Errorf("got %v, %v", ok, err)
			}
		})
	}
	all.Wait()
}

func FuzzStoredHash(f *testing.F) {
	f.Add(cheap().encode("x"))
	f.Add("$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, stored string) {
		p, err := decode(stored)
		if err == nil && (p.memory > greatestMemory || p.time > greatestTime || len(p.hash) > 64) {
			t.Fatalf("%q: %+v", stored, p)
		}
	})
}
