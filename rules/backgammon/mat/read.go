// Package mat reads and writes matches of the backgammon family as .mat text,
// the format that nearly every backgammon program exchanges.
//
// Parse takes the dialects that are about: GNU Backgammon's, Galaxy's with
// stars or without, resignations told by a result alone, points capped or not.
// Write writes GNU Backgammon's layout. The format has no standard; the layout
// is that of Jellyfish, as GNU Backgammon writes it.
package mat

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// The limits of what is read.
const (
	MaxFile = 8 << 20 // bytes of a file
	MaxTags = 256     // tags of one match
)

var (
	matchLine  = regexp.MustCompile(`(?i)^\s*(\d{1,5}) points? match\s*$`)
	gameLine   = regexp.MustCompile(`(?i)^\s*Game (\d{1,5})\s*$`)
	namesLine  = regexp.MustCompile(`^\s*(.*?)\s*: (\d{1,5})\s+(?:(.*?)\s*)?: (\d{1,5})\s*$`)
	tagLine    = regexp.MustCompile(`^;\s*\[([^"\]\p{Cc}]*?)\s*"(.*)"\s*\]\s*$`)
	rowStart   = regexp.MustCompile(`^\s*(\d{1,5})\)`)
	resultLine = regexp.MustCompile(`(?i)^\s*(Wins|Loses|Losses)\s+(\d{1,6})\s+points?(?:\s+and the match)?\s*$`)
)

// Parse reads the matches of a file. An error is a
// *backgammon.TranscriptError; it comes with the matches in front of it.
func Parse(text string) ([]*backgammon.Transcript, error) {
	p := parser{}
	if len(text) > MaxFile {
		return nil, p.failed(0, "the file is larger than 8 MB")
	}
	text = strings.TrimPrefix(text, "\uFEFF")
	for line := range strings.SplitSeq(text, "\n") {
		p.line++
		if err := p.read(decoded(strings.TrimRight(line, " \r"))); err != nil {
			return p.matches, err
		}
	}
	return p.matches, p.end()
}

// decoded is a line of a file, which may be in Latin-1.
func decoded(line string) string {
	if utf8.ValidString(line) {
		return line
	}
	runes := make([]rune, len(line))
	for i := range len(line) {
		runes[i] = rune(line[i])
	}
	return string(runes)
}

// parser reads a file line by line.
type parser struct {
	line    int
	matches []*backgammon.Transcript
	tags    []backgammon.Tag
	match   *backgammon.Transcript // being read
	length  int                    // as written
	game    *backgammon.GameRecord // the last of match
	named   bool                   // the game's line of names was read
	right   int                    // the column in which the right player's name stands
	lost    rules.Side             // who is said to have lost the game
}

// failed is an error at a column of the line.
func (p *parser) failed(column int, problem string) error {
	return &backgammon.TranscriptError{
		Place:   backgammon.Place{Line: max(p.line, 1), Column: column + 1},
		Problem: problem,
	}
}

func (p *parser) read(line string) error {
	trimmed := strings.TrimSpace(line)
	first := column(line, len(line)-len(strings.TrimLeft(line, " \t")))
	switch {
	case trimmed == "":
		return nil
	case trimmed[0] == ';':
		return p.tag(trimmed)
	}
	if m := matchLine.FindStringSubmatch(line); m != nil {
		return p.begin(number(m[1]), first)
	}
	if p.match == nil {
		return p.failed(first, `not a .mat file: "7 point match" is expected`)
	}
	if m := gameLine.FindStringSubmatch(line); m != nil {
		return p.beginGame(number(m[1]), first)
	}
	switch {
	case p.game == nil:
		return p.failed(first, `"Game 1" is expected`)
	case !p.named:
		return p.names(line, first)
	}
	if m := rowStart.FindStringSubmatch(line); m != nil {
		return p.row(number(m[1]), line, len(m[0]))
	}
	if m := resultLine.FindStringSubmatch(line); m != nil {
		side := rules.Black
		if first < p.middle() {
			side = rules.White
		}
		return p.result(m[1], m[2], side, first)
	}
	return p.failed(first, "neither a row of the game nor its result")
}

