package api

import (
	"net/url"

	"crownpost/templates"
)

// habit is a form of a tournament as it is usually played somewhere.
type habit struct {
	key    string // "habit.<key>" in the locale
	fields []string
}

var habits = []habit{
	{"club-round-robin", []string{"format", "round-robin", "cycles", "1", "schedule", "at-once", "clock", "per-move 3d"}},
	{"fide-swiss", []string{
		"format", "swiss", "rounds", "7", "halfByes", "1", "tieBreakSet", templates.TieBreakSets[0],
		"clock", "per-move 2d", "roundTime", "45d", "unfinished", "pairing-draw", "expected", "64",
	}},
	{"federation-swiss", []string{
		"format", "swiss", "rounds", "7", "scoring", "2-1-0", "tieBreakSet", templates.TieBreakSets[2], "clock", "per-move 2d", "roundTime", "45d",
	}},
	{"backgammon-night", []string{
		"format", "progressive", "variant", "backgammon", "shown", "backgammon", "length", "7", "consolationLength", "5", "lastChanceLength", "3",
		"seating", "random", "clock", "fischer 15m+15s", "expected", "16",
	}},
	{"backgammon-swiss", []string{"format", "swiss", "variant", "backgammon", "shown", "backgammon", "length", "5", "rounds", "5", "clock", "per-move 1d"}},
	{"correspondence-sections", []string{
		"format", "groups", "sectionSize", "7", "advance", "1", "ties", "all", "final", "round-robin", "cycles", "2", "schedule", "at-once",
		"clock", "fischer 10d+1d cap 14d", "expected", "28",
	}},
	{"three-move-cup", []string{
		"format", "knockout", "variant", "checkers", "shown", "checkers", "opening", "3-move", "match", pairMatch, "extra", "2", "tie", "lot", "thirdPlace", "yes",
		"clock", "per-move 2d",
	}},
	{"double-elimination", []string{"format", "double-elimination", "match", pairMatch, "extra", "2", "clock", "per-move 2d"}},
	{"club-ladder", []string{"format", "ladder", "clock", "per-move 3d"}},
	{"over-the-board", []string{"format", "swiss", "overBoard", "yes", "rounds", "5", "halfByes", "1"}},
}

// values are the fields of the form.
func (h habit) values() url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(h.fields); i += 2 {
		v.Set(h.fields[i], h.fields[i+1])
	}
	return v
}

// habitLinks lead to the forms.
func habitLinks() []templates.Habit {
	var links []templates.Habit
	for _, h := range habits {
		links = append(links, templates.Habit{Key: h.key, URL: "/tournaments/new?" + h.values().Encode()})
	}
	return links
}
