package api

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/tiebreak"
)

// crossOnPage is the greatest number of players whose games stand in the
// standings themselves; larger cross tables have a page of their own.
const crossOnPage = 14

// allCells has every table with its games.
const allCells = 1 << 20

// value is a number of a table, empty where there is none.
func (v *shownEvent) value(x tiebreak.Value) string {
	if x.None {
		return ""
	}
	return v.Hundredths(int64(x.Number))
}

// points are a player's own, with halves.
func (v *shownEvent) points(x tiebreak.Value) string {
	if x.None {
		return ""
	}
	return v.Tenths(int(x.Number) / 10)
}

// tables are the standings; those of round robins of at most so many players have
// their games.
func (v *shownEvent) tables(cells int) ([]templates.TournamentTable, error) {
	standings, err := v.event.Standings()
	if err != nil {
		return nil, err
	}
	var tables []templates.TournamentTable
	for _, table := range standings {
		out := templates.TournamentTable{Stage: table.Stage, Provisional: v.goesOnPlaying(table.Provisional), Draw: v.ofDraw(table)}
		for _, code := range table.Codes {
			out.Codes = append(out.Codes, code.String())
		}
		goesOn := v.goesOn(table.Stage)
		for _, row := range table.Rows {
			line := v.standing(table.Stage, row)
			line.GoesOn = goesOn[row.Seat]
			out.Performance = out.Performance || line.Performance > 0
			out.Rows = append(out.Rows, line)
		}
		if v.event.Plan.Format != director.Swiss && !out.Draw && len(table.Rows) <= cells {
			cross, err := v.event.CrossTable(table.Stage)
			if err != nil {
				return nil, err
			}
			out.Cross = true
			v.fillCells(&out, cross)
		}
		tables = append(tables, out)
	}
	return tables, nil
}

// ofDraw reports whether a table is of a draw, which has places alone.
func (v *shownEvent) ofDraw(table director.Table) bool {
	return v.knockout() || table.Stage == director.Final && len(table.Codes) == 0
}

func (v *shownEvent) standing(stage string, row director.Row) templates.Standing {
	made := v.tally(stage, v.number(row.Player))
	line := templates.Standing{
		Rank: row.Rank, Number: row.Seat, Player: v.player(row.Player), Annulled: row.Annulled, Played: made.played, Won: row.Won,
		Points: v.points(row.Points), In: row.In, Match: row.LastMatch, You: v.you(v.number(row.Player)),
	}
	line.Number = v.number(row.Player)
	if holder := v.byID[row.Player]; holder != nil {
		line.Status = holder.Status
	}
	for _, x := range row.Values {
		line.Values = append(line.Values, v.value(x))
	}
	if made.performance != nil {
		line.Performance = made.performance.Rating
	}
	return line
}

// goesOnPlaying reports whether there is more to be played: an event that was
// ended early has no more, whatever was planned.
func (v *shownEvent) goesOnPlaying(planned bool) bool {
	return planned && v.Status == store.TournamentRunning
}

// goesOn is why the players of a section go on to the final as things stand, by
// seat; nobody does before a game has ended, nor once the event is over.
func (v *shownEvent) goesOn(stage string) map[int]string {
	number, err := strconv.Atoi(stage)
	if err != nil || v.Status != store.TournamentRunning || len(v.count(stage)) == 0 {
		return nil
	}
	state, err := v.event.Sections()
	if err != nil {
		return nil
	}
	verdicts, err := state.Explain(number)
	if err != nil {
		return nil
	}
	reasons := map[int]string{}
	for _, verdict := range verdicts {
		if verdict.Reason.Advances() {
			reasons[verdict.Seat] = string(verdict.Reason)
		}
	}
	return reasons
}

func (v *shownEvent) fillCells(out *templates.TournamentTable, cross director.CrossTable) {
	for i := range out.Rows {
		for j, cells := range cross.Cells[i] {
			cell := templates.Cell{Self: i == j}
			for _, c := range cells {
				cell.Games = append(cell.Games, v.cellGame(c))
			}
			out.Rows[i].Cells = append(out.Rows[i].Cells, cell)
		}
	}
}

// cellGame is a game as one of its players sees it.
func (v *shownEvent) cellGame(c director.Cell) templates.CellGame {
	out := templates.CellGame{Text: v.cellText(c), Annulled: c.Annulled}
	if row := v.rows[c.Pairing]; row != nil {
		out.ID = row.GameID
	}
	return out
}

func (v *shownEvent) cellText(c director.Cell) string {
	switch c.Kind {
	case tournament.Pending, tournament.Unrecorded:
		return ""
	case tournament.ForfeitWin:
		return "+"
	case tournament.ForfeitLoss:
		return "–"
	}
	return v.Tenths(int(c.Points))
}

// kinds of rounds without a game, by those of records.
var byeKinds = map[tournament.Kind]director.Kind{
	tournament.PairingBye: director.PairingBye, tournament.FullBye: director.FullBye,
	tournament.HalfBye: director.HalfBye, tournament.ZeroBye: director.ZeroBye,
}

// progress is the way of everybody through the rounds of a Swiss.
func (v *shownEvent) progress() (templates.ProgressTable, error) {
	progress, err := v.event.Progress("")
	if err != nil {
		return templates.ProgressTable{}, err
	}
	out := templates.ProgressTable{Provisional: v.goesOnPlaying(v.event.RoundsLeft() > 0)}
	for round := 1; round <= progress.Rounds; round++ {
		out.Rounds = append(out.Rounds, round)
	}
	for i, row := range progress.Rows {
		of := v.standing("", row)
		line := templates.ProgressRow{
			Rank: of.Rank, Number: of.Number, Player: of.Player, Status: of.Status, Annulled: of.Annulled, Points: of.Points, You: of.You,
		}
		for r, cells := range progress.Cells[i] {
			round := templates.ProgressRound{Sum: v.Tenths(int(progress.Sums[i][r]))}
			for _, c := range cells {
				game := templates.ProgressGame{CellGame: v.cellGame(c), Kind: "game"}
				switch {
				case c.Opponent > 0:
					game.Opponent = v.number(progress.Rows[c.Opponent-1].Player)
					game.Colour = map[tournament.Colour]string{tournament.White: "white", tournament.Black: "black"}[c.Colour]
				case byeKinds[c.Kind] != "":
					game.Kind = string(byeKinds[c.Kind])
				default:
					game.Kind = "rest"
				}
				round.Games = append(round.Games, game)
			}
			line.Rounds = append(line.Rounds, round)
		}
		out.Rows = append(out.Rows, line)
	}
	return out, nil
}

// tournamentTablePage is the cross table or the progress table, and the wall
// chart.
func (s *Server) tournamentTablePage(wall bool) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.startedAt(c)
		if err != nil {
			return err
		}
		swiss := v.event.Plan.Format == director.Swiss
		if v.knockout() || wall && !swiss {
			return store.ErrNotFound
		}
		page := &templates.TournamentTablePage{Layout: s.layout(c, "tournament.title", "name", v.Name), TournamentHead: v.head(), Wall: wall}
		if !swiss {
			tables, err := v.tables(allCells)
			if err != nil {
				return err
			}
			page.Cross = slices.DeleteFunc(tables, func(t templates.TournamentTable) bool { return t.Draw })
			return s.render(c, http.StatusOK, page)
		}
		progress, err := v.progress()
		if err != nil {
			return err
		}
		if wall {
			slices.SortFunc(progress.Rows, func(a, b templates.ProgressRow) int { return a.Number - b.Number })
		}
		page.Progress = &progress
		return s.render(c, http.StatusOK, page)
	}
}
