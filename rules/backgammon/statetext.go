package backgammon

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"crownpost/rules"
)

// ErrState is a state text that cannot be read.
var ErrState = errors.New("not a backgammon state")

// String returns the whole state, such as
//
//	white 24:2 13:5 8:3 6:5 / black bar:1 24:1 13:5 8:3 6:5 / black to play 6-2
//	white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll / match to 7, 2-4, game 5 / cube 2 of white
//
// Each side's checkers are given by its own numbering, from the bar to those
// that are off. The third part is "opening", "white to roll", "white to play
// 6-2", "white to choose", "white to take" or "white won", with what else
// matters behind commas: the beavers before this double, the resignation
// offered, the level refused, how the last game ended if nothing was borne off. The parts after it
// are there only where they tell anything: the length of the match with its
// score; the cube; the options; the turns that each side has had, as far as
// they matter.
func (p State) String() string {
	parts := []string{p.menText(), p.phaseText()}
	for _, part := range []string{p.termsText(), p.cube.String(), p.variant.choiceText(), p.turnsText()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " / ")
}

// Words of the third part.
const (
	toRoll   = "to roll"
	toPlay   = "to play "
	toChoose = "to choose"
	toTake   = "to take"
	won      = "won"
	opens    = "opening"

	beaversWord  = "beavers "
	resignsWord  = "resigning "
	declinedWord = "refused "
)

// pastText are the words for a turn that goes on.
var pastText = map[Past]string{Chosen: "chosen", HeadLeft: "head left"}

func (p State) phaseText() string {
	if p.phase == Opening {
		return opens
	}
	who, what := p.side, ""
	var more []string
	switch p.phase {
	case Rolling:
		what = toRoll
	case Playing:
		what = toPlay + diceText(p.dice)
	case Choosing:
		what = toChoose
	case Doubled:
		who, what = p.answers(), toTake
		if n := p.cube.redoubles; n > 0 {
			more = append(more, beaversWord+strconv.Itoa(n))
		}
	case Over:
		return p.endText()
	}
	if word := pastText[p.past]; word != "" {
		more = append(more, word)
	}
	if p.declined > 0 {
		more = append(more, declinedWord+strconv.Itoa(p.declined))
	}
	if p.offered > 0 {
		more = append(more, resignsWord+strconv.Itoa(p.offered))
	}
	return strings.Join(append([]string{who.String() + " " + what}, more...), ", ")
}

// endText tells how the match ended. In a match to 1 point, which writes no
// score, the level of a resignation stands behind it.
func (p State) endText() string {
	text := p.last.winner.String() + " " + won
	if p.last.winner == rules.NoSide {
		text = "nobody " + won
	}
	if p.last.reason == rules.BorneOff {
		return text
	}
	text += ", " + string(p.last.reason)
	if p.last.reason == rules.Resigned && p.variant.length == 1 {
		text += " " + strconv.Itoa(p.score[p.last.winner])
	}
	return text
}

// Words of the terms.
const (
	matchTo     = "match to "
	money       = "money"
	sessionOf   = "money session of "
	gameWord    = "game "
	crawfordTag = "Crawford"
	postTag     = "post-Crawford"
)

// termsText is what the match is played to, the score, and the game's number:
// nothing for a match to 1 point.
func (p State) termsText() string {
	var text string
	switch {
	case p.variant.length == 1:
		return ""
	case p.variant.length > 1:
		text = matchTo + strconv.Itoa(p.variant.length)
	case p.variant.games > 0:
		text = sessionOf + strconv.Itoa(p.variant.games)
	default:
		text = money
	}
	text += fmt.Sprintf(", %d-%d, %s%d", p.score[rules.White], p.score[rules.Black], gameWord, p.game)
	switch p.rule {
	case crawfordGame:
		text += ", " + crawfordTag
	case afterCrawford:
		text += ", " + postTag
	}
	return text
}

const cubeWord = "cube "

// String returns "cube 2 of white", "cube 2" in the middle, nothing at 1.
func (c cube) String() string {
	text := cubeWord + strconv.Itoa(c.value)
	switch {
	case c.owner != rules.NoSide:
		return text + " of " + c.owner.String()
	case c.value == 1:
		return ""
	}
	return text
}

// choiceText is the options that are not at their defaults: "jacoby=on
// beavers=on".
func (v *Variant) choiceText() string {
	var list []string
	for i, o := range v.options {
		if c := v.choice[i]; c > 0 {
			list = append(list, o.Key+"="+o.Values[c])
		}
	}
	return strings.Join(list, " ")
}

const turnsWord = "turns "

func (p State) turnsText() string {
	if p.turns == [2]uint8{} {
		return ""
	}
	return fmt.Sprintf("%s%d-%d", turnsWord, p.turns[rules.White], p.turns[rules.Black])
}

// menText is the checkers of both sides.
func (p State) menText() string {
	texts := [2]string{}
	for side, m := range p.men {
		texts[side] = rules.Side(side).String() + p.variant.menText(m)
	}
	return texts[rules.White] + " / " + texts[rules.Black]
}

// Words for what else is known of checkers: one that lies pinned on a point,
// and how many of those on the bar were hit.
const (
	pinnedWord = "pinned"
	hitWord    = "hit"
)

// menText writes what readMen reads, without the side.
func (v *Variant) menText(m Men) string {
	var b strings.Builder
	for point := Bar; point >= Off; point-- {
		if n := m.On(point); n > 0 {
			fmt.Fprintf(&b, " %s:%d", pointText(point), n)
		}
	}
	for point := 24; point > Off && v.pins; point-- {
		if m.Pinned(point) {
			fmt.Fprintf(&b, " %s:%d", pinnedWord, point)
		}
	}
	if v.enters && m.Hit() > 0 {
		fmt.Fprintf(&b, " %s:%d", hitWord, m.Hit())
	}
	return b.String()
}
