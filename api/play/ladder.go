package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

// ladderRows is what a ladder is read from: a transaction or a reader.
type ladderRows interface {
	LadderEvents(tournament int64) ([]store.LadderEvent, error)
}

// LoadLadder plays the log of a ladder and lets time pass until now. Players
// are entrants, challenges are pairings.
func LoadLadder(from ladderRows, t *store.Tournament, now time.Time) (*ladder.State, error) {
	plan, err := PlanOf(t)
	if err != nil {
		return nil, err
	}
	if plan.Ladder == nil {
		return nil, fmt.Errorf("tournament %d: no ladder", t.ID)
	}
	rows, err := from.LadderEvents(t.ID)
	if err != nil {
		return nil, err
	}
	log := make([]ladder.Event, len(rows))
	for i, r := range rows {
		log[i] = ladder.Event{
			Kind: ladder.Kind(r.Kind), At: r.At.UnixMilli(), Player: r.PlayerID, Opponent: r.OpponentID,
			Challenge: r.ChallengeID, Winner: r.WinnerID,
		}
	}
	// A server whose clock was set back still knows its last event.
	if n := len(log); n > 0 {
		now = time.UnixMilli(max(now.UnixMilli(), log[n-1].At))
	}
	state, err := ladder.Fold(*plan.Ladder, log, now.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	return state, nil
}

// onLadder appends an event to the log of a ladder that allows it. The ladder's
// row is locked.
func (s *Service) onLadder(tx *store.Tx, t *store.Tournament, e ladder.Event) error {
	state, err := LoadLadder(tx, t, tx.Now())
	if err != nil {
		return err
	}
	e.At = state.Now
	if err := state.Check(e); err != nil {
		return refusedStep(err)
	}
	err = tx.AddLadderEvent(&store.LadderEvent{
		TournamentID: t.ID, At: time.UnixMilli(e.At).UTC(), Kind: string(e.Kind), PlayerID: e.Player, OpponentID: e.Opponent,
		ChallengeID: e.Challenge, WinnerID: e.Winner,
	})
	if err != nil {
		return err
	}
	tx.After(func() { s.ring(TournamentTopic(t.ID)) })
	return tx.Touch(t)
}

// refusedStep tells a player why his ladder does not allow it.
func refusedStep(err error) error {
	for _, why := range []struct {
		is   error
		code string
	}{
		{ladder.ErrFrozen, "ladder-frozen"}, {ladder.ErrNotFrozen, "ladder-not-frozen"}, {ladder.ErrReach, "ladder-reach"},
		{ladder.ErrLimit, "ladder-limit"}, {ladder.ErrAgain, "ladder-again"}, {ladder.ErrDecline, "ladder-decline"},
		{ladder.ErrEarly, "ladder-early"}, {ladder.ErrNotOnLadder, "ladder-not-on"},
	} {
		if errors.Is(err, why.is) {
			return account.NewInvalid("", why.code, nil)
		}
	}
	if errors.Is(err, ladder.ErrStage) || errors.Is(err, ladder.ErrNoSuchChallenge) {
		return fmt.Errorf("challenge: %w", ErrGone)
	}
	return err
}

// runningLadder loads a ladder that goes on.
func runningLadder(tx *store.Tx, id int64) (*store.Tournament, error) {
	t, err := tx.TournamentForUpdate(id)
	switch {
	case err != nil:
		return nil, err
	case t.Format != string(director.Ladder):
		return nil, fmt.Errorf("ladder: %w", store.ErrNotFound)
	case t.Status != store.TournamentRunning:
		return nil, fmt.Errorf("ladder: %w", ErrGone)
	}
	return t, nil
}

// onOwnLadder runs a step of an account that is on a ladder.
func (s *Service) onOwnLadder(ctx context.Context, player, id int64, step func(*store.Tx, *store.Tournament, *store.Entrant) error) error {
	return s.write(ctx, player, func(tx *store.Tx) error {
		t, err := runningLadder(tx, id)
		if err != nil {
			return err
		}
		if err := s.mayPlay(tx, player); err != nil {
			return err
		}
		e, err := tx.EntrantOf(id, player)
		if isNotFound(err) || err == nil && tournament.Status(e.Status).Left() {
			return account.NewInvalid("", "ladder-not-on", nil)
		}
		if err != nil {
			return err
		}
		return step(tx, t, e)
	})
}

// enterLadder puts an account on a ladder that goes on, or puts it back.
func (s *Service) enterLadder(tx *store.Tx, t *store.Tournament, player int64, share store.DiceShare) error {
	if t.Status != store.TournamentRunning {
		return fmt.Errorf("entry: %w", ErrGone)
	}
	points, err := admit(tx, t, player)
	if err != nil {
		return err
	}
	state, err := LoadLadder(tx, t, tx.Now())
	if err != nil {
		return err
	}
	e, err := tx.EntrantOf(t.ID, player)
	switch {
	case err == nil && state.Place(e.ID) != 0:
		return nil
	case err != nil && !isNotFound(err):
		return err
	case len(state.Standings()) >= t.MaxPlayers:
		return account.NewInvalid("", "tournament-full", map[string]any{"max": t.MaxPlayers})
	case err == nil:
		e.Status, e.LeftAt = store.Active, time.Time{}
		err = tx.UpdateEntrant(e)
	default:
		e = &store.Entrant{
			TournamentID: t.ID, AccountID: player, Status: store.Active, Rating: points, EnteredAt: tx.Now(),
			Share: share.Share, ShareSource: share.Source,
		}
		err = tx.AddEntrant(e)
	}
	if err != nil {
		return err
	}
	if err := s.onLadder(tx, t, ladder.Event{Kind: ladder.Joined, Player: e.ID}); err != nil {
		return err
	}
	return s.logTournament(tx, t.ID, player, "entered", "")
}

// leaveLadder takes a player off a ladder: challenges that have not begun end,
// games that run are forfeited.
func (s *Service) leaveLadder(tx *store.Tx, t *store.Tournament, e *store.Entrant, status tournament.Status) error {
	state, err := LoadLadder(tx, t, tx.Now())
	if err != nil {
		return err
	}
	for _, c := range state.OpenOf(e.ID) {
		p, err := tx.Pairing(c.ID)
		if err != nil {
			return err
		}
		if p.GameID != 0 {
			err = s.endRunning(tx, p.GameID, func(table *Table) (correspondence.Change, error) {
				return table.State.Forfeit(tx.Now(), table.Side(e.AccountID))
			})
		} else {
			err = tx.RemovePairing(p.ID)
		}
		if err != nil {
			return err
		}
	}
	if state, err = LoadLadder(tx, t, tx.Now()); err != nil {
		return err
	}
	if state.Place(e.ID) != 0 { // who was idle for too long has dropped out before
		if err := s.onLadder(tx, t, ladder.Event{Kind: ladder.Left, Player: e.ID}); err != nil {
			return err
		}
	}
	e.Status, e.LeftAt = string(status), tx.Now()
	return tx.UpdateEntrant(e)
}

// Challenge calls out a player higher up on a ladder; the pairing is the
// challenge's key.
func (s *Service) Challenge(ctx context.Context, player, id, opponent int64) (pairing int64, err error) {
	err = s.onOwnLadder(ctx, player, id, func(tx *store.Tx, t *store.Tournament, e *store.Entrant) error {
		state, err := LoadLadder(tx, t, tx.Now())
		if err != nil {
			return err
		}
		for _, c := range state.OpenOf(e.ID) {
			if c.Challenger == e.ID && c.Defender == opponent {
				pairing = c.ID // the same request once more
				return nil
			}
		}
		switch {
		case opponent == e.ID:
			return account.NewInvalid("entrant", "oneself", nil)
		case state.Place(opponent) == 0:
			return account.NewInvalid("entrant", "unknown", nil)
		}
		white, black := e.ID, opponent
		if s.draw(2) == 1 {
			white, black = black, white
		}
		t.Round++
		t.Rounds = t.Round
		if err := tx.UpdateTournament(t); err != nil {
			return err
		}
		p, err := s.storePairing(tx, t, director.Pairing{Round: t.Round, Board: 1, White: white, Black: black, Kind: director.Game})
		if err != nil {
			return err
		}
		pairing = p.ID
		return s.onLadder(tx, t, ladder.Event{Kind: ladder.Challenged, Player: e.ID, Opponent: opponent, Challenge: p.ID})
	})
	return pairing, err
}

// challengeOf loads a challenge of a ladder for one of its two players.
func challengeOf(tx *store.Tx, t *store.Tournament, e *store.Entrant, pairing int64) (*store.Pairing, ladder.Challenge, error) {
	p, err := tx.Pairing(pairing)
	if err != nil || p.TournamentID != t.ID {
		return nil, ladder.Challenge{}, errors.Join(err, store.ErrNotFound)
	}
	state, err := LoadLadder(tx, t, tx.Now())
	if err != nil {
		return nil, ladder.Challenge{}, err
	}
	c, known := state.Challenge(pairing)
	if !known || c.Challenger != e.ID && c.Defender != e.ID {
		return nil, c, ErrForbidden
	}
	return p, c, nil
}

// AcceptChallenge begins the game of a challenge; DeclineChallenge gives it up,
// as a ladder allows. Both are the challenged player's.
func (s *Service) AcceptChallenge(ctx context.Context, player, id, pairing int64) error {
	return s.onOwnLadder(ctx, player, id, func(tx *store.Tx, t *store.Tournament, e *store.Entrant) error {
		p, c, err := challengeOf(tx, t, e, pairing)
		switch {
		case err != nil:
			return err
		case c.Defender != e.ID:
			return ErrForbidden
		case p.GameID != 0:
			return nil
		}
		if err := s.onLadder(tx, t, ladder.Event{Kind: ladder.Started, Challenge: pairing}); err != nil {
			return err
		}
		return s.beginChallenge(tx, t, p)
	})
}

// beginChallenge begins the game of a challenge.
func (s *Service) beginChallenge(tx *store.Tx, t *store.Tournament, p *store.Pairing) error {
	if t.OverBoard {
		return nil
	}
	control, err := correspondence.ParseControl(t.Control)
	if err != nil {
		return fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	begins, err := s.opening(chosen{t.Variant, t.Options, t.Length, 0}, t.Opening, t.Start)
	if err != nil {
		return err
	}
	white, err := tx.Entrant(p.WhiteID)
	if err != nil {
		return err
	}
	black, err := tx.Entrant(p.BlackID)
	if err != nil {
		return err
	}
	table, err := s.startGame(tx, terms{
		Variant: t.Variant, Control: control, Rated: t.Rated, White: white.AccountID, Black: black.AccountID,
		Tournament: t.ID, Round: p.Round, Board: p.Board, NoLeave: t.NoLeave, ColourDraw: "drawn",
		Options: t.Options, Length: t.Length, opening: begins,
		Shares: [2]store.DiceShare{
			rules.White: {Share: white.Share, Source: white.ShareSource}, rules.Black: {Share: black.Share, Source: black.ShareSource},
		},
	})
	if err != nil {
		return err
	}
	p.GameID = table.ID
	return tx.UpdatePairing(p)
}

// DeclineChallenge gives up a challenge that was received, CancelChallenge takes
// one back that was made, and ClaimChallenge wins one that was not answered in
// time. Each again is done once.
func (s *Service) DeclineChallenge(ctx context.Context, player, id, pairing int64) error {
	return s.endChallenge(ctx, player, id, pairing, ladder.Declined)
}

// CancelChallenge takes a challenge back before its game.
func (s *Service) CancelChallenge(ctx context.Context, player, id, pairing int64) error {
	return s.endChallenge(ctx, player, id, pairing, ladder.Cancelled)
}

// ClaimChallenge wins a challenge that was not answered in time.
func (s *Service) ClaimChallenge(ctx context.Context, player, id, pairing int64) error {
	return s.endChallenge(ctx, player, id, pairing, ladder.Claimed)
}

func (s *Service) endChallenge(ctx context.Context, player, id, pairing int64, kind ladder.Kind) error {
	return s.onOwnLadder(ctx, player, id, func(tx *store.Tx, t *store.Tournament, e *store.Entrant) error {
		p, c, err := challengeOf(tx, t, e, pairing)
		switch {
		case err != nil:
			return err
		case (c.Defender == e.ID) != (kind == ladder.Declined):
			return ErrForbidden
		case c.Stage == ladder.Ended && c.By == kind:
			return nil
		}
		if err := s.onLadder(tx, t, ladder.Event{Kind: kind, Challenge: pairing}); err != nil {
			return err
		}
		p.Result, p.Forfeit, p.EndedAt = "1-0", true, tx.Now()
		if kind == ladder.Cancelled {
			p.Result = "0-0"
		} else if p.BlackID == c.Challenger {
			p.Result = "0-1"
		}
		return tx.UpdatePairing(p)
	})
}

// Freeze takes a player's vacation on a ladder: nobody challenges him, and he
// does not fall. Thaw ends it.
func (s *Service) Freeze(ctx context.Context, player, id int64) error {
	return s.freeze(ctx, player, id, ladder.Frozen, ladder.ErrFrozen)
}

// Thaw ends a player's vacation on a ladder.
func (s *Service) Thaw(ctx context.Context, player, id int64) error {
	return s.freeze(ctx, player, id, ladder.Thawed, ladder.ErrNotFrozen)
}

func (s *Service) freeze(ctx context.Context, player, id int64, kind ladder.Kind, done error) error {
	return s.onOwnLadder(ctx, player, id, func(tx *store.Tx, t *store.Tournament, e *store.Entrant) error {
		state, err := LoadLadder(tx, t, tx.Now())
		if err != nil {
			return err
		}
		event := ladder.Event{Kind: kind, Player: e.ID, At: state.Now}
		if errors.Is(state.Check(event), done) {
			return nil // as it is already
		}
		return s.onLadder(tx, t, event)
	})
}

// ladderGameEnded is what the result of a challenge means; one that was annulled
// counts for nothing.
func (s *Service) ladderGameEnded(tx *store.Tx, t *store.Tournament, p *store.Pairing) error {
	e := ladder.Event{Kind: ladder.Finished, Challenge: p.ID}
	switch p.Result {
	case "1-0":
		e.Winner = p.WhiteID
	case "0-1":
		e.Winner = p.BlackID
	}
	err := s.onLadder(tx, t, e)
	if errors.Is(err, ErrGone) {
		return nil // the players' challenge ended before, as one of them left
	}
	return err
}
