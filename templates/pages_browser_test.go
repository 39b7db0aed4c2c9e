package templates

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// frames is how many pages are loaded at once.
const frames = 16

// TestPagesFitNarrowScreens opens every sample on a screen of 320 pixels: no
// page may have to be scrolled sideways, and nothing it loads may be missing.
func TestPagesFitNarrowScreens(t *testing.T) {
	ctx := browser(t)
	all := samples()
	tree, err := fs.Sub(Static, "static")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/static/"+StaticHash+"/", http.StripPrefix("/static/"+StaticHash, http.FileServerFS(tree)))
	mux.HandleFunc("/sample/{n}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("n"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := Render(w, all[n].page); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("/frames/{from}", func(w http.ResponseWriter, r *http.Request) {
		from, _ := strconv.Atoi(r.PathValue("from"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for n := from; n < min(from+frames, len(all)); n++ {
			fmt.Fprintf(w, `<iframe src="/sample/%d" width="320" height="640" style="border: 0"></iframe>`, n)
		}
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/static/") {
			t.Errorf("%s is missing", r.URL.Path)
		}
		http.NotFound(w, r)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	const overhangs = `[...document.querySelectorAll("iframe")].map((frame) => {
		const page = frame.contentDocument;
		const wide = page.documentElement.scrollWidth;
		const outside = (e) => e.getBoundingClientRect().right > 321 && !e.closest(".scroll, .visually-hidden, svg");
		const first = [...page.body.querySelectorAll("*")].find(outside);
		return wide <= 320 ? "" : wide + " pixels: " + (first?.outerHTML ?? "").slice(0, 120);
	})`
	for from := 0; from < len(all); from += frames {
		if err := chromedp.Do(ctx, chromedp.Navigate(fmt.Sprintf("%s/frames/%d", server.URL, from))); err != nil {
			t.Fatal(err)
		}
		wide, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](overhangs))
		if err != nil {
			t.Fatal(err)
		}
		if want := min(frames, len(all)-from); len(wide) != want {
			t.Fatalf("%d pages from %d on, want %d", len(wide), from, want)
		}
		for i, problem := range wide {
			if problem != "" {
				t.Errorf("%s is wider than the screen: %s", all[from+i].name, problem)
			}
		}
	}
}
