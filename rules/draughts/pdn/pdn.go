// Package pdn reads and writes games of the draughts family in PDN, the
// Portable Draughts Notation, and plays them through with the rules of a
// variant.
//
// The Reader makes a tree of each game. It is liberal: it takes what the
// programs of thirty years have written (see the tests for the dialects), and
// only with Strict the grammar of the PDN 3.0 standard and nothing else.
// Write writes that standard's form, which reads back to the same tree.
// Resolve plays a game through and gives every move its place in the engine.
//
// Source: the PDN 3.0 standard, https://github.com/wiegerw/pdn.
package pdn

import (
	"slices"
	"strings"
)

// The limits of what is read. A game beyond them is answered with an Error,
// and reading goes on behind it.
const (
	MaxGame  = 1 << 20 // bytes of one game, tags and comments included
	MaxDepth = 64      // variations within variations
	MaxTags  = 256     // tags of one game
)

// Pos is a place in a file.
type Pos struct {
	Line   int // from 1
	Column int // in characters, from 1
}

// Game is one game as it was written, played or not.
type Game struct {
	Tags []Tag // in the order of the file
	Main Line
	// Result is what ended the game in the text, such as "1-0", "2-0" or "*";
	// empty at the end of the file and where the tags of the next game follow.
	Result string
	// Number is the game's place in the file, from 1; 0 if it was not read.
	Number int
	Pos
}

// Tag is one tag pair.
type Tag struct {
	Name, Value string
	Pos
}

// Line is a sequence of moves: the main line of a game, or a variation.
type Line struct {
	Nodes []Node
	// Tail are the comments that stand behind the last variation of the line,
	// or in a line without moves.
	Tail []Comment
	Pos
}

// Unknown is the Move of a node whose move is not known, written "...".
const Unknown = "..."

// Node is a move or, where Setup is set, a position put in its place.
type Node struct {
	// Move is the move as it was written, without spaces and leading zeros
	// and in small letters: "32-28", "11x18x25", "c3:e5", "ed4", or Unknown.
	Move string
	// Setup is the FEN of a position set up at this point of the game: "W:W28:B19".
	Setup string
	// Number is the move number in front of the move, 0 if there was none;
	// Dots says that three dots followed it.
	Number int
	Dots   bool
	// Strength is the mark behind the move: "!", "?!", "(?)".
	Strength string
	NAGs     []int
	// Before are comments in front of the move at the start of a line or
	// behind a variation, After those behind the move.
	Before, After []Comment
	// Variations are the lines that might have been played instead of this
	// move, or from the position set up.
	Variations []Line
	Pos
}

// Comment is a text in the moves, its spaces and line breaks made one space
// each. It may contain embedded commands: "[%clk 0:10:00] good".
type Comment struct {
	Text string
	Pos
}

// Tag returns the value of the first tag with a name, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag gives a tag a value; the empty value removes it.
func (g *Game) SetTag(name, value string) {
	i := slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == name })
	switch {
	case i >= 0 && value == "":
		g.Tags = slices.Delete(g.Tags, i, i+1)
	case i >= 0:
		g.Tags[i].Value = value
	case value != "":
		g.Tags = append(g.Tags, Tag{Name: name, Value: value})
	}
}

// Outcome is the game's result as written: the Result tag's where that tells
// more than "*" or "?", else the one that ended the text.
func (g *Game) Outcome() string {
	if tag := strings.TrimSpace(g.Tag("Result")); tag != "" && tag != "*" && tag != "?" {
		return tag
	}
	if g.Result == "" {
		return "*"
	}
	return g.Result
}

// Equal says whether two games have the same tags in any order, the same
// lines and the same result in either style. Where they stood in a file, their
// move numbers and what ended their text are not compared.
func (g *Game) Equal(other *Game) bool {
	return slices.Equal(g.comparedTags(), other.comparedTags()) &&
		scoreOf(g.Outcome()) == scoreOf(other.Outcome()) &&
		equalLines(&g.Main, &other.Main)
}

func (g *Game) comparedTags() []Tag {
	var list []Tag
	for _, t := range g.Tags {
		if t.Name != resultTag {
			list = append(list, Tag{Name: t.Name, Value: t.Value})
		}
	}
	slices.SortStableFunc(list, func(a, b Tag) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func equalLines(a, b *Line) bool {
	return equalComments(a.Tail, b.Tail) && slices.EqualFunc(a.Nodes, b.Nodes, func(x, y Node) bool {
		return x.Move == y.Move && x.Setup == y.Setup && x.Strength == y.Strength &&
			slices.Equal(x.NAGs, y.NAGs) && equalComments(x.Before, y.Before) && equalComments(x.After, y.After) &&
			slices.EqualFunc(x.Variations, y.Variations, func(v, w Line) bool { return equalLines(&v, &w) })
	})
}

func equalComments(a, b []Comment) bool {
	return slices.EqualFunc(a, b, func(x, y Comment) bool { return x.Text == y.Text })
}
