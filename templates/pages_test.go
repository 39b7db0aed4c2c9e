package templates

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"golang.org/x/net/html"
)

func render(t *testing.T, page Page) string {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, page); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPages renders every sample and checks what holds for every page. With
// CROWNPOST_PAGES set to a folder it leaves them there, to be looked at.
func TestPages(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			text := render(t, s.page)
			if dir := os.Getenv("CROWNPOST_PAGES"); dir != "" {
				file := filepath.Join(dir, strings.ReplaceAll(s.name, " ", "-")+".html")
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			checkWellFormed(t, text)
			doc, err := html.Parse(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, doc)
		})
	}
}

// void elements have no end tag.
var void = map[string]bool{"meta": true, "link": true, "input": true, "img": true, "br": true, "hr": true}

// checkWellFormed demands that every element is closed where it should be.
func checkWellFormed(t *testing.T, text string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(text))
	var open []string
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("never closed: %v", open)
			}
			return
		case html.StartTagToken:
			if tag := z.Token().Data; !void[tag] {
				open = append(open, tag)
			}
		case html.EndTagToken:
			tag := z.Token().Data
			if len(open) == 0 || open[len(open)-1] != tag {
				t.Fatalf("</%s> closes %v", tag, open)
			}
			open = open[:len(open)-1]
		}
	}
}

func attribute(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

func words(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		} else if label, ok := attribute(d, "aria-label"); ok {
			text.WriteString(label)
		}
	}
	return strings.TrimSpace(text.String())
}

func checkDocument(t *testing.T, doc *html.Node) {
	t.Helper()
	ids, count := map[string]bool{}, map[string]int{}
	var labelled, controls []*html.Node
	var wanted []string
	inForm := 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Namespace == "svg" && n.Data == "title" {
			continue
		}
		count[n.Data]++
		if id, ok := attribute(n, "id"); ok {
			if ids[id] {
				t.Errorf("two elements with the id %q", id)
			}
			ids[id] = true
		}
		for _, key := range []string{"style", "onclick"} {
			if _, ok := attribute(n, key); ok {
				t.Errorf("<%s %s> is forbidden by the content security policy", n.Data, key)
			}
		}
		for _, key := range []string{"aria-labelledby", "aria-describedby", "for"} {
			value, _ := attribute(n, key)
			wanted = append(wanted, strings.Fields(value)...)
		}
		if href, _ := attribute(n, "href"); len(href) > 1 && href[0] == '#' {
			wanted = append(wanted, href[1:])
		}
		switch n.Data {
		case "html":
			if lang, _ := attribute(n, "lang"); lang != "en" {
				t.Errorf("<html lang=%q>", lang)
			}
		case "label":
			labelled = append(labelled, n)
		case "input", "select", "textarea":
			if kind, _ := attribute(n, "type"); kind != "hidden" {
				controls = append(controls, n)
			}
		case "button", "a", "summary", "h1", "h2", "h3", "title", "th":
			if words(n) == "" {
				t.Errorf("<%s> without words: %v", n.Data, n.Attr)
			}
		case "img", "svg":
			_, alt := attribute(n, "alt")
			_, label := attribute(n, "aria-label")
			_, by := attribute(n, "aria-labelledby")
			hidden := false
			for p := n; p != nil; p = p.Parent {
				_, is := attribute(p, "aria-hidden")
				hidden = hidden || is
			}
			if !alt && !label && !by && !hidden {
				t.Errorf("<%s> without a text in its place", n.Data)
			}
		case "script":
			if n.FirstChild != nil {
				t.Error("a script inside the page is forbidden by the content security policy")
			}
		case "form":
			inForm++
			action, _ := attribute(n, "action")
			if method, _ := attribute(n, "method"); method != "post" && method != "get" || !strings.HasPrefix(action, "/") {
				t.Errorf("form with method %q and action %q", method, action)
			}
		}
	}
	if count["main"] != 1 || count["h1"] != 1 || count["title"] != 1 {
		t.Errorf("%d main, %d h1, %d title elements; there should be one each", count["main"], count["h1"], count["title"])
	}
	for _, id := range wanted {
		if !ids[id] {
			t.Errorf("nothing has the id %q", id)
		}
	}
	for _, c := range controls {
		id, _ := attribute(c, "id")
		if !slices.ContainsFunc(labelled, func(l *html.Node) bool {
			forID, _ := attribute(l, "for")
			inside := slices.Contains(slices.Collect(l.Descendants()), c)
			return words(l) != "" && (inside || id != "" && forID == id)
		}) {
			t.Errorf("<%s> without a label: %v", c.Data, c.Attr)
		}
	}
	if text := words(doc); strings.Contains(text, "{") || strings.Contains(text, "<no value>") {
		i := strings.IndexAny(text, "{<")
		t.Errorf("a placeholder was left: …%s", text[max(0, i-30):min(len(text), i+40)])
	}
}

