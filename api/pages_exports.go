package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts/pdn"
)

// pdnType is what a file of games is called.
const pdnType = "application/x-draughts-pdn; charset=utf-8"

const (
	exportBatch = 50               // games that are read at a time
	batchTime   = 15 * time.Second // for reading them
	batchWait   = time.Minute      // for the client to take them
)

// gamePDN is a game as a file, as far as it has been played.
func (s *Server) gamePDN(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	row, err := s.Store.Read(c.Request().Context()).Game(id)
	if err != nil {
		return err
	}
	if row.Family != string(rules.Draughts) {
		return notWritten(rules.Draughts)
	}
	return s.exportPDN(c, fmt.Sprintf("game-%d.pdn", id), onlyGame(row))
}

// onlyGame lists one game.
func onlyGame(row *store.GameView) nextGames {
	over := false
	return func(*store.Reader) ([]store.GameView, error) {
		if over {
			return nil, nil
		}
		over = true
		return []store.GameView{*row}, nil
	}
}

// playerPDN is a file of all finished games of a player, the last first.
func (s *Server) playerPDN(c echo.Context) error {
	name, next, err := s.playerGames(c, rules.Draughts)
	if err != nil {
		return err
	}
	return s.exportPDN(c, name+".pdn", next)
}

// playerGames lists the finished games of a player, or those of one variant,
// the last first, and names a file of them. Games of other families than the
// one that is asked for may be among them.
func (s *Server) playerGames(c echo.Context, family rules.Family) (name string, next nextGames, err error) {
	a, err := s.playerNamed(c)
	if err != nil {
		return "", nil, err
	}
	filter := store.HistoryFilter{Variant: c.QueryParam("variant"), Limit: exportBatch}
	name = plainName(account.NameKey(a.Name), "player")
	if filter.Variant != "" {
		switch v, ok := catalog.Lookup(filter.Variant); {
		case !ok:
			return "", nil, invalid(map[string]string{"variant": "There is no such variant."})
		case v.Family() != family:
			return "", nil, notWritten(family)
		}
		name += "-" + filter.Variant
	}
	over := false
	return name, func(read *store.Reader) ([]store.GameView, error) {
		if over {
			return nil, nil
		}
		rows, err := read.History(a.ID, filter)
		if over = len(rows) < exportBatch; !over {
			filter.Before = rows[len(rows)-1].Cursor()
		}
		return rows, err
	}, nil
}

// tournamentPDN is a file of all games of a tournament, by round and board,
// those that still run as far as they have come; of one that was imported the
// games that came with it.
func (s *Server) tournamentPDN(c echo.Context) error {
	if done, err := s.sendImportedGames(c); done || err != nil {
		return err
	}
	name, next, err := s.tournamentGames(c, rules.Draughts)
	if err != nil {
		return err
	}
	return s.exportPDN(c, name+".pdn", next)
}

// tournamentGames lists the games of a tournament of a family, and names a
// file of them.
func (s *Server) tournamentGames(c echo.Context, family rules.Family) (name string, next nextGames, err error) {
	id, err := pathID(c)
	if err != nil {
		return "", nil, err
	}
	t, err := s.Store.Read(c.Request().Context()).Tournament(id)
	if err != nil {
		return "", nil, err
	}
	if v, ok := catalog.Lookup(t.Variant); !ok || v.Family() != family {
		return "", nil, notWritten(family)
	}
	var after store.TournamentPlace
	return fmt.Sprintf("tournament-%d", id), func(read *store.Reader) ([]store.GameView, error) {
		rows, err := read.TournamentGamesAfter(id, after, exportBatch)
		if len(rows) > 0 {
			after = rows[len(rows)-1].Place()
		}
		return rows, err
	}, nil
}

// notWritten is the answer where there is nothing that the formats of a family
// could say.
func notWritten(family rules.Family) error {
	if family == rules.Backgammon {
		return newProblem(http.StatusNotFound, "no-match-file", "Only matches of the backgammon family are written in this format.")
	}
	return newProblem(http.StatusNotFound, "no-pdn", "Only games of draughts are written in PDN.")
}

