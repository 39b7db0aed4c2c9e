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
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/static/") {
			t.Errorf("%s is missing", r.URL.Path)
		}
		http.NotFound(w, r)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	const overhang = `(() => {
		const wide = document.documentElement.scrollWidth;
		const outside = (e) => e.getBoundingClientRect().right > 321 && !e.closest(".scroll, .visually-hidden, svg");
		const first = [...document.body.querySelectorAll("*")].find(outside);
		return wide <= 320 ? "" : wide + " pixels: " + (first?.outerHTML ?? "").slice(0, 120);
	})()`
	for n, s := range all {
		address := fmt.Sprintf("%s/sample/%d", server.URL, n)
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(320, 640), chromedp.Navigate(address)); err != nil {
			t.Fatal(err)
		}
		wide, err := chromedp.Run(ctx, chromedp.Evaluate[string](overhang))
		if err != nil {
			t.Fatal(err)
		}
		if wide != "" {
			t.Errorf("%s is wider than the screen: %s", s.name, wide)
		}
	}
}
