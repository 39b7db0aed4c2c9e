package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/encoding/charmap"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/archive"
	"crownpost/tournament/director"
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
	if !isZip(data) {
		values["trf"] = readable(data)
	}
	in := play.ImportInput{Name: values["name"], Variant: values["variant"]}
	wrong := map[string]string{}
	if len(data) == 0 {
		wrong["trf"] = s.printer(c).T("invalid.required")
	}
	if text := strings.TrimSpace(values["rounds"]); text != "" {
		if in.Rounds, err = strconv.Atoi(text); err != nil {
			wrong["rounds"] = s.printer(c).T("invalid.trf-rounds")
		}
	}
	if len(wrong) > 0 {
		return s.showImport(c, http.StatusUnprocessableEntity, templates.Form{Values: values, Errors: wrong}, nil)
	}
	if values["do"] != "create" {
		preview, err := previewOf(data, in)
		if f, refused := s.refusedForm(c, values, err); refused {
			return s.showImport(c, http.StatusUnprocessableEntity, f, nil)
		}
		if err != nil {
			return err
		}
		return s.showImport(c, http.StatusOK, templates.Form{Values: values}, preview)
	}
	done, address, err := s.importOnce(c, v.ID, data, in)
	if f, refused := s.refusedForm(c, values, err); refused {
		return s.showImport(c, http.StatusUnprocessableEntity, f, nil)
	}
	if err != nil {
		return err
	}
	s.flash(c, done)
	return c.Redirect(http.StatusSeeOther, address)
}

// previewOf is what a report or an archive has.
func previewOf(data []byte, in play.ImportInput) (*templates.ImportPreview, error) {
	if !isZip(data) {
		taken, err := play.ReadReport(data, &in)
		if err != nil {
			return nil, err
		}
		event := taken.Event
		return &templates.ImportPreview{
			Name: in.Name, Format: string(event.Plan.Format), Players: len(event.Players), Played: taken.Rounds, Rounds: event.Rounds(),
			Games: gamesIn(event.Pairings), Over: taken.Over, TieBreaks: event.Plan.TieBreaks, Notes: taken.Notes,
		}, nil
	}
	e, t, err := play.ReadArchive(data, in.Name, func(archive.File) error { return nil })
	if err != nil {
		return nil, err
	}
	return &templates.ImportPreview{
		Name: t.Name, Format: t.Format, Players: len(e.Players), Played: t.Round, Rounds: t.Rounds, Games: gamesIn(e.Director().Pairings),
		Open: t.Status == store.TournamentOpen, Over: t.Status != store.TournamentOpen && t.Status != store.TournamentRunning,
		TieBreaks: e.Plan.TieBreaks, Archive: true,
	}, nil
}

// gamesIn counts the games among pairings.
func gamesIn(pairings []director.Pairing) int {
	n := 0
	for _, p := range pairings {
		if p.Kind == director.Game {
			n++
		}
	}
	return n
}

// importOnce imports an event and returns what the page says of it, and its
// address. A form that is sent again leads to the event that it made before.
func (s *Server) importOnce(c echo.Context, by int64, data []byte, in play.ImportInput) (done, address string, err error) {
	// A report that came as a file comes back from the form with other line ends.
	text := data
	if !isZip(data) {
		text = []byte(strings.TrimSpace(strings.ReplaceAll(readable(data), "\r\n", "\n")))
	}
	digest := sha256.New()
	fmt.Fprintf(digest, "%q %q %d ", strings.Join(strings.Fields(in.Name), " "), in.Variant, in.Rounds)
	digest.Write(text)
	ctx, key := c.Request().Context(), fmt.Sprintf("/tournaments/import %x", digest.Sum(nil))
	var id int64
	if isZip(data) {
		id, err = s.Play.ImportArchive(play.WithKey(ctx, key), by, data, in.Name)
	} else {
		id, err = s.Play.ImportTRF(play.WithKey(ctx, key), by, data, in)
	}
	if errors.Is(err, play.ErrRepeated) {
		reply, readErr := s.Play.Replied(ctx, by, key)
		if readErr != nil {
			return "", "", readErr
		}
		if reply.Body == "" { // it is still being done
			return "", "", err
		}
		return "tournament-imported-before", reply.Body, nil
	}
	if err != nil {
		return "", "", err
	}
	address = "/tournaments/" + itoa(id)
	if err := s.Play.Reply(ctx, by, key, http.StatusSeeOther, address); err != nil {
		s.Log.Error("answer not kept", "request", requestID(c), "error", err) // a repeat will miss it
	}
	return "tournament-imported", address, nil
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
		id, err = s.Play.ImportArchive(c.Request().Context(), v.ID, data, in.Name)
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]any{"id": id})
}
