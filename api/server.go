// Package api is the server: HTML pages and JSON over the use cases of
// api/play. It is the only importer of Echo.
package api

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/config"
	"crownpost/api/notify"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
)

// Server answers requests. Its fields must be set before Handler is called.
type Server struct {
	Config config.Config
	Store  *store.Store
	Play   *play.Service
	Hub    *notify.Hub
	Log    *slog.Logger
	// Now is the clock, the same that the store was opened with.
	Now func() time.Time
	// Stopping is closed when the server begins to shut down: open event
	// streams end, and readiness turns false.
	Stopping <-chan struct{}

	https     bool
	heartbeat time.Duration // of event streams
	signups   *account.Limiter
	mails     *account.Limiter

	explanations explanations
	victories    victories
}

// Handler returns the whole site.
func (s *Server) Handler() http.Handler {
	s.https = s.Config.Secure()
	s.signups = account.NewLimiter(10*time.Second, 300, 10_000)
	s.mails = account.NewLimiter(time.Minute, 10, 10_000)
	if s.heartbeat == 0 {
		s.heartbeat = heartbeat
	}

	e := echo.New()
	e.HideBanner = true
	e.IPExtractor = echo.ExtractIPDirect()
	if proxies := s.Config.TrustedProxies; len(proxies) > 0 {
		trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
		for _, p := range proxies {
			trust = append(trust, echo.TrustIPRange(&net.IPNet{
				IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
			}))
		}
		e.IPExtractor = echo.ExtractIPFromXFFHeader(trust...)
	}
	e.HTTPErrorHandler = s.answerError
	s.use(e)
	s.routes(e)
	return answerHead(e)
}

// HTTPServer wraps the handler with the limits that keep slow or greedy
// clients from holding the server.
func (s *Server) HTTPServer() *http.Server {
	return &http.Server{
		Addr:              s.Config.Addr,
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
}

// wantsJSON says whether a request is a program's.
func wantsJSON(c echo.Context) bool {
	r := c.Request()
	return strings.HasPrefix(r.URL.Path, "/api/") ||
		strings.Contains(r.Header.Get(echo.HeaderAccept), "json") && !strings.Contains(r.Header.Get(echo.HeaderAccept), "html")
}

// answerError is the only place where an error becomes an answer.
func (s *Server) answerError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if clientGone(err, c) {
		c.Response().Status = statusClientGone // for the log
		return
	}
	p := explain(err)
	if p.Status == http.StatusServiceUnavailable {
		p.wait = time.Second
	}
	if p.wait > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(p.wait.Seconds()))))
	}
	var answerErr error
	switch {
	case wantsJSON(c):
		answerErr = writeProblem(c, p)
	case p.Status == http.StatusUnauthorized && c.Request().Method == http.MethodGet:
		answerErr = c.Redirect(http.StatusSeeOther, loginAddress(c.Request().URL.RequestURI()))
	default:
		answerErr = s.render(c, p.Status, &templates.ErrorPage{
			Layout: s.layout(c, "error.title"), Status: p.Status, Detail: p.Detail, RequestID: requestID(c), Back: p.back,
		})
	}
	if answerErr != nil {
		s.Log.Error("answer", "request", requestID(c), "error", answerErr)
	}
}

// statusClientGone is what the log calls a request whose client did not wait
// for the answer.
const statusClientGone = 499

// clientGone says that an error comes only of the client having gone.
func clientGone(err error, c echo.Context) bool {
	return errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil
}

// health says that the process runs.
func (s *Server) health(c echo.Context) error {
	return c.String(http.StatusOK, "ok\n")
}

// ready says whether requests can be served: the database answers and the
// server is not stopping.
func (s *Server) ready(c echo.Context) error {
	select {
	case <-s.Stopping:
		return c.String(http.StatusServiceUnavailable, "stopping\n")
	default:
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer cancel()
	if err := s.Store.Ready(ctx); err != nil {
		s.Log.Error("not ready", "error", err)
		return c.String(http.StatusServiceUnavailable, "database not reachable\n")
	}
	return c.String(http.StatusOK, "ready\n")
}

// static serves the embedded files. Their addresses carry a hash of the
// content, so that browsers keep them for ever.
func (s *Server) static(c echo.Context) error {
	name, ok := strings.CutPrefix(c.Request().URL.Path, "/static/"+templates.StaticHash+"/")
	if !ok || !fs.ValidPath(name) {
		return echo.ErrNotFound
	}
	content, err := fs.ReadFile(templates.Static, "static/"+name)
	if err != nil {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(content))
	return nil
}

func (s *Server) robots(c echo.Context) error {
	return c.String(http.StatusOK, "User-agent: *\nDisallow: /api/\nDisallow: /settings\nDisallow: /session\n")
}
