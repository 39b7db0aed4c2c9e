package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
	"crownpost/tournament/swiss"
)

// Lengths of what a director writes, in characters.
const (
	minReason  = 3
	maxReason  = 200
	maxMessage = 2000
)

// act is one act of a director while its transaction lasts. The tournament's row
// is locked; games are locked after it.
type act struct {
	*Service
	tx *store.Tx
	t  *store.Tournament
	by int64
	// before is how the event stood, games how those stood that the act has
	// touched.
	before eventState
	games  map[int64]*Table
	// entry becomes the line of the log; without an Act there is none, as nothing
	// had to be done.
	entry store.TournamentEntry
	// final acts cannot be taken back.
	final bool
}

// direct runs an act of a director. It is logged with its reason and with what
// undoes it, and the event goes on from there. Before the start it needs no reason.
func (s *Service) direct(ctx context.Context, by, id int64, reason string, do func(a *act) error) error {
	given := strings.TrimSpace(reason) != ""
	reason, bad := readReason(reason)
	return s.write(ctx, by, func(tx *store.Tx) error {
		t, err := s.directed(tx, by, id)
		if err != nil {
			return err
		}
		if bad != nil && (given || t.Status != store.TournamentOpen) {
			return bad
		}
		return s.runAct(tx, t, by, reason, do)
	})
}

// runAct runs an act on a tournament that is locked.
func (s *Service) runAct(tx *store.Tx, t *store.Tournament, by int64, reason string, do func(a *act) error) error {
	before, err := readState(tx, t)
	if err != nil {
		return err
	}
	a := &act{Service: s, tx: tx, t: t, by: by, before: before, games: map[int64]*Table{}}
	a.entry = store.TournamentEntry{TournamentID: t.ID, At: tx.Now(), AccountID: by, Reason: reason}
	if err := do(a); err != nil {
		return a.refused(err)
	}
	if a.entry.Act == "" {
		return nil
	}
	if a.entry.Undoes == 0 && !a.final {
		if a.entry.Undo, err = a.undo(); err != nil {
			return err
		}
	}
	err = tx.LogTournament(&a.entry)
	if errors.Is(err, store.ErrDuplicate) {
		return account.NewInvalid("", "undo-done", nil)
	}
	if err != nil {
		return err
	}
	tx.After(func() { s.ring(TournamentTopic(t.ID)) })
	return s.changed(tx, t)
}

// readReason is a reason on one line.
func readReason(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	if n := utf8.RuneCountInString(text); n < minReason || n > maxReason {
		return "", account.NewInvalid("reason", "reason", map[string]any{"min": minReason, "max": maxReason})
	}
	return text, nil
}

// log names what was done, and to what.
func (a *act) log(name, detail string) { a.entry.Act, a.entry.Detail = name, detail }

// event is the tournament as it stands now.
func (a *act) event() (director.Event, error) { return LoadEvent(a.tx, a.t) }

// needs refuses an act in another state of the event.
func (a *act) needs(states ...string) error {
	switch {
	case slices.Contains(states, a.t.Status):
		return nil
	case slices.Contains(states, store.TournamentRunning):
		return account.NewInvalid("", "desk-running", nil)
	}
	return account.NewInvalid("", "desk-open", nil)
}

// watch locks a game and notes how it stands, so that the act can be undone.
func (a *act) watch(game int64) (*Table, error) {
	if t, known := a.games[game]; known {
		return t, nil
	}
	t, err := tableForUpdate(a.tx, game)
	if err != nil {
		return nil, err
	}
	a.games[game] = t
	return t, nil
}

// entrant is one of the tournament's.
func (a *act) entrant(id int64) (*store.Entrant, error) {
	e, err := a.tx.Entrant(id)
	if err == nil && e.TournamentID != a.t.ID {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("entrant: %w", err)
	}
	return e, nil
}

// pairing is one of the tournament's, as it stood before the act.
func (a *act) pairing(id int64) (*store.Pairing, error) {
	p, known := a.before.pairings[id]
	if !known {
		return nil, fmt.Errorf("pairing: %w", store.ErrNotFound)
	}
	return &p, nil
}

// name is that of an entrant, for the log.
func (a *act) name(entrant int64) string {
	if name, known := a.before.names[entrant]; known {
		return name
	}
	e, err := a.tx.Entrant(entrant)
	if err != nil {
		return ""
	}
	if e.AccountID == 0 {
		return e.Name
	}
	player, err := a.tx.Account(e.AccountID)
	if err != nil {
		return ""
	}
	return player.Name
}

// versus names the two players of a pairing, with its place: "3.2 Anna – Bert".
func (a *act) versus(p *store.Pairing) string {
	place := fmt.Sprintf("%d.%d", p.Round, p.Board)
	if p.Stage != "" {
		place = p.Stage + "/" + place
	}
	return fmt.Sprintf("%s %s – %s", place, a.name(p.WhiteID), a.name(p.BlackID))
}

// refused says in the words of the desk why an event does not take an act.
func (a *act) refused(err error) error {
	var begun *bracket.BegunError
	var impossible *swiss.Impossible
	var places *director.PlacesError
	switch {
	case errors.As(err, &places):
		return a.misplaced(places)
	case errors.As(err, &begun):
		matches := strings.Trim(strings.ReplaceAll(fmt.Sprint(begun.Matches), " ", ", "), "[]")
		return account.NewInvalid("", "desk-begun-matches", map[string]any{"matches": matches})
	case errors.As(err, &impossible):
		return account.NewInvalid("", "desk-impossible", nil)
	}
	for _, why := range []struct {
		is   error
		code string
	}{
		{director.ErrTooLate, "desk-too-late"}, {director.ErrFormat, "desk-format"}, {director.ErrRound, "desk-round"},
		{director.ErrSeat, "desk-seat"}, {director.ErrEntered, "desk-entered"}, {director.ErrPlaces, "desk-places"},
		{director.ErrNoSuchPlayer, "desk-left"}, {director.ErrNotStarted, "desk-running"}, {bracket.ErrRecord, "desk-match"},
		{director.ErrNoSuchPairing, "desk-pairing"}, {ladder.ErrNotOnLadder, "ladder-not-on"},
	} {
		if errors.Is(err, why.is) {
			return account.NewInvalid("", why.code, nil)
		}
	}
	return err
}

// misplaced names those who have no place in a round by hand, or too many.
func (a *act) misplaced(e *director.PlacesError) error {
	event, err := a.event()
	if err != nil {
		return err
	}
	holders, err := event.Holders("")
	if err != nil {
		return err
	}
	names := func(seats []int) string {
		var all []string
		for _, seat := range seats {
			all = append(all, fmt.Sprintf("%d %s", seat, holders[seat-1].Name))
		}
		return strings.Join(all, ", ")
	}
	var refused []error
	for _, part := range []struct {
		code  string
		seats []int
	}{{"desk-missing", e.Missing}, {"desk-doubled", e.Doubled}, {"desk-not-free", e.Taken}} {
		if len(part.seats) > 0 {
			refused = append(refused, account.NewInvalid("pairs", part.code, map[string]any{"players": names(part.seats)}))
		}
	}
	return errors.Join(refused...)
}
