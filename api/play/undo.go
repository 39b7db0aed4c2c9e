package play

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/tournament/director"
)

// eventSettings are the fields of a tournament that acts change.
type eventSettings struct {
	Plan, Allowed, Stuck, Status string
	Round, Rounds                int
	EndedAt                      time.Time
}

// eventState is an event as it is stored.
type eventState struct {
	settings eventSettings
	entrants map[int64]store.Entrant
	names    map[int64]string
	pairings map[int64]store.Pairing
	// ladder is the number of events in the log of a ladder.
	ladder int
}

func readState(tx *store.Tx, t *store.Tournament) (eventState, error) {
	state := eventState{settingsOf(t), map[int64]store.Entrant{}, map[int64]string{}, map[int64]store.Pairing{}, 0}
	entrants, err := tx.Entrants(t.ID)
	if err != nil {
		return state, err
	}
	for _, e := range entrants {
		state.entrants[e.ID], state.names[e.ID] = e.Entrant, e.Shown
	}
	pairings, err := tx.Pairings(t.ID)
	if err != nil {
		return state, err
	}
	for _, p := range pairings {
		state.pairings[p.ID] = p
	}
	if t.Format == string(director.Ladder) {
		log, err := tx.LadderEvents(t.ID)
		if err != nil {
			return state, err
		}
		state.ladder = len(log)
	}
	return state, nil
}

func settingsOf(t *store.Tournament) eventSettings {
	return eventSettings{t.Plan, t.Allowed, t.Stuck, t.Status, t.Round, t.Rounds, t.EndedAt}
}

// undo is what an act changed, as its line of the log keeps it.
type undo struct {
	Settings *undoSettings            `json:",omitempty"`
	Entrants []undoRow[store.Entrant] `json:",omitempty"`
	Pairings []undoRow[store.Pairing] `json:",omitempty"`
	// Games were changed or ended by the act, Begun began with it.
	Games []undoGame `json:",omitempty"`
	Begun []int64    `json:",omitempty"`
	// Last is the newest pairing after the act.
	Last int64
}

// undoSettings are the settings before and after an act.
type undoSettings struct{ Before, After eventSettings }

// undoRow is a row as it was, nil if it was made by the act, and the sum of what
// it is after it, empty if it is gone.
type undoRow[T any] struct {
	ID     int64
	Before *T     `json:",omitempty"`
	After  string `json:",omitempty"`
}

// undoGame is a game as it was, and its version after the act.
type undoGame struct {
	Before  store.Game
	Version int
	// Ended is when the act ended it; zero for one that goes on.
	Ended time.Time
}

// sum identifies what a row holds.
func sum(row any) string {
	text, err := json.Marshal(row)
	if err != nil {
		panic("play: undo: " + err.Error()) // rows have no field that cannot be written
	}
	h := fnv.New64a()
	h.Write(text)
	return strconv.FormatUint(h.Sum64(), 16)
}

// changedRows compares rows before and after an act.
func changedRows[T comparable](before, after map[int64]T) []undoRow[T] {
	var changed []undoRow[T]
	for _, id := range slices.Sorted(maps.Keys(before)) {
		was := before[id]
		now, stays := after[id]
		switch {
		case !stays:
			changed = append(changed, undoRow[T]{ID: id, Before: &was})
		case now != was:
			changed = append(changed, undoRow[T]{id, &was, sum(now)})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(after)) {
		if _, was := before[id]; !was {
			changed = append(changed, undoRow[T]{ID: id, After: sum(after[id])})
		}
	}
	return changed
}

// undo is what takes back the act that has been done, as it is stored; empty where
// nothing can.
func (a *act) undo() (string, error) {
	now, err := readState(a.tx, a.t)
	if err != nil {
		return "", err
	}
	if now.ladder != a.before.ladder {
		return "", nil // places that others have seen do not move back
	}
	u := undo{Entrants: changedRows(a.before.entrants, now.entrants), Pairings: changedRows(a.before.pairings, now.pairings)}
	if now.settings != a.before.settings {
		u.Settings = &undoSettings{a.before.settings, now.settings}
	}
	for id, p := range now.pairings {
		u.Last = max(u.Last, id)
		if was := a.before.pairings[id]; p.GameID != 0 && p.GameID != was.GameID {
			u.Begun = append(u.Begun, p.GameID)
		}
	}
	slices.Sort(u.Begun)
	for _, id := range slices.Sorted(maps.Keys(a.games)) {
		row, err := a.tx.Game(id)
		if err != nil {
			return "", err
		}
		was := a.games[id].Game
		if row.Version != was.Version && was.Status == store.GameRunning {
			u.Games = append(u.Games, undoGame{was, row.Version, row.EndedAt})
		}
	}
	if u.Settings == nil && u.Entrants == nil && u.Pairings == nil && u.Games == nil {
		return "", nil
	}
	text, err := json.Marshal(u)
	if err != nil {
		return "", fmt.Errorf("undo: %w", err)
	}
	return string(text), nil
}

// UndoAct takes an act back, as far as nothing has happened since that depends on
// it: everything is again as it was before. A game that the act ended goes on with
// its clocks as they stood; one that it began is annulled.
func (s *Service) UndoAct(ctx context.Context, by, id, entry int64, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		e, err := a.tx.TournamentEntry(entry)
		if err == nil && e.TournamentID != id {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		done, err := a.tx.Undone(entry)
		switch {
		case err != nil:
			return err
		case done:
			return account.NewInvalid("", "undo-done", nil)
		case e.Undo == "":
			return account.NewInvalid("", "undo-none", nil)
		}
		var u undo
		if err := json.Unmarshal([]byte(e.Undo), &u); err != nil {
			return fmt.Errorf("undo of entry %d: %w", entry, err)
		}
		a.log("undone", e.Act+": "+e.Detail)
		a.entry.Undoes = entry
		return a.takeBack(u)
	})
}

