package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon/mat"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts/pdn"
	"crownpost/templates"
	"crownpost/tournament/archive"
	"crownpost/tournament/director"
	"crownpost/tournament/report"
	"crownpost/tournament/trf"
)

// Types of files of events.
const (
	reportType = "text/plain; charset=utf-8"
	csvType    = "text/csv; charset=utf-8"
)

// filedEvent is a tournament as files tell of it.
type filedEvent struct {
	*shownEvent
	read *store.Reader
}

// filedAt reads the tournament of the address.
func (s *Server) filedAt(c echo.Context) (*filedEvent, error) {
	id, err := pathID(c)
	if err != nil {
		return nil, err
	}
	read := s.Store.Read(c.Request().Context())
	t, err := read.Tournament(id)
	if err != nil {
		return nil, err
	}
	v, err := s.readEvent(c, t)
	return &filedEvent{v, read}, err
}

// name is that of an entrant, "" of nobody.
func (f *filedEvent) name(id int64) string {
	if e := f.byID[id]; e != nil {
		return e.Shown
	}
	return ""
}

// crossTables are the stages that have one.
func (f *filedEvent) crossTables() []string {
	var stages []string
	tables, err := f.event.Standings()
	if err != nil {
		return nil
	}
	for _, t := range tables {
		if _, err := f.event.CrossTable(t.Stage); err == nil {
			stages = append(stages, t.Stage)
		}
	}
	return stages
}

// eventFilesPage lists the files of a tournament.
func (s *Server) eventFilesPage(c echo.Context) error {
	f, err := s.filedAt(c)
	if err != nil {
		return err
	}
	page := &templates.EventFilesPage{
		Layout: s.layout(c, "event-files.title", "name", f.Name), ID: f.ID, Name: f.Name,
		Report: play.HasReport(&f.Tournament), Tables: !f.StartedAt.IsZero() && f.Format != string(director.Ladder),
		Playing: f.Status == store.TournamentRunning, Rounds: f.Round, Stages: f.crossTables(), Views: f.views(),
	}
	v, _ := catalog.Lookup(f.Variant)
	switch {
	case f.OverBoard || len(f.pairings) == 0:
	case v.Family() == rules.Draughts:
		page.Games = true
	default:
		page.Matches = true
	}
	imported, err := f.read.EventFiles(f.ID)
	if err != nil {
		return err
	}
	for _, one := range imported {
		page.Imported = append(page.Imported, one.Name)
		page.Games = page.Games || one.Name == archive.GamesFile
		page.Matches = page.Matches || strings.HasPrefix(one.Name, archive.Matches)
	}
	return s.render(c, http.StatusOK, page)
}

// noReport is the answer where an event has no report.
func noReport() error {
	return newProblem(http.StatusNotFound, "no-report",
		"A report (TRF) tells of a Swiss or a round robin that has begun. The archive and the tables in CSV are there for every event.")
}

// eventReport is a tournament as a report: in the format of 2026, with
// ?edition=16 in that of 2016.
func (s *Server) eventReport(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	dialect, ok := map[string]trf.Dialect{"": trf.TRF26, "26": trf.TRF26, "16": trf.TRF16}[c.QueryParam("edition")]
	if !ok {
		return invalid(map[string]string{"edition": "edition is 16 or 26."})
	}
	read := s.Store.Read(c.Request().Context())
	t, err := read.Tournament(id)
	if err != nil {
		return err
	}
	text, err := reportOf(read, t, dialect)
	if err != nil {
		return err
	}
	return sendFile(c, fmt.Sprintf("tournament-%d.trf", id), reportType, text)
}

// reportOf is the text of a tournament's report.
func reportOf(read *store.Reader, t *store.TournamentView, dialect trf.Dialect) ([]byte, error) {
	if !play.HasReport(&t.Tournament) {
		return nil, noReport()
	}
	file, err := play.EventReport(read, t, dialect)
	if errors.Is(err, report.ErrNone) {
		return nil, noReport()
	}
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = trf.Write(&text, file)
	if errors.Is(err, trf.ErrTooBig) {
		return nil, newProblem(http.StatusUnprocessableEntity, "report-room",
			"The columns of a report have no room for this event: "+strings.TrimSuffix(err.Error(), ": "+trf.ErrTooBig.Error())+".")
	}
	return text.Bytes(), err
}

// sendFile answers with a file that is complete.
func sendFile(c echo.Context, name, contentType string, body []byte) error {
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`"`)
	return c.Blob(http.StatusOK, contentType, body)
}

// importedFile is a file that an event was imported with.
func (s *Server) importedFile(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	f, err := s.Store.Read(c.Request().Context()).EventFile(id, c.Param("*"))
	if err != nil {
		return err
	}
	return sendStored(c, f)
}

func sendStored(c echo.Context, f *store.EventFile) error {
	body, err := play.Unpacked(f)
	if err != nil {
		return err
	}
	contentType := reportType
	switch {
	case strings.HasSuffix(f.Name, ".pdn"):
		contentType = pdnType
	case strings.HasSuffix(f.Name, ".json"):
		contentType = echo.MIMEApplicationJSON
	}
	return sendFile(c, f.Name[strings.LastIndexByte(f.Name, '/')+1:], contentType, body)
}

// sendImportedGames answers with the games of draughts that a tournament was
// imported with; done is false where there are none.
func (s *Server) sendImportedGames(c echo.Context) (done bool, err error) {
	id, err := pathID(c)
	if err != nil {
		return false, err
	}
	f, err := s.Store.Read(c.Request().Context()).EventFile(id, archive.GamesFile)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, sendStored(c, f)
}

