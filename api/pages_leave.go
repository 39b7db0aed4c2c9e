package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/templates"
)

func (s *Server) leavePage(c echo.Context) error {
	return s.showLeave(c, http.StatusOK, templates.Form{})
}

func (s *Server) showLeave(c echo.Context, status int, f templates.Form) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	has, err := s.Play.Leave(c.Request().Context(), v.ID)
	if err != nil {
		return err
	}
	now := s.Now()
	page := &templates.LeavePage{
		Layout: s.layout(c, "leave.title"), Left: has.Left, Year: now.UTC().Year(),
		Allowance: time.Duration(has.Days) * correspondence.Day, Form: f,
	}
	if has.Open != nil {
		page.Open = newLeave(has.Open.FromAt, has.Open.ToAt, now)
		for _, text := range f.Errors { // there are no fields to put it to
			page.Form = templates.Form{Errors: map[string]string{"": text}}
		}
	}
	for _, l := range has.All {
		if !l.ToAt.After(now) && l.ToAt.UTC().Year() == page.Year {
			page.Past = append(page.Past, templates.Leave{From: l.FromAt, To: l.ToAt})
		}
	}
	if page.Open == nil {
		if err := s.countLeaveGames(c, page, v.ID); err != nil {
			return err
		}
	}
	return s.render(c, status, page)
}

// mostLeaveGames is how many games of an account are looked at to say which stop
// for leave.
const mostLeaveGames = 10_000

// countLeaveGames says beforehand what leave does to the reader's games.
func (s *Server) countLeaveGames(c echo.Context, page *templates.LeavePage, id int64) error {
	rows, err := s.Store.Read(c.Request().Context()).RunningGames(id, store.AwaitCursor{}, mostLeaveGames)
	if err != nil {
		return err
	}
	if err := s.asOfNow(rows); err != nil {
		return err
	}
	for i := range rows {
		table, err := play.NewTable(&rows[i])
		if err != nil {
			return err
		}
		state := table.State
		if state.Status != correspondence.Running {
			continue
		}
		page.Games++
		if !state.NoLeave && state.Control.AllowsLeave() {
			page.Stopping++
		}
		if state.InLastHour(table.Side(id), s.Now()) {
			page.Hurried++
		}
	}
	return nil
}

// newLeave shows a leave that is on or to come at now, nil if it is neither.
func newLeave(from, to, now time.Time) *templates.Leave {
	if !to.After(now) {
		return nil
	}
	return &templates.Leave{From: from, To: to, On: !now.Before(from)}
}

// leaveOf is the leave of an account that is on or to come, nil for none.
func (s *Server) leaveOf(read *store.Reader, id int64) (*templates.Leave, error) {
	now := s.Now()
	open, err := read.LeavesAt(now, id)
	if err != nil {
		return nil, err
	}
	l := open[id]
	return newLeave(l.FromAt, l.ToAt, now), nil
}

func (s *Server) postLeave(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, "from", "days")
	if err != nil {
		return err
	}
	from, days, err := readLeave(values)
	if err == nil {
		_, err = s.Play.TakeLeave(c.Request().Context(), v.ID, from, days)
	}
	if f, refused := s.refusedForm(c, values, err); refused {
		return s.showLeave(c, http.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}
	s.flash(c, "leave-taken")
	return c.Redirect(http.StatusSeeOther, "/settings/leave")
}

// readLeave reads the form of a leave: at once if nothing is said, and for as
// long as there is.
func readLeave(values map[string]string) (from time.Time, days int, err error) {
	if text := values["from"]; text != "" {
		if from, err = time.Parse(momentLayout, text); err != nil {
			return from, 0, account.NewInvalid("from", "moment", nil)
		}
	}
	text, sent := values["days"]
	if !sent {
		return from, 0, account.NewInvalid("days", "required", nil)
	}
	if text != "" {
		if days, err = strconv.Atoi(text); err != nil || days == 0 {
			days = -1
		}
	}
	return from, days, checkDays(days)
}

// mostLeaveDays is the longest leave in whole days: two years that give all of
// theirs.
const mostLeaveDays = 732

// checkDays refuses what is no number of days; 0 is none named.
func checkDays(days int) error {
	if days < 0 || days > mostLeaveDays {
		return account.NewInvalid("days", "number-range", map[string]any{"min": 1, "max": mostLeaveDays})
	}
	return nil
}

func (s *Server) endLeave(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	if err := s.Play.EndLeave(c.Request().Context(), v.ID); err != nil {
		return err
	}
	if wantsJSON(c) {
		return c.NoContent(http.StatusNoContent)
	}
	s.flash(c, "leave-ended")
	return c.Redirect(http.StatusSeeOther, "/settings/leave")
}
