package api

import (
	"maps"
	"slices"
	"strings"

	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
)

// namedRound is a round as people call it: "Round 3", in a draw "Semi-finals". The
// numbers order the rounds of an event.
type namedRound struct {
	number int
	name   string
}

// namedRounds are the rounds of an event. Those of a draw, whose pairings have the
// number of their match, come after all others.
type namedRounds struct {
	*templates.Printer
	offsets map[string]int
	stage   string
	matches map[int]namedRound
}

func (v *shownEvent) namedRounds() namedRounds {
	r := namedRounds{Printer: v.Printer, offsets: v.stages(), stage: v.drawStage(), matches: map[int]namedRound{}}
	if !v.hasDraw() {
		return r
	}
	d, err := v.draw()
	if err != nil {
		return r
	}
	number := v.latest()
	if v.knockout() {
		number = 0
	}
	for _, part := range d.parts() {
		for _, round := range part.Rounds {
			number++
			for _, f := range round.Fixtures {
				r.matches[f.ID] = namedRound{number, v.DrawRoundText(part.Stage, round)}
			}
		}
	}
	return r
}

// of is the round of a pairing.
func (r namedRounds) of(p *store.Pairing) namedRound {
	if named, ok := r.matches[p.Round]; ok && p.Stage == r.stage {
		return named
	}
	number := r.offsets[p.Stage] + p.Round
	return namedRound{number, r.T("tournament.round", "round", number)}
}

// logText is a line of the event's log as a sentence. Of a draw, which has no
// numbered rounds, it names those whose first matches began then.
func (v *shownEvent) logText(e *store.EntryView) string {
	if e.Act != "round" || !v.hasDraw() {
		return v.LogText(e.Act, e.AccountName, e.Detail)
	}
	rounds := v.namedRounds()
	begun := map[namedRound]bool{}
	for i := range v.pairings {
		if p := &v.pairings[i]; p.Kind == string(director.Game) && p.CreatedAt.Equal(e.At) {
			begun[rounds.of(p)] = true
		}
	}
	if len(begun) == 0 {
		return v.LogText(e.Act, e.AccountName, e.Detail)
	}
	var names []string
	for _, round := range slices.SortedFunc(maps.Keys(begun), func(a, b namedRound) int { return a.number - b.number }) {
		names = append(names, round.name)
	}
	return v.T("log.draw-round", "rounds", strings.Join(names, "; "))
}
