package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament"
	"crownpost/tournament/archive"
	"crownpost/tournament/director"
	"crownpost/tournament/report"
	"crownpost/tournament/trf"
)

// MaxReport is the greatest length of a report, in bytes.
const MaxReport = 1 << 20

// ImportInput is what an organiser says of an event that comes as a report.
type ImportInput struct {
	// Name is that of the report when empty.
	Name        string
	Description string
	Variant     string
	// Rounds is the number of rounds of a Swiss whose report does not say it.
	Rounds int
}

// ReadReport takes up the event of a report. Name fills in what the input
// leaves open. Errors are Invalid.
func ReadReport(data []byte, in *ImportInput) (*report.Taken, error) {
	if len(data) > MaxReport {
		return nil, account.NewInvalid("trf", "trf-long", map[string]any{"megabytes": MaxReport >> 20})
	}
	file, err := trf.Read(data, trf.Options{})
	if err != nil {
		return nil, account.NewInvalid("trf", "trf-unreadable", map[string]any{"problems": firstLines(err.Error(), 8)})
	}
	if in.Rounds < 0 || in.Rounds > trf.MaxRounds {
		return nil, account.NewInvalid("rounds", "trf-rounds", nil)
	}
	if n := len(file.Field.Players); n < minPlayers || n > MaxPlayers {
		return nil, account.NewInvalid("trf", "players-range", map[string]any{"min": minPlayers, "max": MaxPlayers})
	}
	if in.Name = strings.Join(strings.Fields(in.Name), " "); in.Name == "" {
		in.Name = cutTo(strings.Join(strings.Fields(file.Text(trf.Name)), " "), maxTitle)
	}
	taken, err := report.Take(file, in.Rounds)
	switch {
	case errors.Is(err, report.ErrRounds):
		return nil, account.NewInvalid("rounds", "trf-rounds", nil)
	case errors.Is(err, report.ErrSystem):
		return nil, account.NewInvalid("trf", "trf-system", map[string]any{"system": file.Text(trf.System)})
	case errors.Is(err, director.ErrField), errors.Is(err, director.ErrPlan):
		return nil, account.NewInvalid("trf", "trf-field", map[string]any{"problem": strings.TrimSuffix(err.Error(), ": "+director.ErrField.Error())})
	}
	return taken, err
}

// firstLines are so many lines of a text, and dots for the others.
func firstLines(text string, most int) string {
	lines := strings.Split(text, "\n")
	if len(lines) > most {
		lines = append(lines[:most], "…")
	}
	return strings.Join(lines, "\n")
}

// cutTo is the beginning of a text of at most so many characters.
func cutTo(text string, most int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), most)])
}

// ImportTRF makes a tournament of a report: an event over the board of people
// without accounts, which goes on with the round that the report has next, or is
// over.
func (s *Service) ImportTRF(ctx context.Context, by int64, data []byte, in ImportInput) (id int64, err error) {
	taken, err := ReadReport(data, &in)
	if err != nil {
		return 0, err
	}
	source, err := packed(archive.ReportFile, data)
	if err != nil {
		return 0, err
	}
	event := taken.Event
	input := TournamentInput{
		Name: in.Name, Description: in.Description, Variant: in.Variant, Format: event.Plan.Format, Plan: event.Plan,
		OverBoard: true, MaxPlayers: len(event.Players),
	}
	err = s.write(ctx, by, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, by); err != nil {
			return err
		}
		t, err := s.createTournament(tx, by, input)
		if err != nil {
			return err
		}
		id = t.ID
		if event.Plan.Initial == tournament.NoColour {
			event.Plan.Initial = []tournament.Colour{tournament.White, tournament.Black}[s.draw(2)]
		}
		t.Source = archive.ReportFile
		t.Status, t.StartedAt, t.Round, t.Rounds = store.TournamentRunning, tx.Now(), event.Round(), event.Rounds()
		if taken.Over {
			t.Status, t.EndedAt = store.TournamentFinished, tx.Now()
		}
		if err := s.storeEvent(tx, t, event, taken.Numbers); err != nil {
			return err
		}
		source.TournamentID = t.ID
		if err := tx.AddEventFile(source); err != nil {
			return err
		}
		if err := s.logTournament(tx, t.ID, by, "imported", strconv.Itoa(taken.Rounds)); err != nil {
			return err
		}
		return s.changed(tx, t)
	})
	return id, err
}

// storeEvent inserts players and pairings of an event whose IDs are those of a
// file, and writes the plan with the IDs that they have now.
func (s *Service) storeEvent(tx *store.Tx, t *store.Tournament, event director.Event, numbers map[int64]string) error {
	ids := map[int64]int64{}
	for _, p := range event.Players {
		row := &store.Entrant{
			TournamentID: t.ID, Name: cutTo(strings.Join(strings.Fields(p.Name), " "), 100), Title: cutTo(p.Title, 10),
			Federation: cutTo(p.Key, 10), Number: cutTo(numbers[p.ID], 20), Seat: p.Seat, Status: string(p.Status), Rating: 1000 * int64(p.Rating),
			FromRound: p.From, LeftRound: p.Left, EnteredAt: tx.Now(),
		}
		if row.Name == "" {
			row.Name = fmt.Sprintf("Player %d", p.ID)
		}
		if p.Status.Left() {
			row.LeftAt = tx.Now()
		}
		if err := tx.AddEntrant(row); err != nil {
			return err
		}
		ids[p.ID] = row.ID
	}
	for _, p := range event.Pairings {
		p.White, p.Black = ids[p.White], ids[p.Black]
		if _, err := s.storePairing(tx, t, p); err != nil {
			return err
		}
	}
	plan := event.Plan
	renumber(&plan, ids)
	if err := setPlan(t, plan); err != nil {
		return err
	}
	return tx.UpdateTournament(t)
}

// renumber gives the players of a plan other IDs.
func renumber(plan *director.Plan, ids map[int64]int64) {
	forbidden := make([][]int64, len(plan.Forbidden))
	for i, group := range plan.Forbidden {
		for _, id := range group {
			forbidden[i] = append(forbidden[i], ids[id])
		}
	}
	var virtual []int64
	for _, id := range plan.Virtual {
		virtual = append(virtual, ids[id])
	}
	if len(forbidden) == 0 {
		forbidden = nil
	}
	var extra []director.Extra
	for _, x := range plan.Extra {
		x.Player = ids[x.Player]
		extra = append(extra, x)
	}
	plan.Forbidden, plan.Virtual, plan.Extra = forbidden, virtual, extra
}
