package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules/dice"
	"crownpost/tournament"
	"crownpost/tournament/director"
)

// CreateTournament announces a tournament that people can enter.
func (s *Service) CreateTournament(ctx context.Context, organiser int64, in TournamentInput) (id int64, err error) {
	err = s.write(ctx, organiser, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, organiser); err != nil {
			return err
		}
		in.Plan = announced(in.Plan)
		t, err := s.createTournament(tx, organiser, in)
		if err == nil {
			id = t.ID
		}
		return err
	})
	return id, err
}

// announced is a plan without what its start decides: the places of a draw, lots
// and colours, and who must not meet, which names players that are not there yet;
// and without what only files give.
func announced(p director.Plan) director.Plan {
	p.Initial, p.Virtual, p.Forbidden = tournament.NoColour, nil, nil
	p.Points, p.Extra = nil, nil
	if p.Bracket != nil {
		draw := *p.Bracket
		draw.Seats, draw.Order = 0, nil
		p.Bracket = &draw
	}
	if p.Groups != nil {
		sections := *p.Groups
		sections.Seats, sections.Separate = 0, nil
		p.Groups = &sections
	}
	return p
}

func (s *Service) createTournament(tx *store.Tx, organiser int64, in TournamentInput) (*store.Tournament, error) {
	agreed, err := in.check(tx.Now())
	if err != nil {
		return nil, err
	}
	t := &store.Tournament{
		Name: in.Name, Description: in.Description, OrganiserID: organiser,
		Variant: in.Variant, Control: agreed.control.String(), Rated: in.Rated, RatingMode: in.RatingMode,
		Options: agreed.options, Opening: in.Opening, BallotPer: in.BallotPer, Start: agreed.start, Length: agreed.length,
		MinPlayers: in.MinPlayers, MaxPlayers: in.MaxPlayers, Seating: in.Seating, OverBoard: in.OverBoard,
		MinRating: in.MinRating, MaxRating: in.MaxRating, MinGames: in.MinGames,
		WaitingList: in.WaitingList, StartWhenFull: in.StartWhenFull, CheckIn: in.CheckIn,
		RoundTime: in.RoundTime, Unfinished: in.Unfinished, NoLeave: in.NoLeave,
		StartsAt: in.StartsAt, Status: store.TournamentOpen, CreatedAt: tx.Now(), SeriesID: in.Series,
	}
	if err := setPlan(t, in.Plan); err != nil {
		return nil, err
	}
	if in.Format == director.Ladder {
		t.Status, t.StartedAt = store.TournamentRunning, tx.Now()
	}
	if t.Length > 0 && !t.OverBoard {
		seed := s.drawSecret()
		t.DiceSeed, t.DiceCommitment = seed.String(), dice.EventCommitment(seed).String()
	}
	if err := tx.CreateTournament(t); err != nil {
		return nil, err
	}
	if !in.StartsAt.IsZero() {
		id := strconv.FormatInt(t.ID, 10)
		if err := s.addTask(tx, "start:"+id, TaskStart, id, in.StartsAt); err != nil {
			return nil, err
		}
	}
	return t, s.logTournament(tx, t.ID, organiser, "created", "")
}

// Kinds of task of tournaments; the payload is the tournament's id.
const (
	TaskStart = "start"
	TaskPair  = "pair"
	// TaskDue is for games whose time in the round is over.
	TaskDue = "due"
)

// Tasks are the handlers of every kind of task but mail, whose letters somebody
// has to send. Each may be called again with the same payload.
func (s *Service) Tasks() map[string]func(ctx context.Context, payload string) error {
	return map[string]func(ctx context.Context, payload string) error{
		TaskStart:  s.ScheduledStart,
		TaskPair:   s.Proceed,
		TaskDue:    s.RoundDue,
		TaskSeries: s.MakeNext,
	}
}

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

// ScheduledStart is the task that starts a tournament at its hour. Who should
// have checked in and did not gives up the place; one that has too few players
// then, or does not fit them, is called off.
func (s *Service) ScheduledStart(ctx context.Context, payload string) error {
	id, err := strconv.ParseInt(payload, 10, 64)
	if err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil || t.Status != store.TournamentOpen || t.StartsAt.After(tx.Now()) {
			return err
		}
		if t.CheckIn > 0 {
			if err := s.dropAbsent(tx, t); err != nil {
				return err
			}
		}
		n, err := tx.CountEntrants(id, store.Entered)
		if err != nil {
			return err
		}
		if n < t.MinPlayers {
			return s.end(tx, t, store.TournamentCancelled, 0, "cancelled", "not enough players")
		}
		err = s.begin(tx, t, 0)
		if problem := misfit(err); problem != "" { // no seat has been given then
			return s.end(tx, t, store.TournamentCancelled, 0, "cancelled", problem)
		}
		return err
	})
}

// StartTournament starts an open tournament at a director's word.
func (s *Service) StartTournament(ctx context.Context, by, id int64) error {
	return s.write(ctx, by, func(tx *store.Tx) error {
		t, err := s.directed(tx, by, id)
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
		n, err := tx.CountEntrants(id, store.Entered)
		if err != nil {
			return err
		}
		if n < t.MinPlayers {
			return account.NewInvalid("", "tournament-small", map[string]any{"min": t.MinPlayers})
		}
		return s.begin(tx, t, by)
	})
}

// directed loads a tournament for its organiser, one of its officials or an
// administrator.
func (s *Service) directed(tx *store.Tx, by, id int64) (*store.Tournament, error) {
	t, err := tx.TournamentForUpdate(id)
	if err != nil || t.OrganiserID == by {
		return t, err
	}
	may, err := Directs(tx.Reader, t, by)
	if err != nil {
		return nil, err
	}
	if !may {
		return nil, ErrForbidden
	}
	return t, nil
}

// Directs reports whether an account may direct a tournament: its organiser,
// one of its officials, or an administrator.
func Directs(read *store.Reader, t *store.Tournament, by int64) (bool, error) {
	if by == 0 || t.OrganiserID == by {
		return by != 0, nil
	}
	if official, err := read.Directs(t.ID, by); err != nil || official {
		return official, err
	}
	a, err := read.Account(by)
	if err != nil {
		return false, err
	}
	return a.Role == store.Admin, nil
}

// CancelTournament calls off a tournament that has not started.
func (s *Service) CancelTournament(ctx context.Context, by, id int64) error {
	return s.write(ctx, by, func(tx *store.Tx) error {
		t, err := s.directed(tx, by, id)
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

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }
