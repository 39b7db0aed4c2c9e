package store_test

import (
	"errors"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/rules"
)

func TestTournaments(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		later := b.tournament(ann, func(t *store.Tournament) { t.StartsAt = noon.Add(2 * time.Hour) })
		sooner := b.tournament(ann, func(t *store.Tournament) {
			t.StartsAt, t.Rated, t.Format, t.Plan = noon.Add(time.Hour), true, "swiss", `{"rounds":5}`
			t.OverBoard, t.RatingMode, t.MinRating, t.MaxRating, t.MinGames = true, store.RateEvent, 1400, 2000, 7
			t.WaitingList, t.StartWhenFull, t.CheckIn = true, true, time.Hour
			t.RoundTime, t.Unfinished, t.Allowed, t.Stuck, t.SeriesID, t.Source = 720*time.Hour, store.DrawToPair, "12", "no pairing", 4, "open.trf"
		})
		unset := b.tournament(bob)
		for _, want := range []*store.Tournament{later, sooner, unset} {
			view := got[*store.TournamentView](b)(b.read().Tournament(want.ID))
			equal(b, "as it was set", view.Tournament, *want)
		}
		equal(b, "organiser", got[*store.TournamentView](b)(b.read().Tournament(later.ID)).OrganiserName, "ann")
		ids := func(status string) (ids []int64) {
			for _, v := range got[[]store.TournamentView](b)(b.read().Tournaments(status, 0, 10)) {
				ids = append(ids, v.ID)
			}
			return ids
		}
		equal(b, "open, by start", ids(store.TournamentOpen), []int64{sooner.ID, later.ID, unset.ID})

		b.do(func(tx *store.Tx) error {
			t, err := tx.TournamentForUpdate(sooner.ID)
			if err != nil {
				return err
			}
			equal(b, "for update", t, sooner)
			if err := tx.Touch(t); err != nil {
				return err
			}
			t.Status, t.Round, t.Rounds, t.StartedAt = store.TournamentRunning, 1, 1, b.now
			t.Allowed, t.Stuck = "", ""
			if err := tx.UpdateTournament(t); err != nil {
				return err
			}
			equal(b, "version after a touch and an update", t.Version, sooner.Version+2)
			return nil
		})
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateTournament(sooner) })
		b.refuse(store.ErrNotFound, func(tx *store.Tx) error { return tx.Touch(&store.Tournament{ID: 99}) })
		equal(b, "running", ids(store.TournamentRunning), []int64{sooner.ID})
	})
}

func TestEntrants(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob, cid := b.account("ann"), b.account("bob"), b.account("cid")
		event := b.tournament(ann)
		entrants := []*store.Entrant{
			{AccountID: bob.ID, Status: store.Entered, Rating: 1500_000, EnteredAt: noon},
			{AccountID: cid.ID, Status: store.Waiting, Rating: 1600_000, EnteredAt: noon.Add(-time.Second), CheckedInAt: noon},
			{Name: "Ada Guest", Title: "MF", Federation: "NED", Number: "4711", Status: store.Entered, EnteredAt: noon.Add(time.Second)},
			{AccountID: ann.ID, Status: store.Entered, EnteredAt: noon.Add(2 * time.Second), Share: "00112233445566778899aabbccddeeff", ShareSource: store.PlayerShare},
			{Name: "Ada Guest", Status: store.Entered, EnteredAt: noon.Add(3 * time.Second)},
		}
		b.do(func(tx *store.Tx) error {
			for _, e := range entrants {
				e.TournamentID = event.ID
				if err := tx.AddEntrant(e); err != nil {
					return err
				}
			}
			return tx.RemoveEntrant(entrants[4].ID)
		})
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { e := *entrants[0]; e.ID = 0; return tx.AddEntrant(&e) })
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.RemoveEntrant(entrants[4].ID) })
		for _, e := range entrants[:4] {
			equal(b, "as entered", got[*store.Entrant](b)(b.read().Entrant(e.ID)), e)
		}
		equal(b, "of an account", got[*store.Entrant](b)(b.read().EntrantOf(event.ID, cid.ID)), entrants[1])
		_, err := b.read().EntrantOf(99, cid.ID)
		isError(b, err, store.ErrNotFound)
		view := got[*store.TournamentView](b)(b.read().Tournament(event.ID))
		equal(b, "places taken and people waiting", []int{view.Entrants, view.Queue}, []int{3, 1})
		equal(b, "entered", got[int](b)(b.read().CountEntrants(event.ID, store.Entered)), 3)
		shown := func() (names []string) {
			for _, e := range got[[]store.EntrantView](b)(b.read().Entrants(event.ID)) {
				names = append(names, e.Shown)
			}
			return names
		}
		equal(b, "in the order of entry, who waits last", shown(), []string{"bob", "Ada Guest", "ann", "cid"})

		entrants[0].Seat, entrants[0].Status, entrants[0].LeftRound, entrants[0].LeftAt = 3, store.Withdrawn, 2, b.now
		entrants[2].Seat, entrants[2].Status, entrants[2].FromRound = 1, store.Active, 2
		entrants[3].Seat, entrants[3].Status = 2, store.Active
		b.do(func(tx *store.Tx) error {
			for _, i := range []int{0, 2, 3} {
				if err := tx.UpdateEntrant(entrants[i]); err != nil {
					return err
				}
			}
			return nil
		})
		for _, e := range entrants[:4] {
			equal(b, "after a change", got[*store.Entrant](b)(b.read().Entrant(e.ID)), e)
		}
		equal(b, "by seat", shown(), []string{"Ada Guest", "ann", "bob", "cid"})
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateEntrant(entrants[4]) })
		equal(b, "of an entrant", len(got[[]store.TournamentView](b)(b.read().EntriesOf(cid.ID))), 1)
		equal(b, "of one who left", len(got[[]store.TournamentView](b)(b.read().EntriesOf(bob.ID))), 0)
	})
}

