package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
)

// Table is a game as it stands: its row with the players' names and ratings,
// and the state that the law of play decides on.
type Table struct {
	store.GameView
	State correspondence.Game
}

// NewTable reads the state out of a game's row.
func NewTable(row *store.GameView) (*Table, error) {
	v, ok := catalog.Lookup(row.Variant)
	if !ok {
		return nil, fmt.Errorf("game %d: no variant %q", row.ID, row.Variant)
	}
	position, err := v.Parse(row.Position)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", row.ID, err)
	}
	control, err := correspondence.ParseControl(row.Control)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", row.ID, err)
	}
	t := &Table{GameView: *row, State: correspondence.Game{
		Position: position, Family: v.Family(), Control: control,
		Rated: row.Rated, Tournament: row.TournamentID != 0,
		Status: correspondence.Status(row.Status), Ply: row.Ply,
		Acted: [2]bool{row.ActedWhite, row.ActedBlack},
		Since: row.TurnSince, Left: [2]time.Duration{row.LeftWhite, row.LeftBlack},
		Used: row.Used, Given: row.Given,
		Deadline: row.DeadlineAt, Held: row.Held,
		NoLeave: row.NoLeave, Leave: [2]correspondence.Leave{
			{From: row.LeaveWhiteFrom, To: row.LeaveWhiteTo}, {From: row.LeaveBlackFrom, To: row.LeaveBlackTo},
		},
		OfferFrom: [2]int{row.OfferFromWhite, row.OfferFromBlack},
		Orders:    [2]rules.Orders{readOrders(row.OrdersWhite), readOrders(row.OrdersBlack)},
		Ended:     row.EndedAt,
	}}
	if row.OfferBy != rules.NoSide {
		t.State.Offer = &correspondence.Offer{ID: row.OfferID, By: row.OfferBy, Ply: row.OfferPly}
	}
	if row.Status != store.GameRunning {
		t.State.Result = &correspondence.Result{Winner: row.Winner, Reason: rules.Reason(row.Reason), Value: row.Value}
	}
	return t, nil
}

// tableForUpdate loads a game and keeps others from changing it until the
// transaction ends.
func tableForUpdate(tx *store.Tx, game int64) (*Table, error) {
	row, err := tx.GameForUpdate(game)
	if err != nil {
		return nil, err
	}
	return NewTable(row)
}

// AsOf shows a row as it stands at now: a game whose deadline has passed is
// over, although nobody has stored that yet. Late says that this was the case.
func AsOf(row *store.GameView, now time.Time) (late bool, err error) {
	if row.Status != store.GameRunning || row.DeadlineAt.IsZero() || now.Before(row.DeadlineAt) {
		return false, nil
	}
	t, err := NewTable(row)
	if err != nil {
		return false, err
	}
	t.set(t.State.At(now))
	row.Game = t.Game
	return true, nil
}

// set writes the state back into the row.
func (t *Table) set(g correspondence.Game) {
	t.State = g
	row := &t.Game
	row.Position, row.Notation = g.Position.String(), g.Position.Notation()
	row.Ply = g.Ply
	row.ToAct = rules.NoSide
	if g.Status == correspondence.Running {
		row.ToAct = g.Position.ToAct()
	}
	row.Dice = DiceText(g.Position.Dice())
	row.Status = string(g.Status)
	row.ActedWhite, row.ActedBlack = g.Acted[rules.White], g.Acted[rules.Black]
	row.TurnSince = g.Since
	row.LeftWhite, row.LeftBlack = g.Left[rules.White], g.Left[rules.Black]
	row.Used, row.Given = g.Used, g.Given
	row.DeadlineAt, row.Held = g.Deadline, g.Held
	white, black := g.Leave[rules.White], g.Leave[rules.Black]
	row.LeaveWhiteFrom, row.LeaveWhiteTo, row.LeaveBlackFrom, row.LeaveBlackTo = white.From, white.To, black.From, black.To
	row.OfferID, row.OfferBy, row.OfferPly = 0, rules.NoSide, 0
	if g.Offer != nil {
		row.OfferID, row.OfferBy, row.OfferPly = g.Offer.ID, g.Offer.By, g.Offer.Ply
	}
	row.OfferFromWhite, row.OfferFromBlack = g.OfferFrom[rules.White], g.OfferFrom[rules.Black]
	row.EndedAt = g.Ended
	row.Winner, row.Reason, row.Value = rules.NoSide, "", 0
	if g.Result != nil {
		row.Winner, row.Reason, row.Value = g.Result.Winner, string(g.Result.Reason), g.Result.Value
	}
}

// DiceText writes a throw as it is stored, "31"; none is "".
func DiceText(dice []int) string {
	var b strings.Builder
	for _, d := range dice {
		b.WriteString(strconv.Itoa(d))
	}
	return b.String()
}

// ReadDice reads what DiceText wrote.
func ReadDice(text string) []int {
	dice := make([]int, 0, len(text))
	for _, d := range text {
		dice = append(dice, int(d-'0'))
	}
	return dice
}

// Replay plays the first n moves of a game again and returns every position
// from the one that it began from to the one after the last.
func Replay(g *store.Game, moves []store.Move, n int) ([]rules.Position, error) {
	start, err := startOf(g)
	if err != nil {
		return nil, err
	}
	positions := []rules.Position{start}
	for _, m := range moves[:min(n, len(moves))] {
		played, err := positions[len(positions)-1].Play(m.Act, recorded(m.Dice))
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", m.Ply, err)
		}
		positions = append(positions, played.Position)
	}
	return positions, nil
}

// recorded throws the dice that were thrown then.
func recorded(dice string) rules.Thrower {
	left := ReadDice(dice)
	die := func() int {
		if len(left) == 0 {
			return 1
		}
		d := left[0]
		left = left[1:]
		return d
	}
	return func(rules.Roll) rules.Dice { return die }
}
