package api

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament"
	"crownpost/tournament/director"
)

// tournamentFields are the fields of the form that announces a tournament.
var tournamentFields = append([]string{
	"name", "description", "variant", "clock", "customClock", "rated", "cycles", "schedule", "limit", "starts", "withdrawal", "ballotPer",
}, beginningFields...)

func (s *Server) newTournamentPage(c echo.Context) error {
	if _, err := signedIn(c); err != nil {
		return err
	}
	entered := enteredInAddress(c, tournamentFields)
	dropped := dropForeign(s.printer(c), entered)
	return s.showNewTournament(c, http.StatusOK, templates.Form{Values: entered, Dropped: dropped})
}

func (s *Server) showNewTournament(c echo.Context, status int, f templates.Form) error {
	page := &templates.NewTournamentPage{
		Layout: s.layout(c, "new-tournament.title"), Form: f, Variants: variantKeys(), Presets: presets(),
		Begin: beginningChoices(f.Values["variant"], "/tournaments/new"),
	}
	page.Begin.Tournament = true
	return s.render(c, status, page)
}

func (s *Server) postTournament(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, tournamentFields...)
	if err != nil {
		return err
	}
	dropped := dropForeign(s.printer(c), values)
	in := play.TournamentInput{
		Name: values["name"], Description: values["description"], Variant: values["variant"], Control: values["clock"],
		Rated: values["rated"] == "yes", Format: director.RoundRobin, Seating: store.SeatByRating,
		Beginning: beginningIn(values), BallotPer: values["ballotPer"],
	}
	if in.Control == "custom" {
		in.Control = values["customClock"]
	}
	in.Plan.Cycles, _ = strconv.Atoi(values["cycles"])
	in.Plan.AtOnce = values["schedule"] != "rounds"
	if in.MaxPlayers, err = strconv.Atoi(values["limit"]); err != nil && values["limit"] == "" {
		in.MaxPlayers = play.MaxPlayers
	}
	if law := values["withdrawal"]; law != "half" {
		in.Plan.Law = tournament.Law(law)
	}
	wrong := map[string]string{}
	if rated := values["rated"]; rated != "yes" && rated != "no" {
		wrong["rated"] = s.printer(c).T("invalid.unknown")
	}
	if starts := values["starts"]; starts != "" {
		if in.StartsAt, err = time.Parse("2006-01-02T15:04", starts); err != nil {
			wrong["starts"] = s.printer(c).T("new-tournament.starts-unreadable")
		}
	}
	if lengthUnseen(values) {
		wrong["length"] = chooseLength(s.printer(c), values["variant"])
	}
	if len(wrong) > 0 {
		return s.showNewTournament(c, http.StatusUnprocessableEntity, templates.Form{Values: values, Errors: wrong, Dropped: dropped})
	}
	id, err := s.Play.CreateTournament(c.Request().Context(), v.ID, in)
	if f, refused := s.refusedForm(c, values, err); refused {
		f.Dropped = dropped
		return s.showNewTournament(c, http.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}
	if len(dropped) > 0 {
		s.flash(c, "tournament-without", strings.Join(dropped, ", "))
	} else {
		s.flash(c, "tournament-created")
	}
	return c.Redirect(http.StatusSeeOther, fmt.Sprintf("/tournaments/%d", id))
}
