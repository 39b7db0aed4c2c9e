package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/rules/dice"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
)

// Limits of a tournament's form.
const (
	minPlayers     = 2
	MaxPlayers     = 1000
	maxTitle       = 80
	maxDescription = 2000
	// MaxRoundTime is the longest that a round may be given.
	MaxRoundTime = 365 * 24 * time.Hour
)

// TournamentInput is what an organiser asks for. It is what a template keeps.
type TournamentInput struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Variant     string `json:"variant"`
	Control     string `json:"control"`
	Rated       bool   `json:"rated,omitempty"`
	// RatingMode is store.RateGames (also when empty) or RateEvent.
	RatingMode string `json:"ratingMode,omitempty"`
	// Format is that of Plan, whose Pairs and Length come from Beginning.
	Format director.Format `json:"format"`
	Plan   director.Plan   `json:"plan"`
	// OverBoard makes an event with results only.
	OverBoard bool `json:"overBoard,omitempty"`
	// MinPlayers is the least number of players to start with, 0 for 2.
	MinPlayers int `json:"minPlayers,omitempty"`
	MaxPlayers int `json:"maxPlayers"`
	// Seating is store.SeatByRating or store.SeatRandomly.
	Seating string `json:"seating,omitempty"`
	// StartsAt is when it starts by itself; zero leaves that to the organiser.
	StartsAt      time.Time `json:"-"`
	StartWhenFull bool      `json:"startWhenFull,omitempty"`
	WaitingList   bool      `json:"waitingList,omitempty"`
	// CheckIn is how long before StartsAt players check in; 0 is never.
	CheckIn time.Duration `json:"checkIn,omitempty"`
	// MinRating and MaxRating are in points, 0 for no limit.
	MinRating int `json:"minRating,omitempty"`
	MaxRating int `json:"maxRating,omitempty"`
	MinGames  int `json:"minGames,omitempty"`
	// RoundTime is how long a game may last, 0 for no end; Unfinished is one of
	// store's rules for what is then unfinished, AskOrganiser when empty.
	RoundTime  time.Duration `json:"roundTime,omitempty"`
	Unfinished string        `json:"unfinished,omitempty"`
	Beginning  `json:"beginning"`
	// BallotPer is store.BallotPerRound or BallotPerPairing; with an opening
	// table only, where empty is the former.
	BallotPer string `json:"ballotPer,omitempty"`
	// Series is the template that it is made from, 0 for none.
	Series int64 `json:"-"`
}

