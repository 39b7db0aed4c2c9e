package backgammon

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crownpost/rules"
)

// ErrDice is a throw that cannot be read.
var ErrDice = errors.New("not two dice, such as 6-2")

// ReadDice reads a throw such as "6-2".
func ReadDice(text string) (die1, die2 int, err error) {
	if len(text) != 3 || text[1] != '-' || text[0] < '1' || text[0] > '6' || text[2] < '1' || text[2] > '6' {
		return 0, 0, fmt.Errorf("%w: %.20q", ErrDice, text)
	}
	return int(text[0] - '0'), int(text[2] - '0'), nil
}

func diceText(dice [2]int) string { return fmt.Sprintf("%d-%d", dice[0], dice[1]) }

func pointText(point int) string {
	switch point {
	case Off:
		return "off"
	case Bar:
		return "bar"
	}
	return strconv.Itoa(point)
}

func readPoint(text string) (point int, ok bool) {
	switch text {
	case "off":
		return Off, true
	case "bar":
		return Bar, true
	}
	point, err := strconv.Atoi(text)
	return point, err == nil && point >= Off && point <= Bar && len(text) <= 2
}

// Text returns the canonical text of a play of b, that of GNU Backgammon: from
// the highest source down, a checker's steps joined unless it hits between
// them, equal moves counted, each hit marked once: "bar/20*/14 8/2(2)".
func (p Play) Text(b Board) string { return playText(p.Steps(b)) }

func playText(steps []rules.Step) string {
	hit := map[int]bool{}
	for _, s := range steps {
		hit[s.To] = hit[s.To] || s.Hit
	}
	var tokens []string
	for all := chains(steps); len(all) > 0; {
		c, n := all[0], 1
		for n < len(all) && slices.EqualFunc(all[n], c, sameWay) {
			n++
		}
		all = all[n:]
		token := pointText(c[0].From)
		for i, s := range c {
			switch last := i == len(c)-1; {
			case hit[s.To]:
				token += "/" + pointText(s.To) + "*"
				delete(hit, s.To)
			case last:
				token += "/" + pointText(s.To)
			}
		}
		if n > 1 {
			token += fmt.Sprintf("(%d)", n)
		}
		tokens = append(tokens, token)
	}
	return strings.Join(tokens, " ")
}

func sameWay(a, b rules.Step) bool { return a.From == b.From && a.To == b.To }

// chains joins the steps of one checker, as far as the steps tell: each goes
// on from where one before it arrived.
func chains(steps []rules.Step) [][]rules.Step {
	steps = slices.Clone(steps)
	slices.SortStableFunc(steps, func(a, b rules.Step) int {
		return cmp.Or(b.From-a.From, b.To-a.To)
	})
	var chains [][]rules.Step
next:
	for _, s := range steps {
		for i, c := range chains {
			if c[len(c)-1].To == s.From {
				chains[i] = append(c, s)
				continue next
			}
		}
		chains = append(chains, []rules.Step{s})
	}
	return chains
}

// texts returns the texts of acts.
func texts(acts []rules.Act) []string {
	list := make([]string, len(acts))
	for i, a := range acts {
		list[i] = a.Text
	}
	return list
}

// leg is a stretch of one checker's way as a player wrote it, of one die or
// several.
type leg struct {
	from, to int
}

// anywhere is the source of a leg that names its target alone.
const anywhere = -1

// String returns the leg as it would be written.
func (l leg) String() string {
	if l.from == anywhere {
		return pointText(l.to)
	}
	return pointText(l.from) + "/" + pointText(l.to)
}

// longestPlay is more than any play needs.
const longestPlay = 100

// readPlay reads a play: tokens such as "bar/20", "24/18*/14", "6/off" and
// "13/7(2)" in any order, separated by blanks or commas. The bar is also 25
// or b, off also 0 or o, the slash also a hyphen. Stars may be missing, as
// the position tells what is hit. A target alone, "10", stands for whichever
// checker can go there.
func readPlay(text string) ([]leg, error) {
	refused := func() error {
		return refuse("not-understood", args{"play": shorten(text)})
	}
	if len(text) > longestPlay {
		return nil, refused()
	}
	var legs []leg
	for _, token := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		read, ok := readToken(token)
		if !ok {
			return nil, refused()
		}
		legs = append(legs, read...)
	}
	if len(legs) == 0 {
		return nil, refused()
	}
	for _, l := range legs {
		if l.from != anywhere && l.from <= l.to {
			return nil, refuseAt([]int{l.from, l.to}, "wrong-direction", args{"move": l.String()})
		}
	}
	return legs, nil
}

func readToken(token string) (legs []leg, ok bool) {
	times := 1
	if body, count, found := strings.Cut(token, "("); found {
		if len(count) != 2 || count[0] < '1' || count[0] > '4' || count[1] != ')' {
			return nil, false
		}
		token, times = body, int(count[0]-'0')
	}
	token = strings.ReplaceAll(token, "-", "/")
	from := anywhere
	for stop := range strings.SplitSeq(token, "/") {
		point, ok := readStop(strings.TrimSuffix(stop, "*"))
		if !ok {
			return nil, false
		}
		if from != anywhere {
			legs = append(legs, leg{from, point})
		}
		from = point
	}
	if len(legs) == 0 {
		legs = []leg{{anywhere, from}}
	}
	return slices.Repeat(legs, times), true
}

// readStop is readPoint with the abbreviations that people use.
func readStop(text string) (point int, ok bool) {
	switch text {
	case "b":
		return Bar, true
	case "o":
		return Off, true
	}
	return readPoint(text)
}

// shorten cuts a text that is quoted back to its writer.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > 30 {
		return string(runes[:30]) + "…"
	}
	return text
}