// nextGames reads some games of a list, none at the end.
type nextGames func(*store.Reader) ([]store.GameView, error)

// exportPDN sends games of draughts as a file.
func (s *Server) exportPDN(c echo.Context, file string, next nextGames) error {
	return s.export(s.newDownload(c, file, pdnType), rules.Draughts, next, func(w io.Writer, r *play.Recorded) error {
		game, err := r.PDN(s.gameAddress(r.ID))
		if err != nil {
			return err
		}
		return pdn.Write(w, game, pdn.WriteOptions{})
	})
}

// export sends games of a family as a file. What is read is let go of before
// it is sent, so that a slow client holds nothing but its own connection.
func (s *Server) export(out *download, family rules.Family, next nextGames, write func(io.Writer, *play.Recorded) error) error {
	for {
		batch, err := s.readRecords(out.c.Request().Context(), family, next)
		if err != nil {
			return out.fail(err)
		}
		if batch == nil {
			return out.end()
		}
		err = out.send(func(w io.Writer) error {
			for i := range batch {
				if err := write(w, &batch[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return out.fail(err)
		}
	}
}

// readRecords reads the next games with their moves; nil is the end.
func (s *Server) readRecords(ctx context.Context, family rules.Family, next nextGames) ([]play.Recorded, error) {
	ctx, cancel := context.WithTimeout(ctx, batchTime)
	defer cancel()
	read := s.Store.Read(ctx)
	for {
		rows, err := next(read)
		if err != nil || len(rows) == 0 {
			return nil, err
		}
		if err := s.asOfNow(rows); err != nil {
			return nil, err
		}
		records, err := play.ReadRecords(read, rows, family)
		if err != nil || len(records) > 0 {
			return records, err
		}
	}
}

// download is a file on its way to a client.
type download struct {
	server      *Server
	c           echo.Context
	file        string
	contentType string
}

func (s *Server) newDownload(c echo.Context, file, contentType string) *download {
	return &download{s, c, file, contentType}
}

// begin sends the head, unless it was sent.
func (d *download) begin() {
	if d.c.Response().Committed {
		return
	}
	h := d.c.Response().Header()
	h.Set(echo.HeaderContentType, d.contentType)
	h.Set(echo.HeaderContentDisposition, `attachment; filename="`+d.file+`"`)
	d.c.Response().WriteHeader(http.StatusOK)
}

// send writes one piece of the file. The client has a while for each, since
// the server's own limit is for answers of ordinary length.
func (d *download) send(write func(io.Writer) error) error {
	d.begin()
	if isHead(d.c.Request()) {
		return nil
	}
	control := http.NewResponseController(d.c.Response())
	if err := control.SetWriteDeadline(time.Now().Add(batchWait)); err != nil {
		return err
	}
	if err := write(d.c.Response()); err != nil {
		return err
	}
	return control.Flush()
}

func (d *download) end() error {
	d.begin()
	return nil
}

// fail ends a file that has begun by cutting the connection: it must not look
// whole.
func (d *download) fail(err error) error {
	if !d.c.Response().Committed {
		return err
	}
	// A reader that takes too long is no fault of the server's.
	if !clientGone(err, d.c) && !errors.Is(err, os.ErrDeadlineExceeded) {
		d.server.Log.Error("download", "request", requestID(d.c), "error", err)
	}
	panic(http.ErrAbortHandler)
}

// plainName makes a part of a file's name of any text: small letters, digits
// and hyphens alone.
func plainName(text, otherwise string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case r == ' ' || r == '-' || r == '_' || r == '.':
			return '-'
		}
		return -1
	}, strings.ToLower(text))
	if text = strings.Trim(text, "-"); text == "" {
		return otherwise
	}
	return text[:min(len(text), 60)]
}
