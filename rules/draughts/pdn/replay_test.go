package pdn

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestReplayCorpus(t *testing.T) {
	dirs := map[string][3]int{}
	for _, path := range corpus(t) {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader(file, Options{})
		n := dirs[filepath.Dir(path)]
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			n[0]++
			if err != nil {
				n[2]++
				t.Logf("%s: %v", path, err)
				continue
			}
			res, err := Resolve(g, nil)
			if err != nil {
				n[2]++
				t.Logf("%s: [%s] %v", path, res.Variant.Key(), err)
			}
			n[1] += res.Plies()
		}
		dirs[filepath.Dir(path)] = n
		file.Close()
	}
	for d, n := range dirs {
		t.Logf("%s: games %d plies %d illegal %d", d, n[0], n[1], n[2])
	}
}
