package sgf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// ErrPlay is a play that is not written by single steps.
var ErrPlay = errors.New("not a play by single steps")

var sideLetters = [2]string{"W", "B"}

// Write writes a match as GNU Backgammon does, a tree for each game. Its plays
// are those of backgammon.Transcribe, by single steps; the error is an ErrPlay
// for others, or that of w.
func Write(w io.Writer, t *backgammon.Transcript) error {
	out := bufio.NewWriter(w)
	for i := range t.Games {
		if err := writeGame(out, t, i); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("sgf: %w", err)
	}
	return nil
}

func writeGame(out io.Writer, t *backgammon.Transcript, index int) error {
	g := &t.Games[index]
	fmt.Fprintf(out, "(;FF[4]GM[6]CA[UTF-8]AP[Crownpost]MI[length:%d]", t.Variant.Length())
	if n := t.Variant.Games(); n > 0 {
		fmt.Fprintf(out, "[games:%d]", n)
	}
	fmt.Fprintf(out, "[game:%d][ws:%d][bs:%d]PW[%s]PB[%s]", index, g.Score[0], g.Score[1],
		escape(t.Players[0]), escape(t.Players[1]))
	for _, name := range [...]string{"EV", "RO", "PC", "DT", "AN"} {
		value := t.Tag(tagNames[name])
		if name == "DT" {
			value = strings.ReplaceAll(value, ".", "-")
		}
		if value != "" {
			fmt.Fprintf(out, "%s[%s]", name, escape(value))
		}
	}
	if agreed := agreedOn(t, index); len(agreed) > 0 {
		fmt.Fprintf(out, "RU[%s]", strings.Join(agreed, ":"))
	}
	if r := g.Result; r.Winner != rules.NoSide {
		resigned := ""
		if r.Resigned {
			resigned = "R"
		}
		fmt.Fprintf(out, "RE[%s+%d%s]", sideLetters[r.Winner], r.Points, resigned)
	}
	fmt.Fprintln(out)
	if g.Tied {
		fmt.Fprintln(out, ";CV[2]")
	}
	for i, e := range g.Entries {
		text, err := moveText(t.Variant, e)
		if err != nil {
			return fmt.Errorf("game %d, entry %d: %w", g.Number, i+1, err)
		}
		if e.Cube == "" && e.Play == "" && i == len(g.Entries)-1 {
			// Nobody has played it yet, or there is nothing to play.
			fmt.Fprintf(out, ";PL[%s]DI[%s]\n", sideLetters[e.Side], text)
			continue
		}
		fmt.Fprintf(out, ";%s[%s]\n", sideLetters[e.Side], text)
	}
	fmt.Fprintln(out, ")")
	return nil
}

// agreedOn are the words of the rules.
func agreedOn(t *backgammon.Transcript, index int) (words []string) {
	v := t.Variant
	choices := strings.Split(v.Choices(), ",")
	if v.HasCube() && v.Length() > 1 && v.Chosen("crawford") == "on" {
		words = append(words, "Crawford")
		if n := v.Length() - 1; crawfordGame(t, index, n) {
			words = append(words, "CrawfordGame")
		}
	}
	for _, choice := range choices {
		switch choice {
		case "":
		case "jacoby=on":
			words = append(words, "Jacoby")
		default:
			words = append(words, choice)
		}
	}
	switch v.Key() {
	case "backgammon":
	case "hypergammon":
		words = append(words, "Hypergammon3")
	default:
		words = append(words, strings.ToUpper(v.Key()[:1])+v.Key()[1:])
	}
	return words
}

// crawfordGame says whether a game is the first that begins with a side at n
// points.
func crawfordGame(t *backgammon.Transcript, index, n int) bool {
	at := func(i int) bool { return t.Games[i].Score[0] == n || t.Games[i].Score[1] == n }
	for i := range index {
		if at(i) {
			return false
		}
	}
	return at(index)
}

// moveText is the value of a move.
func moveText(v *backgammon.Variant, e backgammon.Entry) (string, error) {
	switch e.Cube {
	case "":
	case "beaver":
		return "double", nil
	default:
		return e.Cube, nil
	}
	text := strconv.Itoa(e.Dice[0]) + strconv.Itoa(e.Dice[1])
	for token := range strings.FieldsSeq(e.Play) {
		from, to, _ := strings.Cut(strings.ReplaceAll(token, "*", ""), "/")
		for _, place := range [...]string{from, to} {
			n, err := strconv.Atoi(place)
			if err != nil || n < backgammon.Off || n > backgammon.Bar {
				return "", fmt.Errorf("%w: %.40q", ErrPlay, e.Play)
			}
			text += letter(v, e.Side, n)
		}
	}
	return text, nil
}

// letter is that of a point which has a number for a side.
func letter(v *backgammon.Variant, side rules.Side, number int) string {
	switch number {
	case backgammon.Bar:
		return "y"
	case backgammon.Off:
		return "z"
	}
	if side == rules.Black {
		number = v.Across(number)
	}
	return string(rune('a' + number - 1))
}

// escape is a text within a value.
func escape(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(text)
}
