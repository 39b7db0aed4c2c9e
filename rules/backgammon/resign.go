package backgammon

import (
	"slices"
	"strconv"

	"crownpost/rules"
)

// MayResign returns the levels at which the side to act may offer to resign
// the game, in rising order: none while an answer is awaited, none that was
// refused already, and none that the position cannot cost any more.
func (p State) MayResign() []int {
	switch p.Phase() {
	case Rolling, Playing, Choosing:
	default:
		return nil
	}
	most := p.most()
	var levels []int
	for _, level := range p.variant.levels {
		if level > p.declined && level <= most {
			levels = append(levels, level)
		}
	}
	return levels
}

// most is the most that the game can still cost the side on turn, without the
// cube. Without contact its checkers can only come nearer to their home.
func (p State) most() int {
	loser := p.men[p.side]
	if p.contact() {
		off := loser.On(Off)
		loser = menOf(map[int]int{Off: off, Bar: p.variant.start.count() - off})
	}
	return p.worth(loser)
}

// possible are the levels that are not more than any loss can count.
func (p State) possible() []int {
	most := p.variant.worth(waiting)
	return slices.DeleteFunc(slices.Clone(p.variant.levels), func(level int) bool { return level > most })
}

func (p State) resign(number string) (rules.Played, error) {
	if err := p.waitsForTurn(); err != nil {
		return rules.Played{}, err
	}
	if p.phase == Opening {
		return rules.Played{}, refuse("resign-opening", nil)
	}
	level, err := strconv.Atoi(number)
	if err != nil || !slices.Contains(p.variant.levels, level) {
		return rules.Played{}, refuse("resign-level", args{"levels": levelsText(p.possible())})
	}
	switch most := p.most(); {
	case level > most:
		return rules.Played{}, refuse("resign-too-much", args{"most": strconv.Itoa(most)})
	case level <= p.declined:
		return rules.Played{}, refuse("resign-declined", args{"level": strconv.Itoa(p.declined)})
	}
	next := p
	next.offered = level
	return rules.Played{Position: next, Text: resign + " " + strconv.Itoa(level), Asks: true}, nil
}

// waitsForResignation refuses an answer where no resignation is offered.
func (p State) waitsForResignation() error {
	switch p.Phase() {
	case Resigning:
		return nil
	case Doubled:
		return p.waitsForTurn()
	}
	return refuse("no-resignation", nil)
}

func (p State) accept() (rules.Played, error) {
	if err := p.waitsForResignation(); err != nil {
		return rules.Played{}, err
	}
	played := p.won(p.side.Other(), rules.Resigned, p.offered)
	played.Text = accept
	return played, nil
}

func (p State) refuse() (rules.Played, error) {
	if err := p.waitsForResignation(); err != nil {
		return rules.Played{}, err
	}
	if p.offered == p.most() {
		return rules.Played{}, refuse("resign-accepted", nil)
	}
	next := p
	next.offered, next.declined = 0, p.offered
	return rules.Played{Position: next, Text: refusing, Resumes: true}, nil
}

// levelsText lists levels: "1, 2 or 3".
func levelsText(levels []int) string {
	if n := len(levels); n > 8 {
		return strconv.Itoa(levels[0]) + " to " + strconv.Itoa(levels[n-1])
	}
	text := ""
	for i, level := range levels {
		switch {
		case i > 0 && i == len(levels)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += strconv.Itoa(level)
	}
	return text
}
