package play

import (
	"context"
	"fmt"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
)

// firstOrders are those of a player who has given none.
const firstOrders = store.OrderForced

// readOrders reads orders as they are stored.
func readOrders(orders int) rules.Orders {
	return rules.Orders{
		Roll:    orders&store.OrderRoll != 0,
		Forced:  orders&store.OrderForced != 0,
		BearOff: orders&store.OrderBearOff != 0,
	}
}

// ordersNumber is orders as they are stored.
func ordersNumber(o rules.Orders) (n int) {
	for _, one := range []struct {
		given bool
		order int
	}{{o.Roll, store.OrderRoll}, {o.Forced, store.OrderForced}, {o.BearOff, store.OrderBearOff}} {
		if one.given {
			n |= one.order
		}
	}
	return n
}

// OrdersOf are the standing orders of side, for its own eyes.
func OrdersOf(g *store.Game, side rules.Side) rules.Orders { return readOrders(g.Orders(side)) }

// PostOrders gives standing orders for a game that runs: they count from the
// next act on. Nobody but the account hears of it.
func (s *Service) PostOrders(ctx context.Context, account, game int64, orders rules.Orders) (*Table, error) {
	var table *Table
	err := s.write(ctx, account, func(tx *store.Tx) error {
		var err error
		if table, err = tableForUpdate(tx, game); err != nil {
			return err
		}
		side := table.Side(account)
		switch {
		case table.Family != string(rules.Backgammon):
			return fmt.Errorf("orders: %w", store.ErrNotFound)
		case side == rules.NoSide:
			return ErrForbidden
		case table.State.At(tx.Now()).Status != correspondence.Running:
			return correspondence.ErrOver
		}
		number := ordersNumber(orders)
		table.State.Orders[side] = orders
		if side == rules.White {
			table.OrdersWhite = number
		} else {
			table.OrdersBlack = number
		}
		return tx.SetOrders(game, side, number)
	})
	return table, err
}
