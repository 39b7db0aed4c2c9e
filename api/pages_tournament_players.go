package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
)

func (v *shownEvent) entrantRow(e *store.EntrantView) templates.EntrantRow {
	return templates.EntrantRow{
		Number: e.Seat, Player: v.player(e.ID), Federation: e.Federation, Key: e.Number, Status: e.Status,
		CheckedIn: !e.CheckedInAt.IsZero(), From: e.FromRound, Left: e.LeftRound, You: v.own != nil && v.own.ID == e.ID,
	}
}

// tournamentPlayersPage is the list of players.
func (s *Server) tournamentPlayersPage(c echo.Context) error {
	v, err := s.eventAt(c)
	if err != nil {
		return err
	}
	page := &templates.TournamentPlayersPage{
		Layout: s.layout(c, "tournament-players.title", "name", v.Name), TournamentHead: v.head(),
		CheckIn: v.CheckIn > 0 && v.Status == store.TournamentOpen,
	}
	away, err := s.leavesIn(c, v)
	if err != nil {
		return err
	}
	for i := range v.entrants {
		row := v.entrantRow(&v.entrants[i])
		row.Leave = away[v.entrants[i].AccountID]
		page.Federations, page.Keys = page.Federations || row.Federation != "", page.Keys || row.Key != ""
		if row.Status == store.Waiting {
			page.Queued = append(page.Queued, row)
		} else {
			page.Rows = append(page.Rows, row)
		}
	}
	return s.render(c, http.StatusOK, page)
}

// leavesIn are the leaves of an event's players that are on or to come, by
// account, none once it is over.
func (s *Server) leavesIn(c echo.Context, v *shownEvent) (map[int64]*templates.Leave, error) {
	if v.OverBoard || v.Status != store.TournamentOpen && v.Status != store.TournamentRunning {
		return nil, nil
	}
	var accounts []int64
	for i := range v.entrants {
		if id := v.entrants[i].AccountID; id != 0 {
			accounts = append(accounts, id)
		}
	}
	now := s.Now()
	open, err := s.Store.Read(c.Request().Context()).LeavesAt(now, accounts...)
	if err != nil {
		return nil, err
	}
	away := map[int64]*templates.Leave{}
	for id, l := range open {
		away[id] = newLeave(l.FromAt, l.ToAt, now)
	}
	return away, nil
}

// tournamentPlayerPage is a player's card within the event.
func (s *Server) tournamentPlayerPage(c echo.Context) error {
	v, number, holder, err := s.holderAt(c)
	if err != nil {
		return err
	}
	page := &templates.TournamentPlayerPage{
		Layout:         s.layout(c, "tournament-player.title", "player", holder.Shown, "name", v.Name),
		TournamentHead: v.head(), Entrant: v.entrantRow(holder), Games: v.gamesOf(number),
	}
	page.Entrant.Player.At = ""
	if v.hasDraw() {
		page.Matches = map[string]bool{v.drawStage(): true}
	}
	if holder.AccountID != 0 {
		page.Profile = holder.Shown
		if page.Rated, err = ratedWithEvent(s.Store.Read(c.Request().Context()), v.ID, holder.AccountID); err != nil {
			return err
		}
	}
	for i := range v.entrants {
		if e := &v.entrants[i]; e.Seat == number && e.ID != holder.ID {
			before := v.player(e.ID)
			before.At = ""
			page.Before = append(page.Before, before)
		}
	}
	if p := v.tally("", number).performance; p != nil {
		page.Performance, page.Sum = p.Rating, p.Sum()
	}
	standings, err := v.event.Standings()
	if err != nil {
		return err
	}
	for _, table := range standings {
		for _, row := range table.Rows {
			if v.number(row.Player) == number {
				page.Places = append(page.Places, templates.PlayerPlace{Stage: table.Stage, Rank: row.Rank, Points: v.points(row.Points), In: row.In})
			}
		}
	}
	return s.render(c, http.StatusOK, page)
}

// gamesOf are the games, byes and rulings of a seat, by stage and round.
func (v *shownEvent) gamesOf(number int) []templates.PlayerGame {
	var games []templates.PlayerGame
	stages := v.stages()
	var own []*store.Pairing
	for i := range v.pairings {
		if p := &v.pairings[i]; v.number(p.WhiteID) == number || p.BlackID != 0 && v.number(p.BlackID) == number {
			own = append(own, p)
		}
	}
	slices.SortStableFunc(own, func(a, b *store.Pairing) int {
		if a.Stage != b.Stage {
			return byStageOrder(a.Stage, b.Stage)
		}
		return a.Round - b.Round
	})
	for _, p := range own {
		white := v.number(p.WhiteID) == number
		game := templates.PlayerGame{Stage: p.Stage, Round: stages[p.Stage] + p.Round, Kind: p.Kind, GameID: p.GameID}
		if !director.Kind(p.Kind).Bye() {
			opponent := p.BlackID
			if !white {
				opponent = p.WhiteID
			}
			shown := v.player(opponent)
			game.Opponent, game.Number = &shown, v.number(opponent)
			game.Text = v.seen(p, white)
			if p.ScoreWhite+p.ScoreBlack > 0 {
				game.Match = v.score(p)
			}
		}
		if p.Kind == string(director.Game) {
			game.Colour = "black"
			if white {
				game.Colour = "white"
			}
			if p.Result == "" {
				game.Due = p.DueAt
			}
		}
		games = append(games, game)
	}
	return games
}

// seen is the result of a pairing as one of its players sees it.
func (v *shownEvent) seen(p *store.Pairing, white bool) string {
	win, draw, _ := gameWorth(v.event.Plan)
	if v.event.Plan.Scoring == director.ByScore {
		win, draw = 10, 5
	}
	won := p.Result == "1-0" && white || p.Result == "0-1" && !white
	switch {
	case p.Result == "":
		return ""
	case p.Forfeit && won:
		return "+"
	case p.Forfeit:
		return "–"
	case won:
		return v.Tenths(win)
	case p.Result == "½-½":
		return v.Tenths(draw)
	}
	return v.Tenths(0)
}
