package play

import (
	"slices"
	"time"

	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
)

// enoughPlies is how many plies of a game say something about its pace.
const enoughPlies = 10

// usualPlies is the usual length of a game, of a match to some points that of
// all its games: of draughts 100 plies on the board of 100 squares and 70 on
// that of 64; of backgammon 100 acts a game, with four games for five points.
func usualPlies(variant string, length int) int {
	if engine, ok := draughts.Lookup(variant); ok {
		if engine.Squares() == 50 {
			return 100
		}
		return 70
	}
	return max(100, 80*length)
}

// usualGame is how long a game of so many plies usually takes. Of a clock for
// each move players use a quarter, of a clock for the game half.
func usualGame(c correspondence.Control, plies int) time.Duration {
	switch c.Kind {
	case correspondence.PerMove:
		return time.Duration(plies) * c.Per / 4
	case correspondence.Fischer:
		return c.Initial + time.Duration(plies/2)*c.Increment
	case correspondence.Total:
		return c.Initial
	}
	return 0
}

// pace is what is known of the time that an event takes.
type pace struct {
	// game is what a game usually takes, 0 if nothing is known.
	game  time.Duration
	plies int
	// bound is the longest time that a game can take, 0 if there is none.
	bound time.Duration
	// due is the longest time that the event's rule lets a game take, 0 if there
	// is none; a director may yet decide later.
	due time.Duration
	// decides says that the rule ends the game at due.
	decides bool
}

func paceOf(variant, control string, length int, overBoard bool, roundTime time.Duration, unfinished string) pace {
	p := pace{plies: usualPlies(variant, length), due: roundTime}
	clock, err := correspondence.ParseControl(control)
	if err == nil && !overBoard {
		p.game = usualGame(clock, p.plies)
		if clock.Kind == correspondence.Total {
			p.bound = 2 * clock.Initial
		}
	}
	switch unfinished {
	case store.ForfeitToMove, store.CallDraw:
		p.decides = roundTime > 0
	case store.Extend:
		p.due *= 2
	}
	if p.decides && (p.bound == 0 || p.due < p.bound) {
		p.bound = p.due
	}
	return p
}

// round is what a round usually takes: half as long again as a game, as its
// slowest game ends it, but no longer than the rule lets it.
func (p pace) round() time.Duration {
	usual := p.game * 3 / 2
	if p.due > 0 && (usual == 0 || p.due < usual) {
		return p.due
	}
	return usual
}

// steps is how many games are still to be played one after another at most, the
// running ones among them.
func steps(event director.Event) int {
	if draw, err := event.Draw(); err == nil {
		return draw.GamesLeft()
	}
	left := event.RoundsLeft()
	g := event.Plan.Groups
	if event.Plan.Format != director.Groups || g == nil || g.Final != groups.Knockout || event.Plan.Bracket == nil {
		return left
	}
	longest := 1
	for _, rounds := range event.Plan.Bracket.Terms {
		for _, terms := range rounds {
			longest = max(longest, terms.Longest())
		}
	}
	for n := 1; n < g.Advance*g.Sections+g.Best; n *= 2 {
		left += longest - 1
	}
	return left
}

// HowLong is how long an event of so many players usually takes from its start,
// and how long it can take at most; 0 where that is not known, or has no end.
//
// The usual time is that of as many rounds as follow one another, see Ends. The
// longest is the same with what a game can take at most: the time of a round,
// where the event's rule then ends the game by itself, or both players' budgets.
// Where games are left to the organiser, at once or after an extension, or count
// as drawn for the pairing only, the clock alone says it.
func HowLong(in TournamentInput, players int) (projected, guaranteed time.Duration) {
	event := director.Event{Plan: in.Plan}
	event.Plan.Format, event.Plan.Pairs, event.Plan.Length = in.Format, in.Pair, in.Length
	for i := range players {
		event.Players = append(event.Players, director.Player{ID: int64(i + 1), Status: tournament.Entered})
	}
	if most := event.Plan.MaxRounds(players); most > 0 {
		event.Plan.Rounds = min(event.Plan.Rounds, most)
	}
	event, err := event.Start(director.ByRating(event.Players))
	if err != nil {
		return 0, 0
	}
	p := paceOf(in.Variant, in.Control, in.Length, in.OverBoard, in.RoundTime, in.Unfinished)
	n := time.Duration(steps(event))
	return n * p.round(), n * p.bound
}

