package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
)

// LobbyTopic is rung when the open seeks have changed. A ring says "look
// again" and carries nothing.
const LobbyTopic = "lobby"

// GameTopic is rung whenever a game has changed.
func GameTopic(id int64) string { return "game:" + strconv.FormatInt(id, 10) }

// AccountTopic is rung when a game of the account's, or a challenge to it, has
// changed.
func AccountTopic(id int64) string { return "account:" + strconv.FormatInt(id, 10) }

// TournamentTopic is rung when a tournament or a game in it has changed.
func TournamentTopic(id int64) string { return "tournament:" + strconv.FormatInt(id, 10) }

// terms are what two players have agreed on.
type terms struct {
	Variant      string
	Control      correspondence.Control
	Rated        bool
	White, Black int64
	ColourDraw   string
	RematchOf    int64
	Tournament   int64
	Round, Board int
	// NoLeave forbids leave.
	NoLeave bool
	// Options are the rules chosen, as they are stored.
	Options string
	// Length and Money are as in store.Game.
	Length, Money int
	opening
	// Chain is the chain of dice that was drawn with the seek, 0 to draw one
	// now. Shares are the players' first, by side, where they have sent any.
	Chain  int64
	Shares [2]store.DiceShare
}

// startGame creates a game and makes the acts that begin it by themselves.
func (s *Service) startGame(tx *store.Tx, t terms) (*Table, error) {
	v, ok := catalog.Lookup(t.Variant)
	if !ok {
		return nil, fmt.Errorf("game: no variant %q", t.Variant)
	}
	table := &Table{GameView: store.GameView{Game: store.Game{
		Variant: v.Key(), Family: string(v.Family()), Control: t.Control.String(), Rated: t.Rated,
		WhiteID: t.White, BlackID: t.Black, ColourDraw: t.ColourDraw, RematchOf: t.RematchOf,
		TournamentID: t.Tournament, Round: t.Round, Board: t.Board,
		Options: t.Options, Opening: t.Table, Ballot: t.Ballot, OpeningDraw: t.Draw, Start: t.Start,
		Length: t.Length, Money: t.Money, NoLeave: t.NoLeave,
		CreatedAt: tx.Now(), UpdatedAt: tx.Now(),
	}}}
	if v.Family() == rules.Backgammon {
		table.OrdersWhite, table.OrdersBlack = firstOrders, firstOrders
	}
	start, err := startOf(&table.Game)
	if err != nil {
		return nil, fmt.Errorf("game: %w", err)
	}
	// The dice of the opening are those of a game with a number.
	table.set(correspondence.Game{Position: start, Status: correspondence.Running, Since: tx.Now(), NoLeave: t.NoLeave})
	if err := tx.CreateGame(&table.Game); err != nil {
		return nil, err
	}
	leaves, err := leavesOf(tx, &table.Game)
	if err != nil {
		return nil, err
	}
	throws, err := s.firstThrows(tx, &table.Game, t)
	if err != nil {
		return nil, err
	}
	change, err := correspondence.New(start, t.Control, correspondence.Options{
		Family: v.Family(), Rated: t.Rated, Tournament: t.Tournament != 0,
		NoLeave: t.NoLeave, Leave: leaves,
	}, tx.Now(), throws.thrower())
	if err != nil {
		return nil, err
	}
	change.Game.Orders = [2]rules.Orders{OrdersOf(&table.Game, rules.White), OrdersOf(&table.Game, rules.Black)}
	table.set(change.Game)
	if err := record(tx, table, change, throws); err != nil {
		return nil, err
	}
	if change.Game.Leave != [2]correspondence.Leave{} {
		if err := tx.SetLeaves(&table.Game); err != nil {
			return nil, err
		}
	}
	if err := tx.UpdateGame(&table.Game); err != nil {
		return nil, err
	}
	s.announce(tx, table)
	return table, nil
}

// offerID numbers an offer by its note, so that no two games share a number: an
// answer sent to the wrong game answers nothing there.
func offerID(game, seq int64) int64 { return game<<16 | seq }

// record appends what a change did to the game's moves, rolls and notes.
func record(tx *store.Tx, t *Table, c correspondence.Change, throws *throws) error {
	for _, r := range c.Records {
		m := &store.Move{
			GameID: t.ID, Ply: r.Ply, Side: r.Side, Act: r.Text, Dice: DiceText(r.Dice),
			At: r.At, Spent: r.Spent, Automatic: r.Automatic,
		}
		if err := tx.AppendMove(m); err != nil {
			return err
		}
	}
	if err := throws.store(tx, t.Ply, c.Records); err != nil {
		return err
	}
	for _, n := range c.Notes {
		row := &store.Note{GameID: t.ID, Ply: n.Ply, Side: n.Side, Kind: string(n.Event), At: n.At}
		if n.Offer != 0 {
			row.Detail = strconv.FormatInt(n.Offer, 10)
		}
		if err := tx.AppendNote(row); err != nil {
			return err
		}
		if n.Event == correspondence.OfferDraw && t.State.Offer != nil && t.State.Offer.ID == 0 {
			t.OfferID = offerID(t.ID, row.Seq)
			t.State.Offer.ID = t.OfferID
		}
	}
	return nil
}

// apply stores a change of a game that exists, and settles it if it is over.
// Throws are those of the change; nil if it cannot have made any.
func (s *Service) apply(tx *store.Tx, t *Table, c correspondence.Change, throws *throws) error {
	if len(c.Records) == 0 && len(c.Notes) == 0 && c.Game.Status == t.State.Status {
		return nil
	}
	t.set(c.Game)
	t.UpdatedAt = tx.Now()
	if err := record(tx, t, c, throws); err != nil {
		return err
	}
	if t.State.Status != correspondence.Running {
		if err := s.settle(tx, t); err != nil {
			return err
		}
	}
	if err := tx.UpdateGame(&t.Game); err != nil {
		return err
	}
	s.announce(tx, t)
	return nil
}

