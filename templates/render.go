// Package templates writes the pages, mails and static files: html/template
// with one typed struct a page, texts from locale files, and no functions of
// a language in the templates: the Printer travels in the struct.
//
// # Scripts
//
// Every page is complete without its scripts, which find what they need in
// attributes:
//
//   - <time datetime data-format="moment|day"> holds UTC text, to be rewritten
//     in the reader's zone;
//   - <main data-now> is the server's time in milliseconds when the page was
//     written; remaining times are counted from it, never from the device's
//     clock alone;
//   - <main data-version data-events> on a page that changes: the address is a
//     stream of versions, and another one than the page's means to fetch the
//     page again and to replace the contents of <main>;
//   - <span class="clock" data-remaining data-running> is a clock,
//     milliseconds left at data-now, counting down when data-running is there,
//     but not from the first to the second moment of data-leave;
//   - <form id="act-form"> with the hidden "ply" and a control "act" sends an
//     act; data-confirm is there when the player wants to confirm each move;
//   - <input name="share"> takes the reader's share in the dice, which is drawn
//     in the browser while it is empty.
package templates

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"
)

//go:embed layout.html pages parts
var files embed.FS

// Layout is what every page has; page structs embed it.
type Layout struct {
	// Printer writes the page's language; its methods are the page's.
	*Printer
	// Title is the page's own, without the site's name.
	Title string
	// User is nil for a visitor.
	User *User
	// Path is the page's address, for the navigation and for coming back.
	Path  string
	Flash []Message
	// Theme is "light", "dark" or "" (as the device says).
	Theme string
	// Now is the server's time.
	Now time.Time
	// CanSignUp says that a visitor may get an account.
	CanSignUp bool
	// Live, if not nil, keeps the page up to date.
	Live *Live
}

// Live says where a page's changes are announced.
type Live struct {
	// Events is the address of the event stream.
	Events string
	// Version is what this page shows.
	Version int64
}

// NowMillis is Now in milliseconds since 1970.
func (l Layout) NowMillis() int64 { return l.Now.UnixMilli() }

// Here says whether the page's address is the given one or below it.
func (l Layout) Here(prefix string) bool {
	return l.Path == prefix || strings.HasPrefix(l.Path, prefix+"/")
}

// Page is one of the page structs of this package.
type Page interface {
	// file is the name of the page's template below pages/.
	file() string
}

// localized is a page whose body is prose with a file of its own in each
// language.
type localized interface {
	Page
	prose() string
	Lang() string
}

// Functions here know no language.
var functions = template.FuncMap{"asset": Asset}

var shared = template.Must(template.New("").Funcs(functions).ParseFS(files, "layout.html", "parts/*.html"))

var (
	pages = parsePages()
	prose = parseProse()
)

func parsePages() map[string]*template.Template {
	all := map[string]*template.Template{}
	names, err := files.ReadDir("pages")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		t := template.Must(template.Must(shared.Clone()).ParseFS(files, "pages/"+name.Name()))
		all[strings.TrimSuffix(name.Name(), ".html")] = t
	}
	return all
}

// parseProse reads locales/<lang>/{rules,help}/*.html, each on top of the
// page it stands in, and keys it "<lang>/rules/<name>". What several pages of
// the rules say is in locales/<lang>/rules-parts.
func parseProse() map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, lang := range Languages() {
		for _, kind := range []string{"rules", "help"} {
			dir := path.Join("locales", lang, kind)
			names, err := locales.ReadDir(dir)
			if err != nil {
				continue
			}
			for _, name := range names {
				t := template.Must(pages[kind].Clone())
				if parts, _ := fs.Glob(locales, dir+"-parts/*.html"); parts != nil {
					t = template.Must(t.ParseFS(locales, parts...))
				}
				t = template.Must(t.ParseFS(locales, path.Join(dir, name.Name())))
				all[path.Join(lang, kind, strings.TrimSuffix(name.Name(), ".html"))] = t
			}
		}
	}
	return all
}

// Render writes the page. Nothing is written when it fails.
func Render(w io.Writer, page Page) error {
	t := pages[page.file()]
	if p, ok := page.(localized); ok {
		t = prose[path.Join(p.Lang(), p.prose())]
		if t == nil {
			t = prose[path.Join(Languages()[0], p.prose())]
		}
	}
	if t == nil {
		return fmt.Errorf("page %q: no template", page.file())
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, "layout", page); err != nil {
		return fmt.Errorf("page %q: %w", page.file(), err)
	}
	_, err := out.WriteTo(w)
	return err
}

// With is a part's item together with the page it stands in.
type With struct {
	Layout
	Item any
}

// With hands an item to a part.
func (l Layout) With(item any) With { return With{l, item} }
