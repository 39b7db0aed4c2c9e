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
	"crownpost/rules/correspondence"
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
}

// check refuses what no tournament can be made of.
func (in *TournamentInput) check(now time.Time) (correspondence.Control, error) {
	in.Name, in.Description = strings.Join(strings.Fields(in.Name), " "), strings.TrimSpace(in.Description)
	switch n := utf8.RuneCountInString(in.Name); {
	case n < 3 || n > maxTitle:
		return correspondence.Control{}, account.NewInvalid("name", "title-length", map[string]any{"min": 3, "max": maxTitle})
	case utf8.RuneCountInString(in.Description) > maxDescription:
		return correspondence.Control{}, account.NewInvalid("description", "text-length", map[string]any{"max": maxDescription})
	case in.MaxPlayers < minPlayers || in.MaxPlayers > MaxPlayers:
		return correspondence.Control{}, account.NewInvalid("limit", "players-range", map[string]any{"min": minPlayers, "max": MaxPlayers})
	case in.Cycles != 1 && in.Cycles != 2:
		return correspondence.Control{}, account.NewInvalid("cycles", "cycles", nil)
	case in.Pace != store.PaceAll && in.Pace != store.PaceRounds:
		return correspondence.Control{}, account.NewInvalid("schedule", "schedule", nil)
	case in.Withdrawal != store.WithdrawDefault && in.Withdrawal != store.WithdrawForfeitAll && in.Withdrawal != store.WithdrawAnnulAll:
		return correspondence.Control{}, account.NewInvalid("withdrawal", "withdrawal", nil)
	case in.Seating != store.SeatByRating && in.Seating != store.SeatRandomly:
		return correspondence.Control{}, account.NewInvalid("seating", "seating", nil)
	case !in.StartsAt.IsZero() && !in.StartsAt.After(now):
		return correspondence.Control{}, account.NewInvalid("starts", "starts-past", nil)
	}
	c, err := checkTerms(in.Variant, in.Control, in.Rated)
	if err == nil && c.Kind == correspondence.None {
		err = account.NewInvalid("clock", "clock-needed", nil)
	}
	return c, err
}

