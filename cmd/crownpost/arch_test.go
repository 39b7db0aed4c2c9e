package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path that the program's own packages begin with.
const module = "crownpost/"

// root is the repository, seen from this package.
const root = "../.."

// pure are the packages without database, HTTP, clock and chance; a name ends
// in a slash where it stands for everything below it.
var pure = []string{"rules", "rules/", "rating", "tournament", "tournament/"}

// mayImport is the table "who may import whom": the first entry that covers a
// package lists what it may import of the program's own packages.
var mayImport = []struct {
	importer string
	imported []string
}{
	{"rules/catalog", []string{"rules", "rules/"}},
	{"rules/draughts/", []string{"rules", "rules/draughts"}},
	{"rules/backgammon/", []string{"rules", "rules/backgammon"}},
	{"rules/", []string{"rules"}},
	{"rules", nil},
	{"rating", nil},
	{"tournament/generate", []string{"tournament", "tournament/swiss", "tournament/trf"}},
	{"tournament/report", []string{"tournament", "tournament/director", "tournament/swiss", "tournament/tiebreak", "tournament/trf"}},
	{"tournament/archive", []string{"tournament", "tournament/director", "tournament/ladder"}},
	{"tournament/director", []string{
		"tournament", "tournament/bracket", "tournament/groups", "tournament/ladder", "tournament/swiss", "tournament/tiebreak",
	}},
	{"tournament/tiebreak", []string{"tournament", "rating"}},
	{"tournament/", []string{"tournament"}},
	{"tournament", nil},
	{"migrations", nil},
	{"templates", nil},
	{"api/account", pure},
	{"api/notify", pure},
	{"api/config", pure},
	{"api/store", slices.Concat(pure, []string{"migrations"})},
	{"api/play", slices.Concat(pure, []string{"api/store", "api/account"})},
	{"api/jobs", slices.Concat(pure, []string{"api/play", "api/store", "api/notify"})},
	{"api", slices.Concat(pure, []string{"api/", "templates"})},
	{"api/", slices.Concat(pure, []string{"api/", "migrations", "templates"})}, // helps tests
	{"cmd/", []string{"rules", "rules/", "rating", "tournament", "tournament/", "migrations", "templates", "api", "api/"}},
}

// onlyIn names who alone may import an outside package, tests included.
var onlyIn = []struct {
	imported  string
	importers []string
}{
	{"github.com/labstack/echo/", []string{"api"}},
	{"gorm.io/", []string{"api/store"}},
}

// impure are outside packages that no pure package may import.
var impure = []string{
	"database/", "net", "net/", "os", "os/", "log", "log/", "math/rand", "math/rand/", "crypto/rand",
}

// topLevel is what may stand beside the dot files; the last two are left by
// running and building the program and are not part of the tree.
var topLevel = []string{
	"api", "cmd", "migrations", "rating", "rules", "templates", "tournament",
	"CHANGELOG.md", "LICENSE", "README.md", "go.mod", "go.sum",
	"crownpost", "data",
}

// covered reports whether one of the names stands for pkg.
func covered(names []string, pkg string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return name == pkg || strings.HasSuffix(name, "/") && strings.HasPrefix(pkg, name)
	})
}

// source is one Go file of the tree.
type source struct {
	name string // from the root, with slashes
	pkg  string // folder from the root
	test bool
	file *ast.File
}

// imports are the paths of the packages that the file imports.
func (s source) imports(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, spec := range s.file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		paths = append(paths, p)
	}
	return paths
}

// walk calls visit for every file below the root that belongs to the program.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if p != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "data") {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		visit(filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	files := token.NewFileSet()
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") {
			return
		}
		file, err := parser.ParseFile(files, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, source{name, path.Dir(name), strings.HasSuffix(name, "_test.go"), file})
	})
	if len(all) < 20 {
		t.Fatalf("only %d Go files found", len(all))
	}
	return all
}

func TestPackagesImportWhomTheyMay(t *testing.T) {
	for _, s := range sources(t) {
		// Tests of the server's packages may build what they need.
		if s.test && !covered(pure, s.pkg) {
			continue
		}
		allowed, known := []string(nil), false
		for _, row := range mayImport {
			if covered([]string{row.importer}, s.pkg) {
				allowed, known = row.imported, true
				break
			}
		}
		if !known {
			t.Errorf("%s: package %s has no row in the table", s.name, s.pkg)
			continue
		}
		if s.test {
			allowed = pure
		}
		for _, p := range s.imports(t) {
			own, ok := strings.CutPrefix(p, module)
			if ok && own != s.pkg && !covered(allowed, own) {
				t.Errorf("%s: %s may not import %s", s.name, s.pkg, own)
			}
		}
	}
}

func TestEchoAndGORMStayInTheirPlaces(t *testing.T) {
	for _, s := range sources(t) {
		for _, p := range s.imports(t) {
			for _, rule := range onlyIn {
				if strings.HasPrefix(p, rule.imported) && !covered(rule.importers, s.pkg) {
					t.Errorf("%s: only %v may import %s", s.name, rule.importers, p)
				}
			}
		}
	}
}

func TestPurePackagesStayPure(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || !covered(pure, s.pkg) {
			continue
		}
		for _, p := range s.imports(t) {
			if covered(impure, p) {
				t.Errorf("%s: a pure package may not import %s", s.name, p)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := call.X.(*ast.Ident)
			if ok && pkg.Name == "time" && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "NewTimer", "NewTicker", "Tick", "AfterFunc", "Local"}, call.Sel.Name) {
				t.Errorf("%s: a pure package may not use time.%s", s.name, call.Sel.Name)
			}
			return true
		})
	}
}

func TestPackagesAreNamedAfterWhatTheyAre(t *testing.T) {
	for _, s := range sources(t) {
		for _, name := range []string{s.file.Name.Name, path.Base(s.pkg)} {
			if slices.Contains([]string{"util", "utils", "common", "helper", "helpers", "model", "models", "misc"}, name) {
				t.Errorf("%s: a package named %s says nothing", s.name, name)
			}
		}
	}
}

func TestTheTopLevelIsTheOneAgreed(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		ignored := strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".prof")
		if !ignored && !slices.Contains(topLevel, name) {
			t.Errorf("%s does not belong at the top level", name)
		}
	}
}

func TestNoWorkIsLeftInComments(t *testing.T) {
	walk(t, func(name string) {
		switch path.Ext(name) {
		case ".go", ".sql", ".html", ".css", ".js", ".mjs", ".yaml":
		default:
			return
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			for _, mark := range []string{"TO" + "DO", "FIX" + "ME"} {
				if bytes.Contains(line, []byte(mark)) {
					t.Errorf("%s:%d: %s", name, i+1, bytes.TrimSpace(line))
				}
			}
		}
	})
}
