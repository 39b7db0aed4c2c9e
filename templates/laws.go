package templates

import "strings"

// DrawRule is a draw rule of a variant, as draughts.Limit has it.
type DrawRule struct {
	// Reason completes the locale key "law.".
	Reason string
	// Moves by each side bring the draw, 0 at once; for "repetition" it is how
	// often the position stands there. A draw that has to be claimed at Moves
	// comes by itself at Unclaimed; otherwise that is 0.
	Moves, Unclaimed int
	// Endings is the material for which the rule holds; none for any.
	Endings []Ending
	// Pieces are the least and the most pieces of both sides; {0, 0} for any.
	Pieces [2]int
	// OffRoad says that it holds while the lone king does not hold the main road.
	OffRoad bool
	// Spared is how many plies ahead a capture by force keeps the game going.
	Spared int
}

// Ending is the material of two sides, the stronger first.
type Ending [2]Force

// Force is the material of one side. More says that it may have further pieces.
type Force struct {
	Kings, Men int
	More       bool
}

// ReadEndings reads endings such as "KKMvK K+vK": two kings and a man against
// a king, a king with or without further pieces against a king.
func ReadEndings(text string) []Ending {
	var list []Ending
	for _, one := range strings.Fields(text) {
		strong, weak, _ := strings.Cut(one, "v")
		list = append(list, Ending{readForce(strong), readForce(weak)})
	}
	return list
}

func readForce(text string) Force {
	return Force{strings.Count(text, "K"), strings.Count(text, "M"), strings.HasSuffix(text, "+")}
}

// DrawRule says in a sentence what brings a draw.
func (p *Printer) DrawRule(d DrawRule) string {
	key := "law." + d.Reason
	switch {
	case d.OffRoad:
		key += ".off-road"
	case d.Moves == 0 && d.Spared > 1:
		key += ".forced"
	case d.Moves == 0:
		key += ".at-once"
	}
	text := p.T(key, "count", d.Moves, "endings", p.endings(d.Endings), "least", d.Pieces[0], "most", d.Pieces[1])
	if d.Unclaimed > 0 {
		text += " " + p.T("law."+d.Reason+".unclaimed", "count", d.Unclaimed)
	}
	return upper(text)
}

// endings names the material, the strong sides that meet the same weak one
// together: "two kings or a king against a lone king".
func (p *Printer) endings(list []Ending) string {
	var weak []Force
	strong := map[Force][]string{}
	for _, e := range list {
		if _, known := strong[e[1]]; !known {
			weak = append(weak, e[1])
		}
		strong[e[1]] = append(strong[e[1]], p.force(e[0]))
	}
	var parts []string
	for _, w := range weak {
		name := p.force(w)
		if w == (Force{Kings: 1}) {
			name = p.T("law.lone-king")
		}
		parts = append(parts, p.T("law.against", "strong", p.either(strong[w]), "weak", name))
	}
	return strings.Join(parts, "; ")
}

func (p *Printer) force(f Force) string {
	var parts []string
	if f.Kings > 0 {
		parts = append(parts, p.T("law.kings", "count", f.Kings))
	}
	if f.Men > 0 {
		parts = append(parts, p.T("law.men", "count", f.Men))
	}
	text := strings.Join(parts, " "+p.T("law.and")+" ")
	if f.More {
		return p.T("law.more", "pieces", text)
	}
	return text
}

func (p *Printer) either(list []string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " " + p.T("game.or") + " " + list[last]
}

// Claimed says that some of the variant's draws have to be claimed.
func (p RulesPage) Claimed() bool {
	for _, d := range p.Draws {
		if d.Unclaimed > 0 {
			return true
		}
	}
	return false
}