func TestPairings(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		event, other := b.tournament(ann), b.tournament(ann)
		a, o := b.entrant(event, ann), b.entrant(event, bob)
		game := b.game(ann, bob, func(g *store.Game) { g.TournamentID, g.Round, g.Board = event.ID, 1, 1 })
		pairings := []*store.Pairing{
			{Stage: "", Round: 1, Board: 1, WhiteID: a.ID, BlackID: o.ID, Kind: "game", GameID: game.ID, DueAt: noon.Add(time.Hour)},
			{Stage: "", Round: 2, WhiteID: o.ID, Kind: "half-bye", Result: "", CreatedAt: noon},
			{Stage: "", Round: 2, Board: 1, WhiteID: o.ID, BlackID: a.ID, Kind: "game", Result: "1-0", Forfeit: true, ScoreWhite: 5, ScoreBlack: 3, Ruled: true, EndedAt: noon},
			{Stage: "final", Round: 1, WhiteID: o.ID, BlackID: a.ID, Kind: "walkover", Result: "0-1", EndedAt: noon},
		}
		b.do(func(tx *store.Tx) error {
			for _, p := range pairings {
				p.TournamentID, p.CreatedAt = event.ID, noon
				if err := tx.AddPairing(p); err != nil {
					return err
				}
			}
			return nil
		})
		all := func() (all []*store.Pairing) {
			for _, p := range got[[]store.Pairing](b)(b.read().Pairings(event.ID)) {
				all = append(all, &p)
			}
			return all
		}
		equal(b, "by stage, round and board", all(), pairings)
		equal(b, "of a game", got[*store.Pairing](b)(b.read().PairingOf(game.ID)), pairings[0])
		equal(b, "one", got[*store.Pairing](b)(b.read().Pairing(pairings[2].ID)), pairings[2])
		equal(b, "of another tournament", len(got[[]store.Pairing](b)(b.read().Pairings(other.ID))), 0)
		for what, again := range map[string]store.Pairing{
			"a second game on a board":     {Round: 1, Board: 1, WhiteID: o.ID, BlackID: a.ID, Kind: "game"},
			"a second pairing of a game":   {Round: 5, Board: 1, WhiteID: o.ID, BlackID: a.ID, Kind: "game", GameID: game.ID},
			"a second bye of a player":     {Round: 2, WhiteID: o.ID, Kind: "zero-bye"},
			"a second ruling of one match": {Stage: "final", Round: 1, WhiteID: o.ID, BlackID: a.ID, Kind: "lot", Result: "1-0"},
		} {
			again.TournamentID, again.CreatedAt = event.ID, noon
			err := b.Write(background, func(tx *store.Tx) error { return tx.AddPairing(&again) })
			if err == nil {
				b.Errorf("%s is stored", what)
			}
		}
		changed := pairings[0]
		changed.Stage, changed.Round, changed.Board, changed.WhiteID, changed.BlackID = "1", 3, 4, o.ID, a.ID
		changed.Result, changed.ScoreWhite, changed.ScoreBlack, changed.EndedAt, changed.DueAt = "½-½", 1, 2, noon, time.Time{}
		changed.Deferred, changed.Extended, changed.GameID = true, true, 0
		b.do(func(tx *store.Tx) error { return tx.UpdatePairing(changed) })
		equal(b, "after a change", got[*store.Pairing](b)(b.read().Pairing(changed.ID)), changed)
		b.do(func(tx *store.Tx) error { return tx.RemovePairing(pairings[1].ID) })
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.RemovePairing(pairings[1].ID) })
		b.do(func(tx *store.Tx) error { return tx.AddPairing(pairings[1]) })
		equal(b, "one that comes back", got[*store.Pairing](b)(b.read().Pairing(pairings[1].ID)), pairings[1])
	})
}

func TestOfficialsAndLog(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob, cid := b.account("ann"), b.account("bob"), b.account("cid")
		event := b.tournament(ann)
		b.do(func(tx *store.Tx) error {
			for _, a := range []int64{cid.ID, bob.ID, cid.ID} {
				if err := tx.AddOfficial(event.ID, a); err != nil {
					return err
				}
			}
			return nil
		})
		names := []string{}
		for _, a := range got[[]store.Account](b)(b.read().Officials(event.ID)) {
			names = append(names, a.Name)
		}
		equal(b, "officials by name, each once", names, []string{"bob", "cid"})
		b.do(func(tx *store.Tx) error { return tx.RemoveOfficial(event.ID, cid.ID) })
		equal(b, "directs", []bool{got[bool](b)(b.read().Directs(event.ID, bob.ID)), got[bool](b)(b.read().Directs(event.ID, cid.ID))}, []bool{true, false})

		act := &store.TournamentEntry{TournamentID: event.ID, At: noon, AccountID: ann.ID, Act: "result", Detail: "1-0", Reason: "as played", Undo: `{"pairing":1}`}
		undo := &store.TournamentEntry{TournamentID: event.ID, At: noon, Act: "undone"}
		b.do(func(tx *store.Tx) error {
			if err := tx.LogTournament(act); err != nil {
				return err
			}
			undo.Undoes = act.ID
			return tx.LogTournament(undo)
		})
		equal(b, "log, without what undoes an act", got[[]store.EntryView](b)(b.read().TournamentLog(event.ID)), []store.EntryView{
			{TournamentEntry: store.TournamentEntry{ID: act.ID, TournamentID: event.ID, At: noon, AccountID: ann.ID, Act: "result", Detail: "1-0", Reason: "as played"}, AccountName: "ann"},
			{TournamentEntry: *undo}})
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { again := *undo; again.ID = 0; return tx.LogTournament(&again) })
	})
}

func TestTemplatesAndLadderEvents(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		series := &store.Template{AccountID: ann.ID, Name: "Monthly", Settings: "{}", Every: 720 * time.Hour, NextAt: noon, CreatedAt: noon}
		plain := &store.Template{AccountID: ann.ID, Name: "Blitz", Settings: "{}", CreatedAt: noon}
		b.do(func(tx *store.Tx) error {
			if err := tx.CreateTemplate(series); err != nil {
				return err
			}
			return tx.CreateTemplate(plain)
		})
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { again := *plain; again.ID = 0; return tx.CreateTemplate(&again) })
		equal(b, "by name", got[[]store.Template](b)(b.read().Templates(ann.ID)), []store.Template{*plain, *series})
		equal(b, "of another", len(got[[]store.Template](b)(b.read().Templates(bob.ID))), 0)
		b.do(func(tx *store.Tx) error {
			t, err := tx.TemplateForUpdate(series.ID)
			if err != nil {
				return err
			}
			t.Made, t.NextAt = 1, noon.Add(t.Every)
			return tx.UpdateTemplate(t)
		})
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateTemplate(series) })
		equal(b, "made", got[*store.Template](b)(b.read().Template(series.ID)).Made, 1)
		b.do(func(tx *store.Tx) error { return tx.RemoveTemplate(series.ID) })
		_, err := b.read().Template(series.ID)
		isError(b, err, store.ErrNotFound)

		club := b.tournament(ann, func(t *store.Tournament) { t.Format, t.Status = "ladder", store.TournamentRunning })
		a := b.entrant(club, ann)
		events := []*store.LadderEvent{
			{TournamentID: club.ID, At: noon, Kind: "join", PlayerID: a.ID},
			{TournamentID: club.ID, At: noon.Add(time.Second), Kind: "challenge", PlayerID: a.ID, OpponentID: a.ID, ChallengeID: 7, WinnerID: a.ID},
		}
		b.do(func(tx *store.Tx) error {
			for _, e := range events {
				if err := tx.AddLadderEvent(e); err != nil {
					return err
				}
			}
			return nil
		})
		equal(b, "events", got[[]store.LadderEvent](b)(b.read().LadderEvents(club.ID)), []store.LadderEvent{*events[0], *events[1]})
	})
}

