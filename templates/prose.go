package templates

import "slices"

// HelpTopics are the pages below /help, in the order of their list.
var HelpTopics = []string{
	"start", "clocks", "offers", "endings", "draws", "dice", "repeats", "ratings", "tournaments", "accounts",
}

// HasHelp says whether there is a page /help/{topic}.
func HasHelp(topic string) bool { return slices.Contains(HelpTopics, topic) }

// Diagrams names the boards of a variant's rules page and gives their
// positions in a text that the variant's Parse reads; an empty text is the
// standard start. It is nil for a variant without a page.
func Diagrams(variant string) map[string]string { return diagrams[variant] }

var diagrams = map[string]map[string]string{
	"international": {
		"start":   "",
		"forced":  "W:W27,45:B8,31,32",
		"most":    "W:W36,42:B20,29,31,38",
		"king":    "W:WK46:B28",
		"passing": "W:W13:B7,8",
	},
	"checkers": {
		"start":  "",
		"choice": "B:W15,16,22:B11",
		"crown":  "B:W25,26:B21",
	},
	"backgammon": {
		"start":   "",
		"bar":     backgammonBar,
		"bearing": backgammonBearing,
	},
	"table": {
		"start":   "",
		"bar":     backgammonBar,
		"bearing": backgammonBearing,
		"eight":   "white off:15 / black bar:1 6:5 5:4 4:3 3:2 / white won",
	},
}

const (
	backgammonBar     = "white bar:1 24:1 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:4 5:1 / white to play 5-3"
	backgammonBearing = "white 6:1 5:2 4:3 3:2 2:2 off:5 / black 6:5 5:4 4:4 3:2 / white to play 6-1"
)