// announce tells the runner, and everybody who may be looking, once the change
// is stored.
func (s *Service) announce(tx *store.Tx, t *Table) {
	tx.After(func() {
		s.wakeBy(t.DeadlineAt)
		s.ring(GameTopic(t.ID), AccountTopic(t.WhiteID), AccountTopic(t.BlackID))
		if t.TournamentID != 0 {
			s.ring(TournamentTopic(t.TournamentID))
		}
	})
}

// settle does what the end of a game means: first the ratings, then the
// tournament. It is the only place that knows.
func (s *Service) settle(tx *store.Tx, t *Table) error {
	if err := rateEnded(tx, t); err != nil {
		return fmt.Errorf("rating: %w", err)
	}
	if t.TournamentID != 0 {
		return s.tournamentGameEnded(tx, t)
	}
	return nil
}

// PostAct makes an act of account's in a game: a move, or one of the acts of
// package correspondence. A repeat of an act that was made is answered like
// the first one. A refused act comes with the game as it stands. Share is the
// player's share of dice in hexadecimal, which one who plays with dice may send
// with any act; for "" one is drawn where it is needed.
func (s *Service) PostAct(ctx context.Context, account, game int64, act correspondence.Act, share string) (*Table, error) {
	var table *Table
	var late error
	sent, err := readShare(share)
	if err != nil {
		return nil, err
	}
	err = s.write(ctx, account, func(tx *store.Tx) error {
		late = nil
		var err error
		if table, err = tableForUpdate(tx, game); err != nil {
			return err
		}
		side := table.Side(account)
		if side == rules.NoSide {
			return ErrForbidden
		}
		throws, err := s.throwsOf(tx, &table.Game)
		if err != nil {
			return err
		}
		throws.contribute(s, side, act.Text, sent)
		change, err := table.State.Act(tx.Now(), side, act, throws.thrower())
		switch {
		case errors.Is(err, correspondence.ErrTimeUp):
			late = err
			return s.apply(tx, table, change, nil)
		case isLate(err) || act.Text == correspondence.OfferDraw && err != nil:
			repeated, lookErr := repeats(tx, table, side, act)
			if lookErr != nil {
				return lookErr
			}
			if repeated {
				return nil
			}
			return whyWaiting(err, table.State.Position)
		case err != nil:
			return err
		}
		if len(change.Records) > 0 {
			if err := throws.refuseUsed(tx, side, sent); err != nil {
				return err
			}
		}
		return s.apply(tx, table, change, throws)
	})
	if err == nil {
		err = late
	}
	return table, err
}

// isLate says that an act was refused for what it answers, not for what it is.
func isLate(err error) bool {
	return errors.Is(err, correspondence.ErrStale) || errors.Is(err, correspondence.ErrOver) ||
		errors.Is(err, correspondence.ErrNoOffer) || errors.Is(err, correspondence.ErrNotYourTurn)
}

// repeats says whether act is one that side has already made: the same move at
// the same ply, or the same answer to the same offer.
func repeats(tx *store.Tx, t *Table, side rules.Side, act correspondence.Act) (bool, error) {
	text := strings.TrimSpace(act.Text)
	notes, err := tx.Notes(t.ID)
	if err != nil {
		return false, err
	}
	for _, n := range notes {
		if n.Kind == text && n.Side == side && n.Ply == act.Ply &&
			(act.Offer == 0 || n.Detail == strconv.FormatInt(act.Offer, 10)) {
			return true, nil
		}
	}
	if act.Ply < 0 || act.Ply >= t.Ply {
		return false, nil
	}
	made, err := tx.Move(t.ID, act.Ply)
	if err != nil || made.Side != side {
		return false, err
	}
	if made.Act == text {
		return true, nil
	}
	// The same move may have been spelled in another way.
	moves, err := tx.Moves(t.ID)
	if err != nil {
		return false, err
	}
	positions, err := Replay(&t.Game, moves, act.Ply)
	if err != nil {
		return false, err
	}
	played, err := positions[len(positions)-1].Play(text, recorded(made.Dice))
	return err == nil && played.Text == made.Act, nil
}

// SettleDue ends a game whose deadline has passed; one that still has time, or
// is over, is left as it is.
func (s *Service) SettleDue(ctx context.Context, game int64) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		table, err := tableForUpdate(tx, game)
		if err != nil {
			return err
		}
		change, late := table.State.Settle(tx.Now())
		if !late {
			return nil
		}
		return s.apply(tx, table, change, nil)
	})
}

// endGamesOf ends every running game of an account that is being closed: what
// has not begun is aborted, what has begun is resigned. Tournaments that have
// not started lose the player, those that run have him withdrawn.
func (s *Service) endGamesOf(tx *store.Tx, account int64) error {
	games, err := tx.RunningIDs(account)
	if err != nil {
		return err
	}
	for _, id := range games {
		table, err := tableForUpdate(tx, id)
		if err != nil {
			return err
		}
		change, err := table.State.CloseAccount(tx.Now(), table.Side(account))
		if err != nil && !errors.Is(err, correspondence.ErrTimeUp) {
			return err
		}
		if err := s.apply(tx, table, change, nil); err != nil {
			return err
		}
	}
	return s.leaveTournaments(tx, account)
}
