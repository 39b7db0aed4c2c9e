package backgammon

import (
	"strings"

	"crownpost/rules"
)

// Refusals are the sentences of the refusals, by rule. The words in braces
// are the keys of rules.Refusal.Args; all their values are text.
var Refusals = map[string]string{
	"game-over":       "the game is over",
	"must-roll":       "the dice must be rolled first",
	"already-rolled":  "the dice lie already: {dice}",
	"not-understood":  "“{play}” is not understood; plays are written like 13/7 8/7, bar/20 or 6/off",
	"ambiguous":       "“{play}” can mean several plays: {plays}",
	"no-play":         "{dice} allows no play: the turn passes",
	"must-play":       "{dice} can be played: {plays}",
	"both-dice":       "both dice can be played: {plays}",
	"whole-double":    "{count} of the four {die}s can be played: {plays}",
	"larger-die":      "only one of the dice can be played, and it must be the {die}: {plays}",
	"bar-first":       "a checker on the bar must enter before any other moves",
	"no-checker":      "no checker of yours stands on {point}",
	"wrong-direction": "checkers move from higher points to lower ones, not {move}",
	"point-closed":    "point {point} is held by {number} checkers of the opponent",
	"not-home":        "no checker may be borne off while one stands outside the home board, on {point}",
	"exact-number":    "a {die} bears off no checker from {point} while a higher point, {higher}, is occupied",
	"not-thrown":      "{move} is not a number of the throw {dice} that is left to play",
	"unreachable":     "no checker can reach {point} with {dice}",
}

// args are the values of a refusal's placeholders.
type args map[string]string

// named is how many plays a refusal's sentence names at most, offered how many
// it lists.
const (
	named   = 3
	offered = 20
)

// refuse makes a refusal from the sentence of its rule. The legal acts are
// offered and, where the sentence has a place for plays, named in it.
func refuse(rule string, values args, legal ...string) *rules.Refusal {
	format := Refusals[rule]
	var names []string
	var list []any
	// The placeholders in the order in which they stand.
	for rest := format; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		var name, value string
		name, rest, _ = strings.Cut(after, "}")
		if value = values[name]; name == "plays" {
			value = listing(legal)
		}
		names, list = append(names, name), append(list, value)
		format = strings.Replace(format, "{"+name+"}", "%v", 1)
	}
	r := rules.Refuse(rule, format, names, list...)
	offer(r, legal)
	return r
}

// offer lists the first legal acts in a refusal.
func offer(r *rules.Refusal, legal []string) { r.Legal = legal[:min(len(legal), offered)] }

// listing writes the first few plays in one line.
func listing(plays []string) string {
	if len(plays) > named {
		return strings.Join(plays[:named], ", ") + ", …"
	}
	return strings.Join(plays, ", ")
}

// refuseAt is refuse with the points to show.
func refuseAt(points []int, rule string, values args, legal ...string) *rules.Refusal {
	r := refuse(rule, values, legal...)
	r.Squares = points
	return r
}
