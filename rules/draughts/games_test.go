package draughts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files hold recorded games, one a line: the moves as they are written
// here, then the result.
func TestRecordedGamesAreLegal(t *testing.T) {
	files, err := filepath.Glob("testdata/games-*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		v := mustVariant(t, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "games-"), ".txt"))
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, game := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			moves := strings.Fields(game)
			result := moves[len(moves)-1]
			if result != "1-0" && result != "0-1" && result != "1/2-1/2" {
				t.Errorf("%s game %d: result %q", v.Key(), i+1, result)
			}
			pos := v.Start()
			for ply, move := range moves[:len(moves)-1] {
				played, err := pos.Play(move, nil)
				if err != nil || played.Text != move {
					t.Fatalf("%s game %d, ply %d: %s played as %q, %v", v.Key(), i+1, ply+1, move, played.Text, err)
				}
				pos = played.Position
			}
			if _, over := pos.Outcome(); over {
				t.Errorf("%s game %d: was agreed or resigned, but is over by the rules", v.Key(), i+1)
			}
		}
	}
}
