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
	// The cube, resignations and choices.
	"must-choose":        "1 and 2 have been played: the double to play next must be chosen, such as choose 3",
	"nothing-to-choose":  "a double is chosen only after 1 and 2 have both been played",
	"answer-double":      "a double waits for its answer: the cube at {cube} must be taken or dropped first",
	"answer-resignation": "a resignation waits for its answer: level {level} must be accepted or refused first",
	"double-opening":     "the opening throw comes first: nobody may double before it",
	"double-rolled":      "the dice are thrown: a double comes before the roll",
	"no-double":          "no double waits for an answer",
	"no-cube":            "this game is played without a cube",
	"single-game":        "a match to 1 point is played without a cube",
	"crawford":           "this is the Crawford game: neither side may double in it",
	"not-owner":          "the cube at {cube} is the opponent's: only he may double",
	"cube-limit":         "the cube stands at {cube}: it goes no higher",
	"dead-cube":          "the cube is dead: at {cube} it is worth all the {needs} points that you still need",
	"beaver-match":       "there are no beavers in a match",
	"no-beavers":         "this game is played without beavers",
	"beaver-limit":       "a double can be turned back at once {limit} times, and no more",
	"resign-opening":     "the opening throw comes first: there is nothing to resign yet",
	"resign-level":       "the game is resigned at a level: {levels}",
	"resign-too-much":    "the position can cost no more than {most}",
	"resign-declined":    "level {level} was refused in this position: only a higher one can be offered",
	"no-resignation":     "no resignation waits for an answer",
	"resign-accepted":    "the position can cost no more than this resignation offers: it is accepted",
	// The variants' own.
	"hit-and-run":    "a checker that hits in its own home board stays there for the turn, on {point}",
	"pinned":         "the checker on {point} is pinned and cannot move",
	"pinner":         "point {point} is held by the opponent, who has pinned a checker there",
	"pinned-at-home": "no checker may be borne off while one is pinned, on {point}",
	"point-taken":    "a checker of the opponent stands on {point}, and one is enough to hold a point",
	"first-checker":  "no other checker may leave 24 before the first, on {point}, has passed the opponent's start: it must reach 11",
	"start-quarter":  "the six points from 24 to 19 may not all be held at once",
	"open-prime":     "six points in a row must be opened while all checkers of the opponent stand on the point right behind them",
	"head":           "only one checker may leave the head, 24, in a turn, and two with 3-3, 4-4 or 6-6 in the first",
	"chain":          "{dice} is played first, as a play of its own; the next double comes after it",
	"block":          "six points in a row may be held only if a checker of the opponent has passed them",
	"exact-off":      "a checker is borne off with its exact number alone, here a {point}",
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
