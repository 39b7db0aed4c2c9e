package templates

import "slices"

// VariantGroup is variants that are listed together, under the locale key
// "group." with the group's key.
type VariantGroup struct {
	Key      string
	Variants []string
}

// groups are the variants of draughts by their boards. All others are
// backgammon.
var groups = []VariantGroup{
	{"hundred", []string{"international", "frisian", "frysk", "killer", "antidraughts", "breakthrough"}},
	{"sixty-four", []string{
		"checkers", "russian", "brazilian", "pool", "jamaican", "italian", "spanish", "portuguese", "czech", "turkish", "thai",
	}},
	{"large", []string{"canadian", "malaysian", "spantsiretti"}},
}

// GroupVariants sorts variants into groups, and leaves out empty ones.
func GroupVariants(variants []string) []VariantGroup {
	var list []VariantGroup
	rest := slices.Clone(variants)
	take := func(group VariantGroup, has func(variant string) bool) {
		for _, variant := range variants {
			if i := slices.Index(rest, variant); i >= 0 && has(variant) {
				group.Variants = append(group.Variants, variant)
				rest = slices.Delete(rest, i, i+1)
			}
		}
		if len(group.Variants) > 0 {
			list = append(list, group)
		}
	}
	for _, group := range groups {
		take(VariantGroup{Key: group.Key}, func(variant string) bool { return slices.Contains(group.Variants, variant) })
	}
	take(VariantGroup{Key: "backgammon"}, func(string) bool { return true })
	return list
}

// VariantGroups is GroupVariants, for templates.
func (Layout) VariantGroups(variants []string) []VariantGroup { return GroupVariants(variants) }

// Traits are what sets a variant of draughts apart, as the index of the rules
// shows it. King, Captures and Priority complete the locale keys "rules.king.",
// "rules.captures." and "rules.priority.".
type Traits struct {
	// Board is the number of columns and rows, Men that of each side's men.
	Board string
	Men   int
	// King is how far a king goes: "short", "flying", "behind" (it flies, and
	// lands right behind what it takes), "halts" (so it does behind a king) or
	// "wins" (it ends the game).
	King string
	// Captures is where men capture: "forward", "no-king" (forward, and never
	// a king), "around" (backward too), "sideways" (forward and to both sides)
	// or "eight" (in every direction).
	Captures string
	// Priority is which capture must be made: "free", "most", "kings" (the
	// most, then the most kings), "italian", "king" (one by a king) or "value".
	Priority string
}

// TraitsOf are a variant's traits; ok is false outside of the draughts family.
func TraitsOf(variant string) (t Traits, ok bool) {
	t, ok = traits[variant]
	return t, ok
}

// Traits is TraitsOf for templates: nil outside of the draughts family.
func (Layout) Traits(variant string) *Traits {
	if t, ok := traits[variant]; ok {
		return &t
	}
	return nil
}

var traits = map[string]Traits{
	"international": {"10×10", 20, "flying", "around", "most"},
	"frisian":       {"10×10", 20, "flying", "eight", "value"},
	"frysk":         {"10×10", 5, "flying", "eight", "value"},
	"killer":        {"10×10", 20, "halts", "around", "most"},
	"antidraughts":  {"10×10", 20, "flying", "around", "most"},
	"breakthrough":  {"10×10", 20, "wins", "around", "most"},
	"checkers":      {"8×8", 12, "short", "forward", "free"},
	"russian":       {"8×8", 12, "flying", "around", "free"},
	"brazilian":     {"8×8", 12, "flying", "around", "most"},
	"pool":          {"8×8", 12, "flying", "around", "free"},
	"jamaican":      {"8×8", 12, "flying", "around", "free"},
	"italian":       {"8×8", 12, "short", "no-king", "italian"},
	"spanish":       {"8×8", 12, "flying", "forward", "kings"},
	"portuguese":    {"8×8", 12, "flying", "forward", "kings"},
	"czech":         {"8×8", 12, "flying", "forward", "king"},
	"turkish":       {"8×8", 16, "flying", "sideways", "most"},
	"thai":          {"8×8", 8, "behind", "forward", "free"},
	"canadian":      {"12×12", 30, "flying", "around", "most"},
	"malaysian":     {"12×12", 30, "flying", "forward", "most"},
	"spantsiretti":  {"10×8", 15, "flying", "around", "free"},
}
