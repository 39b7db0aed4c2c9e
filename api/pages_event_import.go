package api

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/encoding/charmap"

	"crownpost/api/play"
	"crownpost/templates"
	"crownpost/tournament/archive"
)

// isZip says that a file is a zip.
func isZip(data []byte) bool { return bytes.HasPrefix(data, []byte("PK")) }

// importPage offers to take up an event from a file.
func (s *Server) importPage(c echo.Context) error {
	if _, err := signedIn(c); err != nil {
		return err
	}
	return s.showImport(c, http.StatusOK, templates.Form{}, nil)
}

func (s *Server) showImport(c echo.Context, status int, f templates.Form, preview *templates.ImportPreview) error {
	return s.render(c, status, &templates.ImportPage{
		Layout: s.layout(c, "import.title"), Form: f, Variants: variantKeys(), Preview: preview,
		MaxReport: play.MaxReport >> 20, MaxArchive: archive.MaxSize >> 20,
	})
}

// postImport shows what a report has, or makes a tournament of it or of an
// archive.
func (s *Server) postImport(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, "trf", "name", "variant", "rounds", "do")
	if err != nil {
		return err
	}
	if do := values["do"]; do != "" && do != "preview" && do != "create" {
		return invalid(map[string]string{"do": s.printer(c).T("invalid.unknown")})
	}
	data, err := uploaded(c, "file")
	if err != nil {
		return err
	}
	if len(data) == 0 {
		data = []byte(values["trf"])
	}
	in := play.ImportInput{Name: values["name"], Variant: values["variant"]}
	var id int64
	refused := map[string]string{}
	if text := strings.TrimSpace(values["rounds"]); text != "" {
		if in.Rounds, err = strconv.Atoi(text); err != nil {
			refused["rounds"] = s.printer(c).T("invalid.trf-rounds")
		}
	}
	switch {
	case len(data) == 0:
		refused["trf"] = s.printer(c).T("invalid.required")
	case isZip(data) && len(refused) == 0:
		id, err = s.Play.ImportArchive(c.Request().Context(), v.ID, data)
	case !isZip(data):
		values["trf"] = readable(data)
	}
	if len(refused) > 0 {
		return s.showImport(c, http.StatusUnprocessableEntity, templates.Form{Values: values, Errors: refused}, nil)
	}
	if !isZip(data) && values["do"] != "create" {
		taken, err := play.ReadReport(data, &in)
		if f, refused := s.refusedForm(c, values, err); refused {
			return s.showImport(c, http.StatusUnprocessableEntity, f, nil)
		}
		if err != nil {
			return err
		}
		values["name"] = in.Name
		return s.showImport(c, http.StatusOK, templates.Form{Values: values}, &templates.ImportPreview{
			Name: in.Name, Format: string(taken.Event.Plan.Format), Players: len(taken.Event.Players), Played: taken.Rounds,
			Rounds: taken.Event.Rounds(), Over: taken.Over, TieBreaks: taken.Event.Plan.TieBreaks, Notes: taken.Notes,
		})
	}
	if !isZip(data) {
		id, err = s.Play.ImportTRF(c.Request().Context(), v.ID, data, in)
	}
	if f, refused := s.refusedForm(c, values, err); refused {
		return s.showImport(c, http.StatusUnprocessableEntity, f, nil)
	}
	if err != nil {
		return err
	}
	s.flash(c, "tournament-imported")
	return c.Redirect(http.StatusSeeOther, fmt.Sprintf("/tournaments/%d", id))
}

// uploaded are the bytes of a file that a form brought, nil without one.
func uploaded(c echo.Context, field string) ([]byte, error) {
	head, err := c.FormFile(field)
	if err != nil || head.Size == 0 {
		return nil, nil
	}
	file, err := head.Open()
	if err != nil {
		return nil, fmt.Errorf("uploaded file: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("uploaded file: %w", err)
	}
	return data, nil
}

// readable is a report as text; what is not UTF-8 is read as Windows-1252, as
// package trf does.
func readable(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return string(bytes.ToValidUTF8(data, []byte("\uFFFD")))
	}
	return string(text)
}

// apiImport makes a tournament of exactly one of a report and an archive.
func (s *Server) apiImport(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	var in struct {
		TRF         string `json:"trf"`
		Archive     string `json:"archive"`
		Name        string `json:"name"`
		Description string `json:"description"`
		Variant     string `json:"variant"`
		Rounds      int    `json:"rounds"`
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	if (in.TRF == "") == (in.Archive == "") {
		return invalid(map[string]string{"trf": "Give exactly one of trf and archive."})
	}
	var id int64
	if in.TRF != "" {
		id, err = s.Play.ImportTRF(c.Request().Context(), v.ID, []byte(in.TRF), play.ImportInput{
			Name: in.Name, Description: in.Description, Variant: in.Variant, Rounds: in.Rounds,
		})
	} else {
		data, bad := base64.StdEncoding.DecodeString(in.Archive)
		if bad != nil {
			return invalid(map[string]string{"archive": "archive must be a zip file in base64."})
		}
		id, err = s.Play.ImportArchive(c.Request().Context(), v.ID, data)
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]any{"id": id})
}
