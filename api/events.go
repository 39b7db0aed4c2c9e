package api

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
)

// heartbeat keeps proxies from taking a quiet stream for a dead one. With each
// beat the session is looked at: a stream ends with the session that opened it.
const heartbeat = 25 * time.Second

// stream sends a line whenever one of the topics rings. A ring says only that
// something has changed: version, if not nil, says what is current now, and
// the page fetches the rest.
func (s *Server) stream(c echo.Context, version func() (int64, error), topics ...string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "no-cache")
	h.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
	if isHead(c.Request()) {
		return nil
	}
	rings, cancel := s.Hub.Subscribe(topics...)
	defer cancel()
	control := http.NewResponseController(c.Response())
	send := func(text string) error {
		// The server's write limit is for ordinary answers; each line of a
		// stream has its own.
		if err := control.SetWriteDeadline(time.Now().Add(2 * s.heartbeat)); err != nil {
			return err
		}
		if _, err := c.Response().Write([]byte(text)); err != nil {
			return err
		}
		return control.Flush()
	}
	tell := func() error {
		current := s.Now().UnixMilli()
		if version != nil {
			var err error
			if current, err = version(); err != nil {
				return err
			}
		}
		return send(fmt.Sprintf("event: version\ndata: %d\n\n", current))
	}
	if version != nil {
		if err := tell(); err != nil {
			return nil
		}
	} else if err := send(": connected\n\n"); err != nil {
		return nil
	}
	tick := time.NewTicker(s.heartbeat)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-c.Request().Context().Done():
			return nil
		case <-s.Stopping:
			return nil
		case _, open := <-rings:
			if !open {
				return nil
			}
			err = tell()
		case <-tick.C:
			if err = s.stillSignedIn(c); err == nil {
				err = send(": \n\n")
			}
		}
		if err != nil {
			return nil // the reader has gone, or may read no longer
		}
	}
}

// stillSignedIn is an error once the session of who sent a request has ended.
func (s *Server) stillSignedIn(c echo.Context) error {
	v := visitorOf(c)
	if v == nil {
		return nil
	}
	_, err := s.Store.Read(c.Request().Context()).Session(v.Session)
	return err
}

func (s *Server) gameEvents(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	version := func() (int64, error) {
		read := s.Store.Read(ctx)
		g, err := read.Game(id)
		if err != nil {
			return 0, err
		}
		return shownVersion(read, g)
	}
	if _, err := version(); err != nil {
		return err
	}
	return s.stream(c, version, play.GameTopic(id))
}

// shownVersion is the game's version; once the game is over, which is its last
// one, a rematch that is offered or made counts as well.
func shownVersion(read *store.Reader, g *store.GameView) (int64, error) {
	version := int64(g.Version)
	if g.Status == store.GameRunning {
		return version, nil
	}
	switch rematch, err := read.RematchSeek(g.First()); {
	case errors.Is(err, store.ErrNotFound):
		return version, nil
	case err != nil:
		return 0, err
	case rematch.Status == store.SeekAccepted:
		return version + 2, nil
	}
	return version + 1, nil
}

func (s *Server) tournamentEvents(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	if _, err := s.Store.Read(c.Request().Context()).Tournament(id); err != nil {
		return err
	}
	return s.stream(c, nil, play.TournamentTopic(id))
}

func (s *Server) homeEvents(c echo.Context) error {
	topics := []string{play.LobbyTopic}
	if v := visitorOf(c); v != nil {
		topics = append(topics, play.AccountTopic(v.ID))
	}
	return s.stream(c, nil, topics...)
}

func (s *Server) lobbyEvents(c echo.Context) error { return s.homeEvents(c) }
