package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/tournament/archive"
	"crownpost/tournament/director"
)

// ArchivedEvent is event.json of a tournament, but for the time of its export
// and its address. Players, pairings and entries of the log are numbered in the
// order in which they came.
func ArchivedEvent(read *store.Reader, t *store.TournamentView) (*archive.Event, error) {
	plan, err := PlanOf(&t.Tournament)
	if err != nil {
		return nil, err
	}
	e := &archive.Event{
		Format: archive.Format, Name: t.Name, Description: t.Description, Organiser: t.OrganiserName,
		Status: t.Status, Round: t.Round, Rounds: t.Rounds, Created: t.CreatedAt.UTC(),
		Starts: moment(t.StartsAt), Started: moment(t.StartedAt), Ended: moment(t.EndedAt),
		Settings: archive.Settings{
			Variant: t.Variant, Options: t.Options, Opening: t.Opening, BallotPer: t.BallotPer, Start: t.Start, Length: t.Length,
			Control: t.Control, Rated: t.Rated, RatingMode: t.RatingMode, OverBoard: t.OverBoard,
			MinPlayers: t.MinPlayers, MaxPlayers: t.MaxPlayers, Seating: t.Seating,
			MinRating: t.MinRating, MaxRating: t.MaxRating, MinGames: t.MinGames, WaitingList: t.WaitingList, StartWhenFull: t.StartWhenFull,
			CheckIn: int64(t.CheckIn / time.Second), RoundTime: int64(t.RoundTime / time.Second), Unfinished: t.Unfinished,
			NoLeave: t.NoLeave,
		},
		SystemOfPlay: plan.Format, Players: []archive.Player{}, Pairings: []archive.Pairing{}, Log: []archive.Entry{},
	}
	a := archiving{e: e, players: map[int64]int{}, pairings: map[int64]int{}}
	for _, part := range []func(*store.Reader, int64) error{a.readPlayers, a.readPairings, a.readLadder, a.readLog} {
		if err := part(read, t.ID); err != nil {
			return nil, err
		}
	}
	ids := map[int64]int64{}
	for id, number := range a.players {
		ids[id] = int64(number)
	}
	renumber(&plan, ids)
	e.Plan = plan
	if e.Standings, err = e.Tables(); err != nil {
		return nil, fmt.Errorf("tournament %d: standings: %w", t.ID, err)
	}
	return e, nil
}

// moment is a time in UTC, nil for none.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	utc := t.UTC()
	return &utc
}

// at is the time of a moment.
func at(m *time.Time) time.Time {
	if m == nil {
		return time.Time{}
	}
	return m.UTC().Truncate(time.Millisecond)
}

// archiving numbers what it reads.
type archiving struct {
	e                 *archive.Event
	players, pairings map[int64]int
}

func (a *archiving) readPlayers(read *store.Reader, tournament int64) error {
	rows, err := read.Entrants(tournament)
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(a, b store.EntrantView) int { return int(a.ID - b.ID) })
	for i := range rows {
		r := &rows[i]
		a.players[r.ID] = i + 1
		a.e.Players = append(a.e.Players, archive.Player{
			Name: r.Shown, Title: r.Title, Federation: r.Federation, Number: r.Number, Seat: r.Seat, Status: r.Status, Rating: r.Rating,
			From: r.FromRound, Left: r.LeftRound, Entered: r.EnteredAt.UTC(), LeftAt: moment(r.LeftAt),
		})
	}
	return nil
}

func (a *archiving) readPairings(read *store.Reader, tournament int64) error {
	rows, err := read.Pairings(tournament)
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(a, b store.Pairing) int { return int(a.ID - b.ID) })
	for i := range rows {
		r := &rows[i]
		a.pairings[r.ID] = i + 1
		p := archive.Pairing{
			Stage: r.Stage, Round: r.Round, Board: r.Board, White: a.players[r.WhiteID], Black: a.players[r.BlackID],
			Kind: director.Kind(r.Kind), Result: r.Result, Forfeit: r.Forfeit, Deferred: r.Deferred, Ruled: r.Ruled,
			Created: r.CreatedAt.UTC(), Ended: moment(r.EndedAt),
		}
		if score := [2]int{r.ScoreWhite, r.ScoreBlack}; score != [2]int{} {
			p.Score = &score
		}
		a.e.Pairings = append(a.e.Pairings, p)
	}
	return nil
}

func (a *archiving) readLadder(read *store.Reader, tournament int64) error {
	rows, err := read.LadderEvents(tournament)
	for _, r := range rows {
		a.e.Ladder = append(a.e.Ladder, archive.Challenge{
			Kind: r.Kind, At: r.At.UTC(), Player: a.players[r.PlayerID], Opponent: a.players[r.OpponentID],
			Challenge: a.pairings[r.ChallengeID], Winner: a.players[r.WinnerID],
		})
	}
	return err
}

