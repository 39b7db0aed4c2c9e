package tournament

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnEventOfPairsRunsToItsEnd(t *testing.T) {
	for n := 2; n <= 7; n++ {
		e := started(t, RoundRobin, n)
		e.Pairs = true
		for round := 1; round <= e.Rounds(); round++ {
			rest := e.Rest(round)
			games, err := e.Round(round)
			if err != nil || len(games) != n/2*2 {
				t.Fatalf("%d players, round %d: %d games, %v", n, round, len(games), err)
			}
			for i := 0; i < len(games); i += 2 {
				one, two := games[i], games[i+1]
				if one.White != two.Black || one.Black != two.White || one.Board != i+1 || two.Board != i+2 {
					t.Errorf("round %d: %+v and %+v", round, one, two)
				}
				if one.White == rest || one.Black == rest {
					t.Errorf("round %d: %d plays and rests", round, rest)
				}
			}
			if (rest > 0) != (n%2 == 1) {
				t.Errorf("%d players, round %d: %d rests", n, round, rest)
			}
			playRound(t, &e, round)
			if !e.RoundComplete(round) {
				t.Errorf("%d players: round %d is not complete", n, round)
			}
		}
		if e.State() != Over || len(e.Games) != n*(n-1) {
			t.Errorf("%d players: %s after %d games", n, e.State(), len(e.Games))
		}
	}
}

// Both games of a pairing count by themselves: the pairing's score is their
// sum.
func TestBothGamesOfAPairingCount(t *testing.T) {
	e := started(t, RoundRobin, 3)
	e.Pairs = true
	for i, result := range []Result{WhiteWins, Drawn, BlackWins, BlackWins, Drawn, Drawn} {
		g := e.Schedule()[i]
		g.Result = result
		e.Games = append(e.Games, g)
	}
	// Berger table of four: 2-3; 3-1; 1-2. Sonneborn-Berger by hand: 1 scored 1
	// against each of 2 (2½ points) and 3 (1½); 2 scored 1½ against 3 and 1
	// against 1 (2 points); 3 scored ½ against 2 and 1 against 1.
	var lines []string
	for _, row := range e.Standings().Rows {
		lines = append(lines, fmt.Sprintf("%d. %d %d/2 of %d, %d/4", row.Rank, row.Seat, row.Points, row.Played, row.SonnebornBerger))
	}
	if got, want := strings.Join(lines, "; "), "1. 2 5/2 of 4, 17/4; 2. 1 4/2 of 4, 16/4; 3. 3 3/2 of 4, 13/4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, cell := range e.CrossTable([]int{2, 3}).Cells[0][1] {
		if cell.White != (cell.Game.Board == 1) {
			t.Errorf("boards out of order: %+v", cell)
		}
	}
}

// One who leaves half-way through the games (not the rounds) stays in the
// standings.
func TestLeavingAnEventOfPairs(t *testing.T) {
	e := started(t, RoundRobin, 3)
	e.Pairs = true
	e.Games = e.Schedule()
	for i := range e.Games[:4] {
		e.Games[i].Result = Drawn
	}
	left, forfeits, err := e.Leave(1, Withdrawn)
	if err != nil || len(forfeits) != 2 {
		t.Fatalf("%d forfeits, %v", len(forfeits), err)
	}
	if left.Standings().Rows[2].Annulled {
		t.Error("taken out after half of his games")
	}
	if left.State() != Over {
		t.Errorf("state %s", left.State())
	}
}
