package play

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
)

// seekLifetime is how long a seek or a challenge stands unanswered.
const seekLifetime = 14 * 24 * time.Hour

// maxSeeks is how many seeks of all kinds an account may have open.
const maxSeeks = 30

// SeekInput is what someone asks for who wants to play.
type SeekInput struct {
	Variant string
	// Control is the control's text.
	Control string
	Rated   bool
	// Colour is "random", "white" or "black" for the seeker.
	Colour string
	// Opponent is the name of the one player it is for; empty is everybody.
	Opponent string
	// Link makes an invitation link instead of showing the seek in the lobby.
	Link bool
	Beginning
}

// checkedTerms are what a game can be started on, as it is stored.
type checkedTerms struct {
	control correspondence.Control
	agreed
}

// checkTerms refuses terms that no game can be started on; field by field.
func checkTerms(variant, control string, rated bool, begin Beginning) (t checkedTerms, err error) {
	v, ok := catalog.Lookup(variant)
	if !ok {
		return t, account.NewInvalid("variant", "unknown-variant", map[string]any{"variant": variant})
	}
	t.control, err = correspondence.ParseControl(control)
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		return t, &account.Invalid{Field: "clock", Code: refusal.Rule, Message: refusal.Message, Args: refusal.Args}
	}
	if err != nil {
		return t, err
	}
	if rated && t.control.Kind == correspondence.None {
		return t, account.NewInvalid("rated", "rated-without-clock", nil)
	}
	t.agreed, err = begin.check(v, rated)
	return t, err
}

