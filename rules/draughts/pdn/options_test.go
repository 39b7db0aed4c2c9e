package pdn

import (
	"strings"
	"testing"

	"crownpost/rules/draughts"
)

// choicesFrom is a choice of every option by chance.
func choicesFrom(t *testing.T, v *draughts.Variant, c *chance) *draughts.Variant {
	t.Helper()
	choices := map[string]string{}
	for _, o := range v.Options() {
		choices[o.Key] = o.Values[c.below(len(o.Values))]
	}
	with, err := v.With(choices)
	if err != nil {
		t.Fatal(err)
	}
	return with.(*draughts.Variant)
}

func TestGamesKeepTheOptionsTheyWerePlayedWith(t *testing.T) {
	c := chance(7)
	for _, key := range keys {
		base := variantOf(t, key)
		if len(base.Options()) == 0 {
			continue
		}
		for range 12 {
			v := choicesFrom(t, base, &c)
			moves := playout(v, v.StartBoard(), &c, 120)
			text := Record{Variant: v, Moves: moves}.Game().String()
			if tagged := strings.Contains(text, `[Rules "`+v.Choices()+`"]`); tagged != (v.Choices() != "") {
				t.Errorf("%s, %q:\n%s", key, v.Choices(), text)
			}
			resolved, err := Resolve(readOne(t, text), nil)
			if err != nil {
				t.Fatalf("%s: %v\n%s", key, err, text)
			}
			if resolved.Variant.Key() != key || resolved.Variant.Choices() != v.Choices() || resolved.Plies() != len(moves) {
				t.Errorf("%s with %q, %d plies, read back as %s with %q, %d plies", key, v.Choices(), len(moves),
					resolved.Variant.Key(), resolved.Variant.Choices(), resolved.Plies())
			}
			if again := resolved.Canonical().String(); again != text {
				t.Errorf("got\n%s\nwant\n%s", again, text)
			}
		}
	}
}

func TestTheRulesTag(t *testing.T) {
	for _, test := range []struct{ name, tag, choices, problem string }{
		{"an option", "crowning=goes-on", "crowning=goes-on", ""},
		{"the default", "crowning=at-the-end", "", ""},
		{"with spaces", " crowning = stops ", "crowning=stops", ""},
		{"words of another program", "Turkish, as in the club", "", ""},
		{"nothing", "", "", ""},
		{"an option of another variant", "majority=off", "", `Rules: turkish has no option "majority"`},
		{"no value of the option", "crowning=never", "", `Rules: option crowning is at-the-end or stops or goes-on, not "never"`},
	} {
		resolved, err := Resolve(readOne(t, "[GameType \"30\"]\n[Rules \""+test.tag+"\"]\n1. a3-a4 *"), nil)
		switch {
		case test.problem == "" && (err != nil || resolved.Variant.Choices() != test.choices):
			t.Errorf("%s: %v, %q", test.name, err, resolved.Variant.Choices())
		case test.problem != "" && (err == nil || err.Error() != "game 1, line 2, column 1: "+test.problem || resolved.Plies() != 0):
			t.Errorf("%s: %v", test.name, err)
		}
	}
	resolved, err := Resolve(readOne(t, "[Rules \"crowning=stops\"]\n1. a3-a4 *"), nil)
	if err != nil || resolved.Variant.Choices() != "crowning=stops" {
		t.Errorf("of a variant that is inferred: %v, %s %q", err, resolved.Variant.Key(), resolved.Variant.Choices())
	}
}
