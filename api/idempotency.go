package api

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
)

// idempotencyHeader carries the key under which a program sends a request, so
// that it can be sent again when no answer came.
const idempotencyHeader = "Idempotency-Key"

const longestKey = 64

// withIdempotency carries a signed-in program's POST out once for each key and
// address, and answers repeats as it answered the first one. A request that
// was refused has changed nothing, and may be sent again under its key.
func (s *Server) withIdempotency(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r, v := c.Request(), visitorOf(c)
		key := r.Header.Get(idempotencyHeader)
		if key == "" || v == nil || r.Method != http.MethodPost || !strings.HasPrefix(c.Path(), "/api/v1/") {
			return next(c)
		}
		if len(key) > longestKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return newProblem(http.StatusBadRequest, "idempotency-key", "Idempotency-Key must be 1 to 64 visible ASCII characters.")
		}
		key = r.URL.Path + " " + key
		if done, err := s.answerAgain(c, v.ID, key); done || err != nil {
			return err
		}
		c.SetRequest(r.WithContext(play.WithKey(r.Context(), key)))
		draft := &draft{ResponseWriter: c.Response().Writer}
		err := draft.write(c, next)
		if errors.Is(err, play.ErrRepeated) {
			if done, readErr := s.answerAgain(c, v.ID, key); done || readErr != nil {
				return readErr
			}
		}
		if err != nil {
			return err
		}
		if c.Get(secretAnswerKey) == nil {
			if err := s.Play.Reply(r.Context(), v.ID, key, draft.status, draft.body.String()); err != nil {
				s.Log.Error("answer not kept", "request", requestID(c), "error", err) // a repeat will miss it
			}
		}
		return draft.send()
	}
}

// answerAgain answers a request that was carried out before; done is false if
// none was under this key.
func (s *Server) answerAgain(c echo.Context, account int64, key string) (done bool, err error) {
	reply, err := s.Play.Replied(c.Request().Context(), account, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, nil
	case err != nil:
		return false, err
	case reply.Status == 0:
		return false, play.ErrRepeated
	case reply.Body == "":
		return true, c.NoContent(reply.Status)
	}
	contentType := echo.MIMEApplicationJSON
	if reply.Status >= http.StatusBadRequest {
		contentType = problemType
	}
	return true, c.Blob(reply.Status, contentType, []byte(reply.Body))
}

const secretAnswerKey = "secret-answer"

// keepsSecret marks an answer that holds a secret, which is not stored.
func keepsSecret(c echo.Context) { c.Set(secretAnswerKey, true) }

// draft holds an answer back until it is stored.
type draft struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// write has an answer written into the draft; an error that is the server's
// own fault, or that another request has the key, is left to the caller.
func (d *draft) write(c echo.Context, next echo.HandlerFunc) error {
	defer func() { c.Response().Writer = d.ResponseWriter }()
	c.Response().Writer = d
	err := next(c)
	if err == nil || errors.Is(err, play.ErrRepeated) || explain(err).Status >= http.StatusInternalServerError {
		return err
	}
	c.Error(err)
	return nil
}

// WriteHeader implements http.ResponseWriter.
func (d *draft) WriteHeader(status int) { d.status = status }

// Write implements io.Writer.
func (d *draft) Write(b []byte) (int, error) { return d.body.Write(b) }

func (d *draft) send() error {
	d.ResponseWriter.WriteHeader(d.status)
	_, err := d.ResponseWriter.Write(d.body.Bytes())
	return err
}
