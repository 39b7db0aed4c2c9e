package pdn

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// maxWork is how many bytes may be looked at, for each byte of the text.
const maxWork = 40

func FuzzPDN(f *testing.F) {
	for _, d := range dialects {
		f.Add(d.text)
	}
	for _, e := range unreadable {
		f.Add(e.text)
	}
	for _, text := range []string{"0", "0 0-00\x010", "[0\xc2 00]0101", "{ {}", "[0!\t0]", ";}", "1-1X", "B:B\t0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, strict := range []bool{false, true} {
			r := NewReader(strings.NewReader(text), Options{Strict: strict})
			for {
				g, err := r.Next()
				if errors.Is(err, io.EOF) {
					break
				}
				var bad *Error
				switch {
				case errors.As(err, &bad):
					if bad.Game != r.games || bad.Line < 1 || bad.Column < 1 || bad.Problem == "" {
						t.Fatalf("%+v", bad)
					}
				case err != nil:
					t.Fatal(err)
				default:
					checkWritten(t, g)
					checkPlayed(t, g)
				}
			}
			if limit := maxWork * (len(text) + chunk); r.work > limit {
				t.Fatalf("%d steps for %d bytes", r.work, len(text))
			}
		}
	})
}

// checkWritten says whether a game reads back as it was written.
func checkWritten(t *testing.T, g *Game) {
	t.Helper()
	text := g.String()
	again, err := Parse(text, Options{})
	if err != nil || len(again) != 1 {
		t.Fatalf("%d games, %v in\n%s", len(again), err, text)
	}
	if !again[0].Equal(g) {
		t.Fatalf("changed when written:\n%s", text)
	}
	if second := again[0].String(); second != text {
		t.Fatalf("written again:\n%s\nis not\n%s", second, text)
	}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len([]rune(line)) > lineWidth+1 && len(words) > 1 && line[0] != '[' && !strings.Contains(line, " [") && !strings.Contains(line, "/FEN") {
			t.Fatalf("a long line:\n%s", line)
		}
	}
}

// checkPlayed plays a game and says whether what comes out is sound.
func checkPlayed(t *testing.T, g *Game) {
	t.Helper()
	resolved, work, err := resolve(g, nil, context.Background().Err)
	if limit := len(Inferred) * (effort + effortPerNode*(len(g.String())+1)); work > limit {
		t.Fatalf("moves were generated %d times", work)
	}
	if err != nil {
		return
	}
	canonical := resolved.Canonical()
	checkWritten(t, canonical)
	again, failed := Resolve(canonical, nil)
	if failed != nil || again.Plies() != resolved.Plies() || again.Variant.Key() != resolved.Variant.Key() {
		t.Fatalf("%v in the standard's form:\n%s", failed, canonical)
	}
}
