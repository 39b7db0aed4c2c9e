package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament"
	"crownpost/tournament/director"
)

// Limits of templates and series.
const (
	MaxTemplates = 100
	// MinEvery and MaxEvery are the least and the greatest time between two events
	// of a series.
	MinEvery = 24 * time.Hour
	MaxEvery = 366 * 24 * time.Hour
	// MaxLead is the longest time between the announcement of an event of a series
	// and its start.
	MaxLead = 60 * 24 * time.Hour
)

// TemplateSettings is what a template keeps.
type TemplateSettings struct {
	TournamentInput
	// Lead is how long before its start an event of a series is announced; with 0
	// it has no hour to start at.
	Lead time.Duration `json:"lead,omitempty"`
}

// ReadTemplate reads what a template keeps.
func ReadTemplate(t *store.Template) (TemplateSettings, error) {
	var kept TemplateSettings
	if err := json.Unmarshal([]byte(t.Settings), &kept); err != nil {
		return kept, fmt.Errorf("template %d: %w", t.ID, err)
	}
	return kept, nil
}

func writeTemplate(t *store.Template, kept TemplateSettings) error {
	text, err := json.Marshal(kept)
	if err != nil {
		return fmt.Errorf("template: %w", err)
	}
	t.Settings = string(text)
	return nil
}

// InputOf is what the organiser of a tournament asked for, so that another one
// like it can be made: without its start and what its start has fixed.
func InputOf(t *store.Tournament) (TournamentInput, error) {
	plan, err := PlanOf(t)
	if err != nil {
		return TournamentInput{}, err
	}
	plan.Forbidden, plan.Virtual, plan.Initial = nil, nil, tournament.NoColour
	plan.Points, plan.Extra = nil, nil
	if plan.Bracket != nil {
		draw := *plan.Bracket
		draw.Format, draw.Seats, draw.Order, draw.Drops, draw.Consolation, draw.LastChance = "", 0, nil, nil, nil, nil
		plan.Bracket = &draw
	}
	if plan.Groups != nil {
		sections := *plan.Groups
		sections.Seats, sections.Separate, sections.TieBreaks = 0, nil, nil
		sections.Law, sections.Cycles, sections.Pairs = "", 0, false
		if plan.SectionSize > 0 {
			sections.Sections = 0
		}
		plan.Groups = &sections
	}
	in := TournamentInput{
		Name: t.Name, Description: t.Description, Variant: t.Variant, Control: t.Control, Rated: t.Rated, RatingMode: t.RatingMode,
		Format: plan.Format, Plan: plan, OverBoard: t.OverBoard, MinPlayers: t.MinPlayers, MaxPlayers: t.MaxPlayers, Seating: t.Seating,
		StartWhenFull: t.StartWhenFull, WaitingList: t.WaitingList, CheckIn: t.CheckIn,
		MinRating: t.MinRating, MaxRating: t.MaxRating, MinGames: t.MinGames,
		RoundTime: t.RoundTime, Unfinished: t.Unfinished, NoLeave: t.NoLeave, BallotPer: t.BallotPer,
		Beginning: Beginning{Opening: t.Opening, Start: t.Start, Pair: plan.Pairs, Length: t.Length, Options: ReadOptions(t.Options)},
	}
	if t.Opening != "" {
		in.Start = "" // it is drawn
	}
	return in, nil
}

