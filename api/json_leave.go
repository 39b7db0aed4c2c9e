package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/templates"
)

// leaveJSON is a leave, from From up to but not including To.
type leaveJSON struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// newLeaveJSON shows a leave, null for none.
func newLeaveJSON(l *templates.Leave) *leaveJSON {
	if l == nil {
		return nil
	}
	return &leaveJSON{l.From.UTC(), l.To.UTC()}
}

func (s *Server) apiLeave(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	has, err := s.Play.Leave(c.Request().Context(), v.ID)
	if err != nil {
		return err
	}
	var open *leaveJSON
	past := []leaveJSON{}
	for _, l := range has.All {
		one := leaveJSON{l.FromAt.UTC(), l.ToAt.UTC()}
		if l.ToAt.After(s.Now()) {
			open = &one
		} else {
			past = append(past, one)
		}
	}
	return c.JSON(http.StatusOK, map[string]any{
		"days": has.Days, "leftSeconds": has.Left.Seconds(), "leave": open, "past": past,
	})
}

func (s *Server) apiTakeLeave(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	var in struct {
		From time.Time `json:"from"`
		Days *int      `json:"days"`
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	if in.Days == nil {
		return invalid(map[string]string{"days": "days is needed, 0 for as long as there is."})
	}
	if err := checkDays(*in.Days); err != nil {
		return err
	}
	leave, err := s.Play.TakeLeave(c.Request().Context(), v.ID, in.From, *in.Days)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, leaveJSON{leave.FromAt.UTC(), leave.ToAt.UTC()})
}
