package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// A name has this many characters.
const (
	MinName = 3
	MaxName = 20
)

// Name is an account's name. Two names with equal keys look alike or differ
// only in case; no two accounts have the same key.
type Name struct {
	// Display is the name as people see it, in Unicode's form NFKC.
	Display string
	// Key is what the name is found by; it is not meant to be shown.
	Key string
}

// reserved names could be taken for the site's own voice. Names that begin
// with one of reservedPrefixes are given by the server.
var (
	reserved = keys("admin", "administrator", "anonymous", "api", "bot", "closed", "crownpost", "deleted", "director",
		"everyone", "guest", "help", "login", "mod", "moderator", "nobody", "null", "official", "organiser", "organizer",
		"owner", "postmaster", "root", "security", "server", "settings", "signup", "staff", "support", "system",
		"undefined", "unknown", "webmaster")
	reservedPrefixes = []string{NameKey("closed-"), NameKey("guest-"), NameKey("crownpost-"), NameKey("deleted-")}
)

func keys(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[NameKey(n)] = true
	}
	return set
}

// ParseName reads a name that someone wants to have. Surrounding spaces are
// dropped. The error is an *Invalid.
func ParseName(s string) (Name, error) {
	refuse := func(code string, args map[string]any) (Name, error) {
		return Name{}, NewInvalid("name", code, args)
	}
	s = strings.TrimSpace(s)
	// Before normalising, so that a megabyte costs nothing.
	if len(s) > 4*utf8.UTFMax*MaxName {
		return refuse("name-length", map[string]any{"min": MinName, "max": MaxName})
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, Invisible) {
		return refuse("name-invisible", nil)
	}
	s = norm.NFKC.String(s)
	if strings.ContainsFunc(s, Invisible) {
		return refuse("name-invisible", nil)
	}
	if n := utf8.RuneCountInString(s); n < MinName || n > MaxName {
		return refuse("name-length", map[string]any{"min": MinName, "max": MaxName})
	}
	var alphabet string
	afterSeparator := true
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			a := script(r)
			if alphabet != "" && a != alphabet {
				return refuse("name-scripts", map[string]any{"first": alphabet, "second": a})
			}
			alphabet = a
			afterSeparator = false
		case '0' <= r && r <= '9':
			afterSeparator = false
		case r == '_' || r == '-' || r == '.':
			if afterSeparator {
				return refuse("name-edge", nil)
			}
			afterSeparator = true
		default:
			return refuse("name-character", map[string]any{"character": string(r)})
		}
	}
	if afterSeparator {
		return refuse("name-edge", nil)
	}
	if alphabet == "" {
		return refuse("name-letter", nil)
	}
	key := NameKey(s)
	if reserved[key] {
		return refuse("name-reserved", nil)
	}
	for _, p := range reservedPrefixes {
		if strings.HasPrefix(key, p) {
			return refuse("name-reserved", nil)
		}
	}
	return Name{Display: s, Key: key}, nil
}

// NameKey returns the key under which a name as typed by anyone is found. It
// is the same for names that differ only in case, in accents, or in letters
// and digits that look alike, across the Latin, Cyrillic and Greek alphabets.
// It accepts any text and is never longer than a few times the text.
func NameKey(s string) string {
	s = norm.NFKC.String(strings.TrimSpace(s))
	s = norm.NFKD.String(cases.Fold().String(s))
	var b strings.Builder
	for _, r := range s {
		if unicode.Is(unicode.Mn, r) || Invisible(r) {
			continue
		}
		if latin, ok := lookAlike[r]; ok {
			r = latin
		}
		b.WriteRune(r)
	}
	return pairs.Replace(b.String())
}

// pairs are two letters that look like one in most typefaces.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// lookAlike maps case-folded characters to the Latin one they can be taken
// for, in upper or in lower case. Where a Greek letter resembles two, its
// capital counts.
var lookAlike = map[rune]rune{
	// Latin and digits.
	'0': 'o', '1': 'l', 'i': 'l', 'ı': 'l', 'ł': 'l', 'ø': 'o', 'đ': 'd', 'ħ': 'h', 'ŧ': 't', 'ɡ': 'g', 'ɑ': 'a',
	// Cyrillic.
	'а': 'a', 'в': 'b', 'е': 'e', 'є': 'e', 'ѕ': 's', 'і': 'l', 'ј': 'j', 'к': 'k', 'м': 'm', 'н': 'h', 'о': 'o',
	'р': 'p', 'с': 'c', 'т': 't', 'у': 'y', 'ү': 'y', 'х': 'x', 'һ': 'h', 'ӏ': 'l', 'ԁ': 'd', 'ԛ': 'q', 'ԝ': 'w',
	'ѵ': 'v', 'ь': 'b', 'қ': 'k', 'ң': 'h', 'ҳ': 'x', 'ө': 'o',
	// Greek.
	'α': 'a', 'β': 'b', 'ε': 'e', 'ζ': 'z', 'η': 'h', 'ι': 'l', 'κ': 'k', 'μ': 'm', 'ν': 'n', 'ο': 'o', 'ρ': 'p',
	'τ': 't', 'υ': 'y', 'χ': 'x', 'ω': 'w', 'ϲ': 'c', 'ϳ': 'j',
	// Armenian and Cherokee letters that are copies of Latin ones.
	'օ': 'o', 'ս': 'u', 'հ': 'h', 'ո': 'n', 'ց': 'g', 'զ': 'q',
}

// Invisible reports whether r is a control character or prints as nothing.
func Invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) ||
		r == utf8.RuneError
}

// script names the alphabet of a letter. Japanese mixes three scripts in one
// word, which count as one.
func script(r rune) string {
	switch {
	case unicode.Is(unicode.Latin, r):
		return "Latin"
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return "Han"
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "unknown"
}