// SaveTemplate keeps a tournament's form filled in. Under a name that the
// account has used, it replaces what was kept. Errors: ErrTooMany.
func (s *Service) SaveTemplate(ctx context.Context, owner int64, name string, in TournamentInput) (id int64, err error) {
	in.StartsAt, in.Series = time.Time{}, 0
	err = s.write(ctx, owner, func(tx *store.Tx) error {
		if name, err = templateName(name); err != nil {
			return err
		}
		if err := checkTemplate(&in, tx.Now()); err != nil {
			return err
		}
		own, err := tx.Templates(owner)
		if err != nil {
			return err
		}
		t := &store.Template{AccountID: owner, Name: name, CreatedAt: tx.Now()}
		kept := TemplateSettings{TournamentInput: in}
		for i := range own {
			if own[i].Name != name {
				continue
			}
			if t, err = tx.TemplateForUpdate(own[i].ID); err != nil {
				return err
			}
			before, err := ReadTemplate(t)
			if err != nil {
				return err
			}
			kept.Lead, id = before.Lead, t.ID
		}
		if err := writeTemplate(t, kept); err != nil {
			return err
		}
		if id != 0 {
			return tx.UpdateTemplate(t)
		}
		if len(own) >= MaxTemplates {
			return fmt.Errorf("template: %w", ErrTooMany)
		}
		err = tx.CreateTemplate(t)
		id = t.ID
		return err
	})
	return id, err
}

// checkTemplate refuses what no tournament could be made of, whenever it starts.
func checkTemplate(in *TournamentInput, now time.Time) error {
	some := *in
	if some.CheckIn > 0 {
		some.StartsAt = now.Add(MaxLead)
	}
	if _, err := some.check(now); err != nil {
		return err
	}
	some.StartsAt = time.Time{}
	*in = some
	return nil
}

func templateName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n < 1 || n > maxTitle {
		return "", account.NewInvalid("template", "title-length", map[string]any{"min": 1, "max": maxTitle})
	}
	return name, nil
}

// ownTemplate loads a template for its owner; for everybody else there is none.
func ownTemplate(tx *store.Tx, owner, id int64) (*store.Template, error) {
	t, err := tx.TemplateForUpdate(id)
	if err == nil && t.AccountID != owner {
		return nil, fmt.Errorf("template: %w", store.ErrNotFound)
	}
	return t, err
}

// RenameTemplate gives a template another name.
func (s *Service) RenameTemplate(ctx context.Context, owner, id int64, name string) error {
	return s.write(ctx, owner, func(tx *store.Tx) error {
		t, err := ownTemplate(tx, owner, id)
		if err != nil {
			return err
		}
		if name, err = templateName(name); err != nil {
			return err
		}
		own, err := tx.Templates(owner)
		if err != nil {
			return err
		}
		for i := range own {
			if own[i].Name == name && own[i].ID != id {
				return account.NewInvalid("template", "template-name", nil)
			}
		}
		t.Name = name
		return tx.UpdateTemplate(t)
	})
}

// RemoveTemplate deletes a template, and ends its series. The tournaments that
// it made stay.
func (s *Service) RemoveTemplate(ctx context.Context, owner, id int64) error {
	return s.write(ctx, owner, func(tx *store.Tx) error {
		if _, err := ownTemplate(tx, owner, id); err != nil {
			return err
		}
		return tx.RemoveTemplate(id)
	})
}

// SeriesInput says when a template makes tournaments of itself.
type SeriesInput struct {
	// Every is the time from one to the next, 0 to end the series.
	Every time.Duration
	// Next is when the next one is announced.
	Next time.Time
	// Lead is as in TemplateSettings.
	Lead time.Duration
}

// SetSeries begins the series of a template, changes its times or ends it.
func (s *Service) SetSeries(ctx context.Context, owner, id int64, in SeriesInput) error {
	return s.write(ctx, owner, func(tx *store.Tx) error {
		t, err := ownTemplate(tx, owner, id)
		if err != nil {
			return err
		}
		kept, err := ReadTemplate(t)
		if err != nil {
			return err
		}
		switch {
		case in.Every == 0:
			in = SeriesInput{}
		case in.Every < MinEvery || in.Every > MaxEvery:
			return account.NewInvalid("every", "series-every", map[string]any{"max": days(MaxEvery)})
		case in.Lead < 0 || in.Lead > MaxLead:
			return account.NewInvalid("lead", "series-lead", map[string]any{"max": days(MaxLead)})
		case kept.CheckIn > 0 && in.Lead == 0:
			return account.NewInvalid("lead", "series-check-in", nil)
		case kept.Format == director.Ladder:
			return account.NewInvalid("every", "series-ladder", nil)
		case !in.Next.After(tx.Now()) || in.Next.After(tx.Now().Add(MaxEvery)):
			return account.NewInvalid("next", "series-next", map[string]any{"max": days(MaxEvery)})
		}
		if t.Every > 0 {
			if err := tx.CancelTask(seriesKey(t)); err != nil {
				return err
			}
		}
		kept.Lead, t.Every, t.NextAt = in.Lead, in.Every, in.Next
		if err := writeTemplate(t, kept); err != nil {
			return err
		}
		if err := s.addSeriesTask(tx, t); err != nil {
			return err
		}
		return tx.UpdateTemplate(t)
	})
}

