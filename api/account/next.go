package account

import (
	"net/url"
	"strings"
	"unicode"
)

// SafeNext returns the address to go to after logging in if it is a path on
// this site, and "/" otherwise. Browsers take more for the start of a foreign
// address than the standard says, so a path with "//", a backslash or ".." is
// refused, also in disguise.
func SafeNext(next string) string {
	const home = "/"
	if len(next) > 2048 || !strings.HasPrefix(next, "/") || strings.ContainsFunc(next, func(r rune) bool {
		return unicode.IsControl(r) || r == '\\' || r == unicode.ReplacementChar
	}) {
		return home
	}
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" {
		return home
	}
	// Once more for what a proxy might decode twice.
	for path := u.Path; ; {
		if strings.Contains(path, "//") || strings.Contains(path, "..") || strings.ContainsFunc(path, func(r rune) bool {
			return unicode.IsControl(r) || r == '\\'
		}) {
			return home
		}
		again, err := url.PathUnescape(path)
		if err != nil || again == path {
			return next
		}
		path = again
	}
}
