package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

// generate prints a random event.
func (c tournamentCommand) generate(args []string) int {
	g := generator{}
	c.flags.IntVar(&g.players, "players", 0, "`number` of players, from 2 to 9999")
	c.flags.IntVar(&g.rounds, "rounds", 0, "`number` of rounds announced")
	c.flags.IntVar(&g.played, "played", -1, "`number` of rounds played; by default all")
	seed := c.flags.Uint64("seed", 0, "`number` that makes the event: the same one, the same bytes")
	c.flags.Float64Var(&g.draws, "draws", 0.3, "`share` of games drawn")
	c.flags.Float64Var(&g.forfeits, "forfeits", 0.03, "`share` of pairings forfeited")
	c.flags.Float64Var(&g.byes, "byes", 0.05, "`share` of players absent from a round")
	if _, status, ok := c.parse(args, 0); !ok {
		return status
	}
	if g.played < 0 {
		g.played = g.rounds
	}
	if err := g.check(); err != nil {
		return c.fail(exitUsage, err)
	}
	g.lots = lots(*seed)
	file, err := g.event(fmt.Sprintf("Random event %d", *seed))
	if errors.Is(err, swiss.ErrNoPairing) {
		fmt.Fprintf(c.stderr, "%s: the event ends early: %v\n", c.flags.Name(), err)
	} else if err != nil {
		return c.fail(exitUsage, err)
	}
	if err := trf.Write(c.stdout, file); err != nil {
		return c.fail(exitUsage, err)
	}
	return exitDone
}

// generator makes random events.
type generator struct {
	players, rounds, played int
	draws, forfeits, byes   float64
	lots                    lots

	field tournament.Field
	gone  []bool // who has withdrawn, by index
	left  int
}

// errRange says that a flag is out of its range.
var errRange = errors.New("out of range")

func (g *generator) check() error {
	for _, n := range []struct {
		flag            string
		value, min, max int
	}{
		{"players", g.players, 2, 9999}, {"rounds", g.rounds, 1, 99}, {"played", g.played, 0, g.rounds},
	} {
		if n.value < n.min || n.value > n.max {
			return fmt.Errorf("--%s %d: %w", n.flag, n.value, errRange)
		}
	}
	for flag, share := range map[string]float64{"draws": g.draws, "forfeits": g.forfeits, "byes": g.byes} {
		if !(share >= 0 && share <= 1) {
			return fmt.Errorf("--%s %v: %w", flag, share, errRange)
		}
	}
	return nil
}

// event plays an event. When a round cannot be paired it ends there, with the
// reason beside the file.
func (g *generator) event(name string) (*trf.File, error) {
	g.field = tournament.Field{
		Rounds: g.rounds, Points: tournament.DefaultPoints(), Edition: tournament.Edition2026,
		Initial: []tournament.Colour{tournament.White, tournament.Black}[g.lots.below(2)],
	}
	g.gone = make([]bool, g.players)
	ratings := make([]int, g.players)
	for i := range ratings {
		ratings[i] = 1200 + g.lots.below(1500)
	}
	slices.SortFunc(ratings, func(a, b int) int { return cmp.Compare(b, a) })
	for i, rating := range ratings {
		g.field.Players = append(g.field.Players, tournament.Player{
			ID: i + 1, Name: fmt.Sprintf("Player%04d", i+1), Rating: rating,
		})
	}
	var stopped error
	for round := 1; round <= g.played && stopped == nil; round++ {
		stopped = g.round(round)
	}
	if next := g.field.PlayedRounds() + 1; next <= g.rounds && stopped == nil {
		for i, gone := range g.gone {
			if gone {
				g.record(i, tournament.ZeroBye, 0, tournament.NoColour)
			}
		}
	}
	g.rank()
	file := &trf.File{Field: g.field, Dialect: trf.TRF26, Header: []trf.Text{
		{Code: trf.Name, Text: name}, {Code: trf.StartDate, Text: "2026/03/01"},
		{Code: "062", Text: fmt.Sprint(g.players)}, {Code: trf.Type, Text: "Individual: Swiss-System"},
		{Code: trf.System, Text: "FIDE_DUTCH"},
	}}
	return file, stopped
}

// round plays one round.
func (g *generator) round(round int) error {
	absent := g.absent()
	before := g.field
	before.Players = slices.Clone(g.field.Players)
	for i, kind := range absent {
		if kind != tournament.Unrecorded {
			g.record(i, kind, 0, tournament.NoColour)
		}
	}
	pairing, err := swiss.Pair(g.field, round)
	if err != nil {
		g.field = before
		return fmt.Errorf("round %d: %w", round, err)
	}
	for _, p := range pairing.Pairings {
		white, black := g.result(p)
		g.record(p.White-1, white, p.Black, tournament.White)
		g.record(p.Black-1, black, p.White, tournament.Black)
	}
	if pairing.Bye > 0 {
		g.record(pairing.Bye-1, tournament.PairingBye, 0, tournament.NoColour)
	}
	return nil
}

// absent decides who is away from a round. At least two play on.
func (g *generator) absent() []tournament.Kind {
	kinds := make([]tournament.Kind, g.players)
	present := g.players
	for i := range kinds {
		switch {
		case g.gone[i]:
			kinds[i] = tournament.ZeroBye
		case !g.lots.chance(g.byes):
			continue
		default:
			kinds[i] = g.excuse(i)
		}
		present--
	}
	for i := range kinds {
		if present < 2 && !g.gone[i] && kinds[i] != tournament.Unrecorded {
			kinds[i] = tournament.Unrecorded
			present++
		}
	}
	return kinds
}

// excuse is the bye of one who is away: mostly half a point, seldom a whole
// one. Some do not come back, but no more than a quarter of all.
func (g *generator) excuse(i int) tournament.Kind {
	switch n := g.lots.below(20); {
	case n < 10:
		return tournament.HalfBye
	case n < 11:
		return tournament.FullBye
	case n < 15 && 4*(g.left+1) <= g.players:
		g.gone[i] = true
		g.left++
	}
	return tournament.ZeroBye
}

// result decides a game; the higher rating wins more often.
func (g *generator) result(p swiss.Pairing) (white, black tournament.Kind) {
	switch {
	case g.lots.chance(g.forfeits):
		switch g.lots.below(5) {
		case 0:
			return tournament.ForfeitLoss, tournament.ForfeitLoss
		case 1, 2:
			return tournament.ForfeitWin, tournament.ForfeitLoss
		}
		return tournament.ForfeitLoss, tournament.ForfeitWin
	case g.lots.chance(g.draws):
		return tournament.Draw, tournament.Draw
	}
	difference := g.field.Players[p.White-1].Rating - g.field.Players[p.Black-1].Rating
	if g.lots.below(1600) < min(max(800+difference, 80), 1520) {
		return tournament.Win, tournament.Loss
	}
	return tournament.Loss, tournament.Win
}

// record adds a round to a player.
func (g *generator) record(i int, kind tournament.Kind, opponent int, colour tournament.Colour) {
	p := &g.field.Players[i]
	p.Records = append(slices.Clip(p.Records), tournament.Record{
		Kind: kind, Opponent: opponent, Colour: colour, Points: g.field.Points.For(kind),
	})
}

// rank gives everybody a place: by points, then by number.
func (g *generator) rank() {
	order := make([]*tournament.Player, g.players)
	for i := range order {
		order[i] = &g.field.Players[i]
	}
	slices.SortStableFunc(order, func(a, b *tournament.Player) int {
		return cmp.Compare(b.Score(g.rounds), a.Score(g.rounds))
	})
	for i, p := range order {
		p.Rank = i + 1
	}
}

// lots are numbers that look random and depend on the seed alone, on every
// machine and in every version (SplitMix64).
type lots uint64

func (l *lots) next() uint64 {
	*l += 0x9E3779B97F4A7C15
	z := uint64(*l)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below is a number from 0 to n-1.
func (l *lots) below(n int) int { return int(l.next() >> 33 % uint64(n)) }

// chance is true in a share of all cases.
func (l *lots) chance(share float64) bool { return float64(l.next()>>11) < share*(1<<53) }
