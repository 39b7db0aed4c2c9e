package mat

import (
	"fmt"
	"slices"
	"strings"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// Keys of tags that tell what is played.
const (
	variationTag = "Variation"
	rulesTag     = "Rules"
	gamesTag     = "Games"
	tiesTag      = "Automatic Doubles" // the games that began with one
)

var playerKeys = [2]string{"Player 1", "Player 2"}

// optionTags are the keys by which programs tell an option. The first value
// of an option's tag is taken for on, the second for off.
var optionTags = map[string]string{
	"Crawford": "crawford", "Jacoby": "jacoby", "Beaver": "beavers", "Beavers": "beavers",
}

// variantOf is what a match is played by, from its length and its tags.
func variantOf(t *backgammon.Transcript, length int) (*backgammon.Variant, error) {
	v, ok := lookup(t.Tag(variationTag))
	if !ok {
		return nil, fmt.Errorf("no variant %q", t.Tag(variationTag))
	}
	choices := map[string]string{}
	for _, tag := range t.Tags {
		if key, ok := optionTags[tag.Key]; ok {
			choices[key] = strings.ToLower(tag.Value)
		}
	}
	// What is written shows that beavers are allowed.
	for _, g := range t.Games {
		if slices.ContainsFunc(g.Entries, func(e backgammon.Entry) bool { return e.Cube == "beaver" }) {
			choices["beavers"] = "on"
		}
	}
	for key, value := range choices {
		known := func(o rules.Option) bool { return o.Key == key && slices.Contains(o.Values, value) }
		if !slices.ContainsFunc(v.Options(), known) {
			delete(choices, key)
		}
	}
	with, err := v.With(choices)
	if err != nil {
		return nil, err
	}
	if v, err = with.(*backgammon.Variant).WithChoices(t.Tag(rulesTag)); err != nil {
		return nil, err
	}
	switch {
	case length > backgammon.MaxLength:
		return nil, fmt.Errorf("a match to %d points: %d are the most", length, backgammon.MaxLength)
	case length > 0:
		return v.Match(length), nil
	}
	games := number(t.Tag(gamesTag))
	if games < 0 || games > backgammon.MaxGames {
		return nil, fmt.Errorf("a session of %d games: %d are the most", games, backgammon.MaxGames)
	}
	return v.Money(games), nil
}

// lookup finds the variant that a tag names in some spelling, such as
// "NackGammon" or "Hypergammon (3)"; none named is backgammon.
func lookup(name string) (*backgammon.Variant, bool) {
	key := strings.ToLower(strings.TrimSpace(name))
	switch key {
	case "", "standard", "standard backgammon":
		key = "backgammon"
	case "hypergammon (3)", "3-chequer hypergammon":
		key = "hypergammon"
	}
	return backgammon.Lookup(key)
}
