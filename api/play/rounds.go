package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/swiss"
)

// errOvertaken says that an event has changed since it was read.
var errOvertaken = errors.New("the event has moved on")

// begin gives seats and begins what is to be played first. A Swiss has no more
// rounds than its players can play without a rematch.
func (s *Service) begin(tx *store.Tx, t *store.Tournament, by int64) error {
	if err := takeRatings(tx, t); err != nil {
		return err
	}
	event, err := LoadEvent(tx, t)
	if err != nil {
		return err
	}
	candidates := event.Candidates()
	asked := event.Plan.Rounds
	if most := event.Plan.MaxRounds(len(candidates)); most > 0 {
		event.Plan.Rounds = min(asked, most)
	}
	order := director.ByRating(candidates)
	if t.Seating == store.SeatRandomly || event.Plan.Drawn {
		for i := len(order) - 1; i > 0; i-- {
			j := s.draw(i + 1)
			order[i], order[j] = order[j], order[i]
		}
	}
	if event.Plan.Initial == tournament.NoColour {
		event.Plan.Initial = []tournament.Colour{tournament.White, tournament.Black}[s.draw(2)]
	}
	if event, err = event.Start(order); err != nil {
		return refusedPlan(err)
	}
	if err := s.storePlayers(tx, event.Players); err != nil {
		return err
	}
	if err := setPlan(t, event.Plan); err != nil {
		return err
	}
	t.Status, t.StartedAt, t.Rounds = store.TournamentRunning, tx.Now(), event.Rounds()
	if err := s.logTournament(tx, t.ID, by, "started", ""); err != nil {
		return err
	}
	if event.Plan.Rounds < asked {
		if err := s.logTournament(tx, t.ID, 0, "fewer-rounds", strconv.Itoa(event.Plan.Rounds)); err != nil {
			return err
		}
	}
	step, err := event.Next()
	if err != nil {
		return s.stuck(tx, t, err)
	}
	if err := s.take(tx, t, step); err != nil || step.Over {
		return err
	}
	return s.changed(tx, t) // there can be more to begin, where nothing of it is played
}

// takeRatings sets the ratings of the start list, as they are at the start. Over
// the board they are the director's.
func takeRatings(tx *store.Tx, t *store.Tournament) error {
	if t.OverBoard {
		return nil
	}
	entrants, err := tx.Entrants(t.ID)
	if err != nil {
		return err
	}
	for i := range entrants {
		e := &entrants[i].Entrant
		if e.AccountID == 0 || e.Status != store.Entered {
			continue
		}
		now, err := ratingOf(tx, e.AccountID, t.Variant)
		if err != nil {
			return err
		}
		if now == e.Rating {
			continue
		}
		e.Rating = now
		if err := tx.UpdateEntrant(e); err != nil {
			return err
		}
	}
	return nil
}

// storePlayers writes seats and statuses of an event back into its entrants.
func (s *Service) storePlayers(tx *store.Tx, players []director.Player) error {
	for _, p := range players {
		row, err := tx.Entrant(p.ID)
		if err != nil {
			return err
		}
		now := *row
		now.Seat, now.Status, now.FromRound, now.LeftRound = p.Seat, string(p.Status), p.From, p.Left
		if p.Status.Left() && now.LeftAt.IsZero() {
			now.LeftAt = tx.Now()
		} else if !p.Status.Left() {
			now.LeftAt = time.Time{}
		}
		if now == *row {
			continue
		}
		if err := tx.UpdateEntrant(&now); err != nil {
			return err
		}
	}
	return nil
}

// misfit says what does not fit in a plan, empty where the error is another one.
func misfit(err error) string {
	var invalid *account.Invalid
	if errors.As(err, &invalid) {
		problem, _ := invalid.Args["problem"].(string)
		return problem
	}
	return ""
}

// refusedPlan tells an organiser what does not fit in a plan.
func refusedPlan(err error) error {
	var wrong *director.PlanError
	switch {
	case errors.As(err, &wrong):
		return account.NewInvalid(wrong.Field, "plan", map[string]any{"problem": wrong.Problem})
	case errors.Is(err, director.ErrNotEnoughPlayers):
		return account.NewInvalid("", "tournament-small", map[string]any{"min": minPlayers})
	}
	return err
}

