package account

import (
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// MaxEmail is the greatest length of an e-mail address (RFC 5321, 4.5.3.1.3
// less the angle brackets).
const MaxEmail = 254

// Email is one mail address.
type Email struct {
	// Address is where mail is sent to, with the domain in ASCII.
	Address string
	// Key is the address in lower case; no two accounts have the same key.
	Key string
}

// ParseEmail reads a bare address, without a display name, comments, quotes
// or a literal host. The error is an *Invalid.
func ParseEmail(s string) (Email, error) {
	refuse := func(code string, args map[string]any) (Email, error) {
		return Email{}, NewInvalid("email", code, args)
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return refuse("email-missing", nil)
	}
	if len(s) > MaxEmail {
		return refuse("email-length", map[string]any{"max": MaxEmail})
	}
	parsed, err := mail.ParseAddress(s)
	if err != nil || parsed.Address != s || strings.ContainsAny(s, "\"[]<>() \t") {
		return refuse("email-malformed", nil)
	}
	at := strings.LastIndexByte(s, '@')
	local, domain := s[:at], s[at+1:]
	domain, err = idna.Lookup.ToASCII(domain)
	if err != nil || !isHost(domain) || len(local) > 64 {
		return refuse("email-malformed", nil)
	}
	address := local + "@" + domain
	if len(address) > MaxEmail {
		return refuse("email-length", map[string]any{"max": MaxEmail})
	}
	return Email{Address: address, Key: strings.ToLower(address)}, nil
}

// isHost says whether a domain in ASCII has at least two labels, none of them
// empty, and stays what it is when it is converted once more.
func isHost(domain string) bool {
	again, err := idna.Lookup.ToASCII(domain)
	labels := strings.Split(domain, ".")
	return err == nil && again == domain && len(labels) > 1 && !slices.Contains(labels, "")
}

// EmailKey returns the key of an address as typed by anyone, and "" where it
// is not an address.
func EmailKey(s string) string {
	e, err := ParseEmail(s)
	if err != nil {
		return ""
	}
	return e.Key
}
