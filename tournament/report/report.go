// Package report writes events as tournament report files, takes up events that
// come as one, and pairs the rounds of files again. It is pure.
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

// ErrNone says that there is no report of an event: it has not begun, or is
// neither a Swiss nor a round robin.
var ErrNone = errors.New("there is no report of this event")

// Terms are what a report tells beside the event. Empty ones are left out.
type Terms struct {
	Name      string
	Organiser string
	Control   string
	// Start and End are days, YYYY/MM/DD.
	Start, End string
	// Over says that no further round will be paired.
	Over bool
	// Persons are more about players, by ID.
	Persons map[int64]Person
	// Acts are what directors did, a sentence each: they can be the reason why a
	// round is not paired by the rules.
	Acts []string
	// Source is the report that the event was taken up from, nil if from none.
	// What it tells beyond the event is kept.
	Source *trf.File
}

// Person is what a report tells of somebody beside the player.
type Person struct {
	Federation string
	Number     string
}

// mostChecked is the number of players up to which a report says which rounds
// differ from the rules: pairing them all again takes too long for more.
const mostChecked = 300

// ownComment begins the comments that New makes.
const ownComment = "### Crownpost: "

// New is the report of a Swiss or a round robin. A file has no word for games
// that are unfinished: the round of a Swiss that is being played is told in
// comments alone, and a game that the next round did not wait for stands as the
// draw that it counts for in pairing. Where directors have acted, comments say
// what they did and which rounds are therefore paired otherwise than by the
// rules. Errors: ErrNone.
func New(e director.Event, t Terms, dialect trf.Dialect) (*trf.File, error) {
	holders, err := e.Holders("")
	swiss := e.Plan.Format == director.Swiss
	if err != nil || !swiss && e.Plan.Format != director.RoundRobin {
		return nil, ErrNone
	}
	var comments []string
	if swiss {
		e, comments = paired(e)
	}
	tables, err := e.Standings()
	if err != nil {
		return nil, fmt.Errorf("standings: %w", err)
	}
	f := &trf.File{Field: e.Field(), Dialect: dialect}
	f.Field.Edition = tournament.Edition2026
	if next := e.Round() + 1; swiss && next <= e.Rounds() && !t.Over {
		noteAbsent(&f.Field, e.Players, next)
	}
	for i, row := range tables[0].Rows {
		f.Field.Players[f.Field.Player(row.Seat)].Rank = i + 1
		if row.Annulled {
			annul(&f.Field, row.Seat)
			comments = append(comments, fmt.Sprintf("%d has left; the games do not count and are not in this file.", row.Seat))
		}
	}
	for i := range f.Field.Players {
		p := &f.Field.Players[i]
		describe(p, t.Persons[holders[p.ID-1].ID])
	}
	f.Header = header(e, t, dialect, tables[0])
	if t.Source != nil {
		keep(f, t.Source)
	}
	for _, act := range t.Acts {
		comments = append(comments, "Act of the director: "+act)
	}
	if swiss && len(f.Field.Players) <= mostChecked && (len(comments) > 0 || t.Source != nil) {
		differences, err := Check(&trf.File{Header: f.Header, Field: f.Field})
		if err != nil {
			return nil, err
		}
		round := 0
		for _, d := range differences {
			if d.Round != round {
				comments = append(comments, fmt.Sprintf("Round %d is not paired as the rules pair it on this file.", d.Round))
			}
			round = d.Round
		}
	}
	for _, c := range comments {
		f.Kept = append(f.Kept, ownComment+c)
	}
	return f, nil
}

// paired is a Swiss as its last complete round left it, with comments on what
// that leaves out: of the round that is being played it has who is absent, and
// games that later rounds did not wait for are drawn.
func paired(e director.Event) (director.Event, []string) {
	unfinished := func(p director.Pairing) bool {
		return p.Kind == director.Game && p.Result == tournament.Unfinished
	}
	last := e.Round()
	playing := slices.ContainsFunc(e.Pairings, func(p director.Pairing) bool {
		return p.Round == last && unfinished(p) && !p.Deferred
	})
	var comments []string
	var pairings []director.Pairing
	seats := map[int64]int{}
	for _, p := range e.Players {
		seats[p.ID] = p.Seat
	}
	if playing {
		comments = append(comments, fmt.Sprintf("Round %d is being played. Its games are in these comments alone.", last))
	}
	for _, p := range e.Pairings {
		white, black := seats[p.White], seats[p.Black]
		switch {
		case playing && p.Round == last && p.Kind == director.Game:
			result := "unfinished"
			if p.Result != tournament.Unfinished {
				result = p.Result.String()
			}
			if p.Forfeit {
				result += " without play"
			}
			comments = append(comments, fmt.Sprintf("Round %d, board %d: %d against %d, %s", p.Round, p.Board, white, black, result))
			continue
		case playing && p.Round == last && p.Kind == director.PairingBye:
			comments = append(comments, fmt.Sprintf("Round %d: %d has the bye", p.Round, white))
			continue
		case unfinished(p):
			comments = append(comments, fmt.Sprintf(
				"Round %d, board %d: %d against %d is unfinished and stands as the draw that it counts for in pairing.", p.Round, p.Board, white, black))
			p.Result = tournament.Drawn
		}
		pairings = append(pairings, p)
	}
	e.Pairings = pairings
	return e, comments
}

