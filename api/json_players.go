package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts/openings"
)

type ratingJSON struct {
	Rating      int    `json:"rating"`
	Exact       string `json:"exact"`
	Provisional bool   `json:"provisional"`
	Games       int    `json:"games"`
	Wins        int    `json:"wins"`
	Draws       int    `json:"draws"`
	Losses      int    `json:"losses"`
	Peak        int    `json:"peak"`
}

func newRatingJSON(r *store.Rating) ratingJSON {
	return ratingJSON{
		Rating: rating.Milli(r.Rating).Points(), Exact: rating.Milli(r.Rating).String(),
		Provisional: provisional(r.Pool, r.Games, r.Experience),
		Games:       r.Games, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Peak: rating.Milli(r.Peak).Points(),
	}
}

// playerNamed finds the account of the name in the address, in any case.
func (s *Server) playerNamed(c echo.Context) (*store.Account, error) {
	return s.Store.Read(c.Request().Context()).AccountByName(account.NameKey(c.Param("name")))
}

func (s *Server) apiPlayer(c echo.Context) error {
	a, err := s.playerNamed(c)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	rows, err := read.Ratings(a.ID)
	if err != nil {
		return err
	}
	counts, err := read.CountGames(a.ID)
	if err != nil {
		return err
	}
	leave, err := s.leaveOf(read, a.ID)
	if err != nil {
		return err
	}
	ratings := map[string]ratingJSON{}
	for i := range rows {
		ratings[rows[i].Pool] = newRatingJSON(&rows[i])
	}
	return c.JSON(http.StatusOK, map[string]any{
		"name": a.Name, "joined": a.CreatedAt.UTC(), "closed": !a.ClosedAt.IsZero(), "leave": newLeaveJSON(leave), "ratings": ratings,
		"counts": map[string]int{"running": counts.Running, "finished": counts.Finished},
	})
}

// day reads a date of a filter, 2026-11-30, as its first moment in UTC.
func day(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.DateOnly, text)
}

// historyFilter reads the filter of a player's games out of the address. The
// sentences are for the fields that could not be read.
func (s *Server) historyFilter(c echo.Context) (store.HistoryFilter, map[string]string) {
	f := store.HistoryFilter{Variant: c.QueryParam("variant"), Result: c.QueryParam("result")}
	wrong := map[string]string{}
	if _, ok := catalog.Lookup(f.Variant); !ok && f.Variant != "" {
		wrong["variant"] = "There is no such variant."
	}
	switch f.Result {
	case "", store.Won, store.Drawn, store.Lost:
	default:
		wrong["result"] = "result must be won, drawn or lost."
	}
	var err error
	if f.From, err = day(c.QueryParam("from")); err != nil {
		wrong["from"] = "A date is written 2026-11-30."
	}
	if f.To, err = day(c.QueryParam("to")); err != nil {
		wrong["to"] = "A date is written 2026-11-30."
	} else if !f.To.IsZero() {
		f.To = f.To.AddDate(0, 0, 1) // the day itself belongs to it
		if !f.From.IsZero() && !f.From.Before(f.To) {
			wrong["to"] = "The last day must not be before the first."
		}
	}
	if name := strings.TrimSpace(c.QueryParam("opponent")); name != "" {
		opponent, err := s.Store.Read(c.Request().Context()).AccountByName(account.NameKey(name))
		if err != nil {
			wrong["opponent"] = "There is no player of this name."
		} else {
			f.OpponentID = opponent.ID
		}
	}
	if before := c.QueryParam("before"); before != "" {
		if f.Before, err = readCursor(before); err != nil {
			wrong["before"] = "before must be the cursor that the page before gave."
		}
	}
	return f, wrong
}

// A cursor is written as the time in milliseconds and the id: 1789128897000-17.
func readCursor(text string) (store.Cursor, error) {
	at, id, _ := strings.Cut(text, "-")
	millis, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return store.Cursor{}, err
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return store.Cursor{}, err
	}
	return store.Cursor{At: time.UnixMilli(millis).UTC(), ID: n}, nil
}

func writeCursor(at time.Time, id int64) string {
	return strconv.FormatInt(at.UnixMilli(), 10) + "-" + strconv.FormatInt(id, 10)
}

const historyPage = 50

func (s *Server) apiPlayerGames(c echo.Context) error {
	a, err := s.playerNamed(c)
	if err != nil {
		return err
	}
	filter, wrong := s.historyFilter(c)
	if len(wrong) > 0 {
		return invalid(wrong)
	}
	filter.Limit = historyPage + 1
	rows, err := s.Store.Read(c.Request().Context()).History(a.ID, filter)
	if err != nil {
		return err
	}
	answer := map[string]any{"next": nil}
	if len(rows) > historyPage {
		rows = rows[:historyPage]
		last := rows[len(rows)-1]
		answer["next"] = writeCursor(last.EndedAt, last.ID)
	}
	if answer["games"], err = s.newGamesJSON(rows, viewerID(c)); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, answer)
}

func (s *Server) apiLeaderboard(c echo.Context) error {
	variant := c.Param("variant")
	if _, ok := catalog.Lookup(variant); !ok {
		return store.ErrNotFound
	}
	games, experience := rating.Established(formulaOf(variant))
	rows, err := s.Store.Read(c.Request().Context()).Leaderboard(variant, games, experience, 0, 100)
	if err != nil {
		return err
	}
	type line struct {
		Rank int    `json:"rank"`
		Name string `json:"name"`
		ratingJSON
	}
	lines := make([]line, len(rows))
	for i := range rows {
		lines[i] = line{i + 1, rows[i].Name, newRatingJSON(&rows[i].Rating)}
	}
	return c.JSON(http.StatusOK, map[string]any{"variant": variant, "players": lines})
}

func (s *Server) apiVariants(c echo.Context) error {
	type option struct {
		Key    string   `json:"key"`
		Values []string `json:"values"`
	}
	type table struct {
		Key     string `json:"key"`
		Name    string `json:"name"`
		Ballots int    `json:"ballots"`
	}
	type variant struct {
		Key      string   `json:"key"`
		Family   string   `json:"family"`
		Start    string   `json:"start"`
		Options  []option `json:"options"`
		Openings []table  `json:"openings"`
	}
	var list []variant
	for _, v := range catalog.All() {
		row := variant{v.Key(), string(v.Family()), v.Start().Notation(), []option{}, []table{}}
		for _, o := range v.Options() {
			row.Options = append(row.Options, option{o.Key, o.Values})
		}
		for _, t := range openings.For(v.Key()) {
			row.Openings = append(row.Openings, table{t.Key, t.Name, len(t.Ballots)})
		}
		list = append(list, row)
	}
	return c.JSON(http.StatusOK, map[string]any{"variants": list})
}
