package templates

import (
	"regexp"
	"testing"
	"time"
)

// tournamentForms are the form of a tournament and the list of templates.
func tournamentForms() []sample {
	member := func(path string) Layout { return member("New tournament", path) }
	formats := []string{"round-robin", "swiss", "knockout", "double-elimination", "progressive", "groups", "ladder"}
	form := func(f Form, lasts *EventLength, begin BeginningChoices) *NewTournamentPage {
		begin.Tournament = true
		return &NewTournamentPage{
			Layout: member("/tournaments/new"), Form: f, Formats: formats, Variants: allVariants(), Presets: presets(), Begin: begin,
			Suggested: 5, Lasts: lasts,
		}
	}
	draughts := BeginningChoices{Variant: "international", Positions: true}
	matches := BeginningChoices{Variant: "backgammon", Positions: true, Lengths: []int{1, 3, 5, 7}, Length: 5, MaxLength: 64}
	var fields []string
	for field := range TournamentUsual {
		if field != "ballotPer" { // with an opening table only
			fields = append(fields, field)
		}
	}
	fields = append(fields,
		"name", "description", "overBoard", "rounds", "accelerated", "thirdPlace",
		"carryOver", "declinable", "tieBreaks", "limit", "atLeast", "waitingList", "minRating", "maxRating", "minGames", "starts", "whenFull",
		"roundTime", "expected", "template")
	all, ofMatches := refusedForm(fields...), refusedForm(append(fields, "losersLength", "consolationLength", "lastChanceLength")...)
	chosen := Form{Values: map[string]string{
		"format": "swiss", "accelerated": "yes", "tieBreakSet": "own", "tieBreaks": "SB WIN", "limit": "20", "starts": "2027-01-01T10:00",
		"ratingMode": "event", "template": "Mondays",
	}}
	series := Template{
		ID: 3, Name: "Mondays", Format: "swiss", Variant: "backgammon", Clock: "per-move 3d", From: Beginning{Variant: "backgammon", Length: 7},
		Every: 7 * 24 * time.Hour, Next: sampleNow, Lead: 48 * time.Hour, Made: []Link{{"Mondays 2", "/tournaments/9"}, {"Mondays 1", "/tournaments/8"}},
		Rename: Form{Values: map[string]string{"template": "Mondays"}}, Series: Form{Values: map[string]string{"every": "7d", "lead": "2"}},
	}
	refused := series
	refused.Rename, refused.Series, refused.Lead, refused.Made = refusedForm("template"), refusedForm("every", "next", "lead"), 0, nil
	inSeries := openTournament()
	inSeries.Series = series.Made
	return []sample{
		{"tournament of a series", inSeries},
		{"form of a tournament", form(Form{}, &EventLength{Players: 16, Rounds: 1, AtOnce: 15, Projected: 60 * 24 * time.Hour}, draughts)},
		{"form of a tournament with choices", form(chosen, &EventLength{Players: 20, Rounds: 5, AtOnce: 1, Projected: 90 * 24 * time.Hour, Guaranteed: 150 * 24 * time.Hour}, matches)},
		{"form of a tournament with budgets that leave can stop", form(Form{Values: map[string]string{"leave": "none"}}, &EventLength{Players: 16, Rounds: 1, AtOnce: 15, Projected: 60 * 24 * time.Hour, ButForLeave: true}, draughts)},
		{"form of a tournament for other players", form(Form{}, &EventLength{Players: 3, Problem: "groups need more"}, matches)},
		{"form of a tournament with everything refused", form(all, nil, draughts)},
		{"form of matches with everything refused", form(ofMatches, nil, matches)},
		{"templates", &TemplatesPage{Layout: member("/tournaments/templates"), Habits: []Habit{{"fide-swiss", "/tournaments/new?format=swiss"}}, Own: []Template{
			series, {ID: 4, Name: "Ladder", Format: "ladder", Variant: "international", Clock: "per-move 3d", Ladder: true, Rename: Form{}},
			{ID: 5, Name: "Friday", Format: "swiss", Variant: "international", Clock: "none"},
		}}},
		{"templates refused", &TemplatesPage{Layout: member("/tournaments/templates"), Own: []Template{refused}}},
		{"no templates", &TemplatesPage{Layout: member("/tournaments/templates")}},
	}
}

// rawKey is a key of the locale that stands where its text should.
var rawKey = regexp.MustCompile(`>\s*[a-z-]+\.[a-z0-9½.-]*[a-z0-9]\s*<`)

func TestTheFormOfATournamentHasAllItsWords(t *testing.T) {
	for _, s := range tournamentForms() {
		if keys := rawKey.FindAllString(render(t, s.page), -1); keys != nil {
			t.Errorf("%s shows %q", s.name, keys)
		}
	}
}
