package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"crownpost/rules/backgammon"
)

// errSides is a JSON question without a board or dice.
var errSides = errors.New("a line has the form {\"me\": [25 numbers], \"op\": [25 numbers], \"pinMe\": [], \"pinOp\": [], \"dice\": [6, 2], \"first\": false}")

// sidesJSON is a board: how many checkers each side has on its own points 1 to
// 24, at index 0 to 23, and on the bar, at 24; and the indexes on which they
// lie pinned. The others are borne off.
type sidesJSON struct {
	Me    []int `json:"me"` // the side to play
	Op    []int `json:"op"`
	PinMe []int `json:"pinMe"`
	PinOp []int `json:"pinOp"`
}

// questionJSON is a board and a throw. First says that it is the side's first
// turn.
type questionJSON struct {
	sidesJSON
	Dice  []int `json:"dice"`
	First bool  `json:"first"`
}

// results returns the boards that the throw of a question can lead to, as the
// next player sees them, sorted by the checkers that have moved.
func (f *backgammonFlags) results(line string) ([]sidesJSON, error) {
	var q questionJSON
	if err := json.Unmarshal([]byte(line), &q); err != nil {
		return nil, fmt.Errorf("question: %w", err)
	}
	turn, err := f.turn(q)
	if err != nil {
		return nil, err
	}
	results := []sidesJSON{}
	for _, play := range f.variant.Plays(turn) {
		results = append(results, sidesOf(play.Board.Swap()))
	}
	slices.SortFunc(results, func(a, b sidesJSON) int {
		return cmp.Or(slices.Compare(a.Op, b.Op), slices.Compare(a.Me, b.Me), slices.Compare(a.PinMe, b.PinMe))
	})
	return results, nil
}

func (f *backgammonFlags) turn(q questionJSON) (turn backgammon.Turn, err error) {
	if len(q.Me) != backgammon.Bar || len(q.Op) != backgammon.Bar || len(q.Dice) != 2 {
		return turn, errSides
	}
	if turn.Board.Own, err = f.men(q.Me, q.PinMe); err != nil {
		return turn, err
	}
	if turn.Board.Opp, err = f.men(q.Op, q.PinOp); err != nil {
		return turn, err
	}
	if !q.First {
		turn.Before = f.variant.Counted()
	}
	turn.Dice = [2]int(q.Dice)
	for _, die := range turn.Dice {
		if die < 1 || die > 6 {
			return turn, fmt.Errorf("%w: %d", backgammon.ErrDice, die)
		}
	}
	return turn, f.variant.Check(turn.Board)
}

// men are one side's checkers; pinned are indexes.
func (f *backgammonFlags) men(points, pinned []int) (backgammon.Men, error) {
	at := make([]int, len(pinned))
	for i, index := range pinned {
		at[i] = index + 1
	}
	return f.variant.NewMen([backgammon.Bar]int(points), at...)
}

func sidesOf(b backgammon.Board) sidesJSON {
	s := sidesJSON{PinMe: []int{}, PinOp: []int{}}
	for point := 1; point <= backgammon.Bar; point++ {
		s.Me, s.Op = append(s.Me, b.Own.On(point)), append(s.Op, b.Opp.On(point))
	}
	for point := 1; point < backgammon.Bar; point++ {
		if b.Own.Pinned(point) {
			s.PinMe = append(s.PinMe, point-1)
		}
		if b.Opp.Pinned(point) {
			s.PinOp = append(s.PinOp, point-1)
		}
	}
	return s
}
