package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

const (
	bodyLimit      = "256K"
	importLimit    = "4M"  // of requests that bring a file of games, which is refused above a quarter of it
	archiveLimit   = "24M" // of requests that bring a whole event, an archive in base64 among them
	requestTimeout = 15 * time.Second
)

// contentSecurityPolicy allows this server's own files and nothing inline.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

type headKey struct{}

// answerHead lets every GET answer HEAD: the handler sees a GET, and net/http
// drops the body because the connection's own request is still a HEAD.
func answerHead(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(context.WithValue(r.Context(), headKey{}, true))
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

func isHead(r *http.Request) bool { return r.Context().Value(headKey{}) != nil }

const requestIDKey = "request-id"

// requestID names the request in logs and on error pages.
func requestID(c echo.Context) string {
	id, _ := c.Get(requestIDKey).(string)
	return id
}

// withRequestID draws the id here: one sent by a client could forge a log.
func withRequestID(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		var b [8]byte
		if _, err := rand.Read(b[:]); err != nil {
			return fmt.Errorf("request id: %w", err)
		}
		id := hex.EncodeToString(b[:])
		c.Set(requestIDKey, id)
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		return next(c)
	}
}

// withLog writes a line a request: the route's pattern and not its address,
// so that no name, token or search gets into the log.
func withLog(log *slog.Logger) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			began := time.Now()
			err := next(c)
			if err != nil {
				c.Error(err)
			}
			status := c.Response().Status
			level := slog.LevelDebug
			if status >= 500 {
				level = slog.LevelError
			}
			attrs := []slog.Attr{
				slog.String("request", requestID(c)),
				slog.String("method", c.Request().Method),
				slog.String("route", c.Path()),
				slog.Int("status", status),
				slog.Duration("took", time.Since(began)),
			}
			if err != nil && status >= 500 {
				attrs = append(attrs, slog.String("error", err.Error()))
			}
			log.LogAttrs(c.Request().Context(), level, "request", attrs...)
			return nil
		}
	}
}

// withRecover turns a panic into a plain 500 and logs where it happened.
func withRecover(log *slog.Logger) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			defer func() {
				if r := recover(); r != nil {
					if r == http.ErrAbortHandler {
						panic(r)
					}
					log.Error("panic", "request", requestID(c), "route", c.Path(), "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
					err = errors.New("panic in a handler")
				}
			}()
			return next(c)
		}
	}
}

// withHeaders sets the security headers.
func withHeaders(https bool) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			h := c.Response().Header()
			h.Set("Content-Security-Policy", contentSecurityPolicy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("X-Frame-Options", "DENY")
			h.Set("Referrer-Policy", "same-origin")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
			if https {
				h.Set("Strict-Transport-Security", "max-age=31536000")
			}
			if h.Get("Cache-Control") == "" {
				h.Set("Cache-Control", "no-store")
			}
			return next(c)
		}
	}
}

// isStream says that a route answers for as long as its reader listens, so
// that neither compression nor the time limit may touch it.
func isStream(c echo.Context) bool { return strings.HasSuffix(c.Path(), "/events") }

// takesGames says that a route takes a file of games or ratings, or that one may
// pass it on the way to a renewed session.
func takesGames(c echo.Context) bool {
	switch c.Path() {
	case "/studies", "/api/v1/studies", "/admin/ratings", "/session":
		return true
	}
	return false
}

// takesArchives says that a route takes a whole event.
func takesArchives(c echo.Context) bool { return strings.HasSuffix(c.Path(), "/tournaments/import") }

// isDownload says that a route sends a file of any length, and bounds what each
// piece of it may take.
func isDownload(c echo.Context) bool {
	return strings.HasSuffix(c.Path(), "/pdn") || strings.HasSuffix(c.Path(), "/mat.zip") || strings.HasSuffix(c.Path(), "/archive")
}

// withTimeLimit bounds what a request may take. An error is answered before the
// limit is lifted, because its page reads the database like any other.
func withTimeLimit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if isStream(c) || isDownload(c) {
			return next(c)
		}
		ctx, cancel := context.WithTimeout(c.Request().Context(), requestTimeout)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		return err
	}
}

// withSameOrigin refuses a change that another site's page sends in a visitor's
// name. Programs without a browser's headers pass: they hold no cookies.
func withSameOrigin(baseURL *url.URL) echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	if baseURL != nil {
		origin := baseURL.Scheme + "://" + baseURL.Host
		if err := protection.AddTrustedOrigin(origin); err != nil {
			panic("api: base URL " + origin + ": " + err.Error()) // config has validated it
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := protection.Check(c.Request()); err != nil {
				return newProblem(http.StatusForbidden, "cross-origin", "This request came from another site and was refused.")
			}
			return next(c)
		}
	}
}

func (s *Server) use(e *echo.Echo) {
	e.Use(withRequestID)
	e.Use(withLog(s.Log))
	e.Use(withRecover(s.Log))
	e.Use(withHeaders(s.https))
	e.Use(withSameOrigin(s.Config.BaseURL))
	e.Use(middleware.GzipWithConfig(middleware.GzipConfig{Level: 5, MinLength: 1024, Skipper: isStream}))
	e.Use(middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{
		Limit: bodyLimit, Skipper: func(c echo.Context) bool { return takesGames(c) || takesArchives(c) },
	}))
	e.Use(middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{
		Limit: importLimit, Skipper: func(c echo.Context) bool { return !takesGames(c) },
	}))
	e.Use(middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{
		Limit: archiveLimit, Skipper: func(c echo.Context) bool { return !takesArchives(c) },
	}))
	e.Use(withTimeLimit)
	e.Use(s.withVisitor)
	e.Use(s.withIdempotency)
}