// PostSeek offers a game. The secret of an invitation link is returned once
// and stored as a hash.
func (s *Service) PostSeek(ctx context.Context, seeker int64, in SeekInput) (seek *store.Seek, secret string, err error) {
	agreed, err := checkTerms(in.Variant, in.Control, in.Rated, in.Beginning)
	if err != nil {
		return nil, "", err
	}
	switch in.Colour {
	case "random", "white", "black":
	default:
		return nil, "", account.NewInvalid("colour", "unknown-colour", map[string]any{"colour": in.Colour})
	}
	err = s.write(ctx, seeker, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, seeker); err != nil {
			return err
		}
		seek = &store.Seek{
			AccountID: seeker, Kind: store.OpenSeek, Variant: in.Variant, Control: agreed.control.String(),
			Rated: in.Rated, Colour: in.Colour, Status: store.SeekOpen,
			Options: agreed.options, Opening: in.Opening, Start: agreed.start, Pair: in.Pair,
			Length: agreed.length, Money: agreed.money,
			CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(seekLifetime),
		}
		switch {
		case in.Link:
			var hash string
			secret, hash = account.NewSecret()
			seek.Kind, seek.LinkHash = store.LinkSeek, hash
		case in.Opponent != "":
			opponent, err := tx.AccountByName(account.NameKey(in.Opponent))
			if err != nil || !opponent.ClosedAt.IsZero() {
				return account.NewInvalid("opponent", "unknown-player", map[string]any{"name": in.Opponent})
			}
			if opponent.ID == seeker {
				return account.NewInvalid("opponent", "oneself", nil)
			}
			seek.Kind, seek.OpponentID = store.ChallengeSeek, opponent.ID
		}
		if err := s.openSeek(tx, seek); err != nil {
			return err
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return seek, secret, nil
}

// openSeek stores a new seek within the seeker's limit.
func (s *Service) openSeek(tx *store.Tx, seek *store.Seek) error {
	mine, err := tx.SeeksOf(seek.AccountID, tx.Now())
	if err != nil {
		return err
	}
	open := 0
	for _, other := range mine {
		if other.AccountID == seek.AccountID {
			open++
		}
	}
	if open >= maxSeeks {
		return ErrTooMany
	}
	if err := tx.CreateSeek(seek); err != nil {
		return err
	}
	if err := s.drawChains(tx, seek); err != nil {
		return err
	}
	s.announceSeek(tx, seek)
	return nil
}

func (s *Service) announceSeek(tx *store.Tx, seek *store.Seek) {
	tx.After(func() {
		if seek.Kind == store.OpenSeek {
			s.ring(LobbyTopic)
		}
		s.ring(AccountTopic(seek.AccountID))
		if seek.OpponentID != 0 {
			s.ring(AccountTopic(seek.OpponentID))
		}
		if seek.RematchOf != 0 {
			s.ring(GameTopic(seek.RematchOf))
		}
	})
}

// AcceptSeek starts the game of a seek that is open to the account. The same
// account accepting again gets the same game. Share is the first share of dice
// of the account, as of PostAct.
func (s *Service) AcceptSeek(ctx context.Context, acceptor, id int64, share string) (*store.Seek, error) {
	var seek *store.Seek
	sent, err := readShare(share)
	if err != nil {
		return nil, err
	}
	err = s.write(ctx, acceptor, func(tx *store.Tx) error {
		var err error
		if seek, err = tx.SeekForUpdate(id); err != nil {
			return err
		}
		if seek.Kind == store.LinkSeek || seek.OpponentID != 0 && seek.OpponentID != acceptor && seek.AccountID != acceptor {
			return store.ErrNotFound
		}
		return s.accept(tx, seek, acceptor, sent)
	})
	return seek, err
}

// AcceptLink starts the game of an invitation link. Share is as of AcceptSeek.
func (s *Service) AcceptLink(ctx context.Context, acceptor int64, secret, share string) (*store.Seek, error) {
	var seek *store.Seek
	sent, err := readShare(share)
	if err != nil {
		return nil, err
	}
	err = s.write(ctx, acceptor, func(tx *store.Tx) error {
		view, err := tx.SeekByLink(account.HashSecret(secret))
		if err != nil {
			return err
		}
		if seek, err = tx.SeekForUpdate(view.ID); err != nil {
			return err
		}
		return s.accept(tx, seek, acceptor, sent)
	})
	return seek, err
}

// accept turns an open seek into a game between its maker and acceptor, who
// has sent a share of dice or none.
func (s *Service) accept(tx *store.Tx, seek *store.Seek, acceptor int64, share store.DiceShare) error {
	if err := s.mayPlay(tx, acceptor); err != nil {
		return err
	}
	if seek.AccountID == acceptor {
		return fmt.Errorf("own seek: %w", ErrForbidden)
	}
	if seek.Status == store.SeekAccepted {
		row, err := tx.Game(seek.GameID)
		if err == nil && row.Side(acceptor) != rules.NoSide {
			return nil
		}
	}
	if seek.Status != store.SeekOpen || !seek.ExpiresAt.After(tx.Now()) {
		return ErrGone
	}
	control, err := correspondence.ParseControl(seek.Control)
	if err != nil {
		return fmt.Errorf("seek %d: %w", seek.ID, err)
	}
	t := terms{
		Variant: seek.Variant, Control: control, Rated: seek.Rated, RematchOf: seek.RematchOf,
		Options: seek.Options, Length: seek.Length, Money: seek.Money,
	}
	if err := s.colours(tx, &t, seek, acceptor); err != nil {
		return err
	}
	if t.opening, err = s.opening(chosen{t.Variant, t.Options, t.Length, t.Money}, seek.Opening, seek.Start); err != nil {
		return err
	}
	chains, err := tx.SeekChains(seek.ID)
	if err != nil {
		return err
	}
	if len(chains) > 0 {
		t.Chain = chains[0].ID
		t.share(acceptor, s.shareOr(share))
	}
	table, err := s.startGame(tx, t)
	if err != nil {
		return err
	}
	if seek.Pair {
		t.White, t.Black, t.ColourDraw = t.Black, t.White, "swapped from game "+fmt.Sprint(table.ID)
		t.Shares[rules.White], t.Shares[rules.Black] = t.Shares[rules.Black], t.Shares[rules.White]
		if len(chains) > 1 {
			t.Chain = chains[1].ID
		}
		second, err := s.startGame(tx, t)
		if err != nil {
			return err
		}
		if err := tx.PairGames(table.ID, second.ID); err != nil {
			return err
		}
	}
	seek.Status, seek.GameID = store.SeekAccepted, table.ID
	if err := tx.UpdateSeek(seek); err != nil {
		return err
	}
	s.announceSeek(tx, seek)
	return nil
}

// colours decides who has White: as the seeker asked; for two who did not
// mind, by a stored draw in their first game of a variant and the other way
// round in their next.
func (s *Service) colours(tx *store.Tx, t *terms, seek *store.Seek, acceptor int64) error {
	seekerWhite := seek.Colour == "white"
	switch {
	case seek.Kind == store.RematchSeek:
		t.ColourDraw = "swapped after game " + fmt.Sprint(seek.RematchOf)
	case seek.Colour != "random":
		t.ColourDraw = "asked for"
	default:
		last, err := tx.LastGame(seek.Variant, seek.AccountID, acceptor)
		switch {
		case err == nil:
			seekerWhite = last.BlackID == seek.AccountID
			t.ColourDraw = "swapped after game " + fmt.Sprint(last.ID)
		case isNotFound(err):
			var seed [16]byte
			if _, err := io.ReadFull(s.random(), seed[:]); err != nil {
				return fmt.Errorf("colour draw: %w", err)
			}
			seekerWhite = seed[0]%2 == 0
			t.ColourDraw = "drawn " + hex.EncodeToString(seed[:]) + ": the first byte is even for the seeker to have White"
		default:
			return err
		}
	}
	t.White, t.Black = seek.AccountID, acceptor
	if !seekerWhite {
		t.White, t.Black = acceptor, seek.AccountID
	}
	return nil
}

// DeclineSeek turns down a challenge.
func (s *Service) DeclineSeek(ctx context.Context, decliner, id int64) error {
	return s.closeSeek(ctx, decliner, id, store.SeekDeclined)
}

// CancelSeek withdraws a seek of one's own.
func (s *Service) CancelSeek(ctx context.Context, seeker, id int64) error {
	return s.closeSeek(ctx, seeker, id, store.SeekCancelled)
}

func (s *Service) closeSeek(ctx context.Context, by, id int64, status string) error {
	return s.write(ctx, by, func(tx *store.Tx) error {
		seek, err := tx.SeekForUpdate(id)
		if err != nil {
			return err
		}
		owner := seek.AccountID
		if status == store.SeekDeclined {
			owner = seek.OpponentID
		}
		switch {
		case owner != by && (seek.Kind == store.OpenSeek || seek.AccountID == by):
			return ErrForbidden
		case owner != by:
			return store.ErrNotFound
		case seek.Status == status:
			return nil
		case seek.Status != store.SeekOpen:
			return ErrGone
		}
		seek.Status = status
		if err := tx.UpdateSeek(seek); err != nil {
			return err
		}
		s.announceSeek(tx, seek)
		return nil
	})
}

// Rematch offers the opponent of a finished game another on the same terms
// with colours swapped; where the opponent has offered one, it accepts that.
// Two games that began together have one rematch, again of two games. The game
// id is 0 while the offer stands. Share is as of AcceptSeek.
func (s *Service) Rematch(ctx context.Context, by, game int64, share string) (next int64, err error) {
	sent, err := readShare(share)
	if err != nil {
		return 0, err
	}
	err = s.write(ctx, by, func(tx *store.Tx) error {
		next = 0
		view, err := tx.Game(game)
		if err != nil {
			return err
		}
		side := view.Side(by)
		switch {
		case side == rules.NoSide:
			return ErrForbidden
		case view.Status == store.GameRunning, view.TournamentID != 0:
			return ErrForbidden
		}
		if view.First() != game {
			if view, err = tx.Game(view.First()); err != nil {
				return err
			}
			side = side.Other()
		}
		opponent := view.Player(side.Other())
		standing, err := tx.RematchSeek(view.ID)
		if err != nil && !isNotFound(err) {
			return err
		}
		switch {
		case standing == nil:
		case standing.Status == store.SeekAccepted:
			next = standing.GameID
			return nil
		case !standing.ExpiresAt.After(tx.Now()):
			standing.Status = store.SeekExpired
			if err := tx.UpdateSeek(standing); err != nil {
				return err
			}
		case standing.AccountID == by:
			return nil
		default:
			if err := s.accept(tx, standing, by, sent); err != nil {
				return err
			}
			next = standing.GameID
			return nil
		}
		if other, err := tx.Account(opponent); err != nil || !other.ClosedAt.IsZero() {
			return ErrGone
		}
		start := "" // a new ballot is drawn
		if view.Opening == "" {
			if start, err = StartNotation(&view.Game); err != nil {
				return err
			}
		}
		if view.PairOf != 0 {
			tx.After(func() { s.ring(GameTopic(view.PairOf)) })
		}
		return s.openSeek(tx, &store.Seek{
			AccountID: by, Kind: store.RematchSeek, OpponentID: opponent, RematchOf: view.ID,
			Variant: view.Variant, Control: view.Control, Rated: view.Rated, Colour: side.Other().String(),
			Status: store.SeekOpen, CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(seekLifetime),
			Options: view.Options, Opening: view.Opening, Start: start, Pair: view.PairOf != 0,
			Length: view.Length, Money: view.Money,
		})
	})
	return next, err
}
