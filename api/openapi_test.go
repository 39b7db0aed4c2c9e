package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"gopkg.in/yaml.v3"
)

// schema is a node of the document. It has as much of OpenAPI 3.1 as the
// document uses; a word that it does not know fails the reading.
type schema struct {
	Ref         string    `yaml:"$ref"`
	Type        words     `yaml:"type"`
	Enum        []any     `yaml:"enum"`
	OneOf       []*schema `yaml:"oneOf"`
	Format      string    `yaml:"format"`
	Pattern     string    `yaml:"pattern"`
	Minimum     *float64  `yaml:"minimum"`
	Maximum     *float64  `yaml:"maximum"`
	MinLength   int       `yaml:"minLength"`
	MaxLength   int       `yaml:"maxLength"`
	Items       *schema   `yaml:"items"`
	Required    []string  `yaml:"required"`
	Default     any       `yaml:"default"`
	Examples    []any     `yaml:"examples"`
	Description string    `yaml:"description"`

	Properties           map[string]*schema `yaml:"properties"`
	AdditionalProperties *additional        `yaml:"additionalProperties"`
}

// words is one word or a list of them.
type words []string

func (w *words) UnmarshalYAML(n *yaml.Node) error {
	var one string
	if n.Decode(&one) == nil {
		*w = words{one}
		return nil
	}
	return n.Decode((*[]string)(w))
}

// additional is false, or the schema of properties without a name of their own.
type additional struct{ schema *schema }

func (a *additional) UnmarshalYAML(n *yaml.Node) error {
	var allowed bool
	if n.Decode(&allowed) == nil {
		if allowed {
			return fmt.Errorf("line %d: additional properties must be described", n.Line)
		}
		return nil
	}
	a.schema = &schema{}
	return n.Decode(a.schema)
}

type media map[string]struct {
	Schema *schema `yaml:"schema"`
}

type response struct {
	Ref         string         `yaml:"$ref"`
	Description string         `yaml:"description"`
	Headers     map[string]any `yaml:"headers"`
	Content     media          `yaml:"content"`
}

type parameter struct {
	Ref         string  `yaml:"$ref"`
	Name        string  `yaml:"name"`
	In          string  `yaml:"in"`
	Required    bool    `yaml:"required"`
	Description string  `yaml:"description"`
	Schema      *schema `yaml:"schema"`
}

type operation struct {
	Tags        []string              `yaml:"tags"`
	OperationID string                `yaml:"operationId"`
	Summary     string                `yaml:"summary"`
	Description string                `yaml:"description"`
	Security    []map[string][]string `yaml:"security"`
	Parameters  []parameter           `yaml:"parameters"`
	RequestBody *requestBody          `yaml:"requestBody"`
	Responses   map[string]*response  `yaml:"responses"`
}

type requestBody struct {
	Required bool  `yaml:"required"`
	Content  media `yaml:"content"`
}

type document struct {
	OpenAPI    string                           `yaml:"openapi"`
	Info       map[string]string                `yaml:"info"`
	Servers    []map[string]string              `yaml:"servers"`
	Security   []map[string][]string            `yaml:"security"`
	Tags       []map[string]string              `yaml:"tags"`
	Paths      map[string]map[string]*operation `yaml:"paths"`
	Components struct {
		SecuritySchemes map[string]map[string]string `yaml:"securitySchemes"`
		Parameters      map[string]parameter         `yaml:"parameters"`
		Responses       map[string]*response         `yaml:"responses"`
		Schemas         map[string]*schema           `yaml:"schemas"`
	} `yaml:"components"`
}

// readDocument reads the document once, strictly.
var readDocument = sync.OnceValues(func() (*document, error) {
	d := yaml.NewDecoder(bytes.NewReader(openapiDocument))
	d.KnownFields(true)
	var doc document
	return &doc, d.Decode(&doc)
})

func openapiOf(t testing.TB) *document {
	t.Helper()
	doc, err := readDocument()
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	return doc
}

// schema follows a reference.
func (d *document) schema(s *schema) (*schema, error) {
	if s.Ref == "" {
		return s, nil
	}
	found := d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	if found == nil {
		return nil, fmt.Errorf("nothing at %s", s.Ref)
	}
	return found, nil
}

func (d *document) response(r *response) *response {
	if r != nil && r.Ref != "" {
		return d.Components.Responses[strings.TrimPrefix(r.Ref, "#/components/responses/")]
	}
	return r
}

func (d *document) parameter(p parameter) parameter {
	if p.Ref != "" {
		return d.Components.Parameters[strings.TrimPrefix(p.Ref, "#/components/parameters/")]
	}
	return p
}

