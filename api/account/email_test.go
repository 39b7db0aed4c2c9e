package account

import (
	"errors"
	"strings"
	"testing"
)

func TestParseEmail(t *testing.T) {
	for _, c := range []struct {
		name, text, address, key, code string
	}{
		{"a plain address", "anna@example.org", "anna@example.org", "anna@example.org", ""},
		{"capitals count only for the eye", " Anna@Example.ORG ", "Anna@example.org", "anna@example.org", ""},
		{"a tag", "anna+games@example.org", "anna+games@example.org", "anna+games@example.org", ""},
		{"an international domain", "anna@müller.example", "anna@xn--mller-kva.example", "anna@xn--mller-kva.example", ""},
		{"nothing", "  ", "", "", "email-missing"},
		{"no at sign", "anna", "", "", "email-malformed"},
		{"no domain", "anna@", "", "", "email-malformed"},
		{"no local part", "@example.org", "", "", "email-malformed"},
		{"a domain of one word", "anna@gmail", "", "", "email-malformed"},
		{"a display name", "Anna <anna@example.org>", "", "", "email-malformed"},
		{"angle brackets", "<anna@example.org>", "", "", "email-malformed"},
		{"two addresses", "anna@example.org, ben@example.org", "", "", "email-malformed"},
		{"a second header", "anna@example.org\r\nBcc: ben@example.org", "", "", "email-malformed"},
		{"quotes", `"anna b"@example.org`, "", "", "email-malformed"},
		{"a comment", "anna(x)@example.org", "", "", "email-malformed"},
		{"a literal host", "anna@[127.0.0.1]", "", "", "email-malformed"},
		{"a dot at the end", "anna@example.org.", "", "", "email-malformed"},
		{"two dots", "anna@example..org", "", "", "email-malformed"},
		{"a long local part", strings.Repeat("a", 65) + "@example.org", "", "", "email-malformed"},
		{"255 characters", strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 95) + "ex", "", "", ""},
		{"too long", "a@" + strings.Repeat("b.", 130) + "org", "", "", "email-length"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := ParseEmail(c.text)
			var invalid *Invalid
			switch {
			case c.code != "":
				if !errors.As(err, &invalid) || invalid.Code != c.code || invalid.Field != "email" {
					t.Fatalf("got %v, %v; want %s", e, err, c.code)
				}
				if EmailKey(c.text) != "" {
					t.Errorf("key %q", EmailKey(c.text))
				}
			case err != nil:
				t.Fatal(err)
			case c.address != "" && (e.Address != c.address || e.Key != c.key):
				t.Fatalf("got %+v", e)
			}
		})
	}
}

func FuzzParseEmail(f *testing.F) {
	for _, s := range []string{"anna@example.org", "a@b\r\n.c", "\"a\"@b.c", "a@müller.de", "a@xn--.de", "0@Xn--.0.0.0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseEmail(s)
		if err != nil {
			return
		}
		if strings.ContainsAny(e.Address, "\r\n<>\" ") || len(e.Address) > MaxEmail {
			t.Fatalf("%q gave %q", s, e.Address)
		}
		if again, err := ParseEmail(e.Address); err != nil || again != e {
			t.Fatalf("%q read again: %v, %v", e.Address, again, err)
		}
	})
}
