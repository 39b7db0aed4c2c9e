package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
)

func (s *Server) apiSignUp(c echo.Context) error {
	var in struct {
		Name       string `json:"name"`
		Email      string `json:"email"`
		Password   string `json:"password"`
		Invitation string `json:"invitation"`
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	if err := s.limited(c, s.signups); err != nil {
		return err
	}
	id, err := s.Play.SignUp(c.Request().Context(), play.SignUpInput{
		Name: in.Name, Email: in.Email, Password: in.Password, Invitation: in.Invitation, Locale: s.printer(c).Lang(),
	})
	if err != nil {
		return err
	}
	a, err := s.Store.Read(c.Request().Context()).Account(id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]any{"id": a.ID, "name": a.Name})
}

type tokensJSON struct {
	Token        string    `json:"token"`
	Expires      time.Time `json:"expires"`
	RefreshToken string    `json:"refreshToken,omitempty"`
	Session      string    `json:"session"`
}

func newTokensJSON(t play.Tokens) tokensJSON {
	return tokensJSON{t.Access, t.Expires.UTC(), t.Refresh, t.Session}
}

func (s *Server) apiLogIn(c echo.Context) error {
	var in struct {
		Name     string `json:"name"`
		Password string `json:"password"`
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	missing := map[string]string{}
	for field, text := range map[string]string{"name": in.Name, "password": in.Password} {
		if text == "" {
			missing[field] = field + " is needed."
		}
	}
	if len(missing) > 0 {
		return invalid(missing)
	}
	tokens, err := s.Play.LogIn(c.Request().Context(), play.LogInInput{
		Name: in.Name, Password: in.Password, Address: c.RealIP(),
		Agent: agentName(c.Request().UserAgent()), Kind: store.ProgramSession,
	})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, newTokensJSON(tokens))
}

func (s *Server) apiRefresh(c echo.Context) error {
	var in struct {
		RefreshToken string `json:"refreshToken"`
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	if in.RefreshToken == "" {
		return invalid(map[string]string{"refreshToken": "refreshToken is needed."})
	}
	tokens, err := s.Play.Refresh(c.Request().Context(), in.RefreshToken)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newTokensJSON(tokens))
}

func (s *Server) apiSessions(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	rows, err := s.Store.Read(c.Request().Context()).Sessions(v.ID)
	if err != nil {
		return err
	}
	type session struct {
		ID      string    `json:"id"`
		Kind    string    `json:"kind"`
		Agent   string    `json:"agent"`
		Created time.Time `json:"created"`
		Used    time.Time `json:"used"`
		Current bool      `json:"current"`
	}
	list := make([]session, len(rows))
	for i, r := range rows {
		list[i] = session{r.ID, r.Kind, r.Agent, r.CreatedAt.UTC(), r.UsedAt.UTC(), r.ID == v.Session}
	}
	return c.JSON(http.StatusOK, map[string]any{"sessions": list})
}

func (s *Server) apiAccount(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	counts, err := s.Store.Read(c.Request().Context()).CountGames(v.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{
		"id": v.ID, "name": v.Name, "role": v.Role, "waiting": counts.Awaiting, "running": counts.Running,
	})
}