// tag reads a line that begins with a semicolon; what is no tag is a comment.
func (p *parser) tag(line string) error {
	m := tagLine.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	if p.match != nil && len(p.match.Games) > 0 {
		if err := p.end(); err != nil {
			return err
		}
	}
	if len(p.tags) == MaxTags {
		return p.failed(0, "more than 256 tags")
	}
	tag := backgammon.Tag{Key: strings.TrimSpace(m[1]), Value: strings.TrimSpace(m[2])}
	if p.match != nil {
		p.match.Tags = append(p.match.Tags, tag)
	} else {
		p.tags = append(p.tags, tag)
	}
	return nil
}

// begin begins a match, behind its tags.
func (p *parser) begin(length, column int) error {
	if p.match != nil {
		if err := p.end(); err != nil {
			return err
		}
	}
	p.length = length
	p.match = &backgammon.Transcript{Tags: p.tags, Place: p.place(column)}
	p.tags = nil
	return nil
}

// end ends the match that is being read.
func (p *parser) end() error {
	if p.match == nil {
		if p.matches == nil || len(p.tags) > 0 {
			return p.failed(0, `not a .mat file: there is no "7 point match"`)
		}
		return nil
	}
	if p.game != nil && !p.named {
		return p.failed(0, "the line of the players' names is missing")
	}
	p.endGame()
	v, err := variantOf(p.match, p.length)
	if err != nil {
		p.line = p.match.Line
		return p.failed(p.match.Column-1, err.Error())
	}
	p.match.Variant = v
	if v.Chosen("automatic-doubles") == "on" {
		ties := strings.Fields(p.match.Tag(tiesTag))
		for i := range p.match.Games {
			g := &p.match.Games[i]
			g.Tied = slices.Contains(ties[:min(len(ties), MaxTags)], strconv.Itoa(g.Number))
		}
	}
	for side, key := range playerKeys {
		p.match.Players[side] = cmp.Or(p.match.Tag(key), p.match.Players[side])
	}
	p.matches = append(p.matches, p.match)
	p.match, p.game = nil, nil
	return nil
}

func (p *parser) place(column int) backgammon.Place {
	return backgammon.Place{Line: p.line, Column: column + 1}
}

func (p *parser) beginGame(number, column int) error {
	if p.game != nil && !p.named {
		return p.failed(column, "the line of the players' names is missing")
	}
	p.endGame()
	p.match.Games = append(p.match.Games, backgammon.GameRecord{
		Number: number, Result: backgammon.Result{Winner: rules.NoSide}, Place: p.place(column),
	})
	p.game = &p.match.Games[len(p.match.Games)-1]
	p.named, p.lost = false, rules.NoSide
	return nil
}

// endGame takes the winner from what is said of the loser, where nothing else
// tells it.
func (p *parser) endGame() {
	if p.game != nil && p.game.Result.Winner == rules.NoSide {
		p.game.Result.Winner = p.lost.Other()
	}
}

func (p *parser) names(line string, first int) error {
	m := namesLine.FindStringSubmatchIndex(line)
	if m == nil {
		return p.failed(first, "the players' names with the score are expected, as in “Alice : 0  Bob : 0”")
	}
	part := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return strings.TrimSpace(line[m[2*i]:m[2*i+1]])
	}
	p.named = true
	p.game.Score = [2]int{number(part(2)), number(part(4))}
	p.right = column(line, max(m[6], m[5]+1))
	if len(p.match.Games) == 1 {
		p.match.Players = [2]string{part(1), part(3)}
	}
	return nil
}

// middle is a column between those in which left and right cells begin. A long
// name on the left moves the one on the right, but no cells.
func (p *parser) middle() int { return min(max(p.right-5, 12), 24) }

// result reads "Wins 2 points" or "Losses 3 point", at a side's place.
func (p *parser) result(word, points string, side rules.Side, column int) error {
	r := &p.game.Result
	switch {
	case !strings.EqualFold(word, "wins"):
		p.lost = side
		if r.Winner == rules.NoSide {
			r.Points, r.Place = number(points), p.place(column)
		}
	case r.Winner != rules.NoSide:
		return p.failed(column, "the game has two results")
	default:
		*r = backgammon.Result{Winner: side, Points: number(points), Place: p.place(column)}
	}
	return nil
}

// number reads a number that is known to be one of few digits.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// column is the number of characters in front of a place in a line.
func column(line string, offset int) int { return utf8.RuneCountInString(line[:offset]) }