func days(d time.Duration) int { return int(d / (24 * time.Hour)) }

// TaskSeries is for a template that is to make its next tournament.
const TaskSeries = "series"

// seriesKey names the time for which a series makes its next tournament.
func seriesKey(t *store.Template) string { return TaskSeries + ":" + seriesPayload(t) }

func seriesPayload(t *store.Template) string {
	return strconv.FormatInt(t.ID, 10) + " " + strconv.FormatInt(t.NextAt.UnixMilli(), 10)
}

func (s *Service) addSeriesTask(tx *store.Tx, t *store.Template) error {
	if t.Every == 0 {
		return nil
	}
	return s.addTask(tx, seriesKey(t), TaskSeries, seriesPayload(t), t.NextAt)
}

// MakeNext is the task that makes the next tournament of a series and says when
// the one after it is due. The payload is the template's id and the time for
// which it is due, so that a time makes one. However many times have passed
// without a server, one is made for the last of them that can still start.
func (s *Service) MakeNext(ctx context.Context, payload string) error {
	var id, due int64
	if _, err := fmt.Sscan(payload, &id, &due); err != nil {
		return fmt.Errorf("payload %q: %w", payload, err)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.TemplateForUpdate(id)
		if isNotFound(err) {
			return nil
		}
		if err != nil || t.Every == 0 || t.NextAt.UnixMilli() != due || t.NextAt.After(tx.Now()) {
			return err
		}
		kept, err := ReadTemplate(t)
		if err != nil {
			return err
		}
		at := t.NextAt
		for !at.Add(t.Every).After(tx.Now()) || kept.Lead > 0 && !at.Add(kept.Lead).After(tx.Now()) {
			at = at.Add(t.Every)
		}
		t.NextAt = at.Add(t.Every)
		if err := s.makeOne(tx, t, kept, at); err != nil {
			return err
		}
		if err := s.addSeriesTask(tx, t); err != nil {
			return err
		}
		return tx.UpdateTemplate(t)
	})
}

// makeOne creates the tournament of a series that is announced at a time. Whose
// owner may not play just then misses it; one that cannot be made any more ends
// its series.
func (s *Service) makeOne(tx *store.Tx, t *store.Template, kept TemplateSettings, at time.Time) error {
	if err := s.mayPlay(tx, t.AccountID); errors.Is(err, ErrUnverified) {
		return nil
	} else if err != nil {
		return err
	}
	in := kept.TournamentInput
	in.Name, in.Series = numbered(in.Name, t.Made+1), t.ID
	if kept.Lead > 0 {
		in.StartsAt = at.Add(kept.Lead)
	}
	_, err := s.createTournament(tx, t.AccountID, in)
	if len(account.Invalids(err)) > 0 {
		t.Every, t.NextAt = 0, time.Time{}
		return nil
	}
	t.Made++
	return err
}

// numbered is the name of an event of a series.
func numbered(name string, n int) string {
	number := " " + strconv.Itoa(n)
	if runes := []rune(name); len(runes)+len(number) > maxTitle {
		name = strings.TrimSpace(string(runes[:maxTitle-len(number)]))
	}
	return name + number
}
