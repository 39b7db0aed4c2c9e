package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
)

// decode reads a JSON body into v, a pointer to a struct. Unknown fields, a
// second value and control characters in texts are refused with a sentence.
func decode(c echo.Context, v any) error {
	contentType := c.Request().Header.Get(echo.HeaderContentType)
	if !strings.HasPrefix(contentType, echo.MIMEApplicationJSON) {
		return echo.ErrUnsupportedMediaType
	}
	body, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	if !utf8.Valid(body) {
		return newProblem(http.StatusBadRequest, "json", "The body is not valid UTF-8.")
	}
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return badJSON(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return newProblem(http.StatusBadRequest, "json", "The body has more than one JSON value.")
	}
	return nil
}

// badJSON says what was wrong with a body and where.
func badJSON(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
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
		if field == "" {
			field = "the body"
		}
		detail = fmt.Sprintf("%s must be a JSON %s, not a %s.", field, jsonKind(kind.Type.Kind().String()), kind.Value)
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		detail = "There is no field " + strings.TrimPrefix(err.Error(), "json: unknown field ") + " here."
	}
	return newProblem(http.StatusBadRequest, "json", detail)
}

func jsonKind(goKind string) string {
	switch {
	case strings.HasPrefix(goKind, "int"), strings.HasPrefix(goKind, "float"):
		return "number"
	case goKind == "bool":
		return "boolean"
	case goKind == "struct", goKind == "map":
		return "object"
	}
	return goKind
}

// form reads a posted form. Texts are trimmed of what no form control sends:
// invalid UTF-8 and control characters other than line ends and tabs.
func form(c echo.Context, names ...string) (map[string]string, error) {
	values, err := c.FormParams()
	if err != nil {
		var httpErr *echo.HTTPError
		if errors.As(err, &httpErr) {
			return nil, httpErr
		}
		return nil, newProblem(http.StatusBadRequest, "form", "The form could not be read.")
	}
	out := make(map[string]string, len(names))
	for _, name := range names {
		if _, sent := values[name]; sent {
			out[name] = clean(values.Get(name))
		}
	}
	return out, nil
}

func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

// pathID reads a numeric id out of the address. What is no id names nothing.
func pathID(c echo.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, store.ErrNotFound
	}
	return id, nil
}
