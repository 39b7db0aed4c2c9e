package main

import (
	"fmt"
	"io"
	"strings"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// checkerMarks are how the checkers of each side are drawn, by rules.Side.
var checkerMarks = [2]string{"O", "X"}

// showPosition draws a position of the backgammon family.
func showPosition(args []string, stdout, stderr io.Writer) int {
	if _, asked := variantFlag(args); asked {
		fmt.Fprint(stdout, rulesUsage)
		return exitDone
	}
	flags := newFlags("crownpost rules position", stderr)
	key := flags.String("variant", "backgammon", "key of the variant")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	v, ok := backgammon.Lookup(*key)
	if !ok {
		fmt.Fprintf(stderr, "%s: no variant %q of the backgammon family\n", flags.Name(), *key)
		return exitUsage
	}
	drawing, err := v.ParseDrawing(strings.Join(flags.Args(), " "))
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", flags.Name(), err)
		return exitUsage
	}
	drawState(stdout, drawing)
	return exitDone
}

// drawState draws the board, numbered for the side on turn, and tells the rest
// of a state.
func drawState(w io.Writer, s backgammon.Drawing) {
	fmt.Fprintln(w, matchLine(s))
	fmt.Fprintln(w)
	drawBoard(w, s.State)
	fmt.Fprintln(w)
	pips, score := backgammon.Pips(s.State), s.Score()
	for side, points := range backgammon.Checkers(s.State) {
		fmt.Fprintf(w, "%s %v: score %d, pips %d, bar %d, off %d\n", checkerMarks[side], rules.Side(side),
			score[side], pips[side], points[backgammon.Bar], points[backgammon.Off])
	}
	fmt.Fprintln(w, cubeLine(s.State))
	fmt.Fprintln(w)
	for _, id := range []struct{ name, text string }{
		{"Position ID", s.ID()}, {"Match ID", s.MatchID()}, {"XGID", s.XGID()}, {"state", stateText(s)},
	} {
		if id.text != "" {
			fmt.Fprintf(w, "%-11s  %s\n", id.name, id.text)
		}
	}
}

// matchLine tells what the match is played to and what it waits for.
func matchLine(s backgammon.Drawing) string {
	text := s.Variant().Key()
	switch {
	case s.Length() > 0:
		text += fmt.Sprintf(", match to %d, game %d", s.Length(), s.Game())
	case s.Games() > 0:
		text += fmt.Sprintf(", game %d of %d for money", s.Game(), s.Games())
	default:
		text += fmt.Sprintf(", game %d for money", s.Game())
	}
	switch {
	case s.Crawford():
		text += ", Crawford"
	case s.PostCrawford():
		text += ", post-Crawford"
	}
	if s.Phase() == backgammon.Over {
		return text + ": " + endText(s)
	}
	// The third part of a state's text says who is to do what.
	return text + ": " + strings.Split(s.String(), " / ")[2]
}

// endText says that the game is over, and how it ended as far as that is known.
func endText(s backgammon.Drawing) string {
	text := "the game is over"
	winner, reason := s.Ending()
	if winner != rules.NoSide {
		text += fmt.Sprintf(", %v won", winner)
	}
	if reason != rules.BorneOff && reason != "" {
		text += ", " + string(reason)
	}
	return text
}

// stateText is the text of a state that can be read again, else empty.
func stateText(s backgammon.Drawing) string {
	text := s.String()
	if _, err := s.Variant().Parse(text); err != nil {
		return ""
	}
	return text
}

func cubeLine(s backgammon.State) string {
	value, owner := s.Cube()
	switch {
	case !s.CubeInUse():
		return "no cube"
	case owner == rules.NoSide:
		return fmt.Sprintf("cube %d in the middle", value)
	}
	return fmt.Sprintf("cube %d of %v", value, owner)
}

// drawBoard draws the points in two rows, the mover's home at the lower right.
// The mover's checkers on the bar stand below the opponent's.
func drawBoard(w io.Writer, s backgammon.State) {
	const (
		height = 5
		rule   = "+------------------+---+------------------+"
	)
	// Stacks of the points by the mover's number; the bars are apart.
	var stacks [25]string
	own, opp, mover := s.Board().Own, s.Board().Opp, s.OnTurn()
	for point := 1; point <= 24; point++ {
		theirs := strings.Repeat(checkerMarks[mover.Other()], opp.On(s.Variant().Across(point)))
		ours := strings.Repeat(checkerMarks[mover], own.On(point))
		// A checker that lies pinned is the lowest one.
		if own.Pinned(point) && theirs != "" {
			stacks[point] = ours + theirs
		} else {
			stacks[point] = theirs + ours
		}
	}
	bars := [2]string{
		strings.Repeat(checkerMarks[mover.Other()], opp.On(backgammon.Bar)),
		strings.Repeat(checkerMarks[mover], own.On(backgammon.Bar)),
	}
	row := func(half, level int) {
		var b strings.Builder
		for column := range 12 {
			point := 13 + column
			if half == 1 {
				point = 12 - column
			}
			switch column {
			case 0:
				b.WriteString("|")
			case 6:
				fmt.Fprintf(&b, "|%s|", stackMark(bars[half], level, height))
			}
			b.WriteString(stackMark(stacks[point], level, height))
		}
		fmt.Fprintf(w, " %s|\n", b.String())
	}
	fmt.Fprintln(w, "  13 14 15 16 17 18      19 20 21 22 23 24")
	fmt.Fprintln(w, " "+rule)
	for level := range height {
		row(0, level)
	}
	fmt.Fprintln(w, " |                  |bar|                  |")
	for level := range height {
		row(1, height-1-level)
	}
	fmt.Fprintln(w, " "+rule)
	fmt.Fprintln(w, "  12 11 10  9  8  7       6  5  4  3  2  1")
}

// stackMark is what stands on a level of a stack, three characters wide. The
// last level of a higher stack tells how high it is.
func stackMark(stack string, level, height int) string {
	switch {
	case level >= len(stack):
		return "   "
	case level == height-1 && len(stack) > height:
		return fmt.Sprintf("%2d ", len(stack))
	}
	return " " + stack[level:level+1] + " "
}
