package bracket

import (
	"fmt"
	"testing"

	"crownpost/tournament"
)

// playedGames are the games of a match of seats 1 and 2, a letter each: W and L for
// seat 1, D drawn, X lost by both, - running.
func playedGames(results string) []Game {
	var games []Game
	for i, r := range results {
		g := Game{Match: 1, Number: i + 1, White: 1 + i%2, Black: 2 - i%2}
		switch r {
		case 'W':
			g = won(g, 1)
		case 'L':
			g = won(g, 2)
		case 'D':
			g.Result = tournament.Drawn
		case 'X':
			g.Result, g.Forfeit = tournament.BothLose, true
		}
		games = append(games, g)
	}
	return games
}

func TestAMatchOfSomeGames(t *testing.T) {
	single, three := Terms{}, Terms{Games: 3}
	pair, extra := Terms{Games: 2}, Terms{Games: 2, Extra: 1}
	both, lot := Terms{Games: 2, Extra: 1, Parallel: true}, Terms{Tie: ByLot}
	for _, c := range []struct {
		name  string
		terms Terms
		games string
		want  string // status, how, score, numbers of games to begin
	}{
		{"a single game begins", single, "", "ready  0-0 [1]"},
		{"while it runs none begins", single, "-", "playing  0-0 []"},
		{"it decides", single, "L", "decided play 0-2 []"},
		{"drawn it goes to the higher seed", single, "D", "decided seed 1-1 []"},
		{"or to whom the lot favours", lot, "D", "tied  1-1 []"},
		{"lost by both it sends on nobody", single, "X", "decided absence 0-0 []"},
		{"best of three goes on game by game", three, "W", "playing  2-0 [2]"},
		{"and ends when one has more than half", three, "WW", "decided play 4-0 []"},
		{"draws can make it end level", three, "WLD", "decided seed 3-3 []"},
		{"half of the points are not enough while games are left", three, "WD", "playing  3-1 [3]"},
		{"a point and a half of two are enough", pair, "WD", "decided play 3-1 []"},
		{"a pair can be level", pair, "WL", "decided seed 2-2 []"},
		{"a further pair follows", extra, "WL", "playing  2-2 [3]"},
		{"which decides by itself", extra, "WLDL", "decided play 3-5 []"},
		{"or not", extra, "WLLW", "decided seed 4-4 []"},
		{"two games begin together", both, "", "ready  0-0 [1 2]"},
		{"the missing one of two begins", both, "-", "playing  0-0 [2]"},
		{"both games of a further pair begin together", both, "WL", "playing  2-2 [3 4]"},
		{"but not before both are finished", both, "W-", "playing  2-0 []"},
		{"a game that both lost helps whom the other one went to", pair, "WX", "decided play 2-0 []"},
		{"nobody goes on after a pair that both lost", pair, "XX", "decided absence 0-0 []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := drawn(t, Plan{Format: Knockout, Seats: 2, Terms: map[Stage][]Terms{Main: {c.terms}}}).Draw
			f := at(t, d, Record{Games: playedGames(c.games)}).Fixtures[0]
			expect(t, "match", fmt.Sprintf("%s %s %d-%d %v", f.Status, f.How, f.Score[0], f.Score[1], f.next), c.want)
		})
	}
}

func TestTermsGoByRound(t *testing.T) {
	plan := Plan{Format: Knockout, Seats: 8, Terms: map[Stage][]Terms{Main: {{Points: 5}, {Points: 7}}}}
	var points []int
	for _, m := range drawn(t, plan).Draw.Matches {
		points = append(points, m.Terms.Points)
	}
	expect(t, "points", fmt.Sprint(points), "[5 5 5 5 7 7 7]")
}

func TestColours(t *testing.T) {
	s := drawn(t, Plan{Format: Knockout, Seats: 8, Terms: map[Stage][]Terms{Main: {{}, {Games: 3}}}})
	var text string
	for s.CanPair() {
		for _, g := range s.Pair() {
			text += fmt.Sprintf("%d.%d %d-%d ", g.Match, g.Number, g.White, g.Black)
		}
		text += "| "
		s = playRound(t, s, favourite)
	}
	// Seed 1 had White in round 1 and so had 4's opponent, 5: 4 has White. Seeds
	// 2 and 3 have had the same colours as 1 and 4.
	expect(t, "games", text, "1.1 1-8 2.1 5-4 3.1 2-7 4.1 6-3 | 5.1 4-1 6.1 3-2 | 5.2 1-4 6.2 2-3 | 7.1 1-2 | 7.2 2-1 | ")
}

func TestGamesLeft(t *testing.T) {
	for _, c := range []struct {
		name  string
		terms Terms
		games string
		want  int
	}{
		{"one after another", Terms{Games: 3, Extra: 1}, "", 5},
		{"less those finished", Terms{Games: 3, Extra: 1}, "WL", 3},
		{"two together and a pair", Terms{Games: 2, Extra: 1, Parallel: true}, "", 2},
		{"half a pair is not behind", Terms{Games: 2, Extra: 1, Parallel: true}, "W-", 2},
		{"the extra pair is left", Terms{Games: 2, Extra: 1, Parallel: true}, "WL", 1},
		{"nothing is", Terms{Games: 2, Extra: 1, Parallel: true}, "WW", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := drawn(t, Plan{Format: Knockout, Seats: 2, Terms: map[Stage][]Terms{Main: {c.terms}}}).Draw
			if got := at(t, d, Record{Games: playedGames(c.games)}).GamesLeft(); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}
