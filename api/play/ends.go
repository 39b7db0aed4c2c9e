package play

import (
	"math/bits"
	"slices"
	"time"

	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts"
	"crownpost/tournament"
	"crownpost/tournament/bracket"
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

// The usual time of a turn: with three days for each move a player moves twice a
// day in a game, which is four turns a day; with shorter clocks not more often
// than every four hours of the day's 24, with longer ones each once a day.
const (
	usualTurn    = 6 * time.Hour
	shortestTurn = 4 * time.Hour
	longestTurn  = 12 * time.Hour
)

// usualPly is how long a ply usually takes. Of a clock for each move a turn takes
// a twelfth, within the limits above and never more than a quarter; of a clock for
// the game as long as with three days for a move, but both players together use
// no more than half their time. A turn of backgammon is two acts, throw and play.
func usualPly(c correspondence.Control, variant string, plies int) time.Duration {
	var turn time.Duration
	acts := 1
	if _, ok := draughts.Lookup(variant); !ok {
		acts = 2
	}
	turns := plies / acts
	switch c.Kind {
	case correspondence.PerMove:
		turn = min(min(max(c.Per/12, shortestTurn), longestTurn), c.Per/4)
	case correspondence.Fischer:
		turn = min(usualTurn, (c.Initial+time.Duration(turns/2)*c.Increment)/time.Duration(turns))
	case correspondence.Total:
		turn = min(usualTurn, c.Initial/time.Duration(turns))
	}
	return turn / time.Duration(acts)
}

// pace is what is known of the time that an event takes.
type pace struct {
	variant string
	// length is that of the event's matches.
	length int
	// ply is what a ply usually takes, 0 if nothing is known.
	ply time.Duration
	// bound is the longest time that a game can take, 0 if there is none.
	bound time.Duration
	// due is the longest time that the event's rule lets a game take, 0 if there
	// is none; a director may yet decide later.
	due time.Duration
	// decides says that the rule ends the game at due.
	decides bool
	// budgets says that both players' clocks bound a game.
	budgets bool
}

// EndsButForLeave says whether the clocks would bound how long a game lasts, were
// it not for leave that can stop them.
func EndsButForLeave(control string, noLeave bool) bool {
	clock, err := correspondence.ParseControl(control)
	return err == nil && clock.Kind == correspondence.Total && !noLeave && clock.AllowsLeave()
}

func paceOf(variant, control string, length int, overBoard bool, roundTime time.Duration, unfinished string, noLeave bool) pace {
	p := pace{variant: variant, length: length, due: roundTime}
	clock, err := correspondence.ParseControl(control)
	if err == nil && !overBoard {
		p.ply = usualPly(clock, variant, usualPlies(variant, length))
		if clock.Kind == correspondence.Total && !EndsButForLeave(control, noLeave) {
			p.budgets, p.bound = true, 2*clock.Initial
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

// plies is the usual length of a game; a length of 0 is that of the event.
func (p pace) plies(length int) int {
	if length == 0 {
		length = p.length
	}
	return usualPlies(p.variant, length)
}

// game is what a game of a length usually takes, but no longer than the rule lets
// it; half as long again where others wait for the slowest of several, as in a
// round.
func (p pace) game(length int) time.Duration { return p.within(p.ply * time.Duration(p.plies(length))) }

func (p pace) round() time.Duration { return p.within(p.ply * time.Duration(p.plies(0)) * 3 / 2) }

// within is a usual time in whole minutes, or that of the rule if it is shorter.
func (p pace) within(usual time.Duration) time.Duration {
	usual = usual.Round(time.Minute)
	if p.due > 0 && (usual == 0 || p.due < usual) {
		return p.due
	}
	return usual
}

// match is what the rest of a match usually takes: all its games, but none of
// those that follow a level one. A running game still takes the time given, 0 if
// none runs. The second final of a double elimination usually is not needed.
func (p pace) match(f *bracket.Fixture, running time.Duration) time.Duration {
	if f.Stage == bracket.Reset && len(f.Games) == 0 {
		return 0
	}
	games := max(f.Terms.Games, 1)
	if f.Terms.Parallel {
		games = 1
	}
	for _, g := range f.Games {
		if g.Finished() || !f.Terms.Parallel {
			games--
		}
	}
	return running + time.Duration(max(games, 0))*p.game(f.Terms.Points)
}

// line is the usual time of the longest way through the open matches of a draw.
// Running is what is left of the matches that are being played, by number. A
// quarter is added, as who is through waits for the slower of two matches.
func (p pace) line(draw *bracket.State, running map[int]time.Duration) time.Duration {
	way := make([]time.Duration, len(draw.Fixtures))
	var longest time.Duration
	for i := range draw.Fixtures {
		f := &draw.Fixtures[i]
		if f.Decided() {
			continue
		}
		for _, source := range f.Slots {
			if source.Match > 0 {
				way[i] = max(way[i], way[source.Match-1])
			}
		}
		if alone := f.Known[0] && f.Seats[0] == 0 || f.Known[1] && f.Seats[1] == 0; !alone {
			way[i] += p.match(f, running[f.ID])
		}
		longest = max(longest, way[i])
	}
	return longest * 5 / 4
}

// toCome are the rounds, and the terms of the matches, of a knockout that will
// follow sections; no rounds where there is none to come.
func toCome(event director.Event) (rounds int, terms bracket.Terms) {
	g := event.Plan.Groups
	if event.Plan.Format != director.Groups || g == nil || g.Final != groups.Knockout || event.Plan.Bracket == nil {
		return 0, terms
	}
	for _, stage := range event.Plan.Bracket.Terms {
		for _, t := range stage {
			if t.Longest() > terms.Longest() {
				terms = t
			}
		}
	}
	return bits.Len(uint(max(g.Advance*g.Sections+g.Best-1, 0))), terms
}

// steps is how many games are still to be played one after another at most, the
// running ones among them.
func steps(event director.Event) int {
	if draw, err := event.Draw(); err == nil {
		return draw.GamesLeft()
	}
	rounds, terms := toCome(event)
	return event.RoundsLeft() + rounds*(terms.Longest()-1)
}

// left is what usually is still to be played: of a draw its longest line, else
// the rounds, of which the first is left out where it runs, and what follows them.
func (p pace) left(event director.Event, running bool, matches map[int]time.Duration) time.Duration {
	if draw, err := event.Draw(); err == nil {
		return p.line(draw, matches)
	}
	rounds := event.RoundsLeft()
	if running {
		rounds--
	}
	final, terms := toCome(event)
	match := p.match(&bracket.Fixture{Match: bracket.Match{Terms: terms}}, 0)
	return time.Duration(max(rounds-final, 0))*p.round() + time.Duration(final)*match*5/4
}

// HowLong is how long an event of so many players usually takes from its start,
// and how long it can take at most; 0 where that is not known, or has no end.
//
// The usual time supposes a usual pace of correspondence play, not that anybody
// uses all his time: with three days for a move a player moves twice a day in each
// of his games, so that a game of 100 plies takes 25 days. Games of one player
// that run side by side do not slow one another down. A round lasts half as long
// again as a game. Of a draw it is the longest line of matches, each with its own
// stage's length and all its games, without those that follow level ones and
// without the second final of a double elimination. Over the board only the time
// of a round says anything.
//
// The longest is that of all games that can follow one another, those included,
// with what a game can take at most: the time of a round,
// where the event's rule then ends the game by itself, which no leave puts off, or
// both players' budgets where leave does not stop them.
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
	p := paceOf(in.Variant, in.Control, in.Length, in.OverBoard, in.RoundTime, in.Unfinished, in.NoLeave)
	projected, guaranteed = p.left(event, false, nil), time.Duration(steps(event))*p.bound
	if guaranteed > 0 && guaranteed < projected {
		projected = guaranteed
	}
	return projected, guaranteed
}

// Ends are the moment at which a tournament will probably have ended, and the
// latest at which it can have; zero where that is not known, or there is none.
// Pairings are all of the tournament's, games those of its games on the site.
//
// The first is from the pace of its games: the median time that a ply took in
// those that have some, times the usual length of a game; as long as there are
// none it is the usual one, see HowLong. The second is from the times at which the event's rule ends the
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
	p := paceOf(t.Variant, t.Control, t.Length, t.OverBoard, t.RoundTime, t.Unfinished, t.NoLeave)
	if ply := medianPly(games, now); ply > 0 {
		p.ply = ply
	}
	left := steps(event)
	if left == 0 {
		return now, now
	}
	_, notDrawn := event.Draw()
	isDraw := notDrawn == nil
	byID := map[int64]*store.GameView{}
	for i := range games {
		byID[games[i].ID] = &games[i]
	}
	running, bounded := false, true
	matches := map[int]time.Duration{}
	probably, latest := now, now
	for i := range pairings {
		if pairings[i].Kind != string(director.Game) || pairings[i].Result != "" {
			continue
		}
		usual, bound := p.ofGame(&pairings[i], byID[pairings[i].GameID], now)
		running, bounded = true, bounded && !bound.IsZero()
		probably, latest = later(probably, usual), later(latest, bound)
		if match := pairings[i].Round; isDraw {
			matches[match] = max(matches[match], usual.Sub(now))
		}
	}
	if isDraw {
		probably = now // its line of matches has the running ones
	}
	rest := p.left(event, running, matches)
	if running {
		left--
	}
	if bounded = bounded && (p.bound > 0 || left == 0); bounded {
		guaranteed = latest.Add(time.Duration(left) * p.bound)
	}
	if p.round() > 0 {
		projected = probably.Add(rest)
		if bounded && projected.After(guaranteed) {
			projected = guaranteed
		}
	}
	return projected, guaranteed
}

// WhyOpen says why no latest end of a tournament with clocks is known: "start" as
// it is not known when it begins, "leave" as leave can stop the clocks, which
// would bound its games otherwise, or "moves" as a game lasts as many of them as it
// needs.
func WhyOpen(t *store.Tournament) string {
	p := paceOf(t.Variant, t.Control, t.Length, t.OverBoard, t.RoundTime, t.Unfinished, t.NoLeave)
	switch {
	case t.Status == store.TournamentOpen && t.StartsAt.IsZero() && p.bound > 0:
		return "start"
	case EndsButForLeave(t.Control, t.NoLeave):
		return "leave"
	}
	return "moves"
}

// beforeStart are the ends of a tournament with an hour to start at, as if it
// were full.
func beforeStart(t *store.Tournament, event director.Event) (projected, guaranteed time.Time) {
	if t.StartsAt.IsZero() {
		return time.Time{}, time.Time{}
	}
	usual, longest := HowLong(TournamentInput{
		Variant: t.Variant, Control: t.Control, Format: event.Plan.Format, Plan: event.Plan, OverBoard: t.OverBoard,
		RoundTime: t.RoundTime, Unfinished: t.Unfinished, NoLeave: t.NoLeave, Beginning: Beginning{Pair: event.Plan.Pairs, Length: t.Length},
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
	if game != nil && p.ply > 0 {
		plies := p.plies(game.Length)
		usual = now.Add(p.ply * time.Duration(max(plies-game.Ply, plies/10)))
	}
	if !pairing.DueAt.IsZero() && usual.After(pairing.DueAt) {
		usual = later(pairing.DueAt, now)
	}
	if p.decides && !pairing.DueAt.IsZero() {
		latest = pairing.DueAt
	}
	if p.budgets && game != nil && !game.DeadlineAt.IsZero() {
		if out := game.TurnSince.Add(game.LeftWhite + game.LeftBlack - game.Used); latest.IsZero() || out.Before(latest) {
			latest = out
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
