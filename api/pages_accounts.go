package api

import (
	"errors"
	"math"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
)

// secretFields are never shown again in a form that was refused.
var secretFields = []string{"password", "current", "repeat"}

// accountForm is refusedForm with what only accounts can be refused for.
func (s *Server) accountForm(c echo.Context, values map[string]string, err error) (templates.Form, int, bool) {
	for _, name := range secretFields {
		delete(values, name)
	}
	if f, refused := s.refusedForm(c, values, err); refused {
		return f, http.StatusUnprocessableEntity, true
	}
	p := s.printer(c)
	var slow *play.SlowDownError
	switch {
	case errors.As(err, &slow):
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(slow.Wait.Seconds()))))
		text := p.T("invalid.slow-down", "time", p.Duration(slow.Wait))
		return templates.Form{Values: values, Errors: map[string]string{"": text}}, http.StatusTooManyRequests, true
	case errors.Is(err, play.ErrLogIn):
		return templates.Form{Values: values, Errors: map[string]string{"": p.T("invalid.login")}}, http.StatusUnauthorized, true
	}
	return templates.Form{}, 0, false
}

// limited refuses a client's address that does something too often.
func (s *Server) limited(c echo.Context, limiter *account.Limiter) error {
	ok, wait := limiter.Allow(account.AddressKey(c.RealIP()), s.Now())
	if ok {
		return nil
	}
	return &play.SlowDownError{Wait: wait}
}

func (s *Server) signupPage(c echo.Context) error {
	return s.showSignup(c, http.StatusOK, templates.Form{}, c.QueryParam("next"), clean(c.QueryParam("invitation")))
}

func (s *Server) showSignup(c echo.Context, status int, f templates.Form, next, invitation string) error {
	return s.render(c, status, &templates.SignUpPage{
		Layout: s.layout(c, "signup.title"), Form: f, Registration: s.Config.Registration,
		Invitation: invitation, Next: localNext(next),
	})
}

// localNext is where to go on to, "" for the home page.
func localNext(next string) string {
	if next == "" {
		return ""
	}
	if next = account.SafeNext(next); next == "/" {
		return ""
	}
	return next
}

func (s *Server) postSignup(c echo.Context) error {
	values, err := form(c, "name", "email", "password", "next", "invitation")
	if err != nil {
		return err
	}
	in := play.SignUpInput{
		Name: values["name"], Email: values["email"], Password: values["password"], Invitation: values["invitation"],
		Locale: s.printer(c).Lang(),
	}
	if err = s.limited(c, s.signups); err == nil {
		_, err = s.Play.SignUp(c.Request().Context(), in)
	}
	if errors.Is(err, play.ErrClosedRegistration) {
		return err
	}
	if f, status, refused := s.accountForm(c, values, err); refused {
		return s.showSignup(c, status, f, values["next"], values["invitation"])
	}
	if err != nil {
		return err
	}
	if s.Play.MailConfigured {
		s.flash(c, "verify-sent")
	} else {
		s.flash(c, "signed-up")
	}
	return s.logIn(c, in.Name, in.Password, values["next"])
}

// logIn opens a page session and goes on.
func (s *Server) logIn(c echo.Context, name, password, next string) error {
	tokens, err := s.Play.LogIn(c.Request().Context(), play.LogInInput{
		Name: name, Password: password, Address: c.RealIP(),
		Agent: agentName(c.Request().UserAgent()), Kind: store.PageSession,
	})
	if err != nil {
		return err
	}
	s.signIn(c, tokens.Access, tokens.Refresh)
	return c.Redirect(http.StatusSeeOther, account.SafeNext(next))
}

func (s *Server) loginPage(c echo.Context) error {
	if visitorOf(c) != nil {
		return c.Redirect(http.StatusSeeOther, account.SafeNext(c.QueryParam("next")))
	}
	return s.showLogin(c, http.StatusOK, templates.Form{}, c.QueryParam("next"))
}

func (s *Server) showLogin(c echo.Context, status int, f templates.Form, next string) error {
	return s.render(c, status, &templates.LogInPage{
		Layout: s.layout(c, "login.title"), Form: f, Next: localNext(next), Registration: s.Config.Registration,
	})
}

func (s *Server) postLogin(c echo.Context) error {
	values, err := form(c, "name", "password", "next")
	if err != nil {
		return err
	}
	if values["name"] == "" || values["password"] == "" {
		err = play.ErrLogIn
	} else {
		err = s.logIn(c, values["name"], values["password"], values["next"])
	}
	if f, status, refused := s.accountForm(c, values, err); refused {
		return s.showLogin(c, status, f, values["next"])
	}
	return err
}

