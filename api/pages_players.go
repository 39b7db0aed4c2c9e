package api

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/templates"
)

// graphPoints is how many changes a rating graph goes back.
const graphPoints = 500

func (s *Server) playerPage(c echo.Context) error {
	a, err := s.playerNamed(c)
	if err != nil {
		return err
	}
	if c.Param("name") != a.Name {
		query := c.Request().URL.RawQuery
		if query != "" {
			query = "?" + query
		}
		return c.Redirect(http.StatusMovedPermanently, "/players/"+url.PathEscape(a.Name)+query)
	}
	read := s.Store.Read(c.Request().Context())
	viewer := viewerID(c)
	page := &templates.PlayerPage{
		Layout: s.layout(c, "player.title", "name", a.Name), Name: a.Name, Joined: a.CreatedAt, You: a.ID == viewer,
		Variants: variantKeys(), CanChallenge: viewer != 0 && viewer != a.ID && a.ClosedAt.IsZero(),
	}
	if page.Leave, err = s.leaveOf(read, a.ID); err != nil {
		return err
	}
	if err := s.fillRatings(c, page, read, a.ID); err != nil {
		return err
	}
	if err := s.fillHistory(c, page, read, a); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, page)
}

// fillRatings lists the player's pools and draws the graph of the one that was
// asked for, or of the one with most games.
func (s *Server) fillRatings(c echo.Context, page *templates.PlayerPage, read *store.Reader, id int64) error {
	rows, err := read.Ratings(id)
	if err != nil {
		return err
	}
	pool, most := c.QueryParam("pool"), 0
	if _, ok := catalog.Lookup(pool); !ok {
		pool = ""
	}
	best := ""
	for _, r := range rows {
		provisional := provisional(r.Pool, r.Games, r.Experience)
		line := templates.PoolRating{
			Variant: r.Pool, Rating: templates.Rating{Points: rating.Milli(r.Rating).Points(), Provisional: provisional},
			Games: r.Games, Won: r.Wins, Drawn: r.Draws, Lost: r.Losses,
		}
		if !provisional {
			line.Peak = rating.Milli(r.Peak).Points()
			games, experience := rating.Established(formulaOf(r.Pool))
			if line.Rank, err = read.Rank(&r, games, experience); err != nil {
				return err
			}
		}
		page.Ratings = append(page.Ratings, line)
		if r.Games > most {
			most, best = r.Games, r.Pool
		}
	}
	if pool == "" {
		pool = best
	}
	if pool == "" {
		return nil
	}
	changes, err := read.RatingChanges(id, pool, store.Cursor{}, graphPoints)
	if err != nil {
		return err
	}
	slices.Reverse(changes)
	graph := &templates.Graph{Variant: pool}
	for _, change := range changes {
		graph.Points = append(graph.Points, templates.RatingPoint{
			At: change.At, Rating: change.After, GameID: change.GameID, Opponent: change.OpponentName,
		})
	}
	if len(graph.Points) > 0 {
		page.Graph = graph
	}
	return nil
}

func (s *Server) fillHistory(c echo.Context, page *templates.PlayerPage, read *store.Reader, a *store.Account) error {
	filter, wrong := s.historyFilter(c)
	page.Filter = templates.GameFilter{
		Variant: c.QueryParam("variant"), Opponent: clean(c.QueryParam("opponent")), Result: c.QueryParam("result"),
		From: c.QueryParam("from"), To: c.QueryParam("to"), Errors: wrong,
	}
	running := page.Filter.Result == "running"
	if running {
		delete(wrong, "result")
	}
	var rows []store.GameView
	var err error
	switch {
	case len(wrong) > 0:
	case running:
		rows, err = read.RunningGames(a.ID, store.AwaitCursor{}, 200)
		if err == nil {
			err = s.asOfNow(rows)
		}
		rows = slices.DeleteFunc(rows, func(g store.GameView) bool { return !asked(&g, filter) })
	default:
		filter.Limit = historyPage + 1
		rows, err = read.History(a.ID, filter)
	}
	if err != nil {
		return err
	}
	page.Pager.Total = len(rows)
	if len(rows) > historyPage && !running {
		rows = rows[:historyPage]
		last := rows[len(rows)-1]
		query := c.QueryParams()
		query.Set("before", writeCursor(last.EndedAt, last.ID))
		page.Pager.Older = c.Request().URL.Path + "?" + query.Encode()
	}
	if before := filter.Before; !running && (page.Pager.Older != "" || before != (store.Cursor{})) {
		filter.Before = store.Cursor{}
		if page.Pager.Total, err = read.CountHistory(a.ID, filter); err != nil {
			return err
		}
		filter.Before = before
	}
	if page.Games, err = historyRows(read, rows, a.ID); err != nil {
		return err
	}
	return s.fillHeadToHead(c, page, read, a, filter)
}

// asked says whether a running game, which the store does not search, is one
// that the filter asks for.
func asked(g *store.GameView, f store.HistoryFilter) bool {
	return g.Status == store.GameRunning && (f.Variant == "" || g.Variant == f.Variant) &&
		(f.OpponentID == 0 || g.WhiteID == f.OpponentID || g.BlackID == f.OpponentID) &&
		!g.CreatedAt.Before(f.From) && (f.To.IsZero() || g.CreatedAt.Before(f.To))
}

