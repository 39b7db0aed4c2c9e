package play

import (
	"crownpost/api/store"
	"crownpost/rules/correspondence"
)

// followRating lets the ratings follow the result that a pairing has, whose game has
// ended.
func (a *act) followRating(p *store.Pairing) error {
	row, err := a.tx.Game(p.GameID)
	if err != nil || row.Status == store.GameRunning {
		return err
	}
	return a.correctRating(a.tx, p.GameID, a.entry.Reason)
}

// rateEndedAs lets the ratings follow a ruling that has ended a game, where the game
// did not end as ruled, or was forfeited.
func (a *act) rateEndedAs(p *store.Pairing) error {
	row, err := a.tx.Game(p.GameID)
	if err != nil {
		return err
	}
	table, err := NewTable(row)
	if err != nil {
		return err
	}
	own := *p
	takeResult(&own, table)
	if table.State.Status == correspondence.Finished && (own.Result != p.Result || p.Forfeit) {
		return a.followRating(p)
	}
	return nil
}
