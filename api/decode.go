package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
)

// decode reads a JSON body into v, a pointer to a struct. Unknown fields, a
// second value and control characters in texts are refused with a sentence.
func decode(c echo.Context, v any) error {
	if mediaType(c) != echo.MIMEApplicationJSON {
		return echo.ErrUnsupportedMediaType
	}
	body, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	if !utf8.Valid(body) {
		return newProblem(http.StatusBadRequest, "json", "The body is not valid UTF-8.")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return badJSON(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return newProblem(http.StatusBadRequest, "json", "The body has more than one JSON value.")
	}
	if bytes.ContainsAny(body, `\`) || bytes.ContainsFunc(body, unicode.IsControl) {
		return checkTexts(body)
	}
	return nil
}

// checkTexts refuses control characters in the texts of a JSON object, which
// can stand there only as escapes or beyond ASCII.
func checkTexts(body []byte) error {
	var fields map[string]any
	if err := json.Unmarshal(body, &fields); err != nil {
		return badJSON(err)
	}
	for name, value := range fields {
		if text, ok := value.(string); ok && strings.ContainsFunc(text, forbidden) {
			return unprintable(name)
		}
	}
	return nil
}

// unprintable is the problem of a text with characters that nobody can have
// typed.
func unprintable(field string) error {
	return invalid(map[string]string{field: field + " contains a control character or is not valid UTF-8."})
}

// mediaType is the type of a request's body, "" if there is none.
func mediaType(c echo.Context) string {
	t, _, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if err != nil {
		return ""
	}
	return t
}

// badJSON says what was wrong with a body and where.
func badJSON(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var moment *time.ParseError
	detail := "The body could not be read as JSON."
	switch {
	case errors.Is(err, io.EOF):
		detail = "The body is empty; a JSON object was expected."
	case errors.Is(err, io.ErrUnexpectedEOF):
		detail = "The JSON ends in the middle."
	case errors.As(err, &syntax):
		detail = fmt.Sprintf("The JSON is malformed at byte %d.", syntax.Offset)
	case errors.As(err, &kind):
		field := kind.Field
		field = field[strings.LastIndexByte(field, '.')+1:] // without the Go names of embedded types
		if field == "" {
			field = "The body"
		}
		detail = field + " must be " + jsonKind(kind.Type.Kind()) + "."
	case errors.As(err, &moment):
		detail = "A moment is written 2026-11-30T18:00:00Z."
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		detail = "There is no field " + strings.TrimPrefix(err.Error(), "json: unknown field ") + " here."
	}
	return newProblem(http.StatusBadRequest, "json", detail)
}

func jsonKind(kind reflect.Kind) string {
	switch kind {
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	}
	return "an object"
}

// form reads the named fields of a posted form. What stands in the address is
// no part of it.
func form(c echo.Context, names ...string) (map[string]string, error) {
	if t := mediaType(c); t != echo.MIMEApplicationForm && t != echo.MIMEMultipartForm {
		return nil, echo.ErrUnsupportedMediaType
	}
	if _, err := c.FormParams(); err != nil {
		var httpErr *echo.HTTPError
		switch {
		case errors.As(err, &httpErr):
			return nil, httpErr
		case err.Error() == "http: POST too large": // net/http reads 10 MB of a form without files
			return nil, echo.ErrStatusRequestEntityTooLarge
		}
		return nil, newProblem(http.StatusBadRequest, "form", "The form could not be read.")
	}
	values := c.Request().PostForm
	out := make(map[string]string, len(names))
	for _, name := range names {
		if _, sent := values[name]; !sent {
			continue
		}
		out[name] = values.Get(name)
		if !utf8.ValidString(out[name]) || strings.ContainsFunc(out[name], forbidden) {
			return nil, unprintable(name)
		}
	}
	return out, nil
}

// forbidden says that a character has no place in a text: a control character
// that is no line end or tab.
func forbidden(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }

// clean leaves out of a text from an address what form refuses.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if forbidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

// pathID reads a numeric id out of the address. What is no id names nothing.
func pathID(c echo.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 || c.Param("id") != itoa(id) {
		return 0, store.ErrNotFound
	}
	return id, nil
}
