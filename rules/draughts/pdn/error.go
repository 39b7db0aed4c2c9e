package pdn

import "fmt"

// Error says why and where a game cannot be read, or is not legal.
type Error struct {
	Game int // the game's number in the file, from 1; 0 if it was not read
	// Ply is the ply that is not legal, from 1, counted along the main line
	// or the variation it stands in; 0 where the text cannot be read.
	Ply int
	Pos
	Problem string // in English
	Err     error  // the cause, such as the engine's *rules.Refusal; may be nil
}

// Error returns the place and the problem.
func (e *Error) Error() string {
	text := fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
	if e.Ply > 0 {
		text = fmt.Sprintf("ply %d, %s", e.Ply, text)
	}
	if e.Game > 0 {
		text = fmt.Sprintf("game %d, %s", e.Game, text)
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
