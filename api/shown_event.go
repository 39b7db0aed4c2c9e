package api

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/templates"
	"crownpost/tournament/director"
)

// shownEvent is a tournament, not a ladder, with what its pages are made of.
type shownEvent struct {
	*store.TournamentView
	*templates.Printer
	event    director.Event
	entrants []store.EntrantView
	pairings []store.Pairing
	byID     map[int64]*store.EntrantView
	rows     map[int64]*store.Pairing
	// viewer is the reader's account and own his entry; 0 and nil for neither.
	viewer  int64
	own     *store.EntrantView
	directs bool
	// tallies are by stage and seat, nil before they are asked for.
	tallies map[string]map[int]tally
}

// eventAt reads the tournament that the address names, for a page that only
// those have which are not ladders.
func (s *Server) eventAt(c echo.Context) (*shownEvent, error) {
	id, err := pathID(c)
	if err != nil {
		return nil, err
	}
	t, err := s.Store.Read(c.Request().Context()).Tournament(id)
	if err != nil {
		return nil, err
	}
	if t.Format == string(director.Ladder) {
		return nil, store.ErrNotFound
	}
	return s.readEvent(c, t)
}

// startedAt is eventAt for pages that there are once seats have been given.
func (s *Server) startedAt(c echo.Context) (*shownEvent, error) {
	v, err := s.eventAt(c)
	if err == nil && v.StartedAt.IsZero() {
		return nil, store.ErrNotFound
	}
	return v, err
}

// readEvent reads what belongs to a tournament.
func (s *Server) readEvent(c echo.Context, t *store.TournamentView) (*shownEvent, error) {
	read := s.Store.Read(c.Request().Context())
	v := &shownEvent{
		TournamentView: t, Printer: s.printer(c), viewer: viewerID(c),
		byID: map[int64]*store.EntrantView{}, rows: map[int64]*store.Pairing{},
	}
	var err error
	// An event that goes on meanwhile is read once more, so that its round and its
	// pairings are of one moment.
	for range 5 {
		if v.entrants, err = read.Entrants(t.ID); err != nil {
			return nil, err
		}
		if v.pairings, err = read.Pairings(t.ID); err != nil {
			return nil, err
		}
		now, err := read.Tournament(t.ID)
		if err != nil {
			return nil, err
		}
		if now.Version == t.Version {
			break
		}
		*t = *now
	}
	if v.event, err = play.NewEvent(&t.Tournament, v.entrants, v.pairings); err != nil {
		return nil, err
	}
	for i := range v.entrants {
		e := &v.entrants[i]
		v.byID[e.ID] = e
		if v.viewer != 0 && e.AccountID == v.viewer {
			v.own = e
		}
	}
	for i := range v.pairings {
		v.rows[v.pairings[i].ID] = &v.pairings[i]
	}
	v.directs, err = play.Directs(read, &t.Tournament, v.viewer)
	return v, err
}

func (v *shownEvent) at(format string, args ...any) string {
	return fmt.Sprintf("/tournaments/%d", v.ID) + fmt.Sprintf(format, args...)
}

// playerIn is a player of an event; one without an account has no page.
func playerIn(e *store.EntrantView, points int64) templates.Player {
	p := player(e.Shown, points, false)
	p.Title, p.Closed = e.Title, e.AccountID == 0
	return p
}

// player is an entrant, with the rating at the start. The name leads to the card
// of the event, where there is one.
func (v *shownEvent) player(entrant int64) templates.Player {
	row := v.byID[entrant]
	if row == nil {
		return templates.Player{Name: "–", Closed: true}
	}
	points := row.Rating
	if v.StartedAt.IsZero() && row.Current != 0 {
		points = row.Current
	}
	p := playerIn(row, points)
	if row.Seat > 0 {
		p.At = v.at("/players/%d", row.Seat)
	}
	return p
}

// number is the starting rank of an entrant, 0 before the start.
func (v *shownEvent) number(entrant int64) int {
	if row := v.byID[entrant]; row != nil {
		return row.Seat
	}
	return 0
}

// you reports whether a seat is the reader's.
func (v *shownEvent) you(seat int) bool { return seat > 0 && v.own != nil && v.own.Seat == seat }

// knockout reports whether the whole event is a draw.
func (v *shownEvent) knockout() bool {
	switch v.event.Plan.Format {
	case director.Knockout, director.DoubleElimination, director.Progressive:
		return true
	}
	return false
}

// hasDraw reports whether there is a draw to be shown.
func (v *shownEvent) hasDraw() bool {
	_, err := v.event.Draw()
	return err == nil
}

