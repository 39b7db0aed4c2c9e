package draughts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"crownpost/rules"
)

// option is a rule of which there are several versions; the first one is in
// the variant's row.
type option struct {
	key      string
	versions []version
}

// version is one value of an option, and what it changes in the row.
type version struct {
	value  string
	change func(*ruleRow)
}

var (
	// Sources have no text of their own for these, so that a plain rule may
	// be preferred.
	fmjdOrRepetition = option{"draws", []version{{"international", nil}, {"repetition", drawsBy(repetition)}}}
	fpdOrRepetition  = option{"draws", []version{{"fpd", nil}, {"repetition", drawsBy(repetition)}}}
	fmjd64OrCBD      = option{"draws", []version{{"fmjd64", nil}, {"cbd", drawsBy(cbd)}}}

	// Some read the 30 and 60 moves of FMJD-64 7.2.6 as moves of both sides together.
	endingMoves = option{"ending-moves", []version{{"each", nil}, {"together", func(r *ruleRow) {
		r.draws = slices.Clone(r.draws)
		for i := range r.draws {
			if r.draws[i].Reason == rules.Balance {
				r.draws[i].Moves /= 2
			}
		}
	}}}}

	majority = option{"majority", []version{{"on", nil}, {"off", func(r *ruleRow) { r.priority = anyCapture }}}}

	loneMan = option{"lone-man", []version{{"draw", nil}, {"king-wins", func(r *ruleRow) {
		r.draws = slices.Clone(r.draws)
		for i := range r.draws {
			if r.draws[i].Endings == "KvM" {
				r.draws[i].Reason, r.draws[i].Wins = rules.LoneMan, true
			}
		}
	}}}}
	crowning  = option{"crowning", []version{{"at-the-end", nil}, {"stops", passes(stops)}, {"goes-on", passes(flies)}}}
	noCapture = option{"no-capture", []version{{"off", nil}, {"25-moves", also(Limit{Reason: rules.NoCapture, Moves: 25, Article: "site"})}}}
	loneKing  = option{"lone-king", []version{{"off", nil}, {"16-moves", also(Limit{Reason: rules.FewPieces, Moves: 16, Endings: "K+vK", Article: "site"})}}}

	// lidraughts gives two moves each instead of looking for a capture.
	lastKings = option{"last-kings", []version{{"at-once", nil}, {"2-moves", func(r *ruleRow) {
		r.draws = slices.Clone(r.draws)
		for i := range r.draws {
			if r.draws[i].Endings == "KvK" {
				r.draws[i].Moves, r.draws[i].Spared = 2, 0
			}
		}
	}}}}
)

func passes(p passing) func(*ruleRow) { return func(r *ruleRow) { r.passing = p } }

func drawsBy(l law) func(*ruleRow) { return func(r *ruleRow) { r.draws = l } }

// also adds a draw rule.
func also(l Limit) func(*ruleRow) {
	return func(r *ruleRow) { r.draws = append(slices.Clone(r.draws), l) }
}

// Options are the rules that the players of a game may choose.
func (v *Variant) Options() []rules.Option {
	var list []rules.Option
	for _, o := range v.options {
		list = append(list, rules.Option{Key: o.key, Values: o.values()})
	}
	return list
}

func (o *option) values() []string {
	list := make([]string, len(o.versions))
	for i, version := range o.versions {
		list[i] = version.value
	}
	return list
}

// Choices are the values chosen that are not the default, in the order of
// Options: "draws=cbd,majority=off"; empty where there are none.
func (v *Variant) Choices() string {
	var list []string
	for _, o := range v.options {
		if value, ok := v.chosen[o.key]; ok {
			list = append(list, o.key+"="+value)
		}
	}
	return strings.Join(list, ",")
}

// With is the variant played with the values chosen.
func (v *Variant) With(choices map[string]string) (rules.Variant, error) {
	w, err := v.with(choices)
	if err != nil {
		return nil, err
	}
	return w, nil
}

func (v *Variant) with(choices map[string]string) (*Variant, error) {
	for _, key := range slices.Sorted(maps.Keys(choices)) {
		if !slices.ContainsFunc(v.options, func(o option) bool { return o.key == key }) {
			return nil, fmt.Errorf("%s has no option %q", v.key, key)
		}
	}
	row := v.base.ruleRow
	chosen := map[string]string{}
	for _, o := range v.options {
		value, ok := choices[o.key]
		if !ok {
			continue
		}
		i := slices.Index(o.values(), value)
		if i < 0 {
			return nil, fmt.Errorf("option %s is %s, not %q", o.key, strings.Join(o.values(), " or "), value)
		}
		if i > 0 {
			o.versions[i].change(&row)
			chosen[o.key] = value
		}
	}
	if len(chosen) == 0 {
		return v.base, nil
	}
	w := *v.base
	w.setRules(row)
	w.chosen = chosen
	return &w, nil
}
