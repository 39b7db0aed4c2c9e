package mat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// leftWidth is the width of the left column.
const leftWidth = 27

// cubeWords are the words of cells, by act.
var cubeWords = map[string]string{"double": "Doubles", "beaver": "Beavers", "take": "Takes", "drop": "Drops"}

// Write writes a match in GNU Backgammon's layout. Tags of the variant, the
// options and the players are made from the transcript; Tags come besides.
func Write(w io.Writer, t *backgammon.Transcript) error {
	out := bufio.NewWriter(w)
	for _, tag := range tagsOf(t) {
		// A value ends at the last quotation mark: nothing in it is escaped.
		fmt.Fprintf(out, "; [%s \"%s\"]\n", tag.Key, oneLine(tag.Value, ""))
	}
	fmt.Fprintf(out, "\n %d point match\n", t.Variant.Length())
	for i := range t.Games {
		writeGame(out, t, &t.Games[i])
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("mat: %w", err)
	}
	return nil
}

// tagsOf returns the tags to write, each key once.
func tagsOf(t *backgammon.Transcript) []backgammon.Tag {
	made := []backgammon.Tag{
		{Key: playerKeys[0], Value: t.Players[0]},
		{Key: playerKeys[1], Value: t.Players[1]},
		{Key: variationTag, Value: variation(t.Variant)},
		{Key: rulesTag, Value: t.Variant.Choices()},
	}
	games := backgammon.Tag{Key: gamesTag}
	if n := t.Variant.Games(); n > 0 {
		games.Value = strconv.Itoa(n)
	}
	made = append(append(made, games), cubeTags(t.Variant)...)
	var ties []string
	for _, g := range t.Games {
		if g.Tied {
			ties = append(ties, strconv.Itoa(g.Number))
		}
	}
	made = append(made, backgammon.Tag{Key: tiesTag, Value: strings.Join(ties, " ")})
	seen := map[string]bool{}
	for _, tag := range made {
		seen[tag.Key] = true
	}
	var tags []backgammon.Tag
	for _, tag := range t.Tags {
		tag.Key = oneLine(tag.Key, "\"]")
		if !seen[tag.Key] && tag.Value != "" {
			tags = append(tags, tag)
		}
	}
	for _, tag := range made {
		if tag.Value != "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

// cubeTags are the rules of the cube that can differ.
func cubeTags(v *backgammon.Variant) (tags []backgammon.Tag) {
	keys := []string{"Jacoby", "Beaver"}
	switch n := v.Length(); {
	case !v.HasCube() || n == 1:
		return nil
	case n > 1:
		keys = []string{"Crawford"}
	}
	for _, key := range keys {
		value := "Off"
		if v.Chosen(optionTags[key]) == "on" {
			value = "On"
		}
		tags = append(tags, backgammon.Tag{Key: key, Value: value})
	}
	return tags
}

// variation is the variant in the spelling that other programs know.
func variation(v *backgammon.Variant) string {
	switch v.Key() {
	case "backgammon":
		return "Backgammon"
	case "nackgammon":
		return "NackGammon"
	case "hypergammon":
		return "HyperGammon (3)"
	}
	return v.Key()
}

// oneLine is a text without what would end it too early.
func oneLine(text, without string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(without, r) {
			return ' '
		}
		return r
	}, text))
}

func writeGame(out io.Writer, t *backgammon.Transcript, g *backgammon.GameRecord) {
	left := fmt.Sprintf("%s : %d", oneLine(t.Players[0], ":"), g.Score[0])
	right := fmt.Sprintf("%s : %d", oneLine(t.Players[1], ":"), g.Score[1])
	fmt.Fprintf(out, "\n Game %d\n %-*s %s\n", g.Number, leftWidth+3, left, right)
	row, waiting := 0, false // a left cell waits for its right one
	for i, e := range g.Entries {
		// As in Jellyfish, and GNU Backgammon reads nothing else.
		if e.Cube == "take" && i > 0 && i < len(g.Entries)-1 && g.Entries[i-1].Cube == "beaver" {
			continue
		}
		text := cellText(e)
		switch {
		case e.Side == rules.White && waiting:
			fmt.Fprintln(out)
			fallthrough
		case e.Side == rules.White:
			row++
			fmt.Fprintf(out, "%3d) %-*s", row, leftWidth, text)
			waiting = true
		case waiting:
			fmt.Fprintf(out, " %s\n", text)
			waiting = false
		default:
			row++
			fmt.Fprintf(out, "%3d) %-*s %s\n", row, leftWidth, "", text)
		}
	}
	if waiting {
		fmt.Fprintln(out)
	}
	writeResult(out, t, g)
}

func cellText(e backgammon.Entry) string {
	switch {
	case e.Cube == "":
		return strings.TrimSpace(fmt.Sprintf("%d%d: %s", e.Dice[0], e.Dice[1], e.Play))
	case e.Value > 0:
		return fmt.Sprintf(" %s => %d", cubeWords[e.Cube], e.Value)
	}
	return " " + cubeWords[e.Cube]
}

func writeResult(out io.Writer, t *backgammon.Transcript, g *backgammon.GameRecord) {
	r := g.Result
	if r.Winner == rules.NoSide {
		return
	}
	indent, plural, end := 6, "s", ""
	if r.Winner == rules.Black {
		indent += leftWidth + 1
	}
	if r.Points == 1 {
		plural = ""
	}
	if n := t.Variant.Length(); n > 0 && g.Score[r.Winner]+r.Points >= n {
		end = " and the match"
	}
	fmt.Fprintf(out, "%*sWins %d point%s%s\n", indent, "", r.Points, plural, end)
}
