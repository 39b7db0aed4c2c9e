package pdn

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gameFiles is where real game files are, which are not part of the tree.
const gameFiles = "/work/shared/vectors/draughts/games/"

// corpus are the names of those files.
func corpus(t testing.TB) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(gameFiles, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".pdn", ".txt", ".fen":
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Skip("the game files are not here: ", err)
	}
	return files
}

func TestTheGameFilesAreReadAndWrittenBack(t *testing.T) {
	for _, path := range corpus(t) {
		name := strings.TrimPrefix(path, gameFiles)
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader(file, Options{})
		games := 0
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			games++
			if err != nil {
				if !strings.HasSuffix(name, "nested_comment.pdn") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			text := g.String()
			again, err := Parse(text, Options{})
			switch {
			case err != nil:
				t.Errorf("%s: game %d, written and read: %v\n%s", name, g.Number, err, text)
			case len(again) != 1:
				t.Errorf("%s: game %d is %d when written\n%s", name, g.Number, len(again), text)
			case !again[0].Equal(g):
				t.Errorf("%s: game %d has changed in\n%s", name, g.Number, text)
			}
		}
		file.Close()
		if games == 0 {
			t.Errorf("%s: no games", name)
		}
	}
}

func TestStrictReadingTakesTheStandardsOwnFiles(t *testing.T) {
	for _, path := range corpus(t) {
		dir, name := filepath.Split(path)
		fails := strings.HasSuffix(dir, "/must-fail/")
		if !fails && !strings.HasSuffix(dir, "/wiegerw-pdn/") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Parse(string(text), Options{Strict: true})
		if fails != (err != nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// knownBad are the games that are not legal, by file and number.
var knownBad = map[string][]int{
	"tinsley.pdn":        {362},
	"nested_comment.pdn": {1},
}

func TestTheGameFilesAreLegal(t *testing.T) {
	for _, path := range corpus(t) {
		name := filepath.Base(path)
		for i, err := range illegalGames(t, path) {
			if len(knownBad[name]) <= i || knownBad[name][i] != err.Game {
				t.Errorf("%s: %v", strings.TrimPrefix(path, gameFiles), err)
			}
		}
	}
}

func illegalGames(t *testing.T, path string) (list []*Error) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := NewReader(file, Options{})
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err == nil {
			_, err = Resolve(g, nil)
		}
		var bad *Error
		switch {
		case errors.As(err, &bad):
			list = append(list, bad)
		case err != nil:
			t.Fatal(err)
		}
	}
}