// CreateTournament announces a tournament that people can enter.
func (s *Service) CreateTournament(ctx context.Context, organiser int64, in TournamentInput) (id int64, err error) {
	err = s.write(ctx, organiser, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, organiser); err != nil {
			return err
		}
		control, err := in.check(tx.Now())
		if err != nil {
			return err
		}
		t := &store.Tournament{
			Name: in.Name, Description: in.Description, OrganiserID: organiser,
			Variant: in.Variant, Control: control.String(), Rated: in.Rated,
			Format: store.RoundRobin, Cycles: in.Cycles, Pace: in.Pace,
			MinPlayers: minPlayers, MaxPlayers: in.MaxPlayers, Withdrawal: in.Withdrawal, Seating: in.Seating,
			StartsAt: in.StartsAt, Status: store.TournamentOpen, CreatedAt: tx.Now(),
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
func (s *Service) EnterTournament(ctx context.Context, player, id int64) error {
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
		if err := tx.AddEntrant(&store.Entrant{
			TournamentID: id, AccountID: player, Status: store.Entered, Rating: points, EnteredAt: tx.Now(),
		}); err != nil {
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

// forfeit ends a game against loser without play.
func (s *Service) forfeit(tx *store.Tx, game, loser int64) error {
	row, err := tx.GameForUpdate(game)
	if err != nil {
		return err
	}
	table, err := NewTable(row)
	if err != nil {
		return err
	}
	change, err := table.State.Forfeit(tx.Now(), table.Side(loser))
	if err != nil && !errors.Is(err, correspondence.ErrTimeUp) {
		return err
	}
	return s.apply(tx, table, change)
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

// ScheduledStart is the task that starts a tournament at its hour. One that
// has too few players then is called off.
func (s *Service) ScheduledStart(ctx context.Context, payload string) error {
	id, err := strconv.ParseInt(payload, 10, 64)
	if err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil || t.Status != store.TournamentOpen {
			return err
		}
		entrants, err := tx.Entrants(id)
		if err != nil {
			return err
		}
		if len(entrants) < t.MinPlayers {
			return s.end(tx, t, store.TournamentCancelled, 0, "cancelled", "not enough players")
		}
		return s.begin(tx, t, 0)
	})
}

// begin gives seats and starts the first games: all of them, or a round.
func (s *Service) begin(tx *store.Tx, t *store.Tournament, by int64) error {
	event, err := loadEvent(tx, t)
	if err != nil {
		return err
	}
	candidates := event.Candidates()
	order := tournament.ByRating(candidates)
	if t.Seating == store.SeatRandomly {
		for i := len(order) - 1; i > 0; i-- {
			j := s.draw(i + 1)
			order[i], order[j] = order[j], order[i]
		}
	}
	if event, err = event.Start(order); err != nil {
		return err
	}
	for _, e := range event.Entrants {
		row, err := tx.Entrant(t.ID, e.ID)
		if err != nil {
			return err
		}
		if row.Rating, err = ratingOf(tx, e.ID, t.Variant); err != nil {
			return err
		}
		row.Seat, row.Status = e.Seat, string(e.Status)
		if err := tx.UpdateEntrant(row); err != nil {
			return err
		}
	}
	t.Status, t.StartedAt, t.Rounds = store.TournamentRunning, tx.Now(), event.Rounds()
	if err := s.logTournament(tx, t.ID, by, "started", ""); err != nil {
		return err
	}
	last := 1
	if t.Pace == store.PaceAll {
		last = t.Rounds
	}
	for round := 1; round <= last; round++ {
		if err := s.openRound(tx, t, event, round); err != nil {
			return err
		}
	}
	return tx.UpdateTournament(t)
}

// openRound creates the games of a round. The caller stores the tournament.
func (s *Service) openRound(tx *store.Tx, t *store.Tournament, event tournament.Event, round int) error {
	games, err := event.Round(round)
	if err != nil {
		return err
	}
	control, err := correspondence.ParseControl(t.Control)
	if err != nil {
		return fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	t.Round = round
	for _, g := range games {
		white, err := event.Holder(g.White)
		if err != nil {
			return err
		}
		black, err := event.Holder(g.Black)
		if err != nil {
			return err
		}
		if g.Result == tournament.BothLose {
			continue // two who have left: there is nobody to whom a game could matter
		}
		table, err := s.startGame(tx, terms{
			Variant: t.Variant, Control: control, Rated: t.Rated, White: white.ID, Black: black.ID,
			Tournament: t.ID, Round: round, Board: g.Board, ColourDraw: "pairing table",
		})
		if err != nil {
			return err
		}
		if g.Forfeit {
			loser := white.ID
			if g.Result == tournament.WhiteWins {
				loser = black.ID
			}
			if err := s.forfeit(tx, table.ID, loser); err != nil {
				return err
			}
		}
	}
	return nil
}

// tournamentGameEnded is what the end of a game means to its tournament. The
// tournament's row is locked before its games are counted, so that of two last
// games ending together the second sees the first.
func (s *Service) tournamentGameEnded(tx *store.Tx, t *Table) error {
	event, err := tx.TournamentForUpdate(t.TournamentID)
	if err != nil {
		return err
	}
	running, err := tx.CountRunning(event.ID, 0)
	if err != nil || event.Status != store.TournamentRunning {
		return err
	}
	// The game that ends is still stored as running.
	if running > 1 {
		return nil
	}
	return s.addPairing(tx, event)
}

// advance goes on to the next round if nobody's game holds it up.
func (s *Service) advance(tx *store.Tx, id int64) error {
	t, err := tx.TournamentForUpdate(id)
	if err != nil || t.Status != store.TournamentRunning {
		return err
	}
	running, err := tx.CountRunning(id, 0)
	if err != nil || running > 0 {
		return err
	}
	return s.addPairing(tx, t)
}

func (s *Service) addPairing(tx *store.Tx, t *store.Tournament) error {
	payload := fmt.Sprintf("%d:%d", t.ID, t.Round)
	return s.addTask(tx, "pair:"+payload, TaskPair, payload, tx.Now())
}

// CloseRound is the task that follows a round's last game: it opens the next
// round, or ends the tournament. The payload names the tournament and the
// round that has closed; when that is no longer the round being played, it has
// been done.
func (s *Service) CloseRound(ctx context.Context, payload string) error {
	var id int64
	var round int
	if _, err := fmt.Sscanf(payload, "%d:%d", &id, &round); err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.TournamentForUpdate(id)
		if err != nil || t.Status != store.TournamentRunning || t.Round != round {
			return err
		}
		event, err := loadEvent(tx, t)
		if err != nil {
			return err
		}
		for {
			switch event.State() {
			case tournament.Over:
				return s.end(tx, t, store.TournamentFinished, 0, "finished", "")
			case tournament.Deserted:
				return s.end(tx, t, store.TournamentFinished, 0, "finished", "not enough players")
			}
			next := event.NextRound()
			if next == 0 {
				if t.Round == round {
					return nil
				}
				return tx.UpdateTournament(t)
			}
			if err := s.openRound(tx, t, event, next); err != nil {
				return err
			}
			if err := s.logTournament(tx, t.ID, 0, "round", strconv.Itoa(next)); err != nil {
				return err
			}
			// A round of forfeits alone is over as soon as it is open.
			if event, err = loadEvent(tx, t); err != nil {
				return err
			}
		}
	})
}

// end closes a tournament.
func (s *Service) end(tx *store.Tx, t *store.Tournament, status string, by int64, act, detail string) error {
	t.Status, t.EndedAt = status, tx.Now()
	if err := tx.UpdateTournament(t); err != nil {
		return err
	}
	return s.logTournament(tx, t.ID, by, act, detail)
}

// games is what an event is read from: a transaction or a reader.
type games interface {
	Entrants(tournament int64) ([]store.EntrantView, error)
	TournamentGames(tournament int64) ([]store.GameView, error)
}

// loadEvent builds a tournament's event from its rows.
func loadEvent(from games, t *store.Tournament) (tournament.Event, error) {
	entrants, err := from.Entrants(t.ID)
	if err != nil {
		return tournament.Event{}, err
	}
	rows, err := from.TournamentGames(t.ID)
	if err != nil {
		return tournament.Event{}, err
	}
	return NewEvent(t, entrants, rows), nil
}

// NewEvent is a tournament as package tournament computes with it. Players are
// their accounts' ids, games theirs.
func NewEvent(t *store.Tournament, entrants []store.EntrantView, rows []store.GameView) tournament.Event {
	e := tournament.Event{Format: tournament.RoundRobin, Law: tournament.LawHalf}
	if t.Cycles == 2 {
		e.Format = tournament.DoubleRoundRobin
	}
	switch t.Withdrawal {
	case store.WithdrawForfeitAll:
		e.Law = tournament.LawForfeitAll
	case store.WithdrawAnnulAll:
		e.Law = tournament.LawAnnulAll
	}
	seats := map[int64]int{}
	for _, row := range entrants {
		e.Entrants = append(e.Entrants, tournament.Entrant{
			ID: row.AccountID, Seat: row.Seat, Status: tournament.Status(row.Status), Rating: row.Rating,
		})
		seats[row.AccountID] = row.Seat
	}
	for _, row := range rows {
		g := tournament.Game{
			ID: row.ID, Round: row.Round, Board: row.Board,
			White: seats[row.WhiteID], Black: seats[row.BlackID],
		}
		switch {
		case row.Status == store.GameRunning:
		case row.Status == store.GameAborted:
			g.Result, g.Forfeit = tournament.BothLose, true
		case row.Winner == rules.White:
			g.Result = tournament.WhiteWins
		case row.Winner == rules.Black:
			g.Result = tournament.BlackWins
		default:
			g.Result = tournament.Drawn
		}
		reason := rules.Reason(row.Reason)
		g.Forfeit = g.Forfeit || reason == correspondence.Forfeit || reason == correspondence.AccountClosed
		e.Games = append(e.Games, g)
	}
	// No game was created where both players had left; the schedule has it.
	for round := 1; round <= t.Round; round++ {
		games, err := e.Round(round)
		if err != nil {
			break
		}
		for _, g := range games {
			if g.Result == tournament.BothLose && !slices.ContainsFunc(e.Games, func(h tournament.Game) bool {
				return h.Round == g.Round && h.Board == g.Board
			}) {
				e.Games = append(e.Games, g)
			}
		}
	}
	return e
}

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }
