// Package generate makes random events of the Swiss system, for tests and for
// trying programs out. It is pure: an event depends on its terms alone, on
// every machine and in every version.
package generate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

// Terms are what an event is made from. Shares are from 0 to 1.
type Terms struct {
	// Players are from 2 to 9999, Rounds, those announced, from 1 to 99, Played
	// from 0 to Rounds.
	Players, Rounds, Played int
	// Draws is the share of games drawn, Forfeits that of pairings not played.
	Draws, Forfeits float64
	// Byes is the share of players absent from a round, Withdrawals that of
	// those who leave for good before a round, Late that of those who enter
	// after round 1.
	Byes, Withdrawals, Late float64
	// Seed tells apart events of the same terms.
	Seed uint64
}

// ErrRange says that a term is out of its range.
var ErrRange = errors.New("out of range")

// Check names the first term that is out of its range; the error is ErrRange.
func (t Terms) Check() error {
	for _, n := range []struct {
		term            string
		value, min, max int
	}{
		{"players", t.Players, 2, 9999}, {"rounds", t.Rounds, 1, 99}, {"played", t.Played, 0, t.Rounds},
	} {
		if n.value < n.min || n.value > n.max {
			return fmt.Errorf("%s %d: %w", n.term, n.value, ErrRange)
		}
	}
	for _, s := range []struct {
		term  string
		value float64
	}{
		{"draws", t.Draws}, {"forfeits", t.Forfeits}, {"byes", t.Byes}, {"withdrawals", t.Withdrawals}, {"late", t.Late},
	} {
		if !(s.value >= 0 && s.value <= 1) {
			return fmt.Errorf("%s %v: %w", s.term, s.value, ErrRange)
		}
	}
	return nil
}

// Pairer pairs a round of a field that has the absences of the round, as
// swiss.Pair does.
type Pairer func(f tournament.Field, round int) (swiss.Round, error)

// Event plays an event, as a report in the format of 2026. When a round cannot
// be paired the event ends before it; the error of the pairer then comes beside
// the report. Other errors: ErrRange, without a report.
func Event(t Terms, pair Pairer) (*trf.File, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	e := event{Terms: t, lots: lots(t.Seed), pair: pair}
	e.enter()
	var stopped error
	for round := 1; round <= t.Played && stopped == nil; round++ {
		stopped = e.play(round)
	}
	if next := e.field.PlayedRounds() + 1; next <= t.Rounds && stopped == nil {
		for i := range e.field.Players {
			if e.away(i, next) {
				e.record(i, tournament.ZeroBye, 0, tournament.NoColour)
			}
		}
	}
	e.rank()
	return &trf.File{Field: e.field, Dialect: trf.TRF26, Header: []trf.Text{
		{Code: trf.Name, Text: fmt.Sprintf("Random event %d", t.Seed)}, {Code: trf.StartDate, Text: "2026/03/01"},
		{Code: "062", Text: fmt.Sprint(t.Players)}, {Code: trf.Type, Text: "Individual: Swiss-System"},
		{Code: trf.System, Text: "FIDE_DUTCH"},
	}}, stopped
}

// event is an event under way.
type event struct {
	Terms
	lots  lots
	pair  Pairer
	field tournament.Field
	first []int  // the round in which each enters
	gone  []bool // who has withdrawn
	left  int    // how many have
}

// enter makes the players, in the order of their ratings.
func (e *event) enter() {
	e.field = tournament.Field{
		Rounds: e.Rounds, Points: tournament.DefaultPoints(), Edition: tournament.Edition2026,
		Initial: []tournament.Colour{tournament.White, tournament.Black}[e.lots.below(2)],
	}
	e.first, e.gone = make([]int, e.Players), make([]bool, e.Players)
	ratings := make([]int, e.Players)
	for i := range ratings {
		ratings[i] = 1200 + e.lots.below(1500)
	}
	slices.SortFunc(ratings, func(a, b int) int { return cmp.Compare(b, a) })
	for i, rating := range ratings {
		e.field.Players = append(e.field.Players, tournament.Player{
			ID: i + 1, Name: fmt.Sprintf("Player%04d", i+1), Rating: rating,
		})
	}
	for i := range e.first {
		if e.happens(e.Late) {
			e.first[i] = 2 + e.lots.below(max(e.Rounds/2, 1))
		}
	}
}

