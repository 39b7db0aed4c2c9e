package api

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
)

// askForBye grants the sender a bye in a round to come of a Swiss.
func (s *Server) askForBye(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	var in struct {
		Round int `json:"round"`
	}
	if wantsJSON(c) {
		if err := decode(c, &in); err != nil {
			return err
		}
	} else {
		values, err := form(c, "round")
		if err != nil {
			return err
		}
		in.Round, _ = strconv.Atoi(values["round"]) // no number is no round to come
	}
	if err := s.Play.RequestBye(c.Request().Context(), v.ID, id, in.Round); err != nil {
		return err
	}
	if wantsJSON(c) {
		return c.NoContent(http.StatusNoContent)
	}
	s.flash(c, "bye-asked")
	return c.Redirect(http.StatusSeeOther, "/tournaments/"+itoa(id))
}
