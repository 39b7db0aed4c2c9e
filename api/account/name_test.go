package account

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseName(t *testing.T) {
	for _, c := range []struct {
		name, text, display, code string
	}{
		{"a plain name", "Damka", "Damka", ""},
		{"surrounding spaces are dropped", "  damka\t", "damka", ""},
		{"letters of another alphabet", "Анна", "Анна", ""},
		{"Greek", "Νίκος", "Νίκος", ""},
		{"accents", "Ștefăniță", "Ștefăniță", ""},
		{"Japanese mixes its scripts", "田中さん", "田中さん", ""},
		{"decomposed letters are composed", "Jose\u0301", "José", ""},
		{"full-width letters become plain ones", "ｄａｍｋａ", "damka", ""},
		{"digits and separators inside", "anna-b_2.x", "anna-b_2.x", ""},
		{"twenty characters", strings.Repeat("ab", 10), strings.Repeat("ab", 10), ""},
		{"twenty characters of two bytes", strings.Repeat("жы", 10), strings.Repeat("жы", 10), ""},
		{"two characters", "ab", "", "name-length"},
		{"twenty-one characters", strings.Repeat("a", 21), "", "name-length"},
		{"nothing", "", "", "name-length"},
		{"a megabyte", strings.Repeat("a", 1<<20), "", "name-length"},
		{"a zero-width space inside", "da\u200Bmka", "", "name-invisible"},
		{"a soft hyphen", "da\u00ADmka", "", "name-invisible"},
		{"a right-to-left override", "da\u202Emka", "", "name-invisible"},
		{"a Hangul filler, which is a letter", "dam\u3164ka", "", "name-invisible"},
		{"a NUL", "da\x00mka", "", "name-invisible"},
		{"invalid UTF-8", "da\xffmka", "", "name-invisible"},
		{"a Cyrillic A among Latin letters", "D\u0410MKA", "", "name-scripts"},
		{"a space inside", "da mka", "", "name-character"},
		{"markup", "<b>anna", "", "name-character"},
		{"a slash", "a/b", "", "name-character"},
		{"an emoji", "anna😀", "", "name-character"},
		{"digits of another script", "anna٣", "", "name-character"},
		{"a separator first", "-anna", "", "name-edge"},
		{"a dot last", "anna.", "", "name-edge"},
		{"dots alone", "...", "", "name-edge"},
		{"two separators in a row", "an--na", "", "name-edge"},
		{"digits alone", "12345", "", "name-letter"},
		{"a reserved name", "Admin", "", "name-reserved"},
		{"a reserved name with a digit for a letter", "Cr0wnp0st", "", "name-reserved"},
		{"a name that the server gives", "closed-17", "", "name-reserved"},
		{"a name that looks like one the server gives", "cl0sed-17", "", "name-reserved"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := ParseName(c.text)
			if c.code == "" {
				if err != nil || n.Display != c.display {
					t.Fatalf("got %q, %v; want %q", n.Display, err, c.display)
				}
				return
			}
			var invalid *Invalid
			if !errors.As(err, &invalid) || invalid.Code != c.code || invalid.Field != "name" {
				t.Fatalf("got %v; want %s", err, c.code)
			}
			if invalid.Message == "" || strings.Contains(invalid.Message, "{{") || len(invalid.Message) > 300 {
				t.Errorf("message %q", invalid.Message)
			}
		})
	}
}

func TestNamesThatLookAlikeHaveOneKey(t *testing.T) {
	for _, group := range [][]string{
		{"Damka", "damka", "DAMKA", "damka ", " DaMkA", "ｄａｍｋａ"},
		{"Capa", "Сара", "CAPA", "сара"}, // the second and fourth are Cyrillic
		{"lol", "LOL", "1o1", "I0I", "l0l"},
		{"BETA", "ΒΕΤΑ", "ВЕТА", "beta"}, // Latin, Greek, Cyrillic, Latin
		{"barney", "bamey"},
		{"vvilly", "willy"},
		{"José", "jose", "JOSE\u0301"},
		{"straße", "STRASSE"},
		{"İbo", "ibo", "ıbo"},
		{"ΝΙΚΟΣ", "νικος", "Νίκος"},
	} {
		for _, s := range group[1:] {
			if NameKey(s) != NameKey(group[0]) {
				t.Errorf("%q has key %q, %q has %q", s, NameKey(s), group[0], NameKey(group[0]))
			}
		}
	}
}

func TestDifferentNamesHaveDifferentKeys(t *testing.T) {
	seen := map[string]string{}
	for _, s := range []string{"anna", "hanna", "anne", "ann", "an-na", "an_na", "Анна", "Вася", "nova", "boba", "иван", "ivan", "田中さん", "maria", "mario"} {
		if other, ok := seen[NameKey(s)]; ok {
			t.Errorf("%q and %q share %q", s, other, NameKey(s))
		}
		seen[NameKey(s)] = s
	}
}

func FuzzParseName(f *testing.F) {
	for _, s := range []string{"Damka", "da\u200Bmka", "D\u0410MKA", "İbo", "ﬃ", "e\u0301e\u0301e\u0301", "ΐΐΐ", "....", "ㄱㄱㄱ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := ParseName(s)
		key := NameKey(s)
		if !utf8.ValidString(key) {
			t.Fatalf("key %q of %q", key, s)
		}
		if err != nil {
			return
		}
		if n.Key == "" || n.Key != key || NameKey(n.Display) != n.Key {
			t.Fatalf("%q: key %q, found by %q", s, n.Key, key)
		}
		again, err := ParseName(n.Display)
		if err != nil || again != n {
			t.Fatalf("%q read again: %v, %v", n.Display, again, err)
		}
		for _, other := range []string{strings.ToUpper(n.Display), strings.ToLower(n.Display)} {
			if NameKey(other) != n.Key {
				t.Fatalf("%q has key %q, %q has %q", n.Display, n.Key, other, NameKey(other))
			}
		}
	})
}
