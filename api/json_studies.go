package api

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
)

type studyGameJSON struct {
	Number  int    `json:"number"`
	Variant string `json:"variant"`
	Label   string `json:"label"`
}

type studyJSON struct {
	ID         string    `json:"id"`
	Title      string    `json:"title"`
	Owner      string    `json:"owner"`
	Visibility string    `json:"visibility"`
	Variant    string    `json:"variant"`
	Count      int       `json:"count"`
	Created    time.Time `json:"created"`
	Changed    time.Time `json:"changed"`
	// Games is there for one study alone, not in a list.
	Games []studyGameJSON `json:"games,omitempty"`
}

func newStudyJSON(row *store.StudyView) *studyJSON {
	return &studyJSON{
		ID: row.ID, Title: row.Title, Owner: row.OwnerName, Visibility: row.Visibility, Variant: row.Variant, Count: row.Games,
		Created: row.CreatedAt.UTC(), Changed: row.UpdatedAt.UTC(),
	}
}

// apiStudies lists public studies, or with ?owner=me those of the sender.
func (s *Server) apiStudies(c echo.Context) error {
	read, after := s.Store.Read(c.Request().Context()), studyCursor(c.QueryParam("after"))
	if text := c.QueryParam("after"); text != "" && after == (store.StudyCursor{}) {
		return invalid(map[string]string{"after": "after must be the cursor that the page before gave."})
	}
	variant, owner := c.QueryParam("variant"), c.QueryParam("owner")
	switch {
	case variant != "" && !slices.Contains(draughtsKeys(), variant):
		return invalid(map[string]string{"variant": "variant must be the key of a draughts variant."})
	case owner != "" && owner != "me":
		return invalid(map[string]string{"owner": "owner can only be me."})
	}
	var rows []store.StudyView
	var err error
	if owner == "me" {
		v, signErr := signedIn(c)
		if signErr != nil {
			return signErr
		}
		rows, err = read.StudiesOf(v.ID, after, studiesPerPage+1)
	} else {
		rows, err = read.PublicStudies(variant, after, studiesPerPage+1)
	}
	if err != nil {
		return err
	}
	answer := map[string]any{"next": nil}
	if len(rows) > studiesPerPage {
		rows = rows[:studiesPerPage]
		last := rows[studiesPerPage-1].Cursor()
		answer["next"] = strconv.FormatInt(last.At.UnixMilli(), 10) + "-" + last.ID
	}
	list := make([]*studyJSON, len(rows))
	for i := range rows {
		list[i] = newStudyJSON(&rows[i])
	}
	answer["studies"] = list
	return c.JSON(http.StatusOK, answer)
}

// apiNewStudy makes a study of exactly one of a text, a position and a game.
func (s *Server) apiNewStudy(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	var in struct {
		Title          string `json:"title"`
		Visibility     string `json:"visibility"`
		Variant        string `json:"variant"`
		PDN            string `json:"pdn"`
		SkipUnreadable bool   `json:"skipUnreadable"`
		FEN            string `json:"fen"`
		Game           int64  `json:"game"`
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	given := 0
	for _, is := range []bool{in.PDN != "", in.FEN != "", in.Game != 0} {
		if is {
			given++
		}
	}
	if given != 1 {
		return invalid(map[string]string{"pdn": "Give exactly one of pdn, fen and game."})
	}
	id, _, err := s.Play.CreateStudy(c.Request().Context(), v.ID, play.StudyInput{
		Title: in.Title, Visibility: in.Visibility, Variant: in.Variant, PDN: []byte(in.PDN), SkipUnreadable: in.SkipUnreadable,
		FEN: in.FEN, Game: in.Game, Site: s.gameAddress, Unnamed: s.unnamedStudy(c),
	})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]any{"id": id})
}

func (s *Server) apiStudy(c echo.Context) error {
	read, study, err := s.studyAt(c)
	if err != nil {
		return err
	}
	contents, err := read.StudyContents(study.ID)
	if err != nil {
		return err
	}
	answer := newStudyJSON(study)
	for _, g := range contents {
		answer.Games = append(answer.Games, studyGameJSON{g.Number, g.Variant, g.Label})
	}
	return c.JSON(http.StatusOK, answer)
}

// apiChangeStudy gives a study another title and visibility.
func (s *Server) apiChangeStudy(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	id, err := studyID(c)
	if err != nil {
		return err
	}
	var in struct {
		Title      string `json:"title"`
		Visibility string `json:"visibility"`
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	if err := s.Play.UpdateStudy(c.Request().Context(), v.ID, id, in.Title, in.Visibility); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
