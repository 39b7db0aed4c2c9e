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
	"international": {"start": ""},
	"checkers":      {"start": ""},
	"table":         {"start": ""},
	"backgammon":    {"start": ""},
}
