package templates

import (
	"slices"
	"time"
)

// TournamentUsual are the usual choices of the fields of NewTournamentPage that
// are not empty: those of an untouched form, and of a field that was not sent.
var TournamentUsual = map[string]string{
	"format": "round-robin", "variant": "international", "clock": "per-move 3d", "rated": "yes", "ratingMode": "game",
	"cycles": "1", "schedule": "at-once", "seating": "rating", "colours": "usual", "halfByes": "0",
	"match": "1", "extra": "1", "tie": "seed", "reset": "yes",
	"sectionSize": "8", "advance": "2", "ties": "break-then-all", "final": "knockout",
	"challenges": "reach", "reach": "3", "movement": "shift", "outgoing": "2", "incoming": "3",
	"rematch": "7", "answer": "7", "grace": "3", "idle": "30", "fall": "1",
	"scoring": "1-½-0", "tieBreakSet": "usual", "checkIn": "none", "unfinished": "organiser",
	"withdrawal": "half", "ballotPer": "round", "leave": "allowed",
}

// TieBreakSets are lists of tie-breaks that the form offers.
var TieBreakSets = []string{"BH/C1 BH SB DE", "DE WIN SB", "SOLK/FT SOLK SB DE", "SB WIN DE KS", "WIN SB DE"}

// tieBreakCodes are those of package tiebreak; each is the key "tiebreak.<code>".
var tieBreakCodes = []string{
	"DE", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "BH", "FB", "AOB", "SB", "KS", "ARO", "TPR", "PTP", "APRO", "APPO", "RTNG", "TPN", "SOLK", "SOLK+",
}

// EventLength tells how long an event can last.
type EventLength struct {
	// Players are those that it is told for.
	Players int
	// Rounds are those that are played one after another, AtOnce the most games
	// that a player has at a time when it begins.
	Rounds, AtOnce int
	// Projected is how long it lasts at the usual speed, Guaranteed the longest
	// that it can; 0 where nobody can say.
	Projected, Guaranteed time.Duration
	// ButForLeave says that only leave keeps the longest from being known.
	ButForLeave bool
	// Problem says why there is no such event with so many players.
	Problem string
}

// NewTournamentPage is "/tournaments/new". The form posts to /tournaments. Its
// fields are those of TournamentUsual and of BeginningChoices, and name,
// description, customClock, overBoard, rounds, accelerated, thirdPlace,
// losersLength, consolationLength, lastChanceLength, carryOver, declinable,
// tieBreaks, limit, atLeast, waitingList, minRating, maxRating, minGames, starts
// (UTC), whenFull, roundTime, expected, and template, the name to save it
// under. Lengths of time are written as in a clock.
type NewTournamentPage struct {
	Layout
	Form     Form
	Formats  []string
	Variants []string
	Presets  []string
	// Begin are further fields of the form.
	Begin BeginningChoices
	// Suggested is the number of rounds of a Swiss for the expected players.
	Suggested int
	// Lasts is nil where what was entered cannot be read.
	Lasts *EventLength
}

func (NewTournamentPage) file() string { return "new-tournament" }

// Draws says that the games of the variant can be drawn: those without a length
// can.
func (t NewTournamentPage) Draws() bool { return len(t.Begin.Lengths) == 0 }

// Open says that a fold should be in sight: one of its fields is not as usual, or
// was refused.
func (t NewTournamentPage) Open(fields ...string) bool {
	return slices.ContainsFunc(fields, func(name string) bool {
		value, entered := t.Form.Values[name]
		return t.Form.Errors[name] != "" || entered && value != TournamentUsual[name]
	})
}

// NumberField is a field for a whole number, with its usual value.
func (t NewTournamentPage) NumberField(name, label string, options ...string) Field {
	if usual, ok := TournamentUsual[name]; ok {
		options = append(options, "value="+usual)
	}
	return t.Field(t.Form, name, label, append(options, "type=number")...)
}

// Select makes a list for the "select" part. Each value's label is the prefix, a
// key that ends with a dot, with the value.
func (t NewTournamentPage) Select(name, label, prefix string, values ...string) Select {
	s := Select{ID: "field-" + name, Name: name, Label: t.T(label), Error: t.Form.Error(name)}
	for _, value := range values {
		s.Options = append(s.Options, Choice{name, value, t.T(prefix + value), t.Form.Is(name, value, TournamentUsual[name])})
	}
	return s
}

// Check makes a box to tick for the "check" part.
func (t NewTournamentPage) Check(name, label string) Select {
	return Select{ID: "field-" + name, Name: name, Label: t.T(label), Error: t.Form.Error(name), Options: []Choice{{Selected: t.Form.Is(name, "yes", "")}}}
}

// TieBreakCodes are the codes that the form explains.
func (NewTournamentPage) TieBreakCodes() []string { return tieBreakCodes }

// Leave is the choice whether leave stops clocks.
func (t NewTournamentPage) Leave() Select {
	s := t.Select("leave", "field.event-leave", "event-leave.", "allowed", "none")
	s.Help = t.T("field.event-leave.help")
	return s
}

// TieBreaks is the choice among lists of tie-breaks.
func (t NewTournamentPage) TieBreaks() Select {
	s := t.Select("tieBreakSet", "field.tie-breaks", "tie-breaks.", "usual", "own")
	for _, set := range TieBreakSets {
		s.Options = slices.Insert(s.Options, len(s.Options)-1, Choice{"tieBreakSet", set, set, t.Form.Is("tieBreakSet", set, "")})
	}
	return s
}

// Select is a labelled list of choices, or one box.
type Select struct {
	ID, Name, Label, Help, Error string
	Options                      []Choice
}

// DescribedBy are the ids of what explains the list, parted by spaces.
func (s Select) DescribedBy() string {
	return Field{ID: s.ID, Help: s.Help, Error: s.Error}.DescribedBy()
}

// TemplatesPage is "/tournaments/templates".
type TemplatesPage struct {
	Layout
	Own []Template
	// Habits are the keys of the built-in ones, with the addresses of their forms.
	Habits []Habit
}

func (TemplatesPage) file() string { return "templates" }

// Habit is a built-in template; its name is the key "habit.<Key>".
type Habit struct{ Key, URL string }

// Template is one of the reader's own. Its forms post to
// /tournaments/templates/{id}/rename (template), /delete and /series (every, a
// length of time or empty to end it, next and lead).
type Template struct {
	ID   int64
	Name string
	// Format, Variant, Clock and From are of the tournaments.
	Format, Variant, Clock string
	From                   Beginning
	// Every is the time from one of its series to the next, Next when the next one
	// is announced; both zero without a series. Lead is the time from there to the
	// start.
	Every time.Duration
	Next  time.Time
	Lead  time.Duration
	// Made are the latest of its series.
	Made []Link
	// Ladder is no series: it goes on by itself.
	Ladder bool
	// Rename and Series are its forms.
	Rename, Series Form
}

// Everies are the lengths of time that a series is offered for; each is the key
// "every.<length>".
func (TemplatesPage) Everies() []string { return []string{"7d", "14d", "28d"} }
