package api

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
)

// deskPage is the page from which a director runs an event.
func (s *Server) deskPage(c echo.Context) error {
	_, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	page, err := s.desk(c, id, c.QueryParam("round"), "", templates.Form{})
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, page)
}

// views are the pages of a tournament; a ladder has a single one.
func (v *shownEvent) views() []templates.Link {
	if v.Format == string(director.Ladder) {
		return nil
	}
	return v.head().Views
}

// postDesk carries out the act of one of the page's forms.
func (s *Server) postDesk(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	values, err := form(c, "act", "round")
	if err != nil {
		return err
	}
	posted := c.Request().PostForm
	entered, err := form(c, slices.Collect(maps.Keys(posted))...)
	if err != nil {
		return err
	}
	name := values["act"]
	answer, err := s.runDeskAct(c.Request().Context(), name, posted, v.ID, id)
	if bad := account.Invalids(err); len(bad) > 0 {
		f, _ := s.refusedForm(c, entered, err)
		page, err := s.desk(c, id, values["round"], name, f)
		if err != nil {
			return err
		}
		return s.render(c, http.StatusUnprocessableEntity, page)
	}
	if err != nil {
		return err
	}
	at := fmt.Sprintf("/tournaments/%d/desk", id)
	if name == "results" && values["round"] != "0" {
		at += "?round=" + url.QueryEscape(values["round"])
	}
	if warned, ok := answer.(map[string]any)["warnings"].([]string); ok && len(warned) > 0 {
		s.flash(c, "desk-warned", strings.Join(warned, "; "))
	} else {
		s.flash(c, "desk-done")
	}
	return c.Redirect(http.StatusSeeOther, at)
}

func (s *Server) runDeskAct(ctx context.Context, name string, values url.Values, by, id int64) (answer any, err error) {
	known, ok := deskActs[name]
	if !ok {
		return nil, account.NewInvalid("", "unknown", nil)
	}
	act := known()
	if err := fillAct(act, values); err != nil {
		return nil, err
	}
	if err := checkAct(act); err != nil {
		return nil, err
	}
	answer, err = act.do(ctx, s.Play, by, id)
	if answer == nil {
		answer = map[string]any(nil)
	}
	return answer, err
}

// apiDesk carries out an act of the desk for a program.
func (s *Server) apiDesk(name string) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, id, err := signedInAt(c)
		if err != nil {
			return err
		}
		act := deskActs[name]()
		if err := decode(c, act); err != nil {
			return err
		}
		if err := checkAct(act); err != nil {
			return err
		}
		answer, err := act.do(c.Request().Context(), s.Play, v.ID, id)
		switch {
		case err != nil:
			return err
		case answer == nil:
			return c.NoContent(http.StatusNoContent)
		}
		return c.JSON(http.StatusOK, answer)
	}
}

// logJSON is a line of a tournament's public log.
type logJSON struct {
	ID     int64     `json:"id"`
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"`
	Act    string    `json:"act"`
	Text   string    `json:"text"`
	Reason string    `json:"reason,omitempty"`
	// Undoes is the line that this one took back; CanUndo says that a director may
	// try to take it back.
	Undoes  int64 `json:"undoes,omitempty"`
	CanUndo bool  `json:"canUndo"`
}

func (s *Server) apiTournamentLog(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	t, err := read.Tournament(id)
	if err != nil {
		return err
	}
	v, err := s.readEvent(c, t)
	if err != nil {
		return err
	}
	rows, err := read.TournamentLog(id)
	if err != nil {
		return err
	}
	lines := make([]logJSON, len(rows))
	for i, e := range rows {
		lines[i] = logJSON{e.ID, e.At, e.AccountName, e.Act, v.logText(&rows[i]), e.Reason, e.Undoes, e.CanUndo}
	}
	return c.JSON(http.StatusOK, map[string]any{"log": lines})
}

// desk is the page of the desk, with the form of an act that was refused.
func (s *Server) desk(c echo.Context, id int64, round, refused string, f templates.Form) (*templates.DeskPage, error) {
	read := s.Store.Read(c.Request().Context())
	t, err := read.Tournament(id)
	if err != nil {
		return nil, err
	}
	shown, err := s.readEvent(c, t)
	if err != nil {
		return nil, err
	}
	if !shown.directs {
		return nil, play.ErrForbidden
	}
	d := deskView{shown: shown, t: t, event: shown.event, entrants: shown.entrants, names: shown.byID, pairings: shown.pairings,
		DeskPage: &templates.DeskPage{
			Layout: s.layout(c, "desk.title"), ID: id, Name: t.Name, Status: t.Status, Stuck: t.Stuck != "",
			Views: shown.views(), Refused: refused, Form: f,
		}}
	d.Reason = d.T("desk.as-played")
	if d.Refused != "" && deskActs[d.Refused] == nil {
		d.Refused = ""
	}
	if d.officials, err = read.Officials(id); err != nil {
		return nil, err
	}
	log, err := read.TournamentLog(id)
	if err != nil {
		return nil, err
	}
	d.showBoards(round)
	d.showForms()
	d.showActs(log)
	return d.DeskPage, nil
}

// shownActs is the number of acts that the desk offers to take back.
const shownActs = 10

func (d *deskView) showActs(log []store.EntryView) {
	for _, e := range slices.Backward(log) {
		if len(d.Acts) == shownActs {
			return
		}
		if !e.CanUndo {
			continue
		}
		d.Acts = append(d.Acts, templates.DeskEntry{
			ID: e.ID, At: e.At, Text: d.LogText(e.Act, e.AccountName, e.Detail),
			Reason: d.Control("undo", "text", "reason", "").Field,
		})
		last := &d.Acts[len(d.Acts)-1]
		last.Reason.ID += "-" + itoa(e.ID)
		if d.Refused == "undo" && d.Form.Values["entry"] != itoa(e.ID) {
			last.Reason.Error, last.Reason.Value = "", ""
		}
	}
}
