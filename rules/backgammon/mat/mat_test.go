package mat

import (
	"os"
	"path/filepath"
	"testing"
)

// matchFiles is where real files are, which are not part of the tree.
const matchFiles = "/work/shared/vectors/backgammon/"

func corpus(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, dir := range []string{"matches", "human"} {
		names, _ := filepath.Glob(filepath.Join(matchFiles, dir, "*.mat"))
		files = append(files, names...)
	}
	if len(files) == 0 {
		t.Skip("the match files are not here")
	}
	return files
}

func TestTheMatchFilesAreLegal(t *testing.T) {
	for _, path := range corpus(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		matches, err := Parse(string(text))
		if err != nil || len(matches) != 1 {
			t.Errorf("%s: %d matches, %v", path, len(matches), err)
			continue
		}
		r := matches[0].Replay()
		if r.Problem != nil {
			t.Errorf("%s: %v", path, r.Problem)
		}
		for _, remark := range r.Remarks {
			t.Logf("%s: %v", path, remark)
		}
		t.Log(filepath.Base(path), len(matches[0].Games), r.Plies, r.End.Score(), r.End.Phase())
	}
}
