package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestAnEventOfThreeCycles(t *testing.T) {
	e := started(t, RoundRobin, 4)
	e.Cycles = 3
	want := []string{
		"1-4 2-3", "4-3 1-2", "2-4 3-1", "4-1 3-2", "4-2 1-3", "3-4 2-1", "1-4 2-3", "4-3 1-2", "2-4 3-1",
	}
	if got := table(e.pairings()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for round := 1; round <= 9; round++ {
		if got := e.NextRound(); got != round {
			t.Fatalf("next round %d, want %d", got, round)
		}
		playRound(t, &e, round)
	}
	if e.State() != Over || len(e.Games) != 18 {
		t.Errorf("%s after %d games", e.State(), len(e.Games))
	}
}

// Each pair of three players plays three games. By hand: 1 scores 2 against 2
// and 1 against 3, 2 scores 2 against 3; all have 3 of 6 points, and in the
// direct encounter 1.
func TestGamesOfAPairOfPlayersCountAsTheirMean(t *testing.T) {
	e := started(t, RoundRobin, 3)
	e.Cycles, e.TieBreaks = 3, []TieBreak{DirectEncounter}
	won := map[[2]int]int{{1, 2}: 2, {2, 3}: 2, {3, 1}: 2}
	for _, g := range e.Schedule() {
		g.Result = BlackWins
		for _, side := range []struct {
			pair   [2]int
			result Result
		}{{[2]int{g.White, g.Black}, WhiteWins}, {[2]int{g.Black, g.White}, BlackWins}} {
			if n, ok := won[side.pair]; ok {
				won[side.pair]--
				if g.Result = side.result; n <= 0 {
					g.Result = WhiteWins + BlackWins - side.result
				}
			}
		}
		e.Games = append(e.Games, g)
	}
	var lines []string
	for _, row := range e.Standings().Rows {
		lines = append(lines, fmt.Sprintf("%d. %d %d/2 direct %d/4", row.Rank, row.Seat, row.Points, row.Direct))
	}
	if got, want := strings.Join(lines, "; "), "1. 1 6/2 direct 4/4; 1. 2 6/2 direct 4/4; 1. 3 6/2 direct 4/4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// In two games a pair half of what three players can score is 2, not 1.
func TestKoyaOfPairsAsksForHalfOfAllGames(t *testing.T) {
	e := started(t, RoundRobin, 3)
	e.Pairs = true
	for _, g := range e.Schedule() {
		switch {
		case g.White == 3:
			g.Result = BlackWins
		case g.Black == 3:
			g.Result = WhiteWins
		default:
			g.Result = Drawn
		}
		e.Games = append(e.Games, g)
	}
	last := e.Games[slices.IndexFunc(e.Games, func(g Game) bool { return g.White == 3 })]
	i := slices.Index(e.Games, last)
	e.Games[i].Result = WhiteWins // 3 has 1 point of 4
	for _, row := range e.Standings().Rows {
		if row.Seat == last.Black && row.Koya != 2 || row.Seat == 3-last.Black && row.Koya != 2 {
			t.Errorf("seat %d has %d half points against the better half, want 2", row.Seat, row.Koya)
		}
	}
}
