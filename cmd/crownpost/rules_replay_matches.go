package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"crownpost/rules/backgammon"
	"crownpost/rules/backgammon/mat"
	"crownpost/rules/backgammon/sgf"
)

// sniffed is how many bytes of a file may tell what it is.
const sniffed = 64 << 10

var (
	matText = regexp.MustCompile(`(?mi)^\s*\d+ points? match\s*$`)
	pdnText = regexp.MustCompile(`(?m)^\s*\[`)
	// jsonText is not the comment in braces that PDN may begin with.
	jsonText = regexp.MustCompile(`^\s*(?:\[\s*)?\{\s*"[^"]*"\s*:`)
)

// isJSON says that a file is one of JSON, by its name or else by its text.
func isJSON(name string, text *bufio.Reader) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".jsonl":
		return true
	case ".pdn", ".mat", ".sgf":
		return false
	}
	begin, err := text.Peek(sniffed)
	return (err == nil || errors.Is(err, io.EOF)) && jsonText.Match(begin)
}

// matchParser is what reads the matches in a file, by its name or else by its
// text; nil if it holds games of draughts.
func matchParser(name string, text *bufio.Reader) func(string) ([]*backgammon.Transcript, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".mat":
		return mat.Parse
	case ".sgf":
		return sgf.Parse
	case ".pdn":
		return nil
	}
	begin, err := text.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil // whoever reads it will meet the error again
	}
	switch trimmed := strings.TrimSpace(strings.TrimPrefix(string(begin), "\uFEFF")); {
	case matText.Match(begin) && !pdnText.Match(begin):
		return mat.Parse
	case strings.HasPrefix(trimmed, "(") && strings.HasPrefix(strings.TrimSpace(trimmed[1:]), ";"):
		return sgf.Parse
	}
	return nil
}

// matches plays the matches of a file through. The error is that of reading
// the file.
func (r *replay) matches(name string, text io.Reader, parse func(string) ([]*backgammon.Transcript, error)) error {
	all, err := io.ReadAll(io.LimitReader(text, sgf.MaxFile+1))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	matches, err := parse(string(all))
	games := 0
	for _, match := range matches {
		games += len(match.Games)
		played := match.Replay()
		r.plies += played.Plies
		if bad := played.Problem; bad != nil {
			r.report(name, bad.Game, bad.Ply, bad.Problem, bad.Line, bad.Column)
		}
		for _, remark := range played.Remarks {
			fmt.Fprintf(r.stderr, "%s: %v\n", name, remark)
		}
	}
	if bad, ok := errors.AsType[*backgammon.TranscriptError](err); ok {
		games++
		r.report(name, games, 0, bad.Problem, bad.Line, bad.Column)
	}
	r.games += games
	return nil
}
