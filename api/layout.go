package api

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/config"
	"crownpost/rating"
	"crownpost/rules/catalog"
	"crownpost/templates"
)

// printer writes in the visitor's language: the account's choice first.
func (s *Server) printer(c echo.Context) *templates.Printer {
	accept := c.Request().Header.Get("Accept-Language")
	if v := visitorOf(c); v != nil {
		return templates.NewPrinter(v.Locale, accept)
	}
	return templates.NewPrinter(accept)
}

// layout is what every page has; title is a locale key.
func (s *Server) layout(c echo.Context, title string, args ...any) templates.Layout {
	p := s.printer(c)
	l := templates.Layout{
		Printer: p, Title: p.T(title, args...), Path: c.Request().URL.Path, Now: s.Now(),
		CanSignUp: s.Config.Registration != config.Closed,
	}
	l.Flash = s.takeFlash(c, p)
	v := visitorOf(c)
	if v == nil {
		return l
	}
	l.Theme = v.Theme
	l.User = &templates.User{ID: v.ID, Name: v.Name, Admin: v.Role == "admin"}
	counts, err := s.Store.Read(c.Request().Context()).CountGames(v.ID)
	if err != nil {
		if clientGone(err, c) {
			return l
		}
		s.Log.Error("count of games", "request", requestID(c), "error", err)
		return l
	}
	l.User.Waiting = counts.Awaiting
	return l
}

// flashCookie carries what the next page says has been done: a key below
// "flash.", and a name for those that take one.
const flashCookie = "crownpost-flash"

// flash has the next page say what was done.
func (s *Server) flash(c echo.Context, key string, name ...string) {
	s.setCookie(c, flashCookie, key+":"+url.QueryEscape(strings.Join(name, "")), "/", time.Minute)
}

func (s *Server) takeFlash(c echo.Context, p *templates.Printer) []templates.Message {
	cookie, err := c.Cookie(flashCookie)
	if err != nil || c.Request().Method != http.MethodGet {
		return nil
	}
	s.setCookie(c, flashCookie, "", "/", 0)
	key, name, _ := strings.Cut(cookie.Value, ":")
	if name, err = url.QueryUnescape(name); err != nil || !p.Has("flash."+key) {
		return nil
	}
	return []templates.Message{{Kind: "ok", Text: p.T("flash."+key, "name", name)}}
}

// render answers with a page.
func (s *Server) render(c echo.Context, status int, page templates.Page) error {
	var body bytes.Buffer
	if err := templates.Render(&body, page); err != nil {
		return err
	}
	return c.HTMLBlob(status, body.Bytes())
}

// address is an address on this site for use outside of it.
func (s *Server) address(path string) string {
	return s.Config.BaseURL.Scheme + "://" + s.Config.BaseURL.Host + path
}

func loginAddress(next string) string { return "/login?next=" + url.QueryEscape(next) }

// live makes a page follow an event stream.
func live(events string, version int64) *templates.Live {
	return &templates.Live{Events: events, Version: version}
}

// fingerprint is a version for pages that show many things: the time to which
// their newest part was known.
func fingerprint(now time.Time) int64 { return now.UnixMilli() }

// player names someone with the rating of a pool: points are thousandths, 0
// for someone who has none yet.
func player(name string, points int64, provisional bool) templates.Player {
	p := templates.Player{Name: name}
	if points != 0 {
		p.Rating = &templates.Rating{Points: rating.Milli(points).Points(), Provisional: provisional}
	}
	return p
}

// formulaOf is the formula of a variant's pool.
func formulaOf(variant string) rating.Formula {
	if v, ok := catalog.Lookup(variant); ok {
		return rating.FormulaFor(string(v.Family()))
	}
	return rating.FormulaFor("")
}

// provisional says whether somebody with so many rated games, and so much
// experience, in the variant's pool has a provisional rating.
func provisional(variant string, games, experience int) bool {
	return rating.Provisional(formulaOf(variant), rating.Player{Games: games, Experience: experience})
}