// TestEveryBranchIsTaken demands that the samples together reach every template
// and every branch in it.
func TestEveryBranchIsTaken(t *testing.T) {
	sets := parsePages()
	maps.Copy(sets, parseProse())
	m := marker{numbers: map[string]int{}, reached: map[int]bool{}}
	for key, set := range sets {
		if key == "rules" || key == "help" {
			continue // only with prose
		}
		for _, part := range set.Templates() {
			if part.Tree != nil && !strings.HasSuffix(part.Name(), ".html") { // files hold definitions alone
				where := part.Name()
				if where == "content" || where == "prose" {
					where = key + " " + where
				}
				m.mark(where, part.Tree.Root)
			}
		}
	}
	for _, s := range samples() {
		key := s.page.file()
		if p, ok := s.page.(localized); ok {
			key = "en/" + p.prose()
		}
		var out bytes.Buffer
		if err := sets[key].ExecuteTemplate(&out, "layout", s.page); err != nil {
			t.Fatal(err)
		}
		m.read(out.String())
	}
	for where, number := range m.numbers {
		if !m.reached[number] {
			t.Errorf("no sample reaches %s", where)
		}
	}
}

// marker writes a mark into each branch of a template; the marks are the same
// as text, as part of an attribute's value, and as an attribute.
type marker struct {
	numbers map[string]int
	reached map[int]bool
}

func (m *marker) mark(where string, list *parse.ListNode) {
	if list == nil || len(list.Nodes) == 0 {
		return
	}
	for _, node := range list.Nodes {
		var branch *parse.BranchNode
		switch n := node.(type) {
		case *parse.IfNode:
			branch = &n.BranchNode
		case *parse.RangeNode:
			branch = &n.BranchNode
		case *parse.WithNode:
			branch = &n.BranchNode
		default:
			continue
		}
		name := fmt.Sprintf("%s, %d {{%s}}", where, branch.Pos, branch.Pipe)
		m.mark(name, branch.List)
		m.mark(name+" else", branch.ElseList)
	}
	if _, known := m.numbers[where]; !known {
		m.numbers[where] = len(m.numbers)
	}
	text := fmt.Appendf(nil, " data-mark%d ", m.numbers[where])
	list.Nodes = append([]parse.Node{&parse.TextNode{NodeType: parse.NodeText, Text: text}}, list.Nodes...)
}

var mark = regexp.MustCompile(` data-mark(\d+) `)

func (m *marker) read(page string) {
	for _, found := range mark.FindAllStringSubmatch(page, -1) {
		number, _ := strconv.Atoi(found[1])
		m.reached[number] = true
	}
}

func TestMails(t *testing.T) {
	used := map[string]bool{}
	for _, m := range sampleMails() {
		subject, body, err := RenderMail(m)
		if err != nil {
			t.Fatal(err)
		}
		used["en/"+m.mail()] = true
		for _, text := range []string{subject, body} {
			if text == "" || strings.Contains(text, "<no value>") || strings.Contains(text, "mail.") || strings.Contains(text, "{") {
				t.Errorf("%s: %q", m.mail(), text)
			}
		}
	}
	for name := range mails {
		if !used[name] {
			t.Errorf("no sample uses the mail %q", name)
		}
	}
}

// A field of a page that is named like what the layout calls hides it, which
// fails only for those who are logged in.
func TestNoPageHidesWhatTheLayoutCalls(t *testing.T) {
	for _, s := range samples() {
		page := reflect.TypeOf(s.page)
		for _, name := range []string{"T", "Number", "Here", "With"} {
			if _, ok := page.MethodByName(name); !ok {
				t.Errorf("%s: %v has no method %s", s.name, page, name)
			}
		}
	}
}
