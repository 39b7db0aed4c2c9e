package main

import (
	"errors"
	"fmt"

	"crownpost/tournament/generate"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

// generate prints a random event.
func (c tournamentCommand) generate(args []string) int {
	t := generate.Terms{}
	c.flags.IntVar(&t.Players, "players", 0, "`number` of players, from 2 to 9999")
	c.flags.IntVar(&t.Rounds, "rounds", 0, "`number` of rounds announced")
	c.flags.IntVar(&t.Played, "played", -1, "`number` of rounds played; by default all")
	c.flags.Uint64Var(&t.Seed, "seed", 0, "`number` that makes the event: the same one, the same bytes")
	c.flags.Float64Var(&t.Draws, "draws", 0.3, "`share` of games drawn")
	c.flags.Float64Var(&t.Forfeits, "forfeits", 0.03, "`share` of pairings forfeited")
	c.flags.Float64Var(&t.Byes, "byes", 0.05, "`share` of players absent from a round")
	c.flags.Float64Var(&t.Withdrawals, "withdrawals", 0, "`share` of players who leave for good before a round")
	c.flags.Float64Var(&t.Late, "late", 0, "`share` of players who enter after round 1")
	if _, status, ok := c.parse(args, 0); !ok {
		return status
	}
	if t.Played < 0 {
		t.Played = t.Rounds
	}
	file, err := generate.Event(t, swiss.Pair)
	switch {
	case errors.Is(err, generate.ErrRange):
		return c.fail(exitUsage, fmt.Errorf("--%w", err)) // flags are named as the terms are
	case errors.Is(err, swiss.ErrNoPairing):
		fmt.Fprintf(c.stderr, "%s: the event ends early: %v\n", c.flags.Name(), err)
	case err != nil:
		return c.fail(exitUsage, err)
	}
	if err := trf.Write(c.stdout, file); err != nil {
		return c.fail(exitUsage, err)
	}
	return exitDone
}
