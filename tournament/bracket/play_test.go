package bracket

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crownpost/tournament"
)

// fataler is a test or a property under test.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// drawn is the draw of a plan with nothing played.
func drawn(t fataler, plan Plan) *State {
	t.Helper()
	d, err := New(plan)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return at(t, d, Record{})
}

func at(t fataler, d *Draw, r Record) *State {
	t.Helper()
	s, err := d.At(r)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// won is a game won by a seat.
func won(g Game, seat int) Game {
	g.Result = tournament.WhiteWins
	if seat == g.Black {
		g.Result = tournament.BlackWins
	}
	return g
}

// playRound finishes all games that can begin; who says who wins.
func playRound(t fataler, s *State, who func(Game) int) *State {
	t.Helper()
	r := s.Record
	r.Games = slices.Clone(r.Games)
	for _, g := range s.Pair() {
		r.Games = append(r.Games, won(g, who(g)))
	}
	return at(t, s.Draw, r)
}

// favourite lets the higher seed win.
func favourite(g Game) int { return min(g.White, g.Black) }

// outsider lets the lower seed win.
func outsider(g Game) int { return max(g.White, g.Black) }

// playOut plays to the end and returns the number of rounds it took.
func playOut(t fataler, s *State, who func(Game) int) (*State, int) {
	t.Helper()
	rounds := 0
	for s.CanPair() {
		s = playRound(t, s, who)
		rounds++
	}
	if !s.Over() {
		t.Fatalf("not over, and nothing to play")
	}
	return s, rounds
}

// pairs are the slots of a stage's rounds, as "1-8 4-5 | w1-w2".
func pairs(d *Draw, stage Stage) string {
	var text strings.Builder
	for _, m := range d.Matches {
		if m.Stage != stage {
			continue
		}
		switch {
		case m.Board > 1:
			text.WriteString(" ")
		case text.Len() > 0:
			text.WriteString(" | ")
		}
		for i, s := range m.Slots {
			if i == 1 {
				text.WriteString("-")
			}
			switch s.Origin {
			case Nobody:
				text.WriteString("0")
			case FromSeat:
				fmt.Fprintf(&text, "%d", s.Seat)
			case WinnerOf:
				fmt.Fprintf(&text, "w%d", s.Match)
			case LoserOf:
				fmt.Fprintf(&text, "l%d", s.Match)
			}
		}
	}
	return text.String()
}

// places are ranks and seats, as "1.3 2.1 3.2,4".
func places(s Standings) string {
	var text strings.Builder
	for i, p := range s.Places {
		switch {
		case i > 0 && p.Rank == s.Places[i-1].Rank:
			fmt.Fprintf(&text, ",%d", p.Seat)
		default:
			if i > 0 {
				text.WriteString(" ")
			}
			fmt.Fprintf(&text, "%d.%d", p.Rank, p.Seat)
		}
	}
	return text.String()
}

// playedMatches counts those with two players.
func playedMatches(s *State) int {
	n := 0
	for _, f := range s.Fixtures {
		if f.Seats[0] > 0 && f.Seats[1] > 0 {
			n++
		}
	}
	return n
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}
