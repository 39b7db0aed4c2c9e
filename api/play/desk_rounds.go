package play

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/tournament/director"
	"crownpost/tournament/swiss"
	"crownpost/tournament/tiebreak"
)

// RepairRound pairs the round of a Swiss that is being played again. Games in which
// somebody has moved stay, and so does what comes out as it was.
func (s *Service) RepairRound(ctx context.Context, by, id int64, round int, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		event, err := a.event()
		if err != nil {
			return err
		}
		a.log("repaired", strconv.Itoa(round))
		return a.pairAgain(event, round, nil)
	})
}

// pairAgain pairs the open round of a Swiss again, with a bye that has been granted
// in it. What has begun stays.
func (a *act) pairAgain(event director.Event, round int, bye *director.Pairing) error {
	if err := a.keepBegun(&event, round); err != nil {
		return err
	}
	step, err := event.Repair(round)
	switch {
	case err != nil:
		return err
	case len(step.Drops) == 0 && len(step.Pairings) == 0 && bye == nil:
		return account.NewInvalid("", "desk-same", nil)
	}
	if err := a.drop(step.Drops); err != nil {
		return err
	}
	if bye != nil {
		if err := a.storeBye(*bye); err != nil {
			return err
		}
	}
	return a.beginPairings(a.tx, a.t, step.Pairings)
}

// keepBegun marks the games of a round in which somebody has moved, so that they
// are not paired again.
func (a *act) keepBegun(event *director.Event, round int) error {
	event.Pairings = slices.Clone(event.Pairings)
	for i := range event.Pairings {
		p := &event.Pairings[i]
		row, known := a.before.pairings[p.ID]
		if !known || p.Kind != director.Game || p.Round != round || p.Finished() || row.GameID == 0 {
			continue
		}
		table, err := a.watch(row.GameID)
		if err != nil {
			return err
		}
		p.Deferred = p.Deferred || table.State.Acted != [2]bool{}
	}
	return nil
}

// drop takes pairings out of the event and annuls their games. It refuses to if
// somebody has moved in one.
func (a *act) drop(pairings []int64) error {
	var begun []string
	for _, id := range pairings {
		row, err := a.pairing(id)
		if err != nil {
			return err
		}
		if row.GameID == 0 {
			continue
		}
		table, err := a.watch(row.GameID)
		if err != nil {
			return err
		}
		if table.State.Acted != [2]bool{} {
			begun = append(begun, a.versus(row))
		}
	}
	if len(begun) > 0 {
		return account.NewInvalid("", "desk-begun", map[string]any{"games": strings.Join(begun, ", ")})
	}
	for _, id := range pairings {
		row, err := a.pairing(id)
		if err != nil {
			return err
		}
		if err := a.annul(row); err != nil {
			return err
		}
		if err := a.tx.RemovePairing(id); err != nil {
			return err
		}
	}
	return nil
}

// PairByHand pairs a round of a Swiss as the director says: the one being played,
// as far as nobody has moved in what changes, or the next one when that has not been
// paired. Everybody has one place in it. The warnings name what is against the rules
// and is done nevertheless.
func (s *Service) PairByHand(ctx context.Context, by, id int64, round int, pairs [][2]int64, byes []int64, reason string) (warnings []string, err error) {
	err = s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		event, err := a.event()
		if err != nil {
			return err
		}
		step, err := event.PairByHand(round, pairs, byes)
		if err != nil {
			return err
		}
		warnings = step.Warnings
		a.log("paired-by-hand", strings.Join(append([]string{strconv.Itoa(round)}, warnings...), "; "))
		if err := a.drop(step.Drops); err != nil {
			return err
		}
		return a.take(a.tx, a.t, step)
	})
	return warnings, err
}

// SwapPlayers lets two players of the open round of a Swiss change places, of whom
// nobody has moved.
func (s *Service) SwapPlayers(ctx context.Context, by, id, first, second int64, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		event, err := a.event()
		if err != nil {
			return err
		}
		_, changed, err := event.Swap(first, second)
		if err != nil {
			return err
		}
		var drops []int64
		for i := range changed {
			drops = append(drops, changed[i].ID)
			changed[i].ID = 0
		}
		a.log("swapped", a.name(first)+" ↔ "+a.name(second))
		if err := a.drop(drops); err != nil {
			return err
		}
		return a.beginPairings(a.tx, a.t, changed)
	})
}

