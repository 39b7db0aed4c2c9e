package api

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/templates"
	"crownpost/tournament/director"
)

// printPage is a page for paper: the pairings of a round, the tables, or a score
// sheet for each board of a round.
func (s *Server) printPage(c echo.Context) error {
	f, err := s.filedAt(c)
	if err != nil {
		return err
	}
	if f.StartedAt.IsZero() || f.Format == string(director.Ladder) {
		return store.ErrNotFound
	}
	page := &templates.PrintPage{
		Layout: s.layout(c, "print.title", "name", f.Name), ID: f.ID, Name: f.Name, Variant: f.Variant, What: c.QueryParam("what"), Round: f.Round,
	}
	switch page.What {
	case "":
		page.What = "pairings"
	case "pairings", "sheets":
	case "table":
		if page.Tables, err = f.printTables(); err != nil {
			return err
		}
		return s.render(c, http.StatusOK, page)
	default:
		return store.ErrNotFound
	}
	if f.knockout() {
		page.Round = 0
	} else {
		for round := 1; round <= f.Round; round++ {
			page.Choices = append(page.Choices, round)
		}
		if text := c.QueryParam("round"); text != "" {
			if page.Round, err = strconv.Atoi(text); err != nil || page.Round < 1 || page.Round > f.Round {
				return store.ErrNotFound
			}
		}
	}
	page.Boards = f.printBoards(page.Round, page.What == "sheets")
	page.Example = exampleMove(f.Variant)
	return s.render(c, http.StatusOK, page)
}

// exampleMove is a move in the notation of a variant.
func exampleMove(variant string) string {
	v, ok := catalog.Lookup(variant)
	if !ok || v.Family() == rules.Backgammon {
		return "31: 8/5 6/5"
	}
	if legal := v.Start().Legal(); len(legal) > 0 {
		return legal[0].Text
	}
	return ""
}

// printBoards are the games and byes of a round by board. Of a draw, and of the
// final of groups with the last round, they are the games to be played. Sheets
// are for games that somebody plays.
func (f *filedEvent) printBoards(round int, sheets bool) []templates.PrintBoard {
	before := f.pointsBefore(round)
	var boards []templates.PrintBoard
	for i := range f.pairings {
		p := &f.pairings[i]
		kind := director.Kind(p.Kind)
		final := p.Stage == director.Final
		switch {
		case kind != director.Game && (!kind.Bye() || sheets):
			continue
		case f.knockout() || final:
			if kind != director.Game || p.Result != "" || final && round < f.Round {
				continue
			}
		case p.Round != round, sheets && p.Forfeit:
			continue
		}
		board := templates.PrintBoard{Stage: p.Stage, Board: p.Board, White: f.onPaper(p.WhiteID), Kind: p.Kind, Result: templates.ResultText(p.Result)}
		if f.knockout() || final {
			board.Board = len(boards) + 1
		}
		board.White.Points = before[p.WhiteID]
		if p.BlackID != 0 {
			board.Black = f.onPaper(p.BlackID)
			board.Black.Points = before[p.BlackID]
		}
		boards = append(boards, board)
	}
	slices.SortStableFunc(boards, func(a, b templates.PrintBoard) int { // byes last
		return cmp.Compare(min(a.Board, 1), min(b.Board, 1)) * -1
	})
	return boards
}

// onPaper is a player.
func (f *filedEvent) onPaper(id int64) templates.PrintPlayer {
	e := f.byID[id]
	if e == nil {
		return templates.PrintPlayer{}
	}
	return templates.PrintPlayer{Seat: e.Seat, Name: e.Shown, Rating: rating.Milli(e.Rating).Points()}
}

// pointsBefore are the points that players had before a round, where points are
// counted.
func (f *filedEvent) pointsBefore(round int) map[int64]string {
	points := map[int64]string{}
	for _, stage := range f.crossTables() {
		progress, err := f.event.Progress(stage)
		if err != nil {
			continue
		}
		for i, r := range progress.Rows {
			sum := 0
			if round > 1 && len(progress.Sums[i]) >= round-1 {
				sum = int(progress.Sums[i][round-2])
			}
			if stage != director.Final {
				points[r.Player] = f.Tenths(sum)
			}
		}
	}
	return points
}

// printTables are all tables of the event.
func (f *filedEvent) printTables() ([]templates.PrintTable, error) {
	tables, err := f.event.Standings()
	if err != nil {
		return nil, err
	}
	var all []templates.PrintTable
	for _, t := range tables {
		table := templates.PrintTable{Stage: t.Stage}
		for _, c := range t.Codes {
			table.TieBreaks = append(table.TieBreaks, c.String())
		}
		for _, r := range t.Rows {
			row := templates.PrintRow{Rank: r.Rank, Player: f.onPaper(r.Player)}
			row.Player.Points = f.points(r.Points)
			for _, v := range r.Values {
				row.Values = append(row.Values, f.value(v))
			}
			table.Rows = append(table.Rows, row)
		}
		all = append(all, table)
	}
	return all, nil
}
