package api

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"crownpost/rating"
	"crownpost/rules/backgammon"
)

// says demands that a text of the locale says all the words.
func says(t *testing.T, path string, words ...string) {
	t.Helper()
	text, err := os.ReadFile("../templates/locales/en/" + path)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range words {
		if !strings.Contains(string(text), w) {
			t.Errorf("%s does not say %q", path, w)
		}
	}
}

func TestTheHelpOnRatingsHasTheNumbersOfTheFormula(t *testing.T) {
	const length = 7
	gain := func(experience int) int {
		player := rating.New()
		player.Experience = experience
		change, _ := rating.Apply(rating.MatchLength, player, player, rating.Win, length)
		return change.Delta.Points()
	}
	says(t, "help/ratings.html",
		fmt.Sprintf("to %d points, the winner gains %d and the loser loses as much; with 400 points of experience each it would be %d.", length, gain(0), gain(400)),
		fmt.Sprintf("fewer than %d rated games of draughts, or of less than %d points", rating.ProvisionalGames, rating.ProvisionalPoints))
}

func TestTheRulesHaveTheLengthsOfMatches(t *testing.T) {
	says(t, "rules-parts/matches.html",
		fmt.Sprintf("from 1 to %d.", backgammon.MaxLength), fmt.Sprintf("a session of 1 to %d games", backgammon.MaxGames))
}