// takeBack restores what an act changed.
func (a *act) takeBack(u undo) error {
	before, err := a.event()
	if err != nil {
		return err
	}
	if err := a.dependsOn(u); err != nil {
		return err
	}
	if err := a.makeWay(u); err != nil {
		return err
	}
	if u.Settings != nil {
		if err := a.tx.UpdateTournament(a.t); err != nil {
			return err
		}
	}
	if err := restore(u.Entrants, nil, a.tx.UpdateEntrant, a.tx.AddEntrant); err != nil {
		return err
	}
	if err := a.annulBegun(u); err != nil {
		return err
	}
	if err := a.laterDue(u); err != nil {
		return err
	}
	if err := restore(u.Pairings, a.tx.RemovePairing, a.tx.UpdatePairing, a.tx.AddPairing); err != nil {
		return err
	}
	if err := restore(u.Entrants, a.tx.RemoveEntrant, nil, nil); err != nil {
		return err
	}
	for _, g := range u.Games {
		if err := a.reopen(g); err != nil {
			return err
		}
	}
	for _, p := range u.Pairings {
		now, there := a.before.pairings[p.ID]
		if there && p.Before != nil && p.Before.GameID != 0 && (now.Ruled || p.Before.Ruled) && (now.Result != p.Before.Result || now.Forfeit != p.Before.Forfeit) {
			if err := a.followRating(p.Before); err != nil {
				return err
			}
		}
	}
	return a.agrees(before, u)
}

