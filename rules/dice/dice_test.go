package dice

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func link(t testing.TB, text string) Link {
	t.Helper()
	l, err := ParseLink(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// testChain is the chain of the published vectors.
func testChain() Chain { return Chain{sha256.Sum256([]byte("crownpost test seed")), 8} }

// testShare is the first 16 bytes of the hash of a text.
func testShare(format string, args ...any) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, format, args...))
	return sum[:16]
}

var published = []struct {
	link, key string
	dice      []int
}{
	{"0ea50ab650269817a6253b6455bb01bd111b47832d71f6358d83b169be2243ef", "30f0c6aa92c4d9c59721392737ef333219b4c1f6298c879dd86358ca004b765a", []int{5, 2}},
	{"b2fe9f0e839ef1bb9b3ff9fd7b24a77a569def8e8d2baaf85f08f0efd4f4f528", "7c5c70d20f44982319e7f97b5b72aadec53ff3f0993cae86ad84ede737c1ad82", []int{3, 5}},
	{"ff7c15e04974be5931a88fb9156ef730bf2607b12c10724256b11d13fe4f86b5", "48aa2face39dc1d8792abe32378742623298a34b55548a1b761106209e4b46e2", []int{6, 3}},
	{"006b0b3809990545cb6c69c0f59d3d6833c4ee794154078bb4e713dd37562503", "427e1bdaa8a232c7035609e1565b3299a79c5189b346095a8d8ce2d7ab51b83e", []int{5, 2}},
	{"654bd799af06512b26a00c9d0501f4f8b875ed6bf2a4fc039786d69b97db1bc0", "cc1e13fb2a52d7b8f8c3c10d8fce8b8d418cc4241c52fcb6c28a3e689aaf455f", []int{1, 4}},
}

func TestTheChainHasTheCommitmentPublished(t *testing.T) {
	want := "4b4fd0353caa9b3a3458e4faccaef725b6d6976ee8140499ddaab4b8520285fe"
	if got := testChain().Commitment().String(); got != want {
		t.Errorf("commitment %s, want %s", got, want)
	}
	if got := testChain(); got.Link(8) != got.Seed {
		t.Error("the last link is not the seed")
	}
}

func TestWholeRollsAreThosePublished(t *testing.T) {
	previous := testChain().Commitment()
	for i, want := range published {
		i++
		secret := testChain().Link(i)
		if secret.String() != want.link {
			t.Errorf("link %d: %v, want %s", i, secret, want.link)
		}
		if !secret.Follows(previous) {
			t.Errorf("link %d does not follow the one before", i)
		}
		previous = secret
		roll := Roll{Match: "match-0001", Game: 1, Number: i, Opponent: testShare("opponent %d", i)}
		if i%3 != 0 {
			roll.Roller = testShare("roller %d", i)
		}
		key := roll.Key(secret)
		if key.String() != want.key {
			t.Errorf("key %d: %v, want %s", i, key, want.key)
		}
		if got := Throw(key.Dice(), i == 1); !slices.Equal(got, want.dice) {
			t.Errorf("dice %d: %v, want %v", i, got, want.dice)
		}
	}
}

func TestDiceOfAKey(t *testing.T) {
	for _, c := range []struct {
		name, key string
		opening   bool
		want      []int
	}{
		{"a byte from 252 on is skipped", "fab0ae2e25339f59d6a1857d48ab935fbb26a9acc3c80b97b9222a8fdfdd3077", false, []int{3, 3}},
		{"ties of an opening throw are thrown again from the same six bytes", "3f109ccadbc2fa7406dec437db2ebf0a260293dd4f815a7fee6ff18ff521efd9", true, []int{6, 6, 3, 3, 4, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Throw(Key(link(t, c.key)).Dice(), c.opening); !slices.Equal(got, c.want) {
				t.Errorf("dice %v, want %v", got, c.want)
			}
		})
	}
	t.Run("forty dice go over the end of a block", func(t *testing.T) {
		dice := Key(link(t, "51c84ff303a8a8c5cea4abb0caedd41da130f020cbae17daa1d576bfa642ab63")).Dice()
		var got strings.Builder
		for range 40 {
			fmt.Fprint(&got, dice())
		}
		if want := "2552543244562326345663653444326661353455"; got.String() != want {
			t.Errorf("dice %s, want %s", got.String(), want)
		}
	})
}

func TestTheMessageHoldsEveryPart(t *testing.T) {
	roll := Roll{Match: "m", Game: 2, Number: 258, Opponent: []byte{0xaa}, Roller: nil}
	want := append([]byte("crownpost-dice/1\x00"), 0, 1, 'm', 0, 0, 0, 2, 0, 0, 1, 2, 0, 1, 0xaa, 0, 0, 0, 0)
	if got := roll.Message(); !bytes.Equal(got, want) {
		t.Errorf("message %x, want %x", got, want)
	}
}

func TestSharesAreReadFromTheirDigits(t *testing.T) {
	for _, c := range []struct {
		name, text, err string
	}{
		{"16 bytes are enough", strings.Repeat("0a", 16), ""},
		{"64 bytes are allowed", strings.Repeat("fF", 64), ""},
		{"15 bytes are too few", strings.Repeat("0a", 15), "share: 15 bytes, not 16 to 64"},
		{"65 bytes are too many", strings.Repeat("0a", 65), "share: 65 bytes, not 16 to 64"},
		{"nothing is too little", "", "share: 0 bytes, not 16 to 64"},
		{"half a byte is none", strings.Repeat("0a", 16) + "0", "share: an odd number of hexadecimal digits"},
		{"a letter that is no digit", strings.Repeat("0g", 16), "share: a character that is no hexadecimal digit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			share, err := ParseShare(c.text)
			if c.err == "" {
				if err != nil || hex.EncodeToString(share) != strings.ToLower(c.text) {
					t.Errorf("%x, %v", share, err)
				}
			} else if err == nil || err.Error() != c.err {
				t.Errorf("error %v, want %s", err, c.err)
			}
		})
	}
}

func TestLinksAreReadFromTheirDigits(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "link: 0 bytes, not 32",
		strings.Repeat("0", 66): "link: 33 bytes, not 32",
		strings.Repeat("x", 64): "link: a character that is no hexadecimal digit",
	} {
		if _, err := ParseLink(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
