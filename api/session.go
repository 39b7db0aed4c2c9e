package api

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
)

// sessionLifetime is how long a browser keeps both cookies; the session's own
// row decides whether they are still good for anything.
const sessionLifetime = 30 * 24 * time.Hour

// visitor is who sends a request: nobody, or an account with a session.
type visitor struct {
	store.Account
	Session string
}

const visitorKey = "visitor"

// visitorOf returns who sends the request; nil is nobody.
func visitorOf(c echo.Context) *visitor {
	v, _ := c.Get(visitorKey).(*visitor)
	return v
}

// viewerID is the visitor's account, 0 for nobody.
func viewerID(c echo.Context) int64 {
	if v := visitorOf(c); v != nil {
		return v.ID
	}
	return 0
}

// signedIn returns who sends the request, or play.ErrSignIn for nobody.
func signedIn(c echo.Context) (*visitor, error) {
	if v := visitorOf(c); v != nil {
		return v, nil
	}
	return nil, play.ErrSignIn
}

// signedInAt is signedIn together with the id in the address.
func signedInAt(c echo.Context) (*visitor, int64, error) {
	v, err := signedIn(c)
	if err != nil {
		return nil, 0, err
	}
	id, err := pathID(c)
	return v, id, err
}

// accessCookie is the name of the cookie with the access token. With an https
// base URL the prefix makes the browser itself guard it.
func (s *Server) accessCookie() string {
	if s.https {
		return "__Host-crownpost"
	}
	return "crownpost"
}

func (s *Server) refreshCookie() string {
	if s.https {
		return "__Secure-crownpost-refresh"
	}
	return "crownpost-refresh"
}

func (s *Server) setCookie(c echo.Context, name, value, path string, life time.Duration) {
	cookie := &http.Cookie{
		Name: name, Value: value, Path: path,
		HttpOnly: true, Secure: s.https, SameSite: http.SameSiteLaxMode,
		MaxAge: int(life / time.Second),
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}

func (s *Server) signIn(c echo.Context, access, refresh string) {
	s.setCookie(c, s.accessCookie(), access, "/", sessionLifetime)
	if refresh != "" {
		s.setCookie(c, s.refreshCookie(), refresh, "/session", sessionLifetime)
	}
}

func (s *Server) signOut(c echo.Context) {
	s.setCookie(c, s.accessCookie(), "", "/", 0)
	s.setCookie(c, s.refreshCookie(), "", "/session", 0)
}

// strangersForms are sent by those who are not signed in, whatever an old
// cookie says.
var strangersForms = []string{"/signup", "/login", "/forgot", "/reset/:token", "/verify/:token"}

// withVisitor finds out who sends the request. A page whose access token has
// expired is sent by way of /session, where the refresh cookie lives, and
// comes back; a form keeps its content on that way (307).
func (s *Server) withVisitor(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if strings.HasPrefix(c.Path(), "/static/") || strings.HasPrefix(c.Path(), "/session") {
			return next(c)
		}
		token, fromCookie := bearer(c.Request()), false
		if token == "" {
			cookie, err := c.Cookie(s.accessCookie())
			if err != nil || cookie.Value == "" {
				return next(c)
			}
			token, fromCookie = cookie.Value, true
		}
		v, err := s.identify(c, token)
		switch {
		case err == nil:
			c.Set(visitorKey, v)
			c.Response().Header().Add("Vary", "Cookie")
			return next(c)
		case fromCookie && errors.Is(err, account.ErrTokenExpired) && strings.HasPrefix(c.Path(), "/api/"):
			return err // the cookie that renews it does not come here
		case fromCookie && errors.Is(err, account.ErrTokenExpired) &&
			c.Request().Method == http.MethodPost && slices.Contains(strangersForms, c.Path()):
			return next(c)
		case fromCookie && errors.Is(err, account.ErrTokenExpired):
			back := url.QueryEscape(c.Request().URL.RequestURI())
			if c.Request().Method == http.MethodGet {
				return c.Redirect(http.StatusSeeOther, "/session?next="+back)
			}
			return c.Redirect(http.StatusTemporaryRedirect, "/session?next="+back)
		case errors.Is(err, account.ErrToken) || errors.Is(err, store.ErrNotFound):
			if fromCookie {
				s.signOut(c)
				return next(c)
			}
			c.Response().Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			return newProblem(http.StatusUnauthorized, "token", "The access token is not valid, has expired or was revoked. Log in again.")
		}
		return err
	}
}

// identify checks a token's signature and then its session's row, so that a
// session that was ended is refused at once.
func (s *Server) identify(c echo.Context, token string) (*visitor, error) {
	now := s.Now()
	access, err := s.Play.Keys.Verify(token, now)
	if err != nil {
		return nil, err
	}
	row, err := s.Store.Read(c.Request().Context()).Session(access.Session)
	if err != nil {
		return nil, err
	}
	a := row.Account
	if a.ID != access.Account || int64(a.Generation) != access.Generation || !a.ClosedAt.IsZero() || !row.ExpiresAt.After(now) {
		return nil, store.ErrNotFound
	}
	return &visitor{Account: a, Session: row.ID}, nil
}

func bearer(r *http.Request) string {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ""
	}
	return strings.TrimSpace(token)
}

// resumeSession hands out a new access token for a refresh token that is in
// force. It writes nothing; the token itself is replaced by renewSession.
func (s *Server) resumeSession(c echo.Context) error {
	next := account.SafeNext(c.QueryParam("next"))
	access, err := s.Play.Resume(c.Request().Context(), s.presentedRefresh(c))
	if err != nil {
		return s.sessionLost(c, next, err)
	}
	s.signIn(c, access, "")
	return c.Redirect(http.StatusSeeOther, next)
}

// renewSession rotates the refresh token: for the pages' script, which calls
// it while a page is open, and for a form that was sent with an old token.
func (s *Server) renewSession(c echo.Context) error {
	tokens, err := s.Play.Refresh(c.Request().Context(), s.presentedRefresh(c))
	next := c.QueryParam("next")
	if err != nil {
		return s.sessionLost(c, s.pageBefore(c), err)
	}
	s.signIn(c, tokens.Access, tokens.Refresh)
	if next == "" {
		return c.NoContent(http.StatusNoContent)
	}
	return c.Redirect(http.StatusTemporaryRedirect, account.SafeNext(next))
}

func (s *Server) presentedRefresh(c echo.Context) string {
	cookie, err := c.Cookie(s.refreshCookie())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// pageBefore is the page that a form was sent from; the form's own address
// cannot be looked at.
func (s *Server) pageBefore(c echo.Context) string {
	page, err := url.Parse(c.Request().Referer())
	if err != nil || page.Host != c.Request().Host && page.Host != s.Config.BaseURL.Host {
		return "/"
	}
	return account.SafeNext(page.RequestURI())
}

// sessionLost sends a visitor whose session has ended to the log-in page.
func (s *Server) sessionLost(c echo.Context, next string, err error) error {
	if !errors.Is(err, account.ErrToken) && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	s.signOut(c)
	return c.Redirect(http.StatusSeeOther, "/login?next="+url.QueryEscape(next))
}
