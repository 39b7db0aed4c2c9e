package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules/correspondence"
	"crownpost/rules/dice"
	"crownpost/tournament"
)

// Limits of a tournament's form.
const (
	minPlayers     = 2
	MaxPlayers     = 40
	maxTitle       = 80
	maxDescription = 2000
)

// TournamentInput is what an organiser asks for.
type TournamentInput struct {
	Name, Description string
	Variant, Control  string
	Rated             bool
	// Cycles is 1, or 2 for a double round robin.
	Cycles int
	// Pace is store.PaceAll or store.PaceRounds.
	Pace       string
	MaxPlayers int
	// Withdrawal is store.WithdrawDefault, WithdrawForfeitAll or WithdrawAnnulAll.
	Withdrawal string
	// Seating is store.SeatByRating or store.SeatRandomly.
	Seating string
	// StartsAt is when it starts by itself; zero leaves that to the organiser.
	StartsAt time.Time
	Beginning
	// BallotPer is store.BallotPerRound or BallotPerPairing; with an opening
	// table only, where empty is the former.
	BallotPer string
}

// check refuses what no tournament can be made of.
func (in *TournamentInput) check(now time.Time) (agreed checkedTerms, err error) {
	in.Name, in.Description = strings.Join(strings.Fields(in.Name), " "), strings.TrimSpace(in.Description)
	switch n := utf8.RuneCountInString(in.Name); {
	case n < 3 || n > maxTitle:
		return agreed, account.NewInvalid("name", "title-length", map[string]any{"min": 3, "max": maxTitle})
	case utf8.RuneCountInString(in.Description) > maxDescription:
		return agreed, account.NewInvalid("description", "text-length", map[string]any{"max": maxDescription})
	case in.MaxPlayers < minPlayers || in.MaxPlayers > MaxPlayers:
		return agreed, account.NewInvalid("limit", "players-range", map[string]any{"min": minPlayers, "max": MaxPlayers})
	case in.Cycles != 1 && in.Cycles != 2:
		return agreed, account.NewInvalid("cycles", "cycles", nil)
	case in.Pace != store.PaceAll && in.Pace != store.PaceRounds:
		return agreed, account.NewInvalid("schedule", "schedule", nil)
	case in.Withdrawal != store.WithdrawDefault && in.Withdrawal != store.WithdrawForfeitAll && in.Withdrawal != store.WithdrawAnnulAll:
		return agreed, account.NewInvalid("withdrawal", "withdrawal", nil)
	case in.Seating != store.SeatByRating && in.Seating != store.SeatRandomly:
		return agreed, account.NewInvalid("seating", "seating", nil)
	case !in.StartsAt.IsZero() && !in.StartsAt.After(now):
		return agreed, account.NewInvalid("starts", "starts-past", nil)
	}
	agreed, err = checkTerms(in.Variant, in.Control, in.Rated, in.Beginning)
	if err == nil && in.Money != 0 {
		err = account.NewInvalid("money", "money-tournament", nil)
	}
	if err == nil && agreed.control.Kind == correspondence.None {
		err = account.NewInvalid("clock", "clock-needed", nil)
	}
	if err != nil {
		return agreed, err
	}
	switch {
	case in.Pair && in.Cycles == 2:
		return agreed, account.NewInvalid("cycles", "pair-cycles", nil)
	case in.BallotPer != "" && in.BallotPer != store.BallotPerRound && in.BallotPer != store.BallotPerPairing:
		return agreed, account.NewInvalid("ballotPer", "ballot-per", nil)
	case in.Opening == "":
		in.BallotPer = ""
	case in.BallotPer == "":
		in.BallotPer = store.BallotPerRound
	}
	return agreed, nil
}

