package correspondence

import (
	"time"

	"crownpost/rules"
)

// OfferSpacing is how many plies after a decline the same side may offer a
// draw again, unless the other side has offered meanwhile.
const OfferSpacing = 10

func (g Game) offeredBy(side rules.Side) bool { return g.Offer != nil && g.Offer.By == side }

// mayOffer refuses a draw offer of side at the given ply.
func (g Game) mayOffer(side rules.Side, ply int) error {
	if g.Family != rules.Draughts {
		return rules.Refuse("draw-draughts-only", "a draw can be agreed only in draughts", nil)
	}
	if move := ply/2 + 1; move < g.DrawFrom {
		return rules.Refuse("draw-before-move",
			"a draw can be agreed from move %d on; this is move %d",
			[]string{"from", "move"}, g.DrawFrom, move)
	}
	if wait := g.OfferFrom[side] - ply; wait > 0 {
		return rules.Refuse("draw-too-soon",
			"your last draw offer was declined: you can offer again once your opponent has offered, or at ply %d",
			[]string{"ply"}, g.OfferFrom[side])
	}
	return nil
}

// offer offers a draw without a move. An offer while the opponent's stands
// accepts it.
func (ch *Change) offer(now time.Time, side rules.Side) error {
	g := &ch.Game
	switch {
	case g.offeredBy(side.Other()):
		ch.agree(now, side)
		return nil
	case g.offeredBy(side):
		return nil
	}
	if err := g.mayOffer(side, g.Ply); err != nil {
		return err
	}
	ch.putOffer(now, side)
	return nil
}

// putOffer lets an offer of side stand, which frees the opponent to offer.
func (ch *Change) putOffer(now time.Time, side rules.Side) {
	g := &ch.Game
	g.Offer = &Offer{By: side, Ply: g.Ply}
	g.OfferFrom[side.Other()] = 0
	ch.note(now, OfferDraw, side)
}

// stands says whether a names the offer of by that stands.
func (g Game) stands(by rules.Side, a Act) bool {
	if !g.offeredBy(by) {
		return false
	}
	if a.Offer == 0 {
		return a.Ply == g.Ply
	}
	return a.Offer == g.Offer.ID
}

func (ch *Change) accept(now time.Time, side rules.Side, a Act) error {
	if !ch.Game.stands(side.Other(), a) {
		return ErrNoOffer
	}
	ch.agree(now, side)
	return nil
}

func (ch *Change) decline(now time.Time, side rules.Side, a Act) error {
	if !ch.Game.stands(side.Other(), a) {
		return ErrNoOffer
	}
	ch.refuseOffer(now, side)
	return nil
}

func (ch *Change) withdraw(now time.Time, side rules.Side, a Act) error {
	if !ch.Game.stands(side, a) {
		return ErrNoOffer
	}
	ch.note(now, WithdrawDraw, side)
	ch.Game.Offer = nil
	return nil
}

// agree ends the game as side accepts the offer that stands.
func (ch *Change) agree(now time.Time, side rules.Side) {
	ch.note(now, AcceptDraw, side)
	ch.finish(now, Finished, Result{Winner: rules.NoSide, Reason: Agreement})
}

// refuseOffer declines the offer that stands, by word or by moving.
func (ch *Change) refuseOffer(now time.Time, side rules.Side) {
	g := &ch.Game
	ch.note(now, DeclineDraw, side)
	g.OfferFrom[side.Other()] = g.Ply + OfferSpacing
	g.Offer = nil
}

// claim ends the game in a draw that the rules give the side to act on demand.
func (ch *Change) claim(now time.Time, side rules.Side, a Act) error {
	if err := ch.Game.onTurn(side, a); err != nil {
		return err
	}
	o, ok := ch.Game.Position.Claim()
	if !ok {
		return rules.Refuse("no-claim", "there is no draw to claim in this position", nil)
	}
	ch.note(now, ClaimDraw, side)
	ch.finish(now, Finished, Result(o))
	return nil
}
