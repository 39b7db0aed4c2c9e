package api

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/templates"
)

// setUpInWords is where White's checkers stand, as the pages of the rules say
// it: "2 checkers on 24, 5 on 13, 3 on 8 and 5 on 6".
func setUpInWords(start rules.Position) string {
	var parts []string
	points := backgammon.Checkers(start)[rules.White]
	for point, n := range slices.Backward(points[:backgammon.Bar]) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d on %d", n, point))
		}
	}
	if len(parts) == 0 {
		return "all checkers are off the board"
	}
	number, point, _ := strings.Cut(parts[0], " ")
	word := "checkers"
	if number == "1" {
		word = "checker"
	}
	parts[0] = number + " " + word + " " + point
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return parts[0]
}

// TestTheSetUpsOfTheRulesAreTrue compares the numbers that the pages of the
// backgammon family give with the engine's.
func TestTheSetUpsOfTheRulesAreTrue(t *testing.T) {
	for _, v := range backgammon.Variants() {
		data, err := os.ReadFile("../templates/locales/en/rules/" + v.Key() + ".html")
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, n := range backgammon.Checkers(v.Start())[rules.White] {
			total += n
		}
		for _, words := range []string{
			setUpInWords(v.Start()),
			fmt.Sprintf("White and Black have %d checkers each", total),
			fmt.Sprintf("Both begin with %d.", backgammon.Pips(v.Start())[rules.White]),
		} {
			if !strings.Contains(string(data), words) {
				t.Errorf("%s: the page does not say that %s", v.Key(), words)
			}
		}
	}
}

// TestTheTableOfTheFamilyIsTrue compares what the index says of the backgammon
// family with what the engine does.
func TestTheTableOfTheFamilyIsTrue(t *testing.T) {
	starts := map[string]string{
		"2 checkers on 24, 5 on 13, 3 on 8 and 5 on 6":          "standard",
		"2 checkers on 24, 2 on 23, 4 on 13, 3 on 8 and 4 on 6": "back",
		"1 checker on 24, 1 on 23 and 1 on 22":                  "three",
		"15 checkers on 24":                                     "one-point",
		"all checkers are off the board":                        "off",
	}
	ways := map[int]string{1: "opposite", 12: "same"}
	values := map[string]string{"[1 2 3] true": "cube", "[1 2 4 8] false": "four", "[1 2] false": "two"}
	for _, v := range backgammon.Variants() {
		variant, _ := backgammon.Lookup(v.Key())
		traits, ok := templates.TableTraitsOf(v.Key())
		if !ok {
			t.Errorf("the table lacks %s", v.Key())
			continue
		}
		checkers := 0
		for _, n := range backgammon.Checkers(v.Start())[rules.White] {
			checkers += n
		}
		begun, err := v.Start().Play("roll", func(rules.Roll) rules.Dice {
			next := 0
			return func() int { next++; return next }
		})
		if err != nil {
			t.Fatalf("%s: %v", v.Key(), err)
		}
		state, _ := backgammon.StateOf(begun.Position)
		levels := values[fmt.Sprint(state.MayResign(), variant.HasCube())]
		if levels == "" {
			levels = v.Key()
		}
		got := templates.TableTraits{
			Checkers: checkers, Start: starts[setUpInWords(v.Start())], Way: ways[variant.Across(24)],
			Blot: traits.Blot, Values: levels,
		}
		if got != traits {
			t.Errorf("%s: the engine has %+v, the table %+v", v.Key(), got, traits)
		}
	}
}

// TestEveryGameIsInAGroup demands that no list leaves a game out.
func TestEveryGameIsInAGroup(t *testing.T) {
	var listed []string
	for _, group := range templates.GroupVariants(variantKeys()) {
		listed = append(listed, group.Variants...)
	}
	if len(listed) != len(variantKeys()) {
		t.Errorf("%d of %d games are in groups", len(listed), len(variantKeys()))
	}
}