// ExtendRound gives the games that are not finished more time in their round: D is
// from 1 hour to correspondence.Longest. Where the time was over it runs from now.
func (s *Service) ExtendRound(ctx context.Context, by, id int64, d time.Duration, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		switch {
		case a.t.RoundTime == 0:
			return account.NewInvalid("", "desk-no-deadline", nil)
		case d < time.Hour || d > correspondence.Longest:
			return account.NewInvalid("time", "desk-extension", map[string]any{"max": int(correspondence.Longest / correspondence.Day)})
		}
		for _, p := range a.before.pairings {
			if p.Kind != string(director.Game) || p.Result != "" || p.Deferred {
				continue
			}
			from := p.DueAt
			if from.Before(a.tx.Now()) {
				from = a.tx.Now()
			}
			p.DueAt = from.Add(d)
			if err := a.tx.UpdatePairing(&p); err != nil {
				return err
			}
			if err := a.addDue(a.tx, a.t.ID, p.DueAt); err != nil {
				return err
			}
			a.log("extended", "+"+span(d))
		}
		if a.entry.Act == "" {
			return account.NewInvalid("", "desk-nothing-open", nil)
		}
		return nil
	})
}

// SetAside lets the next round of a Swiss that cannot be paired by the rules do
// without some of them, or with swiss.EndEvent be none.
func (s *Service) SetAside(ctx context.Context, by, id int64, options []swiss.Option, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		if a.t.Stuck == "" {
			return account.NewInvalid("", "desk-not-stuck", nil)
		}
		if len(options) == 0 {
			return account.NewInvalid("options", "desk-options", nil)
		}
		digits := ""
		for _, o := range slices.Sorted(slices.Values(options)) {
			if o < swiss.EndEvent || o > swiss.AllowRematch {
				return account.NewInvalid("options", "desk-options", nil)
			}
			digits += strconv.Itoa(int(o))
		}
		a.t.Allowed, a.t.Stuck = digits, ""
		a.log("set-aside", digits)
		return a.tx.UpdateTournament(a.t)
	})
}

// ChangeTieBreaks gives the event other tie-breaks, in their order: codes of package
// tiebreak, none for the usual ones.
func (s *Service) ChangeTieBreaks(ctx context.Context, by, id int64, codes []string, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning, store.TournamentOpen); err != nil {
			return err
		}
		plan, err := PlanOf(a.t)
		if err != nil {
			return err
		}
		switch plan.Format {
		case director.Swiss, director.RoundRobin, director.Groups:
		default:
			return director.ErrFormat
		}
		for _, code := range codes {
			if _, err := tiebreak.Parse(code); err != nil {
				return account.NewInvalid("tieBreaks", "plan", map[string]any{"problem": err.Error()})
			}
		}
		if slices.Equal(plan.TieBreaks, codes) {
			return nil
		}
		plan.TieBreaks = codes
		if err := plan.Check(0); err != nil {
			return refusedPlan(err)
		}
		if err := setPlan(a.t, plan); err != nil {
			return err
		}
		a.log("tie-breaks", fmt.Sprintf("%d: %s", a.t.Round, strings.Join(codes, ", ")))
		return a.tx.UpdateTournament(a.t)
	})
}

// EndEvent ends an event before its time, as it stands. Games in which nobody has
// moved are annulled; the results of others must be set before.
func (s *Service) EndEvent(ctx context.Context, by, id int64, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if a.t.Status == store.TournamentFinished {
			return nil
		}
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		var open []int64
		for _, p := range a.before.pairings {
			if p.Kind == string(director.Game) && p.Result == "" {
				open = append(open, p.ID)
			}
		}
		slices.Sort(open)
		if a.t.Format == string(director.Ladder) {
			open = slices.DeleteFunc(open, func(id int64) bool { return a.before.pairings[id].GameID == 0 })
		}
		if err := a.drop(open); err != nil {
			return err
		}
		a.log("ended", strconv.Itoa(a.t.Round))
		a.final = a.t.Rated && a.t.RatingMode == store.RateEvent
		return a.close(a.tx, a.t, store.TournamentFinished)
	})
}

