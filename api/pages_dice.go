package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/rules/dice"
	"crownpost/templates"
)

// dicePage shows the statistics of the last night.
func (s *Server) dicePage(c echo.Context) error {
	page := &templates.DicePage{Layout: s.layout(c, "dice.title")}
	day, body, err := s.Store.Read(c.Request().Context()).DiceStatistics("")
	if errors.Is(err, store.ErrNotFound) {
		return s.render(c, http.StatusOK, page)
	}
	if err != nil {
		return err
	}
	var report dice.Report
	if err := json.Unmarshal([]byte(body), &report); err != nil {
		return fmt.Errorf("dice statistics of %s: %w", day, err)
	}
	if page.Counted, err = time.Parse(time.DateOnly, day); err != nil {
		return fmt.Errorf("dice statistics: %w", err)
	}
	for _, g := range report.Groups {
		if g.Rolls == 0 {
			continue
		}
		group := templates.DiceGroup{Printer: page.Printer, Of: g.Of, Rolls: g.Rolls}
		for _, t := range g.Tests {
			group.Tests = append(group.Tests, templates.DiceTest{
				Printer: page.Printer, Of: g.Of, Name: t.Name, N: t.N, Freedom: t.Freedom, Value: t.Value, P: t.P,
				Enough: t.Enough, Alarm: t.Alarm(), Counts: t.Counts,
			})
		}
		page.Groups = append(page.Groups, group)
	}
	return s.render(c, http.StatusOK, page)
}

// diceVerifyPage checks a proof in the browser. An address with a game that
// is no number is that of the page without one.
func (s *Server) diceVerifyPage(c echo.Context) error {
	page := &templates.DiceVerifyPage{Layout: s.layout(c, "dice.verify.title")}
	if id, err := strconv.ParseInt(c.QueryParam("game"), 10, 64); err == nil && id > 0 {
		page.Game = id
	}
	return s.render(c, http.StatusOK, page)
}
