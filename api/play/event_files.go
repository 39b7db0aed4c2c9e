package play

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crownpost/api/store"
	"crownpost/tournament/archive"
	"crownpost/tournament/director"
	"crownpost/tournament/report"
	"crownpost/tournament/trf"
)

// dayOfReport is how reports write days.
const dayOfReport = "2006/01/02"

// EventReport is the report of a tournament; ErrNoReport where there is none.
func EventReport(read *store.Reader, t *store.TournamentView, dialect trf.Dialect) (*trf.File, error) {
	entrants, err := read.Entrants(t.ID)
	if err != nil {
		return nil, err
	}
	pairings, err := read.Pairings(t.ID)
	if err != nil {
		return nil, err
	}
	log, err := read.TournamentLog(t.ID)
	if err != nil {
		return nil, err
	}
	event, err := NewEvent(&t.Tournament, entrants, pairings)
	if err != nil {
		return nil, err
	}
	terms := report.Terms{
		Name: t.Name, Organiser: t.OrganiserName, Control: t.Control,
		Over:    t.Status == store.TournamentFinished || t.Status == store.TournamentCancelled,
		Persons: map[int64]report.Person{},
	}
	if t.Control == "none" {
		terms.Control = ""
	}
	if !t.StartedAt.IsZero() {
		terms.Start = t.StartedAt.UTC().Format(dayOfReport)
	}
	if !t.EndedAt.IsZero() {
		terms.End = t.EndedAt.UTC().Format(dayOfReport)
	}
	for i := range entrants {
		terms.Persons[entrants[i].ID] = report.Person{Federation: entrants[i].Federation, Number: entrants[i].Number}
	}
	terms.Acts = actsOf(&t.Tournament, log)
	if terms.Source, err = sourceReport(read, t.ID); err != nil {
		return nil, err
	}
	file, err := report.New(event, terms, dialect)
	if err != nil {
		return nil, fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	return file, nil
}

// actsOf are the acts of directors that can be the reason why a round is not
// paired by the rules, a line each. A result that was entered for the first time
// over the board is none.
func actsOf(t *store.Tournament, log []store.EntryView) []string {
	const most = 200 // characters of what was done
	entered := map[string]bool{}
	var acts []string
	for _, e := range log {
		first := t.OverBoard && e.Act == "result"
		for line := range strings.SplitSeq(e.Detail, "; ") {
			players, _, _ := strings.Cut(line, " (") // before the score
			if i := strings.LastIndex(players, " "); i >= 0 {
				players = players[:i]
			}
			first = first && !entered[players]
			entered[players] = true
		}
		if e.Reason == "" || first || slices.Contains([]string{"message", "time", "extended"}, e.Act) {
			continue
		}
		acts = append(acts, fmt.Sprintf("%s %s: %s", e.At.UTC().Format(dayOfReport), cutTo(strings.TrimSpace(e.Act+" "+e.Detail), most), e.Reason))
	}
	return acts
}

// sourceReport is the report that an event was imported with, nil without one.
func sourceReport(read *store.Reader, tournament int64) (*trf.File, error) {
	f, err := read.EventFile(tournament, archive.ReportFile)
	if isNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := Unpacked(f)
	if err != nil {
		return nil, err
	}
	source, err := trf.Read(text, trf.Options{})
	if err != nil { // it came with an archive and is for readers alone
		return nil, nil
	}
	return source, nil
}

// HasReport says whether there is a report of a tournament.
func HasReport(t *store.Tournament) bool {
	return !t.StartedAt.IsZero() && (t.Format == string(director.Swiss) || t.Format == string(director.RoundRobin))
}

// packed is a file of an event as it is stored.
func packed(name string, body []byte) (*store.EventFile, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(body); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &store.EventFile{Name: name, Size: len(body), Body: out.Bytes()}, nil
}

// errDamaged says that a stored file is not what was stored.
var errDamaged = errors.New("stored file is damaged")

// Unpacked is what a file of an event is when it is not stored.
func Unpacked(f *store.EventFile) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(f.Body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, errDamaged)
	}
	body, err := io.ReadAll(io.LimitReader(z, int64(f.Size)+1))
	if err != nil || len(body) != f.Size {
		return nil, fmt.Errorf("%s: %w", f.Name, errDamaged)
	}
	return body, nil
}