// check refuses what no tournament can be made of, and fills in what was left
// to its usual choice.
func (in *TournamentInput) check(now time.Time) (agreed checkedTerms, err error) {
	in.Name, in.Description = strings.Join(strings.Fields(in.Name), " "), strings.TrimSpace(in.Description)
	in.MinPlayers = max(in.MinPlayers, minPlayers)
	if in.RatingMode == "" {
		in.RatingMode = store.RateGames
	}
	if in.Seating == "" {
		in.Seating = store.SeatByRating
	}
	if in.Unfinished == "" {
		in.Unfinished = store.AskOrganiser
	}
	variant, known := catalog.Lookup(in.Variant)
	draws := known && variant.Family() != rules.Backgammon
	switch n := utf8.RuneCountInString(in.Name); {
	case n < 3 || n > maxTitle:
		return agreed, account.NewInvalid("name", "title-length", map[string]any{"min": 3, "max": maxTitle})
	case utf8.RuneCountInString(in.Description) > maxDescription:
		return agreed, account.NewInvalid("description", "text-length", map[string]any{"max": maxDescription})
	case in.MaxPlayers < minPlayers || in.MaxPlayers > MaxPlayers:
		return agreed, account.NewInvalid("limit", "players-range", map[string]any{"min": minPlayers, "max": MaxPlayers})
	case in.MinPlayers > in.MaxPlayers:
		return agreed, account.NewInvalid("atLeast", "at-least", map[string]any{"max": in.MaxPlayers})
	case in.Seating != store.SeatByRating && in.Seating != store.SeatRandomly:
		return agreed, account.NewInvalid("seating", "seating", nil)
	case in.RatingMode != store.RateGames && in.RatingMode != store.RateEvent:
		return agreed, account.NewInvalid("ratingMode", "unknown", nil)
	case in.MinRating < 0 || in.MinRating > 4000:
		return agreed, account.NewInvalid("minRating", "rating-range", nil)
	case in.MaxRating < 0 || in.MaxRating > 4000 || in.MaxRating > 0 && in.MaxRating < in.MinRating:
		return agreed, account.NewInvalid("maxRating", "rating-range", nil)
	case in.MinGames < 0 || in.MinGames > 10_000:
		return agreed, account.NewInvalid("minGames", "games-range", nil)
	case !in.StartsAt.IsZero() && !in.StartsAt.After(now):
		return agreed, account.NewInvalid("starts", "starts-past", nil)
	case in.CheckIn < 0 || in.CheckIn > 14*24*time.Hour || in.CheckIn > 0 && in.StartsAt.IsZero():
		return agreed, account.NewInvalid("checkIn", "check-in", nil)
	case in.RoundTime < 0 || in.RoundTime > MaxRoundTime:
		return agreed, account.NewInvalid("roundTime", "round-time", map[string]any{"max": int(MaxRoundTime.Hours()) / 24})
	case !slices.Contains([]string{store.AskOrganiser, store.Extend, store.ForfeitToMove, store.CallDraw, store.DrawToPair}, in.Unfinished):
		return agreed, account.NewInvalid("unfinished", "unknown", nil)
	case in.Unfinished == store.DrawToPair && in.Format != director.Swiss:
		return agreed, account.NewInvalid("unfinished", "unfinished-swiss", nil)
	case (in.Unfinished == store.CallDraw || in.Unfinished == store.DrawToPair) && known && !draws:
		return agreed, account.NewInvalid("unfinished", "unfinished-drawless", nil)
	case in.Unfinished != store.AskOrganiser && in.RoundTime == 0:
		return agreed, account.NewInvalid("roundTime", "round-time-needed", nil)
	case in.Format == director.Ladder && (in.OverBoard || !in.StartsAt.IsZero() || in.RoundTime > 0):
		return agreed, account.NewInvalid("format", "ladder-terms", nil)
	case in.OverBoard && in.Unfinished != store.AskOrganiser:
		return agreed, account.NewInvalid("unfinished", "over-board", nil)
	}
	if in.OverBoard {
		in.Control, in.Rated = "none", false
	}
	agreed, err = checkTerms(in.Variant, in.Control, in.Rated, in.Beginning)
	if err == nil && in.Money != 0 {
		err = account.NewInvalid("money", "money-tournament", nil)
	}
	if err == nil && agreed.control.Kind == correspondence.None && !in.OverBoard {
		err = account.NewInvalid("clock", "clock-needed", nil)
	}
	if err != nil {
		return agreed, err
	}
	if err := checkLengths(in.Plan.Bracket, draws); err != nil {
		return agreed, err
	}
	in.Plan.Format, in.Plan.Pairs, in.Plan.Length = in.Format, in.Pair, agreed.length
	if err := in.Plan.Check(0); err != nil {
		return agreed, refusedPlan(err)
	}
	switch {
	case in.Pair && in.Plan.Cycles > 1:
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

// checkLengths looks at the lengths of the matches of a draw, where they are not
// the event's own.
func checkLengths(draw *bracket.Plan, draughts bool) error {
	if draw == nil {
		return nil
	}
	for _, rounds := range draw.Terms {
		for _, terms := range rounds {
			switch {
			case terms.Points != 0 && draughts:
				return account.NewInvalid("length", "length-draughts", nil)
			case terms.Points < 0 || terms.Points > backgammon.MaxLength:
				return account.NewInvalid("length", "length-range", map[string]any{"max": backgammon.MaxLength})
			}
		}
	}
	return nil
}

// CreateTournament announces a tournament that people can enter.
func (s *Service) CreateTournament(ctx context.Context, organiser int64, in TournamentInput) (id int64, err error) {
	err = s.write(ctx, organiser, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, organiser); err != nil {
			return err
		}
		t, err := s.createTournament(tx, organiser, in)
		if err == nil {
			id = t.ID
		}
		return err
	})
	return id, err
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
		RoundTime: in.RoundTime, Unfinished: in.Unfinished,
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
// then is called off.
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
		n, err := entered(tx, id)
		if err != nil {
			return err
		}
		if n < t.MinPlayers {
			return s.end(tx, t, store.TournamentCancelled, 0, "cancelled", "not enough players")
		}
		return s.begin(tx, t, 0)
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
		n, err := entered(tx, id)
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
