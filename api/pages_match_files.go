package api

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/backgammon/mat"
	"crownpost/rules/backgammon/sgf"
	"crownpost/rules/dice"
)

// What files of matches are called.
const (
	matType = "text/plain; charset=utf-8"
	sgfType = "application/x-sgf; charset=utf-8"
	zipType = "application/zip"
)

// matchRow reads the match of the backgammon family that the path names.
func (s *Server) matchRow(c echo.Context) (*store.GameView, error) {
	id, err := pathID(c)
	if err != nil {
		return nil, err
	}
	row, err := s.Store.Read(c.Request().Context()).Game(id)
	switch {
	case err != nil:
		return nil, err
	case row.Family != string(rules.Backgammon):
		return nil, notWritten(rules.Backgammon)
	}
	return row, nil
}

// matchFile is a match as a file, as far as it has been played.
func (s *Server) matchFile(ending, contentType string, write func(io.Writer, *backgammon.Transcript) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		row, err := s.matchRow(c)
		if err != nil {
			return err
		}
		records, err := s.readRecords(c.Request().Context(), rules.Backgammon, onlyGame(row))
		if err != nil {
			return err
		}
		// All of it is written before the head is sent, so that what fails is told.
		var file bytes.Buffer
		for i := range records {
			t, err := records[i].Transcript(s.gameAddress(row.ID))
			switch {
			case errors.Is(err, play.ErrSetUp):
				return newProblem(http.StatusNotFound, "match-set-up", "This match began from a position, and files of this format tell only those that begin as usual.")
			case err != nil:
				return err
			}
			if err := write(&file, t); err != nil {
				return err
			}
		}
		out := s.newDownload(c, fmt.Sprintf("match-%d.%s", row.ID, ending), contentType)
		err = out.send(func(w io.Writer) error {
			_, err := file.WriteTo(w)
			return err
		})
		if err != nil {
			return out.fail(err)
		}
		return nil
	}
}

// matchMat is a match as .mat text.
func (s *Server) matchMat(c echo.Context) error { return s.matchFile("mat", matType, mat.Write)(c) }

// matchSGF is a match in SGF.
func (s *Server) matchSGF(c echo.Context) error { return s.matchFile("sgf", sgfType, sgf.Write)(c) }

// playerMats is an archive of all finished matches of a player.
func (s *Server) playerMats(c echo.Context) error {
	name, next, err := s.playerGames(c, rules.Backgammon)
	if err != nil {
		return err
	}
	return s.exportMats(c, name, next)
}

// tournamentMats is an archive of all matches of a tournament, those that
// still run as far as they have come; of one that was imported the matches that
// came with it.
func (s *Server) tournamentMats(c echo.Context) error {
	if done, err := s.sendImportedMats(c); done || err != nil {
		return err
	}
	name, next, err := s.tournamentGames(c, rules.Backgammon)
	if err != nil {
		return err
	}
	return s.exportMats(c, name, next)
}

// exportMats sends matches as an archive of .mat files, as most programs read
// one match a file. A match that cannot be written is left out.
func (s *Server) exportMats(c echo.Context, name string, next nextGames) error {
	out := s.newDownload(c, name+".zip", zipType)
	archive := zip.NewWriter(c.Response())
	err := s.export(out, rules.Backgammon, next, func(_ io.Writer, r *play.Recorded) error {
		t, err := r.Transcript(s.gameAddress(r.ID))
		if err != nil {
			if !errors.Is(err, play.ErrSetUp) {
				s.Log.Error("match left out of an archive", "request", requestID(c), "error", err)
			}
			return nil
		}
		file, err := archive.CreateHeader(&zip.FileHeader{
			Name: fmt.Sprintf("match-%d.mat", r.ID), Method: zip.Deflate, Modified: r.UpdatedAt.UTC(),
		})
		if err != nil {
			return err
		}
		if err := mat.Write(file, t); err != nil {
			return err
		}
		return archive.Flush()
	})
	if err != nil {
		return err
	}
	if err := out.send(func(io.Writer) error { return archive.Close() }); err != nil {
		return out.fail(err)
	}
	return nil
}

// matchFormat names what a match.json file is.
const matchFormat = "crownpost-match-1"

// matchFileJSON is a match with all that is known of it in public.
type matchFileJSON struct {
	Format     string            `json:"format"`
	ID         int64             `json:"id"`
	Site       string            `json:"site"`
	Variant    string            `json:"variant"`
	Options    map[string]string `json:"options,omitempty"`
	Length     int               `json:"length"`
	Money      int               `json:"money"`
	Clock      string            `json:"clock"`
	Rated      bool              `json:"rated"`
	Tournament int64             `json:"tournament,omitempty"`
	Round      int               `json:"round,omitempty"`
	Board      int               `json:"board,omitempty"`
	RematchOf  int64             `json:"rematchOf,omitempty"`
	White      matchPlayerJSON   `json:"white"`
	Black      matchPlayerJSON   `json:"black"`
	ColourDraw string            `json:"colourDraw"`
	Started    time.Time         `json:"started"`
	Ended      *time.Time        `json:"ended"`
	Status     string            `json:"status"`
	// Start is the whole state from which the acts begin, where a position or
	// rules were chosen.
	Start string     `json:"start,omitempty"`
	Acts  []moveJSON `json:"acts"`
	// State is the whole state behind the last act, Match the same in words.
	State  string      `json:"state"`
	Match  *matchJSON  `json:"match"`
	Result *resultJSON `json:"result"`
	Dice   dice.Proof  `json:"dice"`
}

// matchPlayerJSON is a player with the rating before the match, null if it is not
// known.
type matchPlayerJSON struct {
	Name   string `json:"name"`
	Rating *int   `json:"rating"`
}

func newMatchPlayerJSON(name string, points int) matchPlayerJSON {
	e := matchPlayerJSON{Name: name}
	if points != 0 {
		e.Rating = &points
	}
	return e
}

// matchData is a match in JSON, as far as it has been played.
func (s *Server) matchData(c echo.Context) error {
	row, err := s.matchRow(c)
	if err != nil {
		return err
	}
	if err := s.oneAsOfNow(row); err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	records, err := play.ReadRecords(read, []store.GameView{*row}, rules.Backgammon)
	if err != nil {
		return err
	}
	file, err := s.newMatchFileJSON(read, &records[0])
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="match-%d.json"`, row.ID))
	return c.JSON(http.StatusOK, file)
}

// newMatchFileJSON is a match as a file of its own.
func (s *Server) newMatchFileJSON(read *store.Reader, r *play.Recorded) (*matchFileJSON, error) {
	table, err := play.NewTable(&r.GameView)
	if err != nil {
		return nil, err
	}
	g, err := s.newGameJSON(table, 0)
	if err != nil {
		return nil, err
	}
	proof, err := play.Proof(read, &r.Game)
	if err != nil {
		return nil, err
	}
	white, black := r.Ratings()
	return &matchFileJSON{
		Format: matchFormat, ID: r.ID, Site: s.gameAddress(r.ID),
		Variant: g.Variant, Options: g.Options, Length: g.Length, Money: g.Money, Clock: g.Clock, Rated: g.Rated,
		Tournament: g.Tournament, Round: g.Round, Board: r.Board, RematchOf: g.RematchOf,
		White: newMatchPlayerJSON(r.WhiteName, white), Black: newMatchPlayerJSON(r.BlackName, black), ColourDraw: g.ColourDraw,
		Started: g.Started, Ended: g.Ended, Status: g.Status,
		Start: r.Start, Acts: newMovesJSON(r.Moves), State: table.State.Position.String(), Match: g.Match, Result: g.Result, Dice: proof,
	}, nil
}
