package play

import (
	"math/rand/v2"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
	"crownpost/tournament/swiss"
)

// sample is an event with what it comes to.
type sample struct {
	players int
	in      TournamentInput
	games   int // 0 where it depends on the results
	tables  int
}

// samples are events of every format.
func samples() map[string]sample {
	decided := []bracket.Terms{{Tie: bracket.ByLot}}
	return map[string]sample{
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
	}
}

func TestEveryFormatRunsToItsTable(t *testing.T) {
	for name, event := range samples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := event.hold(t)
			random := rand.New(rand.NewPCG(uint64(event.players), 1))
			for round := 0; h.row().Status == store.TournamentRunning; round++ {
				if round > 100 {
					t.Fatalf("it does not end: %+v", h.open())
				}
				for _, p := range h.open() {
					h.pass(time.Minute)
					h.play(p, event.result(random), 2*random.IntN(2))
				}
				h.live()
				h.sound()
			}
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

// hold starts the event.
func (s sample) hold(t *testing.T) *held {
	names := peopleOf(s.players)
	s.in.RoundTime, s.in.Rated = 30*day, s.in.Variant == ""
	return hold(newClub(t, names...), s.in, names...).start()
}

// result is one of those that a game can have. Backgammon has no draws, and
// where a match has no terms a draw would go on for ever by lot.
func (s sample) result(random *rand.Rand) string {
	results := []string{"1-0", "0-1", "1-0", "0-1", "½-½"}
	if s.in.Variant != "" || s.in.Format == director.DoubleElimination || s.in.Format == director.Groups {
		results = results[:4]
	}
	return results[random.IntN(len(results))]
}

// TestEveryFormatGoesOnWithoutThoseWhoLeave lets one withdraw before a ply, one
// in the middle of a game, one be expelled and one close the account.
func TestEveryFormatGoesOnWithoutThoseWhoLeave(t *testing.T) {
	for name, event := range samples() {
		if event.players < 5 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := event.hold(t)
			random := rand.New(rand.NewPCG(uint64(event.players), 2))
			leaves := []func(name string) error{
				func(name string) error { return h.WithdrawTournament(t.Context(), h.people[name], h.id) },
				func(name string) error { return h.ExpelPlayer(t.Context(), h.by, h.id, h.entrant(name).ID, "was rude") },
				func(name string) error {
					return h.Store.Write(t.Context(), func(tx *store.Tx) error { return h.endGamesOf(tx, h.people[name]) })
				},
			}
			for turn := 0; h.row().Status == store.TournamentRunning; turn++ {
				if turn > 300 {
					t.Fatalf("it does not end: %+v", h.open())
				}
				open := h.open()
				p := open[random.IntN(len(open))]
				h.pass(time.Minute)
				if turn%3 == 1 && len(leaves) > 0 && h.row().Status == store.TournamentRunning {
					h.playOut(p.GameID, 2*random.IntN(2))
					must(t, leaves[0](peopleOf(event.players)[event.players-len(leaves)]))
					leaves = leaves[1:]
				} else {
					h.play(p, event.result(random), 2*random.IntN(2))
				}
				h.live()
				h.sound()
				if row := h.row(); row.Stuck != "" {
					must(t, h.SetAside(t.Context(), h.by, h.id, []swiss.Option{swiss.EndEvent}, "too few are left"))
					h.live()
				}
			}
			if len(leaves) > 1 { // short events end before all have
				t.Errorf("%d have not left", len(leaves))
			}
			for _, p := range h.event().Players {
				if p.Status.Left() && p.Left == 0 {
					t.Errorf("%+v", p)
				}
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