func (a *archiving) readLog(read *store.Reader, tournament int64) error {
	rows, err := read.TournamentLog(tournament)
	numbers := map[int64]int{}
	for i, r := range rows {
		numbers[r.ID] = i + 1
		a.e.Log = append(a.e.Log, archive.Entry{
			At: r.At.UTC(), By: r.AccountName, Act: r.Act, Detail: r.Detail, Reason: r.Reason, Undoes: numbers[r.Undoes],
		})
	}
	return err
}

// ReadArchive reads the event of an archive, under another name where one is
// given, and the tournament that is made of it; take gets its other files.
// Errors are Invalid, or those of take.
func ReadArchive(data []byte, name string, take func(archive.File) error) (*archive.Event, *store.Tournament, error) {
	e, err := archive.Read(data, take)
	var wrong *archive.Error
	if errors.As(err, &wrong) {
		return nil, nil, account.NewInvalid("archive", "archive-unreadable", map[string]any{"problem": wrong.Error()})
	}
	if err != nil {
		return nil, nil, err
	}
	if name = strings.Join(strings.Fields(name), " "); name != "" {
		if n := utf8.RuneCountInString(name); n < 3 || n > maxTitle {
			return nil, nil, account.NewInvalid("name", "title-length", map[string]any{"min": 3, "max": maxTitle})
		}
		e.Name = name
	}
	t, err := tournamentOf(e)
	return e, t, err
}

// ImportArchive makes a tournament of an archive: as it ended or, where it had
// not, one over the board that goes on. People have no accounts in it, and its
// games are the files that came with it. It has the name of the archive when no
// other is given.
func (s *Service) ImportArchive(ctx context.Context, by int64, data []byte, name string) (id int64, err error) {
	var files []*store.EventFile
	e, t, err := ReadArchive(data, name, func(f archive.File) error {
		file, err := packed(f.Name, f.Body)
		files = append(files, file)
		return err
	})
	if err != nil {
		return 0, err
	}
	err = s.write(ctx, by, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, by); err != nil {
			return err
		}
		t.ID, t.Version, t.OrganiserID = 0, 0, by
		if t.Status == store.TournamentFinished && t.EndedAt.IsZero() {
			t.EndedAt = tx.Now()
		}
		if err := tx.CreateTournament(t); err != nil {
			return err
		}
		id = t.ID
		if err := storeArchived(tx, t, e); err != nil {
			return err
		}
		for _, f := range files {
			f.TournamentID = t.ID
			if err := tx.AddEventFile(f); err != nil {
				return err
			}
		}
		if err := s.logTournament(tx, t.ID, by, "imported", ""); err != nil {
			return err
		}
		return s.changed(tx, t)
	})
	return id, err
}

