package api

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
)

const templatesAddress = "/tournaments/templates"

func (s *Server) templatesPage(c echo.Context) error {
	return s.showTemplates(c, http.StatusOK, 0, "", templates.Form{})
}

// showTemplates lists the reader's templates; of one of them a form ("rename",
// "series") was refused.
func (s *Server) showTemplates(c echo.Context, status int, id int64, act string, refused templates.Form) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	own, err := read.Templates(v.ID)
	if err != nil {
		return err
	}
	page := &templates.TemplatesPage{Layout: s.layout(c, "templates.title"), Habits: habitLinks()}
	for i := range own {
		card, err := newTemplateCard(read, &own[i])
		if err != nil {
			return err
		}
		switch {
		case card.ID != id:
		case act == "rename":
			card.Rename = refused
		case act == "series":
			card.Series = refused
		}
		page.Own = append(page.Own, card)
	}
	return s.render(c, status, page)
}

// shownOfSeries is how many tournaments of a series a list names.
const shownOfSeries = 5

func newTemplateCard(read *store.Reader, t *store.Template) (templates.Template, error) {
	kept, err := play.ReadTemplate(t)
	if err != nil {
		return templates.Template{}, err
	}
	card := templates.Template{
		ID: t.ID, Name: t.Name, Format: string(kept.Format), Variant: kept.Variant, Clock: kept.Control,
		From:  templates.Beginning{Variant: kept.Variant, Opening: kept.Opening, BallotPer: kept.BallotPer, Start: kept.Start, Pair: kept.Pair, Length: kept.Length},
		Every: t.Every, Next: t.NextAt, Lead: kept.Lead, Ladder: kept.Format == director.Ladder,
		Rename: templates.Form{Values: map[string]string{"template": t.Name}},
		Series: templates.Form{Values: map[string]string{}},
	}
	if t.Every > 0 {
		card.Series.Values = map[string]string{
			"every": spanText(t.Every), "next": t.NextAt.Format(momentLayout), "lead": someNumber(int(kept.Lead / (24 * time.Hour))),
		}
	}
	made, err := read.SeriesTournaments(t.ID)
	if err != nil {
		return card, err
	}
	for i := range made[:min(len(made), shownOfSeries)] {
		card.Made = append(card.Made, templates.Link{Text: made[i].Name, URL: fmt.Sprintf("/tournaments/%d", made[i].ID)})
	}
	return card, nil
}

// seriesOf are the latest of the other tournaments of a series.
func (s *Server) seriesOf(c echo.Context, t *store.Tournament) ([]templates.Link, error) {
	if t.SeriesID == 0 {
		return nil, nil
	}
	made, err := s.Store.Read(c.Request().Context()).SeriesTournaments(t.SeriesID)
	if err != nil {
		return nil, err
	}
	var links []templates.Link
	for i := range made {
		if made[i].ID != t.ID && len(links) < shownOfSeries {
			links = append(links, templates.Link{Text: made[i].Name, URL: fmt.Sprintf("/tournaments/%d", made[i].ID)})
		}
	}
	return links, nil
}

// postTemplate keeps the form of a tournament, under the tournament's name where
// none is given.
func (s *Server) postTemplate(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	_, done, err := s.fromTournamentForm(c, func(values map[string]string, in play.TournamentInput) error {
		name := values["template"]
		if name == "" {
			name = in.Name
		}
		_, err := s.Play.SaveTemplate(c.Request().Context(), v.ID, name, in)
		return err
	})
	if err != nil || !done {
		return err
	}
	s.flash(c, "template-saved")
	return c.Redirect(http.StatusSeeOther, templatesAddress)
}

func (s *Server) renameTemplate(c echo.Context) error {
	return s.onTemplate(c, "rename", []string{"template"}, func(owner, id int64, values map[string]string) error {
		return s.Play.RenameTemplate(c.Request().Context(), owner, id, values["template"])
	})
}

func (s *Server) deleteTemplate(c echo.Context) error {
	return s.onTemplate(c, "deleted", nil, func(owner, id int64, _ map[string]string) error {
		return s.Play.RemoveTemplate(c.Request().Context(), owner, id)
	})
}

func (s *Server) setSeries(c echo.Context) error {
	return s.onTemplate(c, "series", []string{"every", "next", "lead"}, func(owner, id int64, values map[string]string) error {
		f := &tournamentForm{values: values}
		if _, sent := values["every"]; !sent {
			return account.NewInvalid("every", "required", nil)
		}
		in := play.SeriesInput{Every: f.span("every", play.MaxEvery)}
		if in.Every > 0 {
			in.Next, in.Lead = f.moment("next"), time.Duration(f.number("lead", 0, 60))*24*time.Hour
		}
		if len(f.wrong) > 0 {
			return errors.Join(f.wrong...)
		}
		return s.Play.SetSeries(c.Request().Context(), owner, id, in)
	})
}

// onTemplate does something with one of the reader's templates.
func (s *Server) onTemplate(c echo.Context, act string, fields []string, do func(owner, id int64, values map[string]string) error) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	values := map[string]string{}
	if fields != nil {
		if values, err = form(c, fields...); err != nil {
			return err
		}
	}
	err = do(v.ID, id, values)
	if f, refused := s.refusedForm(c, values, err); refused {
		return s.showTemplates(c, http.StatusUnprocessableEntity, id, act, f)
	}
	if err != nil {
		return err
	}
	s.flash(c, "template-"+act)
	return c.Redirect(http.StatusSeeOther, templatesAddress)
}
