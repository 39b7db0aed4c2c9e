package archive

import (
	"errors"

	"crownpost/tournament"
	"crownpost/tournament/director"
)

// results are those of pairings by their texts.
var results = map[string]tournament.Result{
	"": tournament.Unfinished, "1-0": tournament.WhiteWins, "0-1": tournament.BlackWins,
	"½-½": tournament.Drawn, "0-0": tournament.BothLose,
}

// Director is the event as package director conducts it. IDs of players and
// pairings are their numbers.
func (e *Event) Director() director.Event {
	d := director.Event{Plan: e.Plan}
	d.Plan.Format = e.SystemOfPlay
	for i, p := range e.Players {
		if p.Status == "waiting" {
			continue
		}
		d.Players = append(d.Players, director.Player{
			ID: int64(i + 1), Seat: p.Seat, Name: p.Name, Title: p.Title, Rating: int((p.Rating + 500) / 1000), Key: p.Federation,
			Status: tournament.Status(p.Status), From: p.From, Left: p.Left,
		})
	}
	for i, p := range e.Pairings {
		pairing := director.Pairing{
			ID: int64(i + 1), Stage: p.Stage, Round: p.Round, Board: p.Board, White: int64(p.White), Black: int64(p.Black),
			Kind: p.Kind, Result: results[p.Result], Forfeit: p.Forfeit, Deferred: p.Deferred,
		}
		if p.Score != nil {
			pairing.Score = *p.Score
		}
		d.Pairings = append(d.Pairings, pairing)
	}
	return d
}

// Tables are the standings; there are none of an event that has not started, nor
// of a ladder.
func (e *Event) Tables() ([]Table, error) {
	tables, err := e.Director().Standings()
	switch {
	case errors.Is(err, director.ErrNotStarted), errors.Is(err, director.ErrFormat):
		return nil, nil
	case err != nil:
		return nil, err
	}
	var all []Table
	for _, t := range tables {
		table := Table{Stage: t.Stage, TieBreaks: []string{}, Rows: []Row{}}
		for _, c := range t.Codes {
			table.TieBreaks = append(table.TieBreaks, c.String())
		}
		for _, r := range t.Rows {
			row := Row{Rank: r.Rank, Player: int(r.Player), Points: "-", Values: []string{}}
			if !r.Points.None {
				row.Points = r.Points.Number.String()
			}
			for _, v := range r.Values {
				text := "-"
				if !v.None {
					text = v.Number.String()
				}
				row.Values = append(row.Values, text)
			}
			table.Rows = append(table.Rows, row)
		}
		all = append(all, table)
	}
	return all, nil
}