// happens draws whether something optional comes about. Without a share it
// draws nothing, so that events without it stay what they are.
func (e *event) happens(share float64) bool { return share > 0 && e.lots.chance(share) }

// away reports whether a player has not come yet or has left.
func (e *event) away(i, round int) bool { return e.gone[i] || e.first[i] > round }

// play plays one round.
func (e *event) play(round int) error {
	absent := e.absent(round)
	before := e.field
	before.Players = slices.Clone(e.field.Players)
	for i, kind := range absent {
		if kind != tournament.Unrecorded {
			e.record(i, kind, 0, tournament.NoColour)
		}
	}
	pairing, err := e.pair(e.field, round)
	if err != nil {
		e.field = before
		return fmt.Errorf("round %d: %w", round, err)
	}
	for _, p := range pairing.Pairings {
		white, black := e.result(p)
		e.record(p.White-1, white, p.Black, tournament.White)
		e.record(p.Black-1, black, p.White, tournament.Black)
	}
	if pairing.Bye > 0 {
		e.record(pairing.Bye-1, tournament.PairingBye, 0, tournament.NoColour)
	}
	return nil
}

// absent decides who is away from a round. At least two play on.
func (e *event) absent(round int) []tournament.Kind {
	kinds := make([]tournament.Kind, e.Players)
	present := e.Players
	for i := range kinds {
		if round > 1 && !e.away(i, round) && e.happens(e.Withdrawals) && e.Players-e.left > 2 {
			e.withdraw(i)
		}
		switch {
		case e.away(i, round):
			kinds[i] = tournament.ZeroBye
		case !e.lots.chance(e.Byes):
			continue
		default:
			kinds[i] = e.excuse(i)
		}
		present--
	}
	for i := range kinds {
		if present < 2 && !e.gone[i] && kinds[i] != tournament.Unrecorded {
			kinds[i], e.first[i] = tournament.Unrecorded, round
			present++
		}
	}
	return kinds
}

// excuse is the bye of one who is away: mostly half a point, seldom a whole
// one. Some do not come back, but no more than a quarter of all.
func (e *event) excuse(i int) tournament.Kind {
	switch n := e.lots.below(20); {
	case n < 10:
		return tournament.HalfBye
	case n < 11:
		return tournament.FullBye
	case n < 15 && 4*(e.left+1) <= e.Players:
		e.withdraw(i)
	}
	return tournament.ZeroBye
}

func (e *event) withdraw(i int) {
	e.gone[i] = true
	e.left++
}

// result decides a game; the higher rating wins more often.
func (e *event) result(p swiss.Pairing) (white, black tournament.Kind) {
	switch {
	case e.lots.chance(e.Forfeits):
		switch e.lots.below(5) {
		case 0:
			return tournament.ForfeitLoss, tournament.ForfeitLoss
		case 1, 2:
			return tournament.ForfeitWin, tournament.ForfeitLoss
		}
		return tournament.ForfeitLoss, tournament.ForfeitWin
	case e.lots.chance(e.Draws):
		return tournament.Draw, tournament.Draw
	}
	difference := e.field.Players[p.White-1].Rating - e.field.Players[p.Black-1].Rating
	if e.lots.below(1600) < min(max(800+difference, 80), 1520) {
		return tournament.Win, tournament.Loss
	}
	return tournament.Loss, tournament.Win
}

// record adds a round to a player.
func (e *event) record(i int, kind tournament.Kind, opponent int, colour tournament.Colour) {
	p := &e.field.Players[i]
	p.Records = append(slices.Clip(p.Records), tournament.Record{
		Kind: kind, Opponent: opponent, Colour: colour, Points: e.field.Points.For(kind),
	})
}

// rank gives everybody a place: by points, then by number.
func (e *event) rank() {
	order := make([]*tournament.Player, e.Players)
	for i := range order {
		order[i] = &e.field.Players[i]
	}
	slices.SortStableFunc(order, func(a, b *tournament.Player) int {
		return cmp.Compare(b.Score(e.Rounds), a.Score(e.Rounds))
	})
	for i, p := range order {
		p.Rank = i + 1
	}
}