// gameWorth is what a win, a draw and a loss are worth, in tenths.
func gameWorth(p director.Plan) (win, draw, loss int) {
	if points := p.Points; points != nil {
		return int(points.Win), int(points.Draw), int(points.Loss)
	}
	switch p.Scoring {
	case director.TwoOne:
		return 20, 10, 0
	case director.ThreeOne:
		return 30, 10, 0
	case director.ByScore:
		return 10 * p.Length, 5 * p.Length, 0
	}
	return 10, 5, 0
}

// score is the result of a game that has ended, White's part first: that of a
// match to some points, else the points that it is worth.
func (v *shownEvent) score(p *store.Pairing) string {
	win, draw, loss := gameWorth(v.event.Plan)
	if points := v.event.Plan.Points; points != nil && p.Forfeit {
		win, loss = int(points.ForfeitWin), int(points.ForfeitLoss)
	}
	pair := func(a, b int) string { return v.Tenths(a) + "–" + v.Tenths(b) }
	switch {
	case p.Result == "":
		return ""
	case p.ScoreWhite+p.ScoreBlack > 0:
		return pair(10*p.ScoreWhite, 10*p.ScoreBlack)
	case p.Result == "1-0":
		return pair(win, loss)
	case p.Result == "0-1":
		return pair(loss, win)
	case p.Result == "½-½":
		return pair(draw, draw)
	}
	return pair(loss, loss)
}

// pairing is a game or a bye in a list of a round.
func (v *shownEvent) pairing(p *store.Pairing) templates.Pairing {
	out := templates.Pairing{
		ID: p.ID, Board: p.Board, White: v.player(p.WhiteID), WhiteNumber: v.number(p.WhiteID),
		GameID: p.GameID, Score: v.score(p), Forfeit: p.Forfeit, Deferred: p.Deferred, Ruled: p.Ruled,
	}
	if director.Kind(p.Kind).Bye() {
		out.Bye, out.Score = p.Kind, ""
		return out
	}
	out.Black, out.BlackNumber = v.player(p.BlackID), v.number(p.BlackID)
	if p.Result == "" {
		out.Due = p.DueAt
	}
	return out
}

// sumOf is the score of two games with colours swapped, White's part of the
// second one first; empty while one of them goes on.
func (v *shownEvent) sumOf(first, second *store.Pairing) string {
	if first.Result == "" || second.Result == "" {
		return ""
	}
	win, draw, _ := gameWorth(v.event.Plan)
	points := func(p *store.Pairing) (white, black int) {
		switch p.Result {
		case "1-0":
			return win, 0
		case "0-1":
			return 0, win
		case "½-½":
			return draw, draw
		}
		return 0, 0
	}
	w, b := points(second)
	x, y := points(first)
	return v.Tenths(w+y) + "–" + v.Tenths(b+x)
}

// tally is what a seat has played, forfeits aside.
type tally struct {
	played int
	// performance is from games against opponents with a rating, nil without any.
	performance *rating.Performance
}

// tally is that of a seat in a table, of the whole event where the stage is empty.
func (v *shownEvent) tally(stage string, seat int) tally {
	if v.tallies == nil {
		v.tallies = map[string]map[int]tally{}
	}
	if v.tallies[stage] == nil {
		v.tallies[stage] = v.count(stage)
	}
	return v.tallies[stage][seat]
}

// count has the tallies of a stage by seat. There are no performances where games
// are not rated, nor in matches to some points, of which the formula knows nothing.
func (v *shownEvent) count(stage string) map[int]tally {
	all := map[int]tally{}
	opponents, halves := map[int][]int{}, map[int]int{}
	_, draughts := templates.TraitsOf(v.Variant)
	note := func(player, opponent int64, made int) {
		seat, row := v.number(player), v.byID[opponent]
		of := all[seat]
		of.played++
		all[seat] = of
		if v.Rated && draughts && row != nil && row.Rating > 0 {
			opponents[seat] = append(opponents[seat], rating.Milli(row.Rating).Points())
			halves[seat] += made
		}
	}
	for i := range v.event.Pairings {
		g := &v.event.Pairings[i]
		if g.Kind != director.Game || !g.Finished() || g.Forfeit || !v.within(g, stage) {
			continue
		}
		white, black := g.Result.Points()
		note(g.White, g.Black, white)
		note(g.Black, g.White, black)
	}
	for seat, ratings := range opponents {
		of, p := all[seat], rating.PerformanceAgainst(ratings, halves[seat])
		of.performance = &p
		all[seat] = of
	}
	return all
}

// within reports whether a game counts in the table of a stage.
func (v *shownEvent) within(g *director.Pairing, stage string) bool {
	if stage == "" || !v.knockout() {
		return stage == "" || g.Stage == stage
	}
	state, err := v.event.Draw()
	return err == nil && g.Round >= 1 && g.Round <= len(state.Draw.Matches) && string(state.Draw.Matches[g.Round-1].Stage.Contest()) == stage
}
