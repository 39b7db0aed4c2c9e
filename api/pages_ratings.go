package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/templates"
)

// leftListLines is how many lines of a list that gave nobody a rating are
// shown.
const leftListLines = 200

// administrator returns who sends the request if that is one.
func administrator(c echo.Context) (*visitor, error) {
	v, err := signedIn(c)
	if err != nil {
		return nil, err
	}
	if v.Role != store.Admin {
		return nil, play.ErrForbidden
	}
	return v, nil
}

func (s *Server) newRatingListPage(c echo.Context) *templates.RatingListPage {
	return &templates.RatingListPage{
		Layout: s.layout(c, "rating-list.title"), Variants: variantKeys(), MaxMegabytes: rating.MaxList >> 20,
	}
}

func (s *Server) ratingListPage(c echo.Context) error {
	if _, err := administrator(c); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, s.newRatingListPage(c))
}

// postRatingList imports a list. The answer is the page with the report: sent
// again, a list changes nothing.
func (s *Server) postRatingList(c echo.Context) error {
	v, err := administrator(c)
	if err != nil {
		return err
	}
	values, err := form(c, "pool", "list")
	if err != nil {
		return err
	}
	list, err := pastedOrUploaded(c, "list")
	if err != nil {
		return err
	}
	page := s.newRatingListPage(c)
	if len(list) == 0 {
		err = account.NewInvalid("list", "required", nil)
	} else {
		var report *play.ListReport
		if report, err = s.Play.ImportRatingList(c.Request().Context(), v.ID, values["pool"], list); err == nil {
			page.Form.Values = map[string]string{"pool": report.Pool}
			page.Report = newListReport(report)
			return s.render(c, http.StatusOK, page)
		}
	}
	refused, ok := s.refusedForm(c, values, err)
	if !ok {
		return err
	}
	page.Form = refused
	return s.render(c, http.StatusUnprocessableEntity, page)
}

func newListReport(r *play.ListReport) *templates.RatingListReport {
	report := &templates.RatingListReport{
		Variant: r.Pool, Players: r.Lines, Stored: r.Stored, Given: len(r.Given), Same: len(r.Same),
	}
	shown := r.Left[:min(len(r.Left), leftListLines)]
	for _, l := range shown {
		report.Left = append(report.Left, templates.LeftListLine{Line: l.Line, Name: l.Name, Rating: int64(l.Rating), Why: l.Why})
	}
	report.More = len(r.Left) - len(shown)
	return report
}

// ratingOrigin is how the changes of a game came about.
func ratingOrigin(p *templates.Printer, read *store.Reader, changes []store.RatingChange) (templates.RatingOrigin, error) {
	var origin templates.RatingOrigin
	var last int64
	for i := range changes {
		c := &changes[i]
		origin.Event = origin.Event || c.TournamentID != 0
		origin.Initial = origin.Initial || rating.Formula(c.Formula) == rating.FIDEInitial
		last = max(last, c.CorrectionID)
	}
	if last == 0 {
		return origin, nil
	}
	correction, err := read.RatingCorrection(last)
	if err != nil {
		return origin, err
	}
	origin.Recalculated, origin.Day = correction.Reason, correction.At
	if correction.GameID != changes[0].GameID {
		origin.Cause = &templates.Link{Text: p.T("game.recalculated-cause", "game", itoa(correction.GameID)), URL: "/games/" + itoa(correction.GameID)}
	}
	return origin, nil
}

// ratedWithEvent is what a tournament that was rated as a whole did to an
// account's rating, nil where it was not.
func ratedWithEvent(read *store.Reader, tournament, account int64) (*templates.RatingChange, error) {
	list, err := play.EventRatings(read, tournament)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		if e.AccountID == account {
			return &templates.RatingChange{Before: int64(e.Before), After: int64(e.After), Sum: e.Sum()}, nil
		}
	}
	return nil, nil
}