func TestGamesOfATournament(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		event := b.running(ann)
		game := b.played(event, b.entrant(event, ann), b.entrant(event, bob), 1, 1)
		equal(b, "games", gameIDs(got[[]store.GameView](b)(b.read().TournamentGames(event.ID))), gameIDs([]store.GameView{{Game: *game}}))
		for _, c := range []struct{ round, wanted, free int }{{1, 1, 2}, {1, 2, 2}, {1, 7, 7}, {2, 1, 1}} {
			equal(b, "free board", got[int](b)(b.read().FreeBoard(event.ID, c.round, c.wanted)), c.free)
		}
		equal(b, "problems", len(got[[]string](b)(b.read().Check())), 0)
	})
}

// entrant enters an account, with the next seat where the tournament runs.
func (b *bench) entrant(event *store.Tournament, a *store.Account, change ...func(e *store.Entrant)) *store.Entrant {
	b.Helper()
	e := &store.Entrant{TournamentID: event.ID, AccountID: a.ID, Status: store.Entered, Rating: 1500_000, EnteredAt: noon}
	if event.Status != store.TournamentOpen {
		e.Seat, e.Status = len(got[[]store.EntrantView](b)(b.read().Entrants(event.ID)))+1, store.Active
	}
	for _, c := range change {
		c(e)
	}
	b.do(func(tx *store.Tx) error { return tx.AddEntrant(e) })
	return e
}

// running is a tournament in its first round.
func (b *bench) running(organiser *store.Account, change ...func(t *store.Tournament)) *store.Tournament {
	b.Helper()
	return b.tournament(organiser, append([]func(t *store.Tournament){func(t *store.Tournament) {
		t.Status, t.StartedAt, t.Rounds, t.Round = store.TournamentRunning, noon, 3, 1
	}}, change...)...)
}

// played is a game of a tournament with its pairing.
func (b *bench) played(event *store.Tournament, white, black *store.Entrant, round, board int, change ...func(g *store.Game)) *store.Game {
	b.Helper()
	g := b.game(&store.Account{ID: white.AccountID}, &store.Account{ID: black.AccountID}, append([]func(g *store.Game){func(g *store.Game) {
		g.TournamentID, g.Round, g.Board = event.ID, round, board
	}}, change...)...)
	p := &store.Pairing{TournamentID: event.ID, Round: round, Board: board, WhiteID: white.ID, BlackID: black.ID, Kind: "game", GameID: g.ID, CreatedAt: noon}
	if g.Status != store.GameRunning {
		p.Result, p.EndedAt = map[rules.Side]string{rules.White: "1-0", rules.Black: "0-1", rules.NoSide: "½-½"}[g.Winner], g.EndedAt
	}
	b.do(func(tx *store.Tx) error { return tx.AddPairing(p) })
	return g
}

func TestEventFiles(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann := b.account("ann")
		event := b.tournament(ann)
		games := &store.EventFile{TournamentID: event.ID, Name: "games.pdn", Size: 300, Body: []byte{0x1f, 0x8b, 0, 0xff}}
		report := &store.EventFile{TournamentID: event.ID, Name: "event.trf", Body: []byte{}}
		entry := &store.TournamentEntry{TournamentID: event.ID, At: noon, Act: "created", Author: "Zoe"}
		b.do(func(tx *store.Tx) error {
			for _, f := range []*store.EventFile{games, report} {
				if err := tx.AddEventFile(f); err != nil {
					return err
				}
			}
			return tx.LogTournament(entry)
		})
		equal(b, "files, without their bodies", got[[]store.EventFile](b)(b.read().EventFiles(event.ID)), []store.EventFile{
			{TournamentID: event.ID, Name: "event.trf"}, {TournamentID: event.ID, Name: "games.pdn", Size: 300}})
		equal(b, "a file", got[*store.EventFile](b)(b.read().EventFile(event.ID, "games.pdn")), games)
		_, err := b.read().EventFile(event.ID, "games.mat")
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no such file: %v", err)
		}
		b.refuse(store.ErrDuplicate, func(tx *store.Tx) error { return tx.AddEventFile(games) })
		equal(b, "who acted elsewhere", got[[]store.EntryView](b)(b.read().TournamentLog(event.ID))[0].AccountName, "Zoe")
	})
}
