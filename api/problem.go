package api

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/correspondence"
	"crownpost/templates"
)

// problem is the one shape of an error: RFC 9457 problem details for programs,
// and the material of the error page for people.
type problem struct {
	Type      string `json:"type"`
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail,omitempty"`
	Code      string `json:"code"`
	RequestID string `json:"requestId,omitempty"`

	// Rule, Legal and Squares explain a refused act.
	Rule    string   `json:"rule,omitempty"`
	Legal   []string `json:"legal,omitempty"`
	Squares []int    `json:"squares,omitempty"`
	// Fields explain refused input, by field name.
	Fields map[string]string `json:"fields,omitempty"`
	// Game is the current state, where a stale act was refused.
	Game any `json:"game,omitempty"`

	// back is the way on from the error page, the home page if nil.
	back *templates.Link

	// wait is how long to wait before trying again, for Retry-After.
	wait time.Duration
}

func (p *problem) Error() string { return p.Detail }

// newProblem makes a problem with a stable code and an English sentence.
func newProblem(status int, code, detail string) *problem {
	return &problem{
		Type:   "urn:crownpost:problem:" + code,
		Title:  http.StatusText(status),
		Status: status,
		Code:   code,
		Detail: detail,
	}
}

// invalid is the problem of input that was refused, a sentence a field.
func invalid(fields map[string]string) *problem {
	first := slices.Min(slices.Collect(maps.Keys(fields)))
	p := newProblem(http.StatusUnprocessableEntity, "invalid", fields[first])
	p.Fields = fields
	return p
}

// sentinels is the table from errors to statuses: the only one there is.
var sentinels = []struct {
	err    error
	status int
	code   string
	detail string
}{
	{account.ErrToken, 401, "token", "The token is not valid, has expired or was revoked. Log in again."},
	{play.ErrLogIn, 401, "login", "This name and password do not belong together."},
	{play.ErrUnverified, 403, "unverified", "Confirm your e-mail address first: the link was sent to it."},
	{play.ErrClosedRegistration, 403, "registration", "Accounts are not open to everybody here: an invitation is needed."},
	{store.ErrNotFound, 404, "not-found", "There is nothing at this address."},
	{play.ErrSignIn, 401, "sign-in", "Sign in first."},
	{play.ErrForbidden, 403, "forbidden", "This is not yours to do."},
	{play.ErrGone, 409, "gone", "It was taken, withdrawn or has expired."},
	{play.ErrRepeated, 409, "already-done", "This request was already carried out, and its answer is not kept: look at the present state."},
	{play.ErrTooMany, 429, "too-many", "You have too many of these open; close one first."},
	{correspondence.ErrStale, 409, "stale", "The game has moved on since: look at its present state and try again."},
	{correspondence.ErrNotYourTurn, 409, "not-your-turn", "It is not your turn."},
	{correspondence.ErrOver, 409, "over", "The game is over."},
	{correspondence.ErrTimeUp, 409, "time-up", "Your time had run out before this act arrived."},
	{correspondence.ErrNoOffer, 409, "no-offer", "That offer no longer stands."},
	{store.ErrDuplicate, 409, "duplicate", "It exists already."},
	{store.ErrConflict, 409, "conflict", "It was changed at the same moment: look at its present state and try again."},
	{store.ErrFull, 507, "disk-full", "The server's disk is full; nothing was changed."},
	{store.ErrBusy, 503, "busy", "The server is busy; nothing was changed. Try again in a moment."},
	{context.DeadlineExceeded, 503, "busy", "The server is busy; nothing was changed. Try again in a moment."},
}

// waitingFor says what the opponent has to answer before one's own turn.
var waitingFor = map[backgammon.Phase]string{
	backgammon.Doubled:   "It is not your turn: your opponent has to answer the double first.",
	backgammon.Resigning: "It is not your turn: your opponent has to answer the resignation first.",
}

// explain turns any error into a problem.
func explain(err error) *problem {
	var p *problem
	if errors.As(err, &p) {
		return p
	}
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		p := newProblem(http.StatusUnprocessableEntity, "refused", refusal.Message)
		p.Rule, p.Legal, p.Squares = refusal.Rule, refusal.Legal, refusal.Squares
		return p
	}
	if bad := account.Invalids(err); len(bad) > 0 {
		fields := map[string]string{}
		p := newProblem(http.StatusUnprocessableEntity, "invalid", bad[0].Message)
		for _, b := range bad {
			if b.Field != "" {
				fields[b.Field] = b.Message
			}
		}
		p.Fields = fields
		return p
	}
	var slow *play.SlowDownError
	if errors.As(err, &slow) {
		p := newProblem(http.StatusTooManyRequests, "slow-down", "Too many attempts. Wait "+slow.Wait.Round(time.Second).String()+" and try again.")
		p.wait = slow.Wait
		return p
	}
	if waiting, ok := errors.AsType[*play.WaitingError](err); ok {
		return newProblem(http.StatusConflict, "not-your-turn", waitingFor[waiting.Phase])
	}
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			return newProblem(s.status, s.code, s.detail)
		}
	}
	var httpErr *echo.HTTPError
	if errors.As(err, &httpErr) {
		switch httpErr.Code {
		case http.StatusNotFound:
			return newProblem(404, "not-found", "There is nothing at this address.")
		case http.StatusMethodNotAllowed:
			return newProblem(405, "method", "This address does not take that method.")
		case http.StatusRequestEntityTooLarge:
			return newProblem(413, "too-large", "The request is larger than this server accepts.")
		case http.StatusUnsupportedMediaType:
			return newProblem(415, "media-type", "Send application/json to /api/v1, and forms as application/x-www-form-urlencoded to the pages.")
		}
		if httpErr.Code < 500 {
			return newProblem(httpErr.Code, "bad-request", "The request could not be read.")
		}
	}
	return newProblem(500, "internal", "Something went wrong here. It has been logged; nothing was half done.")
}

// problemType is the media type of a problem.
const problemType = "application/problem+json"

// writeProblem answers a program.
func writeProblem(c echo.Context, p *problem) error {
	p.RequestID = requestID(c)
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return c.Blob(p.Status, problemType, body)
}