// tournamentOf is the row of an archived event, with the plan still as it was.
// Errors are Invalid.
func tournamentOf(e *archive.Event) (*store.Tournament, error) {
	in := e.Settings
	refused := func(problem string, args ...any) (*store.Tournament, error) {
		return nil, account.NewInvalid("archive", "archive-unreadable", map[string]any{"problem": archive.EventFile + ": " + fmt.Sprintf(problem, args...)})
	}
	t := &store.Tournament{
		Name: e.Name, Description: e.Description, Variant: in.Variant, Control: in.Control, Rated: in.Rated, RatingMode: in.RatingMode,
		Options: in.Options, Opening: in.Opening, BallotPer: in.BallotPer, Start: in.Start, Length: in.Length,
		MinPlayers: in.MinPlayers, MaxPlayers: in.MaxPlayers, Seating: in.Seating, OverBoard: in.OverBoard,
		MinRating: in.MinRating, MaxRating: in.MaxRating, MinGames: in.MinGames, WaitingList: in.WaitingList, StartWhenFull: in.StartWhenFull,
		CheckIn: time.Duration(in.CheckIn) * time.Second, RoundTime: time.Duration(in.RoundTime) * time.Second, Unfinished: in.Unfinished,
		NoLeave: in.NoLeave, StartsAt: at(e.Starts), Status: e.Status, Round: e.Round, Rounds: e.Rounds,
		CreatedAt: at(&e.Created), StartedAt: at(e.Started), EndedAt: at(e.Ended), Source: archive.Format,
	}
	if err := setPlan(t, e.Plan); err != nil {
		return nil, err
	}
	if t.Status == store.TournamentOpen || t.Status == store.TournamentRunning {
		// Nobody has an account to play with: it goes on over the board.
		t.OverBoard, t.Rated, t.Control, t.RoundTime, t.Unfinished = true, false, "none", 0, store.AskOrganiser
		t.NoLeave = false
		t.StartsAt, t.CheckIn, t.StartWhenFull, t.WaitingList = time.Time{}, 0, false, false
		if t.Format == string(director.Ladder) {
			t.Status = store.TournamentFinished
		}
	}
	v, known := catalog.Lookup(t.Variant)
	if !known {
		return refused("settings: there is no variant %q", t.Variant)
	}
	if _, err := correspondence.ParseControl(t.Control); err != nil {
		return refused("settings: clock: %v", err)
	}
	begin := Beginning{Options: ReadOptions(t.Options), Opening: t.Opening, Start: t.Start, Length: t.Length}
	agreed, err := begin.check(v, false)
	if err != nil {
		return refused("settings: %v", err)
	}
	t.Options, t.Start, t.Length = agreed.options, agreed.start, agreed.length
	one := func(text string, of ...string) bool { return slices.Contains(of, text) }
	switch {
	case !one(t.RatingMode, store.RateGames, store.RateEvent):
		return refused("settings: there is no ratingMode %q", t.RatingMode)
	case !one(t.Seating, store.SeatByRating, store.SeatRandomly):
		return refused("settings: there is no seating %q", t.Seating)
	case !one(t.Unfinished, store.AskOrganiser, store.Extend, store.ForfeitToMove, store.CallDraw, store.DrawToPair):
		return refused("settings: there is no rule %q for unfinished games", t.Unfinished)
	case !one(t.BallotPer, "", store.BallotPerRound, store.BallotPerPairing) || (t.BallotPer == "") != (t.Opening == ""):
		return refused("settings: ballotPer %q with the opening table %q", t.BallotPer, t.Opening)
	case min(in.MinPlayers, in.MaxPlayers) < 2 || in.MinPlayers > in.MaxPlayers || in.MaxPlayers > archive.MaxPlayers:
		return refused("settings: %d to %d players", in.MinPlayers, in.MaxPlayers)
	case min(in.MinRating, in.MaxRating, in.MinGames) < 0 || in.MinRating > 4000 || in.MaxRating > 4000:
		return refused("settings: a number that there is not")
	case t.CheckIn < 0 || t.RoundTime < 0 || in.CheckIn > int64(MaxRoundTime/time.Second) || in.RoundTime > int64(MaxRoundTime/time.Second):
		return refused("settings: a time that there is not")
	}
	return t, nil
}

// storeArchived inserts players, pairings and logs of an archived event, and
// writes the plan with the IDs that they have now.
func storeArchived(tx *store.Tx, t *store.Tournament, e *archive.Event) error {
	players, pairings := map[int64]int64{}, map[int]int64{}
	for i, p := range e.Players {
		row := &store.Entrant{
			TournamentID: t.ID, Name: p.Name, Title: p.Title, Federation: p.Federation, Number: p.Number, Seat: p.Seat, Status: p.Status,
			Rating: p.Rating, FromRound: p.From, LeftRound: p.Left, EnteredAt: at(&p.Entered), LeftAt: at(p.LeftAt),
		}
		if err := tx.AddEntrant(row); err != nil {
			return err
		}
		players[int64(i+1)] = row.ID
	}
	for i, p := range e.Pairings {
		row := &store.Pairing{
			TournamentID: t.ID, Stage: p.Stage, Round: p.Round, Board: p.Board, WhiteID: players[int64(p.White)], BlackID: players[int64(p.Black)],
			Kind: string(p.Kind), Result: p.Result, Forfeit: p.Forfeit, Deferred: p.Deferred, Ruled: p.Ruled,
			CreatedAt: at(&p.Created), EndedAt: at(p.Ended),
		}
		if p.Score != nil {
			row.ScoreWhite, row.ScoreBlack = p.Score[0], p.Score[1]
		}
		if err := tx.AddPairing(row); err != nil {
			return err
		}
		pairings[i+1] = row.ID
	}
	for _, c := range e.Ladder {
		err := tx.AddLadderEvent(&store.LadderEvent{
			TournamentID: t.ID, At: at(&c.At), Kind: c.Kind, PlayerID: players[int64(c.Player)], OpponentID: players[int64(c.Opponent)],
			ChallengeID: pairings[c.Challenge], WinnerID: players[int64(c.Winner)],
		})
		if err != nil {
			return err
		}
	}
	entries := map[int]int64{}
	for i, l := range e.Log {
		row := &store.TournamentEntry{
			TournamentID: t.ID, At: at(&l.At), Author: l.By, Act: l.Act, Detail: l.Detail, Reason: l.Reason, Undoes: entries[l.Undoes],
		}
		if err := tx.LogTournament(row); err != nil {
			return err
		}
		entries[i+1] = row.ID
	}
	plan := e.Plan
	renumber(&plan, players)
	if err := setPlan(t, plan); err != nil {
		return err
	}
	return tx.UpdateTournament(t)
}