// restore puts rows back as they were: those that the act made are removed, the
// others changed or added. A step that is nil is left out.
func restore[T any](rows []undoRow[T], remove func(int64) error, update, add func(*T) error) error {
	for _, r := range rows {
		var err error
		switch {
		case r.Before == nil && remove != nil:
			err = remove(r.ID)
		case r.Before != nil && r.After != "" && update != nil:
			err = update(r.Before)
		}
		if err != nil {
			return err
		}
	}
	for _, r := range rows {
		if r.Before != nil && r.After == "" && add != nil {
			if err := add(r.Before); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeBack gives a tournament the settings of before where the act has changed
// them; false where they have changed since.
func (u *undoSettings) takeBack(t *store.Tournament) bool {
	b, a := u.Before, u.After
	if b.Status != a.Status {
		t.EndedAt = b.EndedAt
	}
	return back(&t.Plan, b.Plan, a.Plan) && back(&t.Allowed, b.Allowed, a.Allowed) && back(&t.Stuck, b.Stuck, a.Stuck) &&
		back(&t.Status, b.Status, a.Status) && back(&t.Round, b.Round, a.Round) && back(&t.Rounds, b.Rounds, a.Rounds)
}

func back[T comparable](now *T, before, after T) bool {
	switch {
	case before == after:
		return true
	case *now != after:
		return false
	}
	*now = before
	return true
}

// dependsOn refuses to take an act back when something came since that depends on
// it.
func (a *act) dependsOn(u undo) error {
	if u.Settings != nil && !u.Settings.takeBack(a.t) {
		if a.t.Round > u.Settings.After.Round {
			return account.NewInvalid("", "undo-round", map[string]any{"round": a.t.Round})
		}
		return account.NewInvalid("", "undo-since", nil)
	}
	if !unchanged(u.Entrants, a.before.entrants) || !unchanged(u.Pairings, a.before.pairings) {
		return account.NewInvalid("", "undo-since", nil)
	}
	if a.t.Status != store.TournamentRunning && a.t.Status != store.TournamentOpen && u.Settings == nil && u.opens() {
		return account.NewInvalid("", "undo-over", nil)
	}
	if a.t.Format == string(director.Swiss) {
		for id, p := range a.before.pairings {
			if kind := director.Kind(p.Kind); id > u.Last && (kind == director.Game || kind == director.PairingBye) {
				return account.NewInvalid("", "undo-round", map[string]any{"round": p.Round})
			}
		}
	}
	for _, g := range u.Games {
		row, err := a.tx.GameForUpdate(g.Before.ID)
		if err != nil {
			return err
		}
		if row.Version != g.Version {
			return account.NewInvalid("", "undo-played", nil)
		}
	}
	return nil
}

// opens reports whether taking an act back leaves something to be played.
func (u undo) opens() bool {
	return len(u.Games) > 0 || slices.ContainsFunc(u.Pairings, func(p undoRow[store.Pairing]) bool {
		return p.Before == nil || p.Before.Kind == string(director.Game) && p.Before.Result == ""
	})
}

// unchanged reports whether rows are as an act left them.
func unchanged[T any](rows []undoRow[T], now map[int64]T) bool {
	return !slices.ContainsFunc(rows, func(r undoRow[T]) bool {
		row, there := now[r.ID]
		return there != (r.After != "") || there && sum(row) != r.After
	})
}

// annulBegun annuls the games that an act began, if nobody has moved in them.
func (a *act) annulBegun(u undo) error {
	for _, id := range u.Begun {
		table, err := tableForUpdate(a.tx, id)
		if err != nil {
			return err
		}
		if table.State.Acted != [2]bool{} {
			return account.NewInvalid("", "undo-played", nil)
		}
		p, err := a.tx.PairingOf(id)
		if err != nil {
			return err
		}
		if err := a.annul(p); err != nil {
			return err
		}
	}
	return nil
}

// reopen goes on with a game that an act has ended, or puts its clocks back.
func (a *act) reopen(g undoGame) error {
	table, err := NewTable(&store.GameView{Game: g.Before})
	if err != nil {
		return err
	}
	table.Version = g.Version
	if g.Ended.IsZero() {
		if !g.Before.DeadlineAt.IsZero() && !g.Before.DeadlineAt.After(a.tx.Now()) {
			return account.NewInvalid("", "undo-played", nil)
		}
		if err := a.tx.UpdateGame(&table.Game); err != nil {
			return err
		}
		a.announce(a.tx, table)
		return nil
	}
	if err := a.voidGame(a.tx, g.Before.ID, a.entry.Reason); err != nil {
		return err
	}
	leaves, err := leavesOf(a.tx, &table.Game)
	if err != nil {
		return err
	}
	change := table.State.Reopen(g.Ended, a.tx.Now(), leaves)
	table.set(change.Game)
	if err := record(a.tx, table, change, nil); err != nil {
		return err
	}
	if err := a.tx.ReopenGame(&table.Game); err != nil {
		return err
	}
	if err := a.tx.SetLeaves(&table.Game); err != nil {
		return err
	}
	a.announce(a.tx, table)
	return nil
}

// laterDue gives the games that go on what their round's time has lost meanwhile.
func (a *act) laterDue(u undo) error {
	for _, g := range u.Games {
		for _, p := range u.Pairings {
			if p.Before == nil || p.Before.GameID != g.Before.ID || p.Before.DueAt.IsZero() || g.Ended.IsZero() {
				continue
			}
			p.Before.DueAt = p.Before.DueAt.Add(a.tx.Now().Sub(g.Ended))
			if err := a.addDue(a.tx, a.t.ID, p.Before.DueAt); err != nil {
				return err
			}
		}
	}
	return nil
}

// annul ends the game of a pairing without a result and takes it out of the event.
func (a *act) annul(p *store.Pairing) error {
	game := p.GameID
	if game == 0 {
		return nil
	}
	p.GameID = 0
	if err := a.tx.UpdatePairing(p); err != nil {
		return err
	}
	return a.endRunning(a.tx, game, func(table *Table) (correspondence.Change, error) { return table.State.Annul(a.tx.Now()) })
}
