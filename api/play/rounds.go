package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/swiss"
)

// errOvertaken says that an event has changed since it was read.
var errOvertaken = errors.New("the event has moved on")

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
	if before := t.Round; step.Round > before {
		t.Round, t.Allowed = step.Round, ""
		if before > 0 { // the first is told of by the start
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
			Tournament: t.ID, Round: p.Round, Board: board, NoLeave: t.NoLeave, ColourDraw: "pairing table",
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
