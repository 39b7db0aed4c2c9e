package api

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/rating"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/tiebreak"
)

// cell is a text for a spreadsheet: one that such a program would take for a
// formula begins with an apostrophe.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// count is a number, empty for 0.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// mark is a yes, empty for false.
func mark(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

// eventCSV answers with a table of a tournament.
func (s *Server) eventCSV(what string, table func(c echo.Context, f *filedEvent) ([][]string, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, err := s.filedAt(c)
		if err != nil {
			return err
		}
		rows, err := table(c, f)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		text.WriteString("\ufeff") // spreadsheets take a file without it for another encoding
		w := csv.NewWriter(&text)
		w.UseCRLF = true
		if err := w.WriteAll(rows); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return sendFile(c, fmt.Sprintf("tournament-%d-%s.csv", f.ID, what), csvType, text.Bytes())
	}
}

// noTable is the answer where a tournament has no table of a kind.
func noTable() error {
	return newProblem(http.StatusNotFound, "no-table", "This tournament has no such table, or does not have it yet.")
}

// playersCSV lists who is in a tournament.
func (s *Server) playersCSV(_ echo.Context, f *filedEvent) ([][]string, error) {
	rows := [][]string{{"seat", "name", "title", "rating", "federation", "number", "status", "from round", "left round"}}
	for i := range f.entrants {
		e := &f.entrants[i]
		rows = append(rows, []string{
			count(e.Seat), cell(e.Shown), cell(e.Title), count(rating.Milli(e.Rating).Points()), cell(e.Federation), cell(e.Number),
			e.Status, count(e.FromRound), count(e.LeftRound),
		})
	}
	return rows, nil
}

// seat is the number of an entrant in the whole event; tables of a final of
// groups have numbers of their own.
func (f *filedEvent) seat(id int64) string {
	if e := f.byID[id]; e != nil {
		return count(e.Seat)
	}
	return ""
}

// pairingsCSV lists the games, byes and rulings of a tournament. Those of a draw
// have the number of their match, and the round of its contest that it is in.
func (s *Server) pairingsCSV(_ echo.Context, f *filedEvent) ([][]string, error) {
	rows := [][]string{{
		"stage", "round", "match", "board", "white", "black", "kind", "result", "forfeit", "white score", "black score", "counts as draw for pairing", "ruled", "game",
	}}
	draw, err := f.event.Draw()
	if err != nil {
		draw = nil // there is none, or not yet
	}
	for i := range f.pairings {
		p := &f.pairings[i]
		stage, round, match := p.Stage, p.Round, 0
		if draw != nil && (stage == "" || stage == director.Final) {
			if fixture, err := draw.Fixture(p.Round); err == nil {
				round, match = fixture.Round, p.Round
				if stage == "" {
					stage = string(fixture.Stage)
				}
			}
		}
		address := ""
		if p.GameID != 0 {
			address = s.gameAddress(p.GameID)
		}
		rows = append(rows, []string{
			stage, count(round), count(match), count(p.Board), cell(f.name(p.WhiteID)), cell(f.name(p.BlackID)), p.Kind, p.Result, mark(p.Forfeit),
			count(p.ScoreWhite), count(p.ScoreBlack), mark(p.Deferred), mark(p.Ruled), address,
		})
	}
	return rows, nil
}

// valueText is a number of a table, empty for none.
func valueText(v tiebreak.Value) string {
	if v.None {
		return ""
	}
	return v.Number.String()
}

// rankText is a place, empty for those who have none.
func rankText(r director.Row) string { return count(r.Rank) }

// standingsCSV are the tables of a tournament, one behind the other.
func (s *Server) standingsCSV(_ echo.Context, f *filedEvent) ([][]string, error) {
	tables, err := f.event.Standings()
	if err != nil {
		return nil, noTable()
	}
	head := []string{"stage", "rank", "seat", "name", "points"}
	var codes []tiebreak.Code
	for _, t := range tables {
		for _, c := range t.Codes {
			if !slices.Contains(codes, c) {
				codes = append(codes, c)
				head = append(head, c.String())
			}
		}
	}
	rows := [][]string{append(head, "played", "won")}
	for _, t := range tables {
		for _, r := range t.Rows {
			row := []string{t.Stage, rankText(r), f.seat(r.Player), cell(f.name(r.Player)), valueText(r.Points)}
			for _, c := range codes {
				value := ""
				if i := slices.Index(t.Codes, c); i >= 0 && i < len(r.Values) {
					value = valueText(r.Values[i])
				}
				row = append(row, value)
			}
			rows = append(rows, append(row, strconv.Itoa(f.tally(t.Stage, f.number(r.Player)).played), strconv.Itoa(r.Won)))
		}
	}
	return rows, nil
}

// outcomes are what cross-tables say of a game; f is without play.
var outcomes = map[tournament.Kind]string{
	tournament.Win: "1", tournament.Draw: "½", tournament.Loss: "0", tournament.ForfeitWin: "1f", tournament.ForfeitLoss: "0f",
}

// crossTableCSV is everybody against everybody, ?stage= in groups.
func (s *Server) crossTableCSV(c echo.Context, f *filedEvent) ([][]string, error) {
	table, err := f.event.CrossTable(c.QueryParam("stage"))
	if err != nil {
		return nil, noTable()
	}
	head := []string{"rank", "seat", "name"}
	for i := range table.Rows {
		head = append(head, strconv.Itoa(i+1))
	}
	rows := [][]string{append(head, "points")}
	for i, r := range table.Rows {
		row := []string{rankText(r), f.seat(r.Player), cell(f.name(r.Player))}
		for j := range table.Rows {
			if i == j {
				row = append(row, "x")
				continue
			}
			var games []string
			for _, g := range table.Cells[i][j] {
				if text, ok := outcomes[g.Kind]; ok {
					games = append(games, text)
				}
			}
			row = append(row, strings.Join(games, " "))
		}
		rows = append(rows, append(row, valueText(r.Points)))
	}
	return rows, nil
}