// Ends are the moment at which a tournament will probably have ended, and the
// latest at which it can have; zero where that is not known, or there is none.
// Pairings are all of the tournament's, games those of its games on the site.
//
// The first is from the pace of its games: the median time that a ply took in
// those that have some, times the usual length of a game, half as long again
// for the slowest of a round; as long as there are none it is from a share of
// their clocks. The second is from the times at which the event's rule ends the
// games, or their clocks do; every round that is left can last as long as a game
// can. Before the start both count from the hour of the start.
func Ends(t *store.Tournament, event director.Event, pairings []store.Pairing, games []store.GameView, now time.Time) (projected, guaranteed time.Time) {
	switch {
	case t.Format == string(director.Ladder) || t.Status == store.TournamentCancelled:
		return time.Time{}, time.Time{}
	case t.Status == store.TournamentFinished:
		return t.EndedAt, t.EndedAt
	case t.Status == store.TournamentOpen:
		return beforeStart(t, event)
	}
	p := paceOf(t.Variant, t.Control, t.Length, t.OverBoard, t.RoundTime, t.Unfinished)
	if ply := medianPly(games, now); ply > 0 {
		p.game = time.Duration(p.plies) * ply
	}
	left := steps(event)
	if left == 0 {
		return now, now
	}
	byID := map[int64]*store.GameView{}
	for i := range games {
		byID[games[i].ID] = &games[i]
	}
	running, bounded := false, true
	probably, latest := now, now
	for i := range pairings {
		if pairings[i].Kind != string(director.Game) || pairings[i].Result != "" {
			continue
		}
		usual, bound := p.ofGame(&pairings[i], byID[pairings[i].GameID], now)
		running, bounded = true, bounded && !bound.IsZero()
		probably, latest = later(probably, usual), later(latest, bound)
	}
	if running {
		left--
	}
	if bounded = bounded && (p.bound > 0 || left == 0); bounded {
		guaranteed = latest.Add(time.Duration(left) * p.bound)
	}
	if p.round() > 0 {
		projected = probably.Add(time.Duration(left) * p.round())
		if bounded && projected.After(guaranteed) {
			projected = guaranteed
		}
	}
	return projected, guaranteed
}

// beforeStart are the ends of a tournament with an hour to start at, as if it
// were full.
func beforeStart(t *store.Tournament, event director.Event) (projected, guaranteed time.Time) {
	if t.StartsAt.IsZero() {
		return time.Time{}, time.Time{}
	}
	usual, longest := HowLong(TournamentInput{
		Variant: t.Variant, Control: t.Control, Format: event.Plan.Format, Plan: event.Plan, OverBoard: t.OverBoard,
		RoundTime: t.RoundTime, Unfinished: t.Unfinished, Beginning: Beginning{Pair: event.Plan.Pairs, Length: t.Length},
	}, t.MaxPlayers)
	if usual > 0 {
		projected = t.StartsAt.Add(usual)
	}
	if longest > 0 {
		guaranteed = t.StartsAt.Add(longest)
	}
	return projected, guaranteed
}

// ofGame is when a game that runs will probably end, and the latest at which it
// can. A game that has got longer than usual is taken to need a tenth of that
// more.
func (p pace) ofGame(pairing *store.Pairing, game *store.GameView, now time.Time) (usual, latest time.Time) {
	usual = now.Add(p.round())
	if game != nil && p.game > 0 {
		usual = now.Add(p.game * time.Duration(max(p.plies-game.Ply, p.plies/10)) / time.Duration(p.plies))
	}
	if !pairing.DueAt.IsZero() && usual.After(pairing.DueAt) {
		usual = later(pairing.DueAt, now)
	}
	if p.decides && !pairing.DueAt.IsZero() {
		latest = pairing.DueAt
	}
	if game != nil && !game.DeadlineAt.IsZero() {
		if clock, err := correspondence.ParseControl(game.Control); err == nil && clock.Kind == correspondence.Total {
			if out := game.TurnSince.Add(game.LeftWhite + game.LeftBlack); latest.IsZero() || out.Before(latest) {
				latest = out
			}
		}
	}
	return usual, latest
}

// medianPly is the median time that a ply took in games that say something about
// it, 0 if there are none.
func medianPly(games []store.GameView, now time.Time) time.Duration {
	var times []time.Duration
	for i := range games {
		g := &games[i]
		if g.Ply < enoughPlies {
			continue
		}
		until := g.EndedAt
		if until.IsZero() {
			until = later(g.TurnSince, g.CreatedAt)
		}
		times = append(times, until.Sub(g.CreatedAt)/time.Duration(g.Ply))
	}
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[len(times)/2]
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
