package bracket

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crownpost/tournament"
	"pgregory.net/rapid"
)

// anyPlan is a plan of up to 33 players.
func anyPlan(t *rapid.T) Plan {
	seats := rapid.IntRange(2, 33).Draw(t, "seats")
	terms := rapid.SampledFrom([]Terms{
		{}, {Points: 7}, {Games: 3}, {Games: 2}, {Games: 2, Extra: 1, Parallel: true}, {Extra: 1, Tie: ByLot},
	}).Draw(t, "terms")
	plan := Plan{Seats: seats, Terms: map[Stage][]Terms{}}
	for _, stage := range []Stage{Main, Losers, GrandFinal, Reset, ThirdPlace, Consolation, LastChance} {
		plan.Terms[stage] = []Terms{terms}
	}
	if rapid.Bool().Draw(t, "drawn by lot") {
		plan.Order = Drawn(rapid.Permutation(allSeats(seats)).Draw(t, "lots"))
	}
	rounds := ceilLog2(seats)
	switch rapid.IntRange(0, 4).Draw(t, "form") {
	case 0:
		plan.Format, plan.ThirdPlace = Knockout, true
	case 1:
		plan.Format, plan.Reset = DoubleElimination, true
	case 2:
		plan.Format = DoubleElimination
	case 3:
		plan.Format = Knockout
		if rounds > 1 {
			plan.Consolation = Progressive(rounds, false)
		}
	case 4:
		plan.Format = Knockout
		if rounds > 3 {
			plan.Consolation = Progressive(rounds, true)
			plan.LastChance = Shift{{rounds + 1}}
			for range rounds - 3 {
				plan.LastChance = append(plan.LastChance, nil)
			}
		}
	}
	return plan
}

func allSeats(n int) []int {
	seats := make([]int, n)
	for i := range seats {
		seats[i] = i + 1
	}
	return seats
}

// checkState is what holds at any time.
func checkState(t fataler, s *State) {
	t.Helper()
	in := map[int]int{}
	for _, f := range s.Fixtures {
		for i, seat := range f.Seats {
			if seat == 0 || !f.Known[i] || f.Decided() {
				continue
			}
			if in[seat] != 0 {
				t.Fatalf("seat %d is in matches %d and %d", seat, in[seat], f.ID)
			}
			in[seat] = f.ID
		}
		if f.Decided() && f.Winning != 0 && f.Winning == f.Losing {
			t.Fatalf("match %d has one winner and loser: %+v", f.ID, f)
		}
	}
	for seat := 1; seat <= s.Draw.Plan.Seats; seat++ {
		if len(s.Path(seat)) == 0 {
			t.Fatalf("seat %d has no match", seat)
		}
	}
	begun := map[[2]int]bool{}
	for _, g := range s.Record.Games {
		begun[[2]int{g.Match, g.Number}] = true
	}
	for _, g := range s.Pair() {
		if begun[[2]int{g.Match, g.Number}] {
			t.Fatalf("game %d of match %d begins twice", g.Number, g.Match)
		}
		begun[[2]int{g.Match, g.Number}] = true
		if s.Gone(g.White) || s.Gone(g.Black) {
			t.Fatalf("a game for one who left: %+v", g)
		}
		if in[g.White] != g.Match || in[g.Black] != g.Match {
			t.Fatalf("a game of others: %+v", g)
		}
	}
	places := s.Standings(Main)
	if len(places.Places) != s.Draw.Plan.Seats {
		t.Fatalf("%d places for %d seats", len(places.Places), s.Draw.Plan.Seats)
	}
}

// step does something that can happen in an event.
func step(t *rapid.T, s *State, leaving bool) *State {
	must := func(s *State, err error) *State {
		if err != nil {
			t.Fatalf("%v", err)
		}
		return s
	}
	var running []Game
	for _, g := range s.Record.Games {
		if !g.Finished() {
			running = append(running, g)
		}
	}
	next := s.Pair()
	seat := rapid.IntRange(1, s.Draw.Plan.Seats).Draw(t, "seat")
	act := rapid.IntRange(0, 19).Draw(t, "act")
	switch tied := s.Tied(); {
	case act == 0 && leaving:
		after, _, err := s.Leave(seat)
		return must(after, err)
	case act == 1 && s.Gone(seat):
		if after, _, err := s.Return(seat); err == nil {
			return after
		}
		return s
	case act == 2 && len(next) > 0:
		g := rapid.SampledFrom(next).Draw(t, "absent")
		r := Ruling{Match: g.Match, Kind: Walkover, Seats: [2]int{g.White, g.Black}, Winner: g.Black}
		if leaving && rapid.Bool().Draw(t, "both") {
			r.Kind, r.Winner = Absence, 0
		}
		return must(s.Rule(r))
	case len(tied) > 0:
		f := s.Fixtures[tied[0]-1]
		return must(s.Rule(Ruling{Match: f.ID, Kind: Lot, Seats: f.Seats, Winner: f.Seats[1]}))
	case len(running) > 0 && (act < 11 || len(next) == 0):
		g := rapid.SampledFrom(running).Draw(t, "game")
		results := []tournament.Result{tournament.WhiteWins, tournament.BlackWins, tournament.Drawn}
		if leaving {
			results = append(results, tournament.BothLose)
		}
		g.Result = rapid.SampledFrom(results).Draw(t, "result")
		return must(s.Report(g))
	case len(next) > 0:
		return must(s.Report(rapid.SampledFrom(next).Draw(t, "begins")))
	}
	return s
}

func TestEveryDrawComesToItsEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := anyPlan(t)
		leaving := rapid.Bool().Draw(t, "leaving")
		s := drawn(t, plan)
		for steps := 0; !s.Over(); steps++ {
			checkState(t, s)
			if len(s.Tied()) == 0 && (s.RoundsLeft() < 1 || s.GamesLeft() < 1) {
				t.Fatalf("%d rounds, %d games left", s.RoundsLeft(), s.GamesLeft())
			}
			if steps > 5000 {
				t.Fatalf("no end")
			}
			s = step(t, s, leaving)
		}
		checkState(t, s)
		if s.CanPair() || s.RoundsLeft() != 0 || s.GamesLeft() != 0 {
			t.Fatalf("over, but %d rounds left", s.RoundsLeft())
		}
		firsts := 0
		for _, p := range s.Standings(Main).Places {
			if p.In || p.Rank < 1 || p.Rank > plan.Seats {
				t.Fatalf("at the end: %+v", p)
			}
			if p.Rank == 1 && p.Seat == s.Champion(Main) {
				firsts++
			}
		}
		if firsts != 1 && !leaving {
			t.Fatalf("%d winners", firsts)
		}
		if plan.Format == DoubleElimination && !leaving {
			checkDefeats(t, s)
		}
		checkShuffled(t, s)
	})
}

// checkDefeats counts matches and defeats of a finished double elimination.
func checkDefeats(t fataler, s *State) {
	t.Helper()
	n := s.Draw.Plan.Seats
	reset := 0
	if last := s.Fixtures[len(s.Fixtures)-1]; last.Stage == Reset && last.How != NotNeeded {
		reset = 1
	}
	if got := playedMatches(s); got != 2*n-2+reset {
		t.Fatalf("%d matches of %d players with %d resets", got, n, reset)
	}
	defeats := map[int]int{}
	for _, f := range s.Fixtures {
		if f.Losing != 0 {
			defeats[f.Losing]++
		}
	}
	for seat := 1; seat <= n; seat++ {
		champion := seat == s.Champion(Main)
		switch {
		case champion && defeats[seat] > 1,
			!champion && s.Draw.Plan.Reset && defeats[seat] != 2,
			!champion && defeats[seat] > 2:
			t.Fatalf("seat %d has %d defeats", seat, defeats[seat])
		}
	}
}

// checkShuffled shuffles the record: the state is the same.
func checkShuffled(t fataler, s *State) {
	t.Helper()
	r := Record{Games: slices.Clone(s.Record.Games), Rulings: slices.Clone(s.Record.Rulings), Gone: slices.Clone(s.Record.Gone)}
	random := rand.New(rand.NewPCG(1, uint64(len(r.Games))))
	random.Shuffle(len(r.Games), func(i, j int) { r.Games[i], r.Games[j] = r.Games[j], r.Games[i] })
	random.Shuffle(len(r.Rulings), func(i, j int) { r.Rulings[i], r.Rulings[j] = r.Rulings[j], r.Rulings[i] })
	again := at(t, s.Draw, r)
	for i, f := range s.Fixtures {
		g := again.Fixtures[i]
		if f.Seats != g.Seats || f.Winning != g.Winning || f.Losing != g.Losing || f.How != g.How || f.Score != g.Score {
			t.Fatalf("match %d: %+v, in another order %+v", f.ID, f, g)
		}
	}
}

// The same results give the same games to begin, whenever they come in.
func TestTheOrderOfResultsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := anyPlan(t)
		strength := rapid.Permutation(allSeats(plan.Seats)).Draw(t, "strength")
		who := func(g Game) int {
			if strength[g.White-1] < strength[g.Black-1] {
				return g.White
			}
			return g.Black
		}
		byRounds, _ := playOut(t, drawn(t, plan), who)
		oneByOne := drawn(t, plan)
		for oneByOne.CanPair() {
			g := rapid.SampledFrom(oneByOne.Pair()).Draw(t, "game")
			after, err := oneByOne.Report(won(g, who(g)))
			if err != nil {
				t.Fatalf("%v", err)
			}
			oneByOne = after
		}
		key := func(s *State) []Game {
			games := slices.Clone(s.Record.Games)
			slices.SortFunc(games, func(a, b Game) int {
				if a.Match != b.Match {
					return a.Match - b.Match
				}
				return a.Number - b.Number
			})
			return games
		}
		if a, b := key(byRounds), key(oneByOne); !slices.Equal(a, b) {
			t.Fatalf("round by round %v, one by one %v", a, b)
		}
	})
}

// The largest draws take well under a second a round.
func TestLargeDraws(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	for _, c := range []struct {
		name   string
		plan   Plan
		rounds int
	}{
		{"knockout", Plan{Format: Knockout, Seats: MaxSeats, ThirdPlace: true}, 12},
		{"double elimination", Plan{Format: DoubleElimination, Seats: MaxSeats, Reset: true}, 23},
		{"consolation", Plan{Format: Knockout, Seats: MaxSeats, Consolation: Progressive(12, true)}, 23},
		{"uneven", Plan{Format: DoubleElimination, Seats: 2500}, 23},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, rounds := playOut(t, drawn(t, c.plan), favourite)
			if rounds > c.rounds+1 || s.Champion(Main) != 1 {
				t.Errorf("%d rounds, champion %d", rounds, s.Champion(Main))
			}
		})
	}
}