// MessageAll writes to everybody in the event: it stands in the log, and goes by mail
// to those with a confirmed address.
func (s *Service) MessageAll(ctx context.Context, by, id int64, text string) error {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if n := len([]rune(text)); n < minReason || n > maxMessage {
		return account.NewInvalid("text", "desk-message", map[string]any{"min": minReason, "max": maxMessage})
	}
	return s.write(ctx, by, func(tx *store.Tx) error {
		t, err := s.directed(tx, by, id)
		if err != nil {
			return err
		}
		log, err := tx.TournamentLog(id)
		if err != nil {
			return err
		}
		today := 0
		for _, e := range log {
			if e.Act != "message" || e.At.Before(tx.Now().Add(-24*time.Hour)) {
				continue
			}
			if today++; e.Reason == text {
				return nil // the same message once more
			}
		}
		if today >= messagesPerDay {
			return account.NewInvalid("text", "desk-messages", map[string]any{"max": messagesPerDay})
		}
		entry := &store.TournamentEntry{TournamentID: id, At: tx.Now(), AccountID: by, Act: "message", Reason: text}
		if err := tx.LogTournament(entry); err != nil {
			return err
		}
		tx.After(func() { s.ring(TournamentTopic(id)) })
		return s.mailAll(tx, t, entry)
	})
}

// messagesPerDay bounds what a director has mailed to everybody.
const messagesPerDay = 10

// mailAll has a message mailed to everybody who is in an event, or waits for it.
func (s *Service) mailAll(tx *store.Tx, t *store.Tournament, entry *store.TournamentEntry) error {
	entrants, err := tx.Entrants(t.ID)
	if err != nil {
		return err
	}
	for _, e := range entrants {
		if e.AccountID == 0 || e.AccountID == entry.AccountID || !e.LeftAt.IsZero() {
			continue
		}
		a, err := tx.Account(e.AccountID)
		if err != nil {
			return err
		}
		if a.EmailVerifiedAt.IsZero() {
			continue
		}
		if err := s.send(tx, mailTask{Kind: mailMessage, Account: a.ID, Email: a.Email, Entry: entry.ID}); err != nil {
			return err
		}
	}
	return nil
}

// AddOfficial lets an account direct the event too; that and RemoveOfficial are for
// the organiser and administrators alone.
func (s *Service) AddOfficial(ctx context.Context, by, id int64, name string) error {
	return s.officials(ctx, by, id, func(tx *store.Tx, t *store.Tournament) (act, who string, err error) {
		a, err := tx.AccountByName(account.NameKey(name))
		if isNotFound(err) || err == nil && (!a.ClosedAt.IsZero() || a.ID == t.OrganiserID) {
			return "", "", account.NewInvalid("name", "unknown-player", map[string]any{"name": name})
		}
		if err != nil {
			return "", "", err
		}
		if may, err := tx.Directs(id, a.ID); err != nil || may {
			return "", "", err
		}
		return "official-added", a.Name, tx.AddOfficial(id, a.ID)
	})
}

// RemoveOfficial takes back what AddOfficial gave.
func (s *Service) RemoveOfficial(ctx context.Context, by, id, official int64) error {
	return s.officials(ctx, by, id, func(tx *store.Tx, _ *store.Tournament) (act, who string, err error) {
		if may, err := tx.Directs(id, official); err != nil || !may {
			return "", "", err
		}
		a, err := tx.Account(official)
		if err != nil {
			return "", "", err
		}
		return "official-removed", a.Name, tx.RemoveOfficial(id, official)
	})
}

func (s *Service) officials(ctx context.Context, by, id int64, do func(*store.Tx, *store.Tournament) (act, who string, err error)) error {
	return s.write(ctx, by, func(tx *store.Tx) error {
		t, err := s.directed(tx, by, id)
		if err != nil {
			return err
		}
		official, err := tx.Directs(id, by)
		if err != nil {
			return err
		}
		if official && t.OrganiserID != by {
			return ErrForbidden
		}
		act, who, err := do(tx, t)
		if err != nil || act == "" {
			return err
		}
		return s.logTournament(tx, id, by, act, who)
	})
}