// Proceed is the task that goes on with a tournament after a result, or any
// other change: it begins what is to be played next, or ends it. The payload
// is the tournament's id. Pairing takes its time outside of the transaction;
// should the event have changed meanwhile, it is paired anew.
func (s *Service) Proceed(ctx context.Context, payload string) error {
	id, err := strconv.ParseInt(payload, 10, 64)
	if err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	for {
		more, err := s.proceedOnce(ctx, id)
		if err != nil && !errors.Is(err, errOvertaken) {
			return err
		}
		if err == nil && !more {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// proceedOnce makes one step; more says that another could follow.
func (s *Service) proceedOnce(ctx context.Context, id int64) (more bool, err error) {
	read := s.Store.Read(ctx)
	t, err := read.Tournament(id)
	if err != nil || t.Status != store.TournamentRunning || t.Format == string(director.Ladder) {
		return false, err
	}
	event, err := LoadEvent(read, &t.Tournament)
	if err != nil {
		return false, err
	}
	step, pairErr := event.Next()
	if pairErr == nil && len(step.Pairings) == 0 && len(step.Lots) == 0 && !step.Over && t.Stuck == "" {
		return false, nil
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.TournamentForUpdate(id)
		if err != nil {
			return err
		}
		if row.Version != t.Version || row.Status != t.Status {
			return errOvertaken
		}
		if pairErr != nil {
			return s.stuck(tx, row, pairErr)
		}
		return s.take(tx, row, step)
	})
	return pairErr == nil && !step.Over && len(step.Pairings)+len(step.Lots) > 0, err
}

// stuck notes that a round cannot be paired by the rules, for the organiser to
// decide; every other error is returned.
func (s *Service) stuck(tx *store.Tx, t *store.Tournament, err error) error {
	var impossible *swiss.Impossible
	if !errors.As(err, &impossible) {
		return err
	}
	if t.Stuck == impossible.Error() {
		return nil
	}
	t.Stuck = impossible.Error()
	if err := tx.UpdateTournament(t); err != nil {
		return err
	}
	return s.logTournament(tx, t.ID, 0, "stuck", strconv.Itoa(impossible.Round))
}

// take stores a step of an event: it draws the lots, creates the pairings and
// begins their games, or ends the event.
func (s *Service) take(tx *store.Tx, t *store.Tournament, step director.Step) error {
	t.Stuck = ""
	if step.Round > t.Round {
		t.Round, t.Allowed = step.Round, ""
		if t.Round > 1 {
			if err := s.logTournament(tx, t.ID, 0, "round", strconv.Itoa(t.Round)); err != nil {
				return err
			}
		}
	}
	t.Rounds = max(t.Rounds, t.Round)
	for _, lot := range step.Lots {
		lot.Result = []tournament.Result{tournament.WhiteWins, tournament.BlackWins}[s.draw(2)]
		if _, err := s.storePairing(tx, t, lot); err != nil {
			return err
		}
	}
	if err := s.beginPairings(tx, t, step.Pairings); err != nil {
		return err
	}
	if !step.Over {
		return tx.UpdateTournament(t)
	}
	detail := ""
	if step.Deserted {
		detail = "not enough players"
	}
	return s.end(tx, t, store.TournamentFinished, 0, "finished", detail)
}

// storePairing inserts a pairing.
func (s *Service) storePairing(tx *store.Tx, t *store.Tournament, p director.Pairing) (*store.Pairing, error) {
	row := &store.Pairing{
		TournamentID: t.ID, Stage: p.Stage, Round: p.Round, Board: p.Board, WhiteID: p.White, BlackID: p.Black,
		Kind: string(p.Kind), Result: resultText(p.Result), Forfeit: p.Forfeit,
		ScoreWhite: p.Score[0], ScoreBlack: p.Score[1], CreatedAt: tx.Now(),
	}
	switch {
	case row.Result != "":
		row.EndedAt = tx.Now()
	case p.Kind == director.Game && t.RoundTime > 0:
		row.DueAt = tx.Now().Add(t.RoundTime)
		if err := s.addDue(tx, t.ID, row.DueAt); err != nil {
			return nil, err
		}
	}
	return row, tx.AddPairing(row)
}

// boardOrder puts pairings in the order in which their games begin.
func boardOrder(a, b director.Pairing) int {
	switch {
	case a.Stage != b.Stage:
		if a.Stage < b.Stage {
			return -1
		}
		return 1
	case a.Round != b.Round:
		return a.Round - b.Round
	}
	return a.Board - b.Board
}

// beginPairings stores pairings and begins their games, but for those that are
// decided without play and those of events over the board.
func (s *Service) beginPairings(tx *store.Tx, t *store.Tournament, pairings []director.Pairing) error {
	if len(pairings) == 0 {
		return nil
	}
	plan, err := PlanOf(t)
	if err != nil {
		return err
	}
	control, err := correspondence.ParseControl(t.Control)
	if err != nil {
		return fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	entrants, err := tx.Entrants(t.ID)
	if err != nil {
		return err
	}
	accounts := map[int64]int64{}
	for i := range entrants {
		accounts[entrants[i].ID] = entrants[i].AccountID
	}
	shares := entryShares(entrants)
	pairings = slices.Clone(pairings)
	slices.SortStableFunc(pairings, boardOrder)
	var begins opening
	var last *store.Game // the game of the pairing before, if it has one
	for i, p := range pairings {
		first := last
		last = nil
		row, err := s.storePairing(tx, t, p)
		if err != nil {
			return err
		}
		if t.OverBoard || p.Kind != director.Game || p.Result != tournament.Unfinished {
			continue
		}
		length := t.Length
		if p.Points > 0 {
			length = p.Points
		}
		sameRound := i > 0 && pairings[i-1].Stage == p.Stage && pairings[i-1].Round == p.Round
		second := plan.Pairs && p.Board%2 == 0 && first != nil && sameRound
		if !sameRound || t.BallotPer == store.BallotPerPairing && !second || begins == (opening{}) {
			if begins, err = s.openingOf(tx, t, p, length); err != nil {
				return err
			}
		}
		board, err := tx.FreeBoard(t.ID, p.Round, p.Board)
		if err != nil {
			return err
		}
		white, black := accounts[p.White], accounts[p.Black]
		table, err := s.startGame(tx, terms{
			Variant: t.Variant, Control: control, Rated: t.Rated, White: white, Black: black,
			Tournament: t.ID, Round: p.Round, Board: board, ColourDraw: "pairing table",
			Options: t.Options, Length: length, opening: begins,
			Shares: [2]store.DiceShare{shares[white], shares[black]},
		})
		if err != nil {
			return err
		}
		if second {
			if err := tx.PairGames(first.ID, table.ID); err != nil {
				return err
			}
		}
		last = &table.Game
		row.GameID = table.ID
		if err := tx.UpdatePairing(row); err != nil {
			return err
		}
	}
	return nil
}

// openingOf is what a game begins from: where a round has one ballot, and games of
// it have begun before, theirs.
func (s *Service) openingOf(tx *store.Tx, t *store.Tournament, p director.Pairing, length int) (opening, error) {
	if format := director.Format(t.Format); t.BallotPer == store.BallotPerRound && (format == director.Swiss || format == director.RoundRobin) {
		g, err := tx.GameOfRound(t.ID, p.Stage, p.Round)
		if err == nil {
			return opening{Table: g.Opening, Ballot: g.Ballot, Draw: g.OpeningDraw, Start: g.Start}, nil
		}
		if !isNotFound(err) {
			return opening{}, err
		}
	}
	return s.opening(chosen{t.Variant, t.Options, length, 0}, t.Opening, t.Start)
}

// tournamentGameEnded is what the end of a game means to its tournament: the
// pairing has its result, and the event may go on. The tournament's row is
// locked, so that of two last games ending together the second sees the first.
func (s *Service) tournamentGameEnded(tx *store.Tx, t *Table) error {
	event, err := tx.TournamentForUpdate(t.TournamentID)
	if err != nil {
		return err
	}
	p, err := tx.PairingOf(t.ID)
	if isNotFound(err) || err == nil && p.Ruled {
		return nil // the organiser has taken the game, or its result, out of the event
	}
	if err != nil {
		return err
	}
	takeResult(p, t)
	if err := tx.UpdatePairing(p); err != nil {
		return err
	}
	if event.Format == string(director.Ladder) {
		return s.ladderGameEnded(tx, event, p)
	}
	return s.changed(tx, event)
}

// changed notes that an event stands otherwise than before, and lets it go on.
func (s *Service) changed(tx *store.Tx, t *store.Tournament) error {
	if err := tx.Touch(t); err != nil {
		return err
	}
	if t.Status != store.TournamentRunning {
		return nil
	}
	id := strconv.FormatInt(t.ID, 10)
	key := "pair:" + id + ":"
	if err := tx.CancelTask(key + strconv.Itoa(t.Version-1)); err != nil { // this one will do its work
		return err
	}
	return s.addTask(tx, key+strconv.Itoa(t.Version), TaskPair, id, tx.Now())
}

// endRunning ends a game on the site that is still running, as decide says.
// The pairing of the game has been changed before.
func (s *Service) endRunning(tx *store.Tx, game int64, decide func(*Table) (correspondence.Change, error)) error {
	table, err := tableForUpdate(tx, game)
	if err != nil {
		return err
	}
	change, err := decide(table)
	if errors.Is(err, correspondence.ErrOver) {
		return nil
	}
	if err != nil && !errors.Is(err, correspondence.ErrTimeUp) {
		return err
	}
	return s.apply(tx, table, change, nil)
}

// end closes a tournament and says so in its log.
func (s *Service) end(tx *store.Tx, t *store.Tournament, status string, by int64, act, detail string) error {
	if err := s.close(tx, t, status); err != nil {
		return err
	}
	return s.logTournament(tx, t.ID, by, act, detail)
}

// close closes a tournament. One that is rated as a whole is rated now.
func (s *Service) close(tx *store.Tx, t *store.Tournament, status string) error {
	t.Status, t.EndedAt = status, tx.Now()
	if err := tx.UpdateTournament(t); err != nil {
		return err
	}
	if err := s.rateEvent(tx, t.ID); err != nil {
		return fmt.Errorf("rating: %w", err)
	}
	return nil
}