// check says what is wrong with a value, nil if nothing is.
func (d *document) check(at string, s *schema, v any) error {
	s, err := d.schema(s)
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	if len(s.OneOf) > 0 {
		var errs []string
		for _, one := range s.OneOf {
			err := d.check(at, one, v)
			if err == nil {
				return nil
			}
			errs = append(errs, err.Error())
		}
		return fmt.Errorf("none of %s", strings.Join(errs, "; "))
	}
	if !slices.ContainsFunc(s.Type, func(want string) bool { return is(v, want) }) {
		return fmt.Errorf("%s: %v is no %v", at, v, s.Type)
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(e any) bool { return fmt.Sprint(e) == fmt.Sprint(v) }) {
		return fmt.Errorf("%s: %v is none of %v", at, v, s.Enum)
	}
	switch v := v.(type) {
	case string:
		return checkText(at, s, v)
	case float64:
		if s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
			return fmt.Errorf("%s: %v is out of range", at, v)
		}
	case []any:
		for i, item := range v {
			if err := d.check(at+"["+strconv.Itoa(i)+"]", s.Items, item); err != nil {
				return err
			}
		}
	case map[string]any:
		return d.checkObject(at, s, v)
	}
	return nil
}

func checkText(at string, s *schema, v string) error {
	if len(v) < s.MinLength || s.MaxLength > 0 && len(v) > s.MaxLength {
		return fmt.Errorf("%s: %q has the wrong length", at, v)
	}
	if s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
		return fmt.Errorf("%s: %q does not match %s", at, v, s.Pattern)
	}
	if s.Format == "date-time" {
		if m, err := time.Parse(time.RFC3339, v); err != nil || m.Location() != time.UTC {
			return fmt.Errorf("%s: %q is no moment in UTC", at, v)
		}
	}
	return nil
}

func (d *document) checkObject(at string, s *schema, v map[string]any) error {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("%s.%s is missing", at, name)
		}
	}
	for name, value := range v {
		of := s.Properties[name]
		if of == nil && s.AdditionalProperties != nil {
			of = s.AdditionalProperties.schema
		}
		if of == nil {
			return fmt.Errorf("%s.%s is not documented", at, name)
		}
		if err := d.check(at+"."+name, of, value); err != nil {
			return err
		}
	}
	return nil
}

// is says whether a JSON value has a type.
func is(v any, want string) bool {
	switch v := v.(type) {
	case nil:
		return want == "null"
	case bool:
		return want == "boolean"
	case string:
		return want == "string"
	case float64:
		return want == "number" || want == "integer" && v == float64(int64(v))
	case []any:
		return want == "array"
	case map[string]any:
		return want == "object"
	}
	return false
}

// find returns the operation that an address belongs to, and its path.
func (d *document) find(method, address string) (string, *operation) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	segments := strings.Split(address, "/")
	best, path := -1, ""
	for candidate, methods := range d.Paths {
		parts := strings.Split(candidate, "/")
		if len(parts) != len(segments) || methods[strings.ToLower(method)] == nil {
			continue
		}
		fixed := 0
		for i, part := range parts {
			if part == segments[i] {
				fixed++
			} else if !strings.HasPrefix(part, "{") {
				fixed = -1
				break
			}
		}
		if fixed > best {
			best, path = fixed, candidate
		}
	}
	if best < 0 {
		return "", nil
	}
	return path, d.Paths[path][strings.ToLower(method)]
}

// checkAnswer says how an answer differs from what the document promises.
func (d *document) checkAnswer(r *http.Request, status int, header http.Header, body []byte) error {
	_, op := d.find(r.Method, strings.TrimPrefix(r.URL.EscapedPath(), "/api/v1"))
	if op == nil {
		if status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
			return nil
		}
		return fmt.Errorf("not documented")
	}
	want := d.response(op.Responses[strconv.Itoa(status)])
	if want == nil {
		return fmt.Errorf("status is not documented: %s", body)
	}
	if len(want.Content) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("has a body: %s", body)
		}
		return nil
	}
	contentType, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	content, ok := want.Content[contentType]
	if !ok {
		return fmt.Errorf("type %q is not documented", contentType)
	}
	if content.Schema == nil || r.Method == http.MethodHead {
		return nil
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	return d.check("answer", content.Schema, v)
}

// checkRequest says how the body of a request differs from the document.
func (d *document) checkRequest(r *http.Request) error {
	_, op := d.find(r.Method, strings.TrimPrefix(r.URL.EscapedPath(), "/api/v1"))
	if op == nil || op.RequestBody == nil || r.GetBody == nil || !op.RequestBody.Required && r.ContentLength == 0 {
		return nil
	}
	body, err := r.GetBody()
	if err != nil {
		return err
	}
	var v any
	if err := json.NewDecoder(body).Decode(&v); err != nil {
		return err
	}
	return d.check("request", op.RequestBody.Content["application/json"].Schema, v)
}

// conforming is a transport that holds every answer of the API against the
// document, and counts the statuses of each operation.
type conforming struct {
	t    testing.TB
	next http.RoundTripper
	doc  *document
	mu   sync.Mutex
	seen map[string]map[int]int
}

// RoundTrip implements http.RoundTripper.
func (c *conforming) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := c.next.RoundTrip(r)
	if err != nil || !strings.HasPrefix(r.URL.Path, "/api/v1/") {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if err := resp.Body.Close(); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	if err := c.doc.checkAnswer(r, resp.StatusCode, resp.Header, body); err != nil {
		c.t.Errorf("%s %s: %d: %v", r.Method, r.URL, resp.StatusCode, err)
	}
	if resp.StatusCode < http.StatusBadRequest {
		if err := c.doc.checkRequest(r); err != nil {
			c.t.Errorf("%s %s: accepted, but %v", r.Method, r.URL, err)
		}
	}
	path, _ := c.doc.find(r.Method, strings.TrimPrefix(r.URL.EscapedPath(), "/api/v1"))
	c.mu.Lock()
	defer c.mu.Unlock()
	key := r.Method + " " + path
	if c.seen[key] == nil {
		c.seen[key] = map[int]int{}
	}
	c.seen[key][resp.StatusCode]++
	return resp, nil
}

// CloseIdleConnections lets the test server close what the transport keeps.
func (c *conforming) CloseIdleConnections() {
	if t, ok := c.next.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// newDocumentedSite is a site each of whose answers to programs must be as the
// document says.
func newDocumentedSite(t testing.TB, changes ...func(*Server)) (*testSite, *conforming) {
	t.Helper()
	s := newSite(t, changes...)
	client := s.http.Client()
	c := &conforming{t: t, next: client.Transport, doc: openapiOf(t), seen: map[string]map[int]int{}}
	client.Transport = c
	return s, c
}

// routesOf lists a server's routes, "GET /lobby".
func routesOf(t testing.TB) []*echo.Route {
	t.Helper()
	e := echo.New()
	(&Server{Play: newSite(t).Play}).routes(e)
	return e.Routes()
}

var routeParameter = regexp.MustCompile(`:(\w+)`)

func TestTheDocumentHasEveryRouteAndNoOther(t *testing.T) {
	doc := openapiOf(t)
	var routed, documented []string
	for _, r := range routesOf(t) {
		if path, ok := strings.CutPrefix(r.Path, "/api/v1"); ok && r.Method != echo.RouteNotFound {
			routed = append(routed, r.Method+" "+routeParameter.ReplaceAllString(path, "{$1}"))
		}
	}
	for path, methods := range doc.Paths {
		for method := range methods {
			documented = append(documented, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(routed)
	slices.Sort(documented)
	for _, r := range routed {
		if !slices.Contains(documented, r) {
			t.Errorf("%s is not documented", r)
		}
	}
	for _, d := range documented {
		if !slices.Contains(routed, d) {
			t.Errorf("%s is documented and does not exist", d)
		}
	}
	if len(routed) < 25 {
		t.Errorf("only %d routes", len(routed))
	}
}

func TestTheDocumentIsWhole(t *testing.T) {
	doc := openapiOf(t)
	ids := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			at := method + " " + path
			if op.Summary == "" || op.OperationID == "" || ids[op.OperationID] || len(op.Tags) != 1 {
				t.Errorf("%s: summary %q, id %q, tags %v", at, op.Summary, op.OperationID, op.Tags)
			}
			ids[op.OperationID] = true
			named := map[string]bool{}
			for _, p := range op.Parameters {
				p = doc.parameter(p)
				if p.Schema == nil || (p.In == "path") != p.Required {
					t.Errorf("%s: parameter %q is not whole", at, p.Name)
				}
				if p.In == "path" {
					named[p.Name] = true
				}
			}
			for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(path, -1) {
				if !named[m[1]] {
					t.Errorf("%s: {%s} is not described", at, m[1])
				}
			}
			for status, r := range op.Responses {
				if r := doc.response(r); r == nil || r.Description == "" {
					t.Errorf("%s: answer %s is not described", at, status)
				}
			}
			if signsIn := len(op.Security) == 1; signsIn && op.Responses["401"] == nil {
				t.Errorf("%s needs a token and does not document 401", at)
			}
		}
	}
	for _, s := range doc.Components.Schemas {
		if len(s.Type) == 0 {
			t.Errorf("a schema without a type: %+v", s)
		}
	}
}

func TestTheDocumentIsServed(t *testing.T) {
	s := newSite(t)
	a := s.visitor().get("/api/v1/openapi.yaml")
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/yaml" || a.body != string(openapiDocument) {
		t.Errorf("%d %s, %d bytes", a.status, a.header.Get("Content-Type"), len(a.body))
	}
}

func TestAChangedAnswerIsNoticed(t *testing.T) {
	doc := openapiOf(t)
	good := map[string]any{"key": "checkers", "family": "draughts", "start": "B:W1:B2", "options": []any{}, "openings": []any{}}
	variant := &schema{Ref: "#/components/schemas/Variant"}
	if err := doc.check("v", variant, good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(map[string]any){
		"a field that is missing":    func(v map[string]any) { delete(v, "start") },
		"a field that is new":        func(v map[string]any) { v["new"] = 1.0 },
		"a field of another type":    func(v map[string]any) { v["start"] = 1.0 },
		"a value that is not listed": func(v map[string]any) { v["key"] = "chess" },
		"a field that is null":       func(v map[string]any) { v["family"] = nil },
	} {
		changed := maps.Clone(good)
		change(changed)
		if doc.check("v", variant, changed) == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// Plays through everything that programs can do.
func TestAnswersAreAsDocumented(t *testing.T) {
	s, seen := newDocumentedSite(t)
	anna, bert, carol := s.program("Anna"), s.program("Bert"), s.program("Carol")
	nobody := s.visitor()

	for _, path := range []string{"openapi.yaml", "variants", "seeks", "tournaments", "leaderboards/table", "players/anna"} {
		if a := nobody.get("/api/v1/" + path); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	anna.must(200, "GET", "/api/v1/account", nil)
	nobody.must(401, "GET", "/api/v1/account", nil)

	tokens := nobody.must(201, "POST", "/api/v1/sessions", map[string]any{"name": "anna@example.org", "password": password})
	fresh := nobody.must(200, "POST", "/api/v1/sessions/refresh", map[string]any{"refreshToken": tokens["refreshToken"]})
	sessions := anna.must(200, "GET", "/api/v1/sessions", nil)["sessions"].([]any)
	if len(sessions) != 2 {
		t.Errorf("%d sessions", len(sessions))
	}
	anna.must(204, "DELETE", "/api/v1/sessions/"+fresh["session"].(string), nil)

	terms := map[string]any{"variant": "international", "clock": "per-move 3d", "rated": true, "colour": "white"}
	with := func(name string, value any) map[string]any {
		more := maps.Clone(terms)
		more[name] = value
		return more
	}
	anna.must(201, "POST", "/api/v1/seeks", with("link", true))
	mine := anna.must(201, "POST", "/api/v1/seeks", with("rated", false))
	anna.must(204, "DELETE", "/api/v1/seeks/"+number(mine["id"]), nil)
	challenge := anna.must(201, "POST", "/api/v1/seeks", with("opponent", "bert"))
	bert.must(200, "GET", "/api/v1/seeks", nil)
	bert.must(204, "POST", "/api/v1/seeks/"+number(challenge["id"])+"/decline", nil)
	bert.must(409, "POST", "/api/v1/seeks/"+number(challenge["id"])+"/accept", nil)

	draughts := "/api/v1/games/" + itoa(s.game("international", "fischer 10d+1d cap 14d", anna, bert))
	act := func(c *client, status int, path string, ply int, text string) map[string]any {
		return c.must(status, "POST", path+"/acts", map[string]any{"ply": ply, "act": text})
	}
	act(anna, 200, draughts, 0, "32-28")
	act(anna, 409, draughts, 0, "33-28")
	act(bert, 200, draughts, 1, "19-23")
	act(anna, 422, draughts, 2, "31-27")
	act(carol, 403, draughts, 2, "28x19")
	act(anna, 200, draughts, 2, "28x19")
	offer := act(bert, 200, draughts, 3, "offer-draw")["offer"].(map[string]any)
	anna.must(200, "GET", "/api/v1/games", nil)
	anna.must(200, "POST", draughts+"/acts", map[string]any{"ply": 3, "act": "accept-draw", "offer": offer["id"]})
	nobody.must(200, "GET", draughts, nil)
	nobody.must(200, "GET", draughts+"/moves", nil)
	anna.must(200, "GET", "/api/v1/account/leave", nil)
	anna.must(201, "POST", "/api/v1/account/leave", map[string]any{"days": 3})
	nobody.must(200, "GET", "/api/v1/players/Anna", nil)
	anna.must(204, "DELETE", "/api/v1/account/leave", nil)
	anna.must(202, "POST", draughts+"/rematch", nil)
	rematch := bert.must(201, "POST", draughts+"/rematch", nil)
	act(bert, 200, "/api/v1/games/"+number(rematch["game"]), 0, "abort")

	dice := "/api/v1/games/" + itoa(s.game("backgammon", "per-move 3d bank 7d", anna, bert))
	for range 6 {
		g := nobody.must(200, "GET", dice, nil)
		players := map[string]*client{"white": anna, "black": bert}
		legal := g["legal"].([]any)
		players[g["toAct"].(string)].must(200, "POST", dice+"/acts", map[string]any{"ply": g["ply"], "act": legal[0]})
	}
	nobody.must(200, "GET", dice+"/moves", nil)
	nobody.must(200, "GET", dice+"/dice.json", nil)
	nobody.must(200, "GET", dice+"/match.json", nil)
	for _, path := range []string{dice + "/mat", dice + "/sgf", "/api/v1/players/anna/mat.zip"} {
		if a := nobody.get(path); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	anna.must(200, "POST", dice+"/orders", map[string]any{"roll": true, "forced": true, "bearOff": false})
	s.clock.pass(11 * 24 * time.Hour)
	if g := nobody.must(200, "GET", dice, nil); g["status"] != "finished" {
		t.Errorf("a game past its deadline is %v", g["status"])
	}
	anna.logIn()
	bert.logIn()
	carol.logIn()

	event := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{
		"name": "Spring", "description": "Three friends", "variant": "checkers", "clock": "total 30d",
	})
	eventPath := "/api/v1/tournaments/" + number(event["id"])
	for _, c := range []*client{anna, bert, carol} {
		c.must(204, "POST", eventPath+"/enter", nil)
	}
	nobody.must(200, "GET", eventPath, nil)
	bert.must(403, "POST", eventPath+"/start", nil)
	anna.must(204, "POST", eventPath+"/start", nil)
	carol.must(204, "POST", eventPath+"/withdraw", nil)
	nobody.must(200, "GET", eventPath, nil)
	anna.must(409, "POST", eventPath+"/cancel", nil)
	other := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{
		"name": "Autumn", "variant": "table", "clock": "per-move 1d", "rated": false, "starts": s.Now().Add(time.Hour),
	})
	if a := nobody.get("/api/v1/tournaments/" + number(other["id"]) + "/mat.zip"); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
	anna.must(204, "POST", "/api/v1/tournaments/"+number(other["id"])+"/cancel", nil)
	nobody.must(200, "GET", "/api/v1/tournaments?status=cancelled", nil)
	nobody.must(422, "GET", "/api/v1/tournaments?status=odd", nil)

	s.everyDeskAct(t, anna, bert)
	s.everyFile(t, anna, bert, carol)
	s.everyLadderAct(t, anna, bert, carol)

	nobody.must(200, "GET", "/api/v1/players/Anna", nil)
	nobody.must(200, "GET", "/api/v1/players/Anna/games?result=drawn&opponent=bert&from=2026-01-01&variant=international", nil)
	nobody.must(404, "GET", "/api/v1/games/999", nil)
	nobody.must(404, "GET", "/api/v1/nowhere", nil)

	made := anna.must(201, "POST", "/api/v1/studies", map[string]any{"title": "A draw", "visibility": "link", "game": 1})
	study := "/api/v1/studies/" + made["id"].(string)
	for _, path := range []string{"/api/v1/studies", study} {
		nobody.must(200, "GET", path, nil)
	}
	for _, path := range []string{draughts, eventPath, "/api/v1/players/anna", study} {
		if a := nobody.get(path + "/pdn"); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	anna.must(204, "PATCH", study, map[string]any{"title": "Drawn", "visibility": "private"})
	anna.must(204, "DELETE", study, nil)

	for path, methods := range seen.doc.Paths {
		for method, op := range methods {
			for status := range op.Responses {
				code, _ := strconv.Atoi(status)
				if key := strings.ToUpper(method) + " " + path; code < 300 && seen.seen[key][code] == 0 {
					t.Errorf("%s was never answered with %d here", key, code)
				}
			}
		}
	}
}