// historyRows are lines of a player's history, with what each game did to the
// player's rating.
func historyRows(read *store.Reader, games []store.GameView, player int64) ([]templates.HistoryRow, error) {
	ids := make([]int64, len(games))
	for i := range games {
		ids[i] = games[i].ID
	}
	changes, err := read.ChangesIn(player, ids)
	if err != nil {
		return nil, err
	}
	delta := map[int64]int64{}
	for _, change := range changes {
		delta[change.GameID] = change.Delta
	}
	rows := make([]templates.HistoryRow, len(games))
	for i := range games {
		rows[i] = historyRow(&games[i], player)
		rows[i].Change = delta[games[i].ID]
	}
	return rows, nil
}

func historyRow(g *store.GameView, player int64) templates.HistoryRow {
	side := g.Side(player)
	// A move of draughts is one of each side; of two plies of backgammon one is
	// the throw.
	moves := (g.Ply + 1) / 2
	if g.Family == string(rules.Backgammon) {
		moves = g.Ply / 2
	}
	line := templates.HistoryRow{
		ID: g.ID, Variant: g.Variant, Side: side.String(), Opponent: playerOf(g, side.Other()), Rated: g.Rated,
		Moves: moves, Started: g.CreatedAt, Ended: g.EndedAt, Outcome: "running",
	}
	if g.Length > 0 || g.Money > 0 {
		line.Match = &templates.Match{Length: g.Length, Money: g.Money}
	}
	if g.TournamentID != 0 {
		line.Tournament = &templates.Link{Text: g.TournamentName, URL: "/tournaments/" + itoa(g.TournamentID)}
	}
	if g.Status == store.GameRunning {
		return line
	}
	line.Result = rowResult(g)
	switch {
	case g.Status == store.GameAborted:
		line.Outcome = "void"
	case g.Winner == rules.NoSide:
		line.Outcome = "drawn"
	case g.Winner == side:
		line.Outcome = "won"
	default:
		line.Outcome = "lost"
	}
	return line
}

// playerOf is who plays a side of a game.
func playerOf(g *store.GameView, side rules.Side) templates.Player {
	if side == rules.White {
		return player(g.WhiteName, g.WhiteRating, provisional(g.Variant, g.WhiteGames, g.WhiteExperience))
	}
	return player(g.BlackName, g.BlackRating, provisional(g.Variant, g.BlackGames, g.BlackExperience))
}

// fillHeadToHead adds the score against the opponent of the filter, or else
// against the reader.
func (s *Server) fillHeadToHead(c echo.Context, page *templates.PlayerPage, read *store.Reader, a *store.Account, f store.HistoryFilter) error {
	opponent := f.OpponentID
	if opponent == 0 {
		opponent = viewerID(c)
	}
	if opponent == 0 || opponent == a.ID {
		return nil
	}
	rows, err := read.ScoresAgainst(a.ID, opponent)
	if err != nil || len(rows) == 0 {
		return err
	}
	other, err := read.Account(opponent)
	if err != nil {
		return err
	}
	page.HeadToHead = &templates.HeadToHead{Opponent: other.Name}
	for _, r := range rows {
		page.HeadToHead.Rows = append(page.HeadToHead.Rows, templates.HeadToHeadRow{
			Variant: r.Variant, Won: r.Wins, Drawn: r.Draws, Lost: r.Losses, Running: r.Running,
		})
	}
	return nil
}

func (s *Server) leaderboardsPage(c echo.Context) error {
	read := s.Store.Read(c.Request().Context())
	page := &templates.LeaderboardsPage{Layout: s.layout(c, "leaderboards.title")}
	wanted := c.QueryParam("variant")
	limit := 10
	if _, ok := catalog.Lookup(wanted); ok {
		limit = 200
	} else {
		wanted = ""
	}
	variants := []string{wanted}
	if wanted == "" {
		variants = nil
		for _, group := range templates.GroupVariants(variantKeys()) {
			variants = append(variants, group.Variants...)
		}
	}
	for _, variant := range variants {
		games, experience := rating.Established(formulaOf(variant))
		rows, err := read.Leaderboard(variant, games, experience, 0, limit+1)
		if err != nil {
			return err
		}
		if len(rows) == 0 && wanted == "" {
			page.Empty = append(page.Empty, variant)
			continue
		}
		board := templates.Leaderboard{Variant: variant}
		if len(rows) > limit {
			rows = rows[:limit]
			if wanted == "" {
				board.More = "/leaderboards?variant=" + variant
			}
		}
		for i, r := range rows {
			board.Rows = append(board.Rows, templates.LeaderRow{
				Rank: i + 1, Player: player(r.Name, r.Rating.Rating, false), Games: r.Games, Last: r.UpdatedAt,
				You: r.AccountID == viewerID(c),
			})
		}
		page.Boards = append(page.Boards, board)
	}
	return s.render(c, http.StatusOK, page)
}
