package main

import (
	"fmt"
	"io"
	"strings"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
)

// explain prints how the pairing of a round came about.
func (c tournamentCommand) explain(args []string) int {
	number := c.flags.Int("round", 0, "the `round` to explain; by default the next one")
	file, status, ok := c.file(args)
	if !ok {
		return status
	}
	round, status, ok := c.paired(file, *number, swiss.Explain)
	if !ok {
		return status
	}
	e := explanation{file.Field, round, c.stdout}
	fmt.Fprintf(c.stdout, "round %d\n", round.Number)
	if file.Field.RoundRobin {
		fmt.Fprintln(c.stdout, "the pairings are those of the Berger tables")
		return exitDone
	}
	e.absent()
	for i, bracket := range round.Brackets {
		e.bracket(i, bracket)
	}
	if round.Bye > 0 {
		fmt.Fprintf(c.stdout, "the bye goes to %s\n", e.player(round.Bye))
	}
	return exitDone
}

// explanation is the text about a round.
type explanation struct {
	field tournament.Field
	round swiss.Round
	out   io.Writer
}

// absent names who is not paired.
func (e explanation) absent() {
	for _, p := range e.field.Before(e.round.Number).Players {
		if p.Record(e.round.Number).Kind.Absent() {
			fmt.Fprintf(e.out, "%s is absent\n", e.player(p.ID))
		}
	}
}

// bracket tells who was in a bracket, of the pairs that were made in it and of
// what decided them.
func (e explanation) bracket(index int, bracket swiss.Bracket) {
	fmt.Fprintf(e.out, "bracket %d, %s points", index+1, points(bracket.Score))
	for _, part := range []struct {
		name string
		ids  []int
	}{{"moved down", bracket.MovedDown}, {"residents", bracket.Residents}, {"left over", bracket.Floaters}} {
		if len(part.ids) > 0 {
			fmt.Fprintf(e.out, "; %s %s", part.name, strings.Trim(fmt.Sprint(part.ids), "[]"))
		}
	}
	fmt.Fprintln(e.out)
	for board, p := range e.round.Pairings {
		if p.Bracket == index {
			e.pair(board+1, p)
		}
	}
}

// pair tells of one pair.
func (e explanation) pair(board int, p swiss.Pairing) {
	fmt.Fprintf(e.out, "  board %d: %s against %s\n", board, e.player(p.White), e.player(p.Black))
	if p.Reason.Down > 0 {
		fmt.Fprintf(e.out, "    %d floats down, %d floats up\n", p.Reason.Down, p.Reason.Up)
	}
	if p.Reason.Instead > 0 {
		fmt.Fprintf(e.out, "    not %d, who is first in order: %s\n", p.Reason.Instead, p.Reason.Criterion)
	}
	fmt.Fprintf(e.out, "    %s\n", p.Reason.Colour)
}

// player is a number with name and points.
func (e explanation) player(id int) string {
	p := e.field.Players[e.field.Player(id)]
	text := fmt.Sprintf("%d %s (%s", id, p.Name, points(p.Score(e.round.Number-1)))
	if virtual := p.VirtualIn(e.round.Number); virtual != 0 {
		text += " + " + points(virtual)
	}
	return text + ")"
}

// points are written with one decimal.
func points(t tournament.Tenths) string { return fmt.Sprintf("%d.%d", t/10, t%10) }