// noteAbsent gives a bye worth nothing to those who are not there for the coming
// round: a blank would mean that they are to be paired.
func noteAbsent(f *tournament.Field, players []director.Player, round int) {
	present := map[int]bool{} // by seat
	for _, p := range players {
		gone := p.Status.Left() && p.Left <= round
		if !gone && p.From <= round {
			present[p.Seat] = true
		}
	}
	for i := range f.Players {
		p := &f.Players[i]
		if present[p.ID] {
			continue
		}
		p.Records = slices.Clone(p.Records)
		for len(p.Records) < round {
			p.Records = append(p.Records, tournament.Record{})
		}
		p.Records[round-1] = tournament.Record{Kind: tournament.ZeroBye, Points: f.Points.ZeroBye}
	}
}

// annul takes the games of a player out of a round robin.
func annul(f *tournament.Field, id int) {
	for i := range f.Players {
		p := &f.Players[i]
		p.Records = slices.Clone(p.Records)
		for j, r := range p.Records {
			if p.ID == id || r.Opponent == id {
				p.Records[j] = tournament.Record{}
			}
		}
	}
}

// describe adds what a report tells of a player, as far as it has room.
func describe(p *tournament.Player, more Person) {
	fitting := func(text string, room int) string {
		if len([]rune(text)) > room {
			return ""
		}
		return text
	}
	p.Title, p.Federation, p.Number = fitting(p.Title, 3), fitting(more.Federation, 3), fitting(more.Number, 11)
}

// header are the records of text.
func header(e director.Event, t Terms, dialect trf.Dialect, table director.Table) []trf.Text {
	kind, system := "Individual: Swiss-System (FIDE Dutch)", "FIDE_DUTCH_2026"
	switch cycles := max(e.Plan.Cycles, 1); {
	case e.Plan.Format == director.RoundRobin && cycles == 1:
		kind, system = "Individual: Round-Robin", "BERGER_ROUNDROBIN"
	case e.Plan.Format == director.RoundRobin:
		kind, system = "Individual: Round-Robin", fmt.Sprintf("BERGER_ROUNDROBIN_G%d", cycles)
	case e.Plan.Colourless:
		kind, system = "Individual: Swiss-System without colours", trf.Colourless
	case e.Plan.Accelerated:
		system += "_BAKU"
	}
	var codes []string
	for _, c := range table.Codes {
		codes = append(codes, c.String())
	}
	var header []trf.Text
	for _, one := range []trf.Text{
		{Code: trf.Name, Text: t.Name}, {Code: trf.StartDate, Text: t.Start}, {Code: "052", Text: t.End},
		{Code: "062", Text: fmt.Sprint(len(table.Rows))}, {Code: trf.Type, Text: kind},
		{Code: "102", Text: t.Organiser}, {Code: "122", Text: t.Control},
		{Code: trf.System, Text: system}, {Code: trf.TieBreaks, Text: strings.Join(codes, " ")},
	} {
		of26 := one.Code == trf.TieBreaks || one.Code == trf.System && system != trf.Colourless
		if one.Text != "" && (dialect == trf.TRF26 || !of26) {
			header = append(header, one)
		}
	}
	return header
}

// keep takes over from the file that an event was taken up from what the event
// does not know: records of text, unknown records, prohibitions that are over,
// and more about the players who still have their numbers.
func keep(f, source *trf.File) {
	own := []string{trf.Name, "062", trf.System, trf.TieBreaks, trf.Order}
	var kept []trf.Text
	for _, t := range source.Header {
		if !slices.Contains(own, t.Code) && strings.TrimSpace(t.Text) != "" {
			kept = append(kept, t)
		}
	}
	for _, t := range f.Header {
		if !slices.ContainsFunc(kept, func(k trf.Text) bool { return k.Code == t.Code }) {
			kept = append(kept, t)
		}
	}
	slices.SortStableFunc(kept, func(a, b trf.Text) int { return strings.Compare(a.Code, b.Code) })
	f.Header = kept
	for _, line := range source.Kept {
		if !strings.HasPrefix(line, ownComment) { // those were about how it stood then
			f.Kept = append(f.Kept, line)
		}
	}
	played := source.Field.PlayedRounds()
	for _, forbidden := range source.Field.Forbidden {
		if forbidden.Last > 0 && forbidden.Last <= played { // it explains rounds that the event was taken up with
			f.Field.Forbidden = append(f.Field.Forbidden, forbidden)
		}
	}
	for i := range f.Field.Players {
		p := &f.Field.Players[i]
		if at := source.Field.Player(p.ID); at >= 0 && source.Field.Players[at].Name == p.Name {
			p.Sex, p.Birth = source.Field.Players[at].Sex, source.Field.Players[at].Birth
		}
	}
}
