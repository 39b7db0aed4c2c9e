package backgammon

import (
	"fmt"
	"strings"

	"crownpost/rules"
)

// Transcript is a match as a file tells it, before anybody has said whether it
// is legal: Replay plays it through. A file's player 1, who stands in the left
// column of a .mat file and is White in SGF, is rules.White.
type Transcript struct {
	// Variant has the length of the match and the options that the file tells.
	Variant *Variant
	Players [2]string // by rules.Side
	// Tags are what the file says besides, in its order.
	Tags  []Tag
	Games []GameRecord
	Place
}

// Tag is a line such as [EventDate "2026.11.30"].
type Tag struct{ Key, Value string }

// Place is where something stands in a file; the zero Place stands nowhere.
type Place struct {
	Line   int // from 1
	Column int // in characters, from 1
}

// GameRecord is one game of a match.
type GameRecord struct {
	Number int    // from 1, as written
	Score  [2]int // before the game, by rules.Side, as written
	// Tied says that a tie of the opening throw has turned the cube to 2. Few
	// files tell it.
	Tied    bool
	Entries []Entry
	Result  Result
	Place
}

// Entry is a throw with its play, or an act at the cube.
type Entry struct {
	Row  int // as the file numbers it; 0 if it does not
	Side rules.Side
	// Dice are the throw, zero for an act at the cube. A play is one that the
	// variant reads, such as "13/7 8/7" or "25/20*", and empty where the throw
	// allowed none.
	Dice [2]int
	Play string
	// Cube is the act when there is no throw: "double", "take", "drop" or
	// "beaver".
	Cube string
	// Value is the number to which the cube was turned, 0 if it is not told.
	Value int
	// Left says that the player left instead of playing the throw.
	Left bool
	Place
}

// Result is how a game ended, as written.
type Result struct {
	Winner   rules.Side // NoSide where no result is written
	Points   int
	Resigned bool // not all formats tell it
	Place
}

// Tag returns the value of the first tag with a key, "" if there is none.
func (t *Transcript) Tag(key string) string {
	for _, tag := range t.Tags {
		if tag.Key == key {
			return tag.Value
		}
	}
	return ""
}

// Chosen returns the value of an option, "" if the variant has none such.
func (v *Variant) Chosen(key string) string { return v.chosen(key) }

// Choices are the options that differ from their defaults, as WithChoices
// reads them: "jacoby=on,beavers=on".
func (v *Variant) Choices() string {
	w := v.effective()
	var list []string
	for i, o := range w.options {
		if j := w.choice[i]; j != 0 {
			list = append(list, o.Key+"="+o.Values[j])
		}
	}
	return strings.Join(list, ",")
}

// WithChoices returns the variant with choices as Choices writes them made
// besides.
func (v *Variant) WithChoices(text string) (*Variant, error) {
	choices := map[string]string{}
	for choice := range strings.SplitSeq(text, ",") {
		if key, value, ok := strings.Cut(choice, "="); ok {
			choices[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	w, err := v.With(choices)
	if err != nil {
		return nil, err
	}
	return w.(*Variant), nil
}

// TranscriptError says why and where a file is no record of a match, or the
// record is not legal.
type TranscriptError struct {
	Game int // the game's number as written; 0 where the file cannot be read
	Ply  int // the entry within the game, from 1; 0 for the game as a whole
	Row  int // the row as the file numbers it; 0 if it does not
	Place
	Problem string // in English
	Err     error  // the cause, such as a *rules.Refusal; may be nil
}

// Error returns the place and the problem.
func (e *TranscriptError) Error() string {
	text := e.Problem
	if e.Line > 0 {
		text = fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, text)
	}
	if e.Row > 0 {
		text = fmt.Sprintf("row %d, %s", e.Row, text)
	}
	if e.Game > 0 {
		text = fmt.Sprintf("game %d, %s", e.Game, text)
	}
	return text
}

// Unwrap returns the cause.
func (e *TranscriptError) Unwrap() error { return e.Err }