// CreateTournament announces a tournament that people can enter.
func (s *Service) CreateTournament(ctx context.Context, organiser int64, in TournamentInput) (id int64, err error) {
	err = s.write(ctx, organiser, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, organiser); err != nil {
			return err
		}
		agreed, err := in.check(tx.Now())
		if err != nil {
			return err
		}
		t := &store.Tournament{
			Name: in.Name, Description: in.Description, OrganiserID: organiser,
			Variant: in.Variant, Control: agreed.control.String(), Rated: in.Rated,
			Options: agreed.options, Opening: in.Opening, BallotPer: in.BallotPer, Start: agreed.start, Pair: in.Pair,
			Length: agreed.length,
			Format: store.RoundRobin, Cycles: in.Cycles, Pace: in.Pace,
			MinPlayers: minPlayers, MaxPlayers: in.MaxPlayers, Withdrawal: in.Withdrawal, Seating: in.Seating,
			StartsAt: in.StartsAt, Status: store.TournamentOpen, CreatedAt: tx.Now(),
		}
		if t.Length > 0 {
			seed := s.drawSecret()
			t.DiceSeed, t.DiceCommitment = seed.String(), dice.EventCommitment(seed).String()
		}
		if err := tx.CreateTournament(t); err != nil {
			return err
		}
		id = t.ID
		if !in.StartsAt.IsZero() {
			key := "start:" + strconv.FormatInt(id, 10)
			if err := s.addTask(tx, key, TaskStart, strconv.FormatInt(id, 10), in.StartsAt); err != nil {
				return err
			}
		}
		return s.logTournament(tx, id, organiser, "created", "")
	})
	return id, err
}

// Kinds of task of tournaments; the payload is the tournament's id, followed
// for TaskPair by the round.
const (
	TaskStart = "start"
	TaskPair  = "pair"
)

func (s *Service) addTask(tx *store.Tx, key, kind, payload string, due time.Time) error {
	err := tx.AddTask(&store.Task{Key: key, Kind: kind, Payload: payload, DueAt: due, CreatedAt: tx.Now()})
	if err != nil {
		return fmt.Errorf("task %s: %w", kind, err)
	}
	tx.After(s.wake)
	return nil
}

func (s *Service) logTournament(tx *store.Tx, id, by int64, act, detail string) error {
	tx.After(func() { s.ring(TournamentTopic(id)) })
	return tx.LogTournament(&store.TournamentEntry{TournamentID: id, At: tx.Now(), AccountID: by, Act: act, Detail: detail})
}

// EnterTournament signs an account up for a tournament that has not started.
// Share is the player's first share of dice in each of his games, as of
// AcceptSeek.
func (s *Service) EnterTournament(ctx context.Context, player, id int64, share string) error {
	sent, err := readShare(share)
	if err != nil {
		return err
	}
	return s.write(ctx, player, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil {
			return err
		}
		if err := s.mayPlay(tx, player); err != nil {
			return err
		}
		if t.Status != store.TournamentOpen {
			return fmt.Errorf("entry: %w", ErrGone)
		}
		entrants, err := tx.Entrants(id)
		if err != nil {
			return err
		}
		for _, e := range entrants {
			if e.AccountID == player {
				return nil
			}
		}
		if len(entrants) >= t.MaxPlayers {
			return account.NewInvalid("", "tournament-full", map[string]any{"max": t.MaxPlayers})
		}
		points, err := ratingOf(tx, player, t.Variant)
		if err != nil {
			return err
		}
		entrant := &store.Entrant{TournamentID: id, AccountID: player, Status: store.Entered, Rating: points, EnteredAt: tx.Now()}
		if t.Length > 0 {
			share := s.shareOr(sent)
			entrant.Share, entrant.ShareSource = share.Share, share.Source
		}
		if err := tx.AddEntrant(entrant); err != nil {
			return err
		}
		return s.logTournament(tx, id, player, "entered", "")
	})
}

// ratingOf is an account's rating in a pool, the start rating without one.
func ratingOf(tx *store.Tx, account int64, pool string) (int64, error) {
	r, err := tx.Rating(account, pool)
	if isNotFound(err) {
		return int64(rating.Start), nil
	}
	if err != nil {
		return 0, err
	}
	return r.Rating, nil
}

// WithdrawTournament takes an account out: before the start without a trace,
// afterwards with its unfinished games forfeited.
func (s *Service) WithdrawTournament(ctx context.Context, player, id int64) error {
	return s.write(ctx, player, func(tx *store.Tx) error { return s.withdraw(tx, player, id) })
}

func (s *Service) withdraw(tx *store.Tx, player, id int64) error {
	t, err := tx.TournamentForUpdate(id)
	if err != nil {
		return err
	}
	entrant, err := tx.Entrant(id, player)
	if isNotFound(err) {
		return fmt.Errorf("withdrawal: %w", ErrGone)
	}
	if err != nil {
		return err
	}
	switch {
	case t.Status == store.TournamentOpen:
		if err := tx.RemoveEntrant(id, player); err != nil {
			return err
		}
		return s.logTournament(tx, id, player, "left", "")
	case t.Status != store.TournamentRunning:
		return fmt.Errorf("withdrawal: %w", ErrGone)
	case entrant.Status != store.Active:
		return nil
	}
	event, err := loadEvent(tx, t)
	if err != nil {
		return err
	}
	_, forfeits, err := event.Leave(entrant.Seat, tournament.Withdrawn)
	if err != nil {
		return err
	}
	entrant.Status, entrant.LeftAt = store.Withdrawn, tx.Now()
	if err := tx.UpdateEntrant(entrant); err != nil {
		return err
	}
	if err := s.logTournament(tx, id, player, "withdrawn", ""); err != nil {
		return err
	}
	for _, g := range forfeits {
		if err := s.forfeit(tx, g.ID, player); err != nil {
			return err
		}
	}
	return s.advance(tx, id)
}

// leaveTournaments withdraws an account from everything it has entered.
func (s *Service) leaveTournaments(tx *store.Tx, player int64) error {
	entered, err := tx.EntriesOf(player)
	if err != nil {
		return err
	}
	for _, t := range entered {
		if t.Status != store.TournamentOpen && t.Status != store.TournamentRunning {
			continue
		}
		if err := s.withdraw(tx, player, t.ID); err != nil {
			return err
		}
	}
	return nil
}

// StartTournament starts an open tournament at its organiser's word; an
// administrator's counts as well.
func (s *Service) StartTournament(ctx context.Context, by, id int64) error {
	return s.write(ctx, by, func(tx *store.Tx) error {
		t, err := s.organised(tx, by, id)
		if err != nil {
			return err
		}
		switch t.Status {
		case store.TournamentRunning:
			return nil
		case store.TournamentOpen:
		default:
			return fmt.Errorf("start: %w", ErrGone)
		}
		entrants, err := tx.Entrants(id)
		if err != nil {
			return err
		}
		if len(entrants) < t.MinPlayers {
			return account.NewInvalid("", "tournament-small", map[string]any{"min": t.MinPlayers})
		}
		return s.begin(tx, t, by)
	})
}

// organised loads a tournament for its organiser or an administrator.
func (s *Service) organised(tx *store.Tx, by, id int64) (*store.Tournament, error) {
	t, err := tx.TournamentForUpdate(id)
	if err != nil {
		return nil, err
	}
	if t.OrganiserID == by {
		return t, nil
	}
	a, err := tx.Account(by)
	if err != nil {
		return nil, err
	}
	if a.Role != store.Admin {
		return nil, ErrForbidden
	}
	return t, nil
}

// CancelTournament calls off a tournament that has not started.
func (s *Service) CancelTournament(ctx context.Context, by, id int64) error {
	return s.write(ctx, by, func(tx *store.Tx) error {
		t, err := s.organised(tx, by, id)
		if err != nil {
			return err
		}
		switch t.Status {
		case store.TournamentCancelled:
			return nil
		case store.TournamentOpen:
			return s.end(tx, t, store.TournamentCancelled, by, "cancelled", "")
		}
		return fmt.Errorf("cancel: %w", ErrGone)
	})
}

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }
