package account

import (
	"net/url"
	"strings"
	"testing"
)

func TestSafeNext(t *testing.T) {
	for _, kept := range []string{"/", "/game/12?tab=2#x", "/players/%D0%90%D0%BD%D0%BD%D0%B0", "/lobby?next=%2F%2Fevil.example", "/a%20b", "/100%25"} {
		if got := SafeNext(kept); got != kept {
			t.Errorf("%q became %q", kept, got)
		}
	}
	for _, foreign := range []string{
		"", "//evil.example", `/\evil.example`, "/%5Cevil.example", "/%5cevil.example", "/%2F%2Fevil.example", "/%2fevil.example",
		"/%252F%252Fevil.example", "https:evil.example", "https://evil.example", "/\t/evil.example", "/\n/evil.example", "/%09/evil.example",
		"javascript:alert(1)", "evil.example", "///evil.example", "/.//evil.example", "/x/../..//evil.example", "/..", " /lobby",
		"\\\\evil.example", "/%zz", "/a\x00b", "/a\xffb", "/" + strings.Repeat("a", 4096),
	} {
		if got := SafeNext(foreign); got != "/" {
			t.Errorf("%.40q became %q", foreign, got)
		}
	}
}

func FuzzSafeNext(f *testing.F) {
	f.Add("/game/12?tab=2#x")
	f.Add("/%2F%2Fevil.example")
	base, _ := url.Parse("https://here.example/login")
	f.Fuzz(func(t *testing.T, next string) {
		to, err := base.Parse(SafeNext(next))
		if err != nil || to.Host != base.Host || to.Scheme != base.Scheme {
			t.Fatalf("%q leads to %v, %v", next, to, err)
		}
	})
}