func (s *Server) postLogout(c echo.Context) error {
	if v := visitorOf(c); v != nil {
		if err := s.Play.EndSession(c.Request().Context(), v.ID, v.Session); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	s.signOut(c)
	s.flash(c, "logged-out")
	return c.Redirect(http.StatusSeeOther, "/")
}

func (s *Server) forgotPage(c echo.Context) error {
	return s.render(c, http.StatusOK, &templates.ForgotPage{Layout: s.layout(c, "forgot.title")})
}

func (s *Server) postForgot(c echo.Context) error {
	values, err := form(c, "email")
	if err != nil {
		return err
	}
	if err = s.limited(c, s.mails); err == nil {
		err = s.Play.ForgotPassword(c.Request().Context(), values["email"])
	}
	page := &templates.ForgotPage{Layout: s.layout(c, "forgot.title"), Sent: err == nil}
	if f, status, refused := s.accountForm(c, values, err); refused {
		page.Form = f
		return s.render(c, status, page)
	}
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, page)
}

// The pages that mails lead to only ask for a click: a mail scanner's GET uses
// nothing up.

// usedLink is the problem of a mail's link that is good for nothing any more;
// next is where another one is asked for, title the key of that page's name.
func (s *Server) usedLink(c echo.Context, next, title string) error {
	p := newProblem(http.StatusConflict, "gone", s.printer(c).T("error.used-link"))
	p.back = &templates.Link{Text: s.printer(c).T(title), URL: next}
	return p
}

func (s *Server) resetPage(c echo.Context) error {
	_, err := s.Store.Read(c.Request().Context()).Token(store.ResetToken, account.HashSecret(c.Param("token")), s.Now())
	if errors.Is(err, store.ErrNotFound) {
		return s.usedLink(c, "/forgot", "forgot.title")
	}
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, &templates.ResetPage{Layout: s.layout(c, "reset.title"), Token: c.Param("token")})
}

func (s *Server) postReset(c echo.Context) error {
	values, err := form(c, "password", "repeat")
	if err != nil {
		return err
	}
	if err = s.repeated(c, values); err == nil {
		err = s.Play.ResetPassword(c.Request().Context(), c.Param("token"), values["password"])
	}
	if f, status, refused := s.accountForm(c, values, err); refused {
		return s.render(c, status, &templates.ResetPage{Layout: s.layout(c, "reset.title"), Token: c.Param("token"), Form: f})
	}
	if errors.Is(err, play.ErrGone) {
		return s.usedLink(c, "/forgot", "forgot.title")
	}
	if err != nil {
		return err
	}
	s.signOut(c)
	s.flash(c, "password-changed")
	return c.Redirect(http.StatusSeeOther, "/login")
}

func (s *Server) repeated(_ echo.Context, values map[string]string) error {
	if values["password"] != values["repeat"] {
		return account.NewInvalid("repeat", "repeat", nil)
	}
	return nil
}

func (s *Server) verifyPage(c echo.Context) error {
	token, err := s.Store.Read(c.Request().Context()).Token(store.VerifyToken, account.HashSecret(c.Param("token")), s.Now())
	if errors.Is(err, store.ErrNotFound) {
		return s.usedLink(c, "/settings", "settings.title")
	}
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, &templates.VerifyPage{Layout: s.layout(c, "verify.title"), Token: c.Param("token"), Email: token.Email})
}

func (s *Server) postVerify(c echo.Context) error {
	err := s.Play.VerifyEmail(c.Request().Context(), c.Param("token"))
	if errors.Is(err, play.ErrGone) {
		return s.usedLink(c, "/settings", "settings.title")
	}
	if err != nil {
		return err
	}
	s.flash(c, "verified")
	return c.Redirect(http.StatusSeeOther, "/settings")
}

func (s *Server) settingsPage(c echo.Context) error {
	return s.showSettings(c, http.StatusOK, nil)
}

