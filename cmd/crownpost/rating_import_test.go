package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRatingListsAreImportedFromTheCommandLine(t *testing.T) {
	data := t.TempDir()
	if status, _, stderr := command(t, data, "user", "create", "--name", "Anna", "--email", "anna@example.org"); status != exitDone {
		t.Fatal(stderr)
	}
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	list := file("list.csv", "id,name,rating\n17,anna,1850.5\n18,Nobody,1700\n")
	for _, step := range []struct {
		name, args, stdout, stderr string
		status                     int
	}{
		{"a list", "--pool international " + list, "line 2: anna: starts with 1850.500\nline 3: Nobody: no account has this name\nplayers 2 stored 2 given 1 left 1\n", "", exitDone},
		{"the list again, flags last", list + " --pool international",
			"line 2: anna: starts with 1850.500 already\nline 3: Nobody: no account has this name\nplayers 2 stored 0 given 0 left 1\n", "", exitDone},
		{"wrong lines", "--pool international " + file("wrong.csv", "1,anna,x\n2,,1\n"), "",
			`wrong.csv: line 1, column 8: "x" is not a rating`, exitUsage},
		{"no such file", "--pool international nowhere.csv", "", "nowhere.csv", exitUsage},
		{"no pool", list, "", "--pool", exitUsage},
		{"a pool that there is not", "--pool chess " + list, "", "Choose the game", exitNo},
	} {
		status, stdout, stderr := command(t, data, append([]string{"rating", "import"}, strings.Fields(step.args)...)...)
		if status != step.status || stdout != step.stdout || !strings.Contains(stderr, step.stderr) {
			t.Errorf("%s: %d, %q, %q", step.name, status, stdout, stderr)
		}
	}
}
