package backgammon

import "crownpost/rules"

// Ordered returns what orders make of the decision of the side to act: "roll"
// where it could double, a throw's only play, and without contact the play
// that bears off most checkers, unless several do with different results.
func (p State) Ordered(o rules.Orders) string {
	switch p.Phase() {
	case Rolling:
		if o.Roll {
			return roll
		}
	case Playing:
		return p.orderedPlay(o)
	}
	return ""
}

func (p State) orderedPlay(o rules.Orders) string {
	if !o.Forced && !o.BearOff {
		return ""
	}
	b := p.Board()
	plays := p.variant.Plays(p.turn())
	if o.Forced && len(plays) == 1 {
		return plays[0].Text(b)
	}
	if !o.BearOff || b.Own.highest() > 6 || p.contact() {
		return ""
	}
	var best Play
	most, ways := b.Own.On(Off), 0
	for _, play := range plays {
		switch off := play.Board.Own.On(Off); {
		case off > most:
			best, most, ways = play, off, 1
		case off == most:
			ways++
		}
	}
	if ways != 1 || most == b.Own.On(Off) {
		return ""
	}
	return best.Text(b)
}

// contact reports whether a checker of one side can still meet one of the
// other's.
func (p State) contact() bool {
	b := p.Board()
	own, opp := min(b.Own.highest(), 24), min(b.Opp.highest(), 24)
	for point := 1; point <= opp; point++ {
		if p.variant.Across(point) <= own {
			return true
		}
	}
	return false
}