// showSettings answers with the settings; change puts a refused form in place.
func (s *Server) showSettings(c echo.Context, status int, change func(*templates.SettingsPage)) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	sessions, err := read.Sessions(v.ID)
	if err != nil {
		return err
	}
	counts, err := read.CountGames(v.ID)
	if err != nil {
		return err
	}
	pending, err := read.PendingEmail(v.ID, s.Now())
	if err != nil {
		return err
	}
	page := &templates.SettingsPage{
		Layout: s.layout(c, "settings.title"), Email: v.Email, Verified: !v.EmailVerifiedAt.IsZero(),
		Running: counts.Running, Preferences: templates.Form{Values: map[string]string{"theme": v.Theme}},
	}
	page.CanResend = s.Play.MailConfigured && !page.Verified
	// An address that is not proved is shown alike, whether it is the
	// account's or another's.
	if page.Email == "" {
		page.Email = pending
	} else if pending != page.Email {
		page.Pending = pending
	}
	if v.Theme == "" {
		page.Preferences.Values["theme"] = "auto"
	}
	if v.ConfirmMoves {
		page.Preferences.Values["confirmMoves"] = "yes"
	}
	for _, row := range sessions {
		page.Sessions = append(page.Sessions, templates.Session{
			ID: row.ID, Agent: row.Agent, Created: row.CreatedAt, LastSeen: row.UsedAt, Current: row.ID == v.Session,
		})
	}
	if change != nil {
		change(page)
	}
	return s.render(c, status, page)
}

func (s *Server) postPassword(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, "current", "password", "repeat")
	if err != nil {
		return err
	}
	var tokens play.Tokens
	if err = s.repeated(c, values); err == nil {
		tokens, err = s.Play.ChangePassword(c.Request().Context(), v.ID, v.Session, values["current"], values["password"])
	}
	if f, status, refused := s.accountForm(c, values, err); refused {
		return s.showSettings(c, status, func(p *templates.SettingsPage) { p.PasswordForm = f })
	}
	if err != nil {
		return err
	}
	s.signIn(c, tokens.Access, "")
	s.flash(c, "password-changed")
	return c.Redirect(http.StatusSeeOther, "/settings")
}

func (s *Server) postEmail(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, "email", "password")
	if err != nil {
		return err
	}
	err = s.Play.ChangeEmail(c.Request().Context(), v.ID, values["password"], values["email"])
	if f, status, refused := s.accountForm(c, values, err); refused {
		return s.showSettings(c, status, func(p *templates.SettingsPage) { p.EmailForm = f })
	}
	if err != nil {
		return err
	}
	if s.Play.MailConfigured {
		s.flash(c, "email-pending")
	} else {
		s.flash(c, "email-changed")
	}
	return c.Redirect(http.StatusSeeOther, "/settings")
}

func (s *Server) postResend(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	if err := s.limited(c, s.mails); err != nil {
		return err
	}
	if err := s.Play.ResendVerification(c.Request().Context(), v.ID); err != nil {
		return err
	}
	s.flash(c, "verify-sent")
	return c.Redirect(http.StatusSeeOther, "/settings")
}

func (s *Server) postPreferences(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, "theme", "confirmMoves", "language")
	if err != nil {
		return err
	}
	p := play.Preferences{Theme: values["theme"], Locale: v.Locale, ConfirmMoves: values["confirmMoves"] == "yes"}
	if language := values["language"]; language != "" {
		p.Locale = templates.NewPrinter(language).Lang()
	}
	switch p.Theme {
	case "auto":
		p.Theme = ""
		fallthrough
	case "light", "dark":
		err = s.Play.SetPreferences(c.Request().Context(), v.ID, p)
	default:
		err = account.NewInvalid("", "unknown", nil)
	}
	if f, status, refused := s.accountForm(c, values, err); refused {
		return s.showSettings(c, status, func(page *templates.SettingsPage) { page.Preferences = f })
	}
	if err != nil {
		return err
	}
	s.flash(c, "saved")
	return c.Redirect(http.StatusSeeOther, "/settings")
}

func (s *Server) postClose(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, "password", "confirm")
	if err != nil {
		return err
	}
	if values["confirm"] != "yes" {
		err = account.NewInvalid("", "confirm", nil)
	} else {
		err = s.Play.CloseAccount(c.Request().Context(), v.ID, values["password"])
	}
	if f, status, refused := s.accountForm(c, values, err); refused {
		return s.showSettings(c, status, func(p *templates.SettingsPage) { p.CloseForm = f })
	}
	if err != nil {
		return err
	}
	s.signOut(c)
	s.flash(c, "closed")
	return c.Redirect(http.StatusSeeOther, "/")
}

func (s *Server) revokeSession(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	if err := s.Play.EndSession(c.Request().Context(), v.ID, c.Param("id")); err != nil {
		return err
	}
	if wantsJSON(c) {
		return c.NoContent(http.StatusNoContent)
	}
	s.flash(c, "session-revoked")
	return c.Redirect(http.StatusSeeOther, "/settings")
}

func (s *Server) revokeOtherSessions(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	if err := s.Play.EndOtherSessions(c.Request().Context(), v.ID, v.Session); err != nil {
		return err
	}
	s.flash(c, "sessions-revoked")
	return c.Redirect(http.StatusSeeOther, "/settings")
}
