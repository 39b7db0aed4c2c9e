package pdn

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus are the real game files, which are not part of the tree.
func corpus(t testing.TB) []string {
	t.Helper()
	var files []string
	root := "/work/shared/vectors/draughts/games"
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
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
		name := strings.TrimPrefix(path, "/work/shared/vectors/draughts/games/")
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
