package templates

import "slices"

// VariantGroup is variants that are listed together, under the locale key
// "group." with the group's key.
type VariantGroup struct {
	Key      string
	Variants []string
}

// groups are the variants of draughts by their boards, and the backgammon
// family, each in the order in which they are listed.
var groups = []VariantGroup{
	{"hundred", []string{"international", "frisian", "frysk", "killer", "antidraughts", "breakthrough"}},
	{"sixty-four", []string{
		"checkers", "russian", "brazilian", "pool", "jamaican", "italian", "spanish", "portuguese", "czech", "turkish", "thai",
	}},
	{"large", []string{"canadian", "malaysian", "spantsiretti"}},
	{"backgammon", []string{
		"backgammon", "table", "nackgammon", "hypergammon", "longgammon", "tavla", "portes", "plakoto", "fevga", "narde", "gulbara", "acey-deucey",
	}},
}

// GroupVariants sorts variants into groups, and leaves out empty ones.
func GroupVariants(variants []string) []VariantGroup {
	var list []VariantGroup
	for _, group := range groups {
		absent := func(variant string) bool { return !slices.Contains(variants, variant) }
		if has := slices.DeleteFunc(slices.Clone(group.Variants), absent); len(has) > 0 {
			list = append(list, VariantGroup{group.Key, has})
		}
	}
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

// TableTraits are what sets a variant of the backgammon family apart, as the
// index of the rules shows it. All but Checkers complete locale keys.
type TableTraits struct {
	// Checkers is how many each side has.
	Checkers int
	// Start is where they stand, below "rules.start.": "standard", "back" (two
	// more far back), "three" (24, 23 and 22), "one-point" (all on 24) or "off"
	// (all off the board).
	Start string
	// Way is the sides' directions, below "rules.way.": "opposite" or "same".
	Way string
	// Blot is what a single checker is for the enemy, below "rules.blot.":
	// "hit", "hit-stays" (the checker that hits at home moves no further),
	// "pinned" or "holds" (it holds its point).
	Blot string
	// Values is what a win counts, below "rules.values.": "cube" (1, 2
	// or 3, times the cube), "four" (1, 2, 4 or 8), "two" (1 or 2) or
	// "acey-deucey".
	Values string
}

// TableTraitsOf are a variant's traits; ok is false outside of the backgammon
// family.
func TableTraitsOf(variant string) (t TableTraits, ok bool) {
	t, ok = tableTraits[variant]
	return t, ok
}

// TableTraits is TableTraitsOf for templates: nil outside of the backgammon
// family.
func (Layout) TableTraits(variant string) *TableTraits {
	if t, ok := tableTraits[variant]; ok {
		return &t
	}
	return nil
}

var tableTraits = map[string]TableTraits{
	"backgammon":  {15, "standard", "opposite", "hit", "cube"},
	"table":       {15, "standard", "opposite", "hit", "four"},
	"nackgammon":  {15, "back", "opposite", "hit", "cube"},
	"hypergammon": {3, "three", "opposite", "hit", "cube"},
	"longgammon":  {15, "one-point", "opposite", "hit", "cube"},
	"tavla":       {15, "standard", "opposite", "hit-stays", "two"},
	"portes":      {15, "standard", "opposite", "hit", "two"},
	"plakoto":     {15, "one-point", "opposite", "pinned", "two"},
	"fevga":       {15, "one-point", "same", "holds", "two"},
	"narde":       {15, "one-point", "same", "holds", "two"},
	"gulbara":     {15, "one-point", "same", "holds", "two"},
	"acey-deucey": {15, "off", "opposite", "hit", "acey-deucey"},
}
