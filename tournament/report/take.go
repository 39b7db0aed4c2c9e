package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/trf"
)

// ErrRounds says that neither the file nor the caller knows how many rounds a
// Swiss has.
var ErrRounds = errors.New("number of rounds is not known")

// Taken is an event that was taken up from a file.
type Taken struct {
	Event director.Event
	// Rounds have been paired, of Event.Rounds.
	Rounds int
	// Over says that there is nothing left to be paired or played.
	Over bool
	// Numbers are the keys of players in their federations' lists, by ID.
	Numbers map[int64]string
	// Notes are sentences on what the event does not have of the file.
	Notes []string
}

// Take takes up the event of a file, to be continued or as it ended. IDs of
// players are the numbers of the file. Rounds is the number of rounds of a Swiss
// whose file does not say it. A player who was neither in the last round nor
// will be in the next has withdrawn. Errors: ErrRounds; ErrSystem for an event to
// be continued by other rules than are known; director.ErrField for what an
// event cannot hold.
func Take(file *trf.File, rounds int) (*Taken, error) {
	f := file.Field
	t := &Taken{Rounds: f.PlayedRounds(), Numbers: map[int64]string{}}
	for _, p := range f.Players {
		if p.Number != "" {
			t.Numbers[int64(p.ID)] = p.Number
		}
	}
	format := director.Swiss
	if f.RoundRobin {
		format = director.RoundRobin
	} else if f.Rounds == 0 {
		if f.Rounds = max(rounds, t.Rounds); rounds == 0 {
			return nil, ErrRounds
		}
	}
	f.Players = t.withoutLonelyForfeits(f)
	if f.Edition == tournament.Edition2017 {
		t.Notes = append(t.Notes, "Rounds are paired by the rules of 2026 from here on, not by those of 2017.")
	}
	e, err := director.FromField(f, format)
	if err != nil {
		return nil, err
	}
	t.Event = e
	t.takeTieBreaks(file.TieBreaks())
	if format == director.Swiss {
		t.withdraw(f)
	}
	t.Over = e.Rounds() > 0 && t.Event.RoundsLeft() == 0
	if system := system(file); format == director.Swiss && !t.Over && !known(system) {
		return nil, fmt.Errorf("%s: %w", system, ErrSystem)
	}
	return t, nil
}

// withoutLonelyForfeits are the players with byes in place of forfeits that name
// no opponent, as some programs write them.
func (t *Taken) withoutLonelyForfeits(f tournament.Field) []tournament.Player {
	instead := map[tournament.Kind]tournament.Kind{
		tournament.ForfeitWin: tournament.FullBye, tournament.ForfeitLoss: tournament.ZeroBye,
	}
	players := slices.Clone(f.Players)
	for i := range players {
		p := &players[i]
		p.Records = slices.Clone(p.Records)
		for j := range p.Records {
			r := &p.Records[j]
			if kind, forfeit := instead[r.Kind]; forfeit && r.Opponent == 0 {
				*r = tournament.Record{Kind: kind, Points: f.Points.For(kind)}
				t.Notes = append(t.Notes, fmt.Sprintf("A forfeit of %d in round %d names no opponent and is a bye here.", p.ID, j+1))
			}
		}
	}
	return players
}

// takeTieBreaks keeps those that the plan can have.
func (t *Taken) takeTieBreaks(codes []string) {
	for _, code := range codes {
		plan := t.Event.Plan
		plan.TieBreaks = []string{strings.ToUpper(code)}
		if err := plan.Check(0); err != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("The tie-break %s is not known here and is left out.", code))
			continue
		}
		t.Event.Plan.TieBreaks = append(t.Event.Plan.TieBreaks, strings.ToUpper(code))
	}
}

// withdraw gives those who have withdrawn their status, in place of the byes for
// the rounds since.
func (t *Taken) withdraw(f tournament.Field) {
	for i := range t.Event.Players {
		p := &t.Event.Players[i]
		records := f.Players[f.Player(int(p.ID))]
		first := t.Rounds + 1
		if t.Rounds == 0 || records.Record(first).Kind != tournament.ZeroBye || first > t.Event.Plan.Rounds {
			continue
		}
		for first > 1 && (records.Record(first-1).Kind == tournament.ZeroBye || records.Record(first-1).Kind == tournament.Unrecorded) {
			first--
		}
		if first > t.Rounds || first == 1 { // there in the last round, or never yet
			continue
		}
		p.Status, p.Left = tournament.Withdrawn, first
		t.Event.Pairings = slices.DeleteFunc(t.Event.Pairings, func(b director.Pairing) bool {
			return b.White == p.ID && b.Kind == director.ZeroBye && b.Round >= first
		})
	}
}
