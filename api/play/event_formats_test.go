package play

import (
	"math/rand/v2"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
)

func TestEveryFormatRunsToItsTable(t *testing.T) {
	decided := []bracket.Terms{{Tie: bracket.ByLot}}
	for name, event := range map[string]struct {
		players int
		in      TournamentInput
		games   int // 0 where it depends on the results
		tables  int
	}{
		"a round robin of 5, round by round": {5, TournamentInput{Format: director.RoundRobin}, 10, 1},
		"a round robin of 6, all at once":    {6, TournamentInput{Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}}, 15, 1},
		"a double round robin":               {4, TournamentInput{Format: director.RoundRobin, Plan: director.Plan{Cycles: 2}}, 12, 1},
		"a round robin of pairs of games": {4, TournamentInput{Format: director.RoundRobin, Beginning: Beginning{Pair: true, Opening: "3-move"},
			BallotPer: store.BallotPerPairing}, 12, 1},
		"a Swiss of 9":                        {9, TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5}}, 20, 1},
		"a Swiss of pairs":                    {8, TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 3}, Beginning: Beginning{Pair: true}}, 24, 1},
		"an accelerated Swiss":                {24, TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 5, Accelerated: true}}, 60, 1},
		"a Swiss of more rounds than players": {4, TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 9}}, 6, 1},
		"a Swiss of matches by score": {6, TournamentInput{Format: director.Swiss, Variant: "backgammon",
			Plan: director.Plan{Rounds: 3, Colourless: true, Scoring: director.ByScore}, Beginning: Beginning{Length: 3}}, 9, 1},
		"a knockout of 6 with a match for the third place": {6, TournamentInput{Format: director.Knockout,
			Plan: director.Plan{Bracket: &bracket.Plan{ThirdPlace: true, Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: decided}}}}, 6, 1},
		"a knockout drawn by lot, best of three": {5, TournamentInput{Format: director.Knockout, Plan: director.Plan{Drawn: true,
			Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {{Games: 3, Tie: bracket.ByLot}}}}}}, 0, 1},
		"a knockout of two games at once": {4, TournamentInput{Format: director.Knockout, Plan: director.Plan{
			Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {{Games: 2, Parallel: true, Extra: 1, Tie: bracket.BySeed}}}}}}, 0, 1},
		"a double elimination of 5": {5, TournamentInput{Format: director.DoubleElimination, Plan: director.Plan{Bracket: &bracket.Plan{Reset: true}}}, 0, 1},
		"a double elimination of 6": {6, TournamentInput{Format: director.DoubleElimination, Plan: director.Plan{Bracket: &bracket.Plan{Reset: true}}}, 0, 1},
		"a double elimination of 7": {7, TournamentInput{Format: director.DoubleElimination}, 12, 1},
		"a consolation with last chance": {8, TournamentInput{Format: director.Progressive, Variant: "backgammon", Beginning: Beginning{Length: 5},
			Plan: director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{
				bracket.Consolation: {{Points: 3}}, bracket.LastChance: {{Points: 1}}}}}}, 0, 3},
		"groups, then a round robin": {9, TournamentInput{Format: director.Groups,
			Plan: director.Plan{AtOnce: true, Groups: &groups.Plan{Sections: 3, Advance: 1, Ties: groups.BreakThenSeed, Final: groups.RoundRobin}}}, 12, 4},
		"groups, then a knockout": {8, TournamentInput{Format: director.Groups,
			Plan: director.Plan{Groups: &groups.Plan{Sections: 2, Advance: 2, Ties: groups.BreakThenSeed, Final: groups.Knockout}}}, 15, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			names := peopleOf(event.players)
			c := newClub(t, names...)
			event.in.RoundTime, event.in.Rated = 30*24*time.Hour, event.in.Variant == ""
			h := hold(c, event.in, names...).start()
			random := rand.New(rand.NewPCG(uint64(event.players), 1))
			results := []string{"1-0", "0-1", "1-0", "0-1", "½-½"}
			if event.in.Variant != "" {
				results = results[:4] // backgammon has no draws
			}
			if f := event.in.Format; f == director.DoubleElimination || f == director.Groups {
				results = results[:4] // a level match without terms is for its lots
			}
			for round := 0; h.row().Status == store.TournamentRunning; round++ {
				if round > 100 {
					t.Fatalf("it does not end: %+v", h.open())
				}
				for _, p := range h.open() {
					h.pass(time.Minute)
					if h.row().Status == store.TournamentRunning {
						h.play(p, results[random.IntN(len(results))], 2*random.IntN(2))
					}
				}
				h.live()
				h.sound()
			}
			h.sound()
			if got := len(gamesOf(h.pairings())); event.games > 0 && got != event.games {
				t.Errorf("%d games, want %d", got, event.games)
			}
			tables, err := h.event().Standings()
			must(t, err)
			if len(tables) != event.tables {
				t.Errorf("%d tables, want %d", len(tables), event.tables)
			}
			for _, table := range tables {
				if len(table.Rows) == 0 || table.Rows[0].Rank != 1 {
					t.Errorf("table %q: %+v", table.Stage, table.Rows)
				}
			}
			if h.logged("finished") != 1 {
				t.Errorf("%v", h.log())
			}
		})
	}
}

func gamesOf(pairings []store.Pairing) (games []store.Pairing) {
	for _, p := range pairings {
		if p.Kind == "game" {
			games = append(games, p)
		}
	}
	return games
}
