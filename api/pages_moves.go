package api

import (
	"crownpost/api/play"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts"
	"crownpost/templates"
)

// listMoves writes the move list, a line for each pair of moves, and by the
// games of a match. In backgammon a throw stands with the play that answers
// it, and the last play leads to the throw that answers it; one that the match
// ended before stands alone. Where the rules say who begins, moves are counted
// from that side, as notation does, also if the other had the first.
func (g *gameView) listMoves(page *templates.GamePage) {
	first := rules.White
	if len(g.moves) > 0 {
		first = g.positions[0].ToAct()
	}
	if v, ok := g.variant.(*draughts.Variant); ok {
		first = v.Starts()
	}
	page.FirstSide = first.String()
	g.listStops(page)
	running := g.state.Status == correspondence.Running
	var games []templates.GameMoves
	for i, m := range g.moves {
		number := gameNumber(g.positions[i])
		if len(games) == 0 || games[len(games)-1].Number != number {
			game := templates.GameMoves{Number: number}
			if number > 0 {
				game.Score = newMatch(g.positions[i]).Points()
			}
			games = append(games, game)
		}
		game := &games[len(games)-1]
		if !g.thrown(i) || !running && i == len(g.moves)-1 {
			addMove(game, m.Side == first, &templates.MoveCell{
				Ply: g.stopOf(i), Text: actText(page.Printer, g.positions[i], m.Act), Dice: play.ReadDice(m.Dice),
				Shown: g.stopOf(i) == page.Shown,
			})
		}
		if result := g.gameResult(page.Printer, i); result != "" {
			game.Result = result
		}
	}
	// How it ended otherwise than by a move is told behind the last one.
	if n := len(games) - 1; n >= 0 && page.Match != nil && g.state.Result != nil && games[n].Result == "" {
		r := newResult(g.row, *g.state.Result, g.state.Status, g.state.Position)
		games[n].Result = page.Reason(r.Reason, r.Winner, r.Loser)
	}
	if len(games) > 0 && (games[0].Number > 0 || len(games[0].Rows) > 0) {
		page.Games = games
	}
}

// addMove adds a move to the side's column.
func addMove(game *templates.GameMoves, first bool, cell *templates.MoveCell) {
	last := len(game.Rows) - 1
	if !first && last >= 0 && game.Rows[last].Second == nil {
		game.Rows[last].Second = cell
		return
	}
	row := templates.MoveRow{Number: last + 2, First: cell}
	if !first {
		row.First, row.Second = nil, cell
	}
	game.Rows = append(game.Rows, row)
}

// listStops lists the plies that the arrows stop at.
func (g *gameView) listStops(page *templates.GamePage) {
	stop := func(ply int) {
		if len(page.Stops) == 0 || page.Stops[len(page.Stops)-1] < ply {
			page.Stops = append(page.Stops, ply)
		}
	}
	begin := 0
	for g.thrown(begin) {
		begin++
	}
	stop(begin)
	for i := range g.moves {
		if !g.thrown(i) {
			stop(g.stopOf(i))
		}
	}
	stop(len(g.moves))
}

// thrown says that a move is a throw.
func (g *gameView) thrown(i int) bool { return i < len(g.moves) && g.moves[i].Act == actRoll }

// stopOf is the ply that a move leads to: behind the throw that follows the
// last one.
func (g *gameView) stopOf(i int) int {
	ply := i + 1
	if ply == len(g.moves)-1 && g.thrown(ply) {
		ply++
	}
	return ply
}
