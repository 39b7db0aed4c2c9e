package templates

import (
	"slices"
	"time"
)

// DeskPage is "/tournaments/{id}/desk". Each form posts to that address, with "act"
// and the fields of the act.
type DeskPage struct {
	Layout
	ID           int64
	Name, Status string
	// Views are the pages of the tournament; a ladder has none.
	Views []Link
	// Stuck says that the next round cannot be paired; its form is the first.
	Stuck bool
	// Refused is the act that was refused, with what was entered.
	Refused string
	Form    Form
	// Round is the round whose games Boards are, 0 for all that are open. Rounds
	// have addresses of their own.
	Round  int
	Rounds []Link
	Boards []DeskBoard
	// Reason is what stands in the form of results before anybody writes.
	Reason string
	// Groups are the other forms, by what they are about.
	Groups []DeskGroup
	// Acts are the last ones that can be taken back, the last first.
	Acts []DeskEntry
}

func (DeskPage) file() string { return "desk" }

// DeskBoard is a game with its result.
type DeskBoard struct {
	// Pairing is its number in forms.
	Pairing      int64
	Place        string // round and board, or match and game
	White, Black Player
	GameID       int64
	// Results are what can be chosen.
	Results []Choice
	// Scored says that it is a match to some points, of which Score is the score.
	Scored bool
	Score  string
	// Was is the result and the score as they stand.
	Was string
}

// DeskGroup is several forms with a heading, whose key is "desk.group.<Key>".
type DeskGroup struct {
	Key   string
	Forms []DeskForm
}

// DeskForm is the form of an act. Its keys are "desk.<Act>" and, for the sentence
// under it, "desk.<Act>.means".
type DeskForm struct {
	Act    string
	Fields []DeskField
	// Means says that there is a sentence on what it means, Danger that it cannot be
	// wished for by mistake.
	Means, Danger bool
	// Open says that it is in sight, as it was refused or is asked for.
	Open bool
}

// DeskField is a labelled control.
type DeskField struct {
	Field
	// Kind is "text", "area", "list" or "boxes".
	Kind    string
	Options []Choice
}

// DeskEntry is an act that can be taken back.
type DeskEntry struct {
	ID   int64
	At   time.Time
	Text string
	// Reason is the field for why it is taken back.
	Reason Field
}

// Control makes a labelled control of a desk's form. The label's key is
// "desk.field.<name>". What was entered before stands in it.
func (d *DeskPage) Control(act, kind, name, value string, options ...Choice) DeskField {
	f := DeskField{Kind: kind, Options: slices.Clone(options)}
	form := Form{}
	if d.Refused == act {
		form = d.Form
	}
	words := []string{"id=" + act + "-" + name, "value=" + value}
	if name == "reason" {
		if d.Status != "open" { // before the start nobody needs one
			words = append(words, "required")
		}
		words = append(words, "minlength=3", "maxlength=200")
	}
	f.Field = d.Field(form, name, "desk.field."+name, words...)
	for i := range f.Options {
		f.Options[i].Name = name
		if entered, ok := form.Values[name]; ok {
			f.Options[i].Selected = f.Options[i].Value == entered
		}
	}
	return f
}

// Summary are the errors of the refused form, at its fields.
func (d *DeskPage) Summary() Form {
	form := d.Form
	form.IDs = map[string]string{}
	for name := range form.Errors {
		form.IDs[name] = d.Refused + "-" + name
	}
	return form
}

// ResultsReason is the reason of the form of results.
func (d *DeskPage) ResultsReason() DeskField {
	return d.Control("results", "text", "reason", d.Reason)
}