// sendImportedMats is sendImportedGames for matches of the backgammon family.
func (s *Server) sendImportedMats(c echo.Context) (done bool, err error) {
	id, err := pathID(c)
	if err != nil {
		return false, err
	}
	read := s.Store.Read(c.Request().Context())
	files, err := read.EventFiles(id)
	if err != nil {
		return false, err
	}
	files = slices.DeleteFunc(files, func(f store.EventFile) bool { return !strings.HasSuffix(f.Name, ".mat") })
	if len(files) == 0 {
		return false, nil
	}
	out := s.newDownload(c, fmt.Sprintf("tournament-%d.zip", id), zipType)
	w := archive.NewWriter(c.Response(), s.Now())
	for _, f := range files {
		if err := addStored(out, w, read, id, f.Name, strings.TrimPrefix(f.Name, archive.Matches)); err != nil {
			return true, out.fail(err)
		}
	}
	if err := out.send(func(io.Writer) error { return w.Close() }); err != nil {
		return true, out.fail(err)
	}
	return true, nil
}

// addStored adds a file that a tournament was imported with to an archive.
func addStored(out *download, w *archive.Writer, read *store.Reader, id int64, name, as string) error {
	f, err := read.EventFile(id, name)
	if err != nil {
		return err
	}
	body, err := play.Unpacked(f)
	if err != nil {
		return err
	}
	return out.send(func(io.Writer) error { return w.Add(archive.File{Name: as, Body: body}) })
}

// eventArchive is a whole tournament as one file, which another server reads.
func (s *Server) eventArchive(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	t, err := read.Tournament(id)
	if err != nil {
		return err
	}
	event, err := play.ArchivedEvent(read, t)
	if err != nil {
		return err
	}
	event.Exported, event.Site = s.Now().UTC(), s.address(fmt.Sprintf("/tournaments/%d", id))
	text, err := archive.Encode(event)
	if err != nil {
		return err
	}
	files := []archive.File{{Name: archive.EventFile, Body: text}}
	if play.HasReport(&t.Tournament) {
		// What has no room in a report is in event.json all the same.
		if text, err := reportOf(read, t, trf.TRF26); err == nil {
			files = append(files, archive.File{Name: archive.ReportFile, Body: text})
		}
	}
	imported, err := read.EventFiles(id)
	if err != nil {
		return err
	}
	pairings, err := read.Pairings(id)
	if err != nil {
		return err
	}
	out := s.newDownload(c, fmt.Sprintf("tournament-%d.zip", id), zipType)
	w := archive.NewWriter(c.Response(), s.Now())
	for _, f := range files {
		if err := out.send(func(io.Writer) error { return w.Add(f) }); err != nil {
			return out.fail(err)
		}
	}
	for _, f := range imported {
		if f.Name == archive.ReportFile {
			continue // it was written as it is now
		}
		if err := addStored(out, w, read, id, f.Name, f.Name); err != nil {
			return out.fail(err)
		}
	}
	if err := s.archiveGames(c, out, w, pairings); err != nil {
		return err
	}
	if err := out.send(func(io.Writer) error { return w.Close() }); err != nil {
		return out.fail(err)
	}
	return nil
}

// archiveGames adds the games of a tournament that were played on the site. A
// match that cannot be written as .mat is there as JSON.
func (s *Server) archiveGames(c echo.Context, out *download, w *archive.Writer, pairings []store.Pairing) error {
	if !slices.ContainsFunc(pairings, func(p store.Pairing) bool { return p.GameID != 0 }) {
		return nil
	}
	slices.SortFunc(pairings, func(a, b store.Pairing) int { return int(a.ID - b.ID) })
	numbers := map[int64]int{} // of pairings by game
	for i := range pairings {
		numbers[pairings[i].GameID] = i + 1
	}
	_, next, err := s.tournamentGames(c, rules.Draughts)
	if err == nil {
		games, err := w.Create(archive.GamesFile)
		if err != nil {
			return out.fail(err)
		}
		return s.export(out, rules.Draughts, next, func(_ io.Writer, r *play.Recorded) error {
			game, err := r.PDN(s.gameAddress(r.ID))
			if err != nil {
				return err
			}
			return pdn.Write(games, game, pdn.WriteOptions{})
		})
	}
	if _, next, err = s.tournamentGames(c, rules.Backgammon); err != nil {
		return out.fail(err)
	}
	read := s.Store.Read(c.Request().Context())
	return s.export(out, rules.Backgammon, next, func(_ io.Writer, r *play.Recorded) error {
		number := numbers[r.ID]
		if number == 0 {
			return nil // a game that the organiser has taken out of the event
		}
		transcript, err := r.Transcript(s.gameAddress(r.ID))
		switch {
		case errors.Is(err, play.ErrSetUp):
		case err != nil:
			return err
		default:
			file, err := w.Create(fmt.Sprintf("%s%d.mat", archive.Matches, number))
			if err != nil {
				return err
			}
			if err := mat.Write(file, transcript); err != nil {
				return err
			}
		}
		match, err := s.newMatchFileJSON(read, r)
		if err != nil {
			return err
		}
		file, err := w.Create(fmt.Sprintf("%s%d.json", archive.Matches, number))
		if err != nil {
			return err
		}
		return json.NewEncoder(file).Encode(match)
	})
}
